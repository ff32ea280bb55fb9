"""A memory that is open."""

from __future__ import annotations

import ctypes
import os
from types import TracebackType
from typing import Any, Optional, Sequence, TypedDict, Union

from ._library import PyramidError, checked, encoded, library, taken

Report = dict[str, Any]


class _Said(TypedDict):
    role: str  # "user" or "assistant"
    text: str


class Turn(_Said, total=False):
    """A turn of a conversation; `at` is a time such as 2026-05-15T09:30:00+02:00, if known, else
    now."""

    at: str


class Memory:
    """A workspace: a folder of markdown files that `pyramid init` made.

    Each method does what the command of its name does, with the same options, and gives its report
    (docs/reference.md). A memory may be asked by several threads at once. Several memories and
    programs may have one workspace open: who writes waits up to five seconds for another writer;
    who reads waits for nobody.

    It fails with PyramidError, whose kinds each method names where they are its own. Of any method
    they may be "usage" (an argument is out of its range, or the memory is closed), "io",
    "cancelled" and "internal"; of those that write also "conflict". Calls of a language model that
    fail are counted in the report, as `failed`, and told in `diagnostics`. A value that JSON cannot
    hold is a TypeError.

    A time is a text such as 2026-05-15 or 2026-05-15T09:30:00Z. A token is four bytes.
    """

    def __init__(
        self,
        root: Union[str, "os.PathLike[str]"],
        *,
        create: bool = False,
        database: Optional[str] = None,
        program: Optional[str] = None,
        now: Optional[str] = None,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
    ) -> None:
        """Opens the workspace in the folder `root`; with `create` makes it where there is none.

        `database`: where the index lies. `program`: the command line's program, which git calls to
        merge. `now`: a time that stands still. `api_key` and `base_url` of a language model come
        from OPENAI_API_KEY and OPENAI_BASE_URL where they are not given.

        "not-found": there is no such folder; "not-a-workspace": it has no pyramid.yaml; "usage": it
        was to be made inside another workspace. ImportError: there is no shared object.
        """
        self._memory = ctypes.c_void_p()
        folder = os.path.abspath(os.path.expanduser(os.fspath(root))).encode("utf-8")
        options = encoded(
            {
                "database": database,
                "program": program,
                "now": now,
                "api_key": api_key,
                "base_url": base_url,
            }
        )
        answer = ctypes.c_void_p()
        if create:
            code = library().pyramid_init(folder, None, ctypes.byref(answer))
            checked(code, taken(answer.value))
        code = library().pyramid_open(
            folder, options, ctypes.byref(self._memory), ctypes.byref(answer)
        )
        checked(code, taken(answer.value))

    def call(self, operation: str, **options: Any) -> Report:
        """Does the operation of this name; options that are None are left out. "not-found": there
        is no such operation; `operations()` has all."""
        self.require_open()
        answer = ctypes.c_void_p()
        code = library().pyramid_call(
            self._memory, operation.encode("utf-8"), encoded(options), ctypes.byref(answer)
        )
        report: Report = checked(code, taken(answer.value))
        return report

    def search(self, query: str, *, limit: Optional[int] = None, **options: Any) -> Report:
        """What the memory holds about it: `hits`, the best first, and an `answer` where it has one.

        `limit`: hits at most, 1 to 10,000 (20, or as pyramid.yaml says). "usage": the query holds
        no word; "not-found": nothing has what `source` asks for, or `at` names no commit.
        """
        return self.call("search", query=query, limit=limit, **options)

    def recall(self, prompt: str, *, budget: Optional[int] = None, **options: Any) -> Report:
        """What to know before a turn, as markdown in `text`, of `budget` tokens at most: 100 to
        100,000 (2,000). "usage": the prompt is empty; "not-found": as of `search`, or the `session`
        is not there."""
        return self.call("recall", prompt=prompt, budget=budget, **options)

    def tree(self, path: Optional[str] = None, *, depth: Optional[int] = None) -> Report:
        """The topic tree, in `lines`: a folder, then what lies in it; `depth` levels, 1 to 99 (2).
        "not-found": `path` is no part of it."""
        return self.call("tree", path=path, depth=depth)

    def walk(
        self, query: str, *, budget: Optional[int] = None, beam: Optional[int] = None
    ) -> Report:
        """What was said about it, down the topic tree, as markdown in `text`, of `budget` tokens
        at most, 100 to 100,000 (2,000). `beam`: branches that are entered of each folder, 1 to 100
        (4). "usage": the query holds no word."""
        return self.call("walk", query=query, budget=budget, beam=beam)

    def observe(
        self,
        text: str,
        *,
        importance: Optional[int] = None,
        model: Optional[str] = None,
        at: Optional[str] = None,
    ) -> Report:
        """Stores one fact, of one line. `importance` is 1 (passing) to 10 (defining), else it is
        judged; `at`: when it was so, else now. "usage": there is no text, or more than a line;
        "not-found": there is no such `model`; "invalid": it holds a secret, and
        `secrets` is `block`."""
        return self.call("observe", text=text, importance=importance, model=model, at=at)

    def capture(
        self,
        turns: Sequence[Turn],
        *,
        conversation: Optional[str] = None,
        title: Optional[str] = None,
        user: Optional[str] = None,
        agent: Optional[str] = None,
    ) -> Report:
        """Keeps turns as a session, and the facts in them; what is held already is passed over.
        Without `conversation`, an id, they are one of their own. "invalid": there is no turn, or
        one without words, or a secret, and `secrets` is `block`."""
        return self.call(
            "capture",
            turns=list(turns),
            conversation=conversation,
            title=title,
            user=user,
            agent=agent,
        )

    def remember(self, text: str) -> Report:
        """Adds an entry, markdown, to the Notes of MEMORY.md. "usage": there is no text."""
        return self.call("remember", text=text)

    def log(self, text: str, *, channel: Optional[str] = None) -> Report:
        """Adds an entry, markdown, to today's log. "usage": there is no text."""
        return self.call("log", text=text, channel=channel)

    def sync(self, **options: Any) -> Report:
        """Brings summaries and models up to date, and commits. What a language model failed at, and
        what stopped it, are in the report: `failed`, `left`. "invalid": a setting that gives the
        memory its shape is wrong; "conflict": git is in a merge, too."""
        return self.call("sync", **options)

    def read(self, path: str, *, first: int = 1, lines: Optional[int] = None) -> Report:
        """A memory file, or `lines` of it from the line `first`, counted from 1; `path` may be a
        citation such as MEMORY.md#L3-L9. "not-found": there is no such file or line; "usage": it
        lies outside the workspace, or is no memory file."""
        return self.call("get", path=path, lines=lines, **{"from": first if first != 1 else None})

    def why(self, what: str, **options: Any) -> Report:
        """What a line or file was made from, down to the turn that said it; `what` is FILE,
        FILE:LINE or an id. "not-found": there is no such thing."""
        return self.call("why", what=what, **options)

    def history(self, what: Optional[str] = None, *, limit: Optional[int] = None) -> Report:
        """What the memory learned, changed and dropped, by commit, the newest first; `limit`:
        commits at most. "not-found": there is no such file or id as `what`, or no git
        repository."""
        return self.call("history", what=what, limit=limit)

    def revert(self, what: str, *, to: Optional[str] = None, dry_run: bool = False) -> Report:
        """Takes back a commit, or puts a file back as it was at `to` (a commit, a day), in a new
        commit; with `dry_run` says what would change. "not-found": there is no such commit, file or
        id."""
        return self.call("revert", what=what, to=to, dry_run=dry_run)

    def forget(self, what: Optional[str] = None, *, dry_run: bool = False, **options: Any) -> Report:
        """Takes out a fact, text (`match`), `session` or `person` for good; with `dry_run` says
        what would go. "not-found": nothing of the memory says it; "usage": nothing is named."""
        return self.call("forget", what=what, dry_run=dry_run, **options)

    def status(self) -> Report:
        """What the memory holds and whether it is up to date. It changes no file of the
        memory."""
        return self.call("status")

    def cancel(self) -> None:
        """Has calls of other threads finish what they are at and end, with the kind "cancelled". It
        does not fail, and calls that begin later go on."""
        if self._memory.value:
            library().pyramid_cancel(self._memory)

    def require_open(self) -> None:
        """Does nothing. "usage": the memory is closed."""
        if not self._memory.value:
            raise PyramidError(2, {"kind": "usage", "what": "the memory is closed"})

    def close(self) -> None:
        """No call may be under way. Nothing has to be saved. A second time nothing happens."""
        if self._memory.value:
            library().pyramid_close(self._memory)
            self._memory = ctypes.c_void_p()

    def __enter__(self) -> "Memory":
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_memory"):
            self.close()
