// Observations that an import took back because their turns changed at the source: said behind the
// change in the same words and at the same time, each is the observation that it was.
#pragma once

#include "base/ulid.hpp"
#include "format/node.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace pyramid::ops {

struct GoneFact {
  Ulid id;
  std::string path;
  std::vector<std::string> times;  // of the turns that are gone, as `seen` has them
  bool was_in_use = true;          // nothing had corrected it
};

// Of one run. One thread.
class GoneFacts {
 public:
  // `session` is any file of the conversation.
  void add(const std::string& session, const format::Node& node, GoneFact fact);
  // The one that the draft says again; it is no longer gone.
  std::optional<GoneFact> take(const format::ObservationDraft& draft);

  // What is in use again, as what had corrected it is gone: no news if that comes back.
  void note_reinstated(const Ulid& id) { reinstated_.insert(id); }
  // Whether it was; forgets it.
  bool take_reinstated(const Ulid& id) { return reinstated_.erase(id) > 0; }

 private:
  using Key = std::tuple<std::string, Time, std::string>;  // conversation, time, text
  std::multimap<Key, GoneFact> facts_;
  std::set<Ulid> reinstated_;
};

}  // namespace pyramid::ops
