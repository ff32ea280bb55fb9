#include "pyramid/init.hpp"

#include "base/path.hpp"
#include "format/sections.hpp"
#include "format/settings.hpp"
#include "history/repository.hpp"
#include "history/vouched.hpp"
#include "ops/calls/offers.hpp"
#include "ops/calls/trusted.hpp"
#include "pyramid/clock.hpp"
#include "pyramid/zone.hpp"
#include "workspace/layout.hpp"
#include "workspace/store.hpp"
#include "workspace/workspace.hpp"

#include <algorithm>
#include <utility>

namespace pyramid {

namespace {

struct Template {
  std::string path;
  std::string bytes;
};

Result<std::vector<Template>> templates(const std::string& preset, const std::string& timezone) {
  PYRAMID_ASSIGN(std::string settings, format::settings_template(preset, timezone));
  PYRAMID_ASSIGN(std::string memory, format::write_memory({}, workspace::kMemoryFile, {}));
  return std::vector<Template>{{std::string(workspace::kSettingsFile), std::move(settings)},
                               {std::string(workspace::kMemoryFile), std::move(memory)},
                               {"SOUL.md", format::soul_template()},
                               {"USER.md", format::user_template()},
                               {".gitattributes", format::gitattributes_template()},
                               {".gitignore", format::gitignore_template()}};
}

// A workspace inside another would be indexed by both.
Status refuse_nesting(FileSystem& files, const std::string& directory) {
  const std::string above(path::directory(directory));
  if (above.empty() || above == directory) return {};
  const Result<std::string> enclosing = workspace::find_root(files, above);
  if (!enclosing) return {};
  return fail(ErrorKind::kUsage, "lies inside another workspace", directory,
              "use " + *enclosing + ", or choose a folder outside it");
}

Result<std::vector<Template>> missing_files(FileSystem& files, const std::string& root,
                                            std::vector<Template> wanted) {
  std::vector<Template> missing;
  for (Template& one : wanted) {
    const Result<FileStat> stat = files.stat(path::join(root, one.path));
    if (stat) continue;
    if (stat.error().kind != ErrorKind::kNotFound) return fail(Error(stat.error()));
    missing.push_back(std::move(one));
  }
  return missing;
}

Result<std::string> commit_created(history::Repository& repository,
                                   const std::vector<Template>& created, Time now) {
  PYRAMID_TRY(repository.can_commit());
  std::vector<history::PathChange> changes;
  for (const Template& one : created) changes.push_back({one.path, one.bytes});
  PYRAMID_ASSIGN(const std::optional<history::CommitInfo> info,
                 repository.commit(changes, "memory: a new workspace\n", now));
  return info ? info->id : std::string();
}

}  // namespace

Result<InitReport> init(const Environment& environment, const std::string& directory,
                        const InitOptions& options) {
  FileSystem& files = environment.files;
  InitReport report;
  if (!options.timezone.empty()) PYRAMID_TRY(find_zone(files, options.timezone));
  PYRAMID_ASSIGN(std::vector<Template> wanted, templates(options.preset, options.timezone));
  report.root = path::normalize(directory);
  PYRAMID_TRY(refuse_nesting(files, report.root));
  PYRAMID_TRY(files.make_directories(report.root));
  // A repository that cannot be worked with is told before anything is written.
  if (!files.stat(path::join(report.root, workspace::kSettingsFile))) {
    PYRAMID_TRY(history::Repository::open(report.root));
  }
  PYRAMID_ASSIGN(const std::vector<Template> created,
                 missing_files(files, report.root, std::move(wanted)));
  workspace::Store store(files, report.root);
  for (const Template& one : created) {
    store.put(one.path, one.bytes, std::nullopt);
    report.created.push_back(one.path);
  }
  PYRAMID_ASSIGN(const workspace::Store::Report stored, store.commit());
  static_cast<void>(stored);
  PYRAMID_ASSIGN(const workspace::Workspace opened, workspace::open(files, report.root));
  const auto is_settings = [](const Template& one) { return one.path == workspace::kSettingsFile; };
  if (std::any_of(created.begin(), created.end(), is_settings)) {
    // Without it what the files name is asked for once more.
    static_cast<void>(ops::note_made_here(environment, opened));
  }
  PYRAMID_TRY(workspace::ensure_cache_folder(files, opened));
  report.offers = ops::offers(environment, opened);
  if (!opened.settings.commit) return report;
  PYRAMID_ASSIGN(auto repository, history::Repository::open(report.root));
  if (!repository) {
    PYRAMID_ASSIGN(repository, history::Repository::open_or_init(report.root));
    report.repository_created = true;
    PYRAMID_TRY(history::vouch_for(report.root));
  }
  PYRAMID_TRY(repository->install_merge_driver(environment.program));
  report.repository = repository->workdir();
  if (!created.empty()) {
    PYRAMID_ASSIGN(report.commit, commit_created(*repository, created, environment.clock.now()));
  }
  return report;
}

}  // namespace pyramid
