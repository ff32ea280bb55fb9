// What the kernel tells of a workspace's files that the index has not been told yet.
#pragma once

#include "base/directory_watch.hpp"
#include "base/wake.hpp"
#include "index/index.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"
#include "workspace/extra_paths.hpp"
#include "workspace/workspace.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace pyramid::ops {

// Belongs to one thread at a time.
class ChangedFiles {
 public:
  // From now on; all files count as changed. kIo where the kernel lets nobody watch so many
  // folders.
  static Result<ChangedFiles> begin(const workspace::Workspace& workspace);

  struct Told {
    bool counts = false;         // something of the memory changed
    bool settings = false;       // so did pyramid.yaml
    std::set<std::string> asks;  // workspace/watching.hpp
  };
  // Waits at most so long. kNotFound once the workspace is moved or removed, or another folder lies
  // in its place.
  Result<Told> take(std::chrono::milliseconds patience, const Wake& wake);

  // Extra paths are named, come and go without a word from the kernel, so that is looked up. What
  // cannot be watched is looked at each time, and everything where another machine may change files
  // of a disk unseen.
  void look_at_unwatched(FileSystem& files, const workspace::Workspace& workspace,
                         const std::string& home);
  // One folder more, workspace-relative.
  Status also(const std::string& folder) { return watch_.also(folder); }

  void all() { changed_.all = true; }
  [[nodiscard]] bool empty() const { return changed_.empty(); }
  // nullopt: any file may have changed.
  [[nodiscard]] std::optional<std::vector<std::string>> paths() const;
  // The index was brought up to them; what could not be read counts as changed still.
  void taken_in(const index::RefreshReport& scan);

 private:
  // A folder, whatever it is called.
  using Folder = std::pair<std::uint64_t, std::uint64_t>;
  static Folder folder_at(const std::string& path);

  ChangedFiles(const std::string& root, DirectoryWatch watch,
               std::shared_ptr<std::vector<workspace::ExtraPath>> extra,
               std::shared_ptr<bool> foreign)
      : root_(root),
        folder_(folder_at(root)),
        watch_(std::move(watch)),
        extra_(std::move(extra)),
        foreign_(std::move(foreign)) {}

  std::string root_;
  Folder folder_;
  DirectoryWatch watch_;
  std::shared_ptr<std::vector<workspace::ExtraPath>> extra_;  // `watch_` asks for them
  std::shared_ptr<bool> foreign_;                             // and sets this
  DirectoryWatch::Changes changed_ = {{}, true};
};

}  // namespace pyramid::ops
