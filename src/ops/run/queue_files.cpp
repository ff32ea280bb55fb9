#include "ops/run/queue_files.hpp"

#include "base/digest.hpp"
#include "base/path.hpp"
#include "base/write_whole.hpp"
#include "ops/calls/json_members.hpp"
#include "workspace/layout.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

namespace pyramid::ops {

namespace {

constexpr std::string_view kWaiting = ".json", kTaken = ".work";
constexpr const char* kWantsSync = "sync";
constexpr const char* kSyncTaken = "sync.work";

std::string name_of_entry(const QueuedTranscript& transcript) {
  return to_hex(Hasher().field(transcript.format).field(transcript.path).finish()).substr(0, 16);
}

std::optional<QueueEntry> read_entry(std::string_view bytes) {
  const nlohmann::json json = nlohmann::json::parse(bytes, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  QueueEntry entry;
  entry.transcript = {text_in(json, "format"), text_in(json, "path"),
                      text_in(json, "conversation")};
  const auto tries = json.find("tries");
  if (tries != json.end() && tries->is_number_integer()) entry.tries = tries->get<int>();
  entry.error = text_in(json, "error");
  if (entry.transcript.path.empty()) return std::nullopt;
  return entry;
}

}  // namespace

QueueFiles::QueueFiles(FileSystem& files, const std::string& root)
    : files_(files),
      folder_(path::join(path::join(root, std::string(workspace::kCacheFolder)), "queue")) {}

std::string QueueFiles::at(const std::string& name) const { return path::join(folder_, name); }

Status QueueFiles::write(const QueueEntry& entry) {
  const nlohmann::json json = {{"format", entry.transcript.format},
                               {"path", entry.transcript.path},
                               {"conversation", entry.transcript.conversation},
                               {"tries", entry.tries},
                               {"error", entry.error}};
  const std::string bytes =
      json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  return write_whole(files_, at(entry.name + std::string(kWaiting)), bytes);
}

Status QueueFiles::put(const QueuedTranscript& transcript) {
  PYRAMID_TRY(files_.make_directories(folder_));
  QueueEntry entry;
  entry.name = name_of_entry(transcript);
  entry.transcript = transcript;
  return write(entry);
}

Status QueueFiles::put_sync() {
  PYRAMID_TRY(files_.make_directories(folder_));
  return files_.write(at(kWantsSync), "");
}

std::vector<QueueEntry> QueueFiles::entries() const {
  std::vector<QueueEntry> all;
  const Result<std::vector<DirectoryEntry>> names = files_.list(folder_);
  if (!names) return all;
  for (const DirectoryEntry& one : *names) {
    if (!one.name.ends_with(kWaiting)) continue;
    const Result<std::string> bytes = files_.read(at(one.name));
    std::optional<QueueEntry> entry = bytes ? read_entry(*bytes) : std::nullopt;
    if (!entry) continue;
    entry->name = one.name.substr(0, one.name.size() - kWaiting.size());
    all.push_back(*std::move(entry));
  }
  return all;
}

bool QueueFiles::wants_sync() const { return files_.stat(at(kWantsSync)).has_value(); }

Result<std::unique_ptr<FileLock>> QueueFiles::lock() {
  PYRAMID_TRY(files_.make_directories(folder_));
  return files_.lock(at("worker.lock"));
}

bool QueueFiles::has_taken() const {
  const Result<std::vector<DirectoryEntry>> names = files_.list(folder_);
  return names && std::any_of(names->begin(), names->end(),
                              [](const DirectoryEntry& one) { return one.name.ends_with(kTaken); });
}

void QueueFiles::end_killed() {
  const Result<std::vector<DirectoryEntry>> names = files_.list(folder_);
  if (!names) return;
  for (const DirectoryEntry& one : *names) {
    if (one.name == kSyncTaken) {
      sync_failed();
    } else if (one.name.ends_with(kTaken)) {
      const Result<std::string> bytes = files_.read(at(one.name));
      std::optional<QueueEntry> entry = bytes ? read_entry(*bytes) : std::nullopt;
      if (!entry) {
        static_cast<void>(files_.remove(at(one.name)));
        continue;
      }
      entry->name = one.name.substr(0, one.name.size() - kTaken.size());
      failed(*std::move(entry), "the program was killed while it read it");
    }
  }
}

Status QueueFiles::take(const QueueEntry& entry) {
  return files_.rename(at(entry.name + std::string(kWaiting)),
                       at(entry.name + std::string(kTaken)));
}

void QueueFiles::done(const QueueEntry& entry) {
  static_cast<void>(files_.remove(at(entry.name + std::string(kTaken))));
}

void QueueFiles::put_back(const QueueEntry& entry) {
  // One that came meanwhile says all that this one says.
  if (!files_.stat(at(entry.name + std::string(kWaiting)))) static_cast<void>(write(entry));
  done(entry);
}

void QueueFiles::failed(QueueEntry entry, const std::string& error) {
  ++entry.tries;
  entry.error = error;
  put_back(entry);
}

Status QueueFiles::try_again(QueueEntry entry) {
  entry.tries = 0;
  return write(entry);
}

Status QueueFiles::drop(const QueueEntry& entry) {
  return files_.remove(at(entry.name + std::string(kWaiting)));
}

Status QueueFiles::take_sync() { return files_.rename(at(kWantsSync), at(kSyncTaken)); }
void QueueFiles::sync_done() { static_cast<void>(files_.remove(at(kSyncTaken))); }
void QueueFiles::sync_failed() { static_cast<void>(files_.rename(at(kSyncTaken), at(kWantsSync))); }

}  // namespace pyramid::ops
