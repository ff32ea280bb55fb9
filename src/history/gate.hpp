// What every commit of the program passes on its way into git.
//
// There is no way around: a repository that was given no gate has one that lets no secret through
// that the program knows, so who forgets it commits too little, never too much.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace pyramid::history {

class Gate {
 public:
  virtual ~Gate() = default;
  // Whether the workspace's file may be in a commit with these bytes. Any thread.
  virtual bool admits(const std::string& path, std::string_view bytes) = 0;
  // A text as it may be in a commit: its message, or a file that git merged from what two commits
  // hold already.
  virtual std::string cleared(const std::string& text) = 0;
};

// Knows no setting of a workspace.
std::shared_ptr<Gate> strictest_gate();

}  // namespace pyramid::history
