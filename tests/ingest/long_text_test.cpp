#include "ingest/long_text.hpp"

#include "ingest/json.hpp"
#include "tests/ingest/reading.hpp"

namespace long_text_test {

using namespace pyramid;
using namespace pyramid::test;
using pyramid::ingest::cut_to_kept;
using pyramid::ingest::kMostKept;

namespace {

std::string sentences(std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += "My barn is large. ";
  return text;
}

// As it comes through in pieces of some bytes each.
std::string shortened(const std::string& json, std::size_t piece) {
  ingest::LongStrings strings;
  std::string out;
  for (std::size_t at = 0; at < json.size(); at += piece) {
    strings.feed(std::string_view(json).substr(at, piece), out);
  }
  return out;
}

}  // namespace

TEST_CASE("long_text: a text above the limit keeps its first sentences and says what is missing") {
  std::string text = sentences(kMostKept + 2'000'000);
  const std::string whole = text;
  const std::size_t left_out = cut_to_kept(text);
  const std::string mark = "\n\n" + ingest::left_out_mark(left_out);
  const bool ends_well = text.ends_with(". " + mark);
  REQUIRE(ends_well);
  CHECK(text.size() - mark.size() + left_out == whole.size());
  const bool is_beginning = whole.starts_with(text.substr(0, text.size() - mark.size()));
  CHECK(is_beginning);
  std::string fits(kMostKept, 'x');
  CHECK(cut_to_kept(fits) == 0);
  CHECK(fits.size() == kMostKept);
}

TEST_CASE("long_text: a string that was shortened on the way is cut as the whole one is") {
  std::string whole = sentences(kMostKept + 3'000'000);
  std::string by_line = ingest::string_member(
      *ingest::parse_whole_json(shortened("{\"a\":\"" + whole + "\",\"b\":\"c\"}", 4099)).value,
      "a");
  CHECK(by_line.size() < kMostKept + 1'000);
  CHECK(cut_to_kept(by_line) == cut_to_kept(whole));
  const bool is_same = by_line == whole;
  CHECK(is_same);
}

TEST_CASE("long_text: escapes, pairs of surrogates and code points are never cut in two") {
  for (const std::string one : {"\\ud83d\\ude42", "\u00e9", "\\\""}) {
    std::string text(kMostKept - 3, 'x');
    for (int i = 0; i < 50; ++i) text += one;
    const std::string json = "[\"" + text + "\", \"" + one + "\"]";
    const std::string out = shortened(json, 100'003);
    const ingest::ParsedJson parsed = ingest::parse_whole_json(out);
    INFO(one);
    REQUIRE(parsed.value);
    CHECK(out.size() < json.size());
    CHECK((*parsed.value)[0].get<std::string>().ends_with(" bytes left out]"));
    CHECK(out.ends_with(", \"" + one + "\"]"));
  }
}

TEST_CASE("long_text: JSON without long strings comes through as it is") {
  const std::string json = R"({"a":["x\"y",{"b":"\\"},1.5,null],"c\u00e9":"\ud83d\ude42"})";
  for (const std::size_t piece : {1U, 2U, 7U, 1000U}) CHECK(shortened(json, piece) == json);
}

TEST_CASE("encoding: a log in Latin-1 is read, and the report says so") {
  const auto reader = ingest::make_markdown_log_reader();
  MemoryFileSystem files;
  files.put("/2026-03-01.md", "## User\nI live in K\xf6ln.\n\n## Assistant\nNoted.\n");
  const Reading reading = read(*reader, files, "/2026-03-01.md");
  REQUIRE(reading.conversations.size() == 1);
  CHECK(reading.conversations[0].turns[0].text == "I live in K\u00f6ln.");
  REQUIRE(reading.report.diagnostics.size() == 1);
  CHECK(reading.report.diagnostics[0].where == "/2026-03-01.md:2");
  CHECK(reading.report.diagnostics[0].what.find("Windows-1252") != std::string::npos);
}

}  // namespace long_text_test
