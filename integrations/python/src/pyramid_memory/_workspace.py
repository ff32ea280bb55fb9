"""What the classes that take the place of others' share: a workspace, messages, files."""

from __future__ import annotations

import os
import re
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Optional

from .memory import Memory, Turn


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
    """What user and assistant say in them; blocks that are no text are left out."""
    turns: list[Turn] = []
    for message in messages:
        content = message.get("content", "")
        if not isinstance(content, str):
            blocks = [block for block in content or [] if isinstance(block, Mapping)]
            texts = [block.get("text", "") for block in blocks if block.get("type") == "text"]
            content = "\n".join(texts)
        if message.get("role") in ("user", "assistant") and content.strip():
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


def write(file: Path, text: str) -> None:
    """All of it or nothing."""
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f".{file.name}.{uuid.uuid4().hex}")
    new.write_text(text, encoding="utf-8")
    os.replace(new, file)
