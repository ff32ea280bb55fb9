#include "history/past.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "history/commit_walk.hpp"
#include "history/filters.hpp"
#include "history/git_folders.hpp"
#include "history/git_program.hpp"
#include "history/git_repository.hpp"
#include "history/tree_compare.hpp"
#include "pyramid/file_system.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace pyramid::history {

namespace {

constexpr const char* kDamaged = "run `git fsck` to see what is damaged";
constexpr const char* kPartial = "`git fetch --refetch --no-filter` brings the rest";

// Whether objects may be absent until git is asked for them, as after `git clone --filter`.
bool is_partial_clone(const std::string& workdir) {
  const auto asked =
      ask_git(workdir, {"config", "--type=bool", "--get-regexp", R"(^remote\..*\.promisor$)"});
  return asked && asked->out.find(" true\n") != std::string::npos;
}

// The commits whose parents a shallow clone was made without, as git lists them.
std::set<std::string> edges_of(const std::string& workdir) {
  std::set<std::string> edges;
  const auto folders = find_git_folders(workdir);
  if (!folders) return edges;
  const auto listed = make_real_file_system()->read(path::join(folders->common, "shallow"));
  if (!listed) return edges;
  for (const std::string_view line : split_lines(*listed)) edges.emplace(trim(line));
  return edges;
}

class GitPast final : public Past {
 public:
  explicit GitPast(Located located)
      : git_(std::move(located.git)),
        repository_(std::move(located.repository)),
        workdir_(std::move(located.workdir)),
        prefix_(std::move(located.prefix)),
        edges_(edges_of(workdir_)) {}

  Result<PastCommit> commit(const std::string& revision) override;
  Result<std::optional<PastCommit>> commit_at(Time time) override;
  Status each(const std::function<Result<bool>(const PastCommit&)>& take) override;
  Status each_of_all(const std::function<Result<bool>(const PastCommit&)>& take) override;
  Result<std::vector<PastSide>> sides(const PastCommit& commit) override;
  Result<std::vector<PastChange>> changes(const PastCommit& commit) override;
  Result<std::vector<PastChange>> changes(const std::string& from, const std::string& to) override;
  Result<std::vector<PastFile>> files(const std::string& commit) override;
  Result<std::optional<std::string>> blob_at(const std::string& commit,
                                             const std::string& path) override;
  Result<std::string> read(const std::string& blob) override;
  Result<std::string> tree_of(const std::string& commit) override;

 private:
  [[nodiscard]] Failure unreadable(int code) const {
    if (code == GIT_ENOTFOUND && is_partial_clone(workdir_)) return not_here();
    return git_->failure(code, ErrorKind::kInvalid, "the git history cannot be read", workdir_,
                         kDamaged);
  }
  [[nodiscard]] Failure not_here() const {
    return fail(ErrorKind::kInvalid, "this partial clone was made without a part of the history",
                workdir_, kPartial);
  }
  [[nodiscard]] std::string hex(const git_oid* id) const { return git_->oid_tostr_s(id); }
  Result<git_oid> oid(const std::string& id) const;
  Result<Handle<git_commit>> lookup(const git_oid& id) const;
  [[nodiscard]] PastCommit describe(const git_commit* commit) const;
  Status walk(const std::function<Result<bool>(git_commit*)>& take) const;
  // The workspace's tree of a commit; null where it has none.
  Result<Handle<git_tree>> tree(git_commit* commit) const;
  Result<Handle<git_tree>> tree(const std::string& commit) const;
  Result<bool> touches(git_commit* commit) const;

  // Notes which of these blobs a program filters, as that goes by the path.
  void note_filtered(const std::vector<PastChange>& changes);
  [[nodiscard]] bool may_filter();

  std::shared_ptr<const Libgit2> git_;
  Handle<git_repository> repository_;
  std::string workdir_, prefix_;
  std::set<std::string> edges_;
  std::optional<bool> may_filter_;
  std::map<std::string, bool> filters_path_;     // of paths that git was asked about
  std::map<std::string, std::string> filtered_;  // blobs, with their paths
};

bool GitPast::may_filter() {
  if (may_filter_) return *may_filter_;
  Handle<git_config> config = no_handle<git_config>();
  static_cast<void>(make(config, git_->config_free, [&](git_config** out) {
    return git_->repository_config_snapshot(out, repository_.get());
  }));
  const IndexFile nothing;
  PathRules rules(*git_, repository_.get(), config.get(), workdir_, nothing);
  may_filter_ = !rules.may_run_programs_in(prefix_).empty();
  return *may_filter_;
}

void GitPast::note_filtered(const std::vector<PastChange>& changes) {
  if (changes.empty() || !may_filter()) return;
  std::vector<std::string> unknown;
  for (const PastChange& one : changes) {
    if (!filters_path_.contains(one.path)) unknown.push_back(prefix_ + one.path);
  }
  const auto found = filtered_files(workdir_, unknown);
  for (const std::string& path : unknown) {
    filters_path_[path.substr(prefix_.size())] = found && found->contains(path);
  }
  for (const PastChange& one : changes) {
    if (!filters_path_[one.path]) continue;
    for (const auto* blob : {&one.before, &one.after}) {
      if (*blob) filtered_[**blob] = prefix_ + one.path;
    }
  }
}

Result<git_oid> GitPast::oid(const std::string& id) const {
  git_oid result;
  const int code = git_->oid_fromstr(&result, id.c_str());
  if (code < 0) return unreadable(code);
  return result;
}

Result<Handle<git_commit>> GitPast::lookup(const git_oid& id) const {
  Handle<git_commit> commit = no_handle<git_commit>();
  const int code = make(commit, git_->commit_free, [&](git_commit** out) {
    return git_->commit_lookup(out, repository_.get(), &id);
  });
  if (code < 0) return unreadable(code);
  return commit;
}

PastCommit GitPast::describe(const git_commit* commit) const {
  PastCommit out;
  out.id = hex(git_->commit_id(commit));
  for (unsigned i = 0; i < git_->commit_parentcount(commit); ++i) {
    out.parents.push_back(hex(git_->commit_parent_id(commit, i)));
  }
  const git_signature* author = git_->commit_author(commit);
  out.author = author == nullptr || author->name == nullptr ? "" : author->name;
  out.message = git_->commit_message(commit);
  out.at = Time{git_->commit_time(commit)};
  out.is_edge = edges_.contains(out.id);
  return out;
}

Result<PastCommit> GitPast::commit(const std::string& revision) {
  Handle<git_object> object = no_handle<git_object>();
  int code = make(object, git_->object_free, [&](git_object** out) {
    return git_->revparse_single(out, repository_.get(), revision.c_str());
  });
  Handle<git_object> peeled = no_handle<git_object>();
  if (code == 0) {
    code = make(peeled, git_->object_free, [&](git_object** out) {
      return git_->object_peel(out, object.get(), GIT_OBJECT_COMMIT);
    });
  }
  if (code < 0) {
    const bool several = code == GIT_EAMBIGUOUS;
    return fail(
        ErrorKind::kNotFound,
        (several ? "several commits begin with " : "git knows no commit ") + printable(revision),
        {}, several ? "write more of it" : "`pyramid history` lists those there are");
  }
  PYRAMID_ASSIGN(const Handle<git_commit> found, lookup(*git_->object_id(peeled.get())));
  return describe(found.get());
}

Status GitPast::walk(const std::function<Result<bool>(git_commit*)>& take) const {
  return walk_commits(*git_, repository_.get(), workdir_, WalkOrder::kTopological, take);
}

Result<std::optional<PastCommit>> GitPast::commit_at(Time time) {
  std::optional<PastCommit> found;
  PYRAMID_TRY(walk([&](git_commit* commit) -> Result<bool> {
    if (git_->commit_time(commit) > time.seconds) return true;
    found = describe(commit);
    return false;
  }));
  return found;
}

Status GitPast::each(const std::function<Result<bool>(const PastCommit&)>& take) {
  return walk([&](git_commit* commit) -> Result<bool> {
    PYRAMID_ASSIGN(const bool ours, touches(commit));
    if (!ours) return true;
    return take(describe(commit));
  });
}

Status GitPast::each_of_all(const std::function<Result<bool>(const PastCommit&)>& take) {
  return walk([&](git_commit* commit) -> Result<bool> { return take(describe(commit)); });
}

Result<Handle<git_tree>> GitPast::tree(git_commit* commit) const {
  Handle<git_tree> root = no_handle<git_tree>();
  int code =
      make(root, git_->tree_free, [&](git_tree** out) { return git_->commit_tree(out, commit); });
  if (code < 0) return unreadable(code);
  if (prefix_.empty()) return root;
  Handle<git_tree_entry> entry = no_handle<git_tree_entry>();
  const std::string folder = prefix_.substr(0, prefix_.size() - 1);
  code = make(entry, git_->tree_entry_free, [&](git_tree_entry** out) {
    return git_->tree_entry_bypath(out, root.get(), folder.c_str());
  });
  const bool none =
      code == GIT_ENOTFOUND || (code == 0 && git_->tree_entry_type(entry.get()) != GIT_OBJECT_TREE);
  if (none) return no_handle<git_tree>();
  Handle<git_tree> below = no_handle<git_tree>();
  if (code == 0) {
    code = make(below, git_->tree_free, [&](git_tree** out) {
      return git_->tree_lookup(out, repository_.get(), git_->tree_entry_id(entry.get()));
    });
  }
  if (code < 0) return unreadable(code);
  return below;
}

Result<Handle<git_tree>> GitPast::tree(const std::string& commit) const {
  if (commit.empty()) return no_handle<git_tree>();
  PYRAMID_ASSIGN(const git_oid id, oid(commit));
  PYRAMID_ASSIGN(const Handle<git_commit> found, lookup(id));
  return tree(found.get());
}

Result<bool> GitPast::touches(git_commit* commit) const {
  PYRAMID_ASSIGN(const Handle<git_tree> mine, tree(commit));
  const unsigned parents = git_->commit_parentcount(commit);
  if (parents == 0) return mine != nullptr;
  for (unsigned i = 0; i < parents; ++i) {
    Handle<git_commit> parent = no_handle<git_commit>();
    const int code = make(parent, git_->commit_free,
                          [&](git_commit** out) { return git_->commit_parent(out, commit, i); });
    if (code < 0) return true;  // beyond the edge of a shallow clone
    PYRAMID_ASSIGN(const Handle<git_tree> theirs, tree(parent.get()));
    const bool same =
        (mine == nullptr) == (theirs == nullptr) &&
        (!mine || git_->oid_cmp(git_->tree_id(mine.get()), git_->tree_id(theirs.get())) == 0);
    if (same) return false;
  }
  return true;
}

Result<std::vector<PastChange>> GitPast::changes(const std::string& from, const std::string& to) {
  PYRAMID_ASSIGN(const Handle<git_tree> before, tree(from));
  PYRAMID_ASSIGN(const Handle<git_tree> after, tree(to));
  Result<std::vector<PastChange>> found =
      compare_trees(*git_, repository_.get(), before.get(), after.get());
  if (!found) return is_partial_clone(workdir_) ? not_here() : fail(std::move(found).error());
  note_filtered(*found);
  return found;
}

Result<std::vector<PastSide>> GitPast::sides(const PastCommit& commit) {
  std::vector<PastSide> found;
  for (const std::string& parent : commit.parents) {
    PYRAMID_ASSIGN(const git_oid id, oid(parent));
    if (commit.is_edge || !lookup(id)) continue;
    PYRAMID_ASSIGN(std::vector<PastChange> changed, changes(parent, commit.id));
    found.push_back({parent, std::move(changed)});
  }
  if (!found.empty()) return found;
  PYRAMID_ASSIGN(std::vector<PastChange> all, changes(std::string(), commit.id));
  found.push_back({{}, std::move(all)});
  return found;
}

Result<std::vector<PastChange>> GitPast::changes(const PastCommit& commit) {
  PYRAMID_ASSIGN(std::vector<PastSide> all, sides(commit));
  std::vector<PastChange> found = std::move(all.front().changes);
  for (std::size_t i = 1; i < all.size(); ++i) {
    std::erase_if(found,
                  [&](const PastChange& one) { return find_change(all[i], one.path) == nullptr; });
  }
  return found;
}

Result<std::vector<PastFile>> GitPast::files(const std::string& commit) {
  PYRAMID_ASSIGN(std::vector<PastChange> all, changes(std::string(), commit));
  std::vector<PastFile> found;
  found.reserve(all.size());
  for (PastChange& one : all) found.push_back({std::move(one.path), *std::move(one.after)});
  return found;
}

Result<std::optional<std::string>> GitPast::blob_at(const std::string& commit,
                                                    const std::string& path) {
  PYRAMID_ASSIGN(const Handle<git_tree> root, tree(commit));
  if (!root) return std::optional<std::string>();
  Handle<git_tree_entry> entry = no_handle<git_tree_entry>();
  const int code = make(entry, git_->tree_entry_free, [&](git_tree_entry** out) {
    return git_->tree_entry_bypath(out, root.get(), path.c_str());
  });
  if (code == GIT_ENOTFOUND) return std::optional<std::string>();
  if (code < 0) return unreadable(code);
  if (git_->tree_entry_type(entry.get()) != GIT_OBJECT_BLOB) return std::optional<std::string>();
  std::string blob = hex(git_->tree_entry_id(entry.get()));
  note_filtered({PastChange{path, std::nullopt, blob}});
  return std::optional(std::move(blob));
}

Result<std::string> GitPast::read(const std::string& blob) {
  const auto filtered = filtered_.find(blob);
  if (filtered != filtered_.end()) return checked_out(workdir_, filtered->second, blob);
  PYRAMID_ASSIGN(const git_oid id, oid(blob));
  Handle<git_blob> found = no_handle<git_blob>();
  const int code = make(found, git_->blob_free, [&](git_blob** out) {
    return git_->blob_lookup(out, repository_.get(), &id);
  });
  if (code < 0) return unreadable(code);
  return std::string(static_cast<const char*>(git_->blob_rawcontent(found.get())),
                     static_cast<std::size_t>(git_->blob_rawsize(found.get())));
}

Result<std::string> GitPast::tree_of(const std::string& commit) {
  PYRAMID_ASSIGN(const Handle<git_tree> found, tree(commit));
  if (!found) return std::string();
  return hex(git_->tree_id(found.get()));
}

}  // namespace

const PastChange* find_change(const PastSide& side, std::string_view path) {
  const auto found = std::lower_bound(
      side.changes.begin(), side.changes.end(), path,
      [](const PastChange& one, std::string_view wanted) { return one.path < wanted; });
  return found != side.changes.end() && found->path == path ? &*found : nullptr;
}

std::string subject_of(const PastCommit& commit) {
  return std::string(trim(std::string_view(commit.message).substr(0, commit.message.find('\n'))));
}

std::string trailer_of(const PastCommit& commit, std::string_view key) {
  std::string value;
  for (const std::string_view line : split_lines(commit.message)) {
    const bool here = line.size() > key.size() && line.starts_with(key) && line[key.size()] == ':';
    if (here) value = trim(line.substr(key.size() + 1));
  }
  return value;
}

Result<std::unique_ptr<Past>> Past::open(const std::string& root) {
  PYRAMID_ASSIGN(const std::shared_ptr<const Libgit2> git, Libgit2::load());
  PYRAMID_ASSIGN(std::optional<Located> found, locate(git, root));
  if (!found) return std::unique_ptr<Past>();
  return std::unique_ptr<Past>(std::make_unique<GitPast>(*std::move(found)));
}

}  // namespace pyramid::history
