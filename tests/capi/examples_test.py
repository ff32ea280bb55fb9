"""integrations/python/examples beside the libraries that they are for.

    examples_test.py SOURCE LIBRARY BUILD

The store answers random operations as LangGraph's own InMemoryStore does; the session gives an agent of the OpenAI
Agents SDK its items back, whoever adds at the same time, and the memory the facts. 77: these libraries cannot be
installed.
"""

import asyncio
import os
import random
import re
import subprocess
import sys
import tempfile
import textwrap
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SOURCE, LIBRARY, BUILD = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
NEEDED = ["langgraph==1.2.24", "openai-agents==0.24.0", "mypy==1.14.1"]


def in_their_environment():
    """Starts this test anew where the libraries are."""
    folder = BUILD / "python_examples"
    python = folder / "bin" / "python"
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    installed = folder / "installed"
    if not installed.exists() or installed.read_text() != " ".join(NEEDED):
        try:
            for command in ([sys.executable, "-m", "venv", folder],
                            [python, "-m", "pip", "install", "--quiet", *NEEDED]):
                subprocess.run(command, check=True, capture_output=True, env=environment)
        except (subprocess.CalledProcessError, OSError) as error:
            print("skipped:", *NEEDED, "cannot be installed:", error)
            sys.exit(77)
        installed.write_text(" ".join(NEEDED))
    os.execv(python, [python, *sys.argv])


if Path(sys.prefix) != BUILD / "python_examples":
    in_their_environment()

os.environ["PYRAMID_LIBRARY"] = LIBRARY
for part in ("src", "examples"):
    sys.path.insert(0, str(SOURCE / "integrations" / "python" / part))

import langgraph_store  # noqa: E402
from agents import Agent, Model, ModelResponse, Runner, Usage, set_tracing_disabled  # noqa: E402
from agents_session import PyramidSession  # noqa: E402
from langgraph.store.base import GetOp, PutOp, SearchOp  # noqa: E402
from langgraph.store.memory import InMemoryStore  # noqa: E402
from langgraph_store import PyramidStore  # noqa: E402
from openai.types.responses import ResponseOutputMessage, ResponseOutputText  # noqa: E402
from pyramid_memory import Memory  # noqa: E402

LABELS = ["users", "ana", "a/b", "Zoë", "a b", "x%y"]
KEYS = [*LABELS, ".hidden", "..", "a.md"]


def plain(items):
    return sorted((item.namespace, item.key, str(item.value)) for item in items)


def check_types():
    """mypy --strict over the examples."""
    python = SOURCE / "integrations" / "python"
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", BUILD / "python_examples" / "cache",
         *(python / "examples").glob("*.py")],
        capture_output=True, text=True, env={**environment, "MYPYPATH": str(python / "src")},
    )
    assert done.returncode == 0, done.stdout + done.stderr


def run_example(folder):
    """That of the store, as its file shows it."""
    [code] = re.findall(r"(?:^    .*\n)+", langgraph_store.__doc__, re.MULTILINE)
    os.environ["HOME"] = folder
    names = {"PyramidStore": PyramidStore, "Memory": Memory}
    exec(textwrap.dedent(code), names)
    [found] = names["store"].search(("users",), query="what must Ana not eat")
    assert found.key == "food"


def check_store(memory):
    ours, theirs = PyramidStore(memory), InMemoryStore()
    dice = random.Random(7)
    for _ in range(300):
        namespace = tuple(dice.choices(LABELS, k=dice.randint(1, 3)))
        key = dice.choice(KEYS)
        does = dice.random()
        if does < 0.5:
            number = dice.randint(0, 2)
            value = {"text": f"Fact {dice.randint(0, 9)}", "n": number, "in": {"n": number, "to": "x"},
                     "list": ["ü", None, {"a": dice.randint(1, 2)}]}
            ours.put(namespace, key, value)
            theirs.put(namespace, key, value)
        elif does < 0.65:
            ours.delete(namespace, key)
            theirs.delete(namespace, key)
        elif does < 0.8:
            got, expected = ours.get(namespace, key), theirs.get(namespace, key)
            assert (got and plain([got])) == (expected and plain([expected])), (namespace, key)
        else:
            prefix, wanted = namespace[: dice.randint(0, 2)], {"n": dice.randint(0, 2)}
            assert plain(ours.search(prefix, limit=999)) == plain(theirs.search(prefix, limit=999))
            assert plain(ours.search(prefix, filter=wanted, limit=999)) == \
                plain(theirs.search(prefix, filter=wanted, limit=999))
            for bound in ({"$eq": 1}, {"$ne": 1}, {"$gt": 0}, {"$gte": 1}, {"$lt": 1.5}, {"$lte": 1}, {"$gt": 0, "$lt": 2}):
                asked = {"n": bound, "in": {"n": bound}, "list": ["ü", None, {"a": {"$lt": 2}}]}
                assert plain(ours.search(prefix, filter=asked, limit=999)) == \
                    plain(theirs.search(prefix, filter=asked, limit=999)), asked
            held = {item.namespace for item in theirs.search((), limit=999)}  # theirs lists empty ones too
            for asked in ({}, {"prefix": ("users",)}, {"suffix": ("ana",)}, {"prefix": ("*", "a/b")}):
                expected = [one for one in theirs.list_namespaces(**asked, limit=999) if one in held]
                assert ours.list_namespaces(**asked, limit=999) == expected, asked
            assert ours.list_namespaces(max_depth=1, limit=999) == sorted({one[:1] for one in held})
    check_batch(ours, theirs)
    ours.put(("users", "ana"), "food", {"text": "Ana is allergic to peanuts."})
    ours.put(("users", "bob"), "food", {"text": "Bob is allergic to peanuts."})
    [best, *_] = ours.search(("users", "ana"), query="peanuts")
    assert best.key == "food" and best.namespace == ("users", "ana") and best.score > 0
    check_queries(ours)
    memory.sync()
    log = subprocess.run(["git", "-C", memory.status()["root"], "log", "--oneline", "--", "store/users/ana/food.md"],
                         capture_output=True, text=True, check=True)
    assert log.stdout, "git keeps the items"


def check_queries(store):
    """However much the rest of the memory, or what is filtered out, comes nearer."""
    for number in range(250):
        store.put(("many",), f"{number}", {"text": f"Ana's boat number {number} is called Luna.", "n": number})
    store.put(("few", "a/b"), "boats", {"text": "There was a boat."})
    store.put(("few", "c"), "boats", {"text": "There was a boat."})  # word for word
    asked = "the number of Ana's boat that is called Luna"
    found = store.search(("few",), query=asked)
    assert {item.namespace for item in found} == {("few", "a/b"), ("few", "c")}, found
    assert all(item.score is not None for item in found)
    assert [item.namespace for item in store.search(("few", "c"), query=asked)] == [("few", "c")]
    assert store.search(("none",), query=asked) == []
    for number in (0, 120, 249):
        [only] = store.search(("many",), query=asked, filter={"n": {"$gte": number, "$lte": number}})
        assert only.key == f"{number}"
    pages = [store.search(("many",), query=asked, limit=100, offset=offset) for offset in (0, 100, 200, 300)]
    assert [len(page) for page in pages] == [100, 100, 50, 0]
    assert len({item.key for page in pages for item in page}) == 250
    assert {item.key for item in store.search(("many",), filter={"text": {"$gt": "Ana's boat number 98"}}, limit=9)} == \
        {"98", "99"}
    assert store.search(("few",), filter={"n": {"$gt": 0}}) == []
    check_rest(store)
    try:
        store.search(("many",), filter={"n": {"$near": 1}})
    except ValueError as error:
        assert "$near" in str(error)
    else:
        raise AssertionError("was not refused")


def check_rest(store):
    """What a query does not find comes last, without a score, as what has no vector does in LangGraph's stores."""
    theirs = InMemoryStore()
    for one in (store, theirs):
        one.put(("rest", "a"), "boat", {"text": "There was a boat."})
        one.put(("rest", "b"), "none", {"n": 1})
        one.put(("rest", "c"), "ship", {"text": "Grün ist die Heide.", "n": 1})
    for asked in ({"query": "a boat"}, {"query": "zzz"}, {"query": "?!"}, {"query": "boat", "filter": {"n": 1}}):
        assert plain(store.search(("rest",), **asked)) == plain(theirs.search(("rest",), **asked)), asked
    first, *others = store.search(("rest",), query="a boat")
    assert first.key == "boat" and first.score > 0
    assert [item.score for item in store.search(("rest",), query="?!")] == [None, None, None]
    pages = [store.search(("rest",), query="a boat", limit=1, offset=offset) for offset in range(4)]
    assert [item.key for [item] in pages[:3]] == [first.key, *(item.key for item in others)] and pages[3] == []


def check_batch(ours, theirs):
    """Of one batch what is read is as it was before; many writers of one item leave one of theirs whole."""
    for store in (ours, theirs):
        store.put(("batch",), "a", {"n": 1})
        got, _, listed = store.batch([GetOp(("batch",), "a"), PutOp(("batch",), "a", {"n": 2}), SearchOp(("batch",))])
        _, after = store.batch([PutOp(("batch",), "a", None), GetOp(("batch",), "a")])
        assert got.value == listed[0].value == {"n": 1} and after.value == {"n": 2}, (got, listed, after)
        assert store.get(("batch",), "a") is None
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda number: ours.put(("batch",), "a", {"n": number}), range(200)))
    assert ours.get(("batch",), "a").value["n"] in range(200)
    ours.delete(("batch",), "a")


def check_refusals(store, root):
    """A put that fails leaves nothing behind, and is told as what it is."""
    def refused(error, *put, **more):
        try:
            store.put(*put, **more)
        except error:
            return
        raise AssertionError("was not refused")

    store.put(("long",), "k" * 252, {"n": 1})
    assert store.get(("long",), "k" * 252).value == {"n": 1}
    for namespace, key in ((("bad",), ""), (("bad",), "k" * 253), (("bad",), "ü" * 43), (("b" * 256,), "k")):
        refused(ValueError, namespace, key, {"n": 1})
    refused(ValueError, ("bad",), "k", {"text": "\ud83d"})
    refused(TypeError, ("bad",), "k", {"text": object()})
    refused(NotImplementedError, ("bad",), "k", {"n": 1}, ttl=1)
    for value in ("text", ["text"], 5):
        refused(ValueError, ("bad",), "k", value)
    assert not (root / "store" / "bad").exists()
    store.put(("nul",), "a\0b", {"text": "A\0B"})
    assert store.get(("nul",), "a\0b").value == {"text": "A\0B"}
    [note] = (root / "store" / "nul").iterdir()
    assert "\0" not in note.read_text(encoding="utf-8")  # or no search would find it


async def check_session(memory):
    session = PyramidSession("chat/17", memory)
    items = [{"role": "user", "content": "My boat is called Luna."},
             {"type": "function_call", "name": "f", "arguments": "{}", "call_id": "1"},
             {"role": "assistant", "content": [{"type": "output_text", "text": "A fine name.", "annotations": []}]}]
    await session.add_items(items[:1])
    await session.add_items(items[1:])
    assert await session.get_items() == items
    assert await session.get_items(2) == items[1:]
    assert await PyramidSession("other", memory).get_items() == []
    assert "Luna" in memory.recall("what is the boat called")["text"]
    assert await session.pop_item() == items[-1]
    await session.clear_session()
    assert await session.get_items() == [] and await session.pop_item() is None


async def check_forgetting(memory):
    """What is forgotten stays in the session's own items until these are cleared; git keeps none of them."""
    root = Path(memory.status()["root"])
    session = PyramidSession("quito", memory)
    items = [{"role": "user", "content": "I live in Quito."}, {"role": "assistant", "content": None}]
    await session.add_items(items)
    memory.forget(match="Quito")
    assert "Quito" not in memory.recall("where do I live")["text"]
    assert await session.get_items() == items
    await session.clear_session()
    assert await session.get_items() == []
    untracked = subprocess.run(["git", "-C", root, "status", "--porcelain", "--", "agents-sdk"],
                               capture_output=True, text=True, check=True)
    assert (root / "agents-sdk" / "sessions.db").exists() and untracked.stdout == "", untracked


class Parrot(Model):
    """A model that tells how many items it was given."""

    async def get_response(self, system_instructions, input, *args, **kwargs):
        text = ResponseOutputText(type="output_text", text=f"I was given {len(input)} items.", annotations=[])
        said = ResponseOutputMessage(id="m", type="message", role="assistant", status="completed", content=[text])
        return ModelResponse(output=[said], usage=Usage(), response_id=None)

    def stream_response(self, *args, **kwargs):
        raise NotImplementedError


def check_runner(memory):
    """The SDK's own loop, but for the language model."""
    set_tracing_disabled(True)
    for number, prompt in ((1, "My canary is called Pip."), (3, "What is it called?")):
        agent = Agent(name="a", model=Parrot(), instructions=memory.recall(prompt)["text"])
        done = Runner.run_sync(agent, prompt, session=PyramidSession("canary", memory))
        assert done.final_output == f"I was given {number} items.", done.final_output
    assert "Pip" in agent.instructions


ADDING = """
import asyncio, sys
from agents_session import PyramidSession
from pyramid_memory import Memory

async def add(root, name, times):
    with Memory(root) as memory:
        session = PyramidSession("shared", memory)
        await session.add_items([{"role": "user", "content": f"The dog of {name} is called Rex."}])
        for number in range(times):
            await session.add_items([{"type": "function_call", "name": name, "call_id": f"{number}{half}"}
                                     for half in "ab"])

asyncio.run(add(sys.argv[1], sys.argv[2], int(sys.argv[3])))
"""


async def check_together(memory):
    """Of programs, and of tasks of one program, that add to one session at once, nothing is lost, torn or mixed."""
    times = 30
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    programs = [subprocess.Popen([sys.executable, "-c", ADDING, memory.status()["root"], name, f"{times}"],
                                 env=environment) for name in ("Ana", "Bob")]
    session = PyramidSession("shared", memory)
    call = {"type": "function_call", "name": "Cem"}
    await asyncio.gather(*(session.add_items([{**call, "call_id": f"{number}{half}"} for half in "ab"])
                           for number in range(times)))
    assert [program.wait() for program in programs] == [0, 0]
    items = await session.get_items()
    calls = {name: [item["call_id"] for item in items if item.get("name") == name] for name in ("Ana", "Bob", "Cem")}
    in_order = [f"{number}{half}" for number in range(times) for half in "ab"]
    assert calls["Ana"] == calls["Bob"] == in_order
    assert sorted(calls["Cem"]) == sorted(in_order)
    assert all(first["name"] == second["name"] for first, second in pairs_of(items))
    taken = await asyncio.gather(*(session.pop_item() for _ in range(10)))
    assert sorted(map(str, taken)) == sorted(map(str, items[-10:]))
    assert await session.get_items() == items[:-10]
    for name in ("Ana", "Bob"):
        assert "Rex" in memory.recall(f"what is the dog of {name} called")["text"]


def pairs_of(items):
    """The two calls that were added together stand together."""
    calls = [item for item in items if "call_id" in item]
    return zip(calls[0::2], calls[1::2])


check_types()
with tempfile.TemporaryDirectory() as folder, Memory(Path(folder) / "memory", create=True) as memory:
    run_example(str(Path(folder) / "home"))
    check_store(memory)
    check_refusals(PyramidStore(memory), Path(folder) / "memory")
    asyncio.run(check_session(memory))
    asyncio.run(check_forgetting(memory))
    check_runner(memory)
    asyncio.run(check_together(memory))
