// .pyramid/sources-<format>: which files of other programs were taken in already. A cache: without
// it an import reads them again and finds the same.
#pragma once

#include "base/digest.hpp"
#include "ingest/seen_files.hpp"
#include "ops/nodes/working_set.hpp"
#include "pyramid/file_system.hpp"
#include "workspace/workspace.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pyramid::ops {

// A file counts as unchanged while its size, times and inode are the same, and, as in git's index,
// only if it was older than the import that read it: one that is written to within the clock's
// grain of our reading looks the same and is not.
class SourceCache final : public ingest::SeenFiles {
 public:
  // `format`: the reader's name. `key`: whatever else decides what a file gives; entries under
  // another key are forgotten. Damage is as good as nothing. `memory` must outlive this.
  SourceCache(FileSystem& files, const workspace::Workspace& workspace, const WorkingSet& memory,
              const std::string& format, const Digest& key);

  const ingest::SeenFile* find(const std::string& path) override;
  void keep(const std::string& path, ingest::SeenFile file) override;
  // There was something to say of this session, and will be the next time.
  void distrust(const Ulid& session) { distrusted_.insert(session); }
  // A long conversation is there only with all of its parts; `parts` are those behind the first.
  void note_parts(const Ulid& session, std::vector<Ulid> parts) {
    parts_[session] = std::move(parts);
  }
  // To the disk; a failure costs the next import time and nothing else.
  void save();

 private:
  struct Entry {
    FileStat stat;
    ingest::SeenFile file;
    std::vector<Ulid> parts;  // of its sessions, behind their first ones
  };
  void load();
  bool load_line(std::string_view line);
  [[nodiscard]] bool is_there(const Entry& entry) const;

  FileSystem& files_;
  const WorkingSet& memory_;
  std::string path_, key_;
  std::int64_t started_ns_ = 0;  // by the clock that stamps files; 0: unknown
  bool changed_ = false;
  std::unordered_map<std::string, Entry> entries_;
  std::unordered_map<std::string, FileStat> looked_at_;  // what find() saw
  std::set<Ulid> distrusted_;
  std::unordered_map<Ulid, std::vector<Ulid>> parts_;  // of sessions that have more than one
};

}  // namespace pyramid::ops
