// Operations that bring something into the memory.
#include "operations/described.hpp"
#include "operations/tables.hpp"

namespace pyramid::operations {

namespace {

constexpr const char* kToWriteDown = "What to write down, in markdown; `-`: standard input";

template <typename Options>
void set_time(const ToldTime& told, Options& options) {
  options.at = told.at;
  options.offset = told.offset;
}

}  // namespace

const Record<ObserveOptions>& Described<ObserveOptions>::record() {
  static const auto record =
      Record<ObserveOptions>()
          .has("text", &ObserveOptions::text, "One sentence that names whom it is about")
          .required()
          .words("TEXT", "The fact, in one sentence; `-`: standard input")
          .has("importance", &ObserveOptions::importance, "1 passing to 10 defining")
          .between(1, 1e9)  // more counts as 10
          .typed("--importance", "N", "1 (passing) to 10 (defining)")
          .has("model", &ObserveOptions::model, "Model it belongs to")
          .typed("--model", "NAME", "The model that it belongs to; default: the engine chooses")
          .takes<ToldTime>("at", &set_time<ObserveOptions>, "When it was so")
          .plain()
          .typed("--at", "TIME", "When it was so; default: now");
  return record;
}

const Record<ObserveReport>& Described<ObserveReport>::record() {
  using R = ObserveReport;
  static const auto record = [] {
    Record<R> report;
    report.has("id", &R::id, "Of the observation")
        .detail()
        .has("path", &R::path, "Of its file")
        .has("added", &R::added, "false: said before")
        .has("seen_again", &R::seen_again, "Counted as said at another time")
        .detail()
        .has("superseded", &R::superseded, "Observations that this corrects")
        .has("kept_as", &R::kept_as, "The sentence, if kept in other words; else empty")
        .detail()
        .has("model", &R::model, "That it belongs to; empty: not assigned yet")
        .has("models_created", &R::models_created, "New models")
        .detail()
        .has("redacted", &R::redacted, "Secrets that were taken out")
        .detail()
        .has("failed", &R::failed, "Engine calls")
        .detail()
        .has("commit", &R::commit, "Its id")
        .detail();
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<LogOptions>& Described<LogOptions>::record() {
  static const auto record =
      Record<LogOptions>()
          .takes<std::string>(
              "text", [](std::string text, LogOptions& options) { options.text = std::move(text); },
              "Markdown")
          .plain()
          .required()
          .words("TEXT", kToWriteDown)
          .takes<std::string>(
              "channel",
              [](std::string channel, LogOptions& options) {
                options.channel = std::move(channel);
              },
              "Where it was said")
          .typed("--channel", "NAME");
  return record;
}

Result<RememberReport> log_as_asked(const Environment& environment, const LogOptions& options) {
  return log_text(environment, options);
}

const Record<RememberOptions>& Described<RememberOptions>::record() {
  static const auto record = Record<RememberOptions>()
                                 .has("text", &RememberOptions::text, "Markdown")
                                 .plain()
                                 .required()
                                 .words("TEXT", kToWriteDown);
  return record;
}

const Record<RememberReport>& Described<RememberReport>::record() {
  using R = RememberReport;
  static const auto record = [] {
    Record<R> report;
    report.has("path", &R::path, "Of the file")
        .has("first_line", &R::first_line, "Of the entry's heading")
        .has("redacted", &R::redacted, "Secrets that were taken out")
        .detail()
        .has("commit", &R::commit, "Its id")
        .detail();
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<CapturedTurn>& Described<CapturedTurn>::record() {
  static const auto record = Record<CapturedTurn>()
                                 .has("role", &CapturedTurn::role, "")
                                 .required()
                                 .one_of({"user", "assistant"})
                                 .has("text", &CapturedTurn::text, "")
                                 .required()
                                 .takes<ToldTime>("at", &set_time<CapturedTurn>, "");
  return record;
}

const Record<CaptureOptions>& Described<CaptureOptions>::record() {
  static const auto record =
      Record<CaptureOptions>()
          .has("turns", &CaptureOptions::turns, "Verbatim, in order")
          .required()
          .not_typed()
          .has("conversation", &CaptureOptions::conversation,
               "Its id: later calls append what is new")
          .typed("--conversation", "ID", "Its id; a later capture with it appends what is new")
          .has("title", &CaptureOptions::title, "Default: the first words")
          .detail()
          .typed("--title", "TEXT", "What it is called; default: its first words")
          .has("user", &CaptureOptions::user, "Who speaks")
          .plain()
          .typed("--user", "NAME",
                 "Who speaks: whoever is not the user of pyramid.yaml is "
                 "another person")
          .has("agent", &CaptureOptions::agent, "With whom")
          .plain()
          .typed("--agent", "NAME", "With which of several agents");
  return record;
}

const Record<CaptureReport>& Described<CaptureReport>::record() {
  using R = CaptureReport;
  static const auto record = [] {
    Record<R> report;
    report.has("path", &R::path, "Of the session's file")
        .has("turns_added", &R::turns_added, "The others were held already")
        .has("observations", &R::observations, "Facts that came of it")
        .has("seen_again", &R::seen_again, "Facts that were known")
        .detail()
        .has("superseded", &R::superseded, "Facts that it corrects")
        .detail()
        .has("failed", &R::failed, "Engine calls: the next sync reads the turns")
        .detail()
        .has("redacted", &R::redacted, "Secrets that were taken out")
        .detail()
        .has("commit", &R::commit, "Its id")
        .detail();
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

void add_telling(std::vector<Operation>& table) {
  Operation observing{"observe", "Observe a fact", "Store one fact.",
                      "When you learn a preference, decision, date or correction.",
                      Effect::kWrites};
  observing.manual =
      "Writes one file under observations/ and commits it; the next sync takes it into summaries\n"
      "and models. The same text for the same time again changes nothing.";
  observing.examples = {"pyramid observe \"User moved to Austin.\"",
                        "pyramid observe --importance 8 --model kestrel \"Kestrel ships on 1 June "
                        "2026.\"",
                        "pyramid observe --at 2026-05-01 \"User started at Harbour Analytics.\""};
  table.push_back(operation(std::move(observing), &observe));

  Operation remembering{"remember", "Remember a note", "Add an entry to the Notes of MEMORY.md.",
                        "",         Effect::kWrites,   false};
  remembering.manual =
      "It stands there with the time in front, as it is said, and nothing rewrites it; `observe`\n"
      "makes a fact that goes into summaries and models. Commits.";
  remembering.examples = {"pyramid remember \"Answers in German, please.\""};
  table.push_back(operation(std::move(remembering), &remember));

  Operation logging{"log",
                    "Log an event",
                    "Append an entry to today's log.",
                    "For what happened; facts go to memory_observe.",
                    Effect::kWrites,
                    false};
  logging.manual =
      "daily/YYYY-MM-DD.md, with the time by the workspace's clock and the channel as heading. "
      "Commits.";
  logging.examples = {"pyramid log \"Rebooted the sensor gateway.\"",
                      "pyramid log --channel telegram \"Tomas asked for the parts list.\""};
  table.push_back(operation(std::move(logging), &log_as_asked));

  Operation capturing{"capture", "Capture a conversation",
                      "Store turns as a session, and the facts in them.",
                      "At the end of a conversation, or before it is compacted.", Effect::kWrites};
  capturing.manual =
      "From standard input: a JSON list of turns, each with role (user or assistant), text, and\n"
      "at, a time, if known: the whole conversation so far, or what is new in it. The same again\n"
      "changes nothing.";
  capturing.examples = {
      "echo '[{\"role\": \"user\", \"text\": \"I moved to Austin.\"}]' | pyramid capture",
      "pyramid capture --conversation chat-17 < turns.json",
      "pyramid capture --agent coder --user Ana < turns.json   # search --source user:Ana"};
  table.push_back(operation(std::move(capturing), &capture));
}

}  // namespace pyramid::operations
