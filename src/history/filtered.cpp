// Files of a commit that the git program has to store, as a program changes them on their way.
#include "history/filters.hpp"
#include "history/git_repository.hpp"

#include <algorithm>
#include <utility>

namespace pyramid::history {

namespace {

std::optional<git_oid> blob_in(const IndexFile& index, const std::string& path) {
  const std::size_t place = index.position_of(path);
  if (place == index.size() || index.path(place) != path) return std::nullopt;
  return index.entry(place).blob;
}

// Whether a file that is as a commit has it was never checked out through its filter: then it is no
// edit, and to filter it once more would spoil it. Else the filter is newer than the commit.
bool is_unread(const std::string& folder, const FileBytes& file, const std::string& blob) {
  const Result<std::string> read = checked_out(folder, file.path, blob);
  if (!read || *read == file.bytes) return false;
  const Result<std::string> again = cleaned(folder, {file.path, *read});
  return again && *again == file.bytes;
}

}  // namespace

Status GitRepository::programs_are_there(const IndexFile& index) {
  PathRules rules = rules_beside(index);
  const auto filtered = filtered_files(workdir_, rules.may_run_programs_in(prefix_));
  if (filtered) return {};
  Error error = filtered.error();
  if (error.kind == ErrorKind::kConflict) error.where = workdir_;  // no file was meant
  return fail(std::move(error));
}

Result<GitRepository::StoredByGit> GitRepository::store_by_git(
    const std::vector<PathChange>& changes, const IndexFile& index, PathRules& rules) {
  StoredByGit stored;
  std::vector<std::string> asked;
  for (const PathChange& change : changes) {
    const bool written = change.bytes || change.digest;
    if (written && rules.may_run_program(prefix_ + change.path)) {
      asked.push_back(prefix_ + change.path);
    }
  }
  PYRAMID_ASSIGN(stored.paths, filtered_files(workdir_, asked));
  std::vector<FileBytes> files;
  for (const PathChange& change : changes) {
    std::string path = prefix_ + change.path;
    if (!stored.paths.contains(path)) continue;
    PYRAMID_ASSIGN(const bool ignored, is_ignored(path, index, rules));
    if (ignored) continue;
    PYRAMID_ASSIGN(std::optional<std::string> bytes, bytes_of(change));
    if (bytes) files.push_back({std::move(path), *std::move(bytes)});
  }
  PYRAMID_ASSIGN(const std::vector<std::string> ids, store_filtered(workdir_, files));
  for (std::size_t i = 0; i < files.size(); ++i) {
    git_oid blob, as_it_is;
    const std::string& bytes = files[i].bytes;
    int code = git_->oid_fromstr(&blob, ids[i].c_str());
    if (code == 0) {
      code = git_->odb_hash(&as_it_is, bytes.data(), bytes.size(), GIT_OBJECT_BLOB);
    }
    if (code < 0) {
      return git_->failure(code, ErrorKind::kIo, "git cannot store the file", files[i].path);
    }
    const std::optional<git_oid> known = blob_in(index, files[i].path);
    const bool is_raw = known && git_->oid_cmp(&as_it_is, &*known) == 0 &&
                        is_unread(workdir_, files[i], git_->oid_tostr_s(&*known));
    stored.blobs.emplace(files[i].path, is_raw ? as_it_is : blob);
  }
  return stored;
}

Status GitRepository::drop_as_committed(const IndexFile& index, std::vector<std::string>& paths) {
  PathRules rules = rules_beside(index);
  std::vector<std::string> asked;
  for (const std::string& path : paths) {
    const bool is_there = make_real_file_system()->stat(on_disk(prefix_ + path)).has_value();
    if (is_there && rules.may_run_program(prefix_ + path)) asked.push_back(prefix_ + path);
  }
  const auto filtered = filtered_files(workdir_, asked);
  if (!filtered) return {};  // a commit will say so
  PYRAMID_ASSIGN(const std::vector<std::string> staged_ones, staged(paths));
  std::erase_if(asked, [&](const std::string& path) {
    return !filtered->contains(path) || std::find(staged_ones.begin(), staged_ones.end(),
                                                  path.substr(prefix_.size())) != staged_ones.end();
  });
  PYRAMID_ASSIGN(const std::vector<std::string> ids, filtered_ids(workdir_, asked));
  std::set<std::string> same;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const std::optional<git_oid> known = blob_in(index, asked[i]);
    if (known && ids[i] == git_->oid_tostr_s(&*known)) same.insert(asked[i].substr(prefix_.size()));
  }
  std::erase_if(paths, [&](const std::string& path) { return same.contains(path); });
  return {};
}

}  // namespace pyramid::history
