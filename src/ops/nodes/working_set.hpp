// The memory as a sync sees it: what the index knows of the files, plus what this run has written.
#pragma once

#include "base/digest.hpp"
#include "base/ulid.hpp"
#include "format/node.hpp"
#include "index/index.hpp"
#include "ops/nodes/changes.hpp"
#include "ops/nodes/node_table.hpp"
#include "plan/fact_index.hpp"
#include "pyramid/file_system.hpp"
#include "workspace/store.hpp"
#include "workspace/workspace.hpp"

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pyramid::ops {

// Kept up to date by put() and remove(), so that later steps see what earlier ones wrote. Nothing
// reaches the disk before flush(). What is const may be called from several threads while nobody
// writes; a pointer to a node is good until that node is put or removed, or flush().
//
// A large memory is not taken in node by node for the sake of one change: load() takes what
// planning needs, and a node is fetched from the index when it is asked for. A run may write more
// nodes than fit in memory: of those that are on
// the disk the last ones are held, the others are read again when they are asked for.
class WorkingSet {
 public:
  // `most_held`: of the nodes that were written or asked for one by one, those that are held in
  // memory, and as many again that were asked for before; each takes about 2 kB.
  WorkingSet(FileSystem& files, const workspace::Workspace& workspace,
             std::size_t most_held = kMostHeld);

  // Takes what the index knows, from what keep() left of it where there is that, or from its rows
  // alone; it must outlive this. REQUIRES: nothing was put yet. Of two files with one id one
  // counts; `check` names both.
  enum class From { kKept, kRows };
  Status load(index::Index& index, From from = From::kKept);
  // Leaves what planning needs with the index, for the next load(); not, when something that was
  // put did not reach the disk. `edited`: what edited_since() gave.
  Status keep(const std::vector<std::string>& edited);

  // Nothing is planned by whoever holds this: what facts() and keep() need is not held, and both
  // fail (kInternal) from then on. A large import needs the room.
  void plan_nothing();

  [[nodiscard]] const format::Node* find(const Ulid& id) const;
  [[nodiscard]] const format::Node* at(std::string_view path) const;
  // Whether a node is there, when it is of and where; cheaper than the node.
  [[nodiscard]] std::optional<Time> time_of(const Ulid& id) const;
  [[nodiscard]] bool is_at(std::string_view path) const { return table_.at(path) != nullptr; }
  [[nodiscard]] std::optional<Ulid> id_at(std::string_view path) const {
    const Row* row = table_.at(path);
    return row == nullptr ? std::nullopt : std::optional(row->id);
  }
  [[nodiscard]] std::string path_of(const Ulid& id) const;  // "" = no such node
  // Where a new node goes that would be called so: there, or under its whole id where another node
  // has that name. Ids of one conversation's turns, or of one conversation begun anew, may end
  // alike.
  [[nodiscard]] std::string free_path(const std::string& wanted, const Ulid& id) const;
  // Files that do not count because another has their id, and that other.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> copies() const;
  // Whether a link of a summary or a section leads nowhere and its target's name ends as this id.
  [[nodiscard]] bool is_missed(const Ulid& id) const;
  // Where a model lives: MEMORY.md, its file wherever a person moved it, else where a new one goes.
  [[nodiscard]] std::string home_of(const std::string& model) const;
  // As plan/room.hpp has them.
  [[nodiscard]] std::int64_t weight_of(const std::string& model) const;
  [[nodiscard]] std::int64_t room_for_index() const;
  // Of which home a page is (format/why_page.hpp); "" = of none that is there.
  [[nodiscard]] std::string home_of_page(std::string_view page) const;
  // Pages that may list more than their home has links to, or are of none: those that came or
  // changed since the last run, and those of homes that went.
  [[nodiscard]] const std::set<std::string>& pages_to_tidy() const { return pages_to_tidy_; }
  // Ids of one kind, by (at, id).
  [[nodiscard]] std::vector<Ulid> ids(format::Kind kind) const;
  // Those of a kind one after the other, by (at, id), until one fails: each is good during its call
  // alone, so that a walk over a large memory takes no more room than one over a small one. `take`
  // may put and remove nodes.
  Status walk(format::Kind kind, const std::function<Status(const format::Node&)>& take) const;
  // Those of a kind without the nodes, in no order.
  void each(format::Kind kind,
            const std::function<void(const Ulid& id, std::string_view path)>& take) const;
  // Observations that were taken from a session, by (at, id); a look at every link, not at nodes.
  [[nodiscard]] std::vector<Ulid> said_in(const std::string& session) const;
  // Sessions with turns that nobody looked at, and active observations without a model, by
  // (at, id).
  [[nodiscard]] std::vector<Ulid> sessions_to_extract() const;
  [[nodiscard]] std::vector<Ulid> to_assign() const;
  [[nodiscard]] std::size_t unassigned() const;  // how many these are
  // Sessions that this run wrote: the index may not know them yet. In no order.
  [[nodiscard]] std::vector<Ulid> sessions_written() const;

  // The file as this run leaves it; kNotFound when there is none.
  [[nodiscard]] Result<std::string> bytes(const std::string& path) const;
  // The same as it is read, a home with what its page lists.
  [[nodiscard]] Result<format::Document> document(const std::string& path) const;
  // The node with its text and all edges.
  [[nodiscard]] Result<format::Node> read(const format::Node& node) const;
  // What took the place of this observation; zero: nothing did, or it is in use. Reads the file
  // where that has no id of it.
  [[nodiscard]] Ulid successor_of(const format::Node& observation) const;

  // A file that is to be written, and what is read in it.
  struct ReadFile {
    std::string path, content;
    format::Node node;
    Digest digest;  // of `content`
  };
  // On any thread.
  static Result<ReadFile> read_file(std::string path, std::string content);
  // Writes or rewrites one file. `made_from`: the bytes this text was made from, nullopt for a file
  // that must not exist yet.
  Status put(ReadFile file, std::optional<Digest> made_from);
  Status put(const std::string& path, std::string content, std::optional<Digest> made_from);
  // The file of a session, of which nothing changed but that all of it was extracted.
  Status put_extracted(const Ulid& session, std::string content, const Digest& made_from);
  Status remove(const Ulid& id);
  // The file at `path`, also one that does not count.
  Status remove_at(const std::string& path);
  // Files that did not count because of it, too.
  Status remove_with_copies(const Ulid& id);

  // Puts what was collected on the disk. A file that a person changed meanwhile is left theirs.
  Status flush();
  // The same while `work` is done, on this thread and others: what is const may be called
  // meanwhile. Then, still beside it, `then` is told what came to the disk.
  Status flush_beside(
      const std::function<void()>& work,
      const std::function<void(const Changes& flushed)>& then = [](const Changes&) {});
  // While it is held the index is the holder's: who else looks something up waits.
  [[nodiscard]] std::unique_lock<std::mutex> hold_index() const {
    return std::unique_lock(fetching_);
  }

  // Holds no node any longer; each is read again when it is asked for. REQUIRES: nothing is
  // pending.
  void let_go();
  // Knows of changes() and nothing else from then on: the commit of a large import needs the room.
  // REQUIRES: nothing is pending.
  void let_go_but_changes();

  // All that flush() wrote and removed: what the commit takes.
  [[nodiscard]] const Changes& changes() const { return changes_; }
  // To be called when they are in a commit: until then they are noted as this program's own.
  [[nodiscard]] Status note_committed() const;
  [[nodiscard]] const std::vector<std::string>& changed_meanwhile() const {
    return changed_meanwhile_;
  }
  // Of changes(), what the index knows to hold something else: a person saved it since. REQUIRES:
  // the index was refreshed since flush().
  [[nodiscard]] Result<std::vector<std::string>> edited_since() const;
  [[nodiscard]] std::size_t pending() const { return pending_.size(); }
  [[nodiscard]] std::size_t held() const { return nodes_.size() + nodes_before_.size(); }  // nodes

  [[nodiscard]] const format::Settings& settings() const { return workspace_.settings; }
  // How this workspace's settings have it planned, and which models are its base models.
  [[nodiscard]] const plan::Rules& rules() const { return rules_; }
  // By whose days the memory is planned, and what it holds is dated.
  [[nodiscard]] const Zone& zone() const { return workspace_.zone; }

  // What planning needs, settled; good until the next change. Sections are read from MEMORY.md and
  // the model files.
  [[nodiscard]] Result<const plan::FactIndex*> facts();

 private:
  using Row = NodeTable::Row;
  static constexpr std::size_t kMostHeld = 2000;

  Status load_all();
  // working_set_cache.cpp
  Result<bool> load_kept();
  bool unpack(std::string_view bytes);
  Status look_again(const std::vector<std::string>& paths);
  [[nodiscard]] Digest cache_key() const;

  // False for a file that does not count. The one with facts takes all but a summary's sources.
  bool take(const format::Node& node);
  bool take(const index::NodeFacts& facts);
  void put_summary(const format::Node& node);
  void put_summary(plan::SummaryFact fact, const std::vector<std::string_view>& sources);
  void resolve_again(const std::string& path);
  void forget(const std::string& path);
  Status take_home(const std::string& path);
  void forget_from_lines(const std::string& home);
  void note_page(const std::string& page);  // another one: what its home was made from is too
  [[nodiscard]] format::Node node_of(const Row& row) const;
  [[nodiscard]] const format::Node* fetch(const Row& row) const;
  // Each superseded observation that is to be written links what took its place.
  Status link_successors();
  void note_pending() const;
  [[nodiscard]] Changes flushed_by(const workspace::Store::Report& stored) const;
  Status note_flushed(Result<workspace::Store::Report> stored, const Changes& flushed);
  [[nodiscard]] std::vector<Ulid> ids_of(const std::function<bool(const Row&)>& wanted) const;

  FileSystem& files_;
  const workspace::Workspace& workspace_;
  std::size_t most_held_;
  plan::Rules rules_;
  workspace::Store store_;
  index::Index* index_ = nullptr;
  NodeTable table_;
  plan::FactIndex facts_;
  bool plans_ = true;                         // false: `facts_` is empty
  std::map<std::string, std::string> homes_;  // paths of model files, by model; of no base model
  std::set<std::string> stale_homes_;         // files with sections that `facts_` is not told yet
  std::set<std::string> pages_to_tidy_;
  // Links of summaries that lead to no node, by where they lead: one may come.
  std::multimap<std::string, Ulid, std::less<>> unresolved_;
  // The same of `From` lines, with the files that they stand in.
  std::multimap<std::string, std::string, std::less<>> unresolved_from_;
  mutable std::mutex fetching_;  // guards the next two, and the index while others may use it
  // Written by this run, and fetched: of late, and before.
  mutable std::unordered_map<Ulid, format::Node> nodes_, nodes_before_;
  // How many files differ from what was kept before; nullopt: nothing was.
  std::optional<std::size_t> not_kept_;
  bool all_on_disk_ = true;  // of what was put, as far as it was flushed
  // What will be on the disk, with its digest; nullopt: nothing.
  struct Pending {
    std::optional<std::string> content;
    std::optional<Digest> digest;
  };
  std::map<std::string, Pending, std::less<>> pending_;
  Changes changes_;
  std::vector<std::string> changed_meanwhile_;
};

plan::Rules rules_of(const workspace::Workspace& workspace);

}  // namespace pyramid::ops
