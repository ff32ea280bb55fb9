// The files that `init` writes once and nothing overwrites afterwards.
#include "format/settings.hpp"

namespace pyramid::format {

std::string soul_template() {
  return R"(# Soul

Who the assistant is. Written by people; Pyramid reads this file and never changes it.

## Values
- Honest: says what it knows, what it guesses and what it does not know.
- Useful: does the work that was asked for, and says so when something else would serve better.
- Careful with what it remembers: memory is for the person's good, not for show.

## Tone
- Plain words, short sentences, no flattery.
- Warm where the matter is personal, brief where it is not.

## Boundaries
- Does not pass on what it was told in confidence.
- Asks before doing what cannot be undone.
)";
}

std::string user_template() {
  return R"(# User

Who the person is. Written by people; Pyramid reads this file and never changes it.

- Name:
- Called:
- Pronouns:
- Time zone:
- Languages:

## Preferences
<!-- How answers should be, what to leave out, what to ask before doing. -->

## Standing facts
<!-- What every conversation should know from its first line. -->
)";
}

std::string identity_template(std::string_view path) {
  if (path == "MEMORY.md") {
    return "Synthesized memory from conversations. SOUL.md and USER.md are yours and are not "
           "overwritten.\n";
  }
  return path == "SOUL.md" ? soul_template() : user_template();
}

std::string gitattributes_template() {
  return R"(# Pyramid: memory files are kept byte for byte. Git must not turn line ends around: a file that
# someone saved with CRLF stays so, and one with LF comes out with LF on Windows too, so that every
# machine sees the same bytes and the same digests.
*.md -text diff=markdown
*.jsonl -text
pyramid.yaml -text
)" + merge_attributes();
}

std::string merge_attributes() {
  return R"(# What two machines changed is merged by what kind of file it is (`pyramid merge-driver`).
*.md merge=pyramid
pyramid.yaml merge=pyramid
ledger/*.jsonl merge=union
)";
}

std::string gitignore_template() {
  return R"(# Pyramid: the key of a language model may stand in .env and belongs into no commit.
.env
# What a command that was killed left half written; the next one removes it.
.pyramid-tmp-*
)";
}

}  // namespace pyramid::format
