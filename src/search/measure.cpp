#include "search/measure.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

namespace pyramid::search {

namespace {

constexpr std::size_t kSamples = 1000;
constexpr std::uint64_t kSeed = 20260515;

constexpr std::array kValues = {&Measures::recall5,          &Measures::recall10,
                                &Measures::recall20,         &Measures::hit10,
                                &Measures::ndcg10,           &Measures::session_recall5,
                                &Measures::session_recall10, &Measures::session_mrr};

using Names = std::vector<std::string>;

bool is_in(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

double recall(const Names& found, const Names& wanted, std::size_t first) {
  std::size_t hits = 0;
  for (std::size_t i = 0; i < std::min(first, found.size()); ++i) {
    if (is_in(wanted, found[i])) ++hits;
  }
  return static_cast<double>(hits) / static_cast<double>(wanted.size());
}

double gain_at(std::size_t place) { return 1 / std::log2(static_cast<double>(place) + 2); }

double ndcg(const Names& found, const Names& wanted, std::size_t first) {
  double gained = 0;
  double ideal = 0;
  for (std::size_t i = 0; i < std::min(first, found.size()); ++i) {
    if (is_in(wanted, found[i])) gained += gain_at(i);
  }
  for (std::size_t i = 0; i < std::min(first, wanted.size()); ++i) ideal += gain_at(i);
  return gained / ideal;
}

double reciprocal_rank(const Names& found, const Names& wanted) {
  const auto first = std::find_if(found.begin(), found.end(),
                                  [&](const std::string& one) { return is_in(wanted, one); });
  return first == found.end() ? 0 : 1 / static_cast<double>(first - found.begin() + 1);
}

}  // namespace

Measures measure(const Ranking& ranking) {
  Measures out;
  out.questions = 1;
  out.recall5 = recall(ranking.found, ranking.wanted, 5);
  out.recall10 = recall(ranking.found, ranking.wanted, 10);
  out.recall20 = recall(ranking.found, ranking.wanted, 20);
  out.hit10 = out.recall10 > 0 ? 1 : 0;
  out.ndcg10 = ndcg(ranking.found, ranking.wanted, 10);
  out.session_recall5 = recall(ranking.sessions, ranking.wanted_sessions, 5);
  out.session_recall10 = recall(ranking.sessions, ranking.wanted_sessions, 10);
  out.session_mrr = reciprocal_rank(ranking.sessions, ranking.wanted_sessions);
  return out;
}

Measures mean(std::span<const Measures> questions) {
  Measures out;
  for (const Measures& one : questions) {
    out.questions += one.questions;
    for (const auto value : kValues) out.*value += one.*value;
  }
  for (const auto value : kValues) {
    if (!questions.empty()) out.*value /= static_cast<double>(questions.size());
  }
  return out;
}

Bounds bootstrap(std::span<const std::vector<Measures>> groups) {
  std::mt19937_64 random(kSeed);  // its numbers are fixed by the standard, a distribution's are not
  std::vector<Measures> means;
  for (std::size_t i = 0; i < kSamples; ++i) {
    std::vector<Measures> sample;
    if (groups.size() == 1) {
      const std::vector<Measures>& only = groups.front();
      for (std::size_t k = 0; k < only.size(); ++k) sample.push_back(only[random() % only.size()]);
    } else {
      for (std::size_t k = 0; k < groups.size(); ++k) {
        const std::vector<Measures>& group = groups[random() % groups.size()];
        sample.insert(sample.end(), group.begin(), group.end());
      }
    }
    means.push_back(mean(sample));
  }
  Bounds bounds;
  for (const auto value : kValues) {
    std::sort(means.begin(), means.end(),
              [&](const Measures& a, const Measures& b) { return a.*value < b.*value; });
    bounds.low.*value = means[kSamples / 40].*value;
    bounds.high.*value = means[kSamples - 1 - kSamples / 40].*value;
  }
  return bounds;
}

}  // namespace pyramid::search
