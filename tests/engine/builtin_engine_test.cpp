#include "tests/engine/written_support.hpp"
#include "tests/support/catch.hpp"

#include <string>
#include <thread>
#include <vector>

namespace pyramid::engine {

TEST_CASE("builtin engine: its name and recipes as files record them") {
  const auto engine = make_builtin_engine();
  CHECK(engine->name() == "builtin");
  CHECK(engine->recipe("summarize") == "summarize/1");
  CHECK(engine->recipe("synthesize") == "synthesize/1");
}

TEST_CASE("builtin engine: what leans on the sentence before stands with it, or not at all") {
  const auto told = [](const char* text) {
    format::Conversation conversation;
    conversation.turns.push_back(
        {format::Speaker::kUser, *parse_time("2026-05-12T10:00:00Z"), text, ""});
    ExtractRequest request;
    request.conversation = &conversation;
    request.last = 1;
    std::vector<std::string> texts;
    for (Extracted& one : make_builtin_engine()->extract(request).value()) {
      texts.push_back(std::move(one.text));
    }
    return texts;
  };
  using Texts = std::vector<std::string>;
  CHECK(told("Our cat Minka has a bad tooth. The vet pulls it on 21 May 2026.") ==
        Texts{"User's cat Minka has a bad tooth; the vet pulls it on 21 May 2026."});
  CHECK(told("What a week! The vet pulls it on 21 May 2026.").empty());
  CHECK(told("My uncle played the cello until midnight. Mrs Kerr danced.") ==
        Texts{"User's uncle played the cello until midnight."});
}

TEST_CASE("builtin engine: the same bytes from every thread") {
  const auto engine = make_builtin_engine();
  SummariseRequest summarise;
  summarise.sources = all_said({"2026-05-02 User moved to Austin in May 2026.",
                                "2026-05-07 User adopted a cat named Biscuit.",
                                "2026-05-09 User works at Brightwave."});
  AnswerRequest ask;
  ask.query = "Where does the user live?";
  ask.passages = {{"[1]", "User moved to Austin in May 2026.", Time{}, 1.0}};
  std::vector<std::string> made(4);
  std::vector<std::thread> threads;
  for (std::string& mine : made) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        mine += engine->summarise(summarise).value() + engine->answer(ask).value();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(made[0].find("[1]") != std::string::npos);
  for (const std::string& one : made) CHECK(one == made[0]);
}

}  // namespace pyramid::engine
