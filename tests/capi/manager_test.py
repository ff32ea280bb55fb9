"""MemoryManager and MemoryConfig of the Python module, beside what CowAgent 2.0.8 says of its own.

    manager_test.py SOURCE LIBRARY
"""

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import warnings
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, fields
from pathlib import Path

SOURCE, LIBRARY = Path(sys.argv[1]), sys.argv[2]
MODULE = SOURCE / "integrations" / "python" / "src"
os.environ["PYRAMID_LIBRARY"] = LIBRARY
sys.path.insert(0, str(MODULE))

from pyramid_memory import (  # noqa: E402
    Memory,
    MemoryConfig,
    MemoryManager,
    PyramidError,
    SearchResult,
    get_default_memory_config,
    set_global_memory_config,
)

DEFAULTS = {
    "workspace_root": os.path.expanduser("~/cow"),
    "embedding_provider": "openai",
    "embedding_model": "text-embedding-3-small",
    "embedding_dim": 1536,
    "chunk_max_tokens": 500,
    "chunk_overlap_tokens": 50,
    "max_results": 10,
    "min_score": 0.1,
    "vector_weight": 0.7,
    "keyword_weight": 0.3,
    "sources": ["memory", "session"],
    "enable_auto_sync": True,
    "sync_on_search": True,
}
RESULT = ["path", "start_line", "end_line", "score", "snippet", "source", "user_id"]
STATUS = {
    "chunks", "files", "workspace", "dirty", "embedding_enabled", "embedding_provider", "embedding_model",
    "search_mode",
}

# As they stand in CowAgent's agent/memory/config.py and in AgentMesh's page about workspaces.
EXAMPLE_OF_COWAGENT = """
>>> from agent.memory import MemoryConfig, set_global_memory_config
>>> config = MemoryConfig(
...     workspace_root="~/my_agents",
...     embedding_provider="openai",
...     vector_weight=0.8
... )
>>> set_global_memory_config(config)
"""
EXAMPLE_OF_AGENTMESH = """
from agentmesh.memory import MemoryConfig, MemoryManager

# Override for specific memory manager
custom_config = MemoryConfig(workspace_root="~/special_workspace")
memory_manager = MemoryManager(config=custom_config)
"""


def wait(coroutine):
    return asyncio.run(coroutine)


def refused(error, call):
    try:
        call()
    except error as refusal:
        return refusal
    raise AssertionError("was not refused")


def paths(results):
    return [result.path for result in results]


def folders_of_pyramid():
    """Those in which docs/format.md has files of the program."""
    [listed] = re.findall(r"## The workspace\n\n```\n(.*?)\n```", (SOURCE / "docs" / "format.md").read_text(), re.DOTALL)
    places = [line[:38].split() for line in listed.splitlines()]
    folders = {place.split("/")[0] for one in places for place in one if "/" in place}
    return folders - {"memory", ".pyramid"}


def settings(root):
    text = (root / "pyramid.yaml").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def use_defaults():
    config = MemoryConfig()
    assert asdict(config) == DEFAULTS, asdict(config)
    assert [one.name for one in fields(SearchResult)] == RESULT
    assert get_default_memory_config() == config
    assert config.get_memory_dir() == config.get_workspace() / "memory"


def use_examples(folder):
    """Word for word, with a package of the name that they import."""
    for package in ("agent", "agentmesh"):
        (folder / package / "memory").mkdir(parents=True)
        (folder / package / "__init__.py").touch()
        (folder / package / "memory" / "__init__.py").write_text("from pyramid_memory import *\n")
    (folder / "cowagent.txt").write_text(EXAMPLE_OF_COWAGENT)
    (folder / "agentmesh_example.py").write_text(EXAMPLE_OF_AGENTMESH)
    then = (
        "import asyncio, doctest\n"
        "assert doctest.testfile('cowagent.txt', module_relative=False).attempted == 3\n"
        "from agent.memory import MemoryManager\n"
        "manager = MemoryManager()\n"
        "asyncio.run(manager.add_memory('Ana lives in Porto.'))\n"
        "assert asyncio.run(manager.search('where does Ana live'))[0].snippet == 'Ana lives in Porto.'\n"
        "from agentmesh_example import memory_manager\n"
        "assert memory_manager.get_status()['workspace'].endswith('special_workspace')\n"
    )
    environment = {
        **os.environ, "HOME": str(folder), "PYTHONPATH": f"{MODULE}:{folder}", "GIT_CONFIG_GLOBAL": "/dev/null",
    }
    subprocess.run([sys.executable, "-W", "error", "-c", then], cwd=folder, env=environment, check=True)
    assert "vector_weight: 0.8" in settings(folder / "my_agents")


def use(root):
    """What CowAgent left in the folder stays as it is, and is found."""
    (root / "memory" / "users" / "ben").mkdir(parents=True)
    (root / "knowledge").mkdir()
    left = {
        "MEMORY.md": "# Memory\n\n- The office is in Lisbon.\n",
        "memory/2026-01-29.md": "# Daily Memory: 2026-01-29\n\n- The invoice of Acme was paid.\n",
        "memory/users/ben/MEMORY.md": "- Ben keeps bees on the roof.\n",
        "knowledge/bees.md": "# Bees\n\nBees dance to tell where flowers are.\n",
    }
    for path, text in left.items():
        (root / path).write_text(text, encoding="utf-8")
    manager = MemoryManager(MemoryConfig(workspace_root=str(root)))
    assert settings(root)[:4] == [
        "chunk_tokens: 500", "chunk_overlap: 50", "vector_weight: 0.7", "text_weight: 0.3",
    ]
    for path, text in left.items():
        assert (root / path).read_text(encoding="utf-8") == text

    assert set(manager.get_status()) == STATUS
    first = wait(manager.search("where is the office"))[0]
    assert (first.path, first.source, first.user_id) == ("MEMORY.md", "memory", None)
    assert first.start_line <= 3 <= first.end_line and "Lisbon" in first.snippet
    assert 0 <= first.score <= 1
    first = wait(manager.search("where do bees dance"))[0]
    assert (first.path, first.source) == ("knowledge/bees.md", "knowledge")
    assert wait(manager.search("which invoice was paid", max_results=1))[0].path == "memory/2026-01-29.md"

    of_ben = "memory/users/ben/MEMORY.md"
    assert of_ben not in paths(wait(manager.search("bees on the roof", min_score=0)))
    assert of_ben not in paths(wait(manager.search("bees on the roof", "eva", min_score=0)))
    first = wait(manager.search("bees on the roof", "ben"))[0]
    assert (first.path, first.user_id) == (of_ben, "ben")
    alone = wait(manager.search("bees on the roof", "ben", min_score=0, include_shared=False))
    assert paths(alone) == [of_ben]
    assert wait(manager.search("bees", include_shared=False)) == []
    return manager


def add(manager, root):
    wait(manager.add_memory("The gateway has the address 10.0.0.7."))
    wait(manager.add_memory("The gateway has the address 10.0.0.7."))
    assert manager.get_status()["dirty"]
    files = list((root / "memory" / "shared").glob("memory_????????.md"))
    assert [file.read_text(encoding="utf-8") for file in files] == ["The gateway has the address 10.0.0.7.\n"]
    assert wait(manager.search("address of the gateway"))[0].snippet == "The gateway has the address 10.0.0.7."
    assert not manager.get_status()["dirty"]

    wait(manager.add_memory("Eva sails.", user_id="eva", scope="user"))
    assert wait(manager.search("who sails", "eva"))[0].path.startswith("memory/users/eva/memory_")
    assert not any("eva" in path for path in paths(wait(manager.search("who sails", min_score=0))))

    wait(manager.add_memory("Ticket 12 is closed.", source="session", metadata={"ticket": 12}))
    found = wait(manager.search("ticket"))[0]
    assert found.source == "session" and found.snippet == "Ticket 12 is closed."
    text = (root / found.path).read_text(encoding="utf-8")
    assert text == '---\nsource: "session"\nmetadata: {"ticket": 12}\n---\nTicket 12 is closed.\n'

    wait(manager.add_memory("- The cat is called Tom.", path="memory/2026-01-29.md"))
    text = (root / "memory" / "2026-01-29.md").read_text(encoding="utf-8")
    assert text.endswith("- The invoice of Acme was paid.\n\n- The cat is called Tom.\n")
    for _ in range(2):
        wait(manager.add_memory("Answers in German.", path="MEMORY.md"))
    assert (root / "MEMORY.md").read_text(encoding="utf-8").count("Answers in German.") == 1
    assert "The office is in Lisbon." in (root / "MEMORY.md").read_text(encoding="utf-8")
    assert wait(manager.search("German"))[0].path == "MEMORY.md"
    wait(manager.add_memory("  \n", path="memory/blank.md"))
    assert not (root / "memory" / "blank.md").exists()

    for path in ("../out.md", "/out.md", "memory/a.txt", ".git/a.md", "memory/../.git/a.md"):
        refused(ValueError, lambda: wait(manager.add_memory("x", path=path)))
    (root / "away").symlink_to(root.parent)
    refused(ValueError, lambda: wait(manager.add_memory("x", path="away/a.md")))
    (root / "wiki").symlink_to(root / "sessions")
    refused(ValueError, lambda: wait(manager.add_memory("x", path="wiki/a.md")))
    of_pyramid = folders_of_pyramid()
    assert {"models", "facts", "topics", "daily"} <= of_pyramid
    for place in sorted(of_pyramid):
        said = refused(ValueError, lambda: wait(manager.add_memory("x", path=f"{place}/areas/a.md")))
        assert f"{place}/, choose another place such as memory/a.md" in str(said)
        assert not (root / place / "areas" / "a.md").exists()
    for path in ("SOUL.md", "./user.md"):
        assert "only a person writes it" in str(refused(ValueError, lambda: wait(manager.add_memory("x", path=path))))
    refused(ValueError, lambda: wait(manager.add_memory("x", path="Models/x.md")))
    assert not (root / "Models").exists() and not (root / "user.md").exists()
    for content in ("a\0b", "a\ud83d"):
        assert "at character 1" in str(refused(ValueError, lambda: wait(manager.add_memory(content, path="memory/no.md"))))
        refused(ValueError, lambda: manager.flush_memory([{"role": "user", "content": content}]))
    refused(ValueError, lambda: wait(manager.add_memory("x", path="memory/no.md", metadata={"a": "\ud83d"})))
    refused(TypeError, lambda: manager.flush_memory("abc"))
    assert not list((root / "memory").glob("no.md")) + list((root / "memory").glob(".*"))
    for given in ({"user_id": "../b"}, {"user_id": "b", "path": "memory/users/ben/a.md"}):
        refused(ValueError, lambda: wait(manager.add_memory("x", scope="user", **given)))
    refused(TypeError, lambda: wait(manager.add_memory("x", metadata={"a": object()})))
    assert refused(PyramidError, lambda: wait(manager.search(" "))).kind == "usage"

    async def at_once():
        lines = [f"- Line {number} of the list." for number in range(8)]
        await asyncio.gather(*(manager.add_memory(line, path="memory/list.md") for line in lines))
        return lines, await asyncio.gather(*(manager.search("list") for _ in lines))

    lines, answers = wait(at_once())
    text = (root / "memory" / "list.md").read_text(encoding="utf-8")
    assert all(line in text for line in lines) and all(answers)


ADDING = """
import asyncio, sys
from pyramid_memory import MemoryConfig, MemoryManager

async def add(name, times):
    manager = MemoryManager(MemoryConfig(workspace_root=sys.argv[1]))
    for number in range(times):
        await manager.add_memory(f"- Note {number} of {name}.", path="memory/together.md")
    manager.close()

asyncio.run(add(sys.argv[2], int(sys.argv[3])))
"""


def add_together(root):
    """What several threads, managers and programs add to one note at once is all there, each a paragraph."""
    times, names = 25, ["Ana", "Bob", "Cem"]
    environment = {**os.environ, "PYTHONPATH": str(MODULE)}
    programs = [subprocess.Popen([sys.executable, "-c", ADDING, root, name, f"{times}"], env=environment)
                for name in names]
    managers = {name: MemoryManager(MemoryConfig(workspace_root=str(root))) for name in ("Dan", "Eva", "Fay")}

    def add_all(name):
        for number in range(times):
            wait(managers[name].add_memory(f"- Note {number} of {name}.", path="memory/together.md"))

    with ThreadPoolExecutor(len(managers)) as threads:
        list(threads.map(add_all, managers))
    assert [program.wait() for program in programs] == [0] * len(names)
    text = (root / "memory" / "together.md").read_text(encoding="utf-8")
    expected = [f"- Note {number} of {name}." for name in [*names, *managers] for number in range(times)]
    assert sorted(text.rstrip("\n").split("\n\n")) == sorted(expected), len(text.split("\n\n"))
    assert {file.name for file in (root / "memory").glob(".*")} == set()
    for manager in managers.values():
        manager.close()


def flush(manager):
    said = []
    messages = [
        {"role": "user", "content": "My boat is called Luna."},
        {"role": "assistant", "content": [{"type": "text", "text": "A fine name."}, {"type": "tool_use"}]},
        {"role": "user", "content": [{"type": "tool_result", "content": "no words"}]},
        {"role": "tool", "content": "no turn"},
    ]
    assert manager.flush_memory(messages, context_summary_callback=said.append)
    assert len(said) == 1 and said[0].startswith("- ") and "Luna" in said[0], said
    assert not manager.flush_memory(messages, context_summary_callback=said.append)
    assert len(said) == 1
    assert not manager.flush_memory([{"role": "tool", "content": "x"}])
    of_facts = [result for result in wait(manager.search("the boat Luna")) if "Luna" in result.snippet]
    assert of_facts and of_facts[0].user_id is None

    assert manager.flush_memory([{"role": "user", "content": "My boat is called Zephyr."}], user_id="ben")
    for user in (None, "eva"):
        assert "Zephyr" not in str(wait(manager.search("boat Zephyr", user, min_score=0)))
    assert "Zephyr" in wait(manager.search("boat Zephyr", "ben"))[0].snippet
    alone = wait(manager.search("boat", "ben", min_score=0, include_shared=False))
    assert alone and {result.user_id for result in alone} == {"ben"}

    many = [{"role": "user", "content": f"The lamp of room {number} is broken."} for number in range(9)]
    assert manager.flush_memory(many, max_messages=1)
    kept = str(wait(manager.search("lamp", max_results=50, min_score=0)))
    assert "room 8" in kept and "room 7" in kept and "room 6" not in kept


def use_sources(root):
    only = {}
    for source in ("memory", "session"):
        manager = MemoryManager(MemoryConfig(workspace_root=str(root), sources=[source]))
        only[source] = wait(manager.search("A fine name for the boat in Lisbon", min_score=0, max_results=50))
        manager.close()
    assert {result.path.split("/")[0] for result in only["session"]} == {"sessions"}
    assert only["memory"] and not any(path.startswith("sessions/") for path in paths(only["memory"]))


def use_without_looking(root):
    """What other programs change is found after a sync, what is added is found at once."""
    manager = MemoryManager(MemoryConfig(workspace_root=str(root), sync_on_search=False))
    (root / "memory" / "hedgehog.md").write_text("The hedgehog sleeps.\n", encoding="utf-8")
    manager.mark_dirty()
    assert manager.get_status()["dirty"]
    wait(manager.sync())
    assert not manager.get_status()["dirty"]
    assert "hedgehog" in wait(manager.search("hedgehog"))[0].snippet
    wait(manager.add_memory("The walrus swims."))
    assert "walrus" in wait(manager.search("walrus"))[0].snippet
    wait(manager.sync(force=True))
    assert manager.get_status()["embedding_enabled"]
    manager.close()
    manager.close()
    messages = [{"role": "user", "content": "The seal barks."}]
    for call in (lambda: wait(manager.search("walrus")), lambda: wait(manager.add_memory("The seal barks.")),
                 lambda: wait(manager.sync()), lambda: manager.flush_memory(messages), manager.get_status):
        error = refused(PyramidError, call)
        assert error.kind == "usage" and error.what == "the memory is closed", error
    assert not any("seal" in file.read_text(encoding="utf-8") for file in root.rglob("*.md"))


def refuse(root):
    """What cannot be is an error, what does not hold a warning."""
    for wrong in (
        {"chunk_max_tokens": 8}, {"chunk_overlap_tokens": 250}, {"vector_weight": 2},
        {"max_results": 0}, {"max_results": 10_001}, {"max_results": "x"}, {"max_results": 2.5}, {"max_results": True},
        {"min_score": 5}, {"min_score": float("nan")}, {"chunk_max_tokens": "x"}, {"chunk_overlap_tokens": -1},
        {"vector_weight": None}, {"vector_weight": 0, "keyword_weight": 0}, {"sources": []}, {"sources": ["web"]},
        {"workspace_root": ""}, {"workspace_root": " "},
    ):
        error = refused(ValueError, lambda: MemoryManager(MemoryConfig(**{"workspace_root": str(root), **wrong})))
        assert next(iter(wrong)) in str(error) or "workspace_root" in wrong, error
    for given in ({"embedding_provider": object()}, {"llm_model": object()}):
        refused(ValueError, lambda: MemoryManager(MemoryConfig(workspace_root=str(root)), **given))
    with Memory(root) as memory:
        before = memory.status()["embedding"]
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        MemoryManager(MemoryConfig(workspace_root=str(root), vector_weight=0.9, embedding_dim=8)).close()
    assert [str(one.message).split()[0] for one in warned] == ["embedding_dim", "vector_weight"]
    assert {one.filename for one in warned} == {__file__}
    with Memory(root) as memory:
        assert memory.status()["embedding"] == before


with tempfile.TemporaryDirectory() as temporary:
    folder = Path(temporary).resolve()
    use_defaults()
    use_examples(folder)
    root = folder / "cow"
    manager = use(root)
    add(manager, root)
    add_together(root)
    flush(manager)
    assert manager.memory.sync()
    manager.close()
    use_sources(root)
    use_without_looking(root)
    refuse(root)
