// What was observed in turns that got another number when a conversation went on in two places.
#pragma once

#include "ops/pending_files.hpp"
#include "workspace/workspace.hpp"

#include <string>
#include <vector>

namespace pyramid::ops {

// The observations of such turns of the session at this path get the id and the link that an
// extraction of the merged session gives them, and links to them follow; what it came to are the
// paths that they have now. By the merge commit that joined the two sides, so that every machine
// that has it comes to the same. Nothing where there is none: one question to git.
std::vector<std::string> follow_turns(const workspace::Workspace& workspace,
                                      const std::string& session, PendingFiles& files);

}  // namespace pyramid::ops
