// Files that a slip of a person's, or of another program, made unreadable: named, left as they are,
// and the rest goes on.
#include "base/text.hpp"
#include "tests/ops/fixture.hpp"

#include <algorithm>

namespace damaged_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

constexpr const char* kHome = "models/kestrel.md";

void observe(const Fixture& fixture, const std::string& tail, const std::string& model,
             const std::string& text) {
  fixture.write("observations/" + tail + ".md",
                "---\nid: 01JV2MF0S8Q4WZ3H6K9R7" + tail +
                    "\nkind: observation\nat: 2026-05-14T10:03:00Z\nmodel: " + model +
                    "\nsource: test\n---\n" + text + "\n");
}

// Twelve facts of the user, of which ten have a summary, and a model with a fact.
void set_up(Fixture& fixture) {
  write_twelve_facts(fixture);
  taken_in(fixture);
  fixture.write(kHome,
                "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\nkind: model\nmodel: kestrel\n"
                "type: project\n---\n# Kestrel\n\n## Notes\n");
  observe(fixture, "T5XBP", "kestrel", "Kestrel is a home weather station.");
  REQUIRE(fixture.sync());
  REQUIRE(fixture.sync()->nothing_to_do);
}

// Twelve facts of the user, in summaries of two tiers.
void set_up_with_tiers(Fixture& fixture) {
  fixture.write("pyramid.yaml", fixture.read("pyramid.yaml") + "\nstep: 3\n");
  write_twelve_facts(fixture);
  taken_in(fixture);
  REQUIRE(fixture.sync());
  REQUIRE(fixture.sync()->nothing_to_do);
  REQUIRE_FALSE(files_below(fixture, "summaries/user/tier-1").empty());
}

// Replaces `from` in a file, which must hold it.
void edit(const Fixture& fixture, const std::string& path, const std::string& from,
          const std::string& to) {
  const std::string bytes = fixture.read(path);
  INFO(path << " must hold " << from << "\n" << bytes);
  REQUIRE(bytes.find(from) != std::string::npos);
  fixture.write(path, replace_all(bytes, from, to));
}

std::string line_with(const std::string& bytes, const std::string& part) {
  const std::size_t at = bytes.find(part);
  REQUIRE(at != std::string::npos);
  return bytes.substr(at, bytes.find('\n', at) - at);
}

std::string the_summary(const Fixture& fixture) {
  const std::vector<std::string> found = files_below(fixture, "summaries/");
  REQUIRE(found.size() == 1);
  return found[0];
}

// A sync that names `path`, once, and nothing else.
SyncReport synced_naming(Fixture& fixture, const std::string& path, SyncOptions options = {}) {
  Result<SyncReport> report = fixture.sync(std::move(options));
  if (!report) FAIL(to_string(report.error()));
  for (const Diagnostic& problem : report->diagnostics) UNSCOPED_INFO(to_string(problem));
  CHECK(report->diagnostics.size() == 1);
  CHECK(std::all_of(report->diagnostics.begin(), report->diagnostics.end(),
                    [&](const Diagnostic& one) { return one.where.starts_with(path); }));
  return *std::move(report);
}

SyncReport planned_naming(Fixture& fixture, const std::string& path) {
  SyncOptions options;
  options.dry_run = true;
  return synced_naming(fixture, path, options);
}

bool touches(const SyncReport& report, const std::string& path) {
  return std::any_of(report.steps.begin(), report.steps.end(), [&](const SyncStep& step) {
    return step.what != "commit" && step.path.starts_with(path);
  });
}

}  // namespace

TEST_CASE("damaged: a model file that cannot be read waits, and every other text is written") {
  Fixture fixture;
  set_up(fixture);
  const std::string whole = fixture.read(kHome);
  edit(fixture, kHome, "type: project", "type: {");
  const std::string broken = fixture.read(kHome);
  observe(fixture, "T5XBQ", "user", "User sold the kayak.");
  observe(fixture, "T5XBR", "kestrel", "Kestrel uploads a reading every ten minutes.");
  CHECK_FALSE(touches(planned_naming(fixture, kHome), kHome));
  CHECK(status_of(fixture).sections_to_write == 1);

  const SyncReport report = synced_naming(fixture, kHome);
  CHECK(report.sections_written == 1);
  CHECK_FALSE(report.commit.empty());
  CHECK(fixture.read("MEMORY.md").find("kayak") != std::string::npos);
  CHECK(fixture.read("MEMORY.md").find(kHome) != std::string::npos);  // the index keeps its line
  CHECK(fixture.read(kHome) == broken);
  CHECK(synced_naming(fixture, kHome).nothing_to_do);

  fixture.write(kHome, whole);
  const auto mended = fixture.sync();
  REQUIRE(mended);
  // Its page had let go of what nobody could read.
  for (const Diagnostic& one : mended->diagnostics) CHECK(one.where == "why");
  CHECK(fixture.read(kHome).find("every ten minutes") != std::string::npos);
  CHECK(fixture.sync()->nothing_to_do);
}

TEST_CASE("damaged: a model that is discovered where a broken file lies does not write over it") {
  Fixture fixture;
  set_up(fixture);
  edit(fixture, kHome, "type: project", "type: {");
  const std::string broken = fixture.read(kHome);
  observe(fixture, "T5XBQ", "", "Kestrel has seven users.");
  CHECK(synced_naming(fixture, kHome).changed_meanwhile.empty());
  CHECK(fixture.read(kHome) == broken);
  CHECK(synced_naming(fixture, kHome).nothing_to_do);
}

TEST_CASE("damaged: a MEMORY.md that cannot be read waits, and the models are written") {
  Fixture fixture;
  set_up(fixture);
  const std::string whole = fixture.read("MEMORY.md");
  for (const auto& [from, to] :
       {std::pair<std::string, std::string>("\nid: ", "\nid: [x"),
        std::pair<std::string, std::string>("\nkind: ", "\nsections:\n  - user/x 12 zz\nkind: ")}) {
    INFO(to);
    edit(fixture, "MEMORY.md", from, to);
    const std::string broken = fixture.read("MEMORY.md");
    const std::string text = "Kestrel " + to_hex(digest_of(to)) + " is a new reading.";
    observe(fixture, "T5XBQ", "kestrel", text);
    observe(fixture, "T5XBR", "user", "User sold the kayak.");
    CHECK_FALSE(touches(planned_naming(fixture, "MEMORY.md"), "MEMORY.md"));
    CHECK(synced_naming(fixture, "MEMORY.md").sections_written == 1);
    CHECK(fixture.read(kHome).find(to_hex(digest_of(to))) != std::string::npos);
    CHECK(fixture.read("MEMORY.md") == broken);
    CHECK(synced_naming(fixture, "MEMORY.md").nothing_to_do);

    fixture.write("MEMORY.md", whole);
    REQUIRE(fixture.sync());
    CHECK(fixture.read("MEMORY.md").find("kayak") != std::string::npos);
    CHECK(fixture.sync()->nothing_to_do);
    fixture.remove("observations/T5XBR.md");
    REQUIRE(fixture.sync());
    CHECK(fixture.read("MEMORY.md").find("kayak") == std::string::npos);
  }
}

TEST_CASE("damaged: a summary that cannot be read is not made again beside it") {
  Fixture fixture;
  set_up(fixture);
  const std::string path = the_summary(fixture);
  const std::string whole = fixture.read(path);
  const std::string home = fixture.read("MEMORY.md");
  const std::vector<std::pair<std::string, std::string>> slips = {
      {"\ntier: 0", "\ntier: -1"},
      {"\nmodel: user", "\nmodel: {"},
      {"\n" + line_with(whole, "id: "), "\nid: hello"},
      {"\n" + line_with(whole, "inputs: "), "\ninputs: zzz"},
      {"\nkind: summary", "\nkind: observation"},
      {"\nkind: summary", "\nkind: observation\nat: 2026-05-14T10:03:00Z"},
      {"\n" + line_with(whole, "id: ") + "\nkind: summary", ""}};
  for (const auto& [from, to] : slips) {
    INFO(to);
    edit(fixture, path, from, to);
    const std::string broken = fixture.read(path);
    CHECK(planned_naming(fixture, path).nothing_to_do);
    for (int times = 0; times < 3; ++times) {
      const SyncReport report = synced_naming(fixture, path);
      CHECK(fixture.calls().text() == 0);
      CHECK(report.changed_meanwhile.empty());
      CHECK(report.summaries_written == 0);
    }
    CHECK(fixture.read(path) == broken);
    CHECK(fixture.read("MEMORY.md") == home);
    CHECK_FALSE(fixture.check()->problems.empty());

    fixture.write(path, whole);
    const auto mended = fixture.sync();
    REQUIRE(mended);
    CHECK(mended->diagnostics.empty());
    CHECK(fixture.calls().text() == 0);
    CHECK(fixture.sync()->nothing_to_do);
  }
}

TEST_CASE(
    "damaged: a summary that bears an observation's id is named by each sync, and none is made") {
  Fixture fixture;
  set_up(fixture);
  const std::string summary = the_summary(fixture);
  const std::string observation = files_below(fixture, "observations/").front();
  edit(fixture, summary, line_with(fixture.read(summary), "id: "),
       line_with(fixture.read(observation), "id: "));
  edit(fixture, summary, "kind: summary\n", "kind: summary\ncolor: blue\n");
  const std::string as_left = fixture.read(summary);
  for (int round = 0; round < 3; ++round) {
    const SyncReport report = synced_naming(fixture, summary);
    CHECK(report.changed_meanwhile.empty());
    CHECK(report.engine.calls == 0);
    CHECK(fixture.read(summary) == as_left);
  }
}

TEST_CASE("damaged: a summary whose broken file was removed is made again") {
  Fixture fixture;
  set_up(fixture);
  const std::string path = the_summary(fixture);
  const std::string whole = fixture.read(path);
  edit(fixture, path, "\ntier: 0", "\ntier: -1");
  synced_naming(fixture, path);
  fixture.remove(path);
  const auto report = fixture.sync();
  REQUIRE(report);
  CHECK(report->summaries_written == 1);
  CHECK(fixture.read(path) == whole);
}

TEST_CASE("damaged: a slip in an observation costs it no place in its summary") {
  Fixture fixture;
  write_twelve_facts(fixture);
  REQUIRE(fixture.import_sessions());
  REQUIRE(fixture.sync());
  const auto before = fixture.tree();
  const std::string summary = files_below(fixture, "summaries/").at(0);
  std::size_t tried = 0;
  for (const std::string& path : files_below(fixture, "observations/")) {
    const std::string whole = fixture.read(path);
    const std::string name = path.substr(path.rfind('/') + 1);
    if (before.at(summary).find(name) == std::string::npos) continue;  // it waits for one
    if (++tried > 2) break;
    const std::size_t begin = whole.find("\nat: ") + 1;
    std::string slip = whole;
    fixture.write(path, slip.replace(begin, slip.find('\n', begin) - begin, "at: last Friday"));
    for (int i = 0; i < 2; ++i) {
      const auto synced = fixture.sync();
      REQUIRE(synced);
      REQUIRE_FALSE(synced->diagnostics.empty());
      CHECK(synced->diagnostics[0].where.find(path) == 0);
      CHECK(synced->summaries_written == 0);
      CHECK(fixture.read(summary) == before.at(summary));
    }
    fixture.write(path, whole);
    REQUIRE(fixture.sync());
    CHECK(fixture.tree() == before);
    CHECK(fixture.sync()->nothing_to_do);
  }
  CHECK(tried > 1);
}

TEST_CASE("damaged: a slip in an observation takes nothing out of the text that rests on it") {
  Fixture fixture;
  set_up(fixture);
  observe(fixture, "T5XBQ", "user", "User sold the kayak.");
  observe(fixture, "T5XBR", "kestrel", "Kestrel has a rain gauge.");
  REQUIRE(fixture.sync());
  const auto before = fixture.tree();
  for (const std::string& path : files_below(fixture, "observations/")) {
    INFO(path);
    const std::string whole = fixture.read(path);
    const std::size_t begin = whole.find("\nat: ") + 1;
    std::string slip = whole;
    fixture.write(path, slip.replace(begin, slip.find('\n', begin) - begin, "at: last Friday"));
    synced_naming(fixture, path);
    CHECK(fixture.read("MEMORY.md") == before.at("MEMORY.md"));
    CHECK(fixture.read(kHome) == before.at(kHome));
    CHECK(synced_naming(fixture, path).nothing_to_do);
    fixture.write(path, whole);
    REQUIRE(fixture.sync());
    CHECK(fixture.tree() == before);
  }
}

TEST_CASE("damaged: what YAML refuses in a head of the program's is put in quotes") {
  for (const std::string line : {"title: A: b\n", "up: *parent\n", "tags:\n- @home\n- `x`\n",
                                 "mine: - \"a\" b\n", "title: \"open\n"}) {
    INFO(line);
    Fixture fixture;
    set_up(fixture);
    observe(fixture, "T5XBQ", "user", "User sold the kayak.");
    REQUIRE(fixture.sync());
    const std::string memory = fixture.read("MEMORY.md");
    const std::string path = files_below(fixture, "observations/").back();
    for (const std::string& file : {path, std::string(kHome), std::string("MEMORY.md")}) {
      edit(fixture, file, "\nkind: ", "\n" + line + "kind: ");
    }
    const auto planned = fixture.tree();
    SyncOptions rehearsal;
    rehearsal.dry_run = true;
    REQUIRE(fixture.sync(rehearsal));
    CHECK(fixture.tree() == planned);
    const auto mended = fixture.sync();
    REQUIRE(mended);
    CHECK(mended->diagnostics.empty());
    REQUIRE(mended->merged.size() == 3);
    CHECK(mended->merged[0].what == "mend");
    for (const std::string& file : {path, std::string(kHome), std::string("MEMORY.md")}) {
      CHECK(format::read_node(fixture.read(file), file));
      CHECK(format::parse_document(fixture.read(file), file));
    }
    CHECK(fixture.read("MEMORY.md").find("sold the kayak") != std::string::npos);
    CHECK(fixture.sync()->nothing_to_do);
  }
}

TEST_CASE("damaged: the models of which no summary is broken go on") {
  Fixture fixture;
  set_up(fixture);
  edit(fixture, the_summary(fixture), "\ntier: 0", "\ntier: -1");
  observe(fixture, "T5XBQ", "kestrel", "Kestrel uploads a reading every ten minutes.");
  observe(fixture, "T5XBR", "user", "User sold the kayak.");
  CHECK(synced_naming(fixture, the_summary(fixture)).sections_written == 1);
  CHECK(fixture.read(kHome).find("every ten minutes") != std::string::npos);
  CHECK(synced_naming(fixture, the_summary(fixture)).nothing_to_do);
}

TEST_CASE("damaged: what a summary says of its time and number is made true, and its text stands") {
  Fixture fixture;
  set_up_with_tiers(fixture);
  const auto before = fixture.tree();
  for (const std::string tier : {"tier-0", "tier-1"}) {
    const std::string path = files_below(fixture, "summaries/user/" + tier).front();
    const std::string whole = fixture.read(path);
    for (const std::string key : {"start: ", "end: ", "count: "}) {
      const std::string slip = key + (key == "count: " ? "99" : "2020-01-01T00:00:00Z");
      INFO(tier << " " << slip);
      edit(fixture, path, "\n" + line_with(whole, key), "\n" + slip);
      const auto checked = fixture.check();
      REQUIRE(checked);
      REQUIRE(checked->problems.size() == 1);
      CHECK(checked->problems[0].where == path);
      CHECK(checked->problems[0].what.find("says `" + slip) == 0);

      const auto mended = fixture.sync();
      REQUIRE(mended);
      CHECK(fixture.calls().text() == 0);
      CHECK(fixture.tree() == before);
      CHECK(fixture.sync()->nothing_to_do);
      CHECK(fixture.check()->problems.empty());
    }
  }
}

TEST_CASE("damaged: a summary without its start or end gets them from its sources") {
  Fixture fixture;
  set_up_with_tiers(fixture);
  for (const std::string tier : {"tier-0", "tier-1"}) {
    const std::string path = files_below(fixture, "summaries/user/" + tier).front();
    for (const std::string key : {"start: ", "end: "}) {
      const std::string line = line_with(fixture.read(path), key);
      INFO(tier << " " << line);
      edit(fixture, path, "\n" + line, "");
      const auto checked = fixture.check();
      REQUIRE(checked);
      REQUIRE(checked->problems.size() == 1);
      CHECK(checked->problems[0].what ==
            "summary without `" + key.substr(0, key.size() - 2) + ":`");
      CHECK(checked->problems[0].hint == "the next sync adds the line, as its sources say");

      REQUIRE(fixture.sync());
      CHECK(fixture.calls().text() == 0);
      CHECK(line_with(fixture.read(path), key) == line);
      CHECK(fixture.sync()->nothing_to_do);
      CHECK(fixture.check()->problems.empty());
    }
  }
}

TEST_CASE("damaged: a wrong time in a summary that a person wrote into costs none of their words") {
  Fixture fixture;
  set_up(fixture);
  const std::string path = the_summary(fixture);
  edit(fixture, path, "\n\n## Sources", " It was a good spring.\n\n## Sources");
  REQUIRE(fixture.sync());
  const std::string whole = fixture.read(path);
  edit(fixture, path, "\n" + line_with(whole, "end: "), "\nend: 2020-01-01T00:00:00Z");
  REQUIRE(fixture.sync());
  CHECK(fixture.calls().text() == 0);
  CHECK(fixture.read(path) == whole);
}

}  // namespace damaged_test
