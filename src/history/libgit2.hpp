// libgit2 as a table of functions, loaded with dlopen by whoever makes a Repository first.
//
// Its twenty shared libraries cost 9 ms before main when linked; searching never pays for them.
// Private to src/history: the only header that shows git2.h.
#pragma once

#include "pyramid/result.hpp"

#include <git2.h>
#include <git2/sys/repository.h>

#include <memory>
#include <string>

// Every function that we call, without its `git_`.
#define PYRAMID_LIBGIT2_FUNCTIONS(X) \
  X(libgit2_init)                    \
  X(libgit2_opts)                    \
  X(error_last)                      \
  X(attr_get)                        \
  X(blob_create_from_buffer)         \
  X(blob_free)                       \
  X(blob_lookup)                     \
  X(blob_rawcontent)                 \
  X(blob_rawsize)                    \
  X(buf_dispose)                     \
  X(commit_author)                   \
  X(commit_create)                   \
  X(commit_free)                     \
  X(commit_id)                       \
  X(commit_lookup)                   \
  X(commit_message)                  \
  X(commit_parent)                   \
  X(commit_parent_id)                \
  X(commit_parentcount)              \
  X(commit_time)                     \
  X(commit_tree)                     \
  X(commit_tree_id)                  \
  X(config_free)                     \
  X(config_get_bool)                 \
  X(config_get_string)               \
  X(config_open_level)               \
  X(config_set_string)               \
  X(filter_list_apply_to_buffer)     \
  X(filter_list_free)                \
  X(filter_list_load)                \
  X(ignore_path_is_ignored)          \
  X(index_add)                       \
  X(index_free)                      \
  X(index_get_bypath)                \
  X(index_new)                       \
  X(object_free)                     \
  X(object_id)                       \
  X(object_peel)                     \
  X(odb_exists_ext)                  \
  X(odb_free)                        \
  X(odb_hash)                        \
  X(odb_refresh)                     \
  X(oid_cmp)                         \
  X(oid_cpy)                         \
  X(oid_fromstr)                     \
  X(oid_tostr_s)                     \
  X(reference_create_matching)       \
  X(reference_free)                  \
  X(reference_lookup)                \
  X(reference_symbolic_target)       \
  X(reference_target)                \
  X(repository_commondir)            \
  X(repository_config)               \
  X(repository_config_snapshot)      \
  X(repository_discover)             \
  X(repository_free)                 \
  X(repository_hashfile)             \
  X(repository_head)                 \
  X(repository_is_shallow)           \
  X(repository_init_ext)             \
  X(repository_item_path)            \
  X(repository_odb)                  \
  X(repository_open_ext)             \
  X(repository_path)                 \
  X(repository_set_ident)            \
  X(repository_set_index)            \
  X(repository_state)                \
  X(repository_workdir)              \
  X(revparse_single)                 \
  X(revwalk_free)                    \
  X(revwalk_new)                     \
  X(revwalk_next)                    \
  X(revwalk_push_head)               \
  X(revwalk_sorting)                 \
  X(signature_default)               \
  X(signature_free)                  \
  X(signature_new)                   \
  X(status_byindex)                  \
  X(status_list_entrycount)          \
  X(status_list_free)                \
  X(status_list_new)                 \
  X(tree_entry_byindex)              \
  X(tree_entry_bypath)               \
  X(tree_entry_filemode)             \
  X(tree_entry_free)                 \
  X(tree_entry_id)                   \
  X(tree_entry_name)                 \
  X(tree_entry_type)                 \
  X(tree_entrycount)                 \
  X(tree_free)                       \
  X(tree_id)                         \
  X(tree_lookup)                     \
  X(treebuilder_entrycount)          \
  X(treebuilder_free)                \
  X(treebuilder_get)                 \
  X(treebuilder_insert)              \
  X(treebuilder_new)                 \
  X(treebuilder_remove)              \
  X(treebuilder_write)

namespace pyramid::history {

// An object of libgit2's with the function that frees it.
template <typename T>
using Handle = std::unique_ptr<T, void (*)(T*)>;

// The library's functions.
class Libgit2 {
 public:
  // Loaded and initialised by the first call of a process, until its end; any thread may call.
  // A failure is every later call's answer too.
  static Result<std::shared_ptr<const Libgit2>> load();
  Libgit2(const Libgit2&) = delete;
  Libgit2& operator=(const Libgit2&) = delete;

  // A failure with libgit2's own message as cause; kConflict where `code` says that somebody else
  // holds a lock or was faster.
  [[nodiscard]] Failure failure(int code, ErrorKind kind, std::string what, std::string where,
                                std::string hint = {}) const;

#define PYRAMID_LIBGIT2_MEMBER(name) decltype(&::git_##name) name = nullptr;
  PYRAMID_LIBGIT2_FUNCTIONS(PYRAMID_LIBGIT2_MEMBER)
#undef PYRAMID_LIBGIT2_MEMBER

 private:
  Libgit2() = default;
  static Result<std::shared_ptr<const Libgit2>> load_library();
};

// Makes `create(&raw)` and wraps what it made: `int code = make(handle, git.tree_free, …)`.
template <typename T, typename Create>
int make(Handle<T>& handle, void (*release)(T*), const Create& create) {
  T* raw = nullptr;
  const int code = create(&raw);
  handle = Handle<T>(code < 0 ? nullptr : raw, release);
  return code;
}

template <typename T>
Handle<T> no_handle() {
  return Handle<T>(nullptr, [](T*) {});
}

}  // namespace pyramid::history
