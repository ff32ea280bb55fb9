// What becomes of all that was said of a thing: a function of the sayings, not of when the memory
// learned of them.
//
// Pure; any thread.
#pragma once

#include "format/node.hpp"
#include "ops/nodes/said_table.hpp"

#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

namespace pyramid::ops {

// That something was said, once.
struct Saying {
  format::ObservationDraft draft;
  SaidTable::Entry said;
  std::string conversation;  // by which those of one time are in order; "" = none
  std::size_t place = 0;     // in its turn
  std::string model;         // as far as it was told with the words; "" = whose it is is not known
  // A person wrote into its file, or it was promoted: counted on no other.
  bool stands_apart = false;

  [[nodiscard]] auto order() const {
    return std::tie(draft.at, conversation, draft.from_turn, place, draft.id);
  }
};

// An observation: who said it first, and what became of it. Numbers of sayings.
struct Standing {
  static constexpr std::size_t kNothing = std::numeric_limits<std::size_t>::max();
  std::size_t first = 0;
  std::vector<std::size_t> again;
  std::size_t by = kNothing;  // what put it out of use
};

// Whether `newer` makes `older` untrue; what was put right only where no other of `held` may be
// meant. `users`: as of engine::is_out_of_reach().
bool makes_untrue(const engine::Said& newer, const engine::Said& older,
                  const std::vector<const engine::Said*>& held,
                  const std::vector<std::string>& users);
// Whether it may, whatever else is held.
bool may_make_untrue(const engine::Said& newer, const engine::Said& older,
                     const std::vector<std::string>& users);

// One after the other: what says the same as one that stands is counted on it; else it stands too,
// and puts out of use what it corrects. `left_out` was not said.
// REQUIRES: by order().
std::vector<Standing> what_stands(
    const std::vector<Saying>& sayings,
    const std::function<bool(const std::string& model, const std::string& other)>& may_share,
    const std::vector<std::string>& users, std::size_t left_out = Standing::kNothing);

}  // namespace pyramid::ops
