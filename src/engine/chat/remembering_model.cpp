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

Json to_json(const ChatReply& reply, const guard::Policy& policy) {
  Json calls = Json::array();
  for (const ToolCall& call : reply.calls) {
    calls.push_back({call.name, guard::redact(call.arguments, policy).text});
  }
  return {guard::redact(reply.text, policy).text, std::move(calls)};
}

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Only what to_json() made comes back, in a list of so many; damage is nothing kept.
std::optional<ChatReply> from_json(const Json& json, std::size_t size) {
  const bool whole =
      json.is_array() && json.size() == size && json[0].is_string() && json[1].is_array();
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
      constexpr std::size_t kMembers = 2;
      if (auto reply = from_json(Json::parse(*kept, nullptr, false), kMembers)) {
        return *std::move(reply);
      }
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

constexpr const char* kCut = "cut";
constexpr const char* kRefused = "refused";
constexpr const char* kUnread = "unread";

// A reply of no use, and why. What there is of one that was cut says nothing.
std::string failure_to_text(const ChatReply& reply, const guard::Policy& policy) {
  Json json = to_json(reply.cut ? ChatReply() : reply, policy);
  json.push_back(reply.refused ? kRefused : reply.cut ? kCut : kUnread);
  return dumped(json);
}

std::optional<ChatReply> failure_from_text(const std::string& text) {
  constexpr std::size_t kMembers = 3;
  const Json json = Json::parse(text, nullptr, false);
  std::optional<ChatReply> reply = from_json(json, kMembers);
  if (!reply || !json[2].is_string()) return std::nullopt;
  reply->cut = json[2] == kCut;
  reply->refused = json[2] == kRefused;
  return reply;
}

class FailureRememberingModel final : public ChatModel {
 public:
  FailureRememberingModel(std::unique_ptr<ChatModel> model, std::shared_ptr<AnswerStore> store,
                          std::string asked_how, guard::Policy policy)
      : model_(std::move(model)),
        store_(std::move(store)),
        asked_how_(std::move(asked_how)),
        policy_(std::move(policy)) {}

  [[nodiscard]] std::string name() const override { return model_->name(); }
  Result<ChatReply> chat(const ChatRequest& request) override {
    if (request.tools.empty()) return model_->chat(request);
    Hasher hasher;
    hasher.field("failure/1").field(asked_how_);
    hasher.field(to_hex(reply_key(model_->name(), request)));
    const Digest key = hasher.finish();
    if (const auto kept = store_->find(key)) {
      if (auto reply = failure_from_text(*kept)) return *std::move(reply);
    }
    Result<ChatReply> reply = model_->chat(request);
    if (!reply || is_of_use(*reply, request.tools.front())) return reply;
    const std::string kept = failure_to_text(*reply, policy_);
    store_->keep(key, kept);
    // As the next command finds it: what is asked next quotes it.
    if (auto again = failure_from_text(kept)) return *std::move(again);
    return reply;
  }

 private:
  static bool is_of_use(const ChatReply& reply, const Tool& tool) {
    return !reply.cut && !reply.refused && chat::can_be_read(reply, tool);
  }

  std::unique_ptr<ChatModel> model_;
  std::shared_ptr<AnswerStore> store_;
  std::string asked_how_;
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
  return dumped(to_json(reply, policy));
}

std::unique_ptr<ChatModel> remember_replies(std::unique_ptr<ChatModel> model,
                                            std::shared_ptr<AnswerStore> store,
                                            guard::Policy policy) {
  return std::make_unique<RememberingModel>(std::move(model), std::move(store), std::move(policy));
}

std::unique_ptr<ChatModel> remember_failures(std::unique_ptr<ChatModel> model,
                                             std::shared_ptr<AnswerStore> store,
                                             std::string asked_how, guard::Policy policy) {
  return std::make_unique<FailureRememberingModel>(std::move(model), std::move(store),
                                                   std::move(asked_how), std::move(policy));
}

}  // namespace pyramid::engine
