// Which nodes there are and where: id, kind and path of each, in a tenth of the room that the nodes
// themselves would take.
#pragma once

#include "base/packing.hpp"
#include "base/ulid.hpp"
#include "format/node.hpp"
#include "ops/nodes/path_pool.hpp"
#include "ops/nodes/row_slots.hpp"
#include "pyramid/time.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ops {

// Several threads may look while none changes it.
class NodeTable {
 public:
  // A terabyte of paths, each at most as long as Linux has them (PATH_MAX).
  static constexpr unsigned kPathBits = 40, kPathSizeBits = 13;
  // A memory may have very many of these.
  struct Row {
    Ulid id;
    Time at;
    format::Kind kind : 8 = format::Kind::kNote;
    bool there : 1 = false;       // false: it was, and went
    bool unassigned : 1 = false;  // an active observation without a model
    bool to_extract : 1 = false;  // a session with turns that nobody looked at
    std::uint64_t path_size : kPathSizeBits = 0;
    std::uint64_t path_at : kPathBits = 0;  // in the pool
  };

  void reserve(std::size_t nodes);

  enum class Put {
    kCounts,
    kOtherKind,  // it counts, and another kind of node had its id
    kCopy,       // another file with its id is there already, and goes on to count
  };
  // Adds a node or changes what is known of it.
  Put put(const Row& row, std::string_view path);
  // What stood at `path` is gone. True when that was a node, and not a file that did not count.
  bool remove(std::string_view path);

  [[nodiscard]] const Row* find(const Ulid& id) const;
  // Also by the path of a file that does not count.
  [[nodiscard]] const Row* at(std::string_view path) const;
  // Good as long as the table is, also when the row's node goes.
  [[nodiscard]] std::string_view path_of(const Row& row) const {
    return paths_.at(row.path_at, row.path_size);
  }
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
  // Files that do not count, and the ids they have.
  [[nodiscard]] const std::map<std::string, Ulid, std::less<>>& copies() const { return copies_; }

  // Nothing is there any longer, but paths that path_of() gave are good as before.
  void let_go();

  // For a cache of this very program. False where it is not worth it: files that do not count, or
  // as many rows of what went as of what is there.
  bool pack(Packer& to) const;
  // False, and the table is of no use, for bytes that are none.
  bool unpack(Unpacker& from);

 private:
  // Of that id, there or not; rows_.size() where there was none.
  [[nodiscard]] std::size_t number_of(const Ulid& id) const;
  void note_id(std::uint32_t row);
  void note_path(std::uint32_t row);
  void grow_by_id(std::size_t rows);
  void grow_by_path(std::size_t rows);

  std::vector<Row> rows_;  // one an id, for good
  RowSlots by_id_;
  RowSlots by_path_;                                 // old paths leave theirs behind
  PathPool paths_;                                   // those that went stay in it
  std::map<std::string, Ulid, std::less<>> copies_;  // files that do not count
};

// Of two files with one id the older counts, as long as no link tells more (one_id.hpp); of equally
// old ones that whose name ends on the id's last six characters, as the program names it, then that
// with the shorter path, then the smaller: the original rather than "… (copy).md".
bool counts_before(const Ulid& id, Time at, std::string_view path, Time other_at,
                   std::string_view other_path);

}  // namespace pyramid::ops
