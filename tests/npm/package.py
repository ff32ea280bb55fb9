"""The npm package as a person gets it: packed twice with the same bytes, installed without a network, run, and used by
a program in TypeScript and by the example of its page, with the newest Node and the oldest.

    package.py PROGRAM BUILD_FOLDER

Takes Node from PyPI and TypeScript from npm into BUILD_FOLDER; where that cannot be done, says why and exits with 77.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

for folder in ("support", "docs"):
    sys.path.insert(0, str(Path(__file__).parents[1] / folder))
from library_licences import check as check_licences  # noqa: E402
from links import dead_links  # noqa: E402
from node_packages import oldest, path_with_npm, tools  # noqa: E402

SOURCES = Path(__file__).resolve().parents[2]
PACKAGE = SOURCES / "integrations" / "npm"
MANIFEST = json.loads((PACKAGE / "package.json").read_text())
WANTED = MANIFEST["devDependencies"]


def main():
    program, build = str(Path(sys.argv[1]).resolve()), sys.argv[2]
    old = oldest(build)
    node, here = tools(build, "npm-client", *(f"{name}@{version}" for name, version in WANTED.items()))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for one in ("bin", "app", "first", "second"):
            (folder / one).mkdir()
        app = folder / "app"
        environment = {**os.environ, "PATH": path_with_npm(node, folder / "bin"), "GIT_CONFIG_GLOBAL": "/dev/null",
                       "GIT_CONFIG_NOSYSTEM": "1", "npm_config_update_notifier": "false"}
        environment.pop("PYRAMID_PROGRAM", None)

        def run(*command, code=0, **also):
            done = subprocess.run(command, capture_output=True, text=True, timeout=240, cwd=app,
                                  env={**environment, **also})
            if done.returncode == 77:
                print("skipped:", done.stdout.strip())
                sys.exit(77)
            assert done.returncode == code, (command, done.returncode, done.stdout, done.stderr)
            return done

        packed = []
        for out in ("first", "second"):
            run(PACKAGE / "pack", program, folder / out)
            packed += (folder / out).glob("*.tgz")
        first, second = packed
        assert first.read_bytes() == second.read_bytes(), "two packages of one program differ"

        (app / "package.json").write_text('{"name": "app", "type": "module"}')
        run("npm", "install", "--offline", first)
        version = run("npx", "--offline", "pyramid", "version").stdout
        assert version == f"pyramid {MANIFEST['version']}\n", version
        run("npx", "--offline", "pyramid", "init", "memory", "-q")
        installed = app / "node_modules" / "pyramid-memory"
        for notice in (SOURCES / "LICENSE", SOURCES / "NOTICE", *(SOURCES / "src").rglob("NOTICE")):
            part = "" if notice.parent == SOURCES else f".{notice.parent.name}"
            assert (installed / (notice.name + part)).read_bytes() == notice.read_bytes(), notice
        assert not (dead := list(dead_links(installed / "README.md"))), dead
        check_licences(installed / "libraries")

        # As whoever writes in TypeScript has them.
        for types in ("@types", "undici-types"):
            shutil.copytree(here / "node_modules" / types, app / "node_modules" / types)
        shutil.copy(Path(__file__).parent / "consumer.ts", app)
        tsc = here / "node_modules" / "typescript" / "bin" / "tsc"
        for kind in (["nodenext"], ["esnext", "--moduleResolution", "bundler"]):
            run(node, tsc, "--noEmit", "--strict", "--target", "esnext", "--types", "node", "--ignoreConfig",
                "--module", *kind, "consumer.ts")
        assert run(node, "consumer.ts").stdout == "User's boat is called Luna.\nrefused\n"

        run("sh", "-c", "npx --offline pyramid init -q ~/memory", HOME=str(folder))
        [example] = re.findall(r"^```js\n(.*?)^```", (PACKAGE / "README.md").read_text(), re.MULTILINE | re.DOTALL)
        (app / "example.js").write_text(example)
        for program in (node, old):
            assert "Ana lives in Porto." in run(program, "example.js", HOME=str(folder)).stdout

        launcher = app / "node_modules" / ".bin" / "pyramid"
        assert run(old, launcher, "version").stdout == version
        wrong = run(launcher, "nonsense", code=2)
        assert "nonsense" in wrong.stderr and wrong.stdout == "", wrong
        serving = subprocess.Popen([launcher, "mcp", "-w", "memory"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   cwd=app, env=environment)
        serving.stdin.write(b"{}\n")
        serving.stdin.flush()
        assert serving.stdout.readline()  # it runs
        serving.send_signal(signal.SIGTERM)
        serving.stdin.close()
        assert serving.wait(30) == 0, serving.returncode
        other = folder / "other"
        other.write_text("#!/bin/sh\necho other; kill -KILL $$\n")
        other.chmod(0o755)
        assert run(launcher, code=-signal.SIGKILL, PYRAMID_PROGRAM=str(other)).stdout == "other\n"
        missing = run(launcher, "version", code=1, PYRAMID_PROGRAM="/nowhere/pyramid").stderr
        assert missing == "pyramid: cannot start /nowhere/pyramid: spawn /nowhere/pyramid ENOENT\n", missing
        shutil.rmtree(installed / "program")
        none = run(launcher, "version", code=1).stderr
        assert none.startswith("pyramid: this package has no pyramid for ") and none.count("\n") == 1, none
    print("Packed, installed and used.")


if __name__ == "__main__":
    main()
