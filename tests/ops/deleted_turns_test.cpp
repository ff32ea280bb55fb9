// Turns that are missing at the end of what a source says: deleted there, or only cut off.
#include "tests/ops/fixture.hpp"

#include <algorithm>
#include <string_view>

namespace deleted_turns_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

const std::vector<std::string> kSaid = {"I live in Austin.", "I drink tea every morning.",
                                        "I own a red canoe."};

// A Claude export of one conversation: its first `count` turns, last changed at `updated`.
ImportReport taken_in(Fixture& fixture, std::size_t count, const std::string& updated,
                      const std::string& more = {}) {
  std::filesystem::create_directories(fixture.outside("export"));
  std::ofstream out(fixture.outside("export/conversations.json"), std::ios::binary);
  out << R"([{"uuid":"a","name":"Talk","updated_at":")" << updated << R"(","chat_messages":[)";
  std::vector<std::string> said(kSaid.begin(), kSaid.begin() + static_cast<std::ptrdiff_t>(count));
  if (!more.empty()) said.push_back(more);
  for (std::size_t i = 0; i < said.size(); ++i) {
    out << (i == 0 ? "" : ",") << R"({"uuid":"m)" << i << R"(","sender":"human","text":")"
        << said[i] << R"(","created_at":"2026-05-01T10:0)" << i << R"(:00Z"})";
  }
  out << "]}]";
  out.close();
  ImportOptions options;
  options.workspace.root = fixture.root();
  options.source = fixture.outside("export");
  Result<ImportReport> report = import(fixture.environment(), options);
  if (!report) FAIL(to_string(report.error()));
  return *std::move(report);
}

std::string session_of(const Fixture& fixture) {
  const auto files = files_below(fixture, "sessions/");
  REQUIRE(files.size() == 1);
  return fixture.read(files.front());
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// Observations that say `text` and are in use.
std::size_t in_use(const Fixture& fixture, std::string_view text) {
  const auto files = files_below(fixture, "observations/");
  return static_cast<std::size_t>(std::count_if(files.begin(), files.end(), [&](const auto& path) {
    const std::string bytes = fixture.read(path);
    return holds(bytes, text) && !holds(bytes, "\nstatus:");
  }));
}

constexpr const char* kMay1 = "2026-05-01T10:03:00Z";
constexpr const char* kMay5 = "2026-05-05T10:03:00Z";
constexpr const char* kMay7 = "2026-05-07T10:03:00Z";

}  // namespace

TEST_CASE("deleted turns: a later export without the last turn takes back what it said") {
  Fixture fixture;
  taken_in(fixture, 3, kMay1);
  CHECK(holds(session_of(fixture), "\nupdated: 2026-05-01T10:03:00Z\n"));
  const ImportReport report = taken_in(fixture, 2, kMay5);
  CHECK(report.changed == 1);
  CHECK(report.superseded == 1);
  CHECK_FALSE(holds(session_of(fixture), "canoe"));
  CHECK(in_use(fixture, "canoe") == 0);
  CHECK(in_use(fixture, "tea") == 1);
  REQUIRE(fixture.sync());
  CHECK(fixture.check()->problems.empty());
  const auto before = fixture.tree();
  CHECK(taken_in(fixture, 2, kMay5).unchanged == 1);
  CHECK(fixture.tree() == before);
}

TEST_CASE("deleted turns: an older export takes nothing away, and brings nothing back") {
  Fixture fixture;
  taken_in(fixture, 3, kMay5);
  CHECK(taken_in(fixture, 2, kMay1).unchanged == 1);
  CHECK(in_use(fixture, "canoe") == 1);
  CHECK(taken_in(fixture, 2, kMay7).changed == 1);
  CHECK(taken_in(fixture, 3, kMay5).unchanged == 1);
  CHECK(in_use(fixture, "canoe") == 0);
}

TEST_CASE("deleted turns: the same export, cut off, takes nothing away") {
  Fixture fixture;
  taken_in(fixture, 3, kMay5);
  CHECK(taken_in(fixture, 1, kMay5).unchanged == 1);
  CHECK(taken_in(fixture, 1, "").unchanged == 1);
  CHECK(in_use(fixture, "canoe") == 1);
}

TEST_CASE("deleted turns: a conversation goes on after a turn was deleted") {
  Fixture fixture;
  taken_in(fixture, 3, kMay1);
  taken_in(fixture, 2, kMay5);
  const ImportReport report = taken_in(fixture, 2, kMay7, "My sister Ana is a vet.");
  CHECK(report.grown == 1);
  CHECK(report.observations == 1);
  CHECK(in_use(fixture, "Ana") == 1);
  CHECK(in_use(fixture, "canoe") == 0);
  REQUIRE(fixture.sync());
  CHECK(fixture.check()->problems.empty());
}

TEST_CASE("deleted turns: a log that is cut off in the middle of a turn takes nothing away") {
  Fixture fixture;
  const std::string log =
      "[2026-03-01 09:00] User: I live in Austin.\n"
      "[2026-03-01 09:01] Assistant: Noted.\n"
      "[2026-03-01 09:02] User: I own a canoe. I drink tea every morning.\n"
      "[2026-03-01 09:03] Assistant: Noted.\n";
  ImportOptions options;
  options.workspace.root = fixture.root();
  options.source = fixture.outside("log.txt");
  const auto import_first = [&](std::size_t bytes) {
    std::ofstream(options.source, std::ios::binary) << log.substr(0, bytes);
    const auto report = import(fixture.environment(), options);
    REQUIRE(report);
    return *report;
  };
  CHECK(import_first(log.size()).added == 1);
  const auto before = fixture.tree();
  for (std::size_t bytes = log.size() - 1; bytes > log.find("Noted"); --bytes) {
    INFO(bytes);
    CHECK(import_first(bytes).unchanged == 1);
    REQUIRE(fixture.tree() == before);
  }
}

TEST_CASE("deleted turns: a later export in which an older branch is open is followed") {
  Fixture fixture;
  taken_in(fixture, 3, kMay1);
  const ImportReport report = taken_in(fixture, 1, kMay5, "I drink coffee every morning.");
  CHECK(report.changed == 1);
  CHECK(in_use(fixture, "tea") == 0);
  CHECK(in_use(fixture, "canoe") == 0);
  CHECK(in_use(fixture, "coffee") == 1);
  CHECK(taken_in(fixture, 3, kMay1).unchanged == 1);
}

}  // namespace deleted_turns_test
