#include "ops/forget/renew_caches.hpp"

#include "base/path.hpp"
#include "ops/run/stopped_forget.hpp"
#include "ops/run/tombstones.hpp"
#include "ops/write/embed_rest.hpp"
#include "ops/write/left_names.hpp"
#include "workspace/layout.hpp"
#include "workspace/store.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ops {

namespace {

constexpr const char* kKnown = "forgotten";  // below .pyramid/: the tombstones that caches know

std::string known_place(const workspace::Workspace& workspace) {
  return workspace.absolute(path::join(workspace::kCacheFolder, kKnown));
}

// Everything below `folder` but what `keeps` names, where there are no words.
void remove_below(FileSystem& files, const std::string& folder,
                  const std::vector<std::string>& keeps) {
  const Result<std::vector<DirectoryEntry>> entries = files.list(folder);
  if (!entries) return;
  for (const DirectoryEntry& entry : *entries) {
    if (std::find(keeps.begin(), keeps.end(), entry.name) != keeps.end()) continue;
    const std::string path = path::join(folder, entry.name);
    if (entry.kind == FileKind::kDirectory) remove_below(files, path, {});
    static_cast<void>(files.remove(path));  // of what stays, the index says so when it opens
  }
}

// What a killed write left beside memory files.
void remove_temporaries(FileSystem& files, const std::string& folder) {
  static_cast<void>(workspace::sweep(files, folder));  // the next write into it tries again
  const Result<std::vector<DirectoryEntry>> entries = files.list(folder);
  if (!entries) return;
  for (const DirectoryEntry& entry : *entries) {
    if (entry.kind != FileKind::kDirectory || entry.name == ".git") continue;
    remove_temporaries(files, path::join(folder, entry.name));
  }
}

// Whether the index is that of the files as they are, without a trace of what went; where it is
// not, for whatever reason, it is to be made anew.
bool index_scrubbed(Services& services, Opened& opened) {
  return opened.index->refresh(services.files, services.embedder, services.progress, false) &&
         opened.index->scrub();
}

Status make_index_anew(Services& services, const WorkspaceOptions& options, Opened& opened) {
  index::OpenOptions how = index_options(services);
  how.database = options.database;
  PYRAMID_ASSIGN(opened.index, index::open(opened.workspace, services.embedder.name(),
                                           services.embedder.dims(), how, [](std::string_view) {}));
  auto read = opened.index->refresh(services.files, services.embedder, services.progress, false);
  if (!read) return fail(std::move(read).error());
  return {};
}

}  // namespace

Status renew_caches(Services& services, const WorkspaceOptions& options, Opened& opened) {
  std::vector<std::string> keeps = {
      "lock",        ".gitignore",
      "engine.json", "embedding.json",
      "queue",       std::string(path::name(forget_journal_path(opened.workspace))),
      kNamesFile};
  // What the memory still says would have to be paid for again.
  if (services.embedding != nullptr && services.embedding->kept) {
    for (const char* end : {"", "-wal", "-shm"}) {
      keeps.push_back(std::string(kEmbeddingsFile) + end);
    }
  }
  if (index_scrubbed(services, opened)) {
    for (const std::string& path : index::files_of(opened.workspace, options.database)) {
      keeps.emplace_back(path::name(path));
    }
  } else {
    opened.index.reset();
    index::discard(opened.workspace, options.database);
  }
  remove_below(services.files, opened.workspace.absolute(workspace::kCacheFolder), keeps);
  remove_temporaries(services.files, opened.workspace.root);
  if (opened.index == nullptr) PYRAMID_TRY(make_index_anew(services, options, opened));
  PYRAMID_ASSIGN(const std::string now, tombstones(services.files, opened.workspace));
  PYRAMID_TRY(services.files.write(known_place(opened.workspace), now));
  return forget_vectors(services, opened);
}

Status renew_caches_of_forgotten(Services& services, const WorkspaceOptions& options,
                                 Opened& opened) {
  PYRAMID_ASSIGN(const std::string now, tombstones(services.files, opened.workspace));
  const Result<std::string> known = services.files.read(known_place(opened.workspace));
  if (now == (known ? *known : std::string())) return {};
  if (opened.scan.rebuilt) return services.files.write(known_place(opened.workspace), now);
  return renew_caches(services, options, opened);
}

}  // namespace pyramid::ops
