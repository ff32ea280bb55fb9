// What becomes of the files of a merge that git began.
#pragma once

#include "history/stopped_merge.hpp"
#include "merge/merge.hpp"
#include "ops/calls/services.hpp"
#include "pyramid/result.hpp"
#include "pyramid/sync.hpp"
#include "pyramid/time.hpp"
#include "workspace/store.hpp"
#include "workspace/workspace.hpp"

#include <optional>
#include <string>
#include <vector>

namespace pyramid::ops {

// Decides file by file, and writes all of them at the end. Not thread-safe.
class Resolver {
 public:
  // `newer`: of the two commits. What a person should know of joins `told`.
  Resolver(Services& services, const workspace::Workspace& workspace, Time newer,
           std::vector<SyncStep>& told);

  // One that git holds several versions of.
  Status resolve(const history::Unmerged& file);
  // Notes without an id that each side moved elsewhere: git merges those as two new ones.
  Status unite_moved_notes();

  struct Resolved {
    std::vector<std::string> files;  // that git is to look at again, gone ones too
    std::vector<std::string> names;  // in git's index, of what is no file of that name
  };
  // Puts it on the disk. kConflict where a person changed one of the files meanwhile.
  Result<Resolved> finish();

 private:
  [[nodiscard]] std::optional<std::string> on_disk(const std::string& path) const;
  // Then that is told.
  [[nodiscard]] bool was_forgotten(const history::Unmerged& file);
  void tell(const std::string& path, std::string reason);
  void write(const std::string& path, const std::optional<std::string>& now, merge::Merged merged);
  void remove(const std::string& path, const std::optional<std::string>& now);

  [[nodiscard]] Result<std::optional<std::string>> base_of(const history::Unmerged& file) const;

  struct Found {
    std::string path, bytes;
  };
  // One side moved the node elsewhere and the other changed it: the change goes there.
  Result<bool> follow_rename(const history::Unmerged& file, const std::optional<std::string>& now);
  // Where the side that has no such file has it now: by its id, or as a new file that is like it.
  Result<std::optional<Found>> new_place(const history::Unmerged& file);
  // Of these new files the one that is most like a note which is gone.
  [[nodiscard]] std::optional<Found> most_like(const std::string& note,
                                               const std::vector<std::string>& added) const;

  // One side has a folder of the file's name, `name`: what the other has goes into it.
  Status put_into_folder(const history::Unmerged& file, const std::string& name);
  [[nodiscard]] std::string place_in_folder(const std::string& name) const;
  void remove_laid_beside(const std::string& name, const std::string& bytes);

  void unite(const std::string& from, const std::string& before, const Found& ours,
             const Found& theirs);

  Services& services_;
  const workspace::Workspace& workspace_;
  workspace::Store store_;
  Date day_;
  std::vector<SyncStep>& told_;
  Resolved resolved_;
  std::optional<history::PutIn> put_in_;  // once it was asked for
};

}  // namespace pyramid::ops
