#include "format/relations.hpp"

#include "tests/support/catch.hpp"

#include <string>
#include <utility>
#include <vector>

namespace relations_test {

using namespace pyramid;
using namespace pyramid::format;

namespace {

constexpr const char* kHome = "models/mia.md";
const std::string kFile =
    "---\nid: 0000000000A0W4X084S0FKQY8Z\nkind: model\nmodel: mia\n---\n# Mia\n\n## Notes\nMine.\n";

std::vector<RelationLine> lines_of(const std::string& bytes, const std::string& path = kHome) {
  const auto document = read_document(bytes, path);
  REQUIRE(document);
  return find_relations(*document, path);
}

RelationDraft draft(const std::string& type, const std::string& to, const std::string& path = {}) {
  RelationDraft one;
  one.type = type;
  one.to = to;
  one.path = path;
  one.made = derive_ulid_at(1'780'000'000'123, type + to);
  return one;
}

std::string with(const std::string& bytes, const std::vector<RelationDraft>& added) {
  const auto after = with_relations(bytes, kHome, added);
  REQUIRE(after);
  return *after;
}

}  // namespace

TEST_CASE("relations: a relation is a line that a person can read, in front of their notes") {
  const std::string file = with(kFile, {draft("works_at", "Acme", "models/acme.md")});
  CHECK(file.find("# Mia\n\n## Relations\n- works_at [Acme](acme.md) <!-- relation 01") !=
        std::string::npos);
  CHECK(file.find("\n\n## Notes\nMine.\n") != std::string::npos);
  const auto lines = lines_of(file);
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].type == "works_at");
  CHECK(lines[0].path == "models/acme.md");
  CHECK_FALSE(lines[0].to);
  CHECK(milliseconds_of(lines[0].made) == 1'780'000'000'123);
}

TEST_CASE("relations: any type and any name come back as they were given") {
  const std::vector<std::string> texts = {"",
                                          " ",
                                          "two\nlines",
                                          "*a*",
                                          "a [b](c.md)",
                                          "--> x",
                                          "- y",
                                          "^01",
                                          "%41",
                                          "ä ö",
                                          "<!-- relation to=x -->",
                                          "1. x",
                                          "|"};
  std::string file = kFile;
  std::vector<std::pair<std::string, std::string>> given;
  for (const std::string& type : texts) {
    for (const std::string& to : texts) {
      for (const char* path : {"", "models/a b.md"}) {
        file = with(file, {draft(type, to, path)});
        given.emplace_back(type, to);
      }
    }
  }
  const auto lines = lines_of(file);
  REQUIRE(lines.size() == given.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    INFO(given[i].first << " -> " << given[i].second);
    CHECK(lines[i].type == given[i].first);
    CHECK(lines[i].path == (i % 2 == 0 ? "" : "models/a b.md"));
    if (i % 2 == 0) CHECK(lines[i].to == given[i].second);
  }
}

TEST_CASE("relations: a person's own lines are relations where they lead to a file") {
  const auto lines =
      lines_of(kFile +
               "\n## Relations\nSome words.\n- sister of [Ana](ana.md), the elder\n"
               "- likes cats\n- [Web](https://example.org)\n\n## More\n- x [B](b.md)\n");
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].type == "sister of");
  CHECK(lines[0].path == "models/ana.md");
  CHECK(lines[0].made.is_zero());
}

TEST_CASE("relations: lines that go leave all else, and the last one takes the heading along") {
  const std::string one = with(kFile, {draft("knows", "Ana", "models/ana.md")});
  const std::string two = with(one, {draft("knows", "Bob")});
  const auto all = [](const RelationLine&) { return true; };
  const auto bobs = [](const RelationLine& line) { return line.to == "Bob"; };
  CHECK(*without_relations(two, kHome, bobs) == one);
  CHECK(*without_relations(two, kHome, all) == kFile);
  CHECK(*without_relations(kFile, kHome, all) == kFile);
}

TEST_CASE("relations: nothing goes below a fence that was left open") {
  const std::string open =
      "---\nid: 0000000000A0W4X084S0FKQY8Z\nkind: model\n---\n# Mia\n\n```\nopen\n";
  const auto after = with_relations(open, kHome, {draft("knows", "Bob")});
  REQUIRE_FALSE(after);
  CHECK(after.error().what.find("left open") != std::string::npos);
}

TEST_CASE("relations: lines get the line ends of their file") {
  const std::string file =
      with("---\r\nid: 0000000000A0W4X084S0FKQY8Z\r\nkind: model\r\n---\r\n# Mia\r\n",
           {draft("knows", "Bob"), draft("knows", "Ana")});
  CHECK(file.find("\r\n\r\n## Relations\r\n- knows Bob") != std::string::npos);
  CHECK(file.find("\n\n") == std::string::npos);
  CHECK(lines_of(file).size() == 2);
}

}  // namespace relations_test
