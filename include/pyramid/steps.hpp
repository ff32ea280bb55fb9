// What a command does, step by step, and what its calls of an engine take.
#pragma once

#include <cstddef>
#include <string>

namespace pyramid {

// One thing a sync does (or, in a dry run, would do), in order.
struct SyncStep {
  std::string what;    // "import", "extract", "supersede", "assign", "create", "rewrite", "remove",
                       // "section", "describe", "mend", "restore"; "unlink": a source that is gone,
                       // path:line
  std::string path;    // workspace-relative; for a file that is not there yet its folder
  std::string reason;  // "not written yet", "its sources changed", …
};

// Calls of the text engine; of one that is asked over a network, those that left the machine. Of a
// dry run: an estimate, of the plan as far as it is known, without what has to be asked again.
struct EngineUse {
  std::size_t calls = 0;
  // As the server counts them; else of the memory's own text, four bytes a token, and of the
  // engine's instructions.
  std::size_t tokens_in = 0, tokens_out = 0;
  double cents = 0;
  bool price_known = true;  // false: nobody knows what the model costs, and `cents` is 0
  bool over_network = false;
  bool estimated = false;  // of some calls: the server did not count
  // Of a dry run: calls that are spared if what they read comes out as it was.
  std::size_t calls_avoidable = 0;
};

}  // namespace pyramid
