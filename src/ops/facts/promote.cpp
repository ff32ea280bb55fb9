// `promote`, `archive`: observations become facts, and facts of a model go to the archive together.
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "history/past_versions.hpp"
#include "ops/calls/batches.hpp"
#include "ops/calls/ledger.hpp"
#include "ops/calls/ledger_events.hpp"
#include "ops/facts/choose_facts.hpp"
#include "ops/facts/move_facts.hpp"
#include "ops/nodes/inside.hpp"
#include "ops/nodes/lookup.hpp"
#include "ops/nodes/name_tails.hpp"
#include "ops/run/opened.hpp"
#include "ops/write/calls_at_once.hpp"
#include "ops/write/engine_use.hpp"
#include "pyramid/facts.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace pyramid {

namespace {

using format::Kind;
using format::Node;
using ops::Run;
using ops::Services;

constexpr std::string_view kArchives = "archives";

// The observation that is meant, with its text.
Result<Node> find_observation(const Run& run, const std::string& said) {
  const auto path = ops::linked_path(run.services.files, run.opened.workspace, said);
  const Node* found = path ? run.memory.at(*path) : nullptr;
  if (found == nullptr) {
    std::vector<Ulid> meant;
    const std::string tail = utf8::lower(said);
    run.memory.each(Kind::kObservation, [&](const Ulid& id, std::string_view) {
      if (tail.size() >= 6 && utf8::lower(to_string(id)).ends_with(tail)) meant.push_back(id);
    });
    if (meant.size() > 1) {
      return fail(ErrorKind::kUsage, "several observations have an id that ends so: " + said, {},
                  "give more of it, or the path");
    }
    if (!meant.empty()) found = run.memory.find(meant.front());
  }
  if (found == nullptr || found->kind != Kind::kObservation) {
    return fail(ErrorKind::kNotFound, "no such observation: " + printable(said), {},
                "name its file, or the end of its id");
  }
  return run.memory.read(Node(*found));
}

Result<FactDecision> decide(const Run& run, const std::string& said, const std::string& category) {
  PYRAMID_ASSIGN(const Node node, find_observation(run, said));
  FactDecision decision{node.path, {}, ops::one_line(node.text), {}, false, {}, {}};
  if (node.status == format::kQuarantined) {
    return fail(ErrorKind::kUsage, "is in quarantine", node.path,
                "if it is a fact, set `quarantine: false` in it");
  }
  if (!node.status.empty()) {
    return fail(ErrorKind::kUsage, "is out of use: " + node.status, node.path,
                "promote what took its place, or take the line `status:` out of it");
  }
  const bool is_fact = !workspace::fact_category(node.path).empty();
  if (is_fact && category.empty()) {
    decision.category = workspace::fact_category(node.path);
    decision.reason = "is a fact already";
    return decision;
  }
  decision.to = ops::place_of_fact(run.memory, node, category);
  decision.category = workspace::fact_category(decision.to.empty() ? node.path : decision.to);
  decision.promoted = !decision.to.empty();
  decision.reason = decision.to.empty() ? "is there already" : "as you say";
  return decision;
}

constexpr std::string_view kJudging = "judge/";  // recipes begin so

// The ends of their ids, of what is a fact or was one once: as git knows, here or on another
// machine and whatever became of the command that promoted them; as the ledger knows, where nothing
// is committed.
std::set<std::string> facts_ever(const Run& run, const std::vector<LedgerEvent>& events) {
  std::set<std::string> tails;
  run.memory.each(Kind::kObservation, [&](const Ulid& id, std::string_view path) {
    if (!workspace::fact_category(path).empty()) tails.insert(short_id(id));
  });
  const auto paths = run.memory.settings().commit
                         ? history::ever_below(run.opened.workspace.root, "facts")
                         : std::nullopt;
  if (paths) {
    for (const std::string& path : *paths) tails.insert(ops::tail_in(path));
    return tails;
  }
  for (const LedgerEvent& event : events) {
    for (const std::string& said : ops::promoted_by(event)) {
      if (const auto id = parse_ulid(said)) tails.insert(short_id(*id));
    }
  }
  return tails;
}

// What is known of what was promoted.
struct PastChoices {
  std::size_t today = 0;                       // that were chosen today
  double cents = 0;                            // that a language model had today for judging
  std::set<std::string> promoted;              // ids, at any time
  std::map<std::string, std::string> refused;  // by id, in what state a language model did not
};
PastChoices past_choices(const Run& run) {
  std::set<std::string> chosen_today;
  const Zone& zone = run.memory.zone();
  const Date today = zone.date_of(run.services.clock.now());
  Diagnostics told_by_ledger;
  PastChoices past;
  const std::vector<LedgerEvent> events =
      ops::ledger_events(run.services.files, run.opened.workspace, std::nullopt, told_by_ledger);
  const std::set<std::string> ever = facts_ever(run, events);
  for (const LedgerEvent& event : events) {
    const bool is_of_today = zone.date_of(event.at) == today;
    if (event.kind == "call" && is_of_today) {
      const ops::LedgerCall call = ops::call_of(event);
      if (call.recipe.starts_with(kJudging)) past.cents += call.cost.cents;
    }
    const ops::LedgerDecision decision = ops::decision_of(event);
    if (!decision.state.empty()) past.refused[decision.id] = decision.state;
    if (!decision.promoted) continue;
    const std::optional<Ulid> id = parse_ulid(decision.id);
    const bool came_to_be = id && ever.contains(short_id(*id));
    if (!came_to_be) continue;  // the command was stopped before
    if (decision.chosen && is_of_today) chosen_today.insert(decision.id);
  }
  past.today = chosen_today.size();
  run.memory.each(Kind::kObservation, [&](const Ulid& id, std::string_view) {
    if (ever.contains(short_id(id))) past.promoted.insert(to_string(id));
  });
  return past;
}

Result<ops::ChosenFacts> chosen(Run& run, const PromoteOptions& options) {
  PastChoices past = past_choices(run);
  const Services& services = run.services;
  if (services.ledger != nullptr) services.ledger->limit(options.cents, past.cents);
  if (options.dry_run && services.batches != nullptr) services.batches->rehearse();
  // What was promoted once and is no fact now somebody took back.
  return ops::choose_facts(run,
                           {options.limit - std::min(options.limit, past.today), options.category,
                            std::move(past.promoted), std::move(past.refused)});
}

Result<std::vector<FactDecision>> as_named(const Run& run, const PromoteOptions& options) {
  std::vector<FactDecision> decisions;
  for (const std::string& said : options.what) {
    PYRAMID_ASSIGN(FactDecision decision, decide(run, said, options.category));
    decisions.push_back(std::move(decision));
  }
  return decisions;
}

// Each that was chosen, or was not to be, before it is done: who counts what was chosen looks at
// what came to be. A model's own words may be the memory's: its verdict is told alone. Gives the
// ids of what is to be a fact.
std::vector<std::string> tell_ledger(const Run& run, const std::vector<FactDecision>& decisions,
                                     bool chosen) {
  std::vector<std::string> facts;
  if (run.services.ledger == nullptr) return facts;
  for (const FactDecision& one : decisions) {
    const auto id = run.memory.id_at(one.path);
    if (!id) continue;
    const bool judged = !one.verdict.empty();
    const bool refused = judged && !one.promoted;
    if (one.promoted) facts.push_back(to_string(*id));
    run.services.ledger->decided(to_string(*id), one.promoted, chosen,
                                 judged ? "judged " + one.verdict : one.reason,
                                 refused ? ops::judged_state(*run.memory.find(*id)) : "");
  }
  return facts;
}

std::size_t count_promoted(const std::vector<FactDecision>& decisions) {
  return static_cast<std::size_t>(std::count_if(
      decisions.begin(), decisions.end(), [](const FactDecision& one) { return one.promoted; }));
}

bool moves_any(const std::vector<FactDecision>& decisions) {
  return std::any_of(decisions.begin(), decisions.end(),
                     [](const FactDecision& one) { return !one.to.empty(); });
}

// What both commands are done with: the memory, and a report for the steps that they share.
template <typename Report, typename Use>
Result<Report> with_memory(Services& services, const WorkspaceOptions& options, bool dry_run,
                           const Use& use) {
  PYRAMID_ASSIGN(ops::Opened opened,
                 ops::open(services, options, dry_run ? ops::Access::kRead : ops::Access::kWrite));
  ops::WorkingSet memory(services.files, opened.workspace);
  PYRAMID_TRY(memory.load(*opened.index));
  SyncReport steps;
  Run run{services, opened, memory, steps,
          ops::limit_calls(services, 0, opened.workspace.settings)};
  PYRAMID_ASSIGN(Report report, use(run));
  report.diagnostics.insert(report.diagnostics.end(), opened.scan.diagnostics.begin(),
                            opened.scan.diagnostics.end());
  report.diagnostics.insert(report.diagnostics.end(), steps.diagnostics.begin(),
                            steps.diagnostics.end());
  return report;
}

Result<PromoteReport> promote_in(Run& run, const PromoteOptions& options) {
  PromoteReport report;
  if (options.what.empty()) {
    PYRAMID_ASSIGN(ops::ChosenFacts found, chosen(run, options));
    report.decisions = std::move(found.decisions);
    report.waiting = found.waiting;
    report.engine = options.dry_run ? found.expected : ops::counted_use(run.services, {});
    report.failed = run.report.failed;
    report.over_budget = run.report.over_budget;
  } else {
    PYRAMID_ASSIGN(report.decisions, as_named(run, options));
  }
  report.promoted = count_promoted(report.decisions);
  if (options.dry_run) return report;
  const std::vector<std::string> facts = tell_ledger(run, report.decisions, options.what.empty());
  if (!moves_any(report.decisions)) return report;
  PYRAMID_ASSIGN(report.commit, ops::move_facts(run, report.decisions,
                                                count_of(report.promoted, "fact") + " promoted"));
  if (run.services.ledger != nullptr) run.services.ledger->became_facts(facts);
  return report;
}

// To the archive, or out of it: to the category that it came from, where its folder tells that.
std::string place_after(const ops::WorkingSet& memory, const Node& fact, bool restore) {
  if (!restore) return ops::place_of_fact(memory, fact, std::string(kArchives));
  const std::vector<std::string_view> folders = split(fact.path, '/');
  constexpr std::size_t kCame = 2;  // facts/archives/areas/x.md
  const std::string came(folders.size() > kCame + 1 ? folders[kCame] : "");
  const bool is_one = !came.empty() && ops::check_category(came);
  return ops::place_of_fact(memory, fact, is_one ? came : std::string());
}

Result<std::vector<FactDecision>> archived(const Run& run, const std::string& model, bool restore) {
  std::vector<FactDecision> decisions;
  PYRAMID_TRY(run.memory.walk(Kind::kObservation, [&](const Node& node) -> Status {
    const std::string_view category = workspace::fact_category(node.path);
    if (node.model != model || category.empty() || (category == kArchives) != restore) return {};
    PYRAMID_ASSIGN(const Node whole, run.memory.read(node));
    FactDecision decision{node.path,
                          place_after(run.memory, whole, restore),
                          ops::one_line(whole.text),
                          {},
                          false,
                          {},
                          {}};
    decision.category = workspace::fact_category(decision.to);
    decisions.push_back(std::move(decision));
    return {};
  }));
  return decisions;
}

Result<ArchiveReport> archive_in(Run& run, const ArchiveOptions& options) {
  PYRAMID_ASSIGN(const std::string model, ops::find_model(run.memory, options.model));
  ArchiveReport report;
  PYRAMID_ASSIGN(report.decisions, archived(run, model, options.restore));
  report.moved = report.decisions.size();
  if (options.dry_run || report.decisions.empty()) return report;
  const std::string what = count_of(report.moved, "fact") + " of " + model +
                           (options.restore ? " taken out of the archive" : " archived");
  PYRAMID_ASSIGN(report.commit, ops::move_facts(run, report.decisions, what));
  return report;
}

}  // namespace

Result<PromoteReport> promote(const Environment& environment, const PromoteOptions& options) {
  PYRAMID_TRY(ops::check_category(options.category));
  return ops::with_services(
      environment, options.workspace,
      [&](Services& services) {
        return with_memory<PromoteReport>(services, options.workspace, options.dry_run,
                                          [&](Run& run) { return promote_in(run, options); });
      },
      options.dry_run ? "" : "promote");
}

Result<ArchiveReport> archive_facts(const Environment& environment, const ArchiveOptions& options) {
  return ops::with_services(
      environment, options.workspace,
      [&](Services& services) {
        return with_memory<ArchiveReport>(services, options.workspace, options.dry_run,
                                          [&](Run& run) { return archive_in(run, options); });
      },
      options.dry_run ? "" : "archive");
}

}  // namespace pyramid
