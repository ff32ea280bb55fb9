#include "ops/past_nodes.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "ops/likeness.hpp"
#include "ops/why_target.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <utility>

namespace pyramid::ops {

namespace {

using history::PastChange;
using history::PastCommit;

// Shorter words than this are no beginning of an id that somebody would mean.
constexpr std::size_t kLeastIdLength = 6;

// Zero for a file without an id, and for what is none.
Result<Ulid> id_of(history::Past& past, const std::string& path, const std::string& blob) {
  if (!workspace::is_memory_file(path)) return Ulid{};
  PYRAMID_ASSIGN(const std::string bytes, past.read(blob));
  const Result<format::Node> node = format::read_node(bytes, path);
  return node ? node->id : Ulid{};
}

// Of a file without an id: whether this one, which went, is what one of those that came was called.
Result<bool> was_one_of(history::Past& past, const std::vector<PastChange>& came,
                        const PastChange& gone) {
  PYRAMID_ASSIGN(const Ulid id, id_of(past, gone.path, *gone.before));
  if (!id.is_zero() || !workspace::is_memory_file(gone.path)) return false;
  PYRAMID_ASSIGN(const std::string before, past.read(*gone.before));
  for (const PastChange& one : came) {
    if (one.before || !one.after) continue;
    if (one.after == gone.before) return true;
    PYRAMID_ASSIGN(const std::string after, past.read(*one.after));
    if (likeness(before, after) >= kRenamed) return true;
  }
  return false;
}

// The newest file that went and that a person may mean by `said`.
Result<std::optional<PastTarget>> find_gone(history::Past& past, const std::string& said) {
  std::optional<PastTarget> found;
  const std::string path = path::normalize(said);
  const bool may_be_id =
      said.size() >= kLeastIdLength && said.find_first_of("/.") == std::string::npos;
  PYRAMID_TRY(past.each([&](const PastCommit& commit) -> Result<bool> {
    PYRAMID_ASSIGN(const std::vector<PastChange> changes, past.changes(commit));
    for (const PastChange& change : changes) {
      if (change.after || !workspace::is_memory_file(change.path)) continue;
      const bool named = change.path == path;
      if (!named && !may_be_id) continue;
      PYRAMID_ASSIGN(const Ulid id, id_of(past, change.path, *change.before));
      const bool by_id = may_be_id && !id.is_zero() &&
                         (starts_with_ignoring_case(to_string(id), said) ||
                          equals_ignoring_case(short_id(id), said));
      if (!named && !by_id) continue;
      found = PastTarget{change.path, id, false};
      return false;
    }
    return true;
  }));
  return found;
}

}  // namespace

Result<PastTarget> find_past_target(FileSystem& files, const workspace::Workspace& workspace,
                                    index::Index& index, const WorkingSet& memory,
                                    history::Past& past, const WhyOptions& options) {
  const Result<Target> found = find_target(files, workspace, index, memory, options);
  if (found) {
    PastTarget target{found->path, {}, true};
    if (const format::Node* node = memory.at(found->path)) target.id = node->id;
    return target;
  }
  if (found.error().kind != ErrorKind::kNotFound) return fail(Error(found.error()));
  PYRAMID_ASSIGN(const std::optional<PastTarget> gone, find_gone(past, options.what));
  if (gone) return *gone;
  return fail(Error(found.error()));
}

Trail::Trail(history::Past& past, const PastTarget& target)
    : past_(past), id_(target.id), names_{target.path} {}

Result<bool> Trail::is_it(const PastChange& change, const std::string& blob) const {
  PYRAMID_ASSIGN(const Ulid id, id_of(past_, change.path, blob));
  return id == id_;
}

Result<std::vector<PastChange>> Trail::of(const std::vector<PastChange>& changes) {
  std::vector<PastChange> found;
  bool came = false;
  for (const PastChange& change : changes) {
    if (!names_.contains(change.path)) continue;
    if (!id_.is_zero()) {  // another node may have had the name
      bool mine = false;
      for (const auto& blob : {change.before, change.after}) {
        if (!blob || mine) continue;
        PYRAMID_ASSIGN(mine, is_it(change, *blob));
      }
      if (!mine) continue;
    }
    came = came || !change.before;
    found.push_back(change);
  }
  if (!came) return found;
  for (const PastChange& change : changes) {
    if (change.after || !change.before || names_.contains(change.path)) continue;
    bool mine = false;
    if (id_.is_zero()) {
      PYRAMID_ASSIGN(mine, was_one_of(past_, found, change));
    } else {
      PYRAMID_ASSIGN(mine, is_it(change, *change.before));
    }
    if (!mine) continue;
    names_.insert(change.path);
    found.push_back(change);
  }
  return found;
}

Result<std::optional<history::PastFile>> file_at(history::Past& past, const PastTarget& target,
                                                 const PastCommit& commit) {
  Trail trail(past, target);
  const auto look =
      [&](const std::set<std::string>& names) -> Result<std::optional<history::PastFile>> {
    for (const std::string& name : names) {
      PYRAMID_ASSIGN(const std::optional<std::string> blob, past.blob_at(commit.id, name));
      if (!blob) continue;
      PYRAMID_ASSIGN(const Ulid id, id_of(past, name, *blob));
      if (id == target.id || target.id.is_zero())
        return std::optional(history::PastFile{name, *blob});
    }
    return std::optional<history::PastFile>();
  };
  PYRAMID_ASSIGN(std::optional<history::PastFile> found, look(trail.names()));
  if (found) return found;
  PYRAMID_TRY(past.each([&](const PastCommit& one) -> Result<bool> {
    if (one.id == commit.id) return false;
    PYRAMID_ASSIGN(const std::vector<PastChange> changes, past.changes(one));
    const Result<std::vector<PastChange>> mine = trail.of(changes);
    if (!mine) return fail(Error(mine.error()));
    return true;
  }));
  return look(trail.names());
}

}  // namespace pyramid::ops
