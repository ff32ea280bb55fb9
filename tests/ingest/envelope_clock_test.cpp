#include "ingest/envelope_clock.hpp"

#include "pyramid/zone.hpp"
#include "tests/support/catch.hpp"

#include <string>

namespace envelope_clock_test {

using namespace pyramid;

TEST_CASE("envelope clock: where a message was written") {
  const auto zone = [](const char* text, const char* at) -> std::string {
    const auto offset = ingest::envelope_offset(text, *parse_time(at));
    return offset ? format_offset(*offset) : "unknown";
  };
  const char* at = "2026-03-11T03:00:40Z";
  CHECK(zone("Tue 2026-03-10 20:00 PDT", at) == "-07:00");
  CHECK(zone("Tue 2026-03-10 20:00:40 pdt", at) == "-07:00");
  CHECK(zone("WhatsApp Mia +351 2026-03-11 04:00 GMT+1", at) == "+01:00");
  CHECK(zone("Wed 2026-03-11 08:30 GMT+5:30", at) == "+05:30");
  // What an abbreviation means, the time of sending tells, also of a message that was long on its
  // way.
  CHECK(zone("Wed 2026-03-11 11:00 CST", at) == "+08:00");
  CHECK(zone("Wed 2026-03-11 09:00 CST", at) == "+08:00");
  CHECK(zone("Tue 2026-03-10 21:00 CST", at) == "-06:00");
  CHECK(zone("Tue 2026-03-10 19:00 CST", at) == "-06:00");
  CHECK(zone("Wed 2026-03-11 11:00 PST", at) == "+08:00");
  CHECK(zone("Tue 2026-03-10 21:00 CST", "1970-01-01T00:00:00Z") == "-06:00");
  CHECK(zone("Wed 2026-03-11 03:30 CET", at) == "+01:00");  // half an hour ago
  CHECK(zone("Wed 2026-03-11 08:00 IST", at) == "+05:30");
  // By the distance between the clock and the time of sending, to a quarter of an hour.
  CHECK(zone("Wed 2026-03-11 08:30 IST", at) == "+05:30");
  CHECK(zone("Wed 2026-03-11 16:45 +1345", at) == "+13:45");
  CHECK(zone("Wed 2026-03-11 16:43 CHADT", at) == "+13:45");
  CHECK(zone("2026-03-11 12:00", at) == "+09:00");
  CHECK(zone("2026-03-10 16:00", at) == "-11:00");
  // UTC is how programs write, and a message that was long on its way tells nothing.
  CHECK(zone("x 2026-03-11T03:00Z", at) == "unknown");
  CHECK(zone("x 2026-03-11 03:00 UTC", at) == "unknown");
  CHECK(zone("2026-03-10 19:52", at) == "unknown");
  CHECK(zone("2026-03-08 20:00", at) == "unknown");
  CHECK(zone("Telegram Mia", at) == "unknown");
  CHECK(zone("", at) == "unknown");
}

}  // namespace envelope_clock_test
