#include "ops/past/taking_back.hpp"

#include "base/text.hpp"
#include "format/task.hpp"
#include "merge/merge.hpp"
#include "ops/nodes/memory_changes.hpp"
#include "ops/nodes/one_node.hpp"
#include "ops/nodes/revision.hpp"
#include "ops/run/tombstones.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace pyramid::ops {

namespace {

using format::Kind;
using history::Past;
using history::PastChange;
using history::PastCommit;

Ulid id_recorded_in(const std::optional<std::string>& bytes, const std::string& path) {
  if (!bytes || !workspace::is_memory_file(path)) return {};
  const Result<format::Node> node = format::read_node(*bytes, path);
  return node ? node->id : Ulid{};
}

// Whether a file is as a commit left it, but for the model that a later sync has given it.
bool is_unchanged(const std::string& path, const std::optional<std::string>& then,
                  const std::optional<std::string>& now) {
  if (then == now) return true;
  if (!then || !now || format::kind_of_path(path) != Kind::kObservation) return false;
  const Result<format::Node> node = format::read_node(*then, path);
  if (!node || !node->model.empty()) return false;
  const Result<std::string> unassigned = format::with_field(*now, path, "model", "");
  return unassigned && *unassigned == *then;
}

// Texts whose parts stand for themselves.
bool has_parts(Kind kind) { return format::is_persons(kind) || format::is_home(kind); }

// How a task ended, which is one thing however many parts of its file tell it.
Result<std::string> told_end(const std::string& bytes, const std::string& path) {
  PYRAMID_ASSIGN(const format::Document document, format::read_document(bytes, path));
  const auto field = [&](std::string_view key) {
    return std::string(document.frontmatter.scalar(key).value_or(""));
  };
  return field("success") + "\n" + field("finished") + "\n" +
         join(format::told_task(document).outcomes, "\n\n");
}

// Whether a task ended otherwise since: nothing of its end can be taken back then.
bool ended_since(const std::string& path, const std::string& before, const std::string& after,
                 const std::string& now) {
  const auto then = told_end(before, path), done = told_end(after, path), is = told_end(now, path);
  return then && done && is && *then != *done && *is != *done;
}

class Taker {
 public:
  Taker(const WorkingSet& memory, Past& past, const Forgotten& forgotten, std::string head,
        Date day)
      : memory_(memory), past_(past), forgotten_(forgotten), head_(std::move(head)), day_(day) {}

  Status take(const PastChange& change) {
    PYRAMID_ASSIGN(const auto before, read(change.before));
    PYRAMID_ASSIGN(const auto after, read(change.after));
    std::string place = change.path;
    PYRAMID_ASSIGN(std::optional<std::string> now, read_now(place));
    if (after && !now) {
      const std::string moved = place_of(id_recorded_in(after, change.path));
      if (!moved.empty()) place = moved;
      PYRAMID_ASSIGN(now, read_now(place));
    }
    if (place == change.path && now == before) {
      settled_.insert(place);
      return {};
    }
    const Ulid id = id_recorded_in(before, change.path);
    if (forgotten_.nodes.contains(id) || forgotten_.has_lost_words(id)) {
      taken_.left.push_back(place);
      return {};
    }
    // Links of a file that was moved are mended by the next sync.
    const bool mended =
        place != change.path && after && now && !is_unchanged(change.path, after, now);
    const auto there = [&](const std::optional<std::string>& bytes) {
      return mended && bytes ? std::optional(with_links_of(*bytes, change.path, place)) : bytes;
    };
    if (is_unchanged(change.path, there(after), now)) {
      taken_.files[place] = there(before);
    } else if (before && after && now) {
      take_part(place, *there(before), *there(after), *now);
    } else {
      taken_.left.push_back(place);
    }
    return {};
  }

  // What is as it was before the commit stays: a fact that is back where the commit had moved it
  // from. Of files with one id there is to be one, and what stays keeps the conversation that it is
  // from; a generated text is written again from what stays.
  Result<RevertedFiles> finish() {
    for (const std::string& place : settled_) taken_.files.erase(place);
    for (std::size_t i = 0, count = taken_.left.size(); i < count; ++i) {
      const format::Node* node = memory_.at(taken_.left[i]);
      if (node == nullptr || format::is_generated(node->kind)) continue;
      PYRAMID_ASSIGN(const format::Node whole, memory_.read(*node));
      for (const format::Edge& edge : whole.edges) keep(edge.path);
    }
    for (auto one = taken_.files.begin(); one != taken_.files.end();) {
      const std::string other = place_of(id_recorded_in(one->second, one->first));
      const auto goes = taken_.files.find(other);
      const bool stays = !other.empty() && other != one->first &&
                         (goes == taken_.files.end() || goes->second.has_value());
      if (stays) taken_.left.push_back(one->first);
      one = stays ? taken_.files.erase(one) : std::next(one);
    }
    return std::exchange(taken_, {});
  }

 private:
  [[nodiscard]] std::string place_of(const Ulid& id) const {
    return id.is_zero() ? std::string() : memory_.path_of(id);
  }
  Result<std::optional<std::string>> read(const std::optional<std::string>& blob) {
    if (!blob) return std::optional<std::string>();
    PYRAMID_ASSIGN(std::string bytes, past_.read(*blob));
    return std::optional(std::move(bytes));
  }
  Result<std::optional<std::string>> read_now(const std::string& path) {
    PYRAMID_ASSIGN(const std::optional<std::string> blob, past_.blob_at(head_, path));
    return read(blob);
  }

  void keep(const std::string& path) {
    const auto goes = taken_.files.find(path);
    if (goes == taken_.files.end() || goes->second) return;
    taken_.left.push_back(path);
    taken_.files.erase(goes);
  }

  void take_part(const std::string& place, const std::string& before, const std::string& after,
                 const std::string& now) {
    const auto without = without_change(place, before, after, now, day_);
    if (without) {
      taken_.files[place] = *without;
    } else {
      taken_.left.push_back(place);
    }
  }

  const WorkingSet& memory_;
  Past& past_;
  const Forgotten& forgotten_;
  std::string head_;
  Date day_;
  RevertedFiles taken_;
  std::set<std::string> settled_;  // where the files are that the commit found as they are now
};

}  // namespace

std::optional<std::string> without_change(const std::string& path, const std::string& before,
                                          const std::string& after, const std::string& now,
                                          Date day) {
  const Result<format::Node> node = format::read_node(now, path);
  if (!node || !has_parts(node->kind)) return std::nullopt;
  if (node->kind == Kind::kTask && ended_since(path, before, after, now)) return std::nullopt;
  const std::vector<MemoryChange> meant = meaning_of({{path, before, after}});
  const bool is_generated = std::all_of(
      meant.begin(), meant.end(), [](const MemoryChange& one) { return one.kind == "section"; });
  if (is_generated) return std::nullopt;  // a sync wrote it, and the next one would again
  merge::Merged merged = merge::merge_file({path, after, now, before, day});
  if (!merged.bytes || merged.conflicts > 0 || *merged.bytes == now) return std::nullopt;
  return std::move(merged.bytes);
}

Result<RevertedFiles> take_back(FileSystem& files, const workspace::Workspace& workspace,
                                const WorkingSet& memory, Past& past, const PastCommit& commit,
                                Date day) {
  if (commit.is_edge) return no_history_before(commit);
  PYRAMID_ASSIGN(const PastCommit head, past.commit("HEAD"));
  const std::string before = commit.parents.empty() ? std::string() : commit.parents.front();
  PYRAMID_ASSIGN(const std::vector<PastChange> changes, past.changes(before, commit.id));
  PYRAMID_ASSIGN(const Forgotten forgotten, read_forgotten(files, workspace));
  Taker taker(memory, past, forgotten, head.id, day);
  for (const PastChange& change : changes) {
    const bool is_tombstone = change.path.starts_with(std::string(kForgottenFolder) + "/");
    if (is_tombstone && !change.before) {
      return fail(ErrorKind::kUsage, "what was forgotten is not put back", commit.id.substr(0, 7),
                  "take back commits before or beside it one by one, or put back single files");
    }
    if (change.path == workspace::kSettingsFile && !change.before) {
      return fail(ErrorKind::kUsage, "made this workspace, and is not undone",
                  commit.id.substr(0, 7), "put back single files: `pyramid revert FILE`");
    }
    if (is_told(change.path)) PYRAMID_TRY(taker.take(change));
  }
  return taker.finish();
}

}  // namespace pyramid::ops
