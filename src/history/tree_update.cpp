#include "history/tree_update.hpp"

#include <string_view>

namespace pyramid::history {

namespace {

class TreeUpdate {
 public:
  TreeUpdate(const Libgit2& git, git_repository* repository) : git_(git), repository_(repository) {}

  // All of `changes` lie in the folder whose path is their first `depth` bytes. nullopt: the folder
  // is empty now.
  Result<std::optional<git_oid>> apply(const git_tree* base, std::span<TreeChange> changes,
                                       std::size_t depth) {
    Handle<git_treebuilder> builder = no_handle<git_treebuilder>();
    const int code = make(builder, git_.treebuilder_free, [&](git_treebuilder** out) {
      return git_.treebuilder_new(out, repository_, base);
    });
    if (code < 0) return broken(code, changes.front().path);
    for (std::size_t first = 0; first < changes.size();) {
      const std::size_t slash = changes[first].path.find('/', depth);
      if (slash == std::string::npos) {
        if (!changes[first].blob) PYRAMID_TRY(remove(builder.get(), changes[first].path, depth));
        ++first;
        continue;
      }
      const std::size_t last = end_of_folder(changes, first, slash + 1);
      PYRAMID_TRY(descend(builder.get(), changes.subspan(first, last - first), depth, slash));
      first = last;
    }
    // Last, since a file that stands where a folder was has the final word.
    for (TreeChange& change : changes) {
      if (!change.blob || change.path.find('/', depth) != std::string::npos) continue;
      PYRAMID_TRY(put(builder.get(), change, depth));
    }
    if (git_.treebuilder_entrycount(builder.get()) == 0 && depth > 0) {
      return std::optional<git_oid>();
    }
    git_oid id;
    if (const int written = git_.treebuilder_write(&id, builder.get()); written < 0) {
      return broken(written, changes.front().path);
    }
    return std::optional<git_oid>(id);
  }

 private:
  static std::size_t end_of_folder(std::span<TreeChange> changes, std::size_t first,
                                   std::size_t length) {
    const std::string_view folder = std::string_view(changes[first].path).substr(0, length);
    std::size_t last = first + 1;
    while (last < changes.size() && changes[last].path.starts_with(folder)) ++last;
    return last;
  }

  Status descend(git_treebuilder* builder, std::span<TreeChange> changes, std::size_t depth,
                 std::size_t slash) {
    const std::string& path = changes.front().path;
    const std::string name = path.substr(depth, slash - depth);
    const git_tree_entry* entry = git_.treebuilder_get(builder, name.c_str());
    Handle<git_tree> child = no_handle<git_tree>();
    if (entry != nullptr && git_.tree_entry_type(entry) == GIT_OBJECT_TREE) {
      const int code = make(child, git_.tree_free, [&](git_tree** out) {
        return git_.tree_lookup(out, repository_, git_.tree_entry_id(entry));
      });
      if (code < 0) return broken(code, path);
    }
    PYRAMID_ASSIGN(const std::optional<git_oid> id, apply(child.get(), changes, slash + 1));
    int code = 0;
    if (id) {
      code = git_.treebuilder_insert(nullptr, builder, name.c_str(), &*id, GIT_FILEMODE_TREE);
    } else if (child) {
      code = git_.treebuilder_remove(builder, name.c_str());
    }
    if (code < 0) return broken(code, path);
    return {};
  }

  Status remove(git_treebuilder* builder, const std::string& path, std::size_t depth) {
    const char* name = path.c_str() + depth;
    const git_tree_entry* entry = git_.treebuilder_get(builder, name);
    if (entry == nullptr || git_.tree_entry_type(entry) == GIT_OBJECT_TREE) return {};
    if (const int code = git_.treebuilder_remove(builder, name); code < 0) {
      return broken(code, path);
    }
    return {};
  }

  Status put(git_treebuilder* builder, TreeChange& change, std::size_t depth) {
    const char* name = change.path.c_str() + depth;
    if (!change.mode) change.mode = mode_of(git_.treebuilder_get(builder, name));
    const int code = git_.treebuilder_insert(nullptr, builder, name, &*change.blob, *change.mode);
    if (code < 0) return broken(code, change.path);
    return {};
  }

  git_filemode_t mode_of(const git_tree_entry* entry) const {
    const bool executable =
        entry != nullptr && git_.tree_entry_filemode(entry) == GIT_FILEMODE_BLOB_EXECUTABLE;
    return executable ? GIT_FILEMODE_BLOB_EXECUTABLE : GIT_FILEMODE_BLOB;
  }

  [[nodiscard]] Failure broken(int code, const std::string& path) const {
    return git_.failure(code, ErrorKind::kIo, "git cannot record the file", path);
  }

  const Libgit2& git_;
  git_repository* repository_;
};

}  // namespace

Result<git_oid> update_tree(const Libgit2& git, git_repository* repository, const git_tree* base,
                            std::span<TreeChange> changes) {
  PYRAMID_ASSIGN(const std::optional<git_oid> id,
                 TreeUpdate(git, repository).apply(base, changes, 0));
  return *id;  // the root is written even when empty
}

}  // namespace pyramid::history
