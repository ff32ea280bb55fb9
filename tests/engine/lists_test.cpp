#include "engine/text/lists.hpp"

#include "engine/text/tables/english.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace pyramid::engine::lists_test {
namespace {

// Words, and what is nearly one.
TEST_CASE("lists: a sorted table has what a look at each word finds, and no more") {
  const SortedWords sorted(tables::kStopWords);
  const auto is_there = [](std::string_view word) {
    return std::find(tables::kStopWords.begin(), tables::kStopWords.end(), word) !=
           tables::kStopWords.end();
  };
  for (const std::string_view one : tables::kStopWords) {
    const std::string word(one);
    for (const std::string& asked :
         {word, word + "s", word.substr(1), "a" + word, "\xff" + word,
          word.substr(0, word.size() - 1), std::string(1, '\0') + word}) {
      INFO(asked);
      CHECK(sorted.has(asked) == is_there(asked));
      CHECK(lists(tables::kStopWords, asked) == is_there(asked));
    }
  }
}

TEST_CASE(
    "lists: a table need not be in order, and may hold the empty word and ones that begin high") {
  constexpr auto kWords = std::to_array<std::string_view>({"übrigens", "b", "", "aa", "a", "\xff"});
  constexpr SortedWords kSorted(kWords);
  for (const std::string_view word : kWords) CHECK(kSorted.has(word));
  for (const std::string_view word : {"ü", "c", "ab", "\xfe"}) CHECK_FALSE(kSorted.has(word));
  CHECK_FALSE(lists(kWords, "ü"));
  CHECK(lists(kWords, "übrigens"));
}

}  // namespace
}  // namespace pyramid::engine::lists_test
