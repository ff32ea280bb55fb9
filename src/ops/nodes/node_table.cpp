#include "ops/nodes/node_table.hpp"

#include "base/utf8.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <string>
#include <tuple>
#include <utility>

namespace pyramid::ops {

namespace {

constexpr std::uint32_t kFree = UINT32_MAX;
constexpr std::size_t kFewest = 64;

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
  by_id_ = plan::IdMap(nodes);
  grow(nodes);
}

NodeTable::Put NodeTable::put(const Row& row, std::string_view path) {
  const auto next = static_cast<std::uint32_t>(rows_.size());
  const std::uint32_t number = by_id_.place(row.id, next);
  const bool known = number != next;
  if (!known) rows_.emplace_back();
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
  const auto number = by_id_.find(id);
  return number && rows_[*number].there ? &rows_[*number] : nullptr;
}

const NodeTable::Row* NodeTable::at(std::string_view path) const {
  if (!copies_.empty()) {
    const auto copy = copies_.find(path);
    if (copy != copies_.end()) return find(copy->second);
  }
  if (slots_.empty()) return nullptr;
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = std::hash<std::string_view>()(path) & mask; slots_[slot] != kFree;
       slot = (slot + 1) & mask) {
    const Row& row = rows_[slots_[slot]];
    if (row.there && path_of(row) == path) return &row;
  }
  return nullptr;
}

void NodeTable::note_path(std::uint32_t row) {
  if (2 * (used_ + 1) > slots_.size()) {
    grow(rows_.size());  // takes in the new row too
  } else {
    insert_slot(row);
  }
}

void NodeTable::grow(std::size_t rows) {
  std::size_t capacity = kFewest;
  while (capacity < 4 * rows) capacity *= 2;
  slots_.assign(capacity, kFree);
  used_ = 0;
  for (std::uint32_t row = 0; row < rows_.size(); ++row) insert_slot(row);
}

void NodeTable::insert_slot(std::uint32_t row) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = std::hash<std::string_view>()(path_of(rows_[row])) & mask;
  while (slots_[slot] != kFree) slot = (slot + 1) & mask;
  slots_[slot] = row;
  ++used_;
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
  paths_.pack(to);
  to.values(slots_);
  to.value(used_);
  return true;
}

bool NodeTable::unpack(Unpacker& from) {
  std::size_t probe = 0;
  from.value(probe);
  if (probe != probe_of_hash()) return false;
  from.values(rows_);
  if (!by_id_.unpack(from)) return false;
  paths_.unpack(from);
  from.values(slots_);
  from.value(used_);
  return from.good() && (slots_.empty() || std::has_single_bit(slots_.size()));
}

}  // namespace pyramid::ops
