// Porter's stemmer: M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980.
#include "engine/text/language.hpp"

#include <array>

namespace pyramid::engine {

namespace {

// A word under way; `end` is one behind the part that is looked at.
class Stemmer {
 public:
  explicit Stemmer(std::string_view word) : word_(word) {}

  std::string run() {
    if (word_.size() <= 2) return word_;
    plurals();
    past_and_progressive();
    y_to_i();
    derived(kStep2);
    derived(kStep3);
    latin_endings();
    final_e();
    return word_;
  }

 private:
  struct Rule {
    std::string_view suffix, replacement;
  };
  static constexpr std::array<Rule, 20> kStep2 = {
      {{"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"},   {"anci", "ance"},
       {"izer", "ize"},    {"abli", "able"},   {"alli", "al"},     {"entli", "ent"},
       {"eli", "e"},       {"ousli", "ous"},   {"ization", "ize"}, {"ation", "ate"},
       {"ator", "ate"},    {"alism", "al"},    {"iveness", "ive"}, {"fulness", "ful"},
       {"ousness", "ous"}, {"aliti", "al"},    {"iviti", "ive"},   {"biliti", "ble"}}};
  static constexpr std::array<Rule, 7> kStep3 = {{{"icate", "ic"},
                                                  {"ative", ""},
                                                  {"alize", "al"},
                                                  {"iciti", "ic"},
                                                  {"ical", "ic"},
                                                  {"ful", ""},
                                                  {"ness", ""}}};
  static constexpr std::array<std::string_view, 19> kStep4 = {
      "al",  "ance", "ence", "er",  "ic",  "able", "ible", "ant", "ement", "ment",
      "ent", "ion",  "ou",   "ism", "ate", "iti",  "ous",  "ive", "ize"};

  [[nodiscard]] bool consonant(std::size_t i) const {
    switch (word_[i]) {
      case 'a':
      case 'e':
      case 'i':
      case 'o':
      case 'u':
        return false;
      case 'y':
        return i == 0 || !consonant(i - 1);
      default:
        return true;
    }
  }
  // The number of vowel-consonant sequences in the first `length` letters.
  [[nodiscard]] int measure(std::size_t length) const {
    int count = 0;
    bool vowel = false;
    for (std::size_t i = 0; i < length; ++i) {
      if (!consonant(i)) {
        vowel = true;
      } else if (vowel) {
        ++count;
        vowel = false;
      }
    }
    return count;
  }
  [[nodiscard]] bool has_vowel(std::size_t length) const {
    for (std::size_t i = 0; i < length; ++i) {
      if (!consonant(i)) return true;
    }
    return false;
  }
  [[nodiscard]] bool double_consonant() const {
    const std::size_t n = word_.size();
    return n >= 2 && word_[n - 1] == word_[n - 2] && consonant(n - 1);
  }
  // consonant, vowel, consonant (not w, x, y) at the end of the first `length` letters.
  [[nodiscard]] bool short_end(std::size_t length) const {
    if (length < 3) return false;
    const char last = word_[length - 1];
    return consonant(length - 3) && !consonant(length - 2) && consonant(length - 1) &&
           last != 'w' && last != 'x' && last != 'y';
  }
  [[nodiscard]] bool ends(std::string_view suffix) const {
    return word_.size() > suffix.size() && word_.back() == suffix.back() && word_.ends_with(suffix);
  }
  [[nodiscard]] std::size_t before(std::string_view suffix) const {
    return word_.size() - suffix.size();
  }
  void replace(std::string_view suffix, std::string_view replacement) {
    word_.resize(before(suffix));
    word_ += replacement;
  }

  void plurals() {
    if (ends("sses") || ends("ies")) {
      word_.resize(word_.size() - 2);
    } else if (ends("s") && !ends("ss")) {
      word_.pop_back();
    }
  }
  void past_and_progressive() {
    if (ends("eed")) {
      if (measure(before("eed")) > 0) word_.pop_back();
      return;
    }
    std::string_view suffix;
    if (ends("ed")) suffix = "ed";
    if (ends("ing")) suffix = "ing";
    if (suffix.empty() || !has_vowel(before(suffix))) return;
    replace(suffix, "");
    if (ends("at") || ends("bl") || ends("iz")) {
      word_ += 'e';
    } else if (double_consonant() && word_.back() != 'l' && word_.back() != 's' &&
               word_.back() != 'z') {
      word_.pop_back();
    } else if (measure(word_.size()) == 1 && short_end(word_.size())) {
      word_ += 'e';
    }
  }
  void y_to_i() {
    if (ends("y") && has_vowel(before("y"))) word_.back() = 'i';
  }
  template <std::size_t N>
  void derived(const std::array<Rule, N>& rules) {
    for (const Rule& rule : rules) {
      if (!ends(rule.suffix)) continue;
      if (measure(before(rule.suffix)) > 0) replace(rule.suffix, rule.replacement);
      return;
    }
  }
  void latin_endings() {
    std::string_view longest;
    for (const std::string_view suffix : kStep4) {
      if (suffix.size() > longest.size() && ends(suffix)) longest = suffix;
    }
    if (longest.empty() || measure(before(longest)) <= 1) return;
    const char last = word_[before(longest) - 1];
    if (longest == "ion" && last != 's' && last != 't') return;
    replace(longest, "");
  }
  void final_e() {
    if (ends("e")) {
      const int m = measure(before("e"));
      if (m > 1 || (m == 1 && !short_end(before("e")))) word_.pop_back();
    }
    if (ends("ll") && measure(word_.size()) > 1) word_.pop_back();
  }

  std::string word_;
};

}  // namespace

std::string stem(std::string_view lower_word) { return Stemmer(lower_word).run(); }

}  // namespace pyramid::engine
