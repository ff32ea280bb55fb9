// Made by tools.py of what schema/ says.
import type { CallOptions } from "./connection.ts";

export interface SearchHit {
  /** Workspace-relative */
  path: string;
  /** Of the passage */
  startLine: number;
  /** Of the passage */
  endLine: number;
  /** path#L3-L5 */
  citation: string;
  /** active, superseded … */
  status: string;
  /** When it was so; null: undated */
  date: string | null;
  /** 0 to 1 */
  score: number;
  /** At most 700 bytes */
  snippet: string;
  /** memory or sessions */
  source: string;
}

export interface TaskRelation {
  /** blocks, blocked by, related to, derived from, led to, similar to */
  relation: string;
  /** Of the other file */
  path: string;
  /** Its title; empty if the file is missing */
  title: string;
  /** Its state; empty if it is not a task */
  state: string;
}

export interface TaskLine {
  /** Empty: a person's file without one */
  id: string;
  /** Of its file */
  path: string;
  /** One line */
  title: string;
  /** open, done, failed, invalidated */
  state: string;
  /** When it was set; null: nobody says */
  at: string | null;
}

export interface WhyNode {
  /** observation, summary, section, session, turn … */
  kind: string;
  /** Workspace-relative */
  path: string;
  /** Of the node */
  id?: string;
  /** Where it stands */
  first_line?: number;
  /** Where it ends */
  last_line?: number;
  /** Of a section, speaker, title */
  name?: string;
  /** Its number, from 1 */
  turn?: number;
  /** One line */
  text?: string;
  /** That it belongs to */
  model?: string;
  /** Of a summary */
  tier?: number;
  /** When it was said; of a summary its end */
  at?: string;
  /** clean or dirty */
  state?: string;
  /** Why it is dirty */
  reason?: string;
  /** How it was generated */
  made?: WhyRecord;
  /** 0 to 1: how much of the line it says */
  support?: number;
  /** made_from holds what supports the line best */
  likely?: boolean;
  /** Its sources, each such a node */
  made_from: WhyNode[];
  /** Left out */
  more_made_from: number;
  /** What reads it, each such a node */
  read_by: WhyNode[];
  /** Left out */
  more_read_by: number;
}

export interface WhyRecord {
  /** What wrote it */
  writer_recorded: string | null;
  /** What would write it now */
  writer_now: string | null;
  /** Digest of what was read */
  inputs_recorded: string | null;
  /** Digest of what would be read */
  inputs_now: string | null;
  /** By hand since it was generated */
  edited: boolean;
}

export interface HistoryEntry {
  /** Who changed it and when */
  commit: MemoryCommit;
  /** What it changed */
  changes: MemoryChange[];
}

export interface MemoryCommit {
  /** 40 hex digits */
  id: string;
  /** When it was made */
  at: string;
  /** Its first line */
  subject: string;
  /** A person's edits */
  by_hand: boolean;
}

export interface MemoryChange {
  /** added, deleted, reworded, superseded, renamed … */
  what: string;
  /** observation, summary, section, session … */
  kind: string;
  /** As it is; of what was deleted, as it was */
  path: string;
  /** Its path before, where that was another */
  path_before?: string;
  /** Of the node */
  id?: string;
  /** Of a section or session */
  name?: string;
  /** That it belongs to */
  model?: string;
  /** Of a summary */
  tier?: number;
  /** What it said before */
  text_before?: string;
  /** What it says */
  text?: string;
  /** Other changes */
  details?: string[];
}

export interface ForgottenPlace {
  /** Of the file */
  path: string;
  /** 0: the whole file */
  line: number;
  /** observation, turn, session … */
  what: string;
}

export interface WalkPlace {
  /** Of its file */
  path: string;
  /** What it is about */
  key: string;
}

export interface SearchInput {
  /** What to look for */
  query: string;
  /** Hits at most; 1 to 10000 */
  maxResults?: number | undefined;
  /** Leave out hits with a lower score; 0 to 1 */
  minScore?: number | undefined;
  /** Where to look */
  corpus?: "memory" | "wiki" | "all" | "sessions" | undefined;
  /** Only user:NAME, agent:NAME, model:NAME, tag:NAME, since:DATE, sessions, … */
  source?: string[] | undefined;
}

export interface SearchOutput {
  /** With citations [1] that number the hits; empty: nothing answers it */
  answer: string;
  /** The best first */
  results: SearchHit[];
  /** Who answers */
  provider: string;
  /** Words and meaning together */
  mode: string;
  /** No file was looked at since */
  as_of?: string;
  /** Of the vectors */
  model?: string;
  /** Each result has its own */
  citations?: string;
  /** Problems that did not stop the rest */
  warnings?: string[];
}

export interface GetInput {
  /** File, or citation such as MEMORY.md#L3-L9 */
  path: string;
  /** First line; at least 1, default 1 */
  from?: number | undefined;
  /** Lines at most; at least 1 */
  lines?: number | undefined;
  /** As of memory_search */
  corpus?: "memory" | "wiki" | "all" | "sessions" | undefined;
}

export interface GetOutput {
  /** ok or not_found */
  status: string;
  /** Workspace-relative */
  path: string;
  /** Of the text */
  from?: number;
  /** Of the text */
  lines?: number;
  /** Those lines */
  text: string;
  /** The file goes on */
  truncated?: boolean;
  /** Where it goes on */
  nextFrom?: number;
  /** Why there is no such file */
  error?: string;
}

export interface RecallInput {
  /** What the task is about */
  prompt: string;
  /** Most tokens; 100 to 100000, default 2000 */
  budget?: number | undefined;
  /** Facts and turns of these alone, as for search */
  source?: string[] | undefined;
}

export interface RecallOutput {
  /** Markdown; links lead from the workspace's root */
  text: string;
  /** Of the text */
  tokens: number;
  /** Citations of what stands in it */
  taken: string[];
  /** No file was looked at since */
  as_of?: string;
  /** Problems that did not stop the rest */
  warnings?: string[];
}

export interface ObserveInput {
  /** One sentence that names whom it is about */
  text: string;
  /** 1 passing to 10 defining; at least 1 */
  importance?: number | undefined;
  /** Model it belongs to */
  model?: string | undefined;
  /** When it was so */
  at?: string | undefined;
}

export interface ObserveOutput {
  /** Of its file */
  path: string;
  /** false: said before */
  added: boolean;
  /** Observations that this corrects */
  superseded: number;
  /** That it belongs to; empty: not assigned yet */
  model: string;
  /** Problems that did not stop the rest */
  warnings?: string[];
}

export interface LogInput {
  /** Markdown */
  text: string;
  /** Where it was said */
  channel?: string | undefined;
}

export interface LogOutput {
  /** Of the file */
  path: string;
  /** Of the entry's heading */
  first_line: number;
  /** Problems that did not stop the rest */
  warnings?: string[];
}

export interface Turn {
  role: "user" | "assistant";
  text: string;
  at?: string | undefined;
}

export interface CaptureInput {
  /** Verbatim, in order */
  turns: Turn[];
  /** Its id: later calls append what is new */
  conversation?: string | undefined;
  /** Who speaks */
  user?: string | undefined;
  /** With whom */
  agent?: string | undefined;
}

export interface CaptureOutput {
  /** Of the session's file */
  path: string;
  /** The others were held already */
  turns_added: number;
  /** Facts that came of it */
  observations: number;
  /** Problems that did not stop the rest */
  warnings?: string[];
}

export interface SyncInput {
  /** Only say what it would do */
  dry_run?: boolean | undefined;
}

export interface SyncOutput {
  /** Everything was up to date */
  nothing_to_do: boolean;
  /** New facts */
  observations_added: number;
  summaries_written: number;
  /** Of models */
  sections_written: number;
  /** Engine calls */
  failed: number;
  /** For the next sync */
  left: string;
  /** Its id */
  commit: string;
  /** Problems that did not stop the rest */
  warnings?: string[];
}

export interface TaskAddInput {
  /** What is to be done */
  title: string;
  /** Markdown */
  description?: string | undefined;
  /** Tasks that wait for it */
  blocks?: string[] | undefined;
  /** Tasks that it waits for */
  blocked_by?: string[] | undefined;
  /** Tasks that it has to do with */
  related_to?: string[] | undefined;
  /** Tasks or memory files that it came of */
  derived_from?: string[] | undefined;
  /** When it was set */
  at?: string | undefined;
}

export interface TaskAddOutput {
  /** Of its file */
  path: string;
  /** false: it was there */
  added: boolean;
  /** Tasks like it, which were linked */
  similar: TaskRelation[];
  /** Problems that did not stop the rest */
  warnings?: string[];
}

export interface TaskTakeInput {
  /** A markdown file with lines `- [ ] …`; default heartbeat.md */
  path?: string | undefined;
}

export interface TaskTakeOutput {
  /** Of the tasks that are new */
  paths: string[];
  /** Lines that a task is called like */
  known: number;
  /** Secrets that were taken out */
  redacted: number;
  /** Problems that did not stop the rest */
  warnings?: string[];
}

export interface TaskDoneInput {
  /** Its path, the end of its id, or words of its title */
  task: string;
  /** What came of it, or why */
  text?: string | undefined;
  /** When that was */
  at?: string | undefined;
}

export interface TaskDoneOutput {
  /** Of its file */
  path: string;
  /** One line */
  title: string;
  /** open, done, failed, invalidated */
  state: string;
  /** false: it was so */
  changed: boolean;
  /** What came of it, as it is kept */
  text: string;
  /** Problems that did not stop the rest */
  warnings?: string[];
}

export interface TaskFailInput {
  /** Its path, the end of its id, or words of its title */
  task: string;
  /** What came of it, or why */
  text?: string | undefined;
  /** When that was */
  at?: string | undefined;
}

export interface TaskFailOutput {
  /** Of its file */
  path: string;
  /** One line */
  title: string;
  /** open, done, failed, invalidated */
  state: string;
  /** false: it was so */
  changed: boolean;
  /** What came of it, as it is kept */
  text: string;
  /** Problems that did not stop the rest */
  warnings?: string[];
}

export interface TaskReopenInput {
  /** Its path, the end of its id, or words of its title */
  task: string;
  /** What came of it, or why */
  text?: string | undefined;
  /** When that was */
  at?: string | undefined;
}

export interface TaskReopenOutput {
  /** Of its file */
  path: string;
  /** One line */
  title: string;
  /** open, done, failed, invalidated */
  state: string;
  /** false: it was so */
  changed: boolean;
  /** What came of it, as it is kept */
  text: string;
  /** Problems that did not stop the rest */
  warnings?: string[];
}

export interface TaskDropInput {
  /** Its path, the end of its id, or words of its title */
  task: string;
  /** What came of it, or why */
  text?: string | undefined;
  /** When that was */
  at?: string | undefined;
}

export interface TaskDropOutput {
  /** Of its file */
  path: string;
  /** One line */
  title: string;
  /** open, done, failed, invalidated */
  state: string;
  /** false: it was so */
  changed: boolean;
  /** What came of it, as it is kept */
  text: string;
  /** Problems that did not stop the rest */
  warnings?: string[];
}

export interface TaskLinkInput {
  /** Its path, the end of its id, or words of its title */
  task: string;
  /** What it has to do with the other one */
  relation: "blocks" | "blocked-by" | "related-to" | "derived-from" | "similar-to";
  /** The other task; for derived-from, any memory file */
  to: string;
  /** Take the link away */
  remove?: boolean | undefined;
}

export interface TaskLinkOutput {
  /** Of the file that it stands in */
  path: string;
  /** false: it was so */
  changed: boolean;
  /** Problems that did not stop the rest */
  warnings?: string[];
}

export interface TaskListInput {
  /** Only those in this state; default open */
  state?: "open" | "done" | "failed" | "invalidated" | "all" | undefined;
  /** Words: the nearest first */
  about?: string | undefined;
  /** Tasks at most; at least 1, default 20 */
  limit?: number | undefined;
}

export interface TaskListOutput {
  /** In order */
  tasks: TaskLine[];
  /** In that state */
  total: number;
  /** Problems that did not stop the rest */
  warnings?: string[];
}

export interface TaskShowInput {
  /** Its path, the end of its id, or words of its title */
  task: string;
}

export interface TaskShowOutput {
  /** Empty: a person's file without one */
  id: string;
  /** Of its file */
  path: string;
  /** One line */
  title: string;
  /** open, done, failed, invalidated */
  state: string;
  /** When it was set; null: nobody says */
  at: string | null;
  /** Markdown, without its relations */
  text: string;
  /** Its own, then those of others */
  relations: TaskRelation[];
  /** Problems that did not stop the rest */
  warnings?: string[];
}

export interface TaskGraphInput {
  /** Only this task and everything connected to it */
  task?: string | undefined;
  /** How it is drawn; default mermaid */
  format?: "mermaid" | "dot" | undefined;
}

export interface TaskGraphOutput {
  /** Mermaid or DOT */
  text: string;
  /** In it */
  tasks: number;
  /** In it */
  links: number;
  /** Problems that did not stop the rest */
  warnings?: string[];
}

export interface WhyInput {
  /** FILE, FILE:LINE, FILE#L3-L9 or id */
  what: string;
  /** Most levels; at least 0 */
  depth?: number | undefined;
}

export interface WhyOutput {
  /** What was asked for, with sources and readers below it */
  node: WhyNode;
  /** Problems that did not stop the rest */
  warnings?: string[];
}

export interface HistoryInput {
  /** FILE or id; default: all of the memory */
  what?: string | undefined;
  /** Most commits; at least 1, default 20 */
  limit?: number | undefined;
  /** Day or time */
  since?: string | undefined;
}

export interface HistoryOutput {
  /** Of the file asked for */
  path: string;
  /** Newest first: commit and changes */
  entries: HistoryEntry[];
  /** Older ones were left out */
  more: boolean;
  /** Problems that did not stop the rest */
  warnings?: string[];
}

export interface RevertInput {
  /** Commit, FILE or id */
  what: string;
  /** Of a node: as it was then */
  to?: string | undefined;
  /** Only say what it would do */
  dry_run?: boolean | undefined;
}

export interface RevertOutput {
  /** What the revert does */
  changes: MemoryChange[];
  /** Files that changed again since */
  left: string[];
  /** The new one; empty: none */
  commit: string;
  /** What the next sync has to write again */
  to_do: string;
  /** Problems that did not stop the rest */
  warnings?: string[];
}

export interface ForgetInput {
  /** Observation or session: FILE or id */
  what?: string | undefined;
  /** All that holds this text */
  match?: string | undefined;
  /** Model, with every mention */
  person?: string | undefined;
  /** Only say where it is */
  dry_run?: boolean | undefined;
  /** Also out of git's history */
  purge?: boolean | undefined;
}

export interface ForgetOutput {
  /** Where it stood */
  forgotten: ForgottenPlace[];
  /** In what a person wrote: for the person to edit */
  kept: ForgottenPlace[];
  /** Summaries and sections rewritten without it */
  rewritten: number;
  /** Empty: a dry run, or nothing was found */
  commit: string;
  /** Problems that did not stop the rest */
  warnings?: string[];
}

export interface StatusOutput {
  /** Conversations */
  sessions: number;
  /** Facts */
  observations: number;
  /** Mental models */
  models: number;
  /** A sync has nothing to do */
  up_to_date: boolean;
  /** Transcripts that wait to be taken in */
  queued: number;
  /** Problems that did not stop the rest */
  warnings?: string[];
}

export interface LedgerRecordInput {
  /** tool, validation, learned, or a name of your own */
  kind: string;
  /** What happened: names, outcomes, numbers */
  event?: object | undefined;
}

export interface LedgerRecordOutput {
  /** When it was recorded */
  at: string;
  /** Problems that did not stop the rest */
  warnings?: string[];
}

export interface WalkInput {
  /** What to look for */
  query: string;
  /** Most tokens; 100 to 100000, default 2000 */
  budget?: number | undefined;
}

export interface WalkOutput {
  /** Markdown; links lead from the workspace's root */
  text: string;
  /** Of the text */
  tokens: number;
  /** Files that it has */
  taken: string[];
  /** Branches seen and not entered, best first */
  passed: WalkPlace[];
  /** Problems that did not stop the rest */
  warnings?: string[];
}

/** A method for each tool of `pyramid mcp`. */
export abstract class Tools {
  protected abstract use<Output>(
    tool: string,
    input: object,
    options: CallOptions | undefined,
  ): Promise<Output>;

  /** Search memory by words and meaning. Before answering about earlier work, decisions, dates, people, preferences or todos. Cite as Source: path#line. */
  search(input: SearchInput, options?: CallOptions): Promise<SearchOutput> {
    return this.use("memory_search", input, options);
  }

  /** Read a memory file or lines of it. After memory_search, or to follow a link. */
  get(input: GetInput, options?: CallOptions): Promise<GetOutput> {
    return this.use("memory_get", input, options);
  }

  /** What is known that matters for a task. Once, before a task or a new topic. */
  recall(input: RecallInput, options?: CallOptions): Promise<RecallOutput> {
    return this.use("memory_recall", input, options);
  }

  /** Store one fact. When you learn a preference, decision, date or correction. */
  observe(input: ObserveInput, options?: CallOptions): Promise<ObserveOutput> {
    return this.use("memory_observe", input, options);
  }

  /** Append an entry to today's log. For what happened; facts go to memory_observe. */
  log(input: LogInput, options?: CallOptions): Promise<LogOutput> {
    return this.use("memory_log", input, options);
  }

  /** Store turns as a session, and the facts in them. At the end of a conversation, or before it is compacted. */
  capture(input: CaptureInput, options?: CallOptions): Promise<CaptureOutput> {
    return this.use("memory_capture", input, options);
  }

  /** Bring summaries and models up to date. After capturing, when no answer waits. */
  sync(input: SyncInput = {}, options?: CallOptions): Promise<SyncOutput> {
    return this.use("memory_sync", input, options);
  }

  /** Add a task. For what is to be done later. Only with the option `tasks`. */
  taskAdd(input: TaskAddInput, options?: CallOptions): Promise<TaskAddOutput> {
    return this.use("memory_task_add", input, options);
  }

  /** Set a task for each open box of a list. When the user asks for that. Only with the option `tasks`. */
  taskTake(input: TaskTakeInput = {}, options?: CallOptions): Promise<TaskTakeOutput> {
    return this.use("memory_task_take", input, options);
  }

  /** Note that a task is done. As soon as it is, with what came of it. Only with the option `tasks`. */
  taskDone(input: TaskDoneInput, options?: CallOptions): Promise<TaskDoneOutput> {
    return this.use("memory_task_done", input, options);
  }

  /** Note that a task failed. Say why: the next attempt is told. Only with the option `tasks`. */
  taskFail(input: TaskFailInput, options?: CallOptions): Promise<TaskFailOutput> {
    return this.use("memory_task_fail", input, options);
  }

  /** Open a task again. When it was not done after all, or is wanted again. Only with the option `tasks`. */
  taskReopen(input: TaskReopenInput, options?: CallOptions): Promise<TaskReopenOutput> {
    return this.use("memory_task_reopen", input, options);
  }

  /** Note that a task is no longer wanted. Say why. Only with the option `tasks`. */
  taskDrop(input: TaskDropInput, options?: CallOptions): Promise<TaskDropOutput> {
    return this.use("memory_task_drop", input, options);
  }

  /** Link a task to another. When one waits for another. Only with the option `tasks`. */
  taskLink(input: TaskLinkInput, options?: CallOptions): Promise<TaskLinkOutput> {
    return this.use("memory_task_link", input, options);
  }

  /** List tasks, the newest first. To see what is open, or came of something alike. Only with the option `tasks`. */
  taskList(input: TaskListInput = {}, options?: CallOptions): Promise<TaskListOutput> {
    return this.use("memory_task_list", input, options);
  }

  /** Show a task and its relations. Before you work on it. Only with the option `tasks`. */
  taskShow(input: TaskShowInput, options?: CallOptions): Promise<TaskShowOutput> {
    return this.use("memory_task_show", input, options);
  }

  /** Draw how tasks depend on each other. To show the user, or to see what a chain of tasks comes to. Only with the option `tasks`. */
  taskGraph(input: TaskGraphInput = {}, options?: CallOptions): Promise<TaskGraphOutput> {
    return this.use("memory_task_graph", input, options);
  }

  /** What a line or file was made from, down to the turn that said it. When asked how you know something, or to correct it. */
  why(input: WhyInput, options?: CallOptions): Promise<WhyOutput> {
    return this.use("memory_why", input, options);
  }

  /** What memory learned, changed and dropped, by commit. When asked what changed, or before memory_revert. */
  history(input: HistoryInput = {}, options?: CallOptions): Promise<HistoryOutput> {
    return this.use("memory_history", input, options);
  }

  /** Take back a commit, or put a file back as it was, in a new commit. When memory learned something wrong. */
  revert(input: RevertInput, options?: CallOptions): Promise<RevertOutput> {
    return this.use("memory_revert", input, options);
  }

  /** Forget a fact, task, text, session or person for good; name one. Only when the user asks for it; first with dry_run. */
  forget(input: ForgetInput = {}, options?: CallOptions): Promise<ForgetOutput> {
    return this.use("memory_forget", input, options);
  }

  /** What memory holds and whether it is up to date. To see whether memory_sync is due. */
  status(options?: CallOptions): Promise<StatusOutput> {
    return this.use("memory_status", {}, options);
  }

  /** Add an event to the ledger. After a tool call, a validation or a lesson that later runs should count. */
  ledgerRecord(input: LedgerRecordInput, options?: CallOptions): Promise<LedgerRecordOutput> {
    return this.use("memory_ledger_record", input, options);
  }

  /** What was said about something, down the topic tree. To go from topics to the very words; then memory_get what it links. */
  walk(input: WalkInput, options?: CallOptions): Promise<WalkOutput> {
    return this.use("memory_walk", input, options);
  }
}
