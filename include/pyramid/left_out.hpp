// What an import leaves out of a source, counted by reason.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace pyramid {

enum class LeftOutReason : unsigned char {
  kBranch,
  kUndone,
  kCopy,
  kCommand,
  kProgram,
  kContext,
  kOthers,
  kSideFile
};

struct LeftOutKind {
  std::string_view name;  // "branch_turns"
  std::string_view unit;  // what is counted: "turn"
  std::string_view why;   // as a phrase behind "3 turns left out: "
};
// In the order of LeftOutReason.
inline constexpr std::array<LeftOutKind, 8> kLeftOutKinds = {{
    {"branch_turns", "turn", "of branches that were left there, edited or answered anew"},
    {"undone_turns", "turn", "taken back there"},
    {"copied_turns", "turn", "there twice"},
    {"commands", "message", "commands to the program, with their arguments and output"},
    {"program_messages", "message",
     "a program's, not a person's: notices, heartbeats, hooks, other sessions"},
    {"added_context", "piece", "put into messages by a program, around what was said"},
    {"others_messages", "message", "of other users, or answers to them"},
    {"side_files", "file", "beside sessions, and none themselves"},
}};

class LeftOut {
 public:
  std::size_t& operator[](LeftOutReason reason) {
    return counts_[static_cast<std::size_t>(reason)];
  }
  std::size_t operator[](LeftOutReason reason) const {
    return counts_[static_cast<std::size_t>(reason)];
  }
  LeftOut& operator+=(const LeftOut& other) {
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
    return *this;
  }
  bool operator==(const LeftOut& other) const = default;
  // By kLeftOutKinds.
  [[nodiscard]] const std::array<std::size_t, kLeftOutKinds.size()>& counts() const {
    return counts_;
  }
  [[nodiscard]] std::array<std::size_t, kLeftOutKinds.size()>& counts() { return counts_; }

 private:
  std::array<std::size_t, kLeftOutKinds.size()> counts_ = {};
};

}  // namespace pyramid
