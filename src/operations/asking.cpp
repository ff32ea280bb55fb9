// Operations that only read.
#include "operations/described.hpp"
#include "operations/tables.hpp"

namespace pyramid::operations {

namespace {

// A corpus and sources may both be given, in whatever order.
void add_sources(const std::vector<std::string>& sources, SearchOptions& options) {
  options.sources.insert(options.sources.end(), sources.begin(), sources.end());
}

// OpenClaw's corpora: what is curated, what was said, all of it, and the pages about one thing.
void look_at_corpus(const std::string& corpus, SearchOptions& options) {
  if (corpus == "sessions") {
    add_sources({"sessions"}, options);
  } else if (corpus == "wiki") {
    add_sources({"models"}, options);
  } else if (corpus == "all") {
    add_sources({"all"}, options);
  } else {
    add_sources({"memory", "models", "observations", "summaries", "daily", "notes", "identity"},
                options);
  }
}

Json freshness_of(const SearchReport& report) {
  Json freshness = {{"checked", report.refreshed}};
  if (report.refreshed) {
    freshness["files"] = report.files;
  } else {
    freshness["as_of"] = format_time(report.checked_at);
  }
  if (report.commit) {
    freshness["commit"] = report.commit->id;
    freshness["at"] = format_time(report.commit->at);
  }
  return freshness;
}

// Of an answer that nothing was looked at for.
template <typename Report>
std::optional<Time> as_of(const Report& report) {
  return report.refreshed ? std::nullopt : std::optional(report.checked_at);
}

std::optional<Time> date_of_hit(const SearchHit& hit) {
  return hit.at == Time{} ? std::nullopt : std::optional(hit.at);
}

}  // namespace

const Record<SearchOptions>& Described<SearchOptions>::record() {
  static const auto record =
      Record<SearchOptions>()
          .has("query", &SearchOptions::query, "What to look for")
          .plain()
          .required()
          .has("limit", &SearchOptions::limit, "Hits at most")
          .plain()
          .agents_call_it("maxResults")
          .between(1, 10'000)
          .has("min_score", &SearchOptions::min_score, "Leave out hits with a lower score")
          .plain()
          .agents_call_it("minScore")
          .between(0, 1)
          .takes<std::string>("corpus", look_at_corpus, "Where to look")
          .plain()
          .for_agents()
          .one_of({"memory", "wiki", "all", "sessions"})
          .has("answer", &SearchOptions::answer, "Put an answer on top of the hits")
          .detail()
          .takes<std::vector<std::string>>(
              "source", add_sources,
              "Only user:NAME, agent:NAME, model:NAME, tag:NAME, since:DATE, sessions, …")
          .has("time_weight", &SearchOptions::time_weight, "How much recency counts")
          .between(0, 1)
          .detail()
          .has("as_of", &SearchOptions::as_of, "Count age from this time instead of now")
          .detail()
          .has("at", &SearchOptions::at, "Ask the memory as it was then: a commit, a day")
          .detail()
          .has("refresh", &SearchOptions::refresh, "Look for changed files first")
          .detail()
          .has("quarantined", &SearchOptions::quarantined, "Also hits that are in quarantine")
          .detail();
  return record;
}

const Record<SearchHit>& Described<SearchHit>::record() {
  using Hit = SearchHit;
  static const auto record =
      Record<Hit>()
          .has("path", &Hit::path, "Workspace-relative")
          .has("first_line", &Hit::first_line, "Of the passage")
          .agents_call_it("startLine")
          .has("last_line", &Hit::last_line, "Of the passage")
          .agents_call_it("endLine")
          .has("citation", &Hit::citation, "path#L3-L5")
          .has("heading", &Hit::heading, "That it stands under")
          .detail()
          .has("kind", &Hit::kind, "observation, summary, session …")
          .detail()
          .tells(
              "source",
              [](const Hit& hit) {
                return std::string(hit.kind == "session" ? "sessions" : "memory");
              },
              "memory or sessions")
          .for_agents()
          .has("model", &Hit::model, "That it belongs to")
          .detail()
          .has("speaker", &Hit::speaker, "Of a turn: who says it")
          .detail()
          .tells(
              "status", [](const Hit& hit) { return hit.status.empty() ? "active" : hit.status; },
              "active, superseded …")
          .tells("date", date_of_hit, "When it was so; null: undated")
          .has("score", &Hit::score, "0 to 1")
          .has("relevance", &Hit::relevance, "Without age")
          .detail()
          .has("keyword", &Hit::keyword, "By words")
          .detail()
          .has("vector", &Hit::vector, "By meaning")
          .detail()
          .has("near", &Hit::near, "Evidence: words near each other")
          .detail()
          .has("neighbours", &Hit::neighbours, "Evidence: what stands beside it")
          .detail()
          .has("file", &Hit::file, "Evidence: its file")
          .detail()
          .has("passage", &Hit::passage, "Evidence: its passage")
          .detail()
          .has("speaker_named", &Hit::speaker_named, "Evidence: the query names who says it")
          .detail()
          .has("date_named", &Hit::date_named, "Evidence: the query names its date")
          .detail()
          .has("time_told", &Hit::time_told, "Evidence: it tells a time")
          .detail()
          .has("asking", &Hit::asking, "Evidence: it asks")
          .detail()
          .has("telling", &Hit::telling, "Evidence: it tells")
          .detail()
          .has("recency", &Hit::recency, "By age")
          .detail()
          .has("snippet", &Hit::snippet, "At most 700 characters")
          .has("marks", &Hit::marks, "Where words of the query stand in it: bytes, begin and end")
          .detail()
          .has("also", &Hit::also, "Citations of worse hits that say the same")
          .detail()
          .has("reranked", &Hit::reranked, "Score of the setting `rerank`")
          .detail()
          .or_left_out();
  return record;
}

const Record<SearchReport>& Described<SearchReport>::record() {
  static const auto record = [] {
    Record<SearchReport> report;
    report
        .has("answer", &SearchReport::answer,
             "With citations [1] that number the hits; empty: nothing answers it")
        .has("answer_failed", &SearchReport::answer_failed, "The engine could not be asked")
        .detail()
        .has("hits", &SearchReport::hits, "The best first")
        .agents_call_it("results")
        .tells("freshness", freshness_of, "What it was checked against")
        .detail()
        .tells("as_of", as_of<SearchReport>, "No file was looked at since")
        .for_agents()
        .or_left_out()
        .tells(
            "provider", [](const SearchReport&) { return std::string("pyramid"); }, "Who answers")
        .for_agents()
        .tells(
            "mode", [](const SearchReport&) { return std::string("hybrid"); },
            "Words and meaning together")
        .for_agents();
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<ReadOptions>& Described<ReadOptions>::record() {
  static const auto record =
      Record<ReadOptions>()
          .has("path", &ReadOptions::path, "File, or citation such as MEMORY.md#L3-L9")
          .required()
          .has("from", &ReadOptions::from, "First line")
          .plain()
          .between(1, 1e9)
          .has("lines", &ReadOptions::lines, "Lines at most")
          .plain()
          .between(1, 1e9);
  return record;
}

const Record<ReadReport>& Described<ReadReport>::record() {
  const auto is_cut = [](const ReadReport& report) { return report.last_line < report.all_lines; };
  static const auto record =
      Record<ReadReport>()
          .tells(
              "status", [](const ReadReport&) { return std::string("ok"); }, "ok or not_found")
          .for_agents()
          .has("path", &ReadReport::path, "Workspace-relative")
          .has("first_line", &ReadReport::first_line, "Of the text")
          .agents_call_it("from")
          .has("last_line", &ReadReport::last_line, "Of the text; less than the first: empty")
          .detail()
          .tells(
              "lines",
              [](const ReadReport& report) { return report.last_line + 1 - report.first_line; },
              "Of the text")
          .for_agents()
          .has("all_lines", &ReadReport::all_lines, "Of the file")
          .detail()
          .has("text", &ReadReport::text, "Those lines")
          .tells("truncated", is_cut, "The file goes on")
          .for_agents()
          .or_left_out()
          .tells(
              "nextFrom",
              [is_cut](const ReadReport& report) {
                return is_cut(report) ? std::optional(report.last_line + 1) : std::nullopt;
              },
              "Where it goes on")
          .for_agents()
          .or_left_out();
  return record;
}

const Record<RecallOptions>& Described<RecallOptions>::record() {
  static const auto record =
      Record<RecallOptions>()
          .has("prompt", &RecallOptions::prompt, "What the task is about")
          .plain()
          .required()
          .has("budget", &RecallOptions::budget, "Most tokens")
          .plain()
          .between(100, 100'000)
          .has("source", &RecallOptions::sources, "Facts and turns of these alone, as for search")
          .plain()
          .has("session", &RecallOptions::session,
               "A session file of the workspace, whose last turns come too")
          .detail()
          .has("turns", &RecallOptions::turns, "So many of them")
          .between(1, 10'000)
          .detail()
          .has("refresh", &RecallOptions::refresh, "Look for changed files first")
          .detail();
  return record;
}

const Record<RecallReport>& Described<RecallReport>::record() {
  static const auto record = [] {
    Record<RecallReport> report;
    report.has("text", &RecallReport::text, "Markdown; links lead from the workspace's root")
        .has("tokens", &RecallReport::tokens, "Of the text")
        .has("taken", &RecallReport::taken, "Citations of what stands in it")
        .tells(
            "freshness",
            [](const RecallReport& from) {
              return Json{{"checked", from.refreshed}, {"as_of", format_time(from.checked_at)}};
            },
            "When the files were last looked at")
        .detail()
        .tells("as_of", as_of<RecallReport>, "No file was looked at since")
        .for_agents()
        .or_left_out();
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<WhyOptions>& Described<WhyOptions>::record() {
  static const auto record =
      Record<WhyOptions>()
          .has("what", &WhyOptions::what, "FILE, FILE:LINE, FILE#L3-L9 or id")
          .required()
          .has("shown", &WhyOptions::shown, "Sources and readers of one node")
          .between(0, 1e9)
          .detail()
          .has("depth", &WhyOptions::depth, "Most levels")
          .plain()
          .between(0, 1e9);
  return record;
}

const Record<WhyMade>& Described<WhyMade>::record() {
  static const auto record =
      Record<WhyMade>()
          .tells(
              "writer_recorded",
              [](const WhyMade& made) { return text_or_none(made.writer_recorded); },
              "What wrote it")
          .tells(
              "writer_now", [](const WhyMade& made) { return text_or_none(made.writer_now); },
              "What would write it now")
          .tells(
              "inputs_recorded",
              [](const WhyMade& made) { return text_or_none(made.inputs_recorded); },
              "Digest of what was read")
          .tells(
              "inputs_now", [](const WhyMade& made) { return text_or_none(made.inputs_now); },
              "Digest of what would be read")
          .has("edited", &WhyMade::edited, "By hand since it was generated");
  return record;
}

namespace {

// A tree, of which a schema without references tells the first level.
Json nodes_of(const std::vector<WhyNode>& nodes) {
  Json list = Json::array();
  for (const WhyNode& node : nodes) {
    list.push_back(Described<WhyNode>::record().write(node, {View::kPrograms, true, false}));
  }
  return list;
}

std::optional<std::string> state_of(const WhyNode& node) {
  if (node.state == WhyState::kNone) return std::nullopt;
  return node.state == WhyState::kDirty ? "dirty" : "clean";
}

}  // namespace

const Record<WhyNode>& Described<WhyNode>::record() {
  using Node = WhyNode;
  const auto lines = [](std::size_t Node::* line) {
    return [line](const Node& node) {
      return node.first_line > 0 ? std::optional(node.*line) : std::nullopt;
    };
  };
  static const auto record =
      Record<Node>()
          .has("kind", &Node::kind, "observation, summary, section, session, turn …")
          .has("path", &Node::path, "Workspace-relative")
          .has("id", &Node::id, "Of the node")
          .or_left_out()
          .tells("first_line", lines(&Node::first_line), "Where it stands")
          .or_left_out()
          .tells("last_line", lines(&Node::last_line), "Where it ends")
          .or_left_out()
          .has("name", &Node::name, "Of a section, speaker, title")
          .or_left_out()
          .tells(
              "turn",
              [](const Node& node) {
                return node.turn > 0 ? std::optional(node.turn) : std::nullopt;
              },
              "Its number, from 1")
          .or_left_out()
          .has("text", &Node::text, "One line")
          .or_left_out()
          .has("model", &Node::model, "That it belongs to")
          .or_left_out()
          .has("tier", &Node::tier, "Of a summary")
          .or_left_out()
          .has("at", &Node::at, "When it was said; of a summary its end")
          .or_left_out()
          .tells("state", state_of, "clean or dirty")
          .or_left_out()
          .has("reason", &Node::reason, "Why it is dirty")
          .or_left_out()
          .has("made", &Node::made, "How it was generated")
          .or_left_out()
          .has("support", &Node::support, "0 to 1: how much of the line it says")
          .or_left_out()
          .has("likely", &Node::likely, "made_from holds what supports the line best")
          .or_left_out()
          .tells(
              "made_from", [](const Node& node) { return nodes_of(node.made_from); },
              "Its sources, each such a node")
          .has("more_made_from", &Node::more_made_from, "Left out")
          .tells(
              "read_by", [](const Node& node) { return nodes_of(node.read_by); },
              "What reads it, each such a node")
          .has("more_read_by", &Node::more_read_by, "Left out");
  return record;
}

const Record<WhyReport>& Described<WhyReport>::record() {
  static const auto record = [] {
    Record<WhyReport> report;
    report.has("node", &WhyReport::node, "What was asked for")
        .detail()
        .tells(
            "node",
            [](const WhyReport& from) {
              return Described<WhyNode>::record().write(from.node, {View::kPrograms, true, false});
            },
            "What was asked for, with sources and readers below it")
        .for_agents();
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<HistoryOptions>& Described<HistoryOptions>::record() {
  static const auto record =
      Record<HistoryOptions>()
          .has("what", &HistoryOptions::what, "FILE or id; default: all of the memory")
          .has("limit", &HistoryOptions::limit, "Most commits")
          .plain()
          .between(1, 1e9)
          .has("since", &HistoryOptions::since, "Day or time")
          .plain();
  return record;
}

const Record<HistoryEntry>& Described<HistoryEntry>::record() {
  static const auto record = Record<HistoryEntry>()
                                 .has("commit", &HistoryEntry::commit, "Who changed it and when")
                                 .has("changes", &HistoryEntry::changes, "What it changed");
  return record;
}

const Record<HistoryReport>& Described<HistoryReport>::record() {
  static const auto record = [] {
    Record<HistoryReport> report;
    report.has("path", &HistoryReport::path, "Of the file asked for")
        .has("asked", &HistoryReport::asked, "The name that it had, where it was asked for by that")
        .detail()
        .has("entries", &HistoryReport::entries, "Newest first")
        .detail()
        .tells(
            "entries",
            [](const HistoryReport& from) {
              std::vector<Json> entries;
              const Look look{View::kAgents, true, false};
              for (const HistoryEntry& one : from.entries) {
                entries.push_back(Described<HistoryEntry>::record().write(one, look));
              }
              return entries;
            },
            "Newest first: commit and changes")
        .for_agents()
        .has("more", &HistoryReport::more, "Older ones were left out");
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<StatusReport>& Described<StatusReport>::record() {
  using S = StatusReport;
  static const auto record = [] {
    Record<S> report;
    report.has("root", &S::root, "The workspace's folder")
        .detail()
        .has("engine", &S::engine, "What writes texts")
        .detail()
        .has("embedding", &S::embedding, "Whose vectors a search goes by")
        .detail()
        .has("sessions", &S::sessions, "Conversations")
        .has("observations", &S::observations, "Facts")
        .has("unassigned", &S::unassigned, "Facts without a model")
        .detail()
        .has("summaries_by_tier", &S::summaries_by_tier, "Summaries")
        .detail()
        .has("models", &S::models, "Mental models")
        .has("notes", &S::notes, "A person's files")
        .detail()
        .has("files", &S::files, "Memory files")
        .detail()
        .has("extra_files", &S::extra_files, "Of these, outside the workspace")
        .detail()
        .has("chunks", &S::chunks, "Passages in the index")
        .detail()
        .has("embeddings", &S::embeddings, "Vectors in the index")
        .detail()
        .has("cached_embeddings", &S::cached_embeddings, "Vectors kept beside it")
        .detail()
        .has("next_embedding", &S::next_embedding, "Whose vectors are not complete yet")
        .detail()
        .has("texts_to_embed", &S::texts_to_embed, "Texts without a vector of it")
        .detail()
        .has("index_bytes", &S::index_bytes, "Size of the index")
        .unit("bytes")
        .detail()
        .has("memory_bytes", &S::memory_bytes, "Size of MEMORY.md")
        .unit("bytes")
        .detail()
        .has("memory_share", &S::memory_share, "How much of it is memory, in percent")
        .detail()
        .has("models_share", &S::models_share, "The same of the files of models")
        .detail()
        .has("checked_at", &S::checked_at, "The files were compared with the index then")
        .detail()
        .has("files_read", &S::files_read, "That had changed")
        .detail()
        .has("cache_hits", &S::cache_hits, "Files that the index knew as they are")
        .detail()
        .tells(
            "up_to_date", [](const S& from) { return from.up_to_date(); },
            "A sync has nothing to do")
        .has("sessions_to_extract", &S::sessions_to_extract, "By the next sync")
        .detail()
        .has("summaries_to_write", &S::summaries_to_write, "By the next sync")
        .detail()
        .has("summaries_to_remove", &S::summaries_to_remove, "By the next sync")
        .detail()
        .has("sections_to_write", &S::sections_to_write, "By the next sync")
        .detail()
        .has("copies_to_merge", &S::copies_to_merge, "Conflict copies")
        .detail()
        .has("queued", &S::queued, "Transcripts of hosts that wait to be taken in")
        .detail()
        .has("outdated_summaries", &S::outdated_summaries, "Of another engine or recipe")
        .detail()
        .has("outdated_sections", &S::outdated_sections, "Of another engine or recipe")
        .detail()
        .has("last_commit", &S::last_commit, "Its id")
        .detail()
        .has("last_commit_subject", &S::last_commit_subject, "Its first line")
        .detail();
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

namespace {

// What OpenClaw's tool answers where there is no such file.
Json nothing_there(const Json& given, const Error& error) {
  const auto path = given.find("path");
  if (path == given.end() || !path->is_string()) return {};
  if (error.kind == ErrorKind::kNotFound) {
    return {{"status", "not_found"}, {"path", *path}, {"text", ""}};
  }
  return {};
}

Result<StatusReport> status_as_asked(const Environment& environment, const StatusOptions& options) {
  return status(environment, options.workspace);
}

}  // namespace

const Record<StatusOptions>& Described<StatusOptions>::record() {
  static const Record<StatusOptions> record;
  return record;
}

void add_asking(std::vector<Operation>& table) {
  Operation search{"search", "Search memory", "Search memory by words and meaning.",
                   "Before answering about earlier work, decisions, dates, people, preferences or "
                   "todos. Cite as Source: path#line.",
                   Effect::kReads};
  table.push_back(operation(std::move(search), &search_memory));
  Operation get{"get", "Read memory file", "Read a memory file or lines of it.",
                "After memory_search, or to follow a link in a memory file.", Effect::kReads};
  get.command = "read";
  get.answer_to_failure = nothing_there;
  table.push_back(operation(std::move(get), &read_memory));
  Operation recalling{"recall", "Recall context", "What is known that matters for a task.",
                      "Once, before a task or a turn on a new topic.", Effect::kReads};
  table.push_back(operation(std::move(recalling), &recall));
}

void add_tracing(std::vector<Operation>& table) {
  Operation tracing{"why", "Trace a memory",
                    "What a line or file was made from, down to the turn that said it.",
                    "When asked how you know something, or before correcting it.", Effect::kReads};
  table.push_back(operation(std::move(tracing), &why));
  Operation telling{"history", "Memory history",
                    "What memory learned, changed and dropped, by commit.",
                    "When asked what changed or when, or before memory_revert.", Effect::kReads};
  table.push_back(operation(std::move(telling), &memory_history));
}

void add_status(std::vector<Operation>& table) {
  Operation state{"status", "Memory status", "What memory holds and whether it is up to date.",
                  "To see whether memory_sync is due.", Effect::kReads};
  table.push_back(operation(std::move(state), &status_as_asked));
}

}  // namespace pyramid::operations
