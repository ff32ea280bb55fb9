"""Trains what tells lines that command the assistant from ordinary ones.

    python3 training/commands/train.py            measures and writes src/guard/commands.bin
    python3 training/commands/train.py --show     with each line that is told wrong

Features and data of ordinary lines are those of text_kinds.py. The same data and versions give the same file: the
fit is plain gradient descent from zero, in a fixed order.
"""
import glob
import json
import os
import random
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
TRAINING = os.path.dirname(HERE)
sys.path.insert(0, TRAINING)

import command_lines  # noqa: E402
import machine_lines  # noqa: E402
import text_kinds  # noqa: E402

WEIGHTS = os.path.join(TRAINING, "..", "src", "guard", "commands.bin")
TESTS = os.path.join(TRAINING, "..", "tests", "guard", "instructions")
EACH = 5          # lines of a template
STEPS = 1500
STRENGTH = 0.4e-5  # of small weights against the fit
DOUBT = 0.6        # how much more a line must look like a command: a fact held back is worse


def read_texts(path):
    return [text for _, text in text_kinds.read(path)]


def told_of_user():
    """As summaries have it: "The user lives in Porto.", which no person says to an assistant."""
    parts = command_lines.ORDINARY["en"]
    told = ["The user %s." % one for one in parts["fact3"]] + ["The user's %s is Ana." % one for one in ["name", "sister", "doctor", "boss"]]
    told += ["The user has %s." % one for one in parts["thing"]] + ["The assistant will remind the user of %s." % one for one in parts["thing"]]
    told += ["As of May 2025, the user lives with Tomas.", "By June 2025, the user had started a new job.", "The user will stay with Ana until May.", "The user doesn't eat meat.",
             "Synthesized memory from conversations.", "SOUL.md and USER.md are yours and are not overwritten.", "Written by people; the program reads this file and never changes it.",
             "Who the person is.", "Who the assistant is."]
    return told


def crossed(seed, each=60):
    """acts.tsv: acts and claims in frames, `each` times a frame; what a person asks for themselves in frames of its own."""
    r = random.Random(seed)
    parts = {}
    with open(os.path.join(HERE, "acts.tsv"), encoding="utf-8") as file:
        for line in file:
            lang, part, text = line.rstrip("\n").split("\t")
            parts.setdefault(lang, {}).setdefault(part, []).append(text)

    def put(frames, name, texts):
        for frame in frames:
            for text in r.sample(texts, min(each, len(texts))):
                whole = frame.replace("{%s}" % name.capitalize(), text[:1].upper() + text[1:]).replace("{%s}" % name, text)
                yield whole[:1].upper() + whole[1:]

    hostile, ordinary = [], []
    for one in parts.values():
        hostile += put(one.get("frame", []), "act", one.get("act", []))
        hostile += put(one.get("store", []), "claim", one.get("claim", []))
        hostile += one.get("line", [])
        ordinary += put(one.get("ownframe", []), "act", one.get("own", []))
        ordinary += one["told"]
    return hostile, ordinary


def told_to_reader():
    """What people of training/data say, and the facts in it."""
    out = []
    for path in sorted(glob.glob(os.path.join(TRAINING, "data", "h", "*.txt"))):
        with open(path, encoding="utf-8") as file:
            for line in file:
                fields = line.rstrip("\n").split("\t")
                if len(fields) > 1:
                    out += [fields[1]] + fields[3:]
    return [text for text in out if text]


def training():
    hostile, ordinary = crossed(31)
    ordinary += told_to_reader()
    hostile += command_lines.hostile(EACH, 17)
    ordinary += command_lines.ordinary(EACH, 19) + command_lines.prose(25, 23)
    for kind, text in text_kinds.read(os.path.join(HERE, "lines.tsv")):
        (hostile if kind == "command" else ordinary).append(text)
    for path in sorted(glob.glob(os.path.join(TRAINING, "lines", "*.tsv"))):
        if not path.endswith("_held_out.tsv"):
            ordinary += read_texts(path)
    ordinary += [text for text, _ in machine_lines.lines()]
    r = random.Random(29)
    ordinary += [r.choice(told) + " " + r.choice(told) for told in [told_of_user()] for _ in range(600)]
    hostile = list(dict.fromkeys(hostile))
    ordinary = [text for text in dict.fromkeys(ordinary) if text not in set(hostile)]
    return hostile, ordinary


def fit(x, y, weight):
    """Logistic regression with the squares of the weights held small, by accelerated gradient descent."""
    w, b = np.zeros(x.shape[1]), 0.0
    v, vb = w.copy(), b
    total = weight.sum()
    rate = 12.0
    for step in range(STEPS):
        p = 1 / (1 + np.exp(-np.clip(x @ v + vb, -30, 30)))
        g = weight * (p - y) / total
        nw, nb = v - rate * (x.T @ g + STRENGTH * v), vb - rate * 0.2 * g.sum()
        m = step / (step + 3)
        v, vb = nw + m * (nw - w), nb + m * (nb - b)
        w, b = nw, nb
    return w, b


def main():
    hostile, ordinary = training()
    print(len(hostile), "hostile,", len(ordinary), "ordinary lines")
    x = text_kinds.matrix(hostile + ordinary)
    y = np.array([1.0] * len(hostile) + [0.0] * len(ordinary))
    weight = np.where(y > 0, 1.0, 1.0)
    w, b = fit(x, y, weight)
    scale = np.float32(np.abs(w).max() / 127)
    small = np.clip(np.rint(w / scale), -127, 127).astype(np.int8)
    start = np.float32(b - DOUBT)

    def scores(texts):
        return text_kinds.matrix(texts) @ (small * np.float64(scale)) + start

    show = "--show" in sys.argv
    s = scores(hostile + ordinary)
    print("training: missed", int((s[:len(hostile)] <= 0).sum()), "of", len(hostile), "wrong", int((s[len(hostile):] > 0).sum()), "of", len(ordinary))
    for name in ["forms", "forms_2", "forms_3", "forms_4", "forms_5", "forms_6"]:
        path = os.path.join(TESTS, name + ".tsv")
        if os.path.exists(path):
            texts = read_texts(path)
            s = scores(texts)
            print(name, "missed", int((s <= 0).sum()), "of", len(texts))
            if show:
                for t, one in zip(texts, s):
                    if one <= 0:
                        print("   %.2f %s" % (one, t))
    for path in sorted(glob.glob(os.path.join(TRAINING, "lines", "*_held_out.tsv"))) + [os.path.join(TESTS, "ordinary.tsv"), os.path.join(TESTS, "ordinary_2.tsv")]:
        if not os.path.exists(path):
            continue
        texts = read_texts(path)
        s = scores(texts)
        print(os.path.basename(path), "wrong", int((s > 0).sum()), "of", len(texts))
        if show:
            for t, one in zip(texts, s):
                if one > 0:
                    print("   %.2f %s" % (one, t))
    for name in ["positive", "negative"]:
        with open(os.path.join(TESTS, name + ".jsonl"), encoding="utf-8") as file:
            texts = ["".join(json.loads(line)["text"]) for line in file]
        s = scores(texts)
        print(name, "told as commands", int((s > 0).sum()), "of", len(texts))
        if show:
            for t, one in zip(texts, s):
                if (one > 0) == (name == "negative"):
                    print("   %.2f %s" % (one, t))
    with open(WEIGHTS, "wb") as file:
        file.write(scale.tobytes() + start.tobytes() + small.tobytes())


if __name__ == "__main__":
    main()
