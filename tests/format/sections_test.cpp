#include "format/sections.hpp"

#include "base/text.hpp"
#include "format/why_page.hpp"
#include "tests/format/generate.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <array>

namespace sections_test {

using namespace pyramid;
using namespace pyramid::format;
using pyramid::test::Dice;

namespace {

const Ulid kId = *parse_ulid("01JV2MF0S8Q4WZ3H6K9R7T5XBN");
const std::string kModelPath = "models/kestrel.md";

SectionDraft section(const std::string& name, const std::string& text, std::size_t sources = 1) {
  SectionDraft draft;
  draft.name = name;
  draft.text = text;
  for (std::size_t i = 1; i <= sources; ++i) {
    draft.from.push_back({std::to_string(i) + " May", "summaries/x/" + std::to_string(i) + ".md"});
  }
  draft.inputs = digest_of(text + "in");
  return draft;
}

ModelDraft model(std::vector<SectionDraft> sections) {
  ModelDraft draft;
  draft.id = kId;
  draft.name = "kestrel";
  draft.title = "Kestrel";
  draft.type = "project";
  draft.description = "A kite: that flies.";
  draft.description_inputs = digest_of("d");
  draft.aliases = {"The Kite", "2024"};
  draft.sections = std::move(sections);
  return draft;
}

std::string write(const ModelDraft& draft, std::string_view existing = {}) {
  Result<std::string> bytes = write_model(draft, kModelPath, existing);
  INFO(existing);
  if (!bytes) FAIL(to_string(bytes.error()));
  return *std::move(bytes);
}

std::vector<FoundSection> find(std::string_view bytes, std::string_view path) {
  const Result<Document> document = parse_document(bytes, path);
  REQUIRE(document);
  return find_sections(*document, path);
}

// With the page that was written beside it.
std::vector<FoundSection> find(std::string_view bytes, const std::vector<SectionDraft>& sections) {
  const Result<Document> document =
      parse_home(bytes, kModelPath, [&](const std::string& path) -> Result<std::string> {
        return write_why_page(kModelPath, path, sections);
      });
  REQUIRE(document);
  return find_sections(*document, kModelPath);
}

// The home with the page that was written beside it.
Document with_page(std::string_view bytes, const ModelDraft& draft) {
  return *parse_home(bytes, kModelPath, [&](const std::string& path) -> Result<std::string> {
    return write_why_page(kModelPath, path, draft.sections, description_record(draft));
  });
}

std::string shown(const std::vector<FoundSection>& sections) {
  std::string out;
  for (const FoundSection& one : sections) {
    out += one.name + ": " + one.text + "\n";
    for (const Edge& edge : one.from) out += "  " + edge.link.text + " -> " + edge.path + "\n";
  }
  return out;
}

std::string shown(const std::vector<SectionDraft>& sections) {
  std::string out;
  for (const SectionDraft& one : sections) {
    if (one.text.empty()) continue;
    out += one.name + ": " + one.text + "\n";
    for (const SourceLink& link : one.from) out += "  " + link.text + " -> " + link.path + "\n";
  }
  return out;
}

// What a person may write between and around generated sections.
constexpr std::array<std::string_view, 18> kMine = {"My  own words\n",
                                                    "## Mine\n\n* a\n* b\n",
                                                    "### Deep\n\ntext  \n",
                                                    "# Other title\n",
                                                    "```\n## This Week\n```\n",
                                                    "> ## Earlier\n\n",
                                                    "<!-- note -->\n",
                                                    "- [link](../memory/a.md)\n",
                                                    "## This week\n\nrenamed\n",
                                                    "Set\n===\n",
                                                    "\n\n\n",
                                                    "text without end",
                                                    "\ttab\n",
                                                    "## Self\n\nof a model\n",
                                                    "| a | b |\n|---|---|\n",
                                                    "## Notes too\n\nsecond\n",
                                                    "From [x](y.md)\n",
                                                    "1. a\n\n   b\n"};

}  // namespace

TEST_CASE("sections: a model file is written as the format says") {
  const ModelDraft draft = model({section("this-week", "It flew.", 2), section("earlier", ""),
                                  section("this-year", "It was built.")});
  const std::string out = to_hex(text_digest("It flew."));
  CHECK(write(draft) ==
        "---\n"
        "id: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\n"
        "kind: model\n"
        "model: kestrel\n"
        "type: project\n"
        "description: \"A kite: that flies.\" # " +
            why_tag(text_digest(draft.description)) +
            "\n"
            "aliases:\n"
            "  - The Kite\n"
            "  - \"2024\"\n"
            "---\n"
            "# Kestrel\n"
            "\n"
            "## This Week\n"
            "It flew.\n"
            "\n"
            "[why](../why/models/kestrel.md#" +
            out.substr(0, 6) +
            ")\n"
            "\n"
            "## This Year\n"
            "It was built.\n"
            "\n"
            "[why](../why/models/kestrel.md#" +
            why_tag(text_digest("It was built.")) +
            ")\n"
            "\n"
            "## Notes\n"
            "<!-- Yours: what you write here stays as you wrote it. -->\n");
}

TEST_CASE("sections: a description that comes after the sections stands where it stands at once") {
  ModelDraft draft = model({section("this-week", "It flew.")});
  const std::string at_once = write(draft);
  for (const bool typed : {true, false}) {
    INFO(typed);
    if (!typed) draft.type.clear();
    ModelDraft without = draft;
    without.description.clear();
    without.description_inputs = {};
    CHECK(write(draft, write(without)) == write(draft));
  }
  CHECK(at_once.find("\ndescription: ") < at_once.find("\naliases:"));
}

TEST_CASE("sections: a record says what wrote the text, and nothing where no engine did") {
  ModelDraft draft = model({section("this-week", "It flew.")});
  draft.sections[0].made_by = made_by("ollama-llama3:8b", "synthesize/3");
  draft.description_made_by = "builtin:describe/1";
  const std::string bytes = write(draft);
  const std::string page =
      write_why_page(kModelPath, why_path("kestrel"), draft.sections, description_record(draft));
  CHECK(page.find(to_hex(text_digest("It flew.")) + " ollama-llama3:8b:synthesize/3 " +
                  to_text(without_struck("It flew.", {}).sentences) + "\n") != std::string::npos);
  const Node node = *read_node(with_page(bytes, draft), kModelPath);
  REQUIRE(node.sections.size() == 2);
  CHECK(node.sections[0].made_by == "builtin:describe/1");
  CHECK(node.sections[1].made_by == "ollama-llama3:8b:synthesize/3");
  for (const SectionRecord& record : node.sections) {
    CHECK(parse_section_record(to_line(record))->made_by == record.made_by);
  }
  const std::string digests = to_hex(digest_of("a")) + " " + to_hex(digest_of("b"));
  CHECK(parse_section_record("other-models " + digests)->made_by.empty());
  CHECK_FALSE(parse_section_record(digests));
  CHECK_FALSE(parse_section_record("x " + digests + " a b"));
  CHECK_FALSE(parse_section_record(" " + digests));
}

TEST_CASE("sections: MEMORY.md has its parts in order, and empty ones are left out") {
  MemoryDraft draft;
  draft.id = kId;
  SectionDraft others = section("other-models", "- [Kestrel](models/kestrel.md): a kite", 0);
  draft.sections = {others, section("user/earlier", "Old."),
                    section("self/this-week", "I said so."), section("user/last-3-days", "New."),
                    section("self/earlier", "")};
  const std::string bytes = *write_memory(draft, "MEMORY.md", {});
  const std::string body = bytes.substr(bytes.find("# Memory"));
  const auto why = [](std::string_view text) {
    return "\n\n[why](why/MEMORY.md#" + why_tag(text_digest(text)) + ")\n\n";
  };
  CHECK(body ==
        "# Memory\n\nSynthesized memory from conversations. SOUL.md and USER.md are yours and are "
        "not "
        "overwritten.\n\n## Self\n\n### This Week\nI said so." +
            why("I said so.") + "## User\n\n### Last 3 Days\nNew." + why("New.") +
            "### Earlier\nOld." + why("Old.") +
            "## Other Models\n- [Kestrel](models/kestrel.md): a kite" +
            why("- [Kestrel](models/kestrel.md): a kite") +
            "## Notes\n<!-- Yours: what you write here stays as you wrote it. -->\n");
  CHECK(*write_memory(draft, "MEMORY.md", bytes) == bytes);
  CHECK(read_node(bytes, "MEMORY.md")->kind == Kind::kMemory);
  draft.sections = {};
  const std::string none = *write_memory(draft, "MEMORY.md", bytes);
  CHECK(none.substr(none.find("# Memory")) ==
        "# Memory\n\nSynthesized memory from conversations. SOUL.md and USER.md are yours and are "
        "not "
        "overwritten.\n\n## Notes\n<!-- Yours: what you write here stays as you wrote it. -->\n");
}

TEST_CASE("sections: all sources are linked") {
  const ModelDraft draft = model({section("this-week", "Much.", 30)});
  const std::string bytes = write(draft);
  const auto found = find(bytes, draft.sections);
  REQUIRE(found.size() == 1);
  CHECK(found[0].from.size() == 30);
  CHECK(found[0].text == "Much.");
  CHECK(write(draft, bytes) == bytes);
}

TEST_CASE("sections: an edit inside a section is seen, also behind its From line") {
  const ModelDraft draft = model({section("this-week", "One."), section("earlier", "Old.")});
  const std::string bytes = write(draft);
  const auto texts = [](const std::string& edited) {
    const auto found = find(edited, kModelPath);
    return found[0].text;
  };
  CHECK(texts(replace_all(bytes, "One.", "Two.")) == "Two.");
  CHECK(texts(replace_all(bytes, "\n## Earlier", "\nAdded.\n\n#### Deep\n\n## Earlier")) ==
        "One.\n\nAdded.\n\n#### Deep");
  CHECK(find(replace_all(bytes, "## This Week", "## My Week"), kModelPath).size() == 1);
}

TEST_CASE("sections: a hand edit that is to stay keeps its bytes and its old record") {
  ModelDraft draft = model({section("this-week", "One.")});
  std::string bytes = write(draft);
  bytes = replace_all(bytes, "One.\n", "One,  edited.   \n\n\n");
  const auto found = find(bytes, kModelPath);
  draft.sections[0].text = found[0].text;
  draft.sections[0].output = text_digest("One.");
  CHECK(write(draft, bytes) == bytes);
}

TEST_CASE("sections: the page lists the sources, and which sentences rest on each") {
  ModelDraft draft = model({section("this-week", "It flew. It sank. It rose.", 3)});
  SectionDraft& week = draft.sections[0];
  week.made_by = "builtin:synthesize/1";
  week.support = {{mark_of("It flew."), {0}}, {mark_of("It rose."), {1, 2}}};
  const std::string bytes = write(draft);
  const std::string page = write_why_page(kModelPath, why_path("kestrel"), draft.sections);
  CHECK(page.ends_with("## " + why_tag(text_digest(week.text)) + "\n" +
                       to_line(read_node(with_page(bytes, draft), kModelPath)->sections[1]) +
                       "\n\n"
                       "- [1 May](../../summaries/x/1.md) (sentence 1)\n"
                       "- [2 May](../../summaries/x/2.md) (sentence 3)\n"
                       "- [3 May](../../summaries/x/3.md) (sentence 3)\n"));
  const auto document_of = [](const std::string& home, const std::string& list) {
    return *parse_home(home, kModelPath, [&](const std::string& path) -> Result<std::string> {
      CHECK(path == "why/models/kestrel.md");
      return list;
    });
  };
  const auto support_in = [&](const std::string& home, const std::string& list) {
    const Document document = document_of(home, list);
    const FoundSection found = find_sections(document, kModelPath)[0];
    const std::vector<SectionRecord> records = records_of(document, kModelPath);
    return records.empty() ? Support() : support_of(document, found, records.back().sentences);
  };
  const FoundSection found = find_sections(document_of(bytes, page), kModelPath)[0];
  REQUIRE(found.from.size() == 3);
  CHECK(found.from[2].path == "summaries/x/3.md");
  CHECK(support_in(bytes, page) == week.support);
  const Support edited = support_in(replace_all(bytes, "It sank.", "It did not sink."), page);
  CHECK(support_of_line("It flew.", edited) == std::vector<std::size_t>{0});
  CHECK(support_of_line("- It rose. It flew.", edited) == std::vector<std::size_t>{0, 1, 2});
  CHECK(support_of_line("It flew. It did not sink.", edited).empty());
  for (const char* damaged : {"(sentence 0)", "(sentence x)", "(sentences 1,)", "(sentence 99)"}) {
    INFO(damaged);
    CHECK(support_in(bytes, replace_all(page, "(sentence 3)", damaged)).size() == 1);
  }
  // A page of another state of the section, or none, tells nothing of this one.
  CHECK(support_in(bytes, replace_all(page, "## ", "## 0")).empty());
  CHECK(support_in(bytes, "").empty());
  // A text that stands keeps it.
  week.text = find(bytes, kModelPath)[0].text;
  week.output = text_digest(week.text);
  week.sentences = read_node(document_of(bytes, page), kModelPath)->sections.back().sentences;
  CHECK(write(draft, bytes) == bytes);
  CHECK(write_why_page(kModelPath, why_path("kestrel"), draft.sections) == page);
}

TEST_CASE(
    "sections: what an earlier version wrote is read, and its links are no part of the text") {
  const std::string bytes =
      "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\nkind: model\nsections:\n  - this-week " +
      to_hex(digest_of("in")) + " " + to_hex(text_digest("It flew. It sank.")) +
      " builtin:synthesize/1 " + to_text({{mark_of("It flew."), mark_of("It sank.")}, {}}) +
      "\nsupport:\n  - this-week 2 1\n---\n# Kestrel\n\n## This Week\nIt flew. It sank.\n\n"
      "From [1 May](../a.md), [2 May](../b.md)\n";
  const Document document = *parse_document(bytes, kModelPath);
  const std::vector<FoundSection> found = find_sections(document, kModelPath);
  REQUIRE(found.size() == 1);
  CHECK(found[0].text == "It flew. It sank.");
  CHECK(found[0].tag.empty());
  REQUIRE(found[0].from.size() == 2);
  const Sentences sentences = read_node(document, kModelPath)->sections[0].sentences;
  CHECK(support_of(document, found[0], sentences) ==
        Support{{mark_of("It flew."), {1}}, {mark_of("It sank."), {0}}});
  // Written again, it is as the format says now.
  ModelDraft draft = model({section("this-week", "It flew. It sank.", 2)});
  draft.sections[0].output = text_digest("It flew. It sank.");
  const std::string now = write(draft, bytes);
  CHECK(now.find("From [") == std::string::npos);
  CHECK(now.find("support:") == std::string::npos);
  CHECK(now.find("[why](../why/models/kestrel.md#") != std::string::npos);
}

TEST_CASE("sections: headings and links in a generated text do not end or forge a section") {
  for (const char* text : {"## Earlier\n\nforged", "a\n\n# b", "```\nopen", "<!-- open",
                           "From [x](y.md)", "[why](../why/models/kestrel.md#123abc)",
                           "## Sources\n- [a](b.md)", "Earlier\n---\nx", "see [x](../y.md)"}) {
    const ModelDraft draft = model({section("this-week", text), section("earlier", "Old.")});
    const std::string bytes = write(draft);
    INFO(bytes);
    const auto found = find(bytes, draft.sections);
    REQUIRE(found.size() == 2);
    CHECK(found[0].from.size() == 1);
    const Node node = *read_node(with_page(bytes, draft), kModelPath);
    CHECK(node.sections[1].output == found[0].text_digest);
    CHECK(node.edges.size() == 2);
    CHECK(write(draft, bytes) == bytes);
  }
}

TEST_CASE("sections: what a person wrote survives every write") {
  Dice dice(29);
  std::size_t refused = 0;
  for (int round = 0; round < 3'000; ++round) {
    // A file with sections, and the person's text put between its blocks.
    std::vector<SectionDraft> first;
    for (const std::string_view name : time_section_names()) {
      if (dice.one_in(2))
        first.push_back(section(std::string(name), "Text of " + std::string(name)));
    }
    std::string bytes = write(model(first));
    std::vector<std::string> mine;
    std::size_t place = bytes.size();
    while (place != std::string::npos) {
      if (dice.one_in(2)) {
        // A heading of its own: what stands without one belongs to the section above it.
        const std::string text = "## Own " + std::to_string(mine.size()) + "\n\n" +
                                 std::string(dice.pick(kMine)) + "\n\n";
        bytes.insert(place, text);
        mine.push_back(text);
      }
      place = bytes.rfind("\n## ", place - 2);
      if (place != std::string::npos) ++place;
    }
    if (dice.one_in(4)) bytes = replace_all(bytes, "\n", "\r\n");
    std::vector<SectionDraft> second;
    for (const std::string_view name : time_section_names()) {
      if (dice.one_in(2)) {
        second.push_back(section(std::string(name),
                                 dice.one_in(2) ? "Text of " + std::string(name) : "New.",
                                 1 + dice.roll(3)));
      }
    }
    const ModelDraft draft = model(second);
    const Result<std::string> written = write_model(draft, kModelPath, bytes);
    if (!written) {
      ++refused;
      continue;
    }
    INFO("before:\n" << bytes << "\nafter:\n" << *written);
    const std::string after = replace_all(*written, "\r\n", "\n");
    for (const std::string& text : mine) {
      REQUIRE(after.find(std::string(trim(text))) != std::string::npos);
    }
    REQUIRE(shown(find(*written, second)) == shown(second));
    REQUIRE(write(draft, *written) == *written);
  }
  CHECK(refused < 300);
}

TEST_CASE("sections: the person's bytes before, between and behind stay exactly") {
  std::string bytes = write(model({section("this-week", "New."), section("earlier", "Old.")}));
  const std::string mine = "## Mine\n\n\nMy  own\r words `x`   \n\n* a\n\n\n";
  const std::string end = "last  line, no end";
  bytes.insert(bytes.find("## Earlier"), mine);
  bytes += end;
  const std::string next = write(model({section("this-week", "Newer."),
                                        section("this-year", "Mid."), section("earlier", "Old.")}),
                                 bytes);
  CHECK(next.find(mine) != std::string::npos);
  CHECK(next.substr(next.size() - end.size()) == end);
  CHECK(next.find("Newer.") < next.find("## Mine"));
  CHECK(next.find("Mid.") > next.find("## Mine"));
  CHECK(next.find("Mid.") < next.find("## Earlier"));
}

TEST_CASE("sections: a file that a person began gets its sections and keeps its title") {
  const std::string bytes = write(model({section("earlier", "Old.")}), "# My Kite\n\nMine.");
  CHECK(bytes.find("---\n# My Kite\n\nMine.\n\n## Earlier\nOld.\n\n[why](") != std::string::npos);
  const std::string notes =
      write(model({section("earlier", "Old.")}), "# K\n\n## Notes\n\n- mine\n");
  CHECK(notes.find("# K\n\n## Earlier\nOld.\n\n[why](../why/models/kestrel.md#" +
                   why_tag(text_digest("Old.")) + ")\n\n## Notes\n\n- mine\n") !=
        std::string::npos);
}

TEST_CASE("sections: a person's copy of a section outlives the section") {
  std::string bytes = write(model({section("earlier", "Old.")}));
  bytes += "\n## Earlier\n\nMy copy.\n";
  const std::string next = write(model({}), bytes);
  CHECK(next.find("Old.") == std::string::npos);
  CHECK(next.find("## Earlier\n\nMy copy.\n") != std::string::npos);
  CHECK(write(model({}), next) == next);
}

TEST_CASE("sections: a fence left open is reported, not written into") {
  const Result<std::string> written =
      write_model(model({section("earlier", "Old.")}), kModelPath, "# K\n\n```\nopen\n");
  REQUIRE_FALSE(written);
  CHECK(written.error().kind == ErrorKind::kInvalid);
  CHECK(written.error().where == kModelPath);
}

TEST_CASE("sections: words of a person under `## User` stay there") {
  MemoryDraft draft;
  draft.id = kId;
  draft.sections = {section("user/this-week", "New.")};
  std::string bytes = *write_memory(draft, "MEMORY.md", {});
  bytes = replace_all(bytes, "## User\n", "## User\n\nMy own line.\n");
  draft.sections = {section("user/last-3-days", "Newer.")};
  const std::string next = *write_memory(draft, "MEMORY.md", bytes);
  CHECK(next.find("## User\n\nMy own line.\n\n### Last 3 Days\nNewer.") != std::string::npos);
  draft.sections = {};
  CHECK(write_memory(draft, "MEMORY.md", next)->find("## User\n\nMy own line.\n") !=
        std::string::npos);
}

TEST_CASE("sections: a section knows its lines, less the blank ones at its end") {
  const auto sections = find(
      "---\nkind: model\nid: 0000000000W7GZDV4H7362PM0R\n---\n# M\n\n## This Week\n- a\n- b\n\n"
      "From [x](../x.md)\n\n\n## Earlier\n- c",
      "models/m.md");
  REQUIRE(sections.size() == 2);
  CHECK(sections[0].line == 7);
  CHECK(sections[0].last_line == 11);
  CHECK(sections[1].line == 14);
  CHECK(sections[1].last_line == 15);
}

}  // namespace sections_test
