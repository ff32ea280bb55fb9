// A memory from what another program kept.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/import.hpp"
#include "pyramid/result.hpp"
#include "pyramid/sync.hpp"

#include <optional>
#include <string>

namespace pyramid {

struct BootstrapOptions {
  WorkspaceOptions workspace;
  std::string source;        // file or folder; its content tells the format
  unsigned parallel = 0;     // 0 = as pyramid.yaml says
  std::string conversation;  // as of ImportOptions
  std::size_t limit = 0;     // the same
  std::string user;          // the same
  bool summarize = true;     // false: conversations and observations only
};

struct BootstrapReport {
  ImportReport imported;
  std::optional<SyncReport> synced;  // nullopt without summarize
};

// Imports everything that the source holds, then syncs, in one commit. Again: what is new there.
Result<BootstrapReport> bootstrap(const Environment& environment, const BootstrapOptions& options);

}  // namespace pyramid
