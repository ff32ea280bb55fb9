"""What the reader's weights say in 64-bit floats, and the tokens of its texts by Hugging Face's tokenizers.

    make_reference.py [READER.bin]      needs numpy and tokenizers

Answers what tokens.tsv and judgements.tsv ask, and writes the answers there; a line is added with any
answer. The tests hold src/language against both. Make them again whenever reader.bin changes.
"""

import math
import struct
import sys
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
ALIGNED, PANEL, WIDTH, INNER, HEADS, LAYERS = 64, 16, 384, 1536, 12, 12
START, END, UNKNOWN, SPECIAL = 0, 2, 3, 4


class File:
    def __init__(self, path):
        self.bytes = Path(path).read_bytes()
        _, _, self.pieces, self.text_size, size = struct.unpack_from("<8sIIQQ", self.bytes)
        assert size == len(self.bytes)
        self.at = 32

    def take(self, kind, *shape):
        self.at += -self.at % ALIGNED
        array = np.frombuffer(self.bytes, kind, math.prod(shape), self.at).reshape(shape)
        self.at += array.nbytes
        return array

    def rows(self, count):
        return self.take(np.int8, count, WIDTH), self.take(np.float32, count)

    def matrix(self, out, into):
        packed = self.take(np.int8, out // PANEL, into // 2, PANEL, 2)
        rows = packed.transpose(0, 2, 1, 3).reshape(out, into).astype(np.float64)
        return rows * self.take(np.float32, out)[:, None], self.take(np.float32, out)

    def norm(self):
        return self.take(np.float32, WIDTH), self.take(np.float32, WIDTH)

    def head(self, outputs):
        return self.take(np.float32, outputs, 3 * WIDTH), self.take(np.float32, outputs)


def normed(x, norm):
    x = x - x.mean(-1, keepdims=True)
    return x / np.sqrt((x**2).mean(-1, keepdims=True) + 1e-12) * norm[0] + norm[1]


def softmax(x):
    x = np.exp(x - x.max(-1, keepdims=True))
    return x / x.sum(-1, keepdims=True)


ERF = np.vectorize(math.erf)


class Reference:
    def __init__(self, path):
        file = File(path)
        ends = file.take(np.uint32, file.pieces + 1)
        text = file.take(np.uint8, file.text_size).tobytes()
        scores = file.take(np.float32, file.pieces)
        self.pieces = [text[ends[i] : ends[i + 1]].decode() for i in range(file.pieces)]
        vocabulary = [(piece, float(score)) for piece, score in zip(self.pieces, scores)]
        vocabulary[:SPECIAL] = [(f"\0{i}", s) for i, (_, s) in enumerate(vocabulary[:SPECIAL])]
        self.tokenizer = Tokenizer(models.Unigram(vocabulary, unk_id=UNKNOWN))
        self.tokenizer.normalizer = normalizers.NFKC()
        self.tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
        self.words, self.positions = file.rows(file.pieces), file.rows(256)
        self.types, self.norm = file.take(np.float32, 2, WIDTH), file.norm()
        self.layers = [
            dict(
                asking=file.matrix(3 * WIDTH, WIDTH),
                attended=file.matrix(WIDTH, WIDTH),
                attended_norm=file.norm(),
                inner=file.matrix(INNER, WIDTH),
                outer=file.matrix(WIDTH, INNER),
                outer_norm=file.norm(),
            )
            for _ in range(LAYERS)
        ]
        self.labels, self.about, self.importance = file.head(15), file.head(4), file.head(1)
        self.needs_context, self.relations, self.answers = file.head(1), file.head(4), file.head(1)

    def ids(self, text):
        return self.tokenizer.encode(text, add_special_tokens=False).ids

    def features(self, first, second, layers):
        ids = [START, *first, END, *second, END]
        cut = len(first) + 2
        types = np.array([0] * cut + [1] * (len(ids) - cut))
        x = self.words[0][ids].astype(np.float64) * self.words[1][ids][:, None]
        count = len(ids)
        x = x + self.positions[0][:count] * self.positions[1][:count, None] + self.types[types]
        x = normed(x, self.norm)
        for layer in self.layers[:layers]:
            asking = x @ layer["asking"][0].T + layer["asking"][1]
            q, k, v = asking.reshape(count, 3, HEADS, WIDTH // HEADS).transpose(1, 2, 0, 3)
            seen = softmax(q @ k.transpose(0, 2, 1) / math.sqrt(WIDTH / HEADS)) @ v
            seen = seen.transpose(1, 0, 2).reshape(count, WIDTH)
            attended = seen @ layer["attended"][0].T + layer["attended"][1]
            x = normed(x + attended, layer["attended_norm"])
            inner = x @ layer["inner"][0].T + layer["inner"][1]
            inner = inner * 0.5 * (1 + ERF(inner / math.sqrt(2)))
            outer = inner @ layer["outer"][0].T + layer["outer"][1]
            x = normed(x + outer, layer["outer_norm"])
        return np.concatenate([x[0], x[cut:].mean(0), x[:cut].mean(0)])

    def judge(self, before, line):
        context = self.ids(" ".join(before))[-90:] if before else []
        seen = self.features(context, self.ids(line)[:120], 6)
        out = lambda head: head[0] @ seen + head[1]  # noqa: E731
        labels = softmax(out(self.labels))
        importance = min(10, max(1, out(self.importance)[0]))
        needs = 1 / (1 + math.exp(-out(self.needs_context)[0]))
        kinds = labels[:7]
        return kinds.sum(), kinds.argmax(), out(self.about).argmax(), importance, needs

    def compare(self, older, newer):
        seen = self.features(self.ids("older: " + older)[:90], self.ids("newer: " + newer)[:90], 12)
        return softmax(self.relations[0] @ seen + self.relations[1])

    def answer(self, question, text):
        first, second = self.ids("question: " + question)[:64], self.ids("memory: " + text)[:120]
        seen = self.features(first, second, 12)
        return 1 / (1 + math.exp(-(self.answers[0] @ seen + self.answers[1])[0]))


def lines_of(name):
    return [line.split("\t") for line in (HERE / name).read_text().split("\n")[:-1]]


def answered(reference, what, fields):
    if what == "compare":
        return reference.compare(*fields)
    if what == "answers":
        return [reference.answer(*fields)]
    said = [f"{who}: {text}" for who, text in zip(fields[::2], fields[1::2])]
    return reference.judge(said[:-1], said[-1])


def main():
    reference = Reference(sys.argv[1] if len(sys.argv) > 1 else ROOT / "src/language/reader.bin")
    tokens = [(text, reference.ids(text)) for text, _ in lines_of("tokens.tsv")]
    judged = [
        (what, answered(reference, what, fields), fields)
        for what, _, *fields in lines_of("judgements.tsv")
    ]
    with open(HERE / "tokens.tsv", "w") as out:
        for text, ids in tokens:
            out.write(f"{text}\t{' '.join(map(str, ids))}\n")
    with open(HERE / "judgements.tsv", "w") as out:
        for what, found, fields in judged:
            out.write("\t".join([what, " ".join(f"{x:.6f}" for x in found), *fields]) + "\n")


if __name__ == "__main__":
    main()
