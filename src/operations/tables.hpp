// The parts that all_operations() is made of.
#pragma once

#include "operations/operation.hpp"

#include <vector>

namespace pyramid::operations {

void add_asking(std::vector<Operation>& table);   // search, get, recall, retrieve
void add_telling(std::vector<Operation>& table);  // observe, remember, log, capture
void add_syncing(std::vector<Operation>& table);  // import, bootstrap, sync and its steps
void add_tracing(std::vector<Operation>& table);  // why, history, diff, show, blame, bisect
void add_listing(std::vector<Operation>& table);  // list, models, model, summaries, export
void add_topics(std::vector<Operation>& table);   // tree, walk
void add_tasks(std::vector<Operation>& table);    // task add, done, fail, link, list, show …
void add_facts(std::vector<Operation>& table);    // facts, promote, archive
void add_undoing(std::vector<Operation>& table);  // revert, forget
void add_tending(std::vector<Operation>& table);  // status, check, doctor
void add_ledger(std::vector<Operation>& table);   // costs, ledger, its record and prune

}  // namespace pyramid::operations
