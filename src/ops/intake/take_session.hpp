// The session file of a conversation that came in.
#pragma once

#include "ops/calls/secrets.hpp"
#include "ops/intake/follow_session.hpp"
#include "ops/run/run.hpp"

#include <optional>
#include <string>

namespace pyramid::ops {

// Where the file of a conversation goes that is not held yet.
std::string new_session_path(const format::Conversation& conversation, const Zone& zone);

// Of a session that a person edited and whose source changed.
Diagnostic left_as_it_is(const std::string& path);

// Writes the conversation, or what is new in it, as `keep_transcripts` says, takes back what was
// said in turns that are no more, and counts in `report`. Where the file keeps no words they are
// left in run.heard for the extraction. Not flushed.
Status take_session(Run& run, const RedactedConversation& redacted, TakenBack& taken_back,
                    ImportReport& report);

// How the person is called in a conversation by its file, "" where that does not say; nullopt where
// it is neither held nor forgotten.
std::optional<std::string> held_user(const Run& run, const Ulid& session);

}  // namespace pyramid::ops
