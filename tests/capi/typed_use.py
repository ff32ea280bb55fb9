"""What a program sees of the types: mypy --strict finds nothing but what is marked `# wrong`."""

from typing import Optional

from pyramid_memory import AsyncMemory, Memory, PyramidError, Turn
from pyramid_memory.reports import MemoryCommit, SearchHit, WhyNode


def best(memory: Memory, query: str) -> Optional[SearchHit]:
    report = memory.search(query, limit=3, source=["facts", "sessions"])
    date: Optional[str] = report["hits"][0]["date"]
    print(report["answer"], date, report["freshness"].get("files", 0) + 1)
    print(report["hits"][0]["score"] * 2, report["hits"][0]["marks"][0][0] + 1)
    report["hist"]  # wrong
    report["hits"][0]["scores"]  # wrong
    report["hits"][0]["score"].upper()  # wrong
    return report["hits"][0] if report["hits"] else None


def depth_of(node: WhyNode) -> int:
    return 1 + max((depth_of(one) for one in node["made_from"]), default=0)


def commits(memory: Memory) -> list[MemoryCommit]:
    since = memory.diff(to="2026-05-15")["from"]
    return [one["commit"] for one in memory.history()["entries"]] + ([since] if since else [])


def tasks(memory: Memory) -> None:
    added = memory.task_add("Buy oil", description="for the boat")
    for task in memory.task_list(state="open")["tasks"]:
        memory.task_link(task["path"], "blocks", added["path"])
    memory.task_list(state="opened")  # wrong
    memory.task_link("a", "blocked", "b")  # wrong
    memory.task_graph(format="svg")  # wrong


def writes(memory: Memory, turns: list[Turn]) -> None:
    turns.append({"role": "user", "text": "My boat is called Luna."})
    turns.append({"role": "system", "text": "You sail."})  # wrong
    captured: int = memory.capture(turns)["turns_added"]
    print(captured, memory.sync(dry_run=True).get("imported"), memory.call("list", limit=3)["total"])
    memory.sync(dry=True)  # wrong
    memory.log("x")["hits"]  # wrong


async def awaits(memory: AsyncMemory) -> int:
    report = await memory.search("Ana", limit=3)
    report["hist"]  # wrong
    await memory.search("Ana", limits=3)  # wrong
    memory.search("Ana")["hits"]  # wrong
    return len(report["hits"])


def kinds(error: PyramidError) -> str:
    return error.kind
