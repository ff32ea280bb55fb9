// The rule behind a TZif file for times after its last change, in POSIX's form: "CET-1CEST,M3.5.0,
// M10.5.0/3". Private to zones. Pure; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace pyramid {

// From `at` on (seconds since 1970) clocks are `offset` seconds east of UTC.
struct ZoneChange {
  std::int64_t at = 0;
  std::int32_t offset = 0;
};

class PosixZone {
 public:
  // nullopt for what is no such rule, and for "".
  static std::optional<PosixZone> parse(std::string_view rule);
  // The offset at an instant, and until when it stays so.
  [[nodiscard]] std::pair<std::int32_t, std::int64_t> stretch(std::int64_t time) const;

 private:
  // The day of a year on which clocks change, and when by the clock before.
  struct Change {
    enum class Kind { kWeekday, kJulian, kDay } kind = Kind::kDay;
    int month = 1, week = 1, weekday = 0;  // weekday: 0 = Sunday
    int day = 0;
    std::int64_t second = 7200;
    [[nodiscard]] std::int64_t in(int year) const;  // seconds since 1970 by the clock
  };
  struct Parser;

  std::int32_t standard_ = 0, summer_ = 0;
  bool changes_ = false;
  Change begin_, end_;  // of summer time
};

}  // namespace pyramid
