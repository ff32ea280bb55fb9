#include "guard/seed_phrases.hpp"

#include "base/digest.hpp"
#include "guard/labels.hpp"
#include "guard/values.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace pyramid::guard {

namespace {

constexpr std::size_t kFewest = 12;
constexpr std::size_t kLongestSeedWord = 8;
constexpr std::size_t kLongestGap = 8;
constexpr std::array<std::size_t, 5> kLengths = {24, 21, 18, 15, 12};
constexpr std::size_t kLetters = 26;

constexpr std::size_t kWords = 2048;

// The words, in their order, by their first three letters: at most a few share them.
class WordTable {
 public:
  WordTable() {
    const std::string_view all = bip39_words();
    std::size_t at = 0;
    for (std::string_view& word : words_) {
      word = all.substr(at, all.find(' ', at) - at);
      ++from_[beginning_of(word) + 1];
      at += word.size() + 1;
    }
    for (std::size_t i = 1; i < from_.size(); ++i) from_[i] += from_[i - 1];
  }

  // REQUIRES: three small letters first.
  [[nodiscard]] std::optional<std::uint16_t> index_of(std::string_view word) const {
    const std::size_t beginning = beginning_of(word);
    for (std::uint16_t i = from_[beginning]; i < from_[beginning + 1]; ++i) {
      if (words_[i] == word) return i;
    }
    return std::nullopt;
  }

 private:
  static std::size_t beginning_of(std::string_view word) {
    const auto letter = [&](std::size_t i) { return static_cast<std::size_t>(word[i] - 'a'); };
    return (letter(0) * kLetters + letter(1)) * kLetters + letter(2);
  }

  std::array<std::string_view, kWords> words_;
  std::array<std::uint16_t, kLetters * kLetters * kLetters + 1> from_{};
};

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

// "7" and "12" of a numbered list.
bool is_ordinal(std::string_view word) {
  return word.size() <= 2 && std::all_of(word.begin(), word.end(), is_digit);
}

}  // namespace

std::optional<std::uint16_t> bip39_index(std::string_view word) {
  static const WordTable kTable;
  if (word.size() < 3 || word.size() > kLongestSeedWord) return std::nullopt;
  if (!is_lower(word[0]) || !is_lower(word[1]) || !is_lower(word[2])) return std::nullopt;
  return kTable.index_of(word);
}

bool SeedRun::follows(std::size_t begin) const {
  const std::size_t from = words_.back().end;
  if (begin - from > kLongestGap) return false;
  const std::string_view gap = text_.substr(from, begin - from);
  bool digit = false;
  for (const char c : gap) {
    const bool mark = digit && (c == '.' || c == ')' || c == ':');  // of a number before the word
    if (!mark && !is_digit(c) && std::string_view(" \t\r\n,").find(c) == std::string_view::npos) {
      return false;
    }
    digit = is_digit(c);
  }
  return true;
}

void SeedRun::word(std::size_t begin, std::size_t end, std::vector<Finding>& findings) {
  const std::string_view word = text_.substr(begin, end - begin);
  if (is_ordinal(word)) return;
  const auto index = bip39_index(word);
  if (!words_.empty() && (!index || !follows(begin))) finish(findings);
  if (index) words_.push_back({begin, end, *index});
}

bool SeedRun::checksum_holds(std::size_t first, std::size_t count) const {
  constexpr std::size_t kBitsOfWord = 11;
  const std::size_t bits = count * kBitsOfWord;
  const std::size_t check_bits = bits / 33;
  std::string entropy((bits - check_bits) / 8, '\0');
  unsigned check = 0;
  for (std::size_t bit = 0; bit < bits; ++bit) {
    const unsigned index = words_[first + bit / kBitsOfWord].index;
    const unsigned value = (index >> (kBitsOfWord - 1 - bit % kBitsOfWord)) & 1U;
    if (bit >= entropy.size() * 8) {
      check = check << 1U | value;
    } else {
      const unsigned byte = static_cast<unsigned char>(entropy[bit / 8]);
      entropy[bit / 8] = static_cast<char>(byte | value << (7 - bit % 8));
    }
  }
  return check == static_cast<unsigned>(sha256(entropy)[0]) >> (8 - check_bits);
}

// "word word word …" is no phrase, though its checksum may hold.
bool SeedRun::is_one_word(std::size_t first, std::size_t count) const {
  const auto begin = words_.begin() + static_cast<std::ptrdiff_t>(first);
  return std::all_of(begin, begin + static_cast<std::ptrdiff_t>(count),
                     [&](const Word& word) { return word.index == begin->index; });
}

std::size_t SeedRun::phrase_at(std::size_t first) const {
  for (const std::size_t count : kLengths) {
    if (first + count > words_.size() || is_one_word(first, count)) continue;
    if (checksum_holds(first, count)) return count;
  }
  return 0;
}

void SeedRun::finish(std::vector<Finding>& findings) {
  if (words_.size() >= kFewest) {
    bool found = false;
    for (std::size_t first = 0; first + kFewest <= words_.size();) {
      const std::size_t count = phrase_at(first);
      if (count > 0) {
        findings.push_back({"seed-phrase", words_[first].begin, words_[first + count - 1].end});
        found = true;
      }
      first += std::max<std::size_t>(count, 1);
    }
    // Mistyped, its checksum is wrong and it is as good as whole.
    static constexpr std::array<std::string_view, 6> kLabels = {
        "seed", "mnemonic", "recovery phrase", "wallet", "secret phrase", "wiederherstellung"};
    if (!found && words_.size() <= kLengths.front() &&
        is_named(text_, words_.front().begin, kLabels)) {
      findings.push_back({"seed-phrase", words_.front().begin, words_.back().end});
    }
  }
  words_.clear();
}

}  // namespace pyramid::guard
