// A chat of named people that is imported again, with another of them named as the user.
#include "tests/ops/fixture.hpp"

#include <algorithm>

namespace named_user_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

constexpr const char* kChat =
    "[2026-05-02 09:00] Maya: I live in Lisbon.\n"
    "[2026-05-02 09:01] Bob: I work as a carpenter.\n";

ImportReport import_as(Fixture& fixture, const std::string& user, const std::string& chat = kChat) {
  std::ofstream(fixture.outside("chat.md"), std::ios::binary) << chat;
  ImportOptions options;
  options.workspace.root = fixture.root();
  options.source = fixture.outside("chat.md");
  options.user = user;
  Result<ImportReport> report = import(fixture.environment(), options);
  if (!report) FAIL(to_string(report.error()));
  return *std::move(report);
}

std::string only_session(const Fixture& fixture) {
  const auto files = files_below(fixture, "sessions/");
  REQUIRE(files.size() == 1);
  return fixture.read(files.front());
}

// Whether an observation in use says so.
bool knows(const Fixture& fixture, const std::string& text) {
  const auto files = files_below(fixture, "observations/");
  return std::any_of(files.begin(), files.end(), [&](const std::string& path) {
    const std::string bytes = fixture.read(path);
    return bytes.find(text) != std::string::npos && bytes.find("\nstatus:") == std::string::npos;
  });
}

}  // namespace

TEST_CASE("named user: a chat imported again with --user is the same conversation, now theirs") {
  Fixture fixture;
  import_as(fixture, "");
  const std::string before = only_session(fixture);
  const ImportReport named = import_as(fixture, "Maya");
  CHECK(named.added == 0);
  CHECK(named.changed == 1);
  const std::string after = only_session(fixture);
  CHECK(after.substr(0, 40) == before.substr(0, 40));  // its id
  CHECK(after.find("\nuser: Maya\n") != std::string::npos);
  CHECK(after.find("Bob: I work as a carpenter.") != std::string::npos);
  CHECK(knows(fixture, "lives in Lisbon"));
  CHECK_FALSE(knows(fixture, "User works as a carpenter"));
  REQUIRE(fixture.sync());
  CHECK(fixture.check()->problems.empty());
}

TEST_CASE("named user: another name follows, and without a name the last one stays") {
  Fixture fixture;
  import_as(fixture, "Maya");
  CHECK(import_as(fixture, "Bob").changed == 1);
  CHECK(only_session(fixture).find("\nuser: Bob\n") != std::string::npos);
  CHECK(knows(fixture, "carpenter"));
  CHECK(knows(fixture, "Maya lives in Lisbon"));  // somebody else's, by name
  const auto tree = fixture.tree();
  const ImportReport again = import_as(fixture, "");
  CHECK(again.unchanged == 1);
  CHECK(fixture.tree() == tree);
  CHECK(import_as(fixture, "Maya").changed == 1);
  CHECK(knows(fixture, "lives in Lisbon"));
  CHECK_FALSE(knows(fixture, "User works as a carpenter"));
}

TEST_CASE("named user: what another who takes part tells of themselves is in their own model") {
  Fixture fixture;
  import_as(fixture, "Maya",
            "[2026-05-02 09:00] Maya: I live in Lisbon.\n"
            "[2026-05-02 09:01] Tom Berg: I moved to Graz last week.\n"
            "[2026-05-02 09:02] Maya: My sister Ana is a vet in Porto.\n");
  REQUIRE(fixture.sync());
  CHECK(fixture.read("models/tom-berg.md").find("Graz") != std::string::npos);
  CHECK(fixture.read("MEMORY.md").find("Graz") == std::string::npos);
  CHECK(fixture.read("MEMORY.md").find("Lisbon") != std::string::npos);
  CHECK(fixture.read("MEMORY.md").find("vet in Porto") != std::string::npos);
  CHECK(files_below(fixture, "models/").size() == 1);
  CHECK(fixture.sync()->nothing_to_do);
  CHECK(fixture.check()->problems.empty());
}

TEST_CASE(
    "named user: whoever is named as the user after a sync gets what was noted as another's") {
  Fixture fixture;
  import_as(fixture, "");
  REQUIRE(fixture.sync());
  CHECK(fixture.read("models/maya.md").find("Lisbon") != std::string::npos);
  import_as(fixture, "Maya");
  REQUIRE(fixture.sync());
  const std::string memory = fixture.read("MEMORY.md");
  INFO(memory);
  const std::size_t user = memory.find("\n## User\n");
  REQUIRE(user != std::string::npos);
  CHECK(memory.find("Lisbon", user) != std::string::npos);
  CHECK(files_below(fixture, "models/") == std::vector<std::string>{"models/bob.md"});
  CHECK(fixture.sync()->nothing_to_do);
  CHECK(fixture.check()->problems.empty());
}

TEST_CASE(
    "named user: what another says puts no fact of the user's out of use, and defines nobody") {
  Fixture fixture;
  import_as(fixture, "Ana",
            "[2026-05-02 09:00] Ana: I live in Madrid and I have two dogs.\n"
            "[2026-05-02 09:01] Bob: No, Ana lives in Lugo, not Madrid.\n"
            "[2026-05-02 09:02] Bob: I am vegan, I drive a red Volvo.\n"
            "[2026-05-02 09:03] Ana: I am allergic to nuts.\n");
  REQUIRE(fixture.sync());
  CHECK(knows(fixture, "Madrid"));
  const std::string memory = fixture.read("MEMORY.md");
  INFO(memory);
  CHECK(memory.find("lives in Madrid") != std::string::npos);
  CHECK(memory.find("Lugo") == std::string::npos);
  CHECK(memory.find("vegan") == std::string::npos);
  CHECK(memory.find("allergic to nuts") < memory.find("\n## User\n"));
}

TEST_CASE("named user: another's facts go to the model that is called as they are") {
  Fixture fixture;
  fixture.write("models/thomas.md",
                "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XAA\nkind: model\nmodel: thomas\ntype: "
                "person\naliases:\n  - Tom Berg\n---\n"
                "# Thomas\n");
  import_as(fixture, "Maya",
            "[2026-05-02 09:00] Maya: I live in Lisbon.\n"
            "[2026-05-02 09:01] Tom Berg: I moved to Graz last week.\n");
  REQUIRE(fixture.sync());
  CHECK(fixture.read("models/thomas.md").find("Graz") != std::string::npos);
  CHECK(files_below(fixture, "models/").size() == 1);
}

TEST_CASE("named user: a page that a person made of somebody before they spoke stays as it was") {
  Fixture fixture;
  fixture.write("models/atlas.md",
                "---\nkind: model\nmodel: atlas\ntype: project\n---\n# Atlas\n\n## Notes\n"
                "Our mapping project.\n");
  REQUIRE(fixture.sync());
  import_as(fixture, "Ana",
            "[2026-05-02 09:00] Ana: I live in Madrid.\n"
            "[2026-05-02 09:01] Atlas: I live in Gdansk.\n");
  const auto synced = fixture.sync();
  REQUIRE(synced);
  CHECK(synced->changed_meanwhile.empty());
  const std::string page = fixture.read("models/atlas.md");
  INFO(page);
  CHECK(page.find("\ntype: project\n") != std::string::npos);
  CHECK(page.find("Our mapping project.") != std::string::npos);
  CHECK(page.find("Gdansk") != std::string::npos);
  CHECK(fixture.sync()->nothing_to_do);
}

TEST_CASE(
    "named user: others in a group, and programs, give no fact of the user or the assistant") {
  const auto in_group = [](const std::string& name, const std::string& text) {
    return R"(Conversation info (untrusted metadata):\n```json\n{\"is_group_chat\": true}\n```\n\n)"
           R"(Sender (untrusted metadata):\n```json\n{\"name\": \")" +
           name + R"(\"}\n```\n\n)" + text;
  };
  Fixture fixture;
  fixture.write_session(
      "11111111-1111-4111-8111-111111111111", "2026-05-02T09:00:00Z",
      {in_group("Maya", "I live in Lisbon."), in_group("Bob", "I work as a carpenter."),
       in_group("mia 77", "Good morning. I'll bring the drinks for the party on Friday."),
       "[OpenClaw heartbeat poll]", "System: [2026-05-02 09:00:00] I moved to Rome.",
       in_group("Maya", "My sister Ana is a vet in Porto.")});
  REQUIRE(fixture.import_sessions("Maya"));
  CHECK(knows(fixture, "lives in Lisbon"));
  CHECK(knows(fixture, "vet in Porto"));
  for (const char* others : {"User works as", "User: \"I work as", "Maya will bring", "Rome"}) {
    INFO(others);
    CHECK_FALSE(knows(fixture, others));
  }
  for (const std::string& path : files_below(fixture, "observations/")) {  // whose it is, is told
    const std::string bytes = fixture.read(path);
    INFO(bytes);
    CHECK(
        (bytes.find("carpenter") == std::string::npos || bytes.find("\nBob") != std::string::npos));
  }
  // Without a name it stays as it is, with another name it follows.
  const auto tree = fixture.tree();
  CHECK(fixture.import_sessions()->unchanged == 1);
  CHECK(fixture.tree() == tree);
  CHECK(fixture.import_sessions("Bob")->changed == 1);
  CHECK(knows(fixture, "carpenter"));
  CHECK_FALSE(knows(fixture, "Bob lives in Lisbon"));
}

}  // namespace named_user_test
