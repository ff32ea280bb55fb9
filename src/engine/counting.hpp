// Engines that count their calls, so that "calls no engine" is a test and a report, not a hope.
#pragma once

#include "engine/engine.hpp"

#include <atomic>
#include <cstddef>

namespace pyramid::engine {

struct CallCounts {
  std::atomic<std::size_t> extract{0}, assign{0}, summarise{0}, synthesise{0}, describe{0},
      answer{0}, judge{0}, embed{0};
  std::atomic<std::size_t> tokens_in{0}, tokens_out{0};  // of the text engine: engine/tokens.hpp
  [[nodiscard]] std::size_t text() const {
    return extract + assign + summarise + synthesise + describe + answer + judge;
  }
  [[nodiscard]] std::size_t total() const { return text() + embed; }
};

// Both borrow `inner` and `counts`, which must outlive them.
std::unique_ptr<TextEngine> count_calls(TextEngine& inner, CallCounts& counts);
std::unique_ptr<Embedder> count_calls(Embedder& inner, CallCounts& counts);

}  // namespace pyramid::engine
