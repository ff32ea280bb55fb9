#include "base/text.hpp"

#include "tests/support/catch.hpp"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace text_test {

using namespace pyramid;

TEST_CASE("text: trimming, splitting, joining") {
  CHECK(trim(" \t a b\r\n") == "a b");
  CHECK(trim("   ").empty());
  CHECK(split("a,,b", ',') == std::vector<std::string_view>{"a", "", "b"});
  CHECK(split("", ',') == std::vector<std::string_view>{""});
  CHECK(split_lines("a\r\nb\n\nc") == std::vector<std::string_view>{"a", "b", "", "c"});
  CHECK(split_lines("a\n") == std::vector<std::string_view>{"a"});
  CHECK(split_lines("\n") == std::vector<std::string_view>{""});
  CHECK(split_lines("").empty());
  const std::vector<std::string> parts = {"a", "b", "c"};
  CHECK(join(parts, ", ") == "a, b, c");
  CHECK(join(std::span<const std::string>(), ", ").empty());
  CHECK(replace_all("aaa", "aa", "b") == "ba");
  CHECK(replace_all("abc", "", "x") == "abc");
  CHECK(collapse_spaces("  a \n\t b ") == "a b");
  CHECK(starts_with_ignoring_case("User: hi", "user:"));
  CHECK_FALSE(starts_with_ignoring_case("Us", "user"));
  CHECK(equals_ignoring_case("CON", "con"));
}

TEST_CASE("text: numbers for people") {
  CHECK(count_of(0, "file") == "0 files");
  CHECK(count_of(1, "file") == "1 file");
  CHECK(count_of(1234, "summary", "summaries") == "1,234 summaries");
  CHECK(with_commas(0) == "0");
  CHECK(with_commas(999) == "999");
  CHECK(with_commas(1'000) == "1,000");
  CHECK(with_commas(18'446'744'073'709'551'615U) == "18,446,744,073,709,551,615");
  CHECK(human_bytes(999) == "999 B");
  CHECK(human_bytes(1'200'000) == "1.2 MB");
}

TEST_CASE("text: nothing printable reaches into the terminal") {
  CHECK(printable("a\tb\rc\nd") == "a\\tb\\rc\\nd");
  CHECK(printable("\x1b[31m\x07") == "\\x1b[31m\\x07");
  CHECK(printable("\x7f") == "\\x7f");
  CHECK(printable("\xC2\x9B"
                  "31m") == "\\x9b31m");  // CSI as one C1 character
  CHECK(printable("a\xE2\x80\xAE"
                  "dm.exe") == "a\\u202edm.exe");  // right-to-left override
  CHECK(printable("caf\xE9") == "caf\xEF\xBF\xBD");
  CHECK(printable("Zoë 東京") == "Zoë 東京");
}

TEST_CASE("text: of several printable lines the ends and tabs stay") {
  CHECK(printable_lines("# Esc\n\n\tThe hydra \x1b]52;c;cHduZWQ=\x07\x1b[2J is here.\n") ==
        "# Esc\n\n\tThe hydra \\x1b]52;c;cHduZWQ=\\x07\\x1b[2J is here.\n");
  CHECK(printable_lines("one\r\ntwo\rthree\r") == "one\ntwo\\rthree\\r");
  CHECK(printable_lines("a\xE2\x81\xA6\n\xE2\x80\xAE") == "a\\u2066\n\\u202e");
  CHECK(printable_lines("").empty());
}

TEST_CASE("slug: readable, from any text") {
  CHECK(slugify("User relocated to Austin in May 2025.") == "user-relocated-to-austin-in-may-2025");
  CHECK(slugify("Ana's cat & Zoë’s dog") == "anas-cat-zoes-dog");
  CHECK(slugify("Łódź, Straße, Ærø, Đà Nẵng") == "lodz-strasse-aero-da-nang");
  CHECK(slugify("--a--") == "a");
  CHECK(slugify("東京") == "note");
  CHECK(slugify("東京 Tower") == "tower");
  CHECK(slugify("") == "note");
  CHECK(slugify("...") == "note");
  CHECK(slugify("../../etc/passwd") == "etc-passwd");
}

TEST_CASE("slug: never a device of Windows") {
  CHECK(slugify("CON") == "con-x");
  CHECK(slugify("nul") == "nul-x");
  CHECK(slugify("Com1") == "com1-x");
  CHECK(slugify("com0") == "com0");
  CHECK(slugify("console") == "console");
}

TEST_CASE("text: names of another script are told apart by their file's name") {
  CHECK(slug_of_name("Ana Novák") == "ana-novak");
  CHECK(slug_of_name("Zoë’s garden…") == "zoes-garden");
  CHECK(slug_of_name("田中").starts_with("name-"));
  CHECK(slug_of_name("田中") != slug_of_name("山田"));
  CHECK(slug_of_name("東京 Tower").starts_with("tower-"));
  CHECK(slug_of_name("東京 Tower") != slug_of_name("大阪 Tower"));
  CHECK(slug_of_name("АННА") == slug_of_name("Анна"));
  CHECK(slugify(slug_of_name("田中")) == slug_of_name("田中"));
}

TEST_CASE("slug: cut at a word") {
  CHECK(slugify("one two three", 13) == "one-two-three");
  CHECK(slugify("one two three", 12) == "one-two");
  CHECK(slugify("one two three", 7) == "one-two");
  CHECK(slugify("one two three", 8) == "one-two");
  CHECK(slugify("incomprehensibilities", 10) == "incomprehe");
  CHECK(slugify("a incomprehensibilities", 10) == "a-incompre");
}

TEST_CASE("slug: safe whatever comes in, and stable when slugged again") {
  std::mt19937 random(11);
  const std::string alphabet = "aB3-_ ./\\\xC3\xA9'\n\xFF:*";
  for (int round = 0; round < 20'000; ++round) {
    std::string text(random() % 90, ' ');
    for (char& c : text) c = alphabet[random() % alphabet.size()];
    const std::string slug = slugify(text);
    INFO(text);
    REQUIRE(!slug.empty());
    REQUIRE(slug.size() <= 60);
    REQUIRE(slug.front() != '-');
    REQUIRE(slug.back() != '-');
    REQUIRE(std::all_of(slug.begin(), slug.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    }));
    REQUIRE(slugify(slug) == slug);
  }
}

TEST_CASE("closest: a slip of the finger is understood, a guess is not made") {
  const std::vector<std::string> commands = {"init", "import", "sync", "search", "status", "why"};
  CHECK(closest("sycn", commands) == "sync");     // swapped
  CHECK(closest("serch", commands) == "search");  // left out
  CHECK(closest("statuss", commands) == "status");
  CHECK(closest("inport", commands) == "import");
  CHECK(closest("sync", commands) == "sync");
  CHECK(closest("stat", commands) == "status");  // the only one that begins so
  CHECK(closest("w", commands) == "why");
  CHECK_FALSE(closest("s", commands));
  CHECK_FALSE(closest("frobnicate", commands));
  CHECK_FALSE(closest("x", commands));
  CHECK_FALSE(closest("", commands));
  CHECK_FALSE(closest(std::string(1'000, 's'), commands));
}

}  // namespace text_test
