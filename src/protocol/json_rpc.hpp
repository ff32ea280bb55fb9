// JSON-RPC 2.0 messages, one a line: taken apart, and put together.
#pragma once

#include "pyramid/result.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace pyramid::protocol {

using Json = nlohmann::ordered_json;

inline constexpr int kParseError = -32700;
inline constexpr int kInvalidRequest = -32600;
inline constexpr int kNoSuchMethod = -32601;
inline constexpr int kInvalidParams = -32602;
inline constexpr int kInternalError = -32603;
inline constexpr int kNoSuchResource = -32002;  // until 2025-11-25; then kInvalidParams
inline constexpr int kUnsupportedVersion = -32022;

// A message may nest so deep: what copies and prints JSON does so by recursion.
inline constexpr std::size_t kDeepest = 128;

// kInvalid for what is no JSON, or nests deeper.
Result<Json> parse_message(std::string_view line);
// One line, with its end. Bytes that are no UTF-8 come out replaced.
std::string line_of(const Json& message);

Json reply_to(const Json& id, Json result);
// `data` null: none.
Json error_to(const Json& id, int code, const std::string& what, Json data);
Json notification(const std::string& method, Json params);

}  // namespace pyramid::protocol
