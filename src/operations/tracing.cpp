// Operations that follow the memory through its sources and its history.
#include "operations/described.hpp"
#include "operations/tables.hpp"

namespace pyramid::operations {

const Record<WhyOptions>& Described<WhyOptions>::record() {
  static const auto record =
      Record<WhyOptions>()
          .has("what", &WhyOptions::what, "FILE, FILE:LINE, FILE#L3-L9 or id")
          .required()
          .typed("WHAT", "",
                 "FILE, FILE:LINE, FILE#L3-L9, or an id: its beginning, or the six characters of "
                 "file names")
          .has("shown", &WhyOptions::shown, "Sources and readers of one node")
          .between(0, 1e9)
          .detail()
          .not_typed()
          .takes<bool>(
              "all",
              [](bool all, WhyOptions& options) {
                if (all) options.shown = std::nullopt;
              },
              "Every source and reader, not three of each")
          .detail()
          .has("depth", &WhyOptions::depth, "Most levels")
          .plain()
          .between(0, 1e9)
          .typed("--depth", "N", "At most so many levels");
  return record;
}

const Record<WhyRecord>& Described<WhyRecord>::record() {
  static const auto record =
      Record<WhyRecord>()
          .tells(
              "writer_recorded",
              [](const WhyRecord& made) { return text_or_none(made.writer_recorded); },
              "What wrote it")
          .tells(
              "writer_now", [](const WhyRecord& made) { return text_or_none(made.writer_now); },
              "What would write it now")
          .tells(
              "inputs_recorded",
              [](const WhyRecord& made) { return text_or_none(made.inputs_recorded); },
              "Digest of what was read")
          .tells(
              "inputs_now", [](const WhyRecord& made) { return text_or_none(made.inputs_now); },
              "Digest of what would be read")
          .has("edited", &WhyRecord::edited, "By hand since it was generated");
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
          .typed("WHAT", "",
                 "Only this node, under every name that it had: FILE, or an id as for why")
          .has("limit", &HistoryOptions::limit, "Most commits")
          .plain()
          .between(1, 1e9)
          .typed("--limit", "N", "Commits at most")
          .takes<Beginning>("since", &set_since<HistoryOptions>, "Day or time")
          .plain()
          .typed("--since", "DATE",
                 "Only those from then on (2026-05-01, yesterday, \"3 days ago\")");
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

const Record<DiffOptions>& Described<DiffOptions>::record() {
  static const auto record =
      Record<DiffOptions>()
          .has("from", &DiffOptions::from, "Since when; default: the last commit of the program")
          .typed("A")
          .has("to", &DiffOptions::to, "Until when; default: the files as they are")
          .typed("B");
  return record;
}

const Record<DiffReport>& Described<DiffReport>::record() {
  static const auto record = [] {
    Record<DiffReport> report;
    report.has("from", &DiffReport::from, "The commit; null: nothing yet")
        .has("to", &DiffReport::to, "The commit; null: the files as they are")
        .has("changes", &DiffReport::changes, "By meaning");
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<ShowOptions>& Described<ShowOptions>::record() {
  static const auto record =
      Record<ShowOptions>()
          .has("what", &ShowOptions::what, "FILE, FILE:LINE (that line), or an id as for why")
          .required()
          .typed("WHAT")
          .has("at", &ShowOptions::at, "As it was then: a commit, a day, \"yesterday\"")
          .typed("--at", "WHEN");
  return record;
}

const Record<ShowReport>& Described<ShowReport>::record() {
  static const auto record = [] {
    Record<ShowReport> report;
    report.has("path", &ShowReport::path, "As it was called then")
        .has("id", &ShowReport::id, "Of the node")
        .has("kind", &ShowReport::kind, "observation, summary, session …")
        .has("commit", &ShowReport::commit, "As of which; null: now")
        .has("text", &ShowReport::bytes, "The file, or the line of it that was named");
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<BlameOptions>& Described<BlameOptions>::record() {
  static const auto record =
      Record<BlameOptions>()
          .has("what", &BlameOptions::what, "FILE:LINE, FILE, or an id as for why")
          .required()
          .typed("WHAT")
          .has("all", &BlameOptions::all, "Every fact below, not three of each text");
  return record;
}

namespace {

// Of a fact that was told outside any conversation there is no such number.
template <typename Number>
std::optional<Number> said_in(const BlamedFact& fact, Number number) {
  return fact.session.empty() ? std::nullopt : std::optional(number);
}

}  // namespace

const Record<BlamedFact>& Described<BlamedFact>::record() {
  using Fact = BlamedFact;
  static const auto record =
      Record<Fact>()
          .has("id", &Fact::id, "Of the observation")
          .has("path", &Fact::path, "Of its file")
          .has("text", &Fact::text, "What it says")
          .has("support", &Fact::support, "0 to 1: how much of the line it says")
          .or_left_out()
          .has("came_in", &Fact::came_in, "With this commit; null: not committed yet")
          .has("changed", &Fact::changed, "Last, since then")
          .has("session", &Fact::session, "In which it was said")
          .or_left_out()
          .has("session_title", &Fact::session_title, "Its title")
          .or_left_out()
          .tells(
              "turn", [](const Fact& fact) { return said_in(fact, fact.turn); }, "From 1")
          .or_left_out()
          .tells(
              "first_line", [](const Fact& fact) { return said_in(fact, fact.first_line); },
              "Of the turn")
          .or_left_out()
          .has("speaker", &Fact::speaker, "Who said it")
          .or_left_out()
          .has("said", &Fact::said, "When")
          .or_left_out();
  return record;
}

const Record<BlameReport>& Described<BlameReport>::record() {
  static const auto record = [] {
    Record<BlameReport> report;
    report.has("path", &BlameReport::path, "Of the file")
        .has("line", &BlameReport::line, "0: the file as a whole")
        .has("text", &BlameReport::text, "Of the line")
        .has("written", &BlameReport::written, "As it stands, by this commit; null: not yet")
        .has("facts", &BlameReport::facts, "That it says");
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<BisectOptions>& Described<BisectOptions>::record() {
  static const auto record = Record<BisectOptions>()
                                 .has("text", &BisectOptions::text, "Words of it")
                                 .required()
                                 .typed("TEXT");
  return record;
}

const Record<BisectEvent>& Described<BisectEvent>::record() {
  static const auto record =
      Record<BisectEvent>()
          .has("commit", &BisectEvent::commit, "In which it happened")
          .has("came", &BisectEvent::came, "false: it left the file again")
          .has("path", &BisectEvent::path, "Of the file")
          .has("kind", &BisectEvent::kind, "observation, summary, session …")
          .has("line", &BisectEvent::line, "Where it stands, at most 200 characters")
          .has("status", &BisectEvent::status, "Of an observation that no longer counts");
  return record;
}

const Record<BisectReport>& Described<BisectReport>::record() {
  static const auto record = [] {
    Record<BisectReport> report;
    report.has("events", &BisectReport::events, "Oldest first")
        .has("now", &BisectReport::now, "Files of the last commit that say it");
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

void add_tracing(std::vector<Operation>& table) {
  Operation tracing{"why", "Trace a memory",
                    "What a line or file was made from, down to the turn that said it.",
                    "When asked how you know something, or to correct it.", Effect::kReads};
  tracing.manual =
      "Goes from a line of MEMORY.md or models/*.md to the sources that it rests on, and down to\n"
      "the turn of the conversation; says whether it is up to date, and what depends on it.\n"
      "Changes nothing.";
  tracing.examples = {"pyramid why MEMORY.md:42", "pyramid why models/mia.md",
                      "pyramid why 7t5xbn --all",
                      "pyramid why --json sessions/2026/05/12/moving-to-austin-9r7t5x.md:31"};
  table.push_back(operation(std::move(tracing), &why));

  Operation telling{"history", "Memory history",
                    "What memory learned, changed and dropped, by commit.",
                    "When asked what changed, or before memory_revert.", Effect::kReads};
  telling.manual =
      "Newest first. What a person edited is a commit by hand. A node that is gone is found by\n"
      "its id or by the path that it had.";
  telling.examples = {"pyramid history", "pyramid history --since 2026-05-01 --limit 100",
                      "pyramid history 7t5xbn", "pyramid history models/mia.md --json"};
  table.push_back(operation(std::move(telling), &memory_history));

  Operation comparing{"diff", "Memory at two times", "What changed between two times, by meaning.",
                      "", Effect::kReads};
  comparing.manual =
      "A and B are commits as git or `pyramid history` names them, days (as the memory was at\n"
      "the end of it), times, \"yesterday\" or \"3 days ago\". Observations are told as\n"
      "learned, reworded, superseded and dropped, prose word by word: [-old-]{+new+}.";
  comparing.examples = {"pyramid diff", "pyramid diff yesterday",
                        "pyramid diff 2026-05-01 2026-05-12", "pyramid diff HEAD~3 HEAD --json"};
  table.push_back(operation(std::move(comparing), &memory_diff));

  Operation showing{"show", "A node as it was", "A node as it is, or as it was.", "",
                    Effect::kReads};
  showing.examples = {"pyramid show 7t5xbn", "pyramid show MEMORY.md --at 2026-05-01",
                      "pyramid show models/mia.md --at HEAD~2"};
  table.push_back(operation(std::move(showing), &show_memory));

  Operation blaming{"blame", "How a fact came in",
                    "When, by which sync and from which words a fact came in.", "", Effect::kReads};
  blaming.manual =
      "Of a line of MEMORY.md or a model: the observations that most likely say it. Of each the\n"
      "commit that brought it in, the machine, and the turn of the conversation.";
  blaming.examples = {"pyramid blame MEMORY.md:42", "pyramid blame 7t5xbn",
                      "pyramid blame --json models/mia.md:12"};
  table.push_back(operation(std::move(blaming), &blame));

  Operation bisecting{"bisect", "When a belief came in", "The sync that brought a belief in.", "",
                      Effect::kReads};
  bisecting.manual =
      "Oldest first: where the memory began to say it, and where it stopped; an observation that\n"
      "was superseded says it no more. Case, accents and markup do not count.";
  bisecting.examples = {"pyramid bisect \"lives in Porto\"",
                        "pyramid bisect --json \"allergic to peanuts\""};
  table.push_back(operation(std::move(bisecting), &bisect_memory));
}

}  // namespace pyramid::operations
