"""Makes src/engine/embedding/words.bin: a vector for each of 64,000 words and pieces of words.

    make_table.py FOLDER E5 OUT      what fetch brought, what cut_pieces.py wrote, the table to write

English words keep the vectors of the table that came before this one (fixed vectors fitted to those of
all-MiniLM-L6-v2), which commit FIRST of this repository has. All else is fitted in one closed form: the
vectors of a translation's pieces add up to those of the English sentence's. Wants numpy, scipy and
tokenizers, 8 GB of memory and ten minutes. The same input gives the same table.
"""

import json
import os
import re
import struct
import subprocess
import sys
import unicodedata
from collections import Counter
from pathlib import Path

os.environ["TOKENIZERS_PARALLELISM"] = "false"

import numpy as np
import scipy.sparse
from sources import gathered
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers


def is_punctuation(character):
    kind = unicodedata.category(character)[0]
    return kind == "P" or (kind == "S" and character.isascii())


FIRST = "6da0ea1a"
DIMS = 176
PIECES = 64_000
SPECIAL = 4
LEAST_USES = 4
WORD_SCORE = -12.0  # more than its pieces have together, less than a longer piece
WEIGHT_OF_ENGLISH = 2.0
TIE = 0.02  # to what a piece's vector is before the fit
TIE_OF_ENGLISH = 20.0
ITERATIONS = 8
BATCH = 50_000
MARK = "▁"
PUNCTUATION = re.compile(
    "([" + "".join(re.escape(c) for c in map(chr, range(sys.maxunicode + 1)) if is_punctuation(c)) + "])"
)


def folded(text):
    """As the program does before it looks for pieces: in lower case, marks stand alone."""
    return " ".join(PUNCTUATION.sub(r" \1 ", text.lower()).split())


class First:
    """The former table: WordPiece, English."""

    def __init__(self):
        def blob(name):
            return subprocess.run(
                ["git", "show", f"{FIRST}:src/engine/embedding/{name}"], capture_output=True, check=True
            ).stdout

        tokens = blob("vocab.txt").decode().split("\n")[:-1]
        self.number = {token: i for i, token in enumerate(tokens)}
        self.unknown = self.number["[UNK]"]
        raw = blob("minilm-static-256.bin")
        rows, dims = struct.unpack_from("<2I", raw, 8)
        scale = np.frombuffer(raw, "<f4", rows, 16)
        values = np.frombuffer(raw, np.int8, rows * dims, 16 + 4 * rows).reshape(rows, dims)
        vectors = values.astype(np.float32) * scale[:, None]
        main = np.linalg.svd(vectors[999:].astype(np.float64), full_matrices=False)[2][:DIMS]
        self.vectors = (vectors @ main.T).astype(np.float32)
        self.tokenizer = Tokenizer(
            models.WordPiece(self.number, unk_token="[UNK]", max_input_chars_per_word=100)
        )
        self.tokenizer.normalizer = normalizers.BertNormalizer()
        self.tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()

    def ids(self, texts):
        return [[i for i in ids if i != self.unknown] for ids in in_batches(self.tokenizer, texts)]


def in_batches(tokenizer, texts):
    for at in range(0, len(texts), BATCH):
        for one in tokenizer.encode_batch(texts[at : at + BATCH], add_special_tokens=False):
            yield one.ids


def unigram(pieces, scores):
    made = Tokenizer(models.Unigram(list(zip(pieces, scores)), unk_id=3))
    made.normalizer = normalizers.NFKC()
    made.pre_tokenizer = pre_tokenizers.Metaspace()
    return made


def ids_of(tokenizer, texts):
    return [[i for i in ids if i >= SPECIAL] for ids in in_batches(tokenizer, [folded(text) for text in texts])]


def matrix(ids, columns, weights):
    sizes = np.array([len(one) for one in ids])
    rows = np.repeat(np.arange(len(ids)), sizes)
    flat = np.fromiter((i for one in ids for i in one), np.int32, sizes.sum())
    return scipy.sparse.csr_matrix((np.repeat(weights, sizes), (rows, flat)), (len(ids), columns), np.float32)


def chosen(pieces, scores, first, english, foreign):
    """The encoder's pieces that the texts use, the former table's words, and the commonest others."""
    tokenizer, uses, words = unigram(pieces, scores), Counter(), Counter()
    for texts in (english, foreign):
        for ids in ids_of(tokenizer, texts):
            uses.update(ids)
    for text in foreign:
        words.update(word for word in re.findall(r"[^\W\d_]+", text.lower()) if len(word) > 2)
    kept = {pieces[i]: float(scores[i]) for i in range(SPECIAL, len(pieces)) if uses[i] >= LEAST_USES}

    def european(word):
        return all(c < "\u0250" or "\u0370" <= c < "\u0530" for c in word)

    known = [word for word in first.number if word.isalpha() and word.isascii() and len(word) > 2]
    others = [word for word, count in words.most_common() if count >= 4 and european(word)]
    for word in known + others:
        if len(kept) < PIECES - SPECIAL:
            kept.setdefault(MARK + word, WORD_SCORE)
    names = sorted(kept, key=str.encode)
    return list(pieces[:SPECIAL]) + names, list(scores[:SPECIAL]) + [kept[name] for name in names]


def before_the_fit(names, pieces, words, tokenizer, x, y):
    """A linear map of the encoder's own vectors of pieces."""
    words, number = words - words.mean(0), {piece: i for i, piece in enumerate(pieces)}
    own = np.zeros((len(names), words.shape[1]), np.float32)
    for i, name in enumerate(names[SPECIAL:], SPECIAL):
        if name in number:
            own[i] = words[number[name]]
        else:
            own[i] = words[ids_of(tokenizer, [name.removeprefix(MARK)])[0]].mean(0)
    seen = x @ own
    square = seen.T @ seen
    square += 1e-3 * np.trace(square) / len(square) * np.eye(len(square), dtype=np.float32)
    return (own @ np.linalg.solve(square, seen.T @ y)).astype(np.float32)


def fitted(x, y, start, tie):
    """The E with the least |x E - y|² + tie |E - start|², by conjugate gradients."""
    squares = x.copy()
    squares.data **= 2
    scale = 1 / (np.asarray(squares.sum(0)).ravel()[:, None] + tie)
    back = x.T.tocsr()
    rest = back @ (y - x @ start)
    change, z = np.zeros_like(start), scale * rest
    way, size = z.copy(), (rest * z).sum(0)
    for _ in range(ITERATIONS):
        q = back @ (x @ way) + tie * way
        step = size / np.maximum((way * q).sum(0), 1e-30)
        change += step * way
        rest -= step * q
        z = scale * rest
        size, before = (rest * z).sum(0), size
        way = z + size / np.maximum(before, 1e-30) * way
    return start + change


def write(path, names, scores, vectors):
    texts = [b""] * SPECIAL + [name.encode() for name in names[SPECIAL:]]
    ends = np.concatenate([[0], np.cumsum([len(text) for text in texts])])
    scale = np.abs(vectors).max(1) / 127
    scale[scale == 0] = 1
    rows = np.round(vectors / scale[:, None]).astype(np.int8)
    out = bytearray(b"PYRSTAT2" + struct.pack("<3I", len(names), DIMS, ends[-1]))
    for part in (
        ends.astype("<u4").tobytes(),
        b"".join(texts),
        np.array(scores, "<f4").tobytes(),
        scale.astype("<f4").tobytes(),
        rows.tobytes(),
    ):
        out += bytes(-len(out) % 64) + part
    Path(path).write_bytes(out)


def main():
    folder, e5, out = sys.argv[1:]
    first = First()
    words = [word for word in first.number if word.isalpha() and word.isascii() and len(word) > 1]
    english, pairs = gathered(folder)
    english = list(dict.fromkeys(words + english))
    foreign = [other for _, other in pairs]
    pieces = json.loads((Path(e5) / "e5.json").read_text())["pieces"]
    own_scores = np.load(Path(e5) / "e5.npz")["scores"]
    names, scores = chosen(pieces, own_scores, first, english, foreign)
    print(len(english), "English texts,", len(pairs), "pairs,", len(names), "pieces", flush=True)

    originals = english + [one for one, _ in pairs]
    taught, ids = first.ids(originals), ids_of(unigram(names, scores), english + foreign)
    counts = np.array([len(one) for one in taught])
    # An "English" text that falls into many pieces is none.
    good = (counts > 0) & (counts <= 1.6 * np.array([len(text.split()) for text in originals]) + 2)
    weights = (good / np.maximum(counts, 1)).astype(np.float32)
    weights[: len(english)] *= WEIGHT_OF_ENGLISH
    x = matrix(ids, len(names), weights)
    y = matrix(taught, len(first.number), weights) @ first.vectors

    vectors = np.load(Path(e5) / "e5_net.npz")["b.embeddings.word_embeddings.weight"]
    start = before_the_fit(names, pieces, vectors, unigram(pieces, own_scores), x, y)
    tie = np.full((len(names), 1), TIE, np.float32)
    in_english = np.bincount(x[: len(english)].indices, minlength=len(names))
    elsewhere = np.bincount(x[len(english) :].indices, minlength=len(names))
    for i, name in enumerate(names):
        word = name[1:] if name.startswith(MARK) else name if len(name) == 1 and not name.isalpha() else ""
        if i >= SPECIAL and word.isascii() and word in first.number:
            start[i] = first.vectors[first.number[word]]
            if 3 * in_english[i] >= elsewhere[i]:
                tie[i] = TIE_OF_ENGLISH
    made = fitted(x, y, start, tie)
    made[:SPECIAL] = 0
    made[names.index(MARK)] = 0  # what stands before an unknown character says nothing
    write(out, names, scores, made)


if __name__ == "__main__":
    main()
