// One question to the model, and its answer as values.
#pragma once

#include "engine/chat/chat_model.hpp"
#include "pyramid/result.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::chat {

// The arguments of one tool call: texts and numbers by name, all else left out.
using Item = std::map<std::string, std::string, std::less<>>;
std::string text_of(const Item& item, std::string_view key);  // "" where there is none
std::optional<std::int64_t> number_of(const Item& item, std::string_view key);

// Asks for calls of `tool`, as many as there are. A model that writes JSON as text instead is
// understood too (calls_in_text.hpp). What cannot be read, or is nothing at all, is asked for once
// more, with what is wrong; kEngine when nothing of the answer can be read then, or the model
// refuses. kInvalid for an answer that breaks off because it grew too long: of a smaller question
// it may be whole.
Result<std::vector<Item>> ask_for_calls(ChatModel& model, std::string_view instructions,
                                        std::string_view question, const Tool& tool);

// Whether a reply to a question with this tool is understood in all its parts.
bool can_be_read(const ChatReply& reply, const Tool& tool);

struct TextAnswer {
  std::string text;  // valid UTF-8, without what is put around it (bare_text.hpp); why, if refused
  bool cut = false, refused = false;
};
Result<TextAnswer> ask_for_text(ChatModel& model, std::string_view instructions,
                                std::string_view question);

// The same model for what follows upon another answer, and may not wait for a batch.
class AtOnce final : public ChatModel {
 public:
  explicit AtOnce(ChatModel& model) : model_(model) {}
  [[nodiscard]] std::string name() const override { return model_.name(); }
  Result<ChatReply> chat(const ChatRequest& request) override {
    ChatRequest asked = request;
    asked.at_once = true;
    return model_.chat(asked);
  }

 private:
  ChatModel& model_;
};

// Whether a failure of ask_for_calls() says that the model did answer: it refused, or twice wrote
// nothing that can be read. The same question would be paid for again, for no more than that.
[[nodiscard]] bool is_no_answer(const Error& error);

// kEngine in place of kInvalid: no other way of asking is left.
Error failed_for_good(Error error);
// kEngine, with what the model says.
Failure refusal(const ChatModel& model, std::string_view said);

}  // namespace pyramid::engine::chat
