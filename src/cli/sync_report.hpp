// How a finished sync, or a step of one, is told on a terminal.
#pragma once

#include "pyramid/import.hpp"
#include "pyramid/sync.hpp"

#include <string>
#include <vector>

namespace pyramid::cli {

// "2 new, 0 grown", and how many changed if some did.
std::string came_in(const ImportReport& report);
// "import   sessions/2026/05/12/dns.md  (not in memory yet)": what a dry run would do, a line each.
void print_steps(const std::vector<SyncStep>& steps);
// "12 engine calls, 34,000 tokens in, 5,600 out: 1.20 cents"
std::string use_of(const EngineUse& use);
// What became of calls in batches; nothing where there were none.
void print_batch(const BatchUse& batch);
// "2 questions without an answer of use, 3 questions wait for the budget"; those that wait are
// among the failed ones.
std::string unanswered(std::size_t failed, std::size_t over_budget);
// What the sources hold and was not taken in, a line for each reason.
void print_left_out(const ImportReport& report);
// "12 observations, 3 seen again, 1 superseded."
void print_observations(const ImportReport& report);

// Told once, by init and the first sync.
inline constexpr const char* kChoiceOfEngine =
    "Read by the built-in reader: no key, no network, and it misses things. A language model: "
    "`engine: openai` in pyramid.yaml (docs/engines.md)\n";

void print_sync_report(const SyncReport& report);

}  // namespace pyramid::cli
