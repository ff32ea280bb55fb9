// Calls that wait for a batch: collected while a command works, sent at its end, answered to a
// later one.
//
// Whatever happens in between, nothing is paid for twice: a record of the batch is on the disk
// before anything is sent (batch_records.hpp); it names the batch, so that one whose sending was
// cut off is found again at the server; it goes when a command that has taken in the answers comes
// to its end. While there is one, nothing asks for its calls.
#pragma once

#include "engine/chat/chat_model.hpp"
#include "engine/openai/batch_client.hpp"
#include "engine/openai/openai_model.hpp"
#include "engine/remembering.hpp"
#include "guard/redact.hpp"
#include "ops/calls/batch_records.hpp"
#include "ops/calls/ledger.hpp"
#include "ops/calls/services.hpp"
#include "pyramid/clock.hpp"
#include "pyramid/import.hpp"

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::ops {

class Batches {
 public:
  // Borrows files and clock. Answers go to `replies`, redacted by the policy.
  Batches(FileSystem& files, const Clock& clock, const workspace::Workspace& workspace,
          engine::openai::BatchClient client, std::shared_ptr<engine::openai::CallSlots> slots,
          std::shared_ptr<engine::AnswerStore> replies, std::shared_ptr<Ledger> ledger,
          guard::Policy policy);

  // Of those that go out by themselves no more are with the server at once, from now on. Any
  // thread.
  void limit_calls(unsigned most) { slots_->limit(most); }
  // Calls will come. Any thread.
  void get_ready() { client_.get_ready(); }

  // Takes in what batches of earlier commands have answered; with `submit` calls go into a batch
  // from now on, kUsage where the server has none. The workspace's lock is held from here to end().
  Status begin(bool submit);
  // The command did all that it could: sends what waits, forgets what was taken in.
  Status end();

  // By the key of a call's reply. Any thread, also without begin().
  bool is_under_way(const Digest& key);
  bool takes(const Digest& key);
  // REQUIRES: takes(). `body`: what would be sent. Sends a batch that is full.
  Status take(BatchCall call, std::string_view body);
  // By step ("summarize"), also without begin(). Any thread.
  std::map<std::string, std::size_t> steps_under_way();

  // For a dry run: from now on nothing is asked; a call that would be fails and is counted.
  void rehearse() { rehearses_ = true; }
  [[nodiscard]] bool rehearses() const { return rehearses_; }
  Failure would_ask();
  std::size_t take_rehearsed() { return rehearsed_.exchange(0); }

  // Whether a call of this command was told to wait: what follows from its answer waits too.
  [[nodiscard]] bool holds_back() const { return holds_back_; }

  // Of this command.
  [[nodiscard]] const BatchUse& use() const { return use_; }
  [[nodiscard]] std::size_t failed() const { return failed_; }  // questions to the server
  Diagnostics take_told() { return std::exchange(told_, {}); }

 private:
  using State = engine::openai::BatchState;
  void load();
  void look_at(BatchRecord& record);
  bool find_unsent(BatchRecord& record);
  void take_in(BatchRecord& record, const State& state);
  void count(BatchRecord& record, const std::vector<engine::openai::CallRecord>& calls);
  void keep_waiting(const BatchRecord& record);
  void forget(const BatchRecord& record);
  Status submit();
  Status send(BatchRecord& record, std::string_view lines);
  void trouble(const Error& error);
  void warn(const BatchRecord& record, std::string what, std::string hint);

  const Clock& clock_;
  BatchRecords records_;
  std::string server_, model_;
  engine::openai::BatchClient client_;
  std::shared_ptr<engine::openai::CallSlots> slots_;
  std::shared_ptr<engine::AnswerStore> replies_;
  std::shared_ptr<Ledger> ledger_;
  guard::Policy policy_;

  std::mutex mutex_;  // of all below
  bool loaded_ = false;
  bool submits_ = false;
  std::vector<BatchRecord> known_;  // of earlier commands
  std::set<Digest> under_way_, failing_;
  std::vector<BatchRecord> taken_in_;
  std::vector<BatchCall> calls_;  // to be sent, with their lines
  std::set<Digest> collected_;    // of those
  std::string lines_;
  BatchUse use_;
  std::size_t failed_ = 0;
  Diagnostics told_;
  std::atomic<bool> holds_back_{false}, rehearses_{false};
  std::atomic<std::size_t> rehearsed_{0};
};

// The frame of a command that may use batches, where the engine has them: kUsage for `submit` where
// it has not, or no words are kept to be asked about later. What they were told goes into the
// command's report.
Status begin_batches(const Services& services, const format::Settings& settings, bool submit);
Status end_batches(const Services& services, BatchUse& use, std::size_t& failed,
                   Diagnostics& diagnostics);

// `model` asks at once; what may wait, and is to, goes into a batch as `openai` would send it, and
// fails as waiting (engine/waiting.hpp).
std::unique_ptr<engine::ChatModel> ask_in_batches(std::unique_ptr<engine::ChatModel> model,
                                                  engine::openai::OpenAiModel& openai,
                                                  std::shared_ptr<Batches> batches,
                                                  guard::Policy policy);

}  // namespace pyramid::ops
