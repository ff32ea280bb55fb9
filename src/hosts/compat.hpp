// What others offer to agents, and a memory can offer in their place: the names of `--compat`.
#pragma once

#include "protocol/server.hpp"
#include "pyramid/environment.hpp"

#include <memory>
#include <string>
#include <vector>

namespace pyramid::hosts {

const std::vector<std::string>& compat_names();
// What each is, for help.
extern const char* const kCompatHelp;

// REQUIRES: `name` is of compat_names(). Borrows what `environment` does.
std::unique_ptr<protocol::Offer> compat_offer(const std::string& name,
                                              const Environment& environment,
                                              const WorkspaceOptions& workspace);

}  // namespace pyramid::hosts
