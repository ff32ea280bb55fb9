#include "ops/check/check_index.hpp"

#include "base/text.hpp"
#include "index/compare.hpp"
#include "ops/intake/known_facts.hpp"
#include "ops/nodes/working_set.hpp"

#include <map>
#include <set>
#include <string>
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

// Everything that planning knows, by the file that says it.
using Known = std::map<std::string, std::string>;
Result<Known> known_to(WorkingSet& memory) {
  Known known;
  for (const Kind kind :
       {Kind::kObservation, Kind::kSummary, Kind::kSession, Kind::kModel, Kind::kMemory}) {
    memory.each(kind, [&](const Ulid& id, std::string_view path) {
      known[std::string(path)] += std::string(format::name_of(kind)) + " " + to_string(id) + "\n";
    });
  }
  for (const Ulid& id : memory.sessions_to_extract()) known[memory.path_of(id)] += "to extract\n";
  for (const auto& [path, counting] : memory.copies()) known[path] += "a copy of " + counting;
  PYRAMID_ASSIGN(const plan::FactIndex* facts, memory.facts());
  for (plan::FactIndex::Number i = 0; i < facts->observation_numbers(); ++i) {
    const auto& one = facts->observation(i);
    const std::string path = memory.path_of(one.id);
    const plan::FactIndex::Number model = facts->standing(i).model;
    if (path.empty()) continue;  // it went, and its number stayed
    known[path] += to_hex(one.digest) + " " + format_time(one.at) + " " +
                   (model == plan::FactIndex::kNone ? "-" : facts->model_name(model)) + "\n";
  }
  for (const plan::FactIndex::Number i : facts->summaries()) {
    const auto& one = facts->summary(i);
    known[memory.path_of(one.id)] += text_of(*facts, one);
  }
  for (const auto& [model, home] : facts->homes) known[memory.home_of(model)] += text_of(home);
  return known;
}

void differ(IndexReport& report, std::string_view path) {
  ++report.differing;
  report.differences.push_back(
      {std::string(kKept), std::string(path), "says something else of it than the file"});
}

// What planning kept between runs, and what it would take from the fresh index.
Status compare_kept(Services& services, const Opened& opened, index::Index& fresh,
                    IndexReport& report) {
  PYRAMID_ASSIGN(const auto kept, opened.index->kept());
  if (!kept) return {};
  WorkingSet ours(services.files, opened.workspace);
  WorkingSet theirs(services.files, opened.workspace);
  PYRAMID_TRY(ours.load(*opened.index));
  PYRAMID_TRY(theirs.load(fresh));
  PYRAMID_ASSIGN(Known mine, known_to(ours));
  PYRAMID_ASSIGN(const Known right, known_to(theirs));
  for (const auto& [path, what] : right) {
    const auto place = mine.find(path);
    if (place == mine.end() || place->second != what) differ(report, path);
    if (place != mine.end()) mine.erase(place);
  }
  for (const auto& [path, what] : mine) differ(report, path);
  return {};
}

Result<IndexReport> look(Services& services, const Opened& opened, index::Index& fresh) {
  PYRAMID_TRY(opened.index->refresh(services.files, services.embedder, services.progress, false));
  PYRAMID_TRY(fresh.refresh(services.files, services.embedder, services.progress, false));
  for (bool more = true; more;) {
    if (services.progress.cancelled()) {
      return fail(ErrorKind::kCancelled, "interrupted", {}, "run the same command again");
    }
    PYRAMID_ASSIGN(
        more, key_some(fresh, opened.workspace.zone, worker_count(0, opened.workspace.settings)));
  }
  PYRAMID_ASSIGN(index::Comparison rows, index::compare(*opened.index, fresh));
  IndexReport report;
  report.files = rows.files;
  report.chunks = rows.chunks;
  report.words = rows.words;
  report.differing = rows.differing;
  for (index::Difference& one : rows.differences) {
    report.differences.push_back({std::move(one.table), std::move(one.path), std::move(one.what)});
  }
  PYRAMID_TRY(compare_kept(services, opened, fresh, report));
  return report;
}

}  // namespace

Result<IndexReport> check_index(Services& services, const Opened& opened) {
  index::OpenOptions options = index_options(services);
  options.mode = index::Mode::kMemory;
  PYRAMID_ASSIGN(const std::unique_ptr<index::Index> fresh,
                 index::open(opened.workspace, services.embedder.name(), services.embedder.dims(),
                             options, [](std::string_view) {}));
  for (int looks = 1;; ++looks) {
    PYRAMID_ASSIGN(IndexReport report, look(services, opened, *fresh));
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
