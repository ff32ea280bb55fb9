#!/usr/bin/env python3
"""Compiles some of what BUILD is made of once more, from a copy of the sources in a folder of another
name, in another time zone, language and umask, and finds the same bytes. `scripts/reproducible` does
so with two whole builds and their packages, which takes too long for each test run.

    elsewhere.py SOURCES BUILD
"""
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

# Files that are compiled by themselves, rooms whose files are compiled together, and weights.
CHOSEN = ("cmake/fmt_archive.cpp", "src/capi/capi.cpp", "pyramid_base.dir/Unity", "pyramid_merge.dir/Unity",
          "src/language/weights_data.cpp", "src/guard/commands_weights.cpp")
ENVIRONMENT = {"TZ": "Pacific/Kiritimati", "LC_ALL": "C", "CCACHE_DISABLE": "1", "PATH": os.environ["PATH"]}


def copy_of(sources, build, folder):
    """The files of the repository, and those that the build has written, which name it."""
    listed = subprocess.run(["git", "-C", sources, "ls-files", "-coz", "--exclude-standard"], check=True,
                            capture_output=True, text=True).stdout
    for name in listed.split("\0"):
        if (sources / name).is_file() and not name.startswith(("tests/", "training/", "sample-workspace/")):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(sources / name, folder / name)
    for file in build.rglob("*"):
        if file.suffix in (".cxx", ".cpp", ".hpp", ".h") and file.is_file() and "_CPack_Packages" not in file.parts:
            there = folder / file.relative_to(sources)
            there.parent.mkdir(parents=True, exist_ok=True)
            there.write_text(file.read_text().replace(f"{sources}/", f"{folder}/"))


def main():
    sources, build = (pathlib.Path(one).resolve() for one in sys.argv[1:])
    commands = json.loads((build / "compile_commands.json").read_text())
    chosen = [one for one in commands if any(part in one["file"] for part in CHOSEN)]
    missing = [part for part in CHOSEN if not any(part in one["file"] for one in chosen)]
    assert not missing, f"nothing that is compiled is called {missing}"
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary).resolve() / "another folder, of another length"
        os.umask(0o077)
        copy_of(sources, build, folder)
        for one in chosen:
            words = [word.replace(f"{sources}/", f"{folder}/") for word in shlex.split(one["command"])]
            place = words.index("-o") + 1
            first = pathlib.Path(one["directory"]) / words[place]
            words[place] = str(folder / "again.o")
            subprocess.run(words, cwd=folder, env=ENVIRONMENT, check=True)
            assert (folder / "again.o").read_bytes() == first.read_bytes(), f"{one['file']} compiles to other bytes"
            print(f"the same bytes: {one['file']}")


main()
