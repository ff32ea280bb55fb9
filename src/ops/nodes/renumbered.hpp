// What was observed in turns that got another number when a conversation went on in two places.
#pragma once

#include "index/index.hpp"
#include "ops/nodes/pending_files.hpp"
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

// The same where two states of the session became one without a commit, as with a conflict copy:
// whose an observation is, its time tells, then its words. Links of summaries follow; sections are
// written anew.
std::vector<std::string> follow_turns(const std::string& session, const std::string& ours,
                                      const std::string& theirs, index::Index& index,
                                      PendingFiles& files);

}  // namespace pyramid::ops
