// The one Repository: its parts lie in repository.cpp, commit.cpp and uncommitted.cpp.
#pragma once

#include "history/libgit2.hpp"
#include "history/repository.hpp"
#include "history/tree_update.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::history {

class GitRepository final : public Repository {
 public:
  // `prefix`: the workspace's folder below the repository's, with a `/` behind; "" = the same.
  GitRepository(std::shared_ptr<const Libgit2> git, Handle<git_repository> repository,
                std::string workdir, std::string prefix);

  [[nodiscard]] std::string workdir() const override { return workdir_; }
  [[nodiscard]] bool is_own() const override { return prefix_.empty(); }
  Status can_commit() override;
  Result<std::vector<std::string>> uncommitted() override;
  Result<std::vector<std::string>> ignored(const std::vector<std::string>& paths) override;
  Result<std::optional<CommitInfo>> commit(const std::vector<PathChange>& changes,
                                           const std::string& message, Time at) override;
  Result<std::vector<CommitInfo>> log(std::size_t limit) override;

  // Whether a .gitignore hides the workspace's own folder, none of whose files is tracked.
  Result<bool> ignores_workspace();

 private:
  struct Head {
    Handle<git_commit> commit = no_handle<git_commit>();  // null: no commit yet
    Handle<git_tree> tree = no_handle<git_tree>();
  };
  Result<Head> head();
  // As it is on the disk now.
  Result<Handle<git_index>> index();
  Status no_conflicts_of_ours(git_index* index);

  // commit.cpp
  Result<std::vector<TreeChange>> prepare(const std::vector<PathChange>& changes, git_index* index);
  Result<std::optional<TreeChange>> prepare_one(const PathChange& change, git_index* index,
                                                bool trust_mode);
  // nullopt: the file holds something else now.
  Result<std::optional<std::string>> bytes_of(const PathChange& change);
  Result<git_oid> write_blob(const std::string& path, const std::string& bytes);
  Status no_foreign_filter(const std::string& path);
  Status stage(git_index* index, const std::vector<PathChange>& changes,
               const std::vector<TreeChange>& prepared);
  Result<Handle<git_signature>> signature(Time at);

  // uncommitted.cpp
  bool is_changed(const git_status_entry& entry, git_index* index);
  // `path`: below the repository's folder.
  Result<bool> is_ignored(const std::string& path, git_index* index);

  // log
  Result<bool> touches_workspace(git_commit* commit);
  Result<std::optional<git_oid>> workspace_tree(git_commit* commit);
  [[nodiscard]] CommitInfo describe(const git_commit* commit) const;

  [[nodiscard]] bool config_flag(const char* key, bool otherwise) const;
  [[nodiscard]] std::string on_disk(const std::string& path) const { return workdir_ + path; }

  // In this order, so that the library goes last.
  std::shared_ptr<const Libgit2> git_;
  Handle<git_repository> repository_;
  Handle<git_config> config_ = no_handle<git_config>();  // a snapshot; null when unreadable
  std::string workdir_;                                  // ends in `/`
  std::string prefix_;
};

}  // namespace pyramid::history
