// Keeping a conversation as it is had: its turns become a session, and observations.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pyramid {

struct CapturedTurn {
  std::string role;        // "user" or "assistant"
  std::string text;        // as it was said, in markdown
  std::optional<Time> at;  // nullopt: now, or when the turn before it was said
  std::optional<std::int32_t> offset = std::nullopt;  // as of ObserveOptions
};

struct CaptureOptions {
  WorkspaceOptions workspace;
  std::vector<CapturedTurn> turns;  // in the order in which they were said; at least one
  // The host's id of the conversation: a later capture with it goes on where the first one ended.
  // "": these turns are a conversation of their own.
  std::string conversation;
  std::string title;  // "" = the first words of the person
  // How the person is called; "" = as pyramid.yaml says. Somebody else than the user there is
  // another person: what they tell is about them, as what others tell in a group is.
  std::string user;
  std::string agent = {};  // with whom they speak, where several agents share a memory; or ""
};

struct CaptureReport {
  // Of the session, or of its newest part; "" = it was forgotten, or `capture` in pyramid.yaml is
  // false, which a diagnostic says.
  std::string path;
  std::size_t turns_added = 0;  // of those given; the others were held already
  std::size_t observations = 0, seen_again = 0, superseded = 0;
  std::size_t failed = 0;    // engine calls: the turns are read by the next sync
  std::size_t redacted = 0;  // secrets that were taken out
  std::string commit;        // id, or ""
  Diagnostics diagnostics;
};

// Writes the session file, the observations of the turns that are new, and commits. A turn at the
// beginning is held already where the conversation ends with it, and with those that follow it: the
// whole conversation so far may be given, or what is new in it, and the same again changes nothing.
// Two turns are the same if role and text are, and the time where it is given. What looks like a
// secret is redacted as `secrets` in pyramid.yaml says, or refused (kInvalid). kUsage without a
// turn, for an empty or unknown role, an empty text and one that no text file can hold. Needs the
// workspace's lock (kConflict).
Result<CaptureReport> capture(const Environment& environment, const CaptureOptions& options);

}  // namespace pyramid
