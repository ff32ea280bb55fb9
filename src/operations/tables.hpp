// The parts that all_operations() is made of.
#pragma once

#include "operations/operation.hpp"

#include <vector>

namespace pyramid::operations {

void add_asking(std::vector<Operation>& table);   // search, get, recall
void add_telling(std::vector<Operation>& table);  // observe, log, capture, sync
void add_tracing(std::vector<Operation>& table);  // why, history
void add_undoing(std::vector<Operation>& table);  // revert, forget
void add_status(std::vector<Operation>& table);

}  // namespace pyramid::operations
