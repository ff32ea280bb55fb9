// The home of a model: MEMORY.md for the base models, models/<name>.md for each other.
#pragma once

#include "format/sections.hpp"
#include "ops/nodes/working_set.hpp"
#include "ops/write/home_file.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ops {

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
  // It goes; what a person wrote into it stays there, made from nothing.
  void end(const std::string& name);
  // The same for all that was generated; gives the names of these sections.
  std::vector<std::string> end_generated();
  // What a person wrote into a section; "" when it stands as it was generated.
  [[nodiscard]] std::string own_words(const std::string& name) const;
};

// The sections of `file` that begin so, and its description, as those of this model.
Home home_in(const HomeFile& file, const std::string& model, std::string path,
             std::string_view prefix);
// An empty home when there is no file yet.
Result<Home> read_home(const WorkingSet& memory, const std::string& model);
// The file of a model in models/ with what stands in `home`; a new one when `file` has no bytes.
Result<RenderedHome> model_file(const WorkingSet& memory, const Home& home, const HomeFile& file);

// A file in models/ less what was generated in it.
struct Ungenerated {
  std::vector<std::string> sections;  // the names of those that this takes out
  bool changes = false;               // whether it takes anything out
  RenderedHome rest;
  RenderedHome bare;  // what `rest` is where a person wrote nothing
};
Result<Ungenerated> without_generated(const WorkingSet& memory, const std::string& model,
                                      const std::string& path, const HomeFile& file);
// Pages list what their homes link to and no more; one without a home goes. A merge leaves the
// places of both sides, and a file that was moved by hand its page.
Status tidy_pages(WorkingSet& memory);
// Writes the homes that changed, the base models into MEMORY.md together.
Status write_changed(WorkingSet& memory, const std::map<std::string, Home>& homes);

}  // namespace pyramid::ops
