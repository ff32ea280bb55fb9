// MEMORY.md under a person's hands: something left open in it, copies of it, another name.
#include "base/text.hpp"
#include "tests/ops/fixture.hpp"

#include <algorithm>

namespace home_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

constexpr const char* kHome = "MEMORY.md";
constexpr const char* kPage = "why/MEMORY.md";

void set_up(Fixture& fixture) {
  write_twelve_facts(fixture);
  taken_in(fixture);
  REQUIRE(fixture.sync());
  const std::string bytes = fixture.read(kHome);
  REQUIRE(bytes.find("### Last 3 Days\n") < bytes.find("### This Month\n"));
  fixture.write(kHome, bytes + "\n## Mine\nMy own words.\n");
  REQUIRE(fixture.sync());
  REQUIRE(fixture.sync()->nothing_to_do);
}

void put_before(const Fixture& fixture, const std::string& place, const std::string& what) {
  const std::string bytes = fixture.read(kHome);
  REQUIRE(bytes.find(place) != std::string::npos);
  fixture.write(kHome, replace_all(bytes, place, what + place));
}

// The links of a page, without the numbers of sentences behind them.
std::vector<std::string> links_in(const std::string& page) {
  std::vector<std::string> links;
  for (const std::string_view line : split_lines(page)) {
    if (line.starts_with("- [")) links.emplace_back(line.substr(0, line.find(')') + 1));
  }
  return links;
}

bool names(const Diagnostics& problems, const std::string& where) {
  return std::any_of(problems.begin(), problems.end(),
                     [&](const Diagnostic& one) { return one.where.starts_with(where); });
}

std::size_t planned(Fixture& fixture) {
  SyncOptions options;
  options.dry_run = true;
  const auto plan = fixture.sync(options);
  REQUIRE(plan);
  const auto& steps = plan->steps;  // those beside the commit of what a test edited
  return static_cast<std::size_t>(std::count_if(
      steps.begin(), steps.end(), [](const SyncStep& step) { return step.what != "commit"; }));
}

constexpr const char* kWithoutSystem =
    "policy: calendar\nbase_models: [self, user]\nspan_days: 1\nstep: 3\n";

void write_fact_of_system(Fixture& fixture) {
  fixture.write("observations/debian.md",
                "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5X01\nkind: observation\nat: 2026-05-10T10:00:00Z\n"
                "model: system\nimportance: 7\n---\nThe server runs Debian 12.\n");
}

void check_settled(Fixture& fixture) {
  for (const bool without_cache : {false, true}) {
    if (without_cache) fixture.remove(".pyramid");
    const auto again = fixture.sync();
    REQUIRE(again);
    CHECK(again->nothing_to_do);
    CHECK(again->steps.empty());
  }
  const auto checked = fixture.check();
  REQUIRE(checked);
  for (const Diagnostic& one : checked->problems) CHECK(one.severity != Severity::kError);
}

std::vector<std::string> steps_of(const SyncReport& report) {
  std::vector<std::string> steps;
  for (const SyncStep& step : report.steps) {
    if (step.what != "commit") steps.push_back(step.what + " " + step.path);
  }
  std::sort(steps.begin(), steps.end());
  return steps;
}

SyncReport synced_as_told(Fixture& fixture) {
  SyncOptions options;
  options.dry_run = true;
  const auto plan = fixture.sync(options);
  REQUIRE(plan);
  const auto report = fixture.sync();
  REQUIRE(report);
  CHECK(steps_of(*plan) == steps_of(*report));
  return *report;
}

}  // namespace

TEST_CASE(
    "home: a fence left open in MEMORY.md is named, and nothing is written until it is closed") {
  for (const std::string& place : {std::string("### This Month\n"), std::string("\n## Notes\n")}) {
    for (const std::string& open : {std::string("```\n"), std::string("<!--\n")}) {
      INFO(open << " before " << place);
      Fixture fixture;
      set_up(fixture);
      const std::string whole = fixture.read(kHome);
      put_before(fixture, place, open);
      const std::string broken = fixture.read(kHome);
      for (const char* now :
           {"2026-05-15T09:00:00Z", "2026-05-20T09:00:00Z", "2026-05-25T09:00:00Z"}) {
        fixture.set_now(now);
        const auto report = fixture.sync();
        REQUIRE(report);
        CHECK(names(report->diagnostics, "MEMORY.md:"));
        CHECK(fixture.calls().text() == 0);
        CHECK(fixture.read(kHome) == broken);
        CHECK(planned(fixture) == 0);
        const auto checked = fixture.check();
        REQUIRE(checked);
        CHECK(names(checked->problems, "MEMORY.md:"));
      }
      fixture.write(kHome, whole);
      const auto mended = fixture.sync();
      REQUIRE(mended);
      CHECK(mended->diagnostics.empty());
      CHECK(mended->sections_written > 0);
      CHECK(fixture.read(kHome).find("## Mine\nMy own words.\n") != std::string::npos);
    }
  }
}

TEST_CASE("home: a fence left open behind the sections is the person's own business") {
  Fixture fixture;
  set_up(fixture);
  fixture.write(kHome, fixture.read(kHome) + "\n```\nopen\n### This Week\n");
  fixture.set_now("2026-05-20T09:00:00Z");
  const auto report = fixture.sync();
  REQUIRE(report);
  CHECK(report->diagnostics.empty());
  CHECK(report->sections_written > 0);
  CHECK(fixture.read(kHome).ends_with("\n```\nopen\n### This Week\n"));
}

TEST_CASE("home: a copy of MEMORY.md is a note, named, and costs nothing") {
  for (const std::string& name :
       {std::string("BACKUP.md"), std::string("memory/copy.md"), std::string("models/copy.md")}) {
    INFO(name);
    Fixture fixture;
    set_up(fixture);
    const std::string whole = fixture.read(kHome);
    fixture.write(name, whole);
    const auto report = fixture.sync();
    REQUIRE(report);
    CHECK(report->nothing_to_do);
    REQUIRE(report->diagnostics.size() == 1);
    CHECK(report->diagnostics[0].where == name);
    CHECK(planned(fixture) == 0);
    fixture.set_now("2026-05-20T09:00:00Z");
    CHECK(fixture.sync()->sections_written > 0);
    CHECK(fixture.sync()->nothing_to_do);
    CHECK(fixture.calls().text() == 0);
    const std::string home = fixture.read(kHome);
    const auto checked = fixture.check(true);
    REQUIRE(checked);
    CHECK(names(checked->problems, name));
    CHECK(checked->fixed.empty());
    CHECK(fixture.read(kHome) == home);
    CHECK(fixture.read(name) == whole);
  }
}

TEST_CASE("home: MEMORY.md under another name is a note, and MEMORY.md is made again whole") {
  for (const std::string& name : {std::string("HOME.md"), std::string("memory/home.md")}) {
    INFO(name);
    Fixture fixture;
    set_up(fixture);
    const std::string whole = fixture.read(kHome);
    fixture.write(name, whole);
    fixture.remove(kHome);
    CHECK(planned(fixture) == 3);
    const auto report = fixture.sync();
    REQUIRE(report);
    CHECK(report->sections_written == 3);
    CHECK(names(report->diagnostics, name));
    CHECK(fixture.read(name) == whole);
    const std::string again = fixture.read(kHome);
    CHECK(again.substr(0, again.find("## Notes")) == whole.substr(0, whole.find("## Notes")));
    CHECK(fixture.sync()->nothing_to_do);
  }
}

TEST_CASE(
    "home: links to sources that a person took out or turned are made right again, at no call") {
  Fixture fixture;
  set_up(fixture);
  const std::string whole = fixture.read(kHome), page = fixture.read(kPage);
  const std::size_t why = whole.find("[why](");
  REQUIRE(why != std::string::npos);
  std::string without = whole;
  without.erase(why, whole.find('\n', why) + 1 - why);
  const std::size_t target = page.find("](", page.find("\n- [")) + 2;
  const std::string first = page.substr(target, page.find(')', target) - target);
  const std::string second = "../" + files_below(fixture, "observations/").front();
  REQUIRE(first != second);
  const auto turned = [&](const std::string& to) {
    return replace_all(page, "(" + first + ")", "(" + to + ")");
  };
  for (const auto& [home, list] :
       {std::pair(without, page), std::pair(whole, turned(second)),
        std::pair(whole, turned("observations/none.md")), std::pair(whole, std::string("Mine."))}) {
    INFO(home << "\n" << list);
    fixture.write(kHome, home);
    fixture.write(kPage, list);
    CHECK(planned(fixture) > 0);
    const auto report = fixture.sync();
    REQUIRE(report);
    CHECK(report->sections_written > 0);
    // A page that is lost takes the record of what the texts were made from with it.
    if (list != "Mine.") CHECK(fixture.calls().text() == 0);
    const std::string again = fixture.read(kHome);
    CHECK(replace_all(again, "\n\n\n", "\n\n") == replace_all(whole, "\n\n\n", "\n\n"));
    CHECK(links_in(fixture.read(kPage)) == links_in(page));
    CHECK(fixture.sync()->nothing_to_do);
    CHECK(fixture.check()->problems.empty());
    fixture.write(kHome, whole);
    fixture.write(kPage, page);
    REQUIRE(fixture.sync());
  }
}

TEST_CASE("home: what is a base model no more leaves MEMORY.md, but for what a person wrote") {
  Fixture fixture("calendar");
  write_fact_of_system(fixture);
  REQUIRE(fixture.sync());
  const bool edited = GENERATE(false, true);
  INFO("edited " << edited);
  if (edited) put_before(fixture, "- The server runs Debian 12.", "- It is called Pippin.\n");
  fixture.write("pyramid.yaml", kWithoutSystem);
  synced_as_told(fixture);
  CHECK(fixture.read("models/system.md").find("Debian 12") != std::string::npos);
  const std::string home = fixture.read(kHome);
  CHECK(home.find("Debian") == std::string::npos);
  CHECK((home.find("- It is called Pippin.") != std::string::npos) == edited);
  CHECK((home.find("## System") != std::string::npos) == edited);
  check_settled(fixture);
}

TEST_CASE("home: of what has become a base model no generated text stays in models/") {
  Fixture fixture("calendar");
  const std::string settings = fixture.read("pyramid.yaml");
  write_fact_of_system(fixture);
  fixture.write("pyramid.yaml", kWithoutSystem);
  REQUIRE(fixture.sync());
  const std::string path = "models/system.md";
  const bool edited = GENERATE(false, true);
  INFO("edited " << edited);
  if (edited) fixture.write(path, fixture.read(path) + "It is called Pippin.\n");
  fixture.write("pyramid.yaml", settings);
  synced_as_told(fixture);
  CHECK(fixture.read(kHome).find("Debian 12") != std::string::npos);
  CHECK((fixture.read(kHome).find("](models/system.md)") != std::string::npos) == edited);
  if (edited) {
    CHECK(fixture.read(path).find("It is called Pippin.") != std::string::npos);
    CHECK(fixture.read(path).find("Debian") == std::string::npos);
  }
  CHECK(files_below(fixture, path).empty() == !edited);
  check_settled(fixture);
  fixture.remove("observations/debian.md");
  REQUIRE(fixture.sync());
  CHECK(fixture.read(kHome).find("Debian") == std::string::npos);
}

TEST_CASE("home: of many models the index names those with the most facts, and links to all") {
  Fixture fixture;
  const auto file_of = [](int number) { return "models/m" + std::to_string(number) + ".md"; };
  for (int number = 10; number < 55; ++number) {
    fixture.write(file_of(number), "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5X" + std::to_string(number) +
                                       "\nkind: model\ntype: person\n---\n# M" +
                                       std::to_string(number) + "\n");
  }
  fixture.write("observations/m54.md",
                "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5Z54\nkind: observation\n"
                "at: 2026-05-10T10:00:00Z\nmodel: m54\n---\nM54 plays chess.\n");
  REQUIRE(fixture.sync());
  const std::string named = fixture.read(kHome), all = fixture.read("why/models.md");
  const auto links = [](const std::string& text) {
    std::size_t count = 0;
    for (const std::string_view line : split_lines(text)) count += line.starts_with("- [M") ? 1 : 0;
    return count;
  };
  CHECK(links(named) == 40);
  CHECK(links(all) == 45);
  CHECK(named.find("- [M54](models/m54.md) (person)") != std::string::npos);
  CHECK(named.find("[M48]") != std::string::npos);
  CHECK(named.find("[M49]") == std::string::npos);  // as many facts as others, by name behind them
  CHECK(named.find("- [All 45 models](why/models.md)\n") != std::string::npos);
  CHECK(all.find("- [M49](../models/m49.md) (person)\n") != std::string::npos);
  check_settled(fixture);
  fixture.write("why/models.md", "---\nkind: why\n---\nLost.\n");
  REQUIRE(fixture.sync());
  CHECK(fixture.read("why/models.md") == all);
  for (int number = 10; number < 15; ++number) fixture.remove(file_of(number));
  REQUIRE(fixture.sync());
  CHECK(links(fixture.read(kHome)) == 40);
  CHECK(fixture.read(kHome).find("[All ") == std::string::npos);
  CHECK(fixture.tree().count("why/models.md") == 0);
  check_settled(fixture);
}

TEST_CASE("home: the assistant's summaries go with it when it is called self") {
  Fixture fixture;
  for (int i = 10; i < 22; ++i) {
    const std::string number = std::to_string(i);
    fixture.write("observations/a" + number + ".md",
                  "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5X" + number +
                      "\nkind: observation\nat: 2026-04-" + number +
                      "T10:00:00Z\nmodel: assistant\n---\nAssistant will check pump " + number +
                      " on Friday.\n");
  }
  REQUIRE(fixture.sync());
  const std::string was = file_below(fixture, "summaries/assistant/tier-0/");
  fixture.write(
      was, replace_all(fixture.read(was), "\n\n## Sources", " The pumps are old.\n\n## Sources"));
  fixture.write("pyramid.yaml", "base_models: [self, user]\n");
  const SyncReport report = synced_as_told(fixture);
  CHECK(report.summaries_removed == 0);
  CHECK(files_below(fixture, "summaries/assistant/").empty());
  CHECK(files_below(fixture, "models/").empty());
  const std::string now = file_below(fixture, "summaries/self/tier-0/");
  CHECK(now == replace_all(was, "/assistant/", "/self/"));
  CHECK(fixture.read(now).find("\nmodel: self\n") != std::string::npos);
  CHECK(fixture.read(now).find("The pumps are old.") != std::string::npos);
  CHECK(fixture.read(kPage).find(now) != std::string::npos);
  check_settled(fixture);
}

}  // namespace home_test
