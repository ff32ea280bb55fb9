// git's lock on its index, so taken that a killed process leaves no doubt whose it was.
#pragma once

#include "pyramid/result.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

namespace pyramid::history {

// A file beside the index that must not be there yet, takes the new bytes and then the index's
// place. Given back when this goes. The file has a second name, `index.pyramid-<process>`, from
// before it is the lock until after it was: where that process is gone, the lock is nobody's.
class IndexLock {
 public:
  explicit IndexLock(std::string index);
  ~IndexLock();
  IndexLock(const IndexLock&) = delete;
  IndexLock& operator=(const IndexLock&) = delete;

  // kConflict where another program has it.
  Status take();
  Status write(std::string_view bytes);
  // What was written is the index now.
  Status put_in_place();

 private:
  [[nodiscard]] Failure not_written() const;

  std::string index_, path_, mine_;
  int fd_ = -1;
  bool held_ = false, named_ = false;
};

// Takes away what killed processes of this program left beside the index, their lock first.
void release_stale_lock(const std::string& index);

// Waits for the other program that has the lock on this index, a while and no longer: git holds it
// for a moment. What a killed process of this program left goes. Whether the lock is free now.
// `pause`: lets so much time pass.
bool comes_free(const std::string& index,
                const std::function<void(std::chrono::milliseconds)>& pause);
// The same in the machine's own time.
bool comes_free(const std::string& index);

// What to say where git's lock on this index is there already.
Failure index_is_held(const std::string& index);

}  // namespace pyramid::history
