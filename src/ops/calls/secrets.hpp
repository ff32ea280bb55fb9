// The gate for secrets in front of what is written: docs/security.md says the rules.
#pragma once

#include "format/conversation.hpp"
#include "format/settings.hpp"
#include "guard/redact.hpp"
#include "pyramid/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ops {

guard::Policy secrets_policy(const format::Settings& settings);

// A text that is about to be written, without its secrets. kInvalid where the settings have such a
// text refused.
Result<guard::Redacted> redact_or_refuse(const std::string& text, const guard::Policy& policy);

// A secret that was found or taken out.
struct SecretPlace {
  std::string_view kind;
  std::string where;
};
// "redacted a password and 2,999 more": of the secrets of one file a warning a kind, at the place
// of its first.
Diagnostics redacted_at(const std::vector<SecretPlace>& places);

// In place of an id or a person's name that holds a secret stands a hash of it: two stay two. The
// secret's kind, or "" where there is none.
std::string_view redact_name(std::string& name, const guard::Policy& policy);

// A conversation without its secrets, and where they were.
struct RedactedTurn {
  std::string_view kind;
  std::size_t turn = 0;  // 0-based
  std::size_t line = 0;  // of the turn's text, 0-based
};
struct RedactedConversation {
  format::Conversation conversation;
  std::vector<RedactedTurn> marks;
  std::vector<std::string_view> named;  // kinds of those in its title, its id and its user
  [[nodiscard]] std::size_t count() const { return marks.size() + named.size(); }
};
// Also of the title, which may be cut from a turn in the middle of a secret, of ids at the source
// and of the user's name.
RedactedConversation redact(const format::Conversation& conversation, const guard::Policy& policy);
// redacted_at() the marks of turns [first, end), where they stand in the session file, which begins
// with turn `begin`. All 0-based.
struct TurnsInFile {
  std::size_t first = 0, end = 0, begin = 0;
};
Diagnostics redacted_in(const RedactedConversation& redacted, const TurnsInFile& turns,
                        std::string_view session, const std::string& path);

// The secrets of a file, else those in the names that its links lead to: an error a kind, at
// path:line of its first, with how many more there are. Of its own name an error at path. None of a
// file that `policy.allow` names, by its path or by a folder, `clippings/`.
Diagnostics secrets_in(std::string_view content, const std::string& path,
                       const guard::Policy& policy);
// Whether a file is left out of a commit because a secret stands in it; then says so, in warnings
// that are in `diagnostics` once.
bool leaves_out(std::string_view content, const std::string& path, const guard::Policy& policy,
                Diagnostics& diagnostics);
// Of several such files the last hint says too how all of them are allowed: one key of pyramid.yaml
// has one line.
void allow_all_at_once(const guard::Policy& policy, Diagnostics& diagnostics);
// Whether a diagnostic says that it is left out.
bool is_left_out(const Diagnostic& diagnostic);

}  // namespace pyramid::ops
