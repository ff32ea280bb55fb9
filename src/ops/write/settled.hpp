// Whether a sync has anything to look for: the index remembers until when it has not.
#pragma once

#include "ops/run/run.hpp"

#include <optional>
#include <string>
#include <vector>

namespace pyramid::ops {

// True if the last sync left nothing to do and nothing uncommitted, and this scan has found every
// change since.
Result<bool> was_settled(Services& services, const Opened& opened);

// Nothing changed since, and no section has a new day. REQUIRES: was_settled().
bool is_settled(Services& services, const index::RefreshReport& scan);

// The files that differ from the last commit, or may; nullopt: git has to be asked, which alone
// knows whether a file is gone or a sparse checkout leaves it out.
std::optional<std::vector<std::string>> touched(FileSystem& files, const Opened& opened,
                                                bool settled);

// Notes that what differs from what the sync left is what scans find, as before, and that all of it
// is in HEAD now. Takes what the run wrote into the index. REQUIRES: was_settled(), and the run
// committed all that it found and wrote.
Status stay_settled(Run& run);

// Notes that nothing is left to do, and until when; or that something is.
Status remember_settled(Run& run);

}  // namespace pyramid::ops
