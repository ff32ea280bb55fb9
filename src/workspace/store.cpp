#include "workspace/store.hpp"

#include "base/path.hpp"

#include <fmt/format.h>

#include <set>
#include <utility>

namespace pyramid::workspace {

namespace {

constexpr std::string_view kTemporaryPrefix = ".pyramid-tmp-";

std::string temporary_for(const std::string& path) {
  const std::string name = std::string(kTemporaryPrefix) + to_hex(digest_of(path)).substr(0, 16);
  return path::join(path::directory(path), name);
}

// What a crash left behind in a folder we are about to write to.
Status sweep(FileSystem& files, const std::string& folder) {
  const Result<std::vector<DirectoryEntry>> entries = files.list(folder);
  if (!entries) return {};  // a new folder; a real problem shows when we write
  for (const DirectoryEntry& entry : *entries) {
    if (entry.name.rfind(kTemporaryPrefix, 0) != 0) continue;
    PYRAMID_TRY(files.remove(path::join(folder, entry.name)));
  }
  return {};
}

}  // namespace

Store::Store(FileSystem& files, std::string root) : files_(files), root_(std::move(root)) {}

void Store::put(std::string path, std::string bytes, std::optional<Digest> expected) {
  const auto known = changes_.find(path);
  // A second change of the same batch still starts from what is on the disk.
  if (known != changes_.end()) expected = known->second.expected;
  changes_[std::move(path)] = Change{std::move(bytes), expected};
}

void Store::remove(std::string path, Digest expected) {
  const auto known = changes_.find(path);
  if (known == changes_.end()) {
    changes_[std::move(path)] = Change{std::nullopt, expected};
  } else if (known->second.expected) {
    known->second.bytes = std::nullopt;
  } else {
    changes_.erase(known);  // it was to be new: nothing has to happen
  }
}

Result<Store::Report> Store::commit() {
  const std::map<std::string, Change> changes = std::exchange(changes_, {});
  Report report;
  std::vector<const std::map<std::string, Change>::value_type*> to_write, to_remove;
  std::set<std::string> folders;
  for (const auto& entry : changes) {
    const auto& [path, change] = entry;
    const std::string place = path::join(root_, path);
    const Result<std::string> current = files_.read(place);
    if (!current && current.error().kind != ErrorKind::kNotFound) {
      return fail(Error(current.error()));
    }
    const std::optional<Digest> digest =
        current ? std::optional(digest_of(*current)) : std::nullopt;
    if (current && change.bytes && *current == *change.bytes) {
      ++report.unchanged;
    } else if (!current && !change.bytes) {
      ++report.unchanged;
    } else if (digest != change.expected) {
      report.overtaken.push_back(path);
    } else if (change.bytes) {
      to_write.push_back(&entry);
      folders.insert(std::string(path::directory(place)));
    } else {
      to_remove.push_back(&entry);
    }
  }
  for (const std::string& folder : folders) {
    PYRAMID_TRY(files_.make_directories(folder));
    PYRAMID_TRY(sweep(files_, folder));
  }
  for (const auto* entry : to_write) {
    PYRAMID_TRY(files_.write(temporary_for(path::join(root_, entry->first)), *entry->second.bytes));
  }
  if (!to_write.empty()) PYRAMID_TRY(files_.sync(root_));
  for (const auto* entry : to_write) {
    const std::string place = path::join(root_, entry->first);
    PYRAMID_TRY(files_.rename(temporary_for(place), place));
    report.written.push_back(entry->first);
  }
  for (const auto* entry : to_remove) {
    PYRAMID_TRY(files_.remove(path::join(root_, entry->first)));
    report.removed.push_back(entry->first);
  }
  return report;
}

}  // namespace pyramid::workspace
