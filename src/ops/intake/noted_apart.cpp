#include "ops/intake/noted_apart.hpp"

#include "history/past.hpp"
#include "ops/intake/known_facts.hpp"
#include "ops/nodes/name_tails.hpp"
#include "ops/run/diary.hpp"
#include "workspace/layout.hpp"

#include <deque>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace pyramid::ops {

namespace {

using history::PastCommit;

// A workspace may lie in a repository of other things, with as many commits as there are.
constexpr std::size_t kMostCommits = 1000;

// Each sync compares what was merged before it.
Result<std::vector<PastCommit>> merges_since_sync(history::Past& past) {
  std::vector<PastCommit> merges;
  std::deque<std::string> ahead = {"HEAD"};
  std::set<std::string> met;
  for (; !ahead.empty() && met.size() < kMostCommits; ahead.pop_front()) {
    PYRAMID_ASSIGN(PastCommit commit, past.commit(ahead.front()));
    if (!met.insert(commit.id).second || is_by_sync(commit) || commit.is_edge) continue;
    ahead.insert(ahead.end(), commit.parents.begin(), commit.parents.end());
    if (commit.parents.size() == 2) merges.push_back(std::move(commit));
  }
  return merges;
}

// The facts that a merge has and this parent of it had not, wherever they lay.
std::set<Ulid> new_beside(const history::PastSide& side, const WorkingSet& memory) {
  std::set<Ulid> facts;
  std::set<std::string> moved;  // by the ends of their ids
  for (const history::PastChange& change : side.changes) {
    if (workspace::kind_of_path(change.path) != format::Kind::kObservation) continue;
    if (!change.after) moved.insert(tail_in(change.path));
    const auto id = change.before ? std::nullopt : memory.id_at(change.path);
    if (id) facts.insert(*id);
  }
  std::erase_if(facts, [&](const Ulid& id) { return moved.contains(short_id(id)); });
  return facts;
}

}  // namespace

Status compare_noted_apart(Run& run) {
  const workspace::Workspace& workspace = run.opened.workspace;
  if (!workspace.settings.commit) return {};
  PYRAMID_ASSIGN(const auto past, history::Past::open(workspace.root));
  if (past == nullptr || !past->commit("HEAD")) return {};  // nothing was committed yet
  PYRAMID_ASSIGN(const std::vector<PastCommit> merges, merges_since_sync(*past));
  KnownFacts known(run);
  for (const PastCommit& merge : merges) {
    PYRAMID_ASSIGN(const std::vector<history::PastSide> sides, past->sides(merge));
    if (sides.size() != 2 || sides[0].parent.empty() || sides[1].parent.empty()) continue;
    PYRAMID_TRY(known.compare(new_beside(sides[0], run.memory), new_beside(sides[1], run.memory)));
  }
  return {};
}

}  // namespace pyramid::ops
