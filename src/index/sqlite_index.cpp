#include "index/sqlite_index.hpp"

#include "index/identity.hpp"
#include "index/mapping.hpp"
#include "index/patience.hpp"
#include "index/regular_file.hpp"
#include "index/tokenizer.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

namespace pyramid::index {

namespace {

// Counted up when the tables or what is put into them change: an older index is rebuilt.
constexpr std::string_view kSchemaVersion = "30";

// PRAGMA application_id, and where the database's header holds it.
constexpr std::string_view kApplication = "PyRA";
constexpr std::size_t kApplicationAt = 68;

// Other commands may be putting an index in the place of another one while it is opened.
constexpr int kMostOpenings = 5;

// Files beside the database that it needs.
std::vector<std::string> flat_files(const std::string& stem) {
  std::vector<std::string> paths;
  for (const std::string_view slot : {std::string_view(), kOtherSlot}) {
    for (const char* name : row_file_names()) paths.push_back(stem + std::string(slot) + name);
  }
  return paths;
}

// Whose path begins with "../" or "/" (workspace/extra_paths.hpp).
constexpr const char* kOutside =
    "SELECT count(*) FROM files WHERE (path >= X'2E2E2F' AND path < X'2E2E30') "
    "OR (path >= X'2F' AND path < X'30')";
constexpr const char* kCountTables = "SELECT count(*) FROM sqlite_master";
constexpr const char* kIndexTables = R"sql(
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE files(
  id INTEGER PRIMARY KEY, path BLOB NOT NULL, size INT, mtime INT, ctime INT, inode INT,
  checked INT, digest BLOB, conflict INT, problem_where TEXT, problem TEXT, hint TEXT,
  mild INT);
CREATE UNIQUE INDEX files_by_path ON files(path);
CREATE INDEX files_with_problem ON files(path) WHERE problem IS NOT NULL;
CREATE INDEX files_with_conflict ON files(path) WHERE conflict <> 0;
CREATE TABLE nodes(
  file INTEGER PRIMARY KEY, id BLOB, kind INT, title TEXT, model TEXT, status TEXT, at INT,
  importance INT, tier INT, policy TEXT, start INT, "end" INT, count INT, engine TEXT, recipe TEXT,
  inputs BLOB, output BLOB, text_digest BLOB, digest BLOB, description TEXT, model_type TEXT,
  aliases TEXT, turns INT, extracted INT, sections TEXT, sources BLOB, from_edge BLOB, user TEXT,
  hand INT, "offset" INT, keyed INT, text_bytes INT);
CREATE INDEX nodes_by_id ON nodes(id);
CREATE INDEX nodes_by_user ON nodes(user) WHERE user <> '';
CREATE INDEX nodes_without_keys ON nodes(file) WHERE keyed IS NULL AND kind = 0;
CREATE TABLE keys(key INT, id BLOB, PRIMARY KEY(key, id)) WITHOUT ROWID;
CREATE TABLE chunks(
  row INTEGER PRIMARY KEY, file INT NOT NULL, first_line INT, last_line INT, heading TEXT, at INT,
  text TEXT NOT NULL, digest BLOB NOT NULL, speaker TEXT, "offset" INT, shown INT,
  kind INT NOT NULL);
CREATE INDEX chunks_by_file ON chunks(file);
CREATE INDEX chunks_by_kind ON chunks(kind);
CREATE TABLE touched(path BLOB PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE since(path BLOB PRIMARY KEY, what INT, committed INT) WITHOUT ROWID;
CREATE TABLE rescanned(file INTEGER PRIMARY KEY);
CREATE TABLE due(row INTEGER PRIMARY KEY);
CREATE TABLE tags(file INT NOT NULL, tag TEXT NOT NULL);
CREATE INDEX tags_by_file ON tags(file);
CREATE TABLE relations(file INT NOT NULL, relation INT NOT NULL, target BLOB NOT NULL);
CREATE INDEX relations_by_file ON relations(file);
CREATE INDEX relations_by_target ON relations(target);
)sql";

// Of the workspace whose files were read: an index that was copied from another answers nothing
// before a refresh has looked at the files here.
constexpr std::string_view kOfFolder = "folder";

std::string folder_number(const std::string& root) {
  struct stat info{};
  return ::stat(root.c_str(), &info) == 0 ? std::to_string(info.st_ino) : std::string();
}

}  // namespace

Result<std::unique_ptr<SqliteIndex>> SqliteIndex::open(
    const workspace::Workspace& workspace, const std::string& database, const std::string& stem,
    const std::string& embedder, std::size_t dims, const OpenOptions& options) {
  for (int looks = 1;; ++looks) {
    auto index = open_once(workspace, database, stem, embedder, dims, options);
    if (index || index.error().kind != ErrorKind::kCorruptCache || looks == kMostOpenings) {
      return index;
    }
  }
}

Result<std::unique_ptr<SqliteIndex>> SqliteIndex::open_once(
    const workspace::Workspace& workspace, const std::string& database, const std::string& stem,
    const std::string& embedder, std::size_t dims, const OpenOptions& options) {
  auto index = std::make_unique<SqliteIndex>();
  index->root_ = workspace.root;
  index->piece_size_ = piece_size(workspace.settings);
  index->schema_ = fmt::format("{}, {}/{}, {}", kSchemaVersion, index->piece_size_.most,
                               index->piece_size_.overlap, workspace.zone.name());
  index->extra_paths_ = workspace.settings.extra_paths;
  index->home_ = options.home;
  index->database_path_ = database;
  index->stem_ = stem;
  index->scan_path_ = stem + "scan.table";
  index->kept_path_ = stem + "facts.cache";
  index->embedder_ = embedder;
  index->dims_ = dims;
  index->zone_ = workspace.zone;
  index->mode_ = options.mode;
  index->threads_ = std::max(1U, options.threads);
  index->kept_vectors_ = options.vectors;
  PYRAMID_ASSIGN(index->database_, Database::open(index->database_path_, options.mode));
  PYRAMID_TRY(index->open_tables());
  index->anew_ = index->anew_ || (options.anew && !index->created_);
  if (!index->anew_) PYRAMID_TRY(index->open_rows());
  PYRAMID_TRY(index->register_functions());
  return index;
}

Status SqliteIndex::open_tables() {
  if (mode_ == Mode::kWrite) {
    PYRAMID_TRY(database_.execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"));
  }
  // What is mapped counts as memory of ours: all of it, where a command goes through a large one.
  PYRAMID_TRY(database_.execute("PRAGMA mmap_size=67108864; PRAGMA cache_size=-32000;"));
  PYRAMID_ASSIGN(Statement tables, database_.prepare(kCountTables));
  PYRAMID_ASSIGN(const bool counted, tables.row());
  const bool is_new = counted && tables.integer(0) == 0;
  tables.reset();
  PYRAMID_TRY(is_in_place());  // before anything is written
  if (is_new && mode_ == Mode::kRead) {
    return fail(ErrorKind::kNotFound, "there is no index yet", "",
                "search without --no-refresh once, or run pyramid sync");
  }
  if (is_new) PYRAMID_TRY(create_schema());
  PYRAMID_ASSIGN(const std::string version, meta("schema"));
  PYRAMID_ASSIGN(const std::string engine, meta("embedder"));
  if (version == schema_ && engine == embedder_) return {};
  const std::string what = "the index was made by another version or with other settings";
  if (mode_ != Mode::kWrite) return fail(ErrorKind::kCorruptCache, what);
  anew_ = true;
  told_ = what + "; rebuilding it";
  return {};
}

Status SqliteIndex::note_is_of_here() {
  PYRAMID_ASSIGN(const bool ours, is_of_here());
  return ours ? Status() : set_meta(kOfFolder, folder_number(root_));
}

Status SqliteIndex::open_rows() {
  if (!created_) PYRAMID_TRY(open_row_files());
  PYRAMID_TRY(is_in_place());
  if (mode_ == Mode::kRead) PYRAMID_TRY(is_filled());
  return mend_rows();
}

// Whoever finds an index damaged removes its database before all other files. So where that lies in
// its place when the others are open, they are of one index.
Status SqliteIndex::is_in_place() {
  if (!database_.is_moved()) return {};
  return fail(ErrorKind::kCorruptCache, "the index was removed by another command meanwhile");
}

// What nobody has brought up to date yet, or since damage was mended, is not to be believed.
Status SqliteIndex::is_filled() {
  PYRAMID_ASSIGN(const std::uint64_t filled, generation());
  PYRAMID_ASSIGN(const bool ours, is_of_here());
  if (filled != 0 && ours) return {};
  return fail(ErrorKind::kConflict, "the index is still to be filled", {},
              "search without --no-refresh once, or run pyramid sync");
}

// By the workspace's folder, which keeps its number where it is renamed or moved. Not by its files:
// those a refresh compares.
Result<bool> SqliteIndex::is_of_here() {
  PYRAMID_ASSIGN(const std::string of, meta(kOfFolder));
  return of == folder_number(root_);
}

Status SqliteIndex::create_schema() {
  return database_.transact([&]() -> Status {
    PYRAMID_ASSIGN(Statement tables, database_.prepare(kCountTables));
    PYRAMID_ASSIGN(const bool counted, tables.row());
    if (counted && tables.integer(0) > 0) return {};  // another process was faster
    PYRAMID_TRY(create_tables());
    PYRAMID_ASSIGN(flat_, make_row_files({}, dims_));
    created_ = true;
    return {};
  });
}

// With no rows, and no flat files yet.
Status SqliteIndex::create_tables() {
  PYRAMID_TRY(database_.execute("PRAGMA application_id = 0x50795241"));
  PYRAMID_TRY(database_.execute(kIndexTables));
  PYRAMID_TRY(database_.execute("CREATE VIRTUAL TABLE words USING fts5(text, content='', " +
                                tokenize_option() + ")"));
  PYRAMID_TRY(set_meta("schema", schema_));
  PYRAMID_TRY(set_meta(kOfFolder, folder_number(root_)));
  PYRAMID_TRY(set_meta("dims", std::to_string(dims_)));
  return set_meta("embedder", embedder_);
}

Result<std::string> SqliteIndex::meta(std::string_view key) {
  PYRAMID_ASSIGN(Statement statement, database_.prepare("SELECT value FROM meta WHERE key = ?1"));
  statement.bind(1, key);
  PYRAMID_ASSIGN(const bool found, statement.row());
  return found ? std::string(statement.text(0)) : std::string();
}

Status SqliteIndex::set_meta(std::string_view key, std::string_view value) {
  PYRAMID_ASSIGN(Statement statement,
                 database_.prepare("INSERT INTO meta VALUES(?1, ?2) "
                                   "ON CONFLICT(key) DO UPDATE SET value = excluded.value"));
  return statement.bind(1, key).bind(2, value).run();
}

Status SqliteIndex::register_functions() {
  matches_.lengths = &flat_.lengths;
  return register_count(database_, matches_);
}

Result<Counts> SqliteIndex::counts() {
  Counts counts;
  PYRAMID_ASSIGN(Statement files, database_.prepare("SELECT count(*) FROM files"));
  PYRAMID_ASSIGN(bool row, files.row());
  if (row) counts.files = static_cast<std::size_t>(files.integer(0));
  PYRAMID_ASSIGN(Statement outside, database_.prepare(kOutside));
  PYRAMID_ASSIGN(row, outside.row());
  if (row) counts.outside = static_cast<std::size_t>(outside.integer(0));
  PYRAMID_ASSIGN(Statement chunks, database_.prepare("SELECT count(*) FROM chunks"));
  PYRAMID_ASSIGN(row, chunks.row());
  if (row) counts.chunks = static_cast<std::size_t>(chunks.integer(0));
  PYRAMID_ASSIGN(Statement due, database_.prepare("SELECT count(*) FROM due"));
  PYRAMID_ASSIGN(row, due.row());
  counts.embeddings = counts.chunks - (row ? static_cast<std::size_t>(due.integer(0)) : 0);
  PYRAMID_ASSIGN(Statement nodes,
                 database_.prepare("SELECT kind, tier, count(*), sum(model = '' AND status = '') "
                                   "FROM nodes GROUP BY kind, tier"));
  while (true) {
    PYRAMID_ASSIGN(row, nodes.row());
    if (!row) break;
    const auto count = static_cast<std::size_t>(nodes.integer(2));
    switch (static_cast<format::Kind>(nodes.integer(0))) {
      case format::Kind::kObservation:
        counts.observations += count;
        counts.unassigned += static_cast<std::size_t>(nodes.integer(3));
        break;
      case format::Kind::kSummary: {
        const auto tier = static_cast<std::size_t>(nodes.integer(1));
        counts.summaries += count;
        counts.summaries_by_tier.resize(std::max(counts.summaries_by_tier.size(), tier + 1));
        counts.summaries_by_tier[tier] = count;
        break;
      }
      case format::Kind::kSession:
        counts.sessions += count;
        break;
      case format::Kind::kModel:
        counts.models += count;
        break;
      case format::Kind::kTask:
        counts.tasks += count;
        break;
      case format::Kind::kWhy:
      case format::Kind::kTopic:
        break;
      default:
        counts.notes += count;
    }
  }
  counts.bytes = bytes_on_disk();
  return counts;
}

std::uint64_t SqliteIndex::bytes_on_disk() const {
  std::uint64_t bytes = 0;
  std::vector<std::string> paths = {database_path_, database_path_ + "-wal", scan_path_};
  for (std::string& path : flat_files(stem_)) paths.push_back(std::move(path));
  for (const std::string& path : paths) {
    struct stat info{};
    if (::stat(path.c_str(), &info) == 0) bytes += static_cast<std::uint64_t>(info.st_size);
  }
  return bytes;
}

namespace {

// The database first: who has opened a part of the index looks whether it still lies there.
Status remove_all(const std::string& database, const std::string& stem) {
  std::vector<std::string> paths = {database, database + "-wal", database + "-shm",
                                    database + "-journal", stem + "scan.table"};
  for (std::string& path : flat_files(stem)) paths.push_back(std::move(path));
  for (const std::string& path : paths) PYRAMID_TRY(remove_entry(path));
  return {};
}

}  // namespace

namespace {

struct Places {
  std::string database;
  std::string stem;  // of the flat files
};
Places places(const workspace::Workspace& workspace, const std::string& database) {
  if (!database.empty()) {
    std::error_code error;  // a link that the person made is theirs to follow
    std::string path = database;
    if (std::filesystem::is_symlink(database, error)) {
      const std::string real = std::filesystem::canonical(database, error).string();
      if (!error) path = real;
    }
    return {path, path + "-"};
  }
  return {workspace.absolute(".pyramid/index.db"), workspace.absolute(".pyramid/")};
}

// git would see it, and so would whoever opens the folder.
Status refuse_among_files(const workspace::Workspace& workspace, const std::string& database) {
  std::error_code error;
  const auto real = [&](const std::filesystem::path& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  };
  const std::filesystem::path below = real(database).lexically_relative(real(workspace.root));
  if (error || below.empty() || *below.begin() == ".." || *below.begin() == ".pyramid") return {};
  return fail(ErrorKind::kUsage, "lies inside the workspace, where git sees it", database,
              "name a file outside of it, or one below .pyramid/");
}

// A file that the person named must be empty, new, or an index of ours: anything else is theirs.
Status refuse_foreign(const std::string& database) {
  std::error_code error;
  const auto status = std::filesystem::status(database, error);
  if (!std::filesystem::exists(status)) {
    const std::filesystem::path folder = std::filesystem::absolute(database, error).parent_path();
    if (std::filesystem::is_directory(folder, error)) return {};
    return fail(ErrorKind::kUsage, "there is no such folder", folder.string(),
                "make it, or name another file with --db");
  }
  std::array<char, kApplicationAt + 4> head{};
  std::streamsize size = -1;
  if (std::filesystem::is_regular_file(status)) {  // a pipe would be waited for
    std::ifstream file(database, std::ios::binary);
    file.read(head.data(), head.size());
    size = file.gcount();
  }
  const std::string_view id(head.data() + kApplicationAt, 4);
  const bool ours = size == static_cast<std::streamsize>(head.size()) && id == kApplication;
  if (size == 0 || ours) return {};
  return fail(ErrorKind::kUsage, "is not an index of Pyramid and stays as it is", database,
              "name another file with --db");
}

}  // namespace

std::string SqliteIndex::identity() const {
  struct stat info{};
  const bool there = ::stat(database_path_.c_str(), &info) == 0;
  return fmt::format("{} {} {}", there ? info.st_dev : 0, there ? info.st_ino : 0, flat_.set);
}

std::string identity_of(const Index& index) {
  return static_cast<const SqliteIndex&>(index).identity();
}

Status map_nothing(Index& index) { return static_cast<SqliteIndex&>(index).map_nothing(); }

void set_patience(Index& index, std::chrono::milliseconds patience) {
  static_cast<SqliteIndex&>(index).set_patience(patience);
}

void discard(const workspace::Workspace& workspace, const std::string& database) {
  const Places here = places(workspace, database);
  static_cast<void>(remove_all(here.database, here.stem));  // who opens it next is told
}

std::vector<std::string> files_of(const workspace::Workspace& workspace,
                                  const std::string& database) {
  const Places here = places(workspace, database);
  std::vector<std::string> paths = flat_files(here.stem);
  for (const char* end : {"", "-wal", "-shm"}) paths.push_back(here.database + end);
  return paths;
}

Status copy(const workspace::Workspace& workspace, const std::string& database,
            const std::string& to) {
  const Places from = places(workspace, database);
  PYRAMID_TRY(Database::copy_file(from.database, to));
  // After the database, which never knows more rows than they hold.
  for (const std::string& path : flat_files(from.stem)) {
    std::error_code failed;
    if (!std::filesystem::is_regular_file(path, failed)) continue;
    std::filesystem::copy_file(path, to + "-" + path.substr(from.stem.size()),
                               std::filesystem::copy_options::overwrite_existing, failed);
    if (failed) return fail(ErrorKind::kIo, "the index cannot be copied", to, {}, failed.message());
  }
  return {};
}

std::optional<Embedded> embedded_by(const workspace::Workspace& workspace,
                                    const std::string& database) {
  Result<Database> there = Database::open(places(workspace, database).database, Mode::kRead);
  if (!there) return std::nullopt;
  Result<Statement> find = there->prepare(
      "SELECT a.value, b.value FROM meta a JOIN meta b WHERE a.key = 'embedder' AND b.key = "
      "'dims'");
  if (!find) return std::nullopt;
  const Result<bool> found = find->row();
  if (!found || !*found) return std::nullopt;
  Embedded by;
  by.embedder = find->text(0);
  by.dims = static_cast<std::size_t>(find->integer(1));
  return by;
}

Result<std::unique_ptr<Index>> open(const workspace::Workspace& workspace,
                                    const std::string& embedder_name, std::size_t dims,
                                    const OpenOptions& options,
                                    const std::function<void(std::string_view)>& notice) {
  const Places here = places(workspace, options.database);
  OpenOptions how = options;
  const auto attempt = [&]() -> Result<std::unique_ptr<Index>> {
    PYRAMID_ASSIGN(
        std::unique_ptr<SqliteIndex> index,
        SqliteIndex::open(workspace, here.database, here.stem, embedder_name, dims, how));
    if (!index->told().empty() && !options.anew) notice(index->told());
    return std::unique_ptr<Index>(std::move(index));
  };
  if (!options.database.empty()) {
    PYRAMID_TRY(refuse_among_files(workspace, options.database));
    PYRAMID_TRY(refuse_foreign(options.database));
  }
  Result<std::unique_ptr<Index>> index = attempt();
  if (index || index.error().kind != ErrorKind::kCorruptCache) return index;
  if (options.mode == Mode::kRead) return index;
  if (options.mode == Mode::kCopy) {
    how.mode = Mode::kMemory;
  } else {
    PYRAMID_TRY(remove_all(here.database, here.stem));
    if (!options.anew) notice(index.error().what + "; rebuilding it");
  }
  return attempt();
}

}  // namespace pyramid::index
