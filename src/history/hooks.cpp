// Commits of those who have git run hooks.
#include "base/path.hpp"
#include "base/text.hpp"
#include "history/git_program.hpp"
#include "history/git_repository.hpp"
#include "history/process_name.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

namespace pyramid::history {

namespace {

constexpr std::array<const char*, 4> kHooks = {"pre-commit", "prepare-commit-msg", "commit-msg",
                                               "post-commit"};

bool is_program(const std::string& file) {
  std::error_code failed;
  return std::filesystem::is_regular_file(file, failed) && ::access(file.c_str(), X_OK) == 0;
}

// An index beside the person's, as long as it is used.
class OwnIndex {
 public:
  explicit OwnIndex(std::string path) : path_(std::move(path)) { remove(); }
  OwnIndex(const OwnIndex&) = delete;
  OwnIndex& operator=(const OwnIndex&) = delete;
  ~OwnIndex() { remove(); }

 private:
  void remove() {
    ::unlink(path_.c_str());
    ::unlink((path_ + ".lock").c_str());
  }
  std::string path_;
};

}  // namespace

std::vector<std::string> identity_of(const git_signature& who) {
  const std::string date = "@" + std::to_string(who.when.time) + " +0000";
  std::vector<std::string> identity;
  for (const std::string role : {"AUTHOR", "COMMITTER"}) {
    identity.push_back("GIT_" + role + "_NAME=" + who.name);
    identity.push_back("GIT_" + role + "_EMAIL=" + who.email);
    identity.push_back("GIT_" + role + "_DATE=" + date);
  }
  return identity;
}

bool GitRepository::has_commit_hooks() {
  std::string folder = common_folder() + "hooks";
  const char* set = nullptr;
  if (config_ && git_->config_get_string(&set, config_.get(), "core.hookspath") == 0) {
    // git knows what `~` and a relative path mean there.
    const Result<std::string> told = run_git(workdir_, {"rev-parse", "--git-path", "hooks"});
    if (!told) return false;
    const std::string named(trim(*told));
    folder = named.starts_with('/') ? named : workdir_ + named;
  }
  return std::any_of(kHooks.begin(), kHooks.end(),
                     [&](const char* hook) { return is_program(folder + "/" + hook); });
}

Result<git_oid> GitRepository::commit_with_hooks(const git_oid& tree, const git_signature& who,
                                                 const std::string& message) {
  const std::string file = named_by_this_process(git_folder() + "pyramid-commit.index");
  const OwnIndex index(file);
  std::vector<std::string> environment = identity_of(who);
  environment.push_back("GIT_INDEX_FILE=" + file);
  const auto git = [&](const std::vector<std::string>& arguments, const std::string& input) {
    return ask_git(workdir_, arguments, input, environment);
  };
  PYRAMID_ASSIGN(GitAnswer answer, git({"read-tree", git_->oid_tostr_s(&tree)}, {}));
  if (answer.exit_code == 0) {
    // Its exit code only says that other files differ.
    static_cast<void>(git({"update-index", "-q", "--refresh"}, {}));
    PYRAMID_ASSIGN(answer, git({"commit", "-q", "--cleanup=verbatim", "-F", "-"}, message));
  }
  if (answer.exit_code == 0) {
    PYRAMID_ASSIGN(answer, git({"rev-parse", "HEAD"}, {}));
  }
  git_oid id;
  const std::string name(trim(answer.out));
  if (answer.exit_code == 0 && git_->oid_fromstr(&id, name.c_str()) == 0) return id;
  return fail(kind_of(answer), "git made no commit: " + reason_of(answer), workdir_,
              "a hook of git's may have refused it: the files stay as they are; mend what it says "
              "and sync again");
}

Status GitRepository::stage_committed(const git_oid& commit, Staged staged) {
  PYRAMID_ASSIGN(const Head made, head_at(commit));
  for (auto& [path, staged_as] : staged) {
    Handle<git_tree_entry> committed = no_handle<git_tree_entry>();
    const int code = make(committed, git_->tree_entry_free, [&](git_tree_entry** out) {
      return git_->tree_entry_bypath(out, made.tree.get(), path.c_str());
    });
    if (code < 0) {
      staged_as.reset();
      continue;
    }
    const git_oid* blob = git_->tree_entry_id(committed.get());
    if (staged_as && git_->oid_cmp(&staged_as->id, blob) == 0) continue;
    // Not how the file lies on the disk, which may hold something else: git looks for itself.
    staged_as.emplace();
    staged_as->mode = git_->tree_entry_filemode(committed.get());
    git_->oid_cpy(&staged_as->id, blob);
  }
  return replace_index(staged);
}

}  // namespace pyramid::history
