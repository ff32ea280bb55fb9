// git's index with a few entries changed, at the cost of a copy.
#pragma once

#include "history/index_file.hpp"
#include "pyramid/result.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace pyramid::history {

// What a path is to be: a file with these stat data, mode and blob (the entry's `path` is not
// looked at), or gone. Both are borrowed: there may be a great many.
struct IndexChange {
  std::string_view path;
  const git_index_entry* entry = nullptr;  // nullptr: gone
};

// Hands out the bytes of `index` with these changes, piece by piece, each good during the call;
// ends with the first failure of `take`. Extensions that the changes may make wrong are left out,
// as any program may; the cache of trees stays, void along the changed paths.
//
// `written_at`: when the index that was parsed was written, in seconds since the epoch. Of a file
// that is no older its stat data prove nothing (git's racy rule); the new index, which is younger,
// must not make them a proof.
// REQUIRES: changes sorted by path, each path once.
Status write_index(const IndexFile& index, std::span<const IndexChange> changes,
                   std::int64_t written_at,
                   const std::function<Status(std::string_view piece)>& take);

}  // namespace pyramid::history
