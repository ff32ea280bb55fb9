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

// The same for questions with a tool that the model has no answer to: what it refuses, what breaks
// off and what cannot be read is found again by the model's name, the whole request and `asked_how`
// (what of the settings decides about such a reply, such as the server and the longest answer), so
// that a command that meets the question again fails as the one before, and pays nothing. All other
// replies pass through. What is kept is redacted, and so is what is given.
std::unique_ptr<ChatModel> remember_failures(std::unique_ptr<ChatModel> model,
                                             std::shared_ptr<AnswerStore> store,
                                             std::string asked_how, guard::Policy policy);

// By what a reply is kept.
Digest reply_key(std::string_view model, const ChatRequest& request);
// A reply to a question with this tool ("" = none) as it is kept; nullopt for one that is not.
std::optional<std::string> reply_to_keep(const ChatReply& reply, const std::string& tool,
                                         const guard::Policy& policy);

}  // namespace pyramid::engine
