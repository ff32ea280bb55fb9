#include "base/word_diff.hpp"

#include "tests/support/catch.hpp"

namespace word_diff_test {

using pyramid::TextPiece;
using pyramid::word_diff;

namespace {

// "I live in [-Lisbon.-]{+Porto.+}"
std::string told(std::string_view before, std::string_view after) {
  std::string out;
  for (const TextPiece& one : word_diff(before, after)) {
    if (one.kind == TextPiece::Kind::kSame) out += one.text;
    if (one.kind == TextPiece::Kind::kRemoved) out += "[-" + one.text + "-]";
    if (one.kind == TextPiece::Kind::kAdded) out += "{+" + one.text + "+}";
  }
  return out;
}

std::string side(const std::vector<TextPiece>& pieces, TextPiece::Kind left_out) {
  std::string out;
  for (const TextPiece& one : pieces) {
    if (one.kind != left_out) out += one.text;
  }
  return out;
}

}  // namespace

TEST_CASE("word diff: words that differ stand beside each other, the rest stays") {
  CHECK(told("", "").empty());
  CHECK(told("", "new words") == "{+new words+}");
  CHECK(told("old words", "") == "[-old words-]");
  CHECK(told("the same", "the same") == "the same");
  CHECK(told("I live in Lisbon.", "I live in Porto.") == "I live in [-Lisbon.-]{+Porto.+}");
  CHECK(told("a b c d", "a x b d") == "a {+x +}b [-c -]d");
  CHECK(told("one two three", "three") == "[-one two -]three");
  CHECK(told("a\nb", "a b") == "a b");
}

TEST_CASE("word diff: list items are told one by one, and words within the one that changed") {
  CHECK(told("- The user is allergic to peanuts.\n- Berta moved to Rome.\n",
             "- The user lives in Porto now, not in Austin.\n- Berta moved to Rome.\n") ==
        "[-- The user is allergic to peanuts.\n-]{+- The user lives in Porto now, not in "
        "Austin.\n+}- Berta moved to Rome.\n");
  CHECK(told("- One thing.\n- Kim owns a red boat.\n- Last thing.\n",
             "- One thing.\n- A new one.\n- Kim owns a blue boat.\n- Last thing.\n") ==
        "- One thing.\n{+- A new one.\n+}- Kim owns a [-red -]{+blue +}boat.\n- Last thing.\n");
  CHECK(told("- Isla is leaving the forecast team in July.\n",
             "- The user's training partner is Isla from the forecast team.\n") ==
        "[-- Isla is leaving the forecast team in July.\n-]{+- The user's training partner is Isla "
        "from the forecast team.\n+}");
  CHECK(told("- a\n- b\n- c", "- a\n- b") == "- a\n- b\n[-- c-]");
  CHECK(told("- a\n- b", "- a\n- b\n- c") == "- a\n- b\n{+- c+}");
}

TEST_CASE("word diff: sentences of a paragraph are told one by one, however it is wrapped") {
  CHECK(told("The user is tall. The user sings.",
             "The user is tall. The user swims in the sea. "
             "The user sings.") ==
        "The user is tall. {+The user swims in the sea. +}The user sings.");
  CHECK(told("One two three\nfour five. Six.", "One two\nthree four five.\nSix.") ==
        "One two\nthree four five.\nSix.");
  CHECK(told("# Plan\nOld words here.\n\nStays.", "# Plan\nWholly other.\n\nStays.") ==
        "# Plan\n[-Old words here.\n\n-]{+Wholly other.\n\n+}Stays.");
}

TEST_CASE("word diff: both texts can be read out of it, whatever they are") {
  std::uint32_t state = 7;
  const auto next = [&state](std::uint32_t below) {
    state = state * 1664525 + 1013904223;
    return (state >> 16) % below;
  };
  for (int round = 0; round < 400; ++round) {
    std::string texts[2];
    for (std::string& text : texts) {
      for (std::uint32_t i = next(30); i > 0; --i) {
        text += std::string(1, "abcdE"[next(5)]) + (next(4) == 0 ? ". " : " ");
      }
    }
    const auto pieces = word_diff(texts[0], texts[1]);
    CHECK(side(pieces, TextPiece::Kind::kAdded) == texts[0]);
    CHECK(side(pieces, TextPiece::Kind::kRemoved) == texts[1]);
  }
}

TEST_CASE("word diff: two long texts that share nothing are told as two") {
  std::string before, after;
  for (int i = 0; i < 6000; ++i) {
    before += "old" + std::to_string(i) + " ";
    after += "new" + std::to_string(i) + " ";
  }
  CHECK(word_diff(before, after).size() == 2);
}

}  // namespace word_diff_test
