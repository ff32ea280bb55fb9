// A conversation, and the session file that keeps it verbatim.
#pragma once

#include "base/digest.hpp"
#include "base/ulid.hpp"
#include "format/node.hpp"
#include "pyramid/result.hpp"
#include "pyramid/zone.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::format {

enum class Speaker { kUser, kAssistant };

struct Turn {
  Speaker speaker = Speaker::kUser;
  Time at;
  std::string text;    // as it was said, line ends too; valid UTF-8
  std::string origin;  // the turn's id at the source, or ""
  // Set where the words are not kept: what stands for them, as said_digests() has it.
  std::optional<Digest> unkept = std::nullopt;
  // Seconds east of UTC where it was said, as the source tells it; none: in the workspace's zone.
  std::optional<std::int32_t> offset = std::nullopt;
  // Somebody else's who was there, on the assistant's side, their name in front of the text.
  bool by_other = false;
};

// "Ana: I moved to Kiel" by somebody else who was there: their name, and what they said. The name
// is
// "" where the text has none in front, or one that tells nobody apart ("Somebody", "User"), and
// where the turn is the user's or the assistant's own.
struct OthersWords {
  std::string_view name, words;
};
OthersWords others_words(const Turn& turn);  // lives as long as the turn

struct Conversation {
  std::string source;  // "openclaw", "claude", "glenn"
  std::string origin;  // the conversation's id at the source
  std::string title;   // never empty
  std::string user;    // the person's name where known, or ""
  Time start;          // of the first turn
  Time updated;        // when it last changed at the source, as that says; zero: it does not
  std::vector<Turn> turns;
  // The first turn (1-based) that each change at the source has put others in place of, in order.
  std::vector<std::int64_t> replaced;
  // Of a part of a long one (format/session_parts.hpp): which it is, the number of its first turn,
  // and the id of the whole.
  int part = 1;
  std::int64_t first = 1;
  Ulid session = {};  // zero: session_id() derives it
  // Links from it to the parts beside it; "" = none. Written, not read.
  std::string previous = {}, next = {};
  std::vector<std::string> scopes = {};  // whose it is, as tags (format/tags.hpp)
};

// By the clock of where it was said, else by that of `zone`.
LocalTime said_at(const Turn& turn, const Zone& zone);
// Of the start, by the clock of the first turn.
LocalTime begun_at(const Conversation& conversation, const Zone& zone);

// The title of one that has none of its own: "Conversation of 12 May 2026".
std::string plain_title(Time start);

// Of the whole conversation: derived from source and origin, with the start as time.
Ulid session_id(const Conversation& conversation);
// Of who said what in the first `count` turns, as a session file can hold it; their times and ids
// at the source do not count. REQUIRES: so many turns.
Digest turns_digest(const Conversation& conversation, std::size_t count);
// The same of turns [begin, end).
Digest turns_digest(const Conversation& conversation, std::size_t begin, std::size_t end);
// For each turn a digest of who said what, from the first turn through this one: equal for two
// conversations up to where they part.
std::vector<Digest> said_digests(const Conversation& conversation);
// Which change at the source the turn (1-based) came with: 0 = it is the first in its place.
int change_of(const Conversation& conversation, std::int64_t turn);

// As it was derived before ingest::observation_id(): from session, turn (1-based) and ordinal
// within the turn; of a turn that took another's place also from the change that it came with.
Ulid observation_id(const Ulid& session, Time at, std::int64_t turn, int ordinal, int change = 0);
// Of an observation that was said outside any conversation (`source: observe`).
Ulid observation_id(Time at, std::string_view text);

// The session file: frontmatter (id, kind, at, source, origin, title, user, turns, extracted,
// replaced, output: the turns_digest of all),
// of a later part also part, first, session), `# title`, a line of links to the parts beside it,
// then per turn `## HH:MM Speaker` (with seconds where there are any, with the date when
// it changes), `<!-- origin … -->`, `<!-- offset … -->` and `<!-- other -->` where the turn has
// one, the text, and
// `^tN`. In place of words that are not kept stands `<!-- unkept … -->`, and a line below the title
// says so. A line of the text that could be taken for one of these, end the node's text or leave a
// fence or HTML comment open gets a backslash, which markdown does not show; reading takes it away
// again (property-tested). Bytes that no text file holds (NUL, invalid UTF-8) become U+FFFD.
std::string write_session(const Conversation& conversation, std::int64_t extracted);
// A conversation that has grown or changed, over the file that holds it: unknown keys, their order
// and comments, BOM and line ends survive. Everything below the frontmatter is written anew.
Result<std::string> rewrite_session(const Conversation& conversation, std::int64_t extracted,
                                    std::string_view path, std::string_view existing);
// kInvalid with path:line where a turn's heading or its `^tN` line is gone or out of order.
Result<Conversation> read_session(const Document& document, std::string_view path);

// 1-based first and last line of each turn in the file, heading included.
struct TurnLines {
  std::size_t first = 0, last = 0;
};
std::vector<TurnLines> turn_lines(const Document& document);

}  // namespace pyramid::format
