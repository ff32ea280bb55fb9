// A configuration file that holds JSON, as text: changed at one place, all other bytes as they are.
//
// Comments, commas behind the last item, keys without quotes and texts in single quotes are read
// too, as JSON5 has them: what is written is JSON, which is both.
#pragma once

#include "pyramid/result.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace pyramid::hosts {

using Json = nlohmann::ordered_json;
// Keys, and numbers of items.
using JsonPath = std::vector<Json>;

// Where a value stands, and what names it and ends it.
struct JsonNode {
  std::string key;            // of a member
  std::size_t key_begin = 0;  // where there is no key: begin
  std::size_t begin = 0, end = 0;
  std::size_t comma = std::string::npos;  // behind it
  bool is_object = false, is_list = false;
  std::vector<JsonNode> items;
};

class JsonText {
 public:
  // kInvalid, with the line as `where`, for what cannot be read, and for an object that names one
  // key twice. An empty text is an empty object.
  static Result<JsonText> parse(std::string text);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const Json& value() const { return value_; }
  // Null where nothing is.
  [[nodiscard]] const Json* at(const JsonPath& path) const;

  // Puts the value there, and the objects that lead to it. kInvalid where another thing than an
  // object is on the way.
  Status set(const JsonPath& path, const Json& value);
  // Puts the value behind the last item of the list there; a list is made where nothing is.
  Status append(const JsonPath& path, const Json& value);
  // Takes it out, and what is empty then around it, but for what holds a comment. Nothing there:
  // nothing happens.
  Status erase(const JsonPath& path);

 private:
  [[nodiscard]] const JsonNode* node_at(const JsonPath& path) const;
  Status insert(const JsonPath& path, const std::string& key, const Json& value);
  Status replace(std::size_t begin, std::size_t end, const std::string& by);
  [[nodiscard]] std::string indent_of_line(std::size_t at) const;
  [[nodiscard]] std::string unit() const;
  [[nodiscard]] std::string line_end() const;
  [[nodiscard]] std::string dumped(const Json& value, const std::string& indent,
                                   bool on_one_line) const;

  std::string text_;
  Json value_;
  JsonNode root_;
};

}  // namespace pyramid::hosts
