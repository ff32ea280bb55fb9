#include "ops/calls/reply_cache.hpp"

#include "base/write_whole.hpp"
#include "ops/calls/answer_log.hpp"
#include "workspace/layout.hpp"

#include <string_view>
#include <utility>

namespace pyramid::ops {

namespace {

std::string path_of(const workspace::Workspace& workspace, std::string_view file) {
  return workspace.absolute(std::string(workspace::kCacheFolder) + "/" + std::string(file));
}

}  // namespace

Status forget_unanswered(FileSystem& files, const workspace::Workspace& workspace) {
  return files.remove(path_of(workspace, kUnansweredFile));
}

ReplyCache::ReplyCache(FileSystem& files, const workspace::Workspace& workspace, std::size_t most,
                       std::string_view file)
    : files_(files), path_(path_of(workspace, file)), most_(most) {}

void ReplyCache::load() {
  const Result<std::string> bytes = files_.read(path_);
  if (!bytes) return;
  replies_ = read_answers(*bytes);
  if (bytes->size() > most_) halve(*bytes);
}

// A reply that another command adds meanwhile may be lost: it is asked for again.
void ReplyCache::halve(const std::string& bytes) {
  const std::size_t line = bytes.find('\n', bytes.size() / 2);
  if (line == std::string::npos) return;
  static_cast<void>(write_whole(files_, path_, std::string_view(bytes).substr(line + 1)));
}

std::optional<std::string> ReplyCache::find(const Digest& request) {
  std::call_once(loaded_, [this] { load(); });
  const std::lock_guard lock(mutex_);
  const auto known = replies_.find(to_hex(request));
  return known == replies_.end() ? std::nullopt : std::optional(known->second);
}

void ReplyCache::keep(const Digest& request, std::string_view answer) {
  const std::lock_guard lock(mutex_);
  static_cast<void>(files_.append(path_, answer_line(request, answer)));
  replies_[to_hex(request)] = answer;
}

}  // namespace pyramid::ops
