// The calendar preset: days in rated lines, three base models, exports.
#include "base/text.hpp"
#include "tests/ops/fixture.hpp"

#include <algorithm>

namespace calendar_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

SyncReport import_and_sync(Fixture& fixture) {
  write_twelve_facts(fixture);
  REQUIRE(fixture.import_sessions());
  Result<SyncReport> synced = fixture.sync();
  REQUIRE(synced);
  CHECK(synced->diagnostics.empty());
  return *std::move(synced);
}

void put_observation(const Fixture& fixture, const char* id, const std::string& model,
                     const char* when, const std::string& text, int importance = 9) {
  fixture.write("observations/" + std::string(id) + ".md",
                "---\nid: " + std::string(id) + "\nkind: observation\nat: " + when +
                    "\nimportance: " + std::to_string(importance) + "\n" +
                    (model.empty() ? "" : "model: " + model + "\n") + "---\n" + text + "\n");
}

Result<ExportReport> export_to(Fixture& fixture, const std::string& directory) {
  ExportOptions options;
  options.workspace.root = fixture.root();
  options.directory = directory;
  return export_models(fixture.environment(), options);
}

void set(const Fixture& fixture, const std::string& line) {
  fixture.write("pyramid.yaml", line + "\n");
}

}  // namespace

TEST_CASE("calendar: a day that is over becomes a summary of rated lines") {
  Fixture fixture("calendar");
  import_and_sync(fixture);
  const auto days = files_below(fixture, "summaries/user/tier-0/");
  REQUIRE(days.size() == 3);
  CHECK(days[0].rfind("summaries/user/tier-0/2026-05-02-", 0) == 0);
  CHECK(days[0].size() == std::string("summaries/user/tier-0/2026-05-02-abcdef.md").size());
  const std::string text = fixture.read(days[0]);
  CHECK(text.find("\npolicy: calendar\n") != std::string::npos);
  CHECK(text.find("\nrecipe: summarize-calendar/5\n") != std::string::npos);
  CHECK(text.find("] User moved to Lisbon") != std::string::npos);
  CHECK(text.find("\n[") != std::string::npos);
  CHECK_FALSE(files_below(fixture, "summaries/user/tier-1/").empty());
}

TEST_CASE("calendar: the importance of a fact goes by its file, not by what its text begins with") {
  Fixture fixture("calendar");
  fixture.write("observations/one.md",
                "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5X01\nkind: observation\nat: 2026-05-10T10:00:00Z\n"
                "model: user\nimportance: 3\n---\n[9] User likes tea.\n");
  REQUIRE(fixture.sync());
  const std::string text = fixture.read(file_below(fixture, "summaries/user/tier-0/"));
  CHECK(text.find("\n[3] User likes tea.") != std::string::npos);
}

TEST_CASE("calendar: a second sync does nothing, and nor does one without the cache") {
  Fixture fixture("calendar");
  import_and_sync(fixture);
  const auto before = fixture.tree();
  const std::size_t commits = fixture.commits();
  for (const bool without_cache : {false, true}) {
    if (without_cache) fixture.remove(".pyramid");
    const auto again = fixture.sync();
    REQUIRE(again);
    CHECK(again->nothing_to_do);
    CHECK(fixture.calls().summarise + fixture.calls().synthesise == 0);
    CHECK(fixture.tree() == before);
    CHECK(fixture.commits() == commits);
  }
  CHECK(run_git(fixture.root(), {"status", "--porcelain"}).out.empty());
}

TEST_CASE("calendar: the day under way waits for midnight, and the sync for nothing before it") {
  Fixture fixture("calendar");
  import_and_sync(fixture);
  fixture.write_session("44444444-4444-4444-8444-444444444444", "2026-05-15T08:00:00Z",
                        {"I signed up for a pottery class in Alfama."});
  REQUIRE(fixture.import_sessions());
  REQUIRE(fixture.sync());
  CHECK(files_below(fixture, "summaries/user/tier-0/").size() == 3);
  CHECK(fixture.read("MEMORY.md").find("pottery") != std::string::npos);
  fixture.set_now("2026-05-15T23:59:59Z");
  const auto evening = fixture.sync();
  REQUIRE(evening);
  CHECK(evening->nothing_to_do);
  fixture.set_now("2026-05-16T00:00:00Z");
  const auto midnight = fixture.sync();
  REQUIRE(midnight);
  CHECK(midnight->summaries_written > 0);
  CHECK(files_below(fixture, "summaries/user/tier-0/").size() == 4);
}

TEST_CASE("calendar: an edit of a day's summary stands in its next text") {
  Fixture fixture("calendar");
  import_and_sync(fixture);
  const std::string path = files_below(fixture, "summaries/user/tier-0/")[0];
  std::string text = fixture.read(path);
  text.insert(text.find("\n["), "\nThe keys lie under the third stone.\n");
  fixture.write(path, text);
  REQUIRE(fixture.sync());
  put_observation(fixture, "01KR0000000000000000000001", "user", "2026-05-02T20:00:00Z",
                  "User slept badly.");
  REQUIRE(fixture.sync());
  CHECK(fixture.read(path).find("The keys lie under the third stone.") != std::string::npos);
  CHECK(fixture.read(path).find("User slept badly.") != std::string::npos);
}

TEST_CASE("calendar: self, user and system are the base models") {
  Fixture fixture("calendar");
  import_and_sync(fixture);
  put_observation(fixture, "01KR0000000000000000000001", "", "2026-05-12T10:00:00Z",
                  "Assistant will book the vet.", 5);
  put_observation(fixture, "01KR0000000000000000000002", "system", "2026-05-12T10:00:00Z",
                  "The printer is called Olga.", 5);
  REQUIRE(fixture.sync());
  CHECK(fixture.read("observations/01KR0000000000000000000001.md").find("\nmodel: self\n") !=
        std::string::npos);
  const std::string memory = fixture.read("MEMORY.md");
  const std::size_t self = memory.find("\n## Self\n");
  const std::size_t user = memory.find("\n## User\n");
  const std::size_t system = memory.find("\n## System\n");
  REQUIRE(self != std::string::npos);
  REQUIRE(system != std::string::npos);
  CHECK(self < user);
  CHECK(user < system);
  CHECK(fixture.read("why/MEMORY.md").find("\nsystem/last-3-days ") != std::string::npos);
  CHECK(memory.find("I will book the vet") != std::string::npos);
  CHECK(memory.find("Olga") > system);
  CHECK(files_below(fixture, "models/self").empty());
  CHECK(files_below(fixture, "models/system").empty());
  CHECK(fixture.sync()->nothing_to_do);
}

TEST_CASE("calendar: a heading of a person that only another preset knows stays theirs") {
  Fixture fixture;
  import_and_sync(fixture);
  std::string memory = fixture.read("MEMORY.md");
  memory += "\n## System\n\n### This Week\nMy own list.\n";
  fixture.write("MEMORY.md", memory);
  put_observation(fixture, "01KR0000000000000000000001", "user", "2026-05-14T10:00:00Z",
                  "User bought a lamp.");
  REQUIRE(fixture.sync());
  memory = fixture.read("MEMORY.md");
  CHECK(memory.find("\n## System\n\n### This Week\nMy own list.\n") != std::string::npos);
  CHECK(memory.find("system/") == std::string::npos);
}

TEST_CASE("calendar: a workspace that changes its policy is regrouped by the next sync") {
  Fixture fixture;
  import_and_sync(fixture);
  REQUIRE(files_below(fixture, "summaries/user/tier-0/").size() == 1);
  set(fixture, "policy: calendar");
  const auto synced = fixture.sync();
  REQUIRE(synced);
  CHECK(synced->summaries_removed == 1);
  CHECK(files_below(fixture, "summaries/user/tier-0/").size() == 3);
  CHECK(fixture.sync()->nothing_to_do);
}

TEST_CASE("calendar: a slip in the policy stops the sync, and groups nothing another way") {
  Fixture fixture("calendar");
  import_and_sync(fixture);
  const std::string settings = fixture.read("pyramid.yaml");
  for (const char* line : {"policy: calender", "policy: 3", "polcy: calendar",
                           "policy: calendar\nstep: three", "policy: calendar\nspan_days: 0"}) {
    INFO(line);
    set(fixture, line);
    const auto before = fixture.tree();
    for (const bool dry : {true, false}) {
      SyncOptions options;
      options.dry_run = dry;
      const auto refused = fixture.sync(options);
      REQUIRE_FALSE(refused);
      CHECK(refused.error().kind == ErrorKind::kInvalid);
      CHECK(refused.error().where.starts_with("pyramid.yaml:"));
    }
    StepOptions step;
    step.workspace.root = fixture.root();
    CHECK_FALSE(run_step(fixture.environment(), step));
    CHECK(fixture.tree() == before);
    const StatusReport told = status_of(fixture);
    CHECK(told.summaries_to_remove == 0);
    CHECK_FALSE(told.diagnostics.empty());
    CHECK(fixture.search("Biscuit"));
  }
  fixture.write("pyramid.yaml", replace_all(settings, "policy: calendar", "policy: Calendar"));
  CHECK(fixture.sync()->summaries_written == 0);
}

TEST_CASE("export: a sync writes SOUL.md, USER.md and TOOLS.md where the setting says") {
  Fixture fixture("calendar");
  const SyncReport synced = import_and_sync(fixture);
  CHECK(synced.exported ==
        std::vector<std::string>{"export/SOUL.md", "export/TOOLS.md", "export/USER.md"});
  const std::string user = fixture.read("export/USER.md");
  CHECK(user.rfind("---\nname: user\ndescription: ", 0) == 0);
  CHECK(user.find("\npyramid_export: ") < user.find("\n---\n"));
  const std::size_t recent = user.find("\n## Recent\n");
  const std::size_t month = user.find("\n## This Month\n");
  REQUIRE(recent != std::string::npos);
  REQUIRE(month != std::string::npos);
  CHECK(recent < month);
  CHECK(user.find("Biscuit") != std::string::npos);
  CHECK(user.find("\nFrom [Memory](../MEMORY.md)\n") != std::string::npos);
  CHECK(fixture.read("export/TOOLS.md").find("# Tools\n") != std::string::npos);
  fixture.set_now("2027-09-01T09:00:00Z");
  CHECK(fixture.sync()->exported == std::vector<std::string>{"export/USER.md"});
  CHECK(fixture.read("export/USER.md").find("\n## Historical\n") != std::string::npos);
}

TEST_CASE("export: each line has the importance of what it was made from, in MEMORY.md's order") {
  Fixture fixture("calendar");
  fixture.write("observations/one.md",
                "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5X01\nkind: observation\nat: 2026-05-10T10:00:00Z\n"
                "model: user\nimportance: 3\n---\nUser bought a kite.\n");
  fixture.write("observations/two.md",
                "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5X02\nkind: observation\nat: 2026-05-10T11:00:00Z\n"
                "model: user\nimportance: 9\n---\nUser is allergic to peanuts.\n");
  fixture.write("observations/three.md",
                "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5X03\nkind: observation\nat: 2026-05-15T08:00:00Z\n"
                "model: user\n---\nUser relocated to Austin.\n");
  REQUIRE(fixture.sync());
  const std::string user = fixture.read("export/USER.md");
  INFO(user << fixture.read("MEMORY.md"));
  const std::size_t austin = user.find("\n[5] The user relocated to Austin.");
  const std::size_t peanuts = user.find("\n[9] CRITICAL: The user is allergic to peanuts");
  const std::size_t kite = user.find("\n[3] The user bought a kite");
  CHECK(austin != std::string::npos);
  CHECK(peanuts != std::string::npos);
  CHECK(kite != std::string::npos);
  CHECK(peanuts < austin);  // it stands under Always
  const std::string memory = fixture.read("MEMORY.md");
  CHECK((memory.find("peanuts") < memory.find("kite")) == (peanuts < kite));
  CHECK(user.find("\ndescription: The user is allergic to peanuts.\n") != std::string::npos);
  // What a person wrote there is nobody's to rate.
  std::string edited = memory;
  const std::string line = "- The user relocated to Austin.";
  edited.replace(edited.find(line), line.size(), "- User lives in Austin now, I think.");
  fixture.write("MEMORY.md", edited);
  REQUIRE(fixture.sync());
  CHECK(fixture.read("export/USER.md").find("\n- User lives in Austin now, I think.\n") !=
        std::string::npos);
}

TEST_CASE("export: two facts that matter differently are two lines") {
  Fixture fixture("calendar");
  fixture.write("observations/one.md",
                "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5X01\nkind: observation\nat: 2026-05-01T10:00:00Z\n"
                "model: user\nimportance: 1\n---\nUser sold a boat in Porto.\n");
  fixture.write("observations/two.md",
                "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5X02\nkind: observation\nat: 2026-05-01T11:00:00Z\n"
                "model: user\nimportance: 7\n---\nUser bought a kiln in Graz.\n");
  REQUIRE(fixture.sync());
  const std::string user = fixture.read("export/USER.md");
  INFO(user);
  CHECK(user.find("\n[1] The user sold a boat in Porto.") != std::string::npos);
  CHECK(user.find("\n[7] The user bought a kiln in Graz.") != std::string::npos);
}

TEST_CASE("export: what defines the assistant or the system is in their files, not in USER.md") {
  Fixture fixture("calendar");
  put_observation(fixture, "01JV2MF0S8Q4WZ3H6K9R7T5X01", "self", "2026-05-10T10:00:00Z",
                  "Assistant is called Bo.");
  put_observation(fixture, "01JV2MF0S8Q4WZ3H6K9R7T5X02", "system", "2026-05-10T11:00:00Z",
                  "Server is called heron.");
  put_observation(fixture, "01JV2MF0S8Q4WZ3H6K9R7T5X03", "user", "2026-05-10T12:00:00Z",
                  "User is allergic to peanuts.");
  REQUIRE(fixture.sync());
  const std::string soul = fixture.read("export/SOUL.md"), tools = fixture.read("export/TOOLS.md"),
                    user = fixture.read("export/USER.md");
  INFO(soul << tools << user << fixture.read("MEMORY.md"));
  CHECK(soul.find("Bo") != std::string::npos);
  CHECK(tools.find("heron") != std::string::npos);
  CHECK(user.find("peanuts") != std::string::npos);
  for (const char* word : {"Bo", "heron"}) CHECK(user.find(word) == std::string::npos);
}

TEST_CASE("export: an export of an earlier version is one, and written anew") {
  Fixture fixture("calendar");
  import_and_sync(fixture);
  const std::string body = "# User\n\n## Recent\n- Old.\n";
  fixture.write("export/USER.md",
                "<!-- pyramid export " + to_hex(digest_of(body)) + " -->\n" + body);
  CHECK(fixture.sync()->exported == std::vector<std::string>{"export/USER.md"});
}

TEST_CASE("export: with force a person's file is kept beside, under a name of its own each time") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string folder = fixture.outside("agent");
  ExportOptions options;
  options.workspace.root = fixture.root();
  options.directory = folder;
  std::filesystem::create_directories(folder);
  for (const char* own : {"Mine.\n", "Mine again.\n", "Mine.\n"}) {
    std::ofstream(folder + "/USER.md") << own;
    options.force = false;
    CHECK(export_models(fixture.environment(), options)->diagnostics.size() == 1);
    CHECK(Fixture::read_file(folder + "/USER.md") == own);
    options.force = true;
    const auto forced = export_models(fixture.environment(), options);
    REQUIRE(forced);
    CHECK(Fixture::read_file(folder + "/USER.md").find("Biscuit") != std::string::npos);
  }
  CHECK(Fixture::read_file(folder + "/USER.md.bak") == "Mine.\n");
  CHECK(Fixture::read_file(folder + "/USER.md.bak-2") == "Mine again.\n");
  CHECK_FALSE(std::filesystem::exists(folder + "/USER.md.bak-3"));
}

TEST_CASE("export: what is exported is neither memory nor git's, and comes back when deleted") {
  Fixture fixture("calendar");
  import_and_sync(fixture);
  CHECK(run_git(fixture.root(), {"status", "--porcelain"}).out.empty());
  CHECK(run_git(fixture.root(), {"ls-files", "export"}).out.empty());
  const auto found = fixture.search("Biscuit");
  REQUIRE(found);
  CHECK(std::none_of(found->hits.begin(), found->hits.end(),
                     [](const SearchHit& hit) { return hit.path.rfind("export/", 0) == 0; }));
  fixture.remove("export");
  const auto again = fixture.sync();
  REQUIRE(again);
  CHECK(again->exported.size() == 3);
  CHECK_FALSE(again->nothing_to_do);
  CHECK(fixture.sync()->exported.empty());
}

TEST_CASE("export: a file of a person is never written over") {
  Fixture fixture("calendar");
  fixture.write("export/SOUL.md", "Mine.\n");
  write_twelve_facts(fixture);
  REQUIRE(fixture.import_sessions());
  const auto synced = fixture.sync();
  REQUIRE(synced);
  CHECK(synced->exported.size() == 2);
  REQUIRE(synced->diagnostics.size() == 1);
  CHECK(synced->diagnostics[0].where == "export/SOUL.md");
  CHECK(fixture.read("export/SOUL.md") == "Mine.\n");
  const std::string edited = fixture.read("export/USER.md") + "My own line.\n";
  fixture.write("export/USER.md", edited);
  fixture.set_now("2027-09-01T09:00:00Z");
  REQUIRE(fixture.sync());
  CHECK(fixture.read("export/USER.md") == edited);
}

TEST_CASE("export: only to a folder that is not read as memory, and none outside by a setting") {
  Fixture fixture;
  import_and_sync(fixture);
  CHECK(export_to(fixture, "").error().kind == ErrorKind::kUsage);  // no setting
  const std::string root = fixture.root();
  for (const std::string& folder : {root, root + "/", root + "/notes", root + "/.git",
                                    root + "/.pyramid/x", root + "/export/../notes"}) {
    INFO(folder);
    const auto refused = export_to(fixture, folder);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().kind == ErrorKind::kUsage);
  }
  for (const char* folder : {"..", "../x", "/tmp", ".", "notes", "export/../notes"}) {
    INFO(folder);
    set(fixture, "export: " + std::string(folder));
    const auto synced = fixture.sync();
    REQUIRE(synced);
    CHECK(synced->diagnostics.size() == 1);
    CHECK(synced->exported.empty());
  }
  std::filesystem::create_directory_symlink(fixture.outside("."), fixture.path("export"));
  CHECK_FALSE(export_to(fixture, fixture.path("export/x")));
  CHECK(fixture.read("SOUL.md").find("pyramid export") == std::string::npos);
}

TEST_CASE("export: a caller may name any folder outside, and the narrative preset has two files") {
  Fixture fixture;
  import_and_sync(fixture);
  const auto exported = export_to(fixture, fixture.outside("agent"));
  REQUIRE(exported);
  CHECK(exported->written == std::vector<std::string>{"SOUL.md", "USER.md"});
  CHECK(Fixture::read_file(fixture.outside("agent") + "/USER.md").find("Biscuit") !=
        std::string::npos);
  CHECK_FALSE(std::filesystem::exists(fixture.outside("agent") + "/.gitignore"));
  CHECK(export_to(fixture, fixture.outside("agent"))->unchanged.size() == 2);
}

TEST_CASE("retrieve: the newest summaries of each tier as text with links") {
  Fixture fixture("calendar");
  import_and_sync(fixture);
  RetrieveOptions options;
  options.workspace.root = fixture.root();
  const auto all = retrieve(fixture.environment(), options);
  REQUIRE(all);
  REQUIRE_FALSE(all->summaries.empty());
  for (std::size_t i = 1; i < all->summaries.size(); ++i) {
    CHECK(all->summaries[i - 1].tier >= all->summaries[i].tier);
  }
  const RetrievedSummary& last = all->summaries.back();
  CHECK(last.tier == 0);
  CHECK_FALSE(last.out_of_date);
  CHECK(all->text.rfind("## User\n\n### [", 0) == 0);
  CHECK(all->text.find("](" + last.path + ")\n" + last.text) != std::string::npos);
  put_observation(fixture, "01KR0000000000000000000001", "user", "2026-05-12T22:00:00Z",
                  "User slept badly.");
  options.model = "user";
  options.per_tier = 1;
  const auto stale = retrieve(fixture.environment(), options);
  REQUIRE(stale);
  CHECK(stale->summaries.back().out_of_date);
  options.model = "usr";
  const auto unknown = retrieve(fixture.environment(), options);
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().kind == ErrorKind::kNotFound);
  CHECK(unknown.error().hint == "did you mean user?");
}

}  // namespace calendar_test
