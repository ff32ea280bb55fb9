"""HierarchicalMarkdownMemory as AyanamiMem has it, over a workspace of Pyramid with a topic tree.

Names, parameters and defaults are those of `HierarchicalMarkdownMemory` in AyanamiMem, which is
made of MemOS (Apache-2.0); no code is. What is done is Pyramid's (docs/topics.md). Where that
differs the docstrings say so.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import re
import uuid
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Optional, Union

from . import _workspace
from ._library import PyramidError
from .memory import Memory, folder_of
from .reports import TreeReport, WalkReport

_NOT_FOUND = 3  # PYRAMID_NOT_FOUND of pyramid.h
_FRESH = "topics/_fresh/"
_SUMMARY = "/_summary.md"
_TOKENS_OF_A_RESULT = 500
_LEAST_BUDGET, _MOST_BUDGET = 100, 100_000
_ALL_LEVELS = 99
_BYTES_OF_A_TOKEN = 4


@dataclass
class HierarchicalMarkdownMemoryConfig:
    """Where a memory lies, and how its tree grows.

    All but the folder are settings of the workspace, in its pyramid.yaml. A memory writes them
    there when it makes the workspace; one that is there keeps its own, and the memory warns where
    something else was asked for.
    """

    memory_dir: str = ".memos/memory"
    """The folder, a workspace; the tree is topics/ in it. `~` is your home."""

    extractor_llm: Any = None
    """Without effect, as `embedder` is: `engine` in pyramid.yaml says what writes summaries, built
    in unless it says else, and the built-in vectors say what is alike. Another value warns."""
    embedder: Any = None

    fresh_tail_count: int = 32
    """Leaves, the newest, which wait in topics/_fresh/ and are in no topic yet, 0 to 10,000."""
    leaf_chunk_tokens: int = 2048
    """Tokens of four bytes in a leaf at most, 64 to 100,000."""
    condensed_target_tokens: int = 512
    """Tokens of four bytes in a summary at most, 25 to 25,000: `summary_chars` in pyramid.yaml is
    four times as much."""
    condensed_min_fanout: int = 4
    """Folders alike that get one above them, at the fewest, 2 to 1,000."""

    context_threshold: float = 0.75
    """Without effect, as `max_depth` is: `compact` always does all that is to be done. Another
    value than the default warns."""
    max_depth: int = -1

    git_auto_commit: bool = False
    """A commit of git after each change: `commit` in pyramid.yaml."""

    def get_workspace(self) -> Path:
        """The folder, absolute. ValueError: it has no name."""
        return folder_of(self.memory_dir)


# What pyramid.yaml calls a field, and what holds where it says nothing.
_SETTINGS = {
    "fresh_tail_count": ("fresh_tail_count", "32"),
    "leaf_chunk_tokens": ("leaf_chunk_tokens", "2048"),
    "condensed_target_tokens": ("summary_chars", "600"),
    "condensed_min_fanout": ("condensed_min_fanout", "4"),
    "git_auto_commit": ("commit", "true"),
}
_WITHOUT_EFFECT = ("extractor_llm", "embedder", "context_threshold", "max_depth")
_LIMITS = {
    "fresh_tail_count": (0, 10_000),
    "leaf_chunk_tokens": (64, 100_000),
    "condensed_target_tokens": (25, 25_000),
    "condensed_min_fanout": (2, 1000),
}


@dataclass
class TextualMemoryMetadata:
    """What is known of a memory beside its words."""

    key: Optional[str] = None
    """What it is about, in a few words."""
    source: Optional[str] = None
    """"conversation" or "manual"; "summary" of a folder's."""
    tags: Optional[list[str]] = None
    """Those that a person wrote into its file."""
    session_id: Optional[str] = None
    """Of the session file that a leaf was cut from."""


@dataclass
class TextualMemoryItem:
    """A leaf of the tree, or the summary of a folder."""

    memory: str
    """The words of its file, with the links as they stand there."""
    metadata: TextualMemoryMetadata = field(default_factory=TextualMemoryMetadata)
    id: str = field(default_factory=lambda: str(uuid.uuid4()))
    """It stays where the file is moved or edited."""
    path: str = ""
    """Of its file, seen from the workspace; "": it has none yet."""


class HierarchicalMarkdownMemory:
    """A memory of conversations, in folders by what they are about.

    The folder becomes a workspace of Pyramid with `policy: topics` where it is none. Methods fail
    with PyramidError, as those of Memory do. Each has a twin that is awaited, `aextract` of
    `extract`: it works in a thread, and the loop goes on.

        memory = HierarchicalMarkdownMemory(HierarchicalMarkdownMemoryConfig("~/topics"))
        memory.extract([{"role": "user", "content": "The boiler lost pressure again."}])
        print(memory.search("what is wrong with the boiler", top_k=3)[0].memory)
    """

    def __init__(self, config: Optional[HierarchicalMarkdownMemoryConfig] = None) -> None:
        """Opens the workspace of `config`, with the defaults where none is given.

        ValueError: a value is out of its range, or the workspace has no topics in its `policy`.
        """
        self.config = config or HierarchicalMarkdownMemoryConfig()
        _check(self.config)
        self._root = self.config.get_workspace()
        self._memory = _opened(self.config)

    @property
    def memory(self) -> Memory:
        """The same workspace with all that Pyramid can do: `memory.memory.why(path)` and so on."""
        return self._memory

    def load(self, dir: str) -> None:
        """Goes on with the workspace in the folder `dir`, made where it is missing.

        No call may be under way. ValueError as of a new one; then this stays as it was.
        """
        config = replace(self.config, memory_dir=dir)
        memory = _opened(config)
        self._memory.close()
        self.config, self._root, self._memory = config, config.get_workspace(), memory

    def extract(
        self, messages: Sequence[Mapping[str, Any]], conversation: Optional[str] = None
    ) -> list[TextualMemoryItem]:
        """Keeps a conversation word for word and cuts it into leaves, which it gives.

        A message has a `role` and a `content`, a text or a list of blocks; those of other roles
        than user and assistant, and blocks that are no text, are left out. It is a conversation of
        its own; the same messages again are the same one. Give `conversation`, an id, to let one
        grow call by call: what is held already is passed over. What is compacted by that is
        compacted, as by `compact`. TypeError: a message is no mapping; ValueError: its words are
        no text.
        """
        self._memory.require_open()
        turns = _workspace.turns_of(messages)
        if not turns:
            return []
        text = json.dumps(turns, ensure_ascii=True)
        digest = hashlib.sha256(text.encode("utf-8")).hexdigest()[:32]
        report = self._memory.capture(turns, conversation=conversation or digest)
        self._memory.sync()
        sessions = self._ids_of_parts(report["path"])
        paths = [path for path, head in self._heads() if head.text("session_id") in sessions]
        return [item for item in map(self._item, paths) if item is not None]

    def add(self, memories: Sequence[Union[TextualMemoryItem, Mapping[str, Any]]]) -> list[str]:
        """Keeps words of your own as leaves; the result has the id of each memory.

        A memory is an item, or a mapping with `memory`, the words, and perhaps `metadata` with a
        `key`; without one it gets some of its words as a key. `source` and `tags` are not kept.
        What `extract` gave is in the tree and is passed over. A leaf waits until `compact` finds
        its topic. KeyError: a mapping has no `memory`; a PyramidError of the kind "usage": it is
        blank. Those before it are kept.
        """
        paths = self._paths()
        return [one.id if one.id in paths else self._add(one) for one in map(_as_item, memories)]

    def update(
        self, memory_id: str, new_memory: Union[TextualMemoryItem, Mapping[str, Any]]
    ) -> None:
        """Sets the words of a leaf or a summary, and its key where the metadata has one.

        They are yours then: no sync writes over them. The summaries above are written anew by
        `compact`. Where there is no such memory it is a PyramidError of the kind "not-found"; a
        mapping without `memory` is a KeyError.
        """
        item = _as_item(new_memory)
        path = self._paths().get(memory_id)
        if path is None:
            raise PyramidError(
                _NOT_FOUND, {"kind": "not-found", "what": "no memory has this id", "where": memory_id}
            )
        self._memory.call("topic_update", path=path, text=item.memory, key=item.metadata.key)

    def delete(self, memory_ids: Sequence[str]) -> None:
        """Deletes leaves and folders, these by the ids of their summaries.

        What lies in a folder goes to the one above. A leaf of a conversation does not come back,
        but the conversation keeps the words: `memory.forget` takes them out. An id that no memory
        has is passed over.
        """
        for one in memory_ids:
            path = self._paths().get(one)
            if path is not None:
                self._memory.call("topic_delete", path=path)

    def delete_all(self) -> None:
        """Deletes the whole tree. Conversations, and notes of a person in it, stay."""
        for line in self.tree(depth=1)["lines"]:
            self._memory.call("topic_delete", path=line["path"], with_contents=True)

    def compact(self, force: bool = False) -> dict[str, int]:
        """Puts leaves that need not wait into topics, and writes the summaries that this changes.

        It is `memory.sync()`, which brings the rest of the workspace up to date too. `force`
        changes nothing: there is no threshold below which it does not work. The result has
        `leaves_compacted`, leaves that lie in a topic now and did not, and `dirs_condensed`,
        folders that are new.
        """
        leaves, folders = self._placed()
        self._memory.sync()
        leaves_now, folders_now = self._placed()
        return {
            "leaves_compacted": len(leaves_now - leaves),
            "dirs_condensed": len(folders_now - folders),
        }

    def search(self, query: str, top_k: int, info: Any = None) -> list[TextualMemoryItem]:
        """What a walk down the tree finds: the newest leaves first, then what comes nearest.

        `top_k` results at most, of 500 tokens each on average. Nothing that is given lies above or
        below something else that is. `info` changes nothing. A query without a word is a
        PyramidError of the kind "usage".
        """
        budget = min(max(_TOKENS_OF_A_RESULT * top_k, _LEAST_BUDGET), _MOST_BUDGET)
        found = (self._item(path) for path in self.walk(query, budget)["taken"][: max(top_k, 0)])
        return [item for item in found if item is not None]

    def walk(self, query: str, budget: int = 2000, beam: int = 4) -> WalkReport:
        """What `search` finds as one text for a prompt, `text`, of `budget` tokens at most (100 to
        100,000). `beam`: branches that are entered of each folder, 1 to 100."""
        return self._memory.walk(query, budget=budget, beam=beam)

    def get(self, memory_id: str) -> TextualMemoryItem:
        """The memory of this id, with empty words where there is none."""
        path = self._paths().get(memory_id)
        return (self._item(path) if path else None) or TextualMemoryItem("", id=memory_id)

    def get_by_ids(self, memory_ids: Sequence[str]) -> list[TextualMemoryItem]:
        """The same of several, in their order."""
        paths = self._paths()
        found = [(one, paths.get(one)) for one in memory_ids]
        return [
            (self._item(path) if path else None) or TextualMemoryItem("", id=one)
            for one, path in found
        ]

    def get_all(self) -> list[TextualMemoryItem]:
        """All leaves and summaries, by path."""
        found = (self._item(path) for path in self._paths().values())
        return [item for item in found if item is not None]

    def tree(self, path: str = "", depth: int = 2) -> TreeReport:
        """What lies where, in `lines`: a folder, then what lies in it; leaves that wait last.

        `path`: a folder or file of the tree, "" for all; `depth`: levels, 1 to 99. Where there is no
        such path it is a PyramidError of the kind "not-found".
        """
        return self._memory.tree(path or None, depth=depth)

    def get_tree_index(self) -> str:
        """The whole tree as markdown, for people."""
        lines, fresh = ["# Memory Tree"], []
        for line in self.tree(depth=_ALL_LEVELS)["lines"]:
            path = line["path"]
            if path.startswith(_FRESH):
                fresh.append(f"- {path[len(_FRESH):]}: {line['key']}")
                continue
            name = Path(path).parent.name + "/" if path.endswith(_SUMMARY) else Path(path).name
            lines.append(f"{'  ' * (line['level'] - 1)}- {name}: {line['key']}")
        if fresh:
            lines += ["", f"## Fresh ({len(fresh)} uncompacted)", *fresh]
        return "\n".join(lines) + "\n"

    def close(self) -> None:
        """No call may be under way. A second time nothing happens."""
        self._memory.close()

    async def aload(self, dir: str) -> None:
        """As `load`, in a thread."""
        await asyncio.to_thread(self.load, dir)

    async def aextract(
        self, messages: Sequence[Mapping[str, Any]], conversation: Optional[str] = None
    ) -> list[TextualMemoryItem]:
        """As `extract`, in a thread."""
        return await asyncio.to_thread(self.extract, messages, conversation)

    async def aadd(
        self, memories: Sequence[Union[TextualMemoryItem, Mapping[str, Any]]]
    ) -> list[str]:
        """As `add`, in a thread."""
        return await asyncio.to_thread(self.add, memories)

    async def aupdate(
        self, memory_id: str, new_memory: Union[TextualMemoryItem, Mapping[str, Any]]
    ) -> None:
        """As `update`, in a thread."""
        await asyncio.to_thread(self.update, memory_id, new_memory)

    async def adelete(self, memory_ids: Sequence[str]) -> None:
        """As `delete`, in a thread."""
        await asyncio.to_thread(self.delete, memory_ids)

    async def adelete_all(self) -> None:
        """As `delete_all`, in a thread."""
        await asyncio.to_thread(self.delete_all)

    async def acompact(self, force: bool = False) -> dict[str, int]:
        """As `compact`, in a thread."""
        return await asyncio.to_thread(self.compact, force)

    async def asearch(self, query: str, top_k: int, info: Any = None) -> list[TextualMemoryItem]:
        """As `search`, in a thread."""
        return await asyncio.to_thread(self.search, query, top_k, info)

    async def awalk(self, query: str, budget: int = 2000, beam: int = 4) -> WalkReport:
        """As `walk`, in a thread."""
        return await asyncio.to_thread(self.walk, query, budget, beam)

    async def aget(self, memory_id: str) -> TextualMemoryItem:
        """As `get`, in a thread."""
        return await asyncio.to_thread(self.get, memory_id)

    async def aget_by_ids(self, memory_ids: Sequence[str]) -> list[TextualMemoryItem]:
        """As `get_by_ids`, in a thread."""
        return await asyncio.to_thread(self.get_by_ids, memory_ids)

    async def aget_all(self) -> list[TextualMemoryItem]:
        """As `get_all`, in a thread."""
        return await asyncio.to_thread(self.get_all)

    async def atree(self, path: str = "", depth: int = 2) -> TreeReport:
        """As `tree`, in a thread."""
        return await asyncio.to_thread(self.tree, path, depth)

    async def aget_tree_index(self) -> str:
        """As `get_tree_index`, in a thread."""
        return await asyncio.to_thread(self.get_tree_index)

    async def aclose(self) -> None:
        """As `close`, in a thread."""
        await asyncio.to_thread(self.close)

    def _add(self, item: TextualMemoryItem) -> str:
        report = self._memory.call("topic_add", text=item.memory, key=item.metadata.key)
        return str(report["id"])

    def _paths(self) -> dict[str, str]:
        """Of each leaf and summary, by its id, in the order of the paths."""
        return {head.text("id"): path for path, head in self._heads()}

    def _heads(self) -> Iterator[tuple[str, _Head]]:
        """Of each leaf and summary the path and the frontmatter, in the order of the paths."""
        self._memory.require_open()
        for file in sorted((self._root / "topics").rglob("*.md")):
            head = _Head(_workspace.head_of(file))
            if head.is_memory():
                yield file.relative_to(self._root).as_posix(), head

    def _placed(self) -> tuple[set[str], set[str]]:
        """Ids of the leaves that lie in topics, and of their summaries."""
        paths = self._paths()
        folders = {one for one, path in paths.items() if path.endswith(_SUMMARY)}
        waiting = {one for one, path in paths.items() if path.startswith(_FRESH)}
        return paths.keys() - folders - waiting, folders

    def _item(self, path: str) -> Optional[TextualMemoryItem]:
        """None where it is not there, or no part of the tree."""
        try:
            text = (self._root / path).read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            return None  # moved meanwhile
        parts = re.match(r"---\n(.*?)\n---\n(.*)", text, re.DOTALL)
        head = _Head(parts[1] if parts else "")
        if parts is None or not head.is_memory():
            return None
        session = head.text("session_id") or None
        source = "summary" if path.endswith(_SUMMARY) else "conversation" if session else "manual"
        metadata = TextualMemoryMetadata(head.text("key"), source, head.tags(), session)
        return TextualMemoryItem(parts[2].strip(), metadata, head.text("id"), path)

    def _ids_of_parts(self, path: str) -> set[str]:
        """Of the session in this file; a long one has several."""
        first = re.sub(r"(-part\d+)?\.md$", "", path)
        files = [self._root / f"{first}.md"]
        files += files[0].parent.glob(f"{Path(first).name}-part*.md")
        return {_Head(_workspace.head_of(file)).text("id") for file in files}


def _as_item(memory: Union[TextualMemoryItem, Mapping[str, Any]]) -> TextualMemoryItem:
    if isinstance(memory, TextualMemoryItem):
        return memory
    if not isinstance(memory, Mapping):
        raise TypeError(f"a memory is an item or a mapping with `memory`, not {memory!r}")
    metadata = memory.get("metadata") or {}
    if not isinstance(metadata, TextualMemoryMetadata):
        metadata = TextualMemoryMetadata(metadata.get("key"))
    return TextualMemoryItem(memory["memory"], metadata, memory.get("id", ""))


class _Head:
    """The frontmatter that Pyramid writes: a key a line, with one value or a list."""

    def __init__(self, text: str) -> None:
        self._text = text

    def text(self, key: str) -> str:
        """Empty where it is not there."""
        said = re.search(rf"(?m)^{key}:[ \t]*(.*?)[ \t]*$", self._text)
        return _unquoted(said[1]) if said else ""

    def tags(self) -> list[str]:
        said = self.text("tags")
        below = re.search(r"(?m)^tags:[ \t]*\n((?:[ \t]*-.*(?:\n|$))+)", self._text)
        if below:
            words = [line.strip()[1:] for line in below[1].splitlines()]
        else:
            words = re.split("," if "," in said else " ", said.strip("[]"))
        return [_unquoted(word.strip()) for word in words if word.strip()]

    def is_memory(self) -> bool:
        return self.text("kind") == "topic" and self.text("node_kind") in ("leaf", "condensed")


def _unquoted(value: str) -> str:
    if len(value) > 1 and value[0] == value[-1] == "'":
        return value[1:-1].replace("''", "'")
    if len(value) > 1 and value[0] == value[-1] == '"':
        try:
            return str(json.loads(value))
        except ValueError:
            return value[1:-1]
    return value


def _check(config: HierarchicalMarkdownMemoryConfig) -> None:
    """ValueError where a value cannot be."""
    for name, (least, most) in _LIMITS.items():
        value = getattr(config, name)
        _workspace.check_number(name, value, int, least, most)


def _wanted(config: HierarchicalMarkdownMemoryConfig) -> dict[str, str]:
    """The settings in pyramid.yaml that are meant."""
    return {
        "policy": "topics",
        "fresh_tail_count": str(config.fresh_tail_count),
        "leaf_chunk_tokens": str(config.leaf_chunk_tokens),
        "summary_chars": str(_BYTES_OF_A_TOKEN * config.condensed_target_tokens),
        "condensed_min_fanout": str(config.condensed_min_fanout),
        "commit": "true" if config.git_auto_commit else "false",
    }


def _opened(config: HierarchicalMarkdownMemoryConfig) -> Memory:
    """The workspace, made where there is none."""
    root = config.get_workspace()
    settings = _workspace.made(root, _wanted(config))
    policy = _workspace.setting(settings, "policy") or "count"
    if not re.search(r"\btopics\b", policy, re.IGNORECASE):
        raise ValueError(
            f"{root} has `policy: {policy}` and so no topic tree; write "
            f"`policy: [{policy.strip('[]')}, topics]` into its pyramid.yaml"
        )
    _warn_of_what_does_not_hold(config, settings)
    return Memory(root)


def _warn_of_what_does_not_hold(config: HierarchicalMarkdownMemoryConfig, settings: str) -> None:
    usual, wanted = HierarchicalMarkdownMemoryConfig(), _wanted(config)
    for name in (one.name for one in fields(config)):
        value = getattr(config, name)
        if value == getattr(usual, name):
            continue
        if name in _WITHOUT_EFFECT:
            warnings.warn(f"{name} has no effect: pyramid.yaml counts", stacklevel=4)
        if name in _SETTINGS:
            setting, holds = _SETTINGS[name]
            if (_workspace.setting(settings, setting) or holds) != wanted[setting]:
                warnings.warn(
                    f"{name} is not {value}: `{setting}` in pyramid.yaml counts", stacklevel=4
                )
