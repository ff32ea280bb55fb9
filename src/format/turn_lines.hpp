// The lines of a session file that are the format's own. Private to src/format.
#pragma once

#include "format/conversation.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pyramid::format {

// `## [2026-05-12 ]10:03[:07] User`.
struct TurnHeading {
  std::optional<Date> date;
  std::int64_t second_of_day = 0;
  Speaker speaker = Speaker::kUser;
};
std::optional<TurnHeading> parse_turn_heading(std::string_view line);
std::string turn_heading(const Turn& turn, Date shown);  // `shown`: the day that a reader knows

// `^t17` -> 17; 0 for any other line.
std::int64_t parse_turn_mark(std::string_view line);

// `<!-- origin msg_123 -->` -> "msg_123".
std::optional<std::string> parse_origin_line(std::string_view line);
std::string origin_line(std::string_view origin);

// `<!-- offset -07:00 -->` -> seconds east of UTC.
std::optional<std::int32_t> parse_offset_line(std::string_view line);
std::string offset_line(std::int32_t offset);

// Stands where neither the person nor the assistant speaks.
inline constexpr std::string_view kOtherLine = "<!-- other -->";

// `<!-- unkept 3f… -->`: what stands for words that are not kept.
std::optional<Digest> parse_unkept_line(std::string_view line);
std::string unkept_line(const Digest& said);

}  // namespace pyramid::format
