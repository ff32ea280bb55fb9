#include "history/tree_compare.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace pyramid::history {

namespace {

bool is_plain_file(const Libgit2& git, const git_tree_entry* entry) {
  const git_filemode_t mode = git.tree_entry_filemode(entry);
  return mode == GIT_FILEMODE_BLOB || mode == GIT_FILEMODE_BLOB_EXECUTABLE;
}

class TreeCompare {
 public:
  TreeCompare(const Libgit2& git, git_repository* repository)
      : git_(git), repository_(repository) {}

  // `folder` has a `/` behind, or is "".
  Status compare(const std::string& folder, const git_tree* before, const git_tree* after) {
    struct Sides {
      const git_tree_entry *before = nullptr, *after = nullptr;
    };
    std::map<std::string, Sides> names;
    const auto note = [&](const git_tree* tree, const git_tree_entry* Sides::* side) {
      const std::size_t count = tree == nullptr ? 0 : git_.tree_entrycount(tree);
      for (std::size_t i = 0; i < count; ++i) {
        const git_tree_entry* entry = git_.tree_entry_byindex(tree, i);
        names[git_.tree_entry_name(entry)].*side = entry;
      }
    };
    note(before, &Sides::before);
    note(after, &Sides::after);
    for (const auto& [name, sides] : names) {
      PYRAMID_TRY(compare_entries(folder + name, sides.before, sides.after));
    }
    return {};
  }

  std::vector<PastChange> take() {
    std::sort(found_.begin(), found_.end(),
              [](const PastChange& a, const PastChange& b) { return a.path < b.path; });
    return std::move(found_);
  }

 private:
  Status compare_entries(const std::string& path, const git_tree_entry* before,
                         const git_tree_entry* after) {
    const bool same = before != nullptr && after != nullptr &&
                      git_.oid_cmp(git_.tree_entry_id(before), git_.tree_entry_id(after)) == 0;
    if (same) return {};
    PastChange change{path, blob_of(before), blob_of(after)};
    if (change.before != change.after) found_.push_back(std::move(change));
    PYRAMID_ASSIGN(const Handle<git_tree> tree_before, tree_of(before));
    PYRAMID_ASSIGN(const Handle<git_tree> tree_after, tree_of(after));
    if (!tree_before && !tree_after) return {};
    return compare(path + "/", tree_before.get(), tree_after.get());
  }

  [[nodiscard]] std::optional<std::string> blob_of(const git_tree_entry* entry) const {
    if (entry == nullptr || !is_plain_file(git_, entry)) return std::nullopt;
    return git_.oid_tostr_s(git_.tree_entry_id(entry));
  }

  // Null for what is no folder.
  [[nodiscard]] Result<Handle<git_tree>> tree_of(const git_tree_entry* entry) const {
    Handle<git_tree> tree = no_handle<git_tree>();
    if (entry == nullptr || git_.tree_entry_type(entry) != GIT_OBJECT_TREE) return tree;
    const int code = make(tree, git_.tree_free, [&](git_tree** out) {
      return git_.tree_lookup(out, repository_, git_.tree_entry_id(entry));
    });
    if (code < 0) {
      return git_.failure(code, ErrorKind::kInvalid, "the git history cannot be read", {},
                          "run `git fsck` to see what is damaged");
    }
    return tree;
  }

  const Libgit2& git_;
  git_repository* repository_;
  std::vector<PastChange> found_;
};

}  // namespace

Result<std::vector<PastChange>> compare_trees(const Libgit2& git, git_repository* repository,
                                              const git_tree* before, const git_tree* after) {
  TreeCompare compare(git, repository);
  PYRAMID_TRY(compare.compare("", before, after));
  return compare.take();
}

}  // namespace pyramid::history
