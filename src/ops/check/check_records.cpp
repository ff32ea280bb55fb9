#include "ops/check/check_records.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace pyramid::ops {

namespace {

using format::Evidence;
using format::SectionRecord;

constexpr const char* kSync = "pyramid sync, which writes it again; what is yours in it stays";

bool is_readable(const Evidence& one) {
  return one.record && format::why_tag(one.record->output) == one.tag;
}

bool is_of(const Evidence& one, const SectionRecord& record) {
  return is_readable(one) && one.name == record.name && one.record->output == record.output;
}

// A number of a sentence that the text has not; 0: none.
std::size_t number_beyond(const Evidence& one) {
  if (!one.record) return 0;
  for (const std::vector<std::size_t>& numbers : one.sentences) {
    for (const std::size_t number : numbers) {
      if (number > one.record->sentences.standing.size()) return number;
    }
  }
  return 0;
}

std::string called(const Evidence& one) {
  return one.name.empty() ? "what stands under `" + one.tag + "`" : "`" + one.name + "`";
}

}  // namespace

Diagnostics record_problems(std::string_view bytes, const std::string& path,
                            const format::ReadPage& read) {
  Diagnostics found;
  const Result<format::Document> home = format::parse_home(bytes, path, read);
  if (!home || !home->evidence || format::has_old_head(*home)) return found;
  const std::string page = format::why_path_of(*home, path).value_or(std::string());
  const std::vector<format::FoundSection> sections = format::find_sections(*home, path);
  const std::vector<SectionRecord> records = format::records_of(*home, path);
  for (const SectionRecord& record : records) {
    const bool is_there = std::any_of(home->evidence->begin(), home->evidence->end(),
                                      [&](const Evidence& one) { return is_of(one, record); });
    if (is_there) continue;
    const auto section =
        std::find_if(sections.begin(), sections.end(),
                     [&](const format::FoundSection& one) { return one.name == record.name; });
    const std::size_t line = section == sections.end() ? 1 : section->line;
    found.push_back({Severity::kWarning, path + ":" + std::to_string(line),
                     page + " does not say what `" + record.name + "` was made from", kSync});
  }
  for (const Evidence& one : *home->evidence) {
    if (const std::size_t number = number_beyond(one); number > 0) {
      found.push_back({Severity::kWarning, page,
                       "names sentence " + std::to_string(number) + " of `" + one.name +
                           "`, which has " + std::to_string(one.record->sentences.standing.size()),
                       "remove " + page + "; the next pyramid sync writes it anew"});
    }
    const bool tells = std::any_of(records.begin(), records.end(),
                                   [&](const SectionRecord& record) { return is_of(one, record); });
    if (tells) continue;
    found.push_back({Severity::kWarning, page,
                     is_readable(one)
                         ? "tells of `" + one.name + "` as it does not stand in " + path
                         : "has no record of " + called(one) + " that can be read",
                     "pyramid sync, which puts the page right"});
  }
  return found;
}

Result<Diagnostics> source_problems(const Run& run) {
  PYRAMID_ASSIGN(const plan::FactIndex* facts, run.memory.facts());
  PYRAMID_ASSIGN(const plan::Plan plan, plan_of(run, *facts));
  Diagnostics found;
  for (const plan::SectionTask& task : plan.sections) {
    if (task.reason != plan::Reason::kMislinked) continue;
    const bool base = run.memory.rules().is_base(task.model);
    found.push_back({Severity::kWarning, format::why_path(base ? "" : task.model),
                     "does not list the sources of `" + task.name + "` as they are",
                     "pyramid sync, which puts the page right"});
  }
  return found;
}

}  // namespace pyramid::ops
