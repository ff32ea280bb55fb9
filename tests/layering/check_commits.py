"""Commits are made in four files, and what passes them is decided in two: no other way leads round the
gate of src/history/gate.hpp.

  check_commits.py ROOT
"""

import re
import sys
from pathlib import Path

MAKES = re.compile(r'commit_create\(|"commit-tree"|"commit", "-q"|(?<!starts_with\()"fast-import"')
MAKERS = {
    "src/history/commit.cpp",
    "src/history/hooks.cpp",          # of the tree that commit.cpp made, with the message it cleared
    "src/history/stopped_merge.cpp",  # clears what a merge put together
    "src/history/remote.cpp",         # HEAD's tree on another parent
    "src/history/purge.cpp",          # older commits, with less in them
}
GATE = re.compile(r":\s*public\s+(?:history::)?Gate\b")
GATES = {"src/history/gate.cpp", "src/ops/calls/commit_gate.hpp"}


def files_with(root, pattern):
    return {
        str(path.relative_to(root))
        for path in root.glob("src/**/*.[hc]pp")
        if pattern.search(path.read_text())
    }


def main():
    root = Path(sys.argv[1])
    wrong = [f"{name}: makes commits" for name in files_with(root, MAKES) - MAKERS]
    wrong += [f"{name}: is a gate for commits" for name in files_with(root, GATE) - GATES]
    for name in sorted(MAKERS - files_with(root, MAKES)):
        wrong.append(f"{name}: makes no commits any more; take it off the list")
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
