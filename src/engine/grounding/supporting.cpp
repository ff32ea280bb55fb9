#include "engine/grounding/supporting.hpp"

#include <algorithm>
#include <cmath>

namespace pyramid::engine::grounding {

namespace {

constexpr double kFairPart = 0.2;    // of the sentence, to be named at all
constexpr double kSayTheSame = 0.9;  // of the best share

struct Key {
  const std::vector<std::size_t>* holders = nullptr;  // sources
  double weight = 0;
  bool said = false;
};

std::vector<Key> weigh(const std::vector<std::uint32_t>& keys, const Facts& facts) {
  static const std::vector<std::size_t> kNobody;
  std::vector<Key> weighed;
  double total = 0;
  for (const std::uint32_t key : keys) {
    const auto place = facts.by_key.find(key);
    const std::vector<std::size_t>& holders = place == facts.by_key.end() ? kNobody : place->second;
    const double sources = static_cast<double>(facts.spans.size());
    const double weight = std::log(1 + sources / (1 + static_cast<double>(holders.size())));
    weighed.push_back({&holders, weight});
    total += weight;
  }
  for (Key& key : weighed) key.weight /= total;
  return weighed;
}

// What each source says of the keys that are not said.
std::vector<double> shares_of(const std::vector<Key>& keys, std::size_t sources) {
  std::vector<double> shares(sources);
  for (const Key& key : keys) {
    if (key.said) continue;
    for (const std::size_t source : *key.holders) shares[source] += key.weight;
  }
  return shares;
}

}  // namespace

Supporting supporting(std::vector<std::uint32_t> keys, const Facts& facts) {
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  std::vector<Key> weighed = weigh(keys, facts);
  const std::vector<double> whole = shares_of(weighed, facts.spans.size());
  Supporting found;
  if (whole.empty()) return found;
  std::vector<std::size_t>& chosen = found.best;
  const double top = *std::max_element(whole.begin(), whole.end());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    if (top >= kFairPart && whole[i] >= kSayTheSame * top) chosen.push_back(i);
    if (whole[i] >= kFairPart) found.partial.push_back(i);
  }
  while (true) {  // each round says at least kFairPart more of the sentence
    const std::vector<double> left = shares_of(weighed, facts.spans.size());
    const auto best = std::max_element(left.begin(), left.end());
    if (*best < kFairPart) break;
    const auto source = static_cast<std::size_t>(best - left.begin());
    if (std::find(chosen.begin(), chosen.end(), source) == chosen.end()) chosen.push_back(source);
    for (Key& key : weighed) {
      key.said = key.said || std::binary_search(key.holders->begin(), key.holders->end(), source);
    }
  }
  std::stable_sort(chosen.begin(), chosen.end(),
                   [&](std::size_t a, std::size_t b) { return whole[a] > whole[b]; });
  return found;
}

}  // namespace pyramid::engine::grounding
