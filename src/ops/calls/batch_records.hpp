// ledger/batches/NAME.jsonl: what is known of a batch, from before it is sent until its answers are
// here.
//
// It lies beside the ledger and not below .pyramid/ because it cannot be made again: without it the
// same calls would be paid for twice. Digests and ids alone, no text of the memory. First a line of
// the batch, then one a call; what becomes of it is added line by line. Git sees nothing of it
// (ledger/.gitignore). The workspace's lock is held by who writes.
#pragma once

#include "base/digest.hpp"
#include "pyramid/error.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"
#include "workspace/workspace.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ops {

struct BatchCall {
  Digest key;                // of the reply (engine::reply_key())
  std::string recipe, tool;  // tool: "" = none
  std::size_t tokens = 0;    // of the question, about
};

struct BatchRecord {
  std::string name;           // of the file, and by which the server knows the batch
  std::string server, model;  // the address and the model that were asked
  std::vector<BatchCall> calls;
  std::string file, batch;  // ids that the server gave; "" = none is known
  Time at = {};             // when it was written; it is sent right then
  bool counted = false;     // its answers came, and its calls stand in the ledger
};

class BatchRecords {
 public:
  // Borrows `files`.
  BatchRecords(FileSystem& files, workspace::Workspace workspace);

  // By name. One that cannot be read is a diagnostic.
  std::vector<BatchRecord> read(Diagnostics& diagnostics) const;
  // Reaches the disk before it returns.
  [[nodiscard]] Status write(const BatchRecord& record) const;
  [[nodiscard]] Status note_file(const BatchRecord& record) const;
  [[nodiscard]] Status note_batch(const BatchRecord& record) const;
  [[nodiscard]] Status note_counted(const BatchRecord& record) const;
  [[nodiscard]] Status remove(const BatchRecord& record) const;
  // Workspace-relative.
  [[nodiscard]] static std::string path_of(const BatchRecord& record);

 private:
  [[nodiscard]] Status add(const BatchRecord& record, std::string_view line) const;

  FileSystem& files_;
  workspace::Workspace workspace_;
};

// A warning for each batch whose answers are not here yet, with its calls and since when.
Diagnostics batches_under_way(FileSystem& files, const workspace::Workspace& workspace);

}  // namespace pyramid::ops
