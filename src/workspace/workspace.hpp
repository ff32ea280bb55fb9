// An open workspace: its root, its settings, its lock; and finding it from a folder.
#pragma once

#include "format/settings.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/progress.hpp"
#include "pyramid/result.hpp"
#include "pyramid/zone.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pyramid::workspace {

// The nearest folder at or above `from` that holds pyramid.yaml. kNotWorkspace if none.
Result<std::string> find_root(FileSystem& files, const std::string& from);

struct Workspace {
  std::string root;
  format::Settings settings;
  Diagnostics diagnostics;  // of pyramid.yaml
  // The setting `timezone`, by whose days the memory is planned. Where it cannot be found UTC is
  // taken to read, and nothing may be written: days would be another machine's.
  Zone zone;
  std::optional<Error> no_zone;
  [[nodiscard]] std::string absolute(std::string_view relative) const;
};

// Reads the settings. kNotFound when root does not exist, kNotWorkspace when it has no
// pyramid.yaml; a broken pyramid.yaml is kInvalid.
Result<Workspace> open(FileSystem& files, const std::string& root);

// One writer at a time: `.pyramid/lock`, held until destroyed. Waits for another that holds it,
// with one notice when that is to be felt: kConflict after 5 seconds, kCancelled when the person
// has had enough.
Result<std::unique_ptr<FileLock>> lock(FileSystem& files, const Workspace& workspace,
                                       Progress& progress);

// Creates `.pyramid/` with its own .gitignore of `*` if need be.
Status ensure_cache_folder(FileSystem& files, const Workspace& workspace);

}  // namespace pyramid::workspace
