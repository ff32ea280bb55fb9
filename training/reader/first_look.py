"""Teaches the first look: which lines are left after two layers, read alone.

    first_look.py WEIGHTS.bin OUT.npz [--program FILE]

Logistic regression over what `reader_ask` says that the first look sees. WEIGHTS.bin was packed without a
first look, so that it judges every line: of the lines of each speaker that are to be kept and that it
keeps, GO_ON are to go on, each judged by a head that its dialogue did not teach.
"""

import argparse
import subprocess
from pathlib import Path

import numpy as np

from labelled import APART, conversations

ROOT = Path(__file__).resolve().parent.parent
SPEAKERS = ["user", "assistant", "friend"]
GO_ON = 0.995
KEPT = 0.4
FOLDS = 5
STEPS = 4  # of Newton's method
PULL = 0.06  # of the weights towards 0


def asked(program, weights, questions):
    text = "".join("\t".join(question) + "\n" for question in questions)
    done = subprocess.run([program, weights], input=text.encode(), stdout=subprocess.PIPE, check=True)
    return done.stdout.splitlines()


def fitted(x, y):
    """The likeliest weights, the last one of what is 1 everywhere; lines to keep weigh as the rest."""
    share = np.where(y, 1 - y.mean(), y.mean())
    share /= share.sum()
    theta = np.zeros(x.shape[1])
    pull = np.append(np.full(x.shape[1] - 1, PULL), 0)
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-(x @ theta.astype(np.float32))))
        slope = x.T @ (share * (p - y)) + pull * theta
        curve = (x * (share * p * (1 - p)).astype(np.float32)[:, None]).T @ x + np.diag(pull)
        theta = theta - np.linalg.solve(curve.astype(np.float64), slope)
    return theta


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("weights")
    options.add_argument("out")
    options.add_argument("--program")
    options = options.parse_args()
    built = sorted(ROOT.parent.glob("build/*/training/reader_ask"), key=lambda p: p.stat().st_mtime)
    program = options.program or str(built[-1])
    talks = conversations(ROOT, APART)
    looks, reads, lines, fold = [], [], [], []
    for number, talk in enumerate(talks):
        for i, line in enumerate(talk["lines"]):
            said = [line] + talk["lines"][max(0, i - 2) : i]
            looks.append(["look", line["who"], line["text"]])
            reads.append(["read"] + [x for one in said for x in (one["who"], one["text"])])
            lines.append(line)
            fold.append(number % FOLDS)
    fold = np.array(fold)
    rows = [np.array(row.split(), np.float32) for row in asked(program, options.weights, looks)]
    x = np.stack(rows).astype(np.float64)
    middle, spread = x.mean(0), x.std(0) + 1e-6
    x = np.hstack([(x - middle) / spread, np.ones((len(x), 1))]).astype(np.float32)
    y = np.array([line["keep"] for line in lines])
    judged = np.array([float(row.split()[0]) for row in asked(program, options.weights, reads)])
    who = np.array([SPEAKERS.index(line["who"]) for line in lines])
    z = np.zeros(len(y))
    for one in range(FOLDS):
        z[fold == one] = x[fold == one] @ fitted(x[fold != one], y[fold != one])
    bounds = []
    for one, name in enumerate(SPEAKERS):
        of = who == one
        kept = of & y & (judged >= KEPT)
        bounds.append(np.quantile(z[kept], 1 - GO_ON) - 1e-6)
        left = z < bounds[-1]
        print(
            f"{name}: of {of.sum()} lines {left[of].mean():.3f} are left, of {(of & y).sum()} to keep "
            f"{(left & of & y).sum()}, of these {(left & kept).sum()} that the reader keeps"
        )
    theta = fitted(x, y)
    weight = theta[:-1] / spread
    np.savez(options.out, weight=weight, bias=[theta[-1] - weight @ middle], bounds=bounds)


if __name__ == "__main__":
    main()
