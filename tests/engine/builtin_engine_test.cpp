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
