// Operations on the ledger: what happened, and what it cost.
#include "operations/described.hpp"
#include "operations/tables.hpp"

namespace pyramid::operations {

namespace {

// An event as a host gives it: an object, or on the command line its text.
struct ReportedEvent {
  std::string json;
};

void set_event(ReportedEvent given, RecordOptions& options) {
  options.event = std::move(given.json);
}

}  // namespace

template <>
struct Shape<ReportedEvent> {
  static Json schema(const Look&) { return {{"type", "object"}}; }
  static Status read(const Json& given, ReportedEvent& value, const Reading&) {
    if (!given.is_object() && !given.is_string()) return wrong("is not an object");
    value.json = given.is_string() ? given.get<std::string>() : given.dump();
    return {};
  }
};

const Record<CostsOptions>& Described<CostsOptions>::record() {
  static const auto record =
      Record<CostsOptions>()
          .takes<Beginning>("since", &set_since<CostsOptions>,
                            "Only from then on (2026-05-01, yesterday, \"3 days ago\")")
          .typed("--since", "DATE");
  return record;
}

const Record<Cost>& Described<Cost>::record() {
  static const auto record =
      Record<Cost>()
          .has("calls", &Cost::calls, "Asked")
          .has("failed", &Cost::failed, "Of them: no answer came")
          .has("unpriced", &Cost::unpriced, "Of them: no price was known")
          .has("batched", &Cost::batched, "Of them: asked in a batch")
          .has("estimated", &Cost::estimated, "Of them: the server did not count the tokens")
          .has("tokens_in", &Cost::tokens_in, "")
          .has("tokens_cached", &Cost::tokens_cached, "Of these, read from the server's cache")
          .has("tokens_out", &Cost::tokens_out, "")
          .has("cents", &Cost::cents, "Of a US dollar");
  return record;
}

const Record<RecipeCost>& Described<RecipeCost>::record() {
  static const auto record = Record<RecipeCost>()
                                 .has("model", &RecipeCost::model, "The language model")
                                 .has("recipe", &RecipeCost::recipe, "What it was asked for")
                                 .spreads(&RecipeCost::cost);
  return record;
}

const Record<DayCost>& Described<DayCost>::record() {
  static const auto record = Record<DayCost>()
                                 .has("day", &DayCost::day, "Of the workspace's zone")
                                 .spreads(&DayCost::cost);
  return record;
}

const Record<CostsReport>& Described<CostsReport>::record() {
  using R = CostsReport;
  static const auto record = [] {
    Record<R> report;
    report.has("by_recipe", &R::by_recipe, "The dearest first")
        .has("by_day", &R::by_day, "Oldest first, only days with calls")
        .has("all", &R::all, "Summed up")
        .has("model", &R::model, "That pyramid.yaml names now")
        .has("price_known", &R::price_known, "Of that model")
        .has("prices_from", &R::prices_from, "prices.yaml; empty: built in")
        .has("prices_as_of", &R::prices_as_of, "Their day");
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<LedgerOptions>& Described<LedgerOptions>::record() {
  using O = LedgerOptions;
  static const auto record =
      Record<O>()
          .has("kind", &O::kind, "Only events of this kind, such as call")
          .typed("--kind", "KIND")
          .takes<Beginning>("since", &set_since<O>,
                            "Only from then on (2026-05-01, yesterday, \"3 days ago\")")
          .typed("--since", "DATE")
          .has("counts", &O::counts, "How many there are by day and kind, not the events")
          .typed("--counts");
  return record;
}

Json entry_of(const LedgerEvent& event) {
  Json json = Json::parse(event.json, nullptr, false);
  if (!json.is_object()) json = Json::object();
  json["machine"] = event.machine;
  return json;
}

const Record<LedgerCount>& Described<LedgerCount>::record() {
  static const auto record = Record<LedgerCount>()
                                 .has("day", &LedgerCount::day, "Of the workspace's zone")
                                 .has("kind", &LedgerCount::kind, "Of the events")
                                 .has("count", &LedgerCount::count, "");
  return record;
}

const Record<LedgerReport>& Described<LedgerReport>::record() {
  static const auto record = [] {
    Record<LedgerReport> report;
    report
        .tells(
            "events",
            [](const LedgerReport& from) {
              std::vector<Json> events;
              for (const LedgerEvent& one : from.events) events.push_back(entry_of(one));
              return events;
            },
            "Oldest first, as docs/format.md has them, with the machine of each")
        .has("counts", &LedgerReport::counts, "By day, oldest first, and kind");
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<RecordOptions>& Described<RecordOptions>::record() {
  using O = RecordOptions;
  static const auto record =
      Record<O>()
          .has("kind", &O::kind, "tool, validation, learned, or a name of your own")
          .required()
          .typed("KIND")
          .takes<ReportedEvent>("event", &set_event, "What happened: names, outcomes, numbers")
          .typed("JSON", {}, "What happened, as a JSON object of at most 8,000 bytes");
  return record;
}

const Record<RecordReport>& Described<RecordReport>::record() {
  using R = RecordReport;
  static const auto record = [] {
    Record<R> report;
    report.has("at", &R::at, "When it was recorded")
        .has("redacted", &R::redacted, "Secrets that were taken out")
        .detail();
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<PruneOptions>& Described<PruneOptions>::record() {
  using O = PruneOptions;
  static const auto record =
      Record<O>()
          .has("days", &O::days, "Keep events of every kind so long, instead of ledger_days")
          .between(1, 36'500)
          .typed("--days", "N")
          .has("dry_run", &O::dry_run, "Say what would go, change nothing")
          .typed("--dry-run");
  return record;
}

const Record<PrunedFile>& Described<PrunedFile>::record() {
  static const auto record =
      Record<PrunedFile>()
          .has("path", &PrunedFile::path, "Of the file")
          .has("events", &PrunedFile::events, "That are dropped from it")
          .has("removed", &PrunedFile::removed, "Nothing is left of it, so it goes");
  return record;
}

const Record<PruneReport>& Described<PruneReport>::record() {
  using R = PruneReport;
  static const auto record = [] {
    Record<R> report;
    report.has("files", &R::files, "That lose events")
        .has("events", &R::events, "That are dropped")
        .has("kept_for_ever", &R::kept_for_ever, "Nobody says how long events are kept");
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

void add_ledger(std::vector<Operation>& table) {
  Operation costing{"costs", "What a language model cost", "What a language model has cost.", "",
                    Effect::kReads};
  costing.manual =
      "Sums up the ledger: by model and recipe, and by day. The built-in engine costs nothing.";
  costing.examples = {"pyramid costs", "pyramid costs --since 2026-05-01 --json"};
  table.push_back(operation(std::move(costing), &costs));

  Operation reading{"ledger", "What happened", "What happened to the memory, event by event.", "",
                    Effect::kReads};
  reading.manual =
      "Pyramid's own kinds: started, finished (commands); observed, superseded, decided (what\n"
      "promote looked at), promoted (new facts, models, summaries), recalled, task, edited,\n"
      "forgotten, redacted (the memory); call, batch, retry, escalated, violation, budget\n"
      "(language models). A host's: tool, validation, learned, and what else it records.";
  reading.examples = {"pyramid ledger --since 2026-05-01", "pyramid ledger --kind call --json",
                      "pyramid ledger --counts --since \"7 days ago\""};
  table.push_back(operation(std::move(reading), &read_ledger));

  Operation recording{"ledger_record",
                      "Record an event",
                      "Add an event to the ledger.",
                      "After a tool call, a validation or a lesson that later runs should count.",
                      Effect::kWrites,
                      false,
                      Tools::kMemoryAndTasks};
  recording.command = "ledger record";
  recording.manual =
      "The event gets the time and lies in ledger/ beside Pyramid's own; secrets are taken out of\n"
      "it. Search does not read it, and recall only what was learned.";
  recording.examples = {
      "pyramid ledger record tool '{\"tool\": \"deploy\", \"ok\": false, \"ms\": 5300}'",
      "pyramid ledger record validation '{\"of\": \"answer\", \"state\": \"healed\", \"tries\": "
      "2}'",
      "pyramid ledger record learned '{\"error\": \"timeout\", \"outcome\": \"wait longer\"}'"};
  table.push_back(operation(std::move(recording), &record_event));

  Operation pruning{"ledger_prune", "Drop old events",
                    "Drop the events of months that are no longer kept.", "", Effect::kDestroys};
  pruning.command = "ledger prune";
  pruning.manual =
      "pyramid.yaml says how long, by kind: ledger_days: {call: 400, tool: 90, all: 1000}.\n"
      "A kind goes by whole months, once the month's last day is that long ago. What was spent "
      "then\n"
      "is in no sum of `costs` any longer. What promote goes by stays.";
  pruning.examples = {"pyramid ledger prune --dry-run", "pyramid ledger prune --days 365"};
  table.push_back(operation(std::move(pruning), &prune_ledger));
}

}  // namespace pyramid::operations
