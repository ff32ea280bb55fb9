// Members of JSON that the program itself wrote, and somebody may have changed since.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace pyramid::ops {

// "" where there is none, or no text. REQUIRES: an object.
inline std::string text_in(const nlohmann::json& object, const char* key) {
  const auto place = object.find(key);
  return place != object.end() && place->is_string() ? place->get<std::string>() : std::string();
}

}  // namespace pyramid::ops
