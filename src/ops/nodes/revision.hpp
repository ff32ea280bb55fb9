// Times and revisions of the memory, as a person names them.
#pragma once

#include "history/past.hpp"
#include "pyramid/memory_history.hpp"
#include "pyramid/result.hpp"
#include "pyramid/zone.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace pyramid::ops {

// The past of a workspace; kNotFound where it is in no git repository.
Result<std::unique_ptr<history::Past>> open_past(const std::string& root);

// The commit that `said` names: by a moment (base/moment.hpp; of a day its end), else as git has
// it. kNotFound where the memory has none as old.
// Days are the zone's.
Result<history::PastCommit> commit_named(history::Past& past, const std::string& said, Time now,
                                         const Zone& zone);

// Whether a person's edits made it, and not the program's work.
bool is_by_hand(const history::PastCommit& commit);
// How the subject begins of a commit into which the program put a person's edits.
inline constexpr std::string_view kByHand = "by hand: ";
// kConflict: what a commit changed is not known where a shallow clone begins with it.
Failure no_history_before(const history::PastCommit& commit);
MemoryCommit told(const history::PastCommit& commit);

}  // namespace pyramid::ops
