#include "ops/nodes/pending_files.hpp"

#include <utility>

namespace pyramid::ops {

std::optional<std::string> PendingFiles::on_disk(const std::string& path) const {
  Result<std::string> bytes = files_.read(workspace_.absolute(path));
  if (!bytes) return std::nullopt;
  return *std::move(bytes);
}

std::optional<std::string> PendingFiles::bytes(const std::string& path) const {
  const auto change = changes_.find(path);
  return change == changes_.end() ? on_disk(path) : change->second.bytes;
}

bool PendingFiles::is_there(const std::string& path) const {
  const auto change = changes_.find(path);
  if (change != changes_.end()) return change->second.bytes.has_value();
  return files_.stat(workspace_.absolute(path)).has_value();
}

void PendingFiles::put(const std::string& path, std::optional<std::string> bytes) {
  const auto [change, is_new] = changes_.try_emplace(path);
  if (is_new) {
    if (const auto before = on_disk(path)) change->second.before = digest_of(*before);
  }
  change->second.bytes = std::move(bytes);
}

std::map<std::string, std::optional<std::string>> PendingFiles::all() const {
  std::map<std::string, std::optional<std::string>> files;
  for (const auto& [path, change] : changes_) files[path] = change.bytes;
  return files;
}

void PendingFiles::hand_to(workspace::Store& store) const {
  for (const auto& [path, change] : changes_) {
    if (change.bytes) {
      store.put(path, *change.bytes, change.before);
    } else if (change.before) {
      store.remove(path, *change.before);
    }
  }
}

}  // namespace pyramid::ops
