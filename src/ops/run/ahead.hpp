// What a run does at its end with the files that it wrote, done for those that are on the disk
// already while a language model's server is waited for.
#pragma once

#include "ops/nodes/working_set.hpp"
#include "ops/run/opened.hpp"

#include <cstddef>
#include <vector>

namespace pyramid::history {
class Repository;
}

namespace pyramid::ops {

// Used by one thread at a time. Borrows what it is given.
class Ahead {
 public:
  // `diary`: null where nothing is committed.
  Ahead(Services& services, Opened& opened, history::Repository* diary)
      : services_(services), opened_(opened), diary_(diary) {}

  // Has git store what these files hold, for the commit that will come, and the index take them in;
  // the first time also all that the run changed before.
  // Others may read the memory meanwhile. What cannot be done now is done, or told, at the end.
  void take_in(const WorkingSet& memory, const Changes& flushed);

  // Has the index take in the rest of what the run changed; gives how many texts were embedded in
  // all.
  Result<std::size_t> index_rest(const WorkingSet& memory);

 private:
  Status index_some(const std::vector<std::string>& paths, Progress& progress);
  [[nodiscard]] std::vector<std::string> not_indexed(const Changes& changes) const;

  Services& services_;
  Opened& opened_;
  history::Repository* diary_;
  Changes indexed_;
  std::size_t embedded_ = 0;
};

}  // namespace pyramid::ops
