// A language model as the chat engine sees it: messages and tools in, text and tool calls out.
//
// What carries it (HTTP, a process, a script of a test) implements ChatModel and knows endpoint,
// key and retries; nothing here does.
#pragma once

#include "pyramid/result.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine {

// A call of a tool that the model asks for.
struct ToolCall {
  std::string id;         // "" where the model gives none
  std::string name;       // of a Tool
  std::string arguments;  // JSON, as the model wrote it: it may be none
};

struct ChatMessage {
  enum class Role { kSystem, kUser, kAssistant };
  Role role = Role::kUser;
  std::string text;
};

struct Tool {
  std::string name, description;
  std::string parameters;  // a JSON Schema of an object
};

struct ChatRequest {
  std::vector<ChatMessage> messages;
  std::vector<Tool> tools;  // the model may call them, several times in one reply
  // No part of the question: what it is asked for ("summarize/1"), and that it may not wait for a
  // batch, since somebody waits for it or it follows upon another answer.
  std::string recipe = {};
  bool at_once = false;
  // Nor this: given each part of the text as it comes, where the model can, else all of it at the
  // end; on the calling thread. A call of which something was on_text is not tried again.
  std::function<void(std::string_view)> on_text = {};
};

struct ChatReply {
  std::string text;
  std::vector<ToolCall> calls;
  // As the model counts them; 0 where it does not say. `cached` are some of `in`.
  std::size_t tokens_in = 0, tokens_out = 0, tokens_cached = 0;
  bool cut = false;      // it came to the end of its length, not of what it had to say
  bool refused = false;  // it will not answer; `text` may say why
};

class ChatModel {
 public:
  virtual ~ChatModel() = default;
  // What texts are recorded as written by, without blanks and colons: "openai/gpt-5-mini".
  [[nodiscard]] virtual std::string name() const = 0;
  // One call. kEngine after its own retries, kTooLong where the request does not fit the model's
  // context, kCancelled, or what else stopped it. May be called from several threads at once.
  virtual Result<ChatReply> chat(const ChatRequest& request) = 0;
};

}  // namespace pyramid::engine
