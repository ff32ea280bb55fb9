"""A session of the OpenAI Agents SDK that is remembered: its items come back as they were given, and
what the person and the agent said becomes a conversation of the memory with the facts in it.

    session = PyramidSession("chat-17", Memory("~/memory", create=True))
    Runner.run_sync(agent, "I moved to Porto.", session=session)

An agent with the instructions `memory.recall(prompt)["text"]` knows them in its next session.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any, Optional
from urllib.parse import quote

from agents.memory import SessionABC
from pyramid_memory import Memory, Turn


def words_of(item: Any) -> str:
    """What a message says; "" for what is none, as a call of a tool."""
    content = item.get("content", "") if item.get("role") in ("user", "assistant") else ""
    if isinstance(content, str):
        return content.strip()
    texts = [part.get("text", "") for part in content if isinstance(part, dict)]
    return "\n".join(text for text in texts if text).strip()


class PyramidSession(SessionABC):
    session_settings = None

    def __init__(self, session_id: str, memory: Memory) -> None:
        self.session_id = session_id
        self._memory = memory
        # Items hold more than was said; they are the SDK's, beside the memory's own files.
        folder = Path(memory.status()["root"]) / "agents-sdk"
        self._file = folder / (quote(session_id, safe="").replace(".", "%2E") + ".jsonl")

    def _read(self) -> list[Any]:
        if not self._file.exists():
            return []
        return [json.loads(line) for line in self._file.read_text(encoding="utf-8").splitlines()]

    def _write(self, items: list[Any]) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        lines = [json.dumps(item, ensure_ascii=True) + "\n" for item in items]
        new = self._file.with_suffix(".new")
        new.write_text("".join(lines), encoding="utf-8")
        new.replace(self._file)

    def _add(self, items: list[Any]) -> None:
        self._write(self._read() + items)
        turns: list[Turn] = [{"role": item["role"], "text": words_of(item)} for item in items if words_of(item)]
        if turns:
            self._memory.capture(turns, conversation=self.session_id)

    async def get_items(self, limit: Optional[int] = None) -> list[Any]:
        items = await asyncio.to_thread(self._read)
        return items if limit is None else items[-limit:] if limit > 0 else []

    async def add_items(self, items: list[Any]) -> None:
        await asyncio.to_thread(self._add, list(items))

    async def pop_item(self) -> Optional[Any]:
        """What was said stays remembered; `pyramid forget` takes it out."""
        items = await asyncio.to_thread(self._read)
        if not items:
            return None
        await asyncio.to_thread(self._write, items[:-1])
        return items[-1]

    async def clear_session(self) -> None:
        await asyncio.to_thread(self._file.unlink, True)
