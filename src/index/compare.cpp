#include "index/compare.hpp"

#include "base/parallel.hpp"
#include "base/text.hpp"
#include "engine/text/word_parts.hpp"
#include "index/bound_rows.hpp"
#include "index/free_rows.hpp"
#include "index/sqlite_index.hpp"
#include "index/sum.hpp"
#include "index/tokenizer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

namespace pyramid::index {

namespace {

constexpr std::size_t kMostNamed = 100;
// Files read before the next are taken, what they may hold together, and how many of them a thread
// takes at once: bounds memory, as while an index is made.
constexpr std::size_t kFiles = 512, kGroup = 16;
constexpr std::uint64_t kBytes = 1'000'000;

// A table that has one row a file or piece, and its columns in the order in which they are bound.
struct Table {
  std::string name;
  std::vector<std::string> columns;
  std::string row;  // which one
};

const Table& files_table() {
  static const Table table = {"files",
                              {"path", "size", "mtime", "ctime", "inode", "checked", "digest",
                               "problem_where", "problem", "hint", "conflict", "mild"},
                              "id = ?13"};
  return table;
}
const Table& nodes_table() {
  static const Table table = {
      "nodes",
      {"file",     "id",          "kind",       "title",   "model",  "status",
       "at",       "importance",  "tier",       "policy",  "start",  "end",
       "count",    "engine",      "recipe",     "inputs",  "output", "text_digest",
       "digest",   "description", "model_type", "aliases", "turns",  "extracted",
       "sections", "sources",     "from_edge",  "user",    "hand",   "offset"},
      "file = ?1"};
  return table;
}
const Table& chunks_table() {
  static const Table table = {"chunks",
                              {"row", "file", "first_line", "last_line", "heading", "at", "text",
                               "digest", "speaker", "offset", "shown", "kind"},
                              "row = ?1"};
  return table;
}

// Of each column whether it is what is bound. When a file was looked at is nothing that it says.
std::string holding(const Table& table) {
  std::string sql;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const std::string same = "\"" + table.columns[i] + "\" IS ?" + std::to_string(i + 1);
    sql += (sql.empty() ? "SELECT " : ", ") + (table.columns[i] == "checked" ? "1" : same);
  }
  return sql + " FROM " + table.name + " WHERE " + table.row;
}

std::array<std::uint64_t, 7> fields_of(const ScanRecord& record) {
  return std::bit_cast<std::array<std::uint64_t, 7>>(record);
}

std::uint64_t sum_of_text(std::string_view text) { return sum_of(text.data(), text.size()); }

std::uint64_t key_of(std::uint64_t key, std::string_view id) { return mix(sum_of_text(id), key); }

// As SQLite writes a number.
std::string varint(std::uint64_t number) {
  std::string bytes(1, static_cast<char>(number & 0x7FU));
  while ((number >>= 7U) != 0) {
    bytes.insert(bytes.begin(), static_cast<char>((number & 0x7FU) | 0x80U));
  }
  return bytes;
}

// Of the words of a row a sum, whatever their order, over each and where it stands.
struct Said {
  std::uint64_t sum = 0;
  std::uint64_t words = 0;
  void take(std::string_view word, std::uint64_t place) {
    sum += mix(sum_of_text(word), place);
    ++words;
  }
};

// Files as the table has them, and what one who reads them anew makes of them.
struct Batch {
  std::vector<std::int64_t> ids;
  std::vector<const WalkEntry*> entries;  // none of a file that the walk did not meet
  std::vector<ReadFile> files;
  struct Made {
    std::vector<Said> said;           // by piece
    std::vector<std::uint64_t> keys;  // as key_of()
  };
  std::vector<Made> made;
};

}  // namespace

class Comparing {
 public:
  Comparing(SqliteIndex& ours, FileSystem& files, engine::Embedder& embedder, Progress& progress,
            const KeyMaking& keys)
      : ours_(ours), files_(files), embedder_(embedder), progress_(progress), keys_(keys) {}

  Result<Comparison> run() {
    PYRAMID_TRY(ours_.map_nothing());
    PYRAMID_TRY(check_structure());
    PYRAMID_TRY(hold(
        "words", ours_.database_.execute("INSERT INTO words(words) VALUES('integrity-check')")));
    // One moment of ours, whoever else writes meanwhile.
    PYRAMID_TRY(ours_.database_.execute("BEGIN"));
    const Status done = compare_all();
    PYRAMID_TRY(ours_.database_.execute("ROLLBACK"));
    if (!done) return fail(Error(done.error()));
    return std::move(found_);
  }

 private:
  void differ(std::string_view table, std::string path, std::string what) {
    ++found_.differing;
    if (found_.differences.size() >= kMostNamed) return;
    found_.differences.push_back({std::string(table), std::move(path), std::move(what)});
  }

  Status compare_all() {
    PYRAMID_ASSIGN(api_, fts5_of(ours_.database_));
    PYRAMID_ASSIGN(const std::int64_t last, ours_.last_row());
    of_chunk_.resize(static_cast<std::size_t>(last) + 1);
    PYRAMID_TRY(hold("words", take_words()));
    PYRAMID_TRY(hold("keys", take_keys()));
    PYRAMID_TRY(hold("files", compare_files()));
    for (const char* table : {"nodes", "tags", "relations", "chunks"}) {
      PYRAMID_TRY(hold(table, find_homeless(table)));
    }
    PYRAMID_TRY(hold("words", compare_rest_of_words()));
    PYRAMID_TRY(hold("vectors", compare_free_rows()));
    return hold("scan.table", compare_scan());
  }

  // What is damaged differs.
  Status hold(std::string_view table, Status done) {
    if (done || done.error().kind != ErrorKind::kCorruptCache) return done;
    differ(table, {}, "cannot be read: it is damaged");
    return {};
  }

  // SQLite's own indexes against its tables.
  Status check_structure() {
    PYRAMID_ASSIGN(Statement check, ours_.database_.prepare("PRAGMA integrity_check(10)"));
    while (true) {
      const Result<bool> more = check.row();
      if (!more) return hold("index.db", fail(Error(more.error())));
      if (!*more) return {};
      if (check.text(0) != "ok") differ("index.db", {}, std::string(check.text(0)));
    }
  }

  Status take_words() {
    Database& database = ours_.database_;
    PYRAMID_TRY(database.execute(
        "CREATE VIRTUAL TABLE temp.said USING fts5vocab('main', 'words', 'instance')"));
    {
      PYRAMID_ASSIGN(Statement word, database.prepare("SELECT term, doc, offset FROM temp.said"));
      while (true) {
        PYRAMID_ASSIGN(const bool more, word.row());
        if (!more) break;
        said_[word.integer(1)].take(word.blob(0), static_cast<std::uint64_t>(word.integer(2)));
      }
    }
    PYRAMID_TRY(database.execute("DROP TABLE temp.said"));
    PYRAMID_ASSIGN(Statement size, database.prepare("SELECT id, sz FROM words_docsize"));
    while (true) {
      PYRAMID_ASSIGN(const bool more, size.row());
      if (!more) break;
      sizes_[size.integer(0)] = size.blob(1);
    }
    knows_words_ = true;
    return {};
  }

  // None where they are made another way, and forgotten by whoever asks for them next.
  Status take_keys() {
    PYRAMID_ASSIGN(const std::string made_by, ours_.meta("keys_by"));
    if (made_by != keys_.by) return {};
    PYRAMID_ASSIGN(Statement key, ours_.database_.prepare("SELECT key, id FROM keys"));
    while (true) {
      PYRAMID_ASSIGN(const bool more, key.row());
      if (!more) break;
      known_keys_.push_back(key_of(static_cast<std::uint64_t>(key.integer(0)), key.blob(1)));
    }
    std::sort(known_keys_.begin(), known_keys_.end());
    knows_keys_ = true;
    return {};
  }

  // All files there are, some at a time: while these are read on all threads, those before them are
  // held against their rows.
  Status compare_files() {
    RefreshReport walked;
    PYRAMID_ASSIGN(SqliteIndex::Changes all, ours_.find_changes(files_, true, walked));
    std::vector<WalkEntry>& there = all.to_read;
    std::sort(there.begin(), there.end(),
              [](const WalkEntry& a, const WalkEntry& b) { return a.path < b.path; });
    std::vector<bool> met(there.size());
    unread_ = std::move(walked.unread);
    PYRAMID_ASSIGN(Statement row,
                   ours_.database_.prepare("SELECT id, path FROM files ORDER BY id"));
    progress_.begin("checking the index", there.size());
    Batch before;
    for (bool more = true; more || !before.ids.empty();) {
      if (progress_.cancelled()) {
        return fail(ErrorKind::kCancelled, "interrupted", {}, "run the same command again");
      }
      Batch next;
      if (more) {
        PYRAMID_ASSIGN(more, take_batch(row, there, met, next));
      }
      const std::size_t groups = (next.ids.size() + kGroup - 1) / kGroup;
      std::vector<std::optional<Error>> errors(groups + 1);
      parallel_for(groups + 1, ours_.threads_, [&](std::size_t i) {
        const Status done = i == 0 ? hold_against(before) : make(next, (i - 1) * kGroup);
        if (!done) errors[i] = done.error();
      });
      for (std::optional<Error>& error : errors) {
        if (error) return fail(*std::move(error));
      }
      progress_.advance(before.ids.size());
      before = std::move(next);
    }
    progress_.end();
    for (std::size_t i = 0; i < there.size(); ++i) {
      if (!met[i]) differ("files", there[i].path, "lacks what the file says");
    }
    return {};
  }

  // False at the end.
  Result<bool> take_batch(Statement& row, const std::vector<WalkEntry>& there,
                          std::vector<bool>& met, Batch& batch) {
    bool more = true;
    std::uint64_t bytes = 0;
    while (batch.ids.size() < kFiles && bytes < kBytes) {
      PYRAMID_ASSIGN(more, row.row());
      if (!more) break;
      const std::string_view path = row.blob(1);
      const auto at = std::lower_bound(
          there.begin(), there.end(), path,
          [](const WalkEntry& one, std::string_view wanted) { return one.path < wanted; });
      const bool is_there = at != there.end() && at->path == path;
      batch.ids.push_back(row.integer(0));
      batch.entries.push_back(is_there ? &*at : nullptr);
      batch.files.emplace_back().path = path;
      if (!is_there) continue;
      bytes += at->stat.size;
      met[static_cast<std::size_t>(at - there.begin())] = true;
    }
    batch.made.resize(batch.ids.size());
    return more;
  }

  // What an index that is made now would say of some files. On any thread.
  Status make(Batch& batch, std::size_t first) const {
    const std::size_t end = std::min(first + kGroup, batch.ids.size());
    for (std::size_t i = first; i < end; ++i) {
      ReadFile& file = batch.files[i];
      file.gone = batch.entries[i] == nullptr;
      file.unread = file.gone && is_within(file.path, unread_);
      if (file.gone) continue;
      file = read_file(files_, ours_.root_, ours_.piece_size_, ours_.zone_, *batch.entries[i],
                       std::nullopt);
    }
    PYRAMID_TRY(ours_.embed(embedder_, std::span(batch.files).subspan(first, end - first)));
    PYRAMID_ASSIGN(const Tokenizer tokenizer, Tokenizer::make(api_));
    for (std::size_t i = first; i < end; ++i) {
      const ReadFile& file = batch.files[i];
      for (const Piece& piece : file.pieces) {
        Said& said = batch.made[i].said.emplace_back();
        PYRAMID_TRY(tokenizer.each(engine::indexed_words(piece.text),
                                   [&](std::string_view word) { said.take(word, said.words); }));
      }
      if (knows_keys_) batch.made[i].keys = keys_of(file, batch.ids[i]);
    }
    return {};
  }

  [[nodiscard]] std::vector<std::uint64_t> keys_of(const ReadFile& file, std::int64_t id) const {
    std::vector<std::uint64_t> keys;
    if (!file.node || file.node->kind != format::Kind::kObservation || file.pieces.empty()) {
      return keys;
    }
    const format::Node& node = *file.node;
    const LocalTime local = ours_.zone_.local(node.at, node.offset);
    const Index::Keys made =
        keys_.make({id, node.id, node.at, node.offset, node.status.empty(),
                    std::string(without_date(file.pieces.front().text, local))});
    for (const std::uint64_t key : made.has) {
      const bool lost = std::find(made.lost.begin(), made.lost.end(), key) != made.lost.end();
      if (!lost) keys.push_back(key_of(key, as_blob(node.id)));
    }
    return keys;
  }

  Status hold_against(const Batch& batch) {
    for (std::size_t i = 0; i < batch.ids.size(); ++i) {
      const ReadFile& file = batch.files[i];
      const std::int64_t id = batch.ids[i];
      if (file.unread) {
        PYRAMID_TRY(let_be(id));
        continue;
      }
      PYRAMID_TRY(hold("files", hold_file(file, id)));
      PYRAMID_TRY(hold("nodes", hold_node(file, batch.made[i], id)));
      PYRAMID_TRY(hold("tags", hold_tags(file, id)));
      PYRAMID_TRY(hold("relations", hold_relations(file)));
      PYRAMID_TRY(hold("chunks", hold_chunks(file, batch.made[i], id)));
    }
    return {};
  }

  // What cannot be read says nothing now: what the index has of it stands.
  Status let_be(std::int64_t id) {
    PYRAMID_ASSIGN(const std::vector<std::int64_t> rows, ours_.rows_of(std::span(&id, 1)));
    for (const std::int64_t row : rows) {
      found_.words += said_[row].words;
      ++found_.chunks;
      take_row(row);
    }
    return {};
  }

  // False where there is no such row. REQUIRES: bound.
  Result<bool> hold_row(const Table& table, Statement& row, const std::string& path,
                        std::int64_t number) {
    PYRAMID_ASSIGN(const bool found, row.row());
    for (std::size_t i = 0; found && i < table.columns.size(); ++i) {
      if (row.integer(static_cast<int>(i)) != 0) continue;
      differ(table.name, path,
             "says something else in `" + table.columns[i] + "`, row " + std::to_string(number));
    }
    return found;
  }

  void count_rows(std::string_view table, const std::string& path, std::size_t has,
                  std::size_t right) {
    if (has == right) return;
    differ(table, path,
           has == 0 ? "lacks what the file says"
           : right == 0
               ? "has what the file does not say"
               : "has " + std::to_string(has) + " rows instead of " + std::to_string(right));
  }

  Status hold_file(const ReadFile& file, std::int64_t id) {
    static const std::string kHolding = holding(files_table());
    count_rows("files", file.path, 1, file.gone ? 0 : 1);
    if (file.gone) return {};
    ++found_.files;
    PYRAMID_ASSIGN(Statement * row, ours_.prepared(kHolding.c_str()));
    bind_file(*row, file);
    row->bind(13, id);
    PYRAMID_TRY(hold_row(files_table(), *row, file.path, id));
    row->reset();
    return {};
  }

  Status hold_node(const ReadFile& file, const Batch::Made& made, std::int64_t id) {
    static const std::string kHolding = holding(nodes_table());
    PYRAMID_ASSIGN(Statement * there, ours_.prepared("SELECT keyed FROM nodes WHERE file = ?1"));
    PYRAMID_ASSIGN(const bool found, there->bind(1, id).row());
    const bool keyed = found && !there->is_null(0);
    there->reset();
    count_rows("nodes", file.path, found ? 1 : 0, file.node ? 1 : 0);
    if (!found || !file.node) return {};
    PYRAMID_ASSIGN(Statement * row, ours_.prepared(kHolding.c_str()));
    bind_node(*row, *file.node, id);
    PYRAMID_TRY(hold_row(nodes_table(), *row, file.path, id));
    row->reset();
    return keyed ? hold_keys(file, made) : Status();
  }

  // Of an id that two files have, which of them was looked at last decides: that is let be.
  Status hold_keys(const ReadFile& file, const Batch::Made& made) {
    const auto lacks = [&](std::uint64_t key) {
      return !std::binary_search(known_keys_.begin(), known_keys_.end(), key);
    };
    const auto lacking = std::count_if(made.keys.begin(), made.keys.end(), lacks);
    if (lacking == 0) return {};
    PYRAMID_ASSIGN(Statement * same, ours_.prepared("SELECT count(*) FROM nodes WHERE id = ?1"));
    PYRAMID_ASSIGN(const bool counted, same->bind_blob(1, as_blob(file.node->id)).row());
    const bool alone = counted && same->integer(0) == 1;
    same->reset();
    for (std::ptrdiff_t i = 0; alone && i < lacking; ++i) {
      differ("keys", file.path, "lacks a key that its words give");
    }
    return {};
  }

  Status hold_tags(const ReadFile& file, std::int64_t id) {
    PYRAMID_ASSIGN(Statement * row,
                   ours_.prepared("SELECT tag FROM tags WHERE file = ?1 ORDER BY rowid"));
    row->bind(1, id);
    std::size_t has = 0;
    for (;; ++has) {
      PYRAMID_ASSIGN(const bool more, row->row());
      if (!more) break;
      if (has >= file.tags.size() || row->text(0) == file.tags[has]) continue;
      differ("tags", file.path, "says something else in `tag`, row " + std::to_string(has + 1));
    }
    count_rows("tags", file.path, has, file.tags.size());
    return {};
  }

  Status hold_relations(const ReadFile& file) {
    PYRAMID_ASSIGN(std::vector<Index::TaskLink> has, ours_.links_of_task(file.path));
    std::erase_if(has, [&](const Index::TaskLink& one) { return one.from != file.path; });
    std::vector<Index::TaskLink> right;
    if (file.node) {
      for (const format::Related& one : file.node->related) {
        right.push_back({file.path, one.edge.path, one.relation});
      }
    }
    count_rows("relations", file.path, has.size(), right.size());
    if (has.size() == right.size() && has != right) {
      differ("relations", file.path, "says something else");
    }
    return {};
  }

  Status hold_chunks(const ReadFile& file, const Batch::Made& made, std::int64_t id) {
    static const std::string kHolding = holding(chunks_table());
    PYRAMID_ASSIGN(const std::vector<std::int64_t> rows, ours_.rows_of(std::span(&id, 1)));
    count_rows("chunks", file.path, rows.size(), file.pieces.size());
    found_.chunks += file.pieces.size();
    for (const Said& said : made.said) found_.words += said.words;
    PYRAMID_ASSIGN(const std::vector<std::vector<float>> vectors, vectors_of(file));
    PYRAMID_ASSIGN(Statement * row, ours_.prepared(kHolding.c_str()));
    for (std::size_t i = 0; i < std::min(rows.size(), file.pieces.size()); ++i) {
      bind_chunk(*row, rows[i], id, file.node->kind, file.pieces[i], ours_.zone_);
      PYRAMID_TRY(hold_row(chunks_table(), *row, file.path, rows[i]));
      row->reset();
      hold_words(file.path, rows[i], made.said[i]);
      hold_flat_files(file.path, rows[i], file.pieces[i], vectors[i], made.said[i].words);
      take_row(rows[i]);
    }
    return {};
  }

  // One a piece; none of what has to be asked for, which is not asked for again.
  Result<std::vector<std::vector<float>>> vectors_of(const ReadFile& file) {
    if (ours_.kept_vectors_ != nullptr) return ours_.kept_vectors(file);
    std::vector<std::vector<float>> vectors;
    for (std::size_t i = 0; i < file.pieces.size(); ++i) {
      const auto first = file.vectors.begin() + static_cast<std::ptrdiff_t>(i * ours_.dims_);
      vectors.emplace_back(first, first + static_cast<std::ptrdiff_t>(ours_.dims_));
    }
    return vectors;
  }

  void hold_words(const std::string& path, std::int64_t row, const Said& right) {
    if (!knows_words_) return;
    const auto said = said_.find(row);
    if ((said == said_.end() ? Said() : said->second).sum != right.sum) {
      differ("words", path, "has other words in row " + std::to_string(row));
    }
    const auto size = sizes_.find(row);
    if (size == sizes_.end() || size->second != varint(right.words)) {
      differ("words_docsize", path, "counts other words in row " + std::to_string(row));
    }
  }

  void hold_flat_files(const std::string& path, std::int64_t number, const Piece& piece,
                       const std::vector<float>& vector, std::uint64_t words) {
    const auto row = static_cast<std::size_t>(number);
    if (!vector.empty() && !ours_.flat_.vectors.is_same(row, piece.digest, vector)) {
      differ("vectors", path, "has another vector in row " + std::to_string(number));
    }
    std::uint32_t length = 0;
    const bool sound = row < ours_.flat_.lengths.records() &&
                       ours_.flat_.lengths.read(row, std::as_writable_bytes(std::span(&length, 1)));
    if (!sound || length != words) {
      differ("lengths.u32", path, "has another length in row " + std::to_string(number));
    }
  }

  // The row is that of a chunk which was looked at.
  void take_row(std::int64_t row) {
    of_chunk_[static_cast<std::size_t>(row)] = true;
    said_.erase(row);
    sizes_.erase(row);
  }

  Status find_homeless(const std::string& table) {
    PYRAMID_ASSIGN(Statement find,
                   ours_.database_.prepare("SELECT count(*) FROM " + table +
                                           " WHERE file NOT IN (SELECT id FROM files)"));
    PYRAMID_ASSIGN(const bool found, find.row());
    if (found && find.integer(0) > 0) {
      differ(table, {}, "has rows of no file: " + std::to_string(find.integer(0)));
    }
    return {};
  }

  Status compare_rest_of_words() {
    if (!knows_words_) return {};
    for (const auto& [row, said] : said_) {
      differ("words", {}, "has words in row " + std::to_string(row) + ", which is no chunk's");
    }
    for (const auto& [row, size] : sizes_) {
      differ("words_docsize", {}, "counts row " + std::to_string(row) + ", which is no chunk's");
    }
    // How many rows and words there are in all: what BM25 divides by.
    PYRAMID_ASSIGN(Statement row,
                   ours_.database_.prepare("SELECT block FROM words_data WHERE id = 1"));
    PYRAMID_ASSIGN(const bool found, row.row());
    const std::string totals = found ? std::string(row.blob(0)) : std::string();
    const std::string right =
        found_.chunks == 0 ? std::string() : varint(found_.chunks) + varint(found_.words);
    if (totals != right) differ("words_data", {}, "counts another number of words in all");
    return {};
  }

  Status compare_free_rows() {
    std::vector<std::int64_t> free;
    for (std::size_t row = 1; row < of_chunk_.size(); ++row) {
      if (of_chunk_[row]) continue;
      free.push_back(static_cast<std::int64_t>(row));
      // It would take the place of a chunk's among the nearest.
      if (ours_.flat_.vectors.is_empty(row)) continue;
      differ("vectors", {}, "has a vector in row " + std::to_string(row) + ", which is no chunk's");
    }
    PYRAMID_ASSIGN(const std::string text, ours_.meta(kFreeRows));
    if (auto recorded = read_free_rows(text)) {
      std::sort(recorded->begin(), recorded->end());
      if (*recorded != free) {
        differ("meta", {}, "says that other rows are free: " + text);
      }
    }
    return {};
  }

  // What a scan would compare the files with must be what the rows say.
  Status compare_scan() {
    PYRAMID_TRY(ours_.load_scan());
    std::unordered_map<std::int64_t, ScanRecord> known;
    for (const ScanRecord& record : ours_.whole_scan().records()) known.emplace(record.id, record);
    PYRAMID_ASSIGN(Statement row,
                   ours_.database_.prepare("SELECT path, id, size, mtime, ctime, inode, checked "
                                           "FROM files"));
    while (true) {
      PYRAMID_ASSIGN(const bool more, row.row());
      if (!more) break;
      FileStat stat;
      stat.size = static_cast<std::uint64_t>(row.integer(2));
      stat.mtime_ns = row.integer(3);
      stat.ctime_ns = row.integer(4);
      stat.inode = static_cast<std::uint64_t>(row.integer(5));
      const ScanRecord right = scan_record(row.blob(0), stat, row.integer(6), row.integer(1));
      const auto place = known.find(right.id);
      if (place == known.end() || fields_of(place->second) != fields_of(right)) {
        differ("scan.table", std::string(row.blob(0)), "is not what the table `files` says");
      }
      if (place != known.end()) known.erase(place);
    }
    for (const auto& [id, record] : known) {
      differ("scan.table", {}, "knows file " + std::to_string(id) + ", which there is not");
    }
    return {};
  }

  SqliteIndex& ours_;
  FileSystem& files_;
  engine::Embedder& embedder_;
  Progress& progress_;
  const KeyMaking& keys_;
  fts5_api* api_ = nullptr;
  std::vector<std::string> unread_;  // files and folders that could not be read
  // What the index has of rows that were not looked at yet.
  bool knows_words_ = false;
  std::unordered_map<std::int64_t, Said> said_;
  std::unordered_map<std::int64_t, std::string> sizes_;
  bool knows_keys_ = false;
  std::vector<std::uint64_t> known_keys_;  // sorted
  std::vector<bool> of_chunk_;             // by row
  Comparison found_;
};

Result<Comparison> compare(Index& index, FileSystem& files, engine::Embedder& embedder,
                           Progress& progress, const KeyMaking& keys) {
  return Comparing(static_cast<SqliteIndex&>(index), files, embedder, progress, keys).run();
}

}  // namespace pyramid::index
