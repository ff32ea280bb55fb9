#include "ops/run/opened.hpp"

#include "base/text.hpp"
#include "history/leftovers.hpp"
#include "history/repository.hpp"
#include "index/identity.hpp"
#include "index/patience.hpp"
#include "index/vector_graph.hpp"
#include "ops/calls/ledger.hpp"
#include "ops/calls/prompts.hpp"
#include "ops/nodes/put_aside.hpp"
#include "ops/nodes/unfinished.hpp"
#include "ops/run/merging.hpp"
#include "ops/run/stopped_forget.hpp"
#include "ops/run/warm.hpp"
#include "workspace/extra_paths.hpp"
#include "workspace/store.hpp"
#include "workspace/watching.hpp"

#include <chrono>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace pyramid {

Zone zone_of(const Environment& environment, const WorkspaceOptions& workspace) {
  if (environment.zone) return *environment.zone;
  const auto opened = workspace::open(environment.files, workspace.root);
  return opened ? opened->zone : Zone();
}

Result<std::string> find_workspace(FileSystem& files, const std::string& from) {
  return workspace::find_root(files, from);
}

namespace ops {

namespace {

constexpr std::chrono::milliseconds kPatience{1000};

Status make_index(Services& services, const WorkspaceOptions& options, index::Mode mode, bool anew,
                  Opened& opened) {
  index::OpenOptions how = index_options(services);
  how.anew = anew;
  how.mode = mode;
  how.database = options.database;
  PYRAMID_ASSIGN(opened.index,
                 index::open(opened.workspace, services.embedder.name(), services.embedder.dims(),
                             how, [&](std::string_view line) { services.progress.notice(line); }));
  return {};
}

Status open_index(Services& services, const WorkspaceOptions& options, index::Mode mode, bool anew,
                  Opened& opened) {
  PYRAMID_TRY(make_index(services, options, mode, anew, opened));
  if (mode == index::Mode::kRead) return {};
  PYRAMID_ASSIGN(opened.scan, opened.index->refresh(services.files, services.embedder,
                                                    services.progress, false));
  return {};
}

Status open_for_writing(Services& services, const WorkspaceOptions& options, bool anew,
                        Opened& opened) {
  PYRAMID_TRY(workspace::ensure_cache_folder(services.files, opened.workspace));
  workspace::Store store(services.files, opened.workspace.root, workspace::kJournal);
  PYRAMID_TRY(store.finish());
  PYRAMID_TRY(sweep_unfinished(services.files, opened.workspace));
  return open_index(services, options, index::Mode::kWrite, anew, opened);
}

// What was there before another process began to write, and is there until it is done.
Status open_meanwhile(Services& services, const WorkspaceOptions& options, Opened& opened) {
  PYRAMID_TRY(make_index(services, options, index::Mode::kRead, false, opened));
  PYRAMID_ASSIGN(std::optional<index::RefreshReport> scan, opened.index->as_it_stands());
  if (!scan) return fail(ErrorKind::kNotFound, "there is no index yet");
  opened.scan = *std::move(scan);
  opened.refreshed = false;
  PYRAMID_ASSIGN(const Time as_of, opened.index->refreshed_at());
  services.progress.notice("another command is writing the index; this answers for " +
                           format_time(as_of));
  return {};
}

// For who has a question: waits for nobody for longer than a moment.
Status refresh_soon(Services& services, const WorkspaceOptions& options, Opened& opened) {
  PYRAMID_TRY(workspace::ensure_cache_folder(services.files, opened.workspace));
  PYRAMID_TRY(make_index(services, options, index::Mode::kWrite, false, opened));
  index::set_patience(*opened.index, kPatience);
  PYRAMID_ASSIGN(opened.scan, opened.index->refresh(services.files, services.embedder,
                                                    services.progress, false));
  return {};
}

// Who may not write the index, or has no room for it, reads all the same: what changed is read into
// a copy in memory, and read again by the next command. So does who finds it being written for the
// first time.
Status open_for_reading(Services& services, const WorkspaceOptions& options, Opened& opened) {
  Status written = refresh_soon(services, options, opened);
  if (written) return written;
  const bool busy = written.error().kind == ErrorKind::kConflict;
  if (!busy && written.error().kind != ErrorKind::kIo) return written;
  if (busy && open_meanwhile(services, options, opened)) return {};
  opened.scan = {};
  PYRAMID_TRY(open_index(services, options, index::Mode::kCopy, false, opened));
  note_read_alone(opened, written.error());
  return {};
}

// As the kernel tells this process of changes; false where it does not, or where that does not
// help.
Result<bool> open_as_told(Services& services, const WorkspaceOptions& options, Opened& opened) {
  if (services.warm == nullptr) return false;
  const auto look = [&](const WarmWorkspace::Told& told) -> Result<WarmWorkspace::Looked> {
    PYRAMID_TRY(workspace::ensure_cache_folder(services.files, opened.workspace));
    PYRAMID_TRY(make_index(services, options, index::Mode::kWrite, false, opened));
    index::Index& index = *opened.index;
    index::set_patience(index, kPatience);
    index::RefreshReport scan;
    PYRAMID_ASSIGN(const auto known, index.as_it_stands());
    // What another process made anew may lack what was taken in here while that read the files.
    if (!known || !told.changed || told.index != identity_of(index)) {
      PYRAMID_ASSIGN(scan,
                     index.refresh(services.files, services.embedder, services.progress, false));
    } else if (told.changed->empty()) {
      scan = *known;
    } else {
      PYRAMID_ASSIGN(
          const index::RefreshReport of_these,
          index.refresh_paths(services.files, services.embedder, services.progress, *told.changed));
      PYRAMID_ASSIGN(auto whole, index.as_it_stands());
      if (!whole) return fail(ErrorKind::kConflict, "the index is being made anew");
      scan = *std::move(whole);
      scan.unread = of_these.unread;
      scan.diagnostics.insert(scan.diagnostics.end(), of_these.diagnostics.begin(),
                              of_these.diagnostics.end());
    }
    return WarmWorkspace::Looked{std::move(scan), identity_of(index)};
  };
  auto looked = services.warm->bring_up(services, opened.workspace, look);
  if (!looked && looked.error().kind == ErrorKind::kCorruptCache) return fail(looked.error());
  if (!looked || !*looked) return false;
  opened.scan = **std::move(looked);
  return true;
}

// What stands in the index of a large memory while this process looks at its files for the first
// time.
bool open_at_first_look(Services& services, const WorkspaceOptions& options, Opened& opened) {
  if (services.warm == nullptr || !services.warm->is_at_first_look()) return false;
  if (!make_index(services, options, index::Mode::kRead, false, opened)) return false;
  const Result<std::size_t> files = opened.index->most_files();
  if (!files || !services.warm->is_large(*files)) return false;
  opened.refreshed = false;
  return true;
}

// False where nobody watches, or where the watch does not help.
Result<bool> open_as_watched(Services& services, const WorkspaceOptions& options, Opened& opened) {
  if (!options.database.empty()) return false;
  if (!workspace::is_watched(services.files, opened.workspace)) return false;
  if (!make_index(services, options, index::Mode::kWrite, false, opened)) return false;
  PYRAMID_ASSIGN(std::optional<index::RefreshReport> scan, opened.index->as_it_stands());
  if (!scan) return false;
  opened.scan = *std::move(scan);
  return true;
}

}  // namespace

Result<Opened> open_watched(Services& services, const WorkspaceOptions& options,
                            const std::optional<std::vector<std::string>>& changed) {
  Opened opened;
  PYRAMID_ASSIGN(opened.workspace, workspace::open(services.files, options.root));
  PYRAMID_TRY(workspace::ensure_cache_folder(services.files, opened.workspace));
  PYRAMID_TRY(make_index(services, options, index::Mode::kWrite, false, opened));
  PYRAMID_ASSIGN(const std::optional<index::RefreshReport> known, opened.index->as_it_stands());
  if (known && changed) {
    PYRAMID_ASSIGN(opened.scan, opened.index->refresh_paths(services.files, services.embedder,
                                                            services.progress, *changed));
  } else {
    PYRAMID_ASSIGN(opened.scan, opened.index->refresh(services.files, services.embedder,
                                                      services.progress, false));
  }
  return opened;
}

Result<Time> checked_at(const Services& services, const Opened& opened) {
  if (opened.refreshed) return services.clock.now();
  return opened.index->refreshed_at();
}

void note_read_alone(Opened& opened, Error why) {
  if (opened.scan.read == 0) return;
  why.what = "the index cannot be written";
  why.hint = std::to_string(opened.scan.read) +
             (opened.scan.read == 1 ? " file was" : " files were") + " read for this command alone";
  opened.read_alone = to_diagnostic(why);
  opened.read_alone->severity = Severity::kWarning;
  opened.scan.diagnostics.push_back(*opened.read_alone);
}

void begin_ledger(Services& services, std::string_view command) {
  if (services.ledger != nullptr) services.ledger->begin(command);
}

void finish_ledger(Services& services, bool whole) {
  if (services.ledger == nullptr) return;
  services.ledger->finish(whole);
  const Status problem = services.ledger->problem();
  if (problem) return;
  Error why = problem.error();
  why.what = "the ledger cannot be written: " + why.what;
  services.progress.notice(to_string(why));
}

WarmWorkspace* warm_for(const Environment& environment, const WorkspaceOptions& options) {
  auto* const warm = static_cast<WarmWorkspace*>(environment.warm);
  return warm != nullptr && warm->is_of(options) ? warm : nullptr;
}

index::OpenOptions index_options(const Services& services) {
  index::OpenOptions how;
  how.home = services.home;
  if (services.embedding != nullptr) how.vectors = services.embedding->vectors();
  return how;
}

namespace {

// What a sync that was killed had put aside. Where it cannot be staged now, git holding its index
// for one, it waits for the next command.
void end_put_aside(Services& services, workspace::Workspace& workspace) {
  const Result<Diagnostics> left = return_staged(services.files, workspace);
  if (!left) return;
  workspace.diagnostics.insert(workspace.diagnostics.end(), left->begin(), left->end());
}

// Who writes is refused.
void tell_hidden(Services& services, const workspace::Workspace& workspace) {
  const Status whole = history::nothing_is_hidden(workspace.root);
  if (whole || whole.error().kind != ErrorKind::kConflict) return;
  const Error& error = whole.error();
  services.progress.notice(error.what + ", such as " + printable(error.where) +
                           ": they are not looked at");
}

}  // namespace

Access access_to_ask(std::optional<bool> refresh) {
  if (!refresh) return Access::kReadAsSet;
  return *refresh ? Access::kRead : Access::kReadUnchecked;
}

namespace {

Result<Opened> open_now(Services& services, const WorkspaceOptions& options, Access access) {
  Opened opened;
  PYRAMID_ASSIGN(opened.workspace, workspace::open(services.files, options.root));
  const bool as_set = access == Access::kReadAsSet;
  if (as_set) access = access_to_ask(opened.workspace.settings.sync_on_search);
  if (access == Access::kWrite || access == Access::kRebuild) {
    if (opened.workspace.no_zone) return fail(*opened.workspace.no_zone);
    PYRAMID_ASSIGN(opened.lock,
                   workspace::lock(services.files, opened.workspace, services.progress));
    // Who commits is told before the first write.
    if (!opened.workspace.settings.commit) {
      PYRAMID_TRY(history::nothing_is_hidden(opened.workspace.root));
    } else {
      PYRAMID_ASSIGN(const bool ended, end_cut_off(services, opened.workspace));
      if (ended) {
        PYRAMID_ASSIGN(opened.workspace, workspace::open(services.files, options.root));
      }
      end_put_aside(services, opened.workspace);
    }
    history::drop_leftovers(opened.workspace.root);
    PYRAMID_TRY(open_for_writing(services, options, access == Access::kRebuild, opened));
  } else if (as_set && access == Access::kRead && !services.index_discarded &&
             open_at_first_look(services, options, opened)) {
    // answered for as of then
  } else if (access == Access::kRead || services.index_discarded) {
    PYRAMID_ASSIGN(bool fresh, open_as_told(services, options, opened));
    if (!fresh) {
      PYRAMID_ASSIGN(fresh, open_as_watched(services, options, opened));
    }
    if (!fresh) PYRAMID_TRY(open_for_reading(services, options, opened));
  } else {
    opened.refreshed = false;
    Status there = open_index(services, options, index::Mode::kRead, false, opened);
    // Left in the middle of a change: a rebuild or a refresh comes first, as with any damage.
    const bool missing = as_set && !there && there.error().kind == ErrorKind::kNotFound;
    if (missing || (!there && there.error().kind == ErrorKind::kConflict)) {
      opened.refreshed = true;
      there = open_for_reading(services, options, opened);
    }
    PYRAMID_TRY(there);
  }
  if (!opened.lock) {
    tell_hidden(services, opened.workspace);
    if (services.warm != nullptr && services.warm->graph) {
      index::use_graph(*opened.index, *services.warm->graph);
    }
  }
  // A prompt or a price that cannot be used is named by every command, as a setting is.
  const format::Settings& settings = opened.workspace.settings;
  if (settings.engine == "openai") {
    read_prompts(services.files, opened.workspace, opened.workspace.diagnostics);
  }
  if (settings.engine == "openai" || settings.embedding == "openai") {
    read_prices(services.files, opened.workspace, opened.workspace.diagnostics);
  }
  Diagnostics& of_settings = opened.workspace.diagnostics;
  const workspace::ExtraPaths extra = workspace::extra_paths(services.files, opened.workspace.root,
                                                             settings.extra_paths, services.home);
  of_settings.insert(of_settings.end(), extra.problems.begin(), extra.problems.end());
  opened.scan.diagnostics.insert(opened.scan.diagnostics.begin(), of_settings.begin(),
                                 of_settings.end());
  return opened;
}

Diagnostic not_ended(const workspace::Workspace& workspace, const Error& why) {
  Diagnostic told = to_diagnostic(why);
  told.severity = Severity::kWarning;
  told.what = "a forget that was stopped is not finished: " + told.what;
  told.hint += (told.hint.empty() ? "" : "; ") + std::string("the next command tries again; ") +
               "to leave it so, remove " + forget_journal_path(workspace);
  return told;
}

std::string ended_notice(const ForgetReport& ended) {
  std::string notice = "a forget that was stopped is finished";
  if (ended.purge) notice += ", and git's history is purged of it";
  if (!ended.kept.empty()) {
    notice += "; still said, where only you may take it out: " + printable(ended.kept.front().path);
    if (ended.kept.size() > 1) notice += " and " + std::to_string(ended.kept.size() - 1) + " more";
  }
  return notice;
}

}  // namespace

Result<Opened> open(Services& services, const WorkspaceOptions& options, Access access) {
  PYRAMID_ASSIGN(Opened opened, open_now(services, options, access));
  if (!services.files.stat(forget_journal_path(opened.workspace))) return opened;
  if (!opened.lock) {
    services.progress.notice(
        "a forget is not finished; where none is running, the next command that writes ends it, as "
        "`pyramid sync`");
    return opened;
  }
  Result<ForgetReport> ended = end_stopped_forget(services, options, opened);
  const workspace::Workspace workspace = opened.workspace;
  opened = Opened();  // what it read is of before
  PYRAMID_ASSIGN(opened, open_now(services, options, access));
  if (ended) {
    services.progress.notice(ended_notice(*ended));
    opened.ended_forget = *std::move(ended);
  } else {
    opened.scan.diagnostics.push_back(not_ended(workspace, ended.error()));
  }
  return opened;
}

Result<std::vector<std::string>> names_of_user(const Opened& opened) {
  PYRAMID_ASSIGN(const std::vector<std::string> said, opened.index->user_names());
  std::set<std::string> names(said.begin(), said.end());
  names.insert(opened.workspace.settings.user_name);
  names.erase("");
  return std::vector<std::string>(names.begin(), names.end());
}

}  // namespace ops
}  // namespace pyramid
