"""Sentences a second of ONNX Runtime on one thread with all-MiniLM-L6-v2's weights.

    pip install numpy onnx onnxruntime tokenizers
    minilm_onnx.py model.safetensors TEXTS

TEXTS has one text a line. The graph is made here, of the operators that ONNX has, and ONNX Runtime
rewrites it as far as it can (all optimizations). Texts of like length go together, which wastes
least on padding; the best of batches of 1, 8 and 32 is printed, tokenizing included.
"""
import os
import sys
import time
from pathlib import Path

os.environ["OMP_NUM_THREADS"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "engine" / "reference"))
from make_minilm import HEADS, LAYERS, LONGEST, WIDTH, weights
from make_reference import tokenizer

HEAD = WIDTH // HEADS


class Graph:
    def __init__(self, tensors):
        self.tensors = tensors
        self.nodes, self.constants = [], []

    def constant(self, value):
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def op(self, kind, *inputs, **attributes):
        name = f"n{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def linear(self, x, name):
        weight = self.constant(self.tensors[name + ".weight"].T)
        product = self.op("MatMul", x, weight)
        return self.op("Add", product, self.constant(self.tensors[name + ".bias"]))

    def norm(self, x, name):
        return self.op("LayerNormalization", x, self.constant(self.tensors[name + ".weight"]),
                       self.constant(self.tensors[name + ".bias"]), axis=-1, epsilon=1e-12)

    def heads(self, x, name, order):
        shape = self.constant(np.array([0, 0, HEADS, HEAD], np.int64))
        return self.op("Transpose", self.op("Reshape", self.linear(x, name), shape), perm=order)

    def layer(self, x, at, hidden):
        q = self.heads(x, at + "attention.self.query", [0, 2, 1, 3])
        k = self.heads(x, at + "attention.self.key", [0, 2, 3, 1])
        v = self.heads(x, at + "attention.self.value", [0, 2, 1, 3])
        scale = self.constant(np.float32(HEAD ** -0.5))
        scores = self.op("Add", self.op("Mul", self.op("MatMul", q, k), scale), hidden)
        seen = self.op("MatMul", self.op("Softmax", scores, axis=-1), v)
        seen = self.op("Reshape", self.op("Transpose", seen, perm=[0, 2, 1, 3]),
                       self.constant(np.array([0, 0, WIDTH], np.int64)))
        x = self.norm(self.op("Add", self.linear(seen, at + "attention.output.dense"), x),
                      at + "attention.output.LayerNorm")
        inner = self.op("Gelu", self.linear(x, at + "intermediate.dense"))
        return self.norm(self.op("Add", self.linear(inner, at + "output.dense"), x),
                         at + "output.LayerNorm")

    def model(self):
        places = (self.tensors["embeddings.position_embeddings.weight"] +
                  self.tensors["embeddings.token_type_embeddings.weight"][0])
        words = self.op("Gather", self.constant(
            self.tensors["embeddings.word_embeddings.weight"]), "ids", axis=0)
        places = self.op("Gather", self.constant(places), "places", axis=0)
        x = self.norm(self.op("Add", words, places), "embeddings.LayerNorm")
        axes = self.constant(np.array([1, 2], np.int64))
        there = self.op("Unsqueeze", "mask", axes)
        hidden = self.op("Mul", self.op("Sub", self.constant(np.float32(1)), there),
                         self.constant(np.float32(-1e9)))
        for layer in range(LAYERS):
            x = self.layer(x, f"encoder.layer.{layer}.", hidden)
        self.nodes.append(helper.make_node("Identity", [x], ["out"]))
        floats, whole = TensorProto.FLOAT, TensorProto.INT64
        inputs = [helper.make_tensor_value_info("ids", whole, ["b", "t"]),
                  helper.make_tensor_value_info("places", whole, ["t"]),
                  helper.make_tensor_value_info("mask", floats, ["b", "t"])]
        outputs = [helper.make_tensor_value_info("out", floats, ["b", "t", WIDTH])]
        graph = helper.make_graph(self.nodes, "minilm", inputs, outputs, self.constants)
        made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)])
        made.ir_version = 9
        return made.SerializeToString()


def embed(session, made, lines, size):
    ids = [[101, *one.ids[:LONGEST - 2], 102]
           for one in made.encode_batch(lines, add_special_tokens=False)]
    order = sorted(range(len(ids)), key=lambda i: len(ids[i]))
    vectors = np.zeros((len(ids), WIDTH), np.float32)
    for first in range(0, len(order), size):
        batch = order[first:first + size]
        longest = max(len(ids[i]) for i in batch)
        padded = np.zeros((len(batch), longest), np.int64)
        mask = np.zeros((len(batch), longest), np.float32)
        for row, i in enumerate(batch):
            padded[row, :len(ids[i])] = ids[i]
            mask[row, :len(ids[i])] = 1
        out = session.run(None, {"ids": padded, "places": np.arange(longest), "mask": mask})[0]
        mean = (out * mask[:, :, None]).sum(axis=1)
        vectors[batch] = mean / np.linalg.norm(mean, axis=1, keepdims=True)
    return vectors


def main():
    lines = Path(sys.argv[2]).read_text("utf-8").split("\n")[:-1]
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
    session = onnxruntime.InferenceSession(Graph(weights(sys.argv[1])).model(), options,
                                           providers=["CPUExecutionProvider"])
    made, _ = tokenizer()
    best = 0
    for size in (1, 8, 32):
        for _ in range(3):
            start = time.perf_counter()
            vectors = embed(session, made, lines, size)
            best = max(best, len(lines) / (time.perf_counter() - start))
    if len(sys.argv) > 3:
        vectors.tofile(sys.argv[3])
    print(best)


if __name__ == "__main__":
    main()
