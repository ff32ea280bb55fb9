// A language model that is asked nothing twice: a reply that was paid for is found again.
#pragma once

#include "base/digest.hpp"
#include "engine/chat/chat_model.hpp"
#include "engine/remembering.hpp"
#include "guard/redact.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace pyramid::engine {

// Keeps replies by the model's name and the whole request, which holds the prompt. One that was
// cut, refused or cannot be read is asked for again. What is kept is redacted by the policy.
std::unique_ptr<ChatModel> remember_replies(std::unique_ptr<ChatModel> model,
                                            std::shared_ptr<AnswerStore> store,
                                            guard::Policy policy);

// By what a reply is kept.
Digest reply_key(std::string_view model, const ChatRequest& request);
// A reply to a question with this tool ("" = none) as it is kept; nullopt for one that is not.
std::optional<std::string> reply_to_keep(const ChatReply& reply, const std::string& tool,
                                         const guard::Policy& policy);

}  // namespace pyramid::engine
