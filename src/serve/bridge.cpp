#include "serve/bridge.hpp"

#include "protocol/json_rpc.hpp"
#include "pyramid/version.hpp"

#include <nlohmann/json.hpp>

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

Json description_of(const Route& route, const operations::Operation& operation) {
  using operations::View;
  const Json error = {{"description", "It could not be done"},
                      {"content", content_of({{"$ref", "#/components/schemas/Error"}})}};
  return {{"post",
           {{"operationId", route.path.substr(1)},
            {"summary", operation.what},
            {"description", operation.when},
            {"requestBody",
             {{"required", true}, {"content", content_of(operation.options(View::kAgents, true))}}},
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
  const Json document = {{"error",
                          {{"kind", name_of(error.kind)},
                           {"what", error.what},
                           {"where", error.where},
                           {"cause", error.cause},
                           {"hint", error.hint}}}};
  return {status_for(error.kind), protocol::line_of(document)};
}

Reply reply_to_call(const operations::Call& call, const Route& route, const std::string& body) {
  const Result<Json> given = protocol::parse_message(body);
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
