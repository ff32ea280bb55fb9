"""The official Python client against `pyramid mcp`: each tool is called, resources and prompts are read.

    python_client.py PROGRAM BUILD_FOLDER

Installs the client into BUILD_FOLDER/mcp-venv; where that cannot be done, says why and exits with 77.
"""

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path


def python_with_client(build):
    folder = Path(build) / "mcp-venv"
    python = folder / "bin" / "python"
    try:
        if not python.exists():
            venv.create(folder, with_pip=True)
        if subprocess.run([python, "-c", "import mcp"], capture_output=True).returncode != 0:
            subprocess.run(
                [python, "-m", "pip", "install", "-q", "mcp"],
                check=True, capture_output=True, text=True, timeout=240,
            )
    except (OSError, subprocess.SubprocessError) as error:
        detail = (getattr(error, "stderr", None) or "").strip().splitlines()
        print("skipped: the client cannot be installed:", error, *detail[-1:])
        sys.exit(77)
    return python


async def talk(program, workspace):
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    server = StdioServerParameters(command=program, args=["mcp", "-w", workspace])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()

        async def call(tool, **arguments):
            result = await session.call_tool(tool, arguments)
            fields = result.model_dump(by_alias=True)
            assert not fields["isError"], (tool, fields["content"])
            called.add(tool)
            return fields["structuredContent"]

        called = set()
        offered = {tool.name for tool in (await session.list_tools()).tools}
        turns = [{"role": "user", "text": "My sister Ana lives in Porto."}]
        fact = await call("memory_observe", text="User moved to Austin.")
        assert (await call("memory_capture", turns=turns, conversation="c"))["turns_added"] == 1
        await call("memory_log", text="Rebooted the gateway.")
        await call("memory_sync")
        assert (await call("memory_search", query="Ana"))["results"]
        assert "Porto" in (await call("memory_recall", prompt="a trip to see Ana"))["text"]
        assert (await call("memory_get", path=fact["path"]))["status"] == "ok"
        assert (await call("memory_why", what=fact["path"]))["node"]["path"] == fact["path"]
        assert (await call("memory_history"))["entries"]
        await call("memory_revert", what="HEAD", dry_run=True)
        assert (await call("memory_forget", match="Austin"))["forgotten"]
        assert (await call("memory_status"))["observations"] == 1
        assert called == offered, offered ^ called
        uris = [str(one.uri) for one in (await session.list_resources()).resources]
        assert "memory://MEMORY.md" in uris
        assert (await session.read_resource("memory://MEMORY.md")).contents
        for prompt in (await session.list_prompts()).prompts:
            got = await session.get_prompt(prompt.name, {"task": "a trip"})
            assert got.messages, prompt.name


def main():
    program, build = sys.argv[1:3]
    if "--inside" not in sys.argv:
        python = python_with_client(build)
        sys.exit(subprocess.run([python, __file__, program, build, "--inside"], timeout=240).returncode)
    import asyncio

    os.environ.update(GIT_CONFIG_GLOBAL="/dev/null", GIT_CONFIG_NOSYSTEM="1")
    with tempfile.TemporaryDirectory() as home:
        os.environ["HOME"] = home
        subprocess.run([program, "init", "-q", home + "/memory"], check=True)
        asyncio.run(talk(program, home + "/memory"))


if __name__ == "__main__":
    main()
