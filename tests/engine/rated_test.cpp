#include "engine/builtin/writing/rated.hpp"

#include "base/text.hpp"
#include "tests/engine/written_support.hpp"
#include "tests/support/catch.hpp"

namespace pyramid::engine::rated_test {
namespace {

using builtin::writing::read_rated;

SummariseRequest rated(std::vector<SourceText> sources, int tier = 0, std::size_t budget = 600) {
  SummariseRequest request;
  request.style = SummaryStyle::kRatedLines;
  request.tier = tier;
  request.sources = std::move(sources);
  request.budget = budget;
  return request;
}

std::vector<SourceText> a_day() {
  return {said("2026-05-12 User bought a blue bicycle.", 3),
          said("2026-05-12 User relocated to Austin.", 7),
          said("2026-05-12 User is allergic to peanuts.", 9),
          said("2026-05-12 User likes the new office.", 7)};
}

SourceText summary_of(std::string_view from, std::string_view to, std::string text) {
  SourceText source;
  source.start = {*parse_time(from)};
  source.end = {*parse_time(to)};
  source.text = std::move(text);
  source.count = 4;
  return source;
}

}  // namespace

TEST_CASE("rated lines: one a fact, what matters most first, from nine on with emphasis") {
  CHECK(builtin::summarise(rated(a_day())).value() ==
        "[9] CRITICAL: User is allergic to peanuts.\n"
        "[7] User relocated to Austin.\n"
        "[7] User likes the new office.\n"
        "[3] User bought a blue bicycle.");
}

TEST_CASE("rated lines: the budget drops what matters least") {
  CHECK(builtin::summarise(rated(a_day(), 0, 75)).value() ==
        "[9] CRITICAL: User is allergic to peanuts.\n"
        "[7] User likes the new office.");
  for (std::size_t budget = 0; budget < 140; ++budget) {
    CHECK(builtin::summarise(rated(a_day(), 0, budget)).value().size() <= budget);
  }
}

TEST_CASE("rated lines: a fact that nobody judged counts as 5, whatever it says") {
  for (const char* fact : {"User adopted a cat named Biscuit.", "User is allergic to peanuts.",
                           "It rained in the morning."}) {
    const std::string line =
        builtin::summarise(rated({said(std::string("2026-05-12 ") + fact)})).value();
    CHECK(line == std::string("[5] ") + fact);
  }
}

TEST_CASE("rated lines: a tier above keeps the order of days and the importance of each") {
  const std::vector<SourceText> days = {
      summary_of("2026-05-11", "2026-05-11", "[4] User bought a lamp.\n[2] It rained."),
      summary_of("2026-05-12", "2026-05-12",
                 "[9] CRITICAL: User is allergic to peanuts.\n[7] User relocated to Austin.")};
  CHECK(builtin::summarise(rated(days, 1)).value() ==
        "[4] User bought a lamp.\n"
        "[2] It rained.\n"
        "[9] CRITICAL: User is allergic to peanuts.\n"
        "[7] User relocated to Austin.");
  CHECK(builtin::summarise(rated(days, 1, 80)).value() ==
        "[9] CRITICAL: User is allergic to peanuts.\n"
        "[7] User relocated to Austin.");
}

TEST_CASE("rated lines: a fact that reads as a heading or a quotation is in every tier") {
  const auto text = builtin::summarise(rated({said("2026-05-12 #1 fan of Arsenal is the user.", 6),
                                              said("2026-05-12 > User trusts the river.", 7)}))
                        .value();
  CHECK(split_lines(text).size() == 2);
  const auto above = builtin::summarise(
      rated({summary_of("2026-05-12T09:00:00Z", "2026-05-12T20:00:00Z", text)}, 1));
  CHECK(above.value() == text);
}

TEST_CASE("rated lines: two tiers above the days stand in order too") {
  const std::vector<SourceText> threes = {
      summary_of("2026-05-10", "2026-05-12",
                 "[2] It rained.\n[9] CRITICAL: User is allergic to peanuts.\n[3] User ran."),
      summary_of("2026-05-13", "2026-05-15", "[4] User bought a lamp.\n[7] User left Acme.")};
  CHECK(builtin::summarise(rated(threes, 2)).value() ==
        "[2] It rained.\n"
        "[9] CRITICAL: User is allergic to peanuts.\n"
        "[3] User ran.\n"
        "[4] User bought a lamp.\n"
        "[7] User left Acme.");
}

TEST_CASE("rated lines: a text of more than a month says when a fact was noted") {
  const std::vector<SourceText> months = {
      summary_of("2026-04-10", "2026-04-29",
                 "[4] User has a sore knee.\n[7] User moved on 4 April 2026.\n"
                 "[9] CRITICAL: User is allergic to peanuts."),
      summary_of("2026-05-01", "2026-05-15", "[5] User's name is Elin.\n[4] User runs."),
      summary_of("2026-05-20", "2026-06-15",
                 "[4] User hates meetings (noted May 2026).\n[3] User drives a van.")};
  const std::string lines = builtin::summarise(rated(months, 3)).value();
  CHECK(lines ==
        "[4] User has a sore knee (noted April 2026).\n"
        "[7] User moved on 4 April 2026.\n"
        "[9] CRITICAL: User is allergic to peanuts.\n"
        "[5] User's name is Elin.\n"
        "[4] User runs (noted May 2026).\n"
        "[4] User hates meetings.\n"
        "[3] User drives a van.");
  // A section that reaches far back tells it in its own way, one of these days not at all.
  SynthesiseRequest request;
  request.section = "user/this-year";
  request.sources = {summary_of("2026-04-10", "2026-06-15", lines)};
  const std::string old = builtin::synthesise(request).value();
  CHECK(old.find("- The user has a sore knee (noted April 2026).") != std::string::npos);
  CHECK(old.find("- The user's name is Elin.") != std::string::npos);
  request.section = "user/this-week";
  CHECK(builtin::synthesise(request).value().find("noted") == std::string::npos);
}

TEST_CASE("rated lines: what a person wrote stands first and is not said twice") {
  SummariseRequest request = rated(a_day());
  request.kept = "[10] CRITICAL: User is allergic to peanuts.\nMy own words.";
  CHECK(builtin::summarise(request).value() ==
        "[10] CRITICAL: User is allergic to peanuts.\nMy own words.\n\n"
        "[7] User relocated to Austin.\n"
        "[7] User likes the new office.\n"
        "[3] User bought a blue bicycle.");
}

TEST_CASE("rated lines: sections, descriptions and answers tell the facts without markers") {
  const SourceText day = summary_of("2026-05-12", "2026-05-12",
                                    "[9] CRITICAL: User is allergic to peanuts.\n"
                                    "[7] User relocated to Austin.");
  SynthesiseRequest request;
  request.section = "this-week";
  request.sources = {day};
  request.now = {*parse_time("2026-05-14")};
  const std::string section = builtin::synthesise(request).value();
  CHECK(section.find("allergic to peanuts") != std::string::npos);
  CHECK(section.find('[') == std::string::npos);
  CHECK(section.find("CRITICAL") == std::string::npos);

  AnswerRequest asked;
  asked.query = "what is the user allergic to";
  asked.passages = {{"[1]", day.text, day.end, 1}};
  const auto embedder = make_static_embedder();
  const std::string answer = builtin::answer(asked, *embedder).value();
  CHECK(answer.find("User is allergic to peanuts. [1]") != std::string::npos);
  CHECK(answer.find("CRITICAL") == std::string::npos);
}

TEST_CASE("rated lines: only a number from 1 to 10 in front is a marker") {
  CHECK(read_rated("[7] Yes.").importance == 7);
  CHECK(read_rated("[10] CRITICAL: Yes.").text == "Yes.");
  for (const char* line : {"", "[", "[]", "[] x", "[0] x", "[11] x", "[7]x", "[-1] x", "[a] x",
                           "x [7] y", "[99999999999] x", "[7 ] x"}) {
    CHECK(read_rated(line).importance == 0);
    CHECK(read_rated(line).text == line);
  }
}

TEST_CASE("rated lines: no other text is read as one") {
  CHECK(summary({"2026-05-12 User works at Acme.", "2026-05-12 User wants to learn Go."}) ==
        "As of 12 May 2026, the user works at Acme and wants to learn Go.");
}

}  // namespace pyramid::engine::rated_test
