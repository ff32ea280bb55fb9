#include "ingest/envelope_clock.hpp"

#include "base/text.hpp"
#include "pyramid/zone.hpp"

#include <array>
#include <cstddef>
#include <cstdlib>

namespace pyramid::ingest {

namespace {

// What abbreviations may mean, in minutes east of UTC. What one means in North America (RFC 822)
// stands first, so that it counts where nothing says when the message came.
struct NamedOffset {
  std::string_view name;
  std::int32_t minutes;
};
constexpr auto kNamedOffsets = std::to_array<NamedOffset>(
    {{"EST", -300}, {"EST", 600},  {"EDT", -240}, {"EDT", 660},   {"CST", -360},  {"CST", 480},
     {"CST", -300}, {"CDT", -300}, {"CDT", -240}, {"MST", -420},  {"MST", 480},   {"MDT", -360},
     {"PST", -480}, {"PST", 480},  {"PDT", -420}, {"AKST", -540}, {"AKDT", -480}, {"HST", -600},
     {"AST", -240}, {"AST", 180},  {"ADT", -180}, {"NST", -210},  {"NDT", -150},  {"BRT", -180},
     {"ART", -180}, {"WET", 0},    {"WEST", 60},  {"BST", 60},    {"BST", 360},   {"CET", 60},
     {"CEST", 120}, {"EET", 120},  {"EEST", 180}, {"IST", 330},   {"IST", 60},    {"IST", 120},
     {"IDT", 180},  {"MSK", 180},  {"TRT", 180},  {"SAST", 120},  {"WAT", 60},    {"CAT", 120},
     {"EAT", 180},  {"GST", 240},  {"PKT", 300},  {"NPT", 345},   {"WIB", 420},   {"ICT", 420},
     {"SGT", 480},  {"HKT", 480},  {"PHT", 480},  {"AWST", 480},  {"JST", 540},   {"KST", 540},
     {"ACST", 570}, {"ACDT", 630}, {"AEST", 600}, {"AEDT", 660},  {"NZST", 720},  {"NZDT", 780}});

// The meaning that brings the clock nearest to when the message had come, if anything says when.
std::optional<std::int32_t> offset_named(std::string_view zone, Time clock, Time at) {
  std::optional<std::int32_t> nearest;
  const auto distance = [&](std::int32_t offset) {
    return std::abs(clock.seconds - offset - at.seconds);
  };
  for (const NamedOffset& one : kNamedOffsets) {
    if (!equals_ignoring_case(one.name, zone)) continue;
    const std::int32_t offset = one.minutes * 60;
    if (!nearest || (at != Time{} && distance(offset) < distance(*nearest))) nearest = offset;
  }
  return nearest;
}

// How far a clock is from UTC that showed `clock`, to the minute, a moment before `at`, when the
// message had come. nullopt where that is no quarter of an hour, or further than clocks are.
std::optional<std::int32_t> offset_between(Time clock, Time at) {
  constexpr std::int64_t kQuarter = 900, kEarly = 60, kLate = 240, kWest = 12 * 3600,
                         kEast = 14 * 3600;
  const std::int64_t ahead = clock.seconds - at.seconds - kEarly;
  if (at == Time{} || ahead < -kWest - kLate || ahead > kEast) return std::nullopt;
  // Counted from a day further west, so that it is not negative.
  const std::int64_t up = (ahead + kSecondsPerDay + kQuarter - 1) / kQuarter * kQuarter;
  const std::int64_t offset = up - kSecondsPerDay;
  if (offset - ahead > kEarly + kLate) return std::nullopt;
  return static_cast<std::int32_t>(offset);
}

}  // namespace

std::optional<std::int32_t> envelope_offset(std::string_view envelope, Time at) {
  constexpr std::size_t kDate = 10, kMinutes = 16, kSeconds = 19;
  for (std::size_t from = 0; from + kMinutes <= envelope.size(); ++from) {
    if (!parse_date(envelope.substr(from, kDate))) continue;
    const bool seconds = envelope.substr(from + kMinutes, 1) == ":";
    const std::size_t size = seconds ? kSeconds : kMinutes;
    const auto clock = parse_written_time(envelope.substr(from, size));
    if (!clock) return std::nullopt;
    const std::string_view zone = trim(envelope.substr(from + size));
    if (zone == "Z" || zone == "UTC") return std::nullopt;
    if (const auto offset = parse_offset(zone)) return offset;
    const Time shown = clock->in(Zone());
    if (const auto offset = offset_named(zone, shown, at)) return offset;
    return offset_between(shown, at);
  }
  return std::nullopt;
}

}  // namespace pyramid::ingest
