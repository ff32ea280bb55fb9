// Calls of a tool that a model wrote down as text instead of making them.
#pragma once

#include "engine/chat/asking.hpp"
#include "engine/chat/chat_model.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::chat {

// What could be read of a reply, and what was wrong with the rest.
struct ReadCalls {
  std::vector<Item> items;
  std::string complaint;  // to the model; "" = nothing
};

// JSON anywhere in the text: the arguments alone, one object or a list, also as a member of an
// object; or calls with their name, {"name": …, "arguments": {…}} or "parameters", between marks
// such as <tool_call>, in code fences, between words. `{}`, "None" and a few sentences that there
// is nothing to note are no items and no complaint; an empty text or other prose is one.
ReadCalls calls_in_text(std::string_view text, const Tool& tool);

// The arguments of one call, which the model wrote as JSON.
void read_arguments(std::string_view arguments, const Tool& tool, ReadCalls& read);
// Complains where no item has all that the tool's schema requires, and drops them.
void require_members(const Tool& tool, ReadCalls& read);

}  // namespace pyramid::engine::chat
