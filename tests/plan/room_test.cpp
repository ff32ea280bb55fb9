// The parts of a home add up to no more than its length.
#include "plan/room.hpp"

#include "plan/sections.hpp"
#include "plan/standing.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <cstdint>

namespace pyramid::plan::room_test {

namespace {

FactIndex with_own_words(std::int64_t bytes) {
  FactIndex facts;
  for (const char* name : {"assistant", "user", "system", "kestrel"}) {
    facts.homes[name] = ModelFact{name, {}, bytes};
  }
  return facts;
}

std::int64_t of_sections(const FactIndex& facts, const Rules& rules, const std::string& model) {
  std::int64_t sum = 0;
  for (const std::string_view section : section_names()) {
    sum += room_for(facts, rules, model, section);
  }
  return sum;
}

}  // namespace

TEST_CASE("room: all parts of a file together are no longer than the settings have it") {
  for (const std::int64_t chars : {8000, 16'000, 100'000}) {
    for (const std::int64_t own : {0, 500, 5000, 500'000}) {
      Rules rules;
      rules.memory_chars = rules.model_chars = chars;
      rules.base_models = {"assistant", "user", "system"};
      const FactIndex facts = with_own_words(own);
      std::int64_t sum =
          room_for_index(facts, rules) + room_for(facts, rules, kUser, kAlwaysSection);
      for (const std::string& base : rules.base_models) sum += of_sections(facts, rules, base);
      INFO(chars << " " << own);
      CHECK(sum + std::min(own, chars / 2) <= chars + chars / 8);
      CHECK(sum <= chars - 1000);
      CHECK(of_sections(facts, rules, "kestrel") <= chars - 800);
      CHECK(room_for(facts, rules, "assistant", "this-week") >= 60);
    }
  }
}

TEST_CASE("room: a few words more of a person's change nothing, many take of the sections") {
  const Rules rules;
  const auto week = [&](std::int64_t own) {
    return room_for(with_own_words(own), rules, "user", "this-week");
  };
  CHECK(week(1900) == week(0));
  CHECK(week(4100) < week(0));
  CHECK(week(1'000'000) == week(8000));
  CHECK(is_usual_room(with_own_words(1900), rules, "user", "this-week"));
  CHECK_FALSE(is_usual_room(with_own_words(4100), rules, "user", "this-week"));
}

TEST_CASE("room: facts of little weight do not make a model matter") {
  FactIndex facts;
  const auto put = [&](const char* model, int importance, int number) {
    const Time at{1000 + number};
    facts.put({derive_ulid(at, model), at, model, true, {}, importance});
  };
  for (int i = 0; i < 50; ++i) put("gossip", 3, i);
  put("mia", 9, 100);
  put("ana", 0, 101);
  facts.settle();
  CHECK(weight_of(facts, "gossip") == 0);
  CHECK(weight_of(facts, "mia") > weight_of(facts, "ana"));
  CHECK(weight_of(facts, "nobody") == 0);
}

}  // namespace pyramid::plan::room_test
