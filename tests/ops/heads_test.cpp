// Notes whose head is no YAML: found, committed, told of once.
#include "tests/ops/fixture.hpp"

#include <algorithm>

namespace heads_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

constexpr const char* kAllTheSame = "read all the same";

std::size_t told(const Diagnostics& diagnostics) {
  return static_cast<std::size_t>(
      std::count_if(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& one) {
        return one.what.find(kAllTheSame) != std::string::npos &&
               one.severity == Severity::kWarning;
      }));
}

void write_odd_notes(const Fixture& fixture) {
  fixture.write("n/a.md",
                "---\ntitle: Budget: second draft\n---\nThe kiln runs at 1240 degrees.\n");
  fixture.write("n/b.md", "---\n\nThe heron nests by the mill.\n");
  fixture.write("n/c.md", "---\nlinks:\n  - [[Page A]]suffix\n---\nThe loom has eight shafts.\n");
  fixture.write("n/d.md", "---\n{}\n---\n\nThe sluice gate is rusty.\n");
}

std::string found_by(Fixture& fixture, const std::string& query) {
  const auto report = fixture.search(query);
  REQUIRE(report);
  CHECK(report->diagnostics.empty());
  return report->hits.empty() ? "" : report->hits.front().path;
}

}  // namespace

TEST_CASE("heads: a note whose head is no YAML is found, and a search says nothing of the head") {
  Fixture fixture;
  write_odd_notes(fixture);
  CHECK(found_by(fixture, "kiln") == "n/a.md");
  CHECK(found_by(fixture, "heron") == "n/b.md");
  CHECK(found_by(fixture, "loom") == "n/c.md");
  CHECK(found_by(fixture, "sluice gate") == "n/d.md");
}

TEST_CASE("heads: one line of a sync tells of them, once, also behind a search") {
  Fixture fixture;
  write_odd_notes(fixture);
  REQUIRE(fixture.search("kiln"));
  const auto first = fixture.sync();
  REQUIRE(first);
  REQUIRE(told(first->diagnostics) == 1);
  CHECK(first->diagnostics.size() == 1);
  CHECK(first->diagnostics[0].where == "n/a.md:2");
  CHECK(first->diagnostics[0].what.find("1 other note") != std::string::npos);
  CHECK(run_git(fixture.root(), {"ls-files", "n"}).out == "n/a.md\nn/b.md\nn/c.md\nn/d.md\n");
  const auto second = fixture.sync();
  REQUIRE(second);
  CHECK(second->diagnostics.empty());
  CHECK(second->nothing_to_do);

  fixture.write("n/e.md", "---\ntitle: `x`\n---\nThe stove is cast iron.\n");
  const auto third = fixture.sync();
  REQUIRE(third);
  REQUIRE(told(third->diagnostics) == 1);
  CHECK(third->diagnostics[0].where == "n/e.md:2");

  std::filesystem::remove_all(fixture.path(".pyramid"));
  CHECK(found_by(fixture, "kiln") == "n/a.md");
}

TEST_CASE("heads: a check names each") {
  Fixture fixture;
  write_odd_notes(fixture);
  REQUIRE(fixture.sync());
  for (int time = 0; time < 2; ++time) {
    const auto report = fixture.check();
    REQUIRE(report);
    CHECK(told(report->problems) == 2);
    CHECK(std::none_of(report->problems.begin(), report->problems.end(),
                       [](const Diagnostic& one) { return one.severity == Severity::kError; }));
  }
}

TEST_CASE("heads: two notes with one id and such a head stay as they are") {
  Fixture fixture;
  const std::string bytes = "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\ntitle: A: b\n---\nx\n";
  fixture.write("n/a.md", bytes);
  fixture.write("n/copy.md", bytes);
  REQUIRE(fixture.check(true));
  CHECK(fixture.read("n/a.md") == bytes);
  CHECK(fixture.read("n/copy.md") == bytes);
}

TEST_CASE("heads: a person's note may have a kind that is called like one of ours") {
  for (const std::string kind : {"observation", "summary", "session", "model", "memory"}) {
    for (const std::string more : {"", "id: 202605261000\n", "title: A: b\n", "at: yesterday\n"}) {
      INFO(kind << " " << more);
      Fixture fixture;
      const std::string bytes = "---\nkind: " + kind + "\n" + more + "---\nThe floor is oak.\n";
      fixture.write("n/a.md", bytes);
      const auto report = fixture.sync();
      REQUIRE(report);
      for (const Diagnostic& one : report->diagnostics) CHECK(one.severity == Severity::kWarning);
      const auto found = fixture.search("floor");
      REQUIRE(found);
      REQUIRE(found->hits.size() == (more.rfind("title", 0) == 0 ? 2 : 1));  // a title is one too
      CHECK(found->hits[0].path == "n/a.md");
      CHECK(found->hits[0].snippet.find("oak") != std::string::npos);
      CHECK(fixture.read("n/a.md") == bytes);
    }
  }
}

TEST_CASE("heads: where quotes do not make the file whole it is left as it is, an error") {
  Fixture fixture;
  const std::string bytes =
      "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\nkind: summary\ntitle: A: b\n---\nThe floor is "
      "oak.\n";
  fixture.write("n/a.md", bytes);
  const auto report = fixture.sync();
  REQUIRE(report);
  REQUIRE(report->diagnostics.size() == 1);
  CHECK(report->diagnostics[0].severity == Severity::kError);
  CHECK(fixture.read("n/a.md") == bytes);
}

TEST_CASE("heads: text between two rules is found, though YAML could be read from it") {
  for (const char* text : {"\n# Workshop\n\nPlan: buy an anvil\n\n", "# The anvil\n",
                           "The anvil stands by the door. Note: oil it.\n"}) {
    INFO(text);
    Fixture fixture;
    fixture.write("n/a.md", "---\n" + std::string(text) + "---\n\nMore text here.\n");
    REQUIRE(fixture.sync());
    const auto found = fixture.search("anvil");
    REQUIRE(found);
    REQUIRE(found->hits.size() == 1);
    CHECK(found->hits[0].keyword > 0);
  }
}

TEST_CASE("heads: a log is added to a day whose file begins with a rule") {
  Fixture fixture;
  const std::string before = "---\n\nThe heron nests by the mill.\n";
  fixture.write("daily/2026-05-15.md", before);
  RememberOptions options;
  options.workspace.root = fixture.root();
  options.text = "The loom has eight shafts.";
  REQUIRE(log_text(fixture.environment(), options));
  const std::string after = fixture.read("daily/2026-05-15.md");
  CHECK(after.starts_with(before));
  CHECK(after.find(options.text) != std::string::npos);
}

TEST_CASE("heads: a link to a day, and what Obsidian writes as a date, say when a note is of") {
  Fixture fixture;
  const std::vector<std::pair<std::string, std::string>> heads = {
      {"date: [[2026-05-02]]\n", "a"},
      {"date: \"[[2026-05-02]]\"\n", "b"},
      {"date: \"[[daily/2026-05-02|that day]]\"\n", "c"},
      {"Date: 2026-05-02\n", "d"},
      {"created: 2026-05-02T10:30\n", "e"},
      {"created: 2026-05-02T10:30:00\n", "f"},
      {"date:\n  - 2026-05-02\n", "g"},
      {"title: A: b\ndate: [[2026-05-02]]\n", "h"},
      {"date: \"[that day](daily/2026-05-02.md)\"\n", "i"},
  };
  for (const auto& [head, name] : heads) {
    fixture.write("n/" + name + ".md",
                  "---\n" + head + "---\nThe ferry " + name + name + " ran.\n");
  }
  for (const auto& [head, name] : heads) {
    INFO(head);
    const auto report = fixture.search("ferry " + name + name);
    REQUIRE(report);
    REQUIRE_FALSE(report->hits.empty());
    CHECK(report->hits.front().path == "n/" + name + ".md");
    CHECK(format_date(date_of(report->hits.front().at)) == "2026-05-02");
  }
}

}  // namespace heads_test
