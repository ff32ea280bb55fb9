#include "engine/openai/call_slots.hpp"

namespace pyramid::engine::openai {

void CallSlots::limit(unsigned most) {
  const std::lock_guard lock(mutex_);
  most_ = most;
  given_.notify_all();
}

bool CallSlots::take() {
  std::unique_lock lock(mutex_);
  const bool waits = !has_room();
  if (waits) {
    ++waiting_;
    given_.wait(lock, [&] { return has_room(); });
    --waiting_;
    ++starting_;
  }
  ++taken_;
  return waits;
}

void CallSlots::begun() {
  const std::lock_guard lock(mutex_);
  --starting_;
  begun_.notify_all();
}

void CallSlots::give() {
  std::unique_lock lock(mutex_);
  --taken_;
  given_.notify_one();
  begun_.wait(lock, [&] { return starting_ == 0 && (waiting_ == 0 || !has_room()); });
}

unsigned CallSlots::waiting() {
  const std::lock_guard lock(mutex_);
  return waiting_;
}

}  // namespace pyramid::engine::openai
