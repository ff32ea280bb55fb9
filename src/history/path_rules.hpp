// What git's rule files (.gitattributes, .gitignore and those of the person and the machine) could
// do to the files of a commit: read once, where libgit2 looks at each of them again for every file
// and spends more on that than on storing the file.
//
// Only ever a "surely not": any rule that is not plainly about something else is a "may", and
// libgit2 then decides. Made for one commit, as rules may change behind it. Not thread-safe.
#pragma once

#include "history/index_file.hpp"
#include "history/libgit2.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::history {

class PathRules {
 public:
  // All are borrowed. `workdir` ends in `/`; `index` tells which .gitattributes git would take from
  // there because the folder lacks it.
  PathRules(const Libgit2& git, git_repository* repository, git_config* config, std::string workdir,
            const IndexFile& index);

  // `path`: of a file, below `workdir`. False: git stores the file's bytes as they are, and no
  // program filters it.
  bool may_be_filtered(std::string_view path);
  // False: no program that libgit2 does not run changes the file (history/filters.hpp).
  bool may_run_program(std::string_view path);
  // That of any folder of the workspace that lies in `prefix`: files there that may be so.
  std::vector<std::string> may_run_programs_in(const std::string& prefix);
  // False: no rule has git ignore the file.
  bool may_be_ignored(std::string_view path);

 private:
  // Of an ignored name: what a pattern says before its first and behind its last wildcard.
  struct Pattern {
    std::string begin, end;
    bool exact = false;  // has no wildcard
  };
  void read_persons();
  void read_folder(std::string_view folder);
  void read_attributes(const std::string& file);
  void read_ignores(const std::string& file);
  void add_attributes(std::string_view text);
  void add_ignores(std::string_view text);
  void add_pattern(std::string_view line);
  [[nodiscard]] bool is_set(const char* key) const;

  const Libgit2& git_;
  git_repository* repository_;
  git_config* config_;
  std::string workdir_;
  const IndexFile& index_;
  std::set<std::string, std::less<>> been_;  // folders
  bool filters_ = false, ignores_ = false;   // any file may be
  bool programs_ = false;                    // so may any file be filtered
  std::vector<Pattern> patterns_;
};

}  // namespace pyramid::history
