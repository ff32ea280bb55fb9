// SOUL.md and USER.md: who the assistant and the person are, as a person or an agent wrote it.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace pyramid {

struct IdentityOptions {
  WorkspaceOptions workspace;
  std::string name;  // "SOUL.md" or "USER.md"
  std::string text;  // of update_identity(): the whole file
  // Of update_identity(): what the file is expected to say. Where it says something else meanwhile,
  // nothing is written (kConflict). nullopt: whatever it says.
  std::optional<std::string> expected;
};

struct IdentityReport {
  std::string path;
  std::string text;          // as the file stands now
  bool changed = false;      // by update_identity()
  std::size_t redacted = 0;  // secrets in the text that were taken out
  std::string commit;        // id, or ""
  Diagnostics diagnostics;
};

// The file as it stands. kUsage for any other name, kNotFound where there is none.
Result<IdentityReport> read_identity(const Environment& environment,
                                     const IdentityOptions& options);

// Puts `text` in the file's place, or makes the file, and commits; what a person had changed in it
// is a commit of its own before. The same text again changes nothing. What looks like a secret is
// redacted as `secrets` in pyramid.yaml says, or refused (kInvalid). kUsage for any other name and
// for a text that is empty or no UTF-8; kInvalid for one that is no document of ours. Needs the
// workspace's lock (kConflict).
Result<IdentityReport> update_identity(const Environment& environment,
                                       const IdentityOptions& options);

}  // namespace pyramid
