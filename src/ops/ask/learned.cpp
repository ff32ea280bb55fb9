#include "ops/ask/learned.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "guard/instructions.hpp"
#include "ops/ask/context.hpp"
#include "ops/calls/ledger_events.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace pyramid::ops {

namespace {

constexpr std::int64_t kLearnedSeconds = std::int64_t{90} * 24 * 60 * 60;
constexpr std::size_t kMostLearned = 3;
constexpr std::size_t kLeastShared = 2;  // stems

// "error: timeout; outcome: wait longer"
std::string told(const LedgerEvent& event) {
  std::vector<std::string> parts;
  const auto json = nlohmann::ordered_json::parse(event.json, nullptr, false);
  for (const auto& [key, value] : json.items()) {
    if (key == "at" || key == "kind" || value.is_structured() || value.is_null()) continue;
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (!trim(text).empty()) parts.push_back(key + ": " + collapse_spaces(text));
  }
  return join(parts, "; ");
}

}  // namespace

std::vector<LearnedLine> learned_lines(Services& services, const workspace::Workspace& workspace,
                                       const std::set<std::string>& asked) {
  const Time since{services.clock.now().seconds - kLearnedSeconds};
  const std::size_t least = std::min(kLeastShared, asked.size());
  std::set<std::string> seen;
  std::vector<std::pair<std::size_t, LearnedLine>> ranked;
  for (const LedgerEvent& event : learned_events(services.files, workspace, since)) {
    const std::string text = told(event);
    if (!seen.insert(text).second || !guard::find_instructions(text).empty()) continue;
    const std::set<std::string> stems = stems_of(text);
    const auto shared = static_cast<std::size_t>(std::count_if(
        stems.begin(), stems.end(), [&](const std::string& stem) { return asked.contains(stem); }));
    if (shared == 0 || shared < least) continue;
    ranked.push_back({shared,
                      {format_date(services.zone.date_of(event.at)) + ": " + text,
                       path::join(kLedgerFolder, ledger_name(event.at, event.machine))}});
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  if (ranked.size() > kMostLearned) ranked.resize(kMostLearned);
  std::vector<LearnedLine> lines;
  for (auto& [shared, line] : ranked) lines.push_back(std::move(line));
  return lines;
}

}  // namespace pyramid::ops
