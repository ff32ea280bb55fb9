#include "ops/nodes/revision.hpp"

#include "base/moment.hpp"
#include "base/text.hpp"

#include <optional>
#include <utility>

namespace pyramid::ops {

Result<std::unique_ptr<history::Past>> open_past(const std::string& root) {
  PYRAMID_ASSIGN(std::unique_ptr<history::Past> past, history::Past::open(root));
  if (past) return past;
  return fail(ErrorKind::kNotFound, "the workspace is in no git repository, which keeps the past",
              root, "run `git init` there; from the next sync on it is kept");
}

Result<history::PastCommit> commit_named(history::Past& past, const std::string& said, Time now,
                                         const Zone& zone) {
  const std::optional<Moment> time = parse_moment(said, now, zone);
  if (!time) return past.commit(said);
  PYRAMID_ASSIGN(std::optional<history::PastCommit> found, past.commit_at(time->last));
  if (found) return *std::move(found);
  return fail(ErrorKind::kNotFound, "the memory has no commit as old as " + printable(said), {},
              "`pyramid history` lists those there are");
}

bool is_by_hand(const history::PastCommit& commit) {
  return !subject_of(commit).starts_with("memory: ") &&
         trailer_of(commit, "Pyramid-Version").empty();
}

Failure no_history_before(const history::PastCommit& commit) {
  return fail(
      ErrorKind::kConflict,
      "this shallow clone begins with it: what came before, and what it changed, is not here",
      commit.id.substr(0, 7), "`git fetch --unshallow` brings it");
}

MemoryCommit told(const history::PastCommit& commit) {
  return {commit.id,
          commit.at,
          history::subject_of(commit),
          is_by_hand(commit),
          trailer_of(commit, "Pyramid-Machine"),
          commit.author,
          commit.is_edge};
}

}  // namespace pyramid::ops
