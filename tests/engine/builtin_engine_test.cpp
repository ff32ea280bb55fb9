#include "base/digest.hpp"
#include "tests/engine/written_support.hpp"
#include "tests/support/catch.hpp"

#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace pyramid::engine::builtin_engine_test {

TEST_CASE("builtin engine: its name and recipes as files record them") {
  const auto engine = make_builtin_engine();
  CHECK(engine->name() == "builtin");
  CHECK(engine->recipe("summarize") == "summarize/4");
  CHECK(engine->recipe("synthesize") == "synthesize/6");
  CHECK(engine->recipe("extract") == "extract/4");
}

// Where one of these fails, a step writes other texts than before: HACKING.md, "Recipes".
TEST_CASE("builtin engine: a step that writes another text has another recipe") {
  const std::vector<std::string> lines = {
      "2026-03-01 User is Dario, they are 34, and they live in Turin with their wife Elena.",
      "2026-03-01 User hates coriander, please never suggest it.",
      "2026-03-02 Kestrel is User's home weather station.",
      "2026-03-02 User is looking for a new flat and the rent may be 1200 euros.",
      "2026-03-09 User's knee hurts.",
      "2026-03-20 User was offered a flat on Easter Road.",
      "2026-04-02 User moved to Easter Road on 1 April 2026.",
      "2026-04-03 Assistant will remind the user to call the vet on 8 April 2026.",
      "2026-04-04 User is allergic to peanuts.",
      "2026-04-04 User's sister Ana visited Porto, not Lisbon."};
  std::vector<std::string> quoting = lines;
  quoting.emplace_back("2026-04-05 User: \"We signed the papers for the flat!\"");
  const auto engine = make_builtin_engine();
  const auto written = [&](std::string_view step, const std::string& text) {
    return engine->recipe(step) + " " + to_hex(digest_of(text)).substr(0, 8);
  };
  SummariseRequest rated;
  rated.style = SummaryStyle::kRatedLines;
  rated.sources = all_said(lines);
  DescribeRequest described;
  described.model_title = "Kestrel";
  described.model_type = "project";
  described.sources = all_said(lines);
  INFO(summary(lines) << "\n" << section(quoting) << "\n" << section(quoting, "earlier"));
  CHECK(written("summarize", summary(lines)) == "summarize/4 68a46cb0");
  CHECK(written("summarize-calendar", engine->summarise(rated).value()) ==
        "summarize-calendar/5 62210b00");
  CHECK(written("synthesize", section(quoting) + section(quoting, "earlier")) ==
        "synthesize/6 ef8f818e");
  CHECK(written("describe", engine->describe(described).value()) == "describe/6 9c0fa9de");
}

TEST_CASE("builtin engine: the same bytes from every thread") {
  const auto engine = make_builtin_engine();
  SummariseRequest summarise;
  summarise.sources = all_said({"2026-05-02 User moved to Austin in May 2026.",
                                "2026-05-07 User adopted a cat named Biscuit.",
                                "2026-05-09 User works at Brightwave."});
  AnswerRequest ask;
  ask.query = "Where does the user live?";
  ask.passages = {{"[1]", "User moved to Austin in May 2026.", {}, 1.0}};
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

}  // namespace pyramid::engine::builtin_engine_test
