// How many calls may be with a server at once, whoever makes them.
//
// More threads than calls may so be at work: while one waits for its answer, another puts its
// question together or looks at what came. Who got an answer lets those go first who waited for the
// place: their calls cost little but time, and what is made of the answer much else.
//
// Thread rule: all methods may be called from several threads at once.
#pragma once

#include <condition_variable>
#include <mutex>
#include <utility>

namespace pyramid::engine::openai {

class CallSlots {
 public:
  // From now on; those that are under way go on. 0 = as many as come.
  void limit(unsigned most);
  // Waits until there is room; give() must follow, and before it begun() if this says that it had
  // to wait.
  bool take();
  // The call that waited is on its way.
  void begun();
  // Returns when those who wait are on their way, as far as there is room.
  void give();
  // How many wait for room just now.
  unsigned waiting();

 private:
  [[nodiscard]] bool has_room() const { return most_ == 0 || taken_ < most_; }

  std::mutex mutex_;  // of all below
  std::condition_variable given_, begun_;
  unsigned most_ = 0, taken_ = 0, waiting_ = 0;
  unsigned starting_ = 0;  // that had to wait, have a place now and are not on their way yet
};

// A place for one call, while this lives; null: there is no limit.
class CallSlot {
 public:
  explicit CallSlot(CallSlots* slots)
      : slots_(slots), has_begun_(slots == nullptr || !slots->take()) {}
  ~CallSlot() {
    begin();
    if (slots_ != nullptr) slots_->give();
  }
  CallSlot(const CallSlot&) = delete;
  CallSlot& operator=(const CallSlot&) = delete;

  // The question is put together and goes to the server now; of several times the first counts, and
  // the end of the slot is the last.
  void begin() {
    if (!std::exchange(has_begun_, true)) slots_->begun();
  }

 private:
  CallSlots* slots_;
  bool has_begun_;
};

}  // namespace pyramid::engine::openai
