// What a program that goes on running keeps of one workspace from call to call.
#pragma once

#include "pyramid/environment.hpp"

#include <cstddef>
#include <memory>

namespace pyramid {

// Handed to the use cases in Environment::warm. Thread rule: any number of calls may use one at
// once.
class Warm {
 public:
  Warm() = default;
  virtual ~Warm() = default;
  Warm(const Warm&) = delete;
  Warm& operator=(const Warm&) = delete;
};

struct WarmOptions {
  // A graph of the index's vectors, where they are many (100,000): it takes some ten seconds to
  // make and is for who asks thousands of times.
  bool graph = false;
  // What the kernel tells of changed files: who reads looks at those alone, whoever changed them.
  // The first look at every file is begun at once, in a thread; where the memory has as many files
  // as `large` says, who asks before it is over is answered from the index as it stands, and told
  // so, unless he wants a look. Of a disk that others may change without the kernel's knowing (NFS
  // and the like), and where it lets nobody watch so many folders, each call looks at every file,
  // as it does without.
  bool watches = false;
  std::size_t large = 10'000;  // to look at fewer takes some 20 ms
};

// Borrows the environment's files, clock and paths; `environment.progress` is not asked.
std::unique_ptr<Warm> keep_warm(const Environment& environment, const WorkspaceOptions& workspace,
                                const WarmOptions& options);

}  // namespace pyramid
