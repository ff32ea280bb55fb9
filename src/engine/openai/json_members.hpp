// What the answers of servers are read with: members that may not be there. Private to
// src/engine/openai. Pure; any thread.
#pragma once

#include <nlohmann/json.hpp>

#include <string_view>

namespace pyramid::engine::openai {

using Json = nlohmann::json;

// Discarded where it is no JSON.
inline Json parse(std::string_view text) { return Json::parse(text, nullptr, false); }

// Null where there is none, and of what is no object.
inline const Json& member(const Json& object, const char* key) {
  static const Json kNone;
  if (!object.is_object()) return kNone;
  const auto place = object.find(key);
  return place == object.end() ? kNone : *place;
}

}  // namespace pyramid::engine::openai
