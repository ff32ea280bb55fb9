#include "history/stopped_merge.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "history/filters.hpp"
#include "history/git_program.hpp"
#include "pyramid/file_system.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace pyramid::history {

namespace {

// The first words of the message of a merge that start_merge() began.
constexpr std::string_view kSubject = "memory: merge of ";

// "100644 <id> <stage>\t<path>", as `git ls-files -u -z` has it.
struct Stage {
  std::string id, path;
  int number = 0;
};

std::vector<Stage> stages_of(std::string_view listed) {
  std::vector<Stage> stages;
  for (const std::string_view entry : split(listed, '\0')) {
    const std::size_t tab = entry.find('\t');
    if (tab == std::string_view::npos) continue;
    const std::vector<std::string_view> words = split(entry.substr(0, tab), ' ');
    if (words.size() != 3 || words[2].empty()) continue;
    stages.push_back(
        {std::string(words[1]), std::string(entry.substr(tab + 1)), words[2][0] - '0'});
  }
  return stages;
}

// The bytes of these blobs: "<id> blob <size>\n<bytes>\n" each.
Result<std::map<std::string, std::string>> blobs(const std::string& root,
                                                 const std::vector<Stage>& stages) {
  std::string wanted;
  for (const Stage& stage : stages) wanted += stage.id + "\n";
  PYRAMID_ASSIGN(const std::string answer, run_git(root, {"cat-file", "--batch"}, wanted));
  std::map<std::string, std::string> found;
  std::string_view rest = answer;
  while (!rest.empty()) {
    const std::size_t newline = rest.find('\n');
    const std::vector<std::string_view> words = split(rest.substr(0, newline), ' ');
    std::size_t size = 0;
    if (newline == std::string_view::npos || words.size() != 3) break;
    std::from_chars(words[2].data(), words[2].data() + words[2].size(), size);
    if (rest.size() < newline + size + 2) break;
    found.emplace(words[0], rest.substr(newline + 1, size));
    rest.remove_prefix(newline + size + 2);
  }
  return found;
}

// Their files that lie in the workspace, relative to it.
std::vector<std::string> below(const std::string& prefix, const std::vector<Stage>& stages) {
  std::vector<std::string> paths;
  for (const Stage& stage : stages) {
    const bool known = !paths.empty() && prefix + paths.back() == stage.path;
    if (!known && stage.path.starts_with(prefix)) paths.push_back(stage.path.substr(prefix.size()));
  }
  return paths;
}

void put_stage(Unmerged& file, int number, const std::string& bytes) {
  if (number == 1) file.base = bytes;
  if (number == 2) file.ours = bytes;
  if (number == 3) file.theirs = bytes;
}

// Workspace files that `side` put in (A) or took away (D) since `base`, sorted.
Result<std::vector<std::string>> since(const std::string& root, const std::string& base,
                                       const char* side, const char* what) {
  PYRAMID_ASSIGN(
      const std::string listed,
      run_git(root, {"diff", "--no-renames", "--no-ext-diff", "--name-only", "-z", "--relative",
                     std::string("--diff-filter=") + what, base, side, "--", "."}));
  std::vector<std::string> paths;
  for (const std::string_view path : split(listed, '\0')) {
    if (!path.empty()) paths.emplace_back(path);
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

// "" = they have none.
Result<std::string> common_commit(const std::string& root) {
  PYRAMID_ASSIGN(const GitAnswer told, ask_git(root, {"merge-base", "HEAD", "MERGE_HEAD"}));
  return told.exit_code == 0 ? std::string(trim(told.out)) : std::string();
}

Result<PutIn> put_in_since(const std::string& root, const std::string& base) {
  PYRAMID_ASSIGN(const std::vector<std::string> here, since(root, base, "HEAD", "A"));
  PYRAMID_ASSIGN(const std::vector<std::string> there, since(root, base, "MERGE_HEAD", "A"));
  PutIn found;
  std::set_difference(here.begin(), here.end(), there.begin(), there.end(),
                      std::back_inserter(found.ours));
  std::set_difference(there.begin(), there.end(), here.begin(), here.end(),
                      std::back_inserter(found.theirs));
  return found;
}

// For a merge and its commit. No housekeeping: what was staged is named by nothing in the meantime.
// Who has no name has the one of all other commits.
std::vector<std::string> settings_of_ours(const std::string& root) {
  std::vector<std::string> settings = {"-c", "maintenance.auto=false", "-c", "gc.auto=0"};
  // A name that git would guess is none, as libgit2 has it.
  const Result<GitAnswer> identity =
      ask_git(root, {"-c", "user.useConfigOnly=true", "var", "GIT_COMMITTER_IDENT"});
  if (!identity || identity->exit_code != 0) {
    settings.insert(settings.end(),
                    {"-c", "user.name=Pyramid", "-c", "user.email=pyramid@localhost"});
  }
  return settings;
}

std::string without_newline(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

// A file of the index that differs from a commit's.
struct Staged {
  std::string mode, id, path;
  friend auto operator<=>(const Staged&, const Staged&) = default;
};

// ":100644 100644 <old> <new> M\0path\0" each.
Result<std::set<Staged>> staged_beside(const std::string& root, const char* commit) {
  PYRAMID_ASSIGN(const std::string listed,
                 run_git(root, {"diff-index", "--cached", "--raw", "-z", "--no-renames",
                                "--no-abbrev", "--relative", "--diff-filter=AM", commit}));
  std::set<Staged> staged;
  const std::vector<std::string_view> fields = split(listed, '\0');
  for (std::size_t i = 0; i + 1 < fields.size(); i += 2) {
    const std::vector<std::string_view> words = split(fields[i], ' ');
    if (words.size() != 5) continue;
    staged.insert({std::string(words[1]), std::string(words[3]), std::string(fields[i + 1])});
  }
  return staged;
}

// What neither side has so: git, its driver or we put it together.
Result<std::vector<Staged>> put_together(const std::string& root) {
  PYRAMID_ASSIGN(const std::set<Staged> beside_ours, staged_beside(root, "HEAD"));
  PYRAMID_ASSIGN(const std::set<Staged> beside_theirs, staged_beside(root, "MERGE_HEAD"));
  std::vector<Staged> both;
  std::set_intersection(beside_ours.begin(), beside_ours.end(), beside_theirs.begin(),
                        beside_theirs.end(), std::back_inserter(both));
  return both;
}

Status clear_merged(const std::string& root, Gate& gate) {
  PYRAMID_ASSIGN(const std::vector<Staged> merged, put_together(root));
  if (merged.empty()) return {};
  std::vector<Stage> stages;
  std::vector<std::string> paths;
  for (const Staged& one : merged) {
    stages.push_back({one.id, one.path});
    paths.push_back(one.path);
  }
  using Bytes = std::map<std::string, std::string>;
  PYRAMID_ASSIGN(const Bytes bytes, blobs(root, stages));
  PYRAMID_ASSIGN(const std::set<std::string> filtered, filtered_files(root, paths));
  std::string cleared;
  for (const Staged& one : merged) {
    const auto found = bytes.find(one.id);
    if (found == bytes.end()) continue;
    std::string text = found->second;
    const bool is_filtered = filtered.contains(one.path);
    if (is_filtered) {
      PYRAMID_ASSIGN(text, checked_out(root, one.path, one.id));
    }
    if (gate.admits(one.path, text)) continue;
    text = gate.cleared(text);
    if (is_filtered) {
      PYRAMID_ASSIGN(text, cleaned(root, {one.path, text}));
    }
    PYRAMID_ASSIGN(const std::string id,
                   run_git(root, {"hash-object", "-w", "--no-filters", "--stdin"}, text));
    cleared += one.mode + " " + without_newline(id) + "\t" + one.path + '\0';
  }
  if (cleared.empty()) return {};
  PYRAMID_TRY(run_git(root, {"update-index", "-z", "--index-info"}, cleared));
  return {};
}

}  // namespace

std::optional<Time> newest_commit(const std::string& root,
                                  const std::vector<std::string>& commits) {
  std::vector<std::string> command = {"show", "-s", "--format=%ct", "HEAD"};
  command.insert(command.end(), commits.begin(), commits.end());
  const Result<std::string> times = run_git(root, command);
  if (!times) return commits.empty() ? std::nullopt : newest_commit(root, {});
  std::optional<Time> newest;
  for (const std::string_view line : split_lines(*times)) {
    Time one;
    std::from_chars(line.data(), line.data() + line.size(), one.seconds);
    newest = newest ? std::max(*newest, one) : one;
  }
  return newest;
}

namespace {

// The file as a commit has it; nullopt: it has none there.
Result<std::optional<std::string>> file_in(const std::string& root, const std::string& commit,
                                           const std::string& path) {
  PYRAMID_ASSIGN(const GitAnswer answer, ask_git(root, {"show", commit + ":" + path}));
  return answer.exit_code == 0 ? std::optional(answer.out) : std::nullopt;
}

// Where one side moved a file to a place that the other has put another in, git (2.39) drops the
// latter from its index: the commits have both.
Status add_lost_sides(const std::string& root, const std::string& prefix,
                      std::vector<Unmerged>& files) {
  for (Unmerged& file : files) {
    if (file.base || file.ours.has_value() == file.theirs.has_value()) continue;
    PYRAMID_ASSIGN((file.ours ? file.theirs : file.ours),
                   file_in(root, file.ours ? "MERGE_HEAD" : "HEAD", prefix + file.path));
  }
  return {};
}

}  // namespace

Result<StoppedMerge> read_stopped_merge(const std::string& root) {
  StoppedMerge merge;
  PYRAMID_ASSIGN(const std::string shown, run_git(root, {"rev-parse", "--show-prefix"}));
  const std::string prefix = without_newline(shown);
  PYRAMID_ASSIGN(const std::string listed,
                 run_git(root, {"ls-files", "-u", "-z", "--full-name", "--", ":/"}));
  const std::vector<Stage> stages = stages_of(listed);
  using Bytes = std::map<std::string, std::string>;
  PYRAMID_ASSIGN(const Bytes bytes, blobs(root, stages));
  PYRAMID_ASSIGN(const std::set<std::string> filtered, filtered_files(root, below(prefix, stages)));
  for (const Stage& stage : stages) {
    if (!stage.path.starts_with(prefix)) {
      if (merge.elsewhere.empty() || merge.elsewhere.back() != stage.path) {
        merge.elsewhere.push_back(stage.path);
      }
      continue;
    }
    const std::string ours = stage.path.substr(prefix.size());
    if (merge.files.empty() || merge.files.back().path != ours) merge.files.push_back({ours});
    if (filtered.contains(ours)) {
      PYRAMID_ASSIGN(const std::string seen, checked_out(root, ours, stage.id));
      put_stage(merge.files.back(), stage.number, seen);
      continue;
    }
    const auto found = bytes.find(stage.id);
    if (found != bytes.end()) put_stage(merge.files.back(), stage.number, found->second);
  }
  PYRAMID_TRY(add_lost_sides(root, prefix, merge.files));
  merge.newer = newest_commit(root, {"MERGE_HEAD"}).value_or(Time{});
  PYRAMID_ASSIGN(const std::string git_path,
                 run_git(root, {"rev-parse", "--git-path", "MERGE_MSG"}));
  const Result<std::string> message =
      make_real_file_system()->read(path::join(root, without_newline(git_path)));
  merge.by_us = message && message->starts_with(kSubject);
  return merge;
}

Result<PutIn> files_put_in(const std::string& root) {
  PYRAMID_ASSIGN(const std::string base, common_commit(root));
  return base.empty() ? Result<PutIn>(PutIn()) : put_in_since(root, base);
}

Result<Exchange> read_exchange(const std::string& root) {
  using Paths = std::vector<std::string>;
  Exchange found;
  PYRAMID_ASSIGN(found.base, common_commit(root));
  if (found.base.empty()) return found;
  PYRAMID_ASSIGN(const Paths lost, since(root, found.base, "HEAD", "D"));
  if (lost.empty()) return found;
  PYRAMID_ASSIGN(const Paths lost_there, since(root, found.base, "MERGE_HEAD", "D"));
  std::set_intersection(lost.begin(), lost.end(), lost_there.begin(), lost_there.end(),
                        std::back_inserter(found.gone));
  if (found.gone.empty()) return found;
  PYRAMID_ASSIGN(found.put_in, put_in_since(root, found.base));
  return found;
}

bool is_merging(const std::string& root) {
  const Result<GitAnswer> head = ask_git(root, {"rev-parse", "-q", "--verify", "MERGE_HEAD"});
  return head && head->exit_code == 0;
}

Result<bool> start_merge(const std::string& root, const std::string& commit, bool unrelated_too,
                         Gate& gate) {
  // Only files with the same bytes count as renamed: others that are alike are often two facts.
  // (git before 2.50 does not heed `no-renames`.) Nor does a file go where others of its folder
  // went: it would come to a third place, that nobody chose.
  std::vector<std::string> command = settings_of_ours(root);
  command.insert(command.end(),
                 {"-c", "merge.directoryRenames=false", "merge", "--no-commit", "--no-ff", "-X",
                  "find-renames=100%", "-m", std::string(kSubject) + "another machine's commits"});
  if (unrelated_too) command.emplace_back("--allow-unrelated-histories");
  command.push_back(commit);
  PYRAMID_ASSIGN(const GitAnswer answer, ask_git(root, command));
  if (answer.exit_code == 0) return true;
  if (is_merging(root)) return false;
  return cannot_bring_in(root, answer, gate);
}

Status keep_ours(const std::string& root, const std::vector<std::string>& pathspecs) {
  for (const std::string& path : pathspecs) {
    PYRAMID_ASSIGN(const GitAnswer taken, ask_git(root, {"checkout", "-q", "--ours", "--", path}));
    const bool has_it = taken.exit_code == 0;
    const auto told = has_it ? run_git(root, {"add", "-f", "--", path})
                             : run_git(root, {"rm", "-q", "-f", "--", path});
    if (!told) return fail(Error(told.error()));
  }
  return {};
}

Result<bool> merge_as_git(const std::string& ours, const std::string& base,
                          const std::string& theirs) {
  PYRAMID_ASSIGN(const GitAnswer answer,
                 ask_git(".", {"merge-file", "-q", "-L", "ours", "-L", "base", "-L", "theirs", ours,
                               base, theirs}));
  return answer.exit_code == 0;
}

Status drop_from_index(const std::string& root, const std::vector<std::string>& paths) {
  if (paths.empty()) return {};
  std::string input;
  for (const std::string& path : paths) input.append(path).push_back('\0');
  PYRAMID_TRY(run_git(root, {"update-index", "--force-remove", "-z", "--stdin"}, input));
  return {};
}

Status mark_resolved(const std::string& root, const std::vector<std::string>& paths) {
  if (paths.empty()) return {};
  std::string input;
  for (const std::string& path : paths) input.append(path).push_back('\0');
  const auto told = run_git(
      root, {"--literal-pathspecs", "add", "-A", "--pathspec-from-file=-", "--pathspec-file-nul"},
      input);
  if (!told) return fail(Error(told.error()));
  return {};
}

Result<std::string> commit_merge(const std::string& root, const std::string& message, Time at,
                                 Gate& gate) {
  PYRAMID_TRY(clear_merged(root, gate));
  std::vector<std::string> command = settings_of_ours(root);
  command.insert(command.end(), {"commit", "-q", "-F", "-"});
  const std::string date = "_DATE=@" + std::to_string(at.seconds) + " +0000";
  PYRAMID_ASSIGN(const GitAnswer made, ask_git(root, command, gate.cleared(message),
                                               {"GIT_AUTHOR" + date, "GIT_COMMITTER" + date}));
  if (made.exit_code != 0) {
    return fail(Error{kind_of(made), "git commit failed", root, reason_of(made), {}});
  }
  PYRAMID_ASSIGN(std::string id, run_git(root, {"rev-parse", "HEAD"}));
  return without_newline(std::move(id));
}

bool has_file(const std::string& root, const std::string& commit, const std::string& path) {
  const Result<GitAnswer> answer = ask_git(root, {"cat-file", "-e", commit + ":./" + path});
  return answer && answer->exit_code == 0;
}

Result<std::vector<std::string>> files_with(const std::string& root, const std::string& text) {
  PYRAMID_ASSIGN(const GitAnswer answer,
                 ask_git(root, {"grep", "-lzIF", "--untracked", "-e", text, "--", "*.md"}));
  std::vector<std::string> paths;
  for (const std::string_view path : split(answer.out, '\0')) {
    if (!path.empty()) paths.emplace_back(path);
  }
  return paths;
}

Result<std::optional<CommonFile>> common_file_with(const std::string& root,
                                                   const std::string& text) {
  PYRAMID_ASSIGN(const std::string base, common_commit(root));
  if (base.empty()) return std::optional<CommonFile>();
  PYRAMID_ASSIGN(const GitAnswer found,
                 ask_git(root, {"grep", "-lzIF", "-e", text, base, "--", "*.md"}));
  for (const std::string_view named : split(found.out, '\0')) {  // "<commit>:<path>"
    if (named.size() <= base.size() + 1) continue;
    const std::string path(named.substr(base.size() + 1));
    PYRAMID_ASSIGN(std::optional<std::string> bytes, file_in(root, base, "./" + path));
    if (bytes) return std::optional(CommonFile{path, *std::move(bytes)});
  }
  return std::optional<CommonFile>();
}

}  // namespace pyramid::history
