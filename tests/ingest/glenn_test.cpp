#include "base/text.hpp"
#include "ingest/sqlite.hpp"
#include "tests/ingest/reading.hpp"
#include "tests/support/memory_file_system.hpp"
#include "tests/support/temp_directory.hpp"

#include <filesystem>
#include <fstream>

namespace glenn_test {

using pyramid::ErrorKind;
using pyramid::format_time;
using pyramid::ingest::ReadOptions;
using namespace pyramid::test;
using Lines = std::vector<std::string>;

namespace {

class Glenn {
 public:
  explicit Glenn(const std::string& sql, const std::string& name = "chat.db")
      : path(folder / name) {
    sqlite3* database = nullptr;
    REQUIRE(sqlite3_open(path.c_str(), &database) == SQLITE_OK);
    char* message = nullptr;
    sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &message);
    INFO((message == nullptr ? "" : message));
    REQUIRE(message == nullptr);
    sqlite3_close(database);
  }
  pyramid::Result<Reading> try_read(const ReadOptions& options = {}) const {
    const auto reader = pyramid::ingest::make_glenn_reader();
    return pyramid::test::try_read(*reader, *pyramid::make_real_file_system(), path, options);
  }
  Reading read(const ReadOptions& options = {}) const {
    auto reading = try_read(options);
    if (!reading) FAIL(to_string(reading.error()));
    return std::move(*reading);
  }

  TempDirectory folder;
  std::string path;
};

// What a conversation is called, without the digest behind it.
Lines names_in(const Reading& reading) {
  Lines names;
  for (const std::string& origin : reading.origins()) {
    names.push_back(origin.substr(0, origin.find('/')));
  }
  return names;
}

const std::string kTable = "CREATE TABLE messages(role TEXT, content TEXT, timestamp);";

}  // namespace

TEST_CASE("glenn: a timestamp that holds a number as text is read like the number") {
  const Glenn glenn(
      "CREATE TABLE messages(role TEXT, content TEXT, timestamp TEXT);"
      "INSERT INTO messages VALUES"
      "('user','In seconds.','1747050000'),"
      "('user','In milliseconds.',' 1747050001000 '),"
      "('user','With a fraction.','1747050002.75');");
  const Reading reading = glenn.read();
  CHECK(reading.report.diagnostics.empty());
  CHECK(names_in(reading) == Lines{"2025-05-12T11:40:00Z"});
  CHECK(said(reading.conversations[0]) ==
        Lines{"U: In seconds.", "U: In milliseconds.", "U: With a fraction."});
  // A date without dashes is no number of seconds.
  const Glenn dated(kTable +
                    "INSERT INTO messages VALUES('user','Hello.','20250512'),"
                    "('user','Hello.','1747050000x');");
  REQUIRE(dated.read().report.diagnostics.size() == 1);
  CHECK(dated.read().conversations.empty());
}

TEST_CASE("glenn: messages without conversations are cut where nobody spoke for six hours") {
  const Glenn glenn(kTable +
                    "INSERT INTO messages VALUES"
                    "('assistant','Good morning.','2026-03-01T08:00:05Z'),"
                    "('user','Hello.','2026-03-01T08:00:00Z'),"
                    "('user','Still here.','2026-03-01 14:00:05'),"
                    "('user','Next day.','2026-03-02T00:00:00Z'),"
                    "('system','You are Glenn.','2026-03-02T00:00:01Z'),"
                    "('user','','2026-03-02T00:00:02Z'),"
                    "('user',NULL,'2026-03-02T00:00:02Z');");
  const Reading reading = glenn.read({0, "", "Mia", 1});
  CHECK(names_in(reading) == Lines{"2026-03-01T08:00:00Z", "2026-03-02T00:00:00Z"});
  CHECK(said(reading.conversations[0]) == Lines{"U: Hello.", "A: Good morning.", "U: Still here."});
  CHECK(reading.conversations[0].user == "Mia");
  CHECK(reading.conversations[0].source == "glenn");
  CHECK(reading.conversations[0].title == "Hello.");
  CHECK(reading.report.skipped_records == 0);
  CHECK(reading.report.left_out[pyramid::LeftOutReason::kProgram] == 1);  // the system's
  CHECK(names_in(glenn.read({1, "", "", 1})) == Lines{"2026-03-01T08:00:00Z"});
  CHECK(glenn.read({0, "2026-03-02T00:00:00Z", "", 1}).conversations.size() == 1);
}

TEST_CASE("glenn: every kind of timestamp, also mixed") {
  const Glenn glenn(kTable +
                    "INSERT INTO messages VALUES"
                    "('user','d',1772355604999),('user','a','2026-03-01T09:00:00.5Z'),"
                    "('user','b',1772355601),('user','c',1772355602.75);");
  const auto one = glenn.read().conversations.at(0);
  CHECK(said(one) == Lines{"U: a", "U: b", "U: c", "U: d"});
  CHECK(format_time(one.turns[3].at) == "2026-03-01T09:00:04Z");
}

TEST_CASE("glenn: without a usable timestamp the message before counts, in front the next") {
  const Glenn glenn(kTable +
                    "INSERT INTO messages VALUES('user','first',NULL),('user','a',1772355601),"
                    "('user','b','yesterday'),('user','c',NULL);");
  const Reading reading = glenn.read();
  REQUIRE(reading.conversations.size() == 1);
  CHECK(said(reading.conversations[0]) == Lines{"U: first", "U: a", "U: b", "U: c"});
  CHECK(format_time(reading.conversations[0].start) == "2026-03-01T09:00:01Z");
  REQUIRE(reading.report.diagnostics.size() == 1);
  CHECK(reading.report.diagnostics[0].where == glenn.path);
  CHECK(reading.report.diagnostics[0].what ==
        "3 messages have no usable timestamp, the first is message 1 (\"\")");
}

TEST_CASE("glenn: a time is borrowed within a conversation, and one without any is left out") {
  const Glenn glenn(
      "CREATE TABLE messages(role, content, timestamp, chat_id);"
      "INSERT INTO messages VALUES('user','early',1772355601,'one'),"
      "('user','when?','tomorrow','two'),('user','first',NULL,'three'),"
      "('user','never',0,'two'),('user','later',1772442001,'three');");
  const Reading reading = glenn.read();
  CHECK(names_in(reading) == Lines{"one", "three"});
  CHECK(format_time(reading.conversations[1].turns[0].at) == "2026-03-02T09:00:01Z");
  REQUIRE(reading.report.diagnostics.size() == 2);
  CHECK(reading.report.diagnostics[1].what ==
        "nothing says on which day this was said; it is left out");
  CHECK(reading.report.diagnostics[1].hint ==
        "2 messages have no usable timestamp, the first is message 2 (\"tomorrow\")");
}

TEST_CASE("glenn: a column of conversations names them, whatever it is called") {
  const std::string column =
      GENERATE("conversation", "conversation_id", "session_id", "chat_id", "Chat_ID");
  const Glenn glenn("CREATE TABLE Messages(id INTEGER PRIMARY KEY, " + column +
                    ", Role, Content, Timestamp, extra);"
                    "INSERT INTO messages VALUES(1,7,'human','one',1772355600,0),"
                    "(2,'talk','user','two',1772355601,0),(3,7,'ai','three',1772355602,0),"
                    "(4,NULL,'user','four',1772355603,0);");
  const Reading reading = glenn.read();
  CHECK(names_in(reading) == Lines{"7", "talk", "2026-03-01T09:00:03Z"});
  CHECK(said(reading.conversations[0]) == Lines{"U: one", "A: three"});
}

TEST_CASE("glenn: of several users a message without a name is nobody's, and System is none") {
  const Glenn glenn(
      "CREATE TABLE messages(user, role, content, timestamp);"
      "INSERT INTO messages VALUES('Maya','user','a',1772355600),('Bob','user','b',1772355601),"
      "(NULL,'user','c',1772355602),('','user','d',1772355603),('System','user','e',1772355604);");
  const Reading reading = glenn.read();
  CHECK(said(reading.conversations.at(0)) == Lines{"A: Maya: a", "A: Bob: b"});
  CHECK(reading.report.left_out[pyramid::LeftOutReason::kOthers] == 2);
  CHECK(reading.report.left_out[pyramid::LeftOutReason::kProgram] == 1);
  const Glenn alone(
      "CREATE TABLE messages(user, role, content, timestamp);"
      "INSERT INTO messages VALUES('Maya','user','a',1772355600),(NULL,'user','c',1772355602);");
  CHECK(said(alone.read().conversations.at(0)) == Lines{"U: a", "U: c"});
}

TEST_CASE("glenn: of two databases with the same numbers and times each has its conversations") {
  const auto with = [](const std::string& words, const std::string& more = "") {
    return Glenn(
        "CREATE TABLE messages(role, content, timestamp, chat_id);"
        "INSERT INTO messages VALUES('system','Be brief.',1772355600,1),"
        "('user','" +
        words + "',1772355600,1),('user','Hm.',1772455600,NULL)" + more + ";");
  };
  const Lines one = with("I live in Lisbon.").read().origins();
  const Lines grown = with("I live in Lisbon.", ",('user','Still.',1772355700,1)").read().origins();
  const Lines other = with("I live in Bergen.").read().origins();
  CHECK(one == grown);
  CHECK(one[0] != other[0]);
  CHECK(one[1] == other[1]);
  CHECK(with("I live in Bergen.").read({0, "1", "", 1}).origins() == Lines{other[0]});
}

TEST_CASE("glenn: ids stay when the database grows and is compacted") {
  const std::string begin =
      kTable + "INSERT INTO messages VALUES('user','gone',1),('user','a',1772355600);";
  const Glenn before(begin);
  const Glenn after(begin +
                    "INSERT INTO messages VALUES('user','b',1772355700);"
                    "DELETE FROM messages WHERE content='gone'; VACUUM;");
  const auto old_ones = before.read().conversations;
  const auto new_ones = after.read().conversations;
  REQUIRE(old_ones.size() == 2);
  REQUIRE(new_ones.size() == 1);
  CHECK(session_id(old_ones[1]) == session_id(new_ones[0]));
}

TEST_CASE("glenn: reading leaves the database and its folder as they were") {
  const Glenn glenn(
      "PRAGMA journal_mode=WAL;" + kTable + "INSERT INTO messages VALUES('user','a',1772355600);",
      "a b%20?#.db");
  CHECK(glenn.read().conversations.size() == 1);
  std::size_t entries = 0;
  for (const auto& entry : std::filesystem::directory_iterator(glenn.folder.path())) {
    CAPTURE(entry.path());
    ++entries;
  }
  CHECK(entries == 1);
}

TEST_CASE("glenn: blobs, invalid UTF-8, NUL and carriage returns") {
  const Glenn glenn(kTable +
                    "INSERT INTO messages VALUES('user',CAST(x'636166E9000D0A78' AS TEXT),1),"
                    "('user',x'7979',2);");
  CHECK(said(glenn.read().conversations.at(0)) ==
        Lines{"U: caf\xef\xbf\xbd\xef\xbf\xbd\r\nx", "U: yy"});
}

TEST_CASE("glenn: what is no database of Glenn's is refused by what it lacks") {
  using Catch::Matchers::Contains;
  const auto error_of = [](const Glenn& glenn) {
    const auto reading = glenn.try_read();
    REQUIRE_FALSE(reading);
    CHECK(reading.error().kind == ErrorKind::kInvalid);
    return to_string(reading.error());
  };
  CHECK_THAT(error_of(Glenn("CREATE TABLE other(x);")), Contains("no table `messages`"));
  CHECK_THAT(error_of(Glenn("CREATE TABLE messages(role, content);")), Contains("`timestamp`"));

  const Glenn torn(kTable);
  std::filesystem::resize_file(torn.path, 5000);
  std::ofstream(torn.path, std::ios::in | std::ios::binary).seekp(100) << std::string(4000, '\x7f');
  CHECK_THAT(error_of(torn), Contains("cannot be read"));

  const auto reader = pyramid::ingest::make_glenn_reader();
  MemoryFileSystem files;
  files.put("/c.json", "[]");
  files.put("/s.jsonl", "{}");
  files.put("/empty", "");
  CHECK_THAT(to_string(try_read(*reader, files, "/c.json").error()), Contains("a JSON array"));
  CHECK_THAT(to_string(try_read(*reader, files, "/s.jsonl").error()), Contains("this is JSON"));
  CHECK_THAT(to_string(try_read(*reader, files, "/empty").error()), Contains("an empty file"));
  CHECK(try_read(*reader, files, "/missing").error().kind == ErrorKind::kNotFound);
}

TEST_CASE("detect_format: by content, not by name") {
  using pyramid::ingest::detect_format;
  const auto files = pyramid::make_real_file_system();
  const Glenn glenn(kTable, "conversations.json");
  CHECK(*detect_format(*files, glenn.path) == "glenn");
  CHECK(*detect_format(*files, fixture("openclaw")) == "openclaw");
  CHECK(*detect_format(*files, fixture("claude")) == "claude");
  CHECK(*detect_format(*files, fixture("claude/conversations.json")) == "claude");
  CHECK(*detect_format(*files, fixture("openclaw/6f0e8f9a-1111-4222-8333-444455556666.jsonl")) ==
        "openclaw");
  CHECK(detect_format(*files, PYRAMID_SOURCE_DIR "/CMakeLists.txt").error().kind ==
        ErrorKind::kInvalid);
  CHECK(detect_format(*files, fixture("nothing here")).error().kind == ErrorKind::kNotFound);
  std::vector<std::string> names;
  for (const auto& reader : pyramid::ingest::all_readers()) names.push_back(reader->name());
  CHECK(names == Lines{"chatgpt", "claude", "claude-code", "codex", "gemini", "openclaw", "glenn",
                       "mcp-memory", "markdown"});
}

}  // namespace glenn_test
