// The facts as planning walks them: each id once, sources as numbers instead of ids, models in
// order. Kept up to date by put() and remove(), so that planning after a change does not begin with
// a look at everything.
#pragma once

#include "base/packing.hpp"
#include "plan/facts.hpp"
#include "plan/id_map.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::plan {

// Not for several threads at once while one of them changes it.
class FactIndex {
 public:
  // Of an observation or of a summary, each counted for itself. An id keeps its number for good,
  // also when its fact goes; one that is merely listed as a source has a number too.
  using Number = std::uint32_t;
  static constexpr Number kNone = UINT32_MAX;
  using Numbers = std::vector<Number>;

  struct Observation {
    Ulid id;
    Digest digest;
    Time at;
    Number reader = kNone;  // first of the summaries that list it, in a chain
    std::int8_t importance = 0;
    Holds holds = Holds::kNotJudged;
    std::uint16_t bytes = 0;  // of its text; of a longer one as many as fit
  };
  // Apart from the rest, because grouping looks at it for every source.
  struct Standing {
    Number model = kNone;  // kNone: not there, not active or not assigned; it has no part in plans
    Number rank = 0;       // its place among its model's
  };
  struct Summary {
    Ulid id;
    bool exists = false;  // false: merely listed
    Number model = kNone;
    int tier = 0;
    Time start, end;         // as recorded
    std::int64_t count = 0;  // as recorded
    Digest digest;
    std::optional<Digest> inputs;  // as recorded
    std::optional<Policy> policy;  // nullopt: of another version of the program
    bool edited = false;
    bool struck = false;
    Digest own;
    std::string made_by;
    std::string gone;  // as in the fact
    std::int64_t bytes = 0;
    Numbers sources;  // as linked: observations in tier 0, else summaries
    Digest listed;    // what `inputs` would be if `sources` were right
    Number reader = kNone;
    bool stale = false;  // `listed` is to be made again
  };
  using ByModel = std::map<Number, Numbers>;

  FactIndex() = default;
  // Of two facts with one id one counts, whatever order they come in. Settled. Not explicit:
  // whoever plans but once hands in Facts.
  FactIndex(const Facts& facts);  // NOLINT(google-explicit-constructor)

  // Room for so many observations, in an index that holds nothing yet.
  void reserve(std::size_t observations);
  void put(const ObservationFact& fact);
  void put(const SummaryFact& fact);
  void remove(const Ulid& id);
  // Brings what is derived up to date; to be called between the last change and the next use.
  void settle();

  // For a cache of this very program. What went leaves traces, in room and in time: false when they
  // are more than what is there, and it is not worth keeping. REQUIRES: settled.
  bool pack(Packer& to) const;
  // Settled. False, and the index is of no use, for bytes that are none.
  bool unpack(Unpacker& from);

  [[nodiscard]] const Observation& observation(Number number) const {
    return observations_[number];
  }
  [[nodiscard]] const Standing& standing(Number observation) const {
    return standings_[observation];
  }
  [[nodiscard]] const Summary& summary(Number number) const { return summaries_[number]; }
  [[nodiscard]] std::size_t observation_numbers() const { return observations_.size(); }
  [[nodiscard]] std::size_t summary_numbers() const { return summaries_.size(); }
  // Of a summary; kNone when no file has this id.
  [[nodiscard]] Number number_of(const Ulid& id) const;
  // By number of the observation, what took its place.
  [[nodiscard]] const std::map<Number, Ulid>& successors() const { return successors_; }
  // kNone when no file has this id.
  [[nodiscard]] Number number_of_observation(const Ulid& id) const;
  // Null when no file has this id.
  [[nodiscard]] const Summary* find_summary(const Ulid& id) const;
  // Summaries that list this observation or summary, and some that did.
  [[nodiscard]] std::vector<Ulid> readers_of(const Ulid& id) const;

  // Number and name of each model that ever had a fact, by name.
  [[nodiscard]] const std::map<std::string, Number>& models() const { return model_at_; }
  [[nodiscard]] const std::string& model_name(Number model) const { return models_[model].name; }
  // Observations of a model, by (at, id).
  [[nodiscard]] const Numbers& observations_of(Number model) const {
    return models_[model].observations;
  }
  // Summaries by id: all of them, and those of policy count by tier and model.
  [[nodiscard]] const Numbers& summaries() const { return by_id_; }
  [[nodiscard]] const std::map<int, ByModel>& counted() const { return counted_; }

  std::map<std::string, ModelFact> homes;  // as Facts::models

 private:
  struct Model {
    std::string name;
    Numbers observations;
    bool in_order = true;
  };
  struct Reader {
    Number summary = kNone, next = kNone;
  };

  Number model_number(std::string_view name);
  Number place_for_observation(const Ulid& id);
  Number number_of_summary(const Ulid& id);
  void place(Number observation, Number model, Time at);
  void link(Number summary, int tier, Numbers sources);
  void make_stale(Number summary);
  void make_readers_stale(Number reader);
  void put_in_order(Model& model);
  void list_summaries();

  std::vector<Observation> observations_;
  std::vector<Standing> standings_;  // one for each of them
  std::vector<Summary> summaries_;
  std::map<Number, Ulid> successors_;
  IdMap observation_at_, summary_at_;
  std::vector<Model> models_;
  std::map<std::string, Number> model_at_;
  std::vector<Reader> readers_;
  Numbers stale_;
  Numbers by_id_;
  std::map<int, ByModel> counted_;
  bool listed_again_ = true;  // summaries came or went, or changed their places
};

}  // namespace pyramid::plan
