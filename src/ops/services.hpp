// What the use cases work with: the world and the engines, wired once.
#pragma once

#include "engine/engine.hpp"
#include "format/settings.hpp"
#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"
#include "workspace/workspace.hpp"

#include <memory>
#include <string>

namespace pyramid::ops {

class Batches;
class ExtractionFaults;
class Ledger;

// Borrowed by every step; tests hand in counting or failing engines.
struct Services {
  FileSystem& files;
  const Clock& clock;
  Progress& progress;
  engine::TextEngine& text;
  engine::Embedder& embedder;
  Ledger* ledger = nullptr;            // or none: the engines do not leave the machine
  std::string program = "pyramid";     // as in Environment
  std::string machine = {};            // as commits name it; "" = not at all
  bool index_discarded = false;        // it was damaged: there is none to be taken as it stands
  Batches* batches = nullptr;          // or none: the engine is built in
  ExtractionFaults* faults = nullptr;  // what its engine's extractions were told, or none
};

// The same with other engines.
Services with_engines(const Services& services, engine::TextEngine& text,
                      engine::Embedder& embedder);

struct Engines {
  std::unique_ptr<engine::TextEngine> text;
  std::unique_ptr<engine::Embedder> embedder;
  std::shared_ptr<Ledger> ledger;            // or none
  std::shared_ptr<Batches> batches;          // or none
  std::shared_ptr<ExtractionFaults> faults;  // or none
};
// The embedding that the settings name. kUsage where its weights cannot be used.
Result<std::unique_ptr<engine::Embedder>> make_embedder(const workspace::Workspace& workspace);
// The engines that the settings name; those that ask over the network send nothing before they are
// called. kUsage for a name that is not known, or an address that is none.
Result<Engines> make_engines(const Environment& environment, const workspace::Workspace& workspace);

// Engine calls at once: `asked`, else the settings, never more than useful for a built-in engine.
unsigned worker_count(unsigned asked, const format::Settings& settings);

}  // namespace pyramid::ops
