// What of a generated text is a person's (docs/format.md, "Edits by hand").
//
// A file records the digest of the text as it was generated, and a short one of each of its
// sentences, not that text. Where the rest of an edited text still has the digest, what stands
// besides is the person's. Else words were changed or removed: sentences that are not among those
// recorded are the person's, and those that are not there any more were struck out. Where no
// sentences are recorded, the whole text is the person's.
#pragma once

#include "base/digest.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::format {

// Sentences by the first 24 bits of their digests: enough to tell those of one text apart.
using SentenceMark = std::uint32_t;
SentenceMark mark_of(std::string_view sentence);

// The sentences of a text as they are marked: parts of it, in order, the mark of a list item not
// included. Pure.
std::vector<std::string_view> sentences_in(std::string_view text);

// What is recorded of a generated text.
struct Sentences {
  std::vector<SentenceMark> standing;  // as generated, in order
  std::vector<SentenceMark> struck;    // a person took them out: sorted, each once
  auto operator<=>(const Sentences&) const = default;
};
// "kbbmcd nefgpa -apapap"; what was struck out has the minus.
std::string to_text(const Sentences& sentences);
std::optional<Sentences> parse_sentences(std::string_view text);

// What a person did to a generated text.
struct ByHand {
  std::string words;                 // put in: whole lines and sentences; "" = none
  std::vector<SentenceMark> struck;  // taken out, now or before
};
// A text without `output` is a person's, and so is one in which sentences only changed places.
// Pure.
ByHand by_hand(std::string_view text, const std::optional<Digest>& output,
               const Sentences& sentences);

// What of a text was generated, where no more than the first digits of its digest is known: all of
// it, or what is left without whole lines and sentences that were put in. nullopt where nothing of
// that has them. Pure.
std::optional<std::string> generated_in(std::string_view text, std::string_view digits);

// How much of a generated text is a person's doing.
enum class Hand {
  kNone,
  kStruck,  // sentences were taken out, now or before
  kWords,   // words of theirs stand in it
};
Hand hand_in(std::string_view text, const std::optional<Digest>& output,
             const Sentences& sentences);

// A generated text without what a person struck out of it before, and what is to be recorded of it.
// A text of which nothing would be left stays as it is.
struct Cleared {
  std::string text;
  Sentences sentences;
};
Cleared without_struck(std::string_view text, const std::vector<SentenceMark>& struck);

// Two texts as one: a blank line between them, none between two items of a list.
std::string joined_text(std::string_view first, std::string_view second);

// `text` without `kept` in front, as an engine gives it that was asked to keep it. A text that does
// not begin so comes back whole.
std::string_view behind_kept(std::string_view text, std::string_view kept);

}  // namespace pyramid::format
