// MEMORY.md and logs where both of two machines wrote in them: each part under its own heading.
#include "format/sections.hpp"
#include "pyramid/forget.hpp"
#include "pyramid/remember.hpp"
#include "tests/machines/machines.hpp"

namespace homes_test {

using namespace pyramid;
using namespace pyramid::test;
using Catch::Contains;

namespace {

constexpr const char* kHome = "MEMORY.md";
constexpr const char* kBob = "Call Bob about the boat.";

// Takes the fact about Bob out of the memory.
using TakeOut = void (*)(Machine& machine, const std::string& fact);

void remove_file(Machine& machine, const std::string& fact) {
  std::filesystem::remove(machine.path(fact));
}
void forget_it(Machine& machine, const std::string& /*fact*/) {
  ForgetOptions options;
  options.workspace.root = machine.root();
  options.match = "Bob";
  REQUIRE(forget(machine.environment(), options));
}

std::vector<std::string> sections_of(const std::string& home) {
  const auto document = format::parse_document(home, kHome);
  REQUIRE(document);
  std::vector<std::string> names;
  for (const auto& one : format::find_sections(*document, kHome)) names.push_back(one.name);
  return names;
}

void exchange(Machines& machines) {
  for (int round = 0; round < 2; ++round) {
    for (Machine* machine : machines.all()) machine->must_sync();
  }
  CHECK(machines[0].read(kHome) == machines[1].read(kHome));
}

}  // namespace

TEST_CASE("machines: a section that time moved goes with the heading the other machine emptied") {
  const auto take_out = GENERATE(as<TakeOut>(), remove_file, forget_it);
  const std::string model = GENERATE("assistant", "user");
  Machines machines(2);
  machines[0].add_fact(1, "The kiwi is green.", model == "user" ? "assistant" : "user");
  const std::string fact = machines[0].add_fact(2, kBob, model);
  exchange(machines);
  take_out(machines[0], fact);
  machines[0].must_sync();
  for (Machine* machine : machines.all()) machine->set_now(at("2026-05-19T09:00:00Z"));
  machines[1].must_sync(false);
  machines[1].must_sync();
  CHECK_THAT(machines[1].read(kHome), !Contains("Bob"));
  exchange(machines);
  CHECK_THAT(machines[0].read(kHome), !Contains("Bob") && Contains("kiwi"));
  CHECK(sections_of(machines[0].read(kHome)).size() == 1);
}

TEST_CASE("machines: a section that a person edited keeps the heading the other machine emptied") {
  Machines machines(2);
  machines[0].add_fact(1, "The kiwi is green.");
  const std::string fact = machines[0].add_fact(2, kBob, "assistant");
  exchange(machines);
  remove_file(machines[0], fact);
  machines[0].must_sync();
  std::string home = machines[1].read(kHome);
  const std::size_t place = home.find("- Call Bob");
  REQUIRE(place != std::string::npos);
  home.insert(place, "- Mine.\n");
  machines[1].write(kHome, home);
  exchange(machines);
  const std::string both = machines[0].read(kHome);
  CHECK_THAT(both, Contains("- Mine.\n") && !Contains("Bob"));
  CHECK_THAT(sections_of(both), Catch::VectorContains(std::string("self/last-3-days")));
}

TEST_CASE("machines: a line in the notes stays above what the other machine remembered") {
  Machines machines(2);
  exchange(machines);
  RememberOptions options;
  options.workspace.root = machines[0].root();
  options.text = "The boat is blue.";
  REQUIRE(remember(machines[0].environment(), options));
  machines[1].write(kHome, machines[1].read(kHome) + "\nZoe sings.\n");
  exchange(machines);
  CHECK_THAT(machines[0].read(kHome),
             Contains("\nZoe sings.\n\n### [2026-05-15 09:00]\n\nThe boat is blue.\n"));
}

TEST_CASE("machines: two entries of a log are two, whoever began it") {
  const bool is_begun = GENERATE(false, true);
  Machines machines(2);
  if (is_begun) machines[0].write("daily/2026-05-15.md", "# 15 May\n\n## 08:00\n\nUp.\n");
  exchange(machines);
  for (std::size_t i = 0; i < 2; ++i) {
    RememberOptions options;
    options.workspace.root = machines[i].root();
    options.text = i == 0 ? "Call Ana about the boat." : "Call Bob about the boat.";
    options.channel = is_begun ? std::to_string(i) : "";
    REQUIRE(log_text(machines[i].environment(), options));
  }
  exchange(machines);
  const std::string log = machines[0].read("daily/2026-05-15.md");
  CHECK(log == machines[1].read("daily/2026-05-15.md"));
  CHECK_THAT(log, Contains("\n\nCall Ana about the boat.\n") &&
                      Contains("\n\nCall Bob about the boat.\n") && !Contains("conflict"));
  if (is_begun) CHECK_THAT(log, Contains("boat.\n\n## 09:00 1\n"));
}

}  // namespace homes_test
