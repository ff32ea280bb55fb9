"""A net between two others: what one has learnt anew, and what the other still knew.

    mean.py OLD.npz NEW.npz SHARE OUT.npz      of every weight SHARE (0 to 1) is NEW's
"""

import sys

import torch

from model import Reader, load, save


def main():
    old, new, share, out = sys.argv[1:5]
    one, other = Reader(), Reader()
    load(one, old)
    load(other, new)
    with torch.no_grad():
        for (_, mine), (_, others) in zip(one.named(), other.named()):
            mine.lerp_(others, float(share))
    save(one, out)


if __name__ == "__main__":
    main()
