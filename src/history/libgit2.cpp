#include "history/libgit2.hpp"

#include <dlfcn.h>

#include <cstddef>
#include <utility>

namespace pyramid::history {

namespace {

constexpr std::size_t kPackWindow = 1U << 20;
constexpr std::size_t kMostMapped = 8U << 20;
constexpr const char* kInstallHint = "install the Debian package libgit2-1.5";

Failure load_failure(std::string cause) {
  return fail(ErrorKind::kIo, "libgit2 cannot be loaded", PYRAMID_LIBGIT2_SONAME, kInstallHint,
              std::move(cause));
}

std::string loader_message() {
  const char* message = ::dlerror();
  return message == nullptr ? "" : message;
}

}  // namespace

Result<std::shared_ptr<const Libgit2>> Libgit2::load() {
  // Threads may ask at the same time, and libgit2's own options know no lock.
  static const Result<std::shared_ptr<const Libgit2>> loaded = load_library();
  return loaded;
}

Result<std::shared_ptr<const Libgit2>> Libgit2::load_library() {
  // Never unloaded: the TLS libraries behind it leave handlers for the end of the process.
  void* library = ::dlopen(PYRAMID_LIBGIT2_SONAME, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == nullptr) return load_failure(loader_message());
  std::shared_ptr<Libgit2> git(new Libgit2);
#define PYRAMID_LIBGIT2_LOAD(name)                                                   \
  git->name = reinterpret_cast<decltype(git->name)>(::dlsym(library, "git_" #name)); \
  if (git->name == nullptr) return load_failure(loader_message());
  PYRAMID_LIBGIT2_FUNCTIONS(PYRAMID_LIBGIT2_LOAD)
#undef PYRAMID_LIBGIT2_LOAD
  // Nor shut down: each initialisation but a repeated one reads the system's certificates.
  if (const int code = git->libgit2_init(); code < 0) {
    return git->failure(code, ErrorKind::kInternal, "libgit2 cannot be initialised",
                        PYRAMID_LIBGIT2_SONAME);
  }
  // Nothing that we do depends on these: they are about other settings, objects that are fetched
  // when they are needed or never thrown away, and how worktrees name each other.
  const char* extensions[] = {"worktreeconfig", "partialclone", "preciousobjects",
                              "relativeworktrees"};
  git->libgit2_opts(GIT_OPT_SET_EXTENSIONS, extensions, std::size(extensions));
  // Of packs that are looked into; libgit2's own limit is 8 GB, and all of it counts as memory.
  git->libgit2_opts(GIT_OPT_SET_MWINDOW_SIZE, kPackWindow);
  git->libgit2_opts(GIT_OPT_SET_MWINDOW_MAPPED_LIMIT, kMostMapped);
  return std::shared_ptr<const Libgit2>(std::move(git));
}

Failure Libgit2::failure(int code, ErrorKind kind, std::string what, std::string where,
                         std::string hint) const {
  if (code == GIT_ELOCKED || code == GIT_EMODIFIED) {
    kind = ErrorKind::kConflict;
    if (hint.empty()) hint = "another git program is at work here; try again when it is done";
  }
  const git_error* last = error_last();
  // What cannot be read now is not damaged.
  const bool is_systems = last != nullptr && code != GIT_ENOTFOUND &&
                          (last->klass == GIT_ERROR_OS || last->klass == GIT_ERROR_NOMEMORY);
  if (is_systems && kind == ErrorKind::kInvalid) {
    kind = ErrorKind::kIo;
    hint = "run the command again once git's files can be read";
  }
  std::string cause = last == nullptr || last->message == nullptr ? "" : last->message;
  return fail(kind, std::move(what), std::move(where), std::move(hint), std::move(cause));
}

}  // namespace pyramid::history
