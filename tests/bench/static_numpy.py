"""Sentences a second of the numpy route of the static embedding, on one thread.

    pip install numpy tokenizers
    static_numpy.py TEXTS          one text a line; the better of one by one and in batches
"""
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "engine" / "reference"))
from make_reference import embed, folded, np, table


def main():
    lines = Path(sys.argv[1]).read_text("utf-8").split("\n")[:-1]
    made, scale, values = table()
    best = 0
    for size in (1, 256):
        for _ in range(3):
            start = time.perf_counter()
            for first in range(0, len(lines), size):
                for one in made.encode_batch([folded(text) for text in lines[first:first + size]], add_special_tokens=False):
                    embed(one.ids, scale, values, np.float32)
            best = max(best, len(lines) / (time.perf_counter() - start))
    print(best)


if __name__ == "__main__":
    main()
