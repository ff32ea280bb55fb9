#include "index/embedding_cache.hpp"

#include <unistd.h>

#include <cstring>
#include <utility>

namespace pyramid::index {

namespace {

constexpr const char* kTables = R"sql(
PRAGMA journal_mode=WAL;
PRAGMA synchronous=NORMAL;
CREATE TABLE IF NOT EXISTS engines(id INTEGER PRIMARY KEY, name TEXT UNIQUE, dims INT NOT NULL);
CREATE TABLE IF NOT EXISTS vectors(engine INT NOT NULL, text BLOB NOT NULL, vector BLOB NOT NULL);
CREATE UNIQUE INDEX IF NOT EXISTS vectors_by_text ON vectors(engine, text);
)sql";

void remove_file(const std::string& path) {
  for (const char* end : {"", "-wal", "-shm"}) static_cast<void>(::unlink((path + end).c_str()));
}

std::vector<float> vector_in(std::string_view blob, std::size_t dims) {
  if (dims == 0 || blob.size() != dims * sizeof(float)) return {};
  std::vector<float> vector(dims);
  std::memcpy(vector.data(), blob.data(), blob.size());
  return vector;
}

}  // namespace

EmbeddingCache::EmbeddingCache(std::string path) : path_(std::move(path)) {}

Status EmbeddingCache::open(bool make) {
  if (database_) return {};
  if (!make && ::access(path_.c_str(), F_OK) != 0) return {};
  Result<Database> database = Database::open(path_, Mode::kWrite);
  Status ready = database ? database->execute(kTables) : Status(fail(Error(database.error())));
  if (!ready && !make && ready.error().kind == ErrorKind::kIo) {
    database = Database::open(path_, Mode::kRead);  // of who may not write there
    if (!database) return {};
    ready = {};
  }
  if (ready) database_ = *std::move(database);
  return ready;
}

Status EmbeddingCache::with(bool make, const std::function<Status(Database&)>& work) {
  const std::lock_guard lock(mutex_);
  for (int tries = 0;; ++tries) {
    Status done = open(make);
    if (done && database_) done = work(*database_);
    if (done || done.error().kind != ErrorKind::kCorruptCache || tries > 0) return done;
    database_.reset();
    remove_file(path_);
  }
}

Result<EmbeddingCache::Engine> EmbeddingCache::engine(Database& database, std::string_view name) {
  PYRAMID_ASSIGN(Statement find, database.prepare("SELECT id, dims FROM engines WHERE name = ?1"));
  PYRAMID_ASSIGN(const bool found, find.bind(1, name).row());
  if (!found) return Engine();
  return Engine{find.integer(0), static_cast<std::size_t>(find.integer(1))};
}

Result<std::size_t> EmbeddingCache::dims_of(std::string_view embedder) {
  std::size_t dims = 0;
  const Status looked = with(false, [&](Database& database) -> Status {
    PYRAMID_ASSIGN(const Engine known, engine(database, embedder));
    dims = known.dims;
    return {};
  });
  if (!looked) return fail(Error(looked.error()));
  return dims;
}

Status EmbeddingCache::look_up(std::string_view embedder, std::span<const Digest> texts,
                               const char* query, const TakeRow& take) {
  return with(false, [&](Database& database) -> Status {
    PYRAMID_ASSIGN(const Engine known, engine(database, embedder));
    if (known.id == 0) return {};
    PYRAMID_ASSIGN(Statement one, database.prepare(query));
    for (std::size_t i = 0; i < texts.size(); ++i) {
      PYRAMID_ASSIGN(const bool there, one.bind(1, known.id).bind_blob(2, as_blob(texts[i])).row());
      if (there) take(i, one, known.dims);
      one.reset();
    }
    return {};
  });
}

Result<std::vector<std::vector<float>>> EmbeddingCache::find(std::string_view embedder,
                                                             std::span<const Digest> texts) {
  std::vector<std::vector<float>> found(texts.size());
  PYRAMID_TRY(look_up(embedder, texts, "SELECT vector FROM vectors WHERE engine = ?1 AND text = ?2",
                      [&](std::size_t i, const Statement& row, std::size_t dims) {
                        found[i] = vector_in(row.blob(0), dims);
                      }));
  return found;
}

Result<std::vector<bool>> EmbeddingCache::holds(std::string_view embedder,
                                                std::span<const Digest> texts) {
  std::vector<bool> held(texts.size());
  PYRAMID_TRY(look_up(embedder, texts, "SELECT 1 FROM vectors WHERE engine = ?1 AND text = ?2",
                      [&](std::size_t i, const Statement&, std::size_t) { held[i] = true; }));
  return held;
}

Status EmbeddingCache::put(std::string_view embedder, std::size_t dims,
                           std::span<const Digest> texts, std::span<const float> vectors) {
  if (texts.empty() || dims == 0) return {};
  return with(true, [&](Database& database) {
    return database.transact([&]() -> Status {
      PYRAMID_ASSIGN(Engine known, engine(database, embedder));
      if (known.id != 0 && known.dims != dims) {
        PYRAMID_ASSIGN(Statement drop, database.prepare("DELETE FROM vectors WHERE engine = ?1"));
        PYRAMID_TRY(drop.bind(1, known.id).run());
      }
      PYRAMID_ASSIGN(Statement name,
                     database.prepare("INSERT INTO engines(name, dims) VALUES(?1, ?2) "
                                      "ON CONFLICT(name) DO UPDATE SET dims = excluded.dims"));
      PYRAMID_TRY(name.bind(1, embedder).bind(2, static_cast<std::int64_t>(dims)).run());
      PYRAMID_ASSIGN(known, engine(database, embedder));
      PYRAMID_ASSIGN(Statement add,
                     database.prepare("INSERT OR REPLACE INTO vectors VALUES(?1, ?2, ?3)"));
      for (std::size_t i = 0; i < texts.size(); ++i) {
        const auto bytes = std::as_bytes(vectors.subspan(i * dims, dims));
        add.bind(1, known.id).bind_blob(2, as_blob(texts[i]));
        add.bind_blob(3, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        PYRAMID_TRY(add.run());
      }
      return {};
    });
  });
}

Result<std::size_t> EmbeddingCache::size() {
  std::size_t size = 0;
  const Status looked = with(false, [&](Database& database) -> Status {
    PYRAMID_ASSIGN(Statement count, database.prepare("SELECT count(*) FROM vectors"));
    PYRAMID_ASSIGN(const bool row, count.row());
    size = row ? static_cast<std::size_t>(count.integer(0)) : 0;
    return {};
  });
  if (!looked) return fail(Error(looked.error()));
  return size;
}

Status EmbeddingCache::keep_only(std::span<const Digest> texts) {
  return with(false, [&](Database& database) -> Status {
    Status dropped = database.transact([&]() -> Status {
      PYRAMID_TRY(database.execute("CREATE TEMP TABLE kept(text BLOB PRIMARY KEY) WITHOUT ROWID"));
      {
        PYRAMID_ASSIGN(Statement add, database.prepare("INSERT OR IGNORE INTO kept VALUES(?1)"));
        for (const Digest& text : texts) PYRAMID_TRY(add.bind_blob(1, as_blob(text)).run());
      }
      PYRAMID_TRY(
          database.execute("DELETE FROM vectors WHERE text NOT IN (SELECT text FROM kept)"));
      return database.execute("DROP TABLE kept");
    });
    if (!dropped) return dropped;
    PYRAMID_TRY(database.execute("VACUUM"));
    return database.execute("PRAGMA wal_checkpoint(TRUNCATE)");
  });
}

}  // namespace pyramid::index
