// What a workspace holds and whether it is up to date.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace pyramid {

struct StatusReport {
  std::string root;
  std::string engine, embedding;  // embedding: whose vectors a search goes by
  // That the settings choose, where its vectors are not complete yet; "" = it serves.
  std::string next_embedding;
  std::size_t texts_to_embed = 0;  // texts of the memory without a vector of the one chosen
  std::size_t sessions = 0, observations = 0, unassigned = 0, notes = 0, models = 0, tasks = 0;
  std::vector<std::size_t> summaries_by_tier;
  std::size_t files = 0, chunks = 0, embeddings = 0;
  // Of all embedders, kept beside the index so that none is made twice; static makes its own anew.
  std::size_t cached_embeddings = 0;
  std::size_t extra_files = 0;  // of the files, those that lie outside, in extra_paths
  std::uint64_t index_bytes = 0;
  // What agents load: bytes of MEMORY.md, and in percent how much of it, and of all files of models
  // together, is memory; the rest is bookkeeping and links to sources.
  std::size_t memory_bytes = 0;
  int memory_share = 100, models_share = 100;
  Time checked_at;             // the files were compared with the index then
  std::size_t files_read = 0;  // that had changed
  std::size_t cache_hits = 0;  // files that the index knew as they are
  // What the next sync would do; all zero = up to date.
  std::size_t sessions_to_extract = 0, summaries_to_write = 0, summaries_to_remove = 0,
              sections_to_write = 0, copies_to_merge = 0;
  // Texts that another engine or recipe wrote. They are true, so they are nothing to do: a sync
  // leaves them alone unless it is asked to refresh them.
  std::size_t outdated_summaries = 0, outdated_sections = 0;
  std::string last_commit, last_commit_subject;
  // Transcripts of agents' hosts that wait to be taken in (pyramid/queue.hpp).
  std::size_t queued = 0;
  // What a person began with git and has to end first, "a rebase is under way"; "" = nothing.
  std::string git_operation;
  Diagnostics diagnostics;
  [[nodiscard]] bool has_work() const {
    return sessions_to_extract + unassigned + summaries_to_write + summaries_to_remove +
               sections_to_write + copies_to_merge + texts_to_embed !=
           0;
  }
  [[nodiscard]] bool up_to_date() const { return !has_work() && git_operation.empty(); }
};

// Reads only (the index is refreshed).
Result<StatusReport> status(const Environment& environment, const WorkspaceOptions& options);

}  // namespace pyramid
