// What a line or sentence is before any rule of grammar reads it: a trained classifier.
#pragma once

#include <string>
#include <string_view>

namespace pyramid::engine::builtin {

enum class TextKind {
  kEnglish,  // also where nothing tells: "ok", "42"
  kGerman,
  kOther,    // prose of a language that no rule reads
  kMachine,  // what a program prints or is told: logs, tables, code, command lines
};

// Of one line or sentence in UTF-8, by what it looks like alone. The same on every machine; takes
// some microseconds, at most those of the first 400 characters. training/README.md says how the
// weights are made.
TextKind kind_of(std::string_view text);

// The turn with each line of machine output replaced by `instead`, and a blank line where lines of
// a language that no rule reads begin and end. In a block without blank lines, what looks like a
// person's goes with the output around it unless it plainly is one's. Fenced code stays.
std::string without_machine_output(std::string_view turn, std::string_view instead);

}  // namespace pyramid::engine::builtin
