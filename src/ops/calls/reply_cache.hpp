// What a language model replied, in `.pyramid/replies.jsonl`, so that nothing is paid for twice:
// not by a command after one that was killed, not after a revert, not for the same question again.
//
// A cache: where it cannot be read or written, the model is asked. Read with the first question, so
// that a command without one does not pay for it.
#pragma once

#include "engine/remembering.hpp"
#include "pyramid/file_system.hpp"
#include "workspace/workspace.hpp"

#include <mutex>
#include <string>
#include <unordered_map>

namespace pyramid::ops {

class ReplyCache final : public engine::AnswerStore {
 public:
  // Borrows `files`. Once the file is larger than `most` bytes, its older half goes.
  ReplyCache(FileSystem& files, const workspace::Workspace& workspace,
             std::size_t most = kMostBytes);

  std::optional<std::string> find(const Digest& request) override;
  void keep(const Digest& request, std::string_view answer) override;

 private:
  static constexpr std::size_t kMostBytes = 64UL * 1024 * 1024;
  void load();
  void halve(const std::string& bytes);

  FileSystem& files_;
  std::string path_;
  std::size_t most_;
  std::once_flag loaded_;
  std::mutex mutex_;
  std::unordered_map<std::string, std::string> replies_;  // by hex digest
};

}  // namespace pyramid::ops
