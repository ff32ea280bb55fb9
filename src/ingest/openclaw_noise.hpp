// What OpenClaw puts into the text of a message around the words of the person.
#pragma once

#include <string>
#include <string_view>

namespace pyramid::ingest {

// Without message ids, channel envelopes, untrusted metadata blocks and recalled memories. Text
// that has none of them comes back byte for byte.
std::string strip_openclaw_noise(std::string_view text);

// The assistant's way of saying nothing.
bool is_no_reply(std::string_view text);

}  // namespace pyramid::ingest
