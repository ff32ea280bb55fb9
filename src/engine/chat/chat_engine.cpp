#include "engine/chat/chat_engine.hpp"

#include "engine/chat/steps.hpp"
#include "engine/tokens.hpp"

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <optional>
#include <utility>

namespace pyramid::engine {

namespace {

// Whether a call may wait for a batch: what many calls are made of may; what changes with the day
// or follows upon another text would come too late.
enum class When { kAnyTime, kAtOnce };

// What was too long for a model, shared by all that is asked of it: a question that is not clearly
// shorter is not sent, so that a model which finds everything too long is soon asked nothing any
// more.
class TooLong {
 public:
  // `question`: how many of the bytes are not the instructions.
  [[nodiscard]] Status admits(std::size_t bytes, std::size_t question) const {
    constexpr std::size_t kClearly = 8;  // a part of the question
    const std::lock_guard lock(mutex_);
    if (!error_ || bytes + question / kClearly < bytes_) return {};
    return fail(Error(*error_));
  }
  void learn(std::size_t bytes, const Error& error) {
    const std::lock_guard lock(mutex_);
    if (error_ && bytes >= bytes_) return;
    bytes_ = bytes;
    error_ = error;
  }

 private:
  mutable std::mutex mutex_;  // of all below
  std::size_t bytes_ = 0;
  std::optional<Error> error_;  // of the shortest one
};

struct Length {
  std::size_t bytes = 0, question = 0;
};
Length length_of(const ChatRequest& request) {
  Length length;
  for (const ChatMessage& message : request.messages) {
    length.bytes += message.text.size();
    if (message.role != ChatMessage::Role::kSystem) length.question += message.text.size();
  }
  return length;
}

// The model, told with each request which recipe asks.
class AskedBy final : public ChatModel {
 public:
  AskedBy(ChatModel& model, TooLong& too_long, std::string recipe, When when = When::kAtOnce)
      : model_(model),
        too_long_(too_long),
        recipe_(std::move(recipe)),
        at_once_(when == When::kAtOnce) {}
  [[nodiscard]] std::string name() const override { return model_.name(); }
  Result<ChatReply> chat(const ChatRequest& request) override {
    const auto [bytes, question] = length_of(request);
    PYRAMID_TRY(too_long_.admits(bytes, question));
    Result<ChatReply> reply = ask(request);
    if (reply || reply.error().kind != ErrorKind::kTooLong) return reply;
    Error error = std::move(reply).error();
    if (error.hint.empty()) error.hint = "give the model more context, or set `max_tokens` lower";
    too_long_.learn(bytes, error);
    return fail(std::move(error));
  }

 private:
  Result<ChatReply> ask(const ChatRequest& request) {
    ChatRequest asked = request;
    asked.recipe = recipe_;
    asked.at_once = request.at_once || at_once_;
    return model_.chat(asked);
  }

  ChatModel& model_;
  TooLong& too_long_;
  std::string recipe_;
  bool at_once_;
};

class ChatEngine final : public TextEngine {
 public:
  ChatEngine(ChatModel& model, ChatOptions options, std::unique_ptr<ChatModel> owned = nullptr)
      : owned_(std::move(owned)),
        model_(model),
        options_(std::move(options)),
        price_(options_.price) {
    for (const auto& [step, prompt] : options_.prompts) {
      price_.prompt_tokens = std::max(price_.prompt_tokens, tokens_of(prompt.text.size()));
    }
  }

  [[nodiscard]] std::string name() const override { return model_.name(); }
  [[nodiscard]] Price price() const override { return price_; }
  [[nodiscard]] bool cites() const override { return true; }
  [[nodiscard]] std::string recipe(std::string_view step) const override {
    const auto place = options_.prompts.find(step);
    return place == options_.prompts.end() ? std::string(step) + "/0" : place->second.recipe;
  }

  Result<std::vector<Extracted>> extract(const ExtractRequest& request) override {
    AskedBy model(model_, too_long_, recipe("extract"), When::kAnyTime);
    const auto tell = [&](Unheld unheld) {
      unheld.recipe = recipe("extract");
      if (options_.told_unheld) options_.told_unheld(*request.conversation, std::move(unheld));
    };
    return chat::extract(model, prompt("extract"), request, options_.importance, tell);
  }
  Result<Assignments> assign(const AssignRequest& request) override {
    AskedBy model(model_, too_long_, recipe("assign"), When::kAnyTime);
    return chat::assign(model, prompt("assign"), request);
  }
  [[nodiscard]] bool judges() const override { return true; }
  Result<Judgements> judge(const JudgeRequest& request) override {
    AskedBy model(model_, too_long_, recipe("judge"));
    return chat::judge(model, prompt("judge"), request);
  }
  Result<std::string> summarise(const SummariseRequest& request) override {
    const bool rated = request.style == SummaryStyle::kRatedLines;
    const char* step = rated ? "summarize-calendar" : "summarize";
    const bool again = request.strict || !request.complaint.empty();
    AskedBy model(model_, too_long_, recipe(step), again ? When::kAtOnce : When::kAnyTime);
    return chat::summarise(model, prompt(step), request);
  }
  Result<std::string> synthesise(const SynthesiseRequest& request) override {
    AskedBy model(model_, too_long_, recipe("synthesize"));
    return chat::synthesise(model, prompt("synthesize"), request);
  }
  Result<std::string> describe(const DescribeRequest& request) override {
    AskedBy model(model_, too_long_, recipe("describe"));
    return chat::describe(model, prompt("describe"), request);
  }
  Result<std::string> answer(const AnswerRequest& request) override {
    AskedBy model(model_, too_long_, recipe("answer"));
    return chat::answer(model, prompt("answer"), request);
  }

 private:
  [[nodiscard]] std::string_view prompt(std::string_view step) const {
    const auto place = options_.prompts.find(step);
    return place == options_.prompts.end() ? std::string_view() : place->second.text;
  }

  std::unique_ptr<ChatModel> owned_;  // or null
  ChatModel& model_;
  ChatOptions options_;
  Price price_;
  TooLong too_long_;
};

}  // namespace

std::unique_ptr<TextEngine> make_chat_engine(ChatModel& model, ChatOptions options) {
  return std::make_unique<ChatEngine>(model, std::move(options));
}

std::unique_ptr<TextEngine> make_chat_engine(std::unique_ptr<ChatModel> model,
                                             ChatOptions options) {
  ChatModel& borrowed = *model;
  return std::make_unique<ChatEngine>(borrowed, std::move(options), std::move(model));
}

}  // namespace pyramid::engine
