// Times as people call them.
#include "base/moment.hpp"

#include "tests/support/catch.hpp"

namespace moment_test {

using namespace pyramid;

namespace {

std::string told(std::string_view said) {
  const auto moment = parse_moment(said, *parse_time("2026-05-15T09:30:00Z"), Zone());
  return moment ? format_time(moment->first) + " " + format_time(moment->last) : "none";
}

}  // namespace

TEST_CASE("moment: a day is all of it, a time of day one second") {
  CHECK(told("yesterday") == "2026-05-14T00:00:00Z 2026-05-14T23:59:59Z");
  CHECK(told("Today") == "2026-05-15T00:00:00Z 2026-05-15T23:59:59Z");
  CHECK(told("2026-05-01") == "2026-05-01T00:00:00Z 2026-05-01T23:59:59Z");
  CHECK(told("3 days  ago") == "2026-05-12T00:00:00Z 2026-05-12T23:59:59Z");
  CHECK(told("a month ago") == "2026-04-15T00:00:00Z 2026-04-15T23:59:59Z");
  CHECK(told("an hour ago") == "2026-05-15T08:30:00Z 2026-05-15T08:30:00Z");
  CHECK(told("2026-05-01T10:00:00Z") == "2026-05-01T10:00:00Z 2026-05-01T10:00:00Z");
}

TEST_CASE("moment: what names none is none, a hash of digits too") {
  for (const char* said : {"", "3f2a1b9", "1234567", "main", "3 days", "ago", "2026-02-31"}) {
    CHECK(told(said) == "none");
  }
}

TEST_CASE("moment: days and clocks are those of the zone") {
  const Zone west = Zone::fixed(-7 * 3600), east = Zone::fixed(13 * 3600);
  const auto first = [](std::string_view said, const Zone& zone) {
    return format_time(parse_moment(said, *parse_time("2026-05-15T03:30:00Z"), zone)->first);
  };
  CHECK(first("today", west) == "2026-05-14T07:00:00Z");
  CHECK(first("today", east) == "2026-05-14T11:00:00Z");
  CHECK(first("yesterday", west) == "2026-05-13T07:00:00Z");
  CHECK(first("2026-05-01", west) == "2026-05-01T07:00:00Z");
  CHECK(first("2026-05-01T10:00", west) == "2026-05-01T17:00:00Z");
  CHECK(first("2026-05-01T10:00+02:00", west) == "2026-05-01T08:00:00Z");
  CHECK(first("a month ago", west) == "2026-04-14T07:00:00Z");
  CHECK(first("an hour ago", west) == "2026-05-15T02:30:00Z");
}

}  // namespace moment_test
