#include "operations/graph_offer.hpp"

#include "base/text.hpp"
#include "ops/graph/knowledge_graph.hpp"
#include "pyramid/version.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace pyramid::operations {

namespace {

using ops::Graph;
using ops::GraphEntity;
using ops::GraphRelation;
using ops::GraphTexts;

constexpr const char* kGraphUri = "memory://knowledge-graph";
constexpr const char* kGraphType = "application/json";

std::string indented(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

// Schemas.

Json text_schema(const char* description = nullptr) {
  Json schema = {{"type", "string"}};
  if (description != nullptr) schema["description"] = description;
  return schema;
}
Json list_schema(Json items, const char* description = nullptr) {
  Json schema = {{"type", "array"}, {"items", std::move(items)}};
  if (description != nullptr) schema["description"] = description;
  return schema;
}
enum class Others { kMay, kMayNot };
Json object_schema(Json properties, Others others) {
  Json required = Json::array();
  for (const auto& [name, schema] : properties.items()) required.push_back(name);
  Json schema = {{"type", "object"}, {"properties", std::move(properties)}};
  if (!required.empty()) schema["required"] = std::move(required);
  if (others == Others::kMayNot) schema["additionalProperties"] = false;
  return schema;
}
Json entity_schema(Others others) {
  return object_schema(
      {{"name", text_schema("The name of the entity")},
       {"entityType", text_schema("The type of the entity")},
       {"observations",
        list_schema(text_schema(), "An array of observation contents associated with the entity")}},
      others);
}
Json relation_schema(Others others) {
  return object_schema({{"from", text_schema("The name of the entity where the relation starts")},
                        {"to", text_schema("The name of the entity where the relation ends")},
                        {"relationType", text_schema("The type of the relation")}},
                       others);
}
Json graph_schema() {
  return {{"entities", list_schema(entity_schema(Others::kMayNot))},
          {"relations", list_schema(relation_schema(Others::kMayNot))}};
}
Json done_schema() { return {{"success", {{"type", "boolean"}}}, {"message", text_schema()}}; }

// Values, in and out.

std::vector<std::string> texts_in(const Json& list) {
  std::vector<std::string> texts;
  for (const Json& one : list) texts.push_back(one.get<std::string>());
  return texts;
}
std::vector<GraphEntity> entities_in(const Json& list) {
  std::vector<GraphEntity> entities;
  for (const Json& one : list) {
    entities.push_back({one["name"], one["entityType"], texts_in(one["observations"])});
  }
  return entities;
}
std::vector<GraphRelation> relations_in(const Json& list) {
  std::vector<GraphRelation> relations;
  for (const Json& one : list) {
    relations.push_back({one["from"], one["to"], one["relationType"]});
  }
  return relations;
}
std::vector<GraphTexts> entity_texts_in(const Json& list, const char* texts) {
  std::vector<GraphTexts> all;
  for (const Json& one : list) all.push_back({one["entityName"], texts_in(one[texts])});
  return all;
}
Json to_json(const std::vector<GraphEntity>& entities) {
  Json list = Json::array();
  for (const GraphEntity& one : entities) {
    list.push_back(
        {{"name", one.name}, {"entityType", one.type}, {"observations", one.observations}});
  }
  return list;
}
Json to_json(const std::vector<GraphRelation>& relations) {
  Json list = Json::array();
  for (const GraphRelation& one : relations) {
    list.push_back({{"from", one.from}, {"to", one.to}, {"relationType", one.type}});
  }
  return list;
}
Json to_json(const std::vector<GraphTexts>& added) {
  Json list = Json::array();
  for (const GraphTexts& one : added) {
    list.push_back({{"entityName", one.entity}, {"addedObservations", one.texts}});
  }
  return list;
}
Json to_json(const Graph& graph) {
  return {{"entities", to_json(graph.entities)}, {"relations", to_json(graph.relations)}};
}

// What a call answers: `text` to read, and the same for programs.
struct GraphAnswer {
  std::string text;
  Json structured;
};
GraphAnswer answer_with(const char* name, Json list) {
  std::string text = indented(list);
  return {std::move(text), {{name, std::move(list)}}};
}
GraphAnswer answer_with(const Graph& graph) {
  Json json = to_json(graph);
  std::string text = indented(json);
  return {std::move(text), std::move(json)};
}
Result<GraphAnswer> answer_when(const Status& done, const char* message) {
  if (!done) return fail(Error(done.error()));
  return GraphAnswer{message, {{"success", true}, {"message", message}}};
}

using Answering = Result<GraphAnswer> (*)(const Environment& environment,
                                          const WorkspaceOptions& workspace, const Json& given);

Result<GraphAnswer> run_create_entities(const Environment& environment,
                                        const WorkspaceOptions& workspace, const Json& given) {
  PYRAMID_ASSIGN(const auto added,
                 ops::create_entities(environment, workspace, entities_in(given["entities"])));
  return answer_with("entities", to_json(added));
}
Result<GraphAnswer> run_create_relations(const Environment& environment,
                                         const WorkspaceOptions& workspace, const Json& given) {
  PYRAMID_ASSIGN(const auto added,
                 ops::create_relations(environment, workspace, relations_in(given["relations"])));
  return answer_with("relations", to_json(added));
}
Result<GraphAnswer> run_add_observations(const Environment& environment,
                                         const WorkspaceOptions& workspace, const Json& given) {
  PYRAMID_ASSIGN(const auto added,
                 ops::add_observations(environment, workspace,
                                       entity_texts_in(given["observations"], "contents")));
  return answer_with("results", to_json(added));
}
Result<GraphAnswer> run_delete_entities(const Environment& environment,
                                        const WorkspaceOptions& workspace, const Json& given) {
  return answer_when(ops::delete_entities(environment, workspace, texts_in(given["entityNames"])),
                     "Entities deleted successfully");
}
Result<GraphAnswer> run_delete_observations(const Environment& environment,
                                            const WorkspaceOptions& workspace, const Json& given) {
  return answer_when(ops::delete_observations(environment, workspace,
                                              entity_texts_in(given["deletions"], "observations")),
                     "Observations deleted successfully");
}
Result<GraphAnswer> run_delete_relations(const Environment& environment,
                                         const WorkspaceOptions& workspace, const Json& given) {
  return answer_when(
      ops::delete_relations(environment, workspace, relations_in(given["relations"])),
      "Relations deleted successfully");
}
Result<GraphAnswer> run_read_graph(const Environment& environment,
                                   const WorkspaceOptions& workspace, const Json&) {
  PYRAMID_ASSIGN(const Graph graph, ops::read_knowledge_graph(environment, workspace));
  return answer_with(graph);
}
Result<GraphAnswer> run_search_nodes(const Environment& environment,
                                     const WorkspaceOptions& workspace, const Json& given) {
  PYRAMID_ASSIGN(const Graph graph, ops::read_knowledge_graph(environment, workspace));
  return answer_with(ops::found_in(graph, given["query"]));
}
Result<GraphAnswer> run_open_nodes(const Environment& environment,
                                   const WorkspaceOptions& workspace, const Json& given) {
  PYRAMID_ASSIGN(const Graph graph, ops::read_knowledge_graph(environment, workspace));
  return answer_with(ops::opened_in(graph, texts_in(given["names"])));
}

struct GraphTool {
  const char* name;
  const char* title;
  const char* description;
  Effect effect;
  Json input, output;  // properties
  Answering run;
};

const std::vector<GraphTool>& graph_tools() {
  static const std::vector<GraphTool> tools = {
      {"create_entities",
       "Create Entities",
       "Create multiple new entities in the knowledge graph",
       Effect::kWrites,
       {{"entities", list_schema(entity_schema(Others::kMay))}},
       {{"entities", list_schema(entity_schema(Others::kMayNot))}},
       run_create_entities},
      {"create_relations",
       "Create Relations",
       "Create multiple new relations between entities in the knowledge graph. Relations should be "
       "in active voice",
       Effect::kWrites,
       {{"relations", list_schema(relation_schema(Others::kMay))}},
       {{"relations", list_schema(relation_schema(Others::kMayNot))}},
       run_create_relations},
      {"add_observations",
       "Add Observations",
       "Add new observations to existing entities in the knowledge graph",
       Effect::kWrites,
       {{"observations",
         list_schema(object_schema(
             {{"entityName", text_schema("The name of the entity to add the observations to")},
              {"contents", list_schema(text_schema(), "An array of observation contents to add")}},
             Others::kMay))}},
       {{"results", list_schema(object_schema({{"entityName", text_schema()},
                                               {"addedObservations", list_schema(text_schema())}},
                                              Others::kMayNot))}},
       run_add_observations},
      {"delete_entities",
       "Delete Entities",
       "Delete multiple entities and their associated relations from the knowledge graph",
       Effect::kDestroys,
       {{"entityNames", list_schema(text_schema(), "An array of entity names to delete")}},
       done_schema(),
       run_delete_entities},
      {"delete_observations",
       "Delete Observations",
       "Delete specific observations from entities in the knowledge graph",
       Effect::kDestroys,
       {{"deletions",
         list_schema(object_schema(
             {{"entityName", text_schema("The name of the entity containing the observations")},
              {"observations", list_schema(text_schema(), "An array of observations to delete")}},
             Others::kMay))}},
       done_schema(),
       run_delete_observations},
      {"delete_relations",
       "Delete Relations",
       "Delete multiple relations from the knowledge graph",
       Effect::kDestroys,
       {{"relations",
         list_schema(relation_schema(Others::kMay), "An array of relations to delete")}},
       done_schema(),
       run_delete_relations},
      {"read_graph", "Read Graph", "Read the entire knowledge graph", Effect::kReads,
       Json::object(), graph_schema(), run_read_graph},
      {"search_nodes",
       "Search Nodes",
       "Search for nodes in the knowledge graph based on a query",
       Effect::kReads,
       {{"query", text_schema("The search query to match against entity names, types, and "
                              "observation content")}},
       graph_schema(),
       run_search_nodes},
      {"open_nodes",
       "Open Nodes",
       "Open specific nodes in the knowledge graph by their names",
       Effect::kReads,
       {{"names", list_schema(text_schema(), "An array of entity names to retrieve")}},
       graph_schema(),
       run_open_nodes}};
  return tools;
}

Json schema_of(const Json& properties, Others others) {
  Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"}};
  schema.update(object_schema(properties, others));
  return schema;
}

Json definition_of_tool(const GraphTool& tool) {
  return {{"name", tool.name},
          {"title", tool.title},
          {"description", tool.description},
          {"inputSchema", schema_of(tool.input, Others::kMay)},
          {"outputSchema", schema_of(tool.output, Others::kMayNot)},
          {"annotations",
           {{"readOnlyHint", tool.effect == Effect::kReads},
            {"destructiveHint", tool.effect == Effect::kDestroys},
            {"idempotentHint", tool.effect != Effect::kWrites},
            {"openWorldHint", false}}}};
}

// What does not fit the schema, as the server calls it, a line each.
void check_against(const Json& schema, const Json* value, const std::string& place,
                   std::vector<std::string>& problems) {
  const std::string type = schema["type"];
  const std::string given = value == nullptr ? "undefined" : value->type_name();
  if (given != type) {
    problems.push_back("Invalid input: expected " + type + ", received " + given +
                       (place.empty() ? "" : " at " + place));
    return;
  }
  if (type == "array") {
    for (std::size_t i = 0; i < value->size(); ++i) {
      check_against(schema["items"], &(*value)[i], place + "[" + std::to_string(i) + "]", problems);
    }
  }
  if (type != "object") return;
  for (const auto& [name, member] : schema["properties"].items()) {
    const auto found = value->find(name);
    check_against(member, found == value->end() ? nullptr : &*found,
                  place.empty() ? name : place + "." + name, problems);
  }
}

Json failed_with(const std::string& text) {
  return {{"content", Json::array({{{"type", "text"}, {"text", text}}})}, {"isError", true}};
}

}  // namespace

GraphOffer::GraphOffer(Environment environment, WorkspaceOptions workspace)
    : environment_(std::move(environment)),
      workspace_(std::move(workspace)),
      warm_(keep_warm(environment_, workspace_, {.watches = true})) {}

Environment GraphOffer::environment_with(Progress& progress) const {
  return {environment_.files,  environment_.clock,   progress,
          environment_.engine, environment_.program, environment_.machine,
          environment_.home,   environment_.zone,    warm_.get()};
}

protocol::Offer::Info GraphOffer::info() const {
  return {"pyramid", "Pyramid memory as a knowledge graph", PYRAMID_VERSION, ""};
}

Json GraphOffer::tools() const {
  Json list = Json::array();
  for (const GraphTool& tool : graph_tools()) list.push_back(definition_of_tool(tool));
  return list;
}

Result<Json> GraphOffer::call(const std::string& tool, const Json& arguments,
                              Progress& progress) const {
  const std::vector<GraphTool>& all = graph_tools();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const GraphTool& one) { return one.name == tool; });
  if (found == all.end()) {
    return fail(ErrorKind::kNotFound, "no such tool: " + printable(tool));
  }
  const Json given = arguments.is_null() ? Json::object() : arguments;
  std::vector<std::string> problems;
  check_against(schema_of(found->input, Others::kMay), &given, {}, problems);
  if (!problems.empty()) {
    return failed_with("MCP error -32602: Input validation error: Invalid arguments for tool " +
                       tool + ": " + join(problems, "\n"));
  }
  const Result<GraphAnswer> answer = found->run(environment_with(progress), workspace_, given);
  if (!answer) {
    const Error& error = answer.error();
    const bool is_plain = error.where.empty() && error.cause.empty() && error.hint.empty();
    return failed_with(is_plain ? error.what : to_string(error));
  }
  return Json{{"content", Json::array({{{"type", "text"}, {"text", answer->text}}})},
              {"structuredContent", answer->structured},
              {"isError", false}};
}

Json GraphOffer::resources() const {
  return Json::array({{{"uri", kGraphUri},
                       {"name", "knowledge-graph"},
                       {"title", "Knowledge Graph"},
                       {"description", "The full knowledge graph with all entities and relations"},
                       {"mimeType", kGraphType}}});
}

Result<Json> GraphOffer::read(const std::string& uri) const {
  if (uri != kGraphUri) return fail(ErrorKind::kNotFound, "no such resource: " + printable(uri));
  SilentProgress silent;
  PYRAMID_ASSIGN(const Graph graph,
                 ops::read_knowledge_graph(environment_with(silent), workspace_));
  return Json::array(
      {{{"uri", uri}, {"mimeType", kGraphType}, {"text", indented(to_json(graph))}}});
}

std::string GraphOffer::state_of(const std::string& uri) const {
  if (uri != kGraphUri) return {};
  SilentProgress silent;
  const Result<std::string> state =
      ops::state_of_knowledge_graph(environment_with(silent), workspace_);
  return state ? *state : std::string();
}

}  // namespace pyramid::operations
