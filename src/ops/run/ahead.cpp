#include "ops/run/ahead.hpp"

#include "history/repository.hpp"

#include <algorithm>
#include <utility>

namespace pyramid::ops {

namespace {

// Who looks something up in the index waits for so many at most.
constexpr std::size_t kAtOnce = 128;

std::vector<history::PathChange> written(const Changes& all) {
  std::vector<history::PathChange> changes;
  for (const auto& [path, digest] : all) {
    if (digest) changes.push_back({std::string(path), std::nullopt, digest});
  }
  return changes;
}

}  // namespace

void Ahead::take_in(const WorkingSet& memory, const Changes& flushed) {
  Changes all = indexed_.empty() ? memory.changes() : Changes();
  all.add(flushed);
  if (diary_ != nullptr) (void)diary_->store_ahead(written(all));
  const std::vector<std::string> paths = not_indexed(all);
  SilentProgress silent;  // another step tells its own
  for (std::size_t first = 0; first < paths.size(); first += kAtOnce) {
    const std::size_t end = std::min(first + kAtOnce, paths.size());
    const std::vector<std::string> some(paths.begin() + static_cast<std::ptrdiff_t>(first),
                                        paths.begin() + static_cast<std::ptrdiff_t>(end));
    const auto held = memory.hold_index();
    if (!index_some(some, silent)) return;
    for (const std::string& path : some) indexed_.set(path, *all.find(path));
  }
}

Result<std::size_t> Ahead::index_rest(const WorkingSet& memory) {
  const std::vector<std::string> paths = not_indexed(memory.changes());
  if (!paths.empty()) PYRAMID_TRY(index_some(paths, services_.progress));
  return std::exchange(embedded_, 0);
}

Status Ahead::index_some(const std::vector<std::string>& paths, Progress& progress) {
  PYRAMID_ASSIGN(
      const index::RefreshReport refreshed,
      opened_.index->refresh_paths(services_.files, services_.embedder, progress, paths));
  embedded_ += refreshed.embedded;
  return {};
}

std::vector<std::string> Ahead::not_indexed(const Changes& changes) const {
  std::vector<std::string> paths;
  for (const auto& [path, digest] : changes) {
    if (!indexed_.contains(path, digest)) paths.emplace_back(path);
  }
  return paths;
}

}  // namespace pyramid::ops
