// What a language model replied, in `.pyramid/replies.jsonl`, so that nothing is paid for twice:
// not by a command after one that was killed, not after a revert, not for the same question again.
//
// And in `.pyramid/unanswered.jsonl` replies that were of no use, so that these questions are not
// paid for again either.
//
// A cache: where it cannot be read or written, the model is asked. Read with the first question, so
// that a command without one does not pay for it.
#pragma once

#include "engine/remembering.hpp"
#include "pyramid/file_system.hpp"
#include "workspace/workspace.hpp"

#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace pyramid::ops {

inline constexpr std::string_view kRepliesFile = "replies.jsonl";  // below .pyramid/
inline constexpr std::string_view kUnansweredFile = "unanswered.jsonl";

// What had no answer is asked again from now on.
Status forget_unanswered(FileSystem& files, const workspace::Workspace& workspace);

class ReplyCache final : public engine::AnswerStore {
 public:
  static constexpr std::size_t kMostBytes = 64UL * 1024 * 1024;
  // Borrows `files`. Once the file is larger than `most` bytes, its older half goes.
  ReplyCache(FileSystem& files, const workspace::Workspace& workspace,
             std::size_t most = kMostBytes, std::string_view file = kRepliesFile);

  std::optional<std::string> find(const Digest& request) override;
  void keep(const Digest& request, std::string_view answer) override;

 private:
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
