// What a person has staged, out of git's way while it merges: git merges nothing on top of it.
#pragma once

#include "pyramid/result.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::history {

// A file of which git's index and HEAD differ.
struct StagedFile {
  struct State {
    std::string mode, blob;  // as git writes them; mode "000000": not there
    [[nodiscard]] bool is_there() const { return mode != "000000"; }
    bool operator==(const State&) const = default;
  };
  std::string path;  // below the repository's folder
  State committed, staged;
  bool to_be_added = false;  // `git add -N`: a name without a content yet
};
// All of the repository around `root`, by path. Files that git holds several versions of are none.
Result<std::vector<StagedFile>> staged_files(const std::string& root);

// The first of these files that a merge of `commit` changes too, or that lies where the merge makes
// or takes away a folder.
Result<std::optional<std::string>> changed_by_merge(const std::string& root,
                                                    const std::string& commit,
                                                    const std::vector<StagedFile>& files);

// The index has these as HEAD has them; the files themselves stay. All of them or none.
Status unstage(const std::string& root, const std::vector<StagedFile>& files);
// The index has them as they were staged; not, where HEAD has another state by now, and those are
// returned, nor where something is staged again. REQUIRES: no merge is under way.
Result<std::vector<StagedFile>> stage_again(const std::string& root,
                                            const std::vector<StagedFile>& files);

// As a note tells of them, any path in it. A note that was cut off tells of fewer.
std::string to_note(const std::vector<StagedFile>& files);
std::vector<StagedFile> from_note(std::string_view note);

}  // namespace pyramid::history
