// Logs in which the person does not speak, as far as it is known how they are called. Private to
// src/ingest.
#pragma once

#include "pyramid/error.hpp"

#include <cstddef>
#include <map>
#include <string>

namespace pyramid::ingest {

// Nothing that is said in such a log is taken for the person's, so whoever imports it is asked who
// they are: once a source, however many logs it has.
class Strangers {
 public:
  // The turns of the log at `path` by speaker; none where the person speaks in it.
  void add(const std::string& path, const std::map<std::string, std::size_t>& turns);
  // A warning with those who speak most, where there was such a log.
  void tell(Diagnostics& diagnostics) const;

 private:
  std::size_t logs_ = 0;
  std::string first_;
  std::map<std::string, std::size_t> turns_;
};

}  // namespace pyramid::ingest
