// A language model behind an OpenAI-compatible chat completions endpoint.
//
// The key goes into one header of the requests and nowhere else: what a server says is told without
// it. What no other call could mend (a key that is refused, a model that there is not) is not tried
// again by this object: its later calls fail at once with the same error.
#pragma once

#include "engine/chat/chat_model.hpp"
#include "engine/openai/caller.hpp"

#include <functional>
#include <mutex>
#include <optional>
#include <string>

namespace pyramid::engine::openai {

struct OpenAiOptions {
  Endpoint endpoint;
  std::string key;  // "" = none
  std::string model;
  int max_tokens = 0;  // of one answer; 0 = as the server has it
  RetryPolicy retry = {};
  Timeouts timeouts = {};
};

// What was found out of a server and its model by asking.
struct Abilities {
  std::optional<ToolMode> mode;
  bool completion_tokens = false;
  bool operator==(const Abilities&) const = default;
};

// What the model needs of the world.
struct World : CallWorld {
  Abilities known = {};                               // of an earlier command
  std::function<void(const Abilities&)> learnt = {};  // called when something new is known
};

class OpenAiModel final : public ChatModel {
 public:
  OpenAiModel(OpenAiOptions options, World world);

  [[nodiscard]] std::string name() const override;  // "openai/gpt-4.1-mini"
  // The first request with a tool also asks what the server can do, unless that is known; one that
  // is refused does once more.
  Result<ChatReply> chat(const ChatRequest& request) override;
  // What chat() would send for this request, to be sent by somebody else.
  Result<std::string> body_of(const ChatRequest& request);
  // Asks what the server can do, whatever is known: up to three short calls.
  Result<Abilities> probe();

 private:
  // What came of one call: a reply, or why there is none.
  struct Outcome {
    Result<ChatReply> reply;
    int status = 0;  // 0: no answer
  };
  [[nodiscard]] Status ready();
  Result<ToolMode> mode();
  [[nodiscard]] static bool is_refusal(const Outcome& outcome);
  Result<bool> has_changed(ToolMode mode);
  Result<Abilities> find_abilities();
  Outcome ask(const ChatRequest& request, ToolMode mode);
  Outcome try_until_answered(const ChatRequest& request, ToolMode mode, CallSlot& slot,
                             CallRecord& record);
  Outcome answered(std::size_t bytes_sent, const HttpResponse& response, Result<ChatReply> reply,
                   CallRecord& record);
  ChatReply refused(const ServerError& said);
  [[nodiscard]] BodyOptions body_options(ToolMode mode);
  [[nodiscard]] HttpRequest http_request(std::string body) const;
  bool switch_limit(int status, const ServerError& said);
  Error given_up(const HttpResponse& response, const ServerError& said);
  [[nodiscard]] Error reads_nothing(Error error) const;
  Error note_failure(Error error, bool for_all);
  [[nodiscard]] Error with_server(Error error) const;
  void tell_abilities();

  OpenAiOptions options_;
  std::function<void(const Abilities&)> learnt_;
  Caller caller_;
  std::mutex probing_;  // one worker asks what the server can do, the others wait for it
  std::mutex state_;    // of what stands below
  Abilities abilities_;
  bool probed_again_ = false;
  std::optional<Error> broken_;  // why no call is made any more
  int failed_in_a_row_ = 0;
};

}  // namespace pyramid::engine::openai
