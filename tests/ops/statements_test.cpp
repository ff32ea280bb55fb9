// What a person changed or struck out, once the texts around it are written again or their sources
// are gone: their words stay, and nothing but them.
#include "base/text.hpp"
#include "tests/ops/fixture.hpp"

#include <algorithm>

namespace statements_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

constexpr const char* kHome = "MEMORY.md";

const std::vector<std::string>& facts() {
  static const std::vector<std::string> kFacts = {"User moved to Austin.",
                                                  "User works at Harbour Analytics.",
                                                  "User is allergic to peanuts.",
                                                  "User bought a red bicycle.",
                                                  "User plays the cello on Sundays.",
                                                  "User has a daughter named Mia.",
                                                  "User prefers tea over coffee.",
                                                  "User ran a half marathon.",
                                                  "User is learning Portuguese.",
                                                  "User owns a 1998 Volvo.",
                                                  "User planted tomatoes.",
                                                  "User visited Lisbon.",
                                                  "User reads science fiction."};
  return kFacts;
}

std::string path_of(std::size_t fact) {
  return "observations/2026/05/" + std::to_string(fact) + ".md";
}

// One fact a day from the first of May on; the ten oldest have a summary.
void set_up(Fixture& fixture) {
  fixture.set_now("2026-05-14T09:00:00Z");
  for (std::size_t i = 0; i < facts().size(); ++i) {
    const std::string number = std::to_string(i + 10);
    fixture.write(path_of(i), "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5X" + number +
                                  "\nkind: observation\nat: 2026-05-" + (i < 9 ? "0" : "") +
                                  std::to_string(i + 1) +
                                  "T10:00:00Z\nmodel: user\nsource: test\n---\n" + facts()[i] +
                                  "\n");
  }
  REQUIRE(fixture.sync());
  REQUIRE(fixture.sync()->nothing_to_do);
}

std::string the_summary(const Fixture& fixture) {
  const std::vector<std::string> found = files_below(fixture, "summaries/");
  REQUIRE(found.size() == 1);
  return found[0];
}

void replace(const Fixture& fixture, const std::string& path, const std::string& from,
             const std::string& to) {
  const std::string bytes = fixture.read(path);
  INFO(path << " must hold " << from << "\n" << bytes);
  REQUIRE(bytes.find(from) != std::string::npos);
  fixture.write(path, replace_all(bytes, from, to));
}

// Whether it says so above its list of sources.
bool says(const Fixture& fixture, const std::string& path, const std::string& words) {
  const std::string bytes = fixture.read(path);
  return bytes.substr(0, bytes.find("\n- [")).find(words) != std::string::npos;
}

std::size_t times(const std::string& bytes, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = bytes.find(part); at != bytes.npos; at = bytes.find(part, at + 1)) ++count;
  return count;
}

// A sync that writes and calls what a dry run said, behind which another has nothing to do.
SyncReport synced(Fixture& fixture) {
  SyncOptions dry;
  dry.dry_run = true;
  const auto plan = fixture.sync(dry);
  REQUIRE(plan);
  const auto report = fixture.sync();
  REQUIRE(report);
  for (const Diagnostic& problem : report->diagnostics) FAIL_CHECK(to_string(problem));
  CHECK(plan->sections_written == report->sections_written);
  CHECK(plan->summaries_written == report->summaries_written);
  CHECK(plan->summaries_removed == report->summaries_removed);
  CHECK(plan->engine.calls == report->engine.calls);
  CHECK(fixture.sync()->nothing_to_do);
  return *report;
}

}  // namespace

TEST_CASE("statements: a sentence struck from a summary stays out of every text above it") {
  Fixture fixture;
  set_up(fixture);
  const std::string path = the_summary(fixture);
  replace(fixture, path, " The user is learning Portuguese.", "");
  synced(fixture);
  CHECK_FALSE(says(fixture, kHome, "Portuguese"));
  replace(fixture, path_of(7), "half marathon", "full marathon");
  CHECK(synced(fixture).summaries_written == 1);
  CHECK(says(fixture, path, "full marathon"));
  CHECK_FALSE(says(fixture, path, "Portuguese"));
  CHECK(says(fixture, kHome, "full marathon"));
  CHECK_FALSE(says(fixture, kHome, "Portuguese"));
  SyncOptions refresh;
  refresh.refresh_outdated = "";
  REQUIRE(fixture.sync(refresh));
  CHECK_FALSE(says(fixture, kHome, "Portuguese"));
  fixture.set_now("2026-06-20T09:00:00Z");
  synced(fixture);
  CHECK_FALSE(says(fixture, kHome, "Portuguese"));
}

TEST_CASE("statements: a corrected sentence stands alone when its own source is reworded") {
  Fixture fixture;
  set_up(fixture);
  const std::string path = the_summary(fixture);
  replace(fixture, path, "1998 Volvo", "1999 Volvo");
  synced(fixture);
  replace(fixture, path_of(9), "1998", "1997");
  synced(fixture);
  for (const std::string& text : {path, std::string(kHome)}) {
    INFO(text << "\n" << fixture.read(text));
    CHECK(says(fixture, text, "1999 Volvo"));
    CHECK_FALSE(says(fixture, text, "1997"));
  }
  // Until the person's sentence goes.
  replace(fixture, path, "The user owns a 1999 Volvo.", "");
  replace(fixture, path_of(9), "1997", "1996");
  synced(fixture);
  CHECK(says(fixture, path, "1996"));
}

TEST_CASE("statements: a corrected sentence stands alone when its source is put in other words") {
  Fixture fixture;
  set_up(fixture);
  const std::string path = the_summary(fixture);
  replace(fixture, path, "1998 Volvo", "1999 Volvo");
  synced(fixture);
  const auto alone = [&](const std::string& other) {
    for (const std::string& text : {path, std::string(kHome)}) {
      INFO(text << "\n" << fixture.read(text));
      CHECK(says(fixture, text, "1999 Volvo"));
      CHECK(says(fixture, text, "Harbour Analytics"));
      CHECK_FALSE(says(fixture, text, other));
    }
  };
  replace(fixture, path_of(9), "User owns a 1998 Volvo.", "User drives an old Swedish estate.");
  CHECK(synced(fixture).summaries_written == 1);
  alone("Swedish");
  CHECK(fixture.read(path).find(".md) (sentence 1)") != std::string::npos);
  replace(fixture, path_of(9), "User drives an old Swedish estate.", "User's car rusts.");
  synced(fixture);
  alone("rusts");
  // Where a section reads past the summary.
  fixture.set_now("2026-06-04T09:00:00Z");
  synced(fixture);
  alone("rusts");
  // Until the person's sentence goes.
  replace(fixture, path, "The user owns a 1999 Volvo.", "");
  replace(fixture, path_of(9), "rusts", "squeaks");
  synced(fixture);
  CHECK(says(fixture, path, "squeaks"));
}

TEST_CASE("statements: a sentence put in beside others speaks for no source of theirs") {
  Fixture fixture;
  set_up(fixture);
  const std::string path = the_summary(fixture);
  replace(fixture, path, "The user owns a 1998 Volvo.",
          "The user owns a 1998 Volvo. The roof leaks.");
  synced(fixture);
  replace(fixture, path_of(9), "User owns a 1998 Volvo.", "User drives an old Swedish estate.");
  synced(fixture);
  CHECK(says(fixture, path, "The roof leaks."));
  CHECK(says(fixture, path, "Swedish"));
}

TEST_CASE("statements: a corrected line of a section stands alone when its source is reworded") {
  Fixture fixture;
  set_up(fixture);
  replace(fixture, kHome, "planted tomatoes", "planted 12 tomatoes");
  synced(fixture);
  replace(fixture, path_of(10), "planted tomatoes", "planted 15 tomatoes");
  synced(fixture);
  CHECK(says(fixture, kHome, "planted 12 tomatoes"));
  CHECK_FALSE(says(fixture, kHome, "planted 15 tomatoes"));
  // Also once time has taken the fact to an older section.
  fixture.set_now("2026-05-18T09:00:00Z");
  synced(fixture);
  CHECK(says(fixture, kHome, "planted 12 tomatoes"));
  CHECK_FALSE(says(fixture, kHome, "planted 15 tomatoes"));
}

TEST_CASE("statements: a struck sentence stays out though the one before it goes too") {
  Fixture fixture;
  set_up(fixture);
  const std::string path = the_summary(fixture);
  replace(fixture, path, " The user is learning Portuguese.", "");
  const std::string text = fixture.read(path);
  const std::size_t volvo = text.find("owns a 1998 Volvo");
  REQUIRE(volvo != std::string::npos);
  const std::size_t begin = text.rfind("The user", volvo);
  const std::size_t end = text.find('.', volvo) + 1;
  fixture.write(path, std::string(text).erase(begin, end - begin));
  synced(fixture);
  for (const std::size_t fact : {0U, 4U, 7U}) {
    replace(fixture, path_of(fact), "User ", "User really ");
    synced(fixture);
    CHECK_FALSE(says(fixture, path, "Portuguese"));
    CHECK_FALSE(says(fixture, path, "Volvo"));
  }
}

TEST_CASE("statements: of an edited summary whose sources go, the person's sentence alone stays") {
  Fixture fixture;
  set_up(fixture);
  std::string path = the_summary(fixture);
  replace(fixture, path, "a red bicycle", "a blue bicycle");
  synced(fixture);
  SECTION("all are deleted") {
    for (std::size_t i = 0; i < 10; ++i) fixture.remove(path_of(i));
  }
  SECTION("nine of ten are deleted") {
    for (std::size_t i = 0; i < 9; ++i) fixture.remove(path_of(i));
  }
  SECTION("all are superseded") {
    for (std::size_t i = 0; i < 10; ++i) {
      replace(fixture, path_of(i), "kind: observation\n",
              "kind: observation\nstatus: superseded\n");
    }
  }
  synced(fixture);
  path = the_summary(fixture);  // not named after what was deleted any more
  const std::string statement = fixture.read(path);
  INFO(statement);
  CHECK(says(fixture, path, "count: 0\n"));
  CHECK_FALSE(says(fixture, path, "## Sources"));
  CHECK(says(fixture, path, "a blue bicycle"));
  CHECK(says(fixture, kHome, "blue bicycle"));
  for (const char* gone : {"Harbour", "peanuts", "cello", "Mia", "tea", "marathon", "Portuguese"}) {
    CHECK_FALSE(says(fixture, path, gone));
    CHECK_FALSE(says(fixture, kHome, gone));
  }
  CHECK(times(fixture.read(kHome), "Volvo") <= 1);
  WhyOptions options;
  options.workspace.root = fixture.root();
  options.what = path;
  const auto why = pyramid::why(fixture.environment(), options);
  REQUIRE(why);
  CHECK(why->node.state == WhyState::kClean);
  REQUIRE(why->node.made);
  CHECK(why->node.made->inputs_now == why->node.made->inputs_recorded);
}

TEST_CASE("statements: a summary from which sentences were only struck goes with its sources") {
  Fixture fixture;
  set_up(fixture);
  const std::string path = the_summary(fixture);
  replace(fixture, path, " The user is learning Portuguese.", "");
  synced(fixture);
  for (std::size_t i = 0; i < 10; ++i) fixture.remove(path_of(i));
  CHECK(synced(fixture).summaries_removed == 1);
  CHECK(files_below(fixture, "summaries/").empty());
  CHECK_FALSE(std::filesystem::exists(fixture.path("summaries/user/tier-0")));
  CHECK_FALSE(says(fixture, kHome, "cello"));
}

TEST_CASE("statements: an indented line of a person's is told once") {
  for (const char* mine : {"  - it leaks oil", "  it leaks oil", "    it leaks oil",
                           "- it leaks oil", "it leaks oil"}) {
    INFO(mine);
    Fixture fixture;
    set_up(fixture);
    const std::string bullet = "- The user owns a 1998 Volvo.\n";
    replace(fixture, kHome, bullet, bullet + mine + "\n");
    synced(fixture);
    for (const char* now :
         {"2026-05-15T09:00:00Z", "2026-05-17T09:00:00Z", "2026-06-17T09:00:00Z"}) {
      fixture.set_now(now);
      synced(fixture);
      CHECK(times(fixture.read(kHome), "it leaks oil") == 1);
      CHECK(times(fixture.read(kHome), std::string(mine) + "\n") == 1);
    }
  }
}

namespace {

constexpr const char* kMemory = "MEMORY.md";

// Nine facts of the user's from January to May, of which each three have a summary and these one.
void set_up_tiers(Fixture& fixture) {
  const std::vector<std::pair<const char*, const char*>> facts = {
      {"2026-01-05", "User's sister Ana is a vet."},
      {"2026-01-06", "User bought a red bicycle for 300 euros."},
      {"2026-01-07", "User moved to Lisbon on 7 January 2026."},
      {"2026-03-01", "User started a pottery course."},
      {"2026-03-02", "User sold the old car for 900 euros."},
      {"2026-03-03", "User painted the kitchen green."},
      {"2026-05-12", "User joined a choir."},
      {"2026-05-13", "User visited the lighthouse in Cascais."},
      {"2026-05-14", "User planted tomatoes on the balcony."}};
  fixture.write("pyramid.yaml", "step: 3\n");
  for (std::size_t i = 0; i < facts.size(); ++i) {
    const std::string tail = "T5XB" + std::to_string(i + 1);
    const auto& [day, text] = facts[i];
    fixture.write("observations/" + tail + ".md",
                  "---\nid: 01JV2MF0S8Q4WZ3H6K9R7" + tail + "\nkind: observation\nat: " + day +
                      "T10:00:00Z\nmodel: user\nsource: test\n---\n" + text + "\n");
  }
  synced(fixture);
}

std::string tier_one(const Fixture& fixture) {
  const std::vector<std::string> found = files_below(fixture, "summaries/user/tier-1/");
  REQUIRE(found.size() == 1);
  return found[0];
}

// The lines of MEMORY.md from a heading of the user's to the next heading.
std::string section_of_user(const Fixture& fixture, const std::string& name) {
  const std::string bytes = fixture.read(kMemory);
  const std::size_t begin = bytes.find("### " + name + "\n", bytes.find("\n## User\n"));
  if (begin == std::string::npos) return {};
  return bytes.substr(begin, bytes.find("\n#", begin + 1) - begin);
}

// Replaces the sentence of a text that has this word.
void replace_sentence(const Fixture& fixture, const std::string& path, const std::string& word,
                      const std::string& by) {
  const std::string bytes = fixture.read(path);
  const std::size_t at = bytes.find(word, bytes.find("\n---\n"));
  INFO(bytes);
  REQUIRE(at < bytes.find("## Sources"));
  const std::size_t line = bytes.rfind('\n', at) + 1;
  const std::size_t stop = bytes.rfind(". ", at);
  const std::size_t begin = stop == std::string::npos ? line : std::max(line, stop + 2);
  const std::size_t end = bytes.find('.', at) + 1;
  fixture.write(path, std::string(bytes).replace(begin, end - begin, by));
}

}  // namespace

TEST_CASE("statements: an edited summary of summaries leaves its facts in their sections") {
  Fixture fixture;
  set_up_tiers(fixture);
  const std::string this_year = section_of_user(fixture, "This Year");
  CHECK(this_year.find("bicycle") != std::string::npos);
  CHECK(section_of_user(fixture, "This Quarter").find("green") != std::string::npos);
  replace_sentence(fixture, tier_one(fixture), "green", "The kitchen stayed white.");
  synced(fixture);
  INFO(fixture.read(kMemory));
  CHECK(section_of_user(fixture, "This Year") == this_year);
  const std::string quarter = section_of_user(fixture, "This Quarter");
  CHECK(quarter.find("pottery") != std::string::npos);
  CHECK(quarter.find("green") == std::string::npos);
  const std::string now = section_of_user(fixture, "Last 3 Days");
  CHECK(now.find("The kitchen stayed white.") != std::string::npos);
  CHECK(now.find("tomatoes") != std::string::npos);
  CHECK(now.find("bicycle") == std::string::npos);
  CHECK(times(fixture.read(kMemory), "The kitchen stayed white.") == 1);
}

TEST_CASE("statements: what was struck out of an edited summary stays out below it for good") {
  Fixture fixture;
  set_up_tiers(fixture);
  const std::string path = tier_one(fixture);
  replace_sentence(fixture, path, "green", "");
  synced(fixture);
  CHECK_FALSE(says(fixture, kMemory, "green"));
  // Another fact of the same section: one chain, one section, and what was struck out stays out.
  replace(fixture, "observations/T5XB5.md", "900", "950");
  const SyncReport report = synced(fixture);
  CHECK(report.summaries_written == 2);
  CHECK(report.sections_written == 1);
  CHECK(section_of_user(fixture, "This Quarter").find("950") != std::string::npos);
  CHECK_FALSE(says(fixture, kMemory, "green"));
  // With the edit taken back the fact comes back.
  fixture.remove(path);
  synced(fixture);
  CHECK(section_of_user(fixture, "This Quarter").find("green") != std::string::npos);
}

TEST_CASE("statements: a source that two summaries list is told by a dry run as by the sync") {
  Fixture fixture;
  set_up_tiers(fixture);
  const std::vector<std::string> all = files_below(fixture, "summaries/user/tier-0/");
  REQUIRE(all.size() > 1);
  const std::string bytes = fixture.read(all[0]);
  const std::size_t line = bytes.find("- [", bytes.find("## Sources"));
  const std::string link = bytes.substr(line, bytes.find('\n', line) + 1 - line);
  replace(fixture, all[1], "## Sources\n", "## Sources\n" + link);
  const auto told = [&](bool dry_run) {
    SyncOptions options;
    options.dry_run = dry_run;
    const auto report = fixture.sync(options);
    REQUIRE(report);
    std::vector<std::string> lines;
    for (const Diagnostic& one : report->diagnostics) lines.push_back(to_string(one));
    return lines;
  };
  const std::vector<std::string> planned = told(true);
  CHECK(planned.size() == 1);
  CHECK(told(false) == planned);
}

}  // namespace statements_test
