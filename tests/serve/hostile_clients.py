"""`pyramid serve`, asked as clients of both eras do, as pages in a browser do, and as nobody should.

    hostile_clients.py PROGRAM
"""

import base64
import http.client
import json
import os
import re
import select
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

MODERN = "2026-07-28"
META = {"io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {}}


class Server:
    def __init__(self, program, workspace, token="", address="127.0.0.1:0", compat=()):
        environment = {**os.environ, "PYRAMID_TOKEN": token, "GIT_CONFIG_GLOBAL": "/dev/null"}
        self.process = subprocess.Popen([program, "serve", "-w", workspace, "--http", address,
                                         *compat],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)/mcp", line)
        assert found, (line, self.process.communicate(timeout=30))
        self.port = int(found.group(1))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        code = self.process.wait(60)
        assert code == 0, code

    def ask(self, method, path, body=None, headers=None):
        while True:
            link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
            data = body if body is None or isinstance(body, (bytes, str)) else json.dumps(body)
            link.request(method, path, data, {"Content-Type": "application/json",
                                              "Accept": "application/json, text/event-stream", **(headers or {})})
            answer = link.getresponse()
            text = answer.read().decode("utf-8", "replace")
            link.close()
            if answer.status != 429:
                return answer.status, dict((k.lower(), v) for k, v in answer.getheaders()), text
            time.sleep(1)

    def modern(self, method, params=None, headers=None, **changed):
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**(params or {}), "_meta": META}}
        message["params"].update(changed)
        sent = {"MCP-Protocol-Version": MODERN, "Mcp-Method": method}
        name = (params or {}).get("name") or (params or {}).get("uri")
        if name:
            sent["Mcp-Name"] = name
        sent.update(headers or {})
        status, got, text = self.ask("POST", "/mcp", message, {k: v for k, v in sent.items() if v is not None})
        return status, got, text


def check(condition, *told):
    if not condition:
        raise AssertionError(told)


def as_a_knowledge_graph(program, workspace):
    """`--compat server-memory` changes what is at /mcp, and nothing else."""
    with Server(program, workspace, compat=("--compat", "server-memory")) as server:
        status, _, text = server.modern("tools/list")
        check(status == 200 and len(json.loads(text)["result"]["tools"]) == 9, status, text)
        mia = {"name": "Mia", "entityType": "person", "observations": ["Likes tea"]}
        status, _, text = server.modern("tools/call", {"name": "create_entities", "arguments": {"entities": [mia]}})
        check(status == 200 and json.loads(text)["result"]["structuredContent"] == {"entities": [mia]}, status, text)
        status, _, text = server.modern("resources/read", {"uri": "memory://knowledge-graph"})
        check(mia in json.loads(json.loads(text)["result"]["contents"][0]["text"])["entities"], status, text)
        status, _, text = server.ask("POST", "/search", {"query": "who likes tea"})
        check(status == 200 and "Likes tea" in text, status, text)


def newer_era(server):
    status, _, text = server.modern("server/discover")
    check(status == 200 and json.loads(text)["result"]["supportedVersions"] == [MODERN], status, text)
    status, _, text = server.modern("tools/list")
    check(status == 200 and len(json.loads(text)["result"]["tools"]) == 12, status, text)
    status, _, text = server.modern("tools/call", {"name": "memory_observe", "arguments": {"text": "User likes tea."}})
    check(status == 200 and not json.loads(text)["result"]["isError"], status, text)
    status, _, text = server.modern("resources/read", {"uri": "memory://MEMORY.md"})
    check(status == 200 and "contents" in json.loads(text)["result"], status, text)
    for headers in ({"Mcp-Method": "tools/list"}, {"Mcp-Method": None}, {"MCP-Protocol-Version": None},
                    {"MCP-Protocol-Version": "2025-11-25"}):
        status, _, text = server.modern("server/discover", headers=headers)
        check(status == 400 and json.loads(text)["error"]["code"] == -32020, headers, status, text)
    status, _, text = server.modern("tools/call", {"name": "memory_status", "arguments": {}}, {"Mcp-Name": "x"})
    check(status == 400 and json.loads(text)["error"]["code"] == -32020, status, text)
    status, _, text = server.modern("no/such")
    check(status == 404 and json.loads(text)["error"]["code"] == -32601, status, text)
    note = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 9, "_meta": META}}
    status, _, text = server.ask("POST", "/mcp", note, {"MCP-Protocol-Version": MODERN,
                                                        "Mcp-Method": "notifications/cancelled"})
    check(status == 202 and text == "", status, text)


def events_of(text):
    return [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: ")]


def streams(server):
    meta = {**META, "progressToken": "p"}
    status, got, text = server.modern("tools/call", {"name": "memory_sync", "arguments": {}}, _meta=meta)
    check(status == 200 and got["content-type"].startswith("text/event-stream"), status, got)
    events = events_of(text)
    check("result" in events[-1] and all(e["method"] == "notifications/progress" for e in events[:-1]), text)
    # A subscription stays open, is told of a change, and ends when the client goes.
    message = {"jsonrpc": "2.0", "id": "s", "method": "subscriptions/listen",
               "params": {"_meta": META, "notifications": {"resourceSubscriptions": ["memory://MEMORY.md"]}}}
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    link.request("POST", "/mcp", json.dumps(message), {"MCP-Protocol-Version": MODERN,
                                                       "Mcp-Method": "subscriptions/listen"})
    answer = link.getresponse()
    check(b"event" in answer.readline())
    check("acknowledged" in answer.readline().decode())
    server.modern("tools/call", {"name": "memory_observe", "arguments": {"text": "User's cat is called Momo."}})
    server.modern("tools/call", {"name": "memory_sync", "arguments": {}})
    told = ""
    while "resources/updated" not in told:
        told = answer.readline().decode()
    link.close()


def older_era(server):
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize",
             "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}
    status, got, text = server.ask("POST", "/mcp", hello)
    check(status == 200 and json.loads(text)["result"]["protocolVersion"] == "2025-11-25", status, text)
    session = {"MCP-Session-Id": got["mcp-session-id"]}
    check(re.fullmatch(r"[!-~]{16,}", got["mcp-session-id"]))
    note = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    check(server.ask("POST", "/mcp", note, session)[0] == 202)
    listing = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
    status, _, text = server.ask("POST", "/mcp", listing, session)
    check(status == 200 and len(json.loads(text)["result"]["tools"]) == 12, status, text)
    check(server.ask("POST", "/mcp", listing)[0] == 400)
    status, _, text = server.ask("POST", "/mcp", listing, {"MCP-Protocol-Version": MODERN})
    check(status == 400 and json.loads(text)["error"]["code"] == -32602, status, text)  # no _meta
    check(server.ask("POST", "/mcp", listing, {"MCP-Session-Id": "x"})[0] == 404)
    several = [{"jsonrpc": "2.0", "id": 3, "method": "ping"}, note, {**listing, "id": 4}]
    for version in ({}, {"MCP-Protocol-Version": "2025-03-26"}):
        status, _, text = server.ask("POST", "/mcp", several, {**session, **version})
        check(status == 200 and sorted(one["id"] for one in json.loads(text)) == [3, 4], status, text)
    check(server.ask("POST", "/mcp", several, {**session, "MCP-Protocol-Version": "2025-11-25"})[0] == 400)
    check(server.ask("POST", "/mcp", several, {"MCP-Session-Id": "x"})[0] == 404)
    check(server.ask("POST", "/mcp", [note], session)[0] == 202)
    check(server.ask("GET", "/mcp", None, session)[0] == 405)
    check(server.ask("DELETE", "/mcp", None, session)[0] == 204)
    check(server.ask("POST", "/mcp", listing, session)[0] == 404)
    check(server.ask("DELETE", "/mcp", None, session)[0] == 404)


def bridge(server):
    check(json.loads(server.ask("GET", "/health")[2])["status"] == "ok")
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    link.putrequest("GET", "/health")  # with a Host of its own
    link.putheader("Host", "evil.example")
    link.endheaders()
    check(link.getresponse().status == 400)
    link.close()
    api = json.loads(server.ask("GET", "/openapi.json")[2])
    table = json.loads((Path(__file__).parents[2] / "schema" / "operations.json").read_text())
    offered = ["/" + name for name, operation in table.items() if not operation["local"]]
    check(set(api["paths"]) == {"/extract", "/health", *offered}, sorted(api["paths"]))
    for name in ("/import", "/bootstrap", "/export", "/doctor"):
        check(server.ask("POST", name, {"source": "/etc", "directory": "/tmp"})[0] == 404, name)
    status, _, text = server.ask("POST", "/observe", {"text": "User's boat is called Luna."})
    check(status == 200 and json.loads(text)["added"], status, text)
    turns = [{"role": "user", "text": "I moved to Austin."}]
    status, _, text = server.ask("POST", "/extract", {"turns": turns, "conversation": "c"})
    check(status == 200 and json.loads(text)["turns_added"] == 1, status, text)
    status, _, text = server.ask("POST", "/search", {"query": "boat"})
    check(status == 200 and "Luna" in text, status, text)
    status, _, text = server.ask("POST", "/recall", {"prompt": "my boat"})
    check(status == 200 and "Luna" in json.loads(text)["text"], status, text)
    for body in ("", "x", "[]", "null", '{"query": 7}', '{"quary": "x"}', "[" * 5000, b"\xff", '{"query": ""}'):
        status, _, text = server.ask("POST", "/search", body)
        check(status == 400 and json.loads(text)["error"]["what"], body, status, text)
    status, headers, text = server.ask("GET", "/search")
    check(status == 405 and headers["allow"] == "POST" and json.loads(text)["error"]["what"], status, headers, text)
    check(server.ask("TRACE", "/health")[0] == 405)
    status, _, text = server.ask("POST", "/nothing", {})
    check(status == 404 and json.loads(text)["error"]["what"] == "there is no such path", status, text)
    check(server.ask("POST", "/nothing", "{}")[0] == 404)


def long_forms(server):
    """curl says that whatever it sends is a form."""
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    for words in (10, 20_000):
        status, _, text = server.ask("POST", "/recall", {"prompt": "Köln " * words}, form)
        check(status == 200, words, status, text)


def encoded_names(server):
    uri = "memory://notes/mein%20plan.md"
    for name in (uri, "=?base64?" + base64.b64encode(uri.encode()).decode() + "?="):
        status, _, text = server.modern("resources/read", {"uri": uri}, {"Mcp-Name": name})
        check("mein Plan" in text, name, status, text)
    status, _, text = server.modern("resources/read", {"uri": uri}, {"Mcp-Name": "=?base64?bm9uZQ==?="})
    check(status == 400 and "-32020" in text, status, text)


def gate(server):
    own = f"127.0.0.1:{server.port}"
    for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1", "127.0.0.1:1", "", f"[::2]:{server.port}"):
        check(server.ask("GET", "/health", None, {"Host": host})[0] == 403, host)
    for host in (own, f"localhost:{server.port}", f"[::1]:{server.port}"):
        check(server.ask("GET", "/health", None, {"Host": host})[0] == 200, host)
    for origin in ("http://evil.example", "null", f"http://evil.example:{server.port}", "http://127.0.0.1:1",
                   f"http://localhost:{server.port}"):
        check(server.ask("POST", "/search", {"query": "x"}, {"Host": own, "Origin": origin})[0] == 403, origin)
    check(server.ask("GET", "/health", None, {"Host": own, "Origin": "http://" + own})[0] == 200)


def no_file_outside(server):
    for path in ("/../../etc/passwd", "/mcp/../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/.env"):
        status, _, text = server.ask("GET", path)
        check(status == 404 and "root:" not in text, path, status)
    for path in ("../outside.md", "/etc/passwd", ".git/config", ".env", "x/../../outside.md"):
        status, _, text = server.modern("tools/call", {"name": "memory_get", "arguments": {"path": path}})
        check("secret" not in text and "root:" not in text and "[core]" not in text, path, text)
        status, _, text = server.modern("resources/read", {"uri": "memory://" + path})
        check(status == 400 and "secret" not in text, path, status, text)
        status, _, text = server.ask("POST", "/recall", {"prompt": "x", "session": path})
        check("secret" not in text and "root:" not in text, path, text)


def too_much(server):
    for size in (5 << 20, 64 << 20):
        try:
            check(server.ask("POST", "/search", b"x" * size)[0] == 413, size)
        except OSError:  # it closed while we still sent
            pass
    for text in (b"x", b"GET\r\n\r\n", b"POST /mcp HTTP/1.1\r\nContent-Length: -1\r\n\r\n", b"\x00" * 70000,
                 b"GET /" + b"a" * 100000 + b" HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 20000):
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as link:
            try:
                link.sendall(text)
                link.shutdown(socket.SHUT_WR)
                link.recv(4096)
            except OSError:
                pass
    host = f"Host: 127.0.0.1:{server.port}\r\n".encode()
    # Whose length is in doubt is not read.
    for lengths in (b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
                    b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}"):
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as link:
            link.sendall(b"POST /search HTTP/1.1\r\n" + host + lengths)
            answer = link.recv(4096)
            check(answer.startswith((b"HTTP/1.1 400", b"HTTP/1.1 429")), lengths, answer)
    # Slow ones do not keep others out.
    slow = [socket.create_connection(("127.0.0.1", server.port), timeout=60) for _ in range(100)]
    for link in slow[:50]:
        link.sendall(b"POST /search HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
    for link in slow[50:]:
        link.sendall(b"GET /health HTTP/1.1\r\n")
    check(server.ask("GET", "/health")[0] in (200, 429))
    check(not select.select([slow[-1]], [], [], 0)[0], "it was asked for long enough to give up the slow ones")
    for link in slow:
        link.close()
    statuses = []

    def many():
        for _ in range(40):
            link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
            link.request("GET", "/health")
            statuses.append(link.getresponse().status)
            link.close()
    threads = [threading.Thread(target=many) for _ in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    check(set(statuses) <= {200, 429}, set(statuses))
    time.sleep(2)
    check(server.ask("GET", "/health")[0] == 200)


def tokens(program, workspace):
    with Server(program, workspace, token="a%41b") as server:
        check(server.ask("GET", "/health", headers={"Authorization": "Bearer a%41b"})[0] == 200)
        check(server.ask("GET", "/health", headers={"Authorization": "Bearer a%42b"})[0] == 401)
    with Server(program, workspace, token="s3cret") as server:
        for given in (None, "", "Bearer", "Bearer x", "Bearer s3cre", "Bearer s3crett", "Basic s3cret"):
            headers = {} if given is None else {"Authorization": given}
            status, got, text = server.ask("POST", "/search", {"query": "x"}, headers)
            check(status == 401 and "www-authenticate" in got and "s3cret" not in text, given, status)
        check(server.ask("POST", "/search", {"query": "x"}, {"Authorization": "Bearer s3cret"})[0] == 200)
    refused = subprocess.run([program, "serve", "-w", workspace, "--http", "0.0.0.0:0"], capture_output=True, text=True,
                             env={**os.environ, "PYRAMID_TOKEN": ""}, timeout=60)
    check(refused.returncode == 2 and "PYRAMID_TOKEN" in refused.stderr, refused)
    for address in ("nonsense", "127.0.0.1:99999", "127.0.0.1", ":80", "::1:80"):
        refused = subprocess.run([program, "serve", "-w", workspace, "--http", address], capture_output=True, text=True,
                                 timeout=60)
        check(refused.returncode == 2, address, refused)


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        workspace = os.path.join(folder, "memory")
        environment = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null"}
        subprocess.run([program, "init", workspace, "-q"], check=True, env=environment)
        for name in ("outside.md", "memory/.env"):
            with open(os.path.join(folder, name), "w") as file:
                file.write("secret")
        os.mkdir(os.path.join(workspace, "notes"))
        with open(os.path.join(workspace, "notes", "mein plan.md"), "w") as file:
            file.write("# mein Plan\n")
        with Server(program, workspace) as server:
            for part in (newer_era, encoded_names, streams, older_era, bridge, long_forms, gate, no_file_outside, too_much):
                part(server)
                print("ok:", part.__name__, flush=True)
        tokens(program, workspace)
        print("ok: tokens")
        as_a_knowledge_graph(program, workspace)
        print("ok: as_a_knowledge_graph")


main(sys.argv[1])
