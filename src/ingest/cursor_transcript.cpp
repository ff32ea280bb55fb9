#include "ingest/cursor_transcript.hpp"

#include "base/text.hpp"
#include "ingest/json.hpp"

#include <string>
#include <utility>

namespace pyramid::ingest {

namespace {

// What the person typed stands in <user_query>; what Cursor puts around it is nobody's words.
std::string typed_by_user(const std::string& text) {
  constexpr std::string_view kOpen = "<user_query>", kClose = "</user_query>";
  const std::size_t open = text.find(kOpen);
  if (open == std::string::npos) return text;
  const std::size_t begin = open + kOpen.size();
  const std::size_t end = text.find(kClose, begin);
  return text.substr(begin, end == std::string::npos ? end : end - begin);
}

}  // namespace

std::vector<format::Turn> cursor_turns(std::string_view bytes) {
  std::vector<format::Turn> turns;
  for (const std::string_view one : split_lines(bytes)) {
    const ParsedJson line = parse_json(one);
    if (!line.value || !line.value->is_object()) continue;
    const std::string role = string_member(*line.value, "role");
    const Json* message = member(*line.value, "message");
    if ((role != "user" && role != "assistant") || message == nullptr) continue;
    const Json* content = message->is_object() ? member(*message, "content") : nullptr;
    if (content == nullptr) continue;
    const bool is_user = role == "user";
    const std::string text = text_of_content(*content);
    const std::string words(trim(is_user ? typed_by_user(text) : text));
    if (words.empty()) continue;
    format::Turn turn;
    turn.speaker = is_user ? format::Speaker::kUser : format::Speaker::kAssistant;
    turn.text = words;
    turns.push_back(std::move(turn));
  }
  return turns;
}

}  // namespace pyramid::ingest
