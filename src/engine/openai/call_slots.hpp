// How many calls may be with a server at once, whoever makes them.
//
// More threads than calls may so be at work: while one waits for its answer, another puts its
// question together or looks at what came.
//
// Thread rule: all methods may be called from several threads at once.
#pragma once

#include <condition_variable>
#include <mutex>

namespace pyramid::engine::openai {

class CallSlots {
 public:
  // From now on; those that are under way go on. 0 = as many as come.
  void limit(unsigned most);
  // Waits until there is room.
  void take();
  void give();

 private:
  std::mutex mutex_;  // of all below
  std::condition_variable given_;
  unsigned most_ = 0, taken_ = 0;
};

// A place for one call, while this lives; null: there is no limit.
class CallSlot {
 public:
  explicit CallSlot(CallSlots* slots) : slots_(slots) {
    if (slots_ != nullptr) slots_->take();
  }
  ~CallSlot() {
    if (slots_ != nullptr) slots_->give();
  }
  CallSlot(const CallSlot&) = delete;
  CallSlot& operator=(const CallSlot&) = delete;

 private:
  CallSlots* slots_;
};

}  // namespace pyramid::engine::openai
