#include "tests/ops/fixture.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

namespace pyramid::extra_paths_test {
namespace {

using Paths = std::vector<std::string>;

// A workspace with a folder of notes beside it.
class Extra : public test::Fixture {
 public:
  explicit Extra(const std::string& setting = "[../wiki]") {
    put("wiki/boats.md",
        "---\ndate: 2026-04-01\ntags: [sea]\n---\n# Boats\n\nA ketch has two masts.\n");
    write("notes/birds.md", "# Birds\n\nA kestrel hovers.\n");
    set_extra(setting);
    REQUIRE(sync());
  }

  void set_extra(const std::string& setting) {
    if (plain_.empty()) plain_ = read("pyramid.yaml");
    write("pyramid.yaml", plain_ + "\nextra_paths: " + setting + "\n");
  }
  void put(const std::string& name, const std::string& bytes) const {
    std::filesystem::create_directories(std::filesystem::path(outside(name)).parent_path());
    std::ofstream(outside(name), std::ios::binary) << bytes;
  }
  [[nodiscard]] std::string got(const std::string& name) const { return read_file(outside(name)); }

  SearchReport look(const std::string& query, const Paths& sources = {},
                    const std::string& as_it_was = {}) {
    SearchOptions options;
    options.workspace.root = root();
    options.query = query;
    options.sources = sources;
    options.at = as_it_was;
    auto report = search_memory(environment(), options);
    INFO((report ? "" : to_string(report.error())));
    REQUIRE(report);
    return *std::move(report);
  }
  Paths found(const std::string& query, const Paths& sources = {}) {
    Paths paths;
    for (const SearchHit& hit : look(query, sources).hits) {
      if (hit.keyword > 0 || !sources.empty()) paths.push_back(hit.path);
    }
    std::sort(paths.begin(), paths.end());
    return paths;
  }
  StatusReport state() {
    const auto report = status(environment(), {root(), {}});
    INFO((report ? "" : to_string(report.error())));
    REQUIRE(report);
    return *report;
  }
  Result<ReadReport> reading(const std::string& path) {
    ReadOptions options;
    options.workspace.root = root();
    options.path = path;
    return read_memory(environment(), options);
  }

 private:
  std::string plain_;
};

}  // namespace

TEST_CASE("extra paths: a note outside is found with its lines, date and tags") {
  Extra memory;
  const auto hits = memory.look("ketch").hits;
  REQUIRE_FALSE(hits.empty());
  CHECK(hits[0].path == "../wiki/boats.md");
  CHECK(hits[0].citation == "../wiki/boats.md#L6-L7");
  CHECK(hits[0].kind == "note");
  CHECK(hits[0].heading == "Boats");
  CHECK(format_date(date_of(hits[0].at)) == "2026-04-01");
  CHECK(memory.found("ketch", {"tag:sea"}) == Paths{"../wiki/boats.md"});
  CHECK(memory.found("ketch", {"extra"}) == Paths{"../wiki/boats.md"});
  CHECK(memory.found("ketch", {"notes"}) == Paths{"../wiki/boats.md", "notes/birds.md"});
  CHECK(memory.found("ketch", {"extra", "daily"}) == Paths{"../wiki/boats.md"});
  CHECK(memory.state().extra_files == 1);
}

TEST_CASE("extra paths: what came, changed or went is seen, and nothing else is read") {
  Extra memory;
  memory.put("wiki/deep/sails.md", "A spinnaker is a sail.\n");
  memory.put("wiki/.private/x.md", "A spinnaker is a secret.\n");
  CHECK(memory.found("spinnaker") == Paths{"../wiki/deep/sails.md"});
  memory.put("wiki/deep/sails.md", "A genoa is a sail.\n");
  CHECK(memory.found("spinnaker").empty());
  CHECK(memory.found("genoa") == Paths{"../wiki/deep/sails.md"});
  std::filesystem::remove_all(memory.outside("wiki/deep"));
  CHECK(memory.found("genoa").empty());
  std::this_thread::sleep_for(std::chrono::milliseconds(30));  // past the racy window
  memory.state();
  CHECK(memory.state().files_read == 0);
  memory.set_extra("[]");
  CHECK(memory.found("ketch").empty());
  CHECK(memory.state().extra_files == 0);
}

TEST_CASE("extra paths: a file by itself, and one by its absolute path") {
  Extra memory("../wiki/boats.md");
  memory.put("wiki/other.md", "A ketch of another sort.\n");
  CHECK(memory.found("ketch") == Paths{"../wiki/boats.md"});
  const std::string whole = memory.outside("wiki/boats.md");
  memory.set_extra("[" + whole + "]");
  CHECK(memory.found("ketch") == Paths{whole});
  CHECK(memory.reading(whole));
  CHECK_FALSE(memory.reading("../wiki/other.md"));
}

TEST_CASE("extra paths: never a node, never written, never committed") {
  Extra memory;
  const std::string fact =
      "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\nkind: observation\nat: 2026-05-12T10:03:00Z\n---\n"
      "User sails a ketch.\n\nFrom [gone](gone.md#^t1)\n";
  const std::string slip = "---\nkind: summary\n---\nA sloop. password: Muschel7!\n";
  memory.put("wiki/fact.md", fact);
  memory.put("wiki/slip.md", slip);
  const StatusReport state = memory.state();
  CHECK(state.observations == 0);
  CHECK(state.extra_files == 3);
  CHECK(state.up_to_date());
  CHECK(state.diagnostics.empty());
  CHECK(memory.found("sloop") == Paths{"../wiki/slip.md"});
  const auto synced = memory.sync();
  REQUIRE(synced);
  CHECK(synced->nothing_to_do);
  CHECK(synced->commit.empty());
  CHECK(synced->hand_edits_commit.empty());
  const auto checked = memory.check(true);
  REQUIRE(checked);
  CHECK(checked->problems.empty());
  CHECK(memory.got("wiki/fact.md") == fact);
  CHECK(memory.got("wiki/slip.md") == slip);
  CHECK(test::run_git(memory.root(), {"log", "--name-only"}).out.find("wiki") == std::string::npos);
}

TEST_CASE("extra paths: one that is not there or cannot be read is a line, and the rest is found") {
  Extra memory("[../gone, ../wiki, notes]");
  memory.put("wiki/broken.md", std::string(9 << 20, 'x'));
  const SearchReport report = memory.look("ketch");
  REQUIRE_FALSE(report.hits.empty());
  CHECK(report.hits[0].path == "../wiki/boats.md");
  REQUIRE(report.diagnostics.size() == 3);
  for (const Diagnostic& one : report.diagnostics) CHECK(one.severity == Severity::kWarning);
  CHECK(report.diagnostics[0].what == "extra path ../gone is not there");
  CHECK(report.diagnostics[2].where.find("../wiki/broken.md") == 0);
  CHECK(memory.sync());
}

TEST_CASE("extra paths: read shows what lies in them, and nothing else outside") {
  Extra memory;
  memory.put("other.md", "Not yours.\n");
  memory.put("wiki/.private/x.md", "Hidden.\n");
  std::filesystem::create_symlink("../other.md", memory.outside("wiki/link.md"));
  const auto read = memory.reading("../wiki/boats.md#L7");
  REQUIRE(read);
  CHECK(read->text == "A ketch has two masts.\n");
  CHECK(memory.reading(memory.outside("wiki/boats.md"))->path == "../wiki/boats.md");
  CHECK(memory.reading("../wiki/gone.md").error().kind == ErrorKind::kNotFound);
  for (const char* refused : {"../other.md", "../wiki/link.md", "../wiki/.private/x.md",
                              "../wiki/../other.md", "../wiki", "/etc/passwd"}) {
    INFO(refused);
    CHECK(memory.reading(refused).error().kind == ErrorKind::kUsage);
  }
}

TEST_CASE("extra paths: recall links what it took from outside") {
  Extra memory;
  RecallOptions options;
  options.workspace.root = memory.root();
  options.prompt = "How many masts has a ketch?";
  const auto recalled = recall(memory.environment(), options);
  REQUIRE(recalled);
  CHECK(recalled->text.find("A ketch has two masts.") != std::string::npos);
  CHECK(recalled->text.find("](../wiki/boats.md") != std::string::npos);
}

TEST_CASE("extra paths: a link to a file in them is none that leads out") {
  Extra memory;
  memory.write("memory/links.md",
               "[Boats](../../wiki/boats.md) and [a diary](../../diary/today.md).\n");
  memory.put("diary/today.md", "Nothing.\n");
  CheckOptions options;
  options.workspace.root = memory.root();
  const auto report = check(memory.environment(), options);
  REQUIRE(report);
  Paths told;
  for (const Diagnostic& problem : report->problems) told.push_back(problem.what);
  CHECK(told == Paths{"link leaves the workspace: ../../diary/today.md"});
}

TEST_CASE("extra paths: the index holds them as the files say, and the past knows none") {
  Extra memory;
  memory.put("wiki/more.md", "A yawl has two masts too.\n");
  CheckOptions options;
  options.workspace.root = memory.root();
  options.index = true;
  const auto checked = check(memory.environment(), options);
  REQUIRE(checked);
  REQUIRE(checked->index);
  CHECK(checked->index->differing == 0);
  for (const SearchHit& hit : memory.look("ketch", {}, "HEAD").hits) {
    CHECK(hit.path.find("../") == std::string::npos);
  }
}

}  // namespace pyramid::extra_paths_test
