// What a wish to forget means: which nodes, which turns, and which words may stand nowhere.
#pragma once

#include "ops/forget/unwanted.hpp"
#include "ops/nodes/working_set.hpp"
#include "ops/run/opened.hpp"
#include "ops/run/tombstones.hpp"
#include "pyramid/forget.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ops {

// A model file in which a person wrote: what was generated goes out of it.
struct EmptiedHome {
  Ulid id;
  std::string rest;                // the file then
  std::vector<std::string> words;  // the lines of it that are the person's
};

struct ForgetTargets {
  Forgotten gone;
  std::vector<Ulid> homes;  // model files to remove; no tombstone, a name may come again
  std::vector<EmptiedHome> emptied;
  std::vector<Unwanted> unwanted;
  std::vector<ForgottenPlace> places;  // of what goes, and of what was made from it
  std::vector<Ulid> retold;            // summaries made from it, in however many steps
  std::vector<Ulid> renamed;           // what stays, under a title or file name that says it
  // Of files that go or get another name; and how links begin to a conversation that is not here.
  std::set<std::string> names;
  [[nodiscard]] bool empty() const { return gone.empty() && homes.empty() && renamed.empty(); }
};

// Failures as forget() has them; kCancelled once `services.progress` says so.
Result<ForgetTargets> find_forget_targets(Services& services, Opened& opened,
                                          const WorkingSet& memory, const ForgetOptions& options);

// Of `emptied` all but the ids, as the files are now: those that are gone, or hold nothing of a
// person's any more, are left out.
Status find_emptied(const WorkingSet& memory, ForgetTargets& targets);

// Where the words stand in what a person wrote, which is the person's to edit; and, of generated
// texts, where a rewrite left them.
Result<std::vector<ForgottenPlace>> find_kept(FileSystem& files, Opened& opened,
                                              const ForgetTargets& targets, bool generated_too);

}  // namespace pyramid::ops
