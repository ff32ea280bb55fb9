#include "format/frontmatter.hpp"

#include "base/text.hpp"
#include "format/flat_yaml.hpp"
#include "format/yaml_scalar.hpp"
#include "tests/format/generate.hpp"
#include "tests/support/catch.hpp"

#include <yaml-cpp/yaml.h>

#include <array>

namespace frontmatter_test {

using namespace pyramid;
using namespace pyramid::format;
using pyramid::test::Dice;

namespace {

Frontmatter parse(std::string_view block) {
  Result<Frontmatter> parsed = Frontmatter::parse(block);
  INFO(block);
  if (!parsed) FAIL(to_string(parsed.error()));
  return *std::move(parsed);
}

std::string shown(const std::vector<Field>& fields) {
  std::string out;
  for (const Field& field : fields) {
    out += field.key + (field.is_list ? " list" : field.is_nested ? " nested" : " scalar");
    out += " line " + std::to_string(field.line) + " bytes " + std::to_string(field.begin) + "-" +
           std::to_string(field.end) + "\n";
    for (const std::string& value : field.values) out += "  <" + value + ">\n";
  }
  return out;
}

constexpr std::array<std::string_view, 6> kKeys = {"id", "kind", "a b", "x-y_z", "k.1", "Ünï"};
constexpr std::array<std::string_view, 74> kPieces = {"a",
                                                      "user",
                                                      " ",
                                                      "  ",
                                                      ":",
                                                      ": ",
                                                      " :",
                                                      "#",
                                                      " #",
                                                      "# ",
                                                      "\"",
                                                      "'",
                                                      "''",
                                                      "\\\"",
                                                      "\\n",
                                                      "\\",
                                                      ",",
                                                      ", ",
                                                      "[",
                                                      "]",
                                                      "[]",
                                                      "[a, b]",
                                                      "[a,b]",
                                                      "{",
                                                      "}",
                                                      "{a: b}",
                                                      "-",
                                                      "- ",
                                                      "--",
                                                      "---",
                                                      "...",
                                                      "?",
                                                      "? ",
                                                      "!",
                                                      "!!str ",
                                                      "&x ",
                                                      "*x",
                                                      "|",
                                                      ">",
                                                      "%",
                                                      "@",
                                                      "`",
                                                      "~",
                                                      "null",
                                                      "true",
                                                      "12",
                                                      "-5",
                                                      "1e5",
                                                      "0x1F",
                                                      "10:03",
                                                      ".inf",
                                                      "é",
                                                      "日本",
                                                      "\xC2\x85",
                                                      "\xE2\x80\xA8",
                                                      "\t",
                                                      "2026-05-12T10:03:00Z",
                                                      "01JV2MF0S8Q4WZ3H6K9R7T5XBN",
                                                      "=",
                                                      "<<",
                                                      "a:b",
                                                      "a#b",
                                                      "'it''s'",
                                                      "\"q\\\"q\"",
                                                      "\"\"",
                                                      "''",
                                                      "[ ]",
                                                      "[\"a\", 'b']",
                                                      "[a, ]",
                                                      "[, a]",
                                                      "(x)",
                                                      "<b>",
                                                      "$",
                                                      "\xEF\xBB\xBF"};

// A block of keys, items, comments and accidents.
std::string random_block(Dice& dice) {
  std::string block;
  const std::string_view eol = dice.one_in(4) ? "\r\n" : "\n";
  for (std::size_t line = dice.roll(6); line > 0; --line) {
    switch (dice.roll(10)) {
      case 0:
        block += dice.pick({"# note", "  # note", "", "   ", "#"});
        break;
      case 1:
        block += dice.mix(kPieces, 3);
        break;
      case 2:
        block.append("  - ").append(dice.mix(kPieces, 2));
        break;
      case 3:
        block.append(kKeys[dice.roll(6)]).append(":").append(eol).append("  - ");
        block.append(dice.mix(kPieces, 2)).append(eol).append("  - z");
        break;
      case 4:
        block.append(kKeys[dice.roll(6)]).append(": [").append(dice.mix(kPieces, 2));
        block.append(", b]");
        break;
      case 5:
        block.append(kKeys[dice.roll(6)]).append(":").append(dice.mix(kPieces, 2));
        break;
      case 6:
        block.append(kKeys[dice.roll(6)]).append(": ").append(dice.pick(kPieces));
        block += " # why";
        break;
      default:
        block.append(kKeys[dice.roll(6)]).append(": ").append(dice.mix(kPieces, 3));
    }
    if (line > 1 || !dice.one_in(3)) block += eol;
  }
  return block;
}

}  // namespace

TEST_CASE("frontmatter: scalars, lists and comments are understood") {
  const Frontmatter fields = parse(
      "# first\nid: X\ntitle: \"a: \\\"b\\\"\" # why\ntags: [one, 'two three', \"four\"]\nlist:\n"
      "  - a\n\n  # between\n  - \"b\"\nempty:\nurl: http://x.org/y#z\nsingle: 'it''s'\n");
  CHECK(fields.scalar("id") == "X");
  CHECK(fields.scalar("title") == "a: \"b\"");
  CHECK(fields.list("tags") == std::vector<std::string>{"one", "two three", "four"});
  CHECK(fields.list("list") == std::vector<std::string>{"a", "b"});
  CHECK(fields.scalar("empty") == "");
  CHECK(fields.list("empty").empty());
  CHECK(fields.scalar("url") == "http://x.org/y#z");
  CHECK(fields.scalar("single") == "it's");
  CHECK(fields.find("list")->line == 5);
  CHECK_FALSE(fields.scalar("list"));
  CHECK_FALSE(fields.scalar("nothing"));
}

TEST_CASE("frontmatter: what the fast reader does not know is YAML all the same") {
  const Frontmatter fields = parse(
      "text: |\n  one\n  # two\nfolded: a\n  b\nmap:\n  x: 1\nlists: [[a], b]\n\"quoted key\": 1\n"
      "tagged: !!str 5\n");
  CHECK(fields.scalar("text") == "one\n# two\n");
  CHECK(fields.scalar("folded") == "a b");
  CHECK(fields.find("map")->is_nested);
  CHECK(fields.find("lists")->is_nested);
  CHECK(fields.scalar("quoted key") == "1");
  CHECK(fields.scalar("tagged") == "5");
}

TEST_CASE("frontmatter: the fast reader gives yaml-cpp's answer wherever it gives one") {
  Dice dice(7);
  std::size_t fast = 0;
  for (int round = 0; round < 60'000; ++round) {
    const std::string block = random_block(dice);
    std::vector<Field> ours;
    if (!read_flat_yaml(block, ours)) continue;
    ++fast;
    INFO("block:\n" << block);
    const Result<std::vector<Field>> theirs = read_yaml(block);
    if (!theirs) FAIL(to_string(theirs.error()));
    REQUIRE(shown(ours) == shown(*theirs));
  }
  CHECK(fast > 10'000);
}

TEST_CASE("frontmatter: the fast reader takes everything that the program writes") {
  std::vector<Field> fields;
  CHECK(
      read_flat_yaml("id: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\nkind: observation\n"
                     "at: 2026-05-12T10:03:00Z\nmodel: user\nimportance: 7\n"
                     "inputs: \"12345678901234567890123456789012\"\n"
                     "title: \"a \\\"b\\\": c\"\nsections:\n"
                     "  - user/this-week 5b1f 90ac\naliases: []\n",
                     fields));
  CHECK(fields.size() == 9);
}

TEST_CASE("frontmatter: setting a key changes only its bytes") {
  Frontmatter fields = parse(
      "# mine\nzeta: 'keep'   \ntier: 1   # why\nlist: # all\n  - a\n  # of b\n  - 'b'\n\n# "
      "behind\n"
      "last: x\n");
  fields.set("tier", "2");
  fields.set_list("list", {"a", "new", "b"});
  CHECK(
      fields.bytes() ==
      "# mine\nzeta: 'keep'   \ntier: 2   # why\nlist: # all\n  - a\n  # of b\n  - new\n  - 'b'\n\n"
      "# behind\nlast: x\n");
  fields.set_list("list", {});
  CHECK(
      fields.bytes() ==
      "# mine\nzeta: 'keep'   \ntier: 2   # why\nlist: [] # all\n  # of b\n\n# behind\nlast: x\n");
  fields.erase("zeta");
  fields.set("new", "v: w");
  CHECK(fields.bytes() ==
        "# mine\ntier: 2   # why\nlist: [] # all\n  # of b\n\n# behind\nlast: x\nnew: \"v: w\"\n");
}

TEST_CASE("frontmatter: flow lists stay flow lists, a value becomes a list and back") {
  Frontmatter fields = parse("tags: [a, b] # mine\none: 1 # why\n");
  fields.set_list("tags", {"a", "b, c"});
  fields.set_list("one", {"x", "z"});
  CHECK(fields.bytes() == "tags: [a, \"b, c\"] # mine\none: # why\n  - x\n  - z\n");
  fields.set("one", "z");
  CHECK(fields.bytes() == "tags: [a, \"b, c\"] # mine\none: z # why\n");
}

TEST_CASE("frontmatter: what only yaml-cpp reads can be changed too") {
  Frontmatter fields =
      parse("  text: |\n    # one\n    two\n\n  # mine\n  map:\n    x: 1\n  b: 2\n");
  fields.set("text", "t");
  fields.set_list("map", {"x"});
  fields.set("b", "z");
  fields.set("count", "4");
  CHECK(fields.bytes() == "  text: t\n\n  # mine\n  map:\n    - x\n  b: z\n  count: 4\n");
}

TEST_CASE("frontmatter: setting what it says already changes no byte") {
  const std::string before = "a:   \"x\"  \r\nb: [1,  2]\r\nc: ~\r\nd: 007\r\n";
  Frontmatter fields = parse(before);
  fields.set("a", "x");
  fields.set_list("b", {"1", "2"});
  fields.set("c", "");
  fields.set("d", "007");
  CHECK(fields.bytes() == before);
}

TEST_CASE("frontmatter: a new key takes the line ends of the block") {
  Frontmatter fields = parse("a: 1\r\n");
  fields.set("b", "x");
  CHECK(fields.bytes() == "a: 1\r\nb: x\r\n");
  Frontmatter empty = *Frontmatter::parse("", true);
  empty.set_list("b", {"2"});
  CHECK(empty.bytes() == "b:\r\n  - \"2\"\r\n");
}

TEST_CASE("frontmatter: whatever is set is read back, and every other key keeps its bytes") {
  Dice dice(11);
  std::size_t edited = 0;
  for (int round = 0; round < 30'000; ++round) {
    const std::string block = random_block(dice);
    const Result<Frontmatter> before = Frontmatter::parse(block);
    if (!before) continue;
    Frontmatter after = *before;
    const std::string key(kKeys[dice.roll(6)]);
    const std::string value = dice.mix(kPieces, 3);
    std::vector<std::string> values;
    for (std::size_t i = dice.roll(4); i > 0; --i) values.push_back(dice.mix(kPieces, 2));
    const std::size_t what = dice.roll(3);
    CAPTURE(block, key, value, what);
    if (what == 0) after.set(key, value);
    if (what == 1) after.set_list(key, values);
    if (what == 2) after.erase(key);
    INFO("block:\n" << block << "\nafter:\n" << after.bytes() << "\nkey " << key);
    const Result<std::vector<Field>> read = read_yaml(after.bytes());
    if (!read) FAIL(to_string(read.error()));
    ++edited;
    if (what == 0) REQUIRE(after.scalar(key) == value);
    if (what == 1) REQUIRE(after.find(key)->values == values);
    if (what == 2) REQUIRE(after.find(key) == nullptr);
    REQUIRE(shown(after.fields()) == shown(*read));
    for (const Field& field : before->fields()) {
      if (field.key == key) continue;
      const Field* kept = after.find(field.key);
      REQUIRE(kept != nullptr);
      REQUIRE(kept->values == field.values);
      const std::string bytes = before->bytes().substr(field.begin, field.end - field.begin);
      REQUIRE(after.bytes().substr(kept->begin, kept->end - kept->begin) == bytes);
    }
  }
  CHECK(edited > 5'000);
}

TEST_CASE("frontmatter: what is written as a scalar, yaml-cpp reads back") {
  Dice dice(13);
  for (int round = 0; round < 20'000; ++round) {
    const std::string text = dice.mix(kPieces, 5);
    for (const Numbers numbers : {Numbers::kPlain, Numbers::kQuoted}) {
      const std::string yaml = yaml_scalar(text, numbers);
      INFO(yaml);
      REQUIRE(YAML::Load("key: " + yaml + "\n")["key"].Scalar() == text);
      REQUIRE(YAML::Load("key:\n  - " + yaml + "\n")["key"][0].Scalar() == text);
    }
    REQUIRE(YAML::Load("key: [" + yaml_flow_scalar(text) + ", x]\n")["key"][0].Scalar() == text);
  }
  for (int c = 1; c < 0x20; ++c) {
    const std::string text = {'a', static_cast<char>(c), 'b'};
    REQUIRE(YAML::Load("key: " + yaml_scalar(text, Numbers::kPlain))["key"].Scalar() == text);
  }
}

TEST_CASE("frontmatter: quotes only where YAML or Obsidian would read something else") {
  const auto yaml = [](std::string_view text) { return yaml_scalar(text, Numbers::kPlain); };
  for (const char* plain : {"user",
                            "2026-05-12T10:03:00Z",
                            "2026-05-12",
                            "01JV2MF0S8Q4WZ3H6K9R7T5XBN",
                            "7",
                            "-5",
                            "0",
                            "0.4",
                            "1234567",
                            "5b1f90ac5b1f90ac5b1f90ac5b1f90ac",
                            "summarize/1",
                            "Moving to Austin",
                            "Ana's house",
                            "a,b [c]",
                            "é",
                            "e5",
                            "user/this-week 5b1f 90ac",
                            "C++",
                            "a:b",
                            "a#b"}) {
    CHECK(yaml(plain) == plain);
  }
  for (const char* quoted : {"",
                             "12e45678901234567890123456789012",
                             "12345678901234567890123456789012",
                             "007",
                             "1.0",
                             "0x1F",
                             "0b1",
                             "1_000",
                             "+5",
                             "1e5",
                             ".5e3",
                             "10:03",
                             ".inf",
                             "true",
                             "No",
                             "null",
                             "~",
                             "- a",
                             "a: b",
                             "a #b",
                             "#a",
                             "[a]",
                             "\"a\"",
                             " a",
                             "a ",
                             "a:",
                             "*a",
                             "&a",
                             "!a",
                             "@a",
                             "%a",
                             "`a",
                             "|",
                             ">",
                             "'a'",
                             "? a",
                             ": a",
                             "-",
                             "---",
                             "...",
                             "y",
                             "="}) {
    CHECK(yaml(quoted) == "\"" + replace_all(quoted, "\"", "\\\"") + "\"");
  }
  CHECK(yaml("a\nb\t\"c\"") == "\"a\\nb\\t\\\"c\\\"\"");
  CHECK(yaml_scalar("7", Numbers::kQuoted) == "\"7\"");
}

TEST_CASE("frontmatter: what is no map of keys is refused with its line") {
  const auto refusal = [](std::string_view block) {
    const Result<Frontmatter> parsed = Frontmatter::parse(block);
    INFO(block);
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().kind == ErrorKind::kInvalid);
    return parsed.error().where;
  };
  CHECK(refusal("a: 1\nb: [c\n").rfind("line ", 0) == 0);
  CHECK(refusal("- a\n") == "line 1");
  CHECK(refusal("a: 1\nb: 2\na: 3\n") == "line 3");
  CHECK(refusal("{a: b}\n") == "line 1");
  CHECK(refusal("just words\n") == "line 1");
  CHECK(refusal("a: 1\n...\n") == "line 2");
  CHECK(refusal("a: &x 1\nb: *x\n") == "line 1");
  CHECK(refusal("a: 1\nb: \x04\n") == "line 2");
  CHECK(refusal("? a\n: b\n") == "line 1");
  CHECK(refusal("[a, b]: c\n") == "line 1");
  CHECK(refusal("a: \"b\nc: d\n").rfind("line ", 0) == 0);
}

TEST_CASE("frontmatter: bombs are refused before they are parsed") {
  CHECK_FALSE(Frontmatter::parse("a: " + std::string(60'000, '[')));
  CHECK_FALSE(Frontmatter::parse("a: " + std::string(60'000, '{')));
  std::string dashes = "a:\n  ";
  for (int i = 0; i < 30'000; ++i) dashes += "- ";
  CHECK_FALSE(Frontmatter::parse(dashes));
  std::string deep;
  for (int i = 0; i < 350; ++i) deep += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  static_cast<void>(Frontmatter::parse(deep));
  CHECK_FALSE(Frontmatter::parse("a: " + std::string(70'000, 'x')));
}

}  // namespace frontmatter_test
