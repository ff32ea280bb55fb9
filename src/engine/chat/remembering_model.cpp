#include "engine/chat/remembering_model.hpp"

#include "base/text.hpp"
#include "engine/chat/asking.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace pyramid::engine {

namespace {

using Json = nlohmann::json;

Digest key_of(const ChatModel& model, const ChatRequest& request) {
  Hasher hasher;
  hasher.field("reply/1").field(model.name());
  hasher.field(static_cast<std::int64_t>(request.messages.size()));
  for (const ChatMessage& message : request.messages) {
    hasher.field(static_cast<std::int64_t>(message.role)).field(message.text);
  }
  for (const Tool& tool : request.tools) {
    hasher.field(tool.name).field(tool.description).field(tool.parameters);
  }
  return hasher.finish();
}

bool is_worth_keeping(const ChatRequest& request, const ChatReply& reply) {
  if (reply.cut || reply.refused) return false;
  if (request.tools.empty()) return !trim(reply.text).empty();
  return std::all_of(request.tools.begin(), request.tools.end(),
                     [&](const Tool& tool) { return chat::can_be_read(reply, tool); });
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
    const Digest key = key_of(*model_, request);
    if (const auto kept = store_->find(key)) {
      if (auto reply = from_text(*kept)) return *std::move(reply);
    }
    Result<ChatReply> reply = model_->chat(request);
    if (reply && is_worth_keeping(request, *reply)) store_->keep(key, to_text(*reply, policy_));
    return reply;
  }

 private:
  std::unique_ptr<ChatModel> model_;
  std::shared_ptr<AnswerStore> store_;
  guard::Policy policy_;
};

}  // namespace

std::unique_ptr<ChatModel> remember_replies(std::unique_ptr<ChatModel> model,
                                            std::shared_ptr<AnswerStore> store,
                                            guard::Policy policy) {
  return std::make_unique<RememberingModel>(std::move(model), std::move(store), std::move(policy));
}

}  // namespace pyramid::engine
