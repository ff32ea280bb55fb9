#include "engine/chat/redacting_model.hpp"

#include <utility>

namespace pyramid::engine {

namespace {

class RedactingModel final : public ChatModel {
 public:
  RedactingModel(std::unique_ptr<ChatModel> model, guard::Policy policy)
      : model_(std::move(model)), policy_(std::move(policy)) {}

  [[nodiscard]] std::string name() const override { return model_->name(); }
  Result<ChatReply> chat(const ChatRequest& request) override {
    return model_->chat(redacted(request, policy_));
  }

 private:
  std::unique_ptr<ChatModel> model_;
  guard::Policy policy_;
};

}  // namespace

ChatRequest redacted(ChatRequest request, const guard::Policy& policy) {
  for (ChatMessage& message : request.messages) {
    message.text = guard::redact(message.text, policy).text;
  }
  return request;
}

std::unique_ptr<ChatModel> redact_questions(std::unique_ptr<ChatModel> model,
                                            guard::Policy policy) {
  return std::make_unique<RedactingModel>(std::move(model), std::move(policy));
}

}  // namespace pyramid::engine
