// The note that holds what two machines made of the same sentence, until a person has chosen.
//
//   > [!conflict] 2026-05-15: changed on two machines; keep what is right, without this note
//   >
//   > I live in Lisbon.
//   >
//   > ***
//   >
//   > I live in Porto.
//
// Where it holds one sentence of several its head says of which paragraph: the one above it, the
// one below it, or both, which were one.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::format {

// Begins the line that keeps the other value of a key that two machines set differently.
inline constexpr std::string_view kConflictComment = "# conflict ";

struct ConflictNote {
  std::string day;              // 2026-05-15
  std::set<std::string> texts;  // what it holds
  // The paragraph beside it is the rest of the one that this was cut out of.
  bool ends_above = false, begins_below = false;
};
std::string to_text(const ConflictNote& note);
// Whether a text may hold such notes: a quick look.
bool may_hold_note(std::string_view text);
// nullopt for what is none, or no longer one that the program can read.
std::optional<ConflictNote> parse_conflict_note(std::string_view block);

// Lines (1-based) of the file `path` at which such notes begin, also as a comment of a frontmatter
// or of settings. In a conversation only its frontmatter counts: what was said may quote one.
std::vector<std::size_t> conflict_lines(std::string_view bytes, std::string_view path);

// The file without the comments of its frontmatter that keep other values of this key: somebody has
// chosen one.
std::string without_conflicts(std::string_view bytes, std::string_view key);

// The text with what such notes hold, and nothing of the notes: for a reader that is to take no
// word of them for the person's. It has as many lines. kApart: each alternative is a paragraph.
// kAsOne: "Either Ana lives in Braga, or Ana lives in Faro.", on the last line of the note, so that
// nobody takes one of them for the truth.
enum class Alternatives { kApart, kAsOne };
std::string without_notes(std::string_view text, Alternatives alternatives = Alternatives::kApart);

}  // namespace pyramid::format
