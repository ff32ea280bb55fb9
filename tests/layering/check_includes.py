"""Holds every #include and a few calls against the rules of HACKING.md; names what breaks them.

    check_includes.py ROOT

The order of the rooms is read from ROOT/CMakeLists.txt: a room may include only rooms above it, and
where a room has FOLDERS, a folder only those before it. What stands beside the folders may use all.
"""

import re
import sys
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]', re.M)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
# The library never prints, never reads the environment, never ends the process.
FORBIDDEN = re.compile(
    r"\bstd::c(?:out|err)\b|\b(?:f|v)?printf\s*\(|\bgetenv\s*\(|\babort\s*\("
    r"|(?<![\w.:>])(?:std::|::)?(?:_|quick_)?exit\s*\("
)
# In their order, below the rooms of the library.
FRONT_ENDS = ("process", "console", "manual", "cli", "serve")
STANDARD = re.compile(r"^[a-z_0-9]+$")  # <vector>, but neither <sqlite3.h> nor <CLI/CLI.hpp>


def rooms_of(root):
    text = (root / "CMakeLists.txt").read_text()
    return re.findall(r"^pyramid_room\((\w+)", text, re.M) + [*FRONT_ENDS, "capi"]


def folders_of(root):
    """The folders of each room that has them, in their order."""
    text = (root / "CMakeLists.txt").read_text()
    found = re.findall(r"^pyramid_room\((\w+)\s+FOLDERS\s+([\w\s]+)", text, re.M)
    return {room: folders.split() for room, folders in found}


def problem_of_folders(folders, includer, target):
    """What is wrong when the file `includer` of a room with `folders` includes `target` of it."""
    if len(includer) == 1:
        return None
    if includer[0] not in folders:
        return f"the folder {includer[0]} is not among the FOLDERS of its room"
    if len(target) == 1:
        return f"includes {target[0]}, which stands beside the folders"
    if target[0] not in folders:
        return f"includes {'/'.join(target)}, whose folder is not among the FOLDERS of its room"
    if folders.index(target[0]) > folders.index(includer[0]):
        return f"{includer[0]} includes {'/'.join(target)}, but {target[0]} stands below it"
    return None


def problems_in(root):
    rooms = rooms_of(root)
    all_folders = folders_of(root)
    for path in sorted([*root.glob("src/**/*.[hc]pp"), *root.glob("include/**/*.[hc]pp")]):
        name = path.relative_to(root)
        text = path.read_text()
        room = name.parts[1] if name.parts[0] == "src" else None
        for kind, target in INCLUDE.findall(text):
            first = target.split("/")[0]
            if kind == '"' and room is None and first != "pyramid":
                yield f"{name}: a public header includes {target}"
            if kind == "<" and room is None and not STANDARD.match(target):
                yield f"{name}: a public header includes the third-party <{target}>"
            if kind == '"' and room and first != "pyramid":
                if first not in rooms:
                    yield f"{name}: {target} names no room; write it as room/file.hpp"
                elif room in rooms and rooms.index(first) > rooms.index(room):
                    yield f"{name}: {room} includes {target}, but {first} stands below it"
                elif first == room and room in all_folders:
                    problem = problem_of_folders(
                        all_folders[room], name.parts[2:], target.split("/")[1:]
                    )
                    if problem:
                        yield f"{name}: {problem}"
        if room and room not in FRONT_ENDS:
            for call in FORBIDDEN.findall(COMMENT.sub("", text)):
                yield f"{name}: the library must not use {call.strip()}"


def main():
    problems = list(problems_in(Path(sys.argv[1])))
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
