// Cuts a JSON array that does not fit in memory into its elements.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace pyramid::ingest {

// Finds where elements begin and end by strings and brackets alone; whether an element is JSON is
// for whoever parses it. A single object counts as an array of itself. An element above 128 MiB
// breaks the input, so that a source which was packed to be large takes no more than that.
class ArraySplitter {
 public:
  // The element's bytes and the 1-based line that it begins on. false = enough.
  using Sink = std::function<bool(std::string_view element, std::size_t line)>;
  explicit ArraySplitter(Sink sink) : sink_(std::move(sink)) {}

  // The next bytes; false once the sink has enough or the input is broken.
  bool feed(std::string_view piece);

  enum class State { kStart, kBetween, kInside, kEnd, kBroken, kEnough };
  [[nodiscard]] State state() const { return state_; }
  // Where reading stands: the line of what is broken or unfinished.
  [[nodiscard]] std::size_t line() const { return line_; }
  [[nodiscard]] bool is_too_long() const { return is_too_long_; }

 private:
  void between(char c);
  std::size_t inside(std::string_view piece, std::size_t at);
  std::size_t inside_scalar(std::string_view piece, std::size_t at);
  void append(std::string_view part);
  void finish_element();

  Sink sink_;
  State state_ = State::kStart;
  bool is_array_ = false;
  std::string element_;
  std::size_t element_line_ = 1, line_ = 1;
  std::size_t depth_ = 0;
  std::size_t mark_bytes_ = 0;  // of a byte order mark
  bool in_string_ = false, escaped_ = false, is_too_long_ = false;
};

}  // namespace pyramid::ingest
