// How a finished sync, or a step of one, is told on a terminal.
#pragma once

#include "pyramid/import.hpp"
#include "pyramid/sync.hpp"

namespace pyramid::cli {

// "12 observations, 3 seen again, 1 superseded."
void print_observations(const ImportReport& report);

void print_sync_report(const SyncReport& report);

}  // namespace pyramid::cli
