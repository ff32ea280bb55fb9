#include "topics/cut.hpp"

#include "base/utf8.hpp"
#include "tests/support/catch.hpp"

#include <random>
#include <string>
#include <vector>

namespace pyramid::cut_test {

using topics::cut;
using topics::Leaf;
using topics::Place;
using topics::Slice;

namespace {

std::vector<std::string_view> views(const std::vector<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

// Turns of all sorts: empty, short, long, with and without lines, blanks and wide letters.
std::vector<std::string> made_up(std::mt19937& random) {
  static const std::vector<std::string> kPieces = {
      "yes", " ",      "\n", "\n\n", "\r\n\r\n",           ". ",   "? ", "straße",
      "é",   "漢字。", "😀", "well", "a rather long word", "```\n"};
  std::vector<std::string> turns(random() % 9);
  for (std::string& turn : turns) {
    const std::size_t pieces = random() % 3 == 0 ? random() % 120 : random() % 7;
    for (std::size_t i = 0; i < pieces; ++i) turn += kPieces[random() % kPieces.size()];
  }
  return turns;
}

std::string put_together(const std::vector<Leaf>& leaves,
                         const std::vector<std::string_view>& turns) {
  std::string all;
  for (const Leaf& leaf : leaves) {
    for (const Slice& slice : leaf.slices) {
      // Each turn is named where it begins, so that an empty one counts too.
      if (slice.begin == 0) all += "<" + std::to_string(slice.turn) + ">";
      all += turns[slice.turn].substr(slice.begin, slice.end - slice.begin);
    }
  }
  return all;
}

std::string all_of(const std::vector<std::string_view>& turns) {
  std::string all;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    all += "<" + std::to_string(i) + ">" + std::string(turns[i]);
  }
  return all;
}

}  // namespace

TEST_CASE("cut: turns go into a leaf as long as they fit") {
  const std::vector<std::string> texts = {std::string(20, 'a'), std::string(16, 'b'),
                                          std::string(12, 'c'), std::string(4, 'd')};
  const auto turns = views(texts);
  const std::vector<Leaf> leaves = cut(turns, 10);
  REQUIRE(leaves.size() == 2);
  CHECK(leaves[0] == Leaf{{{0, 0, 20}, {1, 0, 16}}, 9, true});
  CHECK(leaves[1] == Leaf{{{2, 0, 12}, {3, 0, 4}}, 4, false});
}

TEST_CASE("cut: nothing said makes no leaf") {
  CHECK(cut({}, 10).empty());
  const std::vector<std::string_view> silent = {""};
  CHECK(cut(silent, 10).size() == 1);
}

TEST_CASE("cut: a turn longer than a leaf is cut behind a paragraph") {
  const std::string text = "First thing. It is short.\n\nSecond thing.\nIt has a line more. End.";
  const std::vector<std::string_view> turns = {text};
  const std::vector<Leaf> leaves = cut(turns, 10);
  REQUIRE(leaves.size() == 2);
  CHECK(leaves[0].slices[0].end == text.find("Second"));
}

TEST_CASE("cut: where there is no paragraph, behind a line, a sentence, a word, a code point") {
  const auto first_end = [](std::string_view text) {
    const std::vector<std::string_view> turns = {text};
    return text.substr(0, cut(turns, 5).at(0).slices.at(0).end);
  };
  CHECK(first_end("one two three\nfour. five six seven") == "one two three\n");
  CHECK(first_end("one two three. four five six seven") == "one two three. ");
  CHECK(first_end("one two three four five six seven") == "one two three four ");
  CHECK(first_end("onetwothreefourfiveßsix") == "onetwothreefourfive");
}

TEST_CASE("cut: a long turn fills up a leaf that is less than half full") {
  const std::string text(100, 'x');
  const std::vector<std::string_view> turns = {"hello", text};
  const std::vector<Leaf> leaves = cut(turns, 10);
  CHECK(leaves[0].slices.size() == 2);
  CHECK(leaves[0].tokens == 10);
  const std::vector<std::string_view> fuller = {"a greeting that is longer", text};
  CHECK(cut(fuller, 10)[0].slices.size() == 1);
}

TEST_CASE("cut: no byte is lost, changed or said twice") {
  std::mt19937 random(41);
  for (int round = 0; round < 400; ++round) {
    const std::vector<std::string> texts = made_up(random);
    const auto turns = views(texts);
    const std::size_t tokens = 1 + random() % 30;
    const std::vector<Leaf> leaves = cut(turns, tokens);
    REQUIRE(put_together(leaves, turns) == all_of(turns));
    for (const Leaf& leaf : leaves) {
      REQUIRE((tokens == 1 || leaf.tokens <= tokens));
      REQUIRE(leaf.full == (&leaf != &leaves.back()));
      for (const Slice& slice : leaf.slices) {
        const std::string_view piece =
            turns[slice.turn].substr(slice.begin, slice.end - slice.begin);
        REQUIRE_FALSE(utf8::first_invalid(piece));
      }
    }
  }
}

TEST_CASE("cut: what is appended changes no leaf that is full") {
  std::mt19937 random(42);
  for (int round = 0; round < 200; ++round) {
    const std::vector<std::string> texts = made_up(random);
    const auto turns = views(texts);
    const std::size_t tokens = 1 + random() % 30;
    const std::vector<Leaf> whole = cut(turns, tokens);
    for (std::size_t size = 0; size < turns.size(); ++size) {
      const std::vector<Leaf> before = cut(std::span(turns).subspan(0, size), tokens);
      for (std::size_t i = 0; i + 1 < before.size(); ++i) REQUIRE(before[i] == whole.at(i));
    }
  }
}

TEST_CASE("cut: it goes on behind any leaf as if it had never stopped") {
  std::mt19937 random(43);
  for (int round = 0; round < 200; ++round) {
    const std::vector<std::string> texts = made_up(random);
    const auto turns = views(texts);
    const std::size_t tokens = 1 + random() % 30;
    std::vector<Leaf> whole = cut(turns, tokens);
    while (!whole.empty()) {
      const Place place = behind(whole.front(), turns);
      whole.erase(whole.begin());
      REQUIRE(cut(turns, tokens, place) == whole);
    }
  }
}

TEST_CASE("cut: bytes that are no text are cut all the same") {
  const std::string noise(1000, '\x80');
  const std::vector<std::string_view> turns = {noise};
  const std::vector<Leaf> leaves = cut(turns, 10);
  CHECK(leaves.size() == 25);
  CHECK(put_together(leaves, turns) == all_of(turns));
}

}  // namespace pyramid::cut_test
