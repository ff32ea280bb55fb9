// Blobs written as packs instead of a loose file each: what an import brings costs git a file or
// two, and `git gc` finds nothing to do.
#pragma once

#include "history/libgit2.hpp"
#include "history/pack_index.hpp"
#include "pyramid/result.hpp"

#include <git2.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace pyramid::history {

// Not for several threads. What was added is in the repository after finish(), a part of it
// before; without that call the rest is never there, and nothing is broken.
class PackWriter {
 public:
  // Below so many a loose file each is the better deal: git's lookups ask every pack.
  static constexpr std::size_t kWorthIt = 100;

  PackWriter(const Libgit2& git, git_repository* repository);

  // A blob as it stands in a pack.
  struct Entry {
    git_oid id;
    std::string packed;
  };
  // On any thread.
  static Result<Entry> pack(const Libgit2& git, std::string_view bytes);

  // One that the repository has is not written again. kIo where it cannot be stored.
  Status add(const Entry& entry);
  // The blob's id.
  Result<git_oid> add(std::string_view bytes);
  Status finish();

 private:
  Status open();
  Status write_pack();
  [[nodiscard]] Failure failure(int code) const;

  const Libgit2& git_;
  git_repository* repository_;
  Handle<git_odb> objects_ = no_handle<git_odb>();
  std::string pack_;  // the file's bytes, but for its count and the sum at its end
  PackedObjects packed_;
};

// What processes that were killed left below git's common folder.
void remove_unfinished_packs(const std::string& common_folder);

}  // namespace pyramid::history
