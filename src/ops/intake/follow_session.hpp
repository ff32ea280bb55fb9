// What becomes of a conversation that came in before: nothing new, grown, or changed at its source.
#pragma once

#include "ops/calls/secrets.hpp"
#include "ops/nodes/held_session.hpp"
#include "ops/run/run.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pyramid::ops {

enum class Held {
  kUnchanged,  // also: an older copy, one that was cut off, or edited by a person while the source
               // stands still
  kGrown,      // went on behind what is held
  kChanged,    // another text or branch in place of some turns
  kLeft,       // a person edited it and the source changed: the person's stays
};

struct Compared {
  Held held = Held::kUnchanged;
  std::size_t common = 0;             // kChanged: turns in front that stand as they were
  std::vector<HeldPart> parts;        // none where nobody had to look into the files
  format::Conversation conversation;  // what they hold, then, less its secrets
  bool edited = false;                // kGrown: by a person, whose text stays
};
// What the source says now against the session's files; `session` is the first of them. They are
// read where their digests do not tell. Of two states the one with the newer last turn is the later
// one, so that it does not matter which of two exports is read first.
Result<Compared> compare(const WorkingSet& memory, const format::Node& session,
                         const format::Conversation& source);

// The conversation as it is to be written over what is held, and how many turns in front stay as
// they are held.
struct Followed {
  format::Conversation conversation;
  std::size_t stay = 0;
};
Followed follow(const Compared& compared, const format::Conversation& source);

// Takes back what was said in turns that are there no more. The links of all observations are read
// once, when they are first needed.
class TakenBack {
 public:
  explicit TakenBack(Run& run) : run_(run) {}
  // Puts observations of the turns of `held` behind `last` out of use, where no other turn says
  // them, and what these had corrected in use again. Not flushed.
  Status turns_behind(std::size_t last, const std::string& session,
                      const format::Conversation& held);

 private:
  void load();
  void note(const std::string& path);
  Status reinstate(const Ulid& gone);

  Run& run_;
  bool loaded_ = false;
  std::multimap<std::string, std::string> observations_;  // paths, by the session they link
  std::multimap<Ulid, std::string> corrected_;            // paths, by what took their place
};

}  // namespace pyramid::ops
