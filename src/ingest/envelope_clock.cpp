#include "ingest/envelope_clock.hpp"

#include "base/text.hpp"
#include "pyramid/zone.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace pyramid::ingest {

namespace {

// Abbreviations that mean one zone wherever they stand (RFC 822), and those of the same kind.
struct NamedOffset {
  std::string_view name;
  std::int32_t hours;
};
constexpr std::array<NamedOffset, 11> kNamedOffsets = {{{"EST", -5},
                                                        {"EDT", -4},
                                                        {"CST", -6},
                                                        {"CDT", -5},
                                                        {"MST", -7},
                                                        {"MDT", -6},
                                                        {"PST", -8},
                                                        {"PDT", -7},
                                                        {"AKST", -9},
                                                        {"AKDT", -8},
                                                        {"HST", -10}}};

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
    const auto named =
        std::find_if(kNamedOffsets.begin(), kNamedOffsets.end(),
                     [&](const NamedOffset& one) { return equals_ignoring_case(one.name, zone); });
    if (named != kNamedOffsets.end()) return named->hours * 3600;
    return offset_between(clock->in(Zone()), at);
  }
  return std::nullopt;
}

}  // namespace pyramid::ingest
