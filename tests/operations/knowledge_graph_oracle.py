"""The MCP reference server for memory against `pyramid mcp --compat server-memory`: the same random calls, the same
answers.

    knowledge_graph_oracle.py PROGRAM BUILD_FOLDER [CALLS [SEED]]
    knowledge_graph_oracle.py --record BUILD_FOLDER     writes knowledge_graph.jsonl anew

First ours is asked what knowledge_graph.jsonl has on record: calls and the reference server's answers. Then that server
is installed (npm), and both are asked the same; where it cannot be, says why, and exits with 77. At the end the
workspace is synced twice and checked: there must be no problem, and nothing left to do.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
from mcp_client import Server  # noqa: E402
from node_packages import installed  # noqa: E402

PACKAGE = "@modelcontextprotocol/server-memory@2026.8.31"
RECORD = HERE / "knowledge_graph.jsonl"
URI = "memory://knowledge-graph"


def npm_server(build, folder):
    node, package = installed(build, PACKAGE)
    return Server([node, package / "dist" / "index.js"], {**os.environ, "MEMORY_FILE_PATH": str(folder / "graph.jsonl")})


class Workspace:
    def __init__(self, program, folder):
        self.program, self.root = program, folder / "memory"
        self.environment = {**os.environ, "HOME": str(folder), "GIT_CONFIG_GLOBAL": "/dev/null", "PYRAMID_WORKSPACE": ""}
        self.run("init", self.root, "-q")

    def run(self, *words):
        done = subprocess.run([self.program, *words], capture_output=True, text=True, env=self.environment)
        assert done.returncode == 0, f"{words}: {done.returncode}\n{done.stdout}{done.stderr}"
        return done.stdout

    def server(self):
        return Server([self.program, "mcp", "--compat", "server-memory", "-w", self.root], self.environment)

    def holds_together(self):
        """A sync, and a second one with nothing to do; no problem; and git has it all."""
        at = ["-w", self.root]
        self.run("sync", *at)
        again = json.loads(self.run("sync", "--json", *at))
        assert not again["steps"] and not again["commit"], again
        problems = json.loads(self.run("check", "--json", *at))["problems"]
        # What speaks to the assistant is a warning by design.
        problems = [one for one in problems if "quarantine" not in one["what"]]
        assert not problems, problems
        status = subprocess.run(["git", "-C", self.root, "status", "--porcelain"], capture_output=True, text=True,
                                env=self.environment)
        assert not status.stdout, status.stdout


# Calls.

NAMES = ["Mia", "mia", "John_Smith", "default_user", "Café Zoë", "日本 ", "a b", "a-b", "A B", "User", "models", "con",
         "# Acme", "[x](y.md)", "two\nlines", "  edge ", "*bold*", "_x_", "a|b", "%41", "<!-- x -->", "^x", "İstanbul",
         "Notes", "Relations", "Q&A: 100% `ok`"]
TYPES = ["person", "project", "", "organi*zation*", "two\nlines", " x ", "2024", "true", "[a]", "- a", "型"]
TEXTS = ["Speaks fluent Spanish", "Graduated in 2019", "Prefers morning meetings", "speaks fluent spanish", "x", " x", "x ",
         "two\nlines", "a\n\nb\n", "# A heading", "## Sources", "- a\n- b", "```\nopen", "<!-- open", "> quoted", "^t1",
         "From [a](b.md)", "[link](acme.md)", "Likes *emphasis* and `code`", "tab\there", "\ttab first", "crlf\r\nline",
         "bell \u0007", "---", "a: b", "日本語のテキスト", "Ä\u0308 ẞ", "=====", "1. one", "trailing\\", "&amp; <b>", "%% x %%",
         "He said \"yes\" and 'no'", "Lives in Porto", "Lives in Lisbon, not in Porto", "emoji 🎉", "\u2028 line", "~~x~~"]
RELATIONS = ["works_at", "works at", "knows", "", "two\nlines", "*is*", "a [b](c.md)", " x ", "-", "--> x", "^01jv", "1."]
# What markdown, YAML and our own formats are made of.
PIECES = ["a", "b", " ", "  ", "\n", "\n\n", "\t", "\r", "#", "# ", "## ", "- ", "* ", "1. ", "> ", "`", "```", "~~~", "---", "===", "<!--",
          "-->", "<b>", "[", "](", ")", "From [", "[why](", "|", "\\", "&", "&amp;", "%", "%%", "^", "^t1", "_", "**", "~", ":", ": ",
          "\"", "'", "{", "}", "@", "!", "é", "e\u0301", "日", "\u200b", "\u0085", "\u2028", "\u0001", "\ufeff", "🎉",
          "Sources", "Notes", "Relations", "id: ", "true", "null", "2024-01-01"]


def odd(rng, usual, share=0.25):
    """One of the usual ones, or what nobody thought of."""
    if rng.random() > share:
        return rng.choice(usual)
    return "".join(rng.choice(PIECES) for _ in range(rng.randint(1, 9))) + rng.choice(["x", "x", "x\n", "x "])


def entity(rng):
    return {"name": odd(rng, NAMES, 0.1), "entityType": odd(rng, TYPES, 0.1),
            "observations": [odd(rng, TEXTS) for _ in range(rng.choice([0, 1, 1, 2, 3]))]}


def relation(rng):
    return {"from": odd(rng, NAMES, 0.05), "to": odd(rng, NAMES, 0.05), "relationType": odd(rng, RELATIONS)}


def some(rng, make):
    return [make(rng) for _ in range(rng.choice([0, 1, 1, 1, 2, 3]))]


def call(rng, graph):
    """A call, of what is there where that makes it a better one."""
    there = graph["entities"]
    name = lambda r: r.choice(there)["name"] if there and r.random() < 0.85 else r.choice(NAMES)
    texts = lambda r: [odd(r, TEXTS) for _ in range(r.choice([1, 1, 2, 3]))]

    def held_texts(r):
        one = r.choice(there) if there else {"name": "x", "observations": []}
        held = one["observations"]
        return {"entityName": one["name"], "observations": r.sample(held, min(len(held), 2)) + texts(r)[:1]}

    def held_relation(r):
        held = graph["relations"]
        return r.choice(held) if held and r.random() < 0.8 else relation(r)

    kind = rng.choices(["create_entities", "create_relations", "add_observations", "delete_entities",
                        "delete_observations", "delete_relations", "read_graph", "search_nodes", "open_nodes", "wrong"],
                       [6, 6, 6, 1, 2, 2, 1, 3, 2, 0.5])[0]
    if kind == "create_entities":
        return kind, {"entities": some(rng, entity)}
    if kind == "create_relations":
        made = [{**relation(r), "from": name(r), "to": name(r)} for r in [rng] * rng.choice([1, 1, 2, 3])]
        return kind, {"relations": made + ([rng.choice(made)] if rng.random() < 0.1 else [])}
    if kind == "add_observations":
        return kind, {"observations": some(rng, lambda r: {"entityName": name(r), "contents": texts(r)})}
    if kind == "delete_entities":
        return kind, {"entityNames": some(rng, name)}
    if kind == "delete_observations":
        return kind, {"deletions": some(rng, held_texts)}
    if kind == "delete_relations":
        return kind, {"relations": some(rng, held_relation)}
    if kind == "search_nodes":
        return kind, {"query": rng.choice(["", "x", "MIA", "smith", "person", "spanish", "line", "日本", "zoë", "ZOË", "i̇",
                                           "*", "\n", "nobody has this"])}
    if kind == "open_nodes":
        return kind, {"names": some(rng, name)}
    if kind == "wrong":
        return rng.choice([("create_entities", {"entities": [{"name": 1, "entityType": None}]}),
                           ("create_entities", {"entities": "x"}), ("create_relations", {}),
                           ("open_nodes", {"names": [True, {}, "x"]}), ("search_nodes", {"query": ["x"]}),
                           ("add_observations", {"observations": [{"entityName": "Mia", "contents": "x"}]})])
    return kind, {}


def shown(where, expected, said):
    return (f"{where}\nreference: {json.dumps(expected, ensure_ascii=False)}\n"
            f"ours:      {json.dumps(said, ensure_ascii=False)}")


def as_offered(server):
    """What lists say, less what only one of the two protocols' libraries adds."""
    tools = server.ask("tools/list", {})["tools"]
    for tool in tools:
        tool.pop("execution", None)
    return tools, server.ask("resources/list", {})["resources"]


def compare(program, build, count, seed):
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        reference = npm_server(build, folder)
        workspace = Workspace(program, folder)
        ours = workspace.server()
        expected, said = as_offered(reference), as_offered(ours)
        assert said == expected, shown("lists", expected, said)
        for server in (reference, ours):
            server.ask("resources/subscribe", {"uri": URI})
        for number in range(count):
            graph = reference.call("read_graph", {})["structured"]
            tool, arguments = call(rng, graph)
            where = f"call {number} of seed {seed}: {tool} {json.dumps(arguments, ensure_ascii=False)}"
            expected, said = reference.call(tool, arguments), ours.call(tool, arguments)
            assert said == expected, shown(where, expected, said)
            if number % 25 == 24:
                expected, said = reference.resource(URI), ours.resource(URI)
                assert said == expected, shown(where, expected, said)
            if number % 100 == 99:  # others at work, and a server that begins anew
                workspace.holds_together()
                assert ours.updates and all(update == {"uri": URI} for update in ours.updates), ours.updates[:3]
                ours.end()
                ours = workspace.server()
                ours.ask("resources/subscribe", {"uri": URI})
        expected, said = reference.call("read_graph", {}), ours.call("read_graph", {})
        assert said == expected, shown("the end", expected, said)
        ours.end()
        reference.end()
        workspace.holds_together()
    print(f"{count} calls answered alike, seed {seed}")


def record(build):
    rng = random.Random(20260831)
    with tempfile.TemporaryDirectory() as folder, RECORD.open("w", encoding="utf-8") as out:
        reference = npm_server(build, Path(folder))
        for _ in range(60):
            tool, arguments = call(rng, reference.call("read_graph", {})["structured"])
            answer = reference.call(tool, arguments)
            out.write(json.dumps({"tool": tool, "arguments": arguments, **answer}, ensure_ascii=False) + "\n")
        reference.end()


def replay(program):
    lines = [json.loads(line) for line in RECORD.read_text(encoding="utf-8").split("\n") if line]
    with tempfile.TemporaryDirectory() as folder:
        workspace = Workspace(program, Path(folder))
        ours = workspace.server()
        for number, one in enumerate(lines):
            tool, arguments = one.pop("tool"), one.pop("arguments")
            said = ours.call(tool, arguments)
            assert said == one, shown(f"line {number + 1} of the record: {tool} {arguments}", one, said)
        ours.end()
        workspace.holds_together()
    print(f"{len(lines)} recorded calls answered alike")


if __name__ == "__main__":
    if sys.argv[1] == "--record":
        record(sys.argv[2])
    else:
        replay(sys.argv[1])
        compare(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 200,
                int(sys.argv[4]) if len(sys.argv) > 4 else 20260515)
