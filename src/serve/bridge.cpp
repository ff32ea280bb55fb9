#include "serve/bridge.hpp"

#include "base/text.hpp"
#include "operations/documents.hpp"
#include "protocol/json_rpc.hpp"
#include "pyramid/version.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace pyramid::serve {

using operations::Json;

namespace {

int status_for(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage:
    case ErrorKind::kInvalid:
    case ErrorKind::kTooLong:
      return 400;
    case ErrorKind::kNotFound:
      return 404;
    case ErrorKind::kConflict:
      return 409;
    case ErrorKind::kEngine:
      return 502;
    case ErrorKind::kCancelled:
    case ErrorKind::kNotWorkspace:
    case ErrorKind::kIo:
    case ErrorKind::kCorruptCache:
    case ErrorKind::kInternal:
      break;
  }
  return 500;
}

Json content_of(Json schema) { return {{"application/json", {{"schema", std::move(schema)}}}}; }

// The options as they are read: nothing else is taken, what is required is not empty, and null is
// as good as not given.
Json as_read(Json schema) {
  if (schema.contains("items")) schema["items"] = as_read(schema["items"]);
  if (schema["type"] != "object") return schema;
  schema["additionalProperties"] = false;
  if (!schema.contains("properties")) return schema;
  const Json required = schema.value("required", Json::array());
  for (auto& [name, one] : schema["properties"].items()) {
    one = as_read(one);
    if (std::find(required.begin(), required.end(), name) != required.end()) {
      if (one["type"] == "string") one["minLength"] = 1;
      if (one["type"] == "array") one["minItems"] = 1;
    } else {
      one["type"] = Json::array({one["type"], "null"});
      if (one.contains("enum")) one["enum"].push_back(nullptr);
    }
  }
  return schema;
}

Json description_of(const Route& route, const operations::Operation& operation) {
  using operations::View;
  const Json options = as_read(operation.options(View::kAgents, true));
  const Json error = {{"description", "It could not be done"},
                      {"content", content_of({{"$ref", "#/components/schemas/Error"}})}};
  return {{"post",
           {{"operationId", route.path.substr(1)},
            {"summary", operation.what},
            {"description", operation.when},
            {"requestBody",
             {{"required", options.contains("required")}, {"content", content_of(options)}}},
            {"responses",
             {{"200",
               {{"description", operation.title},
                {"content", content_of(operation.report(View::kAgents, true))}}},
              {"default", error}}}}}};
}

}  // namespace

const std::vector<Route>& all_routes() {
  static const std::vector<Route> routes = [] {
    std::vector<Route> all = {{"/extract", "capture"}};  // as memory services call it
    for (const operations::Operation& one : operations::all_operations()) {
      if (!one.is_local) all.push_back({"/" + one.name, one.name});
    }
    return all;
  }();
  return routes;
}

Reply error_reply(const Error& error) {
  return {status_for(error.kind), protocol::line_of(operations::to_json(error))};
}

Reply reply_to_call(const operations::Call& call, const Route& route, const std::string& body) {
  const bool is_empty = trim(body).empty();  // no options
  const Result<Json> given =
      is_empty ? Result<Json>(Json::object()) : protocol::parse_message(body);
  if (!given) return error_reply({ErrorKind::kInvalid, given.error().what, {}, {}, {}});
  const Result<Json> report = operations::find_operation(route.operation)->run(call, *given);
  if (!report) return error_reply(report.error());
  return {200, protocol::line_of(*report)};
}

std::string openapi() {
  Json paths = Json::object();
  for (const Route& route : all_routes()) {
    paths[route.path] = description_of(route, *operations::find_operation(route.operation));
  }
  paths["/health"] = {{"get",
                       {{"operationId", "health"},
                        {"summary", "Whether the memory is served"},
                        {"responses", {{"200", {{"description", "It is"}}}}}}}};
  const Json text = {{"type", "string"}};
  const Json error = {
      {"type", "object"},
      {"properties",
       {{"error",
         {{"type", "object"},
          {"properties",
           {{"kind", text}, {"what", text}, {"where", text}, {"cause", text}, {"hint", text}}}}}}}};
  const Json document = {
      {"openapi", "3.1.0"},
      {"info", {{"title", "Pyramid memory"}, {"version", PYRAMID_VERSION}}},
      {"paths", paths},
      {"components",
       {{"schemas", {{"Error", error}}},
        {"securitySchemes", {{"token", {{"type", "http"}, {"scheme", "bearer"}}}}}}},
      {"security", Json::array({Json::object(), {{"token", Json::array()}}})}};
  return document.dump(2) + "\n";
}

}  // namespace pyramid::serve
