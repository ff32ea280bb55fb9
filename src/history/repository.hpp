// The workspace's git repository (libgit2, loaded on first use: searching never pays for it).
//
// The workspace is a repository of its own or a folder in a larger one; commits touch the
// workspace's own paths and never what the person has staged elsewhere.
// Not thread-safe.
#pragma once

#include "base/digest.hpp"
#include "history/gate.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/progress.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::history {

struct PathChange {
  std::string path;                  // workspace-relative
  std::optional<std::string> bytes;  // as written
  // Instead of the bytes: what the file on the disk holds. Many changes then take little memory.
  std::optional<Digest> digest = std::nullopt;
  // Neither: removed.
};

struct CommitInfo {
  std::string id;  // 40 hex digits
  std::string subject;
  Time at;
};

// Loads libgit2 now, which takes some milliseconds. Any thread; a failure is the first
// repository's to tell.
void load_libgit2();

class Repository {
 public:
  virtual ~Repository() = default;

  // The repository that encloses `root` and does not ignore it, or nullptr when there is none.
  static Result<std::unique_ptr<Repository>> open(const std::string& root);
  // Opens, or initialises one in `root` (branch main).
  static Result<std::unique_ptr<Repository>> open_or_init(const std::string& root);

  [[nodiscard]] virtual std::string workdir() const = 0;  // absolute, of the repository
  [[nodiscard]] virtual bool is_own() const = 0;          // the workspace is the repository's root

  // Whether a merge was begun and has no commit yet.
  virtual bool is_merging() = 0;
  // Whether HEAD is on no branch, so that commits belong to none.
  virtual bool is_detached() = 0;
  // Has git ask `program` (a path, or a name on the PATH) how memory files are merged, in the
  // settings of this repository alone; in one of the workspace's own, has git find no renames.
  // Writes nothing where that is set already.
  virtual Status install_merge_driver(const std::string& program) = 0;

  // Why a commit cannot be made now (merge or rebase under way, detached HEAD is fine, foreign
  // index.lock, a sparse checkout without memory files): kConflict with what to do. Success when it
  // can.
  virtual Status can_commit() = 0;

  // The last of these alone, for who makes no commits.
  virtual Status is_whole() = 0;

  // Where git is told to sign: signs a commit that nothing leads to. kConflict, as commit() says
  // it, where that cannot be. It may ask the person for a passphrase.
  virtual Status can_sign(Time at) = 0;

  // Workspace files whose bytes differ from HEAD: changed, new and not ignored, or gone.
  virtual Result<std::vector<std::string>> uncommitted() = 0;

  // Workspace files in git's index whose name (without folders) begins so; sorted.
  virtual Result<std::vector<std::string>> tracked_as(std::string_view begin_of_name) = 0;

  // Of these workspace files, each with a blob (40 hex digits), those that git's index holds with
  // that blob, and what the disk said when it was equal. A file that may have changed in the moment
  // when the index was written is none of them.
  virtual Result<std::map<std::string, FileStat>> seen_equal(
      const std::map<std::string, std::string>& files) = 0;

  // Those of these workspace files that git ignores and does not track: commit() leaves them out.
  virtual Result<std::vector<std::string>> ignored(const std::vector<std::string>& paths) = 0;

  // Those of these workspace files that a person has staged: git's index differs from HEAD.
  virtual Result<std::vector<std::string>> staged(const std::vector<std::string>& paths) = 0;

  // What all commits of this repository pass from now on; strictest_gate() before.
  virtual void pass_through(std::shared_ptr<Gate> gate) = 0;
  [[nodiscard]] virtual Gate& gate() = 0;

  // Lines "key: value" that stand below every message from now on, whole lines; "" = none.
  virtual void sign_with(std::string trailers) = 0;

  // One commit on HEAD with just these changes: blobs from buffers, trees updated, then the index
  // refreshed for those paths so that `git status` is clean. A file that no longer has the digest
  // which stands for its bytes is a person's now and left out, as is one that the gate does not
  // admit; the message is as the gate clears it. Author and committer are git's
  // configured identity, or "Pyramid <pyramid@localhost>" without one. nullopt when the tree would
  // not change.
  virtual Result<std::optional<CommitInfo>> commit(const std::vector<PathChange>& changes,
                                                   const std::string& message, Time at) = 0;
  // As commit(), but HEAD and index stay until the next commit() or publish(): with many files the
  // index is the most of a commit, and two commits then write it once. Without either of them the
  // files simply are not committed.
  virtual Result<std::optional<CommitInfo>> commit_later(const std::vector<PathChange>& changes,
                                                         const std::string& message, Time at) = 0;
  virtual Status publish() = 0;
  // Takes these into what the next commit() has, before its own: of a great many changes, in the
  // order of their paths, some at a time, which then take little memory. Without that commit, or
  // where this or it fails, nothing is left of them but objects that nothing names.
  virtual Status gather(const std::vector<PathChange>& changes) = 0;
  // Stores what these files hold, for a commit() later, which then has less to do. Without that
  // commit they are objects that nothing names, and `git gc` removes them in its time.
  virtual Status store_ahead(const std::vector<PathChange>& changes) = 0;
  // How many threads read and pack files where they are many; 1 unless said.
  virtual void use_threads(unsigned count) = 0;
  // The newest commits that touched the workspace.
  virtual Result<std::vector<CommitInfo>> log(std::size_t limit) = 0;

  // What a person began with git and has not ended (a merge, a rebase, a bisect, …), as
  // can_commit() names it: kConflict with how to end it. Success where there is no such thing.
  // Writes nothing and waits for nothing.
  virtual Status nothing_under_way() = 0;
};

// kConflict, with what to do, where a sparse checkout hides memory files of the workspace; success
// where there is no such checkout, or no repository. Cheap without one: a look at two folders.
Status nothing_is_hidden(const std::string& root);

// Whether the disk says what seen_equal() told, as far as git keeps it.
bool is_as_seen(const FileStat& now, const FileStat& seen);

// How git is to call the merge driver.
std::string driver_command(const std::string& program);

// What .git says HEAD is ("ref: …" resolved to an id), and whether a merge is under way, read
// without libgit2 for the no-op check;
// "" where there is no repository. Cheap: two or three small reads.
std::string head_fingerprint(const std::string& root);

}  // namespace pyramid::history
