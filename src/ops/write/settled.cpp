#include "ops/write/settled.hpp"

#include "history/repository.hpp"
#include "ops/run/hindered.hpp"
#include "ops/run/introductions.hpp"
#include "plan/plan.hpp"
#include "pyramid/version.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <set>

namespace pyramid::ops {

namespace {

// What, beside the files, decides whether a sync has work: settings, program, git's HEAD, what the
// workspace tells git, and what was forgotten.
Result<std::string> settled_key(Services& services, const workspace::Workspace& workspace) {
  const std::string settings_path = workspace.absolute(workspace::kSettingsFile);
  PYRAMID_ASSIGN(const std::string settings, services.files.read(settings_path));
  Hasher hasher;
  hasher.field(settings).field(PYRAMID_VERSION).field(services.text.name());
  for (const char* name : {".gitattributes", ".gitignore"}) {
    const Result<std::string> bytes = services.files.read(workspace.absolute(name));
    hasher.field(bytes ? *bytes : std::string());
  }
  const auto tombstones = services.files.list(workspace.absolute(workspace::kForgottenFolder));
  std::set<std::string> names;  // another program brings them one by one
  if (tombstones) {
    for (const DirectoryEntry& one : *tombstones) names.insert(one.name);
  }
  for (const std::string& name : names) hasher.field(name);
  hasher.field(services.embedder.name()).field(history::head_fingerprint(workspace.root));
  return to_hex(hasher.finish());
}

}  // namespace

Result<bool> was_settled(Services& services, const Opened& opened) {
  const index::RefreshReport& scan = opened.scan;
  if (scan.rebuilt || !scan.settled) return false;
  PYRAMID_ASSIGN(const std::string key, settled_key(services, opened.workspace));
  return key == scan.settled->key;
}

bool is_settled(Services& services, const index::RefreshReport& scan) {
  if (!scan.added.empty() || !scan.changed.empty() || !scan.removed.empty()) return false;
  const Time now = services.clock.now();
  return now >= scan.settled->at && (!scan.settled->until || now < *scan.settled->until);
}

std::optional<std::vector<std::string>> touched(FileSystem& files, const Opened& opened,
                                                bool settled) {
  const index::RefreshReport& scan = opened.scan;
  if (!settled || !scan.removed.empty()) return std::nullopt;
  // A file that a repair wrote anew was found twice.
  std::set<std::string> found(scan.added.begin(), scan.added.end());
  found.insert(scan.changed.begin(), scan.changed.end());
  std::vector<std::string> paths(found.begin(), found.end());
  std::erase_if(paths, [&](const std::string& path) {
    if (std::binary_search(scan.committed.begin(), scan.committed.end(), path)) return true;
    const Result<FileStat> stat = files.stat(opened.workspace.absolute(path));
    return !stat || stat->kind != FileKind::kFile;
  });
  return paths;
}

Status stay_settled(Run& run) {
  std::vector<std::string> written;
  for (const auto& [path, after] : run.memory.changes()) written.emplace_back(path);
  index::Index& index = *run.opened.index;
  PYRAMID_TRY(index.refresh_paths(run.services.files, run.services.embedder, run.services.progress,
                                  written));
  PYRAMID_ASSIGN(const std::vector<std::string> edited, run.memory.edited_since());
  if (!edited.empty()) return index.set_settled(std::nullopt);
  PYRAMID_ASSIGN(const std::string key, settled_key(run.services, run.opened.workspace));
  return index.rename_settled(key);
}

Status remember_settled(Run& run) {
  PYRAMID_ASSIGN(const plan::FactIndex* facts, run.memory.facts());
  const plan::Rules& rules = run.memory.rules();
  const Time now = run.services.clock.now();
  plan::Plan plan =
      plan::make_plan(*facts, rules, now, std::nullopt, introductions_in(run.memory, *facts));
  PYRAMID_TRY(leave_hindered(run, plan));
  const bool done =
      plan.empty() && run.memory.sessions_to_extract().empty() && run.memory.unassigned() == 0;
  if (!done) return run.opened.index->set_settled(std::nullopt);
  index::Settled settled;
  settled.at = now;
  settled.until = plan::next_change(*facts, rules, plan, now);
  PYRAMID_ASSIGN(settled.key, settled_key(run.services, run.opened.workspace));
  return run.opened.index->set_settled(settled);
}

}  // namespace pyramid::ops
