#include "base/text.hpp"
#include "engine/redacting.hpp"
#include "tests/ops/fixture.hpp"

#include <algorithm>

namespace secrets_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

// In pieces: no key of anybody's, and no scanner shall take it for one.
const std::string kToken = std::string("ghp_") + "q7Zt9RkW2mVb" + "X4nLs8YdPc1H" + "fJ6gTa3Ue5Ko";
constexpr const char* kMark = "[redacted:github-token]";
constexpr const char* kSession = "11111111-1111-4111-8111-111111111111";
constexpr const char* kStart = "2026-05-02T09:00:00Z";

void set(const Fixture& fixture, const std::string& setting) {
  fixture.write("pyramid.yaml", fixture.read("pyramid.yaml") + setting + "\n");
}

std::string session_of(const Fixture& fixture) {
  const auto files = files_below(fixture, "sessions/");
  REQUIRE(files.size() == 1);
  return files[0];
}

bool anywhere(const Fixture& fixture, const std::string& needle) {
  for (const auto& [path, bytes] : fixture.tree()) {
    if (path.find(needle) != std::string::npos || bytes.find(needle) != std::string::npos) {
      return true;
    }
  }
  return false;
}

bool in_history(const Fixture& fixture, const std::string& needle) {
  return run_git(fixture.root(), {"log", "--all", "-p"}).out.find(needle) != std::string::npos;
}

const Diagnostic* find_what(const Diagnostics& diagnostics, const std::string& what) {
  const auto found =
      std::find_if(diagnostics.begin(), diagnostics.end(),
                   [&](const Diagnostic& one) { return one.what.find(what) != std::string::npos; });
  return found == diagnostics.end() ? nullptr : &*found;
}

std::string line_at(const Fixture& fixture, const std::string& place) {
  const std::size_t colon = place.rfind(':');
  std::istringstream lines(fixture.read(place.substr(0, colon)));
  std::string line;
  for (int i = std::stoi(place.substr(colon + 1)); i > 0; --i) std::getline(lines, line);
  return line;
}

Result<ObserveReport> say(Fixture& fixture, const std::string& text) {
  ObserveOptions options;
  options.workspace.root = fixture.root();
  options.text = text;
  return observe(fixture.environment(), options);
}

}  // namespace

TEST_CASE("secrets: a token in a conversation reaches no file, and its line is named") {
  Fixture fixture;
  fixture.write_session(kSession, kStart,
                        {"I moved to Lisbon.", "Please use " + kToken + " for the deploy."});
  const auto report = fixture.import_sessions();
  REQUIRE(report);
  CHECK(report->redacted == 1);
  CHECK_FALSE(anywhere(fixture, kToken));
  CHECK_FALSE(in_history(fixture, kToken));
  const Diagnostic* said = find_what(report->diagnostics, "redacted a GitHub token");
  REQUIRE(said != nullptr);
  CHECK(said->severity == Severity::kWarning);
  CHECK(said->where.rfind(session_of(fixture) + ":", 0) == 0);
  CHECK(line_at(fixture, said->where).find(kMark) != std::string::npos);
  CHECK(to_string(*said).find(kToken) == std::string::npos);
}

TEST_CASE("secrets: a token is named at its line in a turn with other line ends, too") {
  Fixture fixture;
  fixture.write_session(kSession, kStart, {R"(I moved to Lisbon.\r\nUse )" + kToken + " there."});
  const auto report = fixture.import_sessions();
  REQUIRE(report);
  CHECK_FALSE(anywhere(fixture, kToken));
  const Diagnostic* said = find_what(report->diagnostics, "redacted a GitHub token");
  REQUIRE(said != nullptr);
  CHECK(line_at(fixture, said->where) == std::string("Use ") + kMark + " there.");
}

TEST_CASE("secrets: the same import again is unchanged, byte for byte, and says nothing") {
  Fixture fixture;
  fixture.write_session(kSession, kStart, {"Use " + kToken + " please."});
  REQUIRE(fixture.import_sessions());
  const auto before = fixture.tree();
  const auto again = fixture.import_sessions();
  REQUIRE(again);
  CHECK(again->unchanged == 1);
  CHECK(again->redacted == 0);
  CHECK(again->diagnostics.empty());
  CHECK(fixture.tree() == before);
}

TEST_CASE("secrets: a conversation that has grown names only what is new") {
  Fixture fixture;
  fixture.write_session(kSession, kStart, {"Use " + kToken + " please."});
  REQUIRE(fixture.import_sessions());
  fixture.write_session(kSession, kStart,
                        {"Use " + kToken + " please.", "And password: Muschel7!"});
  const auto report = fixture.import_sessions();
  REQUIRE(report);
  CHECK(report->grown == 1);
  CHECK(report->redacted == 1);
  const Diagnostic* said = find_what(report->diagnostics, "redacted a password");
  REQUIRE(said != nullptr);
  CHECK(line_at(fixture, said->where) == "And password: [redacted:password]");
}

TEST_CASE("secrets: what came in before the gate goes when its conversation grows") {
  Fixture fixture;
  const std::string settings = fixture.read("pyramid.yaml");
  set(fixture, "secrets: off");
  fixture.write_session(kSession, kStart, {"Use " + kToken + " please."});
  REQUIRE(fixture.import_sessions());
  REQUIRE(anywhere(fixture, kToken));
  fixture.write("pyramid.yaml", settings);
  fixture.write_session(kSession, kStart, {"Use " + kToken + " please.", "I live in Porto."});
  const auto report = fixture.import_sessions();
  REQUIRE(report);
  CHECK(report->grown == 1);
  CHECK(fixture.read(session_of(fixture)).find(kToken) == std::string::npos);
}

TEST_CASE("secrets: neither title nor file name keeps the beginning of a token") {
  Fixture fixture;
  const std::string lead = "Please take for the deployment of tonight only ";
  fixture.write_session(kSession, kStart, {lead + kToken + " and nothing else."});
  REQUIRE(fixture.import_sessions());
  CHECK_FALSE(anywhere(fixture, kToken.substr(0, 8)));
  CHECK_FALSE(anywhere(fixture, "ghp-q7zt"));
}

TEST_CASE("secrets: block refuses the conversation that holds one, and only that") {
  Fixture fixture;
  set(fixture, "secrets: block");
  fixture.write_session(kSession, kStart, {"Use " + kToken + " please."});
  fixture.write_session("22222222-2222-4222-8222-222222222222", "2026-05-03T09:00:00Z",
                        {"I moved to Lisbon in March 2026."});
  const auto report = fixture.import_sessions();
  REQUIRE(report);
  CHECK(report->added == 1);
  const Diagnostic* said = find_what(report->diagnostics, "holds a GitHub token in its turn 1");
  REQUIRE(said != nullptr);
  CHECK(said->severity == Severity::kError);
  CHECK(session_of(fixture).find("lisbon") != std::string::npos);
  CHECK_FALSE(anywhere(fixture, "[redacted"));
}

TEST_CASE("secrets: off and the allow-list let a text through as it is") {
  for (const std::string& setting : {std::string("secrets: off"), "secrets_allow: [" + kToken + "]",
                                     std::string("secrets_allow: [\"ghp_*\"]")}) {
    Fixture fixture;
    set(fixture, setting);
    fixture.write_session(kSession, kStart, {"Use " + kToken + " please."});
    const auto report = fixture.import_sessions();
    REQUIRE(report);
    CHECK(report->diagnostics.empty());
    CHECK(in_history(fixture, "Use " + kToken));
  }
}

TEST_CASE("secrets: an observation is told without its password, the same one each time") {
  Fixture fixture;
  const auto first = say(fixture, "User's router has the password: Muschel7!");
  REQUIRE(first);
  CHECK(first->redacted == 1);
  CHECK_FALSE(anywhere(fixture, "Muschel7"));
  const Diagnostic* said = find_what(first->diagnostics, "redacted a password");
  REQUIRE(said != nullptr);
  CHECK(line_at(fixture, said->where) == "User's router has the password: [redacted:password]");
  const auto again = say(fixture, "User's router has the password: Muschel7!");
  REQUIRE(again);
  CHECK_FALSE(again->added);
}

TEST_CASE("secrets: block refuses an observation, and nothing is written") {
  Fixture fixture;
  set(fixture, "secrets: block");
  const auto report = say(fixture, "User's router has the password: Muschel7!");
  REQUIRE_FALSE(report);
  CHECK(report.error().kind == ErrorKind::kInvalid);
  CHECK(to_string(report.error()).find("Muschel7") == std::string::npos);
  CHECK(files_below(fixture, "observations/").empty());
}

TEST_CASE("secrets: of several files that are held back the last line allows all of them") {
  Fixture fixture;
  REQUIRE(fixture.sync());
  for (const char* name : {"a", "b", "c"}) {
    fixture.write("memory/" + std::string(name) + ".md", "password: Muschel7!\n");
  }
  const auto report = fixture.sync();
  REQUIRE(report);
  REQUIRE(report->diagnostics.size() == 3);
  const std::string& hint = report->diagnostics.back().hint;
  const std::string line = "secrets_allow: [memory/a.md, memory/b.md, memory/c.md]";
  REQUIRE(hint.ends_with(line));
  set(fixture, line);
  REQUIRE(fixture.sync());
  CHECK(in_history(fixture, "Muschel7"));
}

TEST_CASE(
    "secrets: a person's file with a secret stays as it is, out of the commit, and is named once") {
  Fixture fixture;
  REQUIRE(fixture.sync());
  const std::string note = "# Wi-Fi\n\npassword: Muschel7!\n";
  fixture.write("memory/wifi.md", note);
  fixture.write("memory/other.md", "Nothing secret.\n");
  const auto report = fixture.sync();
  REQUIRE(report);
  REQUIRE(report->diagnostics.size() == 1);
  const Diagnostic& said = report->diagnostics[0];
  CHECK(said.where == "memory/wifi.md:3");
  CHECK(said.severity == Severity::kWarning);
  CHECK(said.what == "holds a password; the file is left out of the commit");
  CHECK(said.hint ==
        "take it out of the file; or, if it is none, write into pyramid.yaml: secrets_allow: "
        "[memory/wifi.md]");
  const auto again = fixture.sync();
  REQUIRE(again);
  CHECK(again->diagnostics.empty());
  CHECK(again->nothing_to_do);
  const auto observed = say(fixture, "User has a boat.");
  REQUIRE(observed);
  CHECK(observed->diagnostics.empty());
  const auto checked = fixture.check();
  REQUIRE(checked);
  CHECK(find_what(checked->problems, "holds a password") != nullptr);
  CHECK(fixture.read("memory/wifi.md") == note);
  CHECK_FALSE(in_history(fixture, "Muschel7"));
  CHECK(in_history(fixture, "Nothing secret."));
  set(fixture, "secrets_allow: [\"Muschel7!\"]");
  REQUIRE(fixture.sync());
  CHECK(in_history(fixture, "password: Muschel7!"));
}

TEST_CASE(
    "secrets: the line that a message names allows the file, beside what is allowed already") {
  Fixture fixture;
  set(fixture, "secrets_allow: [\"4532*\", Muschel9!]");
  fixture.write("memory/wifi.md", "password: Muschel7!\n");
  fixture.write("clippings/a.md", "password: Muschel8!\n");
  const auto report = fixture.sync();
  REQUIRE(report);
  const Diagnostic* said = find_what(report->diagnostics, "left out of the commit");
  REQUIRE(said != nullptr);
  const std::size_t line = said->hint.find("secrets_allow: [");
  REQUIRE(line != std::string::npos);
  CHECK(said->hint.substr(line) == "secrets_allow: [\"4532*\", \"Muschel9!\", clippings/a.md]");
  const std::string settings = fixture.read("pyramid.yaml");
  fixture.write("pyramid.yaml", replace_all(settings, "secrets_allow: [\"4532*\", Muschel9!]",
                                            said->hint.substr(line)));
  REQUIRE(fixture.sync());
  CHECK(in_history(fixture, "password: Muschel8!"));
  CHECK_FALSE(in_history(fixture, "Muschel7!"));
  fixture.write("pyramid.yaml",
                replace_all(fixture.read("pyramid.yaml"), "clippings/a.md", "memory/, clippings/"));
  REQUIRE(fixture.sync());
  CHECK(in_history(fixture, "password: Muschel7!"));
}

TEST_CASE("secrets: what a page that was clipped has in its addresses is in the commit") {
  Fixture fixture;
  fixture.write("n/clip.md",
                "# A story\n\n<iframe src=\"https://news.example.org/2026/04/01/straw/embed/"
                "#?secret=xIoYHbQA9k#?secret=xIoYHbQA9k\" width=\"600\"></iframe>\n\n"
                "![](https://shots.example.org/take?access_key=3f9c2b7e1d5a4068&url=x)\n\n"
                "1Password: 14-day trial.\n");
  const auto report = fixture.sync();
  REQUIRE(report);
  CHECK(report->diagnostics.empty());
  CHECK(run_git(fixture.root(), {"ls-files", "n"}).out == "n/clip.md\n");
}

TEST_CASE(
    "secrets: a file of the program's with a person's secret in it is written, not committed") {
  Fixture fixture;
  write_twelve_facts(fixture);
  REQUIRE(fixture.import_sessions());
  REQUIRE(fixture.sync());
  fixture.write("MEMORY.md", fixture.read("MEMORY.md") + "\nThe door's password is Muschel7!\n");
  fixture.write_session("44444444-4444-4444-8444-444444444444", "2026-05-14T09:00:00Z",
                        {"I sold the blue bicycle for 300 euros."});
  REQUIRE(fixture.import_sessions());
  const auto report = fixture.sync();
  REQUIRE(report);
  CHECK(find_what(report->diagnostics, "left out of the commit") != nullptr);
  CHECK(fixture.read("MEMORY.md").find("Muschel7!") != std::string::npos);
  CHECK_FALSE(in_history(fixture, "Muschel7"));
}

TEST_CASE("secrets: check lists those of any memory file with their lines") {
  Fixture fixture;
  fixture.write("memory/keys.md", "# Keys\n\nThe token is " + kToken + ".\n");
  const auto report = fixture.check();
  REQUIRE(report);
  const Diagnostic* said = find_what(report->problems, "holds a GitHub token");
  REQUIRE(said != nullptr);
  CHECK(said->where == "memory/keys.md:3");
}

TEST_CASE("secrets: of many in one file one line a kind tells the first and the lines of more") {
  Fixture fixture;
  std::string turn = "The token is " + kToken + ".";
  for (int i = 0; i < 1234; ++i) turn += "\\nthe password is hunter2xyz!";
  fixture.write_session(kSession, kStart, {turn});
  const auto report = fixture.import_sessions();
  REQUIRE(report);
  CHECK(report->redacted == 1235);
  REQUIRE(report->diagnostics.size() == 2);
  CHECK(report->diagnostics[0].what == "redacted a GitHub token");
  const std::string& what = report->diagnostics[1].what;
  CHECK(what.starts_with("redacted a password and 1,233 more (lines "));
  CHECK(what.ends_with(", …)"));
  CHECK(line_at(fixture, report->diagnostics[1].where) == "the password is [redacted:password]");

  fixture.write("memory/door.md", "# Door\n\npassword: Muschel7!\npassword: Muschel8!\n");
  const auto synced = fixture.sync();
  REQUIRE(synced);
  REQUIRE(synced->diagnostics.size() == 1);
  CHECK(synced->diagnostics[0].where == "memory/door.md:3");
  CHECK(synced->diagnostics[0].what ==
        "holds a password and 1 more (line 4); the file is left out of the commit");
  const auto checked = fixture.check();
  REQUIRE(checked);
  const Diagnostic* said = find_what(checked->problems, "holds a password");
  REQUIRE(said != nullptr);
  CHECK(said->what == "holds a password and 1 more (line 4)");
}

TEST_CASE("secrets: a file that is called by a token is in no commit, and its name in no message") {
  Fixture fixture;
  fixture.write("memory/" + kToken + ".md", "# A note\n\nNothing of worth.\n");
  const auto report = fixture.sync();
  REQUIRE(report);
  CHECK_FALSE(in_history(fixture, kToken));
  const Diagnostic* named = find_what(report->diagnostics, "its name holds a GitHub token");
  REQUIRE(named != nullptr);
  CHECK(named->where == "memory/[redacted:github-token].md");
}

TEST_CASE("secrets: no commit holds one in the name of a file, nor in a link to it") {
  Fixture fixture;
  const std::string settings = fixture.read("pyramid.yaml");
  set(fixture, "secrets: off\ncommit: false");
  const auto told = say(fixture, "The database's password is hunter2xyz on Tuesdays.");
  REQUIRE(told);
  REQUIRE(told->path.find("hunter2xyz") != std::string::npos);
  fixture.write("pyramid.yaml", settings);
  fixture.write("memory/links.md", "# Links\n\nSee [this](../" + told->path + ").\n");
  // Cleaned by hand, it still has its name.
  std::string file = fixture.read(told->path);
  file.replace(file.find("hunter2xyz"), 10, "secret");
  fixture.write(told->path, file);
  const auto report = fixture.sync();
  REQUIRE(report);
  CHECK_FALSE(in_history(fixture, "hunter2xyz"));
  const Diagnostic* named = find_what(report->diagnostics, "its name holds a password");
  REQUIRE(named != nullptr);
  CHECK(named->where == told->path);
  const Diagnostic* linked = find_what(report->diagnostics, "links to a name that holds");
  REQUIRE(linked != nullptr);
  CHECK(linked->where == "memory/links.md:3");
  CHECK(linked->hint.find("rename the file") != std::string::npos);
}

TEST_CASE("secrets: a wrong setting is named by every command that writes") {
  Fixture fixture;
  set(fixture, "secrets: maybe");
  fixture.write_session(kSession, kStart, {"I moved to Lisbon."});
  const auto imported = fixture.import_sessions();
  REQUIRE(imported);
  CHECK(find_what(imported->diagnostics, "secrets") != nullptr);
  const auto told = say(fixture, "User has a boat.");
  REQUIRE(told);
  CHECK(find_what(told->diagnostics, "secrets") != nullptr);
  RememberOptions options;
  options.workspace.root = fixture.root();
  options.text = "Has a boat.";
  const auto remembered = remember(fixture.environment(), options);
  REQUIRE(remembered);
  CHECK(find_what(remembered->diagnostics, "secrets") != nullptr);
}

namespace {

// Says whatever it is asked for.
class LeakingEngine final : public engine::TextEngine {
 public:
  [[nodiscard]] std::string name() const override { return "leaking"; }
  [[nodiscard]] std::string recipe(std::string_view step) const override {
    return std::string(step) + "/1";
  }
  Result<std::vector<engine::Extracted>> extract(const engine::ExtractRequest&) override {
    return std::vector<engine::Extracted>{{"The key is " + kToken + ".", 1, 5, false}};
  }
  Result<engine::Assignments> assign(const engine::AssignRequest&) override {
    return engine::Assignments();
  }
  Result<std::string> summarise(const engine::SummariseRequest&) override { return kToken; }
  Result<std::string> synthesise(const engine::SynthesiseRequest&) override { return kToken; }
  Result<std::string> describe(const engine::DescribeRequest&) override { return kToken; }
  Result<std::string> answer(const engine::AnswerRequest&) override { return kToken; }
};

}  // namespace

TEST_CASE("secrets: what an engine makes up is redacted before anything is written") {
  const auto engine = engine::redact_answers(std::make_unique<LeakingEngine>(), {});
  CHECK(engine->extract({})->front().text == std::string("The key is ") + kMark + ".");
  CHECK(*engine->summarise({}) == kMark);
  CHECK(*engine->synthesise({}) == kMark);
  CHECK(*engine->describe({}) == kMark);
  CHECK(engine->name() == "leaking");
}

}  // namespace secrets_test
