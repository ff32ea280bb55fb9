// The answer to a call that asked for a stream: server-sent events, each a part of the reply.
#pragma once

#include "engine/chat/chat_model.hpp"
#include "engine/openai/http.hpp"
#include "pyramid/result.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace pyramid::engine::openai {

class EventStream {
 public:
  // `on_text`: given each part of the text that a person is shown.
  explicit EventStream(std::function<void(std::string_view)> on_text)
      : on_text_(std::move(on_text)) {}

  // The next bytes of the body, cut anywhere. What is no event of this form is passed over.
  void take(std::string_view bytes);
  // Something was handed to `on_text`.
  [[nodiscard]] bool has_told() const { return !told_.empty(); }
  // Once the body is whole: the reply, as read_reply() has it. kEngine where it broke off.
  [[nodiscard]] Result<ChatReply> reply() const;

 private:
  void take_event(std::string_view data);
  void tell();

  std::function<void(std::string_view)> on_text_;
  std::string line_;  // that has not ended yet
  std::string text_, refusal_, end_, usage_, error_;
  std::string told_;      // of the text
  bool is_over_ = false;  // the server says so
};

// Whether the answer came as a stream.
bool is_stream(const HttpResponse& response);

}  // namespace pyramid::engine::openai
