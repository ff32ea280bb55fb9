"""The weights of the program as a training goes on from them: the other way round than pack.py.

    unpack.py E5_DIR READER.bin OUT.npz

E5_DIR has what cut_pieces.py wrote. The first look is left behind: first_look.py makes it anew.
"""

import json
import math
import struct
import sys
from pathlib import Path

import numpy as np

from model import HEAD_SIZES, INNER, LAYERS, WIDTH
from pack import ALIGNED, FEATURES, PANEL, POSITIONS, SPECIAL, VERSION

TAUGHT_POSITIONS = 512  # of the encoder; those beyond POSITIONS are never read


class File:
    def __init__(self, path):
        self.bytes, self.at = Path(path).read_bytes(), 32
        magic, version, self.pieces, self.text_size, size = struct.unpack_from("<8sIIQQ", self.bytes)
        if magic != b"pyreader" or version != VERSION or size != len(self.bytes):
            raise SystemExit(f"{path}: no weights of version {VERSION}")

    def take(self, kind, *shape):
        self.at += -self.at % ALIGNED
        array = np.frombuffer(self.bytes, kind, math.prod(shape), self.at).reshape(shape)
        self.at += array.nbytes
        return array

    def matrix(self, net, names, out, into):
        packed = self.take(np.int8, out // PANEL, into // 2, PANEL, 2)
        rows = packed.transpose(0, 2, 1, 3).reshape(out, into)
        worth, bias = self.take(np.float32, out), self.take(np.float32, out)
        for name, *part in zip(names, *(np.split(one, len(names)) for one in (rows, worth, bias))):
            net[f"{name}.weight|q"], net[f"{name}.weight|s"], net[f"{name}.bias"] = part

    def norm(self, net, name, *shape):
        net[f"{name}.weight"], net[f"{name}.bias"] = (
            self.take(np.float32, *shape),
            self.take(np.float32, shape[0]),
        )


def unpacked(file, pieces):
    ends, text = file.take(np.uint32, file.pieces + 1), file.take(np.uint8, file.text_size).tobytes()
    found = [text[ends[i] : ends[i + 1]].decode() for i in range(file.pieces)]
    file.take(np.float32, file.pieces)
    place = {piece: i for i, piece in enumerate(found) if i >= SPECIAL}
    order = [*range(SPECIAL), *(place[piece] for piece in pieces[SPECIAL:])]
    net, base = {}, "b.embeddings."
    net[base + "word_embeddings.weight|q"] = file.take(np.int8, file.pieces, WIDTH)[order]
    net[base + "word_embeddings.weight|s"] = file.take(np.float32, file.pieces)[order]
    positions = file.take(np.int8, POSITIONS, WIDTH), file.take(np.float32, POSITIONS)
    for part, rows in zip("qs", positions):
        more = [(0, TAUGHT_POSITIONS - POSITIONS)] + [(0, 0)] * (rows.ndim - 1)
        net[f"{base}position_embeddings.weight|{part}"] = np.pad(rows, more)
    net[base + "token_type_embeddings.weight"] = file.take(np.float32, 2, WIDTH)
    file.norm(net, base + "LayerNorm", WIDTH)
    for number in range(LAYERS):
        layer = f"b.encoder.layer.{number}."
        asking = [f"{layer}attention.self.{part}" for part in ("query", "key", "value")]
        file.matrix(net, asking, 3 * WIDTH, WIDTH)
        file.matrix(net, [layer + "attention.output.dense"], WIDTH, WIDTH)
        file.norm(net, layer + "attention.output.LayerNorm", WIDTH)
        file.matrix(net, [layer + "intermediate.dense"], INNER, WIDTH)
        file.matrix(net, [layer + "output.dense"], WIDTH, INNER)
        file.norm(net, layer + "output.LayerNorm", WIDTH)
    for head, outputs in HEAD_SIZES.items():
        file.norm(net, head, outputs, FEATURES)
    return net


def main():
    e5, weights, out = (Path(one) for one in sys.argv[1:4])
    pieces = json.loads((e5 / "e5.json").read_text())["pieces"]
    np.savez(out, **unpacked(File(weights), pieces))


if __name__ == "__main__":
    main()
