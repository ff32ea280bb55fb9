// ledger/<month>-<machine>.jsonl, written: what commands did with the memory, what left the machine
// for a language model, and what that cost; and the budget that ends the asking.
//
// Nothing of the memory's text, no path of it and no key stands there. A command writes its first
// line when it has something to tell, so one that does nothing writes no byte. Where the ledger
// cannot be written, the work goes on and problem() says so.
// Thread rule: all methods may be called from several threads at once.
#pragma once

#include "engine/openai/call_watcher.hpp"
#include "format/prices.hpp"
#include "ops/calls/ledger_file.hpp"
#include "pyramid/clock.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/sync.hpp"
#include "workspace/workspace.hpp"

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::ops {

// The compiled-in table under the workspace's own prices.yaml.
inline constexpr const char* kPricesFile = "prices.yaml";
struct Prices {
  format::PriceTable table;
  bool own = false;  // the workspace's file is there
};
Prices read_prices(FileSystem& files, const workspace::Workspace& workspace,
                   Diagnostics& diagnostics);
// A server on this machine or its network is free unless the table names its model, also where the
// price there cannot be read: then nobody knows it.
std::optional<format::ModelPrice> price_of_model(const Prices& prices, std::string_view model,
                                                 bool local);

// What is asked for money.
struct Priced {
  std::string model;
  std::optional<format::ModelPrice> price;  // nullopt: nobody knows it
};

class Ledger final : public engine::openai::CallWatcher {
 public:
  // Borrows files and clock. `machine`: its name, or "". `price`: of the language model.
  Ledger(FileSystem& files, const Clock& clock, workspace::Workspace workspace,
         const std::string& machine, std::optional<format::ModelPrice> price);

  // The command that asks; the lines `started` and `finished` are its frame.
  void begin(std::string_view command);
  void finish(bool whole);  // false: it was stopped or failed

  // The same ledger for calls of another model, under the same budget.
  static std::shared_ptr<engine::openai::CallWatcher> watch(std::shared_ptr<Ledger> ledger,
                                                            Priced model);

  // This command may ask the language model for so many cents a day, of which so many are spent,
  // whatever else the budget says; without a price it is asked all the same.
  void limit(double cents, double spent);

  // Of the language model. kEngine once the budget has less left than the call is expected to cost,
  // or where it cannot be kept as no price is known. The answer is expected to be as long as those
  // before it to this recipe. A call for which there is room only if those under way cost less than
  // expected waits for them.
  Result<double> may_begin(std::string_view recipe, std::size_t tokens_asked) override;
  // The same of a call that is to wait for a batch, at its price; ended() follows in a later
  // command, whose `per_sync` it does not count for.
  Status may_submit(std::string_view recipe, std::size_t tokens_asked);
  void ended(const engine::openai::CallRecord& record, double set_aside) override;
  void retried(const engine::openai::CallRecord& record,
               engine::openai::Milliseconds wait) override;

  // A batch of so many calls: "submitted", "collected".
  void batched(std::string_view state, std::string_view batch, std::size_t calls);
  void escalated(std::string_view recipe, std::string_view to);  // "strict", "builtin"
  // Of a text of that recipe so many sentences said something else than its sources; so many of
  // them were left out, the others went when it was asked for again.
  void violated(std::string_view recipe, std::size_t sentences, std::size_t dropped);
  void redacted(std::string_view secret, std::size_t count);  // told at the end, by kind
  void edited(std::string_view commit);                       // edits by hand were found
  // Something new stands one step higher: "tier-0", "model". Told at the end, by kind.
  void promoted(const std::string& to);
  // So many facts were "observed", "superseded" or "forgotten". Told at the end, by kind.
  void happened(std::string_view kind, std::size_t count);
  // What became of a task: "added", "linked", or its state.
  void task(const std::string& id, std::string_view state);
  // These observations became facts.
  void became_facts(const std::vector<std::string>& ids);
  // Whether an observation became a fact, and why; `chosen`: the program was asked to choose.
  // `state`: by which it is known whether that has changed since; "" where it does not matter.
  void decided(const std::string& id, bool promoted, bool chosen, const std::string& reason,
               const std::string& state);
  // These facts stand in what was recalled. A workspace that cannot be written is read all the
  // same.
  void recalled(const std::vector<std::string>& ids);
  void left_undone();  // a text waits for the next command: this one is not whole
  void worked();       // the command changed something: it is told, though nothing was asked

  [[nodiscard]] EngineUse use() const;   // of what was asked so far
  [[nodiscard]] Status problem() const;  // why it could not be written
  // Whether the language model's server left the newest question from this machine unanswered, less
  // than a minute ago: a command that can do without an answer need not wait for it again.
  [[nodiscard]] bool unanswered_lately() const;

 private:
  using Fields = LedgerFile::Fields;
  class Watch;
  // In cents, of calls with a recipe of a model.
  using Recipe = std::pair<std::string, std::string>;
  struct Answers {
    double count = 0, tokens = 0;
  };
  Result<double> may_begin(const Priced& asked, std::string_view recipe, std::size_t tokens_asked);
  void ended(const Priced& asked, const engine::openai::CallRecord& record, double set_aside);
  // REQUIRES of these: mutex_ is held.
  [[nodiscard]] bool has_budget() const;
  [[nodiscard]] bool is_limited(const Priced& asked) const;
  Status priced(const Priced& asked) const;
  double expected_cents(const Priced& asked, std::string_view recipe,
                        std::size_t tokens_asked) const;
  [[nodiscard]] bool has_room(const Priced& asked, double cents);
  Failure over_budget(const Priced& asked, double next);
  [[nodiscard]] bool is_over_limit(const Priced& asked, double cents) const;
  double spent_today();
  void tell(std::string_view kind, const Fields& fields);
  void start();  // writes the line `started`, once
  void append(std::string_view kind, Time at, const Fields& fields);

  FileSystem& files_;
  const Clock& clock_;
  workspace::Workspace workspace_;
  std::string machine_;
  LedgerFile file_;
  Priced main_;  // the language model

  mutable std::mutex mutex_;  // of all below
  std::string command_;
  Time begun_;
  bool started_ = false;  // the line is written
  bool told_over_ = false;
  EngineUse use_;
  std::size_t cached_ = 0, failed_ = 0;
  std::condition_variable call_ended_;
  std::size_t under_way_ = 0;  // calls
  double set_aside_ = 0;       // cents, for these
  double submitted_ = 0;       // cents, for calls that went into a batch
  std::map<Recipe, Answers> answers_;
  double from_batches_ = 0;      // of `use_`: cents that an earlier command was allowed to spend
  std::optional<double> today_;  // cents of earlier commands
  struct Limit {
    double cents = 0, spent = 0;
  };
  std::optional<Limit> limit_;
  std::map<std::string, std::size_t> redacted_, promoted_;
  std::map<std::string, std::size_t, std::less<>> happened_;
  bool undone_ = false;
  Status problem_;
};

// The same where there may be no ledger (nullptr).
void note_redacted(Ledger* ledger, std::string_view secret);
void note_edited(Ledger* ledger, const std::string& commit);  // "" = there were none
void note_happened(Ledger* ledger, std::string_view kind, std::size_t count);

}  // namespace pyramid::ops
