// A commit in this order: blobs, trees, index, HEAD. A process that dies on the way leaves loose
// objects or changes that are staged already, both of which the next commit takes in its stride.
#include "base/text.hpp"
#include "history/git_repository.hpp"
#include "pyramid/file_system.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <utility>

namespace pyramid::history {

namespace {

// Reads the stat data of a file into an index entry as git does; false when it is no plain file.
bool stat_entry(const std::string& file, git_index_entry& entry) {
  struct stat info{};
  if (::lstat(file.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return false;
  entry.ctime = {static_cast<std::int32_t>(info.st_ctim.tv_sec),
                 static_cast<std::uint32_t>(info.st_ctim.tv_nsec)};
  entry.mtime = {static_cast<std::int32_t>(info.st_mtim.tv_sec),
                 static_cast<std::uint32_t>(info.st_mtim.tv_nsec)};
  entry.dev = static_cast<std::uint32_t>(info.st_dev);
  entry.ino = static_cast<std::uint32_t>(info.st_ino);
  entry.uid = info.st_uid;
  entry.gid = info.st_gid;
  entry.file_size = static_cast<std::uint32_t>(info.st_size);
  return true;
}

bool same_stat(const git_index_entry& a, const git_index_entry& b) {
  return a.ino == b.ino && a.file_size == b.file_size && a.mtime.seconds == b.mtime.seconds &&
         a.mtime.nanoseconds == b.mtime.nanoseconds && a.ctime.seconds == b.ctime.seconds &&
         a.ctime.nanoseconds == b.ctime.nanoseconds;
}

std::optional<git_filemode_t> mode_on_disk(const std::string& file) {
  struct stat info{};
  if (::lstat(file.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
  return (info.st_mode & S_IXUSR) != 0 ? GIT_FILEMODE_BLOB_EXECUTABLE : GIT_FILEMODE_BLOB;
}

bool holds(const PathChange& change, const std::string& bytes) {
  return change.bytes ? bytes == *change.bytes : digest_of(bytes) == *change.digest;
}

// libgit2 writes any name into a tree; git refuses such a tree later on.
bool is_allowed(std::string_view path) {
  for (const std::string_view part : split(path, '/')) {
    if (part.empty() || part == "." || part == "..") return false;
    if (equals_ignoring_case(part, ".git")) return false;
  }
  return path.find('\0') == std::string_view::npos;
}

}  // namespace

// libgit2 runs no filter programs, and a commit that went round git-crypt would publish a secret.
Status GitRepository::no_foreign_filter(const std::string& path) {
  const char* name = nullptr;
  const int code = git_->attr_get(&name, repository_.get(), GIT_ATTR_CHECK_FILE_THEN_INDEX,
                                  path.c_str(), "filter");
  if (code < 0 || name == nullptr || !config_) return {};
  for (const char* step : {".clean", ".process"}) {
    const std::string key = std::string("filter.") + name + step;
    const char* program = nullptr;
    if (git_->config_get_string(&program, config_.get(), key.c_str()) < 0) continue;
    return fail(ErrorKind::kConflict,
                std::string("the repository's attributes pass this file through the program `") +
                    name + "`, which only git itself runs",
                path.substr(prefix_.size()),
                "commit the workspace with git, or take that attribute off these files");
  }
  return {};
}

Result<std::optional<std::string>> GitRepository::bytes_of(const PathChange& change) {
  if (change.bytes) return change.bytes;
  Result<std::string> read = make_real_file_system()->read(on_disk(prefix_ + change.path));
  if (!read && read.error().kind != ErrorKind::kNotFound) return fail(std::move(read).error());
  if (!read || digest_of(*read) != *change.digest) return std::optional<std::string>();
  return std::optional(std::move(*read));
}

Result<git_oid> GitRepository::write_blob(const std::string& path, const std::string& bytes) {
  const std::string ours = path.substr(prefix_.size());
  PYRAMID_TRY(no_foreign_filter(path));
  Handle<git_filter_list> filters = no_handle<git_filter_list>();
  int code = make(filters, git_->filter_list_free, [&](git_filter_list** out) {
    return git_->filter_list_load(out, repository_.get(), nullptr, path.c_str(), GIT_FILTER_TO_ODB,
                                  GIT_FILTER_ALLOW_UNSAFE);
  });
  git_oid id;
  if (code == 0 && !filters) {  // no attribute, no autocrlf: the bytes as they are
    code = git_->blob_create_from_buffer(&id, repository_.get(), bytes.data(), bytes.size());
  } else if (code == 0) {
    git_buf filtered = GIT_BUF_INIT;
    code = git_->filter_list_apply_to_buffer(&filtered, filters.get(), bytes.data(), bytes.size());
    if (code == 0) {
      code = git_->blob_create_from_buffer(&id, repository_.get(), filtered.ptr, filtered.size);
    }
    git_->buf_dispose(&filtered);
  }
  if (code < 0) return git_->failure(code, ErrorKind::kIo, "git cannot store the file", ours);
  return id;
}

Result<std::optional<TreeChange>> GitRepository::prepare_one(const PathChange& change,
                                                             git_index* index, bool trust_mode) {
  if (!is_allowed(change.path)) {
    return fail(ErrorKind::kInternal, "git takes no file of this name", change.path);
  }
  TreeChange result{prefix_ + change.path, std::nullopt, std::nullopt};
  if (!change.bytes && !change.digest) return std::optional(std::move(result));
  PYRAMID_ASSIGN(const bool ignored, is_ignored(result.path, index));
  if (ignored) return std::optional<TreeChange>();
  PYRAMID_ASSIGN(const std::optional<std::string> bytes, bytes_of(change));
  if (!bytes) return std::optional<TreeChange>();
  PYRAMID_ASSIGN(result.blob, write_blob(result.path, *bytes));
  if (trust_mode) result.mode = mode_on_disk(on_disk(result.path));
  return std::optional(std::move(result));
}

Result<std::vector<TreeChange>> GitRepository::prepare(const std::vector<PathChange>& changes,
                                                       git_index* index) {
  const bool trust_mode = config_flag("core.filemode", true);
  std::vector<TreeChange> prepared;
  prepared.reserve(changes.size());
  for (const PathChange& change : changes) {
    PYRAMID_ASSIGN(std::optional<TreeChange> one, prepare_one(change, index, trust_mode));
    if (one) prepared.push_back(std::move(*one));
  }
  std::sort(prepared.begin(), prepared.end(),
            [](const TreeChange& a, const TreeChange& b) { return a.path < b.path; });
  const auto twice =
      std::adjacent_find(prepared.begin(), prepared.end(),
                         [](const TreeChange& a, const TreeChange& b) { return a.path == b.path; });
  if (twice != prepared.end()) {
    return fail(ErrorKind::kInternal, "a commit was given the file twice", twice->path);
  }
  return prepared;
}

// Only a file that still holds what is committed may look clean in the index: an edit that came in
// between must show. The others get no stat data, so that git compares their content.
Status GitRepository::stage(git_index* index, const std::vector<PathChange>& changes,
                            const std::vector<TreeChange>& prepared) {
  std::unique_ptr<FileSystem> files = make_real_file_system();
  std::vector<const PathChange*> by_path;
  by_path.reserve(changes.size());
  for (const PathChange& change : changes) by_path.push_back(&change);
  std::sort(by_path.begin(), by_path.end(),
            [](const PathChange* a, const PathChange* b) { return a->path < b->path; });
  for (const TreeChange& change : prepared) {
    int code = 0;
    if (!change.blob) {
      code = git_->index_remove_bypath(index, change.path.c_str());
      if (code == GIT_ENOTFOUND) code = 0;
    } else {
      const std::string file = on_disk(change.path);
      const std::string_view ours = std::string_view(change.path).substr(prefix_.size());
      const auto written = std::lower_bound(
          by_path.begin(), by_path.end(), ours,
          [](const PathChange* a, std::string_view path) { return a->path < path; });
      git_index_entry entry{}, after{};
      if (stat_entry(file, entry)) {
        const Result<std::string> now = files->read(file);
        const bool clean =
            now && holds(**written, *now) && stat_entry(file, after) && same_stat(entry, after);
        if (!clean) entry = {};
      }
      entry.path = change.path.c_str();
      entry.mode = *change.mode;
      git_->oid_cpy(&entry.id, &*change.blob);
      code = git_->index_add(index, &entry);
    }
    if (code < 0) {
      return git_->failure(code, ErrorKind::kIo, "git's index cannot take the file", change.path);
    }
  }
  if (const int code = git_->index_write(index); code < 0) {
    return git_->failure(code, ErrorKind::kIo, "git's index cannot be written", workdir_);
  }
  return {};
}

Result<Handle<git_signature>> GitRepository::signature(Time at) {
  std::string name = "Pyramid", email = "pyramid@localhost";
  Handle<git_signature> configured = no_handle<git_signature>();
  make(configured, git_->signature_free,
       [&](git_signature** out) { return git_->signature_default(out, repository_.get()); });
  if (configured) {
    name = configured->name;
    email = configured->email;
  }
  Handle<git_signature> result = no_handle<git_signature>();
  const int code = make(result, git_->signature_free, [&](git_signature** out) {
    return git_->signature_new(out, name.c_str(), email.c_str(), at.seconds, 0);
  });
  if (code < 0) {
    return git_->failure(code, ErrorKind::kInvalid, "git's user.name or user.email is no identity",
                         workdir_);
  }
  return result;
}

Result<std::optional<CommitInfo>> GitRepository::commit(const std::vector<PathChange>& changes,
                                                        const std::string& message, Time at) {
  if (changes.empty()) return std::optional<CommitInfo>();
  PYRAMID_TRY(can_commit());
  PYRAMID_ASSIGN(const Handle<git_index> current, index());
  PYRAMID_ASSIGN(const Head before, head());
  PYRAMID_ASSIGN(std::vector<TreeChange> prepared, prepare(changes, current.get()));
  if (prepared.empty()) return std::optional<CommitInfo>();
  PYRAMID_ASSIGN(const git_oid tree_id,
                 update_tree(*git_, repository_.get(), before.tree.get(), prepared));
  if (before.tree && git_->oid_cmp(&tree_id, git_->tree_id(before.tree.get())) == 0) {
    return std::optional<CommitInfo>();
  }
  PYRAMID_ASSIGN(const Handle<git_signature> who, signature(at));
  PYRAMID_TRY(stage(current.get(), changes, prepared));
  Handle<git_tree> tree = no_handle<git_tree>();
  int code = make(tree, git_->tree_free, [&](git_tree** out) {
    return git_->tree_lookup(out, repository_.get(), &tree_id);
  });
  git_oid id;
  if (code == 0) {
    const std::string text = message.ends_with('\n') ? message : message + "\n";
    const git_commit* parents[] = {before.commit.get()};
    // Moves HEAD only if it still names the parent.
    code = git_->commit_create(&id, repository_.get(), "HEAD", who.get(), who.get(), nullptr,
                               text.c_str(), tree.get(), before.commit ? 1 : 0, parents);
  }
  if (code < 0) return git_->failure(code, ErrorKind::kIo, "git cannot make the commit", workdir_);
  return std::optional(
      CommitInfo{git_->oid_tostr_s(&id), message.substr(0, message.find('\n')), at});
}

}  // namespace pyramid::history
