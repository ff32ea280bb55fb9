#include "engine/grounding/supporting.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace pyramid::engine::grounding {

namespace {

constexpr double kFairPart = 0.2;    // of the sentence, to be named at all
constexpr double kSayTheSame = 0.9;  // of the best share

// Weights are whole numbers: the order in which they are added up, which is that of the words' ids
// and so of what a thread read before, tells nothing.
using Weight = std::int64_t;
constexpr double kOne = 1e9;

struct Key {
  const std::vector<std::size_t>* holders = nullptr;  // sources
  Weight weight = 0;
  bool said = false;
};

std::vector<Key> weigh(const std::vector<std::uint32_t>& keys, const Facts& facts) {
  static const std::vector<std::size_t> kNobody;
  std::vector<Key> weighed;
  for (const std::uint32_t key : keys) {
    const auto place = facts.by_key.find(key);
    const std::vector<std::size_t>& holders = place == facts.by_key.end() ? kNobody : place->second;
    const double sources = static_cast<double>(facts.spans.size());
    const double weight = std::log(1 + sources / (1 + static_cast<double>(holders.size())));
    weighed.push_back({&holders, std::llround(weight * kOne)});
  }
  return weighed;
}

// What each source says of the keys that are not said.
std::vector<Weight> shares_of(const std::vector<Key>& keys, std::size_t sources) {
  std::vector<Weight> shares(sources);
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
  const std::vector<Weight> whole = shares_of(weighed, facts.spans.size());
  Supporting found;
  if (whole.empty()) return found;
  std::vector<std::size_t>& chosen = found.best;
  const Weight all = std::accumulate(weighed.begin(), weighed.end(), Weight{0},
                                     [](Weight sum, const Key& key) { return sum + key.weight; });
  const auto is_part = [](Weight share, double part, Weight of) {
    return of > 0 && static_cast<double>(share) >= part * static_cast<double>(of);
  };
  const Weight top = *std::max_element(whole.begin(), whole.end());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    if (is_part(top, kFairPart, all) && is_part(whole[i], kSayTheSame, top)) chosen.push_back(i);
    if (is_part(whole[i], kFairPart, all)) found.partial.push_back(i);
  }
  while (true) {  // each round says at least kFairPart more of the sentence
    const std::vector<Weight> left = shares_of(weighed, facts.spans.size());
    const auto best = std::max_element(left.begin(), left.end());
    if (!is_part(*best, kFairPart, all)) break;
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
