// Files that came from another machine after something was forgotten here, and may still say it.
#pragma once

#include "ops/run/tombstones.hpp"

#include <set>
#include <string>
#include <string_view>

namespace pyramid::ops {

// No commit is to have such a file before a sync has taken out of it what was forgotten, and has
// written anew what was made from that: git's objects would say it from then on. What is none
// costs no more than a commit of its own, behind what the sync made of it.
class Latecomers {
 public:
  // Without tombstones nothing is one.
  Latecomers(FileSystem& files, const workspace::Workspace& workspace);

  // Whether it is a node that was forgotten, or a conversation with the words of a turn or the
  // title that was.
  [[nodiscard]] bool says_it(const std::string& path, const std::string& bytes) const;
  // Whether it is that, a fact that links such a conversation, or a generated text that was not
  // made here: its records are not those of the last commit, or it was made of two just now, which
  // may have left the records of the one with the words of the other.
  [[nodiscard]] bool may_say(const std::string& path, const std::string& bytes,
                             bool is_united = false) const;

 private:
  [[nodiscard]] bool has_lost_words(const format::Node& session, const std::string& bytes) const;
  [[nodiscard]] bool is_lost(const std::string& target) const;
  [[nodiscard]] bool was_brought(const std::string& path, const std::string& bytes) const;

  FileSystem& files_;
  const workspace::Workspace& workspace_;
  Forgotten forgotten_;
  std::set<std::string, std::less<>> tails_;  // of nodes, and of conversations that lost words
};

}  // namespace pyramid::ops
