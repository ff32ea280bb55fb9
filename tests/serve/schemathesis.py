"""Schemathesis against `pyramid serve`: thousands of requests made from its own OpenAPI file.

    schemathesis.py PROGRAM BUILD_FOLDER

Installs it into the build folder; where that cannot be done, says why and exits with 77. Two of its checks are left
out: one takes each text that the schema lets through for one that means something ("no such source"), one sends
methods that no server knows.
"""

import os
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

PACKAGE = "schemathesis==4.32.5"
LEFT_OUT = "positive_data_acceptance,unsupported_method"


def installed(folder):
    program = folder / "bin" / "schemathesis"
    if not program.exists():
        try:
            venv.create(folder, with_pip=True)
            pip = [folder / "bin" / "python", "-m", "pip", "install", "--quiet", PACKAGE]
            subprocess.run(pip, check=True, capture_output=True)
        except (subprocess.CalledProcessError, OSError) as error:
            print(f"{PACKAGE} cannot be installed here: {error}")
            sys.exit(77)
    return program


def main(program, build):
    tester = installed(Path(build) / "schemathesis")
    with tempfile.TemporaryDirectory() as folder:
        workspace = os.path.join(folder, "memory")
        environment = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "PYRAMID_TOKEN": ""}
        subprocess.run([program, "init", workspace, "-q"], check=True, env=environment)
        subprocess.run([program, "observe", "-w", workspace, "-q", "Ana lives in Porto."], check=True, env=environment)
        server = subprocess.Popen([program, "serve", "-w", workspace, "--http", "127.0.0.1:0"],
                                  stdout=subprocess.PIPE, text=True, env=environment)
        try:
            url = re.search(r"http://[^/\s]+", server.stdout.readline())[0]
            done = subprocess.run(
                [tester, "run", url + "/openapi.json", "--max-examples", "3", "--seed", "1", "--rate-limit", "45/s",
                 "--request-timeout", "60", "--no-color", "--exclude-checks", LEFT_OUT],
                cwd=folder, env=environment, capture_output=True, text=True, timeout=500,
            )
            print(done.stdout[-6000:], done.stderr[-2000:])
            assert server.poll() is None, "the server has ended"
            assert done.returncode == 0, done.returncode
        finally:
            server.terminate()
            server.wait(20)


if __name__ == "__main__":
    main(*sys.argv[1:])
