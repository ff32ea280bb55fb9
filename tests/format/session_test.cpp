#include <random>

#include "base/text.hpp"
#include "format/conversation.hpp"
#include "tests/support/catch.hpp"

using namespace pyramid;
using namespace pyramid::format;

namespace {

Conversation round_trip(const Conversation& conversation) {
  const std::string bytes = write_session(conversation, 0);
  const auto document = parse_document(bytes, "sessions/x.md");
  REQUIRE(document);
  const auto read = read_session(*document, "sessions/x.md");
  REQUIRE(read);
  return *read;
}

Conversation sample(std::vector<std::string> texts) {
  Conversation conversation;
  conversation.source = "openclaw";
  conversation.origin = "abc";
  conversation.title = "Moving # to [Austin]";
  conversation.start = *parse_time("2026-05-12T23:58:00Z");
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const Time at{conversation.start.seconds + static_cast<std::int64_t>(i) * 61};
    conversation.turns.push_back(
        {i % 2 == 0 ? Speaker::kUser : Speaker::kAssistant, at, texts[i], i % 3 == 0 ? "e" : ""});
  }
  return conversation;
}

const char* kLines[] = {"plain words",  "## 10:03 User", "^t1",        "^t2 <!-- x -->", "---",
                        "```cpp",       "```",           "From [x](y)", "# Title",       "\\# escaped",
                        "\\\\^t1",      "<div>",         "",           "  indented",     "> quote",
                        "trailing   ",  "===",           "\ttab",      "## Sources",     "id: 5",
                        "é 日本 🙂",    "\\",            "- item",     "## 2026-05-13 10:03 User"};

}  // namespace

TEST_CASE("session: every text comes back as it was said") {
  std::mt19937 random(3);
  for (int round = 0; round < 3000; ++round) {
    std::vector<std::string> texts;
    for (std::size_t turns = 1 + random() % 5; turns > 0; --turns) {
      std::string text;
      for (std::size_t lines = random() % 6; lines > 0; --lines) {
        text += kLines[random() % std::size(kLines)];
        if (lines > 1 || random() % 3 == 0) text += "\n";
      }
      texts.push_back(text);
    }
    const Conversation said = sample(texts);
    const Conversation read = round_trip(said);
    REQUIRE(read.turns.size() == said.turns.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
      REQUIRE(read.turns[i].text == said.turns[i].text);
      REQUIRE(read.turns[i].at == said.turns[i].at);
      REQUIRE(read.turns[i].speaker == said.turns[i].speaker);
      REQUIRE(read.turns[i].origin == said.turns[i].origin);
    }
  }
}

TEST_CASE("session: a plain conversation reads naturally") {
  const std::string bytes = write_session(sample({"I moved to Austin.", "Noted."}), 2);
  CHECK(bytes.find("---\n# Moving # to \\[Austin\\]\n\n## 23:58 User\n\nI moved to Austin.\n\n^t1 <!-- e -->\n"
                   "\n## 23:59:01 Assistant\n\nNoted.\n\n^t2\n") != std::string::npos);
}

TEST_CASE("session: the lines of each turn are those of the file") {
  const std::string bytes = write_session(sample({"One.\nTwo.", "Three.", "Four."}), 0);
  const auto document = parse_document(bytes, "sessions/x.md");
  REQUIRE(document);
  const auto lines = turn_lines(*document);
  REQUIRE(lines.size() == 3);
  const auto all = split_lines(bytes);
  CHECK(all[lines[1].first - 1].substr(0, 3) == "## ");
  CHECK(all[lines[1].last - 1] == "^t2");
  CHECK(all[lines[0].first + 1] == "One.");
}
