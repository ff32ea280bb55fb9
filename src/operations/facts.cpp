// Operations on facts: observations that were promoted.
#include "operations/described.hpp"
#include "operations/engine_use.hpp"
#include "operations/tables.hpp"
#include "workspace/layout.hpp"

namespace pyramid::operations {

namespace {

constexpr const char* kCategories = "projects, areas, resources or archives";

std::vector<std::string> categories() {
  return {workspace::kFactCategories.begin(), workspace::kFactCategories.end()};
}

template <typename Report>
void tell_decisions(Record<Report>& report, const char* help) {
  report.has("decisions", &Report::decisions, help);
}

}  // namespace

const Record<FactLine>& Described<FactLine>::record() {
  using L = FactLine;
  static const auto record =
      Record<L>()
          .has("id", &L::id, "Of the node")
          .has("path", &L::path, "Of its file")
          .has("text", &L::text, "One line")
          .has("category", &L::category, kCategories)
          .has("source", &L::source, "Turn that it is from, or what it was said to")
          .has("model", &L::model, "That it belongs to")
          .tells(
              "at", [](const L& line) { return line.at.at; }, "When it was said")
          .has("status", &L::status, "active, superseded …")
          .has("superseded_by", &L::superseded_by, "Path of what took its place; empty: nothing")
          .has("access_count", &L::recalled, "How often it was recalled here, by the ledger")
          .has("last_accessed", &L::last_at, "When it was recalled last; null: never");
  return record;
}

const Record<ListFactsOptions>& Described<ListFactsOptions>::record() {
  using O = ListFactsOptions;
  static const auto record =
      Record<O>()
          .has("category", &O::category, "Only those of one")
          .one_of(categories())
          .typed("--category")
          .has("model", &O::model, "Only those of this model")
          .typed("--model", "NAME")
          .has("stale", &O::stale,
               "Only those that are out of use or were not recalled for 90 days")
          .typed("--stale")
          .has("limit", &O::limit, "Facts at most")
          .between(1, 1e9)
          .typed("--limit", "N");
  return record;
}

const Record<ListFactsReport>& Described<ListFactsReport>::record() {
  using R = ListFactsReport;
  static const auto record = [] {
    Record<R> report;
    report.has("facts", &R::facts, "By category, then the newest first")
        .has("total", &R::total, "That the options let through");
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<FactDecision>& Described<FactDecision>::record() {
  using D = FactDecision;
  static const auto record =
      Record<D>()
          .has("path", &D::path, "Of the observation, before")
          .has("to", &D::to, "Where it goes; empty: it stays")
          .has("text", &D::text, "One line")
          .has("category", &D::category, kCategories)
          .has("promoted", &D::promoted, "It becomes a fact")
          .has("reason", &D::reason, "Why")
          .has("verdict", &D::verdict, "Of a language model; empty: rules decided")
          .detail();
  return record;
}

const Record<PromoteOptions>& Described<PromoteOptions>::record() {
  using O = PromoteOptions;
  static const auto record =
      Record<O>()
          .has("what", &O::what, "Observations; none: it chooses")
          .typed("WHAT", {}, "Observations, by path or the end of their id; without one it chooses")
          .has("category", &O::category, "Where to; without it by the type of the model")
          .one_of(categories())
          .typed("--category")
          .has("limit", &O::limit, "Facts a day, where it chooses")
          .between(1, 1000)
          .typed("--limit", "N")
          .has("cents", &O::cents, "What a language model may cost a day")
          .between(0, 1e6)
          .typed("--cents", "N")
          .has("dry_run", &O::dry_run, "Say what would become a fact, change nothing")
          .typed("--dry-run");
  return record;
}

const Record<PromoteReport>& Described<PromoteReport>::record() {
  using R = PromoteReport;
  static const auto record = [] {
    Record<R> report;
    tell_decisions(report, "The weightiest first");
    report.has("promoted", &R::promoted, "New facts")
        .has("waiting", &R::waiting, "Observations for another day")
        .detail()
        .tells(
            "engine_calls", [](const R& from) { return from.engine.calls; },
            "Of a dry run: expected")
        .detail();
    tell_engine_use(report, "");
    report.has("commit", &R::commit, "Its id");
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<ArchiveOptions>& Described<ArchiveOptions>::record() {
  using O = ArchiveOptions;
  static const auto record =
      Record<O>()
          .has("model", &O::model, "Whose facts")
          .required()
          .typed("MODEL", {}, "Whose facts, such as a project's: by name, title or alias")
          .has("restore", &O::restore, "Out of the archive again")
          .typed("--restore")
          .has("dry_run", &O::dry_run, "Say what would move, change nothing")
          .typed("--dry-run");
  return record;
}

const Record<ArchiveReport>& Described<ArchiveReport>::record() {
  using R = ArchiveReport;
  static const auto record = [] {
    Record<R> report;
    tell_decisions(report, "Facts that move");
    report.has("moved", &R::moved, "Facts").has("commit", &R::commit, "Its id");
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

void add_facts(std::vector<Operation>& table) {
  Operation listing{"facts", "List facts", "What was promoted to a fact.", "", Effect::kReads};
  listing.manual =
      "Facts are observations that hold for good: files in facts/. How often each was recalled "
      "the\n"
      "ledger tells.";
  listing.examples = {"pyramid facts", "pyramid facts --category projects --json",
                      "pyramid facts --stale"};
  table.push_back(operation(std::move(listing), &list_facts));

  Operation promoting{"promote", "Promote observations",
                      "Move observations that hold for good to facts/.", "", Effect::kWrites};
  promoting.manual =
      "Chooses by the sort of fact, importance and how often it was said: at most 8 a day, "
      "nothing\n"
      "that is known already. A language model judges each. Each decision is in the ledger.\n"
      "Run it each night, by cron or pyramid watch --nightly 03:00; again on the same day it adds\n"
      "what came since. Facts stand first under `## Always` and in recall, and are corrected like\n"
      "other observations. `pyramid revert` takes it back.";
  promoting.examples = {"pyramid promote --dry-run", "pyramid promote",
                        "pyramid promote b102yy --category areas"};
  table.push_back(operation(std::move(promoting), &promote));

  Operation archiving{"archive", "Archive a model's facts",
                      "Move the facts of a model to facts/archives together.", "", Effect::kWrites};
  archiving.manual = "They stay in use: recall and search find them.";
  archiving.examples = {"pyramid archive kestrel", "pyramid archive kestrel --restore"};
  table.push_back(operation(std::move(archiving), &archive_facts));
}

}  // namespace pyramid::operations
