// The knowledge graph of the reference MCP memory server: JSON lines, entities with observations
// and the relations between them. Facts, not a conversation.
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "guard/secrets.hpp"
#include "ingest/json.hpp"
#include "ingest/reader.hpp"
#include "ingest/source.hpp"
#include "ingest/turn_text.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace pyramid::ingest {

namespace {

constexpr const char* kMcpMemoryHint =
    "the server's file is JSON lines of entities and relations, memory.jsonl unless "
    "MEMORY_FILE_PATH says otherwise";

bool is_entity(const Json& line) {
  return string_member(line, "type") == "entity" && !string_member(line, "name").empty() &&
         array_member(line, "observations") != nullptr;
}

bool is_relation(const Json& line) {
  return string_member(line, "type") == "relation" && !string_member(line, "from").empty() &&
         !string_member(line, "to").empty();
}

bool is_graph_line(std::string_view line) {
  const ParsedJson parsed = parse_json(line);
  return parsed.value && (is_entity(*parsed.value) || is_relation(*parsed.value));
}

// "John_Smith" as a person writes it. The server's own instructions call the person default_user.
std::string words_of(std::string name) {
  if (name == "default_user" || name == "user") return "User";
  // A key is known by its form: as words nobody would find it.
  if (guard::find_secrets(name).empty()) std::replace(name.begin(), name.end(), '_', ' ');
  return collapse_spaces(clean_text(name));
}

bool mentions(std::string_view text, std::string_view name) {
  return utf8::caseless(text).find(utf8::caseless(name)) != std::string::npos;
}

class Graph {
 public:
  void take(const Json& line, ReadReport& report) {
    if (is_entity(line)) {
      take_entity(line, report);
    } else if (is_relation(line)) {
      const std::string from = words_of(string_member(line, "from"));
      const std::string relation = words_of(string_member(line, "relationType"));
      add({from,
           {},
           from + " " + (relation.empty() ? "is related to" : relation) + " " +
               words_of(string_member(line, "to")) + "."},
          report);
    } else {
      ++report.skipped_records;
    }
  }

 private:
  void take_entity(const Json& line, ReadReport& report) {
    const std::string name = words_of(string_member(line, "name"));
    const std::string type = words_of(string_member(line, "entityType"));
    for (const Json& observation : *array_member(line, "observations")) {
      if (!observation.is_string()) {
        ++report.skipped_records;
        continue;
      }
      // A sentence that does not say whom it is about would say nothing outside the graph.
      const std::string text = collapse_spaces(clean_text(observation.get<std::string>()));
      if (text.empty()) continue;
      add({name, type, mentions(text, name) ? text : name + ": " + text}, report);
    }
  }

  void add(Fact fact, ReadReport& report) {
    if (seen_.insert(fact.about + "\n" + fact.text).second) report.facts.push_back(std::move(fact));
  }

  std::unordered_set<std::string> seen_;
};

class McpMemoryReader final : public Reader {
 public:
  [[nodiscard]] std::string name() const override { return "mcp-memory"; }
  [[nodiscard]] std::string description() const override {
    return "knowledge graph of the MCP memory server (memory.jsonl)";
  }
  [[nodiscard]] std::string default_source() const override { return ""; }
  bool recognises(FileSystem&, const std::string&, const Source& what) override {
    const std::string_view head = what.head;
    return what.look == Look::kJsonObject && is_graph_line(head.substr(0, head.find('\n')));
  }
  Result<ReadReport> read(FileSystem& files, const std::string& source, const ReadOptions& options,
                          const std::function<Status(format::Conversation)>& sink) override;
};

Result<ReadReport> McpMemoryReader::read(FileSystem& files, const std::string& source,
                                         const ReadOptions&,
                                         const std::function<Status(format::Conversation)>&) {
  PYRAMID_ASSIGN(const Source what, look_at(files, source));
  if (what.look != Look::kJsonObject) {
    return fail(ErrorKind::kInvalid, "this is " + describe(what) + ", not a knowledge graph",
                source, kMcpMemoryHint);
  }
  PYRAMID_ASSIGN(const std::string bytes, files.read(source));
  ReadReport report;
  Graph graph;
  std::size_t number = 0, damaged = 0;
  for (const std::string_view line : split_lines(bytes)) {
    ++number;
    if (trim(line).empty()) continue;
    const ParsedJson parsed = parse_json(trim(line));
    const bool is_torn = line.data() + line.size() == bytes.data() + bytes.size();
    if (parsed.value && parsed.value->is_object()) {
      graph.take(*parsed.value, report);
    } else if (is_torn) {
      report.diagnostics.push_back({Severity::kWarning, source + ":" + std::to_string(number),
                                    "the last line is not complete yet",
                                    "import again when it is"});
    } else {
      ++damaged;
      report.diagnostics.push_back({Severity::kError, source + ":" + std::to_string(number),
                                    "this line is not JSON; it is left out",
                                    "the rest of the graph is imported"});
    }
  }
  if (report.facts.empty() && report.skipped_records + damaged > 0) {
    return fail(ErrorKind::kInvalid, "no line of this file is an entity or a relation", source,
                kMcpMemoryHint);
  }
  return report;
}

}  // namespace

std::unique_ptr<Reader> make_mcp_memory_reader() { return std::make_unique<McpMemoryReader>(); }

}  // namespace pyramid::ingest
