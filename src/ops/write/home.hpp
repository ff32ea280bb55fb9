// The home of a model: MEMORY.md for the base models, models/<name>.md for each other.
#pragma once

#include "format/sections.hpp"
#include "ops/nodes/working_set.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pyramid::ops {

// What writes `## Other Models`: a rule, whatever the engine.
inline constexpr const char* kIndexMadeBy = "builtin:index/1";

// What stands in a home now, ready for single sections to be replaced.
struct Home {
  std::string model;
  std::string path;
  std::string type, description;
  std::optional<Digest> description_inputs;
  std::optional<Digest> description_output;  // set: a person wrote the description
  std::string description_made_by;
  std::vector<format::SectionDraft> sections;  // of this model alone; edited ones keep their output
  std::map<std::string, std::string> own;      // what a person wrote into sections, by their names
  // What a person took out of any: with time a fact comes into another section.
  std::vector<format::SentenceMark> struck;
  bool changed = false;

  void replace(format::SectionDraft draft);  // in place, or added
  void remove(const std::string& name);
  // What a person wrote into a section; "" when it stands as it was generated.
  [[nodiscard]] std::string own_words(const std::string& name) const;
};

// An empty home when there is no file yet.
Result<Home> read_home(const WorkingSet& memory, const std::string& model);
// Writes the homes that changed, the base models into MEMORY.md together.
Status write_changed(WorkingSet& memory, const std::map<std::string, Home>& homes);
// Brings `## Other Models` of MEMORY.md up to date; writes the file only if that changes it or it
// is not there.
enum class IndexDone : std::uint8_t { kNothing, kCreated, kChanged };
Result<IndexDone> write_memory_home(WorkingSet& memory);
// Whether that would change it, as far as the model files say what it holds now.
Result<bool> is_memory_home_stale(const WorkingSet& memory);

}  // namespace pyramid::ops
