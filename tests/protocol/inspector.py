"""The official inspector's command line against `pyramid mcp`, in both eras.

    inspector.py PROGRAM BUILD_FOLDER

Installs it (npm `@modelcontextprotocol/inspector`) below BUILD_FOLDER; where that cannot be done, says why and exits
with 77.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
from node_packages import installed  # noqa: E402

INSPECTOR = "@modelcontextprotocol/inspector@2.12.0"
ITS_TOOL_FAILED = 5


def main():
    program, build = str(Path(sys.argv[1]).resolve()), sys.argv[2]
    node, package = installed(build, INSPECTOR)
    launcher = package / "clients" / "launcher" / "build" / "index.js"
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}
    environment["PATH"] = f"{node.parent}:{environment['PATH']}"
    with tempfile.TemporaryDirectory() as folder:
        workspace = Path(folder) / "memory"
        subprocess.run([program, "init", workspace], check=True, capture_output=True, env=environment)

        def ask(era, method, *arguments, code=0):
            done = subprocess.run(
                [node, launcher, "--cli", "--protocol-era", era, "--method", method, *arguments, "--format", "json",
                 "-q", "--", program, "mcp", "-w", workspace],
                capture_output=True, text=True, timeout=60, env=environment, cwd=folder,
            )
            assert done.returncode == code, (era, method, done.returncode, done.stdout, done.stderr)
            return json.loads(done.stdout)["result"] if code == 0 else None

        def call(era, tool, code=0, **arguments):
            return ask(era, "tools/call", "--tool-name", tool, "--tool-args-json", json.dumps(arguments), code=code)

        for era in ("legacy", "modern"):
            tools = ask(era, "tools/list", "--strict")["tools"]
            assert len(tools) == 12, [tool["name"] for tool in tools]
            fact = call(era, "memory_observe", text=f"User's boat of the {era} era is called Luna.")
            assert fact["structuredContent"]["added"], fact
            found = call(era, "memory_search", query="boat")
            assert "Luna" in found["structuredContent"]["results"][0]["snippet"], found
            assert json.loads(found["content"][0]["text"]) == found["structuredContent"]
            call(era, "memory_search", query="", code=ITS_TOOL_FAILED)
            uris = [one["uri"] for one in ask(era, "resources/list")["resources"]]
            assert "memory://MEMORY.md" in uris, uris
            read = ask(era, "resources/read", "--uri", "memory://MEMORY.md")
            assert read["contents"][0]["mimeType"] == "text/markdown", read
            assert ask(era, "resources/templates/list")["resourceTemplates"]
            assert {one["name"] for one in ask(era, "prompts/list")["prompts"]} == {"recall", "review"}
            assert ask(era, "prompts/get", "--prompt-name", "recall", "--prompt-args", "task=boat")["messages"]


if __name__ == "__main__":
    main()
