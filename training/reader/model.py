"""The encoder and its heads in PyTorch, as src/language computes them."""

import json
import re
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers
from torch import nn

from labelled import ABOUT, KINDS, REASONS, RELATIONS

WIDTH, INNER, HEADS, LAYERS = 384, 1536, 12, 12
LOOK, READING = 2, 6  # layers of the first look, and of a reading
LABELS = KINDS + REASONS
START, END, PAD, UNKNOWN = 0, 2, 1, 3


class Pieces:
    def __init__(self, e5):
        pieces = json.loads((Path(e5) / "e5.json").read_text())["pieces"]
        scores = np.load(Path(e5) / "e5.npz")["scores"]
        vocabulary = [(piece, float(score)) for piece, score in zip(pieces, scores)]
        self.tokenizer = Tokenizer(models.Unigram(vocabulary, unk_id=UNKNOWN))
        self.tokenizer.normalizer = normalizers.NFKC()
        self.tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
        self.known = {}

    def of(self, text):
        if text not in self.known:
            self.known[text] = self.tokenizer.encode(text, add_special_tokens=False).ids
        return self.known[text]


def rounded(text):
    """As src/language/reader.cpp: numbers of three digits or more by their first, but for years."""

    def one(found):
        number = found.group()
        if len(number) == 4 and number[:2] in ("19", "20"):
            return number
        return number[0] + "0" * (len(number) - 1)

    return re.sub(r"[0-9]{3,}", one, text)


def said(line):
    return f"{line['who']}: {rounded(line['text'])}"


def reading_pair(pieces, before, line):
    context = [token for one in before for token in pieces.of(said(one))]
    return context[-90:], pieces.of(said(line))[:120]


def comparing_pair(pieces, older, newer):
    return pieces.of("older: " + older)[:90], pieces.of("newer: " + newer)[:90]


def answering_pair(pieces, question, text):
    return pieces.of("question: " + question)[:64], pieces.of("memory: " + text)[:120]


def batch_of(pairs):
    rows = [[START, *first, END, *second, END] for first, second in pairs]
    longest = max(len(row) for row in rows)
    ids = torch.tensor([row + [PAD] * (longest - len(row)) for row in rows])
    types = torch.zeros_like(ids)
    there = torch.zeros(ids.shape, dtype=torch.bool)
    for i, (row, (first, _)) in enumerate(zip(rows, pairs)):
        types[i, len(first) + 2 : len(row)] = 1
        there[i, : len(row)] = True
    return ids, types, there


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.key = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH)
        self.value, self.attended = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH)
        self.inner, self.outer = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.attended_norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.outer_norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.drop = nn.Dropout(0.1)

    def forward(self, x, there):
        count, length, _ = x.shape

        def heads(y):
            return y.view(count, length, HEADS, WIDTH // HEADS).transpose(1, 2)

        seen = F.scaled_dot_product_attention(
            heads(self.query(x)),
            heads(self.key(x)),
            heads(self.value(x)),
            attn_mask=there[:, None, None, :],
            dropout_p=0.1 if self.training else 0.0,
        )
        seen = seen.transpose(1, 2).reshape(count, length, WIDTH)
        x = self.attended_norm(x + self.drop(self.attended(seen)))
        return self.outer_norm(x + self.drop(self.outer(F.gelu(self.inner(x)))))


# What a part is called in the files of weights.
NAMES = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "attended": "attention.output.dense",
    "attended_norm": "attention.output.LayerNorm",
    "inner": "intermediate.dense",
    "outer": "output.dense",
    "outer_norm": "output.LayerNorm",
}
HEAD_SIZES = {"lab": len(LABELS), "ab": len(ABOUT), "imp": 1, "x": 1, "cmp": len(RELATIONS), "qa": 1}


class Reader(nn.Module):
    def __init__(self, pieces=64000):
        super().__init__()
        self.words = nn.Embedding(pieces, WIDTH)
        self.positions, self.types = nn.Embedding(512, WIDTH), nn.Embedding(2, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.heads = nn.ModuleDict({k: nn.Linear(3 * WIDTH, n) for k, n in HEAD_SIZES.items()})
        self.drop = nn.Dropout(0.1)

    def begin(self, ids, types):
        at = torch.arange(ids.shape[1])
        return self.drop(self.norm(self.words(ids) + self.positions(at) + self.types(types)))

    def go_on(self, x, there, start, end):
        for layer in self.layers[start:end]:
            x = layer(x, there)
        return x

    def features(self, x, types, there):
        second = (types * there).unsqueeze(-1).float()
        first = ((1 - types) * there).unsqueeze(-1).float()
        means = [(x * part).sum(1) / part.sum(1).clamp(min=1) for part in (second, first)]
        return self.drop(torch.cat([x[:, 0], *means], -1))

    def named(self):
        """The name of each tensor in the files of weights, and the tensor."""
        base = "b.embeddings."
        yield base + "word_embeddings.weight", self.words.weight
        yield base + "position_embeddings.weight", self.positions.weight
        yield base + "token_type_embeddings.weight", self.types.weight
        parts = [(base + "LayerNorm", self.norm)]
        for i, layer in enumerate(self.layers):
            parts += [(f"b.encoder.layer.{i}.{n}", getattr(layer, k)) for k, n in NAMES.items()]
        for name, part in parts + list(self.heads.items()):
            yield name + ".weight", part.weight
            yield name + ".bias", part.bias


def in_bytes(name):
    return name.endswith(("dense.weight", "query.weight", "key.weight", "value.weight")) or (
        name in ("b.embeddings.word_embeddings.weight", "b.embeddings.position_embeddings.weight")
    )


def load(reader, path):
    """What a file of weights has; a head that it has not stays as it is."""
    net = np.load(path)
    with torch.no_grad():
        for name, tensor in reader.named():
            if name + "|q" in net:
                rows = net[name + "|q"].astype(np.float32) * net[name + "|s"][:, None]
            elif name in net:
                rows = net[name]
            else:
                continue
            tensor.copy_(torch.from_numpy(np.ascontiguousarray(rows, np.float32)))


def save(reader, path):
    """Matrices as bytes by row, the rest as floats."""
    out = {}
    for name, tensor in reader.named():
        rows = tensor.detach().numpy()
        if in_bytes(name):
            worth = np.maximum(np.abs(rows).max(1), 1e-8) / 127
            out[name + "|q"] = np.clip(np.round(rows / worth[:, None]), -127, 127).astype(np.int8)
            out[name + "|s"] = worth.astype(np.float32)
        else:
            out[name] = rows.astype(np.float32)
    np.savez(path, **out)
