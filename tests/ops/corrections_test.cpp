// Who takes something back says so in many words: what an import makes of them.
//
// corrections.jsonl holds a pair a line: what was "said" in one conversation, what is said "then"
// in a later one, whether that "ends" the first, and with "new" a word that the later observation
// has. Where the first held more than that, "keeps" is a word of what must stay.
// corrections_held_out.jsonl and corrections_held_out_2.jsonl are of the same form. All were
// written without a look at the rules; docs/measured/reader.md has the figures of their first runs.
#include "tests/ops/fixture.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace corrections_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

struct Set {
  const char* name;
  int ended;  // at least, as measured
};
constexpr std::array<Set, 3> kSets = {{{"corrections.jsonl", 17},
                                       {"corrections_held_out.jsonl", 12},
                                       {"corrections_held_out_2.jsonl", 8}}};

struct Pair {
  std::string said, then, fresh, keeps;
  bool ends = false;
};

std::vector<Pair> pairs(const std::string& name) {
  std::ifstream file(PYRAMID_SOURCE_DIR "/tests/ops/" + name);
  std::vector<Pair> all;
  for (std::string line; std::getline(file, line);) {
    const nlohmann::json json = nlohmann::json::parse(line);
    all.push_back(
        {json["said"], json["then"], json.value("new", ""), json.value("keeps", ""), json["ends"]});
  }
  return all;
}

std::string read_all(const Fixture& fixture, const std::string& folder) {
  std::string all;
  for (const std::string& path : files_below(fixture, folder)) all += fixture.read(path);
  return all;
}

constexpr const char* kOver = "\nstatus: superseded\nsuperseded_by: ";

// Whether an observation in use has the word, or none is asked for.
bool is_kept(const Fixture& fixture, const std::string& word) {
  if (word.empty()) return true;
  for (const std::string& path : files_below(fixture, "observations/2026/03/")) {
    const std::string text = fixture.read(path);
    if (text.find(word) != std::string::npos && text.find(kOver) == std::string::npos) return true;
  }
  return false;
}

struct Counts {
  int ended = 0, to_end = 0, ended_wrongly = 0;
  std::string wrong;
};

Counts count(const std::string& name) {
  Counts counts;
  for (const Pair& pair : pairs(name)) {
    Fixture fixture;
    fixture.write("pyramid.yaml", "commit: false\n");
    fixture.write_session("11111111-1111-4111-8111-111111111111", "2026-03-01T09:00:00Z",
                          {pair.said});
    taken_in(fixture);
    fixture.write_session("22222222-2222-4222-8222-222222222222", "2026-05-12T09:00:00Z",
                          {pair.then});
    taken_in(fixture);
    const std::string older = read_all(fixture, "observations/2026/03/");
    const std::string newer = read_all(fixture, "observations/2026/05/");
    const bool over = older.find(kOver) != std::string::npos;
    const bool told = newer.find(pair.fresh) != std::string::npos && is_kept(fixture, pair.keeps);
    counts.to_end += pair.ends ? 1 : 0;
    counts.ended += pair.ends && over && told ? 1 : 0;
    const bool wrongly = over && !(pair.ends && is_kept(fixture, pair.keeps));
    counts.ended_wrongly += wrongly ? 1 : 0;
    if (pair.ends != (over && told)) {
      counts.wrong += fmt::format("{} | {}\n{}{}\n", pair.said, pair.then, older, newer);
    }
  }
  return counts;
}

}  // namespace

TEST_CASE("corrections: what people take back in other words is out of use as often as measured") {
  for (const Set& set : kSets) {
    const Counts counts = count(set.name);
    INFO(set.name << "\n" << counts.wrong);
    CHECK(counts.to_end >= 15);
    CHECK(counts.ended >= set.ended);
    CHECK(counts.ended_wrongly == 0);
  }
}

TEST_CASE("corrections: the report", "[.report]") {
  for (const Set& set : kSets) {
    const Counts counts = count(set.name);
    std::cout << set.name << "\n"
              << counts.wrong << counts.ended << " of " << counts.to_end << " ended, "
              << counts.ended_wrongly << " ended wrongly\n";
  }
}

}  // namespace corrections_test
