"""What the classes that take the place of others' share: a workspace, messages, files."""

from __future__ import annotations

import fcntl
import os
import re
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Optional, Union

from ._library import PyramidError
from .memory import Memory, Turn

_CONFLICT = 5  # PYRAMID_CONFLICT of pyramid.h
_PATIENCE, _STEP = 5.0, 0.01  # seconds, as of the library


def check_number(
    name: str, value: Any, kind: Union[type, tuple[type, ...]], least: float, most: float
) -> None:
    """ValueError where it is none, or out of its range."""
    if isinstance(value, bool) or not isinstance(value, kind) or not least <= value <= most:
        whole = "a whole number, " if kind is int else ""
        raise ValueError(f"{name} must be {whole}{least:,} to {most:,}, not {value!r}")


def check_text(text: str) -> None:
    """ValueError where no file of text can hold it."""
    wrong = re.search("[\0\ud800-\udfff]", text)
    if wrong:
        raise ValueError(f"no text: {wrong[0]!r} at character {wrong.start()}")


def made(root: Path, settings: Mapping[str, Any]) -> str:
    """The text of pyramid.yaml; a workspace that is made for it gets these settings."""
    file = root / "pyramid.yaml"
    if file.exists():
        return file.read_text(encoding="utf-8")
    Memory(root, create=True).close()
    text = file.read_text(encoding="utf-8")
    for name, value in settings.items():
        line = f"{name}: {value}"
        text, replaced = re.subn(rf"(?m)^# {name}:.*$", line, text, count=1)
        text += "" if replaced else f"{line}\n"
    write(file, text)
    return text


def setting(text: str, name: str) -> Optional[str]:
    """What pyramid.yaml says of it; None: nothing."""
    said = re.search(rf"(?m)^{name}:[ \t]*([^#\n]*)", text)
    return said[1].strip(" \t\r\"'") if said else None


def turns_of(messages: Sequence[Mapping[str, Any]]) -> list[Turn]:
    """What user and assistant say in them; blocks that are no text are left out. TypeError: they
    are no messages; ValueError: what is said is no text."""
    turns: list[Turn] = []
    for message in messages:
        if not isinstance(message, Mapping):
            raise TypeError(f"a message is a mapping with `role` and `content`, not {message!r}")
        content = message.get("content", "")
        if not isinstance(content, str):
            blocks = [block for block in content or [] if isinstance(block, Mapping)]
            texts = [block.get("text") for block in blocks if block.get("type") == "text"]
            content = "\n".join(text for text in texts if isinstance(text, str))
        if message.get("role") in ("user", "assistant") and content.strip():
            check_text(content)
            turns.append({"role": message["role"], "text": content.strip()})
    return turns


def head_of(file: Path) -> str:
    """The frontmatter, "" where there is none."""
    try:
        with file.open(encoding="utf-8", errors="replace") as opened:
            begin = opened.read(8192)
    except OSError:
        return ""  # deleted meanwhile
    return begin[: begin.find("\n---", 4)] if begin.startswith("---\n") else ""


@contextmanager
def locked(root: Path) -> Iterator[None]:
    """Nobody else writes meanwhile: neither another thread nor another program. It is the lock of
    the library, which must not be called to write within. "conflict" after five seconds."""
    file = root / ".pyramid" / "lock"
    file.parent.mkdir(exist_ok=True)
    end = time.monotonic() + _PATIENCE
    while True:
        with file.open("a") as held:
            if _is_taken(held.fileno(), file):
                try:
                    yield
                finally:
                    fcntl.flock(held, fcntl.LOCK_UN)  # a fork may have it open too
                return
        if time.monotonic() > end:
            error = {"kind": "conflict", "what": "another process holds the lock", "where": str(file)}
            raise PyramidError(_CONFLICT, {**error, "hint": "wait for it to finish, then try again"})
        time.sleep(_STEP)


def _is_taken(opened: int, file: Path) -> bool:
    """Whether it is this one's lock from now on; one that was removed holds nobody off."""
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.path.samestat(os.fstat(opened), os.stat(file))
    except (BlockingIOError, FileNotFoundError):
        return False


def write(file: Path, text: str) -> None:
    """All of it or nothing."""
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f".{uuid.uuid4().hex}")
    try:
        new.write_text(text, encoding="utf-8")
        os.replace(new, file)
    finally:
        new.unlink(missing_ok=True)
