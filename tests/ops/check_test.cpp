// What a person or another tool can get wrong in the files: told by `check`, survived by `sync`.
#include "base/text.hpp"
#include "ops/check/check_graph.hpp"
#include "tests/ops/fixture.hpp"

#include <algorithm>

namespace check_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

void import_and_sync(Fixture& fixture) {
  write_twelve_facts(fixture);
  REQUIRE(fixture.import_sessions());
  REQUIRE(fixture.sync());
}

// Replaces `from` in a file, which must hold it.
void edit(const Fixture& fixture, const std::string& path, const std::string& from,
          const std::string& to) {
  std::string bytes = fixture.read(path);
  const std::size_t at = bytes.find(from);
  REQUIRE(at != std::string::npos);
  fixture.write(path, bytes.replace(at, from.size(), to));
}

std::string line_with(const std::string& bytes, const std::string& part) {
  const std::size_t at = bytes.find(part);
  REQUIRE(at != std::string::npos);
  const std::size_t begin = bytes.rfind('\n', at) + 1;
  return bytes.substr(begin, bytes.find('\n', at) + 1 - begin);
}

// The problem of a file that says `what`, told once; and no sync may crash on it or lose a file.
void check_told(Fixture& fixture, const std::string& path, const std::string& what) {
  const auto report = fixture.check();
  REQUIRE(report);
  const auto told = std::count_if(
      report->problems.begin(), report->problems.end(), [&](const Diagnostic& problem) {
        return problem.where.rfind(path, 0) == 0 && problem.what.find(what) != std::string::npos;
      });
  for (const Diagnostic& problem : report->problems) UNSCOPED_INFO(to_string(problem));
  CHECK(told == 1);
  const auto synced = fixture.sync();
  REQUIRE(synced);
}

}  // namespace

TEST_CASE("check: two files with one id are both named, the older counts, and --fix keeps both") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string original = file_below(fixture, "observations/");
  const std::string copy = original.substr(0, original.size() - 3) + " copy.md";
  fixture.write(copy, fixture.read(original));
  check_told(fixture, copy, "has the same id as " + original);
  CHECK(fixture.read(copy) == fixture.read(original));

  const auto fixed = fixture.check(true);
  REQUIRE(fixed);
  REQUIRE(fixed->fixed.size() == 1);
  CHECK(fixed->fixed[0].path == copy);
  CHECK(fixed->problems.empty());
  CHECK(fixture.read(copy) != fixture.read(original));
  REQUIRE(fixture.sync());
  CHECK(fixture.check()->problems.empty());
}

TEST_CASE("check: two notes with one id are named, and --fix gives the copy an id of its own") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string trip = "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\n---\n# Trip\n\nBy tram.\n";
  fixture.write("memory/trip.md", trip);
  fixture.write("memory/trip copy.md", trip);
  check_told(fixture, "memory/trip copy.md", "has the same id as memory/trip.md");
  const auto fixed = fixture.check(true);
  REQUIRE(fixed);
  REQUIRE(fixed->fixed.size() == 1);
  CHECK(fixed->fixed[0].path == "memory/trip copy.md");
  CHECK(fixed->problems.empty());
  CHECK(fixture.read("memory/trip.md") == trip);
  const std::string copy = fixture.read("memory/trip copy.md");
  CHECK(copy.substr(0, 15) == trip.substr(0, 15));  // made when it was, to the second
  CHECK(copy.substr(0, 34) != trip.substr(0, 34));
  CHECK(copy.substr(34) == trip.substr(34));
  CHECK(fixture.check()->problems.empty());
}

TEST_CASE("check: --fix of a clean workspace writes nothing and makes no commit") {
  Fixture fixture;
  import_and_sync(fixture);
  const auto before = fixture.tree();
  const std::size_t commits = fixture.commits();
  const auto fixed = fixture.check(true);
  REQUIRE(fixed);
  CHECK(fixed->fixed.empty());
  CHECK(fixture.tree() == before);
  CHECK(fixture.commits() == commits);
}

TEST_CASE("check: a link leads to a file whose name is put together in another way") {
  Fixture fixture;
  const std::string apart =
      "memory/U\xCC\x88"
      "bersicht.md";
  fixture.write(apart, "# Overview\n");
  fixture.write("memory/a.md", "See [it](%C3%9Cbersicht.md) and [this](Übersicht.md).\n");
  fixture.write("memory/Zoë.md", "# Zoë\n");
  fixture.write("memory/b.md", "See [her](Zoe\xCC\x88.md).\n");
  const auto checked = fixture.check(false);
  REQUIRE(checked);
  for (const Diagnostic& one : checked->problems)
    CHECK(one.what.find("link leads") == std::string::npos);
  ReadOptions options;
  options.workspace.root = fixture.root();
  options.path = "memory/Übersicht.md";
  const auto read = read_memory(fixture.environment(), options);
  REQUIRE(read);
  CHECK(read->path == apart);
}

TEST_CASE("check: a source link to nothing") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string summary = file_below(fixture, "summaries/");
  edit(fixture, summary, "## Sources\n", "## Sources\n- [gone](../../../observations/gone.md)\n");
  check_told(fixture, summary, "link leads to no file");
  CHECK(fixture.check()->problems.empty());  // the sync wrote the list again
}

TEST_CASE("check: an observation whose text was emptied") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string fact = file_below(fixture, "observations/");
  const std::string bytes = fixture.read(fact);
  const std::size_t text = bytes.find("\n---\n") + 5;
  fixture.write(fact, bytes.substr(0, text) + bytes.substr(bytes.find("\nFrom [")));
  check_told(fixture, fact, "says nothing");
}

TEST_CASE("sync: a model whose name a person wrote in capitals is no other one") {
  Fixture fixture;
  import_and_sync(fixture);
  edit(fixture, file_below(fixture, "observations/"), "model: user", "model: User");
  REQUIRE(fixture.sync());
  CHECK_FALSE(std::filesystem::exists(fixture.path("models/User.md")));
  CHECK_FALSE(std::filesystem::exists(fixture.path("models/user.md")));
  CHECK(fixture.sync()->nothing_to_do);
}

TEST_CASE("check: a tier that does not fit its sources") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string summary = file_below(fixture, "summaries/");
  edit(fixture, summary, "\ntier: 0\n", "\ntier: 3\n");
  const auto report = fixture.check();
  REQUIRE(report);
  REQUIRE(report->problems.size() == 1);  // not one a source
  CHECK(report->problems[0].what.find("is of tier 3 and cannot be made from") == 0);
  CHECK(report->problems[0].what.ends_with(" and 9 more"));
  REQUIRE(fixture.sync());
  CHECK(fixture.check()->problems.empty());
}

TEST_CASE("sync: a home or a summary that was emptied is written again") {
  Fixture fixture;
  fixture.write("MEMORY.md", "");
  import_and_sync(fixture);
  CHECK(fixture.read("MEMORY.md").find("## User") != std::string::npos);
  const std::string summary = file_below(fixture, "summaries/");
  const std::string before = fixture.read(summary);
  fixture.write(summary, "");
  const auto synced = fixture.sync();
  REQUIRE(synced);
  CHECK(synced->changed_meanwhile.empty());
  CHECK(fixture.read(summary) == before);
  CHECK(fixture.sync()->nothing_to_do);
}

TEST_CASE("check: a cycle of sources") {
  ops::NodesByPath nodes;
  for (const auto& [path, source, tier] :
       {std::tuple("a.md", "b.md", 0), std::tuple("b.md", "a.md", 1)}) {
    ops::Surveyed node;
    node.kind = format::Kind::kSummary;
    node.tier = tier;
    node.has_inputs = true;
    node.sources.emplace_back(source);
    nodes.emplace(path, node);
  }
  const Diagnostics problems = ops::check_graph(nodes, {}, at("2026-05-15"));
  REQUIRE(problems.size() == 2);
  CHECK(problems[1].what.find("made from itself") != std::string::npos);
}

TEST_CASE("check: times in the future and times that are none") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string path = file_below(fixture, "observations/");
  const std::string line = line_with(fixture.read(path), "at: ");
  edit(fixture, path, line, "at: 2031-01-01T00:00:00Z\n");
  check_told(fixture, path, "lies in the future");
  edit(fixture, path, "at: 2031-01-01T00:00:00Z\n", "at: next Tuesday\n");
  check_told(fixture, path, "is not a time");
  CHECK(fixture.read(path).find("next Tuesday") != std::string::npos);
}

TEST_CASE("check: a summary without inputs is written again") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string path = file_below(fixture, "summaries/");
  edit(fixture, path, line_with(fixture.read(path), "inputs: "), "");
  check_told(fixture, path, "does not say what it was made from");
  CHECK(fixture.read(path).find("\ninputs: ") != std::string::npos);
}

TEST_CASE("check: of a copied summary no sync promises to write it, of one that waits not yet") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string path = file_below(fixture, "summaries/");
  const std::string copy = path.substr(0, path.rfind('/') + 1) + "mine.md";
  const auto hints = [&] {
    const auto report = fixture.check();
    std::string all;
    for (const Diagnostic& one : report->problems) all += one.where + ": " + one.hint + "\n";
    return all;
  };
  fixture.write(copy, fixture.read(path));
  edit(fixture, copy, line_with(fixture.read(copy), "inputs: "), "");
  CHECK(hints().find(copy + ": the next sync") == std::string::npos);
  fixture.remove(copy);

  edit(fixture, path, line_with(fixture.read(path), "inputs: "), "");
  CHECK(hints().find(path + ": the next sync writes it again\n") != std::string::npos);
  const std::string fact = file_below(fixture, "observations/");
  edit(fixture, fact, "at: ", "at: last ");
  CHECK(
      hints().find(path + ": a sync writes it again, once the file that it waits for is mended") !=
      std::string::npos);
  const std::string before = fixture.read(path);
  REQUIRE(fixture.sync());
  CHECK(fixture.read(path) == before);
}

TEST_CASE("check: a source that two summaries list is named by the sync that takes it from one") {
  Fixture fixture;
  fixture.write("pyramid.yaml", "step: 3\n");
  import_and_sync(fixture);
  std::vector<std::string> summaries;
  for (const auto& [path, bytes] : fixture.tree()) {
    if (path.find("/tier-0/") != std::string::npos) summaries.push_back(path);
  }
  REQUIRE(summaries.size() > 1);
  const std::string wanted = line_with(fixture.read(summaries[0]), "](../../../observations");
  edit(fixture, summaries[1], "## Sources\n", "## Sources\n" + wanted);
  check_told(fixture, summaries[1], "as a source, as " + summaries[0]);
  edit(fixture, summaries[1], "## Sources\n", "## Sources\n" + wanted);
  const auto synced = fixture.sync();
  REQUIRE(synced);
  for (const Diagnostic& problem : synced->diagnostics) UNSCOPED_INFO(to_string(problem));
  REQUIRE(synced->diagnostics.size() == 1);
  CHECK(synced->diagnostics[0].where == summaries[1]);
  CHECK(synced->diagnostics[0].what.find("as " + summaries[0] + " does") != std::string::npos);
  CHECK(fixture.sync()->diagnostics.empty());
}

TEST_CASE("check: an unknown kind and an id that is no ULID") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string path = file_below(fixture, "observations/");
  const std::string before = fixture.read(path);
  edit(fixture, path, "kind: observation", "kind: opinion");
  check_told(fixture, path, "kind");  // once
  check_told(fixture, path, "of no known kind: opinion");
  for (int i = 0; i < 2; ++i) {  // each sync names it, and it counts for what its place says
    const auto synced = fixture.sync();
    REQUIRE(synced);
    REQUIRE(synced->diagnostics.size() == 1);
    CHECK(synced->diagnostics[0].what == "is of no known kind: opinion");
    CHECK(synced->nothing_to_do);
  }
  fixture.write(path, before);
  edit(fixture, path, line_with(before, "id: "), "id: 12345\n");
  const auto report = fixture.check();
  REQUIRE(report);
  CHECK_FALSE(report->problems.empty());
  REQUIRE(fixture.sync());
  CHECK(fixture.read(path).find("id: 12345") != std::string::npos);
}

TEST_CASE("check: a fact without an id, or with what is none, is given one by --fix") {
  const std::string lost = GENERATE("", "id: 12345\n");
  Fixture fixture;
  import_and_sync(fixture);
  const std::string path = file_below(fixture, "observations/");
  const std::string before = fixture.read(path);
  edit(fixture, path, line_with(before, "id: "), lost);
  fixture.write("observations/mine.md", "---\nkind: observation\nat: 2026-05-01\nsource: me\n" +
                                            lost + "---\nThe user keeps bees.\n");
  fixture.write("observations/undated.md",
                "---\nkind: observation\nsource: me\n---\nThe user keeps hens.\n");
  const auto told = fixture.sync();
  REQUIRE(told);
  CHECK(told->diagnostics.size() == 3);
  const auto report = fixture.check(true);
  REQUIRE(report);
  CHECK(report->fixed.size() == 2);
  REQUIRE(report->problems.size() == 1);
  CHECK(report->problems[0].where.starts_with("observations/undated.md"));
  REQUIRE(fixture.sync());
  CHECK(fixture.read(path).find(before.substr(before.find("\n---\n"))) != std::string::npos);
  CHECK(fixture.read("observations/mine.md").find("\nmodel: user\n") != std::string::npos);
  CHECK(fixture.sync()->nothing_to_do);
}

TEST_CASE("check: an edited summary whose sources are gone is a person's own statement") {
  Fixture fixture;
  import_and_sync(fixture);
  std::string summary = file_below(fixture, "summaries/");
  edit(fixture, summary, "\n\n## Sources", " It was a good spring.\n\n## Sources");
  for (const auto& [path, bytes] : fixture.tree()) {
    if (path.rfind("observations/", 0) == 0) fixture.remove(path);
  }
  REQUIRE(fixture.sync());
  summary = file_below(fixture, "summaries/");  // not named after what is gone any more
  CHECK(fixture.read(summary).find("It was a good spring.") != std::string::npos);
  CHECK(fixture.read(summary).find("](") == std::string::npos);  // no link to what is gone
  check_told(fixture, summary, "a statement of your own");
}

TEST_CASE("check: a summary that a person wrote needs no engine and no recipe") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string summary = file_below(fixture, "summaries/");
  std::string own = fixture.read(summary);
  for (const char* line : {"engine: ", "recipe: ", "inputs: ", "output: "}) {
    const std::size_t at = own.find(line);
    own.erase(at, own.find('\n', at) + 1 - at);
  }
  own.erase(own.find("\n\n## Sources") + 1);
  fixture.write(summary, own);
  REQUIRE(fixture.sync());
  CHECK(fixture.read(summary).find("engine:") == std::string::npos);
  check_told(fixture, summary, "a statement of your own");
  const auto report = fixture.check();
  REQUIRE(report);
  for (const Diagnostic& problem : report->problems) {
    INFO(problem.where << ": " << problem.what);
    CHECK(problem.severity != Severity::kError);
  }
}

TEST_CASE("check: summaries that are made from each other are told, and a sync takes them apart") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string first = file_below(fixture, "summaries/");
  const std::string folder = first.substr(0, first.rfind('/') + 1);
  const std::string name = first.substr(folder.size());
  std::string other = fixture.read(first);
  const std::string id = line_with(other, "id: ");
  other.replace(other.find(id), id.size(), "id: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\n");
  other = other.substr(0, other.find("## Sources")) + "## Sources\n- [one](" + name + ")\n";
  fixture.write(folder + "other-7t5xbn.md", other);
  edit(fixture, first, "## Sources\n", "## Sources\n- [other](other-7t5xbn.md)\n");
  const auto report = fixture.check();
  REQUIRE(report);
  const auto told = std::count_if(
      report->problems.begin(), report->problems.end(), [](const Diagnostic& problem) {
        return problem.what.find("made from itself") != std::string::npos;
      });
  CHECK(told == 2);
  REQUIRE(fixture.sync());
  CHECK(fixture.check()->problems.empty());
  CHECK(fixture.sync()->nothing_to_do);
}

TEST_CASE("check: a time that no calendar has, in a summary and in a session") {
  Fixture fixture;
  import_and_sync(fixture);
  for (const std::string folder : {"summaries/", "sessions/"}) {
    const std::string path = file_below(fixture, folder);
    const std::string before = fixture.read(path);
    const std::string key = folder == "summaries/" ? "end: " : "at: ";
    edit(fixture, path, line_with(before, key), key + "2026-02-30T00:00:00Z\n");
    const std::string broken = fixture.read(path);
    check_told(fixture, path, "is not a time");
    CHECK(fixture.read(path) == broken);  // left as it is, and named
    fixture.write(path, before);
    REQUIRE(fixture.sync());
  }
}

TEST_CASE("check: a summary that says nothing of its own text is told, and --fix records it") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string path = file_below(fixture, "summaries/");
  edit(fixture, path, line_with(fixture.read(path), "output: "), "");
  const std::string text = fixture.read(path).substr(fixture.read(path).find("\n---\n"));
  check_told(fixture, path, "without `output:`");

  const auto fixed = fixture.check(true);
  REQUIRE(fixed);
  REQUIRE(fixed->fixed.size() == 1);
  CHECK(fixed->fixed[0].path == path);
  CHECK(fixed->problems.empty());
  REQUIRE(fixture.sync());
  CHECK(fixture.sync()->nothing_to_do);
  const std::string after = fixture.read(path);
  CHECK(after.substr(after.find("\n---\n")) == text);  // all of it the person's: it stays
  CHECK(fixture.check(true)->fixed.empty());
}

TEST_CASE("check: a summary of a policy that nobody knows is told, by every sync too") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string path = file_below(fixture, "summaries/");
  edit(fixture, path, "\ntier: 0\n", "\ntier: 0\npolicy: weird\n");
  const std::string before = fixture.read(path);
  check_told(fixture, path, "names a policy that is not known: weird");
  for (int times = 0; times < 2; ++times) {
    const auto synced = fixture.sync();
    REQUIRE(synced);
    REQUIRE(synced->diagnostics.size() == 1);
    CHECK(synced->diagnostics[0].where == path);
    CHECK(synced->nothing_to_do);
  }
  CHECK(fixture.read(path) == before);
}

TEST_CASE("check: of two files with one id that with the id in its name counts, not the shorter") {
  Fixture fixture;
  write_twelve_facts(fixture);
  REQUIRE(fixture.import_sessions());
  REQUIRE(fixture.sync());
  const std::string original = files_below(fixture, "observations/").at(0);
  const std::string copy = "observations/z.md";
  fixture.write(copy, fixture.read(original) + "And more.\n");
  check_told(fixture, copy, "has the same id as " + original);
  const std::string memory = fixture.read("MEMORY.md");
  REQUIRE(fixture.sync());
  CHECK(fixture.read("MEMORY.md") == memory);
}

TEST_CASE("check: of two files with one id that counts which the memory was made from") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string original = file_below(fixture, "observations/");
  const std::string folder = original.substr(0, original.rfind('/') + 1);
  const std::string tail = original.substr(original.rfind('-'));
  const std::string memory = fixture.read("MEMORY.md");
  for (const char* name :
       {"a", "a-name-that-is-longer-than-that-of-any-file-that-was-written-here"}) {
    const std::string copy = folder + name + tail;
    fixture.write(copy, replace_all(fixture.read(original), "User", "Nobody"));
    edit(fixture, copy, "at: 2026", "at: 2025");
    for (const bool forgets : {false, true}) {
      if (forgets) fixture.remove(".pyramid");
      check_told(fixture, copy, "has the same id as " + original);
      CHECK(fixture.read("MEMORY.md") == memory);
    }
    fixture.remove(copy);
  }
}

TEST_CASE("check: of two files with one id the one that counted still does when it is renamed") {
  for (const bool summarised : {true, false}) {
    Fixture fixture;
    import_and_sync(fixture);
    const std::string summary = fixture.read(file_below(fixture, "summaries/"));
    std::string original;  // what no summary has is read by a section
    for (const std::string& fact : files_below(fixture, "observations/")) {
      if ((summary.find(fact) != std::string::npos) == summarised) original = fact;
    }
    REQUIRE_FALSE(original.empty());
    const std::string memory = fixture.read("MEMORY.md");
    const std::string copy =
        original.substr(0, original.rfind('/') + 1) + "a" + original.substr(original.rfind('-'));
    fixture.write(copy, replace_all(fixture.read(original), "User", "Nobody"));
    edit(fixture, copy, "at: 2026", "at: 2025");
    REQUIRE(fixture.sync());
    std::filesystem::rename(fixture.path(original), fixture.path("observations/mine.md"));
    fixture.remove(".pyramid");
    check_told(fixture, copy, "has the same id as observations/mine.md");
    CHECK(replace_all(fixture.read("MEMORY.md"), "observations/mine.md", original) == memory);
    CHECK(fixture.sync()->nothing_to_do);
  }
}

TEST_CASE("check: a fact that goes out of use leaves a second sync nothing, copied or not") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string original = file_below(fixture, "observations/");
  const std::string copy =
      original.substr(0, original.rfind('/') + 1) + "a" + original.substr(original.rfind('-'));
  fixture.write(copy, fixture.read(original));
  REQUIRE(fixture.sync());
  edit(fixture, original, "kind: observation", "status: superseded\nkind: observation");
  REQUIRE(fixture.sync());
  const auto tree = fixture.tree();
  const auto again = fixture.sync();
  REQUIRE(again);
  CHECK(again->nothing_to_do);
  CHECK(fixture.tree() == tree);
}

TEST_CASE("check: two files with one id are named by every sync and by the dry run") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string original = file_below(fixture, "observations/");
  const std::string copy = original.substr(0, original.size() - 3) + " copy.md";
  fixture.write(copy, fixture.read(original));
  SyncOptions options;
  options.dry_run = true;
  for (const bool dry : {true, false, false}) {
    const auto synced = dry ? fixture.sync(options) : fixture.sync();
    REQUIRE(synced);
    REQUIRE(synced->diagnostics.size() == 1);
    CHECK(synced->diagnostics[0].where == copy);
    CHECK(synced->diagnostics[0].what.find("has the same id as " + original) == 0);
  }
  fixture.remove(copy);
  CHECK(fixture.sync()->diagnostics.empty());
}

TEST_CASE("check: a summary that a person copied is named by check, dry run and sync, and stays") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string original = file_below(fixture, "summaries/");
  const std::string copy = original.substr(0, original.rfind('/') + 1) + "copy.md";
  std::string mine = fixture.read(original);
  mine.insert(mine.find("\n\n## Sources"), " And a word of mine.");
  fixture.write(copy, mine);
  const std::string before = fixture.read(original);
  check_told(fixture, copy, "has the same id as " + original);
  SyncOptions options;
  options.dry_run = true;
  for (const bool dry : {true, false, true, false}) {
    const auto synced = dry ? fixture.sync(options) : fixture.sync();
    REQUIRE(synced);
    REQUIRE(synced->diagnostics.size() == 1);
    CHECK(synced->diagnostics[0].where == copy);
    CHECK(synced->diagnostics[0].what.find("has the same id as " + original) == 0);
    CHECK(synced->merged.empty());
  }
  CHECK(fixture.read(copy) == mine);
  CHECK(fixture.read(original) == before);
}

TEST_CASE("check: another name of the program's for one summary is one file after the next sync") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string original = file_below(fixture, "summaries/");
  const std::string other =
      original.substr(0, original.rfind('/') + 1) + "other" + original.substr(original.rfind('-'));
  fixture.write(other, fixture.read(original));
  SyncOptions options;
  options.dry_run = true;
  const auto planned = fixture.sync(options);
  REQUIRE(planned);
  CHECK(planned->diagnostics.empty());
  const StatusReport told = status_of(fixture);
  REQUIRE(told.diagnostics.size() == 1);
  CHECK(told.diagnostics[0].severity == Severity::kWarning);
  CHECK(told.diagnostics[0].what.find("the next sync makes one of the two") != std::string::npos);
  CHECK(told.copies_to_merge == 1);
  const auto synced = fixture.sync();
  REQUIRE(synced->merged.size() == 1);
  REQUIRE(planned->steps.size() == 1);
  CHECK(planned->steps[0].path == synced->merged[0].path);
  CHECK(planned->steps[0].reason == synced->merged[0].reason);
  CHECK(fixture.check()->problems.empty());
}

TEST_CASE("check: a source that two summaries claim") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string first = file_below(fixture, "summaries/");
  const std::string folder = first.substr(0, first.rfind('/') + 1);
  std::string other = fixture.read(first);
  const std::string id = line_with(other, "id: ");
  other.replace(other.find(id), id.size(), "id: 7ZZZZZZZZZZZZZZZZZZZZZZZZZ\n");
  const std::size_t list = other.find("## Sources\n") + 11;
  other.resize(other.find('\n', list) + 1);
  fixture.write(folder + "other-zzzzzz.md", other);
  check_told(fixture, folder + "other-zzzzzz.md", "as " + first + " does");
  CHECK(fixture.check()->problems.empty());
}

TEST_CASE("check: a source out of the workspace is named by check and by the sync that drops it") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string path = file_below(fixture, "summaries/");
  edit(fixture, path, "## Sources\n", "## Sources\n- [x](../../../../outside.md)\n");
  edit(fixture, path, line_with(fixture.read(path), "inputs: "), "");
  CHECK(fixture.check()->problems.size() == 3);
  const auto synced = fixture.sync();
  REQUIRE(synced);
  REQUIRE(synced->diagnostics.size() == 1);
  CHECK(synced->diagnostics[0].where == path);
  CHECK(synced->diagnostics[0].what.find("out of the workspace") != std::string::npos);
}

TEST_CASE("check: a line that a merge left behind, but not in a conversation that speaks of one") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string session = file_below(fixture, "sessions/");
  fixture.write(session, fixture.read(session) + "\n<<<<<<< HEAD\n");
  fixture.write("memory/git.md", "```\n<<<<<<< HEAD\n```\n");
  fixture.write("memory/half.md", "Words.\n\n<<<<<<< HEAD\nMore words.\n");
  const std::string path = file_below(fixture, "observations/");
  fixture.write(path, fixture.read(path) + "\n<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> other\n");
  check_told(fixture, path, "a conflict marker of git's stands in it");
  check_told(fixture, "memory/half.md:3", "a conflict marker of git's stands in it");
  const auto report = fixture.check();
  CHECK(std::none_of(report->problems.begin(), report->problems.end(), [&](const auto& problem) {
    return problem.where.find("memory/git.md") == 0 || problem.where.find(session) == 0;
  }));
}

TEST_CASE("check: an observation that was emptied is named, by the sync that drops it too") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string summary = file_below(fixture, "summaries/");
  const std::string path = file_below(fixture, "observations/");
  REQUIRE(fixture.read(summary).find(path) != std::string::npos);
  fixture.write(path, "");
  const auto report = fixture.check();
  REQUIRE(report);
  REQUIRE(report->problems.size() == 1);
  CHECK(report->problems[0].where == summary);
  CHECK(report->problems[0].what.find("is made from " + path + ", which is now") == 0);
  CHECK(report->problems[0].hint.find("restore that file") == 0);
  const auto synced = fixture.sync();
  REQUIRE(synced);
  REQUIRE(synced->diagnostics.size() == 1);
  CHECK(synced->diagnostics[0].where == path);
  CHECK(fixture.sync()->nothing_to_do);
}

}  // namespace check_test
