// What the memory holds already of a fact that comes in: the same, what it corrects, or what has
// corrected it since.
//
// Candidates come from the index by their words and, of what this run wrote, from a table in
// memory; engine/comparing.hpp decides. So a fact costs a search, however large the memory is.
#pragma once

#include "engine/comparing.hpp"
#include "format/node.hpp"
#include "ops/run.hpp"

#include <optional>
#include <string>
#include <vector>

namespace pyramid::ops {

class KnownFacts {
 public:
  explicit KnownFacts(Run& run) : run_(run) {}

  // Takes one fact into the memory: a new file, or, where an observation of the same model says the
  // same, its time and turn in that one's record. What it corrects is put out of use; what was
  // corrected by something said later comes in out of use; what speaks to the assistant goes into
  // quarantine. Counts in the run's report; not flushed.
  struct Taken {
    std::string path;    // of the observation that says it now
    bool added = false;  // false: it was there, or was counted on another
  };
  Result<Taken> take(const format::ObservationDraft& draft);

 private:
  struct Known {
    format::Node node;  // may be without its text
    engine::Said said;
  };
  [[nodiscard]] Result<std::vector<Known>> candidates(const format::ObservationDraft& draft,
                                                      const engine::Said& said) const;
  [[nodiscard]] Result<Known> read(const format::Node& node) const;
  [[nodiscard]] Result<std::vector<Ulid>> ids_by_words(const engine::Said& said) const;
  void ids_of_run(const engine::Said& said, std::vector<Ulid>& ids) const;
  void note(const Ulid& id, const engine::Said& said);
  [[nodiscard]] bool still_stood(const format::Node& node, Time at) const;
  Result<Taken> write(const format::ObservationDraft& draft, const std::string& path);
  Status count_again(const format::Node& first, const format::ObservationDraft& draft);
  Status put_out_of_use(const format::Node& older, const Ulid& by);

  Run& run_;
};

}  // namespace pyramid::ops
