// What the use cases work with: the world and the engines, wired once.
#pragma once

#include "engine/engine.hpp"
#include "format/settings.hpp"
#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"

#include <memory>

namespace pyramid::ops {

// Borrowed by every step; tests hand in counting or failing engines.
struct Services {
  FileSystem& files;
  const Clock& clock;
  Progress& progress;
  engine::TextEngine& text;
  engine::Embedder& embedder;
};

struct Engines {
  std::unique_ptr<engine::TextEngine> text;
  std::unique_ptr<engine::Embedder> embedder;
};
// The engines that the settings name. kUsage for a name that is not known.
Result<Engines> make_engines(const format::Settings& settings);

// Engine calls at once: `asked`, else the settings, never more than useful for a built-in engine.
unsigned worker_count(unsigned asked, const format::Settings& settings);

}  // namespace pyramid::ops
