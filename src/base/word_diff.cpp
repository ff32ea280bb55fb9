#include "base/word_diff.hpp"

#include "base/sentence_end.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>

namespace pyramid {

namespace {

using Views = std::vector<std::string_view>;
using Kind = TextPiece::Kind;

// Beyond so many differing words the texts are told as two: the search is quadratic in them.
constexpr std::int64_t kMostEdits = 1500;
// Beyond so many pairs a stretch of differing sentences is told as two.
constexpr std::size_t kMostPairs = 250'000;
// From here on, of all words of two sentences, one is the other reworded.
constexpr double kReworded = 0.5;

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

// Each word with the white space behind it.
Views words_of(std::string_view text) {
  Views words;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    while (at < text.size() && !is_space(text[at])) ++at;
    while (at < text.size() && is_space(text[at])) ++at;
    words.push_back(text.substr(begin, at - begin));
    begin = at;
  }
  return words;
}

std::string_view without_space(std::string_view word) {
  while (!word.empty() && is_space(word.back())) word.remove_suffix(1);
  return word;
}

Views without_spaces(Views words) {
  for (std::string_view& word : words) word = without_space(word);
  return words;
}

bool is_list_number(std::string_view word) {
  return word.size() > 1 && (word.back() == '.' || word.back() == ')') &&
         std::all_of(word.begin(), word.end() - 1, is_digit);
}

// Whether a line that begins with this word is no part of the line above.
bool begins_item(std::string_view word) {
  word = without_space(word);
  return word == "-" || word == "*" || word == "+" || word.starts_with('#') ||
         word.starts_with('|') || word.starts_with('>') || is_list_number(word);
}

// The text cut into what is compared as one: a sentence, a list item's first sentence with its
// marker, a heading, the row of a table. A paragraph may be wrapped anywhere.
Views units_of(std::string_view text) {
  Views units;
  std::size_t begin = 0, at = 0;
  std::string_view first, last;
  for (const std::string_view word : words_of(text)) {
    const std::string_view space = last.substr(without_space(last).size());
    const auto lines = std::count(space.begin(), space.end(), '\n');
    const bool begins_line = lines > 0 && (begins_item(word) || first.starts_with('#'));
    if (at > begin && (lines > 1 || begins_line || sentence_ends(text, at - space.size()))) {
      units.push_back(text.substr(begin, at - begin));
      begin = at;
    }
    if (at == begin) first = word;
    last = word;
    at += word.size();
  }
  if (at > begin) units.push_back(text.substr(begin, at - begin));
  return units;
}

void add(std::vector<TextPiece>& pieces, Kind kind, std::string_view text) {
  if (text.empty()) return;
  if (pieces.empty() || pieces.back().kind != kind) pieces.push_back({kind, {}});
  pieces.back().text += text;
}

// What is removed or added: number `a` of the one list, `b` of the other.
struct Edit {
  Kind kind = Kind::kSame;
  std::size_t a = 0, b = 0;
};

// Myers' greedy search: `furthest[d][k + d]` is how far into `a` diagonal k reaches with d edits.
class Search {
 public:
  Search(const Views& a, const Views& b)
      : a_(a),
        b_(b),
        size_a_(static_cast<std::int64_t>(a.size())),
        size_b_(static_cast<std::int64_t>(b.size())) {}

  // False where there are too many edits.
  bool run() {
    for (std::int64_t d = 0; d <= std::min(kMostEdits, size_a_ + size_b_); ++d) {
      furthest_.emplace_back(static_cast<std::size_t>(2 * d + 1));
      for (std::int64_t k = -d; k <= d; k += 2) {
        std::int64_t x = d == 0 ? 0 : step(d, k);
        while (x < size_a_ && x - k < size_b_ && x - k >= 0 && same(x, x - k)) ++x;
        at(d, k) = x;
        if (x >= size_a_ && x - k >= size_b_) return true;
      }
    }
    return false;
  }

  // In order.
  [[nodiscard]] std::vector<Edit> edits() const {
    std::vector<Edit> back;
    const auto note = [&back](Kind kind, std::int64_t a, std::int64_t b) {
      back.push_back({kind, static_cast<std::size_t>(a), static_cast<std::size_t>(b)});
    };
    std::int64_t x = size_a_, y = size_b_;
    for (auto d = static_cast<std::int64_t>(furthest_.size()) - 1; d >= 0; --d) {
      const std::int64_t k = x - y;
      const bool down = d > 0 && goes_down(d, k);
      const std::int64_t from_k = down ? k + 1 : k - 1;
      const std::int64_t from_x = d == 0 ? 0 : at(d - 1, from_k);
      const std::int64_t from_y = d == 0 ? 0 : from_x - from_k;
      const std::int64_t run_begin = d == 0 ? 0 : (down ? from_x : from_x + 1);
      for (; x > run_begin && x > 0 && y > 0; --x, --y) note(Kind::kSame, x - 1, y - 1);
      if (d == 0) break;
      note(down ? Kind::kAdded : Kind::kRemoved, from_x, from_y);
      x = from_x;
      y = from_y;
    }
    std::reverse(back.begin(), back.end());
    return back;
  }

 private:
  [[nodiscard]] bool same(std::int64_t a, std::int64_t b) const {
    return a_[static_cast<std::size_t>(a)] == b_[static_cast<std::size_t>(b)];
  }
  [[nodiscard]] std::int64_t at(std::int64_t d, std::int64_t k) const {
    return furthest_[static_cast<std::size_t>(d)][static_cast<std::size_t>(k + d)];
  }
  std::int64_t& at(std::int64_t d, std::int64_t k) {
    return furthest_[static_cast<std::size_t>(d)][static_cast<std::size_t>(k + d)];
  }
  // Whether the best way to diagonal k adds one of `b` (or removes one of `a`).
  [[nodiscard]] bool goes_down(std::int64_t d, std::int64_t k) const {
    return k == -d || (k != d && at(d - 1, k - 1) < at(d - 1, k + 1));
  }
  [[nodiscard]] std::int64_t step(std::int64_t d, std::int64_t k) const {
    return goes_down(d, k) ? at(d - 1, k + 1) : at(d - 1, k - 1) + 1;
  }

  const Views &a_, &b_;
  std::int64_t size_a_, size_b_;
  std::vector<std::vector<std::int64_t>> furthest_;
};

// As few words as can be; removed ones before added ones, and runs of each in one piece.
void tell_words(std::string_view before, std::string_view after, std::vector<TextPiece>& pieces) {
  const Views a = words_of(before), b = words_of(after);
  const Views keys_a = without_spaces(a), keys_b = without_spaces(b);
  Search search(keys_a, keys_b);
  if (!search.run()) {
    add(pieces, Kind::kRemoved, before);
    add(pieces, Kind::kAdded, after);
    return;
  }
  std::string removed, added;
  const auto flush = [&] {
    add(pieces, Kind::kRemoved, removed);
    add(pieces, Kind::kAdded, added);
    removed.clear();
    added.clear();
  };
  for (const Edit& edit : search.edits()) {
    if (edit.kind == Kind::kRemoved) removed += a[edit.a];
    if (edit.kind == Kind::kAdded) added += b[edit.b];
    if (edit.kind != Kind::kSame) continue;
    flush();
    add(pieces, Kind::kSame, b[edit.b]);
  }
  flush();
}

// Whether it is more than a list item's marker or the like.
bool counts(std::string_view word) {
  return std::any_of(word.begin(), word.end(), [](char c) {
    constexpr unsigned char kBeyondAscii = 0x80;
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           static_cast<unsigned char>(c) >= kBeyondAscii;
  });
}

// One of the two texts, cut up.
struct Cut {
  Views units;
  std::vector<std::string> texts;  // the same with single blanks
  Views keys;                      // into `texts`
  std::vector<Views> words;        // of each, sorted; those of letters, digits or above ASCII
};

Cut cut(std::string_view text) {
  Cut out;
  out.units = units_of(text);
  for (const std::string_view unit : out.units) {
    std::string& one = out.texts.emplace_back();
    Views& kept = out.words.emplace_back();
    for (const std::string_view word : without_spaces(words_of(unit))) {
      one.append(one.empty() ? "" : " ").append(word);
      if (counts(word)) kept.push_back(word);
    }
    std::sort(kept.begin(), kept.end());
  }
  out.keys.assign(out.texts.begin(), out.texts.end());
  return out;
}

// How many words two sentences share, in whatever order.
std::size_t shared(const Views& a, const Views& b) {
  Views both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both.size();
}

// How many of them in one order.
std::size_t shared_in_order(std::string_view a, std::string_view b) {
  const Views mine = without_spaces(words_of(a)), others = without_spaces(words_of(b));
  std::vector<std::size_t> row(others.size() + 1);
  for (const std::string_view word : mine) {
    std::size_t above_left = 0;
    for (std::size_t j = 0; j < others.size(); ++j) {
      const std::size_t above = row[j + 1];
      row[j + 1] = word == others[j] && counts(word) ? above_left + 1 : std::max(above, row[j]);
      above_left = above;
    }
  }
  return row.back();
}

// A stretch of sentences that are in one text alone: from `begin_a` and `begin_b` on.
class Stretch {
 public:
  Stretch(const Cut& a, std::size_t begin_a, std::size_t end_a, const Cut& b, std::size_t begin_b,
          std::size_t end_b)
      : a_(a),
        b_(b),
        begin_a_(begin_a),
        begin_b_(begin_b),
        size_a_(end_a - begin_a),
        size_b_(end_b - begin_b) {}

  // Each beside the one that it became, in order.
  void tell(std::vector<TextPiece>& pieces) {
    if (size_a_ * size_b_ <= kMostPairs) weigh();
    std::size_t i = 0, j = 0;
    while (i < size_a_ || j < size_b_) {
      const std::size_t from_i = i, from_j = j;
      while ((i < size_a_ || j < size_b_) && !is_pair(i, j)) {
        const bool down = j == size_b_ || (i < size_a_ && best(i + 1, j) >= best(i, j + 1));
        ++(down ? i : j);
      }
      for (std::size_t n = from_i; n < i; ++n) add(pieces, Kind::kRemoved, unit_a(n));
      for (std::size_t n = from_j; n < j; ++n) add(pieces, Kind::kAdded, unit_b(n));
      if (i == size_a_ || j == size_b_) continue;
      tell_words(unit_a(i++), unit_b(j++), pieces);
    }
  }

 private:
  [[nodiscard]] std::string_view unit_a(std::size_t i) const { return a_.units[begin_a_ + i]; }
  [[nodiscard]] std::string_view unit_b(std::size_t j) const { return b_.units[begin_b_ + j]; }
  // The part of their words that two sentences share, 0 to 1; 0 also where that is too few.
  [[nodiscard]] double like(std::size_t i, std::size_t j) const {
    const Views &a = a_.words[begin_a_ + i], &b = b_.words[begin_b_ + j];
    const auto part = [&](std::size_t both) {
      const std::size_t all = a.size() + b.size();
      return all == 0 ? 0 : 2.0 * static_cast<double>(both) / static_cast<double>(all);
    };
    if (part(shared(a, b)) < kReworded) return 0;
    const double like = part(shared_in_order(unit_a(i), unit_b(j)));
    return like < kReworded ? 0 : like;
  }
  // The most likeness that the sentences from i and j on can have in pairs.
  [[nodiscard]] double best(std::size_t i, std::size_t j) const {
    return best_.empty() || i == size_a_ || j == size_b_ ? 0 : best_[i * size_b_ + j];
  }
  [[nodiscard]] bool is_pair(std::size_t i, std::size_t j) const {
    if (best_.empty() || i == size_a_ || j == size_b_) return false;
    const double one = like(i, j);
    return one > 0 && one + best(i + 1, j + 1) >= best(i, j);
  }
  void weigh() {
    best_.resize(size_a_ * size_b_);
    for (std::size_t i = size_a_; i-- > 0;) {
      for (std::size_t j = size_b_; j-- > 0;) {
        const double one = like(i, j);
        const double paired = one > 0 ? one + best(i + 1, j + 1) : 0;
        best_[i * size_b_ + j] = std::max({paired, best(i + 1, j), best(i, j + 1)});
      }
    }
  }

  const Cut &a_, &b_;
  std::size_t begin_a_, begin_b_, size_a_, size_b_;
  std::vector<double> best_;
};

}  // namespace

std::vector<TextPiece> word_diff(std::string_view before, std::string_view after) {
  const Cut a = cut(before), b = cut(after);
  std::vector<TextPiece> pieces;
  Search search(a.keys, b.keys);
  if (!search.run()) {
    add(pieces, Kind::kRemoved, before);
    add(pieces, Kind::kAdded, after);
    return pieces;
  }
  std::size_t next_a = 0, next_b = 0;  // what is not told yet
  for (const Edit& edit : search.edits()) {
    if (edit.kind != Kind::kSame) continue;
    Stretch(a, next_a, edit.a, b, next_b, edit.b).tell(pieces);
    // At its end a text may lack the line end that something stands behind in the other.
    const std::string_view was = a.units[edit.a], is = b.units[edit.b];
    const auto ends_bare = [](std::string_view one) { return without_space(one) == one; };
    add(pieces, Kind::kSame, ends_bare(is) && !ends_bare(was) ? was : is);
    next_a = edit.a + 1;
    next_b = edit.b + 1;
  }
  Stretch(a, next_a, a.units.size(), b, next_b, b.units.size()).tell(pieces);
  return pieces;
}

}  // namespace pyramid
