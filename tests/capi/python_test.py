"""The Python module over the shared object, the examples of its README with every Python that is here
and that it is for, and mypy over the module where it can be installed.

    python_test.py SOURCE LIBRARY BUILD
"""

import inspect
import json
import os
import pickle
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

SOURCE, LIBRARY, BUILD = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
MYPY = "mypy==1.14.1"
MANIFEST = (SOURCE / "integrations" / "python" / "pyproject.toml").read_text(encoding="utf-8")
OLDEST = int(re.search(r'^requires-python = ">=3\.(\d+)"$', MANIFEST, re.M)[1])
os.environ["PYRAMID_LIBRARY"] = LIBRARY
sys.path.insert(0, str(SOURCE / "integrations" / "python" / "src"))

import pyramid_memory  # noqa: E402
from pyramid_memory import Memory, PyramidError, operations, version  # noqa: E402


def refused(kind, call):
    try:
        call()
    except PyramidError as error:
        assert error.kind == kind, (error.kind, str(error))
        return error
    raise AssertionError("was not refused")


def use(folder):
    root = Path(folder) / "memory"
    error = refused("not-found", lambda: Memory(root))
    assert error.hint
    copied = pickle.loads(pickle.dumps(error))  # as between processes
    assert (type(copied), str(copied), vars(copied)) == (PyramidError, str(error), vars(error))
    with Memory(root, create=True, now="2026-05-15T09:00:00Z") as memory:
        fact = memory.observe("Ana lives in Porto.", importance=7)
        assert fact["added"] and not memory.observe("Ana lives in Porto.")["added"]
        turns = [{"role": "user", "text": "My boat is called Luna. \u00fc"}]
        assert memory.capture(turns, conversation="c")["turns_added"] == 1
        assert memory.capture(turns, conversation="c")["turns_added"] == 0
        assert not memory.sync()["nothing_to_do"]
        assert memory.sync()["nothing_to_do"]
        hits = memory.search("where does Ana live", limit=3)["hits"]
        assert any("Porto" in hit["snippet"] for hit in hits), hits
        assert "Luna" in memory.recall("the boat")["text"]
        assert memory.read("MEMORY.md", first=1, lines=1)["last_line"] == 1
        assert memory.why(fact["path"])["node"]["kind"] == "observation"
        assert memory.call("list", limit=1)["total"] >= 1
        assert memory.tree(depth=9)["lines"] == [] and memory.walk("boat", budget=500)["taken"] == []
        refused("usage", lambda: memory.call("search", query=5))
        refused("usage", lambda: memory.call("search", question="x"))
        refused("not-found", lambda: memory.call("fly"))
        table = json.loads((SOURCE / "schema" / "operations.json").read_text(encoding="utf-8"))
        assert operations() == table
        for name in table:  # each is offered: what is wrong is what it was given
            refused("usage", lambda: memory.call(name, no_such_option=1))
        found = []
        asking = [
            threading.Thread(target=lambda: found.append(memory.search("boat")["hits"]))
            for _ in range(4)
        ]
        for one in asking:
            one.start()
        for one in asking:
            one.join()
        assert len(found) == 4 and all(found)
        assert memory.forget(match="Luna", dry_run=True)["forgotten"]
    refused("usage", memory.status)
    assert version().count(".") == 2


def told_by_docstrings():
    """What is public says what it does."""
    for name in pyramid_memory.__all__:
        one = getattr(pyramid_memory, name)
        assert inspect.getdoc(one) or name == "Report", name
        for method, function in vars(one).items() if inspect.isclass(one) else ():
            if inspect.isfunction(function) and not method.startswith("_"):
                assert inspect.getdoc(function), f"{name}.{method}"


def pythons():
    """Those on the PATH and of pyenv that the module is for, each version once."""
    found = {}
    for minor in range(OLDEST, OLDEST + 20):
        folders = [*os.get_exec_path(), *Path.home().glob(f".pyenv/versions/3.{minor}.*/bin")]
        for program in filter(None, (shutil.which(f"python3.{minor}", path=str(folder)) for folder in folders)):
            if minor not in found and subprocess.run([program, "-c", ""], capture_output=True).returncode == 0:
                found[minor] = program
    return list(found.values())


def use_readme(folder, python):
    """Each example prints what stands below it; `…` is any text."""
    page = (SOURCE / "integrations" / "python" / "README.md").read_text(encoding="utf-8")
    examples = re.findall(r"^```python\n(.*?)^```\n\n^```\n(.*?)\n```$", page, re.M | re.S)
    assert len(examples) == page.count("```python") > 1
    environment = {
        **os.environ, "HOME": str(folder), "PYTHONPATH": str(SOURCE / "integrations" / "python" / "src"),
        "GIT_CONFIG_GLOBAL": "/dev/null",
    }
    for code, shown in examples:
        printed = subprocess.run([python, "-c", code], env=environment, check=True, text=True,
                                 stdout=subprocess.PIPE).stdout
        wanted = ".*".join(re.escape(part) for part in shown.split("…"))
        assert re.fullmatch(wanted, printed.strip(), re.S), (shown, printed)


def check_types():
    """mypy --strict, in a virtual environment of the build."""
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    folder = BUILD / "python_types"
    program = folder / "bin" / "mypy"
    if not program.exists():
        try:
            for command in ([sys.executable, "-m", "venv", folder],
                            [folder / "bin" / "python", "-m", "pip", "install", "--quiet", MYPY]):
                subprocess.run(command, check=True, capture_output=True, env=environment)
        except (subprocess.CalledProcessError, OSError):
            print(f"{MYPY} cannot be installed here: the types were not looked at")
            return
    module = SOURCE / "integrations" / "python" / "src" / "pyramid_memory"
    done = subprocess.run(
        [program, "--strict", "--python-version", f"3.{OLDEST}", "--cache-dir", folder / "cache", module],
        capture_output=True, text=True, env=environment,
    )
    assert done.returncode == 0, done.stdout


with tempfile.TemporaryDirectory() as temporary:
    use(temporary)
told_by_docstrings()
for python in pythons():
    print(python)
    with tempfile.TemporaryDirectory() as temporary:
        use_readme(temporary, python)
check_types()
