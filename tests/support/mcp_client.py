"""A server of the Model Context Protocol, asked as its clients do (2025-11-25, lines of JSON)."""

import json
import subprocess


class Server:
    """Over its standard input and output, with the handshake done."""

    def __init__(self, words, environment=None):
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        env=environment)
        self.number = 0
        self.updates = []  # of resources, as they were announced
        self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                                "clientInfo": {"name": "client", "version": "1"}})
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method, params):
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        while True:
            line = self.process.stdout.readline()
            assert line, f"the server ended at {method} {params}"
            answer = json.loads(line)
            if answer.get("method") == "notifications/resources/updated":
                self.updates.append(answer["params"])
            elif answer.get("id") == self.number:
                assert "result" in answer, answer
                return answer["result"]

    def call(self, tool, arguments):
        result = self.ask("tools/call", {"name": tool, "arguments": arguments})
        return {"text": result["content"][0]["text"], "structured": result.get("structuredContent"),
                "is_error": result.get("isError", False)}

    def resource(self, uri):
        return self.ask("resources/read", {"uri": uri})["contents"]

    def end(self):
        self.process.stdin.close()
        self.process.wait(timeout=60)
