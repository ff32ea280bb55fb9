"""The built program against LiteLLM's proxy, whose models answer with what its configuration says.

Shows that requests, the key, the probe, errors and limits are understood by a server that somebody
else wrote. Exits with 1 and the reason where they are not; says "skipped" where the proxy does not
come up.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

KEY = "sk-of-this-test-0123456789abcdef"
NOW = "2026-05-15T09:00:00Z"
START_SECONDS = 120
# One answer that fits every question: of the probe, of an extraction, of an assignment.
ANSWER = {"items": [{"word": "ready", "text": "User moved to Lisbon in March 2026.", "turn": 1,
                     "number": 1, "model": "user"}]}
MODELS = {"says-facts": json.dumps(ANSWER), "is-limited": "litellm.RateLimitError",
          "has-no-room": "litellm.ContextWindowExceededError"}
CONFIGURATION = {
    "model_list": [{"model_name": name, "litellm_params": {
        "model": "openai/nothing", "api_key": "none", "mock_response": says}}
        for name, says in MODELS.items()],
    "litellm_settings": {"num_retries": 0, "telemetry": False},
    "router_settings": {"num_retries": 0, "disable_cooldowns": True},
    "general_settings": {"master_key": KEY},
}
TURN = {"type": "message", "id": "a", "timestamp": "2026-05-12T10:00:00.000Z",
        "message": {"role": "user", "content": [
            {"type": "text", "text": "I moved to Lisbon in March 2026."}]}}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until_up(server, port):
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and server.poll() is None:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health/liveliness", timeout=5)
            return True
        except OSError:
            time.sleep(0.3)
    return False


class Program:
    def __init__(self, program, folder, port):
        self.program, self.root, self.port = program, folder / "memory", port
        self.environment = {**os.environ, "HOME": str(folder), "OPENAI_API_KEY": KEY,
                            "GIT_CONFIG_GLOBAL": "/dev/null", "OPENAI_BASE_URL": ""}
        self.said = ""
        self.run(0, "init", str(self.root), workspace=False)

    def use(self, model):
        (self.root / "pyramid.yaml").write_text(
            f"engine: openai\nbase_url: http://127.0.0.1:{self.port}\nmodel: {model}\n")

    def run(self, code, *arguments, workspace=True):
        place = ["-w", str(self.root)] if workspace else []
        result = subprocess.run([self.program, *arguments, *place, "--now", NOW],
                                capture_output=True, text=True, env=self.environment)
        text = result.stdout + result.stderr
        self.said += text
        if result.returncode != code:
            sys.exit(f"pyramid {' '.join(arguments)}: code {result.returncode}, not {code}:\n{text}")
        return text


def expect(text, part):
    if part not in text:
        sys.exit(f"not said: {part}\nbut: {text}")


def check(program, folder):
    session = folder / "sessions" / "11111111-1111-4111-8111-111111111111.jsonl"
    session.parent.mkdir()
    head = {"type": "session", "version": 3, "id": session.stem, "timestamp": TURN["timestamp"]}
    session.write_text("".join(json.dumps(line) + "\n" for line in (head, TURN)))
    program.use("says-facts")
    expect(program.run(0, "doctor", "--json"), '"mode": "schema"')
    expect(program.run(0, "import", "--openclaw", "--source", str(session.parent)),
           "1 observation")
    program.run(0, "sync")
    program.run(0, "check")
    expect(program.run(0, "sync"), "Nothing to do")
    expect(program.run(0, "costs"), "says-facts extract/3")
    expect((program.root / "MEMORY.md").read_text(), "Lisbon")
    program.use("is-limited")
    expect(program.run(4, "doctor"), "takes no more requests for now (429)")
    program.use("has-no-room")
    expect(program.run(4, "doctor"), "cannot read even a short question")
    program.use("is-not-there")
    expect(program.run(4, "doctor"), "has no model `is-not-there`")
    everything = program.said + "".join(
        path.read_text(errors="replace") for path in program.root.rglob("*") if path.is_file())
    if KEY in everything:
        sys.exit("the key stands where it may not")


def main():
    litellm, program = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        configuration = folder / "litellm.json"  # JSON is YAML
        configuration.write_text(json.dumps(CONFIGURATION))
        configuration = configuration.rename(folder / "litellm.yaml")
        port = free_port()
        log = folder / "litellm.log"
        with log.open("w") as out:
            server = subprocess.Popen(
                [litellm, "--config", str(configuration), "--host", "127.0.0.1", "--port", str(port)],
                stdout=out, stderr=out, env={**os.environ, "LITELLM_LOCAL_MODEL_COST_MAP": "True"})
        try:
            if not wait_until_up(server, port):
                lines = log.read_text().strip().splitlines()
                print("skipped: LiteLLM's proxy does not start: " + (lines[-1] if lines else ""))
                return
            check(Program(program, folder, port), folder)
            print("LiteLLM's proxy is understood.")
        finally:
            server.terminate()
            server.wait()


main()
