// Telling the memory one fact.
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

struct ObserveOptions {
  WorkspaceOptions workspace;
  std::string text;               // one sentence, one line
  std::optional<int> importance;  // 1 (passing) to 10 (defining); more counts as 10
  std::string model;              // name, title or alias of a known one; "" = the engine chooses
  std::optional<Time> at;         // when it was so; nullopt = now
  // How far from UTC the clock was that `at` was told by, in seconds east: it says the day. nullopt
  // = as the zone of the run has it.
  std::optional<std::int32_t> offset = std::nullopt;
};

struct ObserveReport {
  std::string id, path;
  bool added = true;        // false: an observation said the same before; `path` is that one's
  bool seen_again = false;  // that is now in its record, as said at another time
  // Observations that this corrects; this one, if later ones correct it.
  std::size_t superseded = 0;
  std::string kept_as;  // the sentence where it is kept in other words than the given; else ""
  std::string model;    // "" = not assigned yet
  std::vector<std::string> models_created;
  std::size_t failed = 0;    // engine calls: the model is assigned by the next sync
  std::size_t redacted = 0;  // secrets in the text that were taken out
  std::string commit;        // id, or ""
  Diagnostics diagnostics;
};

// Writes one observation file, assigns it (and what else waits for that) to a model, and commits.
// Without an importance the taught reader judges it and what sort of fact it is. What speaks of "I"
// is kept as told of the user, or as a quotation; all else in the words that were given.
// The id derives from time and kept text: the same again is the same observation, and changes
// nothing; the same for another time is counted on the first one. What the fact corrects is put out
// of use. What looks like a secret is redacted as `secrets` in pyramid.yaml says, or refused
// (kInvalid). kUsage: an empty text, more than one line, an importance that is none. kNotFound: no
// such model. Needs the workspace's lock (kConflict).
Result<ObserveReport> observe(const Environment& environment, const ObserveOptions& options);

}  // namespace pyramid
