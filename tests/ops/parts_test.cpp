// A conversation that is too long for one file.
#include "format/session_parts.hpp"
#include "tests/ops/fixture.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace parts_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

constexpr const char* kId = "11111111-1111-4111-8111-111111111111";
constexpr const char* kStart = "2026-05-02T09:00:00Z";
constexpr std::size_t kPairs = 501;  // each is answered: 1,002 turns, two of them in a second part

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// Small talk, from which nothing is taken, and facts in some places.
std::vector<std::string> talk(std::size_t count, const std::map<std::size_t, std::string>& facts) {
  std::vector<std::string> said(count, "Hm, really?");
  for (const auto& [place, fact] : facts) said[place] = fact;
  return said;
}

ImportReport taken_in(Fixture& fixture, const std::vector<std::string>& said) {
  fixture.write_session(kId, kStart, said);
  return taken_in(fixture);
}

std::vector<std::string> sessions_of(const Fixture& fixture) {
  std::vector<std::string> files = files_below(fixture, "sessions/");
  std::sort(files.begin(), files.end(), [](const std::string& a, const std::string& b) {
    return std::pair(a.size(), a) < std::pair(b.size(), b);
  });
  return files;
}

std::string only(const Fixture& fixture, std::string_view text) {
  std::vector<std::string> found;
  for (const std::string& path : files_below(fixture, "observations/")) {
    if (holds(fixture.read(path), text)) found.push_back(fixture.read(path));
  }
  REQUIRE(found.size() == 1);
  return found.front();
}

void check_nothing_new(Fixture& fixture) {
  const auto before = fixture.tree();
  fixture.remove(".pyramid");
  const ImportReport again = taken_in(fixture);
  CHECK(again.unchanged == 1);
  CHECK(again.added + again.grown + again.changed + again.observations == 0);
  CHECK(again.diagnostics.empty());
  CHECK(fixture.tree() == before);
}

void check_sound(Fixture& fixture) {
  REQUIRE(fixture.sync());
  const auto problems = fixture.check();
  REQUIRE(problems);
  for (const Diagnostic& problem : problems->problems) CHECK(to_string(problem).empty());
  check_nothing_new(fixture);
}

std::string name_of_file(const std::string& path) { return path.substr(path.rfind('/') + 1); }

}  // namespace

TEST_CASE("parts: a conversation is cut before the turn that would be too much, and grows on") {
  format::Conversation said;
  std::vector<std::size_t> grown = {0};
  std::size_t came_in = 0;
  for (std::size_t i = 0; i < 2'500; ++i) {
    said.turns.push_back({format::Speaker::kUser, {}, std::string(i % 7 * 100, 'x'), ""});
    if (i % 97 == 0 || i + 1 == 2'500) {
      grown = format::part_begins(said, grown, std::exchange(came_in, i + 1));
    }
  }
  CHECK(grown == format::part_begins(said, {}, 0));
  REQUIRE(grown.size() == 4);
  CHECK(format::part_begins(said, {0}, 2'400) == std::vector<std::size_t>{0, 2'400});
  said.turns[5].text = std::string(format::kPartBytes + 1, 'x');  // more than a part by itself
  CHECK(format::part_begins(said, {}, 0)[1] == 5);
  CHECK(format::part_begins(said, {}, 0)[2] == 6);
}

TEST_CASE("parts: a long conversation lies in two files that lead to each other") {
  Fixture fixture;
  const ImportReport report = taken_in(
      fixture, talk(kPairs, {{1, "I live in Austin."}, {kPairs - 1, "My sister Ana is a vet."}}));
  CHECK(report.added == 1);
  CHECK(report.conversations == 1);
  CHECK(report.observations == 2);
  const auto files = sessions_of(fixture);
  REQUIRE(files.size() == 2);
  CHECK(files[1] == files[0].substr(0, files[0].size() - 3) + "-part2.md");
  const std::string first = fixture.read(files[0]);
  const std::string second = fixture.read(files[1]);
  CHECK(holds(first, "\n\nGoes on in [part 2](" + name_of_file(files[1]) + ").\n\n## "));
  CHECK(holds(first, "\nturns: 1000\nextracted: 1000\n"));
  CHECK_FALSE(holds(first, "\npart:"));
  CHECK(holds(second, "\n\nGoes on from [part 1](" + name_of_file(files[0]) + ").\n\n## "));
  CHECK(holds(second, "\npart: 2\nfirst: 1001\nturns: 1002\nextracted: 1002\n"));
  CHECK(holds(second, "\nsession: " + first.substr(first.find("id: ") + 4, 26) + "\n"));
  CHECK(holds(second, "\n^t1001\n"));
  CHECK(holds(only(fixture, "Ana is a vet"), name_of_file(files[1]) + "#^t1001)"));
  CHECK(holds(only(fixture, "lives in Austin"), name_of_file(files[0]) + "#^t3)"));
  check_sound(fixture);
}

TEST_CASE("parts: a conversation that grew into a second part is as if it had come in at once") {
  const auto said =
      talk(kPairs, {{1, "I live in Austin."}, {kPairs - 1, "My sister Ana is a vet."}});
  Fixture at_once;
  taken_in(at_once, said);
  Fixture grown;
  taken_in(grown, {said.begin(), said.begin() + 300});
  CHECK(sessions_of(grown).size() == 1);
  CHECK(taken_in(grown, {said.begin(), said.begin() + 500}).grown == 1);  // fills it
  CHECK(sessions_of(grown).size() == 1);
  const ImportReport report = taken_in(grown, said);
  CHECK(report.grown == 1);
  CHECK(report.observations == 1);
  CHECK(grown.tree() == at_once.tree());
}

TEST_CASE("parts: what both parts of a conversation say is counted once, whenever they came in") {
  const auto said = talk(kPairs, {{1, "I live in Austin."}, {kPairs - 1, "I live in Austin."}});
  Fixture at_once;
  const ImportReport report = taken_in(at_once, said);
  CHECK(report.observations == 1);
  CHECK(report.seen_again == 0);
  CHECK_FALSE(holds(only(at_once, "lives in Austin"), "seen:"));
  Fixture grown;
  taken_in(grown, {said.begin(), said.begin() + 300});
  CHECK(taken_in(grown, said).seen_again == 0);
  CHECK(grown.tree() == at_once.tree());
}

TEST_CASE("parts: a file of before that is too long stays one, and what is new goes behind it") {
  Fixture fixture;
  const auto said = talk(kPairs, {{1, "I live in Austin."}});
  taken_in(fixture, said);
  // As one file, as it was written before there were parts.
  const auto files = sessions_of(fixture);
  std::string one = fixture.read(files[0]);
  const std::string two = fixture.read(files[1]);
  one += two.substr(two.find("\n## "));
  const std::size_t link = one.find("Goes on in");
  one.erase(link, one.find('\n', link) + 2 - link);
  one.replace(one.find("\nturns: 1000\nextracted: 1000"), 28, "\nturns: 1002\nextracted: 1002");
  const Result<format::Document> document = format::parse_document(one, files[0]);
  REQUIRE(document);
  const Result<format::Conversation> whole = format::read_session(*document, files[0]);
  if (!whole) FAIL(to_string(whole.error()));
  one = *format::with_field(one, files[0], "output",
                            to_hex(format::turns_digest(*whole, whole->turns.size())));
  fixture.write(files[0], one);
  fixture.remove(files[1]);
  fixture.remove(".pyramid");
  REQUIRE(fixture.sync());
  CHECK(taken_in(fixture).unchanged == 1);
  CHECK(fixture.read(files[0]) == one);
  const ImportReport report = taken_in(fixture, [&] {
    auto longer = said;
    longer.emplace_back("My sister Ana is a vet.");
    return longer;
  }());
  CHECK(report.grown == 1);
  CHECK(sessions_of(fixture) == files);
  CHECK(holds(fixture.read(files[1]), "\nfirst: 1003\n"));
  CHECK(holds(fixture.read(files[0]), "\n^t1002\n"));
  CHECK(holds(only(fixture, "Ana is a vet"), name_of_file(files[1]) + "#^t1003)"));
  check_sound(fixture);
}

TEST_CASE("parts: a change at the source in the second part leaves the first as it is") {
  Fixture fixture;
  const auto said =
      talk(kPairs, {{1, "I live in Austin."}, {kPairs - 1, "My sister Ana is a vet."}});
  taken_in(fixture, said);
  const auto files = sessions_of(fixture);
  const std::string first = fixture.read(files[0]);
  auto other = said;
  other.back() = "My sister Ana is a nurse.";
  const ImportReport report = taken_in(fixture, other);
  CHECK(report.changed == 1);
  CHECK(fixture.read(files[0]) == first);
  CHECK(holds(fixture.read(files[1]), "\nreplaced:\n  - \"1001\"\n"));
  CHECK(holds(only(fixture, "is a vet"), "\nstatus: superseded\n"));
  CHECK_FALSE(holds(only(fixture, "is a nurse"), "status:"));
  check_sound(fixture);
}

TEST_CASE("parts: a change at the source in the first part is followed through all of them") {
  Fixture fixture;
  const auto said = talk(kPairs, {{1, "I live in Austin."},
                                  {10, "I drink tea every morning."},
                                  {kPairs - 1, "I own a canoe."}});
  taken_in(fixture, said);
  auto other = said;
  other[10] = "I sing in a choir.";
  CHECK(taken_in(fixture, other).changed == 1);
  CHECK(sessions_of(fixture).size() == 2);
  CHECK(holds(only(fixture, "drinks tea every morning"), "\nstatus: superseded\n"));
  CHECK_FALSE(holds(only(fixture, "sings in a choir"), "status:"));
  CHECK_FALSE(holds(only(fixture, "lives in Austin"), "status:"));
  check_sound(fixture);
}

TEST_CASE("parts: a shorter branch takes the second part away, and what it said goes out of use") {
  Fixture fixture;
  taken_in(fixture, talk(kPairs, {{1, "I live in Austin."}, {kPairs - 1, "I own a canoe."}}));
  // Its only new turn is said later than all that is held.
  auto other = talk(20, {{1, "I live in Austin."}, {19, "I sing in a choir."}});
  fixture.write_session(kId, kStart, other);
  const std::string file = fixture.outside("sessions") + "/" + kId + ".jsonl";
  std::string source = Fixture::read_file(file);
  const std::string old = std::to_string(1000 * (at(kStart).seconds + 60 * 38));
  REQUIRE(holds(source, old));
  source.replace(source.find(old), old.size(),
                 std::to_string(at("2026-05-04T09:00:00Z").seconds * 1000));
  std::ofstream(file, std::ios::binary) << source;
  const ImportReport report = taken_in(fixture);
  CHECK(report.changed == 1);
  REQUIRE(sessions_of(fixture).size() == 1);
  CHECK_FALSE(holds(fixture.read(sessions_of(fixture)[0]), "Goes on"));
  CHECK(holds(only(fixture, "owns a canoe"), "\nstatus: superseded\n"));
  check_sound(fixture);
}

TEST_CASE("parts: words that are not kept are not kept in any part") {
  Fixture fixture;
  fixture.write("pyramid.yaml", fixture.read("pyramid.yaml") + "\nkeep_transcripts: none\n");
  taken_in(fixture,
           talk(kPairs, {{1, "I live in Austin."}, {kPairs - 1, "My sister Ana is a vet."}}));
  const auto files = sessions_of(fixture);
  REQUIRE(files.size() == 2);
  CHECK_FALSE(holds(fixture.read(files[1]), "vet"));
  CHECK(holds(only(fixture, "Ana is a vet"), name_of_file(files[1]) + "#^t1001)"));
  check_sound(fixture);
}

TEST_CASE(
    "parts: what is said in a later part is found, explained and counted as one conversation") {
  Fixture fixture;
  taken_in(fixture,
           talk(kPairs, {{1, "I live in Austin."}, {kPairs - 1, "My sister Ana is a vet."}}));
  REQUIRE(fixture.sync());
  const auto files = sessions_of(fixture);
  const auto found = fixture.search("sister Ana vet");
  REQUIRE(found);
  CHECK(std::any_of(found->hits.begin(), found->hits.end(),
                    [&](const SearchHit& hit) { return hit.path == files[1]; }));
  CHECK(status_of(fixture).sessions == 1);
  WhyOptions options;
  options.workspace.root = fixture.root();
  for (const std::string& path : files_below(fixture, "observations/")) {
    if (!holds(fixture.read(path), "Ana is a vet")) continue;
    options.what = path;
    const auto why = pyramid::why(fixture.environment(), options);
    REQUIRE(why);
    REQUIRE(why->node.made_from.size() == 1);
    CHECK(why->node.made_from[0].turn == 1001);
    CHECK(why->node.made_from[0].path == files[1]);
    CHECK(why->node.made_from[0].text == "My sister Ana is a vet.");
  }
}

TEST_CASE("parts: a part that a person moved is found again, and links are mended") {
  Fixture fixture;
  const auto said = talk(kPairs, {{kPairs - 1, "My sister Ana is a vet."}});
  taken_in(fixture, said);
  REQUIRE(fixture.sync());
  const auto files = sessions_of(fixture);
  fixture.write("sessions/elsewhere.md", fixture.read(files[1]));
  fixture.remove(files[1]);
  REQUIRE(fixture.sync());
  CHECK(holds(only(fixture, "Ana is a vet"), "sessions/elsewhere.md#^t1001)"));
  CHECK(fixture.check()->problems.empty());
  auto longer = said;
  longer.emplace_back("I own a canoe.");
  CHECK(taken_in(fixture, longer).grown == 1);
  CHECK(holds(fixture.read("sessions/elsewhere.md"), "\nturns: 1004\n"));
  CHECK(sessions_of(fixture).size() == 2);
}

TEST_CASE("parts: a part that a person removed comes back with what else is new") {
  Fixture fixture;
  const auto said =
      talk(kPairs, {{1, "I live in Austin."}, {kPairs - 1, "My sister Ana is a vet."}});
  taken_in(fixture, said);
  const auto before = fixture.tree();
  fixture.remove(sessions_of(fixture)[1]);
  CHECK(taken_in(fixture).grown == 1);
  CHECK(fixture.tree() == before);
  fixture.remove(sessions_of(fixture)[0]);
  CHECK(taken_in(fixture).added == 1);
  CHECK(fixture.tree() == before);
}

TEST_CASE("parts: a turn that is longer than any file may be stands in several, word for word") {
  Fixture fixture;
  const std::string word(998, 'm');  // long ones: there is little for the engine to do
  std::string words;
  while (words.size() < 9'000'000) words += word + ". ";
  const ImportReport report = taken_in(fixture, {"I live in Austin.", words, "I own a canoe."});
  CHECK(report.added == 1);
  CHECK(report.diagnostics.empty());
  std::string kept;
  for (const std::string& path : sessions_of(fixture)) {
    const std::string bytes = fixture.read(path);
    CHECK(bytes.size() < 8'388'608);
    const auto document = format::parse_document(bytes, path);
    REQUIRE(document);
    const auto part = format::read_session(*document, path);
    REQUIRE(part);
    for (const format::Turn& turn : part->turns) {
      if (turn.text.size() <= 1'000) continue;
      CHECK(turn.text.ends_with(". "));
      kept += turn.text;
    }
  }
  CHECK(kept == words);
  check_nothing_new(fixture);
}

TEST_CASE("parts: of a turn that nobody can have written the beginning is kept, and that is told") {
  Fixture fixture;
  std::string words;
  while (words.size() < 10'100'000) words += std::string(1'000, 'x') + ". ";
  const ImportReport report = taken_in(fixture, {"I live in Austin.", words, "I own a canoe."});
  CHECK(report.added == 1);
  CHECK(report.observations == 2);  // the mark of what is left out is nobody's fact
  REQUIRE(report.diagnostics.size() == 1);
  CHECK(holds(report.diagnostics[0].what, "turn 3 of conversation"));
  CHECK(holds(report.diagnostics[0].what, "bytes are left out"));
  std::size_t marks = 0;
  for (const std::string& path : sessions_of(fixture)) {
    marks += holds(fixture.read(path), "xx. \n\n[\u2026") ? 1 : 0;
  }
  CHECK(marks == 1);
}

}  // namespace parts_test
