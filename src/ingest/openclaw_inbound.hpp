// A message as OpenClaw hands it to its model in the person's place: what somebody said, in an
// envelope that says who and where, among what the program adds.
#pragma once

#include "ingest/speakers.hpp"
#include "pyramid/left_out.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ingest::openclaw {

struct Inbound {
  std::string words;    // of whoever wrote; "" where the program says it all
  std::string clock;    // with the time that it was where they wrote, in some form; "" = none
  std::string channel;  // "" = not known
  Names sender;         // as blocks and lines about the message say; none: they do not
  Names from;           // as its envelope says: the sender, unless the conversation is a group's
  Names forwarded;      // whose words these are, if the sender hands them on
  // Came through a channel, which may be anybody's; what is typed in OpenClaw's own window does
  // not.
  bool through_channel = false;
  bool in_group = false;                  // the message says that several people are there
  std::optional<LeftOutReason> left_out;  // why what is not in `words` is not
};

// `text` has `\n` line ends. Taken away are envelopes, message ids, blocks of metadata and of
// earlier messages, lines of the system, recalled memories and commands. Text that has none of them
// comes back byte for byte.
Inbound read_inbound(std::string_view text);

// The messages that came while the assistant was busy, which are handed over as one; any other text
// as it is.
struct Queued {
  std::string_view text;
  std::string_view from;  // "" = it does not say
};
std::vector<Queued> queued_messages(std::string_view text);

// A name in front of the first line, as envelopes of a group have it: "Anna (+49): I moved".
struct Labelled {
  std::string name;  // "" = none
  std::string_view words;
};
Labelled take_label(std::string_view words);

// An answer, with `\n` line ends, without thoughts and what tells the channel how to send it:
// `<think>…</think>`, `[[reply_to_current]]`.
std::string words_of_reply(std::string_view reply);

// The assistant's way of saying nothing.
bool is_no_reply(std::string_view text);

}  // namespace pyramid::ingest::openclaw
