// What changed in the memory, told by meaning and not by bytes.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace pyramid {

// A piece of a text that was, of the one that is, or of both. Texts come out whole when the pieces
// that are not theirs are left out.
struct TextPiece {
  enum class Kind { kSame, kRemoved, kAdded };
  Kind kind = Kind::kSame;
  std::string text;
  bool operator==(const TextPiece&) const = default;
};

// One thing that the memory learned, changed or dropped. What it has no use for is empty.
struct MemoryChange {
  // "added", "deleted", "reworded", "superseded", "reinstated", "changed" (anything else of
  // meaning), "renamed" (nothing but its place)
  std::string what;
  // "observation", "summary", "section" (of a model's file or MEMORY.md), "text" (the part of
  // these that a person writes), "session", "daily", "identity", "note", "settings"
  std::string kind;
  std::string id;
  std::string path;         // as it is; of what was deleted, as it was
  std::string path_before;  // "" = the same, or it was not there
  std::string name;         // section: "user/this-week", "description"; session: its title
  std::string model;
  std::optional<int> tier;  // summary
  std::string text_before, text;
  std::vector<TextPiece> words;      // of the two, where both are there and differ
  std::vector<std::string> details;  // "importance 5, now 8"; "promoted: areas"
};

}  // namespace pyramid
