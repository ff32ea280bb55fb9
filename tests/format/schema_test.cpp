// valijson brings in std::regex, of which GCC 12 says under the sanitizers that it reads what is
// not set; it does so in the standard library's own headers.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include "format/schema.hpp"

#include "format/conversation.hpp"
#include "format/sections.hpp"
#include "format/task.hpp"
#include "format/topic.hpp"
#include "format/why_page.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>
#include <yaml-cpp/yaml.h>

#include <array>
#include <fstream>
#include <sstream>

namespace schema_test {

using namespace pyramid;
using namespace pyramid::format;
using Json = nlohmann::json;

namespace {

constexpr std::array<Kind, 11> kKinds = {
    Kind::kObservation, Kind::kSummary, Kind::kModel, Kind::kMemory, Kind::kSession, Kind::kDaily,
    Kind::kIdentity,    Kind::kNote,    Kind::kWhy,   Kind::kTask,   Kind::kTopic};

std::string schema_path(Kind kind) {
  return std::string(PYRAMID_SOURCE_DIR) + "/schema/" + name_of(kind) + ".schema.json";
}

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

// YAML as any other program maps it to JSON: plain numbers are numbers, quoted ones are not.
Json to_json(const YAML::Node& node) {
  if (node.IsSequence()) {
    Json list = Json::array();
    for (const YAML::Node& item : node) list.push_back(to_json(item));
    return list;
  }
  if (node.IsMap()) {
    Json map = Json::object();
    for (const auto& entry : node) map[entry.first.Scalar()] = to_json(entry.second);
    return map;
  }
  if (node.IsNull()) return nullptr;
  std::int64_t whole = 0;
  double number = 0;
  if (node.Tag() == "!") return node.Scalar();
  if (YAML::convert<std::int64_t>::decode(node, whole)) return whole;
  if (YAML::convert<double>::decode(node, number)) return number;
  return node.Scalar();
}

bool is_valid(const Json& json, const std::string& schema_text) {
  valijson::Schema schema;
  valijson::SchemaParser parser;
  const Json schema_json = Json::parse(schema_text);
  const valijson::adapters::NlohmannJsonAdapter schema_adapter(schema_json);
  parser.populateSchema(schema_adapter, schema);
  valijson::Validator validator;
  const valijson::adapters::NlohmannJsonAdapter target(json);
  return validator.validate(schema, target, nullptr);
}

struct Sample {
  Kind kind;
  std::string path, bytes;
};

// What every writer emits.
std::vector<Sample> samples() {
  const Ulid id = *parse_ulid("01JV2MF0S8Q4WZ3H6K9R7T5XBN");
  const Time at = *parse_time("2026-05-12T10:03:00Z");
  std::vector<Sample> all;
  ObservationDraft observation{id, at, "2024", "rule", 7, "Text.", "Title", "sessions/x.md", 1, {}};
  all.push_back({Kind::kObservation, "observations/x.md",
                 write_observation(observation, "observations/x.md")});
  observation.source = "2024";
  all.push_back({Kind::kObservation, "observations/y.md",
                 write_observation(observation, "observations/y.md")});
  SummaryDraft summary{id,   "user", 1, at, at, 10, "builtin", "summarize/1", digest_of("i"),
                       "T.", {}};
  all.push_back({Kind::kSummary, "summaries/x.md", *write_summary(summary, "summaries/x.md", {})});
  SectionDraft section{"this-week", "Text.", {}, digest_of("i"), {}, "builtin:synthesize/1"};
  ModelDraft model{id,
                   "x",
                   "X",
                   "project",
                   "12e45",
                   digest_of("d"),
                   {},
                   "builtin:describe/1",
                   {"007", "true"},
                   {section}};
  all.push_back({Kind::kModel, "models/x.md", *write_model(model, "models/x.md", {})});
  section.name = "user/this-week";
  MemoryDraft memory{id, {section}};
  all.push_back({Kind::kMemory, "MEMORY.md", *write_memory(memory, "MEMORY.md", {})});
  Conversation conversation{
      "openclaw", "123456", "2024", "null", at, {}, {{Speaker::kUser, at, "Hi", ""}}, {}};
  all.push_back({Kind::kSession, "sessions/x.md", write_session(conversation, 0)});
  all.push_back({Kind::kNote, "memory/x.md", "---\ntags: [a, 2024]\nother: {a: b}\n---\n"});
  all.push_back({Kind::kDaily, "daily/2026-05-12.md", "---\ntags: a\n---\n"});
  all.push_back({Kind::kIdentity, "SOUL.md", "# Soul\n"});
  const std::string task = write_task({id, at, "2024", ""});
  all.push_back({Kind::kTask, "tasks/x.md", task});
  for (const char* success : {"true", "false", "~", "\"null\"", ""}) {
    all.push_back({Kind::kTask, "tasks/x.md",
                   "---\nkind: task\nsuccess: " + std::string(success) + "\n---\n# X\n"});
  }
  LeafDraft leaf;
  leaf.id = leaf.session = id;
  leaf.session_path = "sessions/x.md";
  leaf.key = "2024";
  leaf.said = conversation;
  leaf.inputs = digest_of("i");
  all.push_back(
      {Kind::kTopic, "topics/_fresh/001-x.md", *write_leaf(leaf, "topics/_fresh/001-x.md", {})});
  TopicDraft topic;
  topic.id = id;
  topic.earliest = topic.latest = at;
  topic.written = TopicText{"T.", {}, "builtin", "summarize/1", "true", digest_of("i")};
  all.push_back({Kind::kTopic, "topics/01-x/_summary.md",
                 *write_topic(topic, "topics/01-x/_summary.md", {})});
  all.push_back({Kind::kTopic, "topics/_index.md", write_topic_index({}, "topics/_index.md")});
  section.from.push_back({"12 May", "observations/y.md"});
  all.push_back(
      {Kind::kWhy, why_path({}), write_why_page("MEMORY.md", why_path({}), {&section, 1})});
  return all;
}

// Both judges on one file, which must agree.
bool judged(const Document& document, Kind kind, const std::string& path) {
  const Json json = to_json(YAML::Load(document.frontmatter.bytes()));
  const bool ours = validate(document, kind, path).empty();
  const bool theirs = is_valid(json.is_null() ? Json::object() : json, content(schema_path(kind)));
  INFO(path << "\n" << document.frontmatter.bytes());
  CHECK(ours == theirs);
  return ours;
}

}  // namespace

// Writes schema/*.schema.json after a change of the table: test_format "[.update-schema]"
TEST_CASE("schema: the files are written", "[.update-schema]") {
  for (const Kind kind : kKinds) {
    std::ofstream(schema_path(kind), std::ios::binary) << json_schema(kind);
  }
}

TEST_CASE("schema: the files in schema/ are those that the program holds files against") {
  for (const Kind kind : kKinds) CHECK(content(schema_path(kind)) == json_schema(kind));
}

TEST_CASE("schema: what the writers emit is valid, by our judge and by valijson") {
  for (const Sample& sample : samples()) {
    const Document document = *parse_document(sample.bytes, sample.path);
    CHECK(judged(document, sample.kind, sample.path));
  }
}

TEST_CASE("schema: a file without a required key is not valid") {
  std::size_t removed = 0;
  for (const Sample& sample : samples()) {
    const Json schema = Json::parse(json_schema(sample.kind));
    for (const Json& key : schema["required"]) {
      Document document = *parse_document(sample.bytes, sample.path);
      document.frontmatter.erase(key.get<std::string>());
      CHECK_FALSE(judged(document, sample.kind, sample.path));
      const Diagnostics problems = validate(document, sample.kind, sample.path);
      REQUIRE(problems.size() == 1);
      CHECK(problems[0].where == sample.path + ":1");
      ++removed;
    }
  }
  CHECK(removed == 3 + 3 + 9 + 2 + 2 + 8 + 1 + 6 + 9);
}

TEST_CASE("schema: a value of another type is not valid, an unknown key is") {
  for (const Sample& sample : samples()) {
    const Json schema = Json::parse(json_schema(sample.kind));
    for (const auto& [key, rule] : schema["properties"].items()) {
      for (const char* value : {"x", "-1", "{a: b}", "[[a]]", "[a, b]", "", "2026-05-12",
                                "5b1f90ac5b1f90ac5b1f90ac5b1f90ac", "01JV2MF0S8Q4WZ3H6K9R7T5XBN"}) {
        Document document = *parse_document(sample.bytes, sample.path);
        document.frontmatter.erase(key);
        const std::string block = document.frontmatter.bytes() + key + ": " + value + "\n";
        const Result<Frontmatter> changed = Frontmatter::parse(block);
        REQUIRE(changed);
        document.frontmatter = *changed;
        judged(document, sample.kind, sample.path);
      }
    }
    Document document = *parse_document(sample.bytes, sample.path);
    document.frontmatter.set("something-else", "5");
    CHECK(judged(document, sample.kind, sample.path));
  }
}

TEST_CASE("schema: a problem names its line and what should stand there") {
  const Document document = *parse_document(
      "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\nkind: observation\nat: soon\nimportance: 11\n---\n",
      "x.md");
  const Diagnostics problems = validate(document, Kind::kObservation, "x.md");
  REQUIRE(problems.size() == 2);
  CHECK(to_string(problems[0]) ==
        "x.md:4: `at` must be a time such as 2026-05-12T10:03:00Z; mend the line");
  CHECK(problems[1].where == "x.md:5");
  const Document note = *parse_document("---\ntitle: [a]\n---\n", "x.md");
  CHECK(validate(note, Kind::kNote, "x.md").at(0).severity == Severity::kWarning);
}

}  // namespace schema_test
