#include "language/pieces.hpp"

#include "base/utf8.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace pyramid::language {

namespace {

constexpr std::string_view kWordBegins = "\xE2\x96\x81";  // U+2581, in place of the blank
constexpr double kUnknownPenalty = 10;

std::size_t character_size(unsigned char first) {
  if (first < 0x80) return 1;
  if (first < 0xE0) return 2;
  return first < 0xF0 ? 3 : 4;
}

// In NFKC, each word with the mark in front.
std::string marked(std::string_view text) {
  const std::string composed = utf8::nfkc(utf8::replace_invalid(text));
  std::string out(composed.empty() || composed.front() == ' ' ? "" : kWordBegins);
  for (const char c : composed) {
    if (c == ' ') {
      out += kWordBegins;
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

Pieces::Pieces(const PieceList& list)
    : list_(list),
      all_{kSpecial, static_cast<std::uint32_t>(list.count)},
      words_(all_),
      unknown_score_(*std::min_element(list.scores, list.scores + list.count) - kUnknownPenalty) {
  for (std::size_t depth = 0; depth < kWordBegins.size(); ++depth) {
    words_ = narrowed(words_, depth, static_cast<unsigned char>(kWordBegins[depth]));
  }
}

std::string_view Pieces::piece(std::uint32_t number) const {
  return {list_.text + list_.ends[number], list_.ends[number + 1] - list_.ends[number]};
}

// Of pieces that are the same up to `depth`, the shorter one comes first.
Pieces::Range Pieces::narrowed(Range range, std::size_t depth, unsigned char byte) const {
  const auto first_with = [&](Range among, int least) {
    while (among.first < among.last) {
      const std::uint32_t middle = among.first + (among.last - among.first) / 2;
      const std::string_view one = piece(middle);
      const bool before = one.size() <= depth || static_cast<unsigned char>(one[depth]) < least;
      (before ? among.first : among.last) = before ? middle + 1 : middle;
    }
    return among.first;
  };
  const std::uint32_t first = first_with(range, byte);
  return {first, first_with({first, range.last}, byte + 1)};
}

// The best way to each byte of the word, from its first on (Viterbi).
void Pieces::append_word(std::string_view word, std::vector<std::uint16_t>& out) const {
  struct Way {
    double score = -std::numeric_limits<double>::infinity();
    std::uint32_t from = 0;
    std::uint16_t piece = kUnknown;
  };
  std::vector<Way> ways(word.size() + 1);
  ways[0].score = 0;
  const auto offer = [&](std::size_t from, std::size_t to, double score, std::uint16_t piece) {
    score += ways[from].score;
    if (score > ways[to].score) ways[to] = {score, static_cast<std::uint32_t>(from), piece};
  };
  for (std::size_t from = 0; from < word.size();) {
    const std::size_t next =
        std::min(word.size(), from + character_size(static_cast<unsigned char>(word[from])));
    bool known = false;
    const bool begins = word.substr(from).starts_with(kWordBegins);
    Range range = begins ? words_ : all_;
    for (std::size_t to = from + (begins ? kWordBegins.size() : 0); range.first < range.last;) {
      if (to > from && piece(range.first).size() == to - from) {
        const auto number = static_cast<std::uint16_t>(range.first);
        offer(from, to, static_cast<double>(list_.scores[number]), number);
        known = known || to == next;
      }
      if (to == word.size()) break;
      range = narrowed(range, to - from, static_cast<unsigned char>(word[to]));
      ++to;
    }
    if (!known) offer(from, next, unknown_score_, kUnknown);
    from = next;
  }
  const auto first = static_cast<std::ptrdiff_t>(out.size());
  for (std::size_t to = word.size(); to > 0; to = ways[to].from) {
    const bool again = ways[to].piece == kUnknown && !out.empty() && out.back() == kUnknown &&
                       static_cast<std::ptrdiff_t>(out.size()) > first;
    if (!again) out.push_back(ways[to].piece);
  }
  std::reverse(out.begin() + first, out.end());
}

std::vector<std::uint16_t> Pieces::of(std::string_view text) const {
  std::vector<std::uint16_t> out;
  const std::string words = marked(text);
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = std::min(words.size(), words.find(kWordBegins, at + 1));
    append_word(std::string_view(words).substr(at, end - at), out);
    at = end;
  }
  return out;
}

}  // namespace pyramid::language
