"""The rows about embeddings: texts a second on one thread, against the routes a user has in Python.

What Python needs is installed into build/bench-venv; where that fails the rows are left out, and
the reason is printed.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
PACKAGES = ["numpy", "onnx", "onnxruntime", "tokenizers"]
ONE_THREAD = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1",
              "TOKENIZERS_PARALLELISM": "false"}


def python_with_packages():
    folder = SOURCE / "build" / "bench-venv"
    python = folder / "bin" / "python"
    try:
        if not python.exists():
            subprocess.run([sys.executable, "-m", "venv", folder], check=True, capture_output=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *PACKAGES], check=True,
                       capture_output=True, timeout=600)
    except (subprocess.SubprocessError, OSError) as error:
        said = getattr(error, "stderr", None) or str(error).encode()
        print("no embedding rows:", said.decode(errors="replace").strip().splitlines()[-1])
        return None
    return python


def write_texts(path, times):
    """The texts of our own set, each so many times."""
    texts = []
    for line in (SOURCE / "tests" / "eval" / "notes.jsonl").read_text("utf-8").splitlines():
        texts += [" ".join(note["text"].split()) for note in json.loads(line).get("notes", [])]
    path.write_text("".join(text + "\n" for text in texts * times), "utf-8")
    return len(texts) * times


def rate(command):
    done = subprocess.run([str(part) for part in command], capture_output=True, env=ONE_THREAD)
    if done.returncode != 0:
        sys.exit(done.stderr.decode())
    return float(done.stdout)


def compare_embeddings(bench, build):
    python = python_with_packages()
    if python is None:
        return
    here = Path(__file__).resolve().parent
    program = build / "tests" / "bench" / "embed_texts"
    weights = SOURCE / "build" / "minilm" / "model.safetensors"
    many, few = SOURCE / "build" / "bench-texts-many", SOURCE / "build" / "bench-texts"
    write_texts(many, 40)
    write_texts(few, 1)
    rows = [("static embedding, 1,000 texts", [program, "static", many],
             "numpy, tokenizers", [python, here / "static_numpy.py", many], 0.2)]
    if weights.exists():
        rows.append(("minilm embedding, 1,000 texts", [program, "minilm", few, weights],
                     "ONNX Runtime", [python, here / "minilm_onnx.py", weights, few], 1.0))
    else:
        print("no minilm row: its weights are not in build/minilm")
    for name, ours, yardstick, theirs, goal in rows:
        best = [0, 0]
        for _ in range(3):  # in turn, so that what else the machine does meets both
            best = [max(best[0], rate(ours)), max(best[1], rate(theirs))]
        bench.add(name, 1000 / best[0], yardstick, 1000 / best[1], goal)
