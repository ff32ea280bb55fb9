"""The texts that the table of words is fitted to: what Debian's packages say in several languages."""

import random
import re
import struct
import subprocess
from pathlib import Path

LANGUAGES = "de es fr it pt pt_BR pl nl ru ja zh_CN tr cs sv uk ko hu fi da nb ca el".split()
SENTENCES_END = re.compile(r"(?<=[.!?…])[\"”»)']*\s+|(?<=[。！？])")


def catalogue(path):
    """What a compiled catalogue of gettext translates, {English: the other language}."""
    raw = Path(path).read_bytes()
    order = "<" if raw[:4] == b"\xde\x12\x04\x95" else ">"
    count, originals, translations = struct.unpack(order + "3I", raw[8:20])

    def text(at):
        size, start = struct.unpack_from(order + "2I", raw, at)
        return raw[start : start + size].decode("utf-8", "replace").split("\0")[0]

    pairs = ((text(originals + 8 * i), text(translations + 8 * i)) for i in range(count))
    return {one.split("\4")[-1]: other for one, other in pairs if one and other}


def plain(text):
    """Without markup, places to fill in and accelerators of menus."""
    text = re.sub(r"<[^>]*>|\$[a-z_|]+|%[-0-9.]*[a-z]|&[a-z]+;", "", text)
    text = re.sub(r"[_~&](?=\w)", "", text)
    return re.sub(r"\s+", " ", re.sub(r"[*=\[\]{}|]+", " ", text)).strip()


def sentences(text):
    return [one.strip() for one in SENTENCES_END.split(text) if one and one.strip()]


def usable(text, least=2, most=260):
    return least <= len(text) <= most and sum(c.isalpha() for c in text) >= 0.55 * len(text)


def games(folder):
    """(English, the other language) of each sentence of two games, which tell stories."""
    for language in LANGUAGES:
        for path in sorted(Path(folder).rglob(f"{language}/LC_MESSAGES/*.mo")):
            for one, other in catalogue(path).items():
                one, other = plain(one), plain(other)
                english, foreign = sentences(one), sentences(other)
                if len(english) != len(foreign):
                    english, foreign = [one], [other]
                for e, f in zip(english, foreign):
                    if usable(e) and usable(f, 1) and e != f:
                        yield e, f


def described(path):
    """{digest: (summary, first paragraph)} of a list of descriptions of packages."""
    text = subprocess.run(["lz4", "-dc", path], capture_output=True, check=True).stdout.decode("utf-8", "replace")
    out = {}
    for block in text.split("\n\n"):
        digest = re.search(r"^Description-md5: (\w+)", block, re.M)
        words = re.search(r"^Description-(?!md5)[\w_]+: (.*(?:\n .*)*)", block, re.M)
        if digest and words:
            summary, *more = words.group(1).split("\n")
            out[digest.group(1)] = summary.strip(), " ".join(line.strip() for line in more).split(" . ")[0]
    return out


def descriptions(folder):
    """The summary of each package, and the first sentence of a third of them."""
    lists = sorted(Path(folder).glob("*bookworm_main*Translation-*.lz4"))
    english = described(next(path for path in lists if path.name.endswith("-en.lz4")))
    for path in lists:
        if path.name.endswith("-en.lz4"):
            continue
        for digest, (summary, paragraph) in described(path).items():
            if digest not in english:
                continue
            pairs = [(english[digest][0], summary)]
            first, other = sentences(english[digest][1]), sentences(paragraph)
            if first and len(first) == len(other) and int(digest[:2], 16) < 80:
                pairs.append((first[0], other[0]))
            yield from ((e, f) for e, f in pairs if usable(e) and usable(f) and e != f)


def german(folder):
    """(English, German) of Ding's dictionary: sentences and phrases, then words."""

    def stripped(text):
        text = re.sub(r"\{[^}]*\}|\[[^\]]*\]|\([^)]*\)|/[^/]*/|<[^>]*>", "", text)
        text = re.sub(r"\b(jd[mns]?\.|etw\.|sb\.|sth\.)(/sth\.|'s)?/?", "", text)
        return re.sub(r"\s+", " ", text).strip(" ,;")

    phrases, words = [], []
    for line in next(Path(folder).rglob("trans/de-en")).read_text("utf-8").splitlines():
        if line.startswith("#") or "::" not in line:
            continue
        ours, theirs = (side.split("|") for side in line.split("::", 1))
        if len(ours) != len(theirs):
            continue
        for g, e in zip(ours, theirs):
            g, e = stripped(g.split(";")[0]), stripped(e.split(";")[0])
            if usable(g, 2, 200) and usable(e, 2, 200):
                long = len(g.split()) >= 4 and len(e.split()) >= 4
                (phrases if long else words).append((e, g))
    return phrases, words


def meanings(lines):
    found = []
    for line in lines:
        line = re.sub(r"<[^>]*>|\([^)]*\)|\[[^\]]*\]|\"[^\"]*\"|/[^/]*/", "", line)
        line = re.sub(r"^\s*(\d+\.|[a-z]\))", "", line).strip()
        if not line or ":" in line or line.startswith(("Note", "Synonym", "see")):
            continue
        for one in re.split("[,;]", line)[:3]:
            one = re.sub(r"\s+", " ", one).strip(" .")
            if len(one) <= 60 and re.search(r"\w", one):
                found.append(one)
    return found[:3]


def dictionaries(folder):
    """{language: [(English, word)]} of FreeDict's dictionaries from and to English."""
    out = {}
    for path in sorted(Path(folder).rglob("freedict-*.dict.dz")):
        source, target = re.search(r"freedict-(\w+)-(\w+)\.dict", path.name).groups()
        text = subprocess.run(["zcat", "-f", path], capture_output=True, check=True).stdout.decode("utf-8", "replace")
        entries, lines = [], []
        for line in text.split("\n"):
            head = re.match(r"^(\S[^/\[<]*?)\s+/[^/]+/", line)
            if head:
                lines = []
                entries.append((re.sub(r"\([^)]*\)", "", head.group(1)).strip(), lines))
            else:
                lines.append(line)
        for head, lines in entries:
            for one in meanings(lines):
                english, word = (head, one) if source == "eng" else (one, head)
                if 0 < len(english) <= 60 and english != word:
                    out.setdefault(target if source == "eng" else source, []).append((english, word))
    return out


def glosses(folder):
    """English: what WordNet says of each of its meanings, and its examples."""
    out = []
    for path in sorted(Path(folder).rglob("wordnet/data.*")):
        for line in path.read_text("utf-8", "replace").splitlines():
            if line.startswith(" ") or "|" not in line:
                continue
            head, gloss = line.split("|", 1)
            fields = head.split()
            names = fields[4 : 4 + 2 * int(fields[3], 16) : 2][:3]
            names = ", ".join(re.sub(r"\(.*", "", name).replace("_", " ") for name in names)
            told, *more = (part.strip() for part in re.split(r'"([^"]+)"', gloss))
            out.append(names + ": " + told.strip("; "))
            out += [example for example in more[::2] if len(example) > 14]
    return out


def gathered(folder):
    """English sentences, and (English, another language), in an order that is always the same."""
    dice = random.Random(3)
    packages, pairs, english = Path(folder) / "packages", [], []
    for e, f in games(packages):
        english.append(e)
        if dice.random() < 0.5:
            pairs.append((e, f))
    for e, f in descriptions(Path(folder) / "descriptions"):
        english.append(e)
        if dice.random() < 0.6:
            pairs.append((e, f))
    phrases, words = german(packages)
    dice.shuffle(words)
    pairs += phrases + words[:150_000]
    english += [e for e, _ in phrases]
    for language, found in sorted(dictionaries(packages).items()):
        dice.shuffle(found)
        pairs += found[: 90_000 if language == "jpn" else 30_000]
    english += glosses(packages)
    return list(dict.fromkeys(english)), list(dict.fromkeys(pairs))
