// What the files say, as far as planning needs it. Values only: no I/O, no clock, no engine.
#pragma once

#include "base/digest.hpp"
#include "base/ulid.hpp"
#include "pyramid/zone.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::plan {

// Whether what an observation tells holds for good, by the sort of fact that it is, or because it
// was promoted.
enum class Holds : std::int8_t { kNotJudged, kForGood, kForNow, kPromoted };

struct ObservationFact {
  Ulid id;
  Time at;
  std::string model;   // "" = not assigned: belongs to no group yet
  bool active = true;  // false: superseded, quarantined
  Digest digest;
  int importance = 0;  // 0 = not judged
  Holds holds = Holds::kNotJudged;
  std::int64_t bytes = 0;   // of its text, as the digest covers it
  Ulid superseded_by = {};  // zero = nothing took its place
};

struct SummaryFact {
  Ulid id;
  std::string model;
  int tier = 0;
  Time start, end;         // as recorded
  std::int64_t count = 0;  // as recorded
  Digest digest;
  std::optional<Digest> inputs;  // as recorded; nullopt = the file has none: dirty
  bool edited = false;           // words of a person stand in its text
  std::vector<Ulid> sources;     // as linked, in order; links that resolve to no node are left out
  std::string policy = {};       // as recorded; "" = count
  std::string made_by = {};      // engine and recipe, as recorded
  bool struck = false;           // a person took sentences out of it, and put no words in
  Digest own = {};               // of what a person put in and took out; zero: nothing
  // The tails (short_id()) of summaries whose linked files are gone, one behind the other. One with
  // such an id is a source again.
  std::string gone = {};
  std::int64_t bytes = 0;  // of its text, as the digest covers it
};

struct SectionFact {
  std::string name;  // "user/this-week", "other-models"; in a model file "this-week"
  Digest inputs;
  Digest output;
  Digest text;          // of what stands in the file; != output: edited by hand
  bool present = true;  // recorded, and found in the file
  std::string made_by = {};
  std::optional<Digest> from =
      {};  // links_digest() of its `From` lines, zero for a dead link; nullopt: not known
};

// A model's home: models/<name>.md, or MEMORY.md for the base models.
struct ModelFact {
  std::string name;
  std::vector<SectionFact> sections;
  std::int64_t own_bytes = 0;  // of its file: what a person wrote beside the sections
};

struct Facts {
  std::vector<ObservationFact> observations;
  std::vector<SummaryFact> summaries;
  std::map<std::string, ModelFact> models;  // by name; the base models are always looked up here
};

// How sources are grouped.
enum class Policy {
  kCount,     // every `step` sources make a summary
  kCalendar,  // every day makes one, every `step` days one of the next tier, and so on
};
// As files and settings record it: "count", "calendar".
const char* name_of(Policy policy);
// "" is count; nullopt for a policy of another version of the program.
std::optional<Policy> policy_named(std::string_view name);

struct Rules {
  int step = 10;  // sources that make a summary; of the calendar: buckets in one of the next tier
  Policy policy = Policy::kCount;
  int span_days = 1;  // calendar: days in a bucket of tier 0
  Zone zone = {};     // whose days these are, and those of sections
  // Lengths at most, in bytes: of a section, of MEMORY.md, of another model's file.
  std::int64_t section_chars = 16'000, memory_chars = 16'000, model_chars = 8000;
  // Models that always have a place in MEMORY.md, in its order. The assistant's is called
  // "assistant" or "self".
  std::vector<std::string> base_models = {"assistant", "user"};

  [[nodiscard]] bool is_base(std::string_view model) const;
};

}  // namespace pyramid::plan
