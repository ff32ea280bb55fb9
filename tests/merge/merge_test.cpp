// Two states of a file as one: each shape that a conflict has, by name.
#include "merge/merge.hpp"

#include "base/text.hpp"
#include "format/conflict_note.hpp"
#include "format/conversation.hpp"
#include "format/home_records.hpp"
#include "format/node.hpp"
#include "format/sections.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace merge_test {

using namespace pyramid;
using Catch::Contains;
using pyramid::merge::merge_file;
using pyramid::merge::Merged;

namespace {

constexpr Date kDay{2026, 5, 15};

// Merged both ways round: the answer must be the same.
std::string merged(std::optional<std::string> base, const std::string& ours,
                   const std::string& theirs, std::string_view path = "memory/note.md",
                   std::size_t conflicts = 0) {
  std::optional<std::string_view> before;
  if (base) before = *base;
  const Merged one = merge_file({path, before, ours, theirs, kDay});
  const Merged other = merge_file({path, before, theirs, ours, kDay});
  REQUIRE(one.bytes);
  CHECK(one.bytes == other.bytes);
  CHECK(one.told == other.told);
  CHECK(one.conflicts == conflicts);
  CHECK_THAT(*one.bytes, !Contains("<<<<<<<") && !Contains(">>>>>>>"));
  // A machine that merges the outcome with either side once more changes nothing.
  CHECK(merge_file({path, before, *one.bytes, *one.bytes, kDay}).bytes == one.bytes);
  CHECK(merge_file({path, ours, *one.bytes, ours, kDay}).bytes == one.bytes);
  return *one.bytes;
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  return text.replace(text.find(what), what.size(), with);
}

std::string observation(const std::string& keys, const std::string& text) {
  return "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\nkind: observation\nat: 2026-05-12T10:03:00Z\n" +
         keys + "---\n" + text + "\n";
}
const std::string kObservation = "observations/2026/05/12/user-moved-7t5xbn.md";

std::string summary(const std::string& text, const std::string& inputs, const std::string& sources,
                    const std::string& output_of = {}) {
  const Digest output = format::text_digest(output_of.empty() ? text : output_of);
  const auto cleared = format::without_struck(output_of.empty() ? text : output_of, {});
  return "---\nid: 01K40VHHWRTB28D4VBD73T23HJ\nkind: summary\nmodel: user\ntier: 0\nstart: "
         "2026-05-02T08:11:00Z\nend: 2026-05-12T10:03:00Z\ncount: 3\nengine: builtin\nrecipe: "
         "summarize/1\ninputs: " +
         inputs + "\noutput: " + to_hex(output) +
         "\nsentences: " + format::to_text(cleared.sentences) + "\n---\n" + text +
         "\n\n## Sources\n" + sources;
}
const std::string kSummary = "summaries/user/tier-0/2026-05-02-early-may-3t23hj.md";
const std::string kInputs = "5b1f0000000000000000000000000001";
const std::string kOthers = "5b1f0000000000000000000000000002";

}  // namespace

TEST_CASE("merge: what one side alone changed holds") {
  CHECK(merged("a\n", "a\n", "b\n") == "b\n");
  CHECK(merged("a\n", "b\n", "b\n") == "b\n");
}

TEST_CASE("merge: paragraphs that each side added both stand") {
  CHECK(merged("# Notes\n\nOld.\n", "# Notes\n\nNew here.\n\nOld.\n",
               "# Notes\n\nOld.\n\nNew there.\n") ==
        "# Notes\n\nNew here.\n\nOld.\n\nNew there.\n");
}

TEST_CASE("merge: what both added at one place stands in one order on every machine") {
  CHECK(merged("Old.\n", "Old.\n\nB here.\n", "Old.\n\nA there.\n") ==
        "Old.\n\nA there.\n\nB here.\n");
}

TEST_CASE("merge: items that both added to a list stand in the list") {
  CHECK(merged("- milk\n- bread\n", "- milk\n- bread\n- tea\n", "- milk\n- bread\n- salt\n") ==
        "- milk\n- bread\n- salt\n- tea\n");
}

TEST_CASE("merge: what was added without a heading stays under the heading that it was added to") {
  CHECK(merged("# N\n\n## Shopping\n\n- milk\n", "# N\n\n## Shopping\n\n- milk\n- bread\n",
               "# N\n\n## Shopping\n\n- milk\n\n## Work\n\n- ship Kestrel\n") ==
        "# N\n\n## Shopping\n\n- milk\n- bread\n\n## Work\n\n- ship Kestrel\n");
  // Also where it is equal to something under the new heading, or is deeper than that one.
  CHECK(merged("## A\n", "## A\n\n- tea\n", "## A\n\n## B\n\n- tea\n") ==
        "## A\n\n- tea\n\n## B\n\n- tea\n");
  CHECK(merged("## A\n", "## A\n\n### Sub\n\n- tea\n", "## A\n\n## B\n\n- salt\n") ==
        "## A\n\n### Sub\n\n- tea\n\n## B\n\n- salt\n");
  // Also where the new heading stands in the place of something.
  CHECK(merged("## A\n\nThe old words.\n", "## A\n\nThe old words.\n\nMine.\n",
               "## A\n\n## B\n\n- salt\n") == "## A\n\nMine.\n\n## B\n\n- salt\n");
}

TEST_CASE("merge: headings that both added keep each what stands under them") {
  CHECK(merged("# N\n", "# N\n\n## Home\n\n- paint\n\n## Zoo\n\n- bears\n",
               "# N\n\n## Work\n\n- ship\n") ==
        "# N\n\n## Home\n\n- paint\n\n## Work\n\n- ship\n\n## Zoo\n\n- bears\n");
  CHECK(merged("# N\n", "# N\n\n## Home\n\n- paint\n", "# N\n\n## Home\n\n- clean\n") ==
        "# N\n\n## Home\n\n- clean\n- paint\n");
  // Also where something equal stands under both.
  CHECK(merged("# N\n", "# N\n\n## Monday\n\n- milk\n", "# N\n\n## Tuesday\n\n- milk\n") ==
        "# N\n\n## Monday\n\n- milk\n\n## Tuesday\n\n- milk\n");
  CHECK(merged("# N\n", "# N\n\n## Day\n\n- milk\n- tea\n", "# N\n\n## Day\n\n- milk\n- salt\n") ==
        "# N\n\n## Day\n\n- milk\n- salt\n- tea\n");
}

TEST_CASE("merge: what was added to a section that the other side took out keeps its heading") {
  const std::string base = "# N\n\n## A\n\n- milk\n\n## B\n\n- salt\n";
  CHECK(merged(base, "# N\n\n## B\n\n- salt\n",
               "# N\n\n## A\n\n- milk\n- wash the car\n\n## B\n\n- salt\n") ==
        "# N\n\n## A\n\n- wash the car\n\n## B\n\n- salt\n");
  // A heading that was reworded is the same section, and nothing added takes none back.
  CHECK(merged(base, "# N\n\n## Shop\n\nToday:\n\n- milk\n\n## B\n\n- salt\n",
               "# N\n\n## A\n\n- milk\n- tea\n\n## B\n\n- salt\n") ==
        "# N\n\n## Shop\n\nToday:\n\n- milk\n- tea\n\n## B\n\n- salt\n");
  CHECK(merged(base, "# N\n\n## B\n\n- salt\n", base + "- pepper\n") ==
        "# N\n\n## B\n\n- salt\n- pepper\n");
}

TEST_CASE("merge: two sentences of one paragraph, each changed by one side, both change") {
  CHECK(merged("Ana lives in Porto. She is a vet.\n", "Ana lives in Braga. She is a vet.\n",
               "Ana lives in Porto. She is a doctor.\n") ==
        "Ana lives in Braga. She is a doctor.\n");
}

TEST_CASE("merge: the same sentence changed differently stands twice in a dated note") {
  const std::string both = merged("Above.\n\nAna lives in Porto.\n\nBelow.\n",
                                  "Above.\n\nAna lives in Braga.\n\nBelow.\n",
                                  "Above.\n\nAna lives in Faro.\n\nBelow.\n", "memory/note.md", 1);
  CHECK(both ==
        "Above.\n\n"
        "> [!conflict] 2026-05-15: changed on two machines; keep what is right, without this note\n"
        ">\n> Ana lives in Braga.\n>\n> ***\n>\n> Ana lives in Faro.\n\nBelow.\n");
  CHECK(format::conflict_lines(both, "memory/a.md") == std::vector<std::size_t>{3});
}

namespace {

const std::string kVet = "Ana lives in Porto. She is a vet. She sings.\n";
const std::string kNurse = "Ana lives in Porto. She is a nurse. She sings.\n";
const std::string kDoctor = "Ana lives in Porto. She is a doctor. She dances.\n";

std::string parted(const std::string& texts) {
  return "Ana lives in Porto.\n\n"
         "> [!conflict] 2026-05-15: between the paragraphs above and below, which are one, changed "
         "on two machines; keep what is right, without this note\n>\n" +
         texts + "\n\nShe dances.\n";
}

}  // namespace

TEST_CASE("merge: a note holds the one sentence of a paragraph that both changed, and no other") {
  CHECK(merged(kVet, kNurse, kDoctor, "memory/note.md", 1) ==
        parted("> She is a doctor.\n>\n> ***\n>\n> She is a nurse."));
  CHECK(merged("One. Two is here.\n", "One. Two is there.\n", "One!! Two is far.\n",
               "memory/note.md", 1) ==
        "One!!\n\n"
        "> [!conflict] 2026-05-15: the end of the paragraph above, changed on two machines; keep "
        "what is right, without this note\n>\n> Two is far.\n>\n> ***\n>\n> Two is there.\n");
}

TEST_CASE("merge: what a third machine made of a sentence joins the note that parts a paragraph") {
  const std::string note = merged(kVet, kNurse, kDoctor, "memory/note.md", 1);
  const std::string pilot = "Ana lives in Porto. She is a pilot. She sings.\n";
  CHECK(merged(kVet, note, pilot, "memory/note.md", 1) ==
        parted("> She is a doctor.\n>\n> ***\n>\n> She is a nurse.\n>\n> ***\n>\n"
               "> She is a pilot."));
}

TEST_CASE("merge: a note that parted a paragraph and that one machine settled is settled") {
  const std::string note = merged(kVet, kNurse, kDoctor, "memory/note.md", 1);
  const std::string settled = "Ana lives in Porto. She is a doctor. She dances.\n";
  CHECK(merged(note, settled, note + "\nMore.\n") == settled + "\nMore.\n");
  CHECK(merged(note, settled, replaced(note, "dances", "dances well")) ==
        "Ana lives in Porto. She is a doctor. She dances well.\n");
}

TEST_CASE("merge: a sentence goes on over the end of a line") {
  CHECK(merged("Ana lives\nin Porto. She is a vet.\n", "Ana lives\nin Braga. She is a vet.\n",
               "Ana lives\nin Faro. She is a doctor.\n", "memory/note.md", 1) ==
        "> [!conflict] 2026-05-15: the beginning of the paragraph below, changed on two machines; "
        "keep what is right, without this note\n>\n> Ana lives\n> in Braga.\n>\n> ***\n>\n"
        "> Ana lives\n> in Faro.\n\nShe is a doctor.\n");
}

TEST_CASE("merge: an item of a list and a table are in a note as they are, whole") {
  const std::string item = merged("- Milk for Ana. Two of it.\n", "- Milk for Mia. Two of it.\n",
                                  "- Milk for Eva. Six of it.\n", "memory/note.md", 1);
  CHECK_THAT(item, Contains("> - Milk for Eva. Six of it.\n") &&
                       Contains("> - Milk for Mia. Two of it.\n"));
  const std::string table =
      merged("| a. | b |\n|---|---|\n| 1 | 2 |\n", "| a. | b |\n|---|---|\n| 1 | 3 |\n",
             "| a. | b |\n|---|---|\n| 1 | 4 |\n", "memory/note.md", 1);
  CHECK_THAT(table, Contains("> | a. | b |\n> |---|---|\n> | 1 | 3 |\n"));
}

TEST_CASE("merge: a reader of an observation sees what a note holds, and nothing of the note") {
  const std::string head =
      "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\nkind: observation\n"
      "at: 2026-05-12T10:03:00Z\n---\n";
  const std::string path = "observations/2026/05/12/x-7t5xbn.md";
  const std::string both = merged(head + "Ana lives in Rome.\n", head + "Ana lives in Braga.\n",
                                  head + "Ana lives in Faro.\n", path, 1);
  REQUIRE_THAT(both, Contains("> [!conflict] "));
  const auto node = format::read_node(both, path);
  REQUIRE(node);
  CHECK(node->text == "Either Ana lives in Braga, or Ana lives in Faro.");
  CHECK(node->title == node->text);
  CHECK(node->text_line == 12);
  const auto beside = format::read_node(both + "\nSince May.\n", path);
  REQUIRE(beside);
  CHECK(beside->text == "Either Ana lives in Braga, or Ana lives in Faro.\n\nSince May.");
  const auto note = format::read_node(both.substr(head.size()), "memory/x.md");
  REQUIRE(note);
  CHECK(note->text == "Ana lives in Braga.\n\n\n\nAna lives in Faro.");
  const std::string quoted = "A.\n\n> [!conflict] of interest\n> is a matter of law\n\nB.";
  CHECK(format::without_notes(quoted) == quoted);
}

TEST_CASE("merge: two notes about the same sentence are one, with the older date") {
  const std::string base = "Ana lives in Porto.\n";
  const std::string braga = "Ana lives in Braga.\n", faro = "Ana lives in Faro.\n";
  const auto on = [&](const std::string& a, const std::string& b, Date day) {
    return *merge_file({"memory/a.md", base, a, b, day}).bytes;
  };
  const std::string one = on(braga, faro, {2026, 5, 15});
  const std::string other = on(faro, braga, {2026, 5, 17});
  CHECK(merged(base, one, other, "memory/a.md", 1) == one);
}

TEST_CASE("merge: a note that one machine settled is settled") {
  const std::string base = "Ana lives in Porto.\n";
  const std::string note =
      *merge_file({"memory/a.md", base, "Ana lives in Braga.\n", "Ana lives in Faro.\n", kDay})
           .bytes;
  CHECK(merged(note, "Ana lives in Braga.\n", note + "\nMore.\n", "memory/a.md") ==
        "Ana lives in Braga.\n\nMore.\n");
}

TEST_CASE("merge: a paragraph that one side deleted and the other changed is kept, and said") {
  const Merged one = merge_file({"memory/a.md", "One.\n\nTwo is here.\n\nThree.\n",
                                 "One.\n\nThree.\n", "One.\n\nTwo is there.\n\nThree.\n", kDay});
  CHECK(one.bytes == "One.\n\nTwo is there.\n\nThree.\n");
  REQUIRE(one.told.size() == 1);
  CHECK_THAT(one.told[0], Contains("the change is kept"));
}

TEST_CASE("merge: a file that one side deleted and the other changed is kept, and said") {
  const Merged one = merge_file({"memory/a.md", "a\n", std::nullopt, "b\n", kDay});
  CHECK(one.bytes == "b\n");
  CHECK(one.told.size() == 1);
  CHECK_FALSE(merge_file({"memory/a.md", "a\n", std::nullopt, "a\n", kDay}).bytes);
}

TEST_CASE("merge: what the program keeps up to date brings no deleted fact or conversation back") {
  const std::string at = "at: 2026-05-02T10:00:00Z\n", id = "id: 01JV2MF0S8Q4WZ3H6K9R7T5X01\n";
  const std::string fact = "---\n" + id + "kind: observation\n" + at;
  const std::string said = "---\nUser has a cat.\n\nFrom [Pets](../sessions/pets.md#^t1)\n";
  const auto gone = [](const std::string& before, const std::string& after) {
    const Merged one = merge_file({"observations/a.md", before, std::nullopt, after, kDay});
    const Merged other = merge_file({"observations/a.md", before, after, std::nullopt, kDay});
    CHECK(one.bytes == other.bytes);
    CHECK(one.told.empty() == !one.bytes);
    return !one.bytes;
  };
  CHECK(gone(fact + said, fact + "model: user\n" + said));
  CHECK(gone(fact + said, fact + "seen: [2026-05-03T10:00:00Z]\n" + said));
  CHECK(gone(fact + said, fact + replace_all(said, "/pets.md", "/cats.md")));
  CHECK_FALSE(gone(fact + "model: user\n" + said, fact + "model: mia\n" + said));
  CHECK_FALSE(gone(fact + said, fact + replace_all(said, "cat", "dog")));
  CHECK_FALSE(gone(fact + said, fact + "tags: [pets]\n" + said));
  const std::string session = "---\n" + id + "kind: session\n" + at + "turns: 2\n";
  const std::string turns = "---\n# Pets\n\n## User\nI have a cat.\n";
  CHECK(gone(session + turns, session + "extracted: 2\n" + turns));
  CHECK_FALSE(gone(session + turns, session + turns + "\nFrom [me](me.md)\n"));
}

TEST_CASE("merge: line ends are those of the side that changed them, whoever merges") {
  const std::string base = "One.\n\nTwo.\n", crlf = "One.\r\n\r\nTwo.\r\n";
  CHECK(merged(base, crlf, "One.\n\nTwo!\n") == "One.\r\n\r\nTwo!\r\n");
  CHECK(merged(crlf, base, "One.\r\n\r\nTwo!\r\n") == "One.\n\nTwo!\n");
}

TEST_CASE("merge: fenced code is one thing, however often the same fence comes back") {
  const std::string base =
      "Run:\n\n```sh\nmake\n```\n\nThen:\n\n```sh\nmake test\n```\n\nAnd:\n\n```sh\nmake\n```\n";
  const std::string ours =
      "Run:\n\n```sh\nmake\n\nmake clean\n```\n\nThen:\n\n```sh\nmake test\n```\n\nAnd:\n\n```sh\n"
      "make\n```\n";
  const std::string theirs =
      "Run:\n\n```sh\nmake\n```\n\nThen:\n\n```sh\nmake test\n```\n\nFirst:\n\n```sh\nmake\n```\n\n"
      "And:\n\n```sh\nmake\n```\n";
  CHECK(merged(base, ours, theirs) ==
        "Run:\n\n```sh\nmake\n\nmake clean\n```\n\nThen:\n\n```sh\nmake "
        "test\n```\n\nFirst:\n\n```sh\n"
        "make\n```\n\nAnd:\n\n```sh\nmake\n```\n");
}

TEST_CASE("merge: code that both changed at one place is kept twice, each whole") {
  const std::string both =
      merged("```\na\n```\n", "```\na\nb\n```\n", "```\na\nc\n```\n", "memory/note.md", 1);
  CHECK_THAT(both, Contains("> ```\n> a\n> b\n> ```") && Contains("> ```\n> a\n> c\n> ```"));
}

TEST_CASE("merge: an entity that two machines made is one, with the relations of both") {
  const auto made = [](const std::string& entity, const std::string& relation) {
    return "---\nid: 0000000000A0W4X084S0FKQY8Z\nkind: model\nmodel: mia\nentity: " + entity +
           "\n---\n# Mia\n\n## Relations\n" + relation + "\n\n## Notes\n";
  };
  const std::string one = "- knows [Ana](ana.md) <!-- relation 01M8J412BWZQMH18ZMZM8NCDBX -->";
  const std::string other =
      "- works_at [Acme](acme.md) <!-- relation 01M8J413B4FRH7T2EPRH89MDFY -->";
  const std::string both = merged(std::nullopt, made("01M8J412BRM8HD4NP2B9GGGV7D", one),
                                  made("01M8J413B08CBYKX2NA0YXNKZS", other), "models/mia.md");
  CHECK(both == made("01M8J412BRM8HD4NP2B9GGGV7D", one + "\n" + other));
}

TEST_CASE("merge: frontmatter is merged by key, lists as sets") {
  const std::string base = observation("importance: 4\ntags:\n  - home\n  - old\n", "User moved.");
  const std::string ours = observation(
      "importance: 4\ntags:\n  - home\n  - old\n  - ours\nmodel: user\n", "User moved.");
  const std::string theirs =
      observation("importance: 7\ntags:\n  - home\n  - theirs\n", "User moved.");
  const std::string both = merged(base, ours, theirs, kObservation);
  const auto node = format::read_node(both, kObservation);
  REQUIRE(node);
  CHECK(node->importance == 7);
  CHECK(node->model == "user");
  CHECK_THAT(both, Contains("- home\n") && Contains("- ours\n") && Contains("- theirs\n"));
  CHECK_THAT(both, !Contains("- old\n"));
}

TEST_CASE("merge: a key of a person's keeps what it is, a number or a text") {
  const std::string base = observation("mood: calm\nlevel: 1\n", "User moved.");
  const std::string ours = observation("mood: glad\nlevel: 1\n", "User moved.");
  const std::string theirs = observation(
      "mood: calm\nlevel: 2 # of five\nrooms: 3\nopen: true\nflat: \"3\"\n", "User moved.");
  const std::string both = merged(base, ours, theirs, kObservation);
  CHECK_THAT(both, Contains("mood: glad\n") && Contains("level: 2") && Contains("rooms: 3\n") &&
                       Contains("open: true\n") && Contains("flat: \"3\"\n"));
}

TEST_CASE("merge: a key of a person's that both set keeps the other value in a comment") {
  const std::string base = observation("mood: calm\n", "User moved.");
  const std::string both = merged(base, observation("mood: glad\n", "User moved."),
                                  observation("mood: sad\n", "User moved."), kObservation, 1);
  CHECK_THAT(both, Contains("mood: sad\n# conflict 2026-05-15: mood: glad\n"));
  CHECK(format::conflict_lines(both, "memory/a.md").size() == 1);
}

TEST_CASE("merge: a person's key that is called as one of another kind of file is the person's") {
  const auto note = [](const std::string& key, const char* value) {
    return "---\n" + key + ": " + value + "\n---\nFigs.\n";
  };
  const auto fact = [](const std::string& key, const char* value) {
    return observation(key + ": " + value + "\n", "User moved.");
  };
  const auto both = [](const auto& file, const std::string& key, std::string_view path) {
    for (const bool with_base : {true, false}) {
      INFO(key);
      const auto base = with_base ? std::optional(file(key, "alpha")) : std::nullopt;
      CHECK_THAT(merged(base, file(key, "beta"), file(key, "gamma"), path, 1),
                 Contains(key + ": gamma\n# conflict 2026-05-15: " + key + ": beta\n"));
    }
  };
  for (const char* key : {"source", "status", "start", "at", "importance", "recipe", "id"}) {
    both(note, key, "memory/note.md");
  }
  for (const char* key : {"start", "end", "count", "turns", "origin", "output"}) {
    both(fact, key, kObservation);
  }
}

TEST_CASE(
    "merge: a side whose frontmatter is no YAML takes that of the other, and keeps its words") {
  const std::string base = observation("importance: 4\n", "User moved.");
  const std::string ours = observation("importance: 4\n", "User moved to Faro.");
  const std::string theirs =
      observation("importance: 4\nimportance: 7\n", "User moved.\n\nIt was in May.");
  const std::string both = merged(base, ours, theirs, kObservation, 1);
  const auto node = format::read_node(both, kObservation);
  REQUIRE(node);
  CHECK(node->importance == 4);
  CHECK_THAT(both, Contains("# conflict 2026-05-15: importance: 7\n"));
  CHECK_THAT(both, Contains("User moved to Faro.\n\nIt was in May."));
  CHECK(format::conflict_lines(both, "memory/a.md").size() == 1);
}

TEST_CASE("merge: an observation said again on two machines was said twice more") {
  const std::string from = "From [A talk](../a.md#^t1)";
  const std::string base = observation("", "User moved.\n\n" + from);
  const std::string ours = observation("seen:\n  - 2026-05-14T10:00:00Z\n",
                                       "User moved.\n\n" + from + ", [B](../b.md#^t2)");
  const std::string theirs = observation("seen:\n  - 2026-05-13T10:00:00Z\n",
                                         "User moved.\n\n" + from + ", [C](../c.md#^t3)");
  const auto node = format::read_node(merged(base, ours, theirs, kObservation), kObservation);
  REQUIRE(node);
  CHECK(node->seen == std::vector<std::string>{"2026-05-13T10:00:00Z", "2026-05-14T10:00:00Z"});
  CHECK(node->edges.size() == 3);
  CHECK(node->text == "User moved.");
}

TEST_CASE(
    "merge: a turn of a conversation that has two names is named once, and so on either side") {
  const auto said = [](const std::string& from) {
    return observation("", "User moved.\n\nFrom " + from);
  };
  const std::string old = "[I like figs](../../i-like-figs-tsx9f8.md#^t6)";
  const std::string renamed = "[Conversation of 3 May](../../conversation-of-3-may-tsx9f8.md#^t6)";
  CHECK(merged(std::nullopt, said(old), said(renamed), kObservation) == said(renamed));
  CHECK(merged(std::nullopt, said(renamed), said(old), kObservation) == said(renamed));
  const std::string more = old + ", [B](../../b-aaaaaa.md#^t2)";
  const auto node = format::read_node(merged(std::nullopt, said(more), said(renamed), kObservation),
                                      kObservation);
  REQUIRE(node);
  CHECK(node->edges.size() == 2);
  // Another turn, and a part of another conversation.
  for (const char* other : {"[C](../../c-tsx9f8.md#^t7)", "[C](../../c-part2-aaaaaa.md#^t6)"}) {
    const std::string both = merged(std::nullopt, said(old), said(other), kObservation);
    CHECK_THAT(both, Contains("I like figs"));
    CHECK_THAT(both, Contains("[C]"));
  }
}

TEST_CASE("merge: the same imported on two machines and edited on one needs no base") {
  const std::string plain = observation("", "User moved.");
  const std::string tagged = observation("tags:\n  - home\n", "User moved.");
  CHECK(merged(std::nullopt, plain, tagged, kObservation) == tagged);
}

TEST_CASE("merge: of two generated texts of the same inputs the smaller digest stands") {
  const std::string sources = "- [A](../a.md)\n- [B](../b.md)\n";
  const std::string one = summary("First text.", kInputs, sources);
  const std::string other = summary("Second text.", kInputs, sources);
  const bool first = format::text_digest("First text.") < format::text_digest("Second text.");
  CHECK(merged(std::nullopt, one, other, kSummary) == (first ? one : other));
}

TEST_CASE("merge: a generated text is never mixed with another, its sources are united") {
  const std::string base = summary("Base text.", kInputs, "- [A](../a.md)\n");
  const std::string both =
      merged(base, summary("First text.", kOthers, "- [A](../a.md)\n- [B](../b.md)\n"),
             summary("Second text.", kInputs, "- [A](../a.md)\n- [C](../c.md)\n"), kSummary);
  const auto node = format::read_node(both, kSummary);
  REQUIRE(node);
  CHECK((node->text == "First text." || node->text == "Second text."));
  CHECK(node->sources.size() == 3);
  CHECK(node->output == node->text_digest);
}

TEST_CASE("merge: a person's words in a generated text hold against a text that was written anew") {
  const std::string base = summary("Base text.", kInputs, "- [A](../a.md)\n");
  const std::string edited = summary("Mine. Base text.", kInputs, "- [A](../a.md)\n", "Base text.");
  const std::string anew = summary("New text.", kOthers, "- [A](../a.md)\n");
  CHECK_THAT(merged(base, edited, anew, kSummary), Contains("Mine. Base text."));
}

TEST_CASE("merge: the words of two persons in one generated text both stand") {
  const std::string base = summary("Base text.", kInputs, "- [A](../a.md)\n");
  const std::string both =
      merged(base, summary("Mine.\n\nBase text.", kInputs, "- [A](../a.md)\n", "Base text."),
             summary("Yours.\n\nNew text.", kOthers, "- [A](../a.md)\n", "New text."), kSummary);
  CHECK_THAT(both, Contains("Mine.") && Contains("Yours."));
  const auto node = format::read_node(both, kSummary);
  REQUIRE(node);
  CHECK(node->text_digest != node->output);
}

namespace {

std::string home(const std::string& section, const std::string& notes, const std::string& inputs,
                 const std::string& output_of = {}) {
  const std::string generated = output_of.empty() ? section : output_of;
  return "---\nid: 0000000000R1JFQJMXKQMDV6XG\nkind: memory\nsections:\n  - user/this-week " +
         inputs + " " + to_hex(format::text_digest(generated)) + " builtin:synthesize/1 " +
         format::to_text(format::without_struck(generated, {}).sentences) +
         "\n---\n# Memory\n\n## User\n\n### This Week\n" + section +
         "\n\nFrom [12 May](observations/a.md)\n\n## Notes\n" + notes;
}

}  // namespace

TEST_CASE("merge: sections are taken one by one, notes are merged by paragraph") {
  const std::string base = home("- Base.", "Old note.\n", kInputs);
  const std::string both = merged(base, home("- First.", "Old note.\n\nMine.\n", kInputs),
                                  home("- Second.", "Yours.\n\nOld note.\n", kOthers), "MEMORY.md");
  CHECK_THAT(both, Contains("Yours.\n\nOld note.\n\nMine.\n"));
  const auto document = format::parse_document(both, "MEMORY.md");
  REQUIRE(document);
  const auto sections = format::find_sections(*document, "MEMORY.md");
  REQUIRE(sections.size() == 1);
  CHECK((sections[0].text == "- First." || sections[0].text == "- Second."));
  const auto record = format::parse_section_record(document->frontmatter.list("sections").at(0));
  REQUIRE(record);
  CHECK(record->output == sections[0].text_digest);
}

TEST_CASE("merge: a page has the places of both sides, each once and in the order of its home") {
  const std::string head = "---\nkind: why\n---\n# Why MEMORY.md says so\n";
  const auto place = [](const std::string& tag, const std::string& name) {
    return "\n## " + tag + "\n" + name + "\n\n- [12 May](../observations/a.md) (sentence 1)\n";
  };
  const std::string self = place("111111", "self/this-week");
  const std::string base = head + self + place("222222", "user/this-week");
  const std::string ours = head + self + place("333333", "user/this-week");
  const std::string theirs =
      head + self + place("444444", "user/this-week") + place("555555", "user/earlier");
  CHECK(merged(base, ours, theirs, "why/MEMORY.md") ==
        head + self + place("333333", "user/this-week") + place("444444", "user/this-week") +
            place("555555", "user/earlier"));
  CHECK(merged(std::nullopt, ours, base, "why/MEMORY.md") ==
        head + self + place("222222", "user/this-week") + place("333333", "user/this-week"));
}

namespace {

// As it is written now: the record is in the page, and here its name alone.
std::string linked(const std::string& text, const std::string& generated,
                   const std::string& struck = {}) {
  return "---\nid: 0000000000R1JFQJMXKQMDV6XG\nkind: memory\n" +
         (struck.empty() ? "" : "struck:\n  - " + struck + "\n") +
         "---\n# Memory\n\n## User\n\n### This Week\n" + text + "\n\n[why](why/MEMORY.md#" +
         format::why_tag(format::text_digest(generated)) + ")\n\n## Notes\n";
}

std::string mark(const std::string& sentence) {
  return format::to_text(format::Sentences{{format::mark_of(sentence)}, {}});
}

}  // namespace

TEST_CASE("merge: a person's words in a section are known where the page is another file") {
  const std::string old = "- Ana sings.\n- Ben cooks.", now = "- Ana sings.\n- Cid sews.";
  const std::string base = linked(old, old);
  // Put in on one side, while the other one wrote the section anew.
  const std::string added =
      merged(base, linked("- Mine.\n" + old, old), linked(now, now), "MEMORY.md");
  CHECK(added == linked("- Mine.\n" + old, old));
  // Reworded on both, of one text: the one has the words of both.
  const std::string both = merged(base, linked("- Ana hums.\n- Ben cooks.", old),
                                  linked("- Ana sings.\n- Ben bakes.", old), "MEMORY.md");
  CHECK_THAT(both, Contains("- Ana hums.") && Contains("- Ben bakes."));
  // Reworded on both, each of a text of its own: the words that are known go in front of the other.
  const std::string apart = merged(base, linked("- Mine.\n" + now, now),
                                   linked("- Ana hums.\n- Eve rows.", "- x"), "MEMORY.md");
  CHECK(apart == linked("- Mine.\n\n- Ana hums.\n- Eve rows.", "- x"));
}

TEST_CASE("merge: what a person struck out stays out of what the other machine wrote meanwhile") {
  const std::string old = "- Ana sings.\n- Ben cooks.", now = "- Ben cooks.\n- Cid sews.";
  const std::string base = linked(old, old);
  const std::string left = "- Ana sings.", cut = "- Cid sews.";
  for (const std::string& struck : {linked(left, left, mark("Ben cooks.")), linked(left, old)}) {
    const std::string both = merged(base, struck, linked(now, now), "MEMORY.md");
    INFO(both);
    CHECK_THAT(both, !Contains("Ben cooks."));
    CHECK_THAT(both, Contains("struck:\n  - " + mark("Ben cooks.") + "\n") ||
                         Contains(left + "\n\n[why](why/MEMORY.md#" +
                                  format::why_tag(format::text_digest(old))));
  }
}

TEST_CASE("merge: a description is a person's where it is not the one that its comment names") {
  const auto model = [](const std::string& text, const std::string& generated) {
    return "---\nid: 0000000000W7GZDV4H7362PM0R\nkind: model\ndescription: " + text + " # " +
           format::why_tag(format::text_digest(generated)) + "\n---\n# Kestrel\n";
  };
  const std::string path = "models/kestrel.md";
  const std::string base = model("A kite.", "A kite.");
  CHECK(merged(base, model("My kite.", "A kite."), model("A bird.", "A bird."), path) ==
        model("My kite.", "A kite."));
  const std::string either =
      merged(base, model("A hawk.", "A hawk."), model("A bird.", "A bird."), path);
  CHECK((either == model("A hawk.", "A hawk.") || either == model("A bird.", "A bird.")));
}

TEST_CASE("merge: a section keeps the heading above it that the other machine took out") {
  const std::string base = home("- Base.", "", kInputs);
  const auto without = [](std::string text, const std::string& from, const std::string& until) {
    const std::size_t begin = text.find(from);
    return text.erase(begin, text.find(until) - begin);
  };
  std::string dropped = without(base, "## User\n", "## Notes\n");
  dropped = without(dropped, "sections:\n", "---\n# Memory");
  std::string moved = replaced(base, "### This Week", "### This Month");
  moved = replaced(moved, "user/this-week", "user/this-month");
  for (const std::string& below : {std::string(), std::string("\n## Other Models\n- Ana\n")}) {
    const std::string both =
        merged(base,
               replaced(dropped, "## Notes\n",
                        "## Self\n\n### Earlier\n- Old.\n" + below + "\n## Notes\n"),
               moved, "MEMORY.md");
    const auto document = format::parse_document(both, "MEMORY.md");
    REQUIRE(document);
    std::vector<std::string> names;
    for (const auto& one : format::find_sections(*document, "MEMORY.md")) names.push_back(one.name);
    CHECK_THAT(names, Catch::VectorContains(std::string("user/this-month")) &&
                          Catch::VectorContains(std::string("self/earlier")));
  }
}

TEST_CASE("merge: a section that a person edited holds, also where the other machine dropped it") {
  const std::string base = home("- Base.", "", kInputs);
  const std::string edited = home("- Mine.\n- Base.", "", kInputs, "- Base.");
  const std::string dropped =
      "---\nid: 0000000000R1JFQJMXKQMDV6XG\nkind: memory\n---\n# Memory\n\n## "
      "User\n\n## Notes\nHello.\n";
  const std::string both = merged(base, edited, dropped, "MEMORY.md");
  CHECK_THAT(both, Contains("- Mine.\n") && Contains("Hello."));
}

namespace {

std::string session(const std::vector<std::string>& turns, std::int64_t extracted) {
  format::Conversation said;
  said.source = "openclaw";
  said.origin = "abc";
  said.title = "A talk";
  said.start = *parse_time("2026-05-12T10:00:00Z");
  for (std::size_t i = 0; i < turns.size(); ++i) {
    format::Turn turn;
    turn.at = Time{said.start.seconds + static_cast<std::int64_t>(i) * 60};
    turn.text = turns[i];
    said.turns.push_back(turn);
  }
  return format::write_session(said, extracted);
}
const std::string kSession = "sessions/2026/05/12/a-talk-abcdef.md";

std::vector<std::string> said_in(const std::string& bytes) {
  const auto document = format::parse_document(bytes, kSession);
  REQUIRE(document);
  const auto said = format::read_session(*document, kSession);
  REQUIRE(said);
  std::vector<std::string> texts;
  for (const format::Turn& turn : said->turns) texts.push_back(turn.text);
  return texts;
}

}  // namespace

TEST_CASE("merge: of two states of a conversation the longer one holds") {
  const std::string shorter = session({"One.", "Two."}, 2);
  const std::string longer = session({"One.", "Two.", "Three."}, 3);
  CHECK(merged(std::nullopt, shorter, longer, kSession) == longer);
}

TEST_CASE("merge: a conversation that went on in two places holds the turns of both") {
  const std::string base = session({"One."}, 1);
  const std::string both = merged(base, session({"One.", "Two.", "Three."}, 3),
                                  session({"One.", "Other."}, 2), kSession);
  CHECK(said_in(both) == std::vector<std::string>{"One.", "Two.", "Three.", "Other."});
  CHECK_THAT(both, Contains("turns: 4\n") && Contains("extracted: 3\n"));
}

namespace {

// A conversation of which somebody took out the words of a turn; it is called after the first one.
std::string taken_out(std::vector<std::string> turns, std::size_t which) {
  const std::string bytes = session(turns, 2);
  const auto document = format::parse_document(bytes, kSession);
  auto said = format::read_session(*document, kSession);
  said->turns[which].text.clear();
  said->turns[which].unkept = digest_of(turns[which]);
  if (which == 0) said->title = "Conversation of 12 May 2026";
  return *format::rewrite_session(*said, 2, kSession, bytes);
}

}  // namespace

TEST_CASE(
    "merge: where each side took out the words of another turn, neither these nor a title of them "
    "stay") {
  const std::string first = taken_out({"One.", "Two.", "Three."}, 0);
  for (const std::string& other :
       {taken_out({"One.", "Two."}, 1), taken_out({"One.", "Two.", "Three.", "Four."}, 1)}) {
    for (const auto& base :
         {std::optional<std::string>(), std::optional(session({"One.", "Two."}, 2))}) {
      for (const bool swapped : {false, true}) {
        const std::string both =
            swapped ? merged(base, other, first, kSession) : merged(base, first, other, kSession);
        CHECK_THAT(both, !Contains("One.") && !Contains("Two.") && !Contains("A talk"));
        CHECK_THAT(both, Contains("Three."));
      }
    }
  }
}

TEST_CASE("merge: a turn whose words one side took out stays without them, under its title") {
  const std::string forgot = taken_out({"One.", "Two."}, 0);
  for (const auto& base : {std::optional<std::string>(), std::optional(session({"One."}, 1))}) {
    for (const std::string& other :
         {session({"One.", "Two.", "Three."}, 2), session({"One."}, 1)}) {
      const std::string both = merged(base, forgot, other, kSession);
      CHECK_THAT(both, !Contains("One.") && !Contains("A talk") && Contains("unkept"));
      CHECK(said_in(both).size() == std::max<std::size_t>(2, said_in(other).size()));
    }
  }
}

TEST_CASE("merge: a title that one side changed holds where the conversation went on elsewhere") {
  const auto titled = [](std::string bytes, const std::string& title) {
    for (const char* before : {"title: ", "# "}) {
      bytes.replace(bytes.find(before + std::string("A talk")), std::string(before).size() + 6,
                    before + title);
    }
    return bytes;
  };
  const std::string base = session({"One."}, 1), longer = session({"One.", "Two."}, 2);
  for (const char* title : {"Conversation of 12 May 2026", "Of lamps"}) {
    const std::string renamed = titled(base, title);
    CHECK(merged(base, renamed, longer, kSession) == titled(longer, title));
    CHECK(merged(base, longer, renamed, kSession) == titled(longer, title));
  }
  const std::string plain = titled(base, "Conversation of 12 May 2026");
  CHECK(merged(std::nullopt, plain, longer, kSession) ==
        titled(longer, "Conversation of 12 May 2026"));
  CHECK(merged(std::nullopt, titled(base, "Of lamps"), longer, kSession) == longer);
}

TEST_CASE("merge: a turn that a person reworded holds where the conversation went on") {
  const std::string base = session({"One.", "Two."}, 2);
  const std::string both =
      merged(base, session({"One!", "Two."}, 2), session({"One.", "Two.", "Three."}, 2), kSession);
  CHECK(said_in(both) == std::vector<std::string>{"One!", "Two.", "Three."});
}

namespace {

// A conversation with a person's words in it: behind the title (0), the first turn or the last one.
std::string with_words(std::string bytes, int place, const std::string& words) {
  static constexpr std::array<const char*, 3> kBefore = {"# A talk\n", "^t1\n", "^t2\n"};
  const std::string before = kBefore.at(static_cast<std::size_t>(place));
  bytes.insert(bytes.find("\n" + before) + 1 + before.size(), "\n" + words + "\n");
  return bytes;
}

}  // namespace

TEST_CASE("merge: a person's words around the turns stand, whatever the other side did") {
  const std::string base = session({"One.", "Two."}, 2);
  const std::string keyed = replaced(base, "kind: session\n", "kind: session\nmood: glad\n");
  for (const int place : {0, 1, 2}) {
    const std::string words = with_words(base, place, "## Mine\n\nOwn words.");
    for (const auto& before : {std::optional<std::string>(), std::optional(base)}) {
      INFO(place << (before ? " with a base" : ""));
      CHECK(merged(before, words, keyed, kSession) ==
            replaced(words, "kind: session\n", "kind: session\nmood: glad\n"));
      const std::string longer = session({"One.", "Two.", "Three."}, 3);
      CHECK(merged(before, words, longer, kSession) ==
            with_words(longer, place, "## Mine\n\nOwn words."));
      const std::string reworded = merged(before, words, session({"One.", "2."}, 2), kSession);
      CHECK_THAT(reworded, Contains("\n## Mine\n\nOwn words.\n"));
      CHECK(said_in(reworded).size() == (before ? 2 : 3));
      const std::string other = with_words(base, (place + 1) % 3, "Others.");
      CHECK(merged(before, words, other, kSession) ==
            with_words(words, (place + 1) % 3, "Others."));
    }
    CHECK(merged(words, base, with_words(keyed, place, "## Mine\n\nOwn words."), kSession) ==
          keyed);
  }
}

TEST_CASE("merge: words around a turn that one side took out are not brought back by the other") {
  const std::string words = with_words(session({"One.", "Two."}, 2), 1, "It was one.");
  const std::string both = merged(std::nullopt, taken_out({"One.", "Two."}, 0), words, kSession);
  CHECK(both == taken_out({"One.", "Two."}, 0));
}

TEST_CASE("merge: a conversation with CRLF that went on in two places keeps its line ends") {
  const auto crlf = [](const std::vector<std::string>& turns) {
    return replace_all(session(turns, 0), "\n", "\r\n");
  };
  const std::string both =
      merged(crlf({"One."}), crlf({"One.", "Two.", "Three."}), crlf({"One.", "Other."}), kSession);
  CHECK(both == replace_all(replace_all(both, "\r", ""), "\n", "\r\n"));
}

TEST_CASE("merge: settings are merged by line, and stay settings") {
  const std::string both = merged("step: 10\nbudget: {}\n", "step: 5\nbudget: {}\n",
                                  "step: 7\nbudget: {}\n\nparallel: 2\n", "pyramid.yaml", 1);
  CHECK(both == "step: 7\n# conflict 2026-05-15: step: 5\nbudget: {}\n\nparallel: 2\n");
}

TEST_CASE("merge: of a setting that two machines each put in the greater one stands") {
  const std::string base = "# step: 10\n\nbudget: {}\n";
  const std::string a = "step: 12\n\nbudget: {}\n", b = "step: 14\n\nbudget: {}\n";
  const std::string both = "step: 14\n# conflict 2026-05-15: step: 12\n\nbudget: {}\n";
  CHECK(merged(base, a, b, "pyramid.yaml", 1) == both);
  CHECK(merged(base, b, a, "pyramid.yaml", 1) == both);
  const std::string below = "budget: {}\n";
  CHECK(merged(below, below + "step: 12\n", below + "step: 14\n", "pyramid.yaml", 1) ==
        below + "step: 14\n# conflict 2026-05-15: step: 12\n");
}

TEST_CASE("merge: a head that YAML refuses stays the head, merged line by line") {
  const auto note = [](const std::string& keys, const std::string& text) {
    return "---\nup: [[x]] y\ntags:\n  - a\n" + keys + "---\n" + text + "\n\nTwo.\n";
  };
  CHECK(merged(note("", "One."), note("  - b\n", "One."), note("  - c\n", "One.")) ==
        note("  - b\n  - c\n", "One."));
  const std::string both = merged(note("", "One."), note("", "One A."), note("mood: x\n", "One B."),
                                  "memory/note.md", 1);
  CHECK(both.starts_with("---\nup: [[x]] y\ntags:\n  - a\nmood: x\n---\n"));
  CHECK_THAT(both, Contains("One A.") && Contains("One B."));
  const auto crlf = [](const std::string& text) { return replace_all(text, "\n", "\r\n"); };
  CHECK(merged(crlf(note("", "One.")), crlf(note("  - b\n", "One.")), crlf(note("", "Uno."))) ==
        crlf(note("  - b\n", "Uno.")));
  // One repaired it.
  CHECK(merged("---\ntitle: A: b\n---\nOne.\n", "---\ntitle: \"A: b\"\n---\nOne.\n",
               "---\ntitle: A: b\n---\nOne. Two.\n") == "---\ntitle: \"A: b\"\n---\nOne. Two.\n");
}

TEST_CASE("merge: a file that is no document keeps the lines of both") {
  const std::string both =
      merged("---\nbroken\n", "---\nbroken\n\nMine.\n", "---\nbroken\n\nYours.\n");
  CHECK_THAT(both, Contains("Mine.") && Contains("Yours."));
}

TEST_CASE("merge: a key that stands twice on both sides, as git merges lines, stands once") {
  const std::string base = "---\na: 1\nb: 2\nc: 1\n---\nBody.\n";
  const auto with_b = [](const char* b) {
    return "---\nmood: glad\na: 1\nb: " + std::string(b) + "\nc: 1\nmood:\n  - sad\n---\nBody.\n";
  };
  CHECK(merged(base, with_b("3"), with_b("4"), "memory/n.md", 2) ==
        "---\nmood: glad\na: 1\nb: 4\nc: 1\n# conflict 2026-05-15: mood:\n"
        "# conflict 2026-05-15:   - sad\n# conflict 2026-05-15: b: 3\n---\nBody.\n");
}

TEST_CASE("merge: markers that git left are read as two texts") {
  const auto two = merge::without_markers(
      "Above.\n\n<<<<<<< HEAD\nMine.\n||||||| base\nOld.\n=======\nYours.\n>>>>>>> "
      "other\n\nBelow.\n");
  REQUIRE(two);
  CHECK(two->ours == "Above.\n\nMine.\n\nBelow.\n");
  CHECK(two->theirs == "Above.\n\nYours.\n\nBelow.\n");
  CHECK(two->base == "Above.\n\nOld.\n\nBelow.\n");
  CHECK_FALSE(merge::without_markers("<<<<<<< HEAD\nhalf of it\n"));
  CHECK_FALSE(merge::without_markers("A heading\n=======\n"));
}

TEST_CASE("merge: half a conflict does not keep the whole ones beside it") {
  const std::string whole = "<<<<<<< HEAD\nMine.\n=======\nYours.\n>>>>>>> other\n";
  for (const std::string half : {"<<<<<<< x\n", "<<<<<<< x\nWords.\n=======\n"}) {
    const auto before = merge::without_markers(half + whole);
    REQUIRE(before);
    CHECK(before->ours == half + "Mine.\n");
    CHECK(before->theirs == half + "Yours.\n");
    const auto behind = merge::without_markers(whole + half);
    REQUIRE(behind);
    CHECK(behind->ours == "Mine.\n" + half);
  }
}

}  // namespace merge_test
