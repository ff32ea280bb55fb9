#include "ingest/envelope_clock.hpp"

#include "base/text.hpp"
#include "pyramid/zone.hpp"

#include <array>
#include <cstddef>
#include <cstdlib>

namespace pyramid::ingest {

namespace {

// What an abbreviation may mean, in hours from UTC: what it means in North America (RFC 822), and
// elsewhere. CST is China's and Cuba's, too.
struct NamedOffset {
  std::string_view name;
  std::int32_t hours;
};
constexpr auto kNamedOffsets = std::to_array<NamedOffset>({{"EST", -5},
                                                           {"EST", 10},
                                                           {"EDT", -4},
                                                           {"EDT", 11},
                                                           {"CST", -6},
                                                           {"CST", 8},
                                                           {"CST", -5},
                                                           {"CDT", -5},
                                                           {"CDT", -4},
                                                           {"MST", -7},
                                                           {"MST", 8},
                                                           {"MDT", -6},
                                                           {"PST", -8},
                                                           {"PST", 8},
                                                           {"PDT", -7},
                                                           {"AKST", -9},
                                                           {"AKDT", -8},
                                                           {"HST", -10}});

// The meaning that brings the clock nearest to when the message had come, if anything says when.
std::optional<std::int32_t> offset_named(std::string_view zone, Time clock, Time at) {
  std::optional<std::int32_t> nearest;
  const auto distance = [&](std::int32_t offset) {
    return std::abs(clock.seconds - offset - at.seconds);
  };
  for (const NamedOffset& one : kNamedOffsets) {
    if (!equals_ignoring_case(one.name, zone)) continue;
    const std::int32_t offset = one.hours * 3600;
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
