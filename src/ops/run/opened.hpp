// A workspace made ready for a use case: settings read, engines made, index up to date.
#pragma once

#include "index/index.hpp"
#include "ops/calls/embedding.hpp"
#include "ops/calls/services.hpp"
#include "pyramid/environment.hpp"
#include "pyramid/forget.hpp"
#include "workspace/naming.hpp"
#include "workspace/workspace.hpp"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::ops {

struct Opened {
  workspace::Workspace workspace;
  std::unique_ptr<FileLock> lock;  // null when opened for reading
  std::unique_ptr<index::Index> index;
  index::RefreshReport scan;  // of the refresh, if there was one
  bool refreshed = true;
  // The index could not store what was read; it is the last of scan.diagnostics.
  std::optional<Diagnostic> read_alone;
  // What ops/hindered found: files in summaries/ that are none, and those of them that lie where
  // one is to come.
  std::optional<std::vector<std::string>> strangers;
  std::set<std::string> in_the_way;
  // Of a forget that was stopped, and that whoever opened this has ended first.
  std::optional<ForgetReport> ended_forget;
};

enum class Access {
  kWrite,    // takes the lock, then refreshes the index
  kRebuild,  // the same, but makes the index from nothing
  // Refreshes the index without the lock, in memory where it cannot be written; where somebody
  // watches the workspace, takes what the watch says.
  kRead,
  // kRead, or where `sync_on_search` is off kReadUnchecked, but for who has no index yet; the same
  // while a process that goes on running takes its first look at a large memory.
  kReadAsSet,
  kReadUnchecked,  // takes the index as it stands, but kRead after it was found damaged; kNotFound
                   // without one
};

// How an index of this workspace is opened: where vectors come from.
index::OpenOptions index_options(const Services& services);

// A forget that was stopped is ended by who writes, and told by who reads; where it cannot be, the
// last of scan.diagnostics says why.
Result<Opened> open(Services& services, const WorkspaceOptions& options, Access access);
// How who asks opens it: whether it looks for changed files, or nullopt = as the settings say.
Access access_to_ask(std::optional<bool> refresh);

// As kRead, for who watches: looks at these files alone, or at all of them where there is no list
// or the index is new.
Result<Opened> open_watched(Services& services, const WorkspaceOptions& options,
                            const std::optional<std::vector<std::string>>& changed);

// When the files were last compared with the index: now, unless it was taken as it stood.
Result<Time> checked_at(const Services& services, const Opened& opened);

// Says in `opened` that the index cannot be written, and why: the files that its scan has read are
// read again by the next command. Nothing where it has read none.
void note_read_alone(Opened& opened, Error why);

// The frame of a command in the ledger, if there is one. A ledger that could not be written is
// said.
void begin_ledger(Services& services, std::string_view command);
void finish_ledger(Services& services, bool whole);

// What the process keeps of this workspace, or none.
WarmWorkspace* warm_for(const Environment& environment, const WorkspaceOptions& options);

template <typename UseCase>
auto run_with_services(const Environment& environment, const WorkspaceOptions& options,
                       const UseCase& use_case, std::string_view command)
    -> decltype(use_case(std::declval<Services&>())) {
  PYRAMID_ASSIGN(const workspace::Workspace workspace,
                 workspace::open(environment.files, options.root));
  PYRAMID_ASSIGN(const Engines engines, make_engines(environment, workspace, options.database));
  Services services{environment.files,   environment.clock,           environment.progress,
                    *engines.text,       *engines.embedding->serving, engines.ledger.get(),
                    environment.program, environment.machine};
  services.embedding = engines.embedding.get();
  services.batches = engines.batches.get();
  services.faults = engines.faults.get();
  services.home = environment.home;
  services.warm = warm_for(environment, options);
  services.zone = environment.zone.value_or(workspace.zone);
  begin_ledger(services, command);
  auto result = use_case(services);
  if (!result && result.error().kind == ErrorKind::kCorruptCache) {
    environment.progress.notice(result.error().what + "; rebuilding it");
    index::discard(workspace, options.database);
    services.index_discarded = true;
    result = use_case(services);
  }
  finish_ledger(services, result.has_value());
  return result;
}

// Runs a use case with the engines that the workspace's settings name. Where damage of the index
// shows only while it is read, the index is thrown away, said in one line, and the use case runs
// once more: what the first run finished stands in the files. What comes of it names files as they
// lie in the workspace. `command`: as the ledger calls it, "" for one that only reads.
template <typename UseCase>
auto with_services(const Environment& environment, const WorkspaceOptions& options,
                   const UseCase& use_case, std::string_view command = {})
    -> decltype(use_case(std::declval<Services&>())) {
  return workspace::named_within(environment.files, options.root,
                                 run_with_services(environment, options, use_case, command));
}

// What the user is called, as the settings and the sessions have it, each once.
Result<std::vector<std::string>> names_of_user(const Opened& opened);

}  // namespace pyramid::ops
