// The pages in why/ beside the homes whose sections they trace.
#include "format/why_page.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "format/sections.hpp"
#include "tests/ops/fixture.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace why_page_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

constexpr const char* kHome = "MEMORY.md";
constexpr const char* kPage = "why/MEMORY.md";

void set_up(Fixture& fixture) {
  write_twelve_facts(fixture);
  taken_in(fixture);
  REQUIRE(fixture.sync());
  REQUIRE(fixture.sync()->nothing_to_do);
  REQUIRE_FALSE(fixture.read(kPage).empty());
}

enum class Form {
  kFromLines,  // records in the head, a line of links below each section
  kLinks,      // records in the head, a link below each section
};

// A home as earlier versions wrote it.
std::string as_before(const Fixture& fixture, const std::string& home, Form form) {
  std::string out = fixture.read(home);
  const auto document = format::parse_home(
      out, home,
      [&](const std::string& page) -> Result<std::string> { return fixture.read(page); });
  REQUIRE(document);
  std::string records = "sections:\n";
  for (const format::SectionRecord& record : format::records_of(*document, home)) {
    records += "  - " + format::to_line(record) + "\n";
  }
  const std::string comment(document->frontmatter.comment("description"));
  if (!comment.empty()) out = replace_all(out, " # " + comment + "\n", "\n");
  for (const format::FoundSection& section : format::find_sections(*document, home)) {
    if (section.tag.empty()) continue;
    std::string links;
    for (const format::Edge& edge : section.from) {
      links += (links.empty() ? "From " : ", ") +
               format::link(edge.link.text, path::relative(path::directory(home), edge.path));
    }
    const std::string why =
        format::link("why", path::relative(path::directory(home), section.page), section.tag);
    REQUIRE(out.find(why) != std::string::npos);
    if (form == Form::kFromLines || links.empty()) out = replace_all(out, why, links);
  }
  return out.insert(out.find("\n---\n") + 1, records);
}

// A page as it was when the heads had the records.
std::string without_records(const std::string& page) {
  std::string out;
  bool is_record = false;
  for (const std::string_view line : split_lines(page)) {
    out.append(is_record ? line.substr(0, line.find(' ')) : line).append("\n");
    is_record = line.starts_with("## ");
  }
  return out;
}

std::size_t commits(const Fixture& fixture) {
  return split_lines(run_git(fixture.root(), {"log", "--format=%h"}).out).size();
}

}  // namespace

TEST_CASE("why pages: an older memory is moved over by the next sync, in one commit, at no call") {
  for (const Form form : {Form::kFromLines, Form::kLinks}) {
    Fixture fixture;
    set_up(fixture);
    const std::string home = fixture.read(kHome), page = fixture.read(kPage);
    fixture.write(kHome, as_before(fixture, kHome, form));
    REQUIRE(fixture.read(kHome) != home);
    if (form == Form::kFromLines) {
      fixture.remove("why");
    } else {
      fixture.write(kPage, without_records(page));
    }
    run_git(fixture.root(), {"add", "-A"});
    run_git(fixture.root(), {"commit", "-qm", "as it was"});
    const std::size_t before = commits(fixture);
    const auto report = fixture.sync();
    REQUIRE(report);
    CHECK(fixture.calls().text() == 0);
    CHECK(fixture.read(kHome) == home);
    CHECK(fixture.read(kPage).find("](../") != std::string::npos);
    if (form == Form::kLinks) CHECK(fixture.read(kPage) == page);
    CHECK(commits(fixture) == before + 1);
    CHECK(fixture.sync()->nothing_to_do);
    CHECK(fixture.check()->problems.empty());
  }
}

TEST_CASE("why pages: a deleted folder is made again, and no section counts as edited") {
  Fixture fixture;
  set_up(fixture);
  const std::string home = fixture.read(kHome), page = fixture.read(kPage);
  fixture.remove("why");
  const auto repaired = fixture.sync();
  REQUIRE(repaired);
  REQUIRE(repaired->diagnostics.size() == 1);
  CHECK(to_string(repaired->diagnostics[0]).find("had no record of ") != std::string::npos);
  CHECK(fixture.sync()->diagnostics.empty());
  CHECK(fixture.read(kHome) == home);
  CHECK(fixture.read(kPage) == page);
  CHECK(fixture.sync()->nothing_to_do);
  CHECK(fixture.check()->problems.empty());
}

TEST_CASE("why pages: with the folder neither a line put in is lost nor one taken out comes back") {
  for (const bool settled : {true, false}) {
    INFO(settled);
    Fixture fixture;
    set_up(fixture);
    const std::string before = fixture.read(kPage);
    std::string home = fixture.read(kHome);
    const std::size_t line = home.rfind('\n', home.find("Biscuit")) + 1;
    home.replace(line, home.find('\n', line) - line, "- Mia sings in a choir.");
    fixture.write(kHome, home);
    REQUIRE(fixture.sync());
    const auto reword = [&](const std::string& from, const std::string& to) {
      for (const auto& [path, bytes] : fixture.tree()) {
        if (!path.starts_with("observations/") || bytes.find(from) == std::string::npos) continue;
        fixture.write(path, replace_all(bytes, from, to));
      }
    };
    // Written anew, the words are in front and what was struck out is on record in the head.
    if (settled) reword("half marathon in 1:52", "half marathon in 1:51");
    REQUIRE(fixture.sync());
    CHECK((fixture.read(kHome).find("\nstruck:\n") != std::string::npos) == settled);
    const std::string kept = fixture.read(kHome);
    for (const bool older : {false, true}) {
      INFO(older);
      older ? fixture.write(kPage, before) : fixture.remove("why");
      const auto report = fixture.sync();
      REQUIRE(report);
      const bool told =
          std::any_of(report->steps.begin(), report->steps.end(), [](const SyncStep& step) {
            return step.reason.find("nothing says what it was made from") != std::string::npos;
          });
      CHECK(told);
      const std::string now = fixture.read(kHome);
      INFO(now);
      CHECK(now.find("- Mia sings in a choir.") == now.rfind("- Mia sings in a choir."));
      CHECK(now.find("- Mia sings in a choir.") != std::string::npos);
      CHECK(now.find("Biscuit") == std::string::npos);
      if (settled) CHECK(now == kept);
      CHECK(fixture.sync()->nothing_to_do);
      CHECK(fixture.check()->problems.empty());
    }
  }
}

TEST_CASE(
    "why pages: of a line that is corrected while its record is lost the old words stay away") {
  for (const char* how : {"deleted", "of another state", "in conflict"}) {
    INFO(how);
    Fixture fixture;
    set_up(fixture);
    const std::string page = fixture.read(kPage);
    fixture.write(kHome, replace_all(fixture.read(kHome), "half marathon in 1:52", "10k in 0:49"));
    if (how == std::string("deleted")) {
      fixture.remove("why");
    } else if (how == std::string("in conflict")) {
      const std::string theirs = replace_all(page, " builtin:", " other:");
      fixture.write(kPage, "<<<<<<< ours\n" + page + "=======\n" + theirs + ">>>>>>> theirs\n");
    } else {
      std::string other = page;
      for (const std::string_view line : split_lines(page)) {
        if (line.starts_with("## ")) other = replace_all(other, std::string(line), "## 0a1b2c");
      }
      fixture.write(kPage, other);
    }
    const auto report = fixture.sync();
    REQUIRE(report);
    CHECK(report->diagnostics.size() + report->merged.size() > 0);  // it is said
    const std::string now = fixture.read(kHome);
    INFO(now);
    CHECK(now.find("10k in 0:49") != std::string::npos);
    CHECK(now.find("10k in 0:49") == now.rfind("10k in 0:49"));
    CHECK(now.find("1:52") == std::string::npos);
    const auto found = fixture.search("10k in 0:49");
    REQUIRE(found);
    REQUIRE_FALSE(found->hits.empty());
    CHECK(found->hits.front().path == kHome);
    CHECK(fixture.sync()->nothing_to_do);
    CHECK(fixture.check()->problems.empty());
  }
}

TEST_CASE("why pages: conflict markers and places of other states go with the next sync") {
  Fixture fixture;
  set_up(fixture);
  const std::string home = fixture.read(kHome), page = fixture.read(kPage);
  const std::string place = "\n## 0a1b2c\nuser/this-week\n\n- [x](../observations/none.md)\n";
  for (const std::string& broken :
       {page + place,
        replace_all(page, "\n## ", "\n<<<<<<< ours\n=======\n>>>>>>> theirs\n\n## ")}) {
    fixture.write(kPage, broken);
    REQUIRE(fixture.sync());
    CHECK(fixture.read(kHome) == home);
    CHECK(fixture.read(kPage).find("0a1b2c") == std::string::npos);
    CHECK(fixture.read(kPage).find("<<<<") == std::string::npos);
    CHECK(fixture.read(kPage).find("](../") != std::string::npos);
    CHECK(fixture.sync()->nothing_to_do);
  }
}

TEST_CASE("why pages: check holds the records against the texts that they are of") {
  Fixture fixture;
  set_up(fixture);
  REQUIRE(fixture.check()->problems.empty());
  const std::string page = fixture.read(kPage);
  const std::size_t place = page.find("\n## ") + 1, line = page.find('\n', place) + 1;
  const std::string tag = page.substr(place + 3, 6);
  const std::string name = page.substr(line, page.find(' ', line) - line);
  const auto told = [&](const std::string& bytes) {
    fixture.write(kPage, bytes);
    std::string all;
    const auto checked = fixture.check();
    for (const Diagnostic& one : checked->problems) all += one.where + " " + one.what + "\n";
    return all;
  };
  const std::string missing = "why/MEMORY.md does not say what `" + name + "` was made from";
  for (const std::string& broken :
       {replace_all(page, "## " + tag, "## 0a1b2c"), replace_all(page, name + " ", name + " x")}) {
    const std::string problems = told(broken);
    INFO(problems);
    CHECK(problems.find(missing) != std::string::npos);
    CHECK(problems.find("why/MEMORY.md has no record of `" + name) != std::string::npos);
  }
  const std::size_t source = page.find("\n- [") + 1, behind = page.find('\n', source) + 1;
  CHECK(told(page.substr(0, source) + page.substr(behind))
            .find("why/MEMORY.md does not list the sources of `") != std::string::npos);
  CHECK(told(page.substr(0, behind - 1) + " (sentence 77)" + page.substr(behind - 1))
            .find("why/MEMORY.md names sentence 77 of `") != std::string::npos);
  const std::string nameless = page + "\n## 0a1b2c\n";
  CHECK(told(nameless).find("has no record of what stands under `0a1b2c` that can be read") !=
        std::string::npos);
  const std::string twice =
      page + "\n" +
      replace_all(page.substr(place, page.find("\n\n", place) - place), tag, "0a1b2c");
  CHECK(told(twice).find("why/MEMORY.md tells of `" + name +
                         "` as it does not stand in MEMORY.md") != std::string::npos);
  REQUIRE(fixture.sync());
  CHECK(fixture.read(kPage) == page);
  CHECK(fixture.check()->problems.empty());
}

TEST_CASE("why pages: one whose home is gone goes, and a person's own file there stays") {
  Fixture fixture;
  set_up(fixture);
  fixture.write("why/models/nobody.md", "---\nkind: why\n---\n# Why\n\n## 0a1b2c\nearlier\n");
  fixture.write("why/mine.md", "# Why I moved\nThe sea.\n");
  REQUIRE(fixture.sync());
  CHECK(fixture.tree().count("why/models/nobody.md") == 0);
  CHECK(fixture.read("why/mine.md") == "# Why I moved\nThe sea.\n");
  REQUIRE(fixture.search("sea"));
  CHECK(fixture.search("sea")->hits.front().path == "why/mine.md");
  CHECK(fixture.sync()->nothing_to_do);
}

TEST_CASE("why pages: no search finds one") {
  Fixture fixture;
  set_up(fixture);
  const auto found = fixture.search("section made from sentences rest numbers");
  REQUIRE(found);
  for (const auto& hit : found->hits) CHECK_FALSE(hit.path.starts_with("why/"));
}

}  // namespace why_page_test
