#include "format/own_words.hpp"

#include "base/sentence_end.hpp"
#include "base/text.hpp"
#include "format/node.hpp"
#include "format/text_parts.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace pyramid::format {

namespace {

// Beyond these the search would take longer than a rewrite; sentences have to do.
constexpr std::size_t kMostPlaces = 120;
constexpr std::size_t kMostPlacesTwice = 48;

// Where something may have been put in: at lines and behind sentences.
std::vector<std::size_t> places(std::string_view text) {
  std::vector<std::size_t> found = {0};
  for (std::size_t i = 1; i < text.size(); ++i) {
    const bool line = text[i] == '\n' || text[i - 1] == '\n';
    const bool sentence =
        i > 1 && text[i - 1] == ' ' && std::string_view(".!?").find(text[i - 2]) != text.npos;
    if (line || sentence) found.push_back(i);
  }
  found.push_back(text.size());
  return found;
}

struct Range {
  std::size_t begin = 0, end = 0;
};

// Words of a person as they are handed on: without the blanks between them and the sentence before.
// An indent, two blanks or more in front of a line, says something.
std::string_view bare_words(std::string_view text, std::size_t begin, std::size_t end) {
  const std::string_view words = text.substr(begin, end - begin);
  const std::string_view before = words.substr(0, words.find_first_not_of(" \n"));
  const std::size_t line = before.rfind('\n');
  const std::size_t blanks =
      line == std::string_view::npos ? before.size() : before.size() - line - 1;
  const bool own_line = begin == 0 || text[begin - 1] == '\n' || line != std::string_view::npos;
  return trim_lines(own_line && blanks > 1 ? words : words.substr(before.size()));
}

// The stretch behind `from` without which the text is as it was generated.
template <typename IsGenerated>
std::optional<Range> find_added(std::string_view text, const std::vector<std::size_t>& places,
                                std::size_t from, const IsGenerated& is_generated) {
  for (auto begin = places.begin(); begin != places.end(); ++begin) {
    if (*begin < from) continue;
    for (auto end = std::next(begin); end != places.end(); ++end) {
      std::string rest(text.substr(from, *begin - from));
      rest.append(text.substr(*end));
      if (is_generated(text_digest(rest))) return Range{*begin, *end};
    }
  }
  return std::nullopt;
}

// What was put into a text whose rest was generated: at one place, or at the very beginning and at
// one other.
struct PutIn {
  std::string words, rest;
};
template <typename IsGenerated>
std::optional<PutIn> find_put_in(std::string_view text, const IsGenerated& is_generated) {
  const std::vector<std::size_t> at = places(text);
  const auto rest = [&](std::size_t from, const Range& added) {
    return std::string(text.substr(from, added.begin - from)).append(text.substr(added.end));
  };
  if (at.size() <= kMostPlaces) {
    if (const auto added = find_added(text, at, 0, is_generated)) {
      return PutIn{std::string(bare_words(text, added->begin, added->end)), rest(0, *added)};
    }
  }
  // What an earlier rewrite kept stands in front.
  for (std::size_t i = 1; at.size() <= kMostPlacesTwice && i < at.size(); ++i) {
    if (const auto added = find_added(text, at, at[i], is_generated)) {
      return PutIn{
          joined_text(bare_words(text, 0, at[i]), bare_words(text, added->begin, added->end)),
          rest(at[i], *added)};
    }
  }
  return std::nullopt;
}

bool opens_item(std::string_view line) { return line.starts_with("- ") || line.starts_with("* "); }

// A sentence in a text, the mark of its list item not included.
struct Unit {
  std::size_t begin = 0, end = 0;
  std::size_t line = 0;  // where its line begins
  SentenceMark mark = 0;
};

std::vector<Unit> units(std::string_view text) {
  std::vector<Unit> found;
  const auto add = [&](std::size_t begin, std::size_t end, std::size_t line) {
    while (begin < end && (text[begin] == ' ' || text[begin] == '\t')) ++begin;
    while (end > begin && (text[end - 1] == ' ' || text[end - 1] == '\t')) --end;
    if (begin < end) found.push_back({begin, end, line, mark_of(text.substr(begin, end - begin))});
  };
  for (std::size_t line = 0; line < text.size();) {
    const std::size_t end = std::min(text.find('\n', line), text.size());
    std::size_t begin = line;
    if (opens_item(text.substr(line, end - line))) begin += 2;
    const std::size_t first = begin;
    for (std::size_t at = first + 1; at < end; ++at) {
      if (!sentence_ends(text.substr(first, end - first), at - first)) continue;
      add(begin, at, line);
      begin = at;
    }
    add(begin, end, line);
    line = end + 1;
  }
  return found;
}

bool holds(const std::vector<SentenceMark>& marks, SentenceMark mark) {
  return std::find(marks.begin(), marks.end(), mark) != marks.end();
}

void sort_once(std::vector<SentenceMark>& marks) {
  std::sort(marks.begin(), marks.end());
  marks.erase(std::unique(marks.begin(), marks.end()), marks.end());
}

// Where the first sentence of a line begins with the mark of its list item.
std::size_t begin_with_item(const Unit& unit, std::string_view text) {
  const bool first = trim(text.substr(unit.line, unit.begin - unit.line)).size() <= 1;
  return first ? unit.line : unit.begin;
}

// The stretches of sentences that are not recorded, as they stand.
std::string unrecorded(std::string_view text, const std::vector<Unit>& all,
                       const std::vector<SentenceMark>& standing) {
  std::string words;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (holds(standing, all[i].mark)) continue;
    const std::size_t begin = begin_with_item(all[i], text);
    while (i + 1 < all.size() && !holds(standing, all[i + 1].mark)) ++i;
    words = joined_text(words, bare_words(text, begin, all[i].end));
  }
  return words;
}

// What is left of a text of which the units in `gone` are taken out.
std::string without_units(std::string_view text, const std::vector<Unit>& all,
                          const std::vector<bool>& gone) {
  std::string left;
  std::size_t from = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!gone[i]) continue;
    std::size_t begin = begin_with_item(all[i], text);
    while (i + 1 < all.size() && gone[i + 1]) ++i;
    std::size_t end = all[i].end;
    while (end < text.size() && text[end] == ' ') ++end;
    const bool whole_lines = begin == all[i].line || (begin > 0 && text[begin - 1] == '\n');
    if (whole_lines && end < text.size() && text[end] == '\n') ++end;
    // A list item keeps its mark where something of it stays.
    if (whole_lines && end < text.size() && text[end - 1] != '\n') {
      begin += opens_item(text.substr(begin)) ? 2 : 0;
    }
    left.append(text.substr(from, begin - from));
    from = end;
  }
  left.append(text.substr(from));
  return std::string(trim_lines(left));
}

}  // namespace

std::vector<std::string_view> sentences_in(std::string_view text) {
  std::vector<std::string_view> found;
  for (const Unit& unit : units(text)) {
    found.push_back(text.substr(unit.begin, unit.end - unit.begin));
  }
  return found;
}

SentenceMark mark_of(std::string_view sentence) {
  const Digest digest = digest_of(sentence);
  return (SentenceMark{digest.bytes[0]} << 16U) | (SentenceMark{digest.bytes[1]} << 8U) |
         SentenceMark{digest.bytes[2]};
}

namespace {

// Letters a to p in place of hex digits: YAML and those who rewrite it take "95e540" for a number.
constexpr std::size_t kMarkLetters = 6;
constexpr unsigned kLetterBits = 4;

std::string letters_of(SentenceMark mark) {
  std::string letters(kMarkLetters, 'a');
  for (auto letter = letters.rbegin(); letter != letters.rend(); ++letter, mark >>= kLetterBits) {
    *letter = static_cast<char>('a' + (mark & 0xFU));
  }
  return letters;
}

std::optional<SentenceMark> mark_from(std::string_view letters) {
  if (letters.size() != kMarkLetters) return std::nullopt;
  SentenceMark mark = 0;
  for (const char letter : letters) {
    if (letter < 'a' || letter > 'p') return std::nullopt;
    mark = (mark << kLetterBits) | static_cast<SentenceMark>(letter - 'a');
  }
  return mark;
}

}  // namespace

std::string to_text(const Sentences& sentences) {
  std::string text;
  for (const SentenceMark mark : sentences.standing) text += " " + letters_of(mark);
  for (const SentenceMark mark : sentences.struck) text += " -" + letters_of(mark);
  return text.empty() ? text : text.substr(1);
}

std::optional<Sentences> parse_sentences(std::string_view text) {
  Sentences sentences;
  for (std::string_view one : split(text, ' ')) {
    if (one.empty()) continue;
    const bool struck = one.starts_with('-');
    if (struck) one.remove_prefix(1);
    const std::optional<SentenceMark> mark = mark_from(one);
    if (!mark) return std::nullopt;
    (struck ? sentences.struck : sentences.standing).push_back(*mark);
  }
  return sentences;
}

ByHand by_hand(std::string_view text, const std::optional<Digest>& output,
               const Sentences& sentences) {
  text = trim_lines(text);
  ByHand found{{}, sentences.struck};
  if (!output) {
    found.words = text;
    return found;
  }
  if (text_digest(text) == *output) return found;
  const auto is_generated = [&](const Digest& digest) { return digest == *output; };
  if (const auto put_in = find_put_in(text, is_generated)) {
    found.words = put_in->words;
    return found;
  }
  const std::vector<Unit> all = units(text);
  found.words = unrecorded(text, all, sentences.standing);
  const std::size_t before = found.struck.size();
  for (const SentenceMark mark : sentences.standing) {
    const bool there =
        std::any_of(all.begin(), all.end(), [&](const Unit& unit) { return unit.mark == mark; });
    if (!there) found.struck.push_back(mark);
  }
  sort_once(found.struck);
  const bool only_moved = found.words.empty() && found.struck.size() == before;
  if (sentences.standing.empty() || only_moved) found.words = text;
  return found;
}

std::optional<std::string> generated_in(std::string_view text, std::string_view digits) {
  text = trim_lines(text);
  const auto is_generated = [&](const Digest& digest) {
    return to_hex(digest).starts_with(digits);
  };
  if (is_generated(text_digest(text))) return std::string(text);
  const auto put_in = find_put_in(text, is_generated);
  return put_in ? std::optional(std::string(trim_lines(put_in->rest))) : std::nullopt;
}

Hand hand_in(std::string_view text, const std::optional<Digest>& output,
             const Sentences& sentences) {
  const ByHand found = by_hand(text, output, sentences);
  if (!found.words.empty()) return Hand::kWords;
  return found.struck.empty() ? Hand::kNone : Hand::kStruck;
}

Cleared without_struck(std::string_view text, const std::vector<SentenceMark>& struck) {
  text = trim_lines(text);
  const std::vector<Unit> all = units(text);
  std::vector<bool> gone;
  Cleared cleared{std::string(text), {{}, struck}};
  sort_once(cleared.sentences.struck);
  for (const Unit& unit : all) gone.push_back(holds(struck, unit.mark));
  const bool all_gone = std::find(gone.begin(), gone.end(), false) == gone.end();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all_gone || !gone[i]) cleared.sentences.standing.push_back(all[i].mark);
  }
  if (!all_gone) cleared.text = without_units(text, all, gone);
  return cleared;
}

std::string joined_text(std::string_view first, std::string_view second) {
  first = trim_lines(first);
  second = trim_lines(second);
  if (first.empty() || second.empty()) return std::string(first.empty() ? second : first);
  const bool list = opens_item(split_lines(first).back()) && opens_item(second);
  return std::string(first).append(list ? "\n" : "\n\n").append(second);
}

std::string_view behind_kept(std::string_view text, std::string_view kept) {
  text = trim_lines(text);
  // The blanks that its first line begins with may be lost on the way.
  const std::string_view bare = trim(text);
  kept = trim(kept);
  return bare.starts_with(kept) ? trim_lines(bare.substr(kept.size())) : text;
}

}  // namespace pyramid::format
