// A protocol over standard input and output.
#pragma once

#include "protocol/server.hpp"
#include "pyramid/progress.hpp"

#include <cstddef>
#include <string_view>

namespace pyramid::console {

// Ends where the input does, and once `progress` is cancelled. A reader at a time, a writer at a
// time.
class StandardChannel final : public protocol::Channel {
 public:
  explicit StandardChannel(const Progress& progress) : progress_(progress) {}
  std::size_t read(char* into, std::size_t most) override;
  bool write(std::string_view bytes) override;
  bool is_open() override;

 private:
  const Progress& progress_;  // knows of Ctrl-C
};

}  // namespace pyramid::console
