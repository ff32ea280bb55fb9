// What engines answered to a command that has not ended yet, in `.pyramid/answers.jsonl`.
//
// An answer is appended as soon as it is there, so a command that is killed loses none: the next
// one finds them and asks for the rest alone. A command that comes to its end has them in the
// memory's files and forgets the log. It is a cache: where it cannot be read or written, the engine
// is asked.
#pragma once

#include "engine/remembering.hpp"
#include "pyramid/file_system.hpp"
#include "workspace/workspace.hpp"

#include <mutex>
#include <string>
#include <unordered_map>

namespace pyramid::ops {

// One answer as a line of a log, and the answers of such lines by hex digest; a torn one is
// nothing.
std::string answer_line(const Digest& request, std::string_view answer);
std::unordered_map<std::string, std::string> read_answers(std::string_view bytes);

class AnswerLog final : public engine::AnswerStore {
 public:
  // Borrows `files`. The workspace's lock is held as long as this lives.
  AnswerLog(FileSystem& files, const workspace::Workspace& workspace);

  std::optional<std::string> find(const Digest& request) override;
  void keep(const Digest& request, std::string_view answer) override;
  Status forget();

 private:
  FileSystem& files_;
  std::string path_;
  bool there_ = false;  // on the disk
  std::mutex mutex_;
  std::unordered_map<std::string, std::string> answers_;  // of an earlier command, by hex digest
};

}  // namespace pyramid::ops
