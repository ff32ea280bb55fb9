// What every reader does to what it has read, and nothing of any format.
#pragma once

#include "format/conversation.hpp"
#include "pyramid/time.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace pyramid::ingest {

// As a Turn wants it: valid UTF-8, `\n` line ends, no NUL. Nothing else is touched.
std::string clean_text(std::string_view text);

// Appends the turn unless it says nothing.
void add_turn(format::Conversation& conversation, format::Speaker speaker, Time at,
              std::string_view text, std::string origin);

// What a conversation without a name is called: the first words of the person, or of whoever spoke.
std::string title_from_words(const format::Conversation& conversation);

// Gives the turns in front that have no time (Time{}) that of the first that has one, else the time
// when the conversation changed last. Where nothing says a time they stay as they are.
void settle_times(format::Conversation& conversation);

// Sets start and title and gives whether there is a turn at all. A conversation without a name is
// called by the first words of the person.
bool complete(format::Conversation& conversation, std::string_view name);

// Seconds since the epoch, or milliseconds from 1e11 on; nullopt outside the years 1 to 9999.
std::optional<Time> time_of_number(double number);

}  // namespace pyramid::ingest
