"""What the npm package and the OpenClaw plugin have from elsewhere in the repository is as it is there.

    sources.py REPOSITORY
"""

import json
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
from node_packages import OLDEST  # noqa: E402


def main():
    source = Path(sys.argv[1])
    npm, plugin = source / "integrations" / "npm", source / "integrations" / "openclaw"
    made = subprocess.run([sys.executable, npm / "tools.py"], check=True, capture_output=True, text=True).stdout
    kept = (npm / "src" / "tools.ts").read_text()
    assert made == kept, "run integrations/npm/tools.py > integrations/npm/src/tools.ts"
    connection = (npm / "src" / "connection.ts").read_text()
    assert connection == (plugin / "src" / "connection.ts").read_text(), (
        "copy integrations/npm/src/connection.ts to integrations/openclaw/src")

    version = re.search(r"project\(.*?VERSION (\S+)", (source / "CMakeLists.txt").read_text(), re.DOTALL)[1]
    said = [json.loads((folder / "package.json").read_text())["version"] for folder in (npm, plugin)]
    said += re.findall(r'version: "([\d.]+)"', connection)
    assert said == [version] * 3, (version, said)
    node = json.loads((npm / "package.json").read_text())["engines"]["node"]
    assert node == f">={OLDEST.partition('==')[2]}", (node, OLDEST)


if __name__ == "__main__":
    main()
