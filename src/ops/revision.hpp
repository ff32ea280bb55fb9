// Times and revisions of the memory, as a person names them.
#pragma once

#include "history/past.hpp"
#include "pyramid/memory_history.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace pyramid::ops {

// The past of a workspace; kNotFound where it is in no git repository.
Result<std::unique_ptr<history::Past>> open_past(const std::string& root);

// "2026-05-01" (the last second of that day), "2026-05-01T10:00", "now", "today", "yesterday", "3
// days ago", "2 weeks ago", "an hour ago"; nullopt for anything else.
std::optional<Time> moment(std::string_view said, Time now);

// The commit that `said` names: by a moment, else as git has it. kNotFound where the memory has
// none as old.
Result<history::PastCommit> commit_named(history::Past& past, const std::string& said, Time now);

// Whether the program made it, or a person's edits did.
bool is_by_hand(const history::PastCommit& commit);
MemoryCommit told(const history::PastCommit& commit);

}  // namespace pyramid::ops
