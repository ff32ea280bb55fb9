// What an import makes of a conversation that was edited or branched where it comes from.
#include "tests/ops/fixture.hpp"

#include <algorithm>
#include <string_view>

namespace follow_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

constexpr const char* kFirst = "11111111-1111-4111-8111-111111111111";
constexpr const char* kSecond = "22222222-2222-4222-8222-222222222222";
constexpr const char* kStart = "2026-05-02T09:00:00Z";

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

ImportReport taken_in(Fixture& fixture, const std::vector<std::string>& said) {
  fixture.write_session(kFirst, kStart, said);
  return taken_in(fixture);
}

std::string session_of(const Fixture& fixture) {
  const auto files = files_below(fixture, "sessions/");
  REQUIRE(files.size() == 1);
  return files.front();
}

void replace(const Fixture& fixture, const std::string& path, const std::string& old,
             const std::string& text) {
  std::string bytes = fixture.read(path);
  const std::size_t at = bytes.find(old);
  REQUIRE(at != std::string::npos);
  bytes.replace(at, old.size(), text);
  fixture.write(path, bytes);
}

// The observation files that hold `text`.
std::vector<std::string> saying(const Fixture& fixture, std::string_view text) {
  std::vector<std::string> files;
  for (const std::string& path : files_below(fixture, "observations/")) {
    if (holds(fixture.read(path), text)) files.push_back(path);
  }
  return files;
}

std::string only(const Fixture& fixture, std::string_view text) {
  const auto files = saying(fixture, text);
  REQUIRE(files.size() == 1);
  return fixture.read(files.front());
}

}  // namespace

TEST_CASE("follow: a turn edited at the source takes the place of the held one") {
  Fixture fixture;
  taken_in(fixture, {"I live in Austin.", "I drink tea every morning.", "I own a red canoe."});
  REQUIRE(fixture.sync());
  const ImportReport report =
      taken_in(fixture, {"I live in Austin.", "My sister Ana is a vet.", "I own a red canoe."});
  CHECK(report.changed == 1);
  CHECK(report.grown == 0);
  CHECK(report.unchanged == 0);
  CHECK(report.observations == 1);
  CHECK(report.superseded == 1);
  CHECK(report.diagnostics.empty());
  const std::string session = fixture.read(session_of(fixture));
  CHECK(holds(session, "My sister Ana is a vet."));
  CHECK_FALSE(holds(session, "tea"));
  CHECK(holds(session, "\nextracted: 6\n"));
  CHECK(holds(session, "\nreplaced:\n  - \"3\"\n"));
  const std::string gone = only(fixture, "drinks tea every morning");
  CHECK(holds(gone, "\nstatus: superseded\n"));
  CHECK_FALSE(holds(gone, "superseded_by"));
  CHECK_FALSE(holds(only(fixture, "lives in Austin"), "status"));
  CHECK_FALSE(holds(only(fixture, "red canoe"), "status"));  // said behind the change, as it was
  REQUIRE(fixture.sync());
  CHECK_FALSE(holds(fixture.read("MEMORY.md"), "tea"));
  CHECK(holds(fixture.read("MEMORY.md"), "Ana"));
  CHECK(fixture.check()->problems.empty());
  const auto again = fixture.sync();
  REQUIRE(again);
  CHECK(again->nothing_to_do);
}

TEST_CASE("follow: facts behind an edited turn stay the observations that they were") {
  Fixture fixture;
  taken_in(fixture, {"I live in Austin.", "I drink tea every morning.", "I own a red canoe.",
                     "I play the cello.", "I hike every Sunday."});
  REQUIRE(fixture.sync());
  const auto before = fixture.tree();
  const ImportReport report =
      taken_in(fixture, {"I live in Denver.", "I drink tea every morning.", "I own a red canoe.",
                         "I play the cello.", "I hike every Sunday."});
  CHECK(report.changed == 1);
  CHECK(report.observations == 1);
  CHECK(report.superseded == 1);
  CHECK(report.seen_again == 0);
  const auto after = fixture.tree();
  for (const char* same : {"drinks tea every morning", "red canoe", "cello", "every Sunday"}) {
    const auto files = saying(fixture, same);
    REQUIRE(files.size() == 1);
    CHECK(after.at(files.front()) == before.at(files.front()));
  }
  CHECK(holds(only(fixture, "lives in Austin"), "\nstatus: superseded\n"));
  REQUIRE(fixture.sync());
  CHECK(fixture.check()->problems.empty());
  // The same with all extraction to be done over: nothing.
  replace(fixture, session_of(fixture), "\nextracted: 10\n", "\nextracted: 0\n");
  const auto again = fixture.sync();
  REQUIRE(again);
  CHECK(again->observations_added == 0);
  for (const char* same : {"drinks tea every morning", "red canoe", "cello", "every Sunday"}) {
    const auto files = saying(fixture, same);
    REQUIRE(files.size() == 1);
    CHECK(fixture.read(files.front()) == after.at(files.front()));
  }
}

TEST_CASE("follow: what is corrected behind an edited turn stays so, and is no news") {
  Fixture fixture;
  fixture.write_session(kSecond, "2026-03-01T09:00:00Z", {"I work at Acme."});
  taken_in(fixture);
  taken_in(fixture, {"I drink tea every morning.", "I live in Austin.", "I live in Denver now.",
                     "I work at Borealis now."});
  const auto before = fixture.tree();
  const ImportReport report =
      taken_in(fixture, {"I drink cocoa every morning.", "I live in Austin.",
                         "I live in Denver now.", "I work at Borealis now."});
  CHECK(report.observations == 1);
  CHECK(report.superseded == 1);
  const auto after = fixture.tree();
  for (const char* same : {"lives in Austin", "lives in Denver", "at Acme", "at Borealis"}) {
    const auto files = saying(fixture, same);
    REQUIRE(files.size() == 1);
    CHECK(after.at(files.front()) == before.at(files.front()));
  }
  CHECK(fixture.check()->problems.empty());
}

TEST_CASE("follow: a fact behind the change whose turn has another number links that one") {
  Fixture fixture;
  std::filesystem::create_directories(fixture.outside("export"));
  const auto taken = [&](const std::vector<std::pair<std::string, std::string>>& said) {
    std::ofstream out(fixture.outside("export/conversations.json"), std::ios::binary);
    out << R"([{"uuid":"a","name":"Talk","updated_at":"2026-05-0)" << said.size()
        << R"(T10:30:00Z","chat_messages":[)";
    for (std::size_t i = 0; i < said.size(); ++i) {
      out << (i == 0 ? "" : ",") << R"({"uuid":"m)" << i << R"(","sender":"human","text":")"
          << said[i].second << R"(","created_at":"2026-05-01T10:)" << said[i].first << R"(:00Z"})";
    }
    out << "]}]";
    out.close();
    ImportOptions options;
    options.workspace.root = fixture.root();
    options.source = fixture.outside("export");
    const auto report = import(fixture.environment(), options);
    REQUIRE(report);
    return *report;
  };
  taken({{"00", "I live in Austin."},
         {"02", "I drink tea every morning."},
         {"03", "I own a red canoe."}});
  const std::string canoe = only(fixture, "red canoe");
  CHECK(holds(canoe, "#^t3)"));
  const ImportReport report = taken({{"00", "I live in Austin."},
                                     {"01", "My sister Ana is a vet."},
                                     {"02", "I drink tea every morning."},
                                     {"03", "I own a red canoe."}});
  CHECK(report.changed == 1);
  CHECK(report.observations == 1);
  CHECK(report.superseded == 0);
  std::string moved = canoe;
  moved.replace(moved.find("#^t3)"), 5, "#^t4)");
  CHECK(only(fixture, "red canoe") == moved);
  CHECK(fixture.check()->problems.empty());
}

TEST_CASE("follow: what was followed is unchanged the next time, without a write or a commit") {
  Fixture fixture;
  taken_in(fixture, {"I live in Austin.", "I drink tea every morning."});
  taken_in(fixture, {"I live in Austin.", "I drink cocoa every morning."});
  const auto before = fixture.tree();
  const std::size_t commits = fixture.commits();
  const ImportReport report = taken_in(fixture);
  CHECK(report.unchanged == 1);
  CHECK(report.changed == 0);
  CHECK(report.commit.empty());
  CHECK(fixture.tree() == before);
  CHECK(fixture.commits() == commits);
}

TEST_CASE("follow: in a branch that goes there and back a fact is the observation that it was") {
  Fixture fixture;
  taken_in(fixture, {"I live in Austin.", "I drink tea every morning."});
  taken_in(fixture, {"I live in Austin.", "I drink cocoa every morning."});
  const ImportReport back = taken_in(fixture, {"I live in Austin.", "I drink tea every morning."});
  CHECK(back.changed == 1);
  CHECK(holds(fixture.read(session_of(fixture)), "\nreplaced:\n  - \"3\"\n  - \"3\"\n"));
  const std::string tea = only(fixture, "drinks tea every morning");
  CHECK_FALSE(holds(tea, "status"));
  CHECK(holds(tea, "#^t3)"));
  CHECK(holds(only(fixture, "drinks cocoa every morning"), "\nstatus: superseded\n"));
  CHECK(fixture.check()->problems.empty());
}

TEST_CASE("follow: a shorter branch with a newer last turn leaves no dead link behind") {
  Fixture fixture;
  taken_in(fixture, {"I live in Austin.", "I drink tea every morning.", "I own a red canoe."});
  fixture.write_session(kFirst, "2026-05-03T09:00:00Z",
                        {"I live in Austin.", "I sing in a choir."});
  // The conversation still began when it began.
  std::string source = Fixture::read_file(fixture.outside("sessions") + "/" + kFirst + ".jsonl");
  const std::string later = "\"timestamp\":\"2026-05-03T09:00:00Z\",\"message\"";
  REQUIRE(holds(source, later));
  source.replace(source.find(later), later.size(),
                 "\"timestamp\":\"2026-05-02T09:00:00Z\",\"message\"");
  const std::string later_stamp = std::to_string(at("2026-05-03T09:00:00Z").seconds * 1000);
  source.replace(source.find(later_stamp), later_stamp.size(),
                 std::to_string(at(kStart).seconds * 1000));
  std::ofstream(fixture.outside("sessions") + "/" + kFirst + ".jsonl", std::ios::binary) << source;
  const ImportReport report = taken_in(fixture);
  CHECK(report.changed == 1);
  CHECK(holds(fixture.read(session_of(fixture)), "\nturns: 4\n"));
  CHECK(holds(only(fixture, "red canoe"), "\nstatus: superseded\n"));
  CHECK(fixture.check()->problems.empty());
}

TEST_CASE("follow: an older copy of the conversation takes nothing away") {
  Fixture fixture;
  taken_in(fixture, {"I live in Austin.", "I drink tea every morning."});
  const auto before = fixture.tree();
  const ImportReport shorter = taken_in(fixture, {"I live in Austin."});
  CHECK(shorter.unchanged == 1);
  const ImportReport older = taken_in(fixture, {"I live in Denver."});
  CHECK(older.unchanged == 1);
  CHECK(older.diagnostics.empty());
  CHECK(fixture.tree() == before);
}

TEST_CASE("follow: what a person added to the frontmatter survives") {
  Fixture fixture;
  taken_in(fixture, {"I live in Austin."});
  const std::string path = session_of(fixture);
  replace(fixture, path, "kind: session\n", "kind: session # mine\nmood:  good\n");
  CHECK(taken_in(fixture, {"I live in Denver."}).changed == 1);
  CHECK(holds(fixture.read(path), "kind: session # mine\nmood:  good\n"));
  CHECK(taken_in(fixture, {"I live in Denver.", "I drink tea every morning."}).grown == 1);
  CHECK(holds(fixture.read(path), "kind: session # mine\nmood:  good\n"));
}

TEST_CASE("follow: a turn that a person edited stays while the source stands still or grows") {
  Fixture fixture;
  taken_in(fixture, {"I live in Austin.", "I drink tea every morning."});
  const std::string path = session_of(fixture);
  replace(fixture, path, "I drink tea every morning.", "I drink [private].");
  CHECK(taken_in(fixture).unchanged == 1);
  const ImportReport grown =
      taken_in(fixture, {"I live in Austin.", "I drink tea every morning.", "I own a red canoe."});
  CHECK(grown.grown == 1);
  CHECK(grown.observations == 1);
  CHECK(grown.diagnostics.empty());
  CHECK(holds(fixture.read(path), "I drink [private]."));
  CHECK(holds(fixture.read(path), "I own a red canoe."));
  const auto before = fixture.tree();
  CHECK(taken_in(fixture).unchanged == 1);
  CHECK(fixture.tree() == before);
}

TEST_CASE("follow: edited by a person and changed at the source, the person's text stays") {
  Fixture fixture;
  taken_in(fixture, {"I live in Austin.", "I drink tea every morning."});
  const std::string path = session_of(fixture);
  replace(fixture, path, "I drink tea every morning.", "I drink [private].");
  const std::string edited = fixture.read(path);
  const ImportReport report =
      taken_in(fixture, {"I live in Denver.", "I drink tea every morning."});
  CHECK(report.changed == 0);
  CHECK(report.unchanged == 1);
  REQUIRE(report.diagnostics.size() == 1);
  CHECK(report.diagnostics.front().where == path);
  CHECK(report.diagnostics.front().what == "differs from its source; left as it is");
  CHECK(fixture.read(path) == edited);
}

TEST_CASE("follow: a file without its digest grows, and is left where it differs") {
  for (const bool differs : {false, true}) {
    Fixture fixture;
    taken_in(fixture, {"I live in Austin."});
    const std::string path = session_of(fixture);
    std::string bytes = fixture.read(path);
    const std::size_t at = bytes.find("output: ");
    bytes.erase(at, bytes.find('\n', at) + 1 - at);
    fixture.write(path, bytes);
    CHECK(taken_in(fixture).unchanged == 1);
    CHECK(fixture.read(path) == bytes);
    const ImportReport report = taken_in(
        fixture,
        {differs ? "I live in Denver." : "I live in Austin.", "I drink tea every morning."});
    CHECK(report.grown == (differs ? 0 : 1));
    CHECK(report.diagnostics.size() == (differs ? 1 : 0));
    CHECK(holds(fixture.read(path), "output: ") != differs);
  }
}

TEST_CASE("follow: what another conversation says as well stays in use, without the dead link") {
  for (const bool first_goes : {true, false}) {
    Fixture fixture;
    fixture.write_session(kFirst, kStart, {"I drink tea every morning."});
    taken_in(fixture);
    fixture.write_session(kSecond, "2026-05-06T09:00:00Z", {"I drink tea every morning."});
    CHECK(taken_in(fixture).seen_again == 1);
    fixture.write_session(first_goes ? kFirst : kSecond,
                          first_goes ? kStart : "2026-05-06T09:00:00Z", {"I own a red canoe."});
    const ImportReport report = taken_in(fixture);
    CHECK(report.changed == 1);
    CHECK(report.superseded == 0);
    const std::string tea = only(fixture, "drinks tea every morning");
    CHECK_FALSE(holds(tea, "status"));
    CHECK(holds(tea, first_goes ? "sessions/2026/05/06/" : "sessions/2026/05/02/"));
    CHECK_FALSE(holds(tea, first_goes ? "sessions/2026/05/02/" : "sessions/2026/05/06/"));
    CHECK(holds(tea, "seen:") == first_goes);
    CHECK(fixture.check()->problems.empty());
  }
}

TEST_CASE("follow: what a vanished turn had corrected is in use again") {
  Fixture fixture;
  fixture.write_session(kSecond, "2026-03-01T09:00:00Z", {"I live in Austin."});
  taken_in(fixture);
  taken_in(fixture, {"I live in Denver now."});
  CHECK(holds(only(fixture, "lives in Austin"), "superseded_by: "));
  taken_in(fixture, {"I own a red canoe."});
  CHECK_FALSE(holds(only(fixture, "lives in Austin"), "status"));
  CHECK_FALSE(holds(only(fixture, "lives in Austin"), "superseded_by"));
  CHECK(holds(only(fixture, "lives in Denver"), "\nstatus: superseded\n"));
}

TEST_CASE("follow: what a conversation corrected in itself goes with it") {
  Fixture fixture;
  taken_in(fixture, {"I live in Austin.", "I live in Denver now."});
  CHECK(holds(only(fixture, "lives in Austin"), "superseded_by: "));
  taken_in(fixture, {"I own a red canoe.", "I drink tea every morning."});
  for (const char* gone : {"lives in Austin", "lives in Denver"}) {
    CHECK(holds(only(fixture, gone), "\nstatus: superseded\n"));
    CHECK_FALSE(holds(only(fixture, gone), "superseded_by"));
  }
}

TEST_CASE(
    "follow: a conversation begun anew on the same day, under the same title, is a second one") {
  Fixture fixture;
  fixture.write_session(kFirst, kStart, {"I live in Porto.", "I drink tea every morning."});
  taken_in(fixture);
  const std::string before = fixture.read(session_of(fixture));
  // The same id and words of the title, ten minutes later.
  fixture.write_session(kFirst, "2026-05-02T09:10:00Z",
                        {"I live in Porto.", "My cat is called Tom."});
  CHECK(taken_in(fixture).added == 1);
  const auto files = files_below(fixture, "sessions/");
  REQUIRE(files.size() == 2);
  CHECK((fixture.read(files[0]) == before || fixture.read(files[1]) == before));
  CHECK(saying(fixture, "called Tom").size() == 1);
  const ImportReport again = taken_in(fixture);
  CHECK(again.added + again.changed + again.grown == 0);
  CHECK(files_below(fixture, "sessions/").size() == 2);
}

TEST_CASE("follow: what is said again after something else is in use again, grown or at once") {
  const std::vector<std::string> said = {"I moved to Oslo.", "I moved to Rome.",
                                         "Actually, I moved to Oslo."};
  std::vector<std::map<std::string, std::string>> trees;
  for (const bool grown : {false, true}) {
    Fixture fixture;
    if (grown) taken_in(fixture, {said[0], said[1]});
    taken_in(fixture, said);
    const auto rome = only(fixture, "moved to Rome");
    CHECK(holds(rome, "status: superseded"));
    int in_use = 0;
    for (const std::string& path : saying(fixture, "moved to Oslo")) {
      const std::string bytes = fixture.read(path);
      const std::size_t at = bytes.find("id: ") + 4;
      if (holds(bytes, "status: superseded")) continue;
      ++in_use;
      CHECK(holds(rome, "|" + bytes.substr(at, 26) + "]]\"\n"));
    }
    CHECK(in_use == 1);
    trees.push_back(fixture.tree());
  }
  CHECK(trees[0] == trees[1]);
}

TEST_CASE("follow: a dry run tells what changed and writes nothing") {
  Fixture fixture;
  taken_in(fixture, {"I live in Austin."});
  fixture.write_session(kFirst, kStart, {"I live in Denver."});
  const auto before = fixture.tree();
  SyncOptions options;
  options.dry_run = true;
  options.source = fixture.outside("sessions");
  options.source_format = "openclaw";
  const auto report = fixture.sync(options);
  REQUIRE(report);
  REQUIRE(report->imported);
  CHECK(report->imported->changed == 1);
  CHECK(std::any_of(report->steps.begin(), report->steps.end(), [](const SyncStep& step) {
    return step.what == "import" && step.reason == "changed at its source";
  }));
  CHECK(fixture.tree() == before);
}

TEST_CASE("follow: two machines that see the same change make the same files") {
  std::vector<std::map<std::string, std::string>> trees;
  for (int machine = 0; machine < 2; ++machine) {
    Fixture fixture;
    taken_in(fixture, {"I live in Austin.", "I drink tea every morning."});
    taken_in(fixture, {"I live in Austin.", "I drink cocoa every morning.", "I own a red canoe."});
    std::map<std::string, std::string> memory;
    for (const auto& [path, bytes] : fixture.tree()) {
      if (path.rfind("sessions/", 0) == 0 || path.rfind("observations/", 0) == 0)
        memory.emplace(path, bytes);
    }
    trees.push_back(memory);
  }
  CHECK(trees.front().size() > 2);
  CHECK(trees.front() == trees.back());
}

}  // namespace follow_test
