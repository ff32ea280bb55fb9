// Files that git passes through a program on their way into a commit and out of it: `filter=NAME`
// in .gitattributes with `filter.NAME.clean` and its like in the settings (git-crypt, for one), and
// `working-tree-encoding=`. libgit2 knows neither, so the git program does it.
#pragma once

#include "pyramid/result.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace pyramid::history {

// Those of these files (paths below `folder`, there or not) that are filtered so. kConflict where
// the program is not set up in this clone, for what such a file holds may be no text, and what is
// written there would be published as it is; and where the repository's own settings name it and
// nobody vouched for them (vouched.hpp): then none of these functions runs it.
Result<std::set<std::string>> filtered_files(const std::string& folder,
                                             const std::vector<std::string>& paths);

struct FileBytes {
  std::string path;   // below the folder
  std::string bytes;  // as the folder has them
};
// Stores them as commits have them; the blobs' ids, in order. With few processes where the folder's
// files are these. kConflict where a program fails: nothing of it may be published then.
Result<std::vector<std::string>> store_filtered(const std::string& folder,
                                                const std::vector<FileBytes>& files);
// The blobs that store_filtered() would make of the files as they are now; stores none.
Result<std::vector<std::string>> filtered_ids(const std::string& folder,
                                              const std::vector<std::string>& paths);

// What a checkout writes where `path` has this blob.
Result<std::string> checked_out(const std::string& folder, const std::string& path,
                                const std::string& blob);
// What a checkout of a commit writes there, as the commit has it where a stranger's program would
// run; nullopt where the commit has no such file, or git cannot tell.
std::optional<std::string> checked_out_at(const std::string& folder, const std::string& revision,
                                          const std::string& path);
// The same for bytes as a commit has them, and the other way round.
Result<std::string> smudged(const std::string& folder, const std::string& path,
                            const std::string& stored);
Result<std::string> cleaned(const std::string& folder, const FileBytes& file);

}  // namespace pyramid::history
