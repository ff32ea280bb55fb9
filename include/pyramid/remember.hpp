// Writing down what an agent wants to keep, as it says it.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"

#include <cstddef>
#include <string>

namespace pyramid {

struct RememberOptions {
  WorkspaceOptions workspace;
  std::string text;     // markdown, one line or several
  std::string channel;  // of log_text(): where it was said, or ""
};

struct RememberReport {
  std::string path;            // of the file that it stands in
  std::size_t first_line = 0;  // of the entry's heading
  std::size_t redacted = 0;    // secrets in the text that were taken out
  std::string commit;          // id, or ""
  Diagnostics diagnostics;
};

// Adds an entry `### [2026-02-13 12:48]` at the end of the person's part of MEMORY.md (`## Notes`),
// and commits. Times are those of the run's zone (zone_of()). What looks like a secret is redacted
// as `secrets` in pyramid.yaml says, or refused (kInvalid). A line that would end the entry's
// section or swallow what follows is escaped. kUsage for an empty text or one that is no UTF-8.
// Needs the workspace's lock (kConflict).
Result<RememberReport> remember(const Environment& environment, const RememberOptions& options);

// The same at the end of today's log, daily/YYYY-MM-DD.md: `## 12:48`, with the channel behind it.
Result<RememberReport> log_text(const Environment& environment, const RememberOptions& options);

}  // namespace pyramid
