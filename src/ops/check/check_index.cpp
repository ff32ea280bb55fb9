#include "ops/check/check_index.hpp"

#include "base/text.hpp"
#include "index/compare.hpp"
#include "index/sum.hpp"
#include "ops/intake/known_facts.hpp"
#include "ops/nodes/working_set.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace pyramid::ops {

namespace {

using format::Kind;

constexpr std::string_view kKept = "facts.cache";
constexpr std::string_view kIndex = ".pyramid/index.db";
// A difference that is still there when everything was looked at so often is one.
constexpr int kLooks = 3;

std::string text_of(const std::optional<Digest>& digest) {
  return digest ? to_hex(*digest) : std::string("-");
}

std::string text_of(const plan::FactIndex& facts, const plan::FactIndex::Summary& one) {
  std::vector<std::string> fields = {
      std::to_string(one.tier),
      format_time(one.start),
      format_time(one.end),
      std::to_string(one.count),
      to_hex(one.digest),
      text_of(one.inputs),
      one.policy ? plan::name_of(*one.policy) : "-",
      one.edited ? "edited" : "",
      one.struck ? "struck" : "",
      to_hex(one.own),
      one.made_by,
      to_hex(one.listed),
      one.model == plan::FactIndex::kNone ? "-" : facts.model_name(one.model)};
  for (const plan::FactIndex::Number source : one.sources) {
    fields.push_back(
        to_string(one.tier == 0 ? facts.observation(source).id : facts.summary(source).id));
  }
  return join(fields, " ");
}

std::string text_of(const plan::ModelFact& model) {
  std::string text = model.name;
  for (const plan::SectionFact& one : model.sections) {
    text += "\n" + one.name + " " + to_hex(one.inputs) + " " + to_hex(one.output) + " " +
            to_hex(one.text) + (one.present ? " present " : " ") + one.made_by + " " +
            text_of(one.from);
  }
  return text;
}

// Everything that planning knows, by the file that says it: piece by piece, those of one file in
// one order.
using TakeKnown = std::function<void(std::string_view path, const std::string& what)>;
Status each_known(WorkingSet& memory, const TakeKnown& take) {
  for (const Kind kind :
       {Kind::kObservation, Kind::kSummary, Kind::kSession, Kind::kModel, Kind::kMemory}) {
    memory.each(kind, [&](const Ulid& id, std::string_view path) {
      take(path, std::string(format::name_of(kind)) + " " + to_string(id));
    });
  }
  for (const Ulid& id : memory.sessions_to_extract()) take(memory.path_of(id), "to extract");
  for (const auto& [path, counting] : memory.copies()) take(path, "a copy of " + counting);
  PYRAMID_ASSIGN(const plan::FactIndex* facts, memory.facts());
  for (plan::FactIndex::Number i = 0; i < facts->observation_numbers(); ++i) {
    const auto& one = facts->observation(i);
    const std::string path = memory.path_of(one.id);
    const plan::FactIndex::Number model = facts->standing(i).model;
    if (path.empty()) continue;  // it went, and its number stayed
    take(path, to_hex(one.digest) + " " + format_time(one.at) + " " +
                   (model == plan::FactIndex::kNone ? "-" : facts->model_name(model)));
  }
  for (const plan::FactIndex::Number i : facts->summaries()) {
    const auto& one = facts->summary(i);
    take(memory.path_of(one.id), text_of(*facts, one));
  }
  for (const auto& [model, home] : facts->homes) take(memory.home_of(model), text_of(home));
  return {};
}

std::uint64_t sum_of(std::string_view text) { return index::sum_of(text.data(), text.size()); }

// The same as sums, by those of the paths: of two large memories the words would not fit.
using Known = std::unordered_map<std::uint64_t, std::uint64_t>;
Result<Known> known_to(WorkingSet& memory) {
  Known known;
  PYRAMID_TRY(each_known(memory, [&](std::string_view path, const std::string& what) {
    std::uint64_t& sum = known[sum_of(path)];
    sum = index::mix(sum, sum_of(what));
  }));
  return known;
}

void differ(IndexReport& report, std::string_view path) {
  ++report.differing;
  report.differences.push_back(
      {std::string(kKept), std::string(path), "says something else of it than the file"});
}

Result<bool> is_kept(index::Index& index) {
  PYRAMID_ASSIGN(const auto kept, index.kept());
  return kept.has_value();
}

// What planning kept between runs, and what it would take from the rows, which are known to be as
// the files are.
Status compare_kept(Services& services, const Opened& opened, IndexReport& report) {
  PYRAMID_ASSIGN(const bool any, is_kept(*opened.index));
  if (!any) return {};
  const auto load = [&](WorkingSet::From from) -> Result<std::unique_ptr<WorkingSet>> {
    auto memory = std::make_unique<WorkingSet>(services.files, opened.workspace);
    PYRAMID_TRY(memory->load(*opened.index, from));
    return memory;
  };
  std::array<Known, 2> sides;
  constexpr std::array kFrom = {WorkingSet::From::kKept, WorkingSet::From::kRows};
  for (std::size_t i = 0; i < kFrom.size(); ++i) {
    PYRAMID_ASSIGN(const auto memory, load(kFrom[i]));
    PYRAMID_ASSIGN(sides[i], known_to(*memory));
  }
  auto& [mine, right] = sides;
  std::unordered_set<std::uint64_t> differing;
  for (const auto& [path, what] : right) {
    const auto place = mine.find(path);
    if (place == mine.end() || place->second != what) differing.insert(path);
    if (place != mine.end()) mine.erase(place);
  }
  for (const auto& [path, what] : mine) differing.insert(path);
  for (const WorkingSet::From from : kFrom) {
    if (differing.empty()) break;
    PYRAMID_ASSIGN(const auto memory, load(from));
    PYRAMID_TRY(each_known(*memory, [&](std::string_view path, const std::string&) {
      if (differing.erase(sum_of(path)) > 0) differ(report, path);
    }));
  }
  return {};
}

Result<IndexReport> look(Services& services, const Opened& opened) {
  PYRAMID_TRY(opened.index->refresh(services.files, services.embedder, services.progress, false));
  const index::KeyMaking keys = {key_makers(), [&](const index::Index::Unkeyed& fact) {
                                   return make_keys(fact, opened.workspace.zone);
                                 }};
  PYRAMID_ASSIGN(
      index::Comparison rows,
      index::compare(*opened.index, services.files, services.embedder, services.progress, keys));
  IndexReport report;
  report.files = rows.files;
  report.chunks = rows.chunks;
  report.words = rows.words;
  report.differing = rows.differing;
  for (index::Difference& one : rows.differences) {
    report.differences.push_back({std::move(one.table), std::move(one.path), std::move(one.what)});
  }
  PYRAMID_TRY(compare_kept(services, opened, report));
  return report;
}

}  // namespace

Result<IndexReport> check_index(Services& services, const Opened& opened) {
  for (int looks = 1;; ++looks) {
    PYRAMID_ASSIGN(IndexReport report, look(services, opened));
    if (report.differing == 0 || looks == kLooks) return report;
  }
}

Diagnostics to_diagnostics(const IndexReport& report) {
  constexpr std::string_view kHint = "pyramid check --index --fix makes the index anew";
  Diagnostics problems;
  for (const IndexReport::Difference& one : report.differences) {
    problems.push_back({Severity::kError, one.path.empty() ? std::string(kIndex) : one.path,
                        "the index is wrong: " + one.table + " " + one.what, std::string(kHint)});
  }
  if (report.differing > report.differences.size()) {
    problems.push_back(
        {Severity::kError, std::string(kIndex),
         std::to_string(report.differing - report.differences.size()) + " more differences",
         std::string(kHint)});
  }
  return problems;
}

}  // namespace pyramid::ops
