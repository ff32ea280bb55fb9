// Time zones: which day and hour an instant is for people somewhere.
#pragma once

#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace pyramid {

// An instant and what clocks showed where something was said, in seconds east of UTC. Orders as
// instants do.
struct LocalTime {
  Time at;
  std::int32_t offset = 0;
  auto operator<=>(const LocalTime&) const = default;
};
Date date_of(LocalTime time);
std::int64_t day_number(LocalTime time);         // of that day, since 1970-01-01
std::int64_t second_of_day(LocalTime time);      // 0 to 86,399, as the clock shows
std::string format_clock(LocalTime time);        // 20:00
std::string format_minute(LocalTime time);       // 2026-03-10 20:00
std::string format_offset(std::int32_t offset);  // -07:00
// 2026-03-10T20:00:00-07:00; as format_time() where the offset is none.
std::string format_time(LocalTime time);

// What clocks show somewhere, for all times. A small value; pure; any thread.
class Zone {
 public:
  Zone();  // UTC
  // Clocks that never change, under 24 hours from UTC. Named as its offset is written.
  static Zone fixed(std::int32_t offset);
  // The rules of a TZif file (RFC 8536). kInvalid for bytes that are none.
  static Result<Zone> read(std::string name, std::string_view bytes);

  [[nodiscard]] const std::string& name() const;  // "Europe/Madrid", "+05:30", "UTC"
  [[nodiscard]] std::int32_t offset_at(Time time) const;
  [[nodiscard]] LocalTime local(Time time) const { return {time, offset_at(time)}; }
  // By the clock of where it was said, where that is told.
  [[nodiscard]] LocalTime local(Time time, std::optional<std::int32_t> told) const {
    return {time, told ? *told : offset_at(time)};
  }
  [[nodiscard]] Date date_of(Time time) const { return pyramid::date_of(local(time)); }
  // The instant at which this zone's clocks show that local time, so that the day stays the same.
  [[nodiscard]] Time as_shown(Time time, std::optional<std::int32_t> told) const;
  // The first instant that belongs to the day or to a later one: not midnight where clocks skip it,
  // the next day's where they skip all of the day.
  [[nodiscard]] Time start_of(Date date) const;
  // When clocks showed that: the first time of two; an hour that they skip counts as the clock did
  // before, so that it is an hour later.
  [[nodiscard]] Time instant(Date date, std::int64_t second_of_day) const;

 private:
  struct Rules;
  explicit Zone(std::shared_ptr<const Rules> rules);
  std::shared_ptr<const Rules> rules_;  // null: UTC
};

// A time as somebody wrote it.
struct WrittenTime {
  Date date;
  std::int64_t second_of_day = 0;
  bool has_clock = false;              // else the day alone
  std::optional<std::int32_t> offset;  // that stands behind it; of Z: 0
  bool is_z = false;                   // as programs write times wherever they are
  // The instant; where no offset stands, by the clocks of `zone`, of a day its first.
  [[nodiscard]] Time in(const Zone& zone) const;
  // The offset where it tells where it was written: programs write UTC anywhere.
  [[nodiscard]] std::optional<std::int32_t> told_offset() const;
};
// ISO 8601 as parse_time() reads it.
std::optional<WrittenTime> parse_written_time(std::string_view text);

// Seconds east of UTC of "-07:00", "+0530", "+2", also behind "UTC" or "GMT", and of these two
// alone; nullopt for anything else.
std::optional<std::int32_t> parse_offset(std::string_view text);

// UTC, an offset, or a name of the IANA's data such as Europe/Madrid, whose file lies below one of
// the folders where systems keep them. kInvalid for a name that cannot be found.
Result<Zone> find_zone(FileSystem& files, const std::string& name);

}  // namespace pyramid
