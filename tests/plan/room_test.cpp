// The parts of a home add up to no more than its length.
#include "plan/room.hpp"

#include "plan/sections.hpp"
#include "plan/standing.hpp"
#include "tests/plan/world.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::plan::room_test {

using test::Random;

namespace {

FactIndex with_own_words(std::int64_t bytes) {
  FactIndex facts;
  for (const char* name : {"assistant", "user", "system", "kestrel"}) {
    facts.homes[name] = ModelFact{name, {}, bytes};
  }
  return facts;
}

// Sections of MEMORY.md of three base models, or of another model's file, that want so much each.
std::vector<Part> parts_of(const Rules& rules, bool memory,
                           const std::function<std::int64_t()>& wants) {
  std::vector<Part> parts;
  if (memory) parts.push_back({kUser, kAlwaysSection, step_up(wants())});
  for (const std::string_view model : {"assistant", "user", "system", "kestrel"}) {
    if (rules.is_base(model) != memory) continue;
    for (const std::string_view section : section_names()) {
      parts.push_back({model, section, step_up(wants())});
    }
  }
  return parts;
}

Rules rules_of_three() {
  Rules rules;
  rules.base_models = {"assistant", "user", "system"};
  return rules;
}

std::int64_t sum_of(const std::vector<Part>& parts) {
  std::int64_t sum = 0;
  for (const Part& part : parts) sum += part.room;
  return sum;
}

const Part& part_of(const std::vector<Part>& parts, std::string_view model,
                    std::string_view section) {
  return *std::find_if(parts.begin(), parts.end(), [&](const Part& part) {
    return part.model == model && part.section == section;
  });
}

}  // namespace

TEST_CASE("room: all parts of a file together are no longer than the settings have it") {
  Random random(39);
  Rules rules = rules_of_three();
  for (int round = 0; round < 3000; ++round) {
    const bool memory = random.chance(70);
    rules.memory_chars = rules.model_chars = 8000 + 1000 * random.below(90);
    rules.section_chars = random.chance(70) ? 16'000 : 100 + random.below(3000);
    const std::int64_t own = random.chance(50) ? 0 : random.below(40'000);
    const FactIndex facts = with_own_words(own);
    const int most = random.chance(50) ? 900 : 30'000;
    std::vector<Part> parts = parts_of(rules, memory, [&]() -> std::int64_t {
      return random.chance(30) ? 0 : random.below(most);
    });
    share_out(facts, rules, parts);
    const std::int64_t index = memory ? room_for_index(facts, rules) : 0;
    const std::int64_t headings = 60 * std::ssize(parts);
    const std::int64_t sum = sum_of(parts);
    INFO(round << " " << memory << " " << own << " " << rules.memory_chars);
    CHECK(sum + index + headings + 500 <= rules.memory_chars);
    CHECK(sum + std::min(own, rules.memory_chars / 2) <= rules.memory_chars * 9 / 8);
    for (const Part& part : parts) {
      const std::int64_t most_of_it =
          (part.section == kAlwaysSection ? 2 : 1) * rules.section_chars;
      CHECK(part.room <= std::min(part.wants, most_of_it));
      CHECK(part.room >= std::min({part.wants, part.share, most_of_it}));
      CHECK(part.share >= 60);
    }
    // As long as the file is not full, everything is told: but for what is less than a step.
    const bool all_told = std::all_of(parts.begin(), parts.end(), [&](const Part& part) {
      return part.room >= std::min(part.wants, rules.section_chars);
    });
    const std::int64_t step = rules.memory_chars / 8;
    const std::int64_t left = rules.memory_chars - 500 - headings - index - sum;
    if (own == 0) CHECK((all_told || left < step));
  }
}

TEST_CASE("room: what a section does not need goes to those that have more to tell") {
  const Rules rules;
  const FactIndex facts = with_own_words(0);
  const auto file_of = [&](std::int64_t this_year, std::int64_t others) {
    std::vector<Part> parts;
    parts.push_back({kUser, kAlwaysSection, others});
    for (const std::string_view model : {"assistant", "user"}) {
      for (const std::string_view section : section_names()) {
        const bool is_it = model == kUser && section == "this-year";
        parts.push_back({model, section, is_it ? this_year : others});
      }
    }
    share_out(facts, rules, parts);
    return parts;
  };
  const std::int64_t share = part_of(file_of(0, 0), kUser, "this-year").share;
  CHECK(share < 1200);
  CHECK(part_of(file_of(4096, 256), kUser, "this-year").room == 4096);
  const auto alone = file_of(100'352, 0);
  CHECK(part_of(alone, kUser, "this-year").room > 12'000);
  CHECK(part_of(alone, kUser, "this-year").is_short());
  for (const Part& part : file_of(100'352, 100'352)) CHECK(part.room >= part.share);
}

TEST_CASE("room: nobody has less because another wants less or more is wanted") {
  Random random(3939);
  const Rules rules = rules_of_three();
  for (int round = 0; round < 2000; ++round) {
    const FactIndex facts = with_own_words(random.below(9000));
    const bool memory = random.chance(70);
    std::vector<Part> before = parts_of(rules, memory, [&]() -> std::int64_t {
      return random.below(random.chance(50) ? 500 : 6000);
    });
    std::vector<Part> after = before;
    const auto one = static_cast<std::size_t>(random.below(static_cast<int>(before.size())));
    after[one].wants = step_up(random.below(6000));
    share_out(facts, rules, before);
    share_out(facts, rules, after);
    const bool less = after[one].wants < before[one].wants;
    for (std::size_t i = 0; i < before.size(); ++i) {
      INFO(round << " " << i << " " << one);
      if (i == one) {
        CHECK((less ? after[i].room <= before[i].room : after[i].room >= before[i].room));
      } else {
        CHECK((less ? after[i].room >= before[i].room : after[i].room <= before[i].room));
      }
    }
  }
}

TEST_CASE("room: one fact more moves the bounds of few sections") {
  Random random(393);
  const Rules rules;
  const FactIndex facts = with_own_words(0);
  int moved = 0;
  constexpr int kRounds = 2000;
  for (int round = 0; round < kRounds; ++round) {
    std::vector<std::int64_t> bytes;
    for (std::size_t i = 0; i < 1 + 2 * section_names().size(); ++i) {
      bytes.push_back(random.below(random.chance(60) ? 1200 : 9000));
    }
    const auto rooms = [&] {
      std::vector<Part> parts;
      std::size_t at = 0;
      parts.push_back({kUser, kAlwaysSection, step_up(bytes[at++])});
      for (const std::string_view model : {"assistant", "user"}) {
        for (const std::string_view section : section_names()) {
          parts.push_back({model, section, step_up(bytes[at++])});
        }
      }
      share_out(facts, rules, parts);
      return parts;
    };
    const std::vector<Part> before = rooms();
    bytes[7] += 80;  // the user's last days
    const std::vector<Part> after = rooms();
    int others = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      others += i != 7 && before[i].room != after[i].room ? 1 : 0;
    }
    CHECK(others <= 3);
    moved += others;
  }
  CHECK(moved < kRounds / 2);
}

TEST_CASE("room: a few words more of a person's change nothing, many take of the sections") {
  const Rules rules;
  const auto week = [&](std::int64_t own) {
    return share_of(with_own_words(own), rules, "user", "this-week");
  };
  CHECK(week(1900) == week(0));
  CHECK(week(4100) < week(0));
  CHECK(week(1'000'000) == week(8000));
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
