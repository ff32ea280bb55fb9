// What extractions were told of facts that their turns do not say, until a report takes it.
#pragma once

#include "engine/chat/chat_engine.hpp"
#include "format/conversation.hpp"

#include <mutex>
#include <utility>
#include <vector>

namespace pyramid::ops {

// Thread rule: all methods may be called from several threads at once.
class ExtractionFaults {
 public:
  struct Fault {
    Ulid session;
    engine::Unheld unheld;
  };
  // `said`: a stretch of the session.
  void add(const format::Conversation& said, engine::Unheld unheld) {
    const Ulid session = format::session_id(said);
    const std::lock_guard lock(mutex_);
    faults_.push_back({session, std::move(unheld)});
  }
  std::vector<Fault> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(faults_, {});
  }

 private:
  std::mutex mutex_;
  std::vector<Fault> faults_;
};

}  // namespace pyramid::ops
