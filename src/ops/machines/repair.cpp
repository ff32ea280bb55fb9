#include "ops/machines/repair.hpp"

#include "base/parallel.hpp"
#include "base/path.hpp"
#include "format/conversation.hpp"
#include "history/merged_sides.hpp"
#include "history/past_versions.hpp"
#include "history/repository.hpp"
#include "merge/merge.hpp"
#include "ops/calls/commit_gate.hpp"
#include "ops/nodes/copies.hpp"
#include "ops/nodes/name_tails.hpp"
#include "ops/nodes/one_id.hpp"
#include "ops/nodes/one_node.hpp"
#include "ops/nodes/pending_files.hpp"
#include "ops/nodes/put_aside.hpp"
#include "ops/nodes/renumbered.hpp"
#include "ops/nodes/working_set.hpp"
#include "ops/run/diary.hpp"
#include "ops/run/latecomers.hpp"
#include "ops/run/merging.hpp"
#include "ops/run/tombstones.hpp"
#include "pyramid/version.hpp"
#include "workspace/layout.hpp"
#include "workspace/store.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

namespace pyramid::ops {

namespace {

constexpr const char* kRepairMessage = "memory: files with two states made one";
constexpr const char* kMendMessage = "memory: values in quotes that YAML refused";

// Each once.
void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
  std::sort(to.begin(), to.end());
  to.erase(std::unique(to.begin(), to.end()), to.end());
}

// What changed since the first look is as good as what that found.
Status look_again(Services& services, Opened& opened) {
  PYRAMID_ASSIGN(
      index::RefreshReport again,
      opened.index->refresh(services.files, services.embedder, services.progress, false));
  const index::RefreshReport first = std::move(opened.scan);
  append(again.added, first.added);
  append(again.changed, first.changed);
  append(again.removed, first.removed);
  again.embedded += first.embedded;
  again.rebuilt = again.rebuilt || first.rebuilt;
  again.settled = first.settled;
  opened.scan = std::move(again);
  return {};
}

// Fenced or quoted, and in what was said, markers are somebody's words about git.
bool speaks_of_git(const std::string& bytes, const std::string& path) {
  if (workspace::kind_of_path(path) != format::Kind::kSession) return false;
  const auto document = format::parse_document(bytes, path);
  return document && format::read_session(*document, path);
}

// Collects the changes, then makes them.
class Repairer {
 public:
  Repairer(Services& services, const Opened& opened, SyncReport& report)
      : services_(services),
        opened_(opened),
        report_(report),
        pending_(services.files, opened.workspace),
        day_(date_of(services.clock.now())) {}

  void look_at(const std::string& path, bool may_have_markers) {
    if (taken_.contains(path)) return;
    const std::optional<CopyName> copy = conflict_copy(path);
    if (copy && take_copy(path, *copy)) return;
    if (may_have_markers) unmark(path);
  }

  // They are no memory file, so no scan looks at them.
  void look_at_settings() { unmark(std::string(workspace::kSettingsFile)); }

  // A value that YAML refuses, as in `title: A: b`, would take the file out of the memory.
  void quote_head(const std::string& path) {
    if (taken_.contains(path)) return;
    const auto bytes = bytes_of(path);
    auto quoted = bytes ? format::with_quoted_head(*bytes, path) : std::nullopt;
    if (!quoted || !format::read_node(*quoted, path)) return;
    taken_.insert(path);
    pending_.put(path, *std::move(quoted));
    report_.merged.push_back({"mend", path, "what YAML refused in its head is in quotes"});
  }

  // A conversation that went on in two places waits to be looked at again.
  void renumber(const std::string& path) {
    if (workspace::kind_of_path(path) != format::Kind::kSession || !repository_is_used()) return;
    const auto bytes = bytes_of(path);
    if (!bytes) return;
    const auto session = format::read_node(*bytes, path);
    if (!session || session->kind != format::Kind::kSession) return;
    if (session->extracted == 0 || session->extracted >= session->turns) return;
    tell_followed(follow_turns(opened_.workspace, path, pending_), path);
  }

  // Two files of one node, where they become one: the first of them by what they themselves say,
  // for the links of two machines lead each to its own. Either may have been merged with its
  // conflict copy just now.
  void unite(const std::string& path, const std::string& other) {
    const auto mine = bytes_of(path), theirs = bytes_of(other);
    if (!mine || !theirs) return;
    OneFile counting{other, *theirs}, extra{path, *mine};
    const auto one = format::read_node(*mine, path), two = format::read_node(*theirs, other);
    if (one && two && counts_before(one->id, one->at, path, two->at, other)) {
      std::swap(counting, extra);
    }
    const auto united = unite_files(opened_.workspace.root, day_, counting, extra);
    if (united) settle(united->place, united->merged, united->gone, united->reason);
  }

  [[nodiscard]] Diagnostics& left() { return left_; }
  [[nodiscard]] const PendingFiles& pending() const { return pending_; }
  // What finish() wrote.
  [[nodiscard]] std::set<std::string>& united() { return united_; }

  // Whether anything changed. `repository`: is opened where it is needed and was not.
  Result<bool> finish(std::unique_ptr<history::Repository> repository) {
    if (pending_.empty()) return false;
    if (!repository && opened_.workspace.settings.commit) {
      PYRAMID_ASSIGN(repository, history::Repository::open(opened_.workspace.root));
    }
    if (repository) PYRAMID_TRY(repository->can_commit());
    workspace::Store store(services_.files, opened_.workspace.root);
    pending_.hand_to(store);
    PYRAMID_ASSIGN(const workspace::Store::Report stored, store.commit());
    if (stored.written.empty() && stored.removed.empty()) return false;
    united_.insert(stored.written.begin(), stored.written.end());
    if (repository) {
      const Latecomers late(services_.files, opened_.workspace);
      std::vector<history::PathChange> changes;
      for (const std::string& path : stored.written) {
        auto bytes = bytes_of(path);
        if (!bytes || !late.may_say(path, *bytes, true))
          changes.push_back({path, std::move(bytes)});
      }
      for (const std::string& path : stored.removed) changes.push_back({path, std::nullopt});
      const bool only_mends = std::all_of(report_.merged.begin(), report_.merged.end(),
                                          [](const SyncStep& step) { return step.what == "mend"; });
      const std::string message = std::string(only_mends ? kMendMessage : kRepairMessage) + "\n\n" +
                                  machine_trailer(services_.machine) +
                                  "Pyramid-Version: " PYRAMID_VERSION "\n";
      const std::shared_ptr<SecretsGate> gate = put_gate(*repository, opened_.workspace.settings);
      const auto made = repository->commit(changes, message, services_.clock.now());
      if (!made) return fail(Error(made.error()));
    }
    return true;
  }

 private:
  [[nodiscard]] bool repository_is_used() const { return opened_.workspace.settings.commit; }

  [[nodiscard]] std::optional<std::string> bytes_of(const std::string& path) const {
    return pending_.bytes(path);
  }

  bool take_copy(const std::string& path, const CopyName& copy) {
    // Most names end as one of another computer does.
    if (!copy.certain && !pending_.is_there(copy.original)) {
      return take_copy_of_renamed(path, copy.original);
    }
    const auto theirs = bytes_of(path);
    const auto ours = bytes_of(copy.original);  // with what came of its other copies
    if (!theirs || !is_to_be_merged(copy, ours, *theirs)) return false;
    if (ours && format::parse_document(*ours, copy.original)) {
      if (const auto read = format::parse_document(*theirs, path); !read) {
        leave(path, copy.original, read.error());
        return true;
      }
    }
    if (was_forgotten(*theirs, path)) {
      taken_.insert(path);
      pending_.put(path, std::nullopt);
      report_.merged.push_back({"merge", path, "a conflict copy of what was forgotten: gone"});
      return true;
    }
    const std::string name(path::name(path));
    if (ours && breaks_off(*theirs, *ours)) {
      taken_.insert(path);
      pending_.put(path, std::nullopt);
      report_.merged.push_back(
          {"merge", copy.original, "with its conflict copy " + name + ", which broke off: gone"});
      return true;
    }
    if (!ours && take_copy_of_moved(path, copy.original, *theirs)) return true;
    if (!ours && !copy.stands_alone && !was_committed(copy.original)) return false;
    if (!ours) {
      settle(copy.original, {*theirs, 0, {}}, path,
             "gone, so its conflict copy " + name + " takes its place");
      return true;
    }
    // No version that was committed here is known to be what both were made from: a state that
    // another program brought passes for an edit of what it took the place of.
    const merge::Sides sides{copy.original, std::nullopt, *ours, *theirs, day_};
    settle(copy.original, merge::merge_file(sides), path, "with its conflict copy " + name);
    if (workspace::kind_of_path(copy.original) == format::Kind::kSession) {
      tell_followed(follow_turns(copy.original, *ours, *theirs, *opened_.index, pending_),
                    copy.original);
    }
    return true;
  }

  // A summary's name ends as its id does, so what such a name would be a copy of is known.
  bool take_copy_of_renamed(const std::string& path, const std::string& original) {
    const format::Kind kind = workspace::kind_of_path(path);
    const bool is_none = kind == format::Kind::kObservation || kind == format::Kind::kSession;
    if (is_none || tail_in(original).empty()) return false;
    const auto known = opened_.index->node_at(path);
    if (known && *known && tail_in(path) == short_id((*known)->id)) return false;  // its own name
    const auto theirs = bytes_of(path);
    if (!theirs) return false;
    const auto node = format::read_node(*theirs, original);
    return node && node->kind == format::Kind::kSummary &&
           tail_in(original) == short_id(node->id) && take_copy_of_moved(path, original, *theirs);
  }

  // The file is there, under another name: one that it got as its words were forgotten, say.
  bool take_copy_of_moved(const std::string& path, const std::string& original,
                          const std::string& theirs) {
    const auto node = format::read_node(theirs, original);
    if (!node || node->id.is_zero()) return false;
    const Result<std::vector<std::string>> known = opened_.index->paths_with(node->id);
    if (!known) return false;
    for (const std::string& place : *known) {
      if (place == path) continue;
      const auto named = conflict_copy(place);
      const auto ours = named && named->certain ? std::nullopt : bytes_of(place);
      if (!ours) continue;
      const auto united =
          unite_files(opened_.workspace.root, day_, {place, *ours}, {original, theirs});
      if (!united || !united->merged.bytes) continue;
      settle(united->place, united->merged, path,
             "with the conflict copy " + std::string(path::name(path)) + " of " + original);
      if (united->place != place) pending_.put(place, std::nullopt);
      return true;
    }
    return false;
  }

  [[nodiscard]] bool was_committed(const std::string& path) const {
    return !history::past_versions(opened_.workspace.root, path, 1).empty();
  }

  // A copy that cannot be read would make its original unreadable.
  void leave(const std::string& path, const std::string& original, const Error& why) {
    taken_.insert(path);
    left_.push_back({Severity::kWarning, path,
                     "is a conflict copy of " + original +
                         " that cannot be read, and is left as it is (" + why.what + ")",
                     "take what is right into " + original + ", and remove it"});
  }

  [[nodiscard]] bool was_forgotten(const std::string& bytes, const std::string& path) const {
    const auto node = format::read_node(bytes, path);
    return node && !node->id.is_zero() &&
           is_forgotten(services_.files, opened_.workspace, node->id);
  }

  void unmark(const std::string& path) {
    const auto bytes = bytes_of(path);
    if (!bytes || bytes->find("<<<<<<<") == std::string::npos || speaks_of_git(*bytes, path)) {
      return;
    }
    const merge::Fences fences =
        came_with_a_merge(path) ? merge::Fences::kMayBeGits : merge::Fences::kHoldWords;
    auto two = merge::without_markers(*bytes, fences);
    if (!two) return;
    merge::Sides sides{path, std::nullopt, two->ours, two->theirs, day_};
    find_base(path, fences, *two, sides.day);
    if (two->base) sides.base = *two->base;
    const merge::Merged merged = merge::merge_file(sides);
    if (!merged.bytes) return;
    taken_.insert(path);
    pending_.put(path, merged.bytes);
    tell(path, "git's conflict markers: the two sides are one again", merged);
  }

  // Markers in a block of code, committed by a merge whose sides came from a text without any.
  [[nodiscard]] bool came_with_a_merge(const std::string& path) const {
    if (!repository_is_used()) return false;
    const auto merged = history::merge_base_of(opened_.workspace.root, path);
    return merged && merged->bytes.find("<<<<<<<") == std::string::npos;
  }

  // What the two sides of markers came from, where these do not tell it, and the day of the merge:
  // so that the outcome is that of the merge driver.
  void find_base(const std::string& path, merge::Fences fences, merge::Unmarked& two,
                 Date& day) const {
    const std::string& root = opened_.workspace.root;
    const std::vector<std::string> last = history::past_versions(root, path, 1);
    if (last.empty() || !merge::without_markers(last.front(), fences)) return;
    if (auto merged = history::merge_base_of(root, path)) {
      if (!two.base) two.base = std::move(merged->bytes);
      day = date_of(merged->newer);
    }
  }

  void settle(const std::string& path, const merge::Merged& merged, const std::string& extra,
              const std::string& reason) {
    if (!merged.bytes) return;
    taken_.insert({path, extra});
    pending_.put(path, merged.bytes);
    pending_.put(extra, std::nullopt);
    tell(path, reason, merged);
  }

  void tell_followed(const std::vector<std::string>& followed, const std::string& session) {
    for (const std::string& one : followed) {
      taken_.insert(one);
      report_.merged.push_back({"merge", one, "its turn has another number in " + session});
    }
  }

  void tell(const std::string& path, const std::string& reason, const merge::Merged& merged) {
    report_.merged.push_back({"merge", path, reason});
    for (const std::string& one : merged.told) report_.merged.push_back({"merge", path, one});
  }

  Services& services_;
  const Opened& opened_;
  SyncReport& report_;
  PendingFiles pending_;
  Date day_;
  std::set<std::string> taken_;
  Diagnostics left_;
  std::set<std::string> united_;
};

// Whether the last commit is the program's, which has looked at all files since.
Result<bool> is_ours(history::Repository& repository) {
  PYRAMID_ASSIGN(const std::vector<history::CommitInfo> log, repository.log(1));
  return !log.empty() &&
         (log[0].subject.starts_with("memory: ") || log[0].subject.starts_with("by hand: "));
}

using Paths = std::vector<std::string>;

// Only what the scan found is new.
Status look_at_new(FileSystem& files, const Opened& opened, Repairer& repairer) {
  for (const Paths* paths : {&opened.scan.added, &opened.scan.changed}) {
    for (const std::string& path : *paths) {
      repairer.look_at(path, true);
      repairer.renumber(path);
    }
  }
  for (const std::string& path : opened.scan.unreadable) repairer.quote_head(path);
  index::Index& index = *opened.index;
  std::set<Ulid> doubled;
  for (const std::string& path : opened.scan.added) {
    PYRAMID_ASSIGN(const std::optional<format::Node> added, index.node_at(path));
    if (!added || added->id.is_zero()) continue;
    PYRAMID_ASSIGN(const Paths same, index.paths_with(added->id));
    if (same.size() > 1) doubled.insert(added->id);
  }
  if (doubled.empty()) return {};
  PYRAMID_ASSIGN(const auto same, files_with_one_id(index, files, opened.workspace));
  for (const std::vector<Claimant>& claimants : same) {
    if (!doubled.contains(claimants.front().id)) continue;
    for (std::size_t i = 1; i < claimants.size(); ++i) {
      repairer.unite(claimants[i].path, claimants.front().path);
    }
  }
  return {};
}

// Any file may be such, and all of them may hold markers after a commit that is not ours, unless it
// is known which changed since the last sync. `repository`: null where none is used.
Status look_at_all(Services& services, const Opened& opened, history::Repository* repository,
                   const Paths& uncommitted, const WorkingSet& memory, Repairer& repairer) {
  std::set<std::string> unsure(opened.scan.added.begin(), opened.scan.added.end());
  unsure.insert(opened.scan.changed.begin(), opened.scan.changed.end());
  bool foreign = !opened.scan.settled;
  if (repository != nullptr) {
    unsure.insert(uncommitted.begin(), uncommitted.end());
    PYRAMID_ASSIGN(const bool ours, is_ours(*repository));
    foreign = foreign && !ours;
  }
  const auto enters = [](std::string_view folder) { return workspace::enters(folder); };
  PYRAMID_ASSIGN(const Walk walk, services.files.walk(opened.workspace.root, enters, 2));
  for (const WalkEntry& entry : walk.files) {
    if (!workspace::is_memory_file(entry.path)) continue;
    repairer.look_at(entry.path, foreign || unsure.contains(entry.path));
  }
  for (const std::string& path : opened.scan.unreadable) repairer.quote_head(path);
  for (const std::string& path : unsure) repairer.renumber(path);
  for (const auto& [extra, counting] : memory.copies()) repairer.unite(extra, counting);
  return {};
}

// What a look at all takes, at once: git compares, and the index is loaded.
Result<Learned> learn(Services& services, const Opened& opened, history::Repository* repository) {
  Learned learned;
  learned.memory = std::make_unique<WorkingSet>(services.files, opened.workspace);
  Status loaded;
  Result<Paths> uncommitted = Paths();
  parallel_for(2, 2, [&](std::size_t part) {
    if (part == 1) {
      loaded = learned.memory->load(*opened.index);
    } else if (repository != nullptr) {
      uncommitted = repository->uncommitted();
    }
  });
  PYRAMID_TRY(std::move(loaded));
  PYRAMID_ASSIGN(Paths paths, std::move(uncommitted));
  if (repository != nullptr) learned.uncommitted = std::move(paths);
  return learned;
}

}  // namespace

Result<Learned> repair(Services& services, Opened& opened, bool settled, SyncReport& report) {
  Repairer repairer(services, opened, report);
  Learned learned;
  Diagnostics unstaged;
  std::unique_ptr<history::Repository> repository;
  if (settled) {  // no merge is under way either
    PYRAMID_TRY(look_at_new(services.files, opened, repairer));
  } else {
    if (opened.workspace.settings.commit) {
      PYRAMID_ASSIGN(repository, history::Repository::open(opened.workspace.root));
    }
    if (repository) {
      PYRAMID_ASSIGN(const bool finished,
                     finish_merge(services, opened.workspace, *repository, report.merged));
      if (finished) {
        PYRAMID_ASSIGN(unstaged, return_staged(services.files, opened.workspace));
        PYRAMID_TRY(look_again(services, opened));
        PYRAMID_ASSIGN(repository, history::Repository::open(opened.workspace.root));
      }
    }
    PYRAMID_ASSIGN(learned, learn(services, opened, repository.get()));
    PYRAMID_TRY(look_at_all(services, opened, repository.get(),
                            learned.uncommitted.value_or(Paths()), *learned.memory, repairer));
  }
  repairer.look_at_settings();
  PYRAMID_ASSIGN(const bool changed, repairer.finish(std::move(repository)));
  if (changed) {
    PYRAMID_TRY(look_again(services, opened));
    learned = Learned();
  }
  learned.left = std::move(repairer.left());
  learned.united = std::move(repairer.united());
  learned.left.insert(learned.left.end(), unstaged.begin(), unstaged.end());
  return learned;
}

Result<Rehearsal> rehearse_repair(Services& services, Opened& opened, bool settled,
                                  const WorkingSet& memory, const Paths& uncommitted) {
  SyncReport report;
  Repairer repairer(services, opened, report);
  if (settled) {
    PYRAMID_TRY(look_at_new(services.files, opened, repairer));
  } else {
    std::unique_ptr<history::Repository> repository;
    if (opened.workspace.settings.commit) {
      PYRAMID_ASSIGN(repository, history::Repository::open(opened.workspace.root));
    }
    PYRAMID_TRY(look_at_all(services, opened, repository.get(), uncommitted, memory, repairer));
  }
  repairer.look_at_settings();
  return Rehearsal{std::move(report.merged), repairer.pending().all(), std::move(repairer.left())};
}

}  // namespace pyramid::ops
