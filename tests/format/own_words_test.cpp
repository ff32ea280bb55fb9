#include "format/own_words.hpp"

#include "format/home_records.hpp"
#include "format/node.hpp"
#include "format/sections.hpp"
#include "tests/support/catch.hpp"

namespace own_words_test {

using namespace pyramid;
using namespace pyramid::format;

namespace {

constexpr const char* kProse = "The user moved to Lisbon. Ana is a vet. The rent is 1150 euros.";
constexpr const char* kList = "- One fact.\n- Another fact. And more of it.\n- A third.";

std::string words(const std::string& text, const std::string& generated) {
  return by_hand(text, text_digest(generated), {}).words;
}

// What a person did who made `text` of a generated one whose sentences are recorded.
ByHand edited(const std::string& text, const std::string& generated) {
  return by_hand(text, text_digest(generated), without_struck(generated, {}).sentences);
}

}  // namespace

TEST_CASE("own words: none in a text that stands as it was generated, whatever its blanks") {
  CHECK(words(kProse, kProse).empty());
  CHECK(words(std::string("\n\n") + kList + "  \n\n", kList).empty());
  CHECK(words("", "").empty());
  CHECK(words("", kProse).empty());
}

TEST_CASE("own words: what was put in, wherever it stands") {
  const std::string prose = kProse;
  CHECK(words("Mine, *truly*.\n\n" + prose, prose) == "Mine, *truly*.");
  CHECK(words("Mine. " + prose, prose) == "Mine.");
  CHECK(words(prose + " Mine.", prose) == "Mine.");
  CHECK(words(prose + "\n\nMine\nand more.", prose) == "Mine\nand more.");
  CHECK(words("The user moved to Lisbon. Mine, too! Ana is a vet. The rent is 1150 euros.",
              prose) == "Mine, too!");
  CHECK(words("- One fact.\n- Mine.\n  - below\n- Another fact. And more of it.\n- A third.",
              kList) == "- Mine.\n  - below");
  CHECK(words("Mine alone.", "") == "Mine alone.");
}

TEST_CASE("own words: what was kept before and what was put in later, both") {
  CHECK(words("Kept.\n\n" + std::string(kProse) + " Mine.", kProse) == "Kept.\n\nMine.");
  CHECK(words("- Kept.\n- One fact.\n- Mine.\n- Another fact. And more of it.\n- A third.",
              kList) == "- Kept.\n- Mine.");
}

TEST_CASE("own words: two put in, with what blanks ever around them, begin with a letter") {
  const std::string prose = kProse;
  CHECK(words(" Mine. " + prose, prose) == "Mine.");
  CHECK(words("The user moved to Lisbon.  Mine, too! Ana is a vet. The rent is 1150 euros.",
              prose) == "Mine, too!");
  const std::string two =
      " First. The user moved to Lisbon.  Second. Ana is a vet.  Third. The "
      "rent is 1150 euros.  Fourth.";
  CHECK(edited(two, prose).words == "First.\n\nSecond.\n\nThird.\n\nFourth.");
  CHECK(edited(" First. " + prose + "  Second.", prose).words == "First.\n\nSecond.");
  CHECK(words(prose + "\n\n    code", prose) == "    code");
}

TEST_CASE("own words: the whole of a text that was changed and whose sentences nobody recorded") {
  const std::string changed = "The user moved to Porto. Ana is a vet. The rent is 1150 euros.";
  CHECK(words(changed, kProse) == changed);
  CHECK(by_hand(changed, std::nullopt, {}).words == changed);
  std::string book;  // more places than are tried
  for (int i = 0; i < 400; ++i) book += "A sentence. ";
  CHECK(words(book + "Mine.", book) == book + "Mine.");
}

TEST_CASE("own words: a changed sentence is the person's, and the one that stood there is struck") {
  const ByHand edit =
      edited("The user moved to Porto. Ana is a vet. The rent is 1150 euros.", kProse);
  CHECK(edit.words == "The user moved to Porto.");
  CHECK(edit.struck.size() == 1);
  CHECK(without_struck("Tom is new. The user moved to Lisbon. Ana is a vet.", edit.struck).text ==
        "Tom is new. Ana is a vet.");

  const ByHand item =
      edited("- One fact.\n- Another fact, really. And more of it.\n- A third.", kList);
  CHECK(item.words == "- Another fact, really.");
  CHECK(without_struck(kList, item.struck).text == "- One fact.\n- And more of it.\n- A third.");
}

TEST_CASE("own words: of a text with two changes only the changed stretches are the person's") {
  const ByHand edit =
      edited("My own. The user moved to Lisbon. Ana is a nurse. The rent is 1150 euros.", kProse);
  CHECK(edit.words == "My own.\n\nAna is a nurse.");
  const ByHand list = edited("- Mine.\n- Another fact. And more of it.\n- A fourth.", kList);
  CHECK(list.words == "- Mine.\n- A fourth.");
  CHECK(list.struck.size() == 2);
}

TEST_CASE("own words: a removed sentence is struck, stays so, and leaves no words") {
  const ByHand once = edited("The user moved to Lisbon. The rent is 1150 euros.", kProse);
  CHECK(once.words.empty());
  REQUIRE(once.struck.size() == 1);
  const Cleared again = without_struck(kProse, once.struck);
  CHECK(again.text == "The user moved to Lisbon. The rent is 1150 euros.");
  CHECK(again.sentences.standing.size() == 2);
  CHECK(again.sentences.struck == once.struck);
  const ByHand later = by_hand(again.text, text_digest(again.text), again.sentences);
  CHECK(later.words.empty());
  CHECK(later.struck == once.struck);
  const ByHand twice = by_hand("The rent is 1150 euros.", text_digest(again.text), again.sentences);
  CHECK(twice.struck.size() == 2);
}

TEST_CASE("own words: a struck sentence that the person writes again is the person's") {
  const Cleared cleared =
      without_struck(kProse, edited("Ana is a vet. The rent is 1150 euros.", kProse).struck);
  const ByHand back = by_hand(kProse, text_digest(cleared.text), cleared.sentences);
  CHECK(back.words == "The user moved to Lisbon.");
}

TEST_CASE("own words: a text in which sentences only changed places is the person's as a whole") {
  const std::string moved = "Ana is a vet. The user moved to Lisbon. The rent is 1150 euros.";
  CHECK(edited(moved, kProse).words == moved);
}

TEST_CASE("own words: no text is struck empty") {
  const Cleared cleared = without_struck("Ana is a vet.", edited("Hello.", "Ana is a vet.").struck);
  CHECK(cleared.text == "Ana is a vet.");
  CHECK(without_struck("", {}).text.empty());
}

TEST_CASE("own words: a stop behind a short form or an initial ends no sentence") {
  const ByHand edit = edited("On 3 May, Dr. J. Kerr came again. All went well.",
                             "On 3 May, Dr. J. Kerr came. All went well.");
  CHECK(edit.words == "On 3 May, Dr. J. Kerr came again.");
}

TEST_CASE("own words: short forms, dates and lower-case words tear no sentence") {
  for (const std::string tail : {"at 3 p.m.", "near Mt. Hood", "at Yahoo!", "after 5 mi.",
                                 "on Jan. 5", "on 12. May", "and asks why?", "at Acme Inc."}) {
    INFO(tail);
    const std::string edited_text = "The user rests " + tail + " on Fridays.";
    const ByHand edit = edited(edited_text + " Ana is a vet.",
                               "The user rests " + tail + " on Mondays. Ana is a vet.");
    CHECK(edit.words == edited_text);
    CHECK(edit.struck.size() == 1);
  }
}

TEST_CASE("own words: sentences are recorded in one line and read back") {
  Sentences sentences = without_struck(kProse, {}).sentences;
  sentences.struck = {0x00000fU, 0xffffffU};
  CHECK(parse_sentences(to_text(sentences)) == sentences);
  CHECK(parse_sentences("") == Sentences{});
  for (const char* bad : {"abc", "qqqqqq", "abcdefg", "--abcde", "123456", "abcdef,abcdef"}) {
    CHECK_FALSE(parse_sentences(bad));
  }
}

TEST_CASE("own words: joined, two lists are one, and other texts stay apart") {
  CHECK(joined_text("- a\n", "\n- b") == "- a\n- b");
  CHECK(joined_text("a", "- b") == "a\n\n- b");
  CHECK(joined_text("", "b\n") == "b");
  CHECK(behind_kept("Kept.\n\nNew.\n", "Kept.") == "New.");
  CHECK(behind_kept("New.", "Kept.") == "New.");
}

TEST_CASE("own words: a person's links stay links in a section, and no words swallow the sources") {
  const Ulid id = *parse_ulid("01JV2MF0S8Q4WZ3H6K9R7T5XBN");
  for (const std::string kept : {"- See [x](x.md).", "```\nopen", "<!-- open", "a\n==="}) {
    ModelDraft draft;
    draft.id = id;
    draft.name = "kestrel";
    draft.title = "Kestrel";
    draft.sections.push_back(
        {"this-week", "- A fact.", {}, digest_of("i"), {}, {}, {}, {kept, {}}});
    const auto bytes = write_model(draft, "models/kestrel.md", "");
    REQUIRE(bytes);
    INFO(*bytes);
    const auto document = parse_document(*bytes, "models/kestrel.md");
    REQUIRE(document);
    const auto found = find_sections(*document, "models/kestrel.md");
    REQUIRE(found.size() == 1);
    const SectionRecord record = record_by_tag(found[0].name, found[0].text, found[0].tag);
    CHECK(record.output != found[0].text_digest);
    CHECK(by_hand(found[0].text, record.output, {}).words != found[0].text);
    if (kept.front() == '-') CHECK(found[0].text == kept + "\n- A fact.");
  }
}

}  // namespace own_words_test
