// What a file was in the commits before.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace pyramid::history {

// The bytes of a workspace file as checkouts of the last `most` commits that changed it would have
// them, newest first. None where git cannot tell.
std::vector<std::string> past_versions(const std::string& root, const std::string& path,
                                       std::size_t most);

struct Move {
  std::string from;    // path
  std::string commit;  // that it was part of
};
// Where a file stood before somebody moved it to `path`: the file that went in the very commit that
// brought `path` in, and held `text` too (its id, say). nullopt: it was made there, or git cannot
// tell.
std::optional<Move> moved_from(const std::string& root, const std::string& path,
                               const std::string& text);

// Whether the last commit holds `from` because another line of history never moved it to `moved`:
// no commit behind the one that brought `moved` in made `from` again.
bool stayed_on_another_line(const std::string& root, const std::string& moved,
                            const std::string& from);

// The workspace files below a folder that commits of HEAD's history put in, also those that are
// gone since. nullopt where git cannot tell.
std::optional<std::set<std::string>> ever_below(const std::string& root, const std::string& folder);

}  // namespace pyramid::history
