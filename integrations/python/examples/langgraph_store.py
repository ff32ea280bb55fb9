"""A store of LangGraph in a memory: each item is a note, `store/NAMESPACE/.../KEY.md`, that a person
can read and correct and that git keeps; search finds it by words and meaning.

    store = PyramidStore(Memory("~/memory", create=True))
    store.put(("users", "ana"), "food", {"text": "Ana is allergic to peanuts."})
    store.search(("users",), query="what must Ana not eat")

`index` and `ttl` of a put are not used: all of a value is searched, and nothing runs out.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterable
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Optional
from urllib.parse import quote, unquote

from langgraph.store.base import (
    BaseStore, GetOp, Item, ListNamespacesOp, MatchCondition, Op, PutOp, Result, SearchItem, SearchOp,
)
from pyramid_memory import Memory

FOLDER = "store"
OPENED, CLOSED = "```json\n", "\n```\n"
CANDIDATES = 200  # of a search, before what is elsewhere or filtered out goes


def file_name(part: str) -> str:
    """What a file system takes, and hides nothing: "a/b" is "a%2Fb", ".x" is "%2Ex"."""
    name = quote(part, safe=" ,;=@+()'!")
    return "%2E" + name[1:] if name.startswith(".") else name


def words_of(value: Any) -> list[str]:
    """The texts in a value, for search and for people."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [word for one in value.values() for word in words_of(one)]
    if isinstance(value, list):
        return [word for one in value for word in words_of(one)]
    return []


def matches(condition: MatchCondition, namespace: tuple[str, ...]) -> bool:
    path = condition.path
    if len(namespace) < len(path):
        return False
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[-len(path) :]
    return all(wanted in ("*", is_) for wanted, is_ in zip(path, part))


class PyramidStore(BaseStore):
    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._root = Path(memory.status()["root"])

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        return [self._do(op) for op in ops]

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        return await asyncio.to_thread(self.batch, list(ops))

    def _do(self, op: Op) -> Result:
        if isinstance(op, GetOp):
            return self._item(self._path(op.namespace, op.key))
        if isinstance(op, PutOp):
            return self._put(op)
        if isinstance(op, SearchOp):
            return self._search(op)
        if isinstance(op, ListNamespacesOp):
            return self._namespaces(op)
        raise ValueError(f"an operation that is not known: {op}")

    def _path(self, namespace: tuple[str, ...], key: str) -> Path:
        return self._root.joinpath(FOLDER, *map(file_name, namespace), file_name(key) + ".md")

    def _put(self, op: PutOp) -> None:
        path = self._path(op.namespace, op.key)
        if op.value is None:
            path.unlink(missing_ok=True)
            return
        held = self._item(path)
        now = datetime.now(timezone.utc)
        record = {"created_at": (held.created_at if held else now).isoformat(),
                  "updated_at": now.isoformat(), "value": op.value}
        text = "\n\n".join([f"# {op.key}", *words_of(op.value)])
        text += "\n\n" + OPENED + json.dumps(record, ensure_ascii=False, indent=1) + CLOSED
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(path.name + ".new")
        new.write_text(text, encoding="utf-8")
        os.replace(new, path)

    def _item(self, path: Path) -> Optional[Item]:
        """None where it is not there, or a person's note without a value."""
        try:
            text = path.read_text(encoding="utf-8")
            record = json.loads(text[text.rindex(OPENED) + len(OPENED) : text.rindex(CLOSED)])
        except (FileNotFoundError, ValueError):
            return None
        parts = [unquote(part) for part in path.relative_to(self._root / FOLDER).parts]
        return Item(namespace=tuple(parts[:-1]), key=parts[-1][: -len(".md")], value=record["value"],
                    created_at=record["created_at"], updated_at=record["updated_at"])

    def _items(self, prefix: tuple[str, ...] = ()) -> Iterable[Item]:
        below = self._root.joinpath(FOLDER, *map(file_name, prefix))
        for path in sorted(below.rglob("*.md")):
            if item := self._item(path):
                yield item

    def _search(self, op: SearchOp) -> list[SearchItem]:
        scored: list[tuple[Item, Optional[float]]]
        if op.query:
            hits = self._memory.search(op.query, limit=CANDIDATES, source=["notes"])["hits"]
            best: dict[str, float] = {}
            for hit in hits:
                best.setdefault(hit["path"], hit["score"])
            found = [(self._item(self._root / path), score) for path, score in best.items()
                     if path.startswith(FOLDER + "/")]
            scored = [(item, score) for item, score in found if item]
        else:
            scored = [(item, None) for item in self._items(op.namespace_prefix)]
        size = len(op.namespace_prefix)
        kept = [
            SearchItem(item.namespace, item.key, item.value, item.created_at, item.updated_at, score)
            for item, score in scored
            if item.namespace[:size] == op.namespace_prefix
            and all(item.value.get(name) == value for name, value in (op.filter or {}).items())
        ]
        return kept[op.offset : op.offset + op.limit]

    def _namespaces(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        found = {item.namespace for item in self._items()}
        found = {one for one in found if all(matches(each, one) for each in op.match_conditions or ())}
        if op.max_depth is not None:
            found = {one[: op.max_depth] for one in found}
        return sorted(found)[op.offset : op.offset + op.limit]
