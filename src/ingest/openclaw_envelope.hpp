// The head in brackets that OpenClaw puts in front of a message from a channel: channel, from whom
// or from which group, how long after the one before it, and the clock.
#pragma once

#include "ingest/speakers.hpp"

#include <string>
#include <string_view>

namespace pyramid::ingest::openclaw {

// Of "[Telegram Ines (@ines) id:12 +2m Tue 2026-03-10 20:00 PDT] I moved".
struct Envelope {
  std::string_view text;  // what stands in its brackets; "" = there is none
  std::string channel;    // "Telegram"; "" = it has a clock alone
  Names sender;           // "Ines", "@ines" and "12", unless it is a group's
  bool in_group = false;  // by its sign: "#general", "group:7", "1@g.us", a negative id
};
// Takes it from the front of `text`.
Envelope take_envelope(std::string_view& text);

// Whom "Ines (@ines) id:12" names: none where it is a group.
Names names_in(std::string_view from);

// "Anna (+49)" is called so, "Anna" and "+49".
void add_name(Names& names, std::string_view name);

// In a group, or where something was handed on: of whom nothing says who it is.
inline constexpr std::string_view kSomebody = "Somebody";

// Takes "[Forwarded from Bob at 2026-03-09T10:00:00Z]" or "[Forwarded message]" from the front of
// `text`, and gives whom it names, or kSomebody; none where that does not stand there.
Names take_forwarded(std::string_view& text);

}  // namespace pyramid::ingest::openclaw
