#include "format/settings.hpp"

#include "base/text.hpp"
#include "format/node.hpp"
#include "tests/support/catch.hpp"

namespace settings_test {

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
  const std::string text = *settings_template();
  CHECK(shown(parse(text, diagnostics)) == shown(Settings{}));
  std::string uncommented;
  std::size_t keys = 0;
  for (const std::string_view line : split_lines(text)) {
    const bool setting = line.substr(0, 2) == "# " && line.find(": ") != std::string_view::npos &&
                         line.substr(2, line.find(": ") - 2).find(' ') == std::string_view::npos;
    keys += setting ? 1 : 0;
    uncommented.append(setting ? line.substr(2) : line).append("\n");
  }
  CHECK(keys == 50);
  CHECK(shown(parse(uncommented, diagnostics)) == shown(Settings{}));
  CHECK(diagnostics.empty());
}

TEST_CASE("settings: of the weights of words and meaning one is what the other leaves") {
  const auto meaning = [](const char* yaml) {
    Diagnostics diagnostics;
    const double weight = parse(yaml, diagnostics).meaning();
    CHECK(diagnostics.empty());
    return weight;
  };
  CHECK(meaning("engine: builtin\n") == 0.5);
  CHECK(meaning("vector_weight: 0.7\n") == Approx(0.7));
  CHECK(meaning("text_weight: 0.7\n") == Approx(0.3));
  CHECK(meaning("vector_weight: 0.2\ntext_weight: 0.2\n") == Approx(0.5));
  CHECK(meaning("text_weight: 0\n") == 1);
  Diagnostics diagnostics;
  CHECK(parse("vector_weight: 0\ntext_weight: 0\n", diagnostics).meaning() == 0.5);
  REQUIRE(diagnostics.size() == 1);
  CHECK(diagnostics[0].what == "`vector_weight` and `text_weight` must not both be 0");
}

TEST_CASE("settings: pieces overlap by less than half") {
  Diagnostics diagnostics;
  Settings settings = parse("chunk_tokens: 200\nchunk_overlap: 20\n", diagnostics);
  CHECK(settings.chunk_tokens == 200);
  CHECK(settings.chunk_overlap == 20);
  CHECK(diagnostics.empty());
  for (const char* yaml : {"chunk_tokens: 64\n", "chunk_tokens: 64\nchunk_overlap: 32\n"}) {
    diagnostics.clear();
    settings = parse(yaml, diagnostics);
    CHECK(2 * settings.chunk_overlap < settings.chunk_tokens);
    CHECK(diagnostics.size() == 1);
  }
  diagnostics.clear();
  CHECK(parse("chunk_tokens: many\nmax_results: 0\nsync_on_search: maybe\n", diagnostics)
            .max_results == 20);
  CHECK(diagnostics.size() == 3);
}

TEST_CASE("settings: every key is read") {
  Diagnostics diagnostics;
  const Settings settings = parse(
      "engine: openai\nembedding: minilm\nminilm_path: w.safetensors\nparallel: 2\nstep: "
      "5\nsummary_chars: 300\nsection_chars: 400\n"
      "model_mentions: 4\nvector_weight: 0.5\ntime_weight: 0\ntime_decay_days: 30.5\ncommit: "
      "false\n"
      "user_name: Ana\n",
      diagnostics);
  CHECK(shown(settings) == "openai|minilm|2|5|300|400|4|0.500000|0.000000|30.500000||Ana");
  CHECK(settings.minilm_path == "w.safetensors");
  CHECK(diagnostics.empty());
}

TEST_CASE(
    "settings: a budget is cents a sync, a day, or both; anything else lets nothing be spent") {
  Diagnostics diagnostics;
  CHECK_FALSE(parse("engine: builtin\n", diagnostics).budget.per_sync);
  CHECK_FALSE(parse("budget: {}\n", diagnostics).budget.per_day);
  const Settings both = parse("budget: {per_sync: 0, per_day: 12.5}\n", diagnostics);
  CHECK(both.budget.per_sync == 0.0);
  CHECK(both.budget.per_day == 12.5);
  CHECK_FALSE(parse("budget:\n  per_day: 3\n", diagnostics).budget.per_sync);
  CHECK(diagnostics.empty());
  for (const char* wrong : {"50", "{per_week: 3}", "{per_day: -1}", "{per_day: much}",
                            "{per_day: nan}", "[1]", "{per_sync: {x: 1}}"}) {
    diagnostics.clear();
    CHECK(parse(std::string("step: 2\nbudget: ") + wrong + "\n", diagnostics).budget.per_sync ==
          0.0);
    REQUIRE(diagnostics.size() == 1);
    CHECK(to_string(diagnostics[0]) ==
          "pyramid.yaml:2: `budget` must be cents, in the form {per_sync: 50, per_day: 200}; "
          "nothing may be spent until then");
  }
}

TEST_CASE("settings: how long events are kept is said by kind, or for all of them") {
  Diagnostics diagnostics;
  CHECK(parse("step: 2\n", diagnostics).ledger_days.empty());
  CHECK(parse("ledger_days: 90\n", diagnostics).ledger_days == LedgerDays{{"all", 90}});
  const LedgerDays by_kind = {{"all", 1000}, {"call", 400}};
  CHECK(parse("ledger_days: {call: 400, all: 1000}\n", diagnostics).ledger_days == by_kind);
  CHECK(diagnostics.empty());
  for (const char* wrong : {"0", "-1", "x", "{call: 0}", "{call: long}", "[1]"}) {
    diagnostics.clear();
    CHECK(parse(std::string("ledger_days: ") + wrong + "\n", diagnostics).ledger_days.empty());
    CHECK(diagnostics.size() == 1);
  }
}

TEST_CASE("settings: what cannot be read as true or false keeps no conversation") {
  Diagnostics diagnostics;
  CHECK(parse("step: 2\n", diagnostics).capture);
  CHECK_FALSE(parse("capture: False\n", diagnostics).capture);
  CHECK(parse("capture: TRUE\n", diagnostics).capture);
  CHECK(diagnostics.empty());
  for (const char* wrong : {"no", "off", "0", "maybe"}) {
    diagnostics.clear();
    CHECK_FALSE(parse(std::string("capture: ") + wrong + "\n", diagnostics).capture);
    REQUIRE(diagnostics.size() == 1);
    CHECK(diagnostics[0].hint == "no conversation is kept until then");
  }
}

TEST_CASE("settings: the layers of recall are names with percents, in any order") {
  Diagnostics diagnostics;
  const Settings some = parse("recall_layers: [turns 40, facts 60]\n", diagnostics);
  CHECK(some.recall_layers == std::vector<std::string>{"turns 40", "facts 60"});
  CHECK(diagnostics.empty());
  CHECK(recall_layer("facts 60")->percent == 60);
  for (const char* wrong : {"[facts]", "[facts 0]", "[facts 101]", "[walks 10]", "[facts x]"}) {
    diagnostics.clear();
    CHECK(parse(std::string("recall_layers: ") + wrong + "\n", diagnostics).recall_layers.empty());
    REQUIRE(diagnostics.size() == 1);
    CHECK(diagnostics[0].what.find("facts 25") != std::string::npos);
  }
}

TEST_CASE("settings: the layers of recall stand there once each, and share one budget") {
  Diagnostics diagnostics;
  CHECK(parse("recall_layers: [turns 40, facts 60]\n", diagnostics).recall_layers.size() == 2);
  CHECK(parse("recall_layers: [facts 60, turns 60]\n", diagnostics).recall_layers.empty());
  REQUIRE(diagnostics.size() == 1);
  CHECK(diagnostics[0].what.find("100 percent at most, not 120") != std::string::npos);
  CHECK(parse("recall_layers: [facts 30, facts 20]\n", diagnostics).recall_layers.empty());
  REQUIRE(diagnostics.size() == 2);
  CHECK(diagnostics[1].what.find("not facts twice") != std::string::npos);
}

TEST_CASE("settings: an embedding that there is not is named with the one that is near") {
  Diagnostics diagnostics;
  CHECK(parse("embedding: MiniLM\n", diagnostics).embedding == "minilm");
  CHECK(diagnostics.empty());
  CHECK(parse("embedding: minlm\n", diagnostics).embedding == "static");
  REQUIRE(diagnostics.size() == 1);
  CHECK(to_string(diagnostics[0]) ==
        "pyramid.yaml:1: `embedding` must be static, minilm or openai; did you mean minilm?; the "
        "default "
        "static holds until then");
}

TEST_CASE("settings: the calendar preset says all that makes it, explained") {
  Diagnostics diagnostics;
  const std::string text = *settings_template("calendar");
  const Settings settings = parse(text, diagnostics);
  CHECK(diagnostics.empty());
  CHECK(settings.policy == "calendar");
  CHECK(settings.step == 3);
  CHECK(settings.span_days == 1);
  CHECK(settings.base_models == std::vector<std::string>{"self", "user", "system"});
  CHECK(settings.export_folder == "export");
  const auto lines = split_lines(text);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (!lines[i].empty() && lines[i][0] != '#') CHECK(lines[i - 1].substr(0, 2) == "# ");
  }
  const auto unknown = settings_template("calender");
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().kind == ErrorKind::kUsage);
  CHECK(unknown.error().hint == "did you mean calendar?");
}

TEST_CASE("settings: step is three with the calendar, unless it is set") {
  Diagnostics diagnostics;
  CHECK(parse("policy: calendar\n", diagnostics).step == 3);
  CHECK(parse("step: 5\npolicy: calendar\n", diagnostics).step == 5);
  CHECK(parse("policy: count\n", diagnostics).step == 10);
  CHECK(parse("", diagnostics).step == 10);
  CHECK(diagnostics.empty());
}

TEST_CASE("settings: a slip in what gives the memory its shape is an error, with the near miss") {
  for (const char* line : {"step: x", "policy: calender", "polcy: calendar", "span_days: 0",
                           "base_models: [self, usr]"}) {
    INFO(line);
    Diagnostics diagnostics;
    const Settings settings = parse(std::string(line) + "\n", diagnostics);
    REQUIRE(diagnostics.size() == 1);
    CHECK(diagnostics[0].severity == Severity::kError);
    CHECK(diagnostics[0].where == "pyramid.yaml:1");
    REQUIRE(settings.shapeless.size() == 1);
    CHECK(settings.shapeless[0].what == diagnostics[0].what);
  }
  Diagnostics diagnostics;
  parse("policy: calender\n", diagnostics);
  CHECK(diagnostics[0].what.find("did you mean calendar?") != std::string::npos);
}

TEST_CASE("settings: a choice is one whatever its case") {
  Diagnostics diagnostics;
  CHECK(parse("policy: Calendar\n", diagnostics).policy == "calendar");
  CHECK(parse("secrets: OFF\n", diagnostics).secrets == "off");
  CHECK(diagnostics.empty());
}

TEST_CASE("settings: base models are some of four, each once") {
  Diagnostics diagnostics;
  CHECK(parse("base_models: [user, self]\n", diagnostics).base_models ==
        std::vector<std::string>{"user", "self"});
  CHECK(parse("base_models: user\n", diagnostics).base_models == std::vector<std::string>{"user"});
  CHECK(diagnostics.empty());
  for (const char* line : {"base_models: []", "base_models: [user, user]", "base_models: [dog]",
                           "base_models: [self, assistant]", "base_models: {a: b}",
                           "base_models: [[user]]", "policy: weekly", "span_days: 0"}) {
    INFO(line);
    diagnostics.clear();
    const Settings settings = parse(line, diagnostics);
    CHECK(settings.base_models == Settings{}.base_models);
    CHECK(settings.policy == "count");
    CHECK(diagnostics.size() == 1);
  }
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

TEST_CASE("settings: a setting that stands twice is named with both lines") {
  Diagnostics diagnostics;
  const auto settings = parse_settings(
      "parallel: 2\nstep: 5\nparallel: 3\nstep: 7\nbudget: {per_day: 5}\nbudget: {per_day: 500}\n",
      "pyramid.yaml", diagnostics);
  REQUIRE(settings);
  CHECK(settings->parallel == 3);
  CHECK(settings->budget.per_sync == 0);
  CHECK(settings->shapeless.size() == 1);
  REQUIRE(diagnostics.size() == 3);
  CHECK(to_string(diagnostics[0]) ==
        "pyramid.yaml:3: `parallel` stands in line 1 too; remove one of them; the last one holds");
  CHECK(diagnostics[1].severity == Severity::kError);
  CHECK(diagnostics[1].where == "pyramid.yaml:4");
  CHECK(diagnostics[2].where == "pyramid.yaml:6");
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

TEST_CASE("settings: an address that holds a key is refused, and the key is not told") {
  Diagnostics diagnostics;
  for (const char* setting : {"base_url", "embedding_base_url"}) {
    for (const char* address :
         {"https://user:hush-hush@example.org/v1", "https://hush-hush@example.org/v1",
          "https://example.org/v1?api-key=hush-hush", "https://example.org?v=1&Token=hush-hush"}) {
      const auto settings =
          parse_settings(std::string("engine: openai\n") + setting + ": " + address + "\n",
                         "pyramid.yaml", diagnostics);
      REQUIRE_FALSE(settings);
      const std::string said = to_string(settings.error());
      CHECK(said.starts_with("pyramid.yaml:2: `" + std::string(setting) + "` holds a key"));
      CHECK(said.find(".env") != std::string::npos);
      CHECK(said.find("hush") == std::string::npos);
    }
  }
  CHECK(
      parse("base_url: https://n.openai.azure.com/openai/deployments/d@2?api-version=2024-10-21\n",
            diagnostics)
          .base_url.ends_with("2024-10-21"));
  CHECK(diagnostics.empty());
}

TEST_CASE("settings: the templates are files that the program reads") {
  CHECK(read_node(soul_template(), "SOUL.md")->kind == Kind::kIdentity);
  CHECK(read_node(user_template(), "USER.md")->title == "User");
  CHECK(gitattributes_template().find("*.md -text") != std::string::npos);
}

TEST_CASE("settings: a language model makes a model of what one conversation names") {
  const auto mentions = [](const char* yaml) {
    Diagnostics found;
    return parse(yaml, found).model_mentions;
  };
  CHECK(mentions("step: 5") == 3);
  CHECK(mentions("engine: openai") == 1);
  CHECK(mentions("engine: openai\nmodel_mentions: 2") == 2);
}

}  // namespace settings_test
