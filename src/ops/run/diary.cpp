#include "ops/run/diary.hpp"

#include "base/parallel.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "ops/calls/commit_gate.hpp"
#include "ops/calls/ledger.hpp"
#include "ops/calls/secrets.hpp"
#include "ops/calls/untold_task.hpp"
#include "ops/nodes/revision.hpp"
#include "ops/nodes/unfinished.hpp"
#include "ops/run/key_file.hpp"
#include "ops/run/latecomers.hpp"
#include "ops/run/lost_homes.hpp"
#include "ops/run/merging.hpp"
#include "ops/run/told.hpp"
#include "ops/run/tombstones.hpp"
#include "pyramid/version.hpp"
#include "workspace/layout.hpp"
#include "workspace/store.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace pyramid::ops {

namespace {

constexpr std::size_t kNamesInSubject = 3;
constexpr std::size_t kTextInSubject = 60;  // bytes

// "a", "a and b", "a, b and 3 more"
std::string enumerate(const std::vector<std::string>& names) {
  std::string text;
  const std::size_t shown = names.size() > kNamesInSubject ? kNamesInSubject - 1 : names.size();
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += names[i];
  }
  if (shown < names.size()) text += " and " + std::to_string(names.size() - shown) + " more";
  return text;
}

std::vector<std::string> quoted(const std::vector<std::string>& titles) {
  std::vector<std::string> quoted;
  for (const std::string& title : titles) quoted.push_back("\"" + printable(title) + "\"");
  return quoted;
}

std::string observations(std::size_t n) {
  return n > 0 ? count_of(n, "observation") : "no new observation";
}

void add_part(std::vector<std::string>& parts, std::size_t n, std::string_view singular,
              std::string_view behind, std::string_view plural = {}) {
  if (n > 0) parts.push_back(count_of(n, singular, plural) + std::string(behind));
}

constexpr std::string_view kSections = "Sections";  // of a sync's commits alone

std::string trailer_key(std::string_view what) { return "Pyramid-" + std::string(what); }

std::string trailer(std::string_view what, std::size_t value) {
  return trailer_key(what) + ": " + std::to_string(value) + "\n";
}

bool is_ours_to_commit(std::string_view path) {
  return workspace::is_memory_file(path) || path == workspace::kSettingsFile ||
         path == ".gitattributes" || path == ".gitignore" ||
         path.starts_with(std::string(kForgottenFolder) + "/");
}

bool is_written_by_us(const std::string& path) {
  if (!workspace::is_memory_file(path)) return false;
  return !format::is_persons(workspace::kind_of_path(path));
}

// Models that had no file, as it was deleted or as only a fact's `model:` told of them.
std::vector<std::string> restored_models(const SyncReport& report) {
  std::vector<std::string> models;
  for (const SyncStep& step : report.steps) {
    if (step.what != kRestored) continue;
    const std::size_t slash = step.path.rfind('/') + 1;
    models.push_back(step.path.substr(slash, step.path.rfind('.') - slash));
  }
  return models;
}

std::size_t came_in(const ImportReport& report) {
  return report.added + report.grown + report.changed;
}

}  // namespace

std::string commit_message(const SyncReport& report, const std::vector<std::string>& titles) {
  std::vector<std::string> parts;
  const std::string source = titles.empty() ? "" : " from " + enumerate(quoted(titles));
  if (report.observations_added > 0 || !titles.empty()) {
    parts.push_back(observations(report.observations_added) + source);
  }
  if (report.observations_seen_again > 0) {
    parts.push_back(std::to_string(report.observations_seen_again) + " seen again");
  }
  if (report.observations_superseded > 0) {
    parts.push_back(std::to_string(report.observations_superseded) + " superseded");
  }
  if (report.observations_added == 0) {
    add_part(parts, report.observations_assigned, "observation", " assigned");
  }
  const std::size_t sessions = report.imported ? came_in(*report.imported) : 0;
  if (parts.empty()) add_part(parts, sessions, "conversation", "");  // its facts wait for answers
  add_part(parts, report.summaries_written, "summary", "", "summaries");
  add_part(parts, report.summaries_removed, "summary", " removed", "summaries");
  const std::vector<std::string> restored = restored_models(report);
  std::vector<std::string> rewritten = report.models_rewritten;
  std::erase_if(rewritten, [&](const std::string& model) {
    return std::find(restored.begin(), restored.end(), model) != restored.end();
  });
  if (!restored.empty()) parts.push_back(enumerate(restored) + " given a file");
  if (!rewritten.empty()) parts.push_back(enumerate(rewritten) + " rewritten");
  if (report.links_mended > 0) {
    parts.push_back("links of " + count_of(report.links_mended, "file") + " mended");
  }
  if (parts.empty()) parts.emplace_back("housekeeping");
  std::string message = "memory: " + join(parts, ", ") + "\n\n";
  if (sessions > 0) {
    std::vector<std::string> conversations;
    add_part(conversations, report.imported->added, "new conversation", "");
    add_part(conversations, report.imported->grown, "conversation", " that went on");
    add_part(conversations, report.imported->changed, "conversation", " edited at the source");
    message += join(conversations, ", ") + ".\n";
  }
  if (!report.models_created.empty()) {
    message += "New models: " + join(report.models_created, ", ") + ".\n";
  }
  if (!restored.empty()) {
    message += "Given a file, as there was none: " + join(restored, ", ") + ".\n";
  }
  if (!rewritten.empty()) {
    message += "Rewritten: " + join(rewritten, ", ") + ".\n";
  }
  if (message.back() == '\n' && message[message.size() - 2] != '\n') message += "\n";
  if (sessions > 0) message += trailer("Sessions", sessions);
  return message + trailer("Observations", report.observations_added) +
         trailer("Summaries", report.summaries_written) +
         trailer(kSections, report.sections_written) + "Pyramid-Version: " PYRAMID_VERSION "\n";
}

bool is_by_sync(const history::PastCommit& commit) {
  return !trailer_of(commit, trailer_key(kSections)).empty();
}

std::string import_message(const std::vector<std::string>& titles, const ImportReport& report) {
  const std::string again =
      report.seen_again > 0 ? ", " + std::to_string(report.seen_again) + " seen again," : "";
  const bool unheard = report.observations == 0 && report.seen_again == 0 && came_in(report) > 0;
  const std::string what =
      unheard ? count_of(came_in(report), "conversation") : observations(report.observations);
  return "memory: " + what + again + " from " + enumerate(quoted(titles)) + "\n\n" +
         trailer("Sessions", came_in(report)) + trailer("Observations", report.observations) +
         "Pyramid-Version: " PYRAMID_VERSION "\n";
}

std::string observe_message(const std::string& text, bool added) {
  std::string shown(utf8::truncate(text, kTextInSubject));
  if (shown.size() < text.size()) shown += "…";
  return "memory: observed \"" + printable(shown) + (added ? "\"\n\n" : "\" again\n\n") +
         trailer("Observations", added ? 1 : 0) + "Pyramid-Version: " PYRAMID_VERSION "\n";
}

std::string machine_trailer(const std::string& machine) {
  return machine.empty() ? "" : "Pyramid-Machine: " + slugify(machine) + "\n";
}

namespace {

Result<std::unique_ptr<history::Repository>> open_diary(const workspace::Workspace& workspace,
                                                        const std::string& machine) {
  if (!workspace.settings.commit) return std::unique_ptr<history::Repository>();
  PYRAMID_ASSIGN(std::unique_ptr<history::Repository> repository,
                 history::Repository::open(workspace.root));
  if (!repository) return repository;
  PYRAMID_TRY(repository->can_commit());
  put_gate(*repository, workspace.settings);
  repository->sign_with(machine_trailer(machine));
  repository->use_threads(worker_count(0, workspace.settings));
  return repository;
}

// What differs from the last commit, by whose it is.
struct Uncommitted {
  std::vector<history::PathChange> own;  // of a command that was interrupted
  std::vector<history::PathChange> by_hand;
  std::vector<std::string> names;  // of by_hand
  std::vector<std::string> held;
  bool left_unread = false;
};

Uncommitted read_uncommitted(FileSystem& files, const workspace::Workspace& workspace,
                             const std::vector<std::string>& differing,
                             const std::set<std::string>& united, Diagnostics& diagnostics) {
  const Unfinished unfinished = read_unfinished(files, workspace);
  const auto is_own = [&](const std::string& path, const std::optional<std::string>& bytes) {
    const auto noted = unfinished.find(path);
    return noted != unfinished.end() &&
           noted->second.contains(bytes ? std::optional(digest_of(*bytes)) : std::nullopt);
  };
  const Latecomers late(files, workspace);
  Uncommitted found;
  for (const std::string& path : differing) {
    if (!is_ours_to_commit(path)) continue;
    Result<std::string> content = files.read(workspace.absolute(path));
    std::optional<std::string> bytes;
    if (content) {
      if (waits_to_be_merged(files, workspace, path, *content)) continue;
      if (late.may_say(path, *content, united.contains(path))) {
        found.held.push_back(path);
        continue;
      }
      if (leaves_out(*content, path, secrets_policy(workspace.settings), diagnostics)) continue;
      bytes = std::move(*content);
    } else if (content.error().kind != ErrorKind::kNotFound) {
      found.left_unread = true;  // the scan's diagnostic names it
      continue;
    }
    if (is_own(path, bytes)) {
      found.own.push_back({path, std::move(bytes)});
    } else {
      found.by_hand.push_back({path, std::move(bytes)});
      found.names.push_back(path);
    }
  }
  allow_all_at_once(secrets_policy(workspace.settings), diagnostics);
  return found;
}

// Files that killed commands left half written, as far as another program has committed them: gone,
// and to be taken out of the repository.
Result<std::vector<history::PathChange>> leftovers(history::Repository& repository,
                                                   FileSystem& files,
                                                   const workspace::Workspace& workspace) {
  PYRAMID_ASSIGN(const std::vector<std::string> paths,
                 repository.tracked_as(workspace::kTemporaryPrefix));
  std::vector<history::PathChange> gone;
  for (const std::string& path : paths) {
    PYRAMID_TRY(files.remove(workspace.absolute(path)));
    gone.push_back({path, std::nullopt});
  }
  return gone;
}

Status commit_by_hand(Diary& diary, const std::vector<history::PathChange>& changes, Time at) {
  if (changes.empty()) return {};
  std::vector<std::string> names;
  for (const history::PathChange& one : changes) names.push_back(one.path);
  const std::string message = std::string(kByHand) + printable(enumerate(names)) + "\n\n" +
                              count_of(names.size(), "file") +
                              " changed outside a sync, kept as found.\n";
  PYRAMID_ASSIGN(const auto info, diary.repository->commit_later(changes, message, at));
  if (info) diary.hand_edits_commit = info->id;
  return {};
}

// What differs from HEAD, as commits of the diary's.
Status commit_earlier(Diary& diary, FileSystem& files, const workspace::Workspace& workspace,
                      Time at, Diagnostics& diagnostics, Publish publish,
                      std::optional<std::vector<std::string>> touched,
                      const std::set<std::string>& united) {
  history::Repository& repository = *diary.repository;
  std::vector<std::string> differing;
  if (touched) {
    differing = *std::move(touched);
    std::sort(differing.begin(), differing.end());
  } else {
    PYRAMID_ASSIGN(differing, repository.uncommitted());
  }
  PYRAMID_ASSIGN(const std::vector<history::PathChange> left,
                 leftovers(repository, files, workspace));
  Diagnostics held_back;
  Uncommitted found = read_uncommitted(files, workspace, differing, united, held_back);
  held_back = not_yet_told(files, workspace, std::move(held_back));
  diagnostics.insert(diagnostics.end(), held_back.begin(), held_back.end());
  found.own.insert(found.own.end(), left.begin(), left.end());
  std::optional<history::CommitInfo> info;
  if (!found.own.empty()) {
    PYRAMID_ASSIGN(info, repository.commit_later(found.own,
                                                 "memory: " + count_of(found.own.size(), "file") +
                                                     " of a command that was interrupted\n\n" +
                                                     "Pyramid-Version: " PYRAMID_VERSION "\n",
                                                 at));
    if (info) diary.resumed_commit = info->id;
    diary.resumed_files = info ? found.own.size() : 0;
  }
  PYRAMID_TRY(commit_by_hand(diary, found.by_hand, at));
  diary.held = std::move(found.held);
  diary.left_unread = found.left_unread;
  return publish == Publish::kNow ? repository.publish() : Status();
}

}  // namespace

Result<Diary> begin_diary(const Services& services, const workspace::Workspace& workspace,
                          Diagnostics& diagnostics, Publish publish,
                          std::optional<std::vector<std::string>> touched,
                          const std::set<std::string>& united) {
  Diary diary;
  PYRAMID_TRY(tell_untold(services, workspace));
  PYRAMID_ASSIGN(diary.repository, open_diary(workspace, services.machine));
  if (!diary.repository) {
    PYRAMID_TRY(forget_unfinished(services.files, workspace));
    return diary;
  }
  if (diary.repository->is_detached()) {
    diagnostics.push_back({Severity::kWarning, workspace.root,
                           "HEAD is on no branch: commits made now are on none either",
                           "git switch -c NAME, which keeps those made since; or git switch main"});
  }
  if (auto kept = key_file_in_git(services.files, workspace, *diary.repository)) {
    diagnostics.push_back(*std::move(kept));
  }
  PYRAMID_TRY(install_driver(services, workspace, *diary.repository));
  PYRAMID_TRY(commit_earlier(diary, services.files, workspace, services.clock.now(), diagnostics,
                             publish, std::move(touched), united));
  note_edited(services.ledger, diary.hand_edits_commit);
  return diary;
}

Status commit_held(Diary& diary, const Services& services, const workspace::Workspace& workspace,
                   const WorkingSet& memory) {
  if (!diary.repository || diary.held.empty()) return {};
  const Latecomers late(services.files, workspace);
  std::vector<history::PathChange> left;
  for (const std::string& path : std::exchange(diary.held, {})) {
    if (memory.changes().contains(path)) continue;
    Result<std::string> bytes = services.files.read(workspace.absolute(path));
    if (!bytes && bytes.error().kind != ErrorKind::kNotFound) diary.left_unread = true;
    if (!bytes || late.says_it(path, *bytes)) continue;
    left.push_back({path, *std::move(bytes)});
  }
  PYRAMID_TRY(commit_by_hand(diary, left, services.clock.now()));
  if (!left.empty()) note_edited(services.ledger, diary.hand_edits_commit);
  return {};
}

Result<std::vector<std::string>> hand_edits(const Services& services,
                                            const workspace::Workspace& workspace,
                                            Diagnostics& diagnostics,
                                            std::optional<std::vector<std::string>> touched) {
  if (!workspace.settings.commit) return std::vector<std::string>();
  if (!touched) {
    const auto repository = history::Repository::open(workspace.root);
    if (!repository || !*repository) return std::vector<std::string>();  // git's troubles
    PYRAMID_ASSIGN(touched, (*repository)->uncommitted());
  }
  return read_uncommitted(services.files, workspace, *touched, {}, diagnostics).names;
}

namespace {

// Those that git ignores of these files, if any are the memory's.
Result<std::vector<std::string>> ignored_of(history::Repository& repository,
                                            std::vector<std::string> paths) {
  std::erase_if(paths, [](const std::string& path) { return !is_written_by_us(path); });
  return repository.ignored(paths);
}

Diagnostics to_diagnostics(const std::vector<std::string>& ignored) {
  if (ignored.empty()) return {};
  std::string what = "git ignores it";
  if (ignored.size() > 1) {
    what += " and " + count_of(ignored.size() - 1, "other file") + " of the memory";
  }
  return {{Severity::kWarning, ignored.front(), what + "; what git ignores is in no commit",
           "see why with `git check-ignore -v " + ignored.front() +
               "`, or set `commit: false` in pyramid.yaml"}};
}

}  // namespace

Result<Diagnostics> ignored_by_git(history::Repository& repository,
                                   std::vector<std::string> paths) {
  PYRAMID_ASSIGN(const std::vector<std::string> ignored, ignored_of(repository, std::move(paths)));
  return to_diagnostics(ignored);
}

namespace {

// Takes these into the commit; gives what git ignores of them.
Result<std::vector<std::string>> gather(history::Repository& repository,
                                        const std::vector<history::PathChange>& changes) {
  std::vector<std::string> written;
  for (const history::PathChange& change : changes) {
    if (change.digest) written.push_back(change.path);
  }
  PYRAMID_ASSIGN(std::vector<std::string> ignored, ignored_of(repository, std::move(written)));
  PYRAMID_TRY(repository.gather(changes));
  return ignored;
}

}  // namespace

Result<std::string> commit_changes(history::Repository& repository, const WorkingSet& memory,
                                   const std::string& message, Time at, Diagnostics& diagnostics) {
  const std::shared_ptr<SecretsGate> gate = put_gate(repository, memory.settings());
  constexpr std::size_t kGathered = 1U << 14;  // at once, of an import's hundred thousands
  std::vector<std::string> ignored;
  for (auto next = memory.changes().begin(); next != memory.changes().end();) {
    std::vector<history::PathChange> some;
    for (; some.size() < kGathered && next != memory.changes().end(); ++next) {
      some.push_back({std::string(next->first), std::nullopt, next->second});
    }
    PYRAMID_ASSIGN(std::vector<std::string> here, gather(repository, some));
    std::move(here.begin(), here.end(), std::back_inserter(ignored));
  }
  PYRAMID_ASSIGN(const std::optional<history::CommitInfo> info, repository.commit({}, message, at));
  PYRAMID_TRY(memory.note_committed());
  for (Diagnostic& one : gate->take()) {  // but what was said of hand edits
    const bool is_said = std::any_of(diagnostics.begin(), diagnostics.end(), [&](const auto& old) {
      return old.where == one.where && old.what == one.what;
    });
    if (!is_said) diagnostics.push_back(std::move(one));
  }
  const Diagnostics told = to_diagnostics(ignored);
  diagnostics.insert(diagnostics.end(), told.begin(), told.end());
  return info ? info->id : std::string();
}

}  // namespace pyramid::ops
