#include "ingest/source_files.hpp"

#include "base/path.hpp"

#include <algorithm>
#include <cstddef>
#include <unordered_set>
#include <utility>

namespace pyramid::ingest {

namespace {

using Enter = std::function<bool(std::string_view directory)>;
using Wanted = std::function<bool(std::string_view name)>;

// A folder, or a link, on the way.
struct Place {
  std::string path;
  std::string real;   // without links
  std::string below;  // relative to the source
};

class Gathering {
 public:
  Gathering(FileSystem& files, const Enter& enter, const Wanted& wanted, Diagnostics& diagnostics)
      : files_(files), enter_(enter), wanted_(wanted), diagnostics_(diagnostics) {}

  // What lies there comes before what links lead to, as it may be the same.
  Status run(const std::string& source) {
    const Result<std::string> real = files_.real_path(source);
    const Place root{source, real ? *real : source, ""};
    been_.insert(root.real);
    PYRAMID_TRY(look_into(root));
    while (!folders_.empty() || next_link_ < links_.size()) {
      if (folders_.empty()) {
        follow(Place(links_[next_link_++]));
        continue;
      }
      const Place folder = std::move(folders_.back());
      folders_.pop_back();
      if (const Status looked = look_into(folder); !looked) complain(folder, looked.error());
    }
    return {};
  }

  std::vector<std::string> paths;

 private:
  Status look_into(const Place& folder) {
    PYRAMID_ASSIGN(const std::vector<DirectoryEntry> entries, files_.list(folder.path));
    for (const DirectoryEntry& entry : entries) {
      Place place{path::join(folder.path, entry.name), path::join(folder.real, entry.name),
                  folder.below.empty() ? entry.name : path::join(folder.below, entry.name)};
      if (entry.kind == FileKind::kFile) {
        take_file(place);
      } else if (entry.kind == FileKind::kDirectory) {
        take_folder(std::move(place));
      } else if (entry.kind == FileKind::kSymlink) {
        links_.push_back(std::move(place));
      }
    }
    return {};
  }

  void take_file(const Place& place) {
    const bool is_new = wanted_(path::name(place.path)) && been_.insert(place.real).second;
    if (is_new) paths.push_back(place.path);
  }

  void take_folder(Place place) {
    if (enter_(place.below) && been_.insert(place.real).second)
      folders_.push_back(std::move(place));
  }

  void follow(Place link) {
    Result<std::string> real = files_.real_path(link.path);
    if (!real) {
      if (!wanted_(path::name(link.path)) && !enter_(link.below)) return;
      diagnostics_.push_back({Severity::kWarning, link.path,
                              "this link cannot be followed; what it leads to is left out",
                              "mend the link, or remove it"});
      return;
    }
    link.real = std::move(*real);
    const Result<FileStat> there = files_.stat(link.real);
    if (there && there->kind == FileKind::kFile) {
      take_file(link);
    } else {
      take_folder(std::move(link));
    }
  }

  void complain(const Place& folder, const Error& error) {
    if (error.kind == ErrorKind::kNotFound) return;  // gone meanwhile
    diagnostics_.push_back({Severity::kError, folder.path,
                            "this folder cannot be read; what lies in it is left out",
                            "import again when it may be read"});
  }

  FileSystem& files_;
  const Enter& enter_;
  const Wanted& wanted_;
  Diagnostics& diagnostics_;
  std::vector<Place> folders_, links_;
  std::size_t next_link_ = 0;
  std::unordered_set<std::string> been_;  // by their real paths
};

}  // namespace

Result<std::vector<std::string>> files_below(FileSystem& files, const std::string& folder,
                                             const Enter& enter, const Wanted& wanted,
                                             Diagnostics& diagnostics) {
  Gathering gathering(files, enter, wanted, diagnostics);
  PYRAMID_TRY(gathering.run(folder));
  std::sort(gathering.paths.begin(), gathering.paths.end());
  return std::move(gathering.paths);
}

}  // namespace pyramid::ingest
