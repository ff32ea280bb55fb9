// OpenClaw's database of sessions (since 2026.8), read beside its owner who may be writing.
#pragma once

#include "ingest/openclaw_entries.hpp"
#include "ingest/openclaw_files.hpp"
#include "ingest/reader.hpp"
#include "ingest/sqlite.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace pyramid::ingest::openclaw {

// A transcript in the database: a session's events, or what was put away of one as a whole.
struct StoredSession {
  std::string origin;
  std::string generation;  // of an archive; "" for events
  Time start;              // as the first event says; of an archive when it was made
  Standing standing = Standing::kLive;
};

class Store {
 public:
  // Whether the database at `path` is one of OpenClaw's sessions.
  static bool is_store(FileSystem& files, const std::string& path);
  // kInvalid when it is none, or cannot be read.
  static Result<std::shared_ptr<Store>> open(FileSystem& files, const std::string& path);

  Result<std::vector<StoredSession>> sessions();
  // By session id.
  std::map<std::string, Card> cards();
  // Damaged events go into `report`. Any thread, several at once.
  Result<Transcript> read(const StoredSession& session, ReadReport& report);

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  struct Event {
    std::string seq;
    std::string bytes;
    bool compressed = false;
    bool active = false;  // on the active branch
  };
  Store(Database database, std::string path);
  Status look_at_schema();
  Status add_archives(std::vector<StoredSession>& sessions);
  Result<std::vector<Event>> events_of(const std::string& origin);
  Result<Transcript> read_archive(const StoredSession& session, ReadReport& report);

  Database database_;
  std::string path_;
  bool has_compressed_ = false, has_active_ = false, has_archives_ = false;
  std::mutex mutex_;  // one statement at a time
};

}  // namespace pyramid::ingest::openclaw
