// A state folder of OpenClaw's as its newer versions keep it, with the database open for writing.
#pragma once

#include "tests/support/catch.hpp"
#include "tests/support/temp_directory.hpp"
#include "tests/support/tree.hpp"

#include <sqlite3.h>
#include <zstd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

namespace pyramid::test {

inline std::string zstd_frame(const std::string& text) {
  std::string frame(ZSTD_compressBound(text.size()), '\0');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), text.data(), text.size(), 1));
  return frame;
}

class OpenClawHome {
 public:
  // Tables as version 23 of the schema has them, or as the first ones had.
  explicit OpenClawHome(bool newest = true) {
    std::filesystem::create_directories(agent_ + "/agent");
    std::filesystem::create_directories(agent_ + "/sessions");
    REQUIRE(sqlite3_open(store().c_str(), &database_) == SQLITE_OK);
    run("PRAGMA journal_mode=WAL");
    run(newest ? "CREATE TABLE transcript_events(session_id TEXT, seq INTEGER, event_json TEXT,"
                 " created_at INTEGER, event_zstd BLOB, event_utf8_bytes INTEGER,"
                 " navigation_json TEXT, PRIMARY KEY(session_id, seq)) STRICT"
               : "CREATE TABLE transcript_events(session_id TEXT, seq INTEGER, event_json TEXT,"
                 " created_at INTEGER, PRIMARY KEY(session_id, seq))");
    run("CREATE TABLE session_windows(session_id TEXT PRIMARY KEY, session_key TEXT)");
    run("CREATE TABLE session_nodes(session_key TEXT PRIMARY KEY, current_session_id TEXT,"
        " entry_json TEXT, label TEXT, display_name TEXT)");
    if (!newest) return;
    run("CREATE TABLE session_transcript_active_events(session_id TEXT, active_position INTEGER,"
        " event_seq INTEGER, message_position INTEGER)");
    run("CREATE TABLE session_transcript_archives(session_id TEXT, generation INTEGER,"
        " session_key TEXT, reason TEXT, encoding TEXT, archive_blob BLOB, created_at INTEGER)");
  }
  ~OpenClawHome() { close(); }
  OpenClawHome(const OpenClawHome&) = delete;
  OpenClawHome& operator=(const OpenClawHome&) = delete;

  [[nodiscard]] std::string path() const { return folder_.path(); }
  [[nodiscard]] std::string store() const { return agent_ + "/agent/openclaw-agent.sqlite"; }
  [[nodiscard]] std::string sessions() const { return agent_ + "/sessions"; }
  void close() {
    sqlite3_close(database_);
    database_ = nullptr;
  }

  void run(const std::string& sql) {
    char* message = nullptr;
    sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, &message);
    INFO((message == nullptr ? "" : message));
    REQUIRE(message == nullptr);
  }
  // Adds an event behind those that the session has; long ones as the newest version would.
  void event(const std::string& session, const std::string& json, bool compressed = false) {
    insert("INSERT INTO transcript_events(session_id, seq, " +
               std::string(compressed ? "event_zstd" : "event_json") +
               ", created_at) VALUES(?1, (SELECT coalesce(max(seq) + 1, 0) FROM transcript_events"
               " WHERE session_id = ?1), ?2, 1772355600000)",
           session, compressed ? zstd_frame(json) : json, compressed);
  }
  void archive(const std::string& session, const std::string& reason, const std::string& lines,
               bool compressed) {
    insert(
        "INSERT INTO session_transcript_archives(session_id, generation, reason, encoding,"
        " archive_blob, created_at) VALUES(?1, 1, '" +
            reason + "', '" + (compressed ? "zstd" : "identity") + "', ?2, 1772355600000)",
        session, compressed ? zstd_frame(lines) : lines, true);
  }
  void write(const std::string& name, const std::string& bytes) const {
    std::filesystem::create_directories(
        std::filesystem::path(sessions() + "/" + name).parent_path());
    std::ofstream(sessions() + "/" + name, std::ios::binary) << bytes;
  }
  // Every file with its bytes.
  [[nodiscard]] std::map<std::string, std::string> files() const {
    return tree_below(folder_.path());
  }

 private:
  void insert(const std::string& sql, const std::string& session, const std::string& bytes,
              bool as_blob) {
    sqlite3_stmt* statement = nullptr;
    REQUIRE(sqlite3_prepare_v2(database_, sql.c_str(), -1, &statement, nullptr) == SQLITE_OK);
    sqlite3_bind_text(statement, 1, session.c_str(), -1, SQLITE_TRANSIENT);
    const int size = static_cast<int>(bytes.size());
    if (as_blob) {
      sqlite3_bind_blob(statement, 2, bytes.data(), size, SQLITE_TRANSIENT);
    } else {
      sqlite3_bind_text(statement, 2, bytes.data(), size, SQLITE_TRANSIENT);
    }
    CHECK(sqlite3_step(statement) == SQLITE_DONE);
    sqlite3_finalize(statement);
  }

  TempDirectory folder_;
  std::string agent_ = folder_ / "agents/main";
  sqlite3* database_ = nullptr;
};

}  // namespace pyramid::test
