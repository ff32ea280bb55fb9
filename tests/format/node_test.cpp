#include "format/node.hpp"

#include "format/sections.hpp"
#include "tests/support/catch.hpp"

using namespace pyramid;
using namespace pyramid::format;

namespace {

const Ulid kId = derive_ulid(*parse_time("2026-05-12T10:03:00Z"), "x");

ObservationDraft observation(const std::string& text) {
  ObservationDraft draft;
  draft.id = kId;
  draft.at = *parse_time("2026-05-12T10:03:00Z");
  draft.model = "user";
  draft.importance = 7;
  draft.text = text;
  draft.from_title = "Moving [to] Austin";
  draft.from_path = "sessions/2026/05/12/moving to austin.md";
  draft.from_turn = 17;
  return draft;
}

const std::string kPath = "observations/2026/05/12/x.md";

Node read(const std::string& bytes, const std::string& path = kPath) {
  auto node = read_node(bytes, path);
  INFO((node ? "" : to_string(node.error())));
  REQUIRE(node);
  return *node;
}

SectionDraft section(const std::string& name, const std::string& text) {
  SectionDraft draft;
  draft.name = name;
  draft.text = text;
  draft.from = {{"12 May 2026", kPath}};
  draft.inputs = digest_of(text + "in");
  return draft;
}

}  // namespace

TEST_CASE("node: an observation comes back as it was written") {
  for (const char* text :
       {"User moved to Austin.", "User pays 5 * 3 = 15 [sic] for C:\\x_y_z & more.",
        "# not a heading", "1. not a list", "- nor this", "User_name is <b>bold</b>.",
        "\"Quoted\" `code` text."}) {
    const Node node = read(write_observation(observation(text), kPath));
    CHECK(node.text == text);
    CHECK(node.kind == Kind::kObservation);
    CHECK(node.importance == 7);
    REQUIRE(node.from);
    CHECK(node.from->path == "sessions/2026/05/12/moving to austin.md");
    CHECK(node.from->link.fragment == "^t17");
    CHECK(node.from->link.text == "Moving [to] Austin");
  }
}

TEST_CASE("node: the digest covers meaning and nothing else") {
  const std::string bytes = write_observation(observation("User moved to Austin."), kPath);
  const Digest digest = read(bytes).digest;
  const auto with = [&](const char* key, const char* value) {
    return read(*with_field(bytes, kPath, key, value)).digest;
  };
  CHECK(with("tags", "x") == digest);
  CHECK(with("inputs", "00112233445566778899aabbccddeeff") == digest);
  CHECK(read(bytes, "observations/2026/05/13/y.md").digest == digest);
  CHECK(with("model", "mia") != digest);
  CHECK(with("importance", "8") != digest);
  CHECK(with("status", "superseded") != digest);
  CHECK(with("at", "2026-05-13") != digest);
  CHECK(read(write_observation(observation("User moved to Boston."), kPath)).digest != digest);
}

TEST_CASE("node: a summary keeps what a person added to its frontmatter") {
  SummaryDraft draft;
  draft.id = kId;
  draft.model = "user";
  draft.start = draft.end = *parse_time("2026-05-12T10:03:00Z");
  draft.count = 1;
  draft.engine = "builtin";
  draft.recipe = "summarize/1";
  draft.text = "In May the user moved.";
  draft.sources = {{"User moved.", kPath}};
  const std::string path = "summaries/user/tier-0/x.md";
  std::string bytes = *write_summary(draft, path, {});
  const Node first = read(bytes, path);
  CHECK(first.text == draft.text);
  REQUIRE(first.sources.size() == 1);
  CHECK(first.sources[0].path == kPath);
  CHECK(*first.output == first.text_digest);
  bytes.insert(4, "mine: yes # really\n");
  draft.text = "In May the user moved again.";
  const std::string second = *write_summary(draft, path, bytes);
  CHECK(second.find("mine: yes # really\n") == 4);
  CHECK(read(second, path).text == draft.text);
}

TEST_CASE("node: what a kind needs and lacks is named with its line") {
  const auto where = [](const std::string& bytes) {
    const auto node = read_node(bytes, kPath);
    REQUIRE_FALSE(node);
    return to_string(node.error());
  };
  CHECK(where("---\nkind: observation\nat: 2026-05-12\n---\nx\n").find(kPath + ":1: lacks `id`") == 0);
  CHECK(where("---\nid: nonsense\nkind: observation\nat: 2026-05-12\n---\nx\n")
            .find(kPath + ":2: `id` is not a ULID") == 0);
}

TEST_CASE("document: every file comes back byte for byte") {
  for (const std::string bytes :
       {"", "x", "# A\r\n\r\nB\r\n", "---\na: 1\n---\n", "---\r\na: 1\r\n---\r\nx",
        "\xEF\xBB\xBF---\na: 1 # c\n--- \nbody\n\n\n", "---\n---\nx", "text\n---\nmore\n"}) {
    INFO(bytes);
    const auto document = parse_document(bytes, "x.md");
    REQUIRE(document);
    CHECK(to_bytes(*document) == bytes);
  }
}

TEST_CASE("document: what is no text is refused with its line") {
  CHECK(to_string(parse_document("a\nb\xff", "x.md").error()).find("x.md:2: ") == 0);
  CHECK(to_string(parse_document(std::string("a\0b", 3), "x.md").error()).find("x.md:1: ") == 0);
  CHECK(to_string(parse_document("---\na: 1\n", "x.md").error()).find("x.md:1: ") == 0);
  CHECK(to_string(parse_document("---\na: 1\nb: [\n---\n", "x.md").error()).find("x.md:") == 0);
}

TEST_CASE("sections: MEMORY.md is written, found again, and written again without a change") {
  MemoryDraft draft;
  draft.id = kId;
  draft.sections = {section("self/this-week", "- I promised."), section("user/last-3-days", "- A."),
                    section("user/earlier", "- B."), section("other-models", "- [X](models/x.md)")};
  draft.sections[3].from.clear();
  const std::string bytes = *write_memory(draft, "MEMORY.md", {});
  const auto document = parse_document(bytes, "MEMORY.md");
  REQUIRE(document);
  const auto found = find_sections(*document, "MEMORY.md");
  REQUIRE(found.size() == 4);
  for (std::size_t i = 0; i < found.size(); ++i) {
    CHECK(found[i].name == draft.sections[i].name);
    CHECK(found[i].text == draft.sections[i].text);
  }
  CHECK(found[0].from[0].path == kPath);
  CHECK(*write_memory(draft, "MEMORY.md", bytes) == bytes);
  CHECK(read(bytes, "MEMORY.md").sections.size() == 4);
  CHECK(bytes.find("## Notes") > bytes.find("## Other Models"));
}

TEST_CASE("sections: what a person wrote around them stays byte for byte") {
  ModelDraft draft;
  draft.id = kId;
  draft.name = "kestrel";
  draft.title = "Kestrel";
  draft.type = "project";
  draft.sections = {section("this-week", "- New."), section("earlier", "- Old.")};
  std::string bytes = *write_model(draft, "models/kestrel.md", {});
  const std::string mine = "\n\nMy  own\r words `x`\n\n## Mine\n\n* a\n";
  bytes += mine;
  bytes.insert(bytes.find("## Earlier"), "Between the two.\n\n");
  draft.sections[0].text = "- Newer.";
  draft.sections.push_back(section("this-year", "- Mid."));
  const std::string next = *write_model(draft, "models/kestrel.md", bytes);
  CHECK(next.find(mine) != std::string::npos);
  CHECK(next.find("- Newer.") != std::string::npos);
  CHECK(next.find("- New.") == std::string::npos);
  CHECK(next.find("## This Week") < next.find("## This Year"));
  CHECK(next.find("## This Year") < next.find("## Earlier"));
  draft.sections.clear();
  const std::string none = *write_model(draft, "models/kestrel.md", next);
  CHECK(none.find("## This Week") == std::string::npos);
  CHECK(none.find(mine) != std::string::npos);
}
