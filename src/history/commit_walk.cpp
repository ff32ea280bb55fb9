#include "history/commit_walk.hpp"

#include "base/text.hpp"
#include "history/git_program.hpp"

#include <string_view>

namespace pyramid::history {

namespace {

class Walker {
 public:
  Walker(const Libgit2& git, git_repository* repository, const std::string& workdir,
         const std::function<Result<bool>(git_commit*)>& take)
      : git_(git), repository_(repository), workdir_(workdir), take_(take) {}

  [[nodiscard]] Failure unreadable(int code) const {
    return git_.failure(code, ErrorKind::kInvalid, "the git history cannot be read", workdir_,
                        "run `git fsck` to see what is damaged");
  }

  Status all(WalkOrder order) {
    Handle<git_revwalk> walk = no_handle<git_revwalk>();
    int code = make(walk, git_.revwalk_free,
                    [&](git_revwalk** out) { return git_.revwalk_new(out, repository_); });
    if (code == 0 && order == WalkOrder::kTopological) {
      code = git_.revwalk_sorting(walk.get(), GIT_SORT_TOPOLOGICAL | GIT_SORT_TIME);
    }
    if (code == 0) code = git_.revwalk_push_head(walk.get());
    git_oid id;
    while (code == 0) {
      code = git_.revwalk_next(&id, walk.get());
      if (code != 0) break;
      PYRAMID_ASSIGN(const bool more, one(id));
      if (!more) return {};
    }
    if (code != GIT_ITEROVER) return unreadable(code);
    return {};
  }

  // libgit2 1.5 stops with an error where a parent is missing; git knows where the clone ends.
  Status shallow() {
    PYRAMID_ASSIGN(const std::string listed,
                   run_git(workdir_, {"rev-list", "--topo-order", "HEAD"}));
    for (const std::string_view line : split_lines(listed)) {
      git_oid id;
      const int code = git_.oid_fromstr(&id, std::string(line).c_str());
      if (code < 0) return unreadable(code);
      PYRAMID_ASSIGN(const bool more, one(id));
      if (!more) return {};
    }
    return {};
  }

 private:
  Result<bool> one(const git_oid& id) {
    Handle<git_commit> commit = no_handle<git_commit>();
    const int code = make(commit, git_.commit_free, [&](git_commit** out) {
      return git_.commit_lookup(out, repository_, &id);
    });
    if (code < 0) return unreadable(code);
    return take_(commit.get());
  }

  const Libgit2& git_;
  git_repository* repository_;
  const std::string& workdir_;
  const std::function<Result<bool>(git_commit*)>& take_;
};

}  // namespace

Status walk_commits(const Libgit2& git, git_repository* repository, const std::string& workdir,
                    WalkOrder order, const std::function<Result<bool>(git_commit*)>& take) {
  Walker walker(git, repository, workdir, take);
  Handle<git_reference> head = no_handle<git_reference>();
  const int code = make(head, git.reference_free,
                        [&](git_reference** out) { return git.repository_head(out, repository); });
  if (code == GIT_EUNBORNBRANCH || code == GIT_ENOTFOUND) return {};
  if (code < 0) return walker.unreadable(code);
  return git.repository_is_shallow(repository) != 0 ? walker.shallow() : walker.all(order);
}

}  // namespace pyramid::history
