"""Anthropic's own memory tool against `pyramid memory-tool`, and against the tool of `pyramid mcp --compat memory-tool`:
the same random commands, the same answers.

    memory_tool_oracle.py PROGRAM BUILD_FOLDER [COMMANDS [SEED]]

Installs the SDK (PyPI `anthropic`) into BUILD_FOLDER/anthropic-venv; where that cannot be done, says why and exits
with 77. What the SDK does not answer but dies of (an OSError, text that is no UTF-8) has to be an error of ours.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path


def python_with_sdk(build):
    folder = Path(build) / "anthropic-venv"
    python = folder / "bin" / "python"
    try:
        if not python.exists():
            venv.create(folder, with_pip=True)
        if subprocess.run([python, "-c", "import anthropic"], capture_output=True).returncode != 0:
            subprocess.run(
                [python, "-m", "pip", "install", "-q", "anthropic"],
                check=True, capture_output=True, text=True, timeout=240,
            )
        subprocess.run([python, "-c", "from anthropic.tools import BetaLocalFilesystemMemoryTool"],
                       check=True, capture_output=True, text=True)
    except (OSError, subprocess.SubprocessError) as error:
        detail = (getattr(error, "stderr", None) or "").strip().splitlines()
        print("skipped: the SDK cannot be installed:", error, *detail[-1:])
        sys.exit(77)
    return python


NAMES = ["a", "b.md", "c", "notes", "ä ö.md", "x.txt", "%2e%2e", "deep"]
TEXTS = ["", "x", "one\ntwo\nthree\n", "one\none\n", "ä\n\nö", "no end", "\r\ntwo\r\n", "aaa", "\n\n\n", "`q`", "x" * 1536,
         "y" * 1024]


def path(rng):
    if rng.random() < 0.06:
        return rng.choice(["/memories", "/memories/", "memories/a", "/tmp/a", "/memories/../../etc/passwd", "",
                           "/memories/a/../b.md", "/memories//a", "/memories/./c", "/memories/a/../../memories/a"])
    return "/memories/" + "/".join(rng.choice(NAMES) for _ in range(rng.choice([1, 1, 1, 2, 2, 3])))


def command(rng):
    kind = rng.choice(["view", "view", "create", "create", "str_replace", "insert", "delete", "rename"])
    if kind == "rename":
        return {"command": kind, "old_path": path(rng), "new_path": path(rng)}
    one = {"command": kind, "path": path(rng)}
    if kind == "view" and rng.random() < 0.2:
        one["path"] = "/memories"
    if kind == "view" and rng.random() < 0.4:
        one["view_range"] = [rng.randint(-2, 5), rng.choice([-3, -2, -1, 0, 1, 2, 3, 9])]
    if kind == "create":
        one["file_text"] = rng.choice(TEXTS)
    if kind == "str_replace":
        one["old_str"] = rng.choice(["one", "two", "x", "aa", "\n", "", "ä", "`q`", "one\ntwo"])
        one["new_str"] = rng.choice(TEXTS)
    if kind == "insert":
        one["insert_line"] = rng.randint(-1, 5)
        one["insert_text"] = rng.choice(TEXTS)
    return one


def tree(root):
    found = {}
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in folders + files:
            whole = Path(folder) / name
            if not name.startswith("."):
                found[str(whole.relative_to(root))] = whole.read_bytes() if whole.is_file() else None
    return found


class Served:
    """The tool `memory` of `pyramid mcp --compat memory-tool`."""

    def __init__(self, program, workspace, environment):
        self.process = subprocess.Popen([program, "mcp", "--compat", "memory-tool", "-w", workspace], env=environment,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self.number = 0
        self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                                "clientInfo": {"name": "oracle", "version": "1"}})
        tools = self.ask("tools/list", {})["tools"]
        assert [tool["name"] for tool in tools] == ["memory"], tools

    def ask(self, method, params):
        self.number += 1
        print(json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}),
              file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())["result"]

    def call(self, given):
        result = self.ask("tools/call", {"name": "memory", "arguments": given})
        text = result["content"][0]["text"]
        assert result["structuredContent"] == {"content": text}, result
        return text, result["isError"]

    def end(self):
        self.process.stdin.close()
        assert self.process.wait(timeout=60) == 0


def compare(program, count, seed):
    from anthropic.lib.tools._beta_functions import ToolError
    from anthropic.tools import BetaLocalFilesystemMemoryTool

    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        ours, base = Path(folder) / "ours", Path(folder) / "sdk"
        environment = {**os.environ, "HOME": folder, "GIT_CONFIG_GLOBAL": "/dev/null", "PYRAMID_WORKSPACE": ""}
        run = lambda *words: subprocess.run([program, *words, "-w", ours], capture_output=True, env=environment)
        subprocess.run([program, "init", ours, "-q"], check=True, env=environment)
        # What the lock makes is there from the beginning: the size of a folder counts.
        run("memory-tool", json.dumps({"command": "view", "path": "/memories"}))
        shutil.copytree(ours, base / "memories", symlinks=True)
        sdk = BetaLocalFilesystemMemoryTool(str(base))
        served = Served(program, ours, environment)
        for number in range(count):
            given = command(rng)
            try:
                expected, is_error = sdk.call(given), False
            except ToolError as error:
                expected, is_error = str(error), True
            except Exception:  # no answer of the tool's
                expected, is_error = None, True
            if number % 4 == 0:
                done = run("memory-tool", json.dumps(given))
                said, failed = done.stdout.decode(), done.returncode == 1
                assert done.returncode in (0, 1) and not done.stderr, (given, done)
            else:
                said, failed = served.call(given)
            where = f"command {number} of seed {seed}: {json.dumps(given)}\nSDK:  {expected!r}\nours: {said!r}"
            assert failed == is_error, where
            assert expected is None or said == expected, where
            assert tree(ours) == tree(base / "memories"), where
        served.end()
    print(f"{count} commands answered alike, seed {seed}")


if __name__ == "__main__":
    if os.environ.get("PYRAMID_ORACLE") != "1":
        python = python_with_sdk(sys.argv[2])
        os.execve(python, [str(python), *sys.argv], {**os.environ, "PYRAMID_ORACLE": "1"})
    compare(sys.argv[1], int(sys.argv[3]) if len(sys.argv) > 3 else 400,
            int(sys.argv[4]) if len(sys.argv) > 4 else 20260515)
