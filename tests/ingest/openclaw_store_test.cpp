#include "tests/ingest/openclaw_home.hpp"
#include "tests/ingest/reading.hpp"

namespace openclaw_store_test {

using pyramid::ErrorKind;
using pyramid::ingest::ReadOptions;
using namespace pyramid::test;
using Lines = std::vector<std::string>;

namespace {

const std::string kOne = "6f0e8f9a-1111-4222-8333-444455556666";
const std::string kTwo = "7a1e8f9a-1111-4222-8333-444455556666";

std::string header(const std::string& id, const std::string& day = "01") {
  return R"({"type":"session","version":3,"id":")" + id + R"(","timestamp":"2026-03-)" + day +
         R"(T09:00:00.000Z","cwd":"/home/mia"})";
}

std::string message(const std::string& id, const std::string& parent, const std::string& text,
                    const std::string& role = "user", const std::string& day = "01") {
  return R"({"type":"message","id":")" + id + R"(","parentId":)" +
         (parent.empty() ? "null" : "\"" + parent + "\"") + R"(,"timestamp":"2026-03-)" + day +
         R"(T09:00:04.000Z","message":{"role":")" + role +
         R"(","content":[{"type":"text","text":")" + text + R"("}]}})";
}

pyramid::Result<Reading> try_source(const std::string& source, const ReadOptions& options = {}) {
  const auto reader = pyramid::ingest::make_openclaw_reader();
  return try_read(*reader, *pyramid::make_real_file_system(), source, options);
}

Reading read_source(const std::string& source, const ReadOptions& options = {}) {
  auto reading = try_source(source, options);
  if (!reading) FAIL(to_string(reading.error()));
  return std::move(*reading);
}

// A short talk under the id, as its file and as its events.
Lines talk(const std::string& id) {
  return {header(id), message("e1", "", "I moved to Porto."),
          message("e2", "e1", "Noted.", "assistant")};
}

std::string as_file(const Lines& lines) {
  std::string bytes;
  for (const std::string& line : lines) bytes += line + "\n";
  return bytes;
}

void put(OpenClawHome& home, const std::string& session, const Lines& events) {
  for (const std::string& event : events) home.event(session, event);
}

ReadOptions also_deleted() {
  ReadOptions options;
  options.deleted = true;
  return options;
}

}  // namespace

TEST_CASE("openclaw store: events are read as JSON and from compressed frames alike") {
  OpenClawHome home;
  home.event(kOne, header(kOne));
  home.event(kOne, message("e1", "", "I moved to Porto."));
  const std::string words(5000, 'x');
  home.event(kOne, message("e2", "e1", words, "assistant"), true);
  const Reading reading = read_source(home.store());
  CHECK(reading.origins() == Lines{kOne});
  CHECK(said(reading.conversations.at(0)) == Lines{"U: I moved to Porto.", "A: " + words});
  CHECK(reading.conversations[0].source == "openclaw");
  CHECK(reading.conversations[0].turns[1].origin == "e2");
  CHECK(format_time(reading.conversations[0].start) == "2026-03-01T09:00:04Z");
  CHECK(reading.report.diagnostics.empty());
}

TEST_CASE("openclaw store: an older schema, without frames and without the active branch") {
  OpenClawHome home(false);
  put(home, kOne, talk(kOne));
  home.event(kOne, message("left", "e1", "A branch that was left.", "assistant"));
  home.event(kOne, message("e3", "e2", "It is small."));
  CHECK(said(read_source(home.path()).conversations.at(0)) ==
        Lines{"U: I moved to Porto.", "A: Noted.", "U: It is small."});
}

TEST_CASE("openclaw store: the active branch is what the database says it is") {
  OpenClawHome home;
  put(home, kOne, talk(kOne));
  home.event(kOne, message("left", "e1", "A branch that was left.", "assistant"));
  home.run("INSERT INTO session_transcript_active_events VALUES('" + kOne + "',1,2,1),('" + kOne +
           "',0,1,0)");
  CHECK(said(read_source(home.path()).conversations.at(0)) ==
        Lines{"U: I moved to Porto.", "A: Noted."});
}

TEST_CASE("openclaw store: forks by what is no prompt lose nothing, whatever branch is active") {
  OpenClawHome home;
  put(home, kOne, talk(kOne));
  home.event(kOne, R"({"type":"custom","id":"c","parentId":"e2"})");
  home.event(kOne, message("e3", "e2", "It is small."));
  home.event(kOne, message("e4", "c", "And bright."));
  home.run("INSERT INTO session_transcript_active_events VALUES('" + kOne + "',0,1,0),('" + kOne +
           "',1,2,1),('" + kOne + "',2,3,2),('" + kOne + "',3,5,3)");
  CHECK(said(read_source(home.path()).conversations.at(0)) ==
        Lines{"U: I moved to Porto.", "A: Noted.", "U: It is small.", "U: And bright."});
}

TEST_CASE("openclaw store: messages that one event holds are of its branch, and each a turn") {
  OpenClawHome home;
  put(home, kOne, talk(kOne));
  home.event(kOne, message("e3", "e2",
                           "[Queued messages while agent was busy]\\n\\n---\\nQueued #1\\nIt is "
                           "small.\\n\\n---\\nQueued #2\\nAnd bright."));
  home.event(kOne, message("left", "e2", "It is large."));
  home.run("INSERT INTO session_transcript_active_events VALUES('" + kOne + "',0,1,0),('" + kOne +
           "',1,2,1),('" + kOne + "',2,3,2)");
  CHECK(said(read_source(home.path()).conversations.at(0)) ==
        Lines{"U: I moved to Porto.", "A: Noted.", "U: It is small.", "U: And bright."});
}

TEST_CASE("openclaw store: of an active branch that is not whole what stands beside it stays") {
  const auto said_where_active = [](const std::string& rows) {
    OpenClawHome home;
    put(home, kOne, talk(kOne));
    home.event(kOne, message("e3", "lost", "It is small."));
    home.event(kOne, message("e4", "e3", "But bright.", "assistant"));
    home.event(kOne, message("left", "e3", "A branch that was left.", "assistant"));
    home.run("INSERT INTO session_transcript_active_events VALUES" + rows);
    const Reading reading = read_source(home.path());
    CHECK(reading.report.left_out[pyramid::LeftOutReason::kBranch] == 1);
    return said(reading.conversations.at(0));
  };
  const Lines all = {"U: I moved to Porto.", "A: Noted.", "U: It is small.", "A: But bright."};
  CHECK(said_where_active("('" + kOne + "',3,4,3)") == all);
  CHECK(said_where_active("('" + kOne + "',0,1,0),('" + kOne + "',3,4,3)") == all);
}

TEST_CASE("openclaw store: a session is called by its label, a group's by the group") {
  OpenClawHome home;
  put(home, kOne, talk(kOne));
  put(home, kTwo, talk(kTwo));
  home.event("third", message("f1", "", "Hello."));
  home.run("INSERT INTO session_windows VALUES('" + kOne + "','agent:main:main'),('" + kTwo +
           "','agent:main:signal:group:7'),('third','agent:main:web')");
  home.run(
      "INSERT INTO session_nodes VALUES"
      "('agent:main:main','" +
      kOne +
      "','{\"displayName\":\"Mia\"}','The move','Mia'),"
      "('agent:main:signal:group:7','later','{\"displayName\":\"Family\"}',NULL,NULL),"
      "('agent:main:web','third','{\"displayName\":\"Mia\"}',NULL,'Mia')");
  const Reading reading = read_source(home.path());
  std::map<std::string, std::string> titles;
  for (const auto& one : reading.conversations) titles[one.origin] = one.title;
  CHECK(titles == std::map<std::string, std::string>{
                      {kOne, "The move"}, {kTwo, "Family"}, {"third", "Hello."}});
}

TEST_CASE("openclaw store: errands of the agent are counted and left out, unless asked for") {
  OpenClawHome home;
  const Lines keys = {"cron:7",
                      "agent:main:cron:7:run:x",
                      "hook:1f",
                      "agent:main:subagent:1f",
                      "agent:main:main:heartbeat",
                      "agent:main:telegram:direct:5"};
  for (const std::string& key : keys) {
    put(home, "id of " + key, talk("id of " + key));
    home.run("INSERT INTO session_windows VALUES('id of " + key + "','" + key + "')");
  }
  const Reading reading = read_source(home.path());
  CHECK(reading.origins() == Lines{"id of agent:main:telegram:direct:5"});
  CHECK(reading.report.skipped_conversations == 5);
  CHECK(read_source(home.path(), {0, "id of cron:7", "", 1}).conversations.size() == 1);
}

TEST_CASE("openclaw store: a live writer is not disturbed, and what it has not committed waits") {
  OpenClawHome home;
  put(home, kOne, talk(kOne));
  home.run("BEGIN");
  home.event(kOne, message("e3", "e2", "Not said yet."));
  const auto before = home.files();
  const Reading first = read_source(home.path());
  CHECK(home.files() == before);
  CHECK(said(first.conversations.at(0)) == Lines{"U: I moved to Porto.", "A: Noted."});
  home.run("COMMIT");
  home.event(kOne, message("e4", "e3", "Now it is.", "assistant"));
  const Reading second = read_source(home.path());
  CHECK(session_id(second.conversations.at(0)) == session_id(first.conversations[0]));
  CHECK(second.conversations[0].turns.size() == 4);
  home.close();
  const auto at_rest = home.files();
  CHECK(read_source(home.path()).conversations.at(0).turns.size() == 4);
  CHECK(home.files() == at_rest);
}

TEST_CASE("openclaw store: a log without its index is told, and no file is made beside it") {
  OpenClawHome home;
  put(home, kOne, talk(kOne));
  const TempDirectory copy;
  std::filesystem::copy(home.store(), copy / "a.sqlite");
  std::filesystem::copy(home.store() + "-wal", copy / "a.sqlite-wal");
  const auto refused = try_source(copy / "a.sqlite");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == ErrorKind::kInvalid);
  CHECK_FALSE(std::filesystem::exists(copy / "a.sqlite-shm"));
  std::filesystem::copy(home.store() + "-shm", copy / "a.sqlite-shm");
  CHECK(read_source(copy / "a.sqlite").conversations.size() == 1);
}

TEST_CASE("openclaw store: a session of both eras is one, with the ids that its file gave it") {
  OpenClawHome home;
  home.write(kOne + ".jsonl", as_file(talk(kOne)));
  const auto before = read_source(home.sessions() + "/" + kOne + ".jsonl").conversations.at(0);
  home.write("session-sqlite-import-archive/" + kOne + ".jsonl", as_file(talk(kOne)));
  put(home, kOne, talk(kOne));
  home.event(kOne, message("e3", "e2", "It is small."));
  for (const std::string& source : {home.path(), home.path() + "/agents/main/", home.sessions()}) {
    const Reading reading = read_source(source);
    REQUIRE(reading.origins() == Lines{kOne});
    const auto& after = reading.conversations[0];
    CHECK(session_id(after) == session_id(before));
    CHECK(after.turns.size() == 3);
    CHECK(after.turns[0].origin == before.turns[0].origin);
    CHECK(after.turns[1].at == before.turns[1].at);
    CHECK(reading.report.diagnostics.empty());
  }
}

TEST_CASE("openclaw store: what went into the database is read where it is nowhere else") {
  OpenClawHome home;
  put(home, kOne, talk(kOne));
  const std::string archive = "../session-sqlite-import-archive/";
  home.write(archive + "agent-main-main." + kOne + ".jsonl.imported-1780000000000",
             as_file(talk(kOne)));
  CHECK(read_source(home.path()).origins() == Lines{kOne});
  // A session that the database has not, under a key in front, twice.
  home.write(archive + "archive-tier." + kTwo + ".jsonl.imported-1780000000000",
             as_file(talk(kTwo)));
  home.write(archive + "archive-tier." + kTwo + ".jsonl.imported-1780000000000.1",
             as_file(talk(kTwo)));
  const Reading reading = read_source(home.path());
  CHECK(reading.conversations.size() == 2);
  CHECK(reading.report.diagnostics.empty());
  // In the sessions' own folder too; and what was deleted stays so.
  OpenClawHome files;
  files.write("archive-tier." + kTwo + ".jsonl.imported-1780000000000", as_file(talk(kTwo)));
  files.write(kOne + ".jsonl.deleted.2026-03-01T09-30-05.123Z.imported-1780000000000",
              as_file(talk(kOne)));
  CHECK(read_source(files.sessions()).origins() == Lines{kTwo});
}

TEST_CASE("openclaw store: after a way back to files the file that went on is the session") {
  OpenClawHome home;
  put(home, kOne, talk(kOne));
  home.write(kOne + ".jsonl",
             as_file(talk(kOne)) + message("e3", "e2", "From the file.", "user", "02") + "\n");
  CHECK(said(read_source(home.path()).conversations.at(0)).back() == "U: From the file.");
}

TEST_CASE("openclaw store: what only the older of two transcripts still holds stays") {
  OpenClawHome home;
  home.write(kOne + ".jsonl",
             as_file(talk(kOne)) + as_file({message("e3", "e2", "It is small."),
                                            message("left", "e3", "A branch.", "assistant")}));
  home.event(kOne, header(kOne, "02"));
  home.event(kOne, message("e3", "e2", "It is small."));
  home.event(kOne, message("e4", "e3", "But bright.", "assistant", "02"));
  const Reading reading = read_source(home.path());
  REQUIRE(reading.origins() == Lines{kOne});
  CHECK(said(reading.conversations.at(0)) ==
        Lines{"U: I moved to Porto.", "A: Noted.", "U: It is small.", "A: But bright."});
  CHECK(reading.report.left_out[pyramid::LeftOutReason::kBranch] == 1);
  CHECK(reading.report.left_out[pyramid::LeftOutReason::kCopy] == 0);
}

TEST_CASE("openclaw: a reset after which ids are counted from the start takes nothing away") {
  OpenClawHome home;
  home.write("s.jsonl.reset.2026-03-01T09-30-05.123Z", as_file(talk("s")));
  home.write("s.jsonl",
             as_file({header("s", "02"), message("e1", "", "A new day.", "user", "02")}));
  const Reading reading = read_source(home.path());
  CHECK(reading.origins() == Lines{"s", "s#e1"});
}

TEST_CASE("openclaw: archives that a reset made are conversations, those of deletions are not") {
  OpenClawHome home;
  home.write("a.jsonl.reset.2026-03-01T09-30-05.123Z", as_file(talk("a")));
  home.write("b.jsonl.deleted.2026-03-01T09-30-05Z.zst", zstd_frame(as_file(talk("b"))));
  home.write("b.jsonl.bak.2026-02-01T09-30-05Z", as_file(talk("b")));
  home.write("c.jsonl.bak.2026-03-01T09-30-05.123Z", as_file(talk("c")));
  home.write("cold/0123456789abcdef.jsonl.zst", zstd_frame(as_file(talk("d"))));
  home.write("d.checkpoint.77.jsonl", as_file(talk("e")));
  home.write("f.jsonl.old", as_file(talk("f")));
  home.archive("g", "deleted", as_file(talk("g")), false);
  home.archive("h", "reset", as_file(talk("h")), true);
  auto origins = read_source(home.path()).origins();
  std::sort(origins.begin(), origins.end());
  CHECK(origins == Lines{"a", "c", "d", "h"});
  CHECK(read_source(home.path()).report.skipped_conversations == 2);
  origins = read_source(home.path(), also_deleted()).origins();
  std::sort(origins.begin(), origins.end());
  CHECK(origins == Lines{"a", "b", "c", "d", "g", "h"});
}

TEST_CASE("openclaw: a deleted session that lies alone is still a deleted one") {
  OpenClawHome home;
  home.write("x.jsonl.deleted.2026-03-01T09-30-05.123Z", as_file(talk("x")));
  const Reading reading = read_source(home.sessions());
  CHECK(reading.conversations.empty());
  CHECK(reading.report.skipped_conversations == 1);
  CHECK(read_source(home.sessions(), also_deleted()).origins() == Lines{"x"});
  CHECK(read_source(home.sessions(), {0, "x", "", 1}).origins() == Lines{"x"});
}

TEST_CASE("openclaw: what a reset put away and what the same session says since are two parts") {
  OpenClawHome home;
  home.write("s.jsonl.reset.2026-03-01T09-30-05.123Z", as_file(talk("s")));
  home.write("s.jsonl",
             as_file({header("s", "02"), message("n1", "", "A new day.", "user", "02")}));
  const Reading reading = read_source(home.path());
  CHECK(reading.origins() == Lines{"s", "s#n1"});
  CHECK(said(reading.conversations.at(1)) == Lines{"U: A new day."});
}

TEST_CASE("openclaw: all agents of the state folder, one file by name, and an archive by name") {
  OpenClawHome home;
  put(home, kOne, talk(kOne));
  const std::string work = home.path() + "/agents/work/sessions";
  std::filesystem::create_directories(work);
  std::ofstream(work + "/w.jsonl") << as_file(talk("w"));
  for (const std::string& source : {home.path(), home.path() + "/agents"}) {
    CHECK(read_source(source).origins() == Lines{kOne, "w"});
  }
  home.write("x.jsonl.deleted.2026-03-01T09-30-05.123Z", as_file(talk("x")));
  CHECK(read_source(home.sessions() + "/x.jsonl.deleted.2026-03-01T09-30-05.123Z").origins() ==
        Lines{"x"});
}

TEST_CASE("openclaw: sessions.json tells errands and titles of the sessions in files") {
  OpenClawHome home;
  home.write("a.jsonl", as_file(talk("a")));
  home.write("b.jsonl", as_file(talk("b")));
  home.write("sessions.json", R"({"agent:main:main":{"sessionId":"a","label":"The move"},)"
                              R"("agent:main:cron:7":{"sessionId":"b"}})");
  const Reading reading = read_source(home.sessions());
  CHECK(reading.origins() == Lines{"a"});
  CHECK(reading.conversations.at(0).title == "The move");
  CHECK(reading.report.skipped_conversations == 1);
}

TEST_CASE("openclaw store: one event that cannot be read is told and stops nothing") {
  OpenClawHome home;
  put(home, kOne, talk(kOne));
  home.run("INSERT INTO transcript_events(session_id, seq) VALUES('" + kOne + "', 7)");
  home.run("INSERT INTO transcript_events(session_id, seq, event_json) VALUES('" + kOne +
           "', 8, '{broken')");
  home.run("INSERT INTO transcript_events(session_id, seq, event_zstd) VALUES('" + kOne +
           "', 9, x'28B52FFD00')");
  home.event(kOne, message("e3", "lost", "Behind the damage."));
  home.archive("z", "reset", "no frame", true);
  const Reading reading = read_source(home.path());
  CHECK(said(reading.conversations.at(0)) ==
        Lines{"U: I moved to Porto.", "A: Noted.", "U: Behind the damage."});
  REQUIRE(reading.report.diagnostics.size() == 4);
  CHECK(reading.report.diagnostics[0].where == home.store());
  CHECK(reading.report.diagnostics[0].what.find("event 7 of session " + kOne) != std::string::npos);
}

TEST_CASE("openclaw store: it is known by its tables, and another database is not its") {
  OpenClawHome home;
  put(home, kOne, talk(kOne));
  const auto files = pyramid::make_real_file_system();
  CHECK(*pyramid::ingest::detect_format(*files, home.store()) == "openclaw");
  CHECK(*pyramid::ingest::detect_format(*files, home.path()) == "openclaw");
  CHECK(*pyramid::ingest::detect_format(*files, home.sessions()) == "openclaw");
  const TempDirectory other;
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open((other / "x.db").c_str(), &database) == SQLITE_OK);
  sqlite3_exec(database, "CREATE TABLE messages(role, content, timestamp)", nullptr, nullptr,
               nullptr);
  sqlite3_close(database);
  CHECK(*pyramid::ingest::detect_format(*files, other / "x.db") == "glenn");
  const auto refused = try_source(other / "x.db");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().what.find("no sessions of OpenClaw") != std::string::npos);
}

}  // namespace openclaw_store_test
