"""A memory that is open."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Optional, Sequence, TypedDict, Union

from . import reports
from ._library import PyramidError, checked, encoded, library, taken
from ._operations import Operations

Report = dict[str, Any]


class _Said(TypedDict):
    role: Literal["user", "assistant"]
    text: str


class Turn(_Said, total=False):
    """A turn of a conversation; `at` is a time such as 2026-05-15T09:30:00+02:00, if known, else
    now."""

    at: str


def folder_of(name: Union[str, "os.PathLike[str]"]) -> Path:
    """The folder of this name, absolute; `~` is the home. ValueError: it is empty, or no name."""
    if not os.fspath(name).strip() or "\0" in os.fspath(name):
        raise ValueError(f"the folder of the memory has no name: {os.fspath(name)!r}")
    return Path(os.path.abspath(os.path.expanduser(name)))


class Memory(Operations):
    """A workspace: a folder of markdown files that `pyramid init` made.

    Each method does what the command of its name does, with the same options, and gives its report,
    a dictionary whose keys `pyramid_memory.reports` has. Options that are None are as if left out.
    A memory may be asked by several threads at once. Several memories and programs may have one
    workspace open: who writes waits up to five seconds for another writer; who reads waits for
    nobody.

    It fails with PyramidError, whose kinds each method names where they are its own. Of any method
    they may be "usage" (an argument is out of its range, or the memory is closed), "io",
    "cancelled" and "internal"; of those that write also "conflict". Calls of a language model that
    fail are counted in the report, as `failed`, and told in `diagnostics`. A value that JSON cannot
    hold is a TypeError, half of a surrogate pair in a text a ValueError. AsyncMemory has the same
    methods to be awaited.

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
        was to be made inside another workspace. ValueError: `root` is empty. ImportError: there is no
        shared object.
        """
        self._memory = ctypes.c_void_p()
        folder = os.fsencode(folder_of(root))
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
        """Does the operation of this name, which need not be known before; `operations()` has all.
        "not-found": there is no such operation."""
        report: Report = self._ask(operation, **options)
        return report

    def _ask(self, operation: str, **options: Any) -> Any:
        self.require_open()
        answer = ctypes.c_void_p()
        code = library().pyramid_call(
            self._memory, operation.encode("utf-8"), encoded(options), ctypes.byref(answer)
        )
        return checked(code, taken(answer.value))

    def search(
        self,
        query: str,
        *,
        limit: Optional[int] = None,
        min_score: Optional[float] = None,
        answer: Optional[bool] = None,
        source: Optional[Sequence[str]] = None,
        time_weight: Optional[float] = None,
        as_of: Optional[str] = None,
        at: Optional[str] = None,
        refresh: Optional[bool] = None,
        quarantined: Optional[bool] = None,
    ) -> reports.SearchReport:
        """What the memory holds about it: `hits`, the best first, and an `answer` where it has one.

        `limit`: hits at most, 1 to 10,000 (20, or as pyramid.yaml says). `min_score`: hits with a
        lower score are left out, 0 to 1. `answer`: False leaves it out. `source`: only these, such
        as sessions, user:NAME, since:DATE. `time_weight`: how much recency counts, 0 to 1.
        `as_of`: the time from which age counts, else now. `at`: the memory as it was then, a commit
        or a day. `refresh`: whether changed files are looked for first. `quarantined`: also
        observations that are in quarantine.

        "usage": the query holds no word; "not-found": nothing has what `source` asks for, or `at`
        names no commit.
        """
        report: reports.SearchReport = self._ask(
            "search",
            query=query,
            limit=limit,
            min_score=min_score,
            answer=answer,
            source=source,
            time_weight=time_weight,
            as_of=as_of,
            at=at,
            refresh=refresh,
            quarantined=quarantined,
        )
        return report

    def recall(
        self,
        prompt: str,
        *,
        budget: Optional[int] = None,
        source: Optional[Sequence[str]] = None,
        tree: Optional[bool] = None,
        session: Optional[str] = None,
        turns: Optional[int] = None,
        refresh: Optional[bool] = None,
    ) -> reports.RecallReport:
        """What to know before a turn, as markdown in `text`, of `budget` tokens at most: 100 to
        100,000 (2,000).

        `source`: facts and turns of these alone, as of `search`. `tree`: down the topic tree, and
        nothing else. `session`: a session file of the workspace, whose last `turns` come too, 1 to
        10,000 (6). `refresh`: whether changed files are looked for first.

        "usage": the prompt is empty; "not-found": as of `search`, or the `session` is not there.
        """
        report: reports.RecallReport = self._ask(
            "recall",
            prompt=prompt,
            budget=budget,
            source=source,
            tree=tree,
            session=session,
            turns=turns,
            refresh=refresh,
        )
        return report

    def tree(self, path: Optional[str] = None, *, depth: Optional[int] = None) -> reports.TreeReport:
        """The topic tree, in `lines`: a folder, then what lies in it; `depth` levels, 1 to 99 (2).
        "not-found": `path` is no part of it."""
        report: reports.TreeReport = self._ask("tree", path=path, depth=depth)
        return report

    def walk(
        self, query: str, *, budget: Optional[int] = None, beam: Optional[int] = None
    ) -> reports.WalkReport:
        """What was said about it, down the topic tree, as markdown in `text`, of `budget` tokens
        at most, 100 to 100,000 (2,000). `beam`: branches that are entered of each folder, 1 to 100
        (4). "usage": the query holds no word."""
        report: reports.WalkReport = self._ask("walk", query=query, budget=budget, beam=beam)
        return report

    def observe(
        self,
        text: str,
        *,
        importance: Optional[int] = None,
        model: Optional[str] = None,
        at: Optional[str] = None,
    ) -> reports.ObserveReport:
        """Stores one fact, of one line. `importance` is 1 (passing) to 10 (defining), else it is
        judged; `at`: when it was so, else now. "usage": there is no text, or more than a line;
        "not-found": there is no such `model`; "invalid": it holds a secret, and
        `secrets` is `block`."""
        report: reports.ObserveReport = self._ask(
            "observe", text=text, importance=importance, model=model, at=at
        )
        return report

    def capture(
        self,
        turns: Sequence[Turn],
        *,
        conversation: Optional[str] = None,
        title: Optional[str] = None,
        user: Optional[str] = None,
        agent: Optional[str] = None,
    ) -> reports.CaptureReport:
        """Keeps turns as a session, and the facts in them; what is held already is passed over.
        Without `conversation`, an id, they are one of their own. "invalid": there is no turn, or
        one without words, or a secret, and `secrets` is `block`."""
        report: reports.CaptureReport = self._ask(
            "capture",
            turns=list(turns),
            conversation=conversation,
            title=title,
            user=user,
            agent=agent,
        )
        return report

    def remember(self, text: str) -> reports.EntryReport:
        """Adds an entry, markdown, to the Notes of MEMORY.md. "usage": there is no text."""
        report: reports.EntryReport = self._ask("remember", text=text)
        return report

    def log(self, text: str, *, channel: Optional[str] = None) -> reports.EntryReport:
        """Adds an entry, markdown, to today's log. "usage": there is no text."""
        report: reports.EntryReport = self._ask("log", text=text, channel=channel)
        return report

    def sync(
        self,
        *,
        dry_run: bool = False,
        source: Optional[str] = None,
        user: Optional[str] = None,
        limit: Optional[int] = None,
        parallel: Optional[int] = None,
        force: bool = False,
        refresh_outdated: Optional[str] = None,
        batch: bool = False,
        remote: Optional[str] = None,
    ) -> reports.SyncReport:
        """Brings summaries and models up to date, and commits. What a language model failed at, and
        what stopped it, are in the report: `failed`, `left`.

        `dry_run`: only says what it would do. `source`: imports from there first, `limit` messages
        at most, in which `user` is you. `parallel`: calls of a language model at once, 1 to 64.
        `force`: makes the index anew first, from every file. `refresh_outdated`: writes again what
        another engine or recipe wrote, of this model, "" of all. `batch`: sends calls of a language
        model in a batch, which is cheaper and answered later. `remote`: exchanges commits with this
        git remote too, "" with the branch's own.

        "invalid": a setting that gives the memory its shape is wrong; "conflict": git is in a
        merge, too.
        """
        report: reports.SyncReport = self._ask(
            "sync",
            dry_run=dry_run,
            source=source,
            user=user,
            limit=limit,
            parallel=parallel,
            force=force,
            refresh_outdated=refresh_outdated,
            batch=batch,
            remote=remote,
        )
        return report

    def read(self, path: str, *, first: int = 1, lines: Optional[int] = None) -> reports.GetReport:
        """A memory file, or `lines` of it from the line `first`, counted from 1; `path` may be a
        citation such as MEMORY.md#L3-L9. "not-found": there is no such file or line; "usage": it
        lies outside the workspace, or is no memory file."""
        report: reports.GetReport = self._ask(
            "get", path=path, lines=lines, **{"from": first if first != 1 else None}
        )
        return report

    def why(
        self,
        what: str,
        *,
        shown: Optional[int] = None,
        all: bool = False,
        depth: Optional[int] = None,
    ) -> reports.WhyReport:
        """What a line or file was made from, down to the turn that said it; `what` is FILE,
        FILE:LINE or an id. `shown`: sources and readers of each node (3), with `all` every one;
        `depth`: levels at most. "not-found": there is no such thing."""
        report: reports.WhyReport = self._ask("why", what=what, shown=shown, all=all, depth=depth)
        return report

    def history(
        self,
        what: Optional[str] = None,
        *,
        limit: Optional[int] = None,
        since: Optional[str] = None,
    ) -> reports.HistoryReport:
        """What the memory learned, changed and dropped, by commit, the newest first; `limit`:
        commits at most (20); `since`: a day or a time. "not-found": there is no such file or id as
        `what`, or no git repository."""
        report: reports.HistoryReport = self._ask("history", what=what, limit=limit, since=since)
        return report

    def revert(
        self, what: str, *, to: Optional[str] = None, dry_run: bool = False
    ) -> reports.RevertReport:
        """Takes back a commit, or puts a file back as it was at `to` (a commit, a day), in a new
        commit; with `dry_run` says what would change. "not-found": there is no such commit, file or
        id."""
        report: reports.RevertReport = self._ask("revert", what=what, to=to, dry_run=dry_run)
        return report

    def forget(
        self,
        what: Optional[str] = None,
        *,
        match: Optional[str] = None,
        session: Optional[str] = None,
        person: Optional[str] = None,
        dry_run: bool = False,
        purge: bool = False,
        keep_backup: Optional[int] = None,
    ) -> reports.ForgetReport:
        """Takes out a fact, text (`match`), `session` or `person` for good; with `dry_run` says
        what would go. `purge`: out of git's history too, which is kept as it was for `keep_backup`
        days, 1 to 3,650. "not-found": nothing of the memory says it; "usage": nothing is named."""
        report: reports.ForgetReport = self._ask(
            "forget",
            what=what,
            match=match,
            session=session,
            person=person,
            dry_run=dry_run,
            purge=purge,
            keep_backup=keep_backup,
        )
        return report

    def status(self) -> reports.StatusReport:
        """What the memory holds and whether it is up to date. It changes no file of the
        memory."""
        report: reports.StatusReport = self._ask("status")
        return report

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
