"""A session of the OpenAI Agents SDK that is remembered: its items come back as they were given, and
what the person and the agent said becomes a conversation of the memory with the facts in it.

    session = PyramidSession("chat-17", Memory("~/memory", create=True))
    Runner.run_sync(agent, "I moved to Porto.", session=session)

An agent with the instructions `memory.recall(prompt)["text"]` knows them in its next session.

The items lie as they were given, secrets too, in `agents-sdk/sessions.db` below the memory's folder,
which git passes over.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from agents import SQLiteSession
from pyramid_memory import Memory, Turn


def words_of(item: Any) -> str:
    """What a message says; "" for what is none, as a call of a tool."""
    content = item.get("content") or "" if item.get("role") in ("user", "assistant") else ""
    if isinstance(content, str):
        return content.strip()
    texts = [part.get("text", "") for part in content if isinstance(part, dict)]
    return "\n".join(text for text in texts if text).strip()


class PyramidSession(SQLiteSession):
    """Items hold more than was said; they are the SDK's, in its database beside the memory's own files.
    Several tasks, threads and programs may use one session at once, as they may a SQLiteSession.

    What was said is in two places. `Memory.forget` takes it out of the memory and leaves the items;
    `clear_session` and `pop_item` take items out and leave the memory. To have it gone, do both, and
    for what SQLite leaves of deleted items in its file, delete `agents-sdk/`: all sessions begin anew.
    """

    def __init__(self, session_id: str, memory: Memory) -> None:
        folder = Path(memory.status()["root"]) / "agents-sdk"
        folder.mkdir(exist_ok=True)
        ignore = folder / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n", encoding="utf-8")
        super().__init__(session_id, folder / "sessions.db")
        self._memory = memory

    async def add_items(self, items: list[Any]) -> None:
        """PyramidError where the memory cannot take it in; then nothing is added."""
        turns: list[Turn] = [{"role": item["role"], "text": words_of(item)} for item in items if words_of(item)]
        if turns:
            await asyncio.to_thread(self._memory.capture, turns, conversation=self.session_id)
        await super().add_items(items)
