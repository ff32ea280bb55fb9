#include "engine/openai/call_slots.hpp"

namespace pyramid::engine::openai {

void CallSlots::limit(unsigned most) {
  const std::lock_guard lock(mutex_);
  most_ = most;
  given_.notify_all();
}

void CallSlots::take() {
  std::unique_lock lock(mutex_);
  given_.wait(lock, [&] { return most_ == 0 || taken_ < most_; });
  ++taken_;
}

void CallSlots::give() {
  const std::lock_guard lock(mutex_);
  --taken_;
  given_.notify_one();
}

}  // namespace pyramid::engine::openai
