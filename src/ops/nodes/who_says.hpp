// Whose words an observation was taken from.
#pragma once

#include "format/conversation.hpp"
#include "ops/nodes/working_set.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace pyramid::ops {

// Reads each conversation once. Borrows the memory.
class WhoSays {
 public:
  explicit WhoSays(const WorkingSet& memory) : memory_(memory) {}

  // The name of another person who took part; "" where the words are the user's or the assistant's,
  // or where the conversation is not there or cannot be read: a check says so.
  std::string other_in(const format::Edge& turn);
  // Whether they are the user's, who is called so in that conversation.
  bool is_by_user(const format::Edge& turn, std::string_view name);

 private:
  struct Place {
    const format::Conversation* conversation = nullptr;
    const format::Turn* turn = nullptr;
  };
  std::optional<Place> place_of(const format::Edge& turn);
  const format::Conversation* conversation(const std::string& path);

  const WorkingSet& memory_;
  std::map<std::string, std::optional<format::Conversation>> read_;
};

}  // namespace pyramid::ops
