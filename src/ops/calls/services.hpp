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
class NotingUnread;
class WarmWorkspace;
struct Embedding;

// Borrowed by every step; tests hand in counting or failing engines.
struct Services {
  FileSystem& files;
  const Clock& clock;
  Progress& progress;
  engine::TextEngine& text;
  engine::Embedder& embedder;
  Ledger* ledger = nullptr;            // or none: nothing is told
  std::string program = "pyramid";     // as in Environment
  std::string machine = {};            // as commits name it; "" = not at all
  bool index_discarded = false;        // it was damaged: there is none to be taken as it stands
  Batches* batches = nullptr;          // or none: the engine is built in
  ExtractionFaults* faults = nullptr;  // what its engine's extractions were told, or none
  // Whose serving embedder `embedder` is, or none: all vectors are made while files are read.
  Embedding* embedding = nullptr;
  std::string home = {};                 // as in Environment
  Zone zone = {};                        // of the run
  const NotingUnread* unread = nullptr;  // what `files` is, or none
  WarmWorkspace* warm = nullptr;         // what the process keeps of this workspace, or none
};

// The same with other files or engines.
Services with_files(const Services& services, FileSystem& files);
Services with_engines(const Services& services, engine::TextEngine& text,
                      engine::Embedder& embedder);

struct Engines {
  std::unique_ptr<engine::TextEngine> text;
  std::unique_ptr<Embedding> embedding;
  std::shared_ptr<Ledger> ledger;
  std::shared_ptr<Batches> batches;          // or none
  std::shared_ptr<ExtractionFaults> faults;  // or none
  Engines();
  ~Engines();
  Engines(Engines&& other) noexcept;
  Engines& operator=(Engines&& other) noexcept;
};
// The engines that the settings name, for the index in `database`; those that ask over the network
// send nothing before they are called. kUsage for a name that is not known, an address that is
// none, or weights that cannot be used.
Result<Engines> make_engines(const Environment& environment, const workspace::Workspace& workspace,
                             const std::string& database);

// Engine calls at once: `asked`, else the settings, never more than useful for a built-in engine.
unsigned worker_count(unsigned asked, const format::Settings& settings);

}  // namespace pyramid::ops
