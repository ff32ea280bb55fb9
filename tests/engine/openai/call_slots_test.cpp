#include "engine/openai/call_slots.hpp"

#include "tests/support/catch.hpp"

#include <atomic>
#include <thread>
#include <vector>

namespace call_slots_test {

using namespace pyramid::engine::openai;

namespace {

// How many of eight threads have a place at once, at most.
int most_at_once(CallSlots* slots) {
  std::atomic<int> now{0};
  std::atomic<int> most{0};
  std::vector<std::jthread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      for (int call = 0; call < 50; ++call) {
        const CallSlot slot(slots);
        const int here = ++now;
        int known = most;
        while (here > known && !most.compare_exchange_weak(known, here)) {
        }
        std::this_thread::yield();
        --now;
      }
    });
  }
  threads.clear();
  return most;
}

}  // namespace

TEST_CASE("call slots: however many threads ask, no more calls are made at once than the limit") {
  CallSlots slots;
  slots.limit(3);
  CHECK(most_at_once(&slots) <= 3);
  slots.limit(1);
  CHECK(most_at_once(&slots) == 1);
}

TEST_CASE("call slots: without a limit nobody waits, and a new limit lets those in that do") {
  CallSlots slots;
  {
    const CallSlot first(&slots);
    const CallSlot second(&slots);
    const CallSlot none(nullptr);
  }
  slots.limit(1);
  CHECK_FALSE(slots.take());
  std::jthread waiting([&] { const CallSlot slot(&slots); });
  slots.limit(2);
  waiting.join();
  slots.give();
}

TEST_CASE("call slots: who got an answer goes on when the one who waited for the place has begun") {
  CallSlots slots;
  slots.limit(1);
  CHECK_FALSE(slots.take());
  std::atomic<bool> began{false};
  std::jthread next([&] {
    CallSlot slot(&slots);
    began = true;
    slot.begin();
  });
  while (slots.waiting() == 0) std::this_thread::yield();
  slots.give();
  CHECK(began);
}

}  // namespace call_slots_test
