// A message as OpenClaw hands it to its model in the person's place: what somebody said, in an
// envelope that says who and where, among what the program adds.
#pragma once

#include "ingest/speakers.hpp"
#include "pyramid/left_out.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace pyramid::ingest::openclaw {

struct Inbound {
  std::string words;     // of whoever wrote; "" where the program says it all
  std::string envelope;  // what stands in its brackets; "" = none
  Names sender;          // as the channel knows them; none: it does not say
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

// A name in front of the first line, as envelopes of a group have it: "Anna (+49): I moved".
struct Labelled {
  std::string name;  // "" = none
  std::string words;
};
Labelled take_label(const std::string& words);

// The assistant's way of saying nothing.
bool is_no_reply(std::string_view text);

}  // namespace pyramid::ingest::openclaw
