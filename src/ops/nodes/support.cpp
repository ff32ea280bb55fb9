#include "ops/nodes/support.hpp"

#include "base/utf8.hpp"
#include "engine/builtin/writing/dates.hpp"
#include "engine/builtin/writing/rated.hpp"
#include "engine/text/language.hpp"
#include "format/markdown.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace pyramid::ops {

namespace {

constexpr double kFairPart = 0.2;    // of the line, to be named at all
constexpr double kSayTheSame = 0.9;  // of the best share
constexpr double kNameWeight = 2;

using Terms = std::set<std::string>;
using Weights = std::map<std::string, double>;

struct Term {
  std::string stem;
  bool name = false;  // a name or a number
};

bool begins_upper(std::string_view word) {
  std::size_t at = 0;
  return utf8::is_upper(utf8::next(word, at));
}

std::vector<Term> terms_of(std::string_view sentence) {
  std::vector<Term> terms;
  for (const engine::Word& word : engine::words(sentence)) {
    const std::string written = utf8::lower(word.text);
    const std::string_view lower = engine::without_owner(written);
    if (lower.empty() || engine::is_stop_word(lower)) continue;
    const bool name = engine::has_digit(lower) || (word.begin > 0 && begins_upper(word.text));
    terms.push_back({engine::stem(lower), name});
  }
  return terms;
}

// The line as prose: without how much a rated one matters, and the time that a section notes behind
// a fact.
std::string bare(std::string_view line) {
  std::string prose = format::plain_text(engine::builtin::writing::read_rated(line).text);
  const std::size_t noted = prose.rfind(" (noted ");
  const std::size_t end = noted == std::string::npos ? noted : prose.find(')', noted);
  if (end != std::string::npos) prose.erase(noted, end + 1 - noted);
  return prose;
}

std::vector<Terms> sentences_of(const SupportSource& source) {
  std::vector<Terms> sentences;
  const auto add = [&](std::string_view sentence) {
    Terms& terms = sentences.emplace_back();
    for (Term& term : terms_of(engine::builtin::writing::settle_dates(sentence, source.at))) {
      terms.insert(std::move(term.stem));
    }
  };
  for (const engine::Sentence& one : engine::sentences(source.text)) add(one.text);
  if (sentences.empty()) add(source.text);
  return sentences;
}

// What each term of the line counts: more where few sources have it. They sum up to 1.
Weights weigh(const std::vector<Term>& line, const std::vector<std::vector<Terms>>& sources) {
  Weights weights;
  double total = 0;
  for (const Term& term : line) {
    if (weights.contains(term.stem)) continue;
    const auto holders = std::count_if(sources.begin(), sources.end(), [&](const auto& sentences) {
      return std::any_of(sentences.begin(), sentences.end(),
                         [&](const Terms& terms) { return terms.contains(term.stem); });
    });
    const double rarity =
        std::log(1 + static_cast<double>(sources.size()) / (1 + static_cast<double>(holders)));
    const double weight = rarity * (term.name ? kNameWeight : 1);
    weights[term.stem] = weight;
    total += weight;
  }
  for (auto& [stem, weight] : weights) weight /= total;
  return weights;
}

// What the best sentence of a source says of the terms that `said` does not hold.
struct Best {
  double share = 0;
  const Terms* sentence = nullptr;
};
Best best_of(const std::vector<Terms>& sentences, const Weights& weights, const Terms& said) {
  Best best;
  for (const Terms& sentence : sentences) {
    double share = 0;
    for (const auto& [stem, weight] : weights) {
      if (sentence.contains(stem) && !said.contains(stem)) share += weight;
    }
    if (share > best.share) best = {share, &sentence};
  }
  return best;
}

// The chosen sources of one sentence: those that say nearly as much as the best, and those that say
// what is left of it.
std::vector<Support> support_of(std::string_view sentence,
                                const std::vector<std::vector<Terms>>& sources) {
  const Weights weights = weigh(terms_of(sentence), sources);
  std::vector<double> shares;
  for (const auto& source : sources) shares.push_back(best_of(source, weights, {}).share);
  const double top = shares.empty() ? 0 : *std::max_element(shares.begin(), shares.end());
  std::vector<bool> chosen(sources.size());
  for (std::size_t i = 0; i < shares.size(); ++i) {
    chosen[i] = top >= kFairPart && shares[i] >= kSayTheSame * top;
  }
  Terms said;
  while (true) {  // each round says at least kFairPart more of the sentence
    Best best;
    std::size_t place = 0;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const Best one = best_of(sources[i], weights, said);
      if (one.share <= best.share) continue;
      best = one;
      place = i;
    }
    if (best.sentence == nullptr || best.share < kFairPart) break;
    chosen[place] = true;
    said.insert(best.sentence->begin(), best.sentence->end());
  }
  std::vector<Support> support;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (chosen[i]) support.push_back({i, shares[i]});
  }
  return support;
}

}  // namespace

std::vector<Support> supporting_sources(std::string_view line,
                                        std::span<const SupportSource> sources) {
  std::vector<std::vector<Terms>> sentences;
  sentences.reserve(sources.size());
  for (const SupportSource& source : sources) sentences.push_back(sentences_of(source));
  std::map<std::size_t, double> best;
  for (const engine::Sentence& sentence : engine::sentences(bare(line))) {
    for (const Support& one : support_of(sentence.text, sentences)) {
      best[one.source] = std::min(1.0, std::max(best[one.source], one.share));
    }
  }
  std::vector<Support> support;
  for (const auto& [source, share] : best) support.push_back({source, share});
  std::stable_sort(support.begin(), support.end(),
                   [](const Support& a, const Support& b) { return a.share > b.share; });
  return support;
}

}  // namespace pyramid::ops
