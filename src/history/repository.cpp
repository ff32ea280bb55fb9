#include "history/repository.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "history/commit_walk.hpp"
#include "history/git_repository.hpp"
#include "history/index_lock.hpp"
#include "history/own_identity.hpp"
#include "history/ref_mark.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

namespace pyramid::history {

namespace {

// Somebody has told git of all its files: nothing is left that a sync would settle.
constexpr const char* kSettledMerge =
    "all its files are settled: finish it with `git commit`, or drop it with `git merge --abort`";

struct Operation {
  int state;
  const char* what;
  const char* hint;
};
constexpr Operation kOperations[] = {
    {GIT_REPOSITORY_STATE_MERGE, "a merge is under way",
     "pyramid sync, which ends one that stopped at memory files; or finish it with `git commit`, "
     "or "
     "drop it with `git merge --abort`"},
    {GIT_REPOSITORY_STATE_REVERT, "a revert is under way",
     "finish it with `git revert --continue`, or drop it with `git revert --abort`"},
    {GIT_REPOSITORY_STATE_REVERT_SEQUENCE, "a revert is under way",
     "finish it with `git revert --continue`, or drop it with `git revert --abort`"},
    {GIT_REPOSITORY_STATE_CHERRYPICK, "a cherry-pick is under way",
     "finish it with `git cherry-pick --continue`, or drop it with `git cherry-pick --abort`"},
    {GIT_REPOSITORY_STATE_CHERRYPICK_SEQUENCE, "a cherry-pick is under way",
     "finish it with `git cherry-pick --continue`, or drop it with `git cherry-pick --abort`"},
    {GIT_REPOSITORY_STATE_BISECT, "a bisect is under way", "end it with `git bisect reset`"},
    {GIT_REPOSITORY_STATE_REBASE, "a rebase is under way",
     "finish it with `git rebase --continue`, or drop it with `git rebase --abort`"},
    {GIT_REPOSITORY_STATE_REBASE_INTERACTIVE, "a rebase is under way",
     "finish it with `git rebase --continue`, or drop it with `git rebase --abort`"},
    {GIT_REPOSITORY_STATE_REBASE_MERGE, "a rebase is under way",
     "finish it with `git rebase --continue`, or drop it with `git rebase --abort`"},
    {GIT_REPOSITORY_STATE_APPLY_MAILBOX, "a `git am` is under way",
     "finish it with `git am --continue`, or drop it with `git am --abort`"},
    {GIT_REPOSITORY_STATE_APPLY_MAILBOX_OR_REBASE, "a rebase or `git am` is under way",
     "finish it with `--continue`, or drop it with `--abort`"},
};

// What libgit2 refuses to open a repository for, the last of these for anything else of the kind.
struct Extension {
  std::string_view name;  // in its message
  const char* what;
  const char* hint;
};
constexpr const char* kWithoutGit =
    "keep the memory in another repository, or write `commit: false` into its pyramid.yaml";
constexpr Extension kUnreadable[] = {
    {"extensions.objectformat", "the git repository names objects by SHA-256",
     "libgit2 reads SHA-1 alone: "},
    {"extensions.refstorage", "the git repository keeps its branches as a reftable",
     "`git refs migrate --ref-format=files` (git 2.46 or newer) makes them files again; or "},
    {"extensions.", "the git repository uses an extension that libgit2 does not know", ""},
    {"repository version", "the git repository is of a later format than libgit2 knows", ""},
};

std::string real_path(const std::string& path) {
  std::error_code failed;
  const std::filesystem::path real = std::filesystem::canonical(path, failed);
  return failed ? path : real.string();
}

std::string with_slash(std::string path) {
  if (!path.ends_with('/')) path += '/';
  return path;
}

Failure cannot_open(const Libgit2& git, int code, const std::string& where) {
  const git_error* last = git.error_last();
  // libgit2 1.5 says "not found" of a safe.directory that no configuration holds.
  const bool foreign =
      code == GIT_EOWNER ||
      (code == GIT_ENOTFOUND && last != nullptr && last->message != nullptr &&
       std::string_view(last->message).find("safe.directory") != std::string_view::npos);
  if (foreign) {
    return fail(ErrorKind::kIo, "the git repository belongs to another user", where,
                "if you trust it: git config --global --add safe.directory '" + where + "'");
  }
  const std::string_view said =
      last == nullptr || last->message == nullptr ? std::string_view() : last->message;
  for (const Extension& one : kUnreadable) {
    if (said.find(one.name) == std::string_view::npos) continue;
    return fail(Error{ErrorKind::kInvalid, one.what, where, std::string(said),
                      std::string(one.hint) + kWithoutGit});
  }
  return git.failure(code, ErrorKind::kInvalid, "the git repository cannot be opened", where);
}

// Where the repository that encloses `root` has its .git; "" when there is none.
Result<std::string> discover(const Libgit2& git, const std::string& root) {
  git_buf found = GIT_BUF_INIT;
  const int code = git.repository_discover(&found, root.c_str(), 0, nullptr);
  const std::string git_dir = found.ptr == nullptr ? "" : found.ptr;
  git.buf_dispose(&found);
  if (code == GIT_ENOTFOUND) return std::string();
  if (code < 0) return cannot_open(git, code, root);
  return git_dir;
}

// A `.git` that no git takes for one: nothing would be committed, and nobody would say so.
Status is_no_broken_repository(const std::string& root) {
  std::error_code ignored;
  const std::string place = path::join(root, ".git");
  if (!std::filesystem::exists(place, ignored)) return {};
  const bool has_head = std::filesystem::exists(path::join(place, "HEAD"), ignored);
  return fail(ErrorKind::kInvalid,
              has_head || !std::filesystem::is_directory(place, ignored)
                  ? ".git is there, but git finds no repository by it"
                  : ".git is there, but no repository: it has no HEAD",
              root, "git init -b main " + root + ", which makes what is missing; see `git status`");
}

Result<std::unique_ptr<Repository>> open_with(const std::shared_ptr<const Libgit2>& git,
                                              const std::string& root) {
  PYRAMID_ASSIGN(std::optional<Located> found, locate(git, root));
  if (!found) return std::unique_ptr<Repository>();
  auto opened = std::make_unique<GitRepository>(git, std::move(found->repository), found->workdir,
                                                found->prefix);
  PYRAMID_ASSIGN(const bool ignored, opened->ignores_workspace());
  if (ignored) return std::unique_ptr<Repository>();
  return std::unique_ptr<Repository>(std::move(opened));
}

}  // namespace

Result<std::optional<Located>> locate(std::shared_ptr<const Libgit2> git, const std::string& root) {
  PYRAMID_ASSIGN(const std::string git_dir, discover(*git, root));
  if (git_dir.empty()) {
    PYRAMID_TRY(is_no_broken_repository(root));
    return std::optional<Located>();
  }
  // From the workspace, not from git_dir: where a file `.git` names a folder that is elsewhere
  // (--separate-git-dir), only the search for it tells whose files they are.
  Handle<git_repository> repository = no_handle<git_repository>();
  const int code = make(repository, git->repository_free, [&](git_repository** out) {
    return git->repository_open_ext(out, root.c_str(), 0, nullptr);
  });
  if (code < 0) {
    const std::string_view suffix = ".git/";
    return cannot_open(*git, code,
                       git_dir.ends_with(suffix)
                           ? git_dir.substr(0, git_dir.size() - suffix.size() - 1)
                           : git_dir);
  }
  const std::string workspace = with_slash(real_path(root));
  if (workspace.starts_with(with_slash(real_path(git_dir)))) {
    return fail(ErrorKind::kConflict, "lies in a folder of git's own, such as a bare repository",
                root, "choose another folder");
  }
  const char* workdir = git->repository_workdir(repository.get());
  if (workdir == nullptr) {
    return fail(ErrorKind::kConflict,
                "the git repository here says that it has no files (core.bare)", root,
                "`git config core.bare false` there, or `git init` in the workspace, or "
                "`commit: false` in pyramid.yaml");
  }
  const std::string top = with_slash(real_path(workdir));
  if (!workspace.starts_with(top)) {
    return fail(ErrorKind::kConflict,
                "the git repository here is of the files of another folder: core.worktree is " +
                    printable(workdir),
                root,
                "`git config --unset core.worktree`, or `git init` in the workspace, or "
                "`commit: false` in pyramid.yaml");
  }
  return std::optional(
      Located{std::move(git), std::move(repository), top, workspace.substr(top.size())});
}

void load_libgit2() { (void)Libgit2::load(); }

Result<std::unique_ptr<Repository>> Repository::open(const std::string& root) {
  PYRAMID_ASSIGN(const std::shared_ptr<const Libgit2> git, Libgit2::load());
  return open_with(git, root);
}

Result<std::unique_ptr<Repository>> Repository::open_or_init(const std::string& root) {
  PYRAMID_ASSIGN(const std::shared_ptr<const Libgit2> git, Libgit2::load());
  PYRAMID_ASSIGN(std::unique_ptr<Repository> found, open_with(git, root));
  if (found) return found;
  git_repository_init_options options = GIT_REPOSITORY_INIT_OPTIONS_INIT;
  options.flags = GIT_REPOSITORY_INIT_NO_REINIT | GIT_REPOSITORY_INIT_MKPATH;
  options.initial_head = "main";
  Handle<git_repository> made = no_handle<git_repository>();
  const int code = make(made, git->repository_free, [&](git_repository** out) {
    return git->repository_init_ext(out, root.c_str(), &options);
  });
  if (code < 0) {
    return git->failure(code, ErrorKind::kIo, "a git repository cannot be made here", root);
  }
  made.reset();
  PYRAMID_ASSIGN(found, open_with(git, root));
  if (!found) return fail(ErrorKind::kInternal, "the new git repository is not found", root);
  return found;
}

GitRepository::GitRepository(std::shared_ptr<const Libgit2> git, Handle<git_repository> repository,
                             std::string workdir, std::string prefix)
    : git_(std::move(git)),
      repository_(std::move(repository)),
      workdir_(std::move(workdir)),
      prefix_(std::move(prefix)) {
  make(config_, git_->config_free,
       [&](git_config** out) { return git_->repository_config_snapshot(out, repository_.get()); });
  const char* unused = nullptr;
  const bool has_identity = config_ &&
                            git_->config_get_string(&unused, config_.get(), "user.name") == 0 &&
                            git_->config_get_string(&unused, config_.get(), "user.email") == 0;
  if (!has_identity) {  // for the reflog; signature() does the same for commits
    git_->repository_set_ident(repository_.get(), kOwnName, kOwnAddress);
  }
}

bool GitRepository::config_flag(const char* key, bool otherwise) const {
  int value = 0;
  if (!config_ || git_->config_get_bool(&value, config_.get(), key) < 0) return otherwise;
  return value != 0;
}

std::string GitRepository::git_folder() const { return git_->repository_path(repository_.get()); }

std::string GitRepository::common_folder() const {
  return git_->repository_commondir(repository_.get());
}

Result<std::string> GitRepository::index_path() {
  git_buf found = GIT_BUF_INIT;
  const int code = git_->repository_item_path(&found, repository_.get(), GIT_REPOSITORY_ITEM_INDEX);
  const std::string path = found.ptr == nullptr ? "" : found.ptr;
  git_->buf_dispose(&found);
  if (code < 0) {
    return git_->failure(code, ErrorKind::kInvalid, "git's index cannot be found", workdir_);
  }
  return path;
}

Result<const IndexFile*> GitRepository::index() {
  PYRAMID_ASSIGN(const std::string path, index_path());
  const std::unique_ptr<FileSystem> files = make_real_file_system();
  const Result<FileStat> stat = files->stat(path);
  if (!stat && stat.error().kind != ErrorKind::kNotFound) return fail(Error(stat.error()));
  if (!stat) {
    index_ = IndexFile();
    index_stat_.reset();
  } else if (index_stat_ != *stat) {
    PYRAMID_ASSIGN(index_, IndexFile::read(path));
    index_stat_ = *stat;
  }
  return &index_;
}

Result<bool> GitRepository::ignores_workspace() {
  if (prefix_.empty()) return false;
  int ignored = 0;
  const int code = git_->ignore_path_is_ignored(&ignored, repository_.get(), prefix_.c_str());
  if (code < 0) {
    return git_->failure(code, ErrorKind::kIo, "git's ignore rules cannot be read", workdir_);
  }
  if (ignored == 0) return false;
  PYRAMID_ASSIGN(const IndexFile* tracked, index());
  return !tracked->holds_below(prefix_);
}

Result<GitRepository::Head> GitRepository::head() {
  Handle<git_reference> reference = no_handle<git_reference>();
  const int code = make(reference, git_->reference_free, [&](git_reference** out) {
    return git_->repository_head(out, repository_.get());
  });
  if (code == GIT_EUNBORNBRANCH) return Head();
  if (code < 0) return unreadable_head(code);
  return head_at(*git_->reference_target(reference.get()));
}

Result<GitRepository::Head> GitRepository::head_at(const git_oid& commit) {
  Head result;
  int code = make(result.commit, git_->commit_free, [&](git_commit** out) {
    return git_->commit_lookup(out, repository_.get(), &commit);
  });
  if (code == 0) {
    code = make(result.tree, git_->tree_free,
                [&](git_tree** out) { return git_->commit_tree(out, result.commit.get()); });
  }
  if (code < 0) return unreadable_head(code);
  return result;
}

Failure GitRepository::unreadable_head(int code) const {
  return git_->failure(
      code, ErrorKind::kInvalid, "the commit that HEAD names cannot be read", workdir_,
      "`git fsck` says what is damaged, `git reflog` which commits were there before; "
      "`git update-ref HEAD COMMIT` goes back to one, and no file changes by that");
}

Status GitRepository::no_conflicts_of_ours(const IndexFile& index) {
  const std::optional<std::string> path = index.conflict_below(prefix_);
  if (!path) return {};
  return fail(ErrorKind::kConflict, "git holds two versions of the file",
              path->substr(prefix_.size()), "settle it and tell git with `git add`");
}

Status GitRepository::nothing_under_way() {
  const int state = git_->repository_state(repository_.get());
  for (const Operation& operation : kOperations) {
    if (operation.state != state) continue;
    std::string hint = operation.hint;
    if (state == GIT_REPOSITORY_STATE_MERGE) {
      PYRAMID_ASSIGN(const IndexFile* current, index());
      if (!current->conflict_below("")) hint = kSettledMerge;
    }
    return fail(ErrorKind::kConflict, operation.what, workdir_, std::move(hint));
  }
  return {};
}

Status GitRepository::can_commit() {
  PYRAMID_TRY(head());
  PYRAMID_TRY(nothing_under_way());
  release_stale_refs(git_folder() + "HEAD");
  release_dead_locks(git_folder(), common_folder(), workdir_);
  if (!at_work_) at_work_.emplace(git_folder() + "HEAD");
  PYRAMID_ASSIGN(const std::string path, index_path());
  if (!comes_free(path)) return index_is_held(path);
  PYRAMID_ASSIGN(const IndexFile* current, index());
  PYRAMID_TRY(no_conflicts_of_ours(*current));
  PYRAMID_TRY(programs_are_there(*current));
  return all_memory_is_here(*current);
}

bool GitRepository::is_detached() {
  Handle<git_reference> head = no_handle<git_reference>();
  const int code = make(head, git_->reference_free, [&](git_reference** out) {
    return git_->reference_lookup(out, repository_.get(), "HEAD");
  });
  return code == 0 && git_->reference_symbolic_target(head.get()) == nullptr;
}

Result<std::optional<git_oid>> GitRepository::workspace_tree(git_commit* commit) {
  if (prefix_.empty()) return std::optional<git_oid>(*git_->commit_tree_id(commit));
  Handle<git_tree> tree = no_handle<git_tree>();
  int code =
      make(tree, git_->tree_free, [&](git_tree** out) { return git_->commit_tree(out, commit); });
  Handle<git_tree_entry> entry = no_handle<git_tree_entry>();
  const std::string folder = prefix_.substr(0, prefix_.size() - 1);
  if (code == 0) {
    code = make(entry, git_->tree_entry_free, [&](git_tree_entry** out) {
      return git_->tree_entry_bypath(out, tree.get(), folder.c_str());
    });
  }
  if (code == GIT_ENOTFOUND) return std::optional<git_oid>();
  if (code < 0)
    return git_->failure(code, ErrorKind::kInvalid, "a commit cannot be read", workdir_);
  return std::optional<git_oid>(*git_->tree_entry_id(entry.get()));
}

Result<bool> GitRepository::touches_workspace(git_commit* commit) {
  PYRAMID_ASSIGN(const std::optional<git_oid> mine, workspace_tree(commit));
  const unsigned parents = git_->commit_parentcount(commit);
  if (parents == 0) return mine.has_value();
  for (unsigned i = 0; i < parents; ++i) {
    Handle<git_commit> parent = no_handle<git_commit>();
    const int code = make(parent, git_->commit_free,
                          [&](git_commit** out) { return git_->commit_parent(out, commit, i); });
    if (code < 0) return true;  // beyond the edge of a shallow clone
    PYRAMID_ASSIGN(const std::optional<git_oid> theirs, workspace_tree(parent.get()));
    const bool same =
        mine.has_value() == theirs.has_value() && (!mine || git_->oid_cmp(&*mine, &*theirs) == 0);
    if (same) return false;
  }
  return true;
}

CommitInfo GitRepository::describe(const git_commit* commit) const {
  const std::string_view message = git_->commit_message(commit);
  return {git_->oid_tostr_s(git_->commit_id(commit)),
          std::string(trim(message.substr(0, message.find('\n')))),
          Time{git_->commit_time(commit)}};
}

Result<std::vector<CommitInfo>> GitRepository::log(std::size_t limit) {
  std::vector<CommitInfo> commits;
  if (limit == 0) return commits;
  const auto take = [&](git_commit* commit) -> Result<bool> {
    PYRAMID_ASSIGN(const bool ours, touches_workspace(commit));
    if (ours) commits.push_back(describe(commit));
    return commits.size() < limit;
  };
  PYRAMID_TRY(walk_commits(*git_, repository_.get(), workdir_, WalkOrder::kAsLog, take));
  return commits;
}

}  // namespace pyramid::history
