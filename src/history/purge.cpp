#include "history/purge.hpp"

#include "base/text.hpp"
#include "history/git_program.hpp"

#include <charconv>
#include <filesystem>
#include <string_view>
#include <utility>

namespace pyramid::history {

namespace {

constexpr std::size_t kHashDigits = 40;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (const std::string_view line : split_lines(text)) lines.emplace_back(line);
  return lines;
}

std::string first_line(const std::string& text) {
  return std::string(trim(std::string_view(text).substr(0, text.find('\n'))));
}

// The stream of `git fast-export`, with other blobs and messages.
class Stream {
 public:
  Stream(std::string_view in, const Purge& purge, std::map<std::string, std::string> written)
      : in_(in), purge_(purge), written_(std::move(written)) {}

  std::string rewritten() {
    while (at_ < in_.size()) {
      const std::string_view line = next_line();
      if (line.starts_with("data ")) {
        take_data(line);
      } else if (line.starts_with("M ")) {
        take_file(line);
      } else {
        if (line.starts_with("commit ")) ++commits_;
        out_ += std::string(line) + "\n";
      }
    }
    return std::move(out_);
  }
  [[nodiscard]] std::size_t commits() const { return commits_; }

 private:
  std::string_view next_line() {
    const std::size_t end = std::min(in_.find('\n', at_), in_.size());
    const std::string_view line = in_.substr(at_, end - at_);
    at_ = std::min(end + 1, in_.size());
    return line;
  }

  // A message.
  void take_data(std::string_view line) {
    std::size_t size = 0;
    std::from_chars(line.data() + 5, line.data() + line.size(), size);
    const std::string message = purge_.reword(std::string(in_.substr(at_, size)));
    at_ = std::min(at_ + size, in_.size());
    out_ += "data " + std::to_string(message.size()) + "\n" + message;
  }

  // "M 100644 <blob> path"
  void take_file(std::string_view line) {
    const std::size_t hash = line.find(' ', 2) + 1;
    const std::string blob(line.substr(hash, kHashDigits));
    const auto change = purge_.blobs.find(blob);
    if (change == purge_.blobs.end()) {
      out_ += std::string(line) + "\n";
    } else if (!change->second) {
      out_ += "D" + std::string(line.substr(hash + kHashDigits)) + "\n";
    } else {
      out_ += std::string(line.substr(0, hash)) + written_.at(blob) +
              std::string(line.substr(hash + kHashDigits)) + "\n";
    }
  }

  std::string_view in_;
  const Purge& purge_;
  std::map<std::string, std::string> written_;  // new blobs by old
  std::size_t at_ = 0;
  std::size_t commits_ = 0;
  std::string out_;
};

Result<std::map<std::string, std::string>> write_blobs(const std::string& root,
                                                       const Purge& purge) {
  std::map<std::string, std::string> written;
  for (const auto& [blob, bytes] : purge.blobs) {
    if (!bytes) continue;
    PYRAMID_ASSIGN(const std::string made, run_git(root, {"hash-object", "-w", "--stdin"}, *bytes));
    written[blob] = first_line(made);
  }
  return written;
}

Status drop_refs(const std::string& root, const std::string& pattern) {
  PYRAMID_ASSIGN(const std::string refs,
                 run_git(root, {"for-each-ref", "--format=%(refname)", pattern}));
  for (const std::string& ref : lines_of(refs)) {
    PYRAMID_TRY(run_git(root, {"update-ref", "--no-deref", "-d", ref}));
  }
  return {};
}

// Branches and tags, as lines for `git update-ref --stdin` that put them back.
Result<std::string> refs_as_they_are(const std::string& root) {
  return run_git(root, {"for-each-ref", "--format=update %(refname) %(objectname)", "refs/heads",
                        "refs/tags"});
}

// What git keeps of old commits beside refs.
Status drop_traces(const std::string& root, bool prune) {
  PYRAMID_ASSIGN(const std::string git_dir, run_git(root, {"rev-parse", "--absolute-git-dir"}));
  for (const char* name : {"ORIG_HEAD", "FETCH_HEAD", "COMMIT_EDITMSG", "MERGE_MSG"}) {
    std::error_code ignored;
    std::filesystem::remove(std::filesystem::path(first_line(git_dir)) / name, ignored);
  }
  PYRAMID_TRY(
      run_git(root, {"reflog", "expire", "--expire=now", "--expire-unreachable=now", "--all"}));
  if (!prune) return {};
  PYRAMID_TRY(run_git(root, {"gc", "--quiet", "--prune=now"}));
  return {};
}

}  // namespace

Result<std::vector<Version>> all_versions(const std::string& root) {
  PYRAMID_ASSIGN(const std::string prefix_line, run_git(root, {"rev-parse", "--show-prefix"}));
  const std::string prefix = first_line(prefix_line);
  PYRAMID_ASSIGN(const std::string all,
                 run_git(root, {"rev-list", "--objects", "--branches", "--tags", "HEAD"}));
  std::vector<Version> versions;
  for (const std::string_view line : split_lines(all)) {
    if (line.size() <= kHashDigits + 1) continue;  // a commit, or a root
    const std::string_view path = line.substr(kHashDigits + 1);
    if (!path.starts_with(prefix)) continue;
    versions.push_back(
        {std::string(path.substr(prefix.size())), std::string(line.substr(0, kHashDigits))});
  }
  return versions;
}

Status can_purge(const std::string& root) {
  PYRAMID_ASSIGN(const GitAnswer branch, ask_git(root, {"symbolic-ref", "-q", "HEAD"}));
  if (branch.exit_code != 0) {
    return fail(ErrorKind::kConflict, "HEAD names no branch, so its history cannot be rewritten",
                root, "check a branch out first");
  }
  PYRAMID_ASSIGN(const GitAnswer stash,
                 ask_git(root, {"rev-parse", "-q", "--verify", "refs/stash"}));
  if (stash.exit_code == 0) {
    return fail(ErrorKind::kConflict, "a stash may hold it", root,
                "look at `git stash list`, then apply or drop what is there");
  }
  PYRAMID_ASSIGN(const std::string worktrees, run_git(root, {"worktree", "list", "--porcelain"}));
  std::size_t count = 0;
  for (const std::string& line : lines_of(worktrees))
    count += line.starts_with("worktree ") ? 1 : 0;
  if (count > 1) {
    return fail(ErrorKind::kConflict, "another worktree of the repository holds its history", root,
                "remove it with `git worktree remove`");
  }
  PYRAMID_ASSIGN(const std::string lent,
                 run_git(root, {"rev-parse", "--git-path", "objects/info/alternates"}));
  std::error_code ignored;
  if (std::filesystem::exists(std::filesystem::path(root) / first_line(lent), ignored)) {
    return fail(ErrorKind::kConflict, "the repository borrows its objects from another", root,
                "run `git repack -a -d`, and remove .git/objects/info/alternates");
  }
  return {};
}

Result<Purged> purge_history(const std::string& root, const Purge& purge) {
  PYRAMID_ASSIGN(const auto written, write_blobs(root, purge));
  PYRAMID_ASSIGN(const std::string before, run_git(root, {"rev-parse", "HEAD", "HEAD^{tree}"}));
  PYRAMID_ASSIGN(const std::string stream,
                 run_git(root, {"fast-export", "--no-data", "--branches", "--tags", "--reencode=no",
                                "--signed-tags=strip", "--tag-of-filtered-object=rewrite"}));
  const std::string backup = purge.backup.empty() ? "refs/pyramid/before-purge/now" : purge.backup;
  PYRAMID_TRY(run_git(root, {"update-ref", backup, lines_of(before).front()}));
  Stream rewriting(stream, purge, written);
  const std::string rewritten = rewriting.rewritten();
  PYRAMID_ASSIGN(const std::string refs, refs_as_they_are(root));
  const Result<std::string> imported =
      run_git(root, {"fast-import", "--force", "--quiet"}, rewritten);
  PYRAMID_ASSIGN(const std::string after, run_git(root, {"rev-parse", "HEAD^{tree}"}));
  if (!imported || first_line(after) != lines_of(before).back()) {
    PYRAMID_TRY(run_git(root, {"update-ref", "--stdin"}, refs));
    if (!imported) return fail(Error(imported.error()));
    return fail(ErrorKind::kInternal, "the rewritten history does not end in the files as they are",
                root, "branches and tags are as they were");
  }
  Purged purged;
  purged.commits = rewriting.commits();
  PYRAMID_ASSIGN(const std::string remotes, run_git(root, {"remote"}));
  purged.remotes = lines_of(remotes);
  PYRAMID_TRY(drop_refs(root, "refs/remotes"));
  if (purge.backup.empty()) PYRAMID_TRY(drop_refs(root, "refs/pyramid/before-purge"));
  PYRAMID_TRY(drop_traces(root, purge.backup.empty()));
  return purged;
}

}  // namespace pyramid::history
