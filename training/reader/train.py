"""Teaches the reader: first what to keep (six layers), then, on top of these, pairs and questions.

    train.py E5_DIR OUT.npz [--from NET.npz] [--reading EPOCHS] [--upper EPOCHS] [--rate RATE]
             [--new SET,SET] [--without SET,SET] [--repeat SHARE] [--threads N]

E5_DIR has what cut_pieces.py wrote; training starts from it, or from NET.npz. With --new, the other sets
of conversations (letters) and files of pairs (numbers) are only repeated, SHARE of them (a third) an epoch,
and the layers of the first look stay as they are. What is kept apart for measuring (labelled.APART) teaches nothing,
nor do the sets of --without.
"""

import argparse
import random
import time
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

from labelled import ABOUT, ANSWERS, APART, KINDS, RELATIONS, conversations, pairs, questions
from model import (
    LABELS, LAYERS, LOOK, READING, Pieces, Reader, answering_pair, batch_of, comparing_pair, load, reading_pair, save,
)  # fmt: skip

ROOT = Path(__file__).resolve().parent.parent
BATCH = 24


def batches(items):
    """Texts of like length together, in any order."""
    random.shuffle(items)
    out = []
    for at in range(0, len(items), 16 * BATCH):
        some = sorted(items[at : at + 16 * BATCH], key=lambda item: sum(map(len, item["pair"])))
        out += [some[i : i + BATCH] for i in range(0, len(some), BATCH)]
    random.shuffle(out)
    return out


def taught(reader, parts, rate, epochs, loss_of):
    """Goes through epochs(), each a list of batches, with AdamW on `parts` (modules of the encoder)."""
    heads = list(reader.heads.parameters())
    body = [p for part in parts for p in part.parameters()]
    for p in reader.parameters():
        p.requires_grad_(False)
    for p in heads + body:
        p.requires_grad_(True)
    groups = [
        dict(params=[p for p in heads if p.dim() > 1], lr=4 * rate, weight_decay=0.01),
        dict(params=[p for p in body if p.dim() > 1], lr=rate, weight_decay=0.01),
        dict(params=[p for p in heads + body if p.dim() < 2], lr=rate, weight_decay=0.0),
    ]
    steps = sum(len(epoch) for epoch in epochs)
    optimizer = torch.optim.AdamW(groups)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda i: min(1, (i + 1) / (0.08 * steps)) * max(0, 1 - i / steps)
    )
    begun, done, total = time.time(), 0, 0.0
    reader.train()
    for epoch in epochs:
        for batch in epoch:
            loss = loss_of(batch)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(heads + body, 1.0)
            optimizer.step()
            schedule.step()
            done, total = done + 1, total + loss.item()
            if done % 25 == 0:
                seconds = time.time() - begun
                print(f"step {done} of {steps}, loss {total / 25:.3f}, {seconds:.0f} s", flush=True)
                total = 0.0
    reader.eval()


def reading_items(pieces, talks):
    out = []
    for talk in talks:
        for i, line in enumerate(talk["lines"]):
            pair = reading_pair(pieces, talk["lines"][max(0, i - 2) : i], line)
            out.append(dict(line, pair=pair, set=talk["set"]))
    return out


def reading_loss(reader, batch):
    # Now and then a line without what was before it.
    texts = [([], item["pair"][1]) if random.random() < 0.25 else item["pair"] for item in batch]
    ids, types, there = batch_of(texts)
    x = reader.go_on(reader.begin(ids, types), there, 0, READING)
    seen = reader.features(x, types, there)
    labels = F.log_softmax(reader.heads["lab"](seen), -1)
    wanted = torch.tensor([LABELS.index(item["label"]) for item in batch])
    keep = torch.tensor([float(item["keep"]) for item in batch])
    kept = labels[:, : len(KINDS)].logsumexp(-1)
    left = labels[:, len(KINDS) :].logsumexp(-1)
    loss = 0.6 * F.nll_loss(labels, wanted) - (keep * kept + (1 - keep) * left).mean()
    about = torch.tensor([ABOUT.index(item["about"]) if item["keep"] else -1 for item in batch])
    if (about >= 0).any():
        loss = loss + 0.3 * F.cross_entropy(reader.heads["ab"](seen), about, ignore_index=-1)
    count = keep.sum().clamp(min=1)
    importance = torch.tensor([float(item.get("importance", 0)) for item in batch])
    wrong = ((reader.heads["imp"](seen)[:, 0] - importance) ** 2 * keep).sum() / count
    needs = torch.tensor([float(item.get("needs_context", False)) for item in batch])
    context = F.binary_cross_entropy_with_logits(
        reader.heads["x"](seen)[:, 0], needs, reduction="none"
    )
    return loss + 0.05 * wrong + 0.3 * (context * keep).sum() / count


def notes_of(talks):
    """What a program would note of the lines that are kept: in the words that were said, or told."""
    said = [line for talk in talks for line in talk["lines"] if line["keep"]]
    quoted = [f'{line["who"].capitalize()}: "{line["text"]}"' for line in said]
    return quoted + [line["rewritten"] for line in said if line.get("rewritten")]


def upper_items(pieces, talks, new, repeat):
    """Pairs and questions, with facts that have nothing to do with each other among them."""
    notes = notes_of(talks)
    all_pairs = [one[:3] for one in pairs(ROOT, APART)]
    asked = questions(ROOT, APART)
    compared = all_pairs
    if new:
        old = [one[:3] for one in pairs(ROOT, APART + tuple(f"pairs/{name}.txt" for name in new))]
        compared = [one for one in all_pairs if one not in set(old)]
        compared += random.sample(old, int(len(old) * repeat))
        asked = random.sample(asked, len(asked) // 6)
    ends = [newer for _, newer, relation in compared if relation == "replaces"]
    others = notes + [older for older, _, _ in all_pairs]
    compared = compared + [(random.choice(others), newer, "apart") for newer in ends]
    compared += [(random.choice(notes), random.choice(others), "apart") for _ in range(800)]
    out = [
        dict(task="cmp", pair=comparing_pair(pieces, older, newer), y=RELATIONS.index(relation))
        for older, newer, relation in compared
    ]
    for question, texts in asked:
        texts = texts + [(random.choice(notes), ANSWERS["-"]) for _ in range(2)]
        out += [dict(task="qa", pair=answering_pair(pieces, question, t), y=y) for t, y in texts]
    return out


def upper_loss(reader, batch):
    ids, types, there = batch_of([item["pair"] for item in batch])
    with torch.no_grad():
        reader.eval()
        x = reader.go_on(reader.begin(ids, types), there, 0, READING)
        reader.train()
    seen = reader.features(reader.go_on(x, there, READING, LAYERS), types, there)
    relations, answers = reader.heads["cmp"](seen), reader.heads["qa"](seen)[:, 0]
    compared = torch.tensor([item["task"] == "cmp" for item in batch])
    loss = torch.zeros(())
    if compared.any():
        wanted = torch.tensor([item["y"] for item in batch if item["task"] == "cmp"])
        loss = loss + F.cross_entropy(relations[compared], wanted, reduction="sum")
    if (~compared).any():
        wanted = torch.tensor([float(item["y"]) for item in batch if item["task"] == "qa"])
        loss = loss + F.binary_cross_entropy_with_logits(
            answers[~compared], wanted, reduction="sum"
        )
    return loss / len(batch)


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("e5")
    options.add_argument("out")
    options.add_argument("--from", dest="start")
    options.add_argument("--reading", type=int, default=5)
    options.add_argument("--upper", type=int, default=5)
    options.add_argument("--rate", type=float, default=3e-5)
    options.add_argument("--new", default="")
    options.add_argument("--without", default="")
    options.add_argument("--repeat", type=float, default=1 / 3)
    options.add_argument("--threads", type=int, default=2)
    options = options.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(1)
    random.seed(1)
    pieces, reader = Pieces(options.e5), Reader()
    load(reader, options.start or Path(options.e5) / "e5_net.npz")
    without = tuple(f"data/{name}" for name in options.without.split(",") if name)
    talks = conversations(ROOT, APART + without)

    if options.reading:
        items = reading_items(pieces, talks)
        new = [item for item in items if not options.new or item["set"] in options.new.split(",")]
        old = [item for item in items if options.new and item["set"] not in options.new.split(",")]
        epochs = [
            batches(new + random.sample(old, int(len(old) * options.repeat)))
            for _ in range(options.reading)
        ]
        print("reading:", len(new), "lines,", len(old), "to repeat", flush=True)
        parts = list(reader.layers[LOOK if options.new else 0 : READING])
        taught(reader, parts, options.rate, epochs, lambda batch: reading_loss(reader, batch))
        save(reader, options.out)
    if options.upper:
        new = [name for name in options.new.split(",") if name.isdigit()]
        epochs = [batches(upper_items(pieces, talks, new, options.repeat)) for _ in range(options.upper)]
        print("upper layers:", sum(map(len, epochs)), "steps", flush=True)
        parts = list(reader.layers[READING:])
        taught(reader, parts, options.rate, epochs, lambda batch: upper_loss(reader, batch))
        save(reader, options.out)


if __name__ == "__main__":
    main()
