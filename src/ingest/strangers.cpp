#include "ingest/strangers.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace pyramid::ingest {

void Strangers::add(const std::string& path, const std::map<std::string, std::size_t>& turns) {
  if (turns.empty()) return;
  if (logs_++ == 0) first_ = path;
  for (const auto& [name, count] : turns) turns_[name] += count;
}

void Strangers::tell(Diagnostics& diagnostics) const {
  constexpr std::size_t kMostNames = 6;
  if (logs_ == 0) return;
  std::vector<std::pair<std::string, std::size_t>> speakers(turns_.begin(), turns_.end());
  std::stable_sort(speakers.begin(), speakers.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(speakers.size(), kMostNames); ++i) {
    names.push_back(speakers[i].first);
  }
  std::string who = join(names, ", ");
  if (speakers.size() > kMostNames) {
    who += " and " + with_commas(speakers.size() - kMostNames) + " more";
  }
  const std::string logs = logs_ == 1 ? "in this log" : "in " + count_of(logs_, "log", "logs");
  diagnostics.push_back(
      {Severity::kWarning, first_,
       "nobody " + logs + " is known to be you, so nothing that was said is noted as yours; " +
           printable(who) + (speakers.size() == 1 ? " speaks" : " speak") + " there",
       "if you are one of them, import again with `--user NAME`"});
}

}  // namespace pyramid::ingest
