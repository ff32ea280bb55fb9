// What is made of a set of conversations hangs on the set, not on the order in which they came in.
// RC_PARAMS="seed=… max_success=…" makes other and more of them.
#include "tests/ops/fixture.hpp"
#include "tests/support/faulty_file_system.hpp"

#include <rapidcheck.h>

#include <array>
#include <map>
#include <numeric>

namespace order_of_imports_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

constexpr auto kLines = std::to_array<const char*>({
    "I live in Porto.",
    "I moved to Braga.",
    "I live in Porto again.",
    "I currently live in Porto.",
    "I live in Braga now.",
    "I work at Acme.",
    "I no longer work at Acme.",
    "I work at Globex now.",
    "I am working at Acme.",
    "I like coffee.",
    "I don't like coffee.",
    "My favorite tea is oolong.",
    "My favorite tea is sencha now.",
    "I have a dog called Rex.",
    "I have a dog called Bella.",
    "My dog is actually called Max.",
    "My sister Ana lives in Porto.",
    "My sister Ana moved to Lisbon.",
    "I have two cats.",
    "I have three cats now.",
    "Ich wohne in Kiel.",
    "Ich wohne nicht mehr in Kiel.",
    "My dentist is Dr. Lee.",
});

// A conversation: when it began, in minutes, and the lines of its turns.
struct Talk {
  int start = 0;
  std::vector<std::string> said;
};

// Hours and minutes that meet often, so that one goes on while another begins.
rc::Gen<Talk> any_talk(const std::vector<std::string>& lines) {
  return rc::gen::build<Talk>(
      rc::gen::set(&Talk::start, rc::gen::map(rc::gen::inRange(0, 24),
                                              [](int n) { return (n / 4) * 1440 + (n % 4); })),
      rc::gen::set(&Talk::said, rc::gen::resize(4, rc::gen::nonEmpty(
                                                       rc::gen::container<std::vector<std::string>>(
                                                           rc::gen::elementOf(lines))))));
}

std::string name_of(std::size_t number) {
  return "5e550000-0000-4000-8000-00000000" + std::to_string(1000 + number);
}

void say(Fixture& fixture, std::size_t number, const Talk& talk, std::size_t turns) {
  const Time start{at("2026-03-01T09:00:00Z").seconds + std::int64_t{60} * talk.start};
  fixture.write_session(
      name_of(number), format_time(start).c_str(),
      {talk.said.begin(), talk.said.begin() + static_cast<std::ptrdiff_t>(turns)});
}

// All that observations hold but their model, which a fact that was out of use before a sync has
// none of; by their ids, as a name that is taken makes a file's name longer.
std::map<std::string, std::string> made_of(const Fixture& fixture) {
  std::map<std::string, std::string> made;
  for (const std::string& path : files_below(fixture, "observations/")) {
    std::string file = fixture.read(path);
    const std::size_t model = file.find("\nmodel: ");
    if (model != std::string::npos) file.erase(model, file.find('\n', model + 1) - model);
    const std::size_t id = file.find("\nid: ");
    made[file.substr(id, file.find('\n', id + 1) - id)] = file;
  }
  return made;
}

// An import that ends at its `n`-th change of a file; whether it came to its end before.
bool stopped_import(Fixture& fixture, std::size_t n) {
  const Environment whole = fixture.environment();
  FaultyFileSystem disk(whole.files);
  disk.cut_mutations_at(n);
  ImportOptions options;
  options.workspace.root = fixture.root();
  options.format = "openclaw";
  options.source = fixture.outside("sessions");
  const auto stopped = import(Environment{disk, whole.clock, whole.progress}, options);
  return stopped.has_value() && disk.mutations() <= n;
}

}  // namespace

TEST_CASE("order of imports: one that is stopped at any write and begun again changes nothing") {
  const auto [before, said, minute] = GENERATE(table<const char*, const char*, int>({
      {"I live in Porto.", "I moved to Braga.", 1},
      {"I live in Porto.", "I currently live in Porto.", -1},  // before: it takes the other's place
  }));
  CAPTURE(said);
  const Talk first{0, {before}}, second{minute, {said}};
  Fixture whole;
  whole.write("pyramid.yaml", "commit: false\n");
  say(whole, 0, first, 1);
  taken_in(whole);
  say(whole, 1, second, 1);
  taken_in(whole);
  bool ran_through = false;
  for (std::size_t n = 0; !ran_through; ++n) {
    CAPTURE(n);
    Fixture stopped;
    stopped.write("pyramid.yaml", "commit: false\n");
    say(stopped, 0, first, 1);
    taken_in(stopped);
    say(stopped, 1, second, 1);
    ran_through = stopped_import(stopped, n);
    taken_in(stopped);
    CHECK(made_of(stopped) == made_of(whole));
  }
}

TEST_CASE("order of imports: what stands hangs on the set of conversations alone") {
  CHECK(rc::check([] {
    std::vector<std::string> lines;
    for (const std::size_t number : *rc::gen::unique<std::vector<std::size_t>>(
             5, rc::gen::inRange<std::size_t>(0, kLines.size()))) {
      lines.emplace_back(kLines[number]);
    }
    const auto talks = *rc::gen::resize(
        6, rc::gen::nonEmpty(rc::gen::container<std::vector<Talk>>(any_talk(lines))));
    Fixture together, apart;
    for (Fixture* one : {&together, &apart}) one->write("pyramid.yaml", "commit: false\n");
    for (std::size_t i = 0; i < talks.size(); ++i) say(together, i, talks[i], talks[i].said.size());
    taken_in(together);

    std::vector<std::size_t> order(talks.size());
    std::iota(order.begin(), order.end(), 0U);
    for (std::size_t left = order.size(); left > 1; --left) {
      std::swap(order[left - 1], order[*rc::gen::inRange<std::size_t>(0, left)]);
    }
    for (const std::size_t number : order) {
      const std::size_t turns = talks[number].said.size();
      const auto first = *rc::gen::inRange<std::size_t>(1, turns + 1);  // it may grow
      say(apart, number, talks[number], first);
      switch (*rc::gen::inRange(0, 5)) {
        case 0:
          break;  // comes in with the next one
        case 1:
          stopped_import(apart, *rc::gen::inRange<std::size_t>(0, 40));
          break;
        case 2:
          REQUIRE(apart.sync());
          [[fallthrough]];
        default:
          taken_in(apart);
      }
      say(apart, number, talks[number], turns);
    }
    taken_in(apart);
    RC_ASSERT(made_of(apart) == made_of(together));
  }));
}

}  // namespace order_of_imports_test
