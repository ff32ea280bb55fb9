// What people call a time: "2026-05-01", "yesterday", "3 days ago". Pure; any thread.
#pragma once

#include "pyramid/time.hpp"
#include "pyramid/zone.hpp"

#include <optional>
#include <string_view>

namespace pyramid {

// A day from its first second to its last; a time of day is the same second twice.
struct Moment {
  Time first, last;
};

// "2026-05-01", "2026-05-01T10:00", "now", "today", "yesterday", "3 days ago", "2 weeks ago", "an
// hour ago"; nullopt for anything else. Days, and times without an offset, are those of the zone.
std::optional<Moment> parse_moment(std::string_view said, Time now, const Zone& zone);

}  // namespace pyramid
