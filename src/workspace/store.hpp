// Writes that survive a crash: each file whole, old or new (law 5).
#pragma once

#include "base/digest.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::workspace {

// The journal of what commands write.
inline constexpr std::string_view kJournal = ".pyramid/batch";

// How the names of files begin that are being written.
inline constexpr std::string_view kTemporaryPrefix = ".pyramid-tmp-";

// Removes what batches that were killed left in a folder (absolute). Nothing where there is none.
Status sweep(FileSystem& files, const std::string& folder);

// A batch of changes to one workspace. put() and remove() collect; commit() writes every file under
// a temporary name in its folder, flushes once (syncfs), then renames, then removes. A file whose
// bytes would not change is not touched. Temporary names a crash left behind are swept by the next
// commit() into the same folder.
//
// A file that is no longer what it was when it was read (another digest than `expected`, or a
// folder or symlink in its place), before the batch or while it was being written, is left as it is
// and listed in `changed_meanwhile`: the person wins, the next sync goes round again. A replaced
// file keeps its permissions. A folder below the root's own that loses its last file goes with it.
// Not thread-safe.
class Store {
 public:
  // With a `journal`, a path below the root, a batch is there as a whole even where the process
  // ended, or the disk failed, among the renames: what is flushed together is noted there, and
  // finish() does what is left. The journal goes when the batch is in place.
  Store(FileSystem& files, std::string root, std::string_view journal = {});

  // `expected`: digest_of() the bytes this change was made from; nullopt = the file must not exist.
  // `digest`: that of `bytes`, where it is known.
  void put(std::string path, std::string bytes, std::optional<Digest> expected,
           std::optional<Digest> digest = std::nullopt);
  void remove(std::string path, Digest expected);

  struct Report {
    std::vector<std::string> written, removed, changed_meanwhile;
    std::size_t unchanged = 0;
  };
  // Performs the batch and forgets it. On failure what was renamed stays; the rest is as before, or
  // with a journal comes by the next commit() or finish().
  // kInternal, and nothing done, when a path leaves the root; kConflict when a symlink leads there.
  Result<Report> commit();
  // Brings a batch that was stopped among its renames to its end, by the rules of commit(). Tried
  // once: what the disk refuses again stays as it is. Comes before any sweep().
  Status finish();

 private:
  struct Change {
    std::optional<std::string> bytes;  // nullopt = remove
    std::optional<Digest> expected;
    std::optional<Digest> digest;  // of `bytes`, where it is known
  };
  struct Step;

  // What has to be done; counts and lists what has not.
  Result<std::vector<Step>> choose(std::map<std::string, Change> changes, Report& report);
  Status write_temporaries(std::vector<Step>& steps);
  Status go_on(std::string_view journal);
  Status write_journal(const std::vector<Step>& steps);
  // What it says is to be done; nullopt where not all of the batch had come to the disk.
  [[nodiscard]] std::optional<std::map<std::string, Change>> read_journal(
      std::string_view bytes) const;
  [[nodiscard]] bool holds(const std::string& place, const Digest& digest) const;
  Status put_in_place(std::vector<Step>& steps, Report& report);
  void drop_empty_folders(const std::vector<std::string>& removed);

  FileSystem& files_;
  std::string root_;
  std::string journal_;   // absolute; "" = none
  bool stopped_ = false;  // among the renames, in this process
  std::map<std::string, Change> changes_;
};

}  // namespace pyramid::workspace
