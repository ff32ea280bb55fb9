// Two states of a file as one, by what kind of file it is (docs/git.md, "Many machines").
//
// Pure. Symmetric: what one machine makes of ours and theirs another makes of theirs and ours, byte
// for byte, so that machines that merge apart converge. Without a base also idempotent, and what
// stands does not depend on the order in which states met. Never leaves a conflict marker.
#pragma once

#include "pyramid/time.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::merge {

struct Sides {
  std::string_view path;  // workspace-relative
  // nullopt: not there. `base` is what both were made from, and known to be: of a base that is
  // guessed, words go that one side never saw. Without one all words of both stay.
  std::optional<std::string_view> base, ours, theirs;
  Date day = {};  // of a conflict note or comment; without conflicts it stands nowhere
};

struct Merged {
  std::optional<std::string> bytes;  // nullopt: the file goes
  std::size_t conflicts = 0;         // notes that wait for a person
  // What a person should know of: "one machine deleted it, another changed it: the change is kept".
  std::vector<std::string> told;
};

// Any bytes will do; what is no document is merged as lines of text.
Merged merge_file(const Sides& sides);

// A text in which git, or a program that uses it, left conflict markers: the two sides, and the
// base where the markers tell it. Half a conflict is words, and stays. nullopt for a text without a
// whole one.
struct Unmarked {
  std::optional<std::string> base;
  std::string ours, theirs;
};
// kHoldWords: such lines in a block of code are somebody's words about git. kMayBeGits: it is known
// that git put them there.
enum class Fences { kHoldWords, kMayBeGits };
std::optional<Unmarked> without_markers(std::string_view bytes, Fences fences = Fences::kHoldWords);

}  // namespace pyramid::merge
