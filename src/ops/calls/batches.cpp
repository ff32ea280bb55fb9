#include "ops/calls/batches.hpp"

#include "base/text.hpp"
#include "engine/chat/redacting_model.hpp"
#include "engine/chat/remembering_model.hpp"
#include "engine/tokens.hpp"
#include "engine/waiting.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace pyramid::ops {

using engine::openai::BatchAnswer;
using engine::openai::CallRecord;

namespace {

// An answer that came in a batch, as the ledger tells it; a call that failed costs nothing.
CallRecord call_record(const BatchCall& call, const BatchAnswer& answer) {
  CallRecord record;
  record.recipe = call.recipe;
  record.sent = true;
  record.batch = true;
  record.status = answer.status;
  record.answered = answer.reply.has_value();
  if (!answer.reply) return record;
  engine::openai::count_tokens(record, *answer.reply, call.tokens);
  return record;
}

}  // namespace

Batches::Batches(FileSystem& files, const Clock& clock, const workspace::Workspace& workspace,
                 engine::openai::BatchClient client,
                 std::shared_ptr<engine::openai::CallSlots> slots,
                 std::shared_ptr<engine::AnswerStore> replies, std::shared_ptr<Ledger> ledger,
                 guard::Policy policy)
    : clock_(clock),
      records_(files, workspace),
      server_(client.endpoint().base),
      model_(workspace.settings.model),
      client_(std::move(client)),
      slots_(std::move(slots)),
      replies_(std::move(replies)),
      ledger_(std::move(ledger)),
      policy_(std::move(policy)) {}

Status Batches::begin(bool submit) {
  const std::lock_guard lock(mutex_);
  if (submit && !submits_) PYRAMID_TRY(client_.look());
  submits_ = submit;
  holds_back_ = false;
  loaded_ = false;
  load();
  under_way_.clear();
  failing_.clear();
  use_.waiting = 0;
  for (BatchRecord& record : std::exchange(known_, {})) look_at(record);
  return {};
}

Status Batches::end() {
  const std::lock_guard lock(mutex_);
  for (const BatchRecord& record : std::exchange(taken_in_, {})) forget(record);
  Status sent = submit();
  if (!sent && sent.error().kind == ErrorKind::kCancelled) return sent;
  if (!sent) trouble(sent.error());
  return {};
}

bool Batches::is_under_way(const Digest& key) {
  const std::lock_guard lock(mutex_);
  load();
  const bool waits = under_way_.contains(key);
  if (waits) holds_back_ = true;
  return waits;
}

bool Batches::takes(const Digest& key) {
  const std::lock_guard lock(mutex_);
  return submits_ && !failing_.contains(key);
}

Status Batches::take(BatchCall call, std::string_view body) {
  const std::lock_guard lock(mutex_);
  holds_back_ = true;
  if (collected_.contains(call.key)) return {};  // two texts ask the same
  if (ledger_) PYRAMID_TRY(ledger_->may_submit(call.recipe, call.tokens));
  collected_.insert(call.key);
  lines_ += engine::openai::batch_line(to_hex(call.key), body);
  calls_.push_back(std::move(call));
  const bool full = calls_.size() >= engine::openai::kMostBatchCalls ||
                    lines_.size() >= engine::openai::kMostBatchBytes;
  return full ? submit() : Status();
}

std::map<std::string, std::size_t> Batches::steps_under_way() {
  const std::lock_guard lock(mutex_);
  load();
  std::map<std::string, std::size_t> steps;
  for (const BatchRecord& record : known_) {
    for (const BatchCall& call : record.calls) {
      ++steps[call.recipe.substr(0, call.recipe.find('/'))];
    }
  }
  return steps;
}

Failure Batches::would_ask() {
  ++rehearsed_;
  return fail(ErrorKind::kEngine, "a dry run asks nothing");
}

// Until begin() has asked the server, all that is remembered counts as under way.
void Batches::load() {
  if (std::exchange(loaded_, true)) return;
  known_ = records_.read(told_);
  for (const BatchRecord& record : known_) {
    for (const BatchCall& call : record.calls) under_way_.insert(call.key);
  }
}

void Batches::look_at(BatchRecord& record) {
  if (record.server != server_) {
    warn(record,
         "a batch of " + count_of(record.calls.size(), "call") + " lies at " + record.server,
         "set `base_url` back to collect it, or remove this file to ask them again");
    return keep_waiting(record);
  }
  if (record.batch.empty() && !find_unsent(record)) return;
  const Result<State> state = client_.state(record.batch);
  if (!state && state.error().kind == ErrorKind::kUsage) {
    warn(record, "the server knows batch " + record.batch + " no more",
         "its calls are asked again");
    return forget(record);
  }
  if (!state) {
    trouble(state.error());
    return keep_waiting(record);
  }
  switch (state->phase) {
    case State::Phase::kUnderWay:
      return keep_waiting(record);
    case State::Phase::kOver:
      return take_in(record, *state);
    case State::Phase::kRefused:
      warn(record, "the server refused a batch of " + count_of(record.calls.size(), "call"),
           state->why.empty() ? "its calls are asked again" : state->why);
      return forget(record);
  }
}

// Of a command that was killed: whether the server has the batch. Where it has not, nothing was
// asked, and the record goes.
bool Batches::find_unsent(BatchRecord& record) {
  const Result<std::optional<State>> found = client_.find(record.file, record.name);
  if (!found) {
    trouble(found.error());
    keep_waiting(record);
    return false;
  }
  if (!*found) {
    forget(record);
    return false;
  }
  record.batch = (*found)->id;
  if (const Status noted = records_.note_batch(record); !noted) trouble(noted.error());
  return true;
}

void Batches::take_in(BatchRecord& record, const State& state) {
  std::map<Digest, const BatchCall*> open;
  for (const BatchCall& call : record.calls) open.emplace(call.key, &call);
  std::vector<CallRecord> calls;
  std::size_t strange = 0;
  for (const std::string& file : {state.answers, state.errors}) {
    if (file.empty()) continue;
    const Result<std::string> lines = client_.content(file);
    if (!lines) {
      trouble(lines.error());
      return keep_waiting(record);
    }
    for (const BatchAnswer& answer : engine::openai::read_batch_answers(*lines)) {
      const std::optional<Digest> key = parse_digest(answer.custom_id);
      const auto asked = key ? open.find(*key) : open.end();
      if (asked == open.end()) {
        ++strange;
        continue;
      }
      const BatchCall& call = *asked->second;
      open.erase(asked);
      if (answer.status != 0) calls.push_back(call_record(call, answer));
      const auto kept = answer.reply ? engine::reply_to_keep(*answer.reply, call.tool, policy_)
                                     : std::optional<std::string>();
      if (!kept) {
        ++use_.asked_again;
        if (answer.status != 0) failing_.insert(call.key);
        continue;
      }
      if (!replies_->find(call.key)) replies_->keep(call.key, *kept);
      ++use_.collected;
    }
  }
  use_.asked_again += open.size();
  if (strange > 0) {
    warn(record, count_of(strange, "answer") + " of batch " + record.batch + " to no call of it",
         "left out");
  }
  count(record, calls);
  taken_in_.push_back(std::move(record));
}

// In the ledger, once.
void Batches::count(BatchRecord& record, const std::vector<CallRecord>& calls) {
  if (record.counted || !ledger_) return;
  for (const CallRecord& call : calls) ledger_->ended(call, 0);
  ledger_->batched("collected", record.batch, record.calls.size());
  record.counted = true;
  if (const Status noted = records_.note_counted(record); !noted) trouble(noted.error());
}

void Batches::keep_waiting(const BatchRecord& record) {
  for (const BatchCall& call : record.calls) under_way_.insert(call.key);
  use_.waiting += record.calls.size();
}

void Batches::forget(const BatchRecord& record) {
  if (const Status removed = records_.remove(record); !removed) trouble(removed.error());
}

Status Batches::submit() {
  if (calls_.empty()) return {};
  BatchRecord record;
  record.name = client_.new_name();
  record.server = server_;
  record.model = model_;
  record.at = clock_.now();
  record.calls = std::exchange(calls_, {});
  collected_.clear();
  const std::string lines = std::exchange(lines_, {});
  PYRAMID_TRY(records_.write(record));
  PYRAMID_TRY(send(record, lines));
  for (const BatchCall& call : record.calls) under_way_.insert(call.key);
  use_.submitted += record.calls.size();
  if (ledger_) ledger_->batched("submitted", record.batch, record.calls.size());
  return {};
}

// A failure of create() may come after the server has made the batch: then it is there.
Status Batches::send(BatchRecord& record, std::string_view lines) {
  Result<std::string> file = client_.upload(record.name, lines);
  if (!file) {
    forget(record);
    return fail(std::move(file).error());
  }
  record.file = *std::move(file);
  PYRAMID_TRY(records_.note_file(record));
  Result<State> made = client_.create(record.file, record.name);
  if (!made) {
    const Result<std::optional<State>> found = client_.find(record.file, record.name);
    if (found && !*found) forget(record);
    if (!found || !*found) return fail(std::move(made).error());
    made = **found;
  }
  record.batch = made->id;
  return records_.note_batch(record);
}

void Batches::trouble(const Error& error) {
  ++failed_;
  told_.push_back(to_diagnostic(error));
}

void Batches::warn(const BatchRecord& record, std::string what, std::string hint) {
  told_.push_back(
      {Severity::kWarning, BatchRecords::path_of(record), std::move(what), std::move(hint)});
}

Status begin_batches(const Services& services, const format::Settings& settings, bool submit) {
  if (submit && settings.keep_transcripts == "none") {
    return fail(
        ErrorKind::kUsage,
        "with `keep_transcripts: none` a conversation is read while it is imported or never",
        "pyramid.yaml", "do it without --batch");
  }
  if (services.batches != nullptr) return services.batches->begin(submit);
  if (!submit) return {};
  return fail(ErrorKind::kUsage, "the built-in engine asks nobody, so there is no batch to send",
              "pyramid.yaml", "set `engine: openai`, or do it without --batch");
}

Status end_batches(const Services& services, BatchUse& use, std::size_t& failed,
                   Diagnostics& diagnostics) {
  if (services.batches == nullptr) return {};
  PYRAMID_TRY(services.batches->end());
  use = services.batches->use();
  failed += services.batches->failed();
  const Diagnostics told = services.batches->take_told();
  diagnostics.insert(diagnostics.end(), told.begin(), told.end());
  return {};
}

namespace {

class BatchingModel final : public engine::ChatModel {
 public:
  BatchingModel(std::unique_ptr<engine::ChatModel> model, engine::openai::OpenAiModel& openai,
                std::shared_ptr<Batches> batches, guard::Policy policy)
      : model_(std::move(model)),
        openai_(openai),
        batches_(std::move(batches)),
        policy_(std::move(policy)) {}

  [[nodiscard]] std::string name() const override { return model_->name(); }
  Result<engine::ChatReply> chat(const engine::ChatRequest& request) override {
    const Digest key = engine::reply_key(name(), request);
    if (!request.at_once && batches_->is_under_way(key)) return fail(engine::waiting());
    if (batches_->rehearses()) return batches_->would_ask();
    if (request.at_once) return model_->chat(request);
    if (!batches_->takes(key)) return model_->chat(request);
    PYRAMID_ASSIGN(const std::string body, openai_.body_of(engine::redacted(request, policy_)));
    const std::string tool = request.tools.empty() ? std::string() : request.tools.front().name;
    PYRAMID_TRY(batches_->take({key, request.recipe, tool, engine::tokens_of(body.size())}, body));
    return fail(engine::waiting());
  }

 private:
  std::unique_ptr<engine::ChatModel> model_;
  engine::openai::OpenAiModel& openai_;
  std::shared_ptr<Batches> batches_;
  guard::Policy policy_;
};

}  // namespace

std::unique_ptr<engine::ChatModel> ask_in_batches(std::unique_ptr<engine::ChatModel> model,
                                                  engine::openai::OpenAiModel& openai,
                                                  std::shared_ptr<Batches> batches,
                                                  guard::Policy policy) {
  return std::make_unique<BatchingModel>(std::move(model), openai, std::move(batches),
                                         std::move(policy));
}

}  // namespace pyramid::ops
