#!/usr/bin/env python3
"""Writes embedding.tsv and embedding.f32, which tests/engine/embedding_test.cpp reads.

    pip install numpy tokenizers
    tests/engine/reference/make_reference.py          # writes the two files
    tests/engine/reference/make_reference.py --time   # sentences/s of this route

Token ids come from the `tokenizers` package, vectors from numpy in double precision: neither shares
a line with the C++ code. embedding.tsv: one text a line, `ids<TAB>text`, the ids being those of minilm's
WordPiece, with \\n, \\t, \\r, \\\\ and \\xNN (bytes) escaped. embedding.f32: one little-endian float32
row of the table's dims a line.
"""
import os
import pathlib
import random
import sys
import time
import unicodedata

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"

import numpy as np
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parents[2] / "src" / "engine" / "embedding"
SPECIAL, UNKNOWN = 4, 3  # of the table's pieces

TEXTS = [
    "", " ", "\t\n", "a", "I", "User moved to Austin last week (around 2026-05-05).",
    "Assistant will remind the user to book the vet on 2026-06-01.",
    "Mia started school in September 2025.", "User is allergic to peanuts, walnuts and cashews.",
    "Kestrel is User's home weather station project.", "User's email is jo.miller+news@example.org.",
    "The rent is $1,850 a month; the deposit was 2x that.", "Don't forget: it's Jo's birthday!",
    "C++20, C# and F# are languages.", "v1.2.3-rc.4+build.5", "https://example.org/a/b?c=d&e=f#g",
    "src/engine/embedding/wordpiece.cpp:42", "snake_case and camelCase and kebab-case",
    "100% of 3.14159 is 3.14159", "1,000,000", "2026-05-12T10:03:00Z", "+1 (555) 010-9999",
    "Élan vital, naïve café, São Paulo, Zürich, Ångström", "Dvořák, Łódź, Kraków, İstanbul, ßtraße",
    "crème brûlée", "cre\u0300me bru\u0302le\u0301e", "Ελληνικά: Καλημέρα κόσμε, σοφός",
    "Русский текст с ударе\u0301нием и ёлкой", "українська її", "עברית שלום", "العربية مرحبا بالعالم",
    "हिन्दी में नमस्ते", "ภาษาไทย สวัสดี", "தமிழ் வணக்கம்", "Tiếng Việt: Xin chào thế giới",
    "日本語のテキスト", "東京都に住んでいます。", "中文分词测试", "我在2026年搬到了奥斯汀", "한국어 문장입니다",
    "mixed 漢字 and kana かな カナ text", "ｆｕｌｌｗｉｄｔｈ　ＴＥＸＴ１２３", "㋿ ㍿ ﬁ ﬂ ﬀ", "豈更車賈滑",
    "emoji 😀 apart", "glued😀emoji", "❤️ 👍🏽 👨‍👩‍👧 🇦🇹", "thanks 🙏🙏🙏", "☀☂★♥", "→ ⇒ ≤ ≥ ≠ ≮ ± × ÷",
    "“curly” ‘quotes’ — dash – en… ellipsis", "«guillemets» ‹x› „tief“", "¿Qué? ¡Sí!", "€5, £6, ¥7, ₹8, 9¢",
    "a_b_c __init__ ___", "#hashtag @mention ##double", "*bold* _it_ `code` ~~s~~ [l](u)", "| a | b |",
    "!!!???...", "...", "-", "--", "---", "'", "''", "\"", "()", "[UNK]", "[CLS] x [SEP]", "[PAD][MASK]",
    "##ing", "un##able", "zero\u200bwidth", "soft\u00adhyphen", "no\u00a0break\u202fspace", "\ufeffbom",
    "tab\tnew\nline\r\nend", "nul\u0000byte", "bell\u0007 and \u001b[31mred", "ver\u000btical\u000cfeed",
    "nel\u0085here", "line\u2028sep\u2029para", "ideographic\u3000space", "ogham\u1680space",
    "replacement \ufffd char x\ufffdy", "private \ue000 use", "a\u0301\u0302\u0303\u0304", "\u0301 lone accent",
    "x" * 99, "x" * 100, "x" * 101, "é" * 100, "é" * 101, "ab" * 60, "supercalifragilisticexpialidocious",
    "pneumonoultramicroscopicsilicovolcanoconiosis", "antidisestablishmentarianism", "Donaudampfschiff",
    "qwertyuiopasdfghjkl", "zzzzzzzz", "xkcd 1337 h4x0r", "a" * 300 + " then a word",
    "MiXeD CaSe WoRdS", "UPPERCASE SENTENCE WITH NO LOWER", "ǅ ǈ ǋ ŉ ǰ", "Ⅷ Ⅻ ⅷ", "ⓐⓑⓒ", "²³¹ ½ ¼", "ªº µ",
    "a\u0308 vs ä; A\u030a vs Å", "ﷺ", "\U0001d400\U0001d401 math", "\U00020000\U0002a6d6 ext b",
    "Ⱥ ẞ Ω K Å", "one\u2011two non-breaking hyphen", "x\u2060y word joiner", "fi\u200dre\u200cfly",
    "¬ ¦ § ¶ © ® ™ °C", "\u037e greek question", "· ‧ • ‣", "、。「」『』", "，！？；：（）", "٪ ، ؛ ؟", "।॥",
    "user's dogs' o'clock rock'n'roll", "e.g. i.e. etc. a.m. p.m.", "Dr. Smith vs. Mr. Jones, Ph.D.",
    "don't can't won't shouldn't've", "10:30-11:45", "3/4 cup", "5'11\"", "~/notes/todo.md", "C:\\Users\\jo",
    "SELECT * FROM t WHERE a=1;", "if (x < y && z > 0) { return; }", "{\"key\": [1, 2, 3]}",
]

SUBJECTS = ["User", "Assistant", "Mia", "User's sister Lena", "Project Kestrel", "Dr. Okafor", "The landlord"]
VERBS = ["moved to", "works at", "prefers", "cancelled", "will remind", "visited", "is allergic to",
         "bought", "no longer likes", "promised to check"]
OBJECTS = ["Lisbon in March 2026", "a red bicycle for $420", "the quarterly report", "peanuts and shellfish",
           "Brightwave as a data engineer", "the vet appointment on 2026-06-01", "vim over emacs",
           "a cat named Biscuit", "the API gateway (v2.1)", "early-morning runs", "a Zürich café"]


def texts():
    made = list(TEXTS)
    rng = random.Random(20260512)
    for _ in range(120):
        sentences = [" ".join(rng.choice(p) for p in (SUBJECTS, VERBS, OBJECTS)) + "."
                     for _ in range(rng.choice([1, 1, 1, 2, 4]))]
        made.append(" ".join(sentences))
    return made


def tokenizer():
    vocabulary = {line: i for i, line in enumerate((DATA / "vocab.txt").read_text("utf-8").split("\n")[:-1])}
    made = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]", max_input_chars_per_word=100))
    made.normalizer = normalizers.BertNormalizer(clean_text=True, handle_chinese_chars=True,
                                                 strip_accents=True, lowercase=True)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return made, vocabulary["[UNK]"]


def table():
    """The tokenizer of the table of words, the scales of its rows and the rows."""
    raw = (DATA / "words.bin").read_bytes()
    assert raw[:8] == b"PYRSTAT2"
    pieces, dims, size = (int(one) for one in np.frombuffer(raw, "<u4", 3, 8))
    at = 20

    def take(kind, count):
        nonlocal at
        at = (at + 63) // 64 * 64
        values = np.frombuffer(raw, kind, count, at)
        at += values.nbytes
        return values

    ends, text, scores = take("<u4", pieces + 1), take("u1", size).tobytes(), take("<f4", pieces)
    scale, rows = take("<f4", pieces), take("i1", pieces * dims).reshape(pieces, dims)
    names = [f"<{i}>" for i in range(SPECIAL)]
    names += [text[ends[i]:ends[i + 1]].decode() for i in range(SPECIAL, pieces)]
    made = Tokenizer(models.Unigram([(name, float(score)) for name, score in zip(names, scores)], unk_id=UNKNOWN))
    made.pre_tokenizer = pre_tokenizers.Metaspace()
    return made, scale, rows


def folded(text):
    """In lower case, one character for one, punctuation alone, and NFKC."""

    def is_mark(c):
        kind = unicodedata.category(c)[0]
        return kind == "P" or (kind == "S" and c.isascii())

    apart = "".join(f" {c} " if is_mark(c) else c.lower()[:1] for c in text)
    return unicodedata.normalize("NFKC", " ".join(apart.split()))


def embed(ids, scale, values, dtype):
    ids = [i for i in ids if i >= SPECIAL]
    if not ids:
        return np.zeros(values.shape[1], dtype)
    mean = (values[ids].astype(dtype) * scale[ids].astype(dtype)[:, None]).mean(axis=0)
    length = np.linalg.norm(mean)
    return mean / length if length > 0 else mean


def escape(text):
    named = {"\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    return "".join(named.get(c, c if ord(c) >= 32 and ord(c) != 127 else f"\\x{ord(c):02x}") for c in text)


def time_it(made, scale, values):
    lines = texts()[-120:] * 100
    start = time.perf_counter()
    for text in lines:
        embed(made.encode(folded(text), add_special_tokens=False).ids, scale, values, np.float32)
    seconds = time.perf_counter() - start
    start = time.perf_counter()
    for at in range(0, len(lines), 256):
        for encoded in made.encode_batch([folded(text) for text in lines[at:at + 256]], add_special_tokens=False):
            embed(encoded.ids, scale, values, np.float32)
    batched = time.perf_counter() - start
    print(f"{len(lines) / seconds:.0f} texts/s one by one, {len(lines) / batched:.0f} in batches")


def main():
    word_pieces, _ = tokenizer()
    made, scale, values = table()
    if "--time" in sys.argv:
        return time_it(made, scale, values)
    rows, vectors = [], []
    for text in texts():
        ids = word_pieces.encode(text, add_special_tokens=False).ids
        rows.append(" ".join(map(str, ids)) + "\t" + escape(text) + "\n")
        ids = made.encode(folded(text), add_special_tokens=False).ids
        vectors.append(embed(ids, scale, values, np.float64).astype("<f4"))
    (HERE / "embedding.tsv").write_text("".join(rows), "utf-8", newline="\n")
    (HERE / "embedding.f32").write_bytes(np.stack(vectors).tobytes())
    print(len(rows), "texts")


if __name__ == "__main__":
    main()
