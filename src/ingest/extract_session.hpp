// From a conversation to the observations that it holds.
#pragma once

#include "base/ulid.hpp"
#include "engine/engine.hpp"
#include "format/conversation.hpp"
#include "format/node.hpp"
#include "pyramid/result.hpp"
#include "pyramid/zone.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ingest {

// Turns in front of what the engine is to take facts of, for it to know what is spoken of.
inline constexpr std::size_t kContextTurns = 2;

// What one call of the engine is shown, by the numbers of turns: facts are wanted of first..last,
// those from read_from on are context.
struct Window {
  std::int64_t read_from = 1, first = 1, last = 0;
};
// About 10,000 tokens each. Cut from the first turn on, whatever was extracted already, so that a
// conversation that grew is cut where it was before.
std::vector<Window> extraction_windows(const format::Conversation& conversation,
                                       std::int64_t already_extracted);

// How one follows an extraction and ends it early; either may be empty.
struct ExtractionWatch {
  // Asked before each window, and before each sentence by an engine that reads them one by one.
  std::function<bool()> stops = {};
  // Told how many more turns were read; in the end all that were to be.
  std::function<void(std::size_t turns)> read = {};
};

// Of what was taken from a turn that was said at `at`: by what it says, not by the turn's number,
// so that it is the same on a machine that saw the conversation in another state before.
Ulid observation_id(const Ulid& session, Time at, std::string_view sentence);

// Asks `engine` for the facts of the turns behind the one of number `already_extracted` (0 = all),
// window by window, each with a few earlier turns as context, and drops what a turn says twice.
// What another turn says again is a statement of its own: something else may have been said in
// between.
//
// `zone`: whose days are meant in turns that do not tell where they were said.
//
// In the order of the turns; with ids by observation_id().
// kCancelled once `watch.stops` says so; a call of a language model is finished before.
// Fails with the engine's failure, `session_path` as where. Any thread, if the engine allows it.
Result<std::vector<format::ObservationDraft>> extract_session(
    engine::TextEngine& engine, const format::Conversation& conversation,
    std::int64_t already_extracted, const std::string& user_name, std::string_view session_path,
    const Zone& zone, const ExtractionWatch& watch = {});

}  // namespace pyramid::ingest
