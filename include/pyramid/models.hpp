// What memory is about: the models, and what stands below one of them.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/list.hpp"
#include "pyramid/result.hpp"
#include "pyramid/summaries.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace pyramid {

struct ModelLine {
  std::string name, title;
  std::string type;              // person, project, topic; "" for base models
  std::string description;       // one sentence, or ""
  std::string path;              // its home; "" = not written yet
  bool base = false;             // assistant, user
  std::size_t observations = 0;  // in use
  std::size_t waiting = 0;       // of these: in no summary yet
  std::vector<std::size_t> summaries_by_tier;
};

struct ModelsReport {
  std::vector<ModelLine> models;  // base models first, then by name
  Diagnostics diagnostics;
};

// Every model that has a file or that an observation or a summary names. Reads only.
Result<ModelsReport> list_models(const Environment& environment, const WorkspaceOptions& options);

// A generated section of a model's home.
struct ModelSection {
  std::string name, heading;  // "last-3-days", "Last 3 Days"
  std::string text;           // as it stands
  std::string first_sentence;
  bool edited = false;       // by a person
  bool out_of_date = false;  // the next sync writes it again
};

struct ModelOptions {
  WorkspaceOptions workspace;
  std::string name;  // name, title or alias
};

struct ModelReport {
  ModelLine model;
  std::vector<SummaryLine> summaries;    // tier from the top, newest first
  std::vector<ObservationLine> waiting;  // newest first
  std::vector<ModelSection> sections;    // newest first
  Diagnostics diagnostics;
};

// The pyramid of one model, as the files have it. Reads only. kNotFound with the name that was
// probably meant.
Result<ModelReport> show_model(const Environment& environment, const ModelOptions& options);

}  // namespace pyramid
