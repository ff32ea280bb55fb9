// What happened to the memory, what agents' hosts reported, what language models were asked and
// what that cost: a workspace's ledger/.
//
// Reads and writes the ledger's files alone: no index, no lock, no engine. A line that is no event
// is a warning at its place; one that a killed program left torn at the end of a file is passed
// over.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/error.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pyramid {

struct LedgerOptions {
  WorkspaceOptions workspace;
  std::string kind;           // "call", "finished" …; "" = all
  std::optional<Time> since;  // only those from then on
  bool counts = false;        // how many there are, without the events themselves
};

struct LedgerEvent {
  Time at;
  std::string kind;
  std::string machine;  // as its file is called
  std::string json;     // the line: an object with the fields of docs/format.md
};

struct LedgerCount {
  Date day;  // of the workspace's zone
  std::string kind;
  std::size_t count = 0;
};

struct LedgerReport {
  std::vector<LedgerEvent> events;  // oldest first
  std::vector<LedgerCount> counts;  // by day, oldest first, then by kind
  Diagnostics diagnostics;
};

// kUsage for a kind that there is not.
Result<LedgerReport> read_ledger(const Environment& environment, const LedgerOptions& options);

struct RecordOptions {
  WorkspaceOptions workspace;
  std::string kind;   // "tool", "validation", "learned", or another name that is none of Pyramid's
  std::string event;  // a JSON object of at most 8,000 bytes, without "at" and "kind"; "" = empty
};

struct RecordReport {
  Time at;
  std::size_t redacted = 0;  // secrets that were taken out
  Diagnostics diagnostics;
};

// Adds one event that a host reports to this machine's file. kUsage for a kind or an event that
// cannot be, kInvalid for one with a secret where the settings refuse these.
Result<RecordReport> record_event(const Environment& environment, const RecordOptions& options);

struct PruneOptions {
  WorkspaceOptions workspace;
  std::optional<int> days;  // for events of every kind; else as `ledger_days` of pyramid.yaml says
  bool dry_run = false;
};

struct PrunedFile {
  std::string path;
  std::size_t events = 0;  // that are dropped
  bool removed = false;    // nothing is left of it
};

struct PruneReport {
  std::vector<PrunedFile> files;  // by path; those that lose nothing are not among them
  std::size_t events = 0;         // of all
  bool kept_for_ever = false;     // neither the options nor the settings say how long
  Diagnostics diagnostics;
};

// Drops events of whole months, of every machine: those of a kind once the month's last day is
// longer ago than the kind is kept.
Result<PruneReport> prune_ledger(const Environment& environment, const PruneOptions& options);

struct CostsOptions {
  WorkspaceOptions workspace;
  std::optional<Time> since;
};

struct Cost {
  std::size_t calls = 0;
  std::size_t failed = 0;     // of them: no answer came
  std::size_t unpriced = 0;   // of them: no price was known, so they are not in `cents`
  std::size_t batched = 0;    // of them: asked in a batch, at its price
  std::size_t estimated = 0;  // of them: the server did not count, four bytes are taken as a token
  std::size_t tokens_in = 0, tokens_cached = 0, tokens_out = 0;
  double cents = 0;
};
struct RecipeCost {
  std::string model, recipe;  // "probe": what the server can do
  Cost cost;
};
struct DayCost {
  Date day;
  Cost cost;
};

struct CostsReport {
  std::vector<RecipeCost> by_recipe;  // the dearest first
  std::vector<DayCost> by_day;        // of the workspace's zone, oldest first, only days with calls
  Cost all;
  std::string model;         // that pyramid.yaml names now
  bool price_known = false;  // of that model
  std::string prices_from;   // "prices.yaml", or "" = the table that comes with the program
  std::string prices_as_of;  // "2026-11-06", or ""
  Diagnostics diagnostics;
};

Result<CostsReport> costs(const Environment& environment, const CostsOptions& options);

}  // namespace pyramid
