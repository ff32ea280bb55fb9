#include "topics/keys.hpp"

#include "base/utf8.hpp"
#include "engine/text/language.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace pyramid::topics {

namespace {

using engine::TableVector;

constexpr double kTells = 0.4;  // as much as the best word, for what comes behind the fewest

// A word in all its forms.
struct Term {
  TableVector vector{};
  std::map<std::string, std::size_t> forms;  // as they are written
  double said = 0;
  std::size_t times = 0;
};

using Pair = std::pair<std::string, std::string>;

bool is_word(std::string_view lower) {
  std::size_t letters = 0;
  for (std::size_t at = 0; at < lower.size();) {
    letters += utf8::is_letter(utf8::next(lower, at)) ? 1 : 0;
  }
  return (letters > 1 || (letters == 1 && lower.size() > 2)) && !engine::is_stop_word(lower);
}

// The form that is written most; of several rather one that does not just begin a sentence, and the
// first in order.
const std::string& usual_form(const Term& term) {
  const auto rank = [](const auto& form) {
    return std::pair(form.second, !engine::is_capital(form.first));
  };
  return std::max_element(term.forms.begin(), term.forms.end(),
                          [&](const auto& a, const auto& b) { return rank(a) < rank(b); })
      ->first;
}

// Each word that may tell something, by its stem; whether it stands right behind the one before.
template <typename Take>
void each_word(std::string_view text, const Take& take) {
  const char* end = nullptr;
  for (const engine::Word& word : engine::words(text)) {
    const bool adjoins = end != nullptr && word.text.data() == end + 1 && *end == ' ';
    const std::string_view bare = engine::without_owner(word.text);
    const std::string lower = utf8::lower(bare);
    end = nullptr;
    if (!is_word(lower)) continue;
    take(engine::stem(lower), bare, lower, adjoins);
    end = word.text.data() + word.text.size();
  }
}

// 1: no other says it; the more others there are that all say it, the less.
double weight_of(const std::string& stem, const std::vector<const Shares*>& others) {
  double said = 0;
  for (const Shares* shares : others) {
    const auto share = shares->find(stem);
    if (share != shares->end()) said += share->second;
  }
  const double weight = 1 - std::log(1 + said) / std::log(static_cast<double>(others.size() + 2));
  return weight * weight;
}

class Terms {
 public:
  explicit Terms(const engine::TokenTable& table) : table_(table) {}

  void add(std::string_view text) {
    std::map<Term*, std::size_t> here;
    std::string before;
    each_word(text,
              [&](std::string stem, std::string_view bare, const std::string& lower, bool adjoins) {
                Term& term = terms_[stem];
                if (term.forms.empty()) term.vector = vector_of(lower);
                ++term.forms[std::string(bare)];
                ++term.times;
                ++here[&term];
                if (adjoins && before != stem) ++pairs_[{before, stem}];
                before = std::move(stem);
              });
    // What one text says many times is not told so many times more.
    for (const auto& [term, times] : here) {
      term->said += 1 + std::log(static_cast<double>(times));
    }
  }

  // Words, and pairs of them.
  struct Telling {
    double score = 0;
    std::vector<const Term*> terms;
  };
  std::vector<Telling> best_first(const std::vector<const Shares*>& others) {
    std::map<std::string, double> scores;
    TableVector middle{};
    for (const auto& [stem, term] : terms_) {
      const double said = scores[stem] = term.said * weight_of(stem, others);
      for (std::size_t d = 0; d < middle.size(); ++d) {
        middle[d] += static_cast<float>(said) * term.vector[d];
      }
    }
    engine::normalise(middle);
    for (auto& [stem, score] : scores) {
      score *= engine::dot(terms_.at(stem).vector.data(), middle.data());
    }
    std::vector<Telling> ranked;
    for (const auto& [first, second] : phrases()) {
      ranked.push_back(
          {std::max(scores.at(first), scores.at(second)), {&terms_.at(first), &terms_.at(second)}});
      scores.erase(first);
      scores.erase(second);
    }
    for (const auto& [stem, score] : scores) ranked.push_back({score, {&terms_.at(stem)}});
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const Telling& a, const Telling& b) { return a.score > b.score; });
    return ranked;
  }

 private:
  // Pairs that stand side by side at least twice, and in half of all places where one of the two
  // does; a word in one alone.
  [[nodiscard]] std::vector<Pair> phrases() const {
    std::vector<std::pair<std::size_t, Pair>> often;
    for (const auto& [pair, times] : pairs_) {
      const std::size_t most = std::max(terms_.at(pair.first).times, terms_.at(pair.second).times);
      if (times >= 2 && 2 * times >= most) often.emplace_back(times, pair);
    }
    std::stable_sort(often.begin(), often.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::set<std::string> taken;
    std::vector<Pair> phrases;
    for (const auto& [times, pair] : often) {
      if (taken.contains(pair.first) || taken.contains(pair.second)) continue;
      taken.insert({pair.first, pair.second});
      phrases.push_back(pair);
    }
    return phrases;
  }

  [[nodiscard]] TableVector vector_of(std::string_view word) const {
    TableVector sum{};
    for (const std::uint16_t token : table_.tokens_of(word)) table_.add(token, 1, sum);
    return sum;
  }

  const engine::TokenTable& table_;
  std::map<std::string, Term> terms_;
  std::map<Pair, std::size_t> pairs_;  // side by side, so often
};

}  // namespace

Shares shares_of(std::span<const std::string_view> texts) {
  Shares shares;
  for (const std::string_view text : texts) {
    std::set<std::string> said;
    each_word(text, [&](std::string stem, std::string_view, const std::string&, bool) {
      said.insert(std::move(stem));
    });
    for (const std::string& stem : said) shares[stem] += 1.0 / static_cast<double>(texts.size());
  }
  return shares;
}

std::string Keys::of(std::span<const std::string_view> texts,
                     const std::vector<const Shares*>& others) const {
  Terms terms(table_);
  for (const std::string_view text : texts) terms.add(text);
  std::string key;
  std::size_t words = 0;
  const auto ranked = terms.best_first(others);
  for (const auto& [score, told] : ranked) {
    const bool tells = score > 0 && score >= kTells * ranked.front().score;
    if (words >= kFewestKeyWords && !tells) break;
    if (words + told.size() > kMostKeyWords) break;
    for (const Term* term : told) {
      if (words++ > 0) key += ' ';
      key += usual_form(*term);
    }
  }
  return key;
}

}  // namespace pyramid::topics
