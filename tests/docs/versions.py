"""Holds the versions that manifests and the changelog name against the project's.

    versions.py ROOT VERSION
"""

import json
import re
import sys
from pathlib import Path

MANIFESTS = [
    "integrations/claude-code/.claude-plugin/plugin.json",
    "integrations/npm/package.json",
    "integrations/openclaw/openclaw.plugin.json",
    "integrations/openclaw/package.json",
]
# What names it in the middle of a text.
TEXTS = {
    "integrations/python/pyproject.toml": r'^version = "([^"]+)"',
    "integrations/npm/src/connection.ts": r'name: "pyramid-memory", version: "([^"]+)"',
    "integrations/npm/README.md": r"pyramid-memory-([0-9.]+)\.tgz",
    "CHANGELOG.md": r"^## \[([0-9][^\]]*)\] - \d{4}-\d\d-\d\d$",
}


def main(root, version):
    named = {path: json.loads((root / path).read_text())["version"] for path in MANIFESTS}
    for path, pattern in TEXTS.items():
        found = re.search(pattern, (root / path).read_text(), re.M)
        named[path] = found.group(1) if found else "none"
    wrong = {path: other for path, other in named.items() if other != version}
    for path, other in wrong.items():
        print(f"{path}: {other}, not {version}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2]))
