// The index: a cache of what the files say, made for search and for planning (docs/design.md, "The
// index"). May be deleted at any time; a damaged or foreign one is rebuilt, said in one line.
//
// On disk under .pyramid/: index.db (SQLite, WAL: files, nodes, edges, chunks, FTS5, embeddings by
// content digest) and flat memory-mapped arrays by chunk row: int8 vectors, float vectors for
// rescoring, lengths for BM25 (src/index/flat_file.hpp has their layout).
//
// Thread rule: an Index belongs to one thread; several processes may open the same one.
#pragma once

#include "base/mapped_file.hpp"
#include "engine/engine.hpp"
#include "format/node.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/progress.hpp"
#include "workspace/workspace.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::index {

class EmbeddingCache;

// What the last sync left: while no file changed and now is in [settled_at, settled_until), the
// plan is known to be empty without making it; of files that did change since, the report of a
// refresh tells which. A cache of a pure function, nothing more.
struct Settled {
  Time at;
  std::optional<Time> until;
  std::string key;  // digest of settings, program version, and git HEAD as the sync left it
};

struct RefreshReport {
  std::size_t files = 0;  // memory files seen
  // Workspace-relative: since the state that `settled` tells of, where there is one, else as this
  // refresh found them. What went stays among the removed, also when it came again since.
  std::vector<std::string> added, changed, removed;
  std::vector<std::string> committed;  // of added and changed: in a commit as they are, sorted
  std::size_t read = 0;                // files opened
  std::size_t embedded = 0;            // texts that went to the embedder
  bool rebuilt = false;                // started from nothing
  std::optional<Settled> settled;      // none, too, where very many changed since
  std::size_t outside = 0;  // files of extra paths that came, changed or went: not in these lists
  Diagnostics diagnostics;  // of every file that has a problem, changed or not
  std::vector<std::string> unreadable;  // files with such a problem: no nodes; sorted
  // Files and folders that are there and could not be read now ("" = the root): told among the
  // diagnostics, and tried again by the next refresh. What the index had of them it still has.
  std::vector<std::string> unread;
  Diagnostics heads;  // of notes that are read all the same: a head that is no YAML, no UTF-8
};

// A chunk that a search found.
struct Chunk {
  std::int64_t row = 0;
  std::int64_t file = 0;  // the same for all chunks of a file; another one after a rebuild
  std::string path;
  std::size_t first_line = 0, last_line = 0;  // 1-based, inclusive
  std::string heading;
  format::Kind kind = format::Kind::kNote;
  std::string model;
  std::string status;   // of the node; "" = in use
  std::string speaker;  // of a turn: who says it
  Time at;
  std::optional<std::int32_t> offset;  // where it was said, as of Node
  Ulid node;
  std::string said_in;        // of an observation: path of the session it was taken from, if any
  std::size_t said_turn = 0;  // and which turn of it, from 1; 0: the link names none
};
struct Scored {
  std::int64_t row = 0;
  double score = 0;
};
// Rows, by number.
using RowSet = std::vector<bool>;

// `end` is not in it.
struct TimeSpan {
  Time begin, end;
  bool operator==(const TimeSpan&) const = default;
};

// Which chunks are meant: of what there is of a sort, any; of all sorts, each.
struct Filter {
  std::vector<format::Kind> kinds;
  bool outside = false;                   // files of extra paths: one more kind
  std::vector<std::string> models, tags;  // whatever the case
  std::vector<TimeSpan> times;
  std::vector<std::string> agents = {}, users = {};  // tags, too: one of each (format/tags.hpp)
  bool facts = false;                                // what lies in facts/: one more kind
  [[nodiscard]] bool empty() const {
    return kinds.empty() && !facts && !outside && models.empty() && tags.empty() &&
           agents.empty() && users.empty() && times.empty();
  }
};

struct Counts {
  std::size_t files = 0, chunks = 0;
  std::size_t embeddings = 0;  // chunks that have their vector
  std::size_t observations = 0, unassigned = 0, summaries = 0, sessions = 0, models = 0, tasks = 0,
              notes = 0;
  std::size_t outside = 0;  // of the files, those of extra paths
  std::vector<std::size_t> summaries_by_tier;
  std::uint64_t bytes = 0;  // of everything under .pyramid/
};

// What planning needs of a node; its texts are valid during the call that hands it over.
struct NodeFacts {
  Ulid id;
  format::Kind kind = format::Kind::kNote;
  std::string_view path, model, status;
  Time at;
  Digest digest;
  bool to_extract = false;  // a session with turns that nobody looked at
  std::int64_t text_bytes = 0;
  int importance = 0;     // of observations; 0 = not judged
  std::string_view fact;  // of observations; "" = not judged
  Ulid superseded_by;     // of observations; zero = nothing, or a link alone
  // of summaries
  int tier = 0;
  Time start, end;
  std::int64_t count = 0;
  std::string_view policy, engine, recipe;
  std::optional<Digest> inputs;
  format::Hand hand = format::Hand::kNone;
  std::vector<std::string_view> sources;  // paths
};

class Index {
 public:
  virtual ~Index() = default;

  // Walks the workspace and its extra paths (two threads of statx), reads and parses what may have
  // changed (git's racy rule), updates nodes, chunks, FTS and embeddings. `force` re-reads
  // everything. One transaction: a crash leaves the old state.
  virtual Result<RefreshReport> refresh(FileSystem& files, engine::Embedder& embedder,
                                        Progress& progress, bool force) = 0;
  // As refresh, for these files of the workspace alone: what a sync has just written (no walk).
  virtual Result<RefreshReport> refresh_paths(FileSystem& files, engine::Embedder& embedder,
                                              Progress& progress,
                                              const std::vector<std::string>& paths) = 0;
  // What refresh() reports when it finds nothing changed, without a look at the files; nullopt for
  // an index that no refresh has filled yet.
  virtual Result<std::optional<RefreshReport>> as_it_stands() = 0;
  // When the files were last known to equal the index (real clock), for --no-refresh answers.
  virtual Result<Time> refreshed_at() = 0;

  // No fewer than there are files; hardly more, unless many went.
  virtual Result<std::size_t> most_files() = 0;
  // Observations, summaries, models, MEMORY.md and sessions, in no order: of a large memory this
  // takes a tenth of the time and of the room of nodes().
  virtual Status each_facts(const std::function<void(const NodeFacts&)>& take) = 0;
  // What a caller made of all facts, kept beside the index so that it need not ask for them again.
  struct Kept {
    MappedFile file;                   // whose end they are:
    std::string_view bytes;            // as they were handed to keep()
    std::vector<std::string> touched;  // files that came, changed or went since, in no order
  };
  // nullopt: nothing was kept, too much was touched, or what was kept is damaged.
  virtual Result<std::optional<Kept>> kept() = 0;
  // `bytes` stand for what each_facts() or kept() gave last and every refresh since, but for the
  // files in `unsure`, which count as touched. Nothing happens where another process refreshed the
  // index meanwhile: what was kept before then serves, with more files touched.
  virtual Status keep(std::string_view bytes, const std::vector<std::string>& unsure) = 0;
  // Generated links of observations and summaries: to where a fact was said, and to sources; of one
  // that leads out of the workspace what stands in it ("../../../a.md"). And those of tasks.
  virtual Status each_link(
      const std::function<void(std::string_view path, std::string_view target)>& take) = 0;
  // What tasks have to do with others.
  struct TaskLink {
    std::string from, to;  // paths; `to` may be of no task, and of no file
    format::Relation relation = format::Relation::kRelatedTo;
    bool operator==(const TaskLink&) const = default;
  };
  virtual Result<bool> has_tasks() = 0;
  // The tasks with such a title, as of nodes(), by path; asks of every task.
  virtual Result<std::vector<format::Node>> tasks_called(
      const std::function<bool(std::string_view title)>& is_meant) = 0;
  // The links from and to a file, those from it in the order of the file, then the others by path.
  virtual Result<std::vector<TaskLink>> links_of_task(const std::string& path) = 0;
  // All of them, by the path of the file, then in its order.
  virtual Result<std::vector<TaskLink>> task_links() = 0;
  // Every node of these kinds without its text: text, edges other than sources and from left empty.
  virtual Result<std::vector<format::Node>> nodes(const std::vector<format::Kind>& kinds) = 0;
  // Those of a kind below a folder, which ends with a slash ("models/"), sorted by path; of many
  // files looks at these alone.
  virtual Result<std::vector<format::Node>> nodes_below(const std::string& folder,
                                                        format::Kind kind) = 0;
  virtual Result<std::optional<format::Node>> node(const Ulid& id) = 0;
  virtual Result<std::optional<format::Node>> node_at(const std::string& path) = 0;
  // Files whose frontmatter says this id, notes among them; sorted.
  virtual Result<std::vector<std::string>> paths_with(const Ulid& id) = 0;
  // Files of the workspace that share their id with another, and those whose name speaks of a
  // conflict; sorted.
  virtual Result<std::vector<std::string>> paths_like_copies() = 0;
  // Files of the workspace in which a note or a comment of a merge waits for a person to choose
  // (format/conflict_note.hpp); sorted.
  virtual Result<std::vector<std::string>> paths_with_conflicts() = 0;
  // Files below a folder ("summaries/") that can be read and hold something, but are of another
  // kind; sorted. Takes a look at every file there.
  virtual Result<std::vector<std::string>> strangers(const std::string& folder,
                                                     format::Kind kind) = 0;
  // Digest of the file's bytes as last read: Store's `expected`.
  virtual Result<std::optional<Digest>> file_digest(const std::string& path) = 0;

  // What `work` reads is of one moment, whoever writes meanwhile: where it was not, it is done
  // again, for a second; after that vectors may be of a later moment than the rest. It must not
  // write. Inside of itself it is `work` alone.
  virtual Status read_at_once(const std::function<Status()>& work) = 0;

  // Exact BM25 (FTS5 porter, k1 1.2, b 0.75) over an OR of the query's words, best first; higher is
  // better. With `among`, only rows in it.
  virtual Result<std::vector<Scored>> keyword(std::string_view fts_query, std::size_t limit,
                                              const RowSet* among = nullptr) = 0;
  // The same of these rows; 0 where none of the words is.
  virtual Result<std::vector<Scored>> keyword_of(std::string_view fts_query,
                                                 const std::vector<std::int64_t>& rows) = 0;
  // The same of files as wholes, each given as its rows, among each other: a word that all of them
  // have tells little.
  virtual Result<std::vector<double>> keyword_of_files(
      std::string_view fts_query, const std::vector<std::vector<std::int64_t>>& files) = 0;
  // What each of the query's words counts, its idf; their sum is what a chunk of average length
  // scores that has each once. Empty where no chunk has any.
  virtual Result<std::vector<double>> word_weights(std::string_view fts_query) = 0;
  // Cosine, by a flat int8 scan and float rescoring.
  virtual Result<std::vector<Scored>> nearest(const std::vector<float>& query, std::size_t limit,
                                              const RowSet* among = nullptr) = 0;
  // keyword() and nearest() of one question, best first each. Of many vectors both at once: the
  // vectors need no database.
  struct Candidates {
    std::vector<Scored> by_words, by_vector;
  };
  virtual Result<Candidates> candidates(std::string_view fts_query, const std::vector<float>& query,
                                        std::size_t limit, const RowSet* among = nullptr) = 0;
  virtual Result<std::vector<Scored>> cosine_of(const std::vector<float>& query,
                                                const std::vector<std::int64_t>& rows) = 0;
  virtual Result<std::vector<Chunk>> chunks(const std::vector<std::int64_t>& rows) = 0;
  virtual Result<RowSet> rows_where(const Filter& filter) = 0;
  // What chunks may be asked for by: every model and every tag that a node names, sorted.
  virtual Result<std::vector<std::string>> model_names() = 0;
  virtual Result<std::vector<std::string>> tag_names() = 0;
  // The rows of a file's chunks, from its beginning to its end.
  virtual Result<std::vector<std::int64_t>> rows_of_file(std::int64_t file) = 0;

  // Keys by which observations that may say the same, or correct each other, find one another. What
  // they are is the caller's business; `by` names the way they are made, and those made another way
  // are forgotten. Worked out when first asked for, as few runs need them.
  struct Unkeyed {
    std::int64_t file = 0;
    Ulid id;
    Time at;
    std::optional<std::int32_t> offset;  // as of Node
    bool in_use = true;
    std::string text;
  };
  struct Keys {
    std::int64_t file = 0;  // of the observation, which then counts as one that has its keys
    Ulid id;
    std::vector<std::uint64_t> has, lost;
  };
  // Observations that have no keys yet, at most `limit` of them.
  virtual Result<std::vector<Unkeyed>> without_keys(std::string_view by, std::size_t limit) = 0;
  virtual Status put_keys(const std::vector<Keys>& keys) = 0;
  virtual Result<bool> has_keys() = 0;
  // Observations that have or had one of the keys, each once; of each key those with the latest
  // ids.
  virtual Result<std::vector<Ulid>> with_keys(const std::vector<std::uint64_t>& keys,
                                              std::size_t limit_each) = 0;

  // An observation in use, as far as it tells of a name.
  struct Saying {
    Ulid id;
    Time at;
    std::optional<std::int32_t> offset;  // as of Node
    std::string model, text;
    std::string said_in;  // path of the session it was taken from, if any
  };
  // Those of these models in whose text the words of a name stand one behind the other, as FTS5
  // tells words, in no order. None where more than `most` texts have them: a name that is on
  // everybody's lips was judged long ago.
  virtual Result<std::vector<Saying>> sayings(std::string_view name,
                                              const std::vector<std::string>& models,
                                              std::size_t most) = 0;
  // What the user is called in conversations, each name once.
  virtual Result<std::vector<std::string>> user_names() = 0;

  virtual Result<Counts> counts() = 0;
  virtual Result<std::optional<Settled>> settled() = 0;
  virtual Status set_settled(const std::optional<Settled>& settled) = 0;
  // The same state under another key, with what changed since, all of which is committed now: of a
  // command that left the rest to the next sync.
  virtual Status rename_settled(const std::string& key) = 0;

  // What these chunks say, without the date in front.
  virtual Result<std::vector<std::string>> texts_of(const std::vector<std::int64_t>& rows) = 0;

  // A chunk as a text that goes to an embedder.
  struct ToEmbed {
    std::int64_t row = 0;
    Digest digest;     // of what is indexed
    std::string text;  // with its date or its span in front, where that helps
  };
  // Chunks behind a row, in order, at most `limit`: all of them, as they go to the embedder so
  // called, or those that still lack their vector.
  virtual Result<std::vector<ToEmbed>> to_embed(std::string_view embedder, std::int64_t after,
                                                std::size_t limit) = 0;
  virtual Result<std::vector<ToEmbed>> without_vector(std::int64_t after, std::size_t limit) = 0;
  // These chunks, those of them that there are, as they go to the embedder so called.
  virtual Result<std::vector<ToEmbed>> to_embed_of(std::string_view embedder,
                                                   const std::vector<std::int64_t>& rows) = 0;
  // Gives chunks that lack their vector those that are kept by now.
  virtual Status take_vectors(EmbeddingCache& kept) = 0;
  // Writes the database anew from what it knows now: no page of it, and no record beside it, holds
  // anything of texts that went, nor which files changed since the last sync. kConflict where
  // another process keeps it from that; the room of the database is taken on the disk twice more.
  virtual Status scrub() = 0;
  // Changes over to the vectors of another embedder, all at once; what `cache` lacks is still to be
  // made. A process that has the index open goes on with the old ones. The last call of a use case:
  // who refreshes does so with the embedder that the index was opened for.
  virtual Status change_over(const std::string& embedder, std::size_t dims,
                             EmbeddingCache& cache) = 0;
};

enum class Mode {
  kWrite,   // creates and writes
  kRead,    // never creates or writes; a missing index is kNotFound
  kCopy,    // works on a copy in memory and leaves the disk as it is: for who may not write there
  kMemory,  // the same, from nothing; open() falls back to it where kCopy finds nothing sound
};
struct OpenOptions {
  Mode mode = Mode::kWrite;
  unsigned threads = 2;
  // kWrite: what is there gives way, in one transaction, to what the first refresh reads of the
  // files. Before that as_it_stands() alone may be asked, and knows nothing.
  bool anew = false;
  std::string database;  // file to keep the index in, flat files beside it; "" = .pyramid/index.db
  std::string home;      // what "~" is in the setting extra_paths; "" = not known
  // Borrowed, or none. With it a refresh asks no embedder: it takes the vectors that are there, and
  // the others are to be made (Index::without_vector()).
  EmbeddingCache* vectors = nullptr;
};
// Of what embedder the vectors of an index are; nullopt where there is none.
struct Embedded {
  std::string embedder;
  std::size_t dims = 0;
};
std::optional<Embedded> embedded_by(const workspace::Workspace& workspace,
                                    const std::string& database);

// Removes an index that was found damaged; the next open() starts from the files. Who has it open
// goes on with it; who is opening it opens the next one.
void discard(const workspace::Workspace& workspace, const std::string& database);

// The files that an index lies in, absolute, whether they are there or not; caches that are made of
// it are not among them.
std::vector<std::string> files_of(const workspace::Workspace& workspace,
                                  const std::string& database);

// Makes the index `to` (as OpenOptions::database) from that of the files as they are, so that only
// what differs has to be read and embedded. Another command may write the latter meanwhile: a
// vector that is not its row's is found out as any torn one.
Status copy(const workspace::Workspace& workspace, const std::string& database,
            const std::string& to);

// `notice` receives the one line about a rebuild, or about what was mended. An index of another
// engine's embeddings or of another version is opened as with `anew`. kConflict: kRead finds one
// that nobody has filled yet, or that was left in the middle of a change.
Result<std::unique_ptr<Index>> open(const workspace::Workspace& workspace,
                                    const std::string& embedder_name, std::size_t dims,
                                    const OpenOptions& options,
                                    const std::function<void(std::string_view)>& notice);

}  // namespace pyramid::index
