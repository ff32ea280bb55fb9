// Operations as plain HTTP: POST a JSON object of options, get its report.
#pragma once

#include "operations/operation.hpp"

#include <string>
#include <vector>

namespace pyramid::serve {

struct Route {
  std::string path;       // "/search"
  std::string operation;  // "search"
};
// What is served so.
const std::vector<Route>& all_routes();

struct Reply {
  int status = 200;
  std::string body;  // JSON
};
// Whatever the body is, there is a reply: 400 for one that is not as the schema says.
Reply reply_to_call(const operations::Call& call, const Route& route, const std::string& body);
// {"error": {…}} as --json has it.
Reply error_reply(const Error& error);
// OpenAPI 3.1 of the routes.
std::string openapi();

}  // namespace pyramid::serve
