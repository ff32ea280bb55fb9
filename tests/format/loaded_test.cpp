#include "format/loaded.hpp"

#include "tests/support/catch.hpp"

#include <string>

namespace loaded_test {

using namespace pyramid;
using namespace pyramid::format;

Loaded loaded_of(const std::string& bytes, const std::string& path) {
  const auto document = parse_document(bytes, path);
  REQUIRE(document);
  return loaded(*document, path);
}

TEST_CASE("loaded: the head and the lines of links are no memory, all else of the body is") {
  const std::string head = "---\nkind: model\nsections:\n  - this-week 00 00\n---\n";
  const std::string from = "From [1 May 2026](../a.md), [2 May 2026](../b.md),\n[3 May](../c.md)\n";
  const std::string text = "# Ana\n\n## This Week\n- Ana moved to Faro.\n\n";
  const std::string notes = "\n## Notes\nFrom [here](x.md) it is a person's.\n";
  const Loaded found = loaded_of(head + text + from + notes, "models/ana.md");
  CHECK(found.bytes == head.size() + text.size() + from.size() + notes.size());
  CHECK(found.memory == text.size() + notes.size());
  CHECK(share_of(found) == static_cast<int>(found.memory * 100 / found.bytes));
}

TEST_CASE("loaded: the link to the page of a home is no memory, the description is") {
  const std::string told = "Ana: the user's sister.";
  const std::string head = "---\nkind: model\ndescription: \"" + told + "\" # 01ab9f\n---\n";
  const std::string text = "# Ana\n\n## This Week\n- Ana moved to Faro.\n\n";
  const std::string why = "[why](../why/models/ana.md#01ab9f)\n";
  const std::string notes = "\n## Notes\n[why](not.md) is a person's.\n";
  const Loaded found = loaded_of(head + text + why + notes, "models/ana.md");
  CHECK(found.memory == told.size() + text.size() + notes.size());
}

TEST_CASE("loaded: a file of text alone is all memory") {
  const std::string text = "# Memory\n\n## Notes\nMine.\n";
  const Loaded found = loaded_of(text, "MEMORY.md");
  CHECK(found.memory == text.size());
  CHECK(share_of(found) == 100);
  CHECK(share_of({}) == 100);
}

}  // namespace loaded_test
