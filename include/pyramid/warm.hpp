// What a long-running program keeps of one workspace from call to call.
#pragma once

#include "pyramid/environment.hpp"

#include <cstddef>
#include <memory>

namespace pyramid {

// Opaque; made with keep_warm(), handed to the use cases in Environment::warm. Thread rule: any
// number of calls may use one at once.
class WarmState {
 public:
  WarmState() = default;
  virtual ~WarmState() = default;
  WarmState(const WarmState&) = delete;
  WarmState& operator=(const WarmState&) = delete;
};

struct WarmOptions {
  // A graph of the index's vectors, where they are many (100,000): it takes some ten seconds to
  // make and pays off for thousands of searches.
  bool graph = false;
  // What the kernel tells of changed files: a call looks at those alone, whoever changed them. The
  // first look at every file begins at once, in a thread. Where the memory has as many files as
  // `large` says, calls before its end answer from the index as it stands, and say so, unless the
  // caller asks for a look. On disks that others may change unseen (NFS and the like), and where
  // the kernel allows too few watches, every call looks at every file, as without this.
  bool watches = false;
  std::size_t large = 10'000;  // to look at fewer takes some 20 ms
};

// Borrows the environment's files, clock and paths; `environment.progress` is not asked.
std::unique_ptr<WarmState> keep_warm(const Environment& environment,
                                     const WorkspaceOptions& workspace, const WarmOptions& options);

}  // namespace pyramid
