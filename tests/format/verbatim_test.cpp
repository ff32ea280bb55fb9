#include "format/verbatim.hpp"

#include "tests/support/catch.hpp"

#include <string>

namespace verbatim_test {

using namespace pyramid;
using namespace pyramid::format;

namespace {

constexpr const char* kPath = "observations/2026/05/14/x-abcdef.md";

ObservationDraft saying(const std::string& text) {
  ObservationDraft draft;
  draft.at = *parse_time("2026-05-14T10:00:00Z");
  draft.id = derive_ulid(draft.at, text);
  draft.text = text;
  return draft;
}

std::string text_of(const std::string& bytes) {
  const auto document = read_document(bytes, kPath);
  REQUIRE(document);
  const auto text = verbatim_text(*document, kPath);
  REQUIRE(text);
  return *text;
}

std::string title_of(const std::string& bytes) {
  const auto document = read_document(bytes, "models/x.md");
  REQUIRE(document);
  const auto title = verbatim_title(*document, "models/x.md");
  REQUIRE(title);
  return *title;
}

}  // namespace

TEST_CASE("verbatim: a plain sentence needs no key") {
  const auto file = write_observation_verbatim(saying("Mia is *four*."), kPath);
  REQUIRE(file);
  CHECK(file->find("verbatim") == std::string::npos);
  CHECK(text_of(*file) == "Mia is *four*.");
}

TEST_CASE("verbatim: what markdown would show otherwise comes back as it was given") {
  for (const std::string text :
       {" x", "x ", "a\n\nb\n", "## Sources\n", "```\nopen", "\ttab", "crlf\r\nline", "a\rb", "---",
        "From [a](b.md)", "bell \x07", "\"quoted\" \\ back", "\xE2\x80\xA8 line", "> quoted"}) {
    for (const bool quarantine : {false, true}) {
      ObservationDraft draft = saying(text);
      draft.quarantine = quarantine;
      const auto file = write_observation_verbatim(draft, kPath);
      INFO(text);
      REQUIRE(file);
      CHECK(text_of(*file) == text);
    }
  }
  CHECK_FALSE(write_observation_verbatim(saying(std::string(70'000, 'x') + " "), kPath));
  CHECK(write_observation_verbatim(saying(std::string(70'000, 'x')), kPath));
}

TEST_CASE("verbatim: what a person writes over it holds") {
  const auto file = write_observation_verbatim(saying("# two\n\nlines "), kPath);
  REQUIRE(file);
  REQUIRE(file->find("verbatim: ") != std::string::npos);
  std::string edited = *file;
  edited.replace(edited.rfind("lines"), 5, "words");
  CHECK(text_of(edited).find("words") != std::string::npos);
}

TEST_CASE("verbatim: a model is called as it was named, until a person calls it otherwise") {
  for (const std::string name : {"Mia", "", " Mia ", "# Mia", "two\nlines", "*x*", "Straße 日本"}) {
    ModelDraft draft;
    draft.name = "x";
    draft.title = name;
    const auto file = write_model_verbatim(draft, "models/x.md");
    INFO(name);
    REQUIRE(file);
    CHECK(title_of(*file) == name);
    std::string renamed = *file;
    const std::size_t heading = renamed.find("\n# ") + 3;
    renamed.replace(heading, renamed.find('\n', heading) - heading, "Ana");
    CHECK(title_of(renamed) == "Ana");
  }
}

}  // namespace verbatim_test
