#include "ops/past/past_memory.hpp"

#include "base/path.hpp"
#include "history/repository.hpp"
#include "pyramid/version.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <utility>

namespace pyramid::ops {

namespace {

using history::Past;
using history::PastCommit;
using history::PastFile;

constexpr std::string_view kFolder = "past";
constexpr std::string_view kEnd = ".db";
constexpr std::size_t kMemoriesKept = 4;

std::string folder_of(const workspace::Workspace& workspace) {
  return workspace.absolute(path::join(workspace::kCacheFolder, kFolder));
}

// What a finished index is marked with: it is of this tree, and was read by this program.
std::string key_of(const std::string& tree) { return tree + " " PYRAMID_VERSION; }

// Tells `files` which there are.
Status list_all(const workspace::Workspace& workspace, Past& past, const PastCommit& commit,
                PastFiles& files) {
  PYRAMID_ASSIGN(const std::vector<PastFile> all, past.files(commit.id));
  PYRAMID_ASSIGN(const auto repository, history::Repository::open(workspace.root));
  std::map<std::string, std::string> blobs;
  for (const PastFile& file : all) {
    if (workspace::is_memory_file(file.path)) blobs.emplace(file.path, file.blob);
  }
  std::map<std::string, FileStat> same;
  if (repository) {
    PYRAMID_ASSIGN(same, repository->seen_equal(blobs));
  }
  files.list_all(std::move(blobs), std::move(same));
  return {};
}

// All but the newest few, by when they were made.
void drop_oldest(FileSystem& files, const workspace::Workspace& workspace) {
  const std::string folder = folder_of(workspace);
  const Result<std::vector<DirectoryEntry>> entries = files.list(folder);
  if (!entries) return;
  std::vector<std::pair<std::int64_t, std::string>> found;
  for (const DirectoryEntry& entry : *entries) {
    if (!entry.name.ends_with(kEnd)) continue;
    const std::string path = path::join(folder, entry.name);
    const Result<FileStat> stat = files.stat(path);
    if (stat) found.emplace_back(-stat->mtime_ns, path);
  }
  std::sort(found.begin(), found.end());
  for (std::size_t i = kMemoriesKept; i < found.size(); ++i)
    index::discard(workspace, found[i].second);
}

Result<std::unique_ptr<index::Index>> open_index(Services& services,
                                                 const workspace::Workspace& workspace,
                                                 index::Mode mode, const std::string& database) {
  index::OpenOptions how = index_options(services);
  how.mode = mode;
  how.database = database;
  workspace::Workspace then = workspace;
  then.settings.extra_paths.clear();  // of what lies outside nobody knows how it was
  return index::open(then, services.embedder.name(), services.embedder.dims(), how,
                     [](std::string_view) {});
}

// The index of the tree, if an earlier question left it whole.
std::unique_ptr<index::Index> finished(Services& services, const workspace::Workspace& workspace,
                                       const std::string& database, const std::string& tree) {
  if (!services.files.stat(database)) return nullptr;
  Result<std::unique_ptr<index::Index>> found =
      open_index(services, workspace, index::Mode::kRead, database);
  if (!found) return nullptr;
  const Result<std::optional<index::Settled>> mark = (*found)->settled();
  if (!mark || !*mark || (*mark)->key != key_of(tree)) return nullptr;
  return *std::move(found);
}

Status fill_index(Services& services, PastMemory& memory) {
  PYRAMID_ASSIGN(memory.opened.scan, memory.opened.index->refresh(*memory.files, services.embedder,
                                                                  services.progress, false));
  const std::optional<Error>& missing = memory.files->missing();
  return missing ? Status(fail(Error(*missing))) : Status();
}

Status make_index(Services& services, const SearchOptions& options, const std::string& database,
                  const std::string& tree, PastMemory& memory) {
  const workspace::Workspace& workspace = memory.opened.workspace;
  PYRAMID_TRY(workspace::ensure_cache_folder(services.files, workspace));
  PYRAMID_TRY(services.files.make_directories(folder_of(workspace)));
  index::discard(workspace, database);
  if (!index::copy(workspace, options.workspace.database, database)) {
    index::discard(workspace, database);  // from nothing, then
  }
  PYRAMID_ASSIGN(memory.opened.index,
                 open_index(services, workspace, index::Mode::kWrite, database));
  PYRAMID_TRY(fill_index(services, memory));
  PYRAMID_TRY(memory.opened.index->set_settled(
      index::Settled{memory.commit.at, std::nullopt, key_of(tree)}));
  drop_oldest(services.files, workspace);
  return {};
}

// Makes the index that finished() did not find, from today's as it stands: what that has of files
// that changed since is of no use here, and does no harm.
Status make_memory(Services& services, const SearchOptions& options, const PastCommit& commit,
                   const std::string& database, const std::string& tree, PastMemory& memory) {
  const workspace::Workspace& workspace = memory.opened.workspace;
  PYRAMID_TRY(list_all(workspace, *memory.past, commit, *memory.files));
  Status made = make_index(services, options, database, tree, memory);
  if (made || made.error().kind != ErrorKind::kIo) return made;
  // Who may not write there asks all the same: the folder of `database` need not be there.
  PYRAMID_ASSIGN(memory.opened.index, open_index(services, workspace, index::Mode::kMemory, ""));
  PYRAMID_TRY(fill_index(services, memory));
  note_read_alone(memory.opened, made.error());
  return {};
}

}  // namespace

Result<PastMemory> open_past_memory(Services& services, const SearchOptions& options) {
  PastMemory memory;
  PYRAMID_ASSIGN(memory.opened.workspace, workspace::open(services.files, options.workspace.root));
  const workspace::Workspace& workspace = memory.opened.workspace;
  PYRAMID_ASSIGN(memory.past, open_past(workspace.root));
  PYRAMID_ASSIGN(const PastCommit commit,
                 commit_named(*memory.past, options.at, services.clock.now(), services.zone));
  memory.commit = told(commit);
  PYRAMID_ASSIGN(const std::string tree, memory.past->tree_of(commit.id));
  const std::string database =
      path::join(folder_of(workspace), (tree.empty() ? "none" : tree) + std::string(kEnd));
  memory.files =
      std::make_unique<PastFiles>(services.files, *memory.past, workspace.root, commit.id);
  // The one found damaged may be this one.
  if (services.index_discarded) index::discard(workspace, database);
  memory.opened.index = finished(services, workspace, database, tree);
  if (!memory.opened.index) {
    PYRAMID_TRY(make_memory(services, options, commit, database, tree, memory));
  }
  PYRAMID_ASSIGN(const index::Counts counts, memory.opened.index->counts());
  memory.opened.scan.files = counts.files;
  return memory;
}

}  // namespace pyramid::ops
