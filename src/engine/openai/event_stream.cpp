#include "engine/openai/event_stream.hpp"

#include "base/text.hpp"
#include "engine/openai/json_members.hpp"
#include "engine/openai/wire.hpp"

namespace pyramid::engine::openai {

namespace {

void append_text(std::string& to, const Json& object, const char* key) {
  const Json& text = member(object, key);
  if (text.is_string()) to += text.get_ref<const std::string&>();
}

}  // namespace

void EventStream::take(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    line_ += bytes.substr(0, end);
    if (end == std::string_view::npos) return;
    bytes.remove_prefix(end + 1);
    constexpr std::string_view kData = "data:";
    if (line_.starts_with(kData)) take_event(trim(std::string_view(line_).substr(kData.size())));
    line_.clear();
  }
}

void EventStream::take_event(std::string_view data) {
  if (data == "[DONE]") {
    is_over_ = true;
    return;
  }
  const Json event = parse(data);
  if (!event.is_object()) return;
  if (!member(event, "error").is_null()) error_ = data;
  if (member(event, "usage").is_object()) usage_ = member(event, "usage").dump();
  const Json& choices = member(event, "choices");
  if (!choices.is_array() || choices.empty()) return;
  const Json& delta = member(choices[0], "delta");
  append_text(text_, delta, "content");
  append_text(refusal_, delta, "refusal");
  append_text(end_, choices[0], "finish_reason");
  is_over_ = is_over_ || !end_.empty();
  tell();
}

void EventStream::tell() {
  const std::string shown = shown_of(text_);
  // What was told turned out to be thoughts: their end alone is marked.
  if (!shown.starts_with(told_)) {
    on_text_("\n\n");
    told_.clear();
  }
  if (shown.size() == told_.size()) return;
  on_text_(std::string_view(shown).substr(told_.size()));
  told_ = shown;
}

Result<ChatReply> EventStream::reply() const {
  if (!error_.empty()) return read_reply(error_);
  if (!is_over_) return fail(ErrorKind::kEngine, "broke off its answer");
  Json message = {{"content", text_}};
  if (!refusal_.empty()) message["refusal"] = refusal_;
  Json choice = {{"message", std::move(message)}, {"finish_reason", end_}};
  Json whole;
  whole["choices"] = Json::array({std::move(choice)});
  if (!usage_.empty()) whole["usage"] = parse(usage_);
  return read_reply(whole.dump(-1, ' ', false, Json::error_handler_t::replace));
}

bool is_stream(const HttpResponse& response) {
  return header_of(response.headers, "content-type").value_or("").starts_with("text/event-stream");
}

}  // namespace pyramid::engine::openai
