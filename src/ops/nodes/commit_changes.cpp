#include "ops/nodes/commit_changes.hpp"

#include "ops/nodes/memory_changes.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace pyramid::ops {

namespace {

using history::PastChange;
using history::PastSide;

bool is_of_same(const MemoryChange& a, const MemoryChange& b) {
  if (a.kind != b.kind || a.name != b.name) return false;
  return a.id.empty() || b.id.empty() ? a.path == b.path : a.id == b.id;
}

// "importance 5, now 8" -> "importance"
std::string_view topic_of(std::string_view detail) { return detail.substr(0, detail.find(' ')); }

// Leaves of `change` what it has in common with that of another side; whether anything is left.
bool keep_common(MemoryChange& change, const std::vector<MemoryChange>& side) {
  const auto other = std::find_if(side.begin(), side.end(),
                                  [&](const MemoryChange& one) { return is_of_same(one, change); });
  if (other == side.end() || other->what != change.what) return false;
  if (other->path_before.empty()) change.path_before.clear();
  const auto has = [&](const std::string& detail) {
    return std::any_of(other->details.begin(), other->details.end(),
                       [&](const std::string& one) { return topic_of(one) == topic_of(detail); });
  };
  const bool had_details = !change.details.empty();
  std::erase_if(change.details, [&](const std::string& detail) { return !has(detail); });
  return change.what != "changed" || !had_details || !change.details.empty();
}

bool is_in_all(const std::vector<PastSide>& sides, std::string_view path) {
  return std::all_of(sides.begin(), sides.end(), [path](const PastSide& side) {
    return history::find_change(side, path) != nullptr;
  });
}

// Of one side what none of the others has as it is, and what those files may have been called.
std::vector<PastChange> of_merge(const std::vector<PastSide>& sides, const PastSide& side) {
  std::vector<PastChange> found;
  bool came = false;
  for (const PastChange& change : side.changes) {
    if (!is_in_all(sides, change.path)) continue;
    came = came || !change.before;
    found.push_back(change);
  }
  if (!came) return found;
  for (const PastChange& change : side.changes) {
    if (!change.after && !is_in_all(sides, change.path)) found.push_back(change);
  }
  return found;
}

}  // namespace

std::vector<MemoryChange> news_of(std::vector<std::vector<MemoryChange>> sides) {
  if (sides.empty()) return {};
  std::vector<MemoryChange> news = std::move(sides.front());
  for (std::size_t i = 1; i < sides.size(); ++i) {
    std::erase_if(news, [&](MemoryChange& change) { return !keep_common(change, sides[i]); });
  }
  return news;
}

Result<std::vector<MemoryChange>> meaning_of(history::Past& past,
                                             const std::vector<PastSide>& sides) {
  std::vector<std::vector<MemoryChange>> meant;
  for (const PastSide& side : sides) {
    const bool is_merge = sides.size() > 1;
    PYRAMID_ASSIGN(std::vector<MemoryChange> one,
                   meaning_of(past, is_merge ? of_merge(sides, side) : side.changes));
    meant.push_back(std::move(one));
  }
  return news_of(std::move(meant));
}

}  // namespace pyramid::ops
