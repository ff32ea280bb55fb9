"""HierarchicalMarkdownMemory of the Python module, beside what AyanamiMem says of its own.

    hierarchical_test.py SOURCE LIBRARY
"""

import asyncio
import inspect
import os
import subprocess
import sys
import tempfile
import warnings
from dataclasses import asdict
from pathlib import Path

SOURCE, LIBRARY = Path(sys.argv[1]), sys.argv[2]
os.environ["PYRAMID_LIBRARY"] = LIBRARY
os.environ["GIT_CONFIG_GLOBAL"] = "/dev/null"
sys.path.insert(0, str(SOURCE / "integrations" / "python" / "src"))

from pyramid_memory import (  # noqa: E402
    HierarchicalMarkdownMemory,
    HierarchicalMarkdownMemoryConfig,
    Memory,
    PyramidError,
    TextualMemoryItem,
    TextualMemoryMetadata,
)

DEFAULTS = {
    "memory_dir": ".memos/memory",
    "extractor_llm": None,
    "embedder": None,
    "fresh_tail_count": 32,
    "leaf_chunk_tokens": 2048,
    "condensed_target_tokens": 512,
    "condensed_min_fanout": 4,
    "context_threshold": 0.75,
    "max_depth": -1,
    "git_auto_commit": False,
}
SAID = {
    "bread": ["The rye sourdough starter doubled overnight.", "Rye bread needs a hot oven and steam.",
              "The crust of the sourdough bread was thick.", "The dough of the bread rose for six hours."],
    "bicycle": ["The chain of my bicycle broke on the hill.", "I oiled the bicycle chain and the gears.",
                "The bicycle brake needs a new cable.", "The gears of the bicycle slip."],
    "boiler": ["The boiler lost pressure again.", "A plumber bled the radiators and the boiler.",
               "The pressure of the boiler is low when the heating is on.", "The boiler needs a new pump."],
}


def config(root, **given):
    return HierarchicalMarkdownMemoryConfig(memory_dir=str(root), **given)


def refused(error, call, *given):
    try:
        call(*given)
    except error as refusal:
        return refusal
    raise AssertionError("was not refused")


def said(text):
    return [{"role": "user", "content": text}, {"role": "assistant", "content": [{"type": "text", "text": "Noted."}]}]


def settings(root):
    text = (root / "pyramid.yaml").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def extract(memory):
    """A conversation becomes leaves, in words as it was said; said again it is the same."""
    assert memory.get_all() == [] and memory.search("boiler", top_k=5) == []
    assert memory.extract([{"role": "tool", "content": "no turn"}]) == []
    [item] = memory.extract(said("The boiler lost pressure again."))
    assert "The boiler lost pressure again." in item.memory and "Noted." in item.memory
    assert item.path.startswith("topics/_fresh/") and item.metadata.source == "conversation"
    assert item.metadata.key and item.metadata.session_id and item.metadata.tags == []
    assert memory.extract(said("The boiler lost pressure again.")) == [item]
    assert memory.get(item.id) == item and memory.get_all() == [item]

    grows = said("Eva plays the cello.")
    first = memory.extract(grows, conversation="c")
    [grown] = memory.extract(grows + said("Her cello is called Otto."), conversation="c")
    assert [grown.id] == [one.id for one in first] and "Otto" in grown.memory
    assert "cello" in memory.memory.recall("what does Eva play")["text"]

    long = [turn for number in range(80) for turn in said(f"Line {number} of the logbook. " + "Wind and waves. " * 9)]
    leaves = memory.extract(long)
    assert len(leaves) > 1 and all(f"Line {n} of" in "".join(leaf.memory for leaf in leaves) for n in range(80))


def compact(memory):
    """Leaves that need not wait come into topics, and stay themselves."""
    waiting = [item for lines in zip(*SAID.values()) for line in lines for item in memory.extract(said(line))]
    assert set(memory.compact()) == {"leaves_compacted", "dirs_condensed"}
    assert memory.compact(force=True) == {"leaves_compacted": 0, "dirs_condensed": 0}
    items = {item.id: item for item in memory.get_all()}
    assert {item.id for item in waiting} <= items.keys()
    moved = [one for one in waiting if not items[one.id].path.startswith("topics/_fresh/")]
    assert len(moved) > 6
    assert [memory.get(one.id).memory.splitlines()[0] for one in moved] == \
        [one.memory.splitlines()[0] for one in moved]
    folders = {}
    for topic, lines in SAID.items():
        of_topic = [item for item in items.values() if any(item.memory.startswith(f"# {line}") for line in lines)]
        folders[topic] = {Path(item.path).parent.as_posix() for item in of_topic} - {"topics/_fresh"}
    assert all(folders.values()) and len(set().union(*folders.values())) == sum(map(len, folders.values())), folders
    summaries = [item for item in items.values() if item.metadata.source == "summary"]
    assert summaries and all(item.path.endswith("/_summary.md") and "## Children" in item.memory for item in summaries)

    index = memory.get_tree_index()
    fresh = sum(item.path.startswith("topics/_fresh/") for item in items.values())
    assert 2 <= fresh < 6
    assert index.startswith("# Memory Tree\n- ") and f"\n## Fresh ({fresh} uncompacted)\n- " in index, index
    assert index.count("\n- ") + index.count("\n  - ") == len(items)
    lines = memory.tree(depth=99)["lines"]
    assert {line["path"] for line in lines} == {item.path for item in items.values()}
    assert {line["key"] for line in lines} == {item.metadata.key for item in items.values()}
    [folder, *below] = memory.tree(Path(summaries[0].path).parent.as_posix())["lines"]
    assert folder["path"] == summaries[0].path and below

    found = memory.search("what is wrong with the boiler", top_k=8)
    assert len(found) <= 8 and any("pressure" in item.memory for item in found)
    assert len(memory.search("bread", top_k=1)) == 1 and memory.search("bread", top_k=0) == []
    walked = memory.walk("rye bread", budget=300)
    assert 0 < walked["tokens"] <= 300 and walked["taken"]
    assert refused(PyramidError, lambda: memory.search(" ", top_k=3)).kind == "usage"

    none = memory.get("nowhere")
    assert (none.id, none.memory, none.path) == ("nowhere", "", "")
    assert [one.memory for one in memory.get_by_ids([moved[0].id, "nowhere"])] == [memory.get(moved[0].id).memory, ""]
    return moved[0].id


def change(memory, root):
    """What an agent writes, sets and deletes itself."""
    known = memory.get_all()
    assert memory.add(known[:2]) == [item.id for item in known[:2]] and memory.get_all() == known
    own = {"memory": "The oven needs an hour.", "metadata": {"key": 'oven: an "hour"', "tags": ["kitchen"]}}
    unkeyed = TextualMemoryItem("The hedgehog sleeps below the shed.")
    oven, hedgehog = memory.add([own, unkeyed])
    item = memory.get(oven)
    assert (item.memory, item.metadata.key, item.metadata.source) == ("The oven needs an hour.", 'oven: an "hour"', "manual")
    assert item.path.startswith("topics/_fresh/") and memory.get(hedgehog).metadata.key
    assert memory.search("hedgehog below the shed", top_k=20) and len(memory.get_all()) == len(known) + 2

    memory.update(oven, {"memory": "The oven needs two hours.", "metadata": {}})
    assert memory.get(oven).memory == "The oven needs two hours." and memory.get(oven).metadata.key == 'oven: an "hour"'
    summary = next(item for item in known if item.metadata.source == "summary")
    memory.update(summary.id, TextualMemoryItem("What I know of it.", TextualMemoryMetadata("all of it")))
    memory.compact()
    held = memory.get(summary.id)
    assert held.memory.startswith("What I know of it.") and "## Children" in held.memory
    assert held.metadata.key == "all of it"
    assert refused(PyramidError, lambda: memory.update("nowhere", unkeyed)).kind == "not-found"
    assert refused(PyramidError, lambda: memory.add([{"memory": " "}])).kind == "usage"

    memory.delete([hedgehog, "nowhere"])
    assert memory.get(hedgehog).memory == ""
    [leaf] = memory.extract(said("The walrus swims in the bay."))
    memory.delete([leaf.id])
    assert memory.extract(said("The walrus swims in the bay.")) == [] and memory.get(leaf.id).memory == ""
    inside = [item for item in memory.get_all() if Path(item.path).parent == Path(held.path).parent and item != held]
    memory.delete([summary.id])
    assert memory.get(summary.id).memory == "" and inside
    assert all(memory.get(item.id).memory for item in inside)
    before = len(list((root / "sessions").rglob("*.md")))
    memory.delete_all()
    assert memory.get_all() == [] and memory.compact() == {"leaves_compacted": 0, "dirs_condensed": 0}
    assert memory.get_all() == [] and len(list((root / "sessions").rglob("*.md"))) == before


def edit(memory, root, leaf):
    """What a person does to the files counts."""
    file = root / memory.get(leaf).path
    head, body = file.read_text(encoding="utf-8")[4:].split("---\n", 1)
    for tags, read in (('tags: [home, "a: b"]\n', ["home", "a: b"]), ("tags:\n  - home\n  - 'x''y'\n", ["home", "x'y"]),
                       ("tags: home work\n", ["home", "work"])):
        file.write_text(f"---\n{head}{tags}---\n{body}", encoding="utf-8")
        assert memory.get(leaf).metadata.tags == read, memory.get(leaf).metadata.tags
    mine = file.parent.parent / "Mine"
    mine.mkdir()
    file.rename(mine / file.name)
    (mine / "note.md").write_text("A note of mine.\n", encoding="utf-8")
    assert memory.get(leaf).path == f"topics/Mine/{file.name}"
    memory.compact()
    assert memory.get(leaf).path == f"topics/Mine/{file.name}"
    assert all("A note of mine." not in item.memory for item in memory.get_all())


def load(memory, root, elsewhere):
    """Another process finds what is there; one goes on elsewhere."""
    other = HierarchicalMarkdownMemory(config(root, fresh_tail_count=2))
    assert other.get_all() == memory.get_all()
    other.load(str(elsewhere))
    assert other.get_all() == [] and other.config.memory_dir == str(elsewhere)
    other.extract(said("The walrus swims."))
    other.load(str(root))
    assert other.get_all() == memory.get_all()
    with Memory(root.parent / "counted", create=True):
        pass
    why = str(refused(ValueError, lambda: other.load(str(root.parent / "counted"))))
    assert "policy: count" in why and "policy: [count, topics]" in why
    assert other.get_all() == memory.get_all()
    other.close()
    other.close()
    assert refused(PyramidError, lambda: other.search("walrus", top_k=3)).kind == "usage"


def wait(memory):
    """Each method has a twin that takes the same and gives the same."""
    methods = {name: one for name, one in inspect.getmembers(HierarchicalMarkdownMemory, inspect.isfunction)
               if not name.startswith("_") and not inspect.iscoroutinefunction(one) and name != "close"}
    for name, method in methods.items():
        twin = getattr(HierarchicalMarkdownMemory, f"a{name}")
        assert inspect.signature(twin) == inspect.signature(method), name

    async def at_once():
        lines = [f"The hedgehog number {number} sleeps." for number in range(4)]
        items = await asyncio.gather(*(memory.aextract(said(line)) for line in lines))
        assert all(line in item.memory for line, [item] in zip(lines, items))
        assert await memory.aget(items[0][0].id) == memory.get(items[0][0].id)
        assert await memory.aget_by_ids([items[0][0].id]) == memory.get_by_ids([items[0][0].id])
        assert await memory.acompact() == {"leaves_compacted": 0, "dirs_condensed": 0}
        assert await memory.aget_all() == memory.get_all()
        assert await memory.asearch("hedgehog", 3) == memory.search("hedgehog", 3)
        assert (await memory.awalk("hedgehog"))["text"] == memory.walk("hedgehog")["text"]
        assert await memory.atree() == memory.tree() and await memory.aget_tree_index() == memory.get_tree_index()
        [one] = await memory.aadd([{"memory": "The walrus dives."}])
        await memory.aupdate(one, {"memory": "The walrus rests."})
        assert (await memory.aget(one)).memory == "The walrus rests."
        await memory.adelete([one])
        assert (await memory.aget(one)).memory == ""
        await memory.adelete_all()
        assert memory.get_all() == []
        await memory.aload(memory.config.memory_dir)

    asyncio.run(at_once())


def close(memory):
    """What is closed does nothing more, and cannot be read either; a message is a mapping."""
    refused(TypeError, memory.extract, "abc")
    refused(TypeError, memory.add, "abc")
    refused(ValueError, memory.extract, said("a\ud83d"))
    [known] = memory.extract(said("The otter swims."))
    asyncio.run(memory.aclose())
    memory.close()
    for call, given in ((memory.get, known.id), (memory.get_by_ids, [known.id]), (memory.add, [known]),
                        (memory.delete, [known.id]), (memory.extract, said("The otter eats.")), (memory.search, "otter")):
        more = (3,) if call == memory.search else ()
        assert refused(PyramidError, call, given, *more).kind == "usage"
    assert refused(PyramidError, memory.get_all).kind == "usage"


def refuse(root):
    """What cannot be is an error, what does not hold a warning."""
    for wrong in ({"fresh_tail_count": -1}, {"leaf_chunk_tokens": 8}, {"condensed_target_tokens": 1},
                  {"condensed_min_fanout": 1}, {"fresh_tail_count": 2.5}, {"fresh_tail_count": "x"}):
        assert next(iter(wrong)) in str(refused(ValueError, lambda: HierarchicalMarkdownMemory(config(root, **wrong))))
    refused(ValueError, HierarchicalMarkdownMemory, HierarchicalMarkdownMemoryConfig(""))
    asked = {"extractor_llm": {"backend": "openai"}, "max_depth": 2, "leaf_chunk_tokens": 100, "git_auto_commit": True,
             "fresh_tail_count": 2}
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        HierarchicalMarkdownMemory(config(root, **asked)).close()
    assert [str(one.message).split()[0] for one in warned] == \
        ["extractor_llm", "leaf_chunk_tokens", "max_depth", "git_auto_commit"], [str(one.message) for one in warned]
    assert {one.filename for one in warned} == {__file__}


def commit(root):
    """Files are kept by git where that is asked for."""
    memory = HierarchicalMarkdownMemory(config(root, git_auto_commit=True))
    [item] = memory.extract(said("The walrus swims."))
    memory.close()
    log = subprocess.run(["git", "-C", root, "log", "--oneline", "--", item.path],
                         capture_output=True, text=True, check=True)
    assert log.stdout


with tempfile.TemporaryDirectory() as temporary:
    folder = Path(temporary).resolve()
    root = folder / "tree"
    assert asdict(HierarchicalMarkdownMemoryConfig()) == DEFAULTS
    memory = HierarchicalMarkdownMemory(config(root, fresh_tail_count=2))
    assert settings(root)[:6] == ["policy: topics", "leaf_chunk_tokens: 2048", "fresh_tail_count: 2",
                              "condensed_min_fanout: 4", "summary_chars: 2048", "commit: false"], settings(root)
    extract(memory)
    leaf = compact(memory)
    edit(memory, root, leaf)
    load(memory, root, folder / "elsewhere")
    change(memory, root)
    wait(memory)
    close(memory)
    refuse(root)
    commit(folder / "kept")
