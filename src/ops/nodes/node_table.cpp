#include "ops/nodes/node_table.hpp"

#include "base/utf8.hpp"
#include "plan/id_map.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <tuple>
#include <utility>

namespace pyramid::ops {

namespace {

// Another standard library may hash otherwise, and would not find what this one put in its place.
std::size_t probe_of_hash() { return std::hash<std::string_view>()("observations/2026/01/01"); }

// Whether the file is called as one that the program wrote for that node: "…-7t5xbn.md".
bool is_named_for(const Ulid& id, std::string_view path) {
  constexpr std::size_t kTail = 6;
  const std::string text = utf8::lower(to_string(id));
  return path.ends_with("-" + text.substr(text.size() - kTail) + ".md");
}

}  // namespace

bool counts_before(const Ulid& id, Time at, std::string_view path, Time other_at,
                   std::string_view other_path) {
  return std::tuple(at, !is_named_for(id, path), path.size(), path) <
         std::tuple(other_at, !is_named_for(id, other_path), other_path.size(), other_path);
}

void NodeTable::reserve(std::size_t nodes) {
  rows_.reserve(nodes);
  grow_by_id(nodes);
  grow_by_path(nodes);
}

std::size_t NodeTable::number_of(const Ulid& id) const {
  const auto is_it = [&](std::uint32_t row) { return rows_[row].id == id; };
  const std::uint32_t number = by_id_.find(plan::IdMap::hash_of(id), is_it);
  return number == RowSlots::kNone ? rows_.size() : number;
}

NodeTable::Put NodeTable::put(const Row& row, std::string_view path) {
  const auto number = static_cast<std::uint32_t>(number_of(row.id));
  const bool known = number != rows_.size();
  if (!known) {
    rows_.emplace_back().id = row.id;
    note_id(number);
  }
  Row& own = rows_[number];
  if (own.there && path_of(own) != path) {
    copies_.insert_or_assign(std::string(path), row.id);
    return Put::kCopy;
  }
  copies_.erase(std::string(path));  // it counts now, as the other one went
  const bool other_kind = own.there && own.kind != row.kind;
  const bool same_path = known && path_of(own) == path;
  const std::uint64_t at = own.path_at;
  own = row;
  own.there = true;
  own.path_at = same_path ? at : paths_.add(path);
  own.path_size = path.size();
  if (!same_path) note_path(number);
  return other_kind ? Put::kOtherKind : Put::kCounts;
}

bool NodeTable::remove(std::string_view path) {
  const auto copy = copies_.find(path);
  if (copy != copies_.end()) {
    copies_.erase(copy);
    return false;
  }
  const Row* row = at(path);
  if (row == nullptr) return false;
  rows_[static_cast<std::size_t>(row - rows_.data())].there = false;
  return true;
}

const NodeTable::Row* NodeTable::find(const Ulid& id) const {
  const std::size_t number = number_of(id);
  return number < rows_.size() && rows_[number].there ? &rows_[number] : nullptr;
}

const NodeTable::Row* NodeTable::at(std::string_view path) const {
  if (!copies_.empty()) {
    const auto copy = copies_.find(path);
    if (copy != copies_.end()) return find(copy->second);
  }
  const auto is_it = [&](std::uint32_t row) {
    return rows_[row].there && path_of(rows_[row]) == path;
  };
  const std::uint32_t number = by_path_.find(std::hash<std::string_view>()(path), is_it);
  return number == RowSlots::kNone ? nullptr : &rows_[number];
}

void NodeTable::note_id(std::uint32_t row) {
  if (!by_id_.has_room()) return grow_by_id(rows_.size());  // takes in the new row too
  by_id_.insert(plan::IdMap::hash_of(rows_[row].id), row);
}

void NodeTable::note_path(std::uint32_t row) {
  if (!by_path_.has_room()) return grow_by_path(rows_.size());
  by_path_.insert(std::hash<std::string_view>()(path_of(rows_[row])), row);
}

void NodeTable::grow_by_id(std::size_t rows) {
  by_id_.reset(rows);
  for (std::uint32_t row = 0; row < rows_.size(); ++row) {
    by_id_.insert(plan::IdMap::hash_of(rows_[row].id), row);
  }
}

void NodeTable::grow_by_path(std::size_t rows) {
  by_path_.reset(2 * rows);  // those that went take room too, and a path is longer to compare
  for (std::uint32_t row = 0; row < rows_.size(); ++row) {
    by_path_.insert(std::hash<std::string_view>()(path_of(rows_[row])), row);
  }
}

void NodeTable::let_go() {
  PathPool paths = std::move(paths_);
  *this = NodeTable();
  paths_ = std::move(paths);
}

bool NodeTable::pack(Packer& to) const {
  constexpr std::ptrdiff_t kFew = 1024;
  const auto gone =
      std::count_if(rows_.begin(), rows_.end(), [](const Row& row) { return !row.there; });
  const auto all = static_cast<std::ptrdiff_t>(rows_.size());
  if (!copies_.empty() || 2 * gone > all + kFew) return false;
  to.value(probe_of_hash());
  to.values(rows_);
  by_id_.pack(to);
  by_path_.pack(to);
  paths_.pack(to);
  return true;
}

bool NodeTable::unpack(Unpacker& from) {
  std::size_t probe = 0;
  from.value(probe);
  if (probe != probe_of_hash()) return false;
  from.values(rows_);
  if (!by_id_.unpack(from, rows_.size()) || !by_path_.unpack(from, rows_.size())) return false;
  paths_.unpack(from);
  return from.good();
}

}  // namespace pyramid::ops
