"""Methods of Memory that are made by reports.py of schema/operations.json."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Optional

from . import reports


class Operations:
    """What the command line does and memory.py has no method of its own for."""

    def _ask(self, operation: str, **options: Any) -> Any:
        raise NotImplementedError

    def retrieve(
        self,
        *,
        model: Optional[str] = None,
        per_tier: Optional[int] = None,
    ) -> reports.RetrieveReport:
        """The newest summaries of each tier.

        `model`: Of this model; without it of the base models. `per_tier`: Summaries of each tier,
        at least 1 (3)."""
        report: reports.RetrieveReport = self._ask("retrieve", model=model, per_tier=per_tier)
        return report

    def import_(
        self,
        *,
        format: Optional[str] = None,
        source: Optional[Sequence[str]] = None,
        limit: Optional[int] = None,
        parallel: Optional[int] = None,
        conversation: Optional[str] = None,
        agent: Optional[str] = None,
        deleted: Optional[bool] = None,
        dry_run: Optional[bool] = None,
        batch: Optional[bool] = None,
        user: Optional[str] = None,
    ) -> reports.ImportReport:
        """Import conversations from another program.

        `format`: Of which program; default: its content tells. `source`: Files or folders to read.
        `limit`: Messages at most, at least 1. `parallel`: Engine calls at once, 1 to 64.
        `conversation`: Only the conversation with this id. `agent`: Only this agent of OpenClaw's.
        `deleted`: Also conversations that were deleted there but are still to be found. `dry_run`:
        Say what would come in, change nothing. `batch`: Send calls of a language model in a batch:
        cheaper, answered later. `user`: Who you are in them: only that one's words are yours."""
        report: reports.ImportReport = self._ask(
            "import",
            format=format,
            source=source,
            limit=limit,
            parallel=parallel,
            conversation=conversation,
            agent=agent,
            deleted=deleted,
            dry_run=dry_run,
            batch=batch,
            user=user,
        )
        return report

    def bootstrap(
        self,
        source: str,
        *,
        parallel: Optional[int] = None,
        conversation: Optional[str] = None,
        limit: Optional[int] = None,
        user: Optional[str] = None,
        summarize: Optional[bool] = None,
    ) -> reports.BootstrapReport:
        """Import all that another program kept, then sync.

        `source`: A Glenn database, or any other source. `parallel`: Engine calls at once, 1 to 64.
        `conversation`: Only the conversation with this id. `limit`: Messages at most, at least 1.
        `user`: Who you are in it: only that one's words are yours. `summarize`: Sync, too (true)."""
        report: reports.BootstrapReport = self._ask(
            "bootstrap",
            source=source,
            parallel=parallel,
            conversation=conversation,
            limit=limit,
            user=user,
            summarize=summarize,
        )
        return report

    def summarize(
        self,
        *,
        parallel: Optional[int] = None,
        tier: Optional[int] = None,
        max_tier: Optional[int] = None,
        max_observations: Optional[int] = None,
    ) -> reports.SyncReport:
        """Write the summaries that are out of date.

        `parallel`: Engine calls at once, 1 to 64. `tier`: Tier N and above, of 0 that alone; those
        below must be up to date, 0 to 99. `max_tier`: No tier above N, 0 to 99. `max_observations`:
        Only the oldest N observations, at least 1."""
        report: reports.SyncReport = self._ask(
            "summarize",
            parallel=parallel,
            tier=tier,
            max_tier=max_tier,
            max_observations=max_observations,
        )
        return report

    def embed(
        self,
        *,
        parallel: Optional[int] = None,
        force: Optional[bool] = None,
    ) -> reports.SyncReport:
        """Bring index and embeddings up to date.

        `parallel`: Engine calls at once, 1 to 64. `force`: All of them again."""
        report: reports.SyncReport = self._ask("embed", parallel=parallel, force=force)
        return report

    def task_add(
        self,
        title: str,
        *,
        description: Optional[str] = None,
        blocks: Optional[Sequence[str]] = None,
        blocked_by: Optional[Sequence[str]] = None,
        related_to: Optional[Sequence[str]] = None,
        derived_from: Optional[Sequence[str]] = None,
        at: Optional[str] = None,
    ) -> reports.TaskAddReport:
        """Add a task.

        `title`: What is to be done. `description`: Markdown. `blocks`: Tasks that wait for it.
        `blocked_by`: Tasks that it waits for. `related_to`: Tasks that it has to do with.
        `derived_from`: Tasks or memory files that it came of. `at`: When it was set."""
        report: reports.TaskAddReport = self._ask(
            "task_add",
            title=title,
            description=description,
            blocks=blocks,
            blocked_by=blocked_by,
            related_to=related_to,
            derived_from=derived_from,
            at=at,
        )
        return report

    def task_take(self, *, path: Optional[str] = None) -> reports.TaskTakeReport:
        """Set a task for each open box of a list.

        `path`: A markdown file with lines `- [ ] …`; default heartbeat.md."""
        report: reports.TaskTakeReport = self._ask("task_take", path=path)
        return report

    def task_done(
        self,
        task: str,
        *,
        text: Optional[str] = None,
        at: Optional[str] = None,
    ) -> reports.TaskEndReport:
        """Note that a task is done.

        `task`: Its path, the end of its id, or words of its title. `text`: What came of it, or why.
        `at`: When that was."""
        report: reports.TaskEndReport = self._ask("task_done", task=task, text=text, at=at)
        return report

    def task_fail(
        self,
        task: str,
        *,
        text: Optional[str] = None,
        at: Optional[str] = None,
    ) -> reports.TaskEndReport:
        """Note that a task failed.

        `task`: Its path, the end of its id, or words of its title. `text`: What came of it, or why.
        `at`: When that was."""
        report: reports.TaskEndReport = self._ask("task_fail", task=task, text=text, at=at)
        return report

    def task_reopen(
        self,
        task: str,
        *,
        text: Optional[str] = None,
        at: Optional[str] = None,
    ) -> reports.TaskEndReport:
        """Open a task again.

        `task`: Its path, the end of its id, or words of its title. `text`: What came of it, or why.
        `at`: When that was."""
        report: reports.TaskEndReport = self._ask("task_reopen", task=task, text=text, at=at)
        return report

    def task_drop(
        self,
        task: str,
        *,
        text: Optional[str] = None,
        at: Optional[str] = None,
    ) -> reports.TaskEndReport:
        """Note that a task is no longer wanted.

        `task`: Its path, the end of its id, or words of its title. `text`: What came of it, or why.
        `at`: When that was."""
        report: reports.TaskEndReport = self._ask("task_drop", task=task, text=text, at=at)
        return report

    def task_link(
        self,
        task: str,
        relation: Literal["blocks", "blocked-by", "related-to", "derived-from", "similar-to"],
        to: str,
        *,
        remove: Optional[bool] = None,
    ) -> reports.TaskLinkReport:
        """Link a task to another.

        `task`: Its path, the end of its id, or words of its title. `relation`: What it has to do
        with the other one. `to`: The other task; for derived-from, any memory file. `remove`: Take
        the link away."""
        report: reports.TaskLinkReport = self._ask(
            "task_link",
            task=task,
            relation=relation,
            to=to,
            remove=remove,
        )
        return report

    def task_list(
        self,
        *,
        state: Optional[Literal["open", "done", "failed", "invalidated", "all"]] = None,
        about: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> reports.TaskListReport:
        """List tasks, the newest first.

        `state`: Only those in this state (open). `about`: Words: the nearest first. `limit`: Tasks
        at most, at least 1 (20)."""
        report: reports.TaskListReport = self._ask(
            "task_list",
            state=state,
            about=about,
            limit=limit,
        )
        return report

    def task_show(self, task: str) -> reports.TaskShowReport:
        """Show a task and its relations.

        `task`: Its path, the end of its id, or words of its title."""
        report: reports.TaskShowReport = self._ask("task_show", task=task)
        return report

    def task_graph(
        self,
        *,
        task: Optional[str] = None,
        format: Optional[Literal["mermaid", "dot"]] = None,
    ) -> reports.TaskGraphReport:
        """Draw how tasks depend on each other.

        `task`: Only this task and everything connected to it. `format`: How it is drawn (mermaid)."""
        report: reports.TaskGraphReport = self._ask("task_graph", task=task, format=format)
        return report

    def facts(
        self,
        *,
        category: Optional[Literal["projects", "areas", "resources", "archives"]] = None,
        model: Optional[str] = None,
        stale: Optional[bool] = None,
        limit: Optional[int] = None,
    ) -> reports.FactsReport:
        """What was promoted to a fact.

        `category`: Only those of one. `model`: Only those of this model. `stale`: Only those that
        are out of use or were not recalled for 90 days. `limit`: Facts at most, at least 1 (50)."""
        report: reports.FactsReport = self._ask(
            "facts",
            category=category,
            model=model,
            stale=stale,
            limit=limit,
        )
        return report

    def promote(
        self,
        *,
        what: Optional[Sequence[str]] = None,
        category: Optional[Literal["projects", "areas", "resources", "archives"]] = None,
        limit: Optional[int] = None,
        cents: Optional[float] = None,
        dry_run: Optional[bool] = None,
    ) -> reports.PromoteReport:
        """Move observations that hold for good to facts/.

        `what`: Observations; none: it chooses. `category`: Where to; without it by the type of the
        model. `limit`: Facts a day, where it chooses, 1 to 1,000 (8). `cents`: What a language
        model may cost a day, 0 to 1,000,000 (12.0). `dry_run`: Say what would become a fact, change
        nothing."""
        report: reports.PromoteReport = self._ask(
            "promote",
            what=what,
            category=category,
            limit=limit,
            cents=cents,
            dry_run=dry_run,
        )
        return report

    def archive(
        self,
        model: str,
        *,
        restore: Optional[bool] = None,
        dry_run: Optional[bool] = None,
    ) -> reports.ArchiveReport:
        """Move the facts of a model to facts/archives together.

        `model`: Whose facts. `restore`: Out of the archive again. `dry_run`: Say what would move,
        change nothing."""
        report: reports.ArchiveReport = self._ask(
            "archive",
            model=model,
            restore=restore,
            dry_run=dry_run,
        )
        return report

    def diff(self, *, from_: Optional[str] = None, to: Optional[str] = None) -> reports.DiffReport:
        """What changed between two times, by meaning.

        `from_`: Since when; default: the last commit of the program. `to`: Until when; default: the
        files as they are."""
        report: reports.DiffReport = self._ask("diff", to=to, **{"from": from_})
        return report

    def show(self, what: str, *, at: Optional[str] = None) -> reports.ShowReport:
        """A node as it is, or as it was.

        `what`: FILE, FILE:LINE (that line), or an id as for why. `at`: As it was then: a commit, a
        day, "yesterday"."""
        report: reports.ShowReport = self._ask("show", what=what, at=at)
        return report

    def blame(self, what: str, *, all: Optional[bool] = None) -> reports.BlameReport:
        """When, by which sync and from which words a fact came in.

        `what`: FILE:LINE, FILE, or an id as for why. `all`: Every fact below, not three of each
        text."""
        report: reports.BlameReport = self._ask("blame", what=what, all=all)
        return report

    def bisect(self, text: str) -> reports.BisectReport:
        """The sync that brought a belief in.

        `text`: Words of it."""
        report: reports.BisectReport = self._ask("bisect", text=text)
        return report

    def check(
        self,
        *,
        fix: Optional[bool] = None,
        grounding: Optional[bool] = None,
        index: Optional[bool] = None,
    ) -> reports.CheckReport:
        """Check every file and link against the format.

        `fix`: Mend first what can be mended without a loss. `grounding`: Also check every generated
        sentence against what it was made from. `index`: Also check every row of the index against
        the files, each read again."""
        report: reports.CheckReport = self._ask("check", fix=fix, grounding=grounding, index=index)
        return report

    def doctor(self) -> reports.DoctorReport:
        """Check that engine, git and index are as they should be."""
        report: reports.DoctorReport = self._ask("doctor")
        return report

    def costs(self, *, since: Optional[str] = None) -> reports.CostsReport:
        """What a language model has cost.

        `since`: Only from then on (2026-05-01, yesterday, "3 days ago")."""
        report: reports.CostsReport = self._ask("costs", since=since)
        return report

    def ledger(
        self,
        *,
        kind: Optional[str] = None,
        since: Optional[str] = None,
        counts: Optional[bool] = None,
    ) -> reports.LedgerReport:
        """What happened to the memory, event by event.

        `kind`: Only events of this kind, such as call. `since`: Only from then on (2026-05-01,
        yesterday, "3 days ago"). `counts`: How many there are by day and kind, not the events."""
        report: reports.LedgerReport = self._ask("ledger", kind=kind, since=since, counts=counts)
        return report

    def ledger_record(
        self,
        kind: str,
        *,
        event: Optional[Mapping[str, Any]] = None,
    ) -> reports.LedgerRecordReport:
        """Add an event to the ledger.

        `kind`: tool, validation, learned, or a name of your own. `event`: What happened: names,
        outcomes, numbers."""
        report: reports.LedgerRecordReport = self._ask("ledger_record", kind=kind, event=event)
        return report

    def ledger_prune(
        self,
        *,
        days: Optional[int] = None,
        dry_run: Optional[bool] = None,
    ) -> reports.LedgerPruneReport:
        """Drop the events of months that are no longer kept.

        `days`: Keep events of every kind so long, instead of ledger_days, 1 to 36,500. `dry_run`:
        Say what would go, change nothing."""
        report: reports.LedgerPruneReport = self._ask("ledger_prune", days=days, dry_run=dry_run)
        return report

    def list(
        self,
        *,
        limit: Optional[int] = None,
        model: Optional[str] = None,
        since: Optional[str] = None,
    ) -> reports.ListReport:
        """The observations, newest first.

        `limit`: Observations at most, at least 1 (20). `model`: Only those of this model. `since`:
        Only those from then on (2026-05-01, yesterday, "3 days ago")."""
        report: reports.ListReport = self._ask("list", limit=limit, model=model, since=since)
        return report

    def models(self) -> reports.ModelsReport:
        """What the memory is about."""
        report: reports.ModelsReport = self._ask("models")
        return report

    def model(self, name: str) -> reports.ModelReport:
        """The pyramid of one model.

        `name`: Its name, title or alias."""
        report: reports.ModelReport = self._ask("model", name=name)
        return report

    def summaries(
        self,
        *,
        model: Optional[str] = None,
        tier: Optional[int] = None,
    ) -> reports.SummariesReport:
        """The summaries, one line each.

        `model`: Only those of this model. `tier`: Only those of this tier, 0 to 100."""
        report: reports.SummariesReport = self._ask("summaries", model=model, tier=tier)
        return report

    def export(
        self,
        *,
        directory: Optional[str] = None,
        force: Optional[bool] = None,
    ) -> reports.ExportReport:
        """Write SOUL.md, USER.md and TOOLS.md for other programs.

        `directory`: Where to; without it as pyramid.yaml says. `force`: Also over a file of your
        own, which is kept as NAME.bak."""
        report: reports.ExportReport = self._ask("export", directory=directory, force=force)
        return report

    def topic_add(
        self,
        text: str,
        *,
        folder: Optional[str] = None,
        key: Optional[str] = None,
        at: Optional[str] = None,
    ) -> reports.TopicAddReport:
        """Add words of your own to the topic tree.

        `text`: The words, kept as they are. `folder`: The folder that it goes into, there or not
        yet. `key`: What it is about, in a few words. `at`: When that was."""
        report: reports.TopicAddReport = self._ask(
            "topic_add",
            text=text,
            folder=folder,
            key=key,
            at=at,
        )
        return report

    def topic_move(self, path: str, to: str) -> reports.TopicMoveReport:
        """Move a leaf or a folder into a folder.

        `path`: A leaf or a folder of the tree. `to`: The folder that it goes into, there or not
        yet."""
        report: reports.TopicMoveReport = self._ask("topic_move", path=path, to=to)
        return report

    def topic_delete(
        self,
        path: str,
        *,
        with_contents: Optional[bool] = None,
    ) -> reports.TopicDeleteReport:
        """Delete a leaf or a folder.

        `path`: A leaf or a folder of the tree. `with_contents`: Of a folder: all that lies below
        it, too."""
        report: reports.TopicDeleteReport = self._ask(
            "topic_delete",
            path=path,
            with_contents=with_contents,
        )
        return report

    def topic_update(
        self,
        path: str,
        *,
        text: Optional[str] = None,
        key: Optional[str] = None,
    ) -> reports.TopicUpdateReport:
        """Set the text or the key of a leaf or a folder.

        `path`: A leaf or a folder of the tree. `text`: In place of what stands there. `key`: What
        it is about, in a few words."""
        report: reports.TopicUpdateReport = self._ask("topic_update", path=path, text=text, key=key)
        return report
