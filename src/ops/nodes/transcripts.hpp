// What of a conversation's words its session file keeps: `keep_transcripts` in pyramid.yaml.
// docs/security.md says the rules.
#pragma once

#include "format/conversation.hpp"
#include "format/settings.hpp"
#include "ops/calls/secrets.hpp"
#include "pyramid/error.hpp"

#include <cstddef>
#include <string>

namespace pyramid::ops {

enum class Keep { kFull, kRedacted, kNone };
Keep keep_of(const format::Settings& settings);

// Leaves of what was said at once no more than ingest::kMostKept bytes; a warning for each such
// turn.
Diagnostics cut_to_kept(format::Conversation& conversation, const std::string& source);

// What came in as it may be read and written: in turns that fit into a file, without its secrets;
// with kRedacted also without what tells who somebody is. With kNone a title that is the first
// words of it gives way to its date.
RedactedConversation admit(const format::Conversation& conversation,
                           const format::Settings& settings);

// Leaves of the turns from `first` (0-based) on only when they were said and by whom. `said`: the
// conversation with its words.
void drop_words(format::Conversation& conversation, std::size_t first,
                const format::Conversation& said);

// The conversation without the words of those turns whose words `held` has not either.
format::Conversation in_form_of(const format::Conversation& held,
                                const format::Conversation& conversation);

// Whether a turn that a session file holds is the one of a conversation in its form, whatever
// `keep_transcripts` and `secrets` said when the file was written.
bool is_same(const format::Turn& held, const format::Turn& turn);

}  // namespace pyramid::ops
