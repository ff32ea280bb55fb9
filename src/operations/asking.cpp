// Operations that only read.
#include "operations/described.hpp"
#include "operations/tables.hpp"

namespace pyramid::operations {

namespace {

// Those that the shell completes.
constexpr const char* kSources =
    "WHAT:{memory,sessions,daily,models,observations,summaries,notes,facts,topics,tasks,identity,"
    "extra,all}";
constexpr const char* kRefresh = "Look for changed files first, whatever pyramid.yaml says";
constexpr const char* kNoRefresh = "From the index as it stands, without looking for changed files";

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
    add_sources(
        {"memory", "models", "observations", "summaries", "daily", "notes", "tasks", "identity"},
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
          .words("QUERY", "What to look for; `-`: standard input")
          .has("limit", &SearchOptions::limit, "Hits at most")
          .plain()
          .agents_call_it("maxResults")
          .between(1, 10'000)
          .typed("--limit", "N", "Hits at most; default as in pyramid.yaml, else 20")
          .has("min_score", &SearchOptions::min_score, "Leave out hits with a lower score")
          .plain()
          .agents_call_it("minScore")
          .between(0, 1)
          .typed("--min-score", "S",
                 "Leave out hits with a lower score, 0 to 1; default as in pyramid.yaml")
          .takes<std::string>("corpus", look_at_corpus, "Where to look")
          .plain()
          .for_agents()
          .one_of({"memory", "wiki", "all", "sessions"})
          .has("answer", &SearchOptions::answer, "Put an answer on top of the hits")
          .detail()
          .flag("--raw", false, "Hits only, no answer on top")
          .takes<std::vector<std::string>>(
              "source", add_sources,
              "Only user:NAME, agent:NAME, model:NAME, tag:NAME, since:DATE, sessions, …")
          .typed("--source", kSources,
                 "Look only at these, at model:NAME, tag:NAME, agent:NAME or user:NAME (of "
                 "captures),\n"
                 "or since:DATE, until:DATE or DATE..DATE; may be given several times;\n"
                 "all: at everything, whatever pyramid.yaml says")
          .has("time_weight", &SearchOptions::time_weight, "How much recency counts")
          .between(0, 1)
          .detail()
          .typed("--time-weight", "W",
                 "How much recency counts against relevance, 0 to 1; default as in pyramid.yaml")
          .takes<Ending>(
              "as_of", [](const Ending& end, SearchOptions& options) { options.as_of = end.at; },
              "Count age from this time instead of now")
          .detail()
          .typed("--as-of", "DATE")
          .has("at", &SearchOptions::at, "Ask the memory as it was then: a commit, a day")
          .detail()
          .typed("--at", "WHEN", "Ask the memory as it was then: a commit, a day, \"yesterday\"")
          .has("refresh", &SearchOptions::refresh, "Look for changed files first")
          .detail()
          .flag("--refresh", true, kRefresh)
          .flag("--no-refresh", false, kNoRefresh)
          .excludes("--refresh")
          .has("quarantined", &SearchOptions::quarantined,
               "Also observations that are in quarantine")
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
          .has("cosine", &Hit::cosine, "Of the vectors of query and piece, before it was stretched")
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
          .has("snippet", &Hit::snippet, "At most 700 bytes")
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
            "model", [](const SearchReport& from) { return from.embedding; }, "Of the vectors")
        .for_agents()
        .or_left_out()
        .tells(
            "citations", [](const SearchReport&) { return std::string("on"); },
            "Each result has its own")
        .for_agents()
        .or_left_out()
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
          .typed("PATH")
          .has("from", &ReadOptions::from, "First line")
          .plain()
          .between(1, 1e9)
          .typed("--from", "L")
          .has("lines", &ReadOptions::lines, "Lines at most")
          .plain()
          .between(1, 1e9)
          .typed("--lines", "N")
          // OpenClaw's tool takes it; a path says by itself where it leads.
          .takes<std::string>(
              "corpus", [](const std::string&, ReadOptions&) {}, "As of memory_search")
          .plain()
          .for_agents()
          .one_of({"memory", "wiki", "all", "sessions"});
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

const Record<RecallDecision>& Described<RecallDecision>::record() {
  using D = RecallDecision;
  static const auto record =
      Record<D>()
          .has("layer", &D::layer,
               "who, facts, models, tasks, notes, ledger, turns, just now; topics")
          .has("citation", &D::citation, "path#L3-L5")
          .has("taken", &D::taken, "It stands in the text")
          .has("reason", &D::reason, "Why it was left out; empty: it was not");
  return record;
}

const Record<RecallOptions>& Described<RecallOptions>::record() {
  static const auto record =
      Record<RecallOptions>()
          .has("prompt", &RecallOptions::prompt, "What the task is about")
          .plain()
          .required()
          .words("PROMPT", "What the turn is about; `-`: standard input")
          .has("budget", &RecallOptions::budget, "Most tokens")
          .plain()
          .between(100, 100'000)
          .typed("--budget", "N", "Tokens at most, of four bytes")
          .has("source", &RecallOptions::sources, "Facts and turns of these alone, as for search")
          .plain()
          .typed("--source", kSources)
          .has("tree", &RecallOptions::tree, "Down the topic tree, and nothing else")
          .detail()
          .has("session", &RecallOptions::session,
               "A session file of the workspace, whose last turns come too")
          .detail()
          .typed("--session", "FILE")
          .has("turns", &RecallOptions::turns, "So many of them")
          .between(1, 10'000)
          .detail()
          .typed("--turns", "N")
          .has("refresh", &RecallOptions::refresh, "Look for changed files first")
          .detail()
          .flag("--refresh", true, kRefresh)
          .flag("--no-refresh", false, kNoRefresh)
          .excludes("--refresh");
  return record;
}

const Record<RecallReport>& Described<RecallReport>::record() {
  static const auto record = [] {
    Record<RecallReport> report;
    report.has("text", &RecallReport::text, "Markdown; links lead from the workspace's root")
        .has("tokens", &RecallReport::tokens, "Of the text")
        .has("taken", &RecallReport::taken, "Citations of what stands in it")
        .has("decisions", &RecallReport::decisions, "Which layer gave what, and what was left out")
        .detail()
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

namespace {

// What OpenClaw's tool answers where there is no such file.
Json nothing_there(const Json& given, const Error& error) {
  const auto path = given.find("path");
  if (path == given.end() || !path->is_string()) return {};
  if (error.kind == ErrorKind::kNotFound) {
    return {{"status", "not_found"}, {"path", *path}, {"text", ""}, {"error", to_string(error)}};
  }
  return {};
}

}  // namespace

const Record<RetrieveOptions>& Described<RetrieveOptions>::record() {
  static const auto record =
      Record<RetrieveOptions>()
          .has("model", &RetrieveOptions::model, "Of this model; without it of the base models")
          .typed("--model", "NAME")
          .has("per_tier", &RetrieveOptions::per_tier, "Summaries of each tier")
          .between(1, 1e9)
          .typed("--per-tier", "N");
  return record;
}

const Record<RetrievedSummary>& Described<RetrievedSummary>::record() {
  using Summary = RetrievedSummary;
  static const auto record =
      Record<Summary>()
          .has("path", &Summary::path, "Of the file")
          .has("model", &Summary::model, "That it belongs to")
          .has("tier", &Summary::tier, "0 is the lowest")
          .has("start", &Summary::start, "Of what it sums up")
          .has("end", &Summary::end, "Of what it sums up")
          .has("text", &Summary::text, "Markdown")
          .has("out_of_date", &Summary::out_of_date, "A sync would write it again");
  return record;
}

const Record<RetrieveReport>& Described<RetrieveReport>::record() {
  static const auto record = [] {
    Record<RetrieveReport> report;
    report.has("summaries", &RetrieveReport::summaries,
               "Model by model, the highest tier first, in a tier the oldest first");
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

Result<RecallReport> recall_as_asked(const Environment& environment, const RecallOptions& options) {
  if (trim(options.prompt).empty()) {
    return fail(ErrorKind::kUsage, "the prompt is empty", {}, "say what the turn is about");
  }
  return recall(environment, options);
}

void add_asking(std::vector<Operation>& table) {
  Operation search{"search", "Search memory", "Search memory by words and meaning.",
                   "Before answering about earlier work, decisions, dates, people, preferences or "
                   "todos. Cite as Source: path#line.",
                   Effect::kReads};
  search.manual =
      "Keywords and meaning together. Every hit has its path and lines, its date and score.";
  search.examples = {
      "pyramid search \"where does Ana live\"", "pyramid search --raw --limit 5 boiler warranty",
      "pyramid search --json --time-weight 0 \"first job\"",
      "pyramid search --at 2026-05-01 \"where does Ana live\"",
      "pyramid search --source sessions --source 2026-01-01..2026-03-31 --explain harbour"};
  table.push_back(operation(std::move(search), &search_memory));

  Operation recalling{"recall", "Recall context", "What is known that matters for a task.",
                      "Once, before a task or a new topic.", Effect::kReads};
  recalling.manual =
      "Who the assistant and the person are, what the models say about it, the best facts and\n"
      "turns: markdown, each thing once, with links from the workspace's root.";
  recalling.examples = {
      "pyramid recall \"plan the trip to Porto\"", "pyramid recall --tree \"the boiler\"",
      "pyramid recall --budget 800 --session sessions/2026/05/14/porto-7t5xbn.md \"and the "
      "hotel?\""};

  Operation get{"get", "Read memory file", "Read a memory file or lines of it.",
                "After memory_search, or to follow a link.", Effect::kReads};
  get.command = "read";
  get.manual = "Only memory files inside the workspace; paths count from its root.";
  get.examples = {"pyramid read MEMORY.md --from 40 --lines 20",
                  "pyramid read models/kestrel.md#L12-L15"};
  get.answer_to_failure = nothing_there;
  table.push_back(operation(std::move(get), &read_memory));
  table.push_back(operation(std::move(recalling), &recall_as_asked));

  Operation retrieving{"retrieve", "Newest summaries", "The newest summaries of each tier.", "",
                       Effect::kReads};
  retrieving.manual =
      "A model in short, as markdown with a link to each file: the highest tier first.";
  retrieving.examples = {"pyramid retrieve",
                         "pyramid retrieve --model kestrel --per-tier 1 --json"};
  table.push_back(operation(std::move(retrieving), &retrieve));
}

}  // namespace pyramid::operations
