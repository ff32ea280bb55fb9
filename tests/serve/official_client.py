"""The official Python client against `pyramid serve`, in both eras of the protocol.

    official_client.py PROGRAM BUILD_FOLDER

Installs the client as tests/protocol/python_client.py does; where that cannot be done, says why and exits with 77.
"""

import asyncio
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "protocol"))


def succeeded(result):
    fields = result.model_dump(by_alias=True)
    assert not fields["isError"], fields
    return fields["structuredContent"]


async def older(url):
    from mcp import ClientSession
    from mcp.client.streamable_http import streamable_http_client

    async with streamable_http_client(url) as streams, ClientSession(*streams[:2]) as session:
        await session.initialize()
        assert len((await session.list_tools()).tools) == 12
        assert succeeded(await session.call_tool("memory_observe", {"text": "User likes jazz."}))["added"]
        succeeded(await session.call_tool("memory_sync", {}))


async def newer(url):
    from mcp import Client

    async def told(*_):
        pass

    async with Client(url) as client:
        assert client.protocol_version == "2026-07-28", client.protocol_version
        assert succeeded(await client.call_tool("memory_search", {"query": "jazz"}))["results"]
        succeeded(await client.call_tool("memory_sync", {}, progress_callback=told))


async def both(url):
    await asyncio.wait_for(older(url), 120)
    await asyncio.wait_for(newer(url), 120)


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        workspace = os.path.join(folder, "memory")
        environment = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "PYRAMID_TOKEN": ""}
        subprocess.run([program, "init", workspace, "-q"], check=True, env=environment)
        server = subprocess.Popen([program, "serve", "-w", workspace, "--http", "127.0.0.1:0"],
                                  stdout=subprocess.PIPE, text=True, env=environment)
        try:
            asyncio.run(both(re.search(r"http://\S+", server.stdout.readline())[0]))
        finally:
            server.terminate()
            server.wait(60)
        print("both eras answered")


if __name__ == "__main__":
    if os.environ.get("PYRAMID_OFFICIAL_CLIENT") != "1":
        from python_client import python_with_client

        python = python_with_client(sys.argv[2])
        os.execve(python, [str(python), *sys.argv], {**os.environ, "PYRAMID_OFFICIAL_CLIENT": "1"})
    main(sys.argv[1])
