"""The weights of a training as the program reads them (src/language/weights.hpp).

    pack.py E5_DIR NET.npz OUT.bin [HOPE.npz]

E5_DIR has what cut_pieces.py wrote. NET.npz has matrices as int8 by row (`NAME|q`, `NAME|s`). HOPE.npz
has the head of the first look (`weight`, `bias`, `bounds`); without it every line is read.
"""

import json
import struct
import sys
from pathlib import Path

import numpy as np

VERSION = 1
ALIGNED = 64
PANEL = 16
POSITIONS = 256
SPECIAL = 4
FEATURES = 3 * 384


class File:
    def __init__(self):
        self.bytes = bytearray(32)  # the header comes last

    def put(self, array, kind):
        self.bytes += b"\0" * (-len(self.bytes) % ALIGNED)
        self.bytes += np.ascontiguousarray(array, kind).tobytes()

    def put_matrix(self, net, names):
        """Rows of all `names` together, packed in panels of columns and pairs of rows."""
        rows = np.concatenate([net[f"{name}.weight|q"] for name in names])
        out, into = rows.shape
        packed = rows.reshape(out // PANEL, PANEL, into // 2, 2).transpose(0, 2, 1, 3)
        self.put(packed, np.int8)
        self.put(np.concatenate([net[f"{name}.weight|s"] for name in names]), np.float32)
        self.put(np.concatenate([net[f"{name}.bias"] for name in names]), np.float32)

    def put_norm(self, net, name):
        self.put(net[f"{name}.weight"], np.float32)
        self.put(net[f"{name}.bias"], np.float32)


def packed(pieces, scores, net, hope):
    text = [b""] * SPECIAL + [piece.encode() for piece in pieces[SPECIAL:]]
    order = list(range(SPECIAL)) + sorted(range(SPECIAL, len(text)), key=lambda i: text[i])
    file = File()
    file.put(np.cumsum([0] + [len(text[i]) for i in order]), np.uint32)
    joined = b"".join(text[i] for i in order)
    file.put(np.frombuffer(joined, np.uint8), np.uint8)
    file.put(scores[order], np.float32)
    base = "b.embeddings."
    file.put(net[base + "word_embeddings.weight|q"][order], np.int8)
    file.put(net[base + "word_embeddings.weight|s"][order], np.float32)
    file.put(net[base + "position_embeddings.weight|q"][:POSITIONS], np.int8)
    file.put(net[base + "position_embeddings.weight|s"][:POSITIONS], np.float32)
    file.put(net[base + "token_type_embeddings.weight"], np.float32)
    file.put_norm(net, base + "LayerNorm")
    for number in range(12):
        layer = f"b.encoder.layer.{number}."
        asking = layer + "attention.self."
        file.put_matrix(net, [asking + part for part in ("query", "key", "value")])
        file.put_matrix(net, [layer + "attention.output.dense"])
        file.put_norm(net, layer + "attention.output.LayerNorm")
        file.put_matrix(net, [layer + "intermediate.dense"])
        file.put_matrix(net, [layer + "output.dense"])
        file.put_norm(net, layer + "output.LayerNorm")
    for head in ("lab", "ab", "imp", "x", "cmp", "qa"):
        file.put_norm(net, head)
    for part in ("weight", "bias", "bounds"):
        file.put(hope[part], np.float32)
    file.bytes[:32] = b"pyreader" + struct.pack(
        "<IIQQ", VERSION, len(pieces), len(joined), len(file.bytes)
    )
    return bytes(file.bytes)


def main():
    e5, net, out = (Path(one) for one in sys.argv[1:4])
    if len(sys.argv) > 4:
        hope = np.load(sys.argv[4])
    else:
        hope = {"weight": np.zeros(FEATURES), "bias": [0], "bounds": [-1, -1, -1]}
    pieces = json.loads((e5 / "e5.json").read_text())["pieces"]
    scores = np.load(e5 / "e5.npz")["scores"]
    out.write_bytes(packed(pieces, scores, np.load(net), hope))


if __name__ == "__main__":
    main()
