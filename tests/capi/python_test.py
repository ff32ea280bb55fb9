"""The Python module over the shared object, the examples of its README with every Python that is here
and that it is for, and mypy over the module and a program where it can be installed.

    python_test.py SOURCE LIBRARY BUILD
"""

import asyncio
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
import typing
from pathlib import Path

SOURCE, LIBRARY, BUILD = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
MYPY = "mypy==1.14.1"
MANIFEST = (SOURCE / "integrations" / "python" / "pyproject.toml").read_text(encoding="utf-8")
OLDEST = int(re.search(r'^requires-python = ">=3\.(\d+)"$', MANIFEST, re.M)[1])
os.environ["PYRAMID_LIBRARY"] = LIBRARY
sys.path.insert(0, str(SOURCE / "integrations" / "python" / "src"))

import pyramid_memory  # noqa: E402
from pyramid_memory import AsyncMemory, Memory, PyramidError, operations, reports, version  # noqa: E402

TABLE = json.loads((SOURCE / "schema" / "operations.json").read_text(encoding="utf-8"))
NAMED_OTHERWISE = {"get": "read", "import": "import_"}
# Where a parameter is called otherwise than the option.
OPTIONS = {"read": {"first": "from"}, "diff": {"from_": "from"}}


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
    for nameless in ("", " ", "a\0b"):  # the current folder, or a, it is not
        try:
            Memory(nameless, create=True)
        except ValueError:
            continue
        raise AssertionError(f"a memory in {nameless!r}")
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
        assert operations() == TABLE
        for name in TABLE:  # each is offered: what is wrong is what it was given
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


def is_of(value, kind, where):
    """Fails where an answer is not of its type."""
    if typing.is_typeddict(kind):
        fields = typing.get_type_hints(kind)
        assert kind.__required_keys__ <= value.keys() <= fields.keys(), (where, value.keys() ^ fields.keys())
        for key, held in value.items():
            is_of(held, fields[key], f"{where}.{key}")
    elif typing.get_origin(kind) is typing.Union:
        [kind] = [one for one in typing.get_args(kind) if one is not type(None)]
        if value is not None:
            is_of(value, kind, where)
    elif typing.get_origin(kind) is list:
        assert isinstance(value, list), (where, value)
        for one in value:
            is_of(one, typing.get_args(kind)[0], where)
    elif typing.get_origin(kind) is dict:
        assert isinstance(value, dict), (where, value)
        for one in value.values():
            is_of(one, typing.get_args(kind)[1], where)
    elif kind is not typing.Any:
        assert type(value) in ((int, float) if kind is float else (kind,)), (where, value, kind)


def answer_as_typed(folder):
    """What operations answer is as `reports` has it: all that can be asked of a small memory."""
    root = Path(folder) / "typed"
    with Memory(root, create=True) as memory:
        asked = set()

        def ask(method, *given, **options):
            asked.add(method)
            function = getattr(memory, method)
            answer = function(*given, **options)
            is_of(answer, typing.get_type_hints(function)["return"], method)
            return answer

        settings = root / "pyramid.yaml"
        settings.write_text(settings.read_text() + "policy: [count, topics]\n")
        (root / "memory").mkdir(exist_ok=True)
        (root / "memory" / "todo.md").write_text("# To do\n\n- [ ] oil the hinges\n")
        fact = ask("observe", "Ana lives in Porto.", importance=9)
        ask("capture", [{"role": "user", "text": "My boat is called Luna."}], conversation="c")
        ask("remember", "Ana likes tea.")
        ask("log", "Tea was bought.")
        ask("sync", dry_run=True)
        ask("sync")
        moved = ask("observe", "Ana lives in Lisbon since May.")
        source = root.parent / "graph.jsonl"
        source.write_text('{"type":"entity","name":"Bo","entityType":"person","observations":["Bo lives in Rome."]}\n')
        for one in ({"dry_run": True}, {}):
            ask("import_", source=[str(source)], format="mcp-memory", **one)
        ask("bootstrap", str(source))
        first, second = (ask("task_add", title, derived_from=[fact["path"]]) for title in ("Buy oil", "Sail"))
        ask("task_link", second["path"], "blocked-by", first["path"])
        ask("task_take", path="memory/todo.md")
        ask("task_list")
        ask("task_show", second["path"])
        ask("task_graph")
        for method in ("task_done", "task_reopen", "task_fail", "task_drop"):
            ask(method, first["path"], text="so it was")
        ask("promote", what=[moved["path"]], category="areas")
        ask("facts")
        ask("archive", "user", dry_run=True)
        ask("topic_add", "The boiler lost pressure.", key="boiler")
        leaf = ask("topic_add", "The plumber comes on Monday.", key="plumber")
        ask("sync", force=True)
        ask("topic_update", ask("tree", depth=9)["lines"][0]["path"], key="heating")
        lines = ask("tree", depth=9)["lines"]
        ask("topic_move", leaf["path"], "house")
        ask("topic_delete", lines[-1]["path"], with_contents=True)
        hits = ask("search", "where does Ana live")["hits"]
        assert hits
        ask("search", "Ana", refresh=False, at="HEAD")
        ask("recall", "a trip with Ana to Porto")
        ask("walk", "boiler")
        ask("retrieve")
        ask("summarize", tier=0)
        ask("embed")
        ask("read", "MEMORY.md", first=1, lines=3)
        assert ask("why", "MEMORY.md", all=True)["node"]["made_from"]
        ask("why", fact["path"])
        commits = ask("history")["entries"]
        ask("history", fact["path"])
        ask("diff", from_=commits[-1]["commit"]["id"])
        ask("show", fact["path"])
        ask("blame", fact["path"], all=True)
        ask("bisect", "Ana lives in Porto")
        ask("revert", commits[0]["commit"]["id"], dry_run=True)
        ask("forget", match="Luna", dry_run=True)
        for method in ("status", "doctor", "costs", "ledger", "list", "models", "summaries"):
            ask(method)
        ask("export", directory=str(root / "export"))
        ask("ledger", counts=True)
        ask("ledger_record", "learned", event={"text": "Oil helps."})
        ask("ledger_prune", days=1, dry_run=True)
        ask("model", memory.models()["models"][0]["name"])
        ask("check", grounding=True, index=True)
    public = {name for name, one in inspect.getmembers(Memory, inspect.isfunction) if not name.startswith("_")}
    assert public - asked == {"call", "cancel", "close", "require_open"}, public - asked


async def use_awaited(folder):
    """Several calls at once, while the loop goes on."""
    for name, one in inspect.getmembers(Memory, inspect.isfunction):
        twin = vars(AsyncMemory).get(name)
        if not name.startswith("_") and name != "require_open":
            assert inspect.signature(twin) == inspect.signature(one), name
            assert inspect.getdoc(twin) and inspect.iscoroutinefunction(twin) == (name != "cancel"), name
    async with AsyncMemory(Memory(Path(folder) / "awaited", create=True)) as memory:
        assert (await memory.observe("Ana lives in Porto."))["added"]
        turns = 0

        async def turn():
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        turning = asyncio.create_task(turn())
        reports_of = await asyncio.gather(*(memory.search("Ana", limit=1) for _ in range(8)), memory.call("status"))
        turning.cancel()
        assert turns > 8 and all("Porto" in one["hits"][0]["snippet"] for one in reports_of[:8])
        try:
            await memory.read("nowhere.md")
        except PyramidError as error:
            assert error.kind == "not-found"
        memory.cancel()
    refused("usage", memory.memory.status)


def takes_what_the_table_has():
    """The parameters of each method are the options of its operation."""
    subprocess.run([sys.executable, SOURCE / "integrations" / "python" / "reports.py", "--check"], check=True)
    for operation, described in TABLE.items():
        method = NAMED_OTHERWISE.get(operation, operation)
        if described["command"].startswith("internal"):
            assert not hasattr(Memory, method)
            continue
        parameters = list(inspect.signature(getattr(Memory, method)).parameters.values())[1:]
        names = [OPTIONS.get(method, {}).get(one.name, one.name) for one in parameters]
        needed = [name for name, one in zip(names, parameters) if one.default is one.empty]
        assert set(names) == described["options"].get("properties", {}).keys(), (method, names)
        assert needed == described["options"].get("required", []), (method, needed)


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
    sources = SOURCE / "integrations" / "python" / "src"
    strict = [program, "--strict", "--python-version", f"3.{OLDEST}", "--cache-dir", folder / "cache"]
    done = subprocess.run([*strict, sources / "pyramid_memory"], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout
    use = Path(__file__).parent / "typed_use.py"
    done = subprocess.run([*strict, use], capture_output=True, text=True, env={**environment, "MYPYPATH": sources})
    found = {int(line) for line in re.findall(r"typed_use\.py:(\d+): error:", done.stdout)}
    lines = use.read_text(encoding="utf-8").splitlines()
    assert found == {number for number, line in enumerate(lines, 1) if line.endswith("# wrong")}, done.stdout


with tempfile.TemporaryDirectory() as temporary:
    use(temporary)
    answer_as_typed(temporary)
    asyncio.run(use_awaited(temporary))
takes_what_the_table_has()
told_by_docstrings()
for python in pythons():
    print(python)
    with tempfile.TemporaryDirectory() as temporary:
        use_readme(temporary, python)
check_types()
