// From a conversation to the observations that it holds.
#pragma once

#include "engine/engine.hpp"
#include "format/conversation.hpp"
#include "format/node.hpp"
#include "pyramid/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ingest {

// Asks `engine` for the facts of the turns behind `already_extracted` (0 = all), window by window,
// each with a few earlier turns as context, and drops what the conversation has said before.
//
// Ids derive from session, turn and the ordinal within the turn, so that two machines that import
// the same conversation make the same files. In the order of the turns.
// Fails with the engine's failure, `session_path` as where. Any thread, if the engine allows it.
Result<std::vector<format::ObservationDraft>> extract_session(
    engine::TextEngine& engine, const format::Conversation& conversation,
    std::int64_t already_extracted, const std::string& user_name, std::string_view session_path);

}  // namespace pyramid::ingest
