// `facts`: what was promoted, and how often it was of use.
#include "base/text.hpp"
#include "ops/calls/ledger_events.hpp"
#include "ops/facts/move_facts.hpp"
#include "ops/nodes/lookup.hpp"
#include "ops/nodes/name_tails.hpp"
#include "ops/run/opened.hpp"
#include "pyramid/facts.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace pyramid {

namespace {

using format::Node;
using ops::Services;

constexpr std::int64_t kStale = 90LL * 86'400;  // seconds

// How often each fact was recalled, by its id, and when last.
struct Recalled {
  std::size_t times = 0;
  Time last;
};
std::map<std::string, Recalled> recalled_by_ledger(Services& services,
                                                   const workspace::Workspace& workspace,
                                                   Diagnostics& diagnostics) {
  std::map<std::string, Recalled> recalled;
  for (const LedgerEvent& event :
       ops::ledger_events(services.files, workspace, std::nullopt, diagnostics)) {
    for (const std::string& id : ops::recalled_by(event)) {
      Recalled& one = recalled[id];
      ++one.times;
      one.last = std::max(one.last, event.at);
    }
  }
  return recalled;
}

// Out of use, or of no use for long.
bool is_stale(const FactLine& fact, Time said, Time now) {
  return fact.status != "active" ||
         now.seconds - std::max(said, fact.last_at.value_or(said)).seconds > kStale;
}

class Listing {
 public:
  Listing(Services& services, const ops::Opened& opened, const ops::WorkingSet& memory,
          ListFactsReport& report)
      : services_(services),
        memory_(memory),
        report_(report),
        recalled_(recalled_by_ledger(services, opened.workspace, report.diagnostics)) {}

  Status take(const Node& node, const ListFactsOptions& options, const std::string& model) {
    const std::string_view category = workspace::fact_category(node.path);
    const bool fits = !category.empty() && (model.empty() || node.model == model) &&
                      (options.category.empty() || category == options.category);
    if (!fits) return {};
    const ObservationLine said = ops::observation_line(memory_, node, report_.diagnostics);
    FactLine fact{said.id,
                  said.path,
                  said.text,
                  std::string(category),
                  said.model,
                  said.at,
                  said.status.empty() ? "active" : said.status,
                  {},
                  0,
                  {}};
    const Result<Node> whole = memory_.read(node);
    if (whole) fact.source = source_of(*whole);
    if (whole && !whole->superseded_by.is_zero()) {
      fact.superseded_by = memory_.path_of(whole->superseded_by);
    }
    if (const auto known = recalled_.find(fact.id); known != recalled_.end()) {
      fact.recalled = known->second.times;
      fact.last_at = known->second.last;
    }
    if (options.stale && !is_stale(fact, node.at, services_.clock.now())) return {};
    report_.facts.push_back(std::move(fact));
    return {};
  }

 private:
  [[nodiscard]] std::string source_of(const Node& fact) const {
    if (fact.from) {
      const std::string& turn = fact.from->link.fragment;
      return std::string(ops::named_by(*fact.from)) + (turn.empty() ? "" : "#" + turn);
    }
    const Result<std::string> bytes = memory_.bytes(fact.path);
    const auto document = bytes ? format::read_document(*bytes, fact.path)
                                : Result<format::Document>(fail(Error(bytes.error())));
    return document ? std::string(document->frontmatter.scalar("source").value_or("")) : "";
  }

  Services& services_;
  const ops::WorkingSet& memory_;
  ListFactsReport& report_;
  std::map<std::string, Recalled> recalled_;
};

Result<ListFactsReport> run(Services& services, const ListFactsOptions& options) {
  PYRAMID_ASSIGN(ops::Opened opened, ops::open(services, options.workspace, ops::Access::kRead));
  ops::WorkingSet memory(services.files, opened.workspace);
  PYRAMID_TRY(memory.load(*opened.index));
  std::string model;
  if (!options.model.empty()) {
    PYRAMID_ASSIGN(model, ops::find_model(memory, options.model));
  }
  ListFactsReport report;
  report.diagnostics = opened.scan.diagnostics;
  Listing listing(services, opened, memory, report);
  PYRAMID_TRY(memory.walk(format::Kind::kObservation,
                          [&](const Node& node) { return listing.take(node, options, model); }));
  const auto place = [](const FactLine& fact) {
    const auto& all = workspace::kFactCategories;
    return std::find(all.begin(), all.end(), fact.category) - all.begin();
  };
  std::stable_sort(report.facts.begin(), report.facts.end(),
                   [&](const FactLine& a, const FactLine& b) {
                     return place(a) != place(b) ? place(a) < place(b) : b.at < a.at;
                   });
  report.total = report.facts.size();
  if (report.facts.size() > options.limit) report.facts.resize(options.limit);
  return report;
}

}  // namespace

Result<ListFactsReport> list_facts(const Environment& environment,
                                   const ListFactsOptions& options) {
  PYRAMID_TRY(ops::check_category(options.category));
  return ops::with_services(environment, options.workspace,
                            [&](Services& services) { return run(services, options); });
}

}  // namespace pyramid
