#include "pyramid/zone.hpp"

#include "base/posix_zone.hpp"
#include "base/text.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/memory_file_system.hpp"

#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <string>

namespace zone_test {

using namespace pyramid;

namespace {

std::string bytes_of_hex(const std::string& hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  }
  return bytes;
}

struct Table {
  std::map<std::string, std::string> files;
  std::vector<std::vector<std::string>> lines;
};

// What Python's zoneinfo tells; made by make_zone_table.py.
const Table& table() {
  static const Table kTable = [] {
    Table read;
    std::ifstream in(PYRAMID_SOURCE_DIR "/tests/base/zone_table.txt");
    for (std::string line; std::getline(in, line);) {
      std::istringstream words(line);
      std::vector<std::string> all;
      for (std::string word; words >> word;) all.push_back(word);
      if (all.at(0) == "file") {
        read.files[all.at(1)] = bytes_of_hex(all.at(2));
      } else {
        read.lines.push_back(all);
      }
    }
    return read;
  }();
  return kTable;
}

Zone zone_of(const std::string& name) { return Zone::read(name, table().files.at(name)).value(); }

Time time(const char* text) { return parse_time(text).value(); }

}  // namespace

TEST_CASE("zone: days, clocks and midnights are those that zoneinfo tells") {
  REQUIRE(table().lines.size() > 1000);
  std::map<std::string, Zone> zones;
  for (const auto& [name, bytes] : table().files) zones[name] = zone_of(name);
  for (const auto& line : table().lines) {
    const Zone& zone = zones.at(line[1]);
    CAPTURE(line[0], line[1], line[2]);
    if (line[0] == "at") {
      const Time at{std::stoll(line[2])};
      CHECK(zone.offset_at(at) == std::stoi(line[3]));
      CHECK(format_date(zone.date_of(at)) == line[4]);
    } else if (line[0] == "day") {
      CHECK(zone.start_of(parse_date(line[2]).value()).seconds == std::stoll(line[3]));
    } else {
      CHECK(zone.instant(parse_date(line[2]).value(), std::stoll(line[3])).seconds ==
            std::stoll(line[4]));
    }
  }
}

TEST_CASE("zone: a day begins once, and each instant is in it or behind it") {
  std::mt19937_64 chance(4);
  for (const auto& [name, bytes] : table().files) {
    const Zone zone = zone_of(name);
    for (int i = 0; i < 200; ++i) {
      const Time at{static_cast<std::int64_t>(chance() % 8'000'000'000) - 2'000'000'000};
      CAPTURE(name, at.seconds);
      const Date day = zone.date_of(at);
      const Time begin = zone.start_of(day);
      CHECK(begin <= at);
      CHECK(zone.start_of(add_days(day, 1)) > at);
      CHECK(zone.date_of(begin) == day);
      CHECK(zone.date_of(Time{begin.seconds - 1}) < day);
      const LocalTime local = zone.local(at);
      const std::int64_t again =
          zone.instant(date_of(local), second_of_day(local)).seconds - at.seconds;
      // Another only in an hour that is twice, where the first is meant.
      CHECK((again == 0 || (again < 0 && again >= -7200)));
    }
  }
}

TEST_CASE("zone: a day that an island skipped begins where the next one does") {
  const Zone apia = zone_of("Pacific/Apia");
  CHECK(format_time(apia.start_of({2011, 12, 29})) == "2011-12-29T10:00:00Z");
  CHECK(format_time(apia.start_of({2011, 12, 30})) == "2011-12-30T10:00:00Z");
  CHECK(format_time(apia.start_of({2011, 12, 31})) == "2011-12-30T10:00:00Z");
  CHECK(apia.date_of(time("2011-12-30T09:59:59Z")) == Date{2011, 12, 29});
  CHECK(apia.date_of(time("2011-12-30T10:00:00Z")) == Date{2011, 12, 31});
}

TEST_CASE("zone: an hour that is twice is told by its offset, and orders as it passed") {
  const Zone madrid = zone_of("Europe/Madrid");
  const LocalTime first = madrid.local(time("2026-10-25T00:30:00Z"));
  const LocalTime second = madrid.local(time("2026-10-25T01:10:00Z"));
  CHECK(format_time(first) == "2026-10-25T02:30:00+02:00");
  CHECK(format_time(second) == "2026-10-25T02:10:00+01:00");
  CHECK(first < second);
  CHECK(madrid.instant({2026, 10, 25}, 2 * 3600 + 1800) == first.at);
  CHECK(format_time(madrid.instant({2026, 3, 29}, 2 * 3600 + 1800)) == "2026-03-29T01:30:00Z");
}

TEST_CASE("zone: the same evening is another day east and west") {
  const Time at = time("2026-03-11T03:00:00Z");
  CHECK(zone_of("America/Los_Angeles").date_of(at) == Date{2026, 3, 10});
  CHECK(zone_of("Europe/Madrid").date_of(at) == Date{2026, 3, 11});
  const Time late = time("2026-03-10T10:20:00Z");
  CHECK(format_minute(zone_of("Pacific/Chatham").local(late)) == "2026-03-11 00:05");
  CHECK(format_minute(zone_of("Pacific/Kiritimati").local(late)) == "2026-03-11 00:20");
  CHECK(format_minute(zone_of("Pacific/Pago_Pago").local(late)) == "2026-03-09 23:20");
  CHECK(format_minute(zone_of("Asia/Kathmandu").local(late)) == "2026-03-10 16:05");
}

TEST_CASE("zone: bytes that are no rules are refused, whatever they are") {
  std::mt19937_64 chance(5);
  for (const auto& [name, bytes] : table().files) {
    for (std::size_t size = 0; size < bytes.size(); size += 1 + chance() % 40) {
      const auto cut = Zone::read(name, std::string_view(bytes).substr(0, size));
      if (cut) static_cast<void>(cut->date_of(Time{5'000'000'000}));
    }
    for (int i = 0; i < 60; ++i) {
      std::string damaged = bytes;
      damaged[chance() % damaged.size()] = static_cast<char>(chance());
      const auto read = Zone::read(name, damaged);
      if (read) static_cast<void>(read->start_of({2026, 3, 10}));
    }
  }
  CHECK_FALSE(Zone::read("x", ""));
  CHECK_FALSE(Zone::read("x", "TZif"));
}

TEST_CASE("zone: rules for the time to come, in every form") {
  const auto offset = [](const char* rule, const char* at) {
    return PosixZone::parse(rule)->stretch(time(at).seconds).first;
  };
  CHECK(offset("<+0545>-5:45", "2100-01-01") == 20'700);
  CHECK(offset("CET-1CEST,M3.5.0,M10.5.0/3", "2099-07-01") == 7200);
  CHECK(offset("CET-1CEST,M3.5.0,M10.5.0/3", "2099-12-01") == 3600);
  CHECK(offset("AEST-10AEDT,M10.1.0,M4.1.0/3", "2099-01-01") == 39'600);
  CHECK(offset("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2090-03-26T00:59:59Z") == -7200);
  CHECK(offset("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2090-03-26T01:00:00Z") == -3600);
  CHECK(offset("AAA0BBB,J60/0,J300/0", "2096-03-01T00:00:00Z") == 3600);
  CHECK(offset("AAA0BBB,59/0,299/0", "2096-02-29T00:00:00Z") == 3600);
  CHECK(offset("XXX3EDT4,0/0,J365/23", "2099-08-01") == -14'400);
  for (const char* rule :
       {"", "CE-1", "CET", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M1.1.0",
        "CET-1CEST,M3.5.0,M10.5.0/3x", "<CET-1", "CET-25"}) {
    CAPTURE(rule);
    CHECK_FALSE(PosixZone::parse(rule));
  }
}

TEST_CASE("zone: found by its name among the system's files, an offset anywhere") {
  test::MemoryFileSystem files;
  CHECK(find_zone(files, "UTC")->name() == "UTC");
  CHECK(find_zone(files, "+05:30")->offset_at(Time{0}) == 19'800);
  CHECK(find_zone(files, "Europe/Madrid").error().hint ==
        "install tzdata, or write an offset such as +02:00");
  REQUIRE(files.make_directories("/usr/share/zoneinfo/Europe"));
  REQUIRE(files.write("/usr/share/zoneinfo/Europe/Madrid", table().files.at("Europe/Madrid")));
  CHECK(find_zone(files, "Europe/Madrid")->name() == "Europe/Madrid");
  for (const char* name :
       {"", "Europe/Atlantis", "../zoneinfo/Europe/Madrid", "/etc/passwd", "Europe", "PDT\n"}) {
    CAPTURE(name);
    const auto found = find_zone(files, name);
    REQUIRE_FALSE(found);
    CHECK(found.error().kind == ErrorKind::kInvalid);
    CHECK(found.error().what.starts_with("no such time zone: "));
  }
}

TEST_CASE("zone: offsets as people and programs write them") {
  CHECK(parse_offset("-07:00") == -25'200);
  CHECK(parse_offset("+0530") == 19'800);
  CHECK(parse_offset("GMT+1") == 3600);
  CHECK(parse_offset("GMT+5:30") == 19'800);
  CHECK(parse_offset("UTC-11") == -39'600);
  CHECK(parse_offset("UTC") == 0);
  for (const char* text : {"", "7", "PDT", "+", "+1:5", "+123", "+24", "+01:60", "GMT+1x"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_offset(text));
  }
}

TEST_CASE("zone: a written time is where its offset says, else where the zone is") {
  const Zone angeles = zone_of("America/Los_Angeles");
  const auto told = [&](const char* text) {
    return format_time(parse_written_time(text).value().in(angeles));
  };
  CHECK(told("2026-03-10T20:00") == "2026-03-11T03:00:00Z");
  CHECK(told("2026-03-10T20:00:00Z") == "2026-03-10T20:00:00Z");
  CHECK(told("2026-03-10T20:00:00+01:00") == "2026-03-10T19:00:00Z");
  CHECK(told("2026-03-10") == "2026-03-10T07:00:00Z");
  CHECK(parse_written_time("2026-03-10T20:00:00-07:00")->told_offset() == -25'200);
  CHECK_FALSE(parse_written_time("2026-03-10T20:00:00+00:00")->told_offset());
  CHECK_FALSE(parse_written_time("2026-03-10T20:00:00")->told_offset());
}

}  // namespace zone_test
