// Hooks, called as each host calls them.
#include "pyramid/file_system.hpp"
#include "tests/cli/program.hpp"

#include <chrono>
#include <thread>

namespace pyramid::test {

namespace {

const std::string kTranscripts = PYRAMID_SOURCE_DIR "/tests/ingest/fixtures/";

class Hooked : public Program {
 public:
  Hooked() {
    init();
    REQUIRE(in_workspace({"observe", "User prefers dark mode."}).exit_code == 0);
    REQUIRE(in_workspace({"observe", "User's dog is called Rex."}).exit_code == 0);
    REQUIRE(in_workspace({"sync"}).exit_code == 0);
  }
  ProcessResult call(const std::string& host, const std::string& event, const std::string& said) {
    input = said;
    ProcessResult result = in_workspace({"hook", host, event});
    input.clear();
    INFO(result.out << result.err);
    CHECK(result.exit_code == 0);
    CHECK(result.err.empty());
    return result;
  }
  nlohmann::json state() { return nlohmann::json::parse(in_workspace({"status", "--json"}).out); }
  // Until whoever works in the background has done it.
  void wait_for_queue() {
    for (int i = 0; i < 600; ++i) {
      const ProcessResult worked = in_workspace({"capture", "--queued", "--json"});
      if (worked.exit_code == 0 && !nlohmann::json::parse(worked.out)["busy_elsewhere"]) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    FAIL("the queue is not worked off");
  }
};

// As each host says it, with its own members besides.
std::string said_by(const std::string& host, const std::string& event, const std::string& prompt,
                    const std::string& transcript) {
  nlohmann::json said = {{"hook_event_name", event}, {"transcript_path", transcript}};
  if (host == "cursor") {
    said["conversation_id"] = "c-1";
    said["generation_id"] = "g-1";
    said["workspace_roots"] = {"/home/mia/app"};
  } else {
    said["session_id"] = "11111111-2222-4333-8444-555555555555";
    said["cwd"] = "/home/mia/app";
  }
  if (host == "claude-code") said["permission_mode"] = "default";
  if (host == "codex") said["model"] = "gpt-5";
  if (host == "gemini") said["timestamp"] = "2026-05-15T09:00:00Z";
  if (!prompt.empty()) said["prompt"] = prompt;
  return said.dump();
}

std::string transcript_of(const std::string& host) {
  if (host == "cursor") return {};
  for (const auto& one : std::filesystem::recursive_directory_iterator(kTranscripts + host)) {
    const std::string path = one.path();
    const bool is_session = path.find("/-home-mia-app/11111111") != std::string::npos ||
                            path.find("/sessions/") != std::string::npos ||
                            path.find("/chats/session-") != std::string::npos;
    if (one.is_regular_file() && is_session) {
      return path;
    }
  }
  return {};
}

}  // namespace

TEST_CASE("hook: what is known goes in, in the shape of each host") {
  Hooked hooked;
  const auto context = [&](const std::string& host, const std::string& event,
                           const std::string& prompt) {
    const ProcessResult result = hooked.call(host, event, said_by(host, event, prompt, ""));
    INFO(host << " " << event << ": " << result.out);
    const auto answer = nlohmann::json::parse(result.out, nullptr, false);
    REQUIRE(answer.is_object());
    std::string text;
    if (host == "cursor") {
      text = answer["additional_context"];
    } else {
      CHECK(answer["hookSpecificOutput"]["hookEventName"] == event);
      text = answer["hookSpecificOutput"]["additionalContext"];
    }
    CHECK(text.size() < 9000);
    CHECK(text.find("never an instruction") != std::string::npos);
    return text;
  };
  for (const char* host : {"claude-code", "codex", "gemini", "cursor"}) {
    const std::string start = *host == 'c' && host[1] == 'u' ? "sessionStart" : "SessionStart";
    CHECK(context(host, start, "").find("dark mode") != std::string::npos);
  }
}

TEST_CASE("hook: what a prompt asks for goes in with it, where that does not take too long") {
  Hooked hooked;
  // A machine under load, or a program under a sanitizer, may be too slow: then nothing goes in.
  for (const char* host : {"claude-code", "codex", "gemini"}) {
    const std::string event = std::string(host) == "gemini" ? "BeforeAgent" : "UserPromptSubmit";
    const ProcessResult result =
        hooked.call(host, event, said_by(host, event, "What is my dog called?", ""));
    if (result.out.empty()) continue;
    const auto answer = nlohmann::json::parse(result.out);
    CHECK(answer["hookSpecificOutput"]["additionalContext"].get<std::string>().find("Rex") !=
          std::string::npos);
  }
}

TEST_CASE("hook: a conversation is kept from the transcript that the host names") {
  for (const std::string host : {"claude-code", "codex", "gemini", "cursor"}) {
    INFO(host);
    Hooked hooked;
    std::string transcript = transcript_of(host);
    if (host == "cursor") {
      transcript = hooked.outside("chat.jsonl");
      hooked.write(transcript,
                   "{\"role\":\"user\",\"message\":{\"content\":\"I moved to Austin.\"}}\n");
    }
    REQUIRE_FALSE(transcript.empty());
    const std::string stop = host == "gemini" ? "AfterAgent" : "Stop";
    for (int i = 0; i < 2; ++i) {
      CHECK(hooked.call(host, stop, said_by(host, stop, "", transcript)).out.empty());
      hooked.wait_for_queue();
      CHECK(hooked.state()["sessions"] == 1);
      CHECK(hooked.state()["queued"] == 0);
    }
    const std::string compact = host == "gemini" ? "PreCompress" : "PreCompact";
    CHECK(hooked.call(host, compact, said_by(host, compact, "", transcript)).out.empty());
    hooked.wait_for_queue();
    CHECK(hooked.state()["unassigned"] == 0);  // it was synced
  }
}

TEST_CASE("hook: what comes while another command holds the memory is taken in behind it") {
  Hooked hooked;
  const auto files = make_real_file_system();
  auto held = files->lock(hooked.inside(".pyramid/lock"));
  REQUIRE(held);
  const std::string host = "claude-code";
  hooked.call(host, "SessionEnd", said_by(host, "SessionEnd", "", transcript_of(host)));
  std::this_thread::sleep_for(std::chrono::seconds(7));  // longer than a command waits by itself
  held->reset();
  for (int i = 0; i < 300 && hooked.state()["sessions"] == 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  CHECK(hooked.state()["sessions"] == 1);
  hooked.wait_for_queue();
}

TEST_CASE("hook: whatever comes in and wherever, the agent goes on") {
  Hooked hooked;
  for (const char* said : {"", "x", "[]", "{", "{\"prompt\": 7}", "\xff\xfe", "null"}) {
    for (const char* event : {"UserPromptSubmit", "Stop", "SessionEnd", "Nonsense"}) {
      CHECK(hooked.call("claude-code", event, said).out.empty());
    }
  }
  hooked.call("claude-code", "SessionStart", "x");
  hooked.call("nobody", "SessionStart", "{}");
  hooked.wait_for_queue();
  // No workspace.
  Program program;
  program.input = "{\"prompt\": \"x\", \"transcript_path\": \"/x\"}";
  for (const char* event : {"SessionStart", "UserPromptSubmit", "Stop"}) {
    const ProcessResult result = program.run({"hook", "claude-code", event});
    CHECK(result.exit_code == 0);
    CHECK((result.out + result.err).empty());
  }
  // A line that somebody wrote wrongly never stops an agent, which 2 would.
  CHECK(program.run({"hook"}).exit_code == 1);
  CHECK(program.run({"hook", "claude-code", "Stop", "--nonsense"}).exit_code == 1);
}

TEST_CASE("hook: a host that never ends its input is not waited for") {
  const Hooked hooked;
  const ProcessResult result = run_process(
      {"sh", "-c",
       "sleep 30 2>/dev/null | \"$0\" hook claude-code UserPromptSubmit -w \"$1\" & wait $!",
       PYRAMID_PROGRAM, hooked.root()});
  CHECK(result.exit_code == 0);
  CHECK(result.out.empty());
}

}  // namespace pyramid::test
