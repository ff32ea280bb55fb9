#include "ops/calls/unread.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "workspace/layout.hpp"
#include "workspace/store.hpp"

#include <algorithm>
#include <utility>

namespace pyramid::ops {

namespace {

// Whether a generated text may depend on what is there, or what is done with it does.
bool is_told_from(std::string_view path) {
  if (path.empty() || path == workspace::kSettingsFile) return true;
  const std::string_view top = path.substr(0, path.find('/'));
  if (top == workspace::kForgottenFolder || top == "prompts") return true;
  if (workspace::is_memory_file(path)) {
    const format::Kind kind = workspace::kind_of_path(path);
    return kind != format::Kind::kNote && kind != format::Kind::kDaily &&
           kind != format::Kind::kTask;
  }
  return top == "observations" || top == "sessions" || top == "summaries" || top == "models";
}

}  // namespace

std::optional<std::string_view> NotingUnread::within(std::string_view path) const {
  if (path == root_) return std::string_view();
  if (!path.starts_with(root_)) return std::nullopt;
  path.remove_prefix(root_.size());
  if (!root_.ends_with('/')) {
    if (!path.starts_with('/')) return std::nullopt;
    path.remove_prefix(1);
  }
  return path;
}

void NotingUnread::note(const std::string& path, const Error& error,
                        std::optional<FileKind> read_as) {
  if (error.kind != ErrorKind::kIo) return;
  const auto place = within(path);
  if (!place || !is_told_from(*place)) return;
  if (read_as) {
    // A folder, pipe or link in the place of a file is what is there, no failure.
    const Result<FileStat> there = below_.stat(path);
    if (there && there->kind != *read_as) return;
  }
  const std::lock_guard lock(mutex_);
  std::string named(place->empty() ? "." : *place);
  if (std::find(places_.begin(), places_.end(), named) != places_.end()) return;
  if (!first_) {
    first_ = error;
    first_->where = named;
  }
  places_.push_back(std::move(named));
}

void NotingUnread::note(const std::string& root, const std::vector<SkippedEntry>& odd) {
  for (const SkippedEntry& one : odd) {
    if (one.kind != SkippedEntry::Kind::kRefused) continue;
    if (path::name(one.path).starts_with('.')) continue;
    const Error error{ErrorKind::kIo, "cannot be read", one.path, one.cause, {}};
    note(one.path.empty() ? root : path::join(root, one.path), error, std::nullopt);
  }
}

Status NotingUnread::all_read() const {
  const std::lock_guard lock(mutex_);
  if (!first_) return {};
  Error error = *first_;
  if (places_.size() > 1) error.what += ", nor can " + count_of(places_.size() - 1, "other place");
  error.hint =
      "the memory stays as it is until it can, and counts nothing as gone; run the command again; "
      "if that does not help, give read permission, or move it out of the workspace";
  return fail(std::move(error));
}

Status NotingUnread::may_change(const std::string& path) const {
  const auto place = within(path);
  if (!place || place->starts_with(workspace::kCacheFolder)) return {};
  return all_read();
}

Result<std::string> NotingUnread::read(const std::string& path) {
  Result<std::string> bytes = below_.read(path);
  if (!bytes) note(path, bytes.error(), FileKind::kFile);
  return bytes;
}

Status NotingUnread::read_in_pieces(const std::string& path,
                                    const std::function<bool(std::string_view)>& take) {
  Status done = below_.read_in_pieces(path, take);
  if (!done) note(path, done.error(), FileKind::kFile);
  return done;
}

Result<FileStat> NotingUnread::stat(const std::string& path) {
  Result<FileStat> stat = below_.stat(path);
  if (!stat) note(path, stat.error(), std::nullopt);
  return stat;
}

Result<std::string> NotingUnread::real_path(const std::string& path) {
  return below_.real_path(path);
}

Result<std::vector<DirectoryEntry>> NotingUnread::list(const std::string& path) {
  Result<std::vector<DirectoryEntry>> entries = below_.list(path);
  if (!entries) note(path, entries.error(), FileKind::kDirectory);
  return entries;
}

Result<Walk> NotingUnread::walk(const std::string& root,
                                const std::function<bool(std::string_view)>& enter,
                                unsigned threads) {
  Result<Walk> walked = below_.walk(root, enter, threads);
  if (!walked) note(root, walked.error(), FileKind::kDirectory);
  if (walked) note(root, walked->odd);
  return walked;
}

Result<std::vector<SkippedEntry>> NotingUnread::visit_files(
    const std::string& root, const std::function<bool(std::string_view)>& enter, const Visit& visit,
    unsigned threads) {
  Result<std::vector<SkippedEntry>> odd = below_.visit_files(root, enter, visit, threads);
  if (!odd) note(root, odd.error(), FileKind::kDirectory);
  if (odd) note(root, *odd);
  return odd;
}

Status NotingUnread::make_directories(const std::string& path) {
  PYRAMID_TRY(may_change(path));
  return below_.make_directories(path);
}

Status NotingUnread::write(const std::string& path, std::string_view bytes) {
  PYRAMID_TRY(may_change(path));
  return below_.write(path, bytes);
}

Status NotingUnread::append(const std::string& path, std::string_view bytes) {
  PYRAMID_TRY(may_change(path));
  return below_.append(path, bytes);
}

Status NotingUnread::rename(const std::string& from, const std::string& to) {
  PYRAMID_TRY(may_change(to));
  return below_.rename(from, to);
}

Status NotingUnread::remove(const std::string& path) {
  // What was begun is taken away all the same.
  if (!path::name(path).starts_with(workspace::kTemporaryPrefix)) PYRAMID_TRY(may_change(path));
  return below_.remove(path);
}

Status NotingUnread::copy_mode(const std::string& from, const std::string& to) {
  return below_.copy_mode(from, to);
}

Status NotingUnread::sync(const std::string& directory) { return below_.sync(directory); }

Result<std::unique_ptr<FileLock>> NotingUnread::lock(const std::string& path) {
  return below_.lock(path);
}

Result<std::unique_ptr<FileLock>> NotingUnread::wait_for_lock(const std::string& path,
                                                              std::chrono::milliseconds patience) {
  return below_.wait_for_lock(path, patience);
}

Services noting_unread(const Services& services, NotingUnread& files) {
  Services same = with_files(services, files);
  same.unread = &files;
  return same;
}

Status all_read(const Services& services) {
  return services.unread != nullptr ? services.unread->all_read() : Status();
}

}  // namespace pyramid::ops
