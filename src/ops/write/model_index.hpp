// `## Other Models` of MEMORY.md: the models that matter most, and a page of all where these are
// more.
#pragma once

#include "ops/nodes/working_set.hpp"

#include <cstddef>
#include <cstdint>

namespace pyramid::ops {

// What writes it: a rule, whatever the engine.
inline constexpr const char* kIndexMadeBy = "builtin:index/2";
// Why it is written.
inline constexpr const char* kModelsChanged = "a model, its title or its description changed";

// Brings it up to date; writes the file only if that changes it or it is not there.
enum class IndexDone : std::uint8_t { kNothing, kCreated, kChanged };
Result<IndexDone> write_memory_home(WorkingSet& memory);
// Whether that would change it, as far as the model files say what it holds now.
Result<bool> is_memory_home_stale(const WorkingSet& memory);

}  // namespace pyramid::ops
