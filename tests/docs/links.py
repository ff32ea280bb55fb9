"""Follows the links of markdown pages, within a page and to other files.

    links.py FOLDER     every page below it; what leads to nothing is named, and the exit code is 1
"""

import re
import sys
from collections import Counter
from pathlib import Path

FENCE = re.compile(r"```[^`]*$")


def anchors(page):
    found, fenced = Counter(), False
    for line in page.read_text(encoding="utf-8").split("\n"):
        fenced ^= bool(FENCE.match(line))
        if line.startswith("#") and not fenced:
            title = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", line.lstrip("#").strip().lower())
            found[re.sub(r"[^\w\- ]", "", title).replace(" ", "-")] += 1
    return found


def dead_links(page):
    """What is wrong with each link that leads to nothing."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    text = re.sub(r"``.*?``|`[^`]*`", "", text)
    for target in re.findall(r"\]\(\s*([^)\s]+)\s*\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = page.parent / path if path else page
        if not file.exists():
            yield f"{page.name}: the link {target} leads to nothing"
        elif anchor and file.suffix == ".md" and anchor not in anchors(file):
            yield f"{page.name}: no heading for the link {target}"


def main(folder):
    pages = sorted(Path(folder).rglob("*.md"))
    wrong = [one for page in pages for one in dead_links(page)]
    print("\n".join(wrong or [f"{len(pages)} pages"]))
    return 1 if wrong or not pages else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
