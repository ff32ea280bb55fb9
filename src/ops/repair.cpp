#include "ops/repair.hpp"

#include "base/path.hpp"
#include "format/conversation.hpp"
#include "history/past_versions.hpp"
#include "history/repository.hpp"
#include "merge/merge.hpp"
#include "ops/copies.hpp"
#include "ops/merging.hpp"
#include "ops/working_set.hpp"
#include "workspace/layout.hpp"
#include "workspace/store.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

namespace pyramid::ops {

namespace {

constexpr std::size_t kPastVersions = 20;
constexpr const char* kMessage = "memory: files with two states made one\n";

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
        store_(services.files, opened.workspace.root),
        day_(date_of(services.clock.now())) {}

  void look_at(const std::string& path, bool may_have_markers) {
    if (taken_.contains(path)) return;
    const std::optional<CopyName> copy = conflict_copy(path);
    if (copy && take_copy(path, *copy)) return;
    if (may_have_markers) unmark(path);
  }

  // Two files of one node.
  void unite(const std::string& extra, const std::string& counting) {
    if (taken_.contains(extra) || taken_.contains(counting)) return;
    const auto ours = bytes_of(counting), theirs = bytes_of(extra);
    if (!ours || !theirs) return;
    const auto mine = format::read_node(*ours, counting);
    const auto others = format::read_node(*theirs, extra);
    // Of other kinds a person may have copied one to begin another: `check --fix` tells them apart.
    const auto is_summary = [](const Result<format::Node>& node) {
      return node && node->kind == format::Kind::kSummary;
    };
    if (!is_summary(mine) || !is_summary(others)) return;
    std::string there = *theirs;
    // Links of another folder lead elsewhere.
    if (path::directory(extra) != path::directory(counting)) there = with_body_of(*theirs, *ours);
    settle(counting, *ours, merge::merge_file({counting, std::nullopt, *ours, there, day_}), extra,
           *theirs, "the same as " + extra + ", which is gone");
  }

  Result<bool> finish(history::Repository* repository) {
    PYRAMID_ASSIGN(const workspace::Store::Report stored, store_.commit());
    if (stored.written.empty() && stored.removed.empty()) return false;
    if (repository != nullptr) {
      std::vector<history::PathChange> changes;
      for (const std::string& path : stored.written) changes.push_back({path, bytes_of(path)});
      for (const std::string& path : stored.removed) changes.push_back({path, std::nullopt});
      const auto made = repository->commit(changes, kMessage, services_.clock.now());
      if (!made) return fail(Error(made.error()));
    }
    return true;
  }

 private:
  [[nodiscard]] std::optional<std::string> bytes_of(const std::string& path) const {
    Result<std::string> bytes = services_.files.read(opened_.workspace.absolute(path));
    if (!bytes) return std::nullopt;
    return *std::move(bytes);
  }

  static std::string with_body_of(const std::string& bytes, const std::string& other) {
    auto document = format::parse_document(bytes, "");
    const auto from = format::parse_document(other, "");
    if (!document || !from) return bytes;
    document->body = from->body;
    return to_bytes(*document);
  }

  static bool have_one_id(const std::string& a, const std::string& b) {
    const auto one = format::read_node(a, "a.md"), other = format::read_node(b, "b.md");
    return one && other && !one->id.is_zero() && one->id == other->id;
  }

  bool take_copy(const std::string& path, const CopyName& copy) {
    const bool there = services_.files.stat(opened_.workspace.absolute(copy.original)).has_value();
    if (!there && !copy.certain) return false;
    const auto theirs = bytes_of(path);
    const auto ours = bytes_of(copy.original);
    if (!theirs || taken_.contains(copy.original)) return false;
    if (!copy.certain && !(ours && have_one_id(*ours, *theirs))) return false;
    if (ours && !are_one_node(*ours, *theirs, copy.original)) return false;
    const std::vector<std::string> versions =
        history::past_versions(opened_.workspace.root, copy.original, kPastVersions);
    const std::string* base =
        common_version(versions, ours ? std::string_view(*ours) : *theirs, *theirs);
    merge::Sides sides{copy.original, std::nullopt, std::nullopt, *theirs, day_};
    if (ours) sides.ours = *ours;
    if (base != nullptr) sides.base = *base;
    settle(copy.original, ours, merge::merge_file(sides), path, *theirs,
           "with its conflict copy " + std::string(path::name(path)));
    return true;
  }

  void unmark(const std::string& path) {
    const auto bytes = bytes_of(path);
    if (!bytes || bytes->find("<<<<<<<") == std::string::npos || speaks_of_git(*bytes, path)) {
      return;
    }
    const auto two = merge::without_markers(*bytes);
    if (!two) return;
    merge::Sides sides{path, std::nullopt, two->ours, two->theirs, day_};
    if (two->base) sides.base = *two->base;
    const merge::Merged merged = merge::merge_file(sides);
    if (!merged.bytes) return;
    taken_.insert(path);
    store_.put(path, *merged.bytes, digest_of(*bytes));
    tell(path, "git's conflict markers: both sides are kept", merged);
  }

  void settle(const std::string& path, const std::optional<std::string>& ours,
              const merge::Merged& merged, const std::string& extra, const std::string& theirs,
              const std::string& reason) {
    if (!merged.bytes) return;
    taken_.insert({path, extra});
    store_.put(path, *merged.bytes, ours ? std::optional(digest_of(*ours)) : std::nullopt);
    store_.remove(extra, digest_of(theirs));
    tell(path, reason, merged);
  }

  void tell(const std::string& path, const std::string& reason, const merge::Merged& merged) {
    report_.merged.push_back({"merge", path, reason});
    for (const std::string& one : merged.told) report_.merged.push_back({"merge", path, one});
  }

  Services& services_;
  const Opened& opened_;
  SyncReport& report_;
  workspace::Store store_;
  Date day_;
  std::set<std::string> taken_;
};

// Whether the last commit is the program's, which has looked at all files since.
Result<bool> is_ours(history::Repository& repository) {
  PYRAMID_ASSIGN(const std::vector<history::CommitInfo> log, repository.log(1));
  return !log.empty() &&
         (log[0].subject.starts_with("memory: ") || log[0].subject.starts_with("by hand: "));
}

// Files that may be such, and whether all of them may hold markers.
Result<std::set<std::string>> unsure_files(const Opened& opened, bool settled,
                                           history::Repository* repository) {
  std::set<std::string> unsure(opened.scan.added.begin(), opened.scan.added.end());
  unsure.insert(opened.scan.changed.begin(), opened.scan.changed.end());
  if (settled || repository == nullptr) return unsure;
  PYRAMID_ASSIGN(const std::vector<std::string> edited, repository->uncommitted());
  unsure.insert(edited.begin(), edited.end());
  return unsure;
}

Status look_at_all(Services& services, const Opened& opened, bool settled,
                   history::Repository* repository, Repairer& repairer) {
  using Paths = std::set<std::string>;
  PYRAMID_ASSIGN(const Paths unsure, unsure_files(opened, settled, repository));
  bool foreign = repository == nullptr;
  if (!settled && repository != nullptr) {
    PYRAMID_ASSIGN(const bool ours, is_ours(*repository));
    foreign = !ours;
  }
  if (settled) {
    for (const std::string& path : unsure) repairer.look_at(path, true);
    return {};
  }
  const auto enters = [](std::string_view folder) { return workspace::enters(folder); };
  PYRAMID_ASSIGN(const Walk walk, services.files.walk(opened.workspace.root, enters, 2));
  for (const WalkEntry& entry : walk.files) {
    if (!workspace::is_memory_file(entry.path)) continue;
    repairer.look_at(entry.path, foreign || unsure.contains(entry.path));
  }
  return {};
}

// Of files with one id those that do not count.
Status unite_copies(Services& services, Opened& opened, Repairer& repairer) {
  WorkingSet memory(services.files, opened.workspace);
  PYRAMID_TRY(memory.load(*opened.index));
  for (const auto& [extra, counting] : memory.copies()) repairer.unite(extra, counting);
  return {};
}

}  // namespace

Status repair(Services& services, Opened& opened, bool settled, SyncReport& report) {
  std::unique_ptr<history::Repository> repository;
  if (opened.workspace.settings.commit) {
    PYRAMID_ASSIGN(repository, history::Repository::open(opened.workspace.root));
  }
  if (repository) {
    PYRAMID_ASSIGN(const bool finished,
                   finish_merge(services, opened.workspace, *repository, report.merged));
    if (finished) {
      PYRAMID_TRY(look_again(services, opened));
      PYRAMID_ASSIGN(repository, history::Repository::open(opened.workspace.root));
    }
    PYRAMID_TRY(repository->can_commit());
  }
  Repairer repairer(services, opened, report);
  PYRAMID_TRY(look_at_all(services, opened, settled, repository.get(), repairer));
  if (!settled || !opened.scan.added.empty()) PYRAMID_TRY(unite_copies(services, opened, repairer));
  PYRAMID_ASSIGN(const bool changed, repairer.finish(repository.get()));
  if (changed) PYRAMID_TRY(look_again(services, opened));
  return {};
}

}  // namespace pyramid::ops
