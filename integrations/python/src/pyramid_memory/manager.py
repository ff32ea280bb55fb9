"""MemoryManager and MemoryConfig as CowAgent has them, over a workspace of Pyramid.

Names, parameters, defaults and results are those of `agent.memory` in CowAgent 2.0.8
(zhayujie/chatgpt-on-wechat, MIT), whose memory came from AgentMesh; no code is. What is done is
Pyramid's: its search, its index, its files. Where that differs the docstrings say so.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import re
import threading
import uuid
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path, PurePosixPath
from typing import Any, Optional

from . import _workspace
from ._library import PyramidError
from .memory import Memory, folder_of
from .reports import SearchHit

_MOST_HITS = 10_000  # that a search gives
# What pyramid.yaml calls a field, and what holds where it says nothing.
_SETTINGS = {
    "chunk_max_tokens": ("chunk_tokens", 512),
    "chunk_overlap_tokens": ("chunk_overlap", 50),
    "vector_weight": ("vector_weight", 0.5),
    "keyword_weight": ("text_weight", 0.5),
}
_NUMBER = (int, float)
_LIMITS: dict[str, tuple[Any, int, int]] = {
    "chunk_max_tokens": (int, 32, 8192),
    "chunk_overlap_tokens": (int, 0, 4096),
    "max_results": (int, 1, _MOST_HITS),
    "min_score": (_NUMBER, 0, 1),
    "vector_weight": (_NUMBER, 0, 1),
    "keyword_weight": (_NUMBER, 0, 1),
}
_EMBEDDING = ("embedding_provider", "embedding_model", "embedding_dim")
_SOURCES = {
    "memory": "memory daily models observations summaries notes tasks identity extra".split(),
    "session": ["sessions"],
}
# Folders of docs/format.md, to which a test holds them.
_WRITTEN_BY_PYRAMID = (
    "models why observations summaries sessions facts tasks topics daily export forgotten ledger"
).split()
_WRITTEN_BY_PERSONS = ("soul.md", "user.md")
_SHARED = "memory/shared/"
_OF_A_USER = re.compile(r"memory/(?:users|daily)/([^/]+)/")
_TAGGED = re.compile(r"^tags:.*?\buser/", re.MULTILINE | re.DOTALL)


@dataclass
class MemoryConfig:
    """Where a memory lies, and how it is searched.

    The two of chunks and the two weights are settings of the workspace, called `chunk_tokens`,
    `chunk_overlap`, `vector_weight` and `text_weight` in its pyramid.yaml. A manager writes them
    there when it makes the workspace; one that is there keeps its own, and the manager warns where
    something else was asked for.
    """

    workspace_root: str = field(default_factory=lambda: os.path.expanduser("~/cow"))
    """The folder; `~` is your home."""

    embedding_provider: str = "openai"
    """Without effect, as the two below are: `embedding` in pyramid.yaml says what makes vectors,
    built in unless it says else, and no text goes to a server because a key is in the
    environment. Another value than the default warns."""
    embedding_model: str = "text-embedding-3-small"
    embedding_dim: int = 1536

    chunk_max_tokens: int = 500
    """Tokens of four bytes in a piece of a note, 32 to 8,192. Turns and facts are a piece each."""
    chunk_overlap_tokens: int = 50
    """Tokens that a piece has of the one before, less than half of `chunk_max_tokens`."""

    max_results: int = 10
    """Results of a search at most, 1 to 10,000."""
    min_score: float = 0.1
    """Results with a lower score are left out, 0 to 1. Scores are Pyramid's (docs/search.md)."""

    vector_weight: float = 0.7
    """Of meaning, 0 to 1; only its part of the sum with `keyword_weight` counts."""
    keyword_weight: float = 0.3
    """Of words (BM25), 0 to 1."""

    sources: list[str] = field(default_factory=lambda: ["memory", "session"])
    """What is searched: "session" is conversations word for word, "memory" all else."""

    enable_auto_sync: bool = True
    """Without effect, as in CowAgent."""
    sync_on_search: bool = True
    """A search looks for changed files first; without it, it answers from the index as it stands,
    which `sync` brings up to date, and a manager that stays open does in the background."""

    def get_workspace(self) -> Path:
        """The folder, absolute. ValueError: it has no name."""
        return folder_of(self.workspace_root)

    def get_memory_dir(self) -> Path:
        """Of daily and shared notes, and those of users."""
        return self.get_workspace() / "memory"

    def get_db_path(self) -> Path:
        """Of the index, an SQLite database. It is Pyramid's, elsewhere than CowAgent's."""
        return self.get_workspace() / ".pyramid" / "index.db"

    def get_skills_dir(self) -> Path:
        """Of skills, which are no business of the memory."""
        return self.get_workspace() / "skills"

    def get_agent_workspace(self, agent_name: Optional[str] = None) -> Path:
        """The folder, made where it is missing. OSError where it cannot be. All agents have one."""
        self.get_workspace().mkdir(parents=True, exist_ok=True)
        return self.get_workspace()


_global_config: Optional[MemoryConfig] = None


def get_default_memory_config() -> MemoryConfig:
    """What a manager goes by that is given nothing."""
    global _global_config
    if _global_config is None:
        _global_config = MemoryConfig()
    return _global_config


def set_global_memory_config(config: MemoryConfig) -> None:
    """Has managers made from now on go by `config` where they are given nothing."""
    global _global_config
    _global_config = config


@dataclass
class SearchResult:
    """A passage that a search found."""

    path: str
    """Of its file, seen from the workspace."""
    start_line: int
    """Its first line, from 1."""
    end_line: int
    score: float
    """0 to 1, comparable within one search alone."""
    snippet: str
    """At most 700 bytes of it."""
    source: str
    """"session": a conversation; "knowledge": a file below knowledge/; or what `add_memory` was
    told; else "memory"."""
    user_id: Optional[str] = None
    """Whose it is; None: everybody's."""


class MemoryManager:
    """A memory for an agent, searched by words and meaning.

    The folder becomes a workspace of Pyramid where it is none: files that are there stay as they
    are. Methods fail with PyramidError, as those of Memory do, and with ValueError where an
    argument cannot be. Those that are awaited work in a thread, and the loop goes on; several may
    be under way at once.
    """

    def __init__(
        self,
        config: Optional[MemoryConfig] = None,
        embedding_provider: Optional[Any] = None,
        llm_model: Optional[Any] = None,
    ) -> None:
        """Opens the workspace of `config`, or of the global one.

        What makes vectors and texts are settings of the workspace (`embedding` and `engine` in
        pyramid.yaml), so `embedding_provider` and `llm_model` must be None. ValueError: they are
        not, or a value of `config` is out of its range.
        """
        if embedding_provider is not None or llm_model is not None:
            raise ValueError(
                "embedding_provider and llm_model must be None: pyramid.yaml says what makes "
                "vectors (embedding) and texts (engine)"
            )
        self.config = config or get_default_memory_config()
        _check(self.config)
        self._root = self.config.get_workspace()
        self._memory = _opened(self.config)
        self._conversation = uuid.uuid4().hex
        self._dirty = False
        self._remembering = threading.Lock()

    @property
    def memory(self) -> Memory:
        """The same workspace with all that Pyramid can do: `manager.memory.sync()` and so on."""
        return self._memory

    async def search(
        self,
        query: str,
        user_id: Optional[str] = None,
        max_results: Optional[int] = None,
        min_score: Optional[float] = None,
        include_shared: bool = True,
    ) -> list[SearchResult]:
        """What the memory holds about `query`, the best first.

        Searched is what is everybody's, unless `include_shared` is off, and with `user_id` what is
        that user's: files below memory/users/ID/, and what was captured from them. What Pyramid
        makes of all conversations, MEMORY.md and models, is everybody's. `max_results` (1 to 10,000)
        and `min_score` (0 to 1) go before those of the configuration; outside of these they are a
        PyramidError of the kind "usage", as is a query without a word.
        """
        self._memory.require_open()
        if not include_shared and not user_id:
            return []
        return await asyncio.to_thread(
            self._search,
            query,
            user_id,
            self.config.max_results if max_results is None else max_results,
            self.config.min_score if min_score is None else min_score,
            include_shared,
        )

    async def add_memory(
        self,
        content: str,
        user_id: Optional[str] = None,
        scope: str = "shared",
        source: str = "memory",
        path: Optional[str] = None,
        metadata: Optional[dict[str, Any]] = None,
    ) -> None:
        """Keeps `content`, markdown, in a file; CowAgent has it in its index alone.

        The file is `path`, seen from the workspace, else memory/shared/memory_XXXXXXXX.md. With
        the `scope` "user" and a `user_id` it is that user's, and lies in memory/users/ID/. What is
        there stays: the content is added at its end unless it is in it, to MEMORY.md as an entry
        of its notes. A new file tells `source` and `metadata` (what JSON can hold, else TypeError)
        in its frontmatter. Nothing happens where the content is blank. ValueError: the content is
        no text (it holds a NUL or half of a surrogate pair), or the path leads out of the workspace
        or the user's folder, is no .md file, is SOUL.md or USER.md, or lies in a folder whose files
        Pyramid writes, such as facts/ or daily/ (docs/format.md has all); OSError: it cannot be
        written; a PyramidError of the kind "conflict": another program has been writing for five
        seconds.
        """
        self._memory.require_open()
        _workspace.check_text(content)
        if not content.strip():
            return
        folder = _folder_of(user_id if scope == "user" else None)
        if path is None:
            digest = hashlib.md5(content.encode("utf-8"), usedforsecurity=False).hexdigest()
            path = f"{folder}memory_{digest[:8]}.md"
        elif folder != _SHARED and not path.startswith(folder):
            raise ValueError(f"what is one user's lies in {folder}, not in {path}")
        await asyncio.to_thread(self._add, content, path, source, metadata)

    async def sync(self, force: bool = False) -> None:
        """Brings the index up to date with the files; with `force` every vector is made again.

        It changes no file. Summaries, models and MEMORY.md are written by `memory.sync()`. A
        PyramidError of the kind "engine": a server that makes vectors could not be asked.
        """
        await asyncio.to_thread(self._index, force)

    def flush_memory(
        self,
        messages: Sequence[Mapping[str, Any]],
        user_id: Optional[str] = None,
        reason: str = "threshold",
        max_messages: int = 10,
        context_summary_callback: Optional[Callable[[str], None]] = None,
    ) -> bool:
        """Keeps what is new in the last 2 × `max_messages` messages (0: all) before they are lost.

        A message has a `role` and a `content`, a text or a list of blocks; those of other roles
        than user and assistant, and blocks that are no text, are left out. CowAgent writes a summary
        into a daily note in the background; here the turns are kept word for word as a
        conversation, one for each manager and user, with the facts in them, and are on disk when
        this returns. `context_summary_callback` gets the new facts as lines "- …", if there are
        any. `reason` changes nothing. True: something was kept. TypeError: a message is no mapping;
        ValueError: its words are no text. A PyramidError of the kind "conflict": another program
        has been writing for five seconds; nothing was kept.
        """
        self._memory.require_open()
        turns = _workspace.turns_of(messages[-2 * max_messages :] if max_messages else messages)
        if not turns:
            return False
        known = self._facts() if context_summary_callback else {}
        report = self._memory.capture(
            turns, conversation=f"{self._conversation}-{user_id or ''}", user=user_id
        )
        if context_summary_callback:
            new = [text for path, text in self._facts().items() if path not in known]
            if new:
                context_summary_callback("\n".join(f"- {text}" for text in new))
        return bool(report["turns_added"])

    def get_status(self) -> dict[str, Any]:
        """`chunks` and `files` of the index, `workspace`, `dirty` (something was added or marked,
        and not looked at since), and how it is searched: `embedding_enabled`,
        `embedding_provider`, `embedding_model`, `search_mode`."""
        report = self._memory.status()
        return {
            "chunks": report["chunks"],
            "files": report["files"],
            "workspace": str(self._root),
            "dirty": self._dirty,
            "embedding_enabled": bool(report["embedding"]),
            "embedding_provider": re.split(r"[^a-z]", report["embedding"])[0],
            "embedding_model": report["embedding"],
            "search_mode": "hybrid (vector + keyword)",
        }

    def mark_dirty(self) -> None:
        """Says that files changed. A search finds that by itself, unless `sync_on_search` is off."""
        self._dirty = True

    def close(self) -> None:
        """No call may be under way. A second time nothing happens."""
        self._memory.close()

    def _search(
        self, query: str, user: Optional[str], most: int, least: float, shared: bool
    ) -> list[SearchResult]:
        """Asks for more until enough is left of what this user may see."""
        sources = sorted({kind for name in self.config.sources for kind in _SOURCES[name]})
        limit = most
        while True:
            hits = self._hits(query, limit, least, sources)
            captured = self._captured_from(user, query, limit, sources) if user else set()
            found = (self._result(hit, user, captured, shared) for hit in hits)
            results = [result for result in found if result is not None]
            if len(results) >= most or len(hits) < limit or limit == _MOST_HITS:
                return results[:most]
            limit = min(4 * limit, _MOST_HITS)

    def _hits(self, query: str, limit: int, least: float, sources: list[str]) -> list[SearchHit]:
        found = self._memory.search(
            query,
            limit=limit,
            min_score=least,
            source=sources,
            answer=False,
            refresh=self.config.sync_on_search,
        )
        if self.config.sync_on_search:
            self._dirty = False
        return found["hits"]

    def _captured_from(self, user: str, query: str, limit: int, sources: list[str]) -> set[str]:
        """Files that came of the user's conversations, of those that may be found."""
        try:
            hits = self._hits(query, min(4 * limit, _MOST_HITS), 0, [*sources, f"user:{user}"])
        except PyramidError as error:
            if error.kind != "not-found":
                raise
            return set()  # nothing was captured from them
        folded = [citation.partition("#")[0] for hit in hits for citation in hit["also"]]
        return {hit["path"] for hit in hits}.union(folded)

    def _result(
        self, hit: SearchHit, user: Optional[str], captured: set[str], shared: bool
    ) -> Optional[SearchResult]:
        """None where it is not for this user."""
        path = hit["path"]
        head = _workspace.head_of(self._root / path)
        folder = _OF_A_USER.match(path)
        is_theirs = folder[1] == user if folder else path in captured
        if not is_theirs and (folder or not shared or _TAGGED.search(head)):
            return None
        told = re.search(r'^source: "(\w+)"$', head, re.MULTILINE)
        source = "session" if hit["kind"] == "session" else told[1] if told else "memory"
        return SearchResult(
            path=path,
            start_line=hit["first_line"],
            end_line=hit["last_line"],
            score=hit["score"],
            snippet=hit["snippet"],
            source="knowledge" if path.startswith("knowledge/") else source,
            user_id=user if is_theirs else None,
        )

    def _add(
        self, content: str, path: str, source: str, metadata: Optional[dict[str, Any]]
    ) -> None:
        file = self._place_of(path)
        if file == (self._root / "MEMORY.md").resolve():
            with self._remembering:
                if content.strip() not in _held(file):
                    self._memory.remember(content)
        else:
            with _workspace.locked(self._root):
                held = _held(file)
                before = held.rstrip("\n") + "\n\n" if held else _frontmatter(source, metadata)
                if content.strip() not in held:
                    _workspace.write(file, before + content.strip("\n") + "\n")
        self._dirty = True
        if not self.config.sync_on_search:
            self._index(False)

    def _place_of(self, path: str) -> Path:
        file = (self._root / path).resolve()
        try:
            parts = file.relative_to(self._root.resolve()).parts
        except ValueError:
            parts = ()
        named = PurePosixPath(path).parts
        if not parts or not path.endswith(".md") or any(part[0] == "." for part in parts + named):
            raise ValueError(f"no .md file of the workspace: {path}")
        if "/".join(parts).lower() in _WRITTEN_BY_PERSONS:
            raise ValueError(f"only a person writes it, choose another place: {path}")
        if parts[0].lower() in _WRITTEN_BY_PYRAMID:
            raise ValueError(
                f"Pyramid itself writes the files in {parts[0]}/, choose another place such as "
                f"memory/{parts[-1]}: {path}"
            )
        return file

    def _index(self, force: bool) -> None:
        self._memory.call("embed", force=force)
        self._dirty = False

    def _facts(self) -> dict[str, str]:
        """Of every fact the path and the text, the newest first."""
        facts = self._memory.call("list", limit=1_000_000)["observations"]
        return {fact["path"]: fact["text"] for fact in facts}


def _check(config: MemoryConfig) -> None:
    """ValueError where a value cannot be."""
    size, overlap = config.chunk_max_tokens, config.chunk_overlap_tokens
    weights = (config.vector_weight, config.keyword_weight)
    unknown = [name for name in config.sources if name not in _SOURCES]
    for name, (kind, least, most) in _LIMITS.items():
        _workspace.check_number(name, getattr(config, name), kind, least, most)
    if not 2 * overlap < size:
        raise ValueError(f"chunk_overlap_tokens must be less than half of {size}, not {overlap}")
    if not any(weights):
        raise ValueError("vector_weight and keyword_weight must not both be 0")
    if unknown or not config.sources:
        raise ValueError(f'sources must be "memory" and "session", not {config.sources}')


def _opened(config: MemoryConfig) -> Memory:
    """The workspace, made where there is none."""
    root = config.get_workspace()
    wanted = {setting: getattr(config, name) for name, (setting, _) in _SETTINGS.items()}
    _warn_of_what_does_not_hold(config, _workspace.made(root, wanted))
    return Memory(root)


def _warn_of_what_does_not_hold(config: MemoryConfig, settings: str) -> None:
    usual = MemoryConfig()
    for name in (one.name for one in fields(config)):
        wanted = getattr(config, name)
        if wanted == getattr(usual, name):
            continue
        if name in _EMBEDDING:
            warnings.warn(f"{name} has no effect: `embedding` in pyramid.yaml counts", stacklevel=4)
        if name in _SETTINGS:
            setting, holds = _SETTINGS[name]
            said = _workspace.setting(settings, setting) or ""
            if float(said if re.fullmatch(r"\d*\.?\d+", said) else holds) != wanted:
                warnings.warn(
                    f"{name} is not {wanted}: `{setting}` in pyramid.yaml counts", stacklevel=4
                )


def _held(file: Path) -> str:
    return file.read_text(encoding="utf-8") if file.exists() else ""


def _folder_of(user: Optional[str]) -> str:
    if not user:
        return _SHARED
    if user.startswith(".") or "/" in user:
        raise ValueError(f"no name of a folder: {user}")
    return f"memory/users/{user}/"


def _frontmatter(source: str, metadata: Optional[dict[str, Any]]) -> str:
    """Of a new file, as JSON behind each key, which is YAML; "" where there is nothing to tell."""
    told: dict[str, Any] = {} if source == "memory" else {"source": source}
    if metadata:
        told["metadata"] = metadata
    if not told:
        return ""
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in told.items()]
    return "\n".join(["---", *lines, "---", ""])
