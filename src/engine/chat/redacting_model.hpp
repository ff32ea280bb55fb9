// A language model that is told no secrets.
#pragma once

#include "engine/chat/chat_model.hpp"
#include "guard/redact.hpp"

#include <memory>

namespace pyramid::engine {

// What is asked, redacted by the policy: files that a person wrote may hold what no import let in.
std::unique_ptr<ChatModel> redact_questions(std::unique_ptr<ChatModel> model, guard::Policy policy);
ChatRequest redacted(ChatRequest request, const guard::Policy& policy);

}  // namespace pyramid::engine
