"""The licences in a package are of what is in it, and whole.

    library_licences.py FOLDER     libraries/ of the package
"""

import sys
from pathlib import Path

INSIDE = ["libfmt-dev", "libhnswlib-dev", "libsqlite3-dev", "libssl-dev", "libyaml-cpp-dev", "nlohmann-json3-dev"]
NOT_INSIDE = ["libcpp-httplib-dev", "libcurl4-openssl-dev", "libedit-dev", "libgit2-dev"]


def check(folder):
    held = {file.name: file.read_text(encoding="utf-8") for file in Path(folder).iterdir()}
    assert held.keys() >= set(INSIDE) and not held.keys() & set(NOT_INSIDE), sorted(held)
    for name, text in held.items():
        assert "/usr/share/common-licenses" not in text, name  # which other systems do not have
    assert "TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION" in held["libhnswlib-dev"]


if __name__ == "__main__":
    check(sys.argv[1])
