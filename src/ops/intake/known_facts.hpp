// What the memory holds already of a fact that comes in: the same, what it corrects, or what has
// corrected it since.
//
// Candidates come by their keys (said_table.hpp) from the index and, of what this run wrote, from
// its SaidTable; engine/comparing.hpp decides. So a fact costs about the same, however large the
// memory is. Each sync leaves the keys of all observations; who comes before it works out those
// that are missing.
#pragma once

#include "engine/comparing.hpp"
#include "engine/correcting.hpp"
#include "format/node.hpp"
#include "ops/intake/what_stands.hpp"
#include "ops/run/run.hpp"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ops {

class KnownFacts {
 public:
  explicit KnownFacts(Run& run) : run_(run) {}

  // Takes one fact into the memory: a new file, or, where an observation of the same model says the
  // same, its time and turn in that one's record. What it corrects is put out of use; what was
  // corrected by something said later comes in out of use; what speaks to the assistant goes into
  // quarantine. What this run took back and is said behind the change as it was keeps its file.
  // "It is Lisbon, not Porto" and "In Bremen, nicht in Kiel" are told of the one thing that is
  // known to be Porto or Kiel; as they stand where there is none, or more than one. Counts in the
  // run's report; not flushed.
  struct Taken {
    std::string path;    // of the observation that says it now; "" = it was forgotten
    bool added = false;  // false: it was there, or was counted on another
  };
  Result<Taken> take(const format::ObservationDraft& draft);
  // A fact with what follows from it alone.
  struct ReadFact {
    format::ObservationDraft draft;
    SaidTable::Entry said;
    SaidKeys keys;
    // That the draft becomes as it is.
    std::optional<WorkingSet::ReadFile> file;
  };
  // On any thread. `zone`: the workspace's.
  static ReadFact read_fact(format::ObservationDraft draft, const Zone& zone);
  // In a turn that took another's place an observation that was taken back before is in use again.
  Result<Taken> take(const ReadFact& fact, bool in_replaced_turn = false);
  // Facts that are in the memory and were never held against each other. Of each of `ones` and one
  // of `others` that it makes untrue, or that makes it so, the one said first is put out of use.
  Status compare(const std::set<Ulid>& ones, const std::set<Ulid>& others);

 private:
  struct Known {
    Ulid id;
    Time at;
    std::string path;
    bool in_use = true;
    Ulid superseded_by;
    SaidTable::Entry said;
  };
  Status key_index();
  [[nodiscard]] bool is_unwanted(const format::ObservationDraft& draft) const;
  // All that may have to do with the fact.
  [[nodiscard]] Result<std::vector<Known>> candidates(const format::ObservationDraft& draft,
                                                      const SaidKeys& keys) const;
  // Of these such as may be the same, are corrected by it or correct it: a fact that offers what
  // many others ask for has to do with those alone that were said after it.
  [[nodiscard]] Result<std::vector<Known>> near_candidates(const format::ObservationDraft& draft,
                                                           const SaidKeys& keys) const;
  Status find(const SaidKeys::Keys& keys, SaidTable::When when, Time at,
              std::vector<Ulid>& ids) const;
  [[nodiscard]] std::vector<Known> read_all(const format::ObservationDraft& draft,
                                            std::vector<Ulid> ids) const;
  [[nodiscard]] Result<Known> read(const format::Node& stub) const;
  Status put_out_of_use_by(const format::Node& newer, const std::set<Ulid>& those);
  // The draft, told in full if it is a correction that leaves out of what.
  Result<std::optional<format::ObservationDraft>> told_in_full(
      const format::ObservationDraft& draft);
  Result<Taken> take_new(const ReadFact& fact);
  Result<Taken> take_new(const ReadFact& fact, const std::optional<GoneFact>& gone,
                         const std::string& path);
  // `correction` told of the fact, in the fact's language.
  [[nodiscard]] std::optional<engine::Corrected> told_of(const Known& fact,
                                                         const engine::BareCorrection& correction,
                                                         const std::string& text) const;
  // As it came in.
  [[nodiscard]] static format::ObservationDraft draft_of(const format::Node& node);
  // late_facts.cpp: what was said before something that is held.
  // Conversations come in by this.
  [[nodiscard]] std::string conversation_order(const std::string& session) const;
  // Of one conversation what is held came first.
  [[nodiscard]] bool precedes(const Known& one, const format::ObservationDraft& draft) const;
  // Whether it was in use when the draft was said.
  [[nodiscard]] bool stood(const Known& one, const format::ObservationDraft& draft) const;
  // Whether something that was said later hangs on whether the draft was said.
  [[nodiscard]] Result<bool> is_late(const ReadFact& fact, const std::vector<Known>& held) const;
  [[nodiscard]] Result<bool> goes_on(const Known& one, const format::ObservationDraft& draft) const;
  [[nodiscard]] bool is_as_extracted(const format::Node& node) const;
  // What an observation was told to belong to, when it was.
  [[nodiscard]] std::string model_told(const format::Node& node) const;
  struct Spoken;
  Result<const Spoken*> spoken_in(const format::Node& head);
  [[nodiscard]] Result<std::vector<Known>> hang_together(const ReadFact& fact) const;
  Result<std::vector<Saying>> sayings_of(const ReadFact& fact, const std::vector<Known>& held);
  Status add_repeats(const Known& one, const Saying& fresh, std::vector<Saying>& sayings);
  // Takes it in where it has its place, and makes of what was said later what it would have been.
  Result<Taken> take_late(const ReadFact& fact, const std::optional<GoneFact>& gone);
  Status drop(const Known& one);
  Status bring_back(const Known& one);
  Status record(const std::string& path, const std::vector<const Saying*>& before,
                const std::vector<const Saying*>& after);
  // `file`: what the draft becomes, if that is known.
  Result<Taken> write(const format::ObservationDraft& draft, const std::string& path,
                      const WorkingSet::ReadFile* file);
  Result<Taken> put_back(const format::ObservationDraft& draft, const GoneFact& gone);
  [[nodiscard]] static bool is_said_there(std::string_view content, const std::string& path,
                                          const format::ObservationDraft& draft);
  Status count_again(const std::string& path, const format::ObservationDraft& draft);
  std::optional<GoneFact> taken_back(const format::ObservationDraft& draft);
  Status put_out_of_use(const Known& older, const Ulid& by);

  // names_of_user(), asked once.
  [[nodiscard]] Result<std::vector<std::string>> users_called() const;

  Run& run_;
  mutable std::optional<std::vector<std::string>> users_called_ = {};
  std::map<std::string, std::shared_ptr<const Spoken>> spoken_ = {};  // by the first part's path
};

// How the keys in the index were made, and those of one observation. On any thread.
std::string key_makers();
index::Index::Keys make_keys(const index::Index::Unkeyed& fact, const Zone& zone);
// Gives some observations of the index that have none their keys; false when all have them.
Result<bool> key_some(index::Index& index, const Zone& zone, unsigned workers);

}  // namespace pyramid::ops
