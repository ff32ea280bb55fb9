#include "pyramid/zone.hpp"

#include "base/path.hpp"
#include "base/posix_zone.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

namespace pyramid {

struct Zone::Rules {
  std::string name;
  std::int32_t first = 0;  // the offset before all changes
  std::vector<ZoneChange> changes;
  std::optional<PosixZone> later;  // from the last of them on

  // The offset at `time`, and until when it stays so.
  [[nodiscard]] std::pair<std::int32_t, std::int64_t> stretch(std::int64_t time) const;
};

namespace {

constexpr std::int64_t kForever = std::numeric_limits<std::int64_t>::max();
// No clock is further from UTC; RFC 8536 has the same limit.
constexpr std::int32_t kFarthest = 26 * 3600;

// Reads numbers of a TZif file, most significant byte first.
class TzifBytes {
 public:
  explicit TzifBytes(std::string_view bytes) : bytes_(bytes) {}
  [[nodiscard]] bool has(std::size_t count) const { return bytes_.size() - at_ >= count; }
  void skip(std::size_t count) { at_ += count; }
  // REQUIRES: has(size).
  std::int64_t number(std::size_t size) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) {
      value = value << 8 | static_cast<unsigned char>(bytes_[at_ + i]);
    }
    at_ += size;
    const unsigned unused = 64 - 8 * static_cast<unsigned>(size);
    return static_cast<std::int64_t>(value << unused) >> unused;
  }
  [[nodiscard]] std::string_view rest() const { return bytes_.substr(at_); }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

struct TzifHead {
  int version = 1;
  std::size_t ut_flags = 0, standard_flags = 0, leaps = 0, times = 0, types = 0, names = 0;
  // Bytes of the block behind it, with times of so many bytes.
  [[nodiscard]] std::size_t block(std::size_t time) const {
    return times * (time + 1) + types * 6 + names + leaps * (time + 4) + standard_flags + ut_flags;
  }
};

std::optional<TzifHead> tzif_head(TzifBytes& in) {
  constexpr std::size_t kHead = 44, kUnused = 15;
  constexpr std::int64_t kMost = 100'000;
  if (!in.has(kHead) || !in.rest().starts_with("TZif")) return std::nullopt;
  in.skip(4);
  TzifHead head;
  const std::int64_t version = in.number(1);
  head.version = version == 0 ? 1 : static_cast<int>(version - '0');
  in.skip(kUnused);
  for (std::size_t* one :
       {&head.ut_flags, &head.standard_flags, &head.leaps, &head.times, &head.types, &head.names}) {
    const std::int64_t count = in.number(4);
    if (count < 0 || count > kMost) return std::nullopt;
    *one = static_cast<std::size_t>(count);
  }
  return head;
}

struct TzifBlock {
  std::int32_t first = 0;
  std::vector<ZoneChange> changes;
};

std::optional<TzifBlock> tzif_block(TzifBytes& in, const TzifHead& head, std::size_t time_size) {
  if (head.types == 0 || !in.has(head.block(time_size))) return std::nullopt;
  TzifBlock block;
  for (std::size_t i = 0; i < head.times; ++i) block.changes.push_back({in.number(time_size), 0});
  std::vector<std::size_t> kinds;
  for (std::size_t i = 0; i < head.times; ++i) {
    kinds.push_back(static_cast<std::size_t>(in.number(1) & 0xFF));
  }
  std::vector<std::int32_t> offsets;
  for (std::size_t i = 0; i < head.types; ++i) {
    offsets.push_back(static_cast<std::int32_t>(in.number(4)));
    if (offsets.back() <= -kFarthest || offsets.back() >= kFarthest) return std::nullopt;
    in.skip(2);
  }
  for (std::size_t i = 0; i < head.times; ++i) {
    if (kinds[i] >= offsets.size()) return std::nullopt;
    if (i > 0 && block.changes[i].at <= block.changes[i - 1].at) return std::nullopt;
    block.changes[i].offset = offsets[kinds[i]];
  }
  in.skip(head.names + head.leaps * (time_size + 4) + head.standard_flags + head.ut_flags);
  block.first = offsets.front();
  return block;
}

// The line behind the second block.
std::string_view tzif_footer(std::string_view rest) {
  if (!rest.starts_with('\n')) return {};
  rest.remove_prefix(1);
  return rest.substr(0, rest.find('\n'));
}

}  // namespace

Date date_of(LocalTime time) { return date_of_day(day_number(time)); }

std::int64_t day_number(LocalTime time) { return day_number(Time{time.at.seconds + time.offset}); }

std::int64_t second_of_day(LocalTime time) {
  return time.at.seconds + time.offset - day_number(time) * kSecondsPerDay;
}

std::string format_clock(LocalTime time) {
  const std::int64_t second = second_of_day(time);
  return fmt::format("{:02}:{:02}", second / 3600, second / 60 % 60);
}

std::string format_minute(LocalTime time) {
  return format_date(date_of(time)) + " " + format_clock(time);
}

std::string format_offset(std::int32_t offset) {
  const std::int32_t size = offset < 0 ? -offset : offset;
  return fmt::format("{}{:02}:{:02}", offset < 0 ? '-' : '+', size / 3600, size / 60 % 60);
}

std::string format_time(LocalTime time) {
  if (time.offset == 0) return format_time(time.at);
  return fmt::format("{}T{}:{:02}{}", format_date(date_of(time)), format_clock(time),
                     second_of_day(time) % 60, format_offset(time.offset));
}

Zone::Zone() = default;

Zone::Zone(std::shared_ptr<const Rules> rules) : rules_(std::move(rules)) {}

Zone Zone::fixed(std::int32_t offset) {
  if (offset == 0) return {};
  return Zone(
      std::make_shared<const Rules>(Rules{format_offset(offset), offset, {}, std::nullopt}));
}

Result<Zone> Zone::read(std::string name, std::string_view bytes) {
  const auto refuse = [&] {
    return fail(ErrorKind::kInvalid, "is not a file of a time zone", name, "install tzdata again");
  };
  TzifBytes in(bytes);
  auto head = tzif_head(in);
  if (!head) return refuse();
  std::size_t time_size = 4;
  if (head->version >= 2) {
    if (!in.has(head->block(time_size))) return refuse();
    in.skip(head->block(time_size));
    head = tzif_head(in);
    time_size = 8;
    if (!head) return refuse();
  }
  auto block = tzif_block(in, *head, time_size);
  if (!block) return refuse();
  Rules rules{std::move(name), block->first, std::move(block->changes), std::nullopt};
  if (time_size == 8) rules.later = PosixZone::parse(tzif_footer(in.rest()));
  return Zone(std::make_shared<const Rules>(std::move(rules)));
}

const std::string& Zone::name() const {
  static const std::string kUtc = "UTC";
  return rules_ ? rules_->name : kUtc;
}

std::pair<std::int32_t, std::int64_t> Zone::Rules::stretch(std::int64_t time) const {
  const auto next =
      std::upper_bound(changes.begin(), changes.end(), time,
                       [](std::int64_t at, const ZoneChange& change) { return at < change.at; });
  if (next != changes.end()) {
    return {next == changes.begin() ? first : std::prev(next)->offset, next->at};
  }
  if (later) return later->stretch(time);
  return {changes.empty() ? first : changes.back().offset, kForever};
}

std::int32_t Zone::offset_at(Time time) const {
  return rules_ ? rules_->stretch(time.seconds).first : 0;
}

Time Zone::start_of(Date date) const {
  const std::int64_t wall = day_number(date) * kSecondsPerDay;
  if (!rules_) return Time{wall};
  // The first stretch of time in which some clock shows that much.
  std::int64_t begin = wall - kFarthest;
  while (true) {
    const auto [offset, end] = rules_->stretch(begin);
    const std::int64_t found = std::max(begin, wall - offset);
    if (found < end) return Time{found};
    begin = end;
  }
}

Time Zone::as_shown(Time time, std::optional<std::int32_t> told) const {
  if (!told) return time;
  const LocalTime there{time, *told};
  return instant(pyramid::date_of(there), second_of_day(there));
}

Time Zone::instant(Date date, std::int64_t second_of_day) const {
  const std::int64_t wall = day_number(date) * kSecondsPerDay + second_of_day;
  if (!rules_) return Time{wall};
  std::int64_t begin = wall - kFarthest;
  std::optional<std::int32_t> before;
  while (true) {
    const auto [offset, end] = rules_->stretch(begin);
    const std::int64_t found = wall - offset;
    if (before && found < begin) return Time{wall - *before};  // skipped by the clocks
    if (found < end) return Time{found};
    before = offset;
    begin = end;
  }
}

Time WrittenTime::in(const Zone& zone) const {
  if (!has_clock) return zone.start_of(date);
  if (!offset) return zone.instant(date, second_of_day);
  return Time{day_number(date) * kSecondsPerDay + second_of_day - *offset};
}

std::optional<std::int32_t> WrittenTime::told_offset() const {
  return offset && *offset != 0 ? offset : std::nullopt;
}

std::optional<std::int32_t> parse_offset(std::string_view text) {
  const bool named = text.starts_with("UTC") || text.starts_with("GMT");
  if (named) text.remove_prefix(3);
  if (text.empty()) return named ? std::optional(0) : std::nullopt;
  if (text[0] != '+' && text[0] != '-') return std::nullopt;
  const bool west = text[0] == '-';
  text.remove_prefix(1);
  std::size_t digits = 0;
  while (digits < text.size() && is_digit(text[digits])) ++digits;
  const std::size_t hour_digits = digits == 4 ? 2 : digits;
  if (hour_digits < 1 || hour_digits > 2) return std::nullopt;
  std::string_view minutes = text.substr(hour_digits);
  if (digits != 4 && minutes.starts_with(':')) minutes.remove_prefix(1);
  const bool has_minutes = text.size() > hour_digits;
  if (has_minutes && (minutes.size() != 2 || !is_digit(minutes[0]) || !is_digit(minutes[1]))) {
    return std::nullopt;
  }
  std::int32_t hour = 0, minute = 0;
  for (const char c : text.substr(0, hour_digits)) hour = hour * 10 + (c - '0');
  if (has_minutes) minute = (minutes[0] - '0') * 10 + (minutes[1] - '0');
  if (hour > 23 || minute > 59) return std::nullopt;
  const std::int32_t offset = hour * 3600 + minute * 60;
  return west ? -offset : offset;
}

Result<Zone> find_zone(FileSystem& files, const std::string& name) {
  constexpr std::array<const char*, 3> kFolders = {"/usr/share/zoneinfo", "/usr/lib/zoneinfo",
                                                   "/etc/zoneinfo"};
  if (name == "UTC" || name == "Z") return Zone();
  if (const auto offset = parse_offset(name)) return Zone::fixed(*offset);
  const bool plain = !name.empty() && name[0] != '/' && name.find("..") == std::string::npos &&
                     std::all_of(name.begin(), name.end(), [](char c) {
                       return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                              std::string_view("_+-/").find(c) != std::string_view::npos;
                     });
  bool has_data = false;
  for (const char* folder : kFolders) {
    if (!plain) break;
    const Result<std::string> bytes = files.read(path::join(folder, name));
    if (bytes) return Zone::read(name, *bytes);
    has_data = has_data || files.list(folder).has_value();
  }
  return fail(ErrorKind::kInvalid, "no such time zone: " + name, {},
              has_data || !plain ? "write a name such as Europe/Madrid, or an offset such as +02:00"
                                 : "install tzdata, or write an offset such as +02:00");
}

}  // namespace pyramid
