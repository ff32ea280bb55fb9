// What a model says of its task instead of the world.
#include "engine/chat/chatter.hpp"

#include "tests/support/catch.hpp"

namespace chatter_test {

using pyramid::engine::SourceText;
using pyramid::engine::chat::without_chatter;

namespace {

std::vector<SourceText> told_by(const std::string& text) {
  SourceText source;
  source.text = text;
  return {source};
}

}  // namespace

TEST_CASE("chatter: sentences about the facts, and to the reader, go") {
  const std::string text = "User moved to Lisbon [1].";
  for (const std::string& said :
       {text, text + " The facts do not say where User works.", "The facts mention a move. " + text,
        text + "\n\nLet me know if you need anything else!",
        text + " No further information is given.", text + "\n- The facts don’t mention a date.\n",
        text + " I hope this helps. Feel free to ask for more.",
        text + " There is no information about the flat.",
        text + "\n\nLass mich wissen, ob du mehr brauchst."}) {
    CHECK(without_chatter(said, told_by("User moved to Lisbon.")) == text);
  }
}

TEST_CASE("chatter: what the sources say themselves stays") {
  for (const std::string text :
       {"The facts about User's case do not say who was driving.",
        "The sources of the Kestrel are on a disk.",
        "Let me know if Ana calls, User said. User waits.", "Feel free to is User's motto."}) {
    CHECK(without_chatter(text, told_by(text)) == text);
  }
  CHECK(without_chatter("The sources of the Kestrel are on a disk.", {}) ==
        "The sources of the Kestrel are on a disk.");
}

}  // namespace chatter_test
