"""What the engine is given for each observation when the sample's conversations come in one by one.

Prints the calls and tokens of `sync` (assigning, summaries, sections; extraction is the same either
way and left out), and what rewriting every dirty model from all of its observations would take.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
PYRAMID = SOURCE / "build" / "release" / "pyramid"
CONVERSATIONS = SOURCE / "sample-workspace" / "conversations"
BYTES_PER_TOKEN = 4  # as src/engine/tokens.cpp counts


def conversations(folder):
    """(end, path) of each conversation as a file of its own, the oldest first."""
    found = []
    for path in (CONVERSATIONS / "openclaw").glob("*.jsonl"):
        stamps = re.findall(r'"timestamp": "([^"]+)"', path.read_text())
        found.append((max(stamps), path))
    for one in json.loads((CONVERSATIONS / "claude" / "conversations.json").read_text()):
        path = Path(folder) / f"{one['uuid']}.json"
        path.write_text(json.dumps([one]))
        found.append((max(m["created_at"] for m in one["chat_messages"]), path))
    return sorted(found)


def observation_bytes(workspace):
    sizes = {}
    for path in (workspace / "observations").rglob("*.md"):
        head, body = path.read_text().split("\n---\n", 1)
        model = re.search(r"^model: (.*)$", head, re.M).group(1)
        text = body.split("\nFrom [")[0].strip()
        sizes[model] = sizes.get(model, 0) + len(text.encode())
    return sizes


def main():
    environment = dict(os.environ, GIT_CONFIG_GLOBAL="/dev/null", GIT_CONFIG_NOSYSTEM="1")

    with tempfile.TemporaryDirectory() as folder:
        workspace = Path(folder) / "workspace"

        def pyramid(*arguments):
            done = subprocess.run([str(PYRAMID), *map(str, arguments)], env=environment,
                                  capture_output=True, text=True)
            if done.returncode not in (0, 1):
                sys.exit(done.stderr)
            return done.stdout

        pyramid("init", workspace)
        calls = tokens = added = whole_calls = whole_tokens = syncs = 0
        for end, path in conversations(folder):
            now = ["-w", workspace, "--now", re.sub(r"\.\d+", "", end)]
            imported = json.loads(pyramid("import", "--source", path, "--json", *now))
            report = json.loads(pyramid("sync", "--json", *now))
            syncs += 1
            added += imported["observations"]
            calls += report["engine_calls"]
            tokens += report["tokens_in"]
            sizes = observation_bytes(workspace)
            dirty = report["models_rewritten"]
            whole_calls += 1 + len(dirty)  # one to assign
            whole_tokens += sum(sizes.get(model, 0) for model in dirty) // BYTES_PER_TOKEN
        print(f"{syncs} conversations, {added} observations")
        print(f"by the plan: {calls / added:.2f} calls and {tokens / added:.0f} tokens in each")
        print(f"each dirty model whole: {whole_calls / added:.2f} calls and "
              f"{whole_tokens / added:.0f} tokens in each")


main()
