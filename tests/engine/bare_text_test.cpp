// What a model puts around a text that it was asked for.
#include "engine/chat/bare_text.hpp"

#include "tests/support/catch.hpp"

namespace bare_text_test {

using pyramid::engine::chat::bare_text;

TEST_CASE("bare text: a fence, an object and words that announce it are taken off") {
  const std::string text = "User moved to Lisbon in 2025 [1]: the flat was free.";
  for (const std::string& said :
       {text, "```\n" + text + "\n```", R"({"summary": ")" + text + R"("})",
        "```json\n{\"text\": \"" + text + "\", \"bytes\": 51}\n```", "Here is the summary: " + text,
        "Sure! Here is a concise summary of the facts:\n\n" + text, "Sure!\n\n" + text,
        "Of course, here's the section:\n" + text, "**Summary:** " + text, "## Summary:\n" + text,
        "Certainly. Here is the answer:\n" + text, "Hier ist die Zusammenfassung:\n\n" + text,
        "Here is the summary as JSON:\n```json\n{\"summary\": \"" + text + "\"}\n```"}) {
    CHECK(bare_text(said) == text);
  }
}

TEST_CASE("bare text: a list of texts in JSON is a line each") {
  CHECK(bare_text(R"(["- User moved.", "- User runs."])") == "- User moved.\n- User runs.");
  CHECK(bare_text("```json\n{\"bullets\": [\"User moved.\"]}\n```") == "User moved.");
  for (const std::string text : {"[1]", "[]", "[User moved.]", R"(["User moved.", 1])"}) {
    CHECK(bare_text(text) == text);
  }
}

TEST_CASE("bare text: comments, boxes of tasks and a mark of the end go, items get lines") {
  CHECK(bare_text("<!-- a plan -->\nUser moved. <!--") == "User moved.");
  CHECK(bare_text("<!-- a\nb -->- [ ] User moved. [1]\n* [x] User runs. [2]") ==
        "- User moved. [1]\n* User runs. [2]");
  CHECK(bare_text("User moved. [1]\n[END]") == "User moved. [1]");
  CHECK(bare_text("- User moved. [1] - User runs. - User flew Porto - Faro.") ==
        "- User moved. [1]\n- User runs.\n- User flew Porto - Faro.");
  for (const std::string text : {"User flew Porto - Faro.", "- User [ ] ticked it.", "- [1] moved.",
                                 "-", "[end] is a mark.", "User draws A --> B."}) {
    CHECK(bare_text(text) == text);
  }
}

TEST_CASE("bare text: headings go, what stands below them stays") {
  CHECK(bare_text("**Summary**\n\nUser moved.") == "User moved.");
  CHECK(bare_text("# Summary\nUser moved.\n\n## Health\nUser runs.") ==
        "User moved.\n\nUser runs.");
  CHECK(bare_text("Here are the bullets:\n- User moved.\n- User runs.") ==
        "- User moved.\n- User runs.");
  for (const std::string text :
       {"**User moved.**\nUser runs.", "#kestrel is the tag.", "# Kestrel", "**Anton**"}) {
    CHECK(bare_text(text) == text);
  }
}

TEST_CASE("bare text: an object without one text in it is no text") {
  CHECK(bare_text("{}").empty());
  CHECK(bare_text(R"({"summary": null})").empty());
  CHECK(bare_text(R"({"summary": "", "length": 0})").empty());
  CHECK(bare_text(R"({"title": "Lisbon", "text": "User moved."})").empty());
}

TEST_CASE("bare text: words that tell of the world stay") {
  for (const std::string text :
       {"Here is where User lives: Lisbon.", "User wrote a summary: it is short.",
        "Sure of the route, User went: nobody came.", "OK Computer is the record that User likes.",
        "This is what Ana's answer was about: the flat.", "- Summary of 2025: no flat yet.",
        "[7] User relocated to Austin.", "{not JSON}", "Surely User moved:\nto Lisbon.",
        "Claro is User's mobile network: it is cheap.", "NOTHING", ""}) {
    CHECK(bare_text(text) == text);
  }
}

}  // namespace bare_text_test
