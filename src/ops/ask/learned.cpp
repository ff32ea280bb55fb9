#include "ops/ask/learned.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "engine/engine.hpp"
#include "guard/instructions.hpp"
#include "ops/ask/context.hpp"
#include "ops/calls/ledger_events.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>

namespace pyramid::ops {

namespace {

constexpr std::int64_t kLearnedSeconds = std::int64_t{90} * 24 * 60 * 60;
constexpr std::size_t kMostLearned = 3;
constexpr std::size_t kLeastShared = 2;      // stems
constexpr double kLeastLearnedCosine = 0.3;  // as of a hit that drop_noise() keeps

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

struct Ranked {
  std::size_t shared = 0;
  double cosine = 0;
  LearnedLine line;
};

}  // namespace

Result<LearnedLines> learned_lines(Services& services, const workspace::Workspace& workspace,
                                   const std::string& prompt) {
  const Time since{services.clock.now().seconds - kLearnedSeconds};
  const std::set<std::string> asked = stems_asked(prompt);
  const std::size_t least = std::min(kLeastShared, asked.size());
  std::set<std::string> seen;
  std::vector<std::string> texts;
  std::vector<Ranked> ranked;
  LearnedLines found;
  if (asked.empty()) return found;
  for (const LedgerEvent& event : learned_events(services.files, workspace, since)) {
    const std::string text = told(event);
    std::string path = path::join(kLedgerFolder, ledger_name(event.at, event.machine));
    if (!seen.insert(text).second) continue;
    if (!guard::find_instructions(text).empty()) {
      found.left.push_back({std::move(path), "speaks to the assistant"});
      continue;
    }
    const std::set<std::string> stems = stems_of(text);
    const auto shared = static_cast<std::size_t>(std::count_if(
        stems.begin(), stems.end(), [&](const std::string& stem) { return asked.contains(stem); }));
    ranked.push_back(
        {shared, 0, {format_date(services.zone.date_of(event.at)) + ": " + text, std::move(path)}});
    texts.push_back(text);
  }
  PYRAMID_ASSIGN(
      const std::vector<double> near,
      engine::builtin_cosines(prompt, std::vector<std::string_view>(texts.begin(), texts.end())));
  for (std::size_t i = 0; i < ranked.size(); ++i) ranked[i].cosine = near[i];
  std::stable_sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) {
    return a.shared != b.shared ? a.shared > b.shared : a.cosine > b.cosine;
  });
  for (Ranked& one : ranked) {
    const bool is_near =
        (one.shared > 0 && one.shared >= least) || one.cosine >= kLeastLearnedCosine;
    if (!is_near) {
      found.left.push_back({one.line.path, "is too far from the prompt: " + one.line.text});
    } else if (found.lines.size() == kMostLearned) {
      found.left.push_back({one.line.path, "three are nearer: " + one.line.text});
    } else {
      found.lines.push_back(std::move(one.line));
    }
  }
  return found;
}

}  // namespace pyramid::ops
