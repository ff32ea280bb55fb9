"""The OpenClaw plugin: checked against the types of OpenClaw's SDK, then its hooks and tools with the built program.

    openclaw_plugin.py PROGRAM BUILD_FOLDER

Takes the types from npm `openclaw` (the whole has 640 MB; openclaw_real.py tries the plugin in it) into BUILD_FOLDER;
where that cannot be done, says why and exits with 77.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
from node_packages import declared  # noqa: E402

SOURCE = Path(__file__).parents[2]
PLUGIN = SOURCE / "integrations" / "openclaw"
WANTED = json.loads((PLUGIN / "package.json").read_text())["devDependencies"]
# What OpenClaw's own types name, besides.
TYPEBOX = "typebox@1.3.30"


def main():
    program, build = str(Path(sys.argv[1]).resolve()), sys.argv[2]
    beside = [f"{name}@{version}" for name, version in WANTED.items() if name != "openclaw"]
    node, here = declared(build, f"openclaw@{WANTED['openclaw']}", *beside, TYPEBOX)
    # Below `here`, where the packages are found.
    with tempfile.TemporaryDirectory(dir=here) as folder:
        shutil.copytree(PLUGIN, Path(folder) / "plugin", ignore=shutil.ignore_patterns("node_modules", "dist"))
        shutil.copy(Path(__file__).parent / "openclaw_plugin_test.ts", folder)
        settings = {"extends": "./plugin/tsconfig.json", "files": ["openclaw_plugin_test.ts"],
                    "compilerOptions": {"noEmit": True, "resolveJsonModule": True, "lib": ["esnext"]}}
        (Path(folder) / "tsconfig.json").write_text(json.dumps(settings))
        (Path(folder) / "package.json").write_text('{"type": "module"}')
        environment = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "PROGRAM": program,
                       "SCHEMAS": str(SOURCE / "schema" / "tools")}
        tsc = here / "node_modules" / "typescript" / "bin" / "tsc"
        for settings in ("plugin", "."):
            subprocess.run([node, tsc, "-p", settings, "--noEmit"], check=True, cwd=folder)
        subprocess.run([node, "--test", "openclaw_plugin_test.ts"], check=True, cwd=folder, env=environment)


if __name__ == "__main__":
    main()
