// Chat completions as bytes: what is asked, what is answered, what went wrong. Pure functions.
#pragma once

#include "engine/chat/chat_model.hpp"
#include "engine/openai/http.hpp"
#include "pyramid/result.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace pyramid::engine::openai {

// How a model is brought to answer with values: it calls tools, its answer is held to a JSON Schema
// by the server, or it is asked for JSON in plain words.
enum class ToolMode { kTools, kSchema, kPlain };
const char* name_of(ToolMode mode);  // "tools", "schema", "plain"
std::optional<ToolMode> mode_named(std::string_view name);

struct BodyOptions {
  std::string model;
  int max_tokens = 0;              // of the answer; 0 = as the server has it
  bool completion_tokens = false;  // the limit's newer name, where a model wants that one
  ToolMode mode = ToolMode::kTools;
};
// The body of a call. In the modes without tools the request's tool is described in the first
// message, and its calls come back as JSON in the text.
std::string request_body(const ChatRequest& request, const BodyOptions& options);

// The reply in a body that came with status 200; what a content filter took out is a refusal.
// kEngine for what is none: a web page, JSON that breaks off, an error all the same; `what` goes on
// after the server's name, the first line is quoted.
Result<ChatReply> read_reply(std::string_view body);
// What a person is shown of a text that is still being written: nothing of the thoughts in front,
// which some models write out. Of a longer text it is what it was, and more.
std::string shown_of(std::string_view text);
// HTML or XML: of a proxy, a portal or a wrong address, and of no model.
bool is_page(std::string_view body);

// What a server says of a failure, in any of the forms that are met.
struct ServerError {
  std::string message;  // one line; "" when it says nothing
  std::string code, type, param;
  bool filtered = false;  // a content filter took out the question or the answer: a refusal
};
ServerError read_error(std::string_view body);
ChatReply refusal_of(const ServerError& error);  // REQUIRES: error.filtered
// The request is longer than the model can read.
bool is_too_long(int status, const ServerError& error);
// No money left: no wait helps.
bool is_out_of_credit(const ServerError& error);
// The model wants the limit of its answer by its newer name.
bool wants_completion_tokens(const ServerError& error);

}  // namespace pyramid::engine::openai
