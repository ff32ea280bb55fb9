// A memory as one object, for programs that work with one workspace.
#pragma once

#include "pyramid/capture.hpp"
#include "pyramid/environment.hpp"
#include "pyramid/identity.hpp"
#include "pyramid/read.hpp"
#include "pyramid/recall.hpp"
#include "pyramid/remember.hpp"
#include "pyramid/result.hpp"
#include "pyramid/search.hpp"
#include "pyramid/status.hpp"
#include "pyramid/sync.hpp"
#include "pyramid/topics.hpp"
#include "pyramid/watch.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace pyramid {

struct MemoryOptions {
  WorkspaceOptions workspace;
  bool create = false;        // make the workspace where there is none, as init() does
  std::string timezone = {};  // then, as in InitOptions
  EngineAccess engine = {};   // of language models; the library reads no environment variable
  std::string machine = {};   // what this machine is called, for the ledger's file
  // Borrowed, and outlive the memory. Null: the machine's disk and clock, and nobody is told.
  FileSystem* files = nullptr;
  const Clock* clock = nullptr;
  Progress* progress = nullptr;
  std::string home = {};  // as in Environment
};

// Each method does what the function of the same name (in brackets) does, with the same failures;
// `workspace` of the options it takes is filled in. A memory that was closed or moved from answers
// kUsage.
//
// A memory of topics that loads, extracts, compacts and gets calls that open(), capture(), sync()
// and read_file() here.
//
// Several memories, and several programs, may have one workspace open: who writes waits up to five
// seconds for another writer, then fails with kConflict; who reads waits for nobody.
//
// Thread rule: the const methods may be called from several threads at once; a Progress that was
// handed in is then called from all of them. Opening, closing, watching, moving and destroying
// belong to one thread, while no other call is under way.
class Memory {
 public:
  // kNotFound where there is no such folder, kNotWorkspace where it holds no pyramid.yaml, kInvalid
  // for a broken one.
  static Result<Memory> open(const MemoryOptions& options);
  static Result<Memory> open(const std::string& root);
  ~Memory();
  Memory(Memory&& other) noexcept;
  Memory& operator=(Memory&& other) noexcept;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  // [sync] Brings everything up to date; with `force` the index is made anew first.
  [[nodiscard]] Result<SyncReport> sync(SyncOptions options = {}) const;
  // [search_memory]
  [[nodiscard]] Result<SearchReport> search(SearchOptions options) const;
  [[nodiscard]] Result<SearchReport> search(const std::string& query, std::size_t limit = 20) const;
  // [recall] What to know before a turn.
  [[nodiscard]] Result<RecallReport> recall(RecallOptions options) const;
  [[nodiscard]] Result<RecallReport> recall(const std::string& prompt,
                                            std::size_t budget = 2000) const;
  // [topic_tree] What lies where in the topic tree: a folder or file of it, "" = all.
  [[nodiscard]] Result<TreeReport> tree(const std::string& path = {}, std::size_t depth = 2) const;
  // [add_topic, move_topic, update_topic, delete_topic] The topic tree by a person's word: words of
  // their own in a folder, "" = where leaves wait; a leaf or folder elsewhere; its text ("" = it
  // stays) and key; and gone.
  [[nodiscard]] Result<AddTopicReport> add(const std::string& text,
                                           const std::string& folder = {}) const;
  [[nodiscard]] Result<MoveTopicReport> move(const std::string& path,
                                             const std::string& folder) const;
  [[nodiscard]] Result<UpdateTopicReport> update(const std::string& path, const std::string& text,
                                                 const std::string& key = {}) const;
  [[nodiscard]] Result<DeleteTopicReport> remove(const std::string& path,
                                                 bool with_contents = false) const;
  // [walk_topics] Down the topic tree to what comes nearest.
  [[nodiscard]] Result<WalkReport> walk(const std::string& query, std::size_t budget = 2000) const;
  // [capture] Keeps the turns of a conversation, and what they tell.
  [[nodiscard]] Result<CaptureReport> capture(CaptureOptions options) const;
  // [log_text] Adds what was said to today's log, daily/YYYY-MM-DD.md.
  [[nodiscard]] Result<RememberReport> log_session(const std::string& text,
                                                   const std::string& channel = {}) const;
  // [read_memory] A file or a citation ("MEMORY.md#L3-L9"); `lines` 0 = to the end.
  [[nodiscard]] Result<ReadReport> read_file(const std::string& path, std::size_t from = 1,
                                             std::size_t lines = 0) const;
  // [remember] Adds an entry to the notes of MEMORY.md.
  [[nodiscard]] Result<RememberReport> append_to_memory(const std::string& text) const;
  // [read_identity, update_identity] SOUL.md or USER.md.
  [[nodiscard]] Result<IdentityReport> read_identity(const std::string& name) const;
  [[nodiscard]] Result<IdentityReport> update_identity(
      const std::string& name, const std::string& text,
      std::optional<std::string> expected = std::nullopt) const;
  // [status]
  [[nodiscard]] Result<StatusReport> status() const;

  // [watch] In a thread of its own until stop_watching(), close() or the end of this memory,
  // however it comes. Returns once everything is watched and indexed. `listener` is called from
  // that thread. kUsage while this memory watches already, kConflict while another one does.
  Status start_watching(WatchOptions options = {}, WatchListener listener = {});
  // Waits until what the watch has begun is finished. A failure is why it had ended before. Nothing
  // where nobody watched.
  Status stop_watching();

  // The workspace's folder; "" once closed.
  [[nodiscard]] std::string root() const;
  // Stops watching. Nothing has to be saved: what was written is on the disk. A second time nothing
  // happens.
  void close();

 private:
  struct State;
  explicit Memory(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace pyramid
