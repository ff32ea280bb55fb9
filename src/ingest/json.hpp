// JSON as other programs write it. Private to src/ingest: the only header that shows nlohmann's.
#pragma once

#include "pyramid/file_system.hpp"
#include "pyramid/zone.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pyramid::ingest {

using Json = nlohmann::json;

struct ParsedJson {
  std::optional<Json> value;  // nullopt: not JSON
  std::size_t bad_at = 0;     // then: the offset of the first byte that cannot be
};

// One JSON value. Forgives what JavaScript programs really write: bytes that are no UTF-8 and
// escaped halves of surrogate pairs come out as U+FFFD. Of strings that are longer than anybody
// writes the end is left out (ingest/long_text.hpp).
ParsedJson parse_json(std::string_view text);
// The same of text whose strings were shortened on the way, or are not to be.
ParsedJson parse_whole_json(std::string_view text);

// A member of `object` if it is there and of that type.
const Json* member(const Json& object, const char* key);
const Json* array_member(const Json& object, const char* key);
std::string string_member(const Json& object, const char* key);  // else ""
bool true_member(const Json& object, const char* key);
// A time as ISO text, seconds, or (from 1e11 on) milliseconds.
std::optional<Time> time_member(const Json& object, const char* key);

// The offset of such a text where it tells where that was written (WrittenTime::told_offset()).
std::optional<std::int32_t> offset_member(const Json& object, const char* key);

// The zone that records name in a member `timezone`, for what stands behind them.
class NamedZone {
 public:
  explicit NamedZone(FileSystem& files) : files_(files) {}
  void note(const Json& record);
  void note(std::string name);  // "" says nothing
  [[nodiscard]] std::optional<std::int32_t> offset_at(Time time) const;

 private:
  FileSystem& files_;
  std::string name_;
  std::optional<Zone> zone_;
};

// The `text` blocks of a message's `content`, a blank line between two; a plain string as it is.
std::string text_of_content(const Json& content);

}  // namespace pyramid::ingest
