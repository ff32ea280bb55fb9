// What a person does to the files in an editor, and that every later sync respects it.
#include "base/text.hpp"
#include "ops/write/budget.hpp"
#include "plan/plan.hpp"
#include "pyramid/why.hpp"
#include "tests/ops/fixture.hpp"
#include "tests/support/builtin_twin.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <set>

namespace edits_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

constexpr const char* kHome = "models/kestrel.md";

// Of a folder that must hold some.
std::vector<std::string> some_below(const Fixture& fixture, const std::string& folder) {
  std::vector<std::string> found = files_below(fixture, folder);
  REQUIRE_FALSE(found.empty());
  return found;
}

std::string path_of(const Fixture& fixture, const std::string& word) {
  for (const std::string& path : some_below(fixture, "observations/")) {
    if (fixture.read(path).find(word) != std::string::npos) return path;
  }
  FAIL("no observation says " << word);
  return {};
}

void replace(const Fixture& fixture, const std::string& path, const std::string& from,
             const std::string& to) {
  const std::string bytes = fixture.read(path);
  INFO(path << " must hold " << from << "\n" << bytes);
  REQUIRE(bytes.find(from) != std::string::npos);
  fixture.write(path, replace_all(bytes, from, to));
}

void reword(const Fixture& fixture, const std::string& from, const std::string& to) {
  replace(fixture, path_of(fixture, from), from, to);
}

std::size_t times(const std::string& bytes, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = bytes.find(part); at != bytes.npos; at = bytes.find(part, at + 1)) ++count;
  return count;
}

SyncReport synced(Fixture& fixture) {
  const auto report = fixture.sync();
  REQUIRE(report);
  for (const Diagnostic& problem : report->diagnostics) FAIL_CHECK(to_string(problem));
  CHECK(report->changed_meanwhile.empty());
  const auto again = fixture.sync();
  REQUIRE(again);
  CHECK(again->nothing_to_do);
  return *report;
}

void observe_kestrel(const Fixture& fixture, const std::string& tail, const std::string& text) {
  fixture.write("observations/" + tail + ".md",
                "---\nid: 01JV2MF0S8Q4WZ3H6K9R7" + tail +
                    "\nkind: observation\nat: 2026-05-14T10:03:00Z\nmodel: kestrel\n"
                    "source: test\n---\n" +
                    text + "\n");
}

// Twelve facts of the user, of which ten have a summary, and a model with two facts.
void set_up(Fixture& fixture) {
  write_twelve_facts(fixture);
  REQUIRE(fixture.import_sessions());
  fixture.write(kHome,
                "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\nkind: model\nmodel: kestrel\n---\n# "
                "Kestrel\n\n## Notes\n");
  observe_kestrel(fixture, "T5XBP", "Kestrel is a home weather station.");
  observe_kestrel(fixture, "T5XBQ", "Kestrel uploads a reading every ten minutes.");
  synced(fixture);
}

std::string the_summary(const Fixture& fixture) { return some_below(fixture, "summaries/")[0]; }

// A summary's text.
std::string text_of(const std::string& bytes) {
  const std::size_t begin = bytes.find("\n---\n") + 5;
  return bytes.substr(begin, bytes.find("## Sources") - begin);
}

// The lines from a heading to the next one.
std::string section(const std::string& bytes, const std::string& heading) {
  const std::size_t begin = bytes.find(heading + "\n");
  if (begin == std::string::npos) return {};
  const std::size_t end = bytes.find("\n#", begin);
  return bytes.substr(begin, end == std::string::npos ? end : end + 1 - begin);
}

// A fact about the user in observations/DD.md, DD being the day's two digits.
void observe(const Fixture& fixture, const std::string& day, const std::string& text) {
  const std::string number = day.substr(day.size() - 2);
  fixture.write("observations/" + number + ".md",
                "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5X" + number + "\nkind: observation\nat: " + day +
                    "T10:00:00Z\nmodel: user\nsource: test\n---\n" + text + "\n");
}

}  // namespace

TEST_CASE("edits: a sentence put into a summary stands in every later text, and nothing stale") {
  for (const std::string place : {"front", "middle", "end"}) {
    INFO(place);
    Fixture fixture;
    set_up(fixture);
    const std::string path = the_summary(fixture);
    const std::string mine = "It was a *good* spring, see [the cat](../../../memory/cat.md).";
    if (place == "front") replace(fixture, path, "\n---\n", "\n---\n" + mine + "\n\n");
    if (place == "middle") {
      std::string bytes = fixture.read(path);
      const std::size_t at = bytes.find(". ", bytes.find("\n---\n"));
      REQUIRE(at != std::string::npos);
      fixture.write(path, bytes.insert(at + 1, " " + mine));
    }
    if (place == "end") replace(fixture, path, "\n\n## Sources", " " + mine + "\n\n## Sources");
    const auto edited = fixture.sync();
    REQUIRE(edited);
    CHECK_FALSE(edited->hand_edits_commit.empty());
    CHECK(edited->summaries_written == 0);  // its own sources did not change
    const std::array<std::pair<const char*, const char*>, 3> changes = {
        {{"1150", "1175"}, {"Harbour", "Atlantic"}, {"peanuts", "walnuts"}}};
    for (const auto& [from, to] : changes) {
      reword(fixture, from, to);
      CHECK(synced(fixture).summaries_written == 1);
      const std::string text = text_of(fixture.read(path));
      INFO(text);
      CHECK(times(text, mine) == 1);
      CHECK(times(text, from) == 0);
      CHECK(times(text, to) == 1);
    }
  }
}

TEST_CASE("edits: a sentence put into a summary stands in every tier above it") {
  Fixture fixture;
  fixture.write("pyramid.yaml", fixture.read("pyramid.yaml") + "\nstep: 3\n");
  const std::array<const char*, 3> whose = {"mother", "neighbour", "dentist"};
  const std::array<const char*, 3> does = {"lives in the street behind the old harbour",
                                           "works at the hospital and hates the night shifts",
                                           "bought a blue sailing boat that leaks at the stern"};
  const std::array<const char*, 3> town = {"Lisbon", "Cardiff", "Uppsala"};
  for (std::size_t i = 0; i < 27; ++i) {
    const std::string number = std::to_string(10 + i);
    fixture.write("observations/" + number + ".md",
                  "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5X" + number +
                      "\nkind: observation\nat: 2025-03-05T10:" + number + ":00Z\nmodel: user\n" +
                      "source: test\n---\nUser's " + whose[i % 3] + " in " + town[i / 3 % 3] + " " +
                      does[i / 9] + ".\n");
  }
  synced(fixture);
  const std::string mine = "The user's sister Clara is colour-blind.";
  replace(fixture, some_below(fixture, "summaries/user/tier-0/")[4], "\n\n## Sources",
          " " + mine + "\n\n## Sources");
  synced(fixture);
  for (const char* tier : {"tier-0", "tier-1", "tier-2"}) {
    std::size_t told = 0;
    for (const std::string& path : some_below(fixture, std::string("summaries/user/") + tier)) {
      told += times(fixture.read(path), mine);
    }
    INFO(tier);
    CHECK(told == 1);
  }
  CHECK(times(fixture.read("MEMORY.md"), "Clara") == 1);
}

TEST_CASE("edits: a fact whose model is another name of a model is that model's") {
  Fixture fixture;
  set_up(fixture);
  replace(fixture, kHome, "model: kestrel\n", "model: kestrel\naliases: [Wind Station]\n");
  const std::string path = "observations/rod.md";
  fixture.write(path,
                "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBR\nkind: observation\n"
                "at: 2026-05-14T11:03:00Z\nmodel: Wind station # as said\nsource: test\n---\n"
                "Kestrel has a lightning rod.\n");
  SyncOptions trying;
  trying.dry_run = true;
  const auto planned = fixture.sync(trying);
  REQUIRE(planned);
  CHECK(planned->observations_assigned == 1);
  CHECK_FALSE(planned->more_will_follow);
  CHECK(times(fixture.read(path), "model: Wind station") == 1);
  CHECK(synced(fixture).observations_assigned == 1);
  CHECK(times(fixture.read(path), "model: kestrel") == 1);
  CHECK(times(fixture.read(kHome), "lightning rod") == 1);
  CHECK(files_below(fixture, "models/").size() == 1);
}

TEST_CASE("edits: a summary in other words stays whole, and says what is new besides") {
  Fixture fixture;
  set_up(fixture);
  const std::string path = the_summary(fixture);
  std::string bytes = fixture.read(path);
  const std::size_t begin = bytes.find("\n---\n") + 5;
  const std::string mine = "User came to Lisbon, finally.\nA second line; the cello is *not* hers.";
  fixture.write(path, bytes.replace(begin, bytes.find("\n\n## Sources") - begin, mine));
  for (const auto& [from, to] :
       {std::pair("1150", "1175"), {"Harbour", "Atlantic"}, {"peanuts", "walnuts"}}) {
    reword(fixture, from, to);
    synced(fixture);
    const std::string now = text_of(fixture.read(path));
    CHECK(now.rfind(mine + "\n", 0) == 0);
    CHECK(times(now, to) == 1);
  }
}

TEST_CASE(
    "edits: a summary in which a word was changed stays the program's but for that sentence") {
  Fixture fixture;
  set_up(fixture);
  const std::string path = the_summary(fixture);
  replace(fixture, path, "1150 euros", "1160 euros");
  synced(fixture);
  reword(fixture, "Harbour", "Atlantic");
  synced(fixture);
  std::string text = text_of(fixture.read(path));
  INFO(text);
  CHECK(times(text, "1160 euros") == 1);
  CHECK(times(text, "1150 euros") == 0);
  CHECK(times(text, "Harbour") == 0);
  CHECK(times(text, "Atlantic") == 1);
  fixture.remove(path_of(fixture, "peanuts"));
  synced(fixture);
  text = text_of(fixture.read(path));
  CHECK(times(text, "1160 euros") == 1);
  CHECK(times(text, "peanuts") == 0);
  CHECK(times(fixture.read("MEMORY.md"), "peanuts") == 0);
}

TEST_CASE(
    "edits: a word corrected in a section is not contradicted when the section is rewritten") {
  Fixture fixture;
  set_up(fixture);
  replace(fixture, kHome, "every ten minutes", "every five minutes");
  synced(fixture);
  observe_kestrel(fixture, "T5XBR", "Kestrel runs on two batteries.");
  synced(fixture);
  const std::string text = section(fixture.read(kHome), "## Last 3 Days");
  INFO(text);
  CHECK(times(text, "every five minutes") == 1);
  CHECK(times(text, "every ten minutes") == 0);
  CHECK(times(text, "two batteries") == 1);
}

TEST_CASE("edits: a clause taken out of a sentence does not come back, here or with time") {
  Fixture fixture;
  set_up(fixture);
  replace(fixture, kHome, " and uploads a reading every ten minutes", "");
  synced(fixture);
  observe_kestrel(fixture, "T5XBR", "Kestrel runs on two batteries.");
  synced(fixture);
  CHECK(times(fixture.read(kHome), "two batteries") == 1);
  CHECK(times(fixture.read(kHome), "uploads a reading") == 0);
  fixture.set_now("2026-06-10T09:00:00Z");
  CHECK(synced(fixture).sections_written > 0);
  CHECK(times(fixture.read(kHome), "two batteries") == 1);
  CHECK(times(fixture.read(kHome), "uploads a reading") == 0);
}

TEST_CASE("edits: a line taken out of a section does not come back with the next fact") {
  Fixture fixture;
  set_up(fixture);
  std::string bytes = fixture.read("MEMORY.md");
  const std::size_t word = bytes.find("Biscuit");
  REQUIRE(word != std::string::npos);
  const std::size_t line = bytes.rfind('\n', word) + 1;
  fixture.write("MEMORY.md", bytes.erase(line, bytes.find('\n', word) + 1 - line));
  synced(fixture);
  reword(fixture, "knee operation", "hip operation");
  CHECK(synced(fixture).sections_written == 1);
  const std::string text = section(fixture.read("MEMORY.md"), "### Last 3 Days");
  INFO(text);
  CHECK(times(text, "hip operation") == 1);
  CHECK(times(text, "Biscuit") == 0);
}

TEST_CASE("edits: words put in one after the other all stay, and go when a person removes them") {
  Fixture fixture;
  set_up(fixture);
  const std::string path = the_summary(fixture);
  replace(fixture, path, "\n\n## Sources", " First words of mine.\n\n## Sources");
  reword(fixture, "1150", "1175");
  synced(fixture);
  replace(fixture, path, "\n\n## Sources", " Second words of mine.\n\n## Sources");
  reword(fixture, "Harbour", "Atlantic");
  synced(fixture);
  reword(fixture, "peanuts", "walnuts");
  synced(fixture);
  const std::string text = text_of(fixture.read(path));
  INFO(text);
  CHECK(times(text, "First words of mine.") == 1);
  CHECK(times(text, "Second words of mine.") == 1);
  CHECK(times(text, "Harbour") == 0);
  CHECK(times(text, "peanuts") == 0);
  replace(fixture, path, "First words of mine.\n\n", "");
  replace(fixture, path, "Second words of mine.\n\n", "");
  reword(fixture, "walnuts", "almonds");
  synced(fixture);
  Fixture fresh;
  set_up(fresh);
  for (const auto& [from, to] :
       {std::pair("1150", "1175"), {"Harbour", "Atlantic"}, {"peanuts", "almonds"}}) {
    reword(fresh, from, to);
  }
  synced(fresh);
  CHECK(fixture.read(path) == fresh.read(path));
}

TEST_CASE("edits: a line put into a section stands in every later text of it") {
  Fixture fixture;
  set_up(fixture);
  const std::string mine = "- Mine: ask [Ana](observations/x.md) about *the key*.";
  struct Case {
    std::string path, heading;
    std::vector<std::pair<std::string, std::string>> changes;
  };
  const std::vector<Case> cases = {
      {"MEMORY.md",
       "### Last 3 Days",
       {{"tea", "cocoa"}, {"Biscuit", "Muffin"}, {"cocoa", "coffee"}}},
      {kHome, "## Last 3 Days", {{"ten", "nine"}, {"home weather", "garden"}, {"nine", "eight"}}}};
  for (const Case& one : cases) {
    INFO(one.path);
    replace(fixture, one.path, one.heading + "\n", one.heading + "\n" + mine + "\n");
    CHECK(synced(fixture).sections_written == 0);
    for (const auto& [from, to] : one.changes) {
      reword(fixture, from, to);
      synced(fixture);
      const std::string text = section(fixture.read(one.path), one.heading);
      INFO(text);
      CHECK(times(text, mine) == 1);
      const std::string said = text.substr(0, text.find("[why]("));
      CHECK(times(said, from) == 0);
      CHECK(times(said, to) == 1);
    }
  }
}

TEST_CASE("edits: an edited section is not touched when others of its file are written") {
  Fixture fixture;
  set_up(fixture);
  const std::string mine = "- See [the cat](memory/cat.md), `x`.\n\n  Further  words.\n";
  replace(fixture, "MEMORY.md", "### This Month\n", "### This Month\n" + mine);
  const std::string before = section(fixture.read("MEMORY.md"), "### This Month");
  reword(fixture, "Biscuit", "Muffin");
  CHECK(synced(fixture).sections_written == 1);
  CHECK(section(fixture.read("MEMORY.md"), "### This Month") == before);
}

TEST_CASE("edits: a person's words go on with time when their section has no sources any more") {
  Fixture fixture;
  set_up(fixture);
  const std::string mine = "- Mine: the cat is *ours*.";
  const std::string other = "- Mine too.";
  replace(fixture, "MEMORY.md", "### Last 3 Days\n", "### Last 3 Days\n" + mine + "\n");
  replace(fixture, kHome, "## Last 3 Days\n", "## Last 3 Days\n" + other + "\n");
  synced(fixture);
  for (const auto& [now, heading] : {std::pair("2026-05-19T09:00:00Z", "## This Week"),
                                     std::pair("2026-06-01T09:00:00Z", "## This Month"),
                                     std::pair("2026-07-20T09:00:00Z", "## This Quarter"),
                                     std::pair("2026-12-01T09:00:00Z", "## This Year"),
                                     std::pair("2028-01-01T09:00:00Z", "## Earlier")}) {
    INFO(now);
    fixture.set_now(now);
    synced(fixture);
    INFO(fixture.read("MEMORY.md"));
    CHECK(times(fixture.read(kHome), other) == 1);
    CHECK(times(section(fixture.read(kHome), heading), other) == 1);
    CHECK(times(fixture.read("MEMORY.md"), mine) == 1);
  }
  CHECK(times(section(fixture.read("MEMORY.md"), "### Earlier"), mine) == 1);
}

TEST_CASE("edits: words in two sections that end in one stand there both, the newer first") {
  Fixture fixture;
  set_up(fixture);
  replace(fixture, "MEMORY.md", "### Last 3 Days\n", "### Last 3 Days\n- Newer of mine.\n");
  replace(fixture, "MEMORY.md", "### This Month\n", "### This Month\n- Older of mine.\n");
  fixture.set_now("2028-01-01T09:00:00Z");
  synced(fixture);
  const std::string text = section(fixture.read("MEMORY.md"), "### Earlier");
  INFO(text);
  CHECK(times(text, "- Newer of mine.\n- Older of mine.\n") == 1);
}

TEST_CASE("edits: words whose sources are all deleted stay as a statement of the person's") {
  Fixture fixture;
  set_up(fixture);
  replace(fixture, kHome, "## Last 3 Days\n", "## Last 3 Days\n- Mine.\n");
  fixture.remove("observations/T5XBP.md");
  fixture.remove("observations/T5XBQ.md");
  synced(fixture);
  const std::string text = section(fixture.read(kHome), "## Last 3 Days");
  INFO(text);
  CHECK(times(text, "- Mine.") == 1);
  CHECK(times(text, "](") == 0);
  CHECK(times(text, "weather") == 0);
  fixture.set_now("2026-09-01T09:00:00Z");
  synced(fixture);
  CHECK(section(fixture.read(kHome), "## Last 3 Days") == text);
  CHECK(fixture.check()->problems.empty());
}

TEST_CASE("edits: a section that a person wrote under a name of ours is taken up, never lost") {
  Fixture fixture;
  set_up(fixture);
  const std::string mine = "## This Month\nWritten before there was anything to say.\n\n";
  replace(fixture, kHome, "## Notes\n", mine + "## Notes\n");
  reword(fixture, "ten", "nine");  // the file is written, that section is not
  synced(fixture);
  CHECK(times(fixture.read(kHome), mine) == 1);
  fixture.set_now("2026-06-01T09:00:00Z");  // now its time has come
  synced(fixture);
  const std::string text = section(fixture.read(kHome), "## This Month");
  INFO(fixture.read(kHome));
  CHECK(times(text, "Written before there was anything to say.") == 1);
  CHECK(times(text, "nine") == 1);
}

TEST_CASE("edits: a line in the index of models stays, and the models join it") {
  Fixture fixture;
  set_up(fixture);
  replace(fixture, "MEMORY.md", "## Other Models\n", "## Other Models\nMy projects, by heart:\n\n");
  for (const std::string name : {"heron", "wren", "finch"}) {
    fixture.write("models/" + name + ".md", "---\nid: " + to_string(derive_ulid(Time{}, name)) +
                                                "\nkind: model\n---\n# " + name + "\n");
    synced(fixture);
    const std::string text = section(fixture.read("MEMORY.md"), "## Other Models");
    INFO(text);
    CHECK(times(text, "My projects, by heart:") == 1);
    CHECK(times(text, "](models/" + name + ".md)") == 1);
    CHECK(times(text, "](models/kestrel.md)") == 1);
  }
}

TEST_CASE("edits: of the index of models only the line that a person changed stays theirs") {
  Fixture fixture;
  set_up(fixture);
  const auto model = [&](const std::string& name, const std::string& description) {
    fixture.write("models/" + name + ".md", "---\nid: " + to_string(derive_ulid(Time{}, name)) +
                                                "\nkind: model\ndescription: " + description +
                                                "\n---\n# " + name + "\n");
  };
  model("finch", "Finch is a boat. It leaks.");
  model("heron", "Heron is a house.");
  model("wren", "Wren is a cat.");
  synced(fixture);
  replace(fixture, "MEMORY.md", "Heron is a house.", "our house in Porto");
  replace(fixture, "MEMORY.md", "## Other Models\n", "## Other Models\n\nWhat matters:\n\n");
  synced(fixture);
  model("finch", "Finch is a boat that was sold.");
  fixture.remove("models/wren.md");
  model("heron", "Heron is a hotel.");
  for (int round = 0; round < 2; ++round) {
    const std::string text =
        section(fixture.sync() ? fixture.read("MEMORY.md") : "", "## Other Models");
    INFO(text);
    CHECK(times(text, "](models/finch.md): Finch is a boat that was sold.") == 1);
    CHECK(times(text, "](models/heron.md): our house in Porto") == 1);
    CHECK(text.find("wren") == std::string::npos);
    CHECK(text.find("It leaks") == std::string::npos);
    CHECK(text.find("hotel") == std::string::npos);
    CHECK(times(text, "What matters:") == 1);
  }
  CHECK(fixture.sync()->nothing_to_do);
}

TEST_CASE("edits: a model that loses its last observation keeps what a person wrote, no more") {
  for (const std::string own : {"", "description", "notes"}) {
    INFO(own);
    Fixture fixture;
    set_up(fixture);
    REQUIRE(fixture.read(kHome).find("description: ") != std::string::npos);
    REQUIRE(fixture.read("MEMORY.md").find("(models/kestrel.md): ") != std::string::npos);
    if (own == "notes") replace(fixture, kHome, "## Notes\n", "## Notes\n\nBuilt with Ana.\n");
    if (own == "description") {
      const std::string bytes = fixture.read(kHome);
      const std::size_t begin = bytes.find("description: ");
      const std::string line = bytes.substr(begin, bytes.find('\n', begin) - begin);
      replace(fixture, kHome, line, "description: My box on the balcony.");
    }
    fixture.remove("observations/T5XBP.md");
    fixture.remove("observations/T5XBQ.md");
    WhyOptions options;
    options.workspace.root = fixture.root();
    options.what = kHome;
    const auto told = why(fixture.environment(), options);
    REQUIRE(told);
    CHECK(told->node.state == WhyState::kDirty);
    synced(fixture);
    const std::string home = fixture.read(kHome);
    INFO(home);
    CHECK(home.find("weather station") == std::string::npos);
    CHECK((home.find("description: ") != std::string::npos) == (own == "description"));
    const std::string memory = fixture.read("MEMORY.md");
    CHECK(memory.find("(models/kestrel.md)") != std::string::npos);  // while its file is there
    CHECK((memory.find("My box on the balcony") == std::string::npos) == (own != "description"));
    CHECK(memory.find("weather station") == std::string::npos);
    CHECK((home.find("Built with Ana.") != std::string::npos) == (own == "notes"));
  }
}

TEST_CASE("edits: what a person wrote has room of its own, up to half as much again") {
  const std::string sentence(100, 'x');
  std::vector<engine::SourceText> sources(2);
  CHECK(ops::budget_with_own_words("", sources, 1000) == 1000);
  CHECK(ops::budget_with_own_words(sentence, sources, 1000) == 1100);
  sources[1].by_hand = sentence;
  CHECK(ops::budget_with_own_words(sentence, sources, 1000) == 1200);
  sources[0].by_hand = std::string(9000, 'y');
  CHECK(ops::budget_with_own_words(sentence, sources, 1000) == 1500);
  CHECK(ops::budget_with_own_words(std::string(2000, 'z'), sources, 1000) == 2500);
}

TEST_CASE("edits: a dry run names the files whose edits a sync will commit") {
  Fixture fixture;
  set_up(fixture);
  fixture.write("MEMORY.md", fixture.read("MEMORY.md") + "\nMy own last line.\n");
  SyncOptions options;
  options.dry_run = true;
  const auto planned = fixture.sync(options);
  REQUIRE(planned);
  CHECK(planned->nothing_to_do);  // else
  REQUIRE(planned->steps.size() == 1);
  CHECK(planned->steps[0].what == "commit");
  CHECK(planned->steps[0].path == "MEMORY.md");
  CHECK_FALSE(fixture.sync()->hand_edits_commit.empty());
  CHECK(fixture.sync(options)->steps.empty());
}

TEST_CASE("edits: what was generated and deleted is made again, byte for byte") {
  Fixture fixture;
  set_up(fixture);
  const std::string summary = the_summary(fixture);
  for (const std::string& path : {summary, std::string("MEMORY.md")}) {
    INFO(path);
    const std::string before = fixture.read(path);
    fixture.remove(path);
    synced(fixture);
    CHECK(fixture.read(path) == before);
  }
  const std::string memory = fixture.read("MEMORY.md");
  const std::string one = section(memory, "### Last 3 Days");
  fixture.write("MEMORY.md", replace_all(memory, one, ""));
  CHECK(synced(fixture).sections_written == 1);
  CHECK(fixture.read("MEMORY.md") == memory);
}

TEST_CASE("edits: a model whose file was deleted is made again whole, with its type") {
  Fixture fixture;
  fixture.write_session("dog", "2026-05-10T10:00:00Z",
                        {"My sister Ana lives in Porto.", "Ana is a vet."});
  fixture.write_session("cat", "2026-05-11T10:00:00Z", {"My sister Ana works in a bank."});
  fixture.write_session("eel", "2026-05-12T10:00:00Z", {"My sister Ana is allergic to nuts."});
  REQUIRE(fixture.import_sessions());
  synced(fixture);
  const std::string before = fixture.read("models/ana.md");
  INFO(before);
  REQUIRE(before.find("\ntype: person\n") != std::string::npos);
  fixture.remove("models/ana.md");
  synced(fixture);
  CHECK(fixture.read("models/ana.md") == before);
  const std::string message = run_git(fixture.root(), {"log", "-1", "--format=%B"}).out;
  INFO(message);
  CHECK(message.starts_with("memory: ana given a file\n"));
  CHECK(message.find("New models") == std::string::npos);
  CHECK(message.find("Rewritten") == std::string::npos);
}

TEST_CASE("edits: a summary that does not say what was generated is the person's whole") {
  Fixture fixture;
  set_up(fixture);
  const std::string path = the_summary(fixture);
  std::string bytes = fixture.read(path);
  const std::size_t begin = bytes.find("output: ");
  bytes.erase(begin, bytes.find('\n', begin) + 1 - begin);
  const std::size_t body = bytes.find("\n---\n") + 5;
  bytes.replace(body, bytes.find("\n\n## Sources") - body, "My own text.");
  fixture.write(path, bytes);
  reword(fixture, "1150", "1175");
  synced(fixture);
  reword(fixture, "1175", "1180");
  synced(fixture);
  CHECK(times(fixture.read(path), "My own text.") == 1);
}

TEST_CASE("edits: a reworded observation dirties its readers, a renamed one nobody") {
  Fixture fixture;
  set_up(fixture);
  const std::string path = path_of(fixture, "1150");
  std::filesystem::rename(fixture.path(path), fixture.path("observations/rent-2026.md"));
  const SyncReport renamed = synced(fixture);
  CHECK(renamed.summaries_written + renamed.sections_written == 0);
  // No name tells any more which one it was; git does.
  std::filesystem::rename(fixture.path("observations/rent-2026.md"),
                          fixture.path("observations/rent.md"));
  const SyncReport again = synced(fixture);
  CHECK(again.summaries_written + again.sections_written == 0);
  CHECK(again.links_mended == 2);  // of the summary and of the page of MEMORY.md
  CHECK(times(fixture.read(the_summary(fixture)), "observations/rent.md") == 1);
  reword(fixture, "1150", "1175");
  CHECK(synced(fixture).summaries_written == 1);
}

TEST_CASE(
    "edits: links follow two files that swapped their names, and so does a later correction") {
  Fixture fixture;
  fixture.write("pyramid.yaml", fixture.read("pyramid.yaml") + "\nstep: 2\n");
  constexpr std::array<std::pair<const char*, const char*>, 7> kFacts = {{
      {"2025-01-03", "User bought a blue bicycle."},
      {"2025-01-07", "User prefers tea without sugar."},
      {"2025-02-08", "User adopted a grey cat."},
      {"2025-02-09", "User painted the kitchen white."},
      {"2026-05-11", "User planted an apple tree."},
      {"2026-05-12", "User sold the old piano."},
      {"2026-05-13", "User learned to swim."},
  }};
  for (const auto& [day, text] : kFacts) {
    observe(fixture, day, text);
    const std::string number = std::string(day).substr(8);  // and the id ends like that
    std::filesystem::rename(fixture.path("observations/" + number + ".md"),
                            fixture.path("observations/fact-7t5x" + number + ".md"));
  }
  synced(fixture);
  const std::array<const char*, 2> words = GENERATE(
      std::array{"bicycle", "cat"}, std::array{"bicycle", "tea"}, std::array{"bicycle", "swim"});
  const std::array<std::string, 2> paths = {path_of(fixture, words[0]), path_of(fixture, words[1])};
  const bool index_goes = GENERATE(false, true);
  std::filesystem::rename(fixture.path(paths[0]), fixture.path("observations/between.md"));
  std::filesystem::rename(fixture.path(paths[1]), fixture.path(paths[0]));
  std::filesystem::rename(fixture.path("observations/between.md"), fixture.path(paths[1]));
  if (index_goes) fixture.remove(".pyramid");
  const SyncReport swapped = synced(fixture);
  CHECK(swapped.summaries_written + swapped.sections_written == 0);
  CHECK(swapped.links_mended > 0);
  std::string links;
  for (const std::string& path : some_below(fixture, "summaries/")) links += fixture.read(path);
  const std::string memory = fixture.read("MEMORY.md");
  INFO(links << memory);
  CHECK((links + memory).find(std::string(words[0]) + ".](") != std::string::npos);
  for (const std::string_view line : split_lines(links)) {
    if (!line.starts_with("- [")) continue;
    for (std::size_t i = 0; i < 2; ++i) {
      const bool names = line.substr(0, line.find("](")).find(words[i]) != std::string::npos;
      CHECK((line.find(paths[1 - i]) != std::string::npos) == names);
    }
  }
  reword(fixture, words[0], "green kettle");
  CHECK(synced(fixture).summaries_written > 0);
  const std::string now = fixture.read("MEMORY.md");
  CHECK(times(now, "green kettle") == times(memory, words[0]));
  CHECK(times(now, words[1]) == times(memory, words[1]));
}

TEST_CASE("edits: a section whose only fact a person struck out of a summary is asked for once") {
  Fixture fixture;
  fixture.write("pyramid.yaml", fixture.read("pyramid.yaml") + "\nstep: 3\n");
  observe(fixture, "2026-01-03", "User bought a blue bicycle.");
  observe(fixture, "2026-01-07", "User prefers tea without sugar.");
  observe(fixture, "2026-01-08", "User adopted a grey cat.");
  fixture.set_now("2026-01-08T12:00:00Z");
  synced(fixture);
  const std::string path = the_summary(fixture);
  const std::string text = text_of(fixture.read(path));
  replace(fixture, path, text, replace_all(text, "blue bicycle", "red tricycle"));
  fixture.set_now("2026-01-11T12:00:00Z");
  synced(fixture);  // and a second sync does nothing
  const std::string memory = fixture.read("MEMORY.md");
  INFO(memory);
  CHECK(memory.find("blue bicycle") == std::string::npos);
  CHECK(times(memory, "### This Month") == 0);
  CHECK(times(fixture.read("why/MEMORY.md"), "user/this-month ") == 1);
  CHECK(fixture.check()->problems.empty());
  observe(fixture, "2026-01-11", "User planted an apple tree.");
  CHECK(synced(fixture).sections_written == 1);
  CHECK(times(fixture.read("why/MEMORY.md"), "user/this-month ") == 1);
}

TEST_CASE("edits: a section of which every line was struck stays so when another is written") {
  Fixture fixture;
  observe(fixture, "2025-07-09", "User painted a bicycle.");
  observe(fixture, "2025-07-10", "User rented a kettle.");
  synced(fixture);
  const std::string before = fixture.read("MEMORY.md");
  std::string emptied;
  for (const std::string_view line : split_lines(before)) {
    if (!line.starts_with("- ")) emptied.append(line).push_back('\n');
  }
  REQUIRE(emptied.size() < before.size());
  fixture.write("MEMORY.md", emptied);
  CHECK(synced(fixture).nothing_to_do);
  observe(fixture, "2026-05-14", "User borrowed an oven.");
  SyncOptions dry;
  dry.dry_run = true;
  const auto planned = fixture.sync(dry);
  REQUIRE(planned);
  const SyncReport report = synced(fixture);
  const auto is_section = [](const SyncStep& step) { return step.what == "section"; };
  CHECK(std::count_if(planned->steps.begin(), planned->steps.end(), is_section) == 1);
  CHECK(report.sections_written == 1);
  const std::string after = fixture.read("MEMORY.md");
  INFO(after);
  CHECK(after.find("### This Year") != std::string::npos);
  CHECK(times(after, "user/this-year ") == times(before, "user/this-year "));
  CHECK(after.find("kettle.") == std::string::npos);
  CHECK(after.find("oven") != std::string::npos);
  fixture.remove(".pyramid");
  CHECK(synced(fixture).nothing_to_do);
  CHECK(fixture.read("MEMORY.md") == after);
}

TEST_CASE("edits: the oldest source is renamed twice, the second time while another is reworded") {
  Fixture fixture;
  set_up(fixture);
  const auto sources = [&] { return times(fixture.read(the_summary(fixture)), "](../"); };
  const auto oldest = [&] {
    const std::string bytes = fixture.read(the_summary(fixture));
    const std::size_t begin = bytes.find("observations/", bytes.find("## Sources"));
    return bytes.substr(begin, bytes.find(')', begin) - begin);
  };
  const std::size_t before = sources();
  const std::string fact = fixture.read(oldest());
  REQUIRE(fact.find("1150") == std::string::npos);
  std::filesystem::rename(fixture.path(oldest()), fixture.path("observations/first.md"));
  CHECK(synced(fixture).summaries_written == 0);
  std::filesystem::rename(fixture.path("observations/first.md"),
                          fixture.path("observations/mine.md"));
  reword(fixture, "1150", "1175");
  const SyncReport report = synced(fixture);
  for (const auto& step : report.steps) CHECK(step.what != "unlink");
  CHECK(report.summaries_written == 1);
  CHECK(oldest() == "observations/mine.md");
  CHECK(sources() == before);
}

// What editors do to files, done and then synced, or synced and then done: the same bytes.
TEST_CASE("edits: what an editor does to a file survives the rewrite of what it holds") {
  using Damage = std::function<std::string(std::string)>;
  const auto behind_first_line = [](const std::string& lines) {
    return [lines](std::string bytes) { return bytes.insert(bytes.find('\n') + 1, lines); };
  };
  const auto swapped = [](std::string bytes) {  // the first two keys
    const std::size_t first = bytes.find('\n') + 1;
    const std::size_t second = bytes.find('\n', first) + 1;
    const std::size_t third = bytes.find('\n', second) + 1;
    return bytes.substr(0, first) + bytes.substr(second, third - second) +
           bytes.substr(first, second - first) + bytes.substr(third);
  };
  const auto after = [](const std::string& line, const std::string& added) {
    return [=](std::string bytes) { return bytes.insert(bytes.find(line) + line.size(), added); };
  };
  const auto quoted = [](std::string bytes) {
    for (const char* key : {"\nid: ", "\nkind: "}) {
      const std::size_t at = bytes.find(key);
      if (at == std::string::npos) continue;
      const std::size_t value = at + std::string(key).size();
      bytes.insert(bytes.find('\n', value), "'").insert(value, "'");
    }
    return bytes;
  };
  const std::map<std::string, Damage> damages = {
      {"CRLF", [](std::string bytes) { return replace_all(bytes, "\n", "\r\n"); }},
      {"byte order mark", [](std::string bytes) { return "\xEF\xBB\xBF" + bytes; }},
      {"no last newline", [](std::string bytes) { return bytes.substr(0, bytes.size() - 1); }},
      {"blank lines at the end", [](std::string bytes) { return bytes + "\n\n\n"; }},
      {"blank lines on top of the body", after("\n---\n", "\n\n")},
      {"trailing blanks in the frontmatter", after("\nkind:", "  ")},
      {"trailing blanks behind a fence", after("\n---", "  ")},
      {"a comment with a tab", behind_first_line("# mine\tand yours\n")},
      {"unknown keys", behind_first_line("cssclasses: [wide, 'x']\nrating:   7 # of 10\n")},
      {"other order of keys", swapped},
      {"quoted values", quoted}};
  const auto change = [](Fixture& fixture, const std::string& unassigned) {
    // A session's observation without its model is assigned again.
    std::string bytes = fixture.read(unassigned);
    const std::size_t at = bytes.find("model: ");
    REQUIRE(at != std::string::npos);
    const std::size_t end = bytes.find('\n', at) + 1;
    fixture.write(unassigned, bytes.erase(at, end - at));
    reword(fixture, "1150", "1175");
    reword(fixture, "Biscuit", "Muffin");
    reword(fixture, "ten", "nine");
  };
  const auto files = [](const Fixture& fixture) {
    return std::vector<std::string>{path_of(fixture, "peanuts"), the_summary(fixture), kHome,
                                    "MEMORY.md"};
  };
  Fixture plain;
  set_up(plain);
  const std::vector<std::string> paths = files(plain);
  change(plain, paths[0]);
  synced(plain);
  for (const auto& [name, damage] : damages) {
    Fixture fixture;
    set_up(fixture);
    for (const std::string& path : paths) fixture.write(path, damage(fixture.read(path)));
    const SyncReport first = synced(fixture);
    CHECK(first.files_written.empty());
    change(fixture, paths[0]);
    synced(fixture);
    for (const std::string& path : paths) {
      INFO(name << ": " << path);
      CHECK(fixture.read(path) == damage(plain.read(path)));
    }
  }
}

namespace {

// Nine facts of the user, a day each: three summaries of three, and one of these.
void write_nine_facts(const Fixture& fixture) {
  fixture.write("pyramid.yaml", fixture.read("pyramid.yaml") + "\nstep: 3\n");
  const std::array<const char*, 9> facts = {"moved to Austin",
                                            "works at Harbour Analytics",
                                            "is allergic to peanuts",
                                            "bought a red bicycle",
                                            "plays the cello",
                                            "has a daughter named Mia",
                                            "prefers tea",
                                            "ran a half marathon",
                                            "is learning Portuguese"};
  for (std::size_t i = 0; i < facts.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    fixture.write("observations/2026/05/u" + number + ".md",
                  "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5X1" + number +
                      "\nkind: observation\nat: 2026-03-0" + number +
                      "T10:00:00Z\nmodel: user\nsource: test\n---\nThe user " + facts[i] + ".\n");
  }
}

std::size_t text_calls(const Fixture& fixture) {
  return fixture.calls().total() - fixture.calls().embed;
}

}  // namespace

TEST_CASE("edits: a deleted summary that comes again as it was leaves its readers as they are") {
  const std::size_t which = GENERATE(0, 1, 2);  // the first and the last of its reader's, too
  const bool cached = GENERATE(true, false);
  INFO(which << " " << cached);
  Fixture fixture;
  write_nine_facts(fixture);
  synced(fixture);
  REQUIRE(some_below(fixture, "summaries/user/tier-1/").size() == 1);
  const auto before = fixture.tree();
  fixture.remove(some_below(fixture, "summaries/user/tier-0/")[which]);
  if (!cached) fixture.remove(".pyramid");
  SyncOptions dry;
  dry.dry_run = true;
  const auto planned = fixture.sync(dry);
  REQUIRE(planned);
  for (const SyncStep& step : planned->steps) {
    const bool sure = step.what == "create" || step.what == "commit";
    INFO(step.what << " " << step.path << " " << step.reason);
    CHECK((sure || step.reason == plan::describe(plan::Reason::kSourcesRewritten)));
  }
  const auto report = fixture.sync();
  REQUIRE(report);
  CHECK(text_calls(fixture) == 1);
  CHECK(report->summaries_written == 1);
  CHECK(report->sections_written == 0);
  CHECK(report->links_mended == 0);
  CHECK(fixture.tree() == before);
  CHECK(synced(fixture).nothing_to_do);
}

TEST_CASE("edits: a deleted summary that comes again as it was leaves the section that reads it") {
  const bool cached = GENERATE(true, false);
  INFO(cached);
  Fixture fixture;
  write_nine_facts(fixture);
  replace(fixture, "pyramid.yaml", "step: 3", "step: 4");
  synced(fixture);
  const std::vector<std::string> summaries = some_below(fixture, "summaries/user/");
  REQUIRE(summaries.size() == 2);
  const auto before = fixture.tree();
  fixture.remove(summaries[0]);
  if (!cached) fixture.remove(".pyramid");
  SyncOptions dry;
  dry.dry_run = true;
  const auto planned = fixture.sync(dry);
  REQUIRE(planned);
  REQUIRE_FALSE(planned->steps.empty());
  CHECK(planned->steps.back().what == "section");
  CHECK(planned->steps.back().reason == plan::describe(plan::Reason::kSourcesRewritten));
  const auto report = fixture.sync();
  REQUIRE(report);
  CHECK(text_calls(fixture) == 1);
  CHECK(report->sections_written == 0);
  CHECK(fixture.tree() == before);
}

namespace {

// As a language model does when it is asked again: it says the same in another way.
class OtherOrder final : public BuiltinTwin {
 public:
  Result<std::string> summarise(const engine::SummariseRequest& request) override {
    PYRAMID_ASSIGN(const std::string text, BuiltinTwin::summarise(request));
    const std::size_t end = text.find(". ");
    REQUIRE(end != std::string::npos);
    return text.substr(end + 2) + " " + text.substr(0, end + 1);
  }
};

}  // namespace

TEST_CASE(
    "edits: a deleted summary that comes again in other words goes back to the one above it") {
  const std::size_t which = GENERATE(0, 1, 2);
  INFO(which);
  Fixture fixture;
  write_nine_facts(fixture);
  synced(fixture);
  fixture.use_engine(std::make_unique<OtherOrder>());
  const std::string deleted = some_below(fixture, "summaries/user/tier-0/")[which];
  fixture.remove(deleted);
  fixture.remove(".pyramid");
  const auto report = fixture.sync();
  REQUIRE(report);
  CHECK(report->summaries_written == 2);
  const std::vector<std::string> below = some_below(fixture, "summaries/user/tier-0/");
  REQUIRE(below.size() == 3);
  CHECK(below[which] != deleted);
  const std::string above = fixture.read(some_below(fixture, "summaries/user/tier-1/")[0]);
  for (const std::string& path : below) {
    CHECK_THAT(above, Catch::Matchers::Contains(std::filesystem::path(path).filename().string()));
  }
  CHECK_THAT(above, Catch::Matchers::Contains("count: 9"));
  CHECK(synced(fixture).nothing_to_do);
}

TEST_CASE("edits: a fact whose date moves it to another section costs one call more") {
  constexpr const char* kLast = "observations/2026/05/u9.md";
  Fixture fixture;
  write_nine_facts(fixture);
  for (const std::string& path : some_below(fixture, "observations/")) {
    replace(fixture, path, "model: user", "model: kestrel");
  }
  synced(fixture);
  REQUIRE(some_below(fixture, "summaries/kestrel/tier-1/").size() == 1);

  replace(fixture, kLast, "is learning", "is teaching");
  REQUIRE(fixture.sync());
  CHECK(text_calls(fixture) == 4);  // two tiers, the section and the description

  replace(fixture, kLast, "2026-03-09", "2026-05-14");
  const auto report = fixture.sync();
  REQUIRE(report);
  CHECK(report->summaries_written == 2);
  CHECK(report->sections_written == 2);  // the one that it left and the one that it came to
  CHECK(text_calls(fixture) == 5);
}

TEST_CASE("edits: a deleted summary whose facts changed meanwhile leaves no link behind") {
  Fixture fixture;
  write_nine_facts(fixture);
  synced(fixture);
  const std::string deleted = some_below(fixture, "summaries/user/tier-0/")[0];
  fixture.remove(deleted);
  fixture.remove("observations/2026/05/u1.md");
  synced(fixture);
  const std::string name = std::filesystem::path(deleted).filename().string();
  for (const std::string& path : some_below(fixture, "summaries/")) {
    INFO(path);
    CHECK(fixture.read(path).find(name) == std::string::npos);
  }
}

TEST_CASE("edits: a fact dated in the future is told as of these days, and named once") {
  Fixture fixture;
  fixture.set_now("2026-04-01T09:00:00Z");
  write_nine_facts(fixture);
  replace(fixture, "observations/2026/05/u9.md", "at: 2026-", "at: 2199-");
  SyncOptions dry;
  dry.dry_run = true;
  const auto planned = fixture.sync(dry);
  const auto report = fixture.sync();
  REQUIRE(planned);
  REQUIRE(report);
  REQUIRE(report->diagnostics.size() == 1);
  CHECK(report->diagnostics[0].severity == Severity::kWarning);
  CHECK_THAT(report->diagnostics[0].what, Catch::Matchers::Contains("lies in the future, 2199-"));
  CHECK(report->diagnostics[0].where == "observations/2026/05/u9.md");
  CHECK(planned->diagnostics.size() == 1);
  CHECK(planned->diagnostics[0].where == report->diagnostics[0].where);
  const auto again = fixture.sync();
  REQUIRE(again);
  CHECK(again->nothing_to_do);
  CHECK(again->diagnostics.empty());
}

TEST_CASE("edits: what a deleted observation said is in no file name above it, and in no link") {
  Fixture fixture;
  fixture.write("pyramid.yaml", fixture.read("pyramid.yaml") + "\nstep: 2\n");
  observe(fixture, "2026-05-10", "User bought insulin for diabetes.");
  observe(fixture, "2026-05-11", "User bought a blue bicycle.");
  observe(fixture, "2026-05-12", "User adopted a grey cat.");
  observe(fixture, "2026-05-13", "User planted an apple tree.");
  synced(fixture);
  const auto count_named = [&](const std::string& word) {
    const auto paths = files_below(fixture, "summaries/");
    return std::count_if(paths.begin(), paths.end(),
                         [&](const auto& path) { return path.find(word) != path.npos; });
  };
  REQUIRE(count_named("insulin") == 2);
  REQUIRE(count_named("adopted") == 1);
  fixture.remove("observations/10.md");
  const auto report = fixture.sync();
  REQUIRE(report);
  CHECK(report->diagnostics.empty());
  CHECK(count_named("insulin") == 0);
  CHECK(count_named("adopted") == 1);  // is of other words
  for (const auto& [path, bytes] : fixture.tree()) {
    INFO(path << "\n" << bytes);
    CHECK(bytes.find("insulin") == bytes.npos);
  }
  fixture.remove("observations/13.md");  // its words are in no name
  REQUIRE(fixture.sync());
  CHECK(count_named("adopted") == 1);
  const auto before = fixture.tree();
  fixture.remove(".pyramid");
  CHECK(synced(fixture).nothing_to_do);
  CHECK(fixture.tree() == before);
}

TEST_CASE("edits: a corrected sentence with short forms in it stays one through later changes") {
  for (const std::string preset : {"narrative", "calendar"}) {
    for (const std::string tail :
         {"at 3 p.m. on Mondays", "near Mt. Hood on Mondays", "with a Ph.D. on Mondays",
          "at Yahoo! in Porto on Mondays", "after 5 mi. on Mondays", "on Jan. 5 and Mondays"}) {
      INFO(preset << ": " << tail);
      Fixture fixture(preset);
      if (preset == "narrative") {
        fixture.write("pyramid.yaml", fixture.read("pyramid.yaml") + "\nstep: 3\n");
      }
      observe(fixture, "2026-05-12", "User rests " + tail + ".");
      observe(fixture, "2026-05-13", "User lives in Braga.");
      observe(fixture, "2026-05-14", "User has a sister in Braga.");
      synced(fixture);
      for (const std::string& path : some_below(fixture, "summaries/")) {
        CHECK(fixture.read(path).find("(sentences") == std::string::npos);
        if (fixture.read(path).find("Mondays") == std::string::npos) continue;
        fixture.write(path, replace_all(fixture.read(path), "Mondays", "Fridays"));
      }
      synced(fixture);
      reword(fixture, "sister in Braga", "sister in Faro");
      synced(fixture);
      const std::string corrected = "ests " + replace_all(tail, "Mondays", "Fridays");
      for (const std::string& path : some_below(fixture, "summaries/")) {
        const std::string text = text_of(fixture.read(path));
        INFO(text);
        const bool told = text.find("Fridays") != std::string::npos;
        CHECK(times(text, corrected) == (told ? 1 : 0));
      }
      INFO(fixture.read("MEMORY.md"));
      CHECK(times(fixture.read("MEMORY.md"), corrected) == 1);
    }
  }
}

TEST_CASE("edits: each fact is a sentence of its own, however it ends") {
  for (const std::string first :
       {"User likes figs", "User lives on Main St.", "User is Sam Smith Jr.", "User is happy :)",
        "User likes figs (and dates)", "用户住在北京。", "User works at Acme Inc.",
        "User takes Vitamin C."}) {
    INFO(first);
    Fixture fixture;
    fixture.write("pyramid.yaml", fixture.read("pyramid.yaml") + "\nstep: 3\n");
    observe(fixture, "2026-05-12", first);
    observe(fixture, "2026-05-13", "Ana is a vet.");
    observe(fixture, "2026-05-14", "User has a kiln.");
    synced(fixture);
    const std::string path = the_summary(fixture);
    const std::string bytes = fixture.read(path);
    INFO(bytes);
    for (const char* number : {"(sentence 1)", "(sentence 2)", "(sentence 3)"}) {
      CHECK(times(bytes, number) == 1);
    }
  }
}

TEST_CASE("edits: a line of MEMORY.md that a person corrected is found by search at once") {
  Fixture fixture;
  const std::vector<std::string> things = {"lamp",  "ledger", "canoe",  "loom",  "kettle",
                                           "atlas", "violin", "router", "fence", "novel"};
  for (std::size_t i = 0; i < 40; ++i) {
    const Time when{at("2026-01-05T10:00:00Z").seconds + static_cast<std::int64_t>(i) * 7200};
    const std::string text = "User bought a " + things[i % 10] + " and sold a " +
                             things[(i * 3 + 1) % 10] + " in street " + std::to_string(i) + ".";
    fixture.write("observations/f" + std::to_string(i) + ".md",
                  "---\nid: " + to_string(derive_ulid(when, text)) + "\nkind: observation\nat: " +
                      format_time(when) + "\nmodel: user\n---\n" + text + "\n");
  }
  REQUIRE(fixture.sync());
  const std::string memory = fixture.read("MEMORY.md");
  const std::size_t begin = memory.rfind("\n- ") + 1;
  const std::string line = memory.substr(begin, memory.find('\n', begin) - begin);
  replace(fixture, "MEMORY.md", line, "- The user borrowed a theodolite from the museum.");
  const auto found_first = [&](const char* query) {
    const auto report = fixture.search(query);
    REQUIRE(report);
    REQUIRE_FALSE(report->hits.empty());
    const SearchHit& first = report->hits.front();
    INFO(query << ": " << first.path << " " << first.snippet);
    CHECK(first.path == "MEMORY.md");
    CHECK(trim(first.snippet) == "The user borrowed a theodolite from the museum.");
  };
  for (int i = 0; i < 2; ++i) {
    found_first("theodolite");
    found_first("What did the user borrow from the museum?");
    synced(fixture);
  }
  CHECK(fixture.read("MEMORY.md").find("a theodolite from the museum") != std::string::npos);
}

}  // namespace edits_test
