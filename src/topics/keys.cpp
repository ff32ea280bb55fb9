#include "topics/keys.hpp"

#include "base/utf8.hpp"
#include "engine/text/language.hpp"

#include <algorithm>
#include <cmath>
#include <map>
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
};

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

class Terms {
 public:
  explicit Terms(const engine::TokenTable& table) : table_(table) {}

  void add(std::string_view text) {
    std::map<Term*, std::size_t> here;
    for (const engine::Word& word : engine::words(text)) {
      const std::string lower = utf8::lower(engine::without_owner(word.text));
      if (!is_word(lower)) continue;
      Term& term = terms_[engine::stem(lower)];
      if (term.forms.empty()) term.vector = vector_of(lower);
      ++term.forms[std::string(engine::without_owner(word.text))];
      ++here[&term];
    }
    // What one text says many times is not told so many times more.
    for (const auto& [term, times] : here) {
      const double said = 1 + std::log(static_cast<double>(times));
      term->said += said;
      for (std::size_t d = 0; d < middle_.size(); ++d) {
        middle_[d] += static_cast<float>(said) * term->vector[d];
      }
    }
  }

  std::vector<std::pair<double, const Term*>> best_first() {
    engine::normalise(middle_);
    std::vector<std::pair<double, const Term*>> ranked;
    for (const auto& [stem, term] : terms_) {
      const double tells = engine::dot(term.vector.data(), middle_.data());
      ranked.emplace_back(term.said * tells, &term);
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    return ranked;
  }

 private:
  [[nodiscard]] TableVector vector_of(std::string_view word) const {
    TableVector sum{};
    for (const std::uint16_t token : table_.tokens_of(word)) table_.add(token, 1, sum);
    return sum;
  }

  const engine::TokenTable& table_;
  std::map<std::string, Term> terms_;
  TableVector middle_{};
};

}  // namespace

std::string Keys::of(std::span<const std::string_view> texts) const {
  Terms terms(table_);
  for (const std::string_view text : texts) terms.add(text);
  std::string key;
  std::size_t words = 0;
  const auto ranked = terms.best_first();
  for (const auto& [score, term] : ranked) {
    const bool tells = score > 0 && score >= kTells * ranked.front().first;
    if (words == kMostKeyWords || (words >= kFewestKeyWords && !tells)) break;
    if (words++ > 0) key += ' ';
    key += usual_form(*term);
  }
  return key;
}

}  // namespace pyramid::topics
