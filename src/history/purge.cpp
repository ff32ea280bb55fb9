#include "history/purge.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "history/filters.hpp"
#include "history/git_folders.hpp"
#include "history/git_program.hpp"
#include "history/git_traces.hpp"
#include "history/leftovers.hpp"
#include "history/pack_writer.hpp"
#include "pyramid/file_system.hpp"

#include <algorithm>
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

std::string first_purge_line(const std::string& text) {
  return std::string(trim(std::string_view(text).substr(0, text.find('\n'))));
}

// A path as git writes it in a line: plain, or in quotes with C's escapes.
std::string unquoted(std::string_view said) {
  if (said.size() < 2 || said.front() != '"') return std::string(said);
  said = said.substr(1, said.size() - 2);
  constexpr std::string_view kNamed = "abtnvfr";
  constexpr std::string_view kMeant = "\a\b\t\n\v\f\r";
  std::string path;
  for (std::size_t at = 0; at < said.size(); ++at) {
    if (said[at] != '\\' || at + 1 == said.size()) {
      path += said[at];
      continue;
    }
    const char escaped = said[++at];
    const std::size_t named = kNamed.find(escaped);
    if (escaped >= '0' && escaped <= '3' && at + 2 < said.size()) {
      unsigned value = 0;
      std::from_chars(said.data() + at, said.data() + at + 3, value, 8);
      path += static_cast<char>(value);
      at += 2;
    } else {
      path += named == std::string_view::npos ? escaped : kMeant[named];
    }
  }
  return path;
}

Result<std::string> prefix_of(const std::string& root) {
  PYRAMID_ASSIGN(const std::string prefix, run_git(root, {"rev-parse", "--show-prefix"}));
  return first_purge_line(prefix);
}

// The stream of `git fast-export`, with other blobs and messages.
class Stream {
 public:
  Stream(std::string_view in, const Purge& purge, std::map<std::string, std::string> written,
         std::string prefix)
      : in_(in), purge_(purge), written_(std::move(written)), prefix_(std::move(prefix)) {}

  std::string rewritten() {
    while (at_ < in_.size()) {
      const std::string_view line = next_line();
      if (line.starts_with("data ")) {
        take_data(line);
      } else if (line.starts_with("M ")) {
        take_file(line);
      } else {
        take_line(line);
      }
    }
    end_commit();
    return std::move(out_);
  }
  // Those that held something without one before them that did.
  [[nodiscard]] const std::vector<std::string>& first() const { return first_; }

 private:
  void take_line(std::string_view line) {
    constexpr std::string_view kMark = "mark ", kFrom = "from ", kMerge = "merge ",
                               kName = "original-oid ";
    const bool begins = line.starts_with("commit ");
    if (begins || line.starts_with("reset ") || line.starts_with("tag ")) end_commit();
    in_commit_ = in_commit_ || begins;
    if (line.starts_with(kName)) {
      name_ = line.substr(kName.size());
      return;
    }
    if (line.starts_with(kMark)) mark_ = line.substr(kMark.size());
    for (const std::string_view key : {kFrom, kMerge}) {
      if (in_commit_ && line.starts_with(key)) {
        behind_ = behind_ || held_.contains(std::string(line.substr(key.size())));
      }
    }
    out_ += std::string(line) + "\n";
  }

  void end_commit() {
    if (in_commit_ && changed_ && !behind_) first_.push_back(name_);
    if (in_commit_ && (changed_ || behind_)) held_.insert(mark_);
    in_commit_ = changed_ = behind_ = false;
  }

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
    const std::string_view said = in_.substr(at_, size);
    const std::string message = purge_.reword(std::string(said));
    changed_ = changed_ || message != said;
    at_ = std::min(at_ + size, in_.size());
    out_ += "data " + std::to_string(message.size()) + "\n" + message;
  }

  // "M 100644 <blob> path"
  void take_file(std::string_view line) {
    const std::size_t hash = line.find(' ', 2) + 1;
    const std::string blob(line.substr(hash, kHashDigits));
    const auto change = purge_.blobs.find(blob);
    const bool stays = change == purge_.blobs.end();
    const bool gone = goes(line.substr(hash + kHashDigits + 1)) || (!stays && !change->second);
    changed_ = changed_ || gone || !stays;
    if (gone) {
      out_ += "D" + std::string(line.substr(hash + kHashDigits)) + "\n";
    } else if (stays) {
      out_ += std::string(line) + "\n";
    } else {
      out_ += std::string(line.substr(0, hash)) + written_.at(blob) +
              std::string(line.substr(hash + kHashDigits)) + "\n";
    }
  }

  [[nodiscard]] bool goes(std::string_view said) const {
    if (purge_.paths.empty()) return false;
    const std::string path = unquoted(said);
    return path.starts_with(prefix_) && purge_.paths.contains(path.substr(prefix_.size()));
  }

  std::string_view in_;
  const Purge& purge_;
  std::map<std::string, std::string> written_;  // new blobs by old
  std::string prefix_;                          // of the workspace's paths in the repository
  std::size_t at_ = 0;
  std::string out_;
  // Of the commit that is being read; `behind_`: one before it held something.
  std::string mark_, name_;
  bool in_commit_ = false, changed_ = false, behind_ = false;
  std::set<std::string> held_;  // marks of commits that held something, or came behind one
  std::vector<std::string> first_;
};

Result<std::map<std::string, std::string>> write_blobs(const std::string& root,
                                                       const Purge& purge) {
  std::map<std::string, std::string> written;
  for (const auto& [blob, bytes] : purge.blobs) {
    if (!bytes) continue;
    PYRAMID_ASSIGN(const std::string made, run_git(root, {"hash-object", "-w", "--stdin"}, *bytes));
    written[blob] = first_purge_line(made);
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

// Where HEAD and each branch of a remote, as last seen, part.
Result<std::vector<std::string>> shared_commits(const std::string& root) {
  PYRAMID_ASSIGN(const std::string head, run_git(root, {"rev-parse", "HEAD"}));
  std::set<std::string> shared = {first_purge_line(head)};
  PYRAMID_ASSIGN(const std::string tips,
                 run_git(root, {"for-each-ref", "--format=%(objectname)", "refs/remotes"}));
  for (const std::string& tip : lines_of(tips)) {
    PYRAMID_ASSIGN(const GitAnswer base, ask_git(root, {"merge-base", "HEAD", tip}));
    if (base.exit_code == 0) shared.insert(first_purge_line(base.out));
  }
  return std::vector<std::string>(shared.begin(), shared.end());
}

Result<std::string> export_of(const std::string& root) {
  return run_git(
      root, {"fast-export", "--no-data", "--branches", "--tags", "--reencode=no",
             "--signed-tags=strip", "--tag-of-filtered-object=rewrite", "--show-original-ids"});
}

// Branches and tags, as lines for `git update-ref --stdin` that put them back.
Result<std::string> refs_as_they_are(const std::string& root) {
  return run_git(root, {"for-each-ref", "--format=update %(refname) %(objectname)", "refs/heads",
                        "refs/tags"});
}

// What libgit2 was writing in a process that was killed: git's own pruning knows not the name.
void remove_unfinished_objects(const std::string& common_folder) {
  const auto files = make_real_file_system();
  const std::string folder = path::join(common_folder, "objects");
  const auto entries = files->list(folder);
  if (!entries) return;
  for (const DirectoryEntry& entry : *entries) {
    if (!entry.name.starts_with("tmp_object_git2_")) continue;
    static_cast<void>(files->remove(path::join(folder, entry.name)));  // the next purge tries again
  }
}

// What git keeps of old commits beside refs.
// A file that cannot be removed is nothing that `git gc` fails for.
Status nothing_is_left(const std::string& root) {
  PYRAMID_ASSIGN(const GitAnswer listed,
                 ask_git(root, {"fsck", "--unreachable", "--no-reflogs", "--connectivity-only",
                                "--no-progress", "--no-dangling"}));
  for (const std::string_view line : split_lines(listed.out)) {
    if (!line.starts_with("unreachable ")) continue;
    return fail(ErrorKind::kIo, "git could not remove all that nothing leads to any more", root,
                "what is to go may still lie in .git/objects; the next command that writes tries "
                "it again");
  }
  return {};
}

Status drop_traces(const std::string& root, bool prune) {
  PYRAMID_TRY(drop_passing_notes(root));
  if (!prune) return {};
  if (const auto folders = find_git_folders(root)) {
    remove_unfinished_packs(folders->common);
    remove_unfinished_objects(folders->common);
  }
  drop_half_made_packs(root);
  PYRAMID_TRY(run_git(root, {"gc", "--quiet", "--prune=now"}));
  return nothing_is_left(root);
}

}  // namespace

Result<std::vector<Version>> all_versions(const std::string& root) {
  PYRAMID_ASSIGN(const std::string prefix, prefix_of(root));
  PYRAMID_ASSIGN(const std::string commits,
                 run_git(root, {"rev-list", "--branches", "--tags", "HEAD"}));
  // What a tree has is in no diff only where each parent has it too.
  PYRAMID_ASSIGN(const std::string all,
                 run_git(root,
                         {"diff-tree", "--stdin", "--root", "-m", "-r", "-z", "--raw",
                          "--no-renames", "--no-abbrev", "--no-commit-id"},
                         commits));
  std::set<std::pair<std::string, std::string>> seen;
  const std::vector<std::string_view> tokens = split(all, '\0');
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const std::string_view change = trim(tokens[i]);  // ":100644 100644 <old> <new> M"
    if (!change.starts_with(":")) continue;
    const std::vector<std::string_view> parts = split(change, ' ');
    const std::string_view path = tokens[++i];
    if (parts.size() < 4 || parts[1] == "000000" || !path.starts_with(prefix)) continue;
    seen.emplace(path.substr(prefix.size()), parts[3]);
  }
  std::vector<Version> versions;
  for (const auto& [path, blob] : seen) versions.push_back({path, blob});
  return versions;
}

namespace {

// What else may hold old commits than branches, tags, and what the purge drops itself.
Status refuse_other_refs(const std::string& root) {
  PYRAMID_ASSIGN(
      const std::string refs,
      run_git(root, {"for-each-ref", "--format=%(refname) %(objecttype) %(*objecttype)"}));
  std::vector<std::string> others;
  for (const std::string& line : lines_of(refs)) {
    const std::vector<std::string_view> parts = split(line, ' ');
    const std::string_view ref = parts.front();
    const bool of_commit = std::find(parts.begin(), parts.end(), "commit") != parts.end();
    const bool rewritten =
        (ref.starts_with("refs/heads/") || ref.starts_with("refs/tags/")) && of_commit;
    const bool dropped =
        ref.starts_with("refs/remotes/") || ref.starts_with("refs/pyramid/before-purge/");
    if (!rewritten && !dropped) others.emplace_back(ref);
  }
  if (others.empty()) return {};
  return fail(ErrorKind::kConflict,
              "what is neither a branch nor a tag of a commit may hold it: " + join(others, ", "),
              root, "look at it, then drop it with `git update-ref -d " + others.front() + "`");
}

// What a person keeps git from packing anew, it does not remove either.
Status refuse_kept_packs(const std::string& root) {
  const auto folders = find_git_folders(root);
  if (!folders) return {};
  const auto files = make_real_file_system();
  const std::string folder = path::join(folders->common, "objects/pack");
  const auto entries = files->list(folder);
  if (!entries) return {};
  for (const DirectoryEntry& entry : *entries) {
    if (!entry.name.ends_with(".keep")) continue;
    const auto why = files->read(path::join(folder, entry.name));
    if (why && is_kept_for_a_moment(*why)) continue;
    return fail(ErrorKind::kConflict, "git is told to keep a pack of old objects as it is",
                path::join(folder, entry.name), "remove that file, if nothing else needs it");
  }
  return {};
}

// git names the main worktree first.
Status refuse_worktrees(const std::string& root) {
  constexpr std::string_view kWorktree = "worktree ";
  PYRAMID_ASSIGN(const std::string listed, run_git(root, {"worktree", "list", "--porcelain"}));
  std::vector<std::string> worktrees;
  for (const std::string_view line : split_lines(listed)) {
    if (line.starts_with(kWorktree)) worktrees.emplace_back(line.substr(kWorktree.size()));
  }
  if (worktrees.size() < 2) return {};
  PYRAMID_ASSIGN(const std::string top, run_git(root, {"rev-parse", "--show-toplevel"}));
  const std::string here = first_purge_line(top);
  const std::string& first = worktrees.front();
  const std::string hint =
      here == first ? "remove it with `git worktree remove " + worktrees.back() + "`"
                    : "purge in " + first + ", after `git worktree remove " + here + "` there";
  return fail(ErrorKind::kConflict, "another worktree of the repository holds its history", root,
              hint);
}

}  // namespace

Status can_purge(const std::string& root) {
  PYRAMID_ASSIGN(const GitAnswer branch, ask_git(root, {"symbolic-ref", "-q", "HEAD"}));
  if (branch.exit_code != 0) {
    return fail(ErrorKind::kConflict, "HEAD names no branch, so its history cannot be rewritten",
                root, "check a branch out first");
  }
  PYRAMID_ASSIGN(const std::string shallow,
                 run_git(root, {"rev-parse", "--is-shallow-repository"}));
  if (first_purge_line(shallow) == "true") {
    return fail(
        ErrorKind::kConflict,
        "this shallow clone has the end of the history alone; pushed, that would be all of it",
        root, "bring the rest with `git fetch --unshallow`, or purge where all of it is");
  }
  PYRAMID_ASSIGN(const GitAnswer stash,
                 ask_git(root, {"rev-parse", "-q", "--verify", "refs/stash"}));
  if (stash.exit_code == 0) {
    return fail(ErrorKind::kConflict, "a stash may hold it", root,
                "look at `git stash list`, then apply or drop what is there");
  }
  PYRAMID_TRY(refuse_worktrees(root));
  PYRAMID_ASSIGN(const std::string lent,
                 run_git(root, {"rev-parse", "--git-path", "objects/info/alternates"}));
  std::error_code ignored;
  if (std::filesystem::exists(std::filesystem::path(root) / first_purge_line(lent), ignored)) {
    return fail(ErrorKind::kConflict, "the repository borrows its objects from another", root,
                "run `git repack -a -d`, and remove .git/objects/info/alternates");
  }
  PYRAMID_TRY(refuse_kept_packs(root));
  PYRAMID_ASSIGN(const std::set<std::string> filtered,
                 filtered_files(root, {"MEMORY.md", "observations/a.md", "memory/a.md"}));
  if (!filtered.empty()) {
    return fail(ErrorKind::kConflict,
                "a program changes the memory's files on their way into git, so no purge can look "
                "into them there",
                root, "let the history go: keep the files, and begin a repository anew");
  }
  return refuse_other_refs(root);
}

Result<PurgeMarks> purge_marks(const std::string& root, const Purge& purge) {
  PYRAMID_ASSIGN(const std::string prefix, prefix_of(root));
  PYRAMID_ASSIGN(const std::string stream, export_of(root));
  std::map<std::string, std::string> as_they_are;
  for (const auto& [blob, bytes] : purge.blobs) as_they_are[blob] = blob;
  Stream looking(stream, purge, std::move(as_they_are), prefix);
  static_cast<void>(looking.rewritten());
  PurgeMarks marks;
  marks.first = looking.first();
  PYRAMID_ASSIGN(marks.shared, shared_commits(root));
  return marks;
}

Result<Purged> purge_history(const std::string& root, const Purge& purge) {
  PYRAMID_ASSIGN(const std::string prefix, prefix_of(root));
  PYRAMID_ASSIGN(const auto written, write_blobs(root, purge));
  PYRAMID_ASSIGN(const std::string before, run_git(root, {"rev-parse", "HEAD", "HEAD^{tree}"}));
  PYRAMID_ASSIGN(const std::vector<MadeCommit> made, commits_made(root));
  PYRAMID_ASSIGN(const std::string stream, export_of(root));
  const std::string backup = purge.backup.empty() ? "refs/pyramid/before-purge/now" : purge.backup;
  const std::string kept = purge.backed_up.empty() ? lines_of(before).front() : purge.backed_up;
  PYRAMID_TRY(run_git(root, {"update-ref", backup, kept}));
  Stream rewriting(stream, purge, written, prefix);
  const std::string rewritten = rewriting.rewritten();
  PYRAMID_ASSIGN(const std::string refs, refs_as_they_are(root));
  const Result<std::string> imported =
      run_git(root, {"fast-import", "--force", "--quiet"}, rewritten);
  PYRAMID_ASSIGN(const std::string after, run_git(root, {"rev-parse", "HEAD^{tree}"}));
  if (!imported || first_purge_line(after) != lines_of(before).back()) {
    PYRAMID_TRY(run_git(root, {"update-ref", "--stdin"}, refs));
    // A backup may be that of a purge which was stopped.
    if (purge.backup.empty()) PYRAMID_TRY(run_git(root, {"update-ref", "-d", backup}));
    if (!imported) return fail(Error(imported.error()));
    return fail(ErrorKind::kInternal, "the rewritten history does not end in the files as they are",
                root, "branches and tags are as they were");
  }
  Purged purged;
  PYRAMID_ASSIGN(const std::vector<MadeCommit> left, commits_made(root));
  PYRAMID_ASSIGN(purged.rewritten, count_rewritten(root, made, left));
  PYRAMID_ASSIGN(const std::string remotes, run_git(root, {"remote"}));
  purged.remotes = lines_of(remotes);
  PYRAMID_TRY(drop_refs(root, "refs/remotes"));
  if (purge.backup.empty()) PYRAMID_TRY(drop_refs(root, "refs/pyramid/before-purge"));
  PYRAMID_TRY(drop_traces(root, purge.backup.empty()));
  return purged;
}

}  // namespace pyramid::history
