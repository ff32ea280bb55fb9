"""What the methods of Memory answer. Made by reports.py of schema/operations.json."""

from __future__ import annotations

from typing import Any, Optional, TypedDict


class _SearchHit(TypedDict):
    path: str
    """Workspace-relative."""
    first_line: int
    """Of the passage."""
    last_line: int
    """Of the passage."""
    citation: str
    """path#L3-L5."""
    heading: str
    """That it stands under."""
    kind: str
    """observation, summary, session …"""
    model: str
    """That it belongs to."""
    speaker: str
    """Of a turn: who says it."""
    status: str
    """active, superseded …"""
    date: Optional[str]
    """When it was so; null: undated."""
    score: float
    """0 to 1."""
    relevance: float
    """Without age."""
    keyword: float
    """By words."""
    vector: float
    """By meaning."""
    cosine: float
    """Of the vectors of query and piece, before it was stretched."""
    near: float
    """Evidence: words near each other."""
    neighbours: float
    """Evidence: what stands beside it."""
    file: float
    """Evidence: its file."""
    passage: float
    """Evidence: its passage."""
    speaker_named: float
    """Evidence: the query names who says it."""
    date_named: float
    """Evidence: the query names its date."""
    time_told: float
    """Evidence: it tells a time."""
    asking: float
    """Evidence: it asks."""
    telling: float
    """Evidence: it tells."""
    recency: float
    """By age."""
    snippet: str
    """At most 700 bytes."""
    marks: list[list[int]]
    """Where words of the query stand in it: bytes, begin and end."""
    also: list[str]
    """Citations of worse hits that say the same."""


class SearchHit(_SearchHit, total=False):
    """One of the `hits`."""

    reranked: float
    """Score of the setting `rerank`."""


class _Freshness(TypedDict):
    checked: bool
    """Changed files were looked for."""


class Freshness(_Freshness, total=False):
    """What it was checked against."""

    files: int
    """That are in the index."""
    as_of: str
    """No file was looked at since."""
    commit: str
    """That `at` named."""
    at: str
    """When that commit was made."""


class Diagnostic(TypedDict):
    """One of the `diagnostics`."""

    severity: str
    """error or warning."""
    where: str
    """path or path:line."""
    what: str
    """What is wrong."""
    hint: str
    """What to do."""


class SearchReport(TypedDict):
    """The report of `search`."""

    answer: str
    """With citations [1] that number the hits; empty: nothing answers it."""
    answer_failed: bool
    """The engine could not be asked."""
    hits: list[SearchHit]
    """The best first."""
    freshness: Freshness
    """What it was checked against."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class _GetReport(TypedDict):
    path: str
    """Workspace-relative."""
    first_line: int
    """Of the text."""
    last_line: int
    """Of the text; less than the first: empty."""
    all_lines: int
    """Of the file."""
    text: str
    """Those lines."""


class GetReport(_GetReport, total=False):
    """The report of `get`."""

    diagnostics: list[Diagnostic]


class RecallDecision(TypedDict):
    """One of the `decisions`."""

    layer: str
    """who, facts, models, tasks, notes, ledger, turns, just now; topics."""
    citation: str
    """path#L3-L5."""
    taken: bool
    """It stands in the text."""
    reason: str
    """Why it was left out; empty: it was not."""


class RecallReport(TypedDict):
    """The report of `recall`."""

    text: str
    """Markdown; links lead from the workspace's root."""
    tokens: int
    """Of the text."""
    taken: list[str]
    """Citations of what stands in it."""
    decisions: list[RecallDecision]
    """Which layer gave what, and what was left out."""
    freshness: Freshness
    """When the files were last looked at."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class SummaryText(TypedDict):
    """One of the `summaries`."""

    path: str
    """Of the file."""
    model: str
    """That it belongs to."""
    tier: int
    """0 is the lowest."""
    start: str
    """Of what it sums up."""
    end: str
    """Of what it sums up."""
    text: str
    """Markdown."""
    out_of_date: bool
    """A sync would write it again."""


class RetrieveReport(TypedDict):
    """The report of `retrieve`."""

    summaries: list[SummaryText]
    """Model by model, the highest tier first, in a tier the oldest first."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class ObserveReport(TypedDict):
    """The report of `observe`."""

    id: str
    """Of the observation."""
    path: str
    """Of its file."""
    added: bool
    """false: said before."""
    seen_again: bool
    """Counted as said at another time."""
    superseded: int
    """Observations that this corrects."""
    kept_as: str
    """The sentence, if kept in other words; else empty."""
    model: str
    """That it belongs to; empty: not assigned yet."""
    models_created: list[str]
    """New models."""
    redacted: int
    """Secrets that were taken out."""
    failed: int
    """Engine calls."""
    commit: str
    """Its id."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class EntryReport(TypedDict):
    """The report of `remember`."""

    path: str
    """Of the file."""
    first_line: int
    """Of the entry's heading."""
    redacted: int
    """Secrets that were taken out."""
    commit: str
    """Its id."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class CaptureReport(TypedDict):
    """The report of `capture`."""

    path: str
    """Of the session's file."""
    turns_added: int
    """The others were held already."""
    observations: int
    """Facts that came of it."""
    seen_again: int
    """Facts that were known."""
    superseded: int
    """Facts that it corrects."""
    failed: int
    """Engine calls: the next sync reads the turns."""
    redacted: int
    """Secrets that were taken out."""
    commit: str
    """Its id."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class Batch(TypedDict):
    """Calls asked in batches."""

    submitted: int
    """Calls sent in batches by this command."""
    waiting: int
    """Calls of earlier batches that are under way."""
    collected: int
    """Answers that came from earlier batches."""
    asked_again: int
    """Calls of batches that failed."""


class SyncStep(TypedDict):
    """One of the `steps`."""

    what: str
    """extract, create, rewrite, remove …"""
    path: str
    """Of the file."""
    reason: str
    """Why."""


class ExpectedUse(TypedDict):
    """Of a dry run: what a language model would take."""

    engine_calls: int
    tokens_in: int
    tokens_out: int
    cents: float
    price_known: bool


class _ImportReport(TypedDict):
    conversations: int
    """Read at the source."""
    messages: int
    """Of these."""
    added: int
    """New conversations."""
    grown: int
    """Conversations that went on."""
    changed: int
    """Conversations that were edited at the source."""
    unchanged: int
    """Conversations that were held already."""
    observations: int
    """Written."""
    seen_again: int
    """Facts that were known."""
    superseded: int
    """Facts that were corrected."""
    without_facts: int
    """Conversations that told none."""
    facts: int
    """Of a source that holds facts."""
    facts_added: int
    """Of these, new."""
    skipped_records: int
    """Of types that are no conversation."""
    skipped_conversations: int
    """Deleted, or no person's."""
    left_out: dict[str, int]
    """What else was not taken, by reason."""
    redacted: int
    """Secrets that were taken out."""
    failed: int
    """Engine calls."""
    over_budget: int
    """Of these: the budget had no room."""
    batch: Batch
    """Calls asked in batches."""
    commit: str
    """Its id."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class ImportReport(_ImportReport, total=False):
    """The report of `import`."""

    steps: list[SyncStep]
    """Of a dry run: what would come in."""
    expected: ExpectedUse
    """Of a dry run: what a language model would take."""


class BootstrapReport(TypedDict):
    """The report of `bootstrap`."""

    imported: ImportReport
    """What came in."""
    synced: Optional[SyncReport]
    """What was made of it; null: nothing."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class RemoteExchange(TypedDict):
    """What was exchanged; null: nothing."""

    name: str
    """Of the remote."""
    received: int
    """Commits."""
    sent: int
    """Commits."""
    why_not: str
    """It was not reached."""


class DroppedSentence(TypedDict):
    """One of the `dropped`."""

    path: str
    sentence: str
    reason: str


class FallbackText(TypedDict):
    """One of the `fallbacks`."""

    path: str
    level: str
    """strict or builtin."""
    reason: str


class _SyncReport(TypedDict):
    nothing_to_do: bool
    """Everything was up to date."""
    sessions_extracted: int
    """Conversations read."""
    sessions_without_facts: int
    """That told none."""
    observations_added: int
    """New facts."""
    observations_seen_again: int
    """Facts that were known."""
    observations_superseded: int
    """Facts that were corrected."""
    observations_assigned: int
    """Facts that got a model."""
    summaries_written: int
    summaries_removed: int
    sections_written: int
    """Of models."""
    models_created: list[str]
    models_rewritten: list[str]
    files_written: list[str]
    files_removed: list[str]
    exported: list[str]
    """What the setting `export` asks for."""
    changed_meanwhile: list[str]
    """Changed by a person meanwhile: left."""
    engine_calls: int
    engine_calls_avoidable: int
    """Of a dry run: that may be spared."""
    tokens_in: int
    tokens_out: int
    cents: float
    """Of a US dollar."""
    price_known: bool
    estimated: bool
    """The server did not count the tokens of some calls."""
    failed: int
    """Engine calls."""
    over_budget: int
    """Of these: the budget had no room."""
    batch: Batch
    """Calls asked in batches."""
    left: str
    """For the next sync."""
    more_will_follow: bool
    """Of a dry run: turns are to be read first."""
    files_embedded: int
    texts_embedded: int
    texts_to_embed: int
    files_indexed_again: int
    merged: list[SyncStep]
    """Files of which there were two states."""
    remote: Optional[RemoteExchange]
    """What was exchanged; null: nothing."""
    hand_edits_commit: str
    """Commit of a person's edits."""
    commit: str
    """Its id."""
    violations: int
    """Sentences that did not stand on their sources."""
    dropped: list[DroppedSentence]
    """Those that were left out."""
    fallbacks: list[FallbackText]
    """Texts of which the engine's first answer was of no use."""
    steps: list[SyncStep]
    """What was done, in order."""
    offers: list[str]
    """Language models that are at hand."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class SyncReport(_SyncReport, total=False):
    """The report of `sync`."""

    imported: ImportReport
    """What came in first."""


class TaskRelation(TypedDict):
    """One of the `similar`."""

    relation: str
    """blocks, blocked by, related to, derived from, led to, similar to."""
    path: str
    """Of the other file."""
    title: str
    """Its title; empty if the file is missing."""
    state: str
    """Its state; empty if it is not a task."""


class TaskAddReport(TypedDict):
    """The report of `task_add`."""

    id: str
    """Of the task."""
    path: str
    """Of its file."""
    added: bool
    """false: it was there."""
    similar: list[TaskRelation]
    """Tasks like it, which were linked."""
    redacted: int
    """Secrets that were taken out."""
    commit: str
    """Its id."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class TaskTakeReport(TypedDict):
    """The report of `task_take`."""

    paths: list[str]
    """Of the tasks that are new."""
    known: int
    """Lines that a task is called like."""
    redacted: int
    """Secrets that were taken out."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class TaskEndReport(TypedDict):
    """The report of `task_done`."""

    path: str
    """Of its file."""
    title: str
    """One line."""
    state: str
    """open, done, failed, invalidated."""
    was: str
    """Before."""
    changed: bool
    """false: it was so."""
    text: str
    """What came of it, as it is kept."""
    redacted: int
    """Secrets that were taken out."""
    commit: str
    """Its id."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class TaskLinkReport(TypedDict):
    """The report of `task_link`."""

    path: str
    """Of the file that it stands in."""
    changed: bool
    """false: it was so."""
    commit: str
    """Its id."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class TaskLine(TypedDict):
    """One of the `tasks`."""

    id: str
    """Empty: a person's file without one."""
    path: str
    """Of its file."""
    title: str
    """One line."""
    state: str
    """open, done, failed, invalidated."""
    at: Optional[str]
    """When it was set; null: nobody says."""


class TaskListReport(TypedDict):
    """The report of `task_list`."""

    tasks: list[TaskLine]
    """In order."""
    total: int
    """In that state."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class TaskShowReport(TypedDict):
    """The report of `task_show`."""

    id: str
    """Empty: a person's file without one."""
    path: str
    """Of its file."""
    title: str
    """One line."""
    state: str
    """open, done, failed, invalidated."""
    at: Optional[str]
    """When it was set; null: nobody says."""
    text: str
    """Markdown, without its relations."""
    relations: list[TaskRelation]
    """Its own, then those of others."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class TaskGraphReport(TypedDict):
    """The report of `task_graph`."""

    text: str
    """Mermaid or DOT."""
    tasks: int
    """In it."""
    links: int
    """In it."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class Fact(TypedDict):
    """One of the `facts`."""

    id: str
    """Of the node."""
    path: str
    """Of its file."""
    text: str
    """One line."""
    category: str
    """projects, areas, resources or archives."""
    source: str
    """Turn that it is from, or what it was said to."""
    model: str
    """That it belongs to."""
    at: str
    """When it was said."""
    status: str
    """active, superseded …"""
    superseded_by: str
    """Path of what took its place; empty: nothing."""
    access_count: int
    """How often it was recalled here, by the ledger."""
    last_accessed: Optional[str]
    """When it was recalled last; null: never."""


class FactsReport(TypedDict):
    """The report of `facts`."""

    facts: list[Fact]
    """By category, then the newest first."""
    total: int
    """That the options let through."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class PromoteDecision(TypedDict):
    """One of the `decisions`."""

    path: str
    """Of the observation, before."""
    to: str
    """Where it goes; empty: it stays."""
    text: str
    """One line."""
    category: str
    """projects, areas, resources or archives."""
    promoted: bool
    """It becomes a fact."""
    reason: str
    """Why."""
    verdict: str
    """Of a language model; empty: rules decided."""


class PromoteReport(TypedDict):
    """The report of `promote`."""

    decisions: list[PromoteDecision]
    """The weightiest first."""
    promoted: int
    """New facts."""
    waiting: int
    """Observations for another day."""
    engine_calls: int
    """Of a dry run: expected."""
    tokens_in: int
    tokens_out: int
    cents: float
    """Of a US dollar."""
    price_known: bool
    estimated: bool
    failed: int
    """Engine calls."""
    over_budget: int
    """Of these: the budget had no room."""
    commit: str
    """Its id."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class ArchiveReport(TypedDict):
    """The report of `archive`."""

    decisions: list[PromoteDecision]
    """Facts that move."""
    moved: int
    """Facts."""
    commit: str
    """Its id."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class WhyRecord(TypedDict):
    """How it was generated."""

    writer_recorded: Optional[str]
    """What wrote it."""
    writer_now: Optional[str]
    """What would write it now."""
    inputs_recorded: Optional[str]
    """Digest of what was read."""
    inputs_now: Optional[str]
    """Digest of what would be read."""
    edited: bool
    """By hand since it was generated."""


class _WhyNode(TypedDict):
    kind: str
    """observation, summary, section, session, turn …"""
    path: str
    """Workspace-relative."""
    made_from: list[WhyNode]
    """Its sources, each such a node."""
    more_made_from: int
    """Left out."""
    read_by: list[WhyNode]
    """What reads it, each such a node."""
    more_read_by: int
    """Left out."""


class WhyNode(_WhyNode, total=False):
    """What was asked for."""

    id: str
    """Of the node."""
    first_line: int
    """Where it stands."""
    last_line: int
    """Where it ends."""
    name: str
    """Of a section, speaker, title."""
    turn: int
    """Its number, from 1."""
    text: str
    """One line."""
    model: str
    """That it belongs to."""
    tier: int
    """Of a summary."""
    at: str
    """When it was said; of a summary its end."""
    state: str
    """clean or dirty."""
    reason: str
    """Why it is dirty."""
    made: WhyRecord
    """How it was generated."""
    support: float
    """0 to 1: how much of the line it says."""
    likely: bool
    """made_from holds what supports the line best."""


class WhyReport(TypedDict):
    """The report of `why`."""

    node: WhyNode
    """What was asked for."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class MemoryCommit(TypedDict):
    """Who changed it and when."""

    id: str
    """40 hex digits."""
    at: str
    """When it was made."""
    subject: str
    """Its first line."""
    by_hand: bool
    """A person's edits."""
    machine: str
    """Whose sync it was."""
    author: str
    """Who made it."""
    edge: bool
    """A shallow clone begins with it."""


class _MemoryChange(TypedDict):
    what: str
    """added, deleted, reworded, superseded, renamed …"""
    kind: str
    """observation, summary, section, session …"""
    path: str
    """As it is; of what was deleted, as it was."""


class MemoryChange(_MemoryChange, total=False):
    """One of the `changes`."""

    path_before: str
    """Its path before, where that was another."""
    id: str
    """Of the node."""
    name: str
    """Of a section or session."""
    model: str
    """That it belongs to."""
    tier: int
    """Of a summary."""
    text_before: str
    """What it said before."""
    text: str
    """What it says."""
    words: list[list[str]]
    """Both texts, word by word."""
    details: list[str]
    """Other changes."""


class HistoryEntry(TypedDict):
    """One of the `entries`."""

    commit: MemoryCommit
    """Who changed it and when."""
    changes: list[MemoryChange]
    """What it changed."""


class HistoryReport(TypedDict):
    """The report of `history`."""

    path: str
    """Of the file asked for."""
    asked: str
    """The name that it had, where it was asked for by that."""
    entries: list[HistoryEntry]
    """Newest first."""
    more: bool
    """Older ones were left out."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


_DiffReportReserved = TypedDict("_DiffReportReserved", {"from": Optional[MemoryCommit]})


class DiffReport(_DiffReportReserved):
    """The report of `diff`."""

    to: Optional[MemoryCommit]
    """The commit; null: the files as they are."""
    changes: list[MemoryChange]
    """By meaning."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class ShowReport(TypedDict):
    """The report of `show`."""

    path: str
    """As it was called then."""
    id: str
    """Of the node."""
    kind: str
    """observation, summary, session …"""
    commit: Optional[MemoryCommit]
    """As of which; null: now."""
    text: str
    """The file, or the line of it that was named."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class _BlamedFact(TypedDict):
    id: str
    """Of the observation."""
    path: str
    """Of its file."""
    text: str
    """What it says."""
    came_in: Optional[MemoryCommit]
    """With this commit; null: not committed yet."""
    changed: Optional[MemoryCommit]
    """Last, since then."""


class BlamedFact(_BlamedFact, total=False):
    """One of the `facts`."""

    support: float
    """0 to 1: how much of the line it says."""
    session: str
    """In which it was said."""
    session_title: str
    """Its title."""
    turn: int
    """From 1."""
    first_line: int
    """Of the turn."""
    speaker: str
    """Who said it."""
    said: str
    """When."""


class BlameReport(TypedDict):
    """The report of `blame`."""

    path: str
    """Of the file."""
    line: int
    """0: the file as a whole."""
    text: str
    """Of the line."""
    written: Optional[MemoryCommit]
    """As it stands, by this commit; null: not yet."""
    facts: list[BlamedFact]
    """That it says."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class BeliefEvent(TypedDict):
    """One of the `events`."""

    commit: MemoryCommit
    """In which it happened."""
    came: bool
    """false: it left the file again."""
    path: str
    """Of the file."""
    kind: str
    """observation, summary, session …"""
    line: str
    """Where it stands, at most 200 characters."""
    status: str
    """Of an observation that no longer counts."""


class BisectReport(TypedDict):
    """The report of `bisect`."""

    events: list[BeliefEvent]
    """Oldest first."""
    now: list[str]
    """Files of the last commit that say it."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class RevertReport(TypedDict):
    """The report of `revert`."""

    reverted: Optional[MemoryCommit]
    """The commit; null: a node."""
    kept_parent: Optional[MemoryCommit]
    """Of a merge: what it was joined to."""
    changes: list[MemoryChange]
    """What the revert does."""
    left: list[str]
    """Files that changed again since."""
    commit: str
    """The new one; empty: none."""
    to_do: str
    """What the next sync has to write again."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class ForgottenPlace(TypedDict):
    """One of the `forgotten`."""

    path: str
    """Of the file."""
    line: int
    """0: the whole file."""
    what: str
    """observation, turn, session …"""


class Purge(TypedDict):
    """What it did to git's history."""

    commits: int
    """Rewritten."""
    signatures: int
    """Of these, lost."""
    others: int
    """Of these, made by somebody else."""
    named: int
    """Commits whose author it names: that stays."""
    blobs: int
    """Versions of files that went or lost lines."""
    backup: str
    """The ref that holds the history as it was."""
    remotes: list[str]
    """That may still hold it."""


class ForgetReport(TypedDict):
    """The report of `forget`."""

    forgotten: list[ForgottenPlace]
    """Where it stood."""
    kept: list[ForgottenPlace]
    """In what a person wrote: for the person to edit."""
    rewritten: int
    """Summaries and sections rewritten without it."""
    tombstones: list[str]
    """Files that stop it from coming back."""
    commit: str
    """Empty: a dry run, or nothing was found."""
    purge: Optional[Purge]
    """What it did to git's history."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class StatusReport(TypedDict):
    """The report of `status`."""

    root: str
    """The workspace's folder."""
    engine: str
    """What writes texts."""
    embedding: str
    """Whose vectors a search goes by."""
    sessions: int
    """Conversations."""
    observations: int
    """Facts."""
    unassigned: int
    """Facts without a model."""
    summaries_by_tier: list[int]
    """Summaries."""
    models: int
    """Mental models."""
    tasks: int
    """Set, whatever came of them."""
    notes: int
    """A person's files."""
    files: int
    """Memory files."""
    extra_files: int
    """Of these, outside the workspace."""
    chunks: int
    """Passages in the index."""
    embeddings: int
    """Vectors in the index."""
    cached_embeddings: int
    """Vectors kept beside it."""
    next_embedding: str
    """Whose vectors are not complete yet."""
    texts_to_embed: int
    """Texts without a vector of it."""
    index_bytes: int
    """Size of the index (bytes)."""
    memory_bytes: int
    """Size of MEMORY.md (bytes)."""
    memory_share: int
    """How much of it is memory, in percent."""
    models_share: int
    """The same of the files of models."""
    checked_at: str
    """The files were compared with the index then."""
    files_read: int
    """That had changed."""
    cache_hits: int
    """Files that the index knew as they are."""
    up_to_date: bool
    """A sync has nothing to do."""
    sessions_to_extract: int
    """By the next sync."""
    summaries_to_write: int
    """By the next sync."""
    summaries_to_remove: int
    """By the next sync."""
    sections_to_write: int
    """By the next sync."""
    copies_to_merge: int
    """Conflict copies."""
    queued: int
    """Transcripts that wait to be taken in."""
    outdated_summaries: int
    """Of another engine or recipe."""
    outdated_sections: int
    """Of another engine or recipe."""
    last_commit: str
    """Its id."""
    last_commit_subject: str
    """Its first line."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class GroundingViolation(TypedDict):
    """One of the `violations`."""

    fault: str
    """name, number, date, address or denial."""
    words: str
    """Of the sentence."""
    reason: str
    """In a few words."""


class GroundingFinding(TypedDict):
    """One of the `findings`."""

    path: str
    """Of the file."""
    line: int
    """In it."""
    sentence: str
    """As it was generated."""
    violations: list[GroundingViolation]
    """What it says else than its sources."""
    sources: list[str]
    """Those that say most of it, else all."""


class Grounding(TypedDict):
    """Where it was asked for."""

    texts: int
    """Judged."""
    sentences: int
    """Judged."""
    bytes: int
    """Judged."""
    by_hand: int
    """Sentences of people: not judged."""
    findings: list[GroundingFinding]
    """By path, then as they stand."""


class IndexDifference(TypedDict):
    """One of the `differences`."""

    table: str
    """Of the index, or a file beside it."""
    path: str
    """The memory file that the row is about."""
    what: str
    """What differs."""


class IndexCheck(TypedDict):
    """Where it was asked for."""

    files: int
    """Compared."""
    chunks: int
    """Compared."""
    words: int
    """Compared, as often as they are said."""
    differing: int
    """Rows."""
    differences: list[IndexDifference]
    """The first of them."""


class _CheckReport(TypedDict):
    files: int
    """Looked at."""
    links: int
    """Looked at."""
    problems: list[Diagnostic]
    """By path, then line; with fix those that are left."""
    fixed: list[SyncStep]
    """What was mended."""
    diagnostics: list[Diagnostic]
    """The same as problems."""


class CheckReport(_CheckReport, total=False):
    """The report of `check`."""

    grounding: Grounding
    """Where it was asked for."""
    index: IndexCheck
    """Where it was asked for."""


class DoctorReport(TypedDict):
    """The report of `doctor`."""

    root: str
    """The workspace's folder."""
    engine: str
    """What writes texts."""
    model: str
    """The language model; empty: none is asked."""
    endpoint: str
    """Its address."""
    key: bool
    """There is one for it."""
    key_from: str
    """the environment or .env."""
    reachable: bool
    """It answers."""
    mode: str
    """tools, schema or plain: how it answers with values."""
    embedding: str
    """With its version; empty: it cannot be used."""
    embedding_endpoint: str
    """Of one asked over a network."""
    embedding_key_from: str
    """The same."""
    embedding_dims: int
    """The same; 0: it did not answer."""
    repository: str
    """That keeps the workspace; empty: none."""
    index: bool
    """It can be read."""
    files: int
    """That it knows."""
    offers: list[str]
    """Language models that are at hand."""
    problems: list[Diagnostic]
    """What is wrong."""
    diagnostics: list[Diagnostic]
    """The same as problems."""


class RecipeCost(TypedDict):
    """One of the `by_recipe`."""

    model: str
    """The language model."""
    recipe: str
    """What it was asked for."""
    calls: int
    """Asked."""
    failed: int
    """Of them: no answer came."""
    unpriced: int
    """Of them: no price was known."""
    batched: int
    """Of them: asked in a batch."""
    estimated: int
    """Of them: the server did not count the tokens."""
    tokens_in: int
    tokens_cached: int
    """Of these, read from the server's cache."""
    tokens_out: int
    cents: float
    """Of a US dollar."""


class DayCost(TypedDict):
    """One of the `by_day`."""

    day: str
    """Of the workspace's zone."""
    calls: int
    """Asked."""
    failed: int
    """Of them: no answer came."""
    unpriced: int
    """Of them: no price was known."""
    batched: int
    """Of them: asked in a batch."""
    estimated: int
    """Of them: the server did not count the tokens."""
    tokens_in: int
    tokens_cached: int
    """Of these, read from the server's cache."""
    tokens_out: int
    cents: float
    """Of a US dollar."""


class Cost(TypedDict):
    """Summed up."""

    calls: int
    """Asked."""
    failed: int
    """Of them: no answer came."""
    unpriced: int
    """Of them: no price was known."""
    batched: int
    """Of them: asked in a batch."""
    estimated: int
    """Of them: the server did not count the tokens."""
    tokens_in: int
    tokens_cached: int
    """Of these, read from the server's cache."""
    tokens_out: int
    cents: float
    """Of a US dollar."""


class CostsReport(TypedDict):
    """The report of `costs`."""

    by_recipe: list[RecipeCost]
    """The dearest first."""
    by_day: list[DayCost]
    """Oldest first, only days with calls."""
    all: Cost
    """Summed up."""
    model: str
    """That pyramid.yaml names now."""
    price_known: bool
    """Of that model."""
    prices_from: str
    """prices.yaml; empty: built in."""
    prices_as_of: str
    """Their day."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class LedgerCount(TypedDict):
    """One of the `counts`."""

    day: str
    """Of the workspace's zone."""
    kind: str
    """Of the events."""
    count: int


class LedgerReport(TypedDict):
    """The report of `ledger`."""

    events: list[dict[str, Any]]
    """Oldest first, as docs/format.md has them, with the machine of each."""
    counts: list[LedgerCount]
    """By day, oldest first, and kind."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class LedgerRecordReport(TypedDict):
    """The report of `ledger_record`."""

    at: str
    """When it was recorded."""
    redacted: int
    """Secrets that were taken out."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class PrunedFile(TypedDict):
    """One of the `files`."""

    path: str
    """Of the file."""
    events: int
    """That are dropped from it."""
    removed: bool
    """Nothing is left of it, so it goes."""


class LedgerPruneReport(TypedDict):
    """The report of `ledger_prune`."""

    files: list[PrunedFile]
    """That lose events."""
    events: int
    """That are dropped."""
    kept_for_ever: bool
    """Nobody says how long events are kept."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class Observation(TypedDict):
    """One of the `observations`."""

    id: str
    """Of the node."""
    path: str
    """Of its file."""
    at: str
    """When it was so."""
    day: str
    """The same, as the clocks showed where it was said."""
    importance: Optional[int]
    """1 to 10; null: not judged."""
    model: str
    """That it belongs to; empty: not assigned yet."""
    status: str
    """active, superseded …"""
    text: str
    """One line."""


class ListReport(TypedDict):
    """The report of `list`."""

    observations: list[Observation]
    """Newest first."""
    total: int
    """That the options let through."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class ModelLine(TypedDict):
    """One of the `models`."""

    name: str
    """As the files say it."""
    title: str
    """As people say it."""
    type: str
    """person, project, topic; empty: a base model."""
    description: str
    """One sentence."""
    path: str
    """Of its home; empty: not written yet."""
    base: bool
    """It is always there: assistant, user."""
    observations: int
    """In use."""
    waiting: int
    """Of these, in no summary yet."""
    summaries_by_tier: list[int]
    """From tier 0 up."""


class ModelsReport(TypedDict):
    """The report of `models`."""

    models: list[ModelLine]
    """Base models first, then by name."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class SummaryLine(TypedDict):
    """One of the `summaries`."""

    id: str
    """Of the node."""
    path: str
    """Of its file."""
    model: str
    """That it belongs to."""
    tier: int
    """0 is the lowest."""
    start: str
    """Of what it sums up."""
    end: str
    """Of what it sums up."""
    count: int
    """Observations below, all the way down."""
    first_sentence: str
    """One line."""
    out_of_date: bool
    """The next sync looks at it."""


class Section(TypedDict):
    """One of the `sections`."""

    name: str
    """last-3-days."""
    heading: str
    """Last 3 Days."""
    text: str
    """As it stands."""
    edited: bool
    """By a person."""
    out_of_date: bool
    """The next sync writes it again."""


class ModelReport(TypedDict):
    """The report of `model`."""

    name: str
    """As the files say it."""
    title: str
    """As people say it."""
    type: str
    """person, project, topic; empty: a base model."""
    description: str
    """One sentence."""
    path: str
    """Of its home; empty: not written yet."""
    base: bool
    """It is always there: assistant, user."""
    observations: int
    """In use."""
    waiting: int
    """Of these, in no summary yet."""
    summaries_by_tier: list[int]
    """From tier 0 up."""
    summaries: list[SummaryLine]
    """The highest tier first, newest first."""
    waiting_observations: list[Observation]
    """In no summary yet, newest first."""
    sections: list[Section]
    """Newest first."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class SummariesReport(TypedDict):
    """The report of `summaries`."""

    summaries: list[SummaryLine]
    """By model, base models first; the highest tier first; newest first."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class ExportReport(TypedDict):
    """The report of `export`."""

    directory: str
    """Where they are."""
    written: list[str]
    """Names of files."""
    unchanged: list[str]
    """Names of files."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class TreeLine(TypedDict):
    """One of the `lines`."""

    path: str
    """Of its file."""
    key: str
    """What it is about."""
    sort: str
    """condensed: a folder; leaf."""
    level: int
    """Of the path that was asked for: 0; else the top: 1."""
    leaves: int
    """Of a folder: below, all the way down."""
    tokens: int
    """Of its text."""
    earliest: str
    """When the oldest of it was said."""
    latest: str
    """When the newest of it was said."""


class TreeReport(TypedDict):
    """The report of `tree`."""

    lines: list[TreeLine]
    """A folder, then what lies in it; leaves that wait last."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class PassedPlace(TypedDict):
    """One of the `passed`."""

    path: str
    """Of its file."""
    key: str
    """What it is about."""


class WalkReport(TypedDict):
    """The report of `walk`."""

    text: str
    """Markdown; links lead from the workspace's root."""
    tokens: int
    """Of the text."""
    taken: list[str]
    """Files that it has."""
    passed: list[PassedPlace]
    """Branches seen and not entered, best first."""
    looked: int
    """Keys that were compared."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class TopicAddReport(TypedDict):
    """The report of `topic_add`."""

    id: str
    """Of the leaf."""
    path: str
    """Of its file."""
    added: bool
    """false: the same was there."""
    redacted: int
    """Secrets that were taken out."""
    commit: str
    """Id of the commit, or ""."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


_MovedPlaceReserved = TypedDict("_MovedPlaceReserved", {"from": str})


class MovedPlace(_MovedPlaceReserved):
    """One of the `moved`."""

    to: str
    """Where it lies."""


class TopicMoveReport(TypedDict):
    """The report of `topic_move`."""

    path: str
    """Of its file now."""
    moved: list[MovedPlace]
    """All files; none: it lay there."""
    commit: str
    """Id of the commit, or ""."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class TopicDeleteReport(TypedDict):
    """The report of `topic_delete`."""

    deleted: list[str]
    """Files that went."""
    moved: list[MovedPlace]
    """What lay in the folder."""
    commit: str
    """Id of the commit, or ""."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""


class TopicUpdateReport(TypedDict):
    """The report of `topic_update`."""

    path: str
    """Of its file."""
    changed: bool
    """false: it was so."""
    redacted: int
    """Secrets that were taken out."""
    commit: str
    """Id of the commit, or ""."""
    diagnostics: list[Diagnostic]
    """Problems that did not stop the rest."""
