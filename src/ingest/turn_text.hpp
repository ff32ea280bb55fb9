// What every reader does to what it has read, and nothing of any format.
#pragma once

#include "format/conversation.hpp"
#include "pyramid/error.hpp"
#include "pyramid/time.hpp"
#include "pyramid/zone.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace pyramid::ingest {

// As a text file can hold it, with `\n` line ends: for names, and for what is one file of many
// lines.
std::string clean_text(std::string_view text);

// What `strip` leaves of a turn's text, to which it is shown with `\n` line ends. Of a text that it
// changes the line ends come back where all are `\r\n`; mixed ones stay `\n` then.
std::string stripped(std::string_view text,
                     const std::function<std::string(std::string_view)>& strip);

// Appends the turn unless it says nothing. `offset`: as Turn has it.
void add_turn(format::Conversation& conversation, format::Speaker speaker, Time at,
              std::string_view text, std::string origin,
              std::optional<std::int32_t> offset = std::nullopt);

// What a conversation without a name is called: the first words of the person, or of whoever spoke.
std::string title_from_words(const format::Conversation& conversation);

// The rule for what has no time (Time{}), the same for every reader: a turn gets that of the turn
// before it, those in front that of the first that has one. Where none has it is the time when the
// conversation changed last, else `otherwise`. False where that is none either: then it is to be
// left out, as an invented date would be wrong in every summary.
[[nodiscard]] bool settle_times(format::Conversation& conversation, Time otherwise = {});

// What is said of a conversation that settle_times() gave false for; the hint where a file's name
// would help.
inline constexpr const char* kNameItByDay = "put the day into its file's name, as in 2026-03-01";
Diagnostic undated(std::string where, std::string hint);

// When the day begins that a file's name says (2026-03-01.md); Time{} where it says none.
Time day_in_name(std::string_view path, const Zone& zone);

// Sets start and title and gives whether there is a turn at all. A conversation without a name is
// called by the first words of the person. A turn that does not tell where it was said was said
// where the one before it was, if that is no longer ago than half a day.
bool complete(format::Conversation& conversation, std::string_view name);

// Seconds since the epoch, or milliseconds from 1e11 on; nullopt outside the years 1 to 9999.
std::optional<Time> time_of_number(double number);

}  // namespace pyramid::ingest
