"""Holds what a shared object exports against the functions that its header declares; what it has for
pyramid-serve alone does not count.

    symbols.py HEADER LIBRARY
"""

import re
import subprocess
import sys
from pathlib import Path


def main(header, library):
    declared = set(re.findall(r"\b(pyramid_\w+)\(", re.sub(r"/\*.*?\*/", "", Path(header).read_text(), flags=re.S)))
    lines = subprocess.run(
        ["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True
    ).stdout.splitlines()
    named = [line.split()[2].partition("@@") for line in lines if line.split()[1] in "TWBDVRu"]
    exported = {name for name, _, version in named if version == "PYRAMID_0"}
    if declared != exported:
        print("only declared:", sorted(declared - exported))
        print("only exported:", sorted(exported - declared)[:20])
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
