// The one Repository: its parts lie in repository.cpp, commit.cpp, filtered.cpp,
// hooks.cpp, stage.cpp and uncommitted.cpp.
#pragma once

#include "history/dead_locks.hpp"
#include "history/index_file.hpp"
#include "history/index_writer.hpp"
#include "history/libgit2.hpp"
#include "history/pack_writer.hpp"
#include "history/path_rules.hpp"
#include "history/repository.hpp"
#include "history/tree_update.hpp"
#include "pyramid/file_system.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::history {

// A repository on the disk, and where in it the workspace lies.
struct Located {
  std::shared_ptr<const Libgit2> git;
  Handle<git_repository> repository;
  std::string workdir;  // ends in `/`
  std::string prefix;   // as GitRepository has it
};
// That which encloses `root` and has files; nullopt where there is none.
Result<std::optional<Located>> locate(std::shared_ptr<const Libgit2> git, const std::string& root);

// The variables by which the git program takes author, committer and time from it.
std::vector<std::string> identity_of(const git_signature& who);

class GitRepository final : public Repository {
 public:
  // `prefix`: the workspace's folder below the repository's, with a `/` behind; "" = the same.
  GitRepository(std::shared_ptr<const Libgit2> git, Handle<git_repository> repository,
                std::string workdir, std::string prefix);

  [[nodiscard]] std::string workdir() const override { return workdir_; }
  [[nodiscard]] bool is_own() const override { return prefix_.empty(); }
  bool is_merging() override;
  bool is_detached() override;
  Status install_merge_driver(const std::string& program) override;
  Status can_commit() override;
  Status can_sign(Time at) override;
  Status nothing_under_way() override;
  Status is_whole() override;
  Result<std::vector<std::string>> uncommitted() override;
  Result<std::vector<std::string>> tracked_as(std::string_view begin_of_name) override;
  Result<std::map<std::string, FileStat>> seen_equal(
      const std::map<std::string, std::string>& files) override;
  Result<std::vector<std::string>> ignored(const std::vector<std::string>& paths) override;
  Result<std::vector<std::string>> staged(const std::vector<std::string>& paths) override;
  void pass_through(std::shared_ptr<Gate> gate) override { gate_ = std::move(gate); }
  [[nodiscard]] Gate& gate() override { return *gate_; }
  void sign_with(std::string trailers) override { trailers_ = std::move(trailers); }
  Result<std::optional<CommitInfo>> commit(const std::vector<PathChange>& changes,
                                           const std::string& message, Time at) override;
  Result<std::optional<CommitInfo>> commit_later(const std::vector<PathChange>& changes,
                                                 const std::string& message, Time at) override;
  Status publish() override;
  Status gather(const std::vector<PathChange>& changes) override;
  Status store_ahead(const std::vector<PathChange>& changes) override;
  void use_threads(unsigned count) override { threads_ = count; }
  Result<std::vector<CommitInfo>> log(std::size_t limit) override;

  // Whether a .gitignore hides the workspace's own folder, none of whose files is tracked.
  Result<bool> ignores_workspace();

 private:
  struct Head {
    Handle<git_commit> commit = no_handle<git_commit>();  // null: no commit yet
    Handle<git_tree> tree = no_handle<git_tree>();
  };
  // What the index is to hold, by paths in the repository; nullopt: no such file.
  using Staged = std::map<std::string, std::optional<git_index_entry>>;

  Result<Head> head();
  // The newest commit that was made, published or not.
  Result<Head> tip();
  Result<Head> head_at(const git_oid& commit);
  [[nodiscard]] Failure unreadable_head(int code) const;
  // As it is on the disk now; good until the next call.
  Result<const IndexFile*> index();
  // The file that index() reads.
  Result<std::string> index_path();
  // End in `/`; two where this is a linked worktree.
  [[nodiscard]] std::string git_folder() const;
  [[nodiscard]] std::string common_folder() const;
  Status no_conflicts_of_ours(const IndexFile& index);
  Status add_changed_in_case(std::vector<std::string>& paths);  // uncommitted.cpp
  // Not, where a sparse checkout hides memory: what is not there counts as deleted.
  Status all_memory_is_here(const IndexFile& index);

  // filtered.cpp
  // Files that the git program has to store, and their blobs; none for one that changed meanwhile.
  struct StoredByGit {
    std::set<std::string> paths;  // below the repository's folder, as those of `blobs`
    std::map<std::string, git_oid> blobs;
  };
  Result<StoredByGit> store_by_git(const std::vector<PathChange>& changes, const IndexFile& index,
                                   PathRules& rules);
  // kConflict where such a program is not set up here.
  Status programs_are_there(const IndexFile& index);
  // Less those that git's index holds as they are, and HEAD too: libgit2 cannot tell of them.
  Status drop_as_committed(const IndexFile& index, std::vector<std::string>& paths);

  // commit.cpp
  Status gather_some(const std::vector<PathChange>& changes);
  // Has libgit2 look for attributes in these entries instead of reading the whole index.
  Status lend_attributes(const IndexFile& index);
  Result<std::vector<TreeChange>> prepare(const std::vector<PathChange>& changes,
                                          const IndexFile& index);
  // A change on its way into a tree; commit.cpp.
  struct Preparing;
  // nullopt: git ignores the file.
  Result<std::optional<Preparing>> begin(const PathChange& change, const IndexFile& index,
                                         PathRules& rules, const StoredByGit& by_git);
  // nullopt: the file holds something else now, or what no commit may hold. The one way by which
  // bytes come into a commit.
  [[nodiscard]] Result<std::optional<std::string>> bytes_of(const PathChange& change) const;
  // On any thread: reads the file if need be, and packs what it holds if `pack` and nothing filters
  // it.
  void read(Preparing& one, bool pack) const;
  // nullopt: as for bytes_of(). `pack`: null where each blob becomes a loose file.
  Result<std::optional<TreeChange>> store(Preparing one, PackWriter* pack);
  Result<git_oid> write_blob(const Preparing& one, PackWriter* pack);
  PathRules rules_beside(const IndexFile& index);
  Result<git_oid> write_bytes(std::string_view bytes, PackWriter* pack, const std::string& path);
  Result<Handle<git_signature>> signature(Time at);
  Result<git_oid> write_commit(const Head& before, const git_oid& tree, const git_signature& who,
                               const std::string& message);
  Result<git_oid> write_signed_commit(const Head& before, const git_oid& tree,
                                      const git_signature& who, const std::string& message);

  // hooks.cpp
  // Whether the person has git run a program at each commit.
  bool has_commit_hooks();
  // By the git program, with a git index of its own: what is staged stays out. HEAD moves.
  Result<git_oid> commit_with_hooks(const git_oid& tree, const git_signature& who,
                                    const std::string& message);
  // The index holds these files as that commit does, whatever a hook made of them.
  Status stage_committed(const git_oid& commit, Staged staged);

  // stage.cpp
  // What store_ahead() stored of a file, with how it lay on the disk then.
  struct Ahead {
    Digest digest;
    git_oid blob;
    git_index_entry stat;
  };
  void note_ahead(const std::vector<PathChange>& changes, const std::vector<TreeChange>& stored);
  // nullptr: nothing, or not this.
  [[nodiscard]] const Ahead* stored_ahead(const std::string& path, const PathChange& written) const;
  // That of the sorted changes which belongs to this path of the repository.
  [[nodiscard]] const PathChange& change_at(const std::vector<const PathChange*>& by_path,
                                            std::string_view path) const;
  // How the file lies on the disk; nothing of it where it holds something else than was written.
  git_index_entry stat_of(const TreeChange& change, const PathChange& written);
  git_index_entry entry_of(const TreeChange& change, const PathChange& written);
  // Notes what the index is to hold.
  void stage(const std::vector<PathChange>& changes, std::vector<TreeChange> prepared,
             Staged& staged);
  Status replace_index(const Staged& staged);
  Status move_head();

  // uncommitted.cpp
  bool is_changed(const git_status_entry& entry, git_index* index);
  // `path`: below the repository's folder.
  Result<bool> is_ignored(const std::string& path, const IndexFile& index, PathRules& rules);
  // libgit2's own view of the whole index, as it is on the disk now.
  Result<Handle<git_index>> whole_index();

  // log
  Result<bool> touches_workspace(git_commit* commit);
  Result<std::optional<git_oid>> workspace_tree(git_commit* commit);
  [[nodiscard]] CommitInfo describe(const git_commit* commit) const;

  [[nodiscard]] bool config_flag(const char* key, bool otherwise) const;
  [[nodiscard]] std::string on_disk(const std::string& path) const { return workdir_ + path; }

  // In this order, so that the library goes last.
  std::shared_ptr<const Libgit2> git_;
  Handle<git_repository> repository_;
  std::optional<WorkMark> at_work_;                      // from can_commit() on
  Handle<git_config> config_ = no_handle<git_config>();  // a snapshot; null when unreadable
  std::string workdir_;                                  // ends in `/`
  std::string prefix_;
  std::string trailers_;
  std::shared_ptr<Gate> gate_ = strictest_gate();
  unsigned threads_ = 1;
  // Commits that HEAD does not name yet.
  struct Unpublished {
    std::optional<git_oid> head;  // as it was before them; nullopt: no commit
    git_oid tip;
    std::string subject;  // of the newest
    Staged staged;
  };
  std::optional<Unpublished> unpublished_;
  // What the next commit has so far.
  struct Gathered {
    Head before;
    std::optional<git_oid> tree;  // nullopt: as before
    Staged staged;
  };
  std::optional<Gathered> gathered_;
  std::map<std::string, Ahead> ahead_;  // by their paths in the repository
  IndexFile index_;                     // as index() read it last,
  std::optional<FileStat> index_stat_;  // from this file; nullopt: not yet, or there was none
};

}  // namespace pyramid::history
