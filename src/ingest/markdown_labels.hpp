// Who speaks, and when: the lines of a written log that begin a turn.
#pragma once

#include "pyramid/zone.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pyramid::ingest::markdown {

enum class Who {
  kUser,
  kAssistant,
  kNobody,  // the system, a tool: no side of a conversation
  kOther,   // a name that says nothing of its side
};
// `user`: how the person is called, or "".
Who who_is(std::string_view name, std::string_view user);

// As much of a time as was written, by the clock of whoever wrote it.
struct Stamp {
  std::optional<std::int64_t> day;          // since the epoch
  std::optional<std::int64_t> second;       // of the day
  std::optional<WrittenTime> written = {};  // where both were, and perhaps an offset
};

enum class Style {
  kTimed,    // [2026-03-01 09:00] Maya: text
  kHeading,  // ## User
  kBold,     // **User:** text
  kPlain,    // User: text
};

struct Label {
  Style style = Style::kPlain;
  int level = 0;     // of a heading, 1 to 6
  std::string name;  // "" where a heading is nothing but a date
  Stamp stamp;
  std::string_view rest;  // what is said in the same line
};

// nullopt for a line that cannot begin a turn. Whether a plain label does is for the whole file to
// say.
std::optional<Label> parse_label(std::string_view line);

// Takes the first date, time or both out of `words`, with the brackets around it.
Stamp take_stamp(std::string& words);

}  // namespace pyramid::ingest::markdown
