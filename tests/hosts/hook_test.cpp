#include "hosts/hook.hpp"

#include "tests/support/catch.hpp"

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

using namespace pyramid::hosts;

TEST_CASE("hook: an event is known however its name is written, and no other") {
  CHECK(find_event("claude-code", "SessionStart")->moment == HookMoment::kStart);
  CHECK(find_event("claude-code", "session-start")->moment == HookMoment::kStart);
  CHECK(find_event("gemini", "BeforeAgent")->moment == HookMoment::kPrompt);
  CHECK(find_event("cursor", "stop")->moment == HookMoment::kStop);
  CHECK_FALSE(find_event("cursor", "beforeSubmitPrompt"));
  CHECK_FALSE(find_event("openclaw", "SessionStart"));
  CHECK_FALSE(find_event("claude-code", ""));
}

TEST_CASE("hook: the plugin for Claude Code calls us at every event, as setup has it") {
  std::ifstream file(PYRAMID_SOURCE_DIR "/integrations/claude-code/hooks/hooks.json");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const HostPlaces places{"/app", "/home", "", "", ""};
  const HostFile ours = files_of_host(*find_host("claude-code"), places, false).back();
  const auto hooks = hooks_in(ours, text);
  REQUIRE(hooks);
  const std::vector<HookEvent> events = events_of_host("claude-code");
  REQUIRE(hooks->size() == events.size());
  for (std::size_t i = 0; i < events.size(); ++i) {
    CHECK((*hooks)[i] == std::string("pyramid hook claude-code ") + events[i].name);
  }
}

TEST_CASE("hook: context is handed over in the shape of each host, and nowhere else") {
  const auto answer = [](const char* host, const char* event, const std::string& context) {
    return hook_answer(host, *find_event(host, event), context);
  };
  CHECK(answer("claude-code", "UserPromptSubmit", "x \"y\"") ==
        "{\"hookSpecificOutput\":{\"hookEventName\":\"UserPromptSubmit\","
        "\"additionalContext\":\"x \\\"y\\\"\"}}\n");
  CHECK(answer("gemini", "BeforeAgent", "x").find("\"BeforeAgent\"") != std::string::npos);
  CHECK(answer("cursor", "sessionStart", "x") == "{\"additional_context\":\"x\"}\n");
  CHECK(answer("claude-code", "UserPromptSubmit", "").empty());
  CHECK(answer("claude-code", "Stop", "x").empty());
}

TEST_CASE("hook: of what a host says only what is of its type is taken") {
  CHECK_FALSE(read_hook_input(""));
  CHECK_FALSE(read_hook_input("[]"));
  CHECK_FALSE(read_hook_input("{\"a\":"));
  CHECK_FALSE(read_hook_input(std::string(100'000, '[')));
  const auto odd = read_hook_input(
      R"({"prompt":7,"session_id":null,"transcript_path":"a/b","cwd":[],"workspace_roots":[1]})");
  REQUIRE(odd);
  CHECK(odd->prompt.empty());
  CHECK(odd->conversation.empty());
  CHECK(odd->transcript.empty());
  CHECK(odd->folder.empty());
  const auto cursor = read_hook_input(
      R"({"conversation_id":"c","workspace_roots":["/w"],"transcript_path":"/t.jsonl"})");
  REQUIRE(cursor);
  CHECK(cursor->conversation == "c");
  CHECK(cursor->folder == "/w");
  CHECK(cursor->transcript == "/t.jsonl");
}
