// What programs put into a message around the words of the person, or say in the person's place.
// Private to src/ingest.
#pragma once

#include "pyramid/left_out.hpp"

#include <optional>
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
  // Such tags around a command, its arguments and what it put out.
  std::span<const std::string_view> command_tags = {};
  std::span<const EnclosedWords> enclosed = {};
  std::span<const std::string_view> lines = {};  // lines that begin so
  // The same where no words of the person's stand before them: people write such lines, too.
  std::span<const std::string_view> first_lines = {};
  // Messages that begin so are the program's as a whole; `*` in front stands for one word.
  std::span<const std::string_view> messages = {};
  // The program's own commands, where it takes what is typed for one without saying so in the
  // record: `/name` alone, or behind it arguments. Any other `/word` is somebody's path. A program
  // that has commands has a shell, too: a single line `!git status` is nobody's words.
  std::span<const std::string_view> lone_commands = {};
  std::span<const std::string_view> commands = {};
};

struct OwnWords {
  std::string text;                       // "" where all of it is the program's
  std::optional<LeftOutReason> left_out;  // why what is not there is not
};
// `text`, which has `\n` line ends, without what is the program's. What is never closed is the
// person's own. Text that has none of it comes back byte for byte.
OwnWords words_of_person(std::string_view text, const ProgramWords& program);
// The same of a turn's text, with line ends as they come.
OwnWords own_words_of(std::string_view text, const ProgramWords& program);

// Whether messages of this role are a program's to the model: `system`, `developer`.
bool is_programs_role(std::string_view role);

// Whether the text begins as one of `messages` does.
bool is_programs_message(std::string_view text, const ProgramWords& program);

}  // namespace pyramid::ingest
