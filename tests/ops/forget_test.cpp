// Taking something out of the memory for good.
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "tests/ops/fixture.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <sstream>

namespace forget_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

class Remembered : public Fixture {
 public:
  Remembered() {
    write_twelve_facts(*this);
    taken_in(*this);
    REQUIRE(sync());
  }
  Result<ForgetReport> forgotten(const std::function<void(ForgetOptions&)>& set) {
    ForgetOptions options;
    options.workspace.root = root();
    set(options);
    return forget(environment(), options);
  }
  ForgetReport forgotten_match(const std::string& text, bool dry_run = false) {
    auto report = forgotten([&](ForgetOptions& options) {
      options.match = text;
      options.dry_run = dry_run;
    });
    if (!report) FAIL(to_string(report.error()));
    return *report;
  }
  // Every file below the workspace but .git that has the bytes, of caches too.
  std::vector<std::string> holding(const std::string& text) const {
    std::vector<std::string> found;
    for (const auto& [name, bytes] : tree_below(root(), {".git"})) {
      if (bytes.find(text) != std::string::npos) found.push_back(name);
    }
    return found;
  }
  std::string observation(const std::string& part) const {
    for (const auto& [path, bytes] : tree()) {
      if (path.rfind("observations/", 0) == 0 && bytes.find(part) != std::string::npos) return path;
    }
    return {};
  }
};

}  // namespace

TEST_CASE("forget: who stops it while it looks has forgotten nothing, and a text has a length") {
  Remembered memory;
  const std::size_t commits = memory.commits();
  Stops progress;
  const Environment all = memory.environment();
  const Environment stopping{all.files,   all.clock,   progress, all.engine,
                             all.program, all.machine, all.home, all.zone};
  ForgetOptions options;
  options.workspace.root = memory.root();
  options.match = "peanuts";
  const auto stopped = forget(stopping, options);
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().kind == ErrorKind::kCancelled);
  CHECK(memory.commits() == commits);
  CHECK_FALSE(memory.holding("peanuts").empty());
  options.match = std::string(5000, 'x');
  const auto too_long = forget(memory.environment(), options);
  REQUIRE_FALSE(too_long);
  CHECK(too_long.error().kind == ErrorKind::kUsage);
}

TEST_CASE("forget: a text goes out of facts, turns, summaries, sections and caches") {
  Remembered memory;
  REQUIRE_FALSE(memory.holding("peanuts").empty());
  const std::size_t commits = memory.commits();
  const ForgetReport dry = memory.forgotten_match("PEANUTS", true);
  CHECK(dry.forgotten.size() >= 4);  // the observation, its turn, and what was made from it
  CHECK(memory.commits() == commits);
  CHECK_FALSE(memory.holding("peanuts").empty());

  const ForgetReport report = memory.forgotten_match("peanuts");
  CHECK(report.kept.empty());
  CHECK(report.rewritten > 0);
  CHECK(memory.holding("peanuts").empty());
  CHECK(memory.commits() == commits + 1);
  CHECK(run_git(memory.root(), {"status", "--porcelain"}).out.empty());
  CHECK(run_git(memory.root(), {"log", "-1", "--format=%B"}).out.find("peanuts") ==
        std::string::npos);
  CHECK(report.tombstones.size() == 2);
  for (const std::string& path : report.tombstones) CHECK(memory.read(path) == "forgotten\n");
  CHECK(memory.check()->problems.empty());
  const auto again = memory.sync();
  REQUIRE(again);
  CHECK(again->nothing_to_do);
  const Result<SearchReport> found = memory.search("peanuts");
  REQUIRE(found);
  for (const SearchHit& hit : found->hits) {
    CHECK(hit.snippet.find("peanuts") == std::string::npos);
  }
}

TEST_CASE("forget: a day of which nothing is left leaves no folder behind") {
  Remembered memory;
  memory.write("observations/2031/01/02/x-000001.md",
               "---\nid: 01KZZZZZZZZZZZZZZZZZ000001\nkind: observation\n"
               "at: 2031-01-02T10:00:00Z\nmodel: user\nsource: observe\n---\nAna has a kite.\n");
  REQUIRE(memory.sync());
  memory.forgotten_match("kite");
  CHECK_FALSE(std::filesystem::exists(memory.path("observations/2031")));
  CHECK(std::filesystem::exists(memory.path("observations")));
}

TEST_CASE("forget: an import of the same conversation does not bring it back") {
  Remembered memory;
  memory.forgotten_match("peanuts");
  const auto tree = memory.tree();
  REQUIRE(memory.import_sessions());
  REQUIRE(memory.sync());
  CHECK(memory.tree() == tree);
  // Nor where the machine has lost the session's file.
  for (const std::string& path : files_below(memory, "sessions/")) memory.remove(path);
  for (const std::string& path : files_below(memory, "observations/")) memory.remove(path);
  REQUIRE(memory.sync());
  REQUIRE(memory.import_sessions());
  REQUIRE(memory.sync());
  CHECK(memory.holding("peanuts").empty());
  CHECK_FALSE(memory.holding("Biscuit").empty());
}

TEST_CASE("forget: after a second one in a conversation an import takes no other fact back") {
  Remembered memory;
  memory.forgotten_match("moved to Lisbon");  // the first turn
  memory.forgotten_match("peanuts");          // a later one of the same conversation
  const auto tree = memory.tree();
  const Result<ImportReport> again = memory.import_sessions();
  REQUIRE(again);
  CHECK(again->changed == 0);
  REQUIRE(memory.sync());
  CHECK(memory.tree() == tree);
}

TEST_CASE("forget: what a pull brings back goes with the next sync") {
  Remembered memory;
  const std::string path = memory.observation("peanuts");
  const std::string bytes = memory.read(path);
  memory.forgotten_match("peanuts");
  const auto tree = memory.tree();
  const std::size_t commits = memory.commits();
  memory.write(path, bytes);
  REQUIRE(memory.sync());
  CHECK(memory.tree() == tree);
  CHECK(memory.commits() == commits);  // no commit of an edit by hand has it either
  CHECK(run_git(memory.root(), {"status", "--porcelain"}).out.empty());
}

TEST_CASE("forget: no revert puts it back") {
  Remembered memory;
  const std::string path = memory.observation("peanuts");
  memory.forgotten_match("peanuts");
  const auto tree = memory.tree();
  for (const std::string& what : {std::string("HEAD"), path}) {
    RevertOptions options;
    options.workspace.root = memory.root();
    options.what = what;
    const auto refused = revert(memory.environment(), options);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().kind == ErrorKind::kUsage);
  }
  CHECK(memory.tree() == tree);
}

TEST_CASE("forget: one fact by its id, with the turn that said it and no other") {
  Remembered memory;
  const std::string path = memory.observation("landlord");
  const auto report = memory.forgotten([&](ForgetOptions& options) { options.what = path; });
  REQUIRE(report);
  CHECK(memory.holding("landlord").empty());
  CHECK_FALSE(memory.holding("coffee").empty());
  CHECK(memory.check()->problems.empty());
}

TEST_CASE("forget: a session goes with all that was taken from it, and does not come in again") {
  Remembered memory;
  std::string session;
  for (const std::string& path : files_below(memory, "sessions/")) {
    if (memory.read(path).find("peanuts") != std::string::npos) session = path;
  }
  const auto report = memory.forgotten([&](ForgetOptions& options) { options.session = session; });
  REQUIRE(report);
  CHECK(std::count_if(report->forgotten.begin(), report->forgotten.end(), [](const auto& place) {
          return place.what == "session" || place.what == "observation";
        }) == 5);
  for (const char* said : {"peanuts", "Lisbon", "Porto", "Harbour"}) {
    CHECK(memory.holding(said).empty());
  }
  REQUIRE(memory.import_sessions());
  CHECK(files_below(memory, "sessions/").size() == 2);
}

TEST_CASE("forget: lines of a session are not taken for the whole of it") {
  Remembered fixture;
  const auto before = fixture.tree();
  const std::string session = files_below(fixture, "sessions/").front();
  for (const char* behind : {":12", "#L12-L14", "#^t1"}) {
    const auto report =
        fixture.forgotten([&](ForgetOptions& options) { options.what = session + behind; });
    REQUIRE_FALSE(report);
    CHECK(report.error().kind == ErrorKind::kUsage);
    CHECK(report.error().hint.find("--match") != std::string::npos);
  }
  CHECK(fixture.tree() == before);
}

TEST_CASE("forget: a person's own text is named and left") {
  Remembered memory;
  memory.write("memory/mine.md", "Mia and peanuts: never.\n");
  const ForgetReport report = memory.forgotten_match("peanuts");
  REQUIRE(report.kept.size() == 1);
  CHECK(report.kept.front().path == "memory/mine.md");
  CHECK(report.kept.front().line == 1);
  CHECK(memory.read("memory/mine.md") == "Mia and peanuts: never.\n");
}

TEST_CASE("forget: a model goes with its facts, and its name with every turn that says it") {
  Remembered memory;
  ObserveOptions options;
  options.workspace.root = memory.root();
  for (const char* text : {"Ana moved to Braga.", "Ana likes cats.", "The banana is ripe."}) {
    options.text = text;
    REQUIRE(observe(memory.environment(), options));
  }
  memory.write("models/ana.md",
               "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\nkind: model\nmodel: ana\ntype: person\n---\n"
               "# Ana\n\n## Notes\n");
  REQUIRE(memory.sync());
  const auto report = memory.forgotten([&](ForgetOptions& wish) { wish.person = "Ana"; });
  if (!report) FAIL(to_string(report.error()));
  CHECK_FALSE(std::filesystem::exists(memory.path("models/ana.md")));
  CHECK(memory.holding("Ana ").empty());
  CHECK_FALSE(memory.holding("banana").empty());
}

TEST_CASE("forget: what a person wrote in a model's file is named and left, without the rest") {
  Remembered memory;
  memory.write("models/mia.md",
               "---\nid: 01JQME9KJ04BP7J8CKPF85XDVR\nkind: model\nname: mia\n---\n# Mia\n\n"
               "## Notes\n\nThe plumber is on 555-123.\n");
  REQUIRE(memory.sync());
  ObserveOptions told;
  told.workspace.root = memory.root();
  told.model = "mia";
  told.text = "Mia likes tea.";
  REQUIRE(observe(memory.environment(), told));
  REQUIRE(memory.sync());
  const std::string before = memory.read("models/mia.md");
  REQUIRE(before.find("Mia likes tea.") != std::string::npos);
  const auto wish = [](ForgetOptions& options) { options.person = "mia"; };
  const auto line_of = [](const std::string& bytes) {
    const std::size_t at = bytes.find("The plumber");
    return static_cast<std::size_t>(std::count(bytes.begin(), bytes.begin() + at, '\n')) + 1;
  };
  const auto dry = memory.forgotten([&](ForgetOptions& options) {
    wish(options);
    options.dry_run = true;
  });
  REQUIRE(dry);
  REQUIRE(dry->kept.size() == 1);
  CHECK(dry->kept.front().path == "models/mia.md");
  CHECK(dry->kept.front().line == line_of(before));
  for (const ForgottenPlace& place : dry->forgotten) CHECK(place.what != "model");

  const auto purged = memory.forgotten([&](ForgetOptions& options) {
    wish(options);
    options.purge = true;
  });
  REQUIRE_FALSE(purged);
  CHECK(memory.read("models/mia.md") == before);

  const auto report = memory.forgotten(wish);
  if (!report) FAIL(to_string(report.error()));
  const std::string after = memory.read("models/mia.md");
  CHECK(after.find("likes tea") == std::string::npos);
  REQUIRE(after.find("## Notes\n\nThe plumber is on 555-123.\n") != std::string::npos);
  REQUIRE(report->kept.size() == 1);
  CHECK(report->kept.front().line == line_of(after));
  const auto again = memory.sync();
  REQUIRE(again);
  CHECK(again->nothing_to_do);
  CHECK(memory.read("models/mia.md") == after);

  memory.write("models/mia.md", after.substr(0, after.find("The plumber")));
  REQUIRE(memory.forgotten(wish));
  CHECK_FALSE(std::filesystem::exists(memory.path("models/mia.md")));
}

namespace {

// Every object that the repository has, its reflogs and its names, as text.
std::string all_of_git(const std::string& root) {
  const std::string list = run_git(root, {"cat-file", "--batch-all-objects",
                                          "--batch-check=%(objectname) %(objecttype)"})
                               .out;
  std::istringstream lines(list);
  std::string all = run_git(root, {"reflog", "--all"}).out;
  for (std::string name, type; lines >> name >> type;) {
    all += run_git(root, {"cat-file", type == "tree" ? "-p" : type, name}).out;
  }
  for (const auto& [file, bytes] : tree_below(root + "/.git")) all += bytes;
  return all;
}

}  // namespace

TEST_CASE("forget: after a purge no object, reflog, pack, cache or ledger has the text") {
  Remembered memory;
  memory.set_now("2026-05-16T09:00:00Z");
  ObserveOptions told;
  told.workspace.root = memory.root();
  told.text = "Mia ate peanuts by mistake.";
  REQUIRE(observe(memory.environment(), told));
  REQUIRE(memory.sync());
  memory.write("ledger/2026-05-other.jsonl",
               "{\"at\":\"2026-05-15T09:00:00Z\",\"kind\":\"note\",\"of\":\"peanuts\"}\n");
  run_git(memory.root(), {"tag", "before"});
  run_git(memory.root(), {"branch", "side"});
  run_git(memory.root(), {"repack", "-a", "-d", "-q"});
  REQUIRE(all_of_git(memory.root()).find("peanuts") != std::string::npos);
  const std::size_t commits = memory.commits();
  auto report = memory.forgotten([](ForgetOptions& options) {
    options.match = "peanuts";
    options.purge = true;
  });
  if (!report) FAIL(to_string(report.error()));
  REQUIRE(report->purge);
  CHECK(report->kept.empty());
  CHECK(report->purge->blobs > 0);
  CHECK(report->purge->backup.empty());
  CHECK(memory.commits() == commits + 2);  // the second one tells other machines
  CHECK(run_git(memory.root(), {"rev-parse", "HEAD~1"}).out == report->commit + "\n");
  CHECK(memory.holding("peanuts").empty());
  CHECK(all_of_git(memory.root()).find("peanuts") == std::string::npos);
  CHECK(run_git(memory.root(), {"fsck", "--strict"}).exit_code == 0);
  CHECK(run_git(memory.root(), {"status", "--porcelain", "--", ":!ledger"}).out.empty());
  CHECK(all_of_git(memory.root()).find("Biscuit") != std::string::npos);
  CHECK(memory.sync()->nothing_to_do);
}

TEST_CASE("forget: a purge takes away what a killed process was writing into git") {
  Remembered memory;
  const std::string gone = std::to_string(std::numeric_limits<int>::max());
  memory.write(".git/objects/tmp_object_git2_a1b2c3", "half an object");
  memory.write(".git/packs.pyramid-" + gone + "/pack_git2_d4e5f6", "half a pack");
  REQUIRE(memory.forgotten([](ForgetOptions& options) {
    options.match = "Biscuit";
    options.purge = true;
  }));
  CHECK_FALSE(std::filesystem::exists(memory.root() + "/.git/objects/tmp_object_git2_a1b2c3"));
  CHECK_FALSE(std::filesystem::exists(memory.root() + "/.git/packs.pyramid-" + gone));
}

TEST_CASE("forget: a purge keeps the history as it was for so many days, and says which remotes") {
  Remembered memory;
  run_git(memory.root(), {"remote", "add", "origin", "https://example.org/memory.git"});
  const auto report = memory.forgotten([](ForgetOptions& options) {
    options.match = "peanuts";
    options.purge = true;
    options.keep_backup = 7;
  });
  REQUIRE(report);
  CHECK(report->purge->backup == "refs/pyramid/before-purge/2026-05-22");
  CHECK(report->purge->remotes == std::vector<std::string>{"origin"});
  CHECK(all_of_git(memory.root()).find("peanuts") != std::string::npos);
  CHECK(run_git(memory.root(), {"log", "--format=%B", "HEAD"}).out.find("peanuts") ==
        std::string::npos);
  const auto again = memory.forgotten([](ForgetOptions& options) {
    options.match = "peanuts";
    options.purge = true;
  });
  REQUIRE_FALSE(again);
  CHECK(again.error().hint.find(report->purge->backup) != std::string::npos);
  memory.set_now("2026-05-22T09:00:00Z");
  REQUIRE(memory.sync());
  CHECK(all_of_git(memory.root()).find("peanuts") != std::string::npos);
  memory.set_now("2026-05-23T09:00:00Z");
  SECTION("until the next thing is forgotten") { memory.forgotten_match("landlord"); }
  SECTION("until the next sync, which has nothing else to do") { REQUIRE(memory.sync()); }
  CHECK(all_of_git(memory.root()).find("peanuts") == std::string::npos);
}

TEST_CASE("forget: a purge that would leave something behind is refused before it begins") {
  Remembered memory;
  memory.write("memory/mine.md", "Mia and peanuts: never.\n");
  const auto tree = memory.tree();
  const auto wish = [](ForgetOptions& options) {
    options.match = "peanuts";
    options.purge = true;
  };
  const auto own = memory.forgotten(wish);
  REQUIRE_FALSE(own);
  CHECK(own.error().where == "memory/mine.md:1");
  CHECK(memory.tree() == tree);
  memory.remove("memory/mine.md");
  run_git(memory.root(), {"worktree", "add", "-q", memory.outside("second"), "-b", "second"});
  const auto worktree = memory.forgotten(wish);
  REQUIRE_FALSE(worktree);
  CHECK(worktree.error().kind == ErrorKind::kConflict);
  run_git(memory.root(), {"worktree", "remove", "--force", memory.outside("second")});
  run_git(memory.root(), {"checkout", "-q", "--detach"});
  CHECK(memory.forgotten(wish).error().what.find("HEAD names no branch") == 0);
}

namespace {

// Writes of a wish what no rule could tell from the fact.
class Purging : public Remembered {
 public:
  // The last session under another title, in its file's name too.
  std::string titled(const std::string& title) {
    const std::string session = files_below(*this, "sessions/").back();
    std::string bytes = read(session);
    const std::size_t heading = bytes.find("\n# ") + 3;
    bytes.replace(heading, bytes.find('\n', heading) - heading, title);
    const std::string moved = session.substr(0, session.rfind('/') + 1) +
                              utf8::fold(replace_all(title, " ", "-")) +
                              session.substr(session.size() - 10);
    remove(session);
    write(moved, bytes);
    REQUIRE(sync());
    return moved;
  }
  std::string observed(const std::string& text) {
    ObserveOptions told;
    told.workspace.root = root();
    told.text = text;
    const auto report = observe(environment(), told);
    if (!report) FAIL(to_string(report.error()));
    REQUIRE(sync());
    return report->path;
  }
  Result<ForgetReport> purged(const std::function<void(ForgetOptions&)>& set) {
    return forgotten([&](ForgetOptions& options) {
      set(options);
      options.purge = true;
    });
  }
  std::string all() const { return all_of_git(root()); }
};

}  // namespace

TEST_CASE("forget: a purge takes out what an engine made of a fact in its own words") {
  Purging memory;
  memory.set_now("2026-05-16T09:00:00Z");
  const std::string path = memory.observed("I was diagnosed with epilepsy last week.");
  REQUIRE_FALSE(path.empty());
  REQUIRE(memory.read("MEMORY.md").find("epilepsy") != std::string::npos);
  memory.observed("I bought a red kayak.");
  const auto report = memory.purged([&](ForgetOptions& options) { options.what = path; });
  if (!report) FAIL(to_string(report.error()));
  REQUIRE(report->purge);
  CHECK(memory.holding("epilepsy").empty());
  CHECK(memory.all().find("epilepsy") == std::string::npos);
  CHECK(memory.all().find("kayak") != std::string::npos);
  CHECK(run_git(memory.root(), {"fsck", "--strict"}).exit_code == 0);
  CHECK(run_git(memory.root(), {"status", "--porcelain", "--", ":!ledger"}).out.empty());
  CHECK(memory.sync()->nothing_to_do);
}

TEST_CASE("forget: a purge of a session takes its title and all that was told from it") {
  Purging memory;
  std::string session;
  for (const std::string& path : files_below(memory, "sessions/")) {
    if (memory.read(path).find("peanuts") != std::string::npos) session = path;
  }
  REQUIRE(run_git(memory.root(), {"log", "--format=%s"}).out.find("moved to Lisbon") !=
          std::string::npos);
  const auto report = memory.purged([&](ForgetOptions& options) { options.session = session; });
  if (!report) FAIL(to_string(report.error()));
  const std::string all = memory.all();
  for (const char* said : {"peanuts", "Lisbon", "lisbon", "Porto", "Harbour", "harbour"}) {
    CAPTURE(said);
    CHECK(all.find(said) == std::string::npos);
    CHECK(memory.holding(said).empty());
  }
  CHECK(all.find("Biscuit") != std::string::npos);
  CHECK(memory.sync()->nothing_to_do);
}

TEST_CASE("forget: a summary that was told from it gets another file name") {
  Purging memory;
  const std::string first = memory.observation("moved to Lisbon");
  const auto summaries = files_below(memory, "summaries/");
  std::string named;
  for (const std::string& path : summaries) {
    if (path.find("lisbon") != std::string::npos) named = path;
  }
  REQUIRE_FALSE(named.empty());
  const auto report = memory.purged([&](ForgetOptions& options) { options.what = first; });
  if (!report) FAIL(to_string(report.error()));
  CHECK_FALSE(std::filesystem::exists(memory.path(named)));
  CHECK(memory.all().find("lisbon") == std::string::npos);
  CHECK(memory.all().find("Lisbon") == std::string::npos);
  CHECK(memory.check()->problems.empty());
  CHECK(memory.sync()->nothing_to_do);
}

TEST_CASE("forget: a summary's name that neither it nor its sources say goes, on any machine") {
  Remembered memory;
  std::string plain, told;
  for (const auto& [path, bytes] : memory.tree()) {
    if (!path.starts_with("summaries/user/tier-0/")) continue;
    const std::string end = path.substr(path.rfind('-'));  // of a fact that went elsewhere since
    const std::string folder = path.substr(0, path.rfind('/') + 1);
    told = folder + "2026-05-01-quimby-plays-the-oboe" + end;
    plain = folder + path.substr(folder.size(), 10) + "-summary" + end;
    memory.write(told, bytes);
    memory.remove(path);
    break;
  }
  REQUIRE(memory.sync());
  REQUIRE(memory.sync()->nothing_to_do);
  REQUIRE_FALSE(memory.read(told).empty());
  SECTION("where it was forgotten") {
    const std::string fact = memory.observation("marathon");
    REQUIRE(memory.forgotten([&](ForgetOptions& options) { options.what = fact; }));
  }
  SECTION("where a tombstone came") { memory.write("forgotten/01KREBCX50YW4RXMEWJ2EFD8AN", ""); }
  REQUIRE(memory.sync());
  CHECK(memory.read(told).empty());
  CHECK_FALSE(memory.read(plain).empty());
  CHECK(memory.holding("quimby").empty());
  CHECK(memory.sync()->nothing_to_do);
}

TEST_CASE(
    "forget: a fact that was moved to where its link leads out of the memory goes with its "
    "conversation") {
  Remembered memory;
  const std::string session = "01KREBCX50YW4RXMEWJ2EFD8AN";
  memory.write("observations/kept/quimby-oboe-abcdef.md",
               "---\nid: 01KREBCX50YW4RXMEWJ2ABCDEF\nkind: observation\nat: 2026-05-12T10:00:00Z\n"
               "model: user\n---\nUser plays the quimby oboe.\n\n"
               "From [A talk](../../../../sessions/2026/05/12/a-talk-efd8an.md#^t1)\n");
  REQUIRE(memory.sync());
  REQUIRE_FALSE(memory.holding("quimby").empty());
  SECTION("as the conversation is forgotten") { memory.write("forgotten/" + session, ""); }
  SECTION("as its turn is") {
    memory.write("forgotten/" + session + "-t1", "");
    memory.write("forgotten/" + session + "-t1-all", "");
  }
  SECTION("as its turn is, of a conversation that was never here") {
    memory.write("forgotten/late-efd8an-t1", "");
    memory.write("forgotten/late-efd8an-t1-all", "");
  }
  REQUIRE(memory.sync());
  memory.remove(".git");
  CHECK(memory.holding("quimby").empty());
}

TEST_CASE("forget: a fact names no conversation by forgotten words that has not come yet") {
  Remembered memory;
  memory.write("forgotten/late-efd8an-t1", "");
  memory.write("forgotten/late-efd8an-t1-but-01KREBCX50YW4RXMEWJ2ABCDEF-of-1", "");
  for (const char* folder : {"observations/2026/05/12/", "observations/kept/"}) {
    memory.write(
        std::string(folder) + "user-likes-tea-abcdef.md",
        "---\nid: 01KREBCX50YW4RXMEWJ2ABCDEF\nkind: observation\nat: 2026-05-12T10:00:00Z\n"
        "model: user\n---\nUser likes green tea.\n\nFrom [My quimby oboe]"
        "(../../../../sessions/2026/05/12/my-quimby-oboe-efd8an.md#^t2)\n");
    REQUIRE(memory.sync());
    CHECK(memory.holding("quimby").empty());
    const auto found = memory.holding(
        "From [Conversation of 12 May 2026](../../../../sessions/2026/05/12/"
        "conversation-of-12-may-2026-efd8an.md#^t2)");
    CHECK(found.size() == 1);
    memory.remove(found.front());
  }
}

TEST_CASE("forget: a conversation that lost its title by a merge loses the name of its file too") {
  Remembered memory;
  const std::string id = "01KREBCX50YW4RXMEWJ2EFD8AN";
  memory.write("sessions/2026/05/12/my-quimby-oboe-efd8an.md",
               "---\nid: " + id +
                   "\nkind: session\nat: 2026-05-12T10:00:00Z\nsource: openclaw\n"
                   "title: Conversation of 12 May 2026\nturns: 1\nextracted: 1\n---\n"
                   "# Conversation of 12 May 2026\n\n## 10:00:00 User\n"
                   "<!-- unkept b82703cf1f92ce5cecd53ee9f9cd616d -->\n\n^t1\n");
  memory.write("forgotten/" + id + "-t1", "");
  REQUIRE(memory.sync());
  for (const auto& [path, bytes] : memory.tree()) {
    INFO(path);
    CHECK(path.find("quimby") == std::string::npos);
  }
  CHECK_FALSE(memory.read("sessions/2026/05/12/conversation-of-12-may-2026-efd8an.md").empty());
  CHECK(memory.sync()->nothing_to_do);
}

TEST_CASE(
    "forget: a purge takes a fact out whose conversation has not come, and is titled plainly") {
  Purging memory;
  const auto write = [&](const std::string& tail, const std::string& text) {
    memory.write("observations/2026/05/12/user-" + tail + ".md",
                 "---\nid: 01KREBCX50YW4RXMEWJ2ABC00" + tail.substr(5) +
                     "\nkind: observation\nat: 2026-05-12T10:00:00Z\nmodel: user\n---\n" + text +
                     "\n\nFrom [Conversation of 12 May 2026](../../../../sessions/2026/05/12/"
                     "my-quimby-oboe-efd8an.md#^t" +
                     tail.substr(5) + ")\n");
  };
  write("abc001", "User plays the quimby.");
  write("abc002", "User likes green tea.");
  REQUIRE(memory.sync());
  const auto report =
      memory.purged([](ForgetOptions& options) { options.what = "01KREBCX50YW4RXMEWJ2ABC001"; });
  REQUIRE(report);
  CHECK(report->purge);
  CHECK(memory.all().find("quimby") == std::string::npos);
  CHECK_FALSE(memory.holding("User likes green tea.").empty());
}

TEST_CASE("forget: the summaries and sections that were made from it are named") {
  Remembered memory;
  const ForgetReport dry = memory.forgotten_match("peanuts", true);
  const auto count = [&](const std::string& what) {
    return std::count_if(dry.forgotten.begin(), dry.forgotten.end(),
                         [&](const ForgottenPlace& place) { return place.what == what; });
  };
  CHECK(count("observation") == 1);
  CHECK(count("turn 7") == 1);
  CHECK(count("summary") == 1);
  CHECK(count("section") >= 1);
  for (const ForgottenPlace& place : dry.forgotten) {
    if (place.what == "section") CHECK(place.line > 0);
  }
}

TEST_CASE("forget: a purge names refs that it cannot rewrite before it begins") {
  Purging memory;
  const auto tree = memory.tree();
  const auto wish = [](ForgetOptions& options) { options.match = "peanuts"; };
  run_git(memory.root(), {"update-ref", "refs/archive/x", "HEAD"});
  run_git(memory.root(), {"notes", "add", "-m", "peanuts", "HEAD"});
  const auto refused = memory.purged(wish);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == ErrorKind::kConflict);
  CHECK(refused.error().what.find("refs/archive/x, refs/notes/commits") != std::string::npos);
  CHECK(memory.tree() == tree);
  run_git(memory.root(), {"update-ref", "-d", "refs/archive/x"});
  run_git(memory.root(), {"update-ref", "-d", "refs/notes/commits"});
  REQUIRE(memory.purged(wish));
  CHECK(memory.all().find("peanuts") == std::string::npos);
}

TEST_CASE("forget: what a purge leaves in git beside its history is named, before it too") {
  Purging memory;
  memory.write("other.txt", "peanuts\n");
  run_git(memory.root(), {"branch", "topic/about-peanuts"});
  run_git(memory.root(), {"tag", "before-peanuts"});
  run_git(memory.root(), {"config", "branch.main.description", "on peanuts"});
  run_git(memory.root(), {"commit", "-q", "--allow-empty", "-m", "peanuts again",
                          "--author=Peanuts <p@example.org>"});
  run_git(memory.root(), {"add", "other.txt"});
  // What git noted on its way goes: messages that were being written, heads that were left.
  memory.write(".git/MERGE_MSG", "peanuts\n");
  memory.write(".git/SQUASH_MSG", "peanuts\n");
  memory.write(".git/FETCH_HEAD", "0 branch 'peanuts'\n");
  memory.write(".git/logs/refs/heads/gone", "0 0 Mia <m> 0 +0000\tcommit: peanuts\n");
  const auto wish = [](ForgetOptions& options) { options.match = "peanuts"; };
  const auto dry = memory.forgotten([](ForgetOptions& options) {
    options.match = "peanuts";
    options.purge = options.dry_run = true;
  });
  REQUIRE(dry);
  const auto done = memory.purged(wish);
  if (!done) FAIL(to_string(done.error()));
  REQUIRE(done->purge);
  for (const auto* report : {&*dry, &*done}) {
    std::vector<std::string> told;
    for (const ForgottenPlace& one : report->kept) told.push_back(one.what + " " + one.path);
    CHECK(told == std::vector<std::string>{"branch topic/about-peanuts", "tag before-peanuts",
                                           "staged other.txt", "git .git/config"});
    CHECK(report->kept.back().line > 0);
    CHECK(report->purge->named == 1);
  }
  run_git(memory.root(), {"branch", "-m", "topic/about-peanuts", "topic"});
  run_git(memory.root(), {"tag", "-d", "before-peanuts"});
  run_git(memory.root(), {"config", "--unset", "branch.main.description"});
  run_git(memory.root(), {"rm", "-q", "--cached", "other.txt"});
  const auto again = memory.purged(wish);
  if (!again) FAIL(to_string(again.error()));
  CHECK(again->kept.empty());
  CHECK(memory.all().find("peanuts") == std::string::npos);
}

TEST_CASE("forget: where nothing is committed a purge is refused, and nothing written") {
  Purging memory;
  memory.write("pyramid.yaml", "commit: false\n");
  const auto tree = memory.tree();
  const auto refused = memory.purged([](ForgetOptions& options) { options.match = "peanuts"; });
  REQUIRE_FALSE(refused);
  CHECK(refused.error().where == "pyramid.yaml");
  CHECK(memory.tree() == tree);
}

TEST_CASE("forget: a purge that is refused names each place of one's own") {
  Purging memory;
  memory.write("memory/mine.md", "Mia and peanuts: never.\n\nPeanuts, no.\n");
  memory.write("memory/more.md", "Peanuts.\n");
  const auto refused = memory.purged([](ForgetOptions& options) { options.match = "peanuts"; });
  REQUIRE_FALSE(refused);
  CHECK(refused.error().where == "memory/mine.md:1");
  CHECK(refused.error().what ==
        "still says it, in your own words, and so do memory/mine.md:3, memory/more.md:1");
}

TEST_CASE("forget: a conversation's title gives way, in its file's name and in links too") {
  Purging memory;
  const std::string session = memory.titled("Biscuit swims");
  const auto report = memory.purged([](ForgetOptions& options) { options.match = "Biscuit"; });
  if (!report) FAIL(to_string(report.error()));
  CHECK(report->kept.empty());
  CHECK(std::any_of(
      report->forgotten.begin(), report->forgotten.end(),
      [&](const ForgottenPlace& place) { return place.path == session && place.what == "title"; }));
  CHECK(memory.all().find("Biscuit") == std::string::npos);
  CHECK(memory.all().find("biscuit") == std::string::npos);
  CHECK(memory.holding("biscuit").empty());
  CHECK(memory.check()->problems.empty());
  CHECK(memory.sync()->nothing_to_do);
}

TEST_CASE("forget: what only names of files still say is found there") {
  Purging memory;
  const std::string fact = memory.observation("Biscuit");
  const std::string session = memory.titled("Biscuit swims");
  memory.remove(fact);
  std::string bytes = memory.read(session);
  bytes.replace(bytes.find("# Biscuit swims"), 15, "# A pet swims");
  bytes.replace(bytes.find("called Biscuit"), 14, "called something");
  memory.write(session, bytes);
  REQUIRE(memory.sync());
  REQUIRE_FALSE(memory.holding("biscuit").empty());
  const ForgetReport dry = memory.forgotten_match("Biscuit", true);
  REQUIRE(dry.forgotten.size() == 1);
  CHECK(dry.forgotten.front().path == session);
  CHECK(dry.forgotten.front().what == "name");
  const auto report = memory.purged([](ForgetOptions& options) { options.match = "Biscuit"; });
  if (!report) FAIL(to_string(report.error()));
  CHECK(memory.all().find("iscuit") == std::string::npos);
  CHECK(memory.holding("iscuit").empty());
  CHECK(memory.check()->problems.empty());
}

TEST_CASE("forget: caches of a clone that gets a tombstone, and what a killed write left, go") {
  Remembered memory;
  const std::string fact = memory.observation("Biscuit");
  const std::string id = memory.read(fact).substr(memory.read(fact).find("id: ") + 4, 26);
  SECTION("with a sync") {
    memory.remove(fact);
    for (const std::string& path : files_below(memory, "sessions/")) {
      std::string bytes = memory.read(path);
      const std::size_t said = bytes.find("called Biscuit");
      if (said != std::string::npos) memory.write(path, bytes.replace(said, 14, "called so"));
    }
    memory.write("forgotten/" + id, "forgotten\n");
    memory.write("observations/.pyramid-tmp-0123456789abcdef", "a cat called Biscuit");
    REQUIRE(memory.sync());
  }
  SECTION("with what is forgotten") {
    memory.write("observations/.pyramid-tmp-0123456789abcdef", "a cat called Biscuit");
    memory.forgotten_match("Biscuit");
  }
  CHECK(memory.holding("iscuit").empty());
  REQUIRE(memory.sync());
  CHECK(memory.sync()->nothing_to_do);
}

TEST_CASE("forget: a purge of what stands in the past alone renews the caches too") {
  Purging memory;
  memory.write("memory/foobarium.md", "About it.\n");
  REQUIRE(memory.sync());
  memory.remove("memory/foobarium.md");
  REQUIRE(memory.sync());
  const auto report = memory.purged([](ForgetOptions& options) { options.match = "foobarium"; });
  if (!report) FAIL(to_string(report.error()));
  CHECK(memory.holding("foobarium").empty());
  CHECK(memory.all().find("foobarium") == std::string::npos);
}

TEST_CASE(
    "forget: a session is known by its title, and a name without a model is told of --match") {
  Purging memory;
  const std::string session = memory.titled("An evening");
  const auto report =
      memory.forgotten([](ForgetOptions& options) { options.session = "an evening"; });
  if (!report) FAIL(to_string(report.error()));
  CHECK_FALSE(std::filesystem::exists(memory.path(session)));
  const auto nobody = memory.forgotten([](ForgetOptions& options) { options.person = "Zelda"; });
  REQUIRE_FALSE(nobody);
  CHECK(nobody.error().hint.find("--match \"Zelda\"") != std::string::npos);
}

TEST_CASE("forget: what was forgotten without a purge is purged when it is said again") {
  Purging memory;
  memory.set_now("2026-05-16T09:00:00Z");
  const auto again = [&](const std::function<void(ForgetOptions&)>& wish) {
    const auto first = memory.forgotten(wish);
    if (!first) FAIL(to_string(first.error()));
    const auto second = memory.purged(wish);
    if (!second) FAIL(to_string(second.error()));
    CHECK(second->purge);
  };
  SECTION("a node") {
    const std::string path = memory.observed("I was diagnosed with epilepsy last week.");
    again([&](ForgetOptions& options) { options.what = path; });
    CHECK(memory.all().find("epilepsy") == std::string::npos);
  }
  SECTION("a person") {
    memory.write("models/zoe.md",
                 "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\nkind: model\nmodel: zoe\ntype: person\n---\n"
                 "# Zoe\n\n## Notes\n");
    memory.observed("Zoe moved to Braga.");
    again([](ForgetOptions& options) { options.person = "Zoe"; });
    CHECK(memory.all().find("Zoe") == std::string::npos);
    CHECK(memory.all().find("Braga") == std::string::npos);
  }
  SECTION("a session") {
    const std::string session = files_below(memory, "sessions/").back();
    again([&](ForgetOptions& options) { options.session = session; });
    CHECK(memory.all().find("Biscuit") == std::string::npos);
  }
  SECTION("a text that a note still said, and that was taken out by hand") {
    memory.write("memory/mine.md", "peanuts: never.\nSecond line.\n");
    REQUIRE(memory.sync());
    const auto wish = [](ForgetOptions& options) { options.match = "peanuts"; };
    REQUIRE(memory.forgotten(wish)->kept.size() == 1);
    memory.write("memory/mine.md", "Second line.\n");
    const auto second = memory.purged(wish);
    if (!second) FAIL(to_string(second.error()));
    CHECK(memory.all().find("peanuts") == std::string::npos);
    CHECK(run_git(memory.root(), {"for-each-ref", "refs/pyramid"}).out.empty());
    CHECK(run_git(memory.root(), {"status", "--porcelain", "--", ":!ledger"}).out.empty());
  }
}

TEST_CASE("forget: a purge of what was never said is refused, and nothing is rewritten") {
  Purging memory;
  run_git(memory.root(), {"remote", "add", "origin", "https://example.org/memory.git"});
  const std::string refs = run_git(memory.root(), {"for-each-ref"}).out;
  const std::string reflog = run_git(memory.root(), {"reflog", "--all"}).out;
  for (const bool dry_run : {true, false}) {
    const auto refused = memory.purged([&](ForgetOptions& options) {
      options.match = "peanutz";
      options.dry_run = dry_run;
    });
    REQUIRE_FALSE(refused);
    CHECK(refused.error().kind == ErrorKind::kNotFound);
    CHECK(refused.error().what == "nothing in the memory or its history says that");
  }
  const auto nothing = memory.forgotten([](ForgetOptions& options) { options.match = "peanutz"; });
  REQUIRE_FALSE(nothing);
  CHECK(nothing.error().hint.find("--purge") != std::string::npos);
  CHECK(run_git(memory.root(), {"for-each-ref"}).out == refs);
  CHECK(run_git(memory.root(), {"reflog", "--all"}).out == reflog);
  CHECK_FALSE(memory.all().empty());
}

TEST_CASE("forget: a purge of what messages alone say goes on, in a dry run too") {
  Purging memory;
  run_git(memory.root(), {"commit", "-q", "--allow-empty", "-m", "On foobarium\n\nMore."});
  for (const bool dry_run : {true, false}) {
    const auto report = memory.purged([&](ForgetOptions& options) {
      options.match = "foobarium";
      options.dry_run = dry_run;
    });
    if (!report) FAIL(to_string(report.error()));
    CHECK(report->purge->commits > 0);
  }
  CHECK(memory.all().find("foobarium") == std::string::npos);
}

TEST_CASE("forget: a purge names the tracked files that say it and are not the memory's") {
  Purging memory;
  const std::string path = memory.observed("User is allergic to durian.");
  memory.write(".obsidian/workspace.json", "{\"lastOpenFiles\": [\"" + path + "\"]}\n");
  memory.write("todo.txt", "No durian.\n");
  run_git(memory.root(), {"add", "-f", ".obsidian/workspace.json", "todo.txt"});
  run_git(memory.root(), {"commit", "-q", "-m", "mine"});
  memory.write("todo.txt", "Nothing.\n");
  run_git(memory.root(), {"commit", "-q", "-am", "less"});
  run_git(memory.root(), {"checkout", "-q", "-b", "side"});
  memory.write("durian.bin", std::string("\0\1", 2));
  run_git(memory.root(), {"add", "durian.bin"});
  run_git(memory.root(), {"commit", "-q", "-m", "side"});
  run_git(memory.root(), {"checkout", "-q", "main"});
  for (const bool dry_run : {true, false}) {
    const auto report = memory.purged([&](ForgetOptions& options) {
      options.match = "durian";
      options.dry_run = dry_run;
    });
    if (!report) FAIL(to_string(report.error()));
    std::vector<std::string> told;
    for (const ForgottenPlace& one : report->kept) told.push_back(one.what + " " + one.path);
    CHECK(told == std::vector<std::string>{"file .obsidian/workspace.json", "old file durian.bin",
                                           "old file todo.txt"});
  }
}

TEST_CASE("forget: a text and the name of its file are compared by one rule") {
  Remembered memory;
  ObserveOptions told;
  told.workspace.root = memory.root();
  told.text = "Søren lives at Bahnhofstraße 12.";
  REQUIRE(observe(memory.environment(), told));
  REQUIRE(memory.sync());
  std::string wish = "BAHNHOFSTRASSE 12";
  SECTION("as others spell it") {}
  SECTION("as it is spelled") { wish = "bahnhofstraße"; }
  SECTION("without its other letters") { wish = "soren"; }
  const ForgetReport report = memory.forgotten_match(wish);
  REQUIRE_FALSE(report.forgotten.empty());
  CHECK(report.forgotten.front().what == "observation");
  CHECK(memory.holding("Bahnhof").empty());
}

TEST_CASE("forget: a purge in a linked worktree is refused before it begins, in a dry run too") {
  Remembered memory;
  const std::string linked = memory.outside("linked");
  run_git(memory.root(), {"worktree", "add", "-q", linked, "-b", "second"});
  const auto hint_in = [&](const std::string& root, bool dry_run) {
    const auto refused = memory.forgotten([&](ForgetOptions& options) {
      options.workspace.root = root;
      options.match = "peanuts";
      options.purge = true;
      options.dry_run = dry_run;
    });
    REQUIRE_FALSE(refused);
    CHECK(refused.error().kind == ErrorKind::kConflict);
    return refused.error().hint;
  };
  const std::string remove = "`git worktree remove " + std::filesystem::canonical(linked).string();
  for (const bool dry_run : {true, false}) {
    CHECK(hint_in(memory.root(), dry_run).find("remove it with " + remove) == 0);
    const std::string hint = hint_in(linked, dry_run);
    CHECK(hint.find("purge in " + std::filesystem::canonical(memory.root()).string()) == 0);
    CHECK(hint.find(remove) != std::string::npos);
  }
}

TEST_CASE("forget: what cannot be is refused in one line") {
  Remembered memory;
  const auto refused = [&](const std::function<void(ForgetOptions&)>& set) {
    const auto report = memory.forgotten(set);
    REQUIRE_FALSE(report);
    return report.error();
  };
  CHECK(refused([](ForgetOptions&) {}).kind == ErrorKind::kUsage);
  CHECK(refused([](ForgetOptions& options) { options.match = options.what = "x"; }).kind ==
        ErrorKind::kUsage);
  CHECK(refused([](ForgetOptions& options) { options.match = "never said"; }).kind ==
        ErrorKind::kNotFound);
  CHECK(refused([](ForgetOptions& options) { options.what = "MEMORY.md"; }).kind ==
        ErrorKind::kUsage);
  CHECK(refused([](ForgetOptions& options) { options.person = "nobody"; }).kind ==
        ErrorKind::kNotFound);
}

}  // namespace forget_test
