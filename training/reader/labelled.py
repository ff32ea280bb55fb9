"""Reads labelled lines: conversations (GUIDE.md), pairs of facts, questions with answers.

    labelled.py DIR     counts them; fails where one has not the form
"""

import re
import sys
from pathlib import Path

KINDS = ["state", "event", "plan", "pref", "rule", "fix", "promise"]
REASONS = ["chat", "ask", "gen", "hyp", "quote", "tmp", "code", "vague"]
ABOUT = ["user", "assistant", "env", "other"]
RELATIONS = ["same", "more", "replaces", "apart"]
ANSWERS = {"+": 1.0, "~": 0.5, "-": 0.0}
# Kept apart for measuring, in folders and files of these names: nothing is taught with them.
APART = ("data/i", "data/n", "data/r", "data/t", "pairs/26.txt", "pairs/30.txt", "qa/34.txt")
SPEAKERS = {"u": "user", "a": "assistant"}


def label_of(text):
    """What a label says, or None where it is none."""
    words = text.split()
    if len(words) > 1 and words[0] == "-" and words[1] in REASONS:
        return dict(keep=False, label=words[1])
    needs = bool(words) and words[-1] == "ctx"
    words = words[: len(words) - needs]
    if len(words) < 2 or words[0] not in KINDS or not words[-1].isdigit():
        return None
    about = " ".join(words[1:-1])
    return dict(
        keep=True,
        label=words[0],
        about=about if about in ABOUT else "other",
        importance=int(words[-1]),
        needs_context=needs,
    )


def files(root, kind, apart):
    """The files of a kind that are not in `apart`, in their order."""
    for path in sorted((Path(root) / kind).rglob("*.txt")):
        name = path.relative_to(root).as_posix()
        if not any(name == one or name.startswith(one + "/") for one in apart):
            yield path


def conversations(root, apart=()):
    """Each: set, setting, language (of set f and where the setting ends with one), lines."""
    out = []
    for path in files(root, "data", apart):
        lines = None
        for number, line in enumerate(path.read_text().split("\n"), 1):
            if line.startswith("## "):
                setting = line[3:].split(" ", 1)[-1].strip()
                language = re.search(r"(?:^|\s)([a-z]{2}|mixed)$", setting)
                lines = []
                out.append(
                    dict(
                        set=path.parent.name,
                        setting=setting,
                        language=language.group(1) if language else "en",
                        lines=lines,
                    )
                )
            elif line.strip():
                fields = [field.strip() for field in line.split("\t")]
                label = label_of(fields[2]) if len(fields) > 2 else None
                if label is None or lines is None:
                    raise SystemExit(f"{path}:{number}: no labelled line: {line}")
                rewritten = fields[3] if len(fields) > 3 else ""
                who = SPEAKERS.get(fields[0], "friend")
                text = " ".join(fields[1].split())
                lines.append(dict(label, who=who, text=text, rewritten=rewritten))
    return [one for one in out if one["lines"]]


def pairs(root, apart=()):
    """(older, newer, relation, the number of the group of pairs with one older fact)."""
    out, group = [], 0
    for path in files(root, "pairs", apart):
        for line in path.read_text().split("\n"):
            fields = line.split("\t")
            if not line.strip() or line.startswith("#"):
                continue
            if len(fields) != 3 or fields[2].strip() not in RELATIONS:
                raise SystemExit(f"{path}: no pair of facts: {line}")
            group += not out or out[-1][0] != fields[0]
            out.append((fields[0], fields[1], fields[2].strip(), group))
    return out


def questions(root, apart=()):
    """(question, [(text, how well it answers)])."""
    out = []
    for path in files(root, "qa", apart):
        for line in path.read_text().split("\n"):
            if line.startswith("? "):
                out.append((line[2:], []))
            elif out and line[:2] in ("+ ", "~ ", "- "):
                out[-1][1].append((line[2:], ANSWERS[line[0]]))
            elif line.strip() and not line.startswith("#"):
                raise SystemExit(f"{path}: no question or answer: {line}")
    return [one for one in out if one[1]]


if __name__ == "__main__":
    talks = conversations(sys.argv[1])
    print(
        f"{sum(len(talk['lines']) for talk in talks)} lines of {len(talks)} conversations, "
        f"{len(pairs(sys.argv[1]))} pairs, {len(questions(sys.argv[1]))} questions"
    )
