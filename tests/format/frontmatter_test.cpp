#include "format/frontmatter.hpp"

#include <yaml-cpp/yaml.h>

#include <random>

#include "format/frontmatter_lines.hpp"
#include "tests/support/catch.hpp"

using namespace pyramid;
using namespace pyramid::format;

namespace {

Frontmatter parse(std::string_view block) {
  auto parsed = Frontmatter::parse(block);
  INFO(block);
  REQUIRE(parsed);
  return *parsed;
}

// What yaml-cpp says of a block: key -> values, lists marked.
std::string by_yaml(const std::string& block) {
  std::string out;
  const YAML::Node root = YAML::Load(block);
  for (const auto& entry : root) {
    out += entry.first.Scalar() + "=";
    if (entry.second.IsSequence()) {
      out += "[";
      for (const auto& item : entry.second) out += (item.IsNull() ? "" : item.Scalar()) + "|";
      out += "]";
    } else {
      out += entry.second.IsNull() ? "" : entry.second.Scalar();
    }
    out += ";";
  }
  return out;
}

std::string by_us(const std::vector<Field>& fields) {
  std::string out;
  for (const Field& field : fields) {
    out += field.key + "=";
    if (field.is_list) {
      out += "[";
      for (const std::string& value : field.values) out += value + "|";
      out += "]";
    } else {
      out += field.values[0];
    }
    out += ";";
  }
  return out;
}

const char* kPieces[] = {"a",    "b c",    "1",     "2026-05-12T10:03:00Z", "\"q\"", "'s'", "~",
                         "null", "[a, b]", "[]",    "x: y",                "#c",    " #c", "- i",
                         "é",    "a:b",    "\"a\"b", "[a, 'b c', \"d\"]",    "it's",  "\\",  "a,b",
                         "true", "-",      "--- ",  "!t",                  "&a",    "*a",  "%"};

}  // namespace

TEST_CASE("frontmatter: scalars, lists and comments are understood") {
  const Frontmatter fields = parse(
      "id: X\n# a comment\ntitle: \"a: \\\"b\\\"\"\ntags: [one, 'two three']\nlist:\n  - a\n"
      "  - \"b\"\nempty:\nurl: http://x.org/y\n");
  CHECK(fields.scalar("id") == "X");
  CHECK(fields.scalar("title") == "a: \"b\"");
  CHECK(fields.list("tags") == std::vector<std::string>{"one", "two three"});
  CHECK(fields.list("list") == std::vector<std::string>{"a", "b"});
  CHECK(fields.scalar("empty") == "");
  CHECK(fields.scalar("url") == "http://x.org/y");
}

TEST_CASE("frontmatter: the fast reader gives yaml-cpp's answer wherever it gives one") {
  std::mt19937 random(7);
  std::size_t fast = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string block;
    const int keys = 1 + static_cast<int>(random() % 4);
    for (int key = 0; key < keys; ++key) {
      block += "k" + std::to_string(key) + ":";
      const char* piece = kPieces[random() % std::size(kPieces)];
      switch (random() % 6) {
        case 0:
          block += "\n";
          break;
        case 1:
          block += std::string("\n  - ") + piece + "\n  - z\n";
          break;
        case 2:
          block += std::string(" ") + piece + kPieces[random() % std::size(kPieces)] + "\n";
          break;
        case 3:
          block += std::string(" ") + piece + "\n  more\n";
          break;
        default:
          block += std::string(" ") + piece + "\n";
      }
      if (random() % 8 == 0) block += "# comment\n\n";
    }
    const auto ours = parse_simple_lines(block);
    if (!ours) continue;
    ++fast;
    INFO(block);
    REQUIRE_NOTHROW(by_yaml(block));
    REQUIRE(by_us(*ours) == by_yaml(block));
  }
  CHECK(fast > 3000);
}

TEST_CASE("frontmatter: setting a key changes only its lines") {
  const std::string before =
      "# mine\nzeta: 'keep'   \nid: 1 # why\nlist:\n  - a\n  - b\n\n# behind\nlast: x\n";
  Frontmatter fields = parse(before);
  fields.set("id", "2");
  CHECK(fields.bytes() ==
        "# mine\nzeta: 'keep'   \nid: 2 # why\nlist:\n  - a\n  - b\n\n# behind\nlast: x\n");
  fields.set_list("list", {"c"});
  CHECK(fields.bytes() ==
        "# mine\nzeta: 'keep'   \nid: 2 # why\nlist:\n  - c\n\n# behind\nlast: x\n");
  fields.erase("zeta");
  fields.set("new", "v");
  CHECK(fields.bytes() == "# mine\nid: 2 # why\nlist:\n  - c\n\n# behind\nlast: x\nnew: v\n");
}

TEST_CASE("frontmatter: setting what it says already changes no byte") {
  const std::string before = "a:   \"x\"  \r\nb: [1,  2]\r\n";
  Frontmatter fields = parse(before);
  fields.set("a", "x");
  fields.set_list("b", {"1", "2"});
  CHECK(fields.bytes() == before);
}

TEST_CASE("frontmatter: whatever is set is what yaml-cpp and we read back") {
  std::mt19937 random(11);
  const std::string alphabet = "ab 1-:#'\"[]{},&*!|>%@`\\~\n\té=.?";
  for (int round = 0; round < 5000; ++round) {
    std::string value;
    for (std::size_t i = random() % 8; i > 0; --i) value += alphabet[random() % alphabet.size()];
    if (value.find('\xc3') != std::string::npos || value.find('\xa9') != std::string::npos) continue;
    Frontmatter fields = parse("x: 1\n");
    fields.set("key", value);
    INFO("value <" << value << "> as " << fields.bytes());
    REQUIRE(fields.scalar("key") == value);
    REQUIRE(YAML::Load(fields.bytes())["key"].Scalar() == value);
  }
}

TEST_CASE("frontmatter: what is no map of keys is refused with its line") {
  for (const char* block : {"a: [b\n", "- a\n", "a: 1\na: 2\n", "{a: b}\n", "just words\n", "\ta: 1\n"}) {
    INFO(block);
    const auto parsed = Frontmatter::parse(block);
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().kind == ErrorKind::kInvalid);
    CHECK(parsed.error().where.rfind("line ", 0) == 0);
  }
}

TEST_CASE("frontmatter: a bomb of brackets and a block over 64 KiB are refused") {
  CHECK_FALSE(Frontmatter::parse("a: " + std::string(10000, '[')));
  CHECK_FALSE(Frontmatter::parse("a: " + std::string(70000, 'x')));
}
