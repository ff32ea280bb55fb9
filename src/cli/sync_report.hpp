// How a finished sync, or a step of one, is told on a terminal.
#pragma once

#include "pyramid/sync.hpp"

namespace pyramid::cli {

void print_sync_report(const SyncReport& report);

}  // namespace pyramid::cli
