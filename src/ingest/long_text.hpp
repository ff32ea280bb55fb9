// Texts that are longer than any person writes: a log that was pasted whole, a file. Private to
// src/ingest but for the first four.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pyramid::ingest {

// Bytes of what is said at once that are kept; what goes on behind them is left out and told.
inline constexpr std::size_t kMostKept = 10'000'000;

// "[…89,000,000 bytes left out]".
std::string left_out_mark(std::size_t bytes);

// Leaves of a text above kMostKept its beginning, up to the end of a line, sentence or word, with
// the mark of what is left out behind it; gives how many bytes that is, 0 where nothing was done.
std::size_t cut_to_kept(std::string& text);

// The text without such a mark at its end: nobody said it.
std::string_view without_left_out_mark(std::string_view text);

// Copies JSON that comes in pieces. Of a string in it no more than a little over kMostKept bytes go
// on, with the mark behind them, so that a line that holds a hundred million takes no more memory
// than that; cut_to_kept() then cuts it where it should be. What is no JSON comes out as anything.
class LongStrings {
 public:
  void feed(std::string_view piece, std::string& out);

 private:
  void begin_in_string(char c);
  void finish_escape(char c);

  bool in_string_ = false;
  int escape_ = 0;      // characters of an escape that are still to come; -1: the one behind `\`
  int unit_ = 0;        // of `\u`, so far
  bool high_ = false;   // the last one was the first half of a surrogate pair
  bool drops_ = false;  // behind the end of what is kept
  std::size_t kept_ = 0, dropped_ = 0;  // bytes of the string that the escapes stand for
};

}  // namespace pyramid::ingest
