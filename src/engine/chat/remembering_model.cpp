#include "engine/chat/remembering_model.hpp"

#include "base/text.hpp"
#include "engine/chat/asking.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace pyramid::engine {

namespace {

using Json = nlohmann::json;

bool is_worth_keeping(const ChatReply& reply, const std::string& tool) {
  if (reply.cut || reply.refused) return false;
  return tool.empty() ? !trim(reply.text).empty() : chat::can_be_read(reply, Tool{tool, {}, {}});
}

std::string to_text(const ChatReply& reply, const guard::Policy& policy) {
  Json calls = Json::array();
  for (const ToolCall& call : reply.calls) {
    calls.push_back({call.name, guard::redact(call.arguments, policy).text});
  }
  const Json json = {guard::redact(reply.text, policy).text, std::move(calls)};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Only what to_text() wrote comes back; damage is nothing kept.
std::optional<ChatReply> from_text(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  const bool whole =
      json.is_array() && json.size() == 2 && json[0].is_string() && json[1].is_array();
  if (!whole) return std::nullopt;
  ChatReply reply;
  reply.text = json[0].get<std::string>();
  for (const Json& call : json[1]) {
    if (!call.is_array() || call.size() != 2 || !call[0].is_string() || !call[1].is_string()) {
      return std::nullopt;
    }
    reply.calls.push_back({"", call[0].get<std::string>(), call[1].get<std::string>()});
  }
  return reply;
}

class RememberingModel final : public ChatModel {
 public:
  RememberingModel(std::unique_ptr<ChatModel> model, std::shared_ptr<AnswerStore> store,
                   guard::Policy policy)
      : model_(std::move(model)), store_(std::move(store)), policy_(std::move(policy)) {}

  [[nodiscard]] std::string name() const override { return model_->name(); }
  Result<ChatReply> chat(const ChatRequest& request) override {
    const Digest key = reply_key(model_->name(), request);
    if (const auto kept = store_->find(key)) {
      if (auto reply = from_text(*kept)) return *std::move(reply);
    }
    Result<ChatReply> reply = model_->chat(request);
    if (!reply) return reply;
    if (!request.tools.empty() && !chat::can_be_read(*reply, request.tools.front())) return reply;
    const std::string tool = request.tools.empty() ? std::string() : request.tools.front().name;
    if (const auto kept = reply_to_keep(*reply, tool, policy_)) store_->keep(key, *kept);
    return reply;
  }

 private:
  std::unique_ptr<ChatModel> model_;
  std::shared_ptr<AnswerStore> store_;
  guard::Policy policy_;
};

}  // namespace

Digest reply_key(std::string_view model, const ChatRequest& request) {
  Hasher hasher;
  hasher.field("reply/1").field(model);
  hasher.field(static_cast<std::int64_t>(request.messages.size()));
  for (const ChatMessage& message : request.messages) {
    hasher.field(static_cast<std::int64_t>(message.role)).field(message.text);
  }
  for (const Tool& tool : request.tools) {
    hasher.field(tool.name).field(tool.description).field(tool.parameters);
  }
  return hasher.finish();
}

std::optional<std::string> reply_to_keep(const ChatReply& reply, const std::string& tool,
                                         const guard::Policy& policy) {
  if (!is_worth_keeping(reply, tool)) return std::nullopt;
  return to_text(reply, policy);
}

std::unique_ptr<ChatModel> remember_replies(std::unique_ptr<ChatModel> model,
                                            std::shared_ptr<AnswerStore> store,
                                            guard::Policy policy) {
  return std::make_unique<RememberingModel>(std::move(model), std::move(store), std::move(policy));
}

}  // namespace pyramid::engine
