#include "format/settings.hpp"

#include "base/text.hpp"
#include "format/node.hpp"
#include "tests/support/catch.hpp"

using namespace pyramid;
using namespace pyramid::format;

namespace {

Settings parse(std::string_view yaml, Diagnostics& diagnostics) {
  Result<Settings> settings = parse_settings(yaml, "pyramid.yaml", diagnostics);
  INFO(yaml);
  if (!settings) FAIL(to_string(settings.error()));
  return *std::move(settings);
}

std::string shown(const Settings& s) {
  return s.engine + "|" + s.embedding + "|" + std::to_string(s.parallel) + "|" +
         std::to_string(s.step) + "|" + std::to_string(s.summary_chars) + "|" +
         std::to_string(s.section_chars) + "|" + std::to_string(s.model_mentions) + "|" +
         std::to_string(s.vector_weight) + "|" + std::to_string(s.time_weight) + "|" +
         std::to_string(s.time_decay_days) + "|" + (s.commit ? "commit" : "") + "|" + s.user_name;
}

}  // namespace

TEST_CASE("settings: the template says the defaults, commented or not") {
  Diagnostics diagnostics;
  const std::string text = settings_template();
  CHECK(shown(parse(text, diagnostics)) == shown(Settings{}));
  std::string uncommented;
  std::size_t keys = 0;
  for (const std::string_view line : split_lines(text)) {
    const bool setting = line.substr(0, 2) == "# " && line.find(": ") != std::string_view::npos &&
                         line.substr(2, line.find(": ") - 2).find(' ') == std::string_view::npos;
    keys += setting ? 1 : 0;
    uncommented.append(setting ? line.substr(2) : line).append("\n");
  }
  CHECK(keys == 12);
  CHECK(shown(parse(uncommented, diagnostics)) == shown(Settings{}));
  CHECK(diagnostics.empty());
}

TEST_CASE("settings: every key is read") {
  Diagnostics diagnostics;
  const Settings settings = parse(
      "engine: openai\nembedding: x\nparallel: 2\nstep: 5\nsummary_chars: 300\nsection_chars: 400\n"
      "model_mentions: 4\nvector_weight: 0.5\ntime_weight: 0\ntime_decay_days: 30.5\ncommit: "
      "false\n"
      "user_name: Ana\n",
      diagnostics);
  CHECK(shown(settings) == "openai|x|2|5|300|400|4|0.500000|0.000000|30.500000||Ana");
  CHECK(diagnostics.empty());
}

TEST_CASE("settings: a slip of the finger is named, with the key that was meant") {
  Diagnostics diagnostics;
  parse("\nparalel: 5\nnonsense: 1\n", diagnostics);
  REQUIRE(diagnostics.size() == 2);
  CHECK(diagnostics[0].where == "pyramid.yaml:2");
  CHECK(diagnostics[0].hint == "did you mean parallel?");
  CHECK(diagnostics[1].hint.find("engine, ") != std::string::npos);
}

TEST_CASE("settings: a value that cannot be leaves the default and says so") {
  for (const char* line : {"parallel: many", "parallel: 0", "parallel: 1.5", "parallel: [1]",
                           "time_weight: 2", "time_weight: .nan", "commit: maybe",
                           "step: 99999999999", "engine: [a]", "vector_weight: 0,5"}) {
    Diagnostics diagnostics;
    CHECK(shown(parse(line, diagnostics)) == shown(Settings{}));
    REQUIRE(diagnostics.size() == 1);
    CHECK(diagnostics[0].where == "pyramid.yaml:1");
  }
  Diagnostics diagnostics;
  parse("parallel:\n", diagnostics);
  parse("", diagnostics);
  CHECK(diagnostics.empty());
}

TEST_CASE("settings: what is no map is refused with its line") {
  for (const std::string& yaml : {std::string("- a\n"), std::string("a: [\n"), std::string("words"),
                                  "a: " + std::string(1000, '['), std::string(70'000, '#')}) {
    Diagnostics diagnostics;
    const Result<Settings> settings = parse_settings(yaml, "pyramid.yaml", diagnostics);
    REQUIRE_FALSE(settings);
    CHECK(settings.error().kind == ErrorKind::kInvalid);
    CHECK(settings.error().where.rfind("pyramid.yaml", 0) == 0);
  }
}

TEST_CASE("settings: the templates are files that the program reads") {
  CHECK(read_node(soul_template(), "SOUL.md")->kind == Kind::kIdentity);
  CHECK(read_node(user_template(), "USER.md")->title == "User");
  CHECK(gitattributes_template().find("*.md -text") != std::string::npos);
}
