"""A memory whose methods are awaited."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Coroutine
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Optional, TypeVar

from .memory import Memory, Report

if TYPE_CHECKING:  # which every checker of types has; Python itself has them from 3.10 on
    from typing_extensions import Concatenate, ParamSpec

    P = ParamSpec("P")
T = TypeVar("T")


def _awaited(
    method: Callable[Concatenate[Memory, P], T],
) -> Callable[Concatenate[AsyncMemory, P], Coroutine[Any, Any, T]]:
    """The method as one that works in a thread while the loop goes on."""

    async def twin(self: AsyncMemory, /, *given: P.args, **options: P.kwargs) -> T:
        return await asyncio.to_thread(method, self.memory, *given, **options)

    functools.update_wrapper(twin, method)
    return twin


class AsyncMemory:
    """The methods of a Memory, with the same options, reports and errors, to be awaited:

        async with AsyncMemory(Memory("~/memory", create=True)) as memory:
            await memory.observe("Ana lives in Porto.")

    Each works in a thread while the loop goes on; several may be under way at once. A task that is
    cancelled waits no longer, and what it asked for is still done: `cancel` ends that too.
    """

    def __init__(self, memory: Memory) -> None:
        """Of a memory that is open; it is closed with this one."""
        self.memory = memory

    async def call(self, operation: str, **options: Any) -> Report:
        """As `Memory.call`, in a thread."""
        return await asyncio.to_thread(self.memory.call, operation, **options)

    search = _awaited(Memory.search)
    recall = _awaited(Memory.recall)
    tree = _awaited(Memory.tree)
    walk = _awaited(Memory.walk)
    observe = _awaited(Memory.observe)
    capture = _awaited(Memory.capture)
    remember = _awaited(Memory.remember)
    log = _awaited(Memory.log)
    sync = _awaited(Memory.sync)
    read = _awaited(Memory.read)
    why = _awaited(Memory.why)
    history = _awaited(Memory.history)
    revert = _awaited(Memory.revert)
    forget = _awaited(Memory.forget)
    status = _awaited(Memory.status)
    retrieve = _awaited(Memory.retrieve)
    import_ = _awaited(Memory.import_)
    bootstrap = _awaited(Memory.bootstrap)
    summarize = _awaited(Memory.summarize)
    embed = _awaited(Memory.embed)
    task_add = _awaited(Memory.task_add)
    task_take = _awaited(Memory.task_take)
    task_done = _awaited(Memory.task_done)
    task_fail = _awaited(Memory.task_fail)
    task_reopen = _awaited(Memory.task_reopen)
    task_drop = _awaited(Memory.task_drop)
    task_link = _awaited(Memory.task_link)
    task_list = _awaited(Memory.task_list)
    task_show = _awaited(Memory.task_show)
    task_graph = _awaited(Memory.task_graph)
    facts = _awaited(Memory.facts)
    promote = _awaited(Memory.promote)
    archive = _awaited(Memory.archive)
    diff = _awaited(Memory.diff)
    show = _awaited(Memory.show)
    blame = _awaited(Memory.blame)
    bisect = _awaited(Memory.bisect)
    check = _awaited(Memory.check)
    doctor = _awaited(Memory.doctor)
    costs = _awaited(Memory.costs)
    ledger = _awaited(Memory.ledger)
    ledger_record = _awaited(Memory.ledger_record)
    ledger_prune = _awaited(Memory.ledger_prune)
    list = _awaited(Memory.list)
    models = _awaited(Memory.models)
    model = _awaited(Memory.model)
    summaries = _awaited(Memory.summaries)
    export = _awaited(Memory.export)
    topic_add = _awaited(Memory.topic_add)
    topic_move = _awaited(Memory.topic_move)
    topic_delete = _awaited(Memory.topic_delete)
    topic_update = _awaited(Memory.topic_update)
    close = _awaited(Memory.close)

    def cancel(self) -> None:
        """As `Memory.cancel`; it does not wait."""
        self.memory.cancel()

    async def __aenter__(self) -> AsyncMemory:
        return self

    async def __aexit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()
