#include "protocol/json_rpc.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace pyramid::protocol {

namespace {

// Of brackets outside of texts.
std::size_t depth_of(std::string_view line) {
  std::size_t depth = 0, deepest = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (in_text) {
      if (c == '\\') ++i;
      in_text = c != '"';
    } else if (c == '"') {
      in_text = true;
    } else if (c == '[' || c == '{') {
      deepest = std::max(deepest, ++depth);
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return deepest;
}

}  // namespace

Result<Json> parse_message(std::string_view line) {
  if (depth_of(line) > kDeepest) {
    return fail(ErrorKind::kInvalid, "the message nests deeper than " + std::to_string(kDeepest));
  }
  try {
    return Json::parse(line);
  } catch (const Json::parse_error& error) {
    return fail(ErrorKind::kInvalid, "this is not JSON, at byte " + std::to_string(error.byte));
  }
}

std::string line_of(const Json& message) {
  return message.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json reply_to(const Json& id, Json result) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}};
}

Json error_to(const Json& id, int code, const std::string& what, Json data) {
  Json error = {{"code", code}, {"message", what}};
  if (!data.is_null()) error["data"] = std::move(data);
  return {{"jsonrpc", "2.0"}, {"id", id}, {"error", std::move(error)}};
}

Json notification(const std::string& method, Json params) {
  return {{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}};
}

}  // namespace pyramid::protocol
