// Changes to files that build on each other, until they are written.
#pragma once

#include "base/digest.hpp"
#include "pyramid/file_system.hpp"
#include "workspace/store.hpp"
#include "workspace/workspace.hpp"

#include <map>
#include <optional>
#include <string>

namespace pyramid::ops {

// Not thread-safe.
class PendingFiles {
 public:
  PendingFiles(FileSystem& files, const workspace::Workspace& workspace)
      : files_(files), workspace_(workspace) {}

  // As the changes so far leave the file; nullopt: it is not there, or cannot be read.
  [[nodiscard]] std::optional<std::string> bytes(const std::string& path) const;
  // Whether bytes() may give some, without reading them.
  [[nodiscard]] bool is_there(const std::string& path) const;
  // nullopt: it goes.
  void put(const std::string& path, std::optional<std::string> bytes);
  [[nodiscard]] bool empty() const { return changes_.empty(); }
  // nullopt: it goes.
  [[nodiscard]] std::map<std::string, std::optional<std::string>> all() const;
  // Into the store's batch, each against what stood on the disk when it was first changed.
  void hand_to(workspace::Store& store) const;

 private:
  struct Change {
    std::optional<std::string> bytes;
    std::optional<Digest> before;
  };
  [[nodiscard]] std::optional<std::string> on_disk(const std::string& path) const;

  FileSystem& files_;
  const workspace::Workspace& workspace_;
  std::map<std::string, Change> changes_;
};

}  // namespace pyramid::ops
