"""What an agent waits for: the start of a server with its first answer, and each call after it."""

import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from mcp_client import Server  # noqa: E402
from node_packages import installed  # noqa: E402

PEER = "@modelcontextprotocol/server-memory@2026.8.31"
FACTS_PER_ENTITY = 100
CALLS = 50


def write_graph(workspace, file):
    """The texts of the workspace's observations, as the peer keeps them."""
    texts = []
    for observation in sorted((workspace / "observations").rglob("*.md")):
        texts.append(observation.read_text().split("\n---\n", 1)[1].strip())
    with open(file, "w", encoding="utf-8") as out:
        for at in range(0, len(texts), FACTS_PER_ENTITY):
            entity = {"type": "entity", "name": f"topic {at}", "entityType": "topic",
                      "observations": texts[at:at + FACTS_PER_ENTITY]}
            out.write(json.dumps(entity) + "\n")


class Asked:
    """Seconds to the first answer of a server that was just started, and of a call after it."""

    def __init__(self):
        self.first, self.later = float("inf"), float("inf")

    def start(self, words, environment, tool, arguments):
        began = time.perf_counter()
        server = Server(words, environment)
        server.call(tool, arguments)
        self.first = min(self.first, time.perf_counter() - began)
        times = []
        for _ in range(CALLS):
            before = time.perf_counter()
            answer = server.call(tool, arguments)
            times.append(time.perf_counter() - before)
            assert not answer["is_error"], answer
        self.later = min(self.later, statistics.median(times))
        server.end()


def compare_agents(bench, build, workspace, question, word):
    """A question in words, which takes vectors too, against the entities that hold one word."""
    try:
        node, package = installed(build, PEER)
    except SystemExit:  # it said why
        node = None
    ours, theirs = Asked(), Asked()
    with tempfile.TemporaryDirectory() as folder:
        graph = Path(folder) / "graph.jsonl"
        if node:
            write_graph(workspace, graph)
        for _ in range(bench.repeats):
            ours.start([bench.pyramid[0], "mcp", "-w", bench.workspace], None, "memory_search",
                       {"query": question, "maxResults": 5})
            if node:
                theirs.start([node, package / "dist" / "index.js"],
                             {**os.environ, "MEMORY_FILE_PATH": str(graph)}, "search_nodes",
                             {"query": word})
    bench.add_limit("mcp: start and first answer", ours.first, 0.05)
    if node:
        bench.add("mcp: start and first answer", ours.first, "server-memory", theirs.first, 0.3)
        bench.add("mcp: a call", ours.later, "server-memory", theirs.later, 1)
