// What a recall says of one piece of memory, once others have said parts of it.
#include "ops/ask/context.hpp"

#include "tests/support/catch.hpp"

namespace pyramid::context_test {
namespace {

ops::Entry entry(const std::string& text, bool quoted = false) {
  ops::Passage passage = ops::whole(ops::statements_of(text));
  passage.quoted = quoted;
  return {quoted ? "User: " : "", passage, 400, "a.md", "a.md"};
}

// What stands there when these were said one after the other, the last of them by a person.
std::string told(const std::vector<std::string>& texts) {
  ops::Context context(4000);
  context.begin("All", 4000);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    context.add(entry(texts[i], i + 1 == texts.size()));
  }
  return context.text();
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("recall: a turn goes on without the sentence that is known, and shows the gap") {
  CHECK(holds(told({"Biscuit stayed at the vet.", "Biscuit stayed at the vet. It cost 90 pounds."}),
              "- User: … It cost 90 pounds. ([2](a.md))"));
  CHECK(holds(told({"Ana broke her foot.", "We flew on 3 May. Ana broke her foot. I ran 5 km."}),
              "- User: We flew on 3 May. … I ran 5 km. ([2](a.md))"));
  CHECK(holds(told({"Ana broke her foot.", "I ran 5 km. Ana broke her foot."}),
              "- User: I ran 5 km. … ([2](a.md))"));
}

TEST_CASE("recall: a turn whose fact is known does not stay for a sigh or a question") {
  for (const char* rest : {"Poor Ana!", "How did that happen to Ana?", "What a pity that is."}) {
    INFO(rest);
    CHECK_FALSE(
        holds(told({"Ana broke her foot.", "Ana broke her foot. " + std::string(rest)}), "User:"));
  }
}

TEST_CASE("recall: a fact is known whoever tells it, whenever it was noted and however it is put") {
  for (const auto& [known, said] : std::vector<std::pair<std::string, std::string>>{
           {"The user's partner at training is Isla.", "My partner at training is Isla now."},
           {"As of early March 2026, the trip is to Porto.", "Correction: the trip is to Porto."},
           {"The user has a red canoe (noted May 2025).", "I have a red canoe."}}) {
    INFO(said);
    CHECK_FALSE(holds(told({known, said}), "User:"));
  }
}

TEST_CASE("recall: a question, a denial and what hangs on another sentence are no repetitions") {
  for (const auto& [known, said] : std::vector<std::pair<std::string, std::string>>{
           {"Does Ana live in Porto?", "Ana lives in Porto."},
           {"Ana does not live in Porto.", "Ana lives in Porto."},
           {"Zoe has a kayak. It cost 240 pounds.", "Rex had a tooth out. It cost 240 pounds."}}) {
    INFO(known);
    CHECK(holds(told({known, said}), "User: " + said));
  }
}

TEST_CASE("recall: what has room of a list is told with what stands around it left out") {
  ops::Entry list = entry("- red paint\n- blue paint in the shed\n- a brush\n- white spirit\n");
  CHECK(list.passage.statements.size() == 4);
  list.passage.wanted = {1, 2};
  ops::Context context(4000);
  context.begin("All", 4000);
  context.add(list);
  CHECK(holds(context.text(), "- … blue paint in the shed; a brush … ("));
  ops::Context narrow(4000);
  narrow.begin("All", 60);
  narrow.add(list);
  CHECK(holds(narrow.text(), "- … blue paint in the shed … ("));
  CHECK(narrow.text().size() <= 60);
}

TEST_CASE("recall: of a sentence longer than an entry stands the beginning, and once") {
  std::string endless = "Ana said";
  while (endless.size() < 900) endless += " that the boat in the harbour leaks,";
  const std::string text = told({endless, endless});
  CHECK(holds(text, "- Ana said that the boat"));
  CHECK(holds(text, " … ([1](a.md))"));
  CHECK_FALSE(holds(text, "User:"));
}

}  // namespace pyramid::context_test
