#include "ops/nodes/changes.hpp"

#include <cstring>

namespace pyramid::ops {

void Changes::set(std::string_view path, const After& after) {
  const auto known = room_->by_path.find(path);
  if (known != room_->by_path.end()) {
    known->second = after;
    return;
  }
  auto* copy = static_cast<char*>(room_->pieces.allocate(path.size() + 1, 1));
  std::memcpy(copy, path.data(), path.size());
  room_->by_path.emplace(std::string_view(copy, path.size()), after);
}

void Changes::set_kept(std::string_view path, const After& after) {
  room_->by_path.insert_or_assign(path, after);
}

void Changes::add(const Changes& others) {
  for (const auto& [path, after] : others) set(path, after);
}

const Changes::After* Changes::find(std::string_view path) const {
  const auto found = room_->by_path.find(path);
  return found == room_->by_path.end() ? nullptr : &found->second;
}

bool Changes::contains(std::string_view path, const After& after) const {
  const After* known = find(path);
  return known != nullptr && *known == after;
}

}  // namespace pyramid::ops
