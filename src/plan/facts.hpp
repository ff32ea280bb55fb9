// What the files say, as far as planning needs it. Values only: no I/O, no clock, no engine.
#pragma once

#include "base/digest.hpp"
#include "base/ulid.hpp"
#include "pyramid/time.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pyramid::plan {

struct ObservationFact {
  Ulid id;
  Time at;
  std::string model;   // "" = not assigned: belongs to no group yet
  bool active = true;  // false: superseded, quarantined
  Digest digest;
};

struct SummaryFact {
  Ulid id;
  std::string model;
  int tier = 0;
  Time start, end;         // as recorded
  std::int64_t count = 0;  // as recorded
  Digest digest;
  std::optional<Digest> inputs;  // as recorded; nullopt = the file has none: dirty
  bool edited = false;           // its text is not the text that was generated
  std::vector<Ulid> sources;     // as linked, in order; links that resolve to no node are left out
};

struct SectionFact {
  std::string name;  // "user/this-week", "other-models"; in a model file "this-week"
  Digest inputs;
  Digest output;
  Digest text;          // of what stands in the file; != output: edited by hand
  bool present = true;  // recorded, and found in the file
};

// A model's home: models/<name>.md, or MEMORY.md for the two base models.
struct ModelFact {
  std::string name;
  std::vector<SectionFact> sections;
};

struct Facts {
  std::vector<ObservationFact> observations;
  std::vector<SummaryFact> summaries;
  std::map<std::string, ModelFact> models;  // by name; "assistant" and "user" always looked up here
};

struct Rules {
  int step = 10;  // sources that make a summary; at least 2
};

}  // namespace pyramid::plan
