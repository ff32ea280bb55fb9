"""Trains what tells prose that the built-in engine reads from other languages and machine output.

    python3 training/text_kinds.py            measures and writes src/engine/builtin/reading/text_kind.bin
    python3 training/text_kinds.py --sources  measures machine lines with their own source left out

Needs numpy, scipy and scikit-learn. The same data and versions give the same file.
"""
import glob
import os
import random
import sys
import unicodedata

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

import machine_lines

HERE = os.path.dirname(os.path.abspath(__file__))
WEIGHTS = os.path.join(HERE, "..", "src", "engine", "builtin", "reading", "text_kind.bin")
UNSEEN = os.path.join(HERE, "..", "tests", "engine", "text_kinds", "held_out.tsv")
KINDS = ["english", "german", "other", "machine"]
BUCKETS = 1 << 15
STRENGTH = 150.0  # of the fit to the data against small weights
DOUBT = 0.3      # how much more another kind must speak for itself than English: a fact lost is worse

# --- features: src/engine/builtin/reading/text_kind.cpp does the same -------------------------------
PRIME, MASK32 = 16777619, 0xFFFFFFFF
SEEDS = [2166136261, 40503, 73244475, 9737333]  # text, shape, words, pairs of words
LONGEST_TEXT, LONGEST_SHAPE = 5, 6
OTHER_SCRIPT = 0x4E00  # every letter that is not Latin
MOST = 400             # characters of a line that are looked at


def is_latin(c):
    return c < 0x250 or 0x1E00 <= c < 0x1F00


def folded(text):
    out = []
    for ch in " ".join(text.split())[:MOST]:
        c = ord(ch.lower()[0])
        if ch.isdigit():
            c = ord("0")
        elif ch.isalpha() and not is_latin(c):
            c = OTHER_SCRIPT
        out.append(c)
    return [32] + out + [32]


def shape(text):
    out = [10]
    for ch in " ".join(text.split())[:MOST]:
        c = ord(ch)
        if ch.isdigit():
            c = ord("0")
        elif ch.isalpha():
            c = OTHER_SCRIPT if not is_latin(ord(ch.lower()[0])) else ord("A") if ch.isupper() else ord("a")
        if c != out[-1] or not (c in (48, 65, 97)):
            out.append(c)
    return out + [10]


def bucket(h):
    return (h ^ (h >> 15)) % BUCKETS


def features(text):
    found = []
    for codes, seed, longest in ((folded(text), SEEDS[0], LONGEST_TEXT), (shape(text), SEEDS[1], LONGEST_SHAPE)):
        for i in range(len(codes)):
            h = seed
            for c in codes[i:i + longest]:
                h = ((h ^ c) * PRIME) & MASK32
                found.append(bucket(h))
    codes, word, last = folded(text), SEEDS[2], 0
    for c in codes:
        if chr(c).isalpha():
            word = ((word ^ c) * PRIME) & MASK32
        elif word != SEEDS[2]:
            found.append(bucket(word))
            found.append(bucket((((SEEDS[3] ^ last) * PRIME & MASK32) ^ word) * PRIME & MASK32))
            last, word = word, SEEDS[2]
    return found


def matrix(texts):
    data, columns, ends = [], [], [0]
    for text in texts:
        found = features(text)
        columns.extend(found)
        data.extend([1.0 / np.sqrt(len(found))] * len(found))
        ends.append(len(columns))
    m = csr_matrix((np.array(data), np.array(columns), np.array(ends)), shape=(len(texts), BUCKETS))
    m.sum_duplicates()
    return m


# --- data ----------------------------------------------------------------------------------------
def read(path):
    rows = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            kind, text = line.rstrip("\n").split("\t", 1)
            rows.append((kind, text))
    return rows


def without_accents(text):
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


PREFIXES = ["- {}", "* {}", "1. {}", "2) {}", "{t}: {}", "{t} {}", "{D}: {}", "{D} {t} {}", "[ ] {}", "**{P}:** {}",
            "[{D} {t}] {P}: {}", "[{t}] {P}: {}", "{P}: {}", "> {}", "PS: {}", "({})", "\"{}\"", "{t} - {}",
            "{D}, {t} - {P}: {}"]
PEOPLE = "Ana Tom Ines Marek Noor Björn Lucía Yusuf Siobhán Kofi".split()


def varied(rows, seed=5):
    """The rows and what people make of such lines: without accents, cut short, with a file's name in
    them, in lists and chats."""
    make = machine_lines.Maker(seed)
    r = make.r
    out = []
    for kind, text in rows:
        out.append((kind, text))
        if kind == "machine":
            continue
        words = text.split()
        rare = 1.0 if kind != "english" else 0.3
        if r.random() < 0.6 * rare:
            out.append((kind, without_accents(text).lower().rstrip(".!")))
        if len(words) > 4 and r.random() < 0.8 * rare:
            at = r.randrange(len(words) - 3)
            out.append((kind, " ".join(words[at:at + r.randrange(3, 7)])))
        if len(words) > 2 and r.random() < 0.5 * rare:
            term = make.fill(r.choice(["{F}", "{w}.{e}", "`{c} {s}`", "'{w}_{v}'", "{W}{W}", "{w}_{w}", "{p}", "{N}",
                                       "`{F}`", "{ver}", "({w})", "[{w}]", "https://{h}.example.net/{w}"]))
            at = r.randrange(1, len(words) + 1)
            out.append((kind, " ".join(words[:at] + [term] + words[at:])))
        if r.random() < 0.5 * rare:
            short = text if len(words) < 25 else " ".join(words[:25])
            stamp = make.fill(r.choice(PREFIXES)).replace("{P}", r.choice(PEOPLE))
            out.append((kind, stamp.replace("{}", short.strip('"'))))
        latin = [c for c in text if c.isalpha() and is_latin(ord(c))]
        if kind == "other" and len(latin) * 4 < len(text):
            for _ in range(2):
                form = r.choice(["{F} -> {F} ", "{w}.{e} ", "({w}) ", "{c} {s} ", "{W} {w} ", "[{w}] "])
                out.append((kind, make.fill(form) + text[:r.randrange(4, 16)]))
                at, term = r.randrange(1, 6), r.choice(["{F}", "{w}.{e}", "{c} {s}", "{w}", "{N} {ver}"])
                out.append((kind, text[:at] + make.fill(" " + term + " ") + text[at:at + r.randrange(2, 9)] +
                            make.fill(r.choice(["", " {w}", " {ver}", " {W} {n}"]))))
    return out


ITEMS = ["{a} {b}: {day}", "{a}: {day}", "{a} {b}", "{a} {b} {c}", "{a}: {b}, {c}", "{A}: {b} {c}", "{a} {n}%", "{a} {n}",
         "{n} {a}", "{n} {a}, {m} {b}", "{a} {b} at {time}", "{a} by {day}", "{A} {b} on {day}:", "{A} {b}:", "{a} ({b})",
         "{a} / {b}", "{n} x {a}", "{a} {n} kg", "{a} & {b}", "{time} {a}", "{day}: {a} {b}", "{A} = {b}", "{a}, {b}, {c} and {d}"]
DAYS = ["28 February", "March 3", "Tuesday", "Fri 9:00", "12.03.", "4/7", "May", "tomorrow", "2026-05-01", "next week"]


def items(rows, kind, count, seed=11):
    """What stands in people's lists: short, without a verb, with a day or a number."""
    r = random.Random(seed)
    words = sorted({w.strip(".,!?:;()\"'").lower() for k, text in rows if k == kind for w in text.split()})
    words = [w for w in words if w.isalpha() and len(w) > 2]
    out = []
    for _ in range(count):
        a, b, c, d = (r.choice(words) for _ in range(4))
        text = r.choice(ITEMS).format(a=a, b=b, c=c, d=d, A=a.capitalize(), n=r.randrange(1, 120), m=r.randrange(1, 20),
                                      day=r.choice(DAYS), time="%d:%02d" % (r.randrange(24), r.randrange(60)))
        out.append((kind, r.choice(["- ", "* ", "", "", "1. ", "3) "]) + text))
    return out


CODE = ["SELECT {w} FROM {w}s;", "DELETE FROM {w}s WHERE id = {n};", "SELECT {w} FROM {w}s WHERE {w} = '{w}';",
        "{w} = {w}.{v}({n})", "int {w} = {n};", "return {w};", "{w}.{v}();", "let {w} = {n};", "", "", "{c} {s} {o}"]


def commented(rows, count, seed=23):
    """Code with a comment that reads like anybody's sentence."""
    make = machine_lines.Maker(seed)
    said = [text for kind, text in rows if kind == "english" and 10 < len(text) < 60]
    out = []
    for _ in range(count):
        code = make.fill(make.r.choice(CODE))
        mark = make.r.choice(["--", "//", "#", "/*"]) if code else make.r.choice(["//", "/*"])
        if code.startswith(("SELECT", "DELETE")):
            mark = "--"
        text = code + " " + mark + " " + make.r.choice(said)
        out.append(("machine", text + " */" if mark == "/*" else text))
    return out


def training_rows(skip_source=None):
    rows = []
    for path in sorted(glob.glob(os.path.join(HERE, "lines", "*.tsv"))):
        if not path.endswith("_held_out.tsv"):
            rows += read(path)
    rows += [("machine", text) for text, source in machine_lines.lines() if source != skip_source]
    return varied(rows) + items(rows, "english", 1500) + items(rows, "german", 200) + commented(rows, 400)


def fit(rows):
    x, y = matrix([text for _, text in rows]), np.array([KINDS.index(kind) for kind, _ in rows])
    model = LogisticRegression(C=STRENGTH, max_iter=60, tol=1e-3)
    model.fit(x, y)
    bias = model.intercept_.copy()
    bias[0] += DOUBT
    return model.coef_, bias


def rounded(coef):
    scale = np.abs(coef).max() / 127
    return np.clip(np.rint(coef / scale), -127, 127).astype(np.int8), np.float32(scale)


def kinds_of(texts, coef, bias):
    scores = matrix(texts) @ coef.T + bias
    return [KINDS[k] for k in np.argmax(scores, axis=1)]


def report(name, rows, coef, bias, show=0):
    got = kinds_of([text for _, text in rows], coef, bias)
    print(f"{name}: {len(rows)} lines, {sum(g == k for g, (k, _) in zip(got, rows)) / len(rows):.3f} right")
    for kind in KINDS:
        right = sum(g == k == kind for g, (k, _) in zip(got, rows))
        said, meant = sum(g == kind for g in got), sum(k == kind for k, _ in rows)
        if meant:
            print(f"  {kind:8} precision {right / max(1, said):.3f} recall {right / meant:.3f} of {meant}")
    wrong = [(k, g, t) for g, (k, t) in zip(got, rows) if g != k]
    for k, g, t in wrong[:show]:
        print(f"    {k} as {g}: {t}")


def main():
    if "--sources" in sys.argv:
        hits = total = 0
        for source in range(len(machine_lines.sources())):
            coef, bias = fit(training_rows(source))
            texts = [text for text, number in machine_lines.lines() if number == source]
            got = kinds_of(texts, coef, bias)
            hits, total = hits + got.count("machine"), total + len(texts)
            print(f"source {source}: {got.count('machine')} of {len(texts)}", flush=True)
        print(f"all: {hits / total:.3f}")
        return
    rows = training_rows()
    coef, bias = fit(rows)
    small, scale = rounded(coef)
    coef = small.astype(np.float64) * scale
    show = 1000 if "--show" in sys.argv else 0
    for path in sorted(glob.glob(os.path.join(HERE, "lines", "*_held_out.tsv"))) + [UNSEEN]:
        report(os.path.basename(path), read(path), coef, bias, show)
    with open(WEIGHTS, "wb") as file:
        file.write(np.float32(scale).tobytes() + bias.astype(np.float32).tobytes())
        file.write(np.ascontiguousarray(small.T).tobytes())  # the four of a bucket together


if __name__ == "__main__":
    main()
