// What memory has to say when a host's hook is called, and what it keeps then.
#pragma once

#include "hosts/hook.hpp"
#include "pyramid/environment.hpp"
#include "pyramid/memory.hpp"

#include <string>

namespace pyramid::hosts {

// For the agent to read: of the whole memory where a conversation starts, else of what the prompt
// is about; at most kMostContext bytes. "" where there is nothing, or it cannot be read.
std::string context_for_hook(const Environment& environment, const WorkspaceOptions& workspace,
                             const std::string& prompt, bool is_start);

// Puts the conversation, and a sync where the session ends or is about to be cut, in line.
void keep_for_hook(const Environment& environment, const WorkspaceOptions& workspace,
                   const std::string& host, const HookEvent& event, const HookInput& input);

}  // namespace pyramid::hosts
