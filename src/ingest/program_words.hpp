// What programs put into a message around the words of the person, or say in the person's place.
// Private to src/ingest.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace pyramid::ingest {

// From a line that begins with `open` to the next one that begins with `close`.
struct EnclosedWords {
  std::string_view open, close;
};

// One program's, as data: a reader that has no other sign (a role, a flag, where it came from) goes
// by these.
struct ProgramWords {
  std::span<const std::string_view> tags = {};  // `<tag>…</tag>`, from the start of a line on
  std::span<const EnclosedWords> enclosed = {};
  std::span<const std::string_view> lines = {};  // lines that begin so
  // Messages that begin so are the program's as a whole; `*` in front stands for one word.
  std::span<const std::string_view> messages = {};
  // Whether a message `/word …` is a command: its arguments are the program's as well.
  bool commands = false;
};

// `text`, which has `\n` line ends, without what is the program's; "" where all of it is. What is
// never closed is the person's own. Text that has none of it comes back byte for byte.
std::string words_of_person(std::string_view text, const ProgramWords& program);

// Whether the text begins as one of `messages` does.
bool is_programs_message(std::string_view text, const ProgramWords& program);

}  // namespace pyramid::ingest
