// The lines of ledger/<month>-<machine>.jsonl, read.
#pragma once

#include "pyramid/ledger.hpp"
#include "workspace/workspace.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ops {

inline constexpr std::string_view kLedgerFolder = "ledger";
inline constexpr std::array<std::string_view, 17> kLedgerKinds = {
    "started",    "call",      "batch",    "retry",    "escalated", "violation",
    "redacted",   "decided",   "promoted", "observed", "edited",    "recalled",
    "superseded", "forgotten", "task",     "budget",   "finished"};
// What a host is expected to report; it may have others.
inline constexpr std::array<std::string_view, 3> kReportedKinds = {"tool", "validation", "learned"};

// "2026-11-laptop.jsonl"
std::string ledger_name(Time at, std::string_view machine);

// Unless it is there; with it what keeps git from its files.
Status make_ledger_folder(FileSystem& files, const workspace::Workspace& workspace);

// A file of the ledger.
struct LedgerMonth {
  std::string path;  // below the workspace's root
  std::string machine;
  Time end;  // of the month: the first second of the next one, UTC
};
// By path. Those of a workspace without a ledger are none.
Result<std::vector<LedgerMonth>> ledger_months(FileSystem& files,
                                               const workspace::Workspace& workspace);
// nullopt where the line is no event; without its machine.
std::optional<LedgerEvent> ledger_event(std::string_view line);

// All events from `since` on, of every machine, by time; whole files of earlier months are not
// read. A workspace without a ledger has none.
std::vector<LedgerEvent> ledger_events(FileSystem& files, const workspace::Workspace& workspace,
                                       std::optional<Time> since, Diagnostics& diagnostics);

// What a host recorded as learned from `since` on, the newest first; lines of other kinds are not
// taken apart. A line that cannot be read is none.
std::vector<LedgerEvent> learned_events(FileSystem& files, const workspace::Workspace& workspace,
                                        Time since);

// What one event of the kind `call` says.
struct LedgerCall {
  std::string model, recipe;
  int status = 0;  // 0: no answer
  Cost cost;
};
LedgerCall call_of(const LedgerEvent& event);

// What an event of the kind `decided` says; of any other nothing is promoted.
struct LedgerDecision {
  std::string id;
  bool promoted = false, chosen = false;
  std::string state = {};  // of what a language model judged not to be a fact
};
LedgerDecision decision_of(const LedgerEvent& event);
// The ids of the observations that it says became facts; of any other event none.
std::vector<std::string> promoted_by(const LedgerEvent& event);
// Whether later promotions go by it: what was promoted, or was not by a language model.
bool binds(const LedgerEvent& event);
// The ids of the facts that it says were recalled; of any other event none.
std::vector<std::string> recalled_by(const LedgerEvent& event);

// Whether the newest call of a language model that this machine made from `since` to `now` came
// back without an answer, for want of a server that is well. Other machines' files are not read.
bool went_unanswered(FileSystem& files, const workspace::Workspace& workspace,
                     std::string_view machine, Time since, Time now);

}  // namespace pyramid::ops
