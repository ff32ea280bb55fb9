#include "format/own_words.hpp"

#include "format/node.hpp"
#include "format/sections.hpp"
#include "tests/support/catch.hpp"

using namespace pyramid;
using namespace pyramid::format;

namespace {

constexpr const char* kProse = "The user moved to Lisbon. Ana is a vet. The rent is 1150 euros.";
constexpr const char* kList = "- One fact.\n- Another fact. And more of it.\n- A third.";

std::string words(const std::string& text, const std::string& generated) {
  return own_words(text, text_digest(generated));
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

TEST_CASE("own words: the whole of a text that was changed or was never generated") {
  const std::string changed = "The user moved to Porto. Ana is a vet. The rent is 1150 euros.";
  CHECK(words(changed, kProse) == changed);
  CHECK(own_words(changed, std::nullopt) == changed);
  std::string book;  // more places than are tried
  for (int i = 0; i < 400; ++i) book += "A sentence. ";
  CHECK(words(book + "Mine.", book) == book + "Mine.");
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
    draft.sections.push_back({"this-week", "- A fact.", {}, digest_of("i"), {}, {}, kept});
    const auto bytes = write_model(draft, "models/kestrel.md", "");
    REQUIRE(bytes);
    INFO(*bytes);
    const auto document = parse_document(*bytes, "models/kestrel.md");
    REQUIRE(document);
    const auto found = find_sections(*document, "models/kestrel.md");
    REQUIRE(found.size() == 1);
    const auto node = read_node(*document, "models/kestrel.md");
    REQUIRE(node);
    CHECK(own_words(found[0].text, node->sections.at(0).output) != found[0].text);
    if (kept.front() == '-') CHECK(found[0].text == kept + "\n- A fact.");
  }
}
