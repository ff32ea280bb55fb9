#include "format/tags.hpp"

#include "tests/support/catch.hpp"

namespace tags_test {

using namespace pyramid;

namespace {

using Tags = std::vector<std::string>;

}  // namespace

TEST_CASE("tags: in the prose of a body, each once") {
  CHECK(format::inline_tags("A #soup for #winter, a #soup.") == Tags{"soup", "winter"});
  CHECK(format::inline_tags("#food/soup\n- #my_tag and *#strong*\n\n> #quoted") ==
        Tags{"food/soup", "my_tag", "strong", "quoted"});
  CHECK(format::inline_tags("Eine #Gemüsesuppe\n#1st").size() == 2);
}

TEST_CASE("tags: not in headings, code, HTML, links and words") {
  CHECK(format::inline_tags("# Soup\n\n## A #soup\n\nText.").empty());
  CHECK(format::inline_tags("Soup #cold\n===\n").empty());
  CHECK(format::inline_tags("`#soup` and ` #soup`\n\n```\n#soup\n```\n\n    #soup\n").empty());
  CHECK(format::inline_tags("[a](b.md#soup) <!-- #soup --> c#soup a`b`#soup").empty());
  CHECK(format::inline_tags("#1 and # and ## and #").empty());
}

TEST_CASE("tags: written as a list or as a text, with a # or without") {
  const auto tags = [](const std::string& block) {
    return format::written_tags(*format::Frontmatter::parse(block));
  };
  CHECK(tags("tags: home, work\n") == Tags{"home", "work"});
  CHECK(tags("tags: \"#home  #work,\\thome\"\n") == Tags{"home", "work"});
  CHECK(tags("tags: [\"#home\", über tag, 2024, \"#\", \"\"]\n") ==
        Tags{"home", "über tag", "2024"});
  CHECK(tags("tags:\n  - home\n  - \"a, b\"\n") == Tags{"home", "a, b"});
  CHECK(tags("tags: 2024\n") == Tags{"2024"});
  CHECK(tags("tags:\n").empty());
  CHECK(tags("tags: [{a: b}]\n").empty());
  CHECK(tags("title: x\n").empty());
}

}  // namespace tags_test
