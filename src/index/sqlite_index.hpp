// The Index over SQLite and flat files. Private to src/index.
#pragma once

#include "index/bm25.hpp"
#include "index/chunker.hpp"
#include "index/database.hpp"
#include "index/flat_file.hpp"
#include "index/index.hpp"
#include "index/read_file.hpp"
#include "index/scan_table.hpp"
#include "index/vectors.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pyramid::index {

class VectorGraph;

inline constexpr std::string_view kOtherSlot = "2-";

// The flat files that go with a database, made together.
struct RowFiles {
  std::uint64_t set = 0;
  std::string slot;  // what their names begin with: "" or kOtherSlot, in turns
  Vectors vectors;
  FlatFile lengths;
};
// Behind the slot.
const std::array<const char*, 3>& row_file_names();

class SqliteIndex final : public Index {
 public:
  // Paths of the database and, as a stem, of the flat files beside it.
  static Result<std::unique_ptr<SqliteIndex>> open(const workspace::Workspace& workspace,
                                                   const std::string& database,
                                                   const std::string& stem,
                                                   const std::string& embedder, std::size_t dims,
                                                   const OpenOptions& options);

  Result<RefreshReport> refresh(FileSystem& files, engine::Embedder& embedder, Progress& progress,
                                bool force) override;
  Result<RefreshReport> refresh_paths(FileSystem& files, engine::Embedder& embedder,
                                      Progress& progress,
                                      const std::vector<std::string>& paths) override;
  Result<std::optional<RefreshReport>> as_it_stands() override;
  Result<Time> refreshed_at() override;
  Result<std::size_t> most_files() override;
  Status each_facts(const std::function<void(const NodeFacts&)>& take) override;
  Result<std::optional<Kept>> kept() override;
  Status keep(std::string_view bytes, const std::vector<std::string>& unsure) override;
  Status each_link(
      const std::function<void(std::string_view path, std::string_view target)>& take) override;
  Result<bool> has_tasks() override;
  Result<std::vector<format::Node>> tasks_called(
      const std::function<bool(std::string_view title)>& is_meant) override;
  Result<std::vector<TaskLink>> links_of_task(const std::string& path) override;
  Result<std::vector<TaskLink>> task_links() override;
  Result<std::vector<format::Node>> nodes(const std::vector<format::Kind>& kinds) override;
  Result<std::vector<format::Node>> nodes_below(const std::string& folder,
                                                format::Kind kind) override;
  Result<std::optional<format::Node>> node(const Ulid& id) override;
  Result<std::optional<format::Node>> node_at(const std::string& path) override;
  Result<std::vector<std::string>> paths_with(const Ulid& id) override;
  Result<std::vector<std::string>> paths_like_copies() override;
  Result<std::vector<std::string>> paths_with_conflicts() override;
  Result<std::vector<std::string>> strangers(const std::string& folder, format::Kind kind) override;
  Result<std::optional<Digest>> file_digest(const std::string& path) override;
  Status read_at_once(const std::function<Status()>& work) override;
  Result<std::vector<Scored>> keyword(std::string_view fts_query, std::size_t limit,
                                      const RowSet* among) override;
  Result<std::vector<Scored>> keyword_of(std::string_view fts_query,
                                         const std::vector<std::int64_t>& rows) override;
  Result<std::vector<double>> keyword_of_files(
      std::string_view fts_query, const std::vector<std::vector<std::int64_t>>& files) override;
  Result<std::vector<double>> word_weights(std::string_view fts_query) override;
  Result<std::vector<std::string>> texts_of(const std::vector<std::int64_t>& rows) override;
  Result<std::vector<ToEmbed>> to_embed(std::string_view embedder, std::int64_t after,
                                        std::size_t limit) override;
  Result<std::vector<ToEmbed>> without_vector(std::int64_t after, std::size_t limit) override;
  Result<std::vector<ToEmbed>> to_embed_of(std::string_view embedder,
                                           const std::vector<std::int64_t>& rows) override;
  Status take_vectors(EmbeddingCache& kept) override;
  Status scrub() override;
  Status change_over(const std::string& embedder, std::size_t dims, EmbeddingCache& cache) override;
  Result<std::vector<Scored>> nearest(const std::vector<float>& query, std::size_t limit,
                                      const RowSet* among) override;
  Result<Candidates> candidates(std::string_view fts_query, const std::vector<float>& query,
                                std::size_t limit, const RowSet* among) override;
  Result<std::vector<Scored>> cosine_of(const std::vector<float>& query,
                                        const std::vector<std::int64_t>& rows) override;
  Result<std::vector<Chunk>> chunks(const std::vector<std::int64_t>& rows) override;
  Result<RowSet> rows_where(const Filter& filter) override;
  Result<std::vector<std::string>> model_names() override;
  Result<std::vector<std::string>> tag_names() override;
  Result<std::vector<std::int64_t>> rows_of_file(std::int64_t file) override;
  Result<std::vector<Unkeyed>> without_keys(std::string_view by, std::size_t limit) override;
  Status put_keys(const std::vector<Keys>& keys) override;
  Result<bool> has_keys() override;
  Result<std::vector<Ulid>> with_keys(const std::vector<std::uint64_t>& keys,
                                      std::size_t limit_each) override;
  Result<std::vector<Saying>> sayings(std::string_view name, const std::vector<std::string>& models,
                                      std::size_t most) override;
  Result<std::vector<std::string>> user_names() override;
  Result<Counts> counts() override;
  Result<std::optional<Settled>> settled() override;
  Status set_settled(const std::optional<Settled>& settled) override;
  Status rename_settled(const std::string& key) override;

  // One line for the person, or "": what was found when it was opened, and mended or will be.
  [[nodiscard]] const std::string& told() const { return told_; }
  // Borrowed; asked by nearest().
  void use(VectorGraph& graph) { graph_ = &graph; }
  [[nodiscard]] std::string identity() const;  // index/identity.hpp
  Status map_nothing() { return database_.execute("PRAGMA mmap_size=0"); }
  Result<std::size_t> pieces_having(std::string_view fts_query, std::size_t most);
  // How long it waits for another process that writes.
  void set_patience(std::chrono::milliseconds patience) {
    sqlite3_busy_timeout(database_.handle(), static_cast<int>(patience.count()));
  }

 private:
  friend class Comparing;  // compare.cpp
  // What a scan found, before the database was asked which rows that concerns.
  struct Changes {
    std::vector<WalkEntry> to_read;
    std::vector<ScanRecord> gone;         // files that the walk did not meet as they were
    std::vector<std::string> gone_paths;  // files that are known not to be there
    bool force = false;                   // equal bytes are parsed and embedded all the same
    [[nodiscard]] bool empty() const {
      return to_read.empty() && gone.empty() && gone_paths.empty();
    }
  };
  struct Work;

  static Result<std::unique_ptr<SqliteIndex>> open_once(
      const workspace::Workspace& workspace, const std::string& database, const std::string& stem,
      const std::string& embedder, std::size_t dims, const OpenOptions& options);
  Status open_tables();
  Result<bool> is_of_here();
  Status note_is_of_here();
  Status open_rows();
  Status is_in_place();
  Status is_filled();
  Status register_functions();
  // The flat files (row_files.cpp).
  static std::string other_slot(std::string_view slot);
  // Empty ones, which the database then names. REQUIRES: a transaction.
  Result<RowFiles> make_row_files(const std::string& slot, std::size_t dims);
  // With the records of those in hand; the database does not name them. REQUIRES: a transaction,
  // so that nobody writes them.
  Result<RowFiles> copy_row_files(const std::string& slot);
  Status name_row_files(const RowFiles& made);
  Status open_row_files();
  Status check_rows();
  Status follow_rows();
  Status read_followed(const std::function<Status()>& work);
  Status begin_anew();
  Status drop_tables();
  void remove_row_files(const std::string& slot);
  void remove_other_row_files();
  // Around what writes the flat files, and what finds and mends a writer that was stopped in
  // between (torn_rows.cpp).
  // `files`: how many are about to be stored or dropped.
  Status begin_rows(std::size_t files = 0);
  Status end_rows(Status done);
  Status mend_rows();
  Status mend_rows_in_place();
  Status mark_rows(RowFiles& made);
  struct Torn {
    bool any = false;                      // a file is not as of the database
    bool foreign = false;                  // and was not left so by a writer that was stopped
    std::array<std::uint64_t, 4> marks{};  // of the database and of its files
  };
  Result<Torn> are_rows_torn();
  [[nodiscard]] std::uint64_t bytes_on_disk() const;
  [[nodiscard]] std::string vectors_stem() const { return stem_ + flat_.slot; }
  Result<std::vector<ToEmbed>> texts_to_embed(Statement& row, std::string_view embedder) const;
  // Vectors of a file's pieces that are in the cache; the others are noted as due.
  Status put_kept_vectors(const ReadFile& file, const std::vector<std::int64_t>& rows);
  // Those in the cache, one a piece; empty where there is none. REQUIRES: there is a cache.
  Result<std::vector<std::vector<float>>> kept_vectors(const ReadFile& file);
  [[nodiscard]] std::vector<ToEmbed> texts_of(const ReadFile& file,
                                              const std::vector<std::int64_t>& rows) const;
  Status put_vectors(const std::vector<ToEmbed>& texts, std::string_view embedder,
                     EmbeddingCache& cache, Vectors& vectors, std::size_t dims);
  Status fill(RowFiles& made, const std::string& embedder, std::size_t dims, EmbeddingCache& cache);
  Status is_still_of(std::string_view embedder);
  Status create_schema();
  Status create_tables();
  Result<std::string> meta(std::string_view key);
  Status set_meta(std::string_view key, std::string_view value);
  // The scan table of the database as it stands: from its file, or made from the rows.
  Status load_scan();
  Status load_scan_table();
  Status load_rescanned();
  const ScanTable& whole_scan();
  Result<std::uint64_t> meta_number(std::string_view key);
  Status forget_keys_unless(std::string_view by);
  Result<std::uint64_t> generation();
  // How far the vectors go, and of which state of the index, if the graph may be asked for it.
  struct VectorsNow {
    std::size_t last = 0;
    std::optional<std::uint64_t> generation;
  };
  Result<VectorsNow> vectors_now(const RowSet* among);
  // nearest(), still with all that equal the last one. Reads nothing but vectors.
  Result<std::vector<Scored>> look(const VectorsNow& now, const std::vector<float>& query,
                                   std::size_t limit, const RowSet* among);
  // Makes `pending_` part of the scan table. REQUIRES: a transaction.
  Status store_scan(Time now);
  Status note_rescanned();
  Status note_checked(Time now);
  Status put_kept_in_place(std::uint64_t kept_generation, const std::vector<std::string>& unsure);
  // So that kept() tells which files they are. REQUIRES: a transaction.
  Status note_touched(const RefreshReport& report);
  // So that the next refresh tells of them again (settled.cpp). REQUIRES: a transaction.
  Status note_since(const RefreshReport& report);
  // What is settled, and every change since.
  Status tell_since(RefreshReport& report);
  // Walks, and compares with the scan table.
  Result<Changes> find_changes(FileSystem& files, bool force, RefreshReport& report);
  // The same of the extra paths, as if they were folders that are called as the settings say.
  void visit_extra(FileSystem& files, const FileSystem::Visit& visit, RefreshReport& report);
  Status problems(RefreshReport& report);
  // Reads `to_read` on all threads, embeds what is new, and stores everything in one transaction.
  Status apply(FileSystem& files, engine::Embedder& embedder, Progress& progress, Changes& changes,
               RefreshReport& report);
  Status apply_all(FileSystem& files, engine::Embedder& embedder, Progress& progress,
                   Changes& changes, RefreshReport& report);
  // Finds the rows that the changes are about. REQUIRES: a transaction, so that they stay.
  Result<Work> resolve(Changes& changes, const std::vector<std::string>& unread);
  Result<std::int64_t> file_id(const std::string& path);
  Status embed(engine::Embedder& embedder, std::span<ReadFile> files) const;
  Status store(const ReadFile& file, std::int64_t id, RefreshReport& report);
  Result<std::optional<Digest>> stored_digest(std::int64_t id);
  void note_scanned(const ReadFile& file, std::int64_t id);
  Status touch_file(const ReadFile& file, std::int64_t id);
  Result<std::int64_t> insert_file(const ReadFile& file);
  Status update_file(const ReadFile& file, std::int64_t id);
  Result<std::vector<std::int64_t>> rows_of(std::span<const std::int64_t> files);
  Status drop_contents(std::span<const std::int64_t> files);
  Status drop_file(std::int64_t file);
  Status insert_chunks(const ReadFile& file, std::int64_t id);
  Status insert_node(const ReadFile& file, std::int64_t id);
  Status insert_tags(const ReadFile& file, std::int64_t id);
  Status each_task_link(
      const std::function<void(std::string_view path, std::string_view target)>& take);
  Status insert_relations(const ReadFile& file, std::int64_t id);
  std::int64_t take_row();
  Result<std::int64_t> last_row();  // of all chunks; 0: there is none
  Status load_free_rows();
  Status store_free_rows();
  Status store_lengths(FlatFile& lengths);
  // A statement kept for the life of the index; `sql` is a literal.
  Result<Statement*> prepared(const char* sql);
  // Scores every row that has one of the words, unless that was the last query.
  Status match(std::string_view fts_query);
  // Leaves the first `limit`, of those that tie at the end the first by their text, then their
  // place. REQUIRES: best first, with all that tie.
  Status cut(std::vector<Scored>& scored, std::size_t limit);
  Result<std::string> path_of_row(std::int64_t row);
  Result<std::vector<std::string>> names_from(const char* sql);

  std::string root_;
  PieceSize piece_size_;
  std::string schema_;                    // of the tables, how large pieces are, and whose days
  std::vector<std::string> extra_paths_;  // as the settings say
  std::string home_;                      // for them
  std::string database_path_, stem_, scan_path_, kept_path_;
  std::string embedder_;
  std::size_t dims_ = 0;
  Zone zone_;
  EmbeddingCache* kept_vectors_ = nullptr;
  unsigned threads_ = 2;
  Mode mode_ = Mode::kWrite;
  bool created_ = false;
  // All that there is gives way to what the next refresh reads, in its transaction; nothing else
  // is asked before.
  bool anew_ = false;
  std::string told_;
  Database database_;
  // The scan table, and what became of some files since, as of this generation of the rows.
  std::optional<ScanTable> scan_;
  ScanTable::Changes unmerged_;
  std::uint64_t scan_generation_ = 0;
  bool scan_on_disk_ = false;   // scan_, with `unmerged_` in the table `rescanned`
  ScanTable::Changes pending_;  // of the transaction under way
  // The state that the caller knows: as of each_facts() or kept(), or of a refresh of ours on top
  // of it. 0: another process came in between.
  std::uint64_t known_generation_ = 0;
  RowFiles flat_;
  VectorGraph* graph_ = nullptr;
  std::map<std::string_view, Statement> statements_;
  std::vector<std::int64_t> new_rows_;   // of the refresh under way
  std::vector<std::int64_t> free_rows_;  // largest first, so that the lowest is taken from the back
  std::int64_t row_end_ = 1;
  std::uint64_t writing_ = 0;  // what the flat files will be marked with; 0: not begun
  std::string matched_query_;  // the last one
  WordMatches matches_;        // and what it matched
};

// Fills `said_in` and `said_turn` from the edge of the node's row, packed.
void take_origin(std::string_view packed, Chunk& chunk);

// A random number that stands for a state of the database. Never 0, which stands for none.
std::uint64_t new_generation();

}  // namespace pyramid::index
