#include "tests/ops/fixture.hpp"

namespace observe_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

Result<ObserveReport> say(Fixture& fixture, const std::string& text, ObserveOptions options = {}) {
  options.workspace.root = fixture.root();
  options.text = text;
  return observe(fixture.environment(), options);
}

ObserveOptions weighing(int importance) {
  ObserveOptions options;
  options.importance = importance;
  return options;
}

ObserveOptions about(const std::string& model) {
  ObserveOptions options;
  options.model = model;
  return options;
}

ObserveOptions when(const char* time) {
  ObserveOptions options;
  options.at = at(time);
  return options;
}

void check_refused(const Result<ObserveReport>& result, ErrorKind kind, const std::string& needle) {
  REQUIRE_FALSE(result);
  CHECK(result.error().kind == kind);
  INFO(to_string(result.error()));
  CHECK(to_string(result.error()).find(needle) != std::string::npos);
}

Diagnostics problems(Fixture& fixture) {
  const auto checked = check(fixture.environment(), {{fixture.root(), {}}});
  REQUIRE(checked);
  return checked->problems;
}

std::string status_of_git(const Fixture& fixture) {
  return run_git(fixture.root(), {"status", "--porcelain"}).out;
}

}  // namespace

TEST_CASE("observe: a fact is one however its letters are put together") {
  Fixture fixture;
  const auto first = say(fixture, "User met Zoë in Đà Nẵng.");
  REQUIRE(first);
  CHECK(first->added);
  const std::string apart = "User met Zoe\xCC\x88 in Đa\xCC\x80 Na\xCC\x86\xCC\x83ng.";
  const auto again = say(fixture, apart);
  REQUIRE(again);
  CHECK_FALSE(again->added);
  CHECK(again->path == first->path);
  const auto later = say(fixture, apart, when("2026-05-16T10:00:00Z"));
  REQUIRE(later);
  CHECK_FALSE(later->added);
  CHECK(later->path == first->path);
}

TEST_CASE("observe: a fact that a person says is a file, assigned, committed, and no problem") {
  Fixture fixture;
  const auto said = say(fixture, "User moved to Austin.", weighing(7));
  REQUIRE(said);
  CHECK(said->added);
  CHECK(said->model == "user");
  CHECK(said->path.rfind("observations/2026/05/15/user-moved-to-austin-", 0) == 0);
  const std::string file = fixture.read(said->path);
  CHECK(file.find("at: 2026-05-15T09:00:00Z\nimportance: 7\nsource: observe\nmodel: user\n") !=
        std::string::npos);
  CHECK(file.find("\n---\nUser moved to Austin.\n") != std::string::npos);
  CHECK(problems(fixture).empty());
  CHECK(status_of_git(fixture).empty());
  CHECK(run_git(fixture.root(), {"log", "-1", "--format=%s"}).out ==
        "memory: observed \"User moved to Austin.\"\n");
}

TEST_CASE("observe: the same text at the same time on two machines is one file") {
  Fixture here;
  Fixture there;
  const auto first = say(here, "User moved to Austin.");
  const auto second = say(there, "  User moved   to Austin.\n");
  REQUIRE(first);
  REQUIRE(second);
  CHECK(first->path == second->path);
  CHECK(here.read(first->path) == there.read(second->path));
}

TEST_CASE("observe: saying the same again is already there and makes no commit") {
  Fixture fixture;
  const auto first = say(fixture, "User moved to Austin.");
  REQUIRE(first);
  const auto tree = fixture.tree();
  const std::size_t commits = fixture.commits();
  const auto again = say(fixture, "User moved to Austin.", weighing(3));
  REQUIRE(again);
  CHECK_FALSE(again->added);
  CHECK(again->id == first->id);
  CHECK(again->path == first->path);
  CHECK(again->commit.empty());
  CHECK(fixture.tree() == tree);
  CHECK(fixture.commits() == commits);
  fixture.set_now("2026-05-15T09:00:01Z");
  const auto later = say(fixture, "User has moved to Austin.");
  REQUIRE(later);
  CHECK_FALSE(later->added);
  CHECK(later->seen_again);
  CHECK(later->id == first->id);
  CHECK(later->path == first->path);
  CHECK_FALSE(later->commit.empty());
  CHECK(fixture.read(first->path).find("\nseen:\n  - 2026-05-15T09:00:01Z\n") != std::string::npos);
  CHECK(status_of_git(fixture).empty());
}

TEST_CASE("observe: what it corrects is put out of use, and the report says so") {
  Fixture fixture;
  const auto first = say(fixture, "User lives in Austin.");
  REQUIRE(first);
  fixture.set_now("2026-05-16T09:00:00Z");
  const auto second = say(fixture, "User lives in Denver.");
  REQUIRE(second);
  CHECK(second->added);
  CHECK(second->superseded == 1);
  const std::string name = std::filesystem::path(second->path).stem();
  CHECK(fixture.read(first->path)
            .find("superseded_by: \"[[../16/" + name + "|" + second->id + "]]\"\n") !=
        std::string::npos);
  CHECK(status_of_git(fixture).empty());
}

TEST_CASE("observe: a file that was moved by hand is still what was said") {
  Fixture fixture;
  const auto first = say(fixture, "User moved to Austin.");
  REQUIRE(first);
  std::filesystem::create_directories(fixture.path("observations/moves"));
  std::filesystem::rename(fixture.path(first->path), fixture.path("observations/moves/austin.md"));
  const auto again = say(fixture, "User moved to Austin.");
  REQUIRE(again);
  CHECK_FALSE(again->added);
  CHECK(again->path == "observations/moves/austin.md");
}

TEST_CASE("observe: a time of its own decides the folder and the id") {
  Fixture fixture;
  const auto said =
      say(fixture, "User started at Harbour Analytics.", when("2026-05-01T00:00:00Z"));
  REQUIRE(said);
  CHECK(said->path.rfind("observations/2026/05/01/", 0) == 0);
  fixture.set_now("2026-05-20T09:00:00Z");
  const auto again =
      say(fixture, "User started at Harbour Analytics.", when("2026-05-01T00:00:00Z"));
  REQUIRE(again);
  CHECK_FALSE(again->added);
}

TEST_CASE("observe: a model is known by name, title and alias, and a near miss is answered") {
  Fixture fixture;
  fixture.write("models/kestrel.md",
                "---\nid: 0000000000W7GZDV4H7362PM0R\nkind: model\naliases: [Wind Station]\n"
                "---\n# Project Kestrel\n");
  for (const char* name : {"kestrel", "Kestrel", "project kestrel", "wind station"}) {
    const auto said = say(fixture, std::string("It runs, says ") + name + ".", about(name));
    REQUIRE(said);
    CHECK(said->model == "kestrel");
  }
  const auto tree = fixture.tree();
  check_refused(say(fixture, "It runs.", about("kestrl")), ErrorKind::kNotFound,
                "did you mean kestrel?");
  check_refused(say(fixture, "It runs.", about("weather")), ErrorKind::kNotFound,
                "there are assistant, user, kestrel");
  CHECK(fixture.tree() == tree);
}

TEST_CASE("observe: what is no single sentence, or no importance, is refused and nothing written") {
  Fixture fixture;
  const auto tree = fixture.tree();
  check_refused(say(fixture, ""), ErrorKind::kUsage, "nothing to observe");
  check_refused(say(fixture, " \n\t"), ErrorKind::kUsage, "nothing to observe");
  check_refused(say(fixture, "One.\nTwo."), ErrorKind::kUsage, "the text has 2 lines");
  check_refused(say(fixture, "caf\xe9"), ErrorKind::kUsage, "not valid UTF-8");
  check_refused(say(fixture, "One.", weighing(0)), ErrorKind::kUsage, "1 (passing) to 10");
  check_refused(say(fixture, "One.", weighing(-4)), ErrorKind::kUsage, "importance -4");
  CHECK(fixture.tree() == tree);
}

TEST_CASE("observe: a text that looks like markdown stays text") {
  Fixture fixture;
  for (const char* text : {"From [x](../a.md)", "--- no fence", "`a` < b & [c](d.md)"}) {
    const auto said = say(fixture, text, about("user"));
    REQUIRE(said);
    ListOptions options;
    options.workspace.root = fixture.root();
    options.limit = 100;
    const auto listed = list_observations(fixture.environment(), options);
    REQUIRE(listed);
    bool found = false;
    for (const ObservationLine& line : listed->observations) found |= line.text == text;
    INFO(text << "\n" << fixture.read(said->path));
    CHECK(found);
  }
  CHECK(problems(fixture).empty());
}

TEST_CASE("observe: edits by hand go into a commit of their own first") {
  Fixture fixture;
  fixture.write("memory/note.md", "Mine.\n");
  REQUIRE(say(fixture, "User moved to Austin."));
  CHECK(run_git(fixture.root(), {"log", "-2", "--format=%s"}).out ==
        "memory: observed \"User moved to Austin.\"\nby hand: memory/note.md\n");
}

TEST_CASE("observe: ten facts make a summary at the next sync, and a second sync does nothing") {
  Fixture fixture;
  for (int i = 0; i < 10; ++i) {
    REQUIRE(say(fixture, "User finished book number " + std::to_string(i) + ".", about("user")));
  }
  const auto synced = fixture.sync();
  REQUIRE(synced);
  CHECK(synced->summaries_written == 1);
  CHECK(synced->observations_assigned == 0);
  const auto again = fixture.sync();
  REQUIRE(again);
  CHECK(again->nothing_to_do);
}

TEST_CASE(
    "observe: a name that is said on three days becomes a model with the next sync, on one day it "
    "does not") {
  const std::vector<std::string> facts = {"User's dog Figo loves the park.", "Figo hurt a paw.",
                                          "Figo got a red collar."};
  Fixture one_day;
  for (const std::string& fact : facts) REQUIRE(say(one_day, fact));
  REQUIRE(one_day.sync());
  CHECK_FALSE(std::filesystem::exists(one_day.path("models/figo.md")));
  Fixture three_days;
  for (std::size_t i = 0; i < facts.size(); ++i) {
    three_days.set_now(("2026-05-1" + std::to_string(i) + "T09:00:00Z").c_str());
    const auto said = say(three_days, facts[i]);
    REQUIRE(said);
    CHECK(said->models_created.empty());
    CHECK(said->model == (i < 2 ? "user" : ""));  // the older ones move with it
  }
  const auto synced = three_days.sync();
  REQUIRE(synced);
  CHECK(synced->models_created == std::vector<std::string>{"figo"});
  CHECK(synced->observations_assigned == 3);
}

TEST_CASE("observe: a fact whose commit a hook refused is committed when it is said again") {
  Fixture fixture;
  const std::string hook = fixture.path(".git/hooks/pre-commit");
  std::filesystem::create_directories(std::filesystem::path(hook).parent_path());
  std::ofstream(hook) << "#!/bin/sh\nexit 1\n";
  std::filesystem::permissions(hook, std::filesystem::perms::owner_all);
  check_refused(say(fixture, "User moved to Austin."), ErrorKind::kConflict, "hook");
  std::filesystem::remove(hook);
  REQUIRE_FALSE(status_of_git(fixture).empty());
  SECTION("by observe") {
    const auto again = say(fixture, "User moved to Austin.");
    REQUIRE(again);
    CHECK_FALSE(again->added);
    CHECK_FALSE(again->commit.empty());
    CHECK(say(fixture, "User moved to Austin.")->commit.empty());
  }
  SECTION("by sync") {
    const auto synced = fixture.sync();
    REQUIRE(synced);
    REQUIRE_FALSE(synced->steps.empty());
    CHECK(synced->steps[0].what == "commit");
    CHECK(synced->steps[0].reason.find("1 file of a command that came to no commit") == 0);
  }
  CHECK(status_of_git(fixture).empty());
}

TEST_CASE("observe: what nobody rated is judged, so that what defines a person is always told") {
  Fixture fixture;
  for (const char* fact : {"User has type 1 diabetes.", "User is allergic to shellfish.",
                           "User is married to Sofie.", "User bought a kettle."}) {
    REQUIRE(say(fixture, fact));
  }
  REQUIRE(fixture.sync());
  const std::string memory = fixture.read("MEMORY.md");
  const std::size_t always = memory.find("## Always");
  REQUIRE(always != std::string::npos);
  const std::string told = memory.substr(always, memory.find("\n## ", always + 1) - always);
  CHECK(told.find("diabetes") != std::string::npos);
  CHECK(told.find("shellfish") != std::string::npos);
  CHECK(told.find("married to Sofie") != std::string::npos);
  CHECK(told.find("kettle") == std::string::npos);
}

TEST_CASE("observe: an importance that is given is kept, and nothing is judged besides") {
  Fixture fixture;
  const auto said = say(fixture, "User has type 1 diabetes.", weighing(2));
  REQUIRE(said);
  const std::string file = fixture.read(said->path);
  CHECK(file.find("\nimportance: 2\n") != std::string::npos);
  CHECK(file.find("\nfact:") == std::string::npos);
}

TEST_CASE("observe: what a person says of themselves is told of the user, or quoted as theirs") {
  Fixture fixture;
  const auto kept = [&](const std::string& text) {
    const auto said = say(fixture, text);
    REQUIRE(said);
    const std::string file = fixture.read(said->path);
    return file.substr(file.find("\n---\n") + 5);
  };
  CHECK(kept("I live in Malmö") == "User lives in Malmö.\n");
  CHECK(kept("Ich wohne in Kiel.") == "User wohnt in Kiel.\n");
  CHECK(kept("We moved to Lyon because the rent was high.") ==
        "User: \"We moved to Lyon because the rent was high.\"\n");
  CHECK(kept("Je vis à Lyon avec ma femme.") == "User: \"Je vis à Lyon avec ma femme.\"\n");
  for (const char* as_it_is :
       {"User drinks tea", "Kestrel uses Go 1.22.", "Zora, the user's sister, says I am funny.",
        "Kestrel läuft auf Postgres.", "Assistant told us to wait."}) {
    CHECK(kept(as_it_is) == std::string(as_it_is) + "\n");
  }
}

TEST_CASE("observe: what a person says of themselves corrects what they said before") {
  Fixture fixture;
  REQUIRE(say(fixture, "I live in Cardiff"));
  const auto moved = say(fixture, "I moved to Swansea", when("2026-05-15T09:01:00Z"));
  REQUIRE(moved);
  CHECK(moved->superseded == 1);
  REQUIRE(say(fixture, "My boss is Karen", when("2026-05-15T09:02:00Z")));
  const auto boss = say(fixture, "My boss is Tom", when("2026-05-15T09:03:00Z"));
  REQUIRE(boss);
  CHECK(boss->superseded == 1);
}

}  // namespace observe_test
