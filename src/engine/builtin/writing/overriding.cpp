#include "engine/builtin/writing/overriding.hpp"

#include "engine/builtin/writing/dates.hpp"
#include "engine/builtin/writing/outdating.hpp"
#include "engine/builtin/writing/relations.hpp"
#include "engine/ending.hpp"

#include <cstddef>
#include <optional>
#include <span>

namespace pyramid::engine::builtin::writing {
namespace {

// A fact with all that decides what it replaces, and by what it is replaced; worked out once.
struct Entry {
  Claim claim;
  std::optional<Ending> ending;
  Outlook outlook;
};

Entry entry_of(const Fact& fact) { return {claim_of(fact), ending_of(fact), outlook_of(fact)}; }

bool overrides(const Entry& newer, const Entry& older) {
  if (ground_of(newer.claim, older.claim) != Ground::kNone) return true;
  if (newer.ending && ends(*newer.ending, older.claim.fact)) return true;
  return outdates(newer.claim, newer.outlook, older.claim, older.outlook);
}

// Which facts a later one of the list replaces.
std::vector<bool> replaced(std::span<const Fact> facts) {
  std::vector<Entry> entries;
  entries.reserve(facts.size());
  for (const Fact& fact : facts) entries.push_back(entry_of(fact));
  std::vector<bool> gone(facts.size());
  for (std::size_t newer = 1; newer < facts.size(); ++newer) {
    for (std::size_t older = 0; older < newer; ++older) {
      gone[older] = gone[older] || overrides(entries[newer], entries[older]);
    }
  }
  return gone;
}

}  // namespace

void drop_replaced(std::vector<Fact>& facts, bool keep_history) {
  const std::vector<bool> gone = replaced(facts);
  std::size_t at = 0;
  std::erase_if(facts, [&](const Fact& fact) {
    const bool history = keep_history && fact.tense == Tense::kPast && tells_time(fact.text);
    return gone[at++] && !history;
  });
}

}  // namespace pyramid::engine::builtin::writing
