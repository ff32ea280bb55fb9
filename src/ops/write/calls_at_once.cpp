#include "ops/write/calls_at_once.hpp"

#include "ops/calls/batches.hpp"
#include "ops/run/ahead.hpp"

#include <algorithm>
#include <thread>

namespace pyramid::ops {

unsigned limit_calls(const Services& services, unsigned asked, const format::Settings& settings) {
  const unsigned count = worker_count(asked, settings);
  if (services.batches != nullptr) services.batches->limit_calls(count);
  return count;
}

unsigned threads_of(const Run& run) {
  if (run.services.batches == nullptr) return run.workers;
  constexpr unsigned kMostAhead = 32;
  const unsigned ahead = std::max(1U, std::thread::hardware_concurrency());
  return run.workers + std::max(ahead, std::min(run.workers, kMostAhead));
}

namespace {

Status beside(Run& run, const std::function<void()>& work,
              const std::function<void(const Changes&)>& then) {
  if (run.services.batches != nullptr) return run.memory.flush_beside(work, then);
  PYRAMID_TRY(run.memory.flush());
  work();
  return {};
}

}  // namespace

Status while_flushing(Run& run, const std::function<void()>& work) {
  return beside(run, work, [](const Changes&) {});
}

Status while_taking_in(Run& run, const std::function<void()>& work) {
  return beside(run, work, [&](const Changes& flushed) {
    if (run.ahead != nullptr) run.ahead->take_in(run.memory, flushed);
  });
}

}  // namespace pyramid::ops
