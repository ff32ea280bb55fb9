"""A store of LangGraph in a memory: each item is a note, `store/NAMESPACE/.../KEY.md`, that a person
can read and correct and that git keeps; search finds it by words and meaning.

    store = PyramidStore(Memory("~/memory", create=True))
    store.put(("users", "ana"), "food", {"text": "Ana is allergic to peanuts."})
    store.search(("users",), query="what must Ana not eat")

Each note is tagged with the namespaces that it is in, by which a search looks at these alone.
`index` of a put is not used: all of a value is searched. Nothing runs out, and LangGraph refuses a
put with a `ttl` (NotImplementedError). Labels and keys are names of files: one that is empty, or
longer than a name may be (255 bytes, as its file has it), is a ValueError, and so is a value that is
no mapping. Secrets in a value are kept, but a note that holds one stays out of git's commits;
`memory.sync()` and `memory.check()` say so.
"""

from __future__ import annotations

import asyncio
import json
import operator
import os
from collections.abc import Iterable
from datetime import datetime, timezone
from itertools import chain
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, Optional
from urllib.parse import quote, unquote

from langgraph.store.base import (
    BaseStore, GetOp, Item, ListNamespacesOp, MatchCondition, Op, PutOp, Result, SearchItem, SearchOp,
)
from pyramid_memory import Memory, PyramidError
from pyramid_memory.reports import SearchHit

FOLDER = "store"
OPENED, CLOSED = "```json\n", "\n```\n"
LONGEST = 255  # bytes in the name of a file
MOST_HITS = 10_000  # of a search of the memory
Scored = Iterable[tuple[Item, Optional[float]]]
ORDERS = {"$gt": operator.gt, "$gte": operator.ge, "$lt": operator.lt, "$lte": operator.le}


def file_name(part: str, ending: str = "") -> str:
    """What a file system takes, and hides nothing: "a/b" is "a%2Fb", ".x" is "%2Ex"."""
    name = quote(part, safe=" ,;=@+()'!")
    name = ("%2E" + name[1:] if name.startswith(".") else name) + ending
    if not part or len(name) > LONGEST:
        raise ValueError(f"no name of a file: {part!r}")
    return name


def tag_of(namespace: tuple[str, ...]) -> str:
    return "/".join([FOLDER, *(quote(part, safe="") for part in namespace)])


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


def fits(value: Any, wanted: Any) -> bool:
    """Whether a value is as a filter has it."""
    if isinstance(wanted, dict):
        if any(name.startswith("$") for name in wanted):
            return all(is_so(value, name, bound) for name, bound in wanted.items())
        return isinstance(value, dict) and all(fits(value.get(name), one) for name, one in wanted.items())
    if isinstance(wanted, (list, tuple)):
        return isinstance(value, list) and len(value) == len(wanted) and all(map(fits, value, wanted))
    return bool(value == wanted)


def is_so(value: Any, name: str, bound: Any) -> bool:
    """Of an operator. Numbers and texts have an order; what has none lies in no range."""
    if name in ("$eq", "$ne"):
        return bool(value == bound) == (name == "$eq")
    if name not in ORDERS:
        raise ValueError(f"an operator that is not known: {name}")
    try:
        return bool(ORDERS[name](float(value), float(bound)))
    except (TypeError, ValueError):
        return isinstance(value, str) and isinstance(bound, str) and bool(ORDERS[name](value, bound))


class PyramidStore(BaseStore):
    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._root = Path(memory.status()["root"])

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """What is read is as it was before the batch; of two puts of an item the later counts."""
        ops = list(ops)
        results = [None if isinstance(op, PutOp) else self._do(op) for op in ops]
        for op in ops:
            if isinstance(op, PutOp):
                self._put(op)
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        return await asyncio.to_thread(self.batch, list(ops))

    def _do(self, op: Op) -> Result:
        if isinstance(op, GetOp):
            return self._item(self._path(op.namespace, op.key))
        if isinstance(op, SearchOp):
            return self._search(op)
        if isinstance(op, ListNamespacesOp):
            return self._namespaces(op)
        raise ValueError(f"an operation that is not known: {op}")

    def _path(self, namespace: tuple[str, ...], key: str) -> Path:
        return self._root.joinpath(FOLDER, *map(file_name, namespace), file_name(key, ".md"))

    def _put(self, op: PutOp) -> None:
        path = self._path(op.namespace, op.key)
        if op.value is None:
            path.unlink(missing_ok=True)
            return
        if not isinstance(op.value, dict):
            raise ValueError(f"a value is a mapping, not {op.value!r}")
        held = self._item(path)
        now = datetime.now(timezone.utc)
        record = {"created_at": (held.created_at if held else now).isoformat(),
                  "updated_at": now.isoformat(), "value": op.value}
        tags = [tag_of(op.namespace[:size]) for size in range(len(op.namespace) + 1)]
        text = f"---\ntags: {json.dumps(tags)}\n---\n"
        text += "\n\n".join([f"# {op.key}", *words_of(op.value)]).replace("\0", " ")
        text += "\n\n" + OPENED + json.dumps(record, ensure_ascii=False, indent=1) + CLOSED
        written = text.encode("utf-8")
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as new:
            try:
                new.write(written)
                new.flush()
                os.replace(new.name, path)
            except BaseException:
                os.unlink(new.name)
                raise

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
        """The best first; then, without a score, those that the query does not find."""
        everything: Scored = ((item, None) for item in self._items(op.namespace_prefix))
        if not op.query:
            return self._kept(op, everything)
        limit = max(20, 4 * (op.offset + op.limit))
        while True:
            limit = min(limit, MOST_HITS)
            hits = self._hits(op.query, op.namespace_prefix, limit)
            results = self._kept(op, self._scored(hits))
            told = sum(1 + len(hit["also"]) for hit in hits)
            if len(results) == op.limit:
                return results
            if told < limit or limit == MOST_HITS:
                return self._kept(op, chain(self._scored(hits), everything))
            limit *= 4

    def _hits(self, query: str, namespace: tuple[str, ...], limit: int) -> list[SearchHit]:
        """The best pieces of notes in the namespace."""
        only = ["notes", f"tag:{tag_of(namespace)}"]
        try:
            return self._memory.search(query, limit=limit, min_score=0, answer=False, source=only)["hits"]
        except PyramidError as error:
            if error.kind not in ("not-found", "usage"):
                raise
            return []  # no note has the tag, or the query no word

    def _scored(self, hits: list[SearchHit]) -> Scored:
        """The items of hits. `also` names those that say the same as a hit."""
        for hit in hits:
            for path in (hit["path"], *(citation.partition("#")[0] for citation in hit["also"])):
                if path.startswith(FOLDER + "/") and (item := self._item(self._root / path)):
                    yield item, hit["score"]

    def _kept(self, op: SearchOp, scored: Scored) -> list[SearchItem]:
        """Each item once that is in the namespace and as the filter has it."""
        size = len(op.namespace_prefix)
        kept: dict[tuple[tuple[str, ...], str], SearchItem] = {}
        for item, score in scored:
            name = (item.namespace, item.key)
            if name not in kept and name[0][:size] == op.namespace_prefix and fits(item.value, op.filter or {}):
                kept[name] = SearchItem(*name, item.value, item.created_at, item.updated_at, score)
        return list(kept.values())[op.offset : op.offset + op.limit]

    def _namespaces(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        found = {item.namespace for item in self._items()}
        found = {one for one in found if all(matches(each, one) for each in op.match_conditions or ())}
        if op.max_depth is not None:
            found = {one[: op.max_depth] for one in found}
        return sorted(found)[op.offset : op.offset + op.limit]
