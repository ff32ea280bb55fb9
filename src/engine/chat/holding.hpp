// Facts that a model took from a conversation, held against what was said there.
#pragma once

#include "engine/chat/chat_engine.hpp"
#include "engine/engine.hpp"

#include <string>
#include <vector>

namespace pyramid::engine::chat {

// Takes out the facts with a name, number, date or address that stands in no turn of the request
// and does not follow from one (grounding.hpp), and gives them with what is wrong. What a fact says
// of whom, and denials, are not judged: turns are in the first person.
std::vector<Unheld::Fact> take_unheld(std::vector<Extracted>& facts, const ExtractRequest& request);

// As a part of the next question.
std::string complaint_of(const std::vector<Unheld::Fact>& wrong);

}  // namespace pyramid::engine::chat
