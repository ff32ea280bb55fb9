// What is queued under `.pyramid/queue`: one file per transcript, named after it.
//
//   <digest of format and path>.json   {"format", "path", "conversation", "tries", "error"}
//   <the same>.work                    the same while it is worked on; after a kill it is put back
//   sync, sync.work                    a sync is wanted
//   worker.lock                        held by who works on it
#pragma once

#include "pyramid/file_system.hpp"
#include "pyramid/queue.hpp"
#include "workspace/workspace.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pyramid::ops {

inline constexpr int kMostTries = 3;

struct QueueEntry {
  std::string name;  // without its ending
  QueuedTranscript transcript;
  int tries = 0;
  std::string error;  // of the last one
  [[nodiscard]] bool is_given_up() const { return tries >= kMostTries; }
};

class QueueFiles {
 public:
  // `files` is borrowed.
  QueueFiles(FileSystem& files, const std::string& root);

  Status put(const QueuedTranscript& transcript);
  Status put_sync();
  // Those queued, given up ones too, sorted by name. What is no entry of ours is passed over.
  [[nodiscard]] std::vector<QueueEntry> entries() const;
  [[nodiscard]] bool wants_sync() const;
  // Whether something was taken, by who works now or was killed.
  [[nodiscard]] bool has_taken() const;
  // kConflict where another process has it.
  Result<std::unique_ptr<FileLock>> lock();

  // REQUIRES of the rest: the lock is held.
  // What a killed worker had taken is queued again, as a try that failed.
  void end_killed();
  Status take(const QueueEntry& entry);
  // Not what was queued meanwhile.
  void done(const QueueEntry& entry);
  // In line again, as it was or with what was wrong, unless it was put there anew meanwhile.
  void put_back(const QueueEntry& entry);
  void failed(QueueEntry entry, const std::string& error);
  Status try_again(QueueEntry entry);
  Status drop(const QueueEntry& entry);
  Status take_sync();
  void sync_done();
  void sync_failed();

 private:
  [[nodiscard]] std::string at(const std::string& name) const;
  Status write(const QueueEntry& entry);

  FileSystem& files_;
  std::string folder_;
};

}  // namespace pyramid::ops
