"""The OpenClaw plugin in OpenClaw itself, with a model that answers from a script. No part of the suite: OpenClaw has
640 MB, and takes a quarter of a minute a turn.

    openclaw_real.py PROGRAM BUILD_FOLDER

Installs npm `openclaw` into BUILD_FOLDER; where that cannot be done, says why and exits with 77.
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
from node_packages import installed  # noqa: E402

PLUGIN = Path(__file__).parents[2] / "integrations" / "openclaw"
VERSION = json.loads((PLUGIN / "package.json").read_text())["devDependencies"]["openclaw"]
ID = "pyramid-memory"


class Model(BaseHTTPRequestHandler):
    """Asks for what the person says behind "Search: ", else takes note."""

    asked = []

    def log_message(self, *_):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.asked.append(body)
        said = [json.dumps(one.get("content")) for one in body["messages"] if one["role"] == "user"]
        wanted = [text for text in said if "Search: " in text]
        delta, why = {"role": "assistant", "content": "Noted."}, "stop"
        if wanted and all(one["role"] != "tool" for one in body["messages"]):
            query = wanted[-1].split("Search: ")[1].split(".")[0]
            names = [tool["function"]["name"] for tool in body["tools"]]
            call = {"name": "memory_search", "arguments": json.dumps({"query": query})}
            if "memory_search" not in names:  # many tools are behind one
                call = {"name": "tool_call", "arguments": json.dumps({"id": "memory_search", "args": {"query": query}})}
            delta = {"role": "assistant", "tool_calls": [{"index": 0, "id": "c1", "type": "function", "function": call}]}
            why = "tool_calls"
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        for choice in ({"index": 0, "delta": delta}, {"index": 0, "delta": {}, "finish_reason": why}):
            chunk = {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}
            self.wfile.write(b"data: " + json.dumps(chunk).encode() + b"\n\n")
        self.wfile.write(b"data: [DONE]\n\n")


def main():
    program, build = str(Path(sys.argv[1]).resolve()), sys.argv[2]
    node, package = installed(build, f"openclaw@{VERSION}")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(dir=package.parents[1]) as name:
        folder = Path(name)
        (folder / "home").mkdir()
        environment = {**os.environ, "HOME": str(folder / "home"), "OPENCLAW_STATE_DIR": str(folder / "state"),
                       "PATH": f"{node.parent}:{os.environ['PATH']}", "GIT_CONFIG_GLOBAL": "/dev/null",
                       "GIT_CONFIG_NOSYSTEM": "1"}

        def run(*command, codes=(0,)):
            done = subprocess.run(command, capture_output=True, text=True, timeout=90, env=environment, cwd=folder)
            assert done.returncode in codes, (command, done.stdout[-3000:], done.stderr[-3000:])
            return done.stdout

        def openclaw(*arguments, codes=(0,)):
            return run(node, package / "openclaw.mjs", *arguments, codes=codes)

        def configure(change):
            path = folder / "state" / "openclaw.json"
            held = json.loads(path.read_text()) if path.exists() else {}
            path.parent.mkdir(exist_ok=True)
            path.write_text(json.dumps(change(held)))

        memory = folder / "memory"
        run(program, "init", memory, "-q")
        run(program, "observe", "User's boat is called Luna.", "-w", memory, "-q")
        provider = {"baseUrl": f"http://127.0.0.1:{server.server_port}/v1", "apiKey": "none", "api": "openai-completions",
                    "models": [{"id": "m", "name": "m", "reasoning": False, "input": ["text"], "contextWindow": 60000,
                                "maxTokens": 1000, "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}}]}
        agents = {"workspace": str(folder / "workspace"), "skipBootstrap": True, "model": {"primary": "script/m"}}
        configure(lambda _: {"gateway": {"mode": "local"}, "agents": {"defaults": agents},
                             "models": {"providers": {"script": provider}}})

        def allowed(held):
            held["plugins"]["entries"][ID] |= {"hooks": {"allowConversationAccess": True},
                                               "config": {"workspace": str(memory), "program": program}}
            return held

        def check_loaded():
            shown = json.loads(openclaw("plugins", "inspect", ID, "--runtime", "--json"))
            assert shown["plugin"]["status"] == "loaded" and shown["plugin"]["memorySlotSelected"], shown
            assert shown["plugin"]["toolNames"] == ["memory_search", "memory_get"], shown
            hooks = [one["name"] for one in shown["typedHooks"]]
            assert {"before_prompt_build", "agent_end", "session_end"} <= set(hooks), hooks
            assert not [one for one in shown.get("diagnostics") or [] if one.get("pluginId") == ID], shown
            assert ID in openclaw("plugins", "list", "--json")
            # It remarks that its own memory is not in use.
            assert ID not in openclaw("plugins", "doctor", codes=(0, 1))

        def check_turns():
            for text in ("What is my boat called? My cat is called Tom.", "My dog is called Rex. Search: the boat."):
                openclaw("agent", "--local", "--session-id", "s1", "-m", text, "--json")
            first, *_, last = Model.asked
            assert "Long-term memory" in json.dumps(first["messages"][0])
            assert "Luna" in json.dumps(first["messages"][1]), first["messages"]
            [found] = [json.dumps(one) for one in last["messages"] if one["role"] == "tool"]
            assert "users-boat" in found, found
            [session] = (memory / "sessions").rglob("*.md")
            turns = [block.split("\n", 1)[1].strip().split("\n")[0] for block in session.read_text().split("\n## ")[1:]]
            assert turns == ["What is my boat called? My cat is called Tom.", "Noted.",
                             "My dog is called Rex. Search: the boat.", "Noted."], turns

        openclaw("plugins", "install", "--link", str(PLUGIN), "--force", "--accept-capabilities")
        configure(allowed)
        check_loaded()
        check_turns()
    print("OpenClaw", VERSION, "loads the plugin, tells it of turns and calls its tools.")


if __name__ == "__main__":
    main()
