#include "hosts/hook.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "protocol/json_rpc.hpp"

#include <algorithm>

namespace pyramid::hosts {

namespace {

constexpr int kShort = 5, kLong = 10;  // time-outs in seconds, far above what ours take

std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char c : name) {
    if (c == '-' || c == '_') continue;
    plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return plain;
}

std::string text_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

}  // namespace

std::vector<HookEvent> events_of_host(const std::string& host) {
  using enum HookMoment;
  if (host == "claude-code") {
    return {{"SessionStart", kStart, kLong, true},
            {"UserPromptSubmit", kPrompt, kShort, true},
            {"PreCompact", kCompact, kShort, false},
            {"Stop", kStop, kShort, false},
            {"SessionEnd", kEnd, kShort, false}};
  }
  if (host == "codex") {
    return {{"SessionStart", kStart, kLong, true},
            {"UserPromptSubmit", kPrompt, kShort, true},
            {"PreCompact", kCompact, kShort, false},
            {"Stop", kStop, kShort, false}};
  }
  if (host == "gemini") {
    return {{"SessionStart", kStart, kLong, true},
            {"BeforeAgent", kPrompt, kShort, true},
            {"PreCompress", kCompact, kShort, false},
            {"AfterAgent", kStop, kShort, false},
            {"SessionEnd", kEnd, kShort, false}};
  }
  if (host == "cursor") {  // beforeSubmitPrompt takes no context
    return {{"sessionStart", kStart, kLong, true},
            {"preCompact", kCompact, kShort, false},
            {"stop", kStop, kShort, false},
            {"sessionEnd", kEnd, kShort, false}};
  }
  return {};
}

std::optional<HookEvent> find_event(const std::string& host, std::string_view name) {
  for (const HookEvent& event : events_of_host(host)) {
    if (plain_name(event.name) == plain_name(name)) return event;
  }
  return std::nullopt;
}

bool tells_end(const std::string& host) {
  const std::vector<HookEvent> events = events_of_host(host);
  return std::any_of(events.begin(), events.end(),
                     [](const HookEvent& one) { return one.moment == HookMoment::kEnd; });
}

std::optional<HookInput> read_hook_input(std::string_view bytes) {
  const Result<Json> said = protocol::parse_message(bytes);
  if (!said || !said->is_object()) return std::nullopt;
  HookInput input;
  input.prompt = text_of(*said, "prompt");
  input.conversation = text_of(*said, "session_id");
  if (input.conversation.empty()) input.conversation = text_of(*said, "conversation_id");
  input.transcript = text_of(*said, "transcript_path");
  if (!path::is_absolute(input.transcript)) input.transcript.clear();
  input.folder = text_of(*said, "cwd");
  const auto roots = said->find("workspace_roots");  // Cursor's
  if (input.folder.empty() && roots != said->end() && roots->is_array() && !roots->empty() &&
      roots->front().is_string()) {
    input.folder = roots->front();
  }
  return input;
}

std::string hook_answer(const std::string& host, const HookEvent& event,
                        const std::string& context) {
  if (context.empty() || !event.takes_context) return {};
  if (host == "cursor") return protocol::line_of({{"additional_context", context}});
  return protocol::line_of(
      {{"hookSpecificOutput", {{"hookEventName", event.name}, {"additionalContext", context}}}});
}

}  // namespace pyramid::hosts
