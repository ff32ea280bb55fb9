#include "ops/calls/ledger.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "ops/calls/ledger_events.hpp"
#include "ops/calls/over_budget.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pyramid::ops {

namespace {

using engine::openai::CallRecord;
using engine::openai::Milliseconds;
using OrderedJson = nlohmann::ordered_json;

constexpr double kRounding = 1e6;

// To a millionth of a cent, so that a line has no long tail of digits.
double rounded(double cents) { return std::round(cents * kRounding) / kRounding; }

double cents_of(const CallRecord& record, const format::ModelPrice& price) {
  const std::size_t cached = std::min(record.tokens_cached, record.tokens_in);
  return (static_cast<double>(record.tokens_in - cached) * price.in +
          static_cast<double>(cached) * price.cached +
          static_cast<double>(record.tokens_out) * price.out) *
         (record.batch ? price.batch : 1) / kRounding;
}

}  // namespace

Prices read_prices(FileSystem& files, const workspace::Workspace& workspace,
                   Diagnostics& diagnostics) {
  Prices prices{format::default_prices(), false};
  const Result<std::string> bytes = files.read(workspace.absolute(kPricesFile));
  if (!bytes) {
    if (bytes.error().kind != ErrorKind::kNotFound) {
      diagnostics.push_back(to_diagnostic(bytes.error()));
      prices.table.unreadable = true;
    }
    return prices;
  }
  prices.own = true;
  format::PriceTable own = format::parse_prices(*bytes, kPricesFile, diagnostics);
  prices.table.as_of = own.as_of;
  prices.table.unreadable = own.unreadable;
  for (auto& [model, price] : own.models) prices.table.models[model] = price;
  return prices;
}

std::optional<format::ModelPrice> price_of_model(const Prices& prices, std::string_view model,
                                                 bool local) {
  const auto price = format::price_of(prices.table, model);
  const bool free = !price && local && !format::is_misread(prices.table, model);
  return free ? std::optional(format::ModelPrice{}) : price;
}

Ledger::Ledger(FileSystem& files, const Clock& clock, workspace::Workspace workspace,
               const std::string& machine, std::optional<format::ModelPrice> price)
    : files_(files),
      clock_(clock),
      workspace_(std::move(workspace)),
      machine_(ledger_machine(machine)),
      file_(files, workspace_, machine_),
      main_{workspace_.settings.model, price} {}

class Ledger::Watch final : public engine::openai::CallWatcher {
 public:
  Watch(std::shared_ptr<Ledger> ledger, Priced model)
      : ledger_(std::move(ledger)), model_(std::move(model)) {}

  Result<double> may_begin(std::string_view recipe, std::size_t tokens_asked) override {
    return ledger_->may_begin(model_, recipe, tokens_asked);
  }
  void ended(const CallRecord& record, double set_aside) override {
    ledger_->ended(model_, record, set_aside);
  }
  void retried(const CallRecord& record, Milliseconds wait) override {
    ledger_->retried(record, wait);
  }

 private:
  std::shared_ptr<Ledger> ledger_;
  Priced model_;
};

std::shared_ptr<engine::openai::CallWatcher> Ledger::watch(std::shared_ptr<Ledger> ledger,
                                                           Priced model) {
  return std::make_shared<Watch>(std::move(ledger), std::move(model));
}

void Ledger::begin(std::string_view command) {
  const std::lock_guard lock(mutex_);
  command_ = command;
  begun_ = clock_.now();
}

void Ledger::finish(bool whole) {
  const std::lock_guard lock(mutex_);
  for (const auto& [secret, count] : redacted_) {
    tell("redacted", {{"secret", secret}, {"count", count}});
  }
  for (const auto& [to, count] : promoted_) tell("promoted", {{"to", to}, {"count", count}});
  for (const auto& [kind, count] : happened_) tell(kind, {{"count", count}});
  if (!started_) return;
  OrderedJson fields = {{"command", command_},          {"whole", whole && !undone_},
                        {"calls", use_.calls},          {"failed", failed_},
                        {"tokens_in", use_.tokens_in},  {"tokens_cached", cached_},
                        {"tokens_out", use_.tokens_out}};
  if (use_.price_known) fields["cents"] = rounded(use_.cents);
  append("finished", clock_.now(), fields);
  started_ = false;
}

void Ledger::limit(double cents, double spent) {
  const std::lock_guard lock(mutex_);
  limit_ = Limit{cents, spent};
}

Result<double> Ledger::may_begin(std::string_view recipe, std::size_t tokens_asked) {
  return may_begin(main_, recipe, tokens_asked);
}

Result<double> Ledger::may_begin(const Priced& asked, std::string_view recipe,
                                 std::size_t tokens_asked) {
  std::unique_lock lock(mutex_);
  double next = 0;
  if (is_limited(asked)) {
    PYRAMID_TRY(priced(asked));
    for (;;) {
      next = expected_cents(asked, recipe, tokens_asked);
      if (!has_room(asked, next)) return over_budget(asked, next);
      if (under_way_ == 0 || has_room(asked, set_aside_ + next)) break;
      call_ended_.wait(lock);
    }
  }
  ++under_way_;
  set_aside_ += next;
  return next;
}

Status Ledger::may_submit(std::string_view recipe, std::size_t tokens_asked) {
  const std::lock_guard lock(mutex_);
  if (!has_budget()) return {};
  PYRAMID_TRY(priced(main_));
  const double next = main_.price->batch * expected_cents(main_, recipe, tokens_asked);
  if (!has_room(main_, set_aside_ + next)) return over_budget(main_, next);
  submitted_ += next;
  return {};
}

bool Ledger::has_budget() const {
  const format::Budget& budget = workspace_.settings.budget;
  return budget.per_sync || budget.per_day;
}

bool Ledger::is_limited(const Priced& asked) const {
  return has_budget() || (limit_ && &asked == &main_ && asked.price);
}

bool Ledger::is_over_limit(const Priced& asked, double cents) const {
  return limit_ && &asked == &main_ && use_.cents + cents + limit_->spent > limit_->cents;
}

Status Ledger::priced(const Priced& asked) const {
  if (asked.price) return {};
  return fail(without_price(asked.model));
}

// The first answer to a recipe is taken to be as long as the question, or somewhat more than what a
// section has.
double Ledger::expected_cents(const Priced& asked, std::string_view recipe,
                              std::size_t tokens_asked) const {
  constexpr std::size_t kLongest = 400;  // tokens
  auto answer = static_cast<double>(std::min(tokens_asked, kLongest));
  const auto known = answers_.find(Recipe(asked.model, recipe));
  if (known != answers_.end()) answer = known->second.tokens / known->second.count;
  return (static_cast<double>(tokens_asked) * asked.price->in + answer * asked.price->out) /
         kRounding;
}

// Beside what was spent.
bool Ledger::has_room(const Priced& asked, double cents) {
  const format::Budget& budget = workspace_.settings.budget;
  const double all = use_.cents + submitted_ + cents;
  return !is_over_limit(asked, cents) &&
         (!budget.per_sync || all - from_batches_ <= *budget.per_sync) &&
         (!budget.per_day || all + spent_today() <= *budget.per_day);
}

Failure Ledger::over_budget(const Priced& asked, double next) {
  const format::Budget& budget = workspace_.settings.budget;
  double spent = use_.cents + submitted_;
  LimitOf of = LimitOf::kDay;
  double limit = 0;
  if (!has_budget() || is_over_limit(asked, next)) {
    of = LimitOf::kPromotion;
    limit = limit_->cents;
    spent += limit_->spent;
  } else if (budget.per_sync && spent - from_batches_ + next > *budget.per_sync) {
    of = LimitOf::kSync;
    limit = *budget.per_sync;
    spent -= from_batches_;
  } else {
    limit = budget.per_day ? *budget.per_day : *budget.per_sync;
    spent += spent_today();
  }
  if (!std::exchange(told_over_, true)) {
    tell("budget", {{"limit", name_of(of)}, {"cents", limit}});
  }
  return fail(over_limit(limit, limit - spent, next, of));
}

// Of commands before this one, on every machine whose ledger is here.
double Ledger::spent_today() {
  if (today_) return *today_;
  today_ = 0;
  Diagnostics ignored;
  const Time midnight = workspace_.zone.start_of(workspace_.zone.date_of(clock_.now()));
  for (const LedgerEvent& event : ledger_events(files_, workspace_, midnight, ignored)) {
    if (event.kind == "call" &&
        workspace_.zone.date_of(event.at) == workspace_.zone.date_of(midnight)) {
      *today_ += call_of(event).cost.cents;
    }
  }
  return *today_;
}

void Ledger::ended(const CallRecord& record, double set_aside) { ended(main_, record, set_aside); }

void Ledger::ended(const Priced& asked, const CallRecord& record, double set_aside) {
  const std::lock_guard lock(mutex_);
  if (!record.batch) {
    --under_way_;
    set_aside_ = under_way_ == 0 ? 0 : set_aside_ - set_aside;
    call_ended_.notify_all();
  }
  if (record.answered) {
    Answers& answers = answers_[Recipe(asked.model, record.recipe)];
    ++answers.count;
    answers.tokens += static_cast<double>(record.tokens_out);
  }
  if (!record.sent) return;
  const double cents = asked.price ? cents_of(record, *asked.price) : 0;
  ++use_.calls;
  use_.tokens_in += record.tokens_in;
  use_.tokens_out += record.tokens_out;
  use_.cents += cents;
  if (record.batch) from_batches_ += cents;
  use_.price_known = use_.price_known && asked.price.has_value();
  use_.over_network = true;
  use_.estimated = use_.estimated || record.estimated;
  cached_ += record.tokens_cached;
  failed_ += record.answered ? 0 : 1;
  OrderedJson fields = {{"recipe", record.recipe},
                        {"model", asked.model},
                        {"answered", record.answered},
                        {"status", record.status},
                        {"retries", record.retries},
                        {"tokens_in", record.tokens_in},
                        {"tokens_cached", record.tokens_cached},
                        {"tokens_out", record.tokens_out},
                        {"ms", record.took.count()}};
  if (record.batch) fields["batch"] = true;
  if (record.estimated) fields["estimated"] = true;
  if (asked.price) fields["cents"] = rounded(cents);
  tell("call", fields);
}

void Ledger::retried(const CallRecord& record, Milliseconds wait) {
  const std::lock_guard lock(mutex_);
  tell("retry", {{"recipe", record.recipe}, {"status", record.status}, {"wait_ms", wait.count()}});
}

void Ledger::batched(std::string_view state, std::string_view batch, std::size_t calls) {
  const std::lock_guard lock(mutex_);
  tell("batch", {{"state", state}, {"batch", batch}, {"calls", calls}});
}

void Ledger::escalated(std::string_view recipe, std::string_view to) {
  const std::lock_guard lock(mutex_);
  tell("escalated", {{"recipe", recipe}, {"to", to}});
}

void Ledger::violated(std::string_view recipe, std::size_t sentences, std::size_t dropped) {
  const std::lock_guard lock(mutex_);
  tell("violation", {{"recipe", recipe}, {"sentences", sentences}, {"dropped", dropped}});
}

void Ledger::redacted(std::string_view secret, std::size_t count) {
  const std::lock_guard lock(mutex_);
  redacted_[std::string(secret)] += count;
}

void Ledger::promoted(const std::string& to) {
  const std::lock_guard lock(mutex_);
  ++promoted_[to];
}

void Ledger::happened(std::string_view kind, std::size_t count) {
  if (count == 0) return;
  const std::lock_guard lock(mutex_);
  happened_.try_emplace(std::string(kind), 0).first->second += count;
}

void Ledger::task(const std::string& id, std::string_view state) {
  const std::lock_guard lock(mutex_);
  tell("task", {{"id", id}, {"state", state}});
}

void Ledger::became_facts(const std::vector<std::string>& ids) {
  if (ids.empty()) return;
  const std::lock_guard lock(mutex_);
  tell("promoted", {{"to", "fact"}, {"count", ids.size()}, {"facts", ids}});
}

void Ledger::decided(const std::string& id, bool promoted, bool chosen, const std::string& reason,
                     const std::string& state) {
  const std::lock_guard lock(mutex_);
  OrderedJson fields = {{"id", id}, {"promoted", promoted}, {"chosen", chosen}, {"reason", reason}};
  if (!state.empty()) fields["state"] = state;
  tell("decided", fields);
}

void Ledger::recalled(const std::vector<std::string>& ids) {
  const std::lock_guard lock(mutex_);
  static_cast<void>(file_.append("recalled", clock_.now(), {{"facts", ids}}));
}

void Ledger::left_undone() {
  const std::lock_guard lock(mutex_);
  undone_ = true;
}

void Ledger::edited(std::string_view commit) {
  const std::lock_guard lock(mutex_);
  tell("edited", {{"commit", commit}});
}

void Ledger::worked() {
  const std::lock_guard lock(mutex_);
  start();
}

void note_redacted(Ledger* ledger, std::string_view secret) {
  if (ledger != nullptr) ledger->redacted(secret, 1);
}

void note_edited(Ledger* ledger, const std::string& commit) {
  if (ledger != nullptr && !commit.empty()) ledger->edited(commit);
}

void note_happened(Ledger* ledger, std::string_view kind, std::size_t count) {
  if (ledger != nullptr) ledger->happened(kind, count);
}

EngineUse Ledger::use() const {
  const std::lock_guard lock(mutex_);
  return use_;
}

Status Ledger::problem() const {
  const std::lock_guard lock(mutex_);
  return problem_;
}

bool Ledger::unanswered_lately() const {
  constexpr std::int64_t kLately = 59;  // seconds
  const Time now = clock_.now();
  return went_unanswered(files_, workspace_, machine_, Time{now.seconds - kLately}, now);
}

void Ledger::tell(std::string_view kind, const Fields& fields) {
  if (!command_.empty()) start();
  append(kind, clock_.now(), fields);
}

void Ledger::start() {
  if (!std::exchange(started_, true)) append("started", begun_, {{"command", command_}});
}

void Ledger::append(std::string_view kind, Time at, const Fields& fields) {
  const Status written = file_.append(kind, at, fields);
  if (!written && problem_) problem_ = fail(Error(written.error()));
}

}  // namespace pyramid::ops
