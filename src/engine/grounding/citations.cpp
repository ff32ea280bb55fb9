#include "engine/grounding/citations.hpp"

#include "base/text.hpp"
#include "format/own_words.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace pyramid::engine::grounding {

namespace {

using Numbers = std::vector<std::size_t>;

constexpr std::size_t kMostDigits = 4;
constexpr std::size_t kLongestRange = 100;  // "[1-2000]" is no list of sources

struct Bracket {
  std::string_view open, close;
};
constexpr auto kBrackets = std::to_array<Bracket>({{"[", "]"}, {"【", "】"}, {"(", ")"}});
// In front of a number.
constexpr auto kLabels = std::to_array<std::string_view>(
    {"facts", "fact", "Facts", "Fact", "sources", "source", "Sources", "Source", "Fakten", "Fakt",
     "Quellen", "Quelle", "passages", "passage", "^", "#"});
// Between two numbers, and between two citations.
constexpr auto kSeparators = std::to_array<std::string_view>({",", ";", "and", "und", "&"});
constexpr auto kDashes = std::to_array<std::string_view>({"-", "–"});

// Reads one citation, from its bracket on.
class Reader {
 public:
  Reader(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  // Where it ends; 0: there is none.
  std::size_t read() {
    for (const Bracket& one : kBrackets) {
      if (!take(one.open)) continue;
      is_bare_ = one.open == "(";
      return (one.open == "(" && read_nested()) || read_numbers() ? end_by(one) : 0;
    }
    return 0;
  }

  [[nodiscard]] const Numbers& numbers() const { return numbers_; }
  // "(3)", which may be said of the world too.
  [[nodiscard]] bool is_bare() const { return is_bare_; }

 private:
  bool take(std::string_view part) {
    if (!text_.substr(at_).starts_with(part)) return false;
    at_ += part.size();
    return true;
  }
  template <typename List>
  bool take_any(const List& list) {
    return std::any_of(list.begin(), list.end(), [&](std::string_view one) { return take(one); });
  }
  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  void skip_separators() {
    skip_blanks();
    while (take_any(kSeparators)) skip_blanks();
  }

  bool read_number() {
    if (take_any(kLabels)) is_bare_ = false;
    skip_blanks();
    const std::size_t first = at_;
    std::size_t number = 0;
    while (at_ < text_.size() && is_digit(text_[at_])) {
      if (at_ - first == kMostDigits) return false;
      number = number * 10 + static_cast<std::size_t>(text_[at_++] - '0');
    }
    if (at_ == first) return false;
    numbers_.push_back(number);
    return true;
  }
  // "1", "1, 4", "1-3, 5"
  bool read_numbers() {
    while (true) {
      if (!read_number()) return false;
      if (take_any(kDashes)) {
        const std::size_t begin = numbers_.back();
        if (!read_number() || numbers_.back() < begin) return false;
        const std::size_t end = numbers_.back();
        if (end - begin > kLongestRange) return false;
        numbers_.pop_back();
        for (std::size_t number = begin + 1; number <= end; ++number) numbers_.push_back(number);
      }
      const std::size_t behind = at_;
      skip_separators();
      if (at_ == behind) return true;
    }
  }
  // "[1], [4]" in another bracket
  bool read_nested() {
    const std::size_t start = at_;
    while (at_ < text_.size() && text_[at_] != '(') {
      Reader inner(text_, at_);
      const std::size_t end = inner.read();
      if (end == 0) break;
      numbers_.insert(numbers_.end(), inner.numbers_.begin(), inner.numbers_.end());
      at_ = end;
      skip_separators();
    }
    if (numbers_.empty()) at_ = start;
    is_bare_ = numbers_.empty();
    return !numbers_.empty();
  }
  std::size_t end_by(const Bracket& bracket) {
    if (!take(bracket.close)) return 0;
    const bool is_link = bracket.open == "[" && text_.substr(at_).starts_with('(');
    return is_link ? 0 : at_;
  }

  std::string_view text_;
  std::size_t at_;
  Numbers numbers_;
  bool is_bare_ = false;
};

bool opens_line(std::string_view text) {
  const std::size_t line = text.rfind('\n');
  const std::string_view before = text.substr(line == std::string_view::npos ? 0 : line + 1);
  return before.find_first_not_of(" \t-*") == std::string_view::npos;
}

bool ends_sentence(std::string_view behind) {
  const std::size_t next = behind.find_first_not_of(' ');
  return next == std::string_view::npos || behind[next] == '\n' || behind[next] == '.' ||
         behind[next] == '!' || behind[next] == '?';
}

class Taker {
 public:
  Taker(std::string_view text, std::span<const std::string_view> sources)
      : text_(text), sources_(sources) {}

  // The text without citations; `places` get each number with the place in it that it stood behind.
  std::string take(std::vector<std::pair<std::size_t, std::size_t>>& places) {
    std::size_t last = std::string_view::npos;  // behind the citation that was read last
    for (std::size_t i = 0; i < text_.size();) {
      Numbers numbers;
      const std::size_t end = citation_at(i, last == i, numbers);
      if (end == 0) {
        out_ += text_[i++];
        continue;
      }
      while (!out_.empty() && out_.back() == ' ') out_.pop_back();
      for (const std::size_t number : numbers) places.emplace_back(out_.size(), number);
      i = last = behind_separator(end);
    }
    return std::move(out_);
  }

 private:
  // Where the citation ends that begins here; 0: none does.
  [[nodiscard]] std::size_t citation_at(std::size_t at, bool follows, Numbers& numbers) const {
    Reader reader(text_, at);
    const std::size_t end = reader.read();
    if (end == 0 || (!follows && opens_line(out_)) || (!follows && is_said(at, end))) return 0;
    numbers = reader.numbers();
    const bool is_known = std::all_of(numbers.begin(), numbers.end(), [&](std::size_t number) {
      return number > 0 && number <= sources_.size();
    });
    const bool is_bare = reader.is_bare() && !(is_known && ends_sentence(text_.substr(end)));
    return is_bare ? 0 : end;
  }

  // Whether it stands in a source, behind the same word: "reference [2]", "a[1]".
  [[nodiscard]] bool is_said(std::size_t at, std::size_t end) const {
    const std::size_t word = text_.find_last_not_of(' ', at == 0 ? 0 : at - 1);
    const std::size_t blank = text_.find_last_of(" \n", word);
    const std::size_t begin = blank == std::string_view::npos ? 0 : blank + 1;
    const std::string_view said = text_.substr(begin, end - begin);
    return std::any_of(sources_.begin(), sources_.end(), [&](std::string_view source) {
      return source.find(said) != std::string_view::npos;
    });
  }

  // "[1], [4]": the next citation, or where this one ends.
  [[nodiscard]] std::size_t behind_separator(std::size_t end) const {
    std::size_t next = end;
    while (next < text_.size() && (text_[next] == ' ' || text_[next] == ',' || text_[next] == ';'))
      ++next;
    const bool has_next = next > end && next < text_.size() && Reader(text_, next).read() != 0;
    return has_next ? next : end;
  }

  std::string_view text_;
  std::span<const std::string_view> sources_;
  std::string out_;
};

}  // namespace

Cited take_citations(std::string_view text, std::span<const std::string_view> sources) {
  std::vector<std::pair<std::size_t, std::size_t>> places;
  Cited cited;
  cited.text = Taker(text, sources).take(places);
  const std::vector<std::string_view> sentences = format::sentences_in(cited.text);
  cited.numbers.resize(sentences.size());
  for (const auto& [place, number] : places) {
    std::size_t sentence = 0;
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      const auto begin = static_cast<std::size_t>(sentences[i].data() - cited.text.data());
      if (begin < place) sentence = i;
    }
    if (sentence < sentences.size()) cited.numbers[sentence].push_back(number);
  }
  return cited;
}

}  // namespace pyramid::engine::grounding
