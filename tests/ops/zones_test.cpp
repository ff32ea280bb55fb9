// By whose days a memory tells "today", logs, searches and cuts its sections.
#include "tests/ops/fixture.hpp"

#include <algorithm>

namespace zones_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

constexpr const char* kEvening = "2026-03-11T03:00:00Z";  // of the 10th in California

void set_zone(const Fixture& fixture, const std::string& zone) {
  std::ofstream(fixture.path("pyramid.yaml"), std::ios::app) << "timezone: \"" << zone << "\"\n";
}

// The texts of all files whose path begins so.
std::string below(const Fixture& fixture, const std::string& folder) {
  std::string all;
  for (const auto& [path, bytes] : fixture.tree()) {
    if (path.starts_with(folder)) all += path + "\n" + bytes + "\n";
  }
  return all;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("zones: today is the day that the workspace's clocks showed") {
  const std::vector<std::pair<std::string, std::string>> days = {
      {"-07:00", "10"}, {"+05:30", "11"}, {"UTC", "11"}, {"-11:00", "10"}, {"+13:45", "11"}};
  for (const auto& [zone, day] : days) {
    CAPTURE(zone);
    Fixture fixture;
    set_zone(fixture, zone);
    fixture.set_now("2026-03-12T12:00:00Z");
    fixture.write_session("s", kEvening, {"I signed the lease today."});
    REQUIRE(fixture.import_sessions());
    CHECK(has(below(fixture, "observations/2026/03/" + day), "(2026-03-" + day + ")"));
    CHECK(has(below(fixture, "sessions/2026/03/" + day), "I signed the lease today."));
  }
}

TEST_CASE("zones: a message was said where its envelope says, whatever the workspace's zone") {
  for (const char* zone : {"+01:00", "-10:00", "UTC"}) {
    for (const char* envelope :
         {"[Tue 2026-03-10 20:00 PDT]", "[Tue 2026-03-10 20:00 GMT-7]",
          "[WhatsApp Mia +351 2026-03-10 20:00 XYZ]", "[Tue 2026-03-10 19:59 America/Somewhere]"}) {
      CAPTURE(zone, envelope);
      Fixture fixture;
      set_zone(fixture, zone);
      fixture.set_now("2026-03-12T12:00:00Z");
      fixture.write_session("s", kEvening, {std::string(envelope) + " I signed the lease today."});
      REQUIRE(fixture.import_sessions());
      CHECK(has(below(fixture, "observations/2026/03/10/"), "(2026-03-10)"));
      CHECK(has(below(fixture, "observations/"), "offset: \"-07:00\"\n"));
      CHECK(has(below(fixture, "sessions/2026/03/10/"), "<!-- offset -07:00 -->"));
    }
  }
}

TEST_CASE("zones: lists, searches and texts have the day of where it was said") {
  Fixture fixture;
  set_zone(fixture, "+01:00");
  fixture.set_now("2026-03-12T12:00:00Z");
  fixture.write_session("s", kEvening, {"[Tue 2026-03-10 20:00 PDT] My kayak is yellow."});
  REQUIRE(fixture.import_sessions());
  REQUIRE(fixture.sync());
  ListOptions list;
  list.workspace.root = fixture.root();
  const auto listed = list_observations(fixture.environment(), list);
  REQUIRE(listed->observations.size() == 1);
  CHECK(format_minute(listed->observations[0].at) == "2026-03-10 20:00");
  list.since = Zone::fixed(3600).start_of({2026, 3, 11});
  CHECK(list_observations(fixture.environment(), list)->observations.empty());
  SearchOptions search;
  search.workspace.root = fixture.root();
  search.query = "kayak";
  search.sources = {"observations", "2026-03-10..2026-03-10"};
  const auto found = search_memory(fixture.environment(), search);
  REQUIRE(found->hits.size() == 1);
  CHECK(format_date(found->hits[0].day) == "2026-03-10");
  search.sources = {"observations", "since:2026-03-11"};
  CHECK(search_memory(fixture.environment(), search)->hits.empty());
}

TEST_CASE("zones: what is told with the clock of another zone keeps that") {
  Fixture fixture;
  set_zone(fixture, "+01:00");
  fixture.set_now(kEvening);
  Environment environment = fixture.environment();
  ObserveOptions options;
  options.workspace.root = fixture.root();
  options.text = "My kayak is yellow.";
  environment.zone = Zone::fixed(-7 * 3600);
  CHECK(has(observe(environment, options)->path, "observations/2026/03/10/"));
  CHECK(has(below(fixture, "observations/"), "offset: \"-07:00\"\n"));
  options.text = "My tent is green.";
  const auto here = observe(fixture.environment(), options);
  CHECK(has(here->path, "observations/2026/03/11/"));
  CHECK_FALSE(has(fixture.read(here->path), "offset:"));
}

TEST_CASE("zones: the offset of --now goes before the workspace's zone") {
  Fixture fixture;
  set_zone(fixture, "+01:00");
  fixture.set_now(kEvening);
  Environment environment = fixture.environment();
  environment.zone = Zone::fixed(-7 * 3600);
  RememberOptions options;
  options.workspace.root = fixture.root();
  options.text = "Rebooted the gateway.";
  CHECK(log_text(environment, options)->path == "daily/2026-03-10.md");
  CHECK(log_text(fixture.environment(), options)->path == "daily/2026-03-11.md");
  CHECK(has(below(fixture, "daily/2026-03-10.md"), "## 20:00\n"));
  CHECK(has(below(fixture, "daily/2026-03-11.md"), "## 04:00\n"));
}

TEST_CASE("zones: an offset of --now moves no day of what is in memory") {
  Fixture fixture;
  set_zone(fixture, "Europe/Madrid");
  fixture.set_now("2026-07-13T22:20:00Z");  // 00:20 there, on the 14th
  ObserveOptions observed;
  observed.workspace.root = fixture.root();
  observed.text = "I painted the shed blue.";
  REQUIRE(observe(fixture.environment(), observed));
  fixture.set_now("2026-12-01T11:00:00Z");
  Environment winter = fixture.environment();
  winter.zone = Zone::fixed(3600);
  for (const Environment& asked : {fixture.environment(), winter}) {
    SearchOptions search;
    search.workspace.root = fixture.root();
    search.query = "what did I paint on 14 July";
    const auto report = search_memory(asked, search);
    REQUIRE(report);
    CHECK(has(report->answer, "shed"));
    REQUIRE_FALSE(report->hits.empty());
    CHECK(format_date(report->hits[0].day) == "2026-07-14");
    search.sources = {"2026-07-14..2026-07-14"};
    CHECK(search_memory(asked, search)->hits.size() == 1);
  }
}

TEST_CASE("zones: days in a search are the workspace's") {
  Fixture fixture;
  set_zone(fixture, "-07:00");
  fixture.set_now(kEvening);
  RememberOptions options;
  options.workspace.root = fixture.root();
  options.text = "Rebooted the gateway.";
  REQUIRE(log_text(fixture.environment(), options));
  std::ofstream(fixture.path("walk.md")) << "---\ndate: 2026-03-09\n---\nGateway walk.\n";
  const auto found = [&](const std::string& source) {
    SearchOptions search;
    search.workspace.root = fixture.root();
    search.query = "gateway";
    search.sources = {source};
    std::vector<std::string> paths;
    const auto report = search_memory(fixture.environment(), search);
    REQUIRE(report);
    for (const SearchHit& hit : report->hits) paths.push_back(hit.path);
    std::sort(paths.begin(), paths.end());
    return paths;
  };
  using Paths = std::vector<std::string>;
  CHECK(found("since:2026-03-11") == Paths{});
  CHECK(found("2026-03-10..2026-03-10") == Paths{"daily/2026-03-10.md"});
  CHECK(found("2026-03-09..2026-03-09") == Paths{"walk.md"});
}

TEST_CASE("zones: another zone makes the index anew, and days follow") {
  Fixture fixture;
  fixture.set_now("2026-03-12T12:00:00Z");
  std::ofstream(fixture.path("walk.md")) << "---\ndate: 2026-03-09\n---\nGateway walk.\n";
  CHECK(fixture.search("gateway")->hits.at(0).at == at("2026-03-09T00:00:00Z"));
  set_zone(fixture, "-07:00");
  CHECK(fixture.search("gateway")->hits.at(0).at == at("2026-03-09T07:00:00Z"));
}

TEST_CASE("zones: one that nobody knows stops what writes, and is told by what reads") {
  Fixture fixture;
  set_zone(fixture, "Mars/Olympus");
  fixture.set_now(kEvening);
  SyncOptions options;
  options.workspace.root = fixture.root();
  const auto synced = sync(fixture.environment(), options);
  REQUIRE_FALSE(synced);
  CHECK(synced.error().kind == ErrorKind::kInvalid);
  CHECK(synced.error().what == "no such time zone: Mars/Olympus");
  CHECK(synced.error().where == "pyramid.yaml");
  RememberOptions log;
  log.workspace.root = fixture.root();
  log.text = "x";
  CHECK_FALSE(log_text(fixture.environment(), log));
  CHECK(fixture.search("gateway"));
}

TEST_CASE("zones: init writes the machine's zone, and none where it is not known") {
  const TempDirectory folder;
  Fixture fixture;
  InitOptions options;
  options.timezone = "+05:45";
  REQUIRE(init(fixture.environment(), folder / "a", options));
  std::ifstream written(folder / "a/pyramid.yaml");
  const std::string text{std::istreambuf_iterator<char>(written), {}};
  CHECK(has(text, "\ntimezone: +05:45\n"));
  CHECK(has(below(fixture, "pyramid.yaml"), "\n# timezone: \"\"\n"));
}

TEST_CASE("zones: a workspace is not begun in a zone that nobody knows") {
  const TempDirectory folder;
  Fixture fixture;
  InitOptions options;
  options.timezone = "Mars";
  const auto refused = init(fixture.environment(), folder / "a", options);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == ErrorKind::kInvalid);
  CHECK_FALSE(std::filesystem::exists(folder / "a"));
}

}  // namespace zones_test
