// The watch, for who wants to end it at once.
#pragma once

#include "base/wake.hpp"
#include "pyramid/watch.hpp"

namespace pyramid::ops {

// As pyramid::watch(). Who rings once `environment.progress` says to stop need not wait until that
// is noticed.
Status watch(const Environment& environment, const WatchOptions& options,
             const WatchListener& listener, const Wake& wake);

}  // namespace pyramid::ops
