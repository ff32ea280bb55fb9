"""The client of the npm package: checked by TypeScript, then against the built program, by the newest Node as it is
written and by the oldest as it is packed.

    client.py PROGRAM BUILD_FOLDER

Takes Node from PyPI and TypeScript from npm into BUILD_FOLDER; where that cannot be done, says why and exits with 77.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
from node_packages import oldest, tools  # noqa: E402

PACKAGE = Path(__file__).parents[2] / "integrations" / "npm"
WANTED = json.loads((PACKAGE / "package.json").read_text())["devDependencies"]


def main():
    program, build = str(Path(sys.argv[1]).resolve()), sys.argv[2]
    old = oldest(build)
    node, here = tools(build, "npm-client", *(f"{name}@{version}" for name, version in WANTED.items()))
    with tempfile.TemporaryDirectory(dir=here) as name:
        folder = Path(name)
        shutil.copytree(PACKAGE, folder / "package", ignore=shutil.ignore_patterns("node_modules", "dist"))
        shutil.copy(Path(__file__).parent / "client_test.ts", folder)
        (folder / "package.json").write_text('{"type": "module"}')
        settings = {"extends": "./package/tsconfig.json", "files": ["client_test.ts"],
                    "compilerOptions": {"outDir": "packed", "rootDir": "."}}
        (folder / "tsconfig.json").write_text(json.dumps(settings))
        schemas = folder / "schemas.json"
        with open(schemas, "wb") as file:
            subprocess.run([sys.executable, PACKAGE / "tools.py", "--schemas"], check=True, stdout=file)
        tsc = here / "node_modules" / "typescript" / "bin" / "tsc"
        subprocess.run([node, tsc, "-p", "."], check=True, cwd=folder)
        environment = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
                       "PYRAMID_PROGRAM": program, "SCHEMAS": str(schemas)}
        for program, test in ((node, "client_test.ts"), (old, "packed/client_test.js")):
            subprocess.run([program, "--test", test], check=True, cwd=folder, env=environment)


if __name__ == "__main__":
    main()
