// What a host says when it calls a hook, and what it takes for an answer. Texts in, texts out.
#pragma once

#include "hosts/host.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::hosts {

// A host takes that much context from a hook; of what is longer it shows the model the beginning.
inline constexpr std::size_t kMostContext = 8900;  // bytes, so never more characters

enum class HookMoment {
  kStart,    // a session begins, goes on, or goes on after its context was compacted
  kPrompt,   // the person said something
  kCompact,  // its context is about to be compacted
  kStop,     // the agent has answered
  kEnd       // the session ends
};

// One event that a host is told to call us at.
struct HookEvent {
  const char* name;  // as the host calls it
  HookMoment moment;
  int timeout;         // seconds
  bool takes_context;  // the host hands our answer to the model
};
// Those of a host, in the order of a session; none where it has no hooks.
std::vector<HookEvent> events_of_host(const std::string& host);
// By the host's own name, however it is written: SessionStart, session-start.
std::optional<HookEvent> find_event(const std::string& host, std::string_view name);

// Whether it calls us at the end of a session.
bool tells_end(const std::string& host);

struct HookInput {
  std::string prompt;        // of kPrompt
  std::string conversation;  // the host's id of it, or ""
  std::string transcript;    // absolute path of the host's file, or ""
  std::string folder;        // where the agent works, or ""
};
// nullopt for what is no JSON object. Members of other types than expected are as if missing.
std::optional<HookInput> read_hook_input(std::string_view bytes);

// What the host reads from standard output; "" for no context, and where it takes none.
std::string hook_answer(const std::string& host, const HookEvent& event,
                        const std::string& context);

}  // namespace pyramid::hosts
