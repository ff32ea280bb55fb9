#include "base/text.hpp"
#include "tests/ops/fixture.hpp"
#include "tests/support/builtin_twin.hpp"
#include "tests/support/faulty_file_system.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <utility>

namespace sync_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

void import_and_sync(Fixture& fixture) {
  write_twelve_facts(fixture);
  const auto imported = fixture.import_sessions();
  REQUIRE(imported);
  REQUIRE(imported->added == 3);
  const auto synced = fixture.sync();
  REQUIRE(synced);
  REQUIRE(synced->diagnostics.empty());
}

// A plan's steps without the commit of what a test edited.
std::vector<SyncStep> beside_commits(const SyncReport& planned) {
  std::vector<SyncStep> steps = planned.steps;
  std::erase_if(steps, [](const SyncStep& step) { return step.what == "commit"; });
  return steps;
}

// While it writes sections, a person saves a file.
class SavingMeanwhile final : public BuiltinTwin {
 public:
  explicit SavingMeanwhile(std::function<void()> save) : save_(std::move(save)) {}
  Result<std::string> synthesise(const engine::SynthesiseRequest& request) override {
    if (save_) std::exchange(save_, {})();
    return BuiltinTwin::synthesise(request);
  }

 private:
  std::function<void()> save_;
};

}  // namespace

TEST_CASE("sync: conversations become observations, a summary and MEMORY.md") {
  Fixture fixture;
  import_and_sync(fixture);
  CHECK(files_below(fixture, "sessions/").size() == 3);
  CHECK(files_below(fixture, "observations/").size() == 12);
  CHECK(files_below(fixture, "summaries/user/tier-0/").size() == 1);
  const std::string memory = fixture.read("MEMORY.md");
  CHECK(memory.find("## User") != std::string::npos);
  CHECK(memory.find("### Last 3 Days") != std::string::npos);
  CHECK(memory.find("Biscuit") != std::string::npos);
}

TEST_CASE("sync: a second one calls no engine, writes no byte and makes no commit") {
  Fixture fixture;
  import_and_sync(fixture);
  const auto before = fixture.tree();
  const std::size_t commits = fixture.commits();
  const auto again = fixture.sync();
  REQUIRE(again);
  CHECK(again->nothing_to_do);
  CHECK(fixture.calls().total() == 0);
  CHECK(fixture.tree() == before);
  CHECK(fixture.commits() == commits);
}

TEST_CASE("sync: a second one does nothing after the cache was deleted, but for embedding") {
  Fixture fixture;
  import_and_sync(fixture);
  const auto before = fixture.tree();
  const std::size_t commits = fixture.commits();
  fixture.remove(".pyramid");
  const auto again = fixture.sync();
  REQUIRE(again);
  CHECK(again->nothing_to_do);
  CHECK(fixture.calls().total() - fixture.calls().embed == 0);
  CHECK(fixture.tree() == before);
  CHECK(fixture.commits() == commits);
}

TEST_CASE("sync: importing the same again adds nothing") {
  Fixture fixture;
  import_and_sync(fixture);
  const auto before = fixture.tree();
  const auto again = fixture.import_sessions();
  REQUIRE(again);
  CHECK(again->added == 0);
  CHECK(again->unchanged == 3);
  CHECK(again->observations == 0);
  CHECK(again->commit.empty());
  CHECK(fixture.tree() == before);
}

TEST_CASE("sync: a grown session continues where it ended") {
  Fixture fixture;
  import_and_sync(fixture);
  fixture.write_session(
      "33333333-3333-4333-8333-333333333333", "2026-05-12T20:15:00Z",
      {"I ran the half marathon in 1:52 on 10 May 2026.",
       "My father had a knee operation in Coimbra.", "I prefer tea without sugar.",
       "We adopted a grey cat called Biscuit.", "My mother plays the cello in an orchestra."});
  const auto grown = fixture.import_sessions();
  REQUIRE(grown);
  CHECK(grown->grown == 1);
  CHECK(grown->observations == 1);
  CHECK(files_below(fixture, "observations/").size() == 13);
}

TEST_CASE("sync: whoever an import names as the user is the user, with and without the cache") {
  Fixture fixture;
  const char* start = "2026-05-02T09:00:00Z";
  for (const char* id :
       {"11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222",
        "33333333-3333-4333-8333-333333333333"}) {
    fixture.write_session(id, start,
                          {"I moved to Bergen in March 2026.", "I bake bread at night.",
                           "I work at Solberg Bakery."});
  }
  const auto imported = fixture.import_sessions("Elin");
  REQUIRE(imported);
  CHECK(imported->diagnostics.empty());
  fixture.remove(".pyramid");
  const auto synced = fixture.sync();
  REQUIRE(synced);
  CHECK(synced->models_created.empty());
  CHECK(files_below(fixture, "models/").empty());
  const std::string memory = fixture.read("MEMORY.md");
  CHECK(memory.find("Elin moved to Bergen") != std::string::npos);
}

TEST_CASE("sync: one new observation rewrites one section and no summary") {
  Fixture fixture;
  import_and_sync(fixture);
  fixture.write_session("44444444-4444-4444-8444-444444444444", "2026-05-14T08:00:00Z",
                        {"I signed up for a pottery class in Alfama."});
  REQUIRE(fixture.import_sessions());
  const auto synced = fixture.sync();
  REQUIRE(synced);
  CHECK(synced->summaries_written == 0);
  CHECK(fixture.calls().summarise == 0);
  CHECK(fixture.calls().synthesise == 1);
  CHECK(synced->models_rewritten == std::vector<std::string>{"user"});
}

TEST_CASE("sync: time passing moves items between sections without new facts") {
  Fixture fixture;
  import_and_sync(fixture);
  fixture.set_now("2026-05-16T09:00:00Z");
  const auto same_section = fixture.sync();
  REQUIRE(same_section);
  CHECK(same_section->summaries_written == 0);
  fixture.set_now("2027-09-01T09:00:00Z");
  const auto later = fixture.sync();
  REQUIRE(later);
  CHECK(later->summaries_written == 0);
  CHECK(later->sections_written > 0);
  CHECK(fixture.read("MEMORY.md").find("### Earlier") != std::string::npos);
  CHECK(fixture.read("MEMORY.md").find("### This Week") == std::string::npos);
  const auto settled = fixture.sync();
  REQUIRE(settled);
  CHECK(settled->nothing_to_do);
}

TEST_CASE("sync: time passing a section boundary is planned for, with and without the cache") {
  Fixture fixture;
  import_and_sync(fixture);
  Fixture uncached;
  import_and_sync(uncached);
  bool moved = false;
  // One second before midnight and at midnight, for as many days as reach every boundary of a week.
  for (int day = 16; day <= 24; ++day) {
    const std::string date = "2026-05-" + std::to_string(day);
    const std::string before = "2026-05-" + std::to_string(day - 1) + "T23:59:59Z";
    for (const std::string& now : {before, date + "T00:00:00Z"}) {
      INFO(now);
      fixture.set_now(now.c_str());
      uncached.set_now(now.c_str());
      uncached.remove(".pyramid");
      const auto cached = fixture.sync();
      const auto planned = uncached.sync();
      REQUIRE(cached);
      REQUIRE(planned);
      CHECK(cached->nothing_to_do == planned->nothing_to_do);
      CHECK(cached->sections_written == planned->sections_written);
      CHECK(fixture.tree() == uncached.tree());
      moved = moved || cached->sections_written > 0;
    }
  }
  CHECK(moved);
}

TEST_CASE("sync: an edit that a search has seen first is still taken up") {
  Fixture fixture;
  import_and_sync(fixture);
  REQUIRE(fixture.sync()->nothing_to_do);
  const std::string path = files_below(fixture, "observations/").front();
  fixture.remove(path);
  REQUIRE(fixture.search("anything"));
  const auto synced = fixture.sync();
  REQUIRE(synced);
  CHECK_FALSE(synced->nothing_to_do);
}

TEST_CASE("sync: a sentence written into a summary stays there, and is told by what reads it") {
  Fixture fixture;
  import_and_sync(fixture);
  fixture.set_now("2027-01-10T09:00:00Z");  // far from the observations: the summary is read
  REQUIRE(fixture.sync());
  std::string path = files_below(fixture, "summaries/user/tier-0/").front();
  std::string text = fixture.read(path);
  text.insert(text.find("\n\n## Sources"), " The boat leaks.");
  fixture.write(path, text);
  REQUIRE(fixture.sync());
  CHECK(fixture.read("MEMORY.md").find("- The boat leaks.") != std::string::npos);
  // Each of these observations is a source of the summary, so each makes a rewrite.
  for (const char* gone : {"lisbon", "harbour", "mia"}) {
    for (const std::string& file : files_below(fixture, "observations/")) {
      if (file.find(gone) != std::string::npos) fixture.remove(file);
    }
    const auto synced = fixture.sync();
    REQUIRE(synced);
    CHECK(synced->summaries_written == 1);
    // Its file was named after what it began with, and that is gone.
    path = files_below(fixture, "summaries/user/tier-0/").front();
    CHECK(fixture.read(path).find("The boat leaks.") != std::string::npos);
    CHECK(fixture.read("MEMORY.md").find("- The boat leaks.") != std::string::npos);
  }
  const auto before = fixture.tree();
  fixture.remove(".pyramid");
  CHECK(fixture.sync()->nothing_to_do);
  CHECK(fixture.tree() == before);
}

TEST_CASE("sync: a deleted observation disappears from the texts above it") {
  Fixture fixture;
  import_and_sync(fixture);
  const auto observations = files_below(fixture, "observations/");
  const auto coffee = std::find_if(observations.begin(), observations.end(), [](const auto& path) {
    return path.find("coffee") != std::string::npos;
  });
  REQUIRE(coffee != observations.end());
  fixture.remove(*coffee);
  const auto synced = fixture.sync();
  REQUIRE(synced);
  CHECK(synced->summaries_written == 1);
  for (const auto& [path, bytes] : fixture.tree()) {
    if (path.rfind("sessions/", 0) == 0) continue;
    INFO(path);
    CHECK(bytes.find("coffee") == std::string::npos);
  }
}

TEST_CASE("sync: a model's description in a person's words stays, wherever its file is moved") {
  Fixture fixture;
  import_and_sync(fixture);
  fixture.write(
      "models/kestrel.md",
      "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\nkind: model\nmodel: kestrel\n---\n# Kestrel\n");
  const auto observe = [&](const std::string& tail, const std::string& text) {
    fixture.write("observations/" + tail + ".md",
                  "---\nid: 01JV2MF0S8Q4WZ3H6K9R7" + tail +
                      "\nkind: observation\nat: 2026-05-12T10:03:00Z\nmodel: kestrel\n---\n" +
                      text + "\n");
  };
  observe("T5XBP", "Kestrel is a home weather station.");
  REQUIRE(fixture.sync());
  std::string home = fixture.read("models/kestrel.md");
  const std::size_t begin = home.find("description: ");
  REQUIRE(begin != std::string::npos);
  home.replace(begin, home.find('\n', begin) - begin, "description: My box on the balcony.");
  fixture.remove("models/kestrel.md");
  fixture.write("models/things/Kestrel.md", home);
  observe("T5XBQ", "User soldered the Kestrel board.");
  const auto synced = fixture.sync();
  REQUIRE(synced);
  CHECK_FALSE(std::filesystem::exists(fixture.path("models/kestrel.md")));
  CHECK(fixture.read("models/things/Kestrel.md").find("description: My box on the balcony.\n") !=
        std::string::npos);
  CHECK(fixture.read("models/things/Kestrel.md").find("soldered") != std::string::npos);
  CHECK(fixture.sync()->nothing_to_do);
}

TEST_CASE("sync: links to and from files that were moved by hand are mended, and nothing else") {
  Fixture fixture;
  import_and_sync(fixture);
  const auto before = fixture.tree();
  const auto move = [&](const std::string& from, const std::string& to) {
    std::filesystem::create_directories(std::filesystem::path(fixture.path(to)).parent_path());
    std::filesystem::rename(fixture.path(from), fixture.path(to));
  };
  const std::map<std::string, std::string> moves = {
      {files_below(fixture, "sessions/").front(), "archive/old talk.md"},
      {files_below(fixture, "summaries/").front(), "summaries/early may.md"},
      {files_below(fixture, "observations/").front(), "observations/a/b/c/d/e/f/kept.md"}};
  for (const auto& [from, to] : moves) move(from, to);

  SyncOptions dry;
  dry.dry_run = true;
  const auto planned = fixture.sync(dry);
  REQUIRE(planned);
  const std::vector<SyncStep> steps = beside_commits(*planned);
  for (const SyncStep& step : steps) CHECK(step.what == "mend");
  const auto synced = fixture.sync();
  REQUIRE(synced);
  CHECK(synced->links_mended == steps.size());
  CHECK(fixture.calls().total() - fixture.calls().embed == 0);
  const auto checked = fixture.check();
  REQUIRE(checked);
  for (const Diagnostic& problem : checked->problems) UNSCOPED_INFO(problem.where + problem.what);
  CHECK(checked->problems.empty());
  const auto again = fixture.sync();
  REQUIRE(again);
  CHECK(again->nothing_to_do);

  // Its new names do not end with its id: only the links' old targets told what was meant. Moved
  // back, the links lead to names that tell nothing, and the plan falls back on the facts alone.
  for (const auto& [from, to] : moves) move(to, from);
  REQUIRE(fixture.sync());
  CHECK(fixture.check()->files == checked->files);
}

TEST_CASE(
    "sync: of a fact said many times, whichever of its conversations is moved is linked again") {
  for (const int times : {2, 12, 13, 26}) {
    Fixture fixture;
    for (int i = 0; i < times; ++i) {
      const std::string day = std::to_string(10 + i);
      fixture.write_session(
          "11111111-1111-4111-8111-1111111111" + day,
          ("2026-03-" + (day < "32" ? day : "0" + std::to_string(i - 20)) + "T09:00:00Z").c_str(),
          {"I live in Austin."});
    }
    REQUIRE(fixture.import_sessions());
    REQUIRE(fixture.sync());
    const auto sessions = files_below(fixture, "sessions/");
    REQUIRE(sessions.size() == static_cast<std::size_t>(times));
    REQUIRE(files_below(fixture, "observations/").size() == 1);
    std::filesystem::create_directories(fixture.path("sessions/old"));
    for (const std::string& session :
         {sessions.front(), sessions[sessions.size() / 2], sessions.back()}) {
      INFO(times << " times, " << session);
      if (!std::filesystem::exists(fixture.path(session))) continue;
      const std::string name = session.substr(session.rfind('/'));
      std::filesystem::rename(fixture.path(session), fixture.path("sessions/old" + name));
      const auto synced = fixture.sync();
      REQUIRE(synced);
      CHECK(synced->links_mended >= 1);
      CHECK(fixture.check()->problems.empty());
      CHECK(fixture.sync()->nothing_to_do);
    }
  }
}

TEST_CASE("sync: a source link that leads to nothing is named with its line as it goes") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string summary = files_below(fixture, "summaries/").front();
  std::string bytes = fixture.read(summary);
  const std::string heading = "## Sources\n";
  bytes.insert(bytes.find(heading) + heading.size(), "- [Nothing](../../nowhere-abcdef.md)\n");
  fixture.write(summary, bytes);
  const auto line =
      1 + std::count(bytes.begin(),
                     bytes.begin() + static_cast<std::ptrdiff_t>(bytes.find("- [Nothing]")), '\n');
  const auto synced = fixture.sync();
  REQUIRE(synced);
  const auto named = std::find_if(synced->steps.begin(), synced->steps.end(),
                                  [](const SyncStep& step) { return step.what == "unlink"; });
  REQUIRE(named != synced->steps.end());
  CHECK(named->path == summary + ":" + std::to_string(line));
  CHECK(named->reason == "its source ../../nowhere-abcdef.md is gone: left out");
  CHECK(fixture.read(summary).find("nowhere") == std::string::npos);
}

TEST_CASE("sync: a summary that goes because its tier fits none of its sources is named") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string summary = files_below(fixture, "summaries/").front();
  std::string bytes = fixture.read(summary);
  fixture.write(summary, bytes.replace(bytes.find("tier: 0"), 7, "tier: 3"));
  const auto synced = fixture.sync();
  REQUIRE(synced);
  CHECK(synced->summaries_removed == 1);
  REQUIRE(synced->diagnostics.size() == 1);
  CHECK(synced->diagnostics[0].where == summary);
  CHECK(synced->diagnostics[0].what.find("is of tier 3 and cannot be made from") == 0);
  CHECK(synced->diagnostics[0].what.find("10 sources") != std::string::npos);
}

TEST_CASE("sync: what a person wrote under Notes survives every rewrite") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string mine = "\nCall the notary about the flat.\n\n- [ ] keys\n";
  fixture.write("MEMORY.md", fixture.read("MEMORY.md") + mine);
  fixture.write_session("44444444-4444-4444-8444-444444444444", "2026-05-14T08:00:00Z",
                        {"I signed up for a pottery class in Alfama."});
  REQUIRE(fixture.import_sessions());
  REQUIRE(fixture.sync());
  CHECK(fixture.read("MEMORY.md").find(mine) != std::string::npos);
}

TEST_CASE("sync: edits by hand are committed apart from what the program wrote") {
  Fixture fixture;
  import_and_sync(fixture);
  fixture.write("SOUL.md", "# Who I am\n\nCalm and short.\n");
  const auto synced = fixture.sync();
  REQUIRE(synced);
  CHECK_FALSE(synced->hand_edits_commit.empty());
  CHECK(synced->commit.empty());
  CHECK(fixture.read("SOUL.md") == "# Who I am\n\nCalm and short.\n");
  CHECK(run_git(fixture.root(), {"status", "--porcelain"}).out.empty());
}

TEST_CASE("sync: an edit that a search has seen already is not overlooked") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string path = files_below(fixture, "observations/2026/05/06/")[0];
  fixture.write(path, replace_all(fixture.read(path), "\n\nFrom [", " It rained.\n\nFrom ["));
  REQUIRE(fixture.search("rain"));
  const auto synced = fixture.sync();
  REQUIRE(synced);
  CHECK_FALSE(synced->nothing_to_do);
  CHECK_FALSE(synced->hand_edits_commit.empty());
  CHECK(synced->summaries_written == 1);
}

TEST_CASE("sync: git status is clean and fsck content after import and sync") {
  Fixture fixture;
  import_and_sync(fixture);
  CHECK(run_git(fixture.root(), {"status", "--porcelain"}).out.empty());
  CHECK(run_git(fixture.root(), {"fsck", "--strict"}).exit_code == 0);
}

TEST_CASE("sync: one broken file is named and the rest goes on") {
  Fixture fixture;
  import_and_sync(fixture);
  fixture.write("observations/2026/05/12/broken.md", "---\nkind: observation\nid: [\n---\nText.\n");
  fixture.write("memory/latin.md", "caf\xe9\n");
  const auto synced = fixture.sync();
  REQUIRE(synced);
  REQUIRE(synced->diagnostics.size() == 2);
  CHECK(synced->diagnostics[0].where.find("observations/2026/05/12/broken.md") == 0);
  CHECK(synced->diagnostics[1].where == "memory/latin.md:1");
  CHECK(synced->diagnostics[1].severity == Severity::kWarning);
  CHECK(fixture.read("observations/2026/05/12/broken.md") ==
        "---\nkind: observation\nid: [\n---\nText.\n");
}

TEST_CASE("sync: a dry run says what would happen and changes nothing") {
  Fixture fixture;
  write_twelve_facts(fixture);
  REQUIRE(fixture.import_sessions());
  const auto before = fixture.tree();
  SyncOptions options;
  options.dry_run = true;
  const auto planned = fixture.sync(options);
  REQUIRE(planned);
  CHECK_FALSE(planned->nothing_to_do);
  CHECK(planned->observations_assigned == 12);
  CHECK(fixture.tree() == before);
}

TEST_CASE(
    "sync: a dry run says of a new summary what it is made of, and of one that goes just that") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string summary = files_below(fixture, "summaries/").at(0);
  const std::string bytes = fixture.read(summary);
  fixture.remove(summary);
  SyncOptions options;
  options.dry_run = true;
  const auto planned = fixture.sync(options);
  REQUIRE(planned);
  const std::vector<SyncStep> steps = beside_commits(*planned);
  REQUIRE_FALSE(steps.empty());
  CHECK(steps[0].path == "summaries/user/tier-0/");
  CHECK(steps[0].reason == "not written yet: 10 observations, 2 to 12 May 2026");

  fixture.write(summary, bytes);
  for (const std::string& path : files_below(fixture, "observations/")) fixture.remove(path);
  const auto emptied = fixture.sync(options);
  REQUIRE(emptied);
  const auto about = std::count_if(emptied->steps.begin(), emptied->steps.end(),
                                   [&](const SyncStep& step) { return step.path == summary; });
  CHECK(about == 1);
}

TEST_CASE("sync: a dry run and status tell of the index of models") {
  Fixture fixture;
  import_and_sync(fixture);
  fixture.write("models/kestrel.md",
                "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\nkind: model\nmodel: kestrel\n"
                "---\n# Kestrel\n");
  REQUIRE(fixture.sync());
  const std::string moved = "models/bird.md";
  const auto edit = [&](const std::string& from, const std::string& to) {
    fixture.write(moved, replace_all(fixture.read(moved), from, to));
  };
  const std::vector<std::function<void()>> changes = {
      [&] { std::filesystem::rename(fixture.path("models/kestrel.md"), fixture.path(moved)); },
      [&] { edit("# Kestrel", "# The Kestrel"); },
      [&] { edit("kind: model", "kind: model\ndescription: A bird."); },
      [&] { fixture.remove(moved); }};
  for (const auto& change : changes) {
    change();
    SyncOptions options;
    options.dry_run = true;
    const auto before = fixture.tree();
    const auto planned = fixture.sync(options);
    REQUIRE(planned);
    const std::vector<SyncStep> steps = beside_commits(*planned);
    REQUIRE(steps.size() == 1);
    CHECK(steps[0].path == "MEMORY.md#other-models");
    CHECK_FALSE(planned->nothing_to_do);
    CHECK(status_of(fixture).sections_to_write == 1);
    CHECK(fixture.tree() == before);

    const auto synced = fixture.sync();
    REQUIRE(synced);
    CHECK(synced->files_written == std::vector<std::string>{"MEMORY.md", "why/MEMORY.md"});
    CHECK(status_of(fixture).up_to_date());
    CHECK(fixture.sync(options)->nothing_to_do);
  }
}

TEST_CASE("sync: what a person saves over a file of the sync under way is of the next one") {
  Fixture fixture;
  write_twelve_facts(fixture);
  REQUIRE(fixture.import_sessions());
  fixture.use_engine(std::make_unique<SavingMeanwhile>([&] {
    for (const std::string& path : files_below(fixture, "observations/")) {
      const std::string bytes = fixture.read(path);
      const std::size_t at = bytes.find("1150 euros");
      if (at != bytes.npos) fixture.write(path, std::string(bytes).replace(at, 4, "1175"));
    }
  }));
  SyncOptions one_by_one;
  one_by_one.parallel = 1;
  const auto first = fixture.sync(one_by_one);
  REQUIRE(first);
  CHECK(first->changed_meanwhile.size() == 1);
  fixture.use_engine(engine::make_builtin_engine());
  const auto second = fixture.sync();
  REQUIRE(second);
  CHECK_FALSE(second->hand_edits_commit.empty());
  CHECK(fixture.read("MEMORY.md").find("1175 euros") != std::string::npos);
  CHECK(fixture.read("MEMORY.md").find("1150 euros") == std::string::npos);
  CHECK(fixture.sync()->nothing_to_do);
}

TEST_CASE("sync: a single step tells its engine calls as a sync does") {
  Fixture fixture;
  write_twelve_facts(fixture);
  REQUIRE(fixture.import_sessions());
  StepOptions step;
  step.workspace.root = fixture.root();
  for (const Step one : {Step::kObserve, Step::kSummarize, Step::kSynthesize}) {
    step.step = one;
    const auto report = run_step(fixture.environment(), step);
    REQUIRE(report);
    INFO(static_cast<int>(one));
    CHECK(report->engine.calls > 0);
    CHECK(report->engine.tokens_in > 0);
  }
}

TEST_CASE("sync: the lock held by another process all the time is a conflict") {
  Fixture fixture;
  const auto files = make_real_file_system();
  const auto held = files->lock(fixture.path(".pyramid/lock"));
  REQUIRE(held);
  FaultyFileSystem impatient(*files);  // it waits for nothing
  const Environment here = fixture.environment();
  SyncOptions options;
  options.workspace.root = fixture.root();
  const auto synced = sync({impatient, here.clock, here.progress}, options);
  REQUIRE_FALSE(synced);
  CHECK(synced.error().kind == ErrorKind::kConflict);
}

TEST_CASE("search: the same answer, scores included, after the cache was deleted") {
  Fixture fixture;
  import_and_sync(fixture);
  const auto render = [&] {
    const auto report = fixture.search("where does Ana live");
    REQUIRE(report);
    std::string text = report->answer;
    for (const SearchHit& hit : report->hits) {
      text += "\n" + hit.path + ":" + std::to_string(hit.first_line) + " " +
              std::to_string(hit.score) + " " + hit.snippet;
    }
    return text;
  };
  const std::string before = render();
  CHECK(before.find("Ana") != std::string::npos);
  fixture.remove(".pyramid");
  CHECK(render() == before);
}

TEST_CASE("check: a synced workspace has no problem and every link resolves") {
  Fixture fixture;
  import_and_sync(fixture);
  const auto report = fixture.check();
  REQUIRE(report);
  CHECK(report->links > 20);
  for (const Diagnostic& problem : report->problems) FAIL_CHECK(to_string(problem));
}

TEST_CASE("init: a second one changes nothing, and notes of a vault stay untouched") {
  const TempDirectory directory;
  const auto files = make_real_file_system();
  const FixedClock clock(at("2026-05-15T09:00:00Z"));
  SilentProgress progress;
  const Environment environment{*files, clock, progress};
  std::filesystem::create_directories(directory / "vault");
  std::ofstream(directory / "vault/Idea.md") << "An idea.";
  std::ofstream(directory / "vault/SOUL.md") << "Mine.";
  const auto first = init(environment, directory / "vault");
  REQUIRE(first);
  CHECK(std::find(first->created.begin(), first->created.end(), "SOUL.md") == first->created.end());
  CHECK(Fixture::read_file(directory / "vault/Idea.md") == "An idea.");
  CHECK(Fixture::read_file(directory / "vault/SOUL.md") == "Mine.");
  const auto second = init(environment, directory / "vault");
  REQUIRE(second);
  CHECK(second->created.empty());
  CHECK(second->commit.empty());
}

TEST_CASE(
    "search: damage that shows only while the index is read is rebuilt, with the same answer") {
  Fixture fixture;
  import_and_sync(fixture);
  const auto before = fixture.search("where does Ana live");
  REQUIRE(before);
  const std::string database = fixture.path(".pyramid/index.db");
  const auto size = std::filesystem::file_size(database);
  {
    std::fstream file(database, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(4096);
    file << std::string(size - 4096, '\xA5');  // all pages but the first
  }
  std::filesystem::remove(database + "-wal");
  const auto after = fixture.search("where does Ana live");
  INFO((after ? "" : to_string(after.error())));
  REQUIRE(after);
  CHECK(after->answer == before->answer);
  REQUIRE(after->hits.size() == before->hits.size());
  for (std::size_t i = 0; i < after->hits.size(); ++i) {
    CHECK(after->hits[i].path == before->hits[i].path);
    CHECK(after->hits[i].score == before->hits[i].score);
  }
}

}  // namespace sync_test
