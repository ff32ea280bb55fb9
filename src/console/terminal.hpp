// Where text goes and how it looks: colours and a progress bar only on a terminal.
#pragma once

#include "pyramid/progress.hpp"
#include "pyramid/zone.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>

namespace pyramid::console {

// What the environment says of our streams, read once at the start.
struct Terminal {
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  bool colour = false;  // on stdout
  bool utf8 = true;     // unless the locale names another encoding
  std::size_t width = 80;
  Zone zone = {};  // by whose clocks people are told times
};
Terminal inspect_terminal(bool no_colour_asked);

enum class Style { kBold, kDim, kGreen, kRed };
// `text` with colour codes, or as it is when colours are off.
std::string styled(const Terminal& terminal, Style style, std::string_view text);

// Text for people with everything escaped that a terminal would act on, but for line ends, tabs and
// the codes of styled(): whatever a conversation or a file says, it moves no cursor and sets no
// clipboard. A text of the memory goes through printable() all the same, or it could have colours.
std::string safe_for_terminal(std::string_view text);

void print(std::string_view text);        // stdout, safe for a terminal
void print_error(std::string_view text);  // stderr, the same
// A text of the memory that agents read too: byte for byte, but escaped on a terminal.
void print_memory(const Terminal& terminal, std::string_view text);
// stdout, for programs.
void print_bytes(std::string_view bytes);

// Where a stage is, as one line of at most `width` columns: the bar gives way to what is said.
struct StageState {
  std::string_view stage;
  std::size_t done = 0, total = 0;  // total 0 = unknown
  std::string_view found;           // "5,231 observations"; "" = nothing to tell
  double seconds = 0;               // since it began
};
std::string progress_line(const StageState& state, std::size_t width);

// A bar on stderr when it is a terminal, one line a stage otherwise, nothing when quiet. Ctrl-C
// sets cancelled(); a second one ends the process as usual.
class TerminalProgress final : public Progress {
 public:
  TerminalProgress(const Terminal& terminal, bool quiet);
  void begin(std::string_view stage, std::size_t total) override;
  void advance(std::size_t steps) override;
  void found(std::string_view what) override;
  void end() override;
  void notice(std::string_view line) override;
  [[nodiscard]] bool cancelled() const override;

 private:
  void draw(bool last);

  Terminal terminal_;
  bool quiet_ = false;
  std::mutex mutex_;
  std::string stage_, found_;
  std::size_t total_ = 0;
  std::size_t done_ = 0;
  std::chrono::steady_clock::time_point started_, drawn_;
};

// Makes Ctrl-C, SIGTERM and the end of the terminal (SIGHUP) set the flag that
// TerminalProgress::cancelled() reads. One that is ignored, as nohup has it, stays so.
void watch_interrupts();
// Returns and clears whether an interrupt came, for callers that carry on.
bool take_interrupt();

}  // namespace pyramid::console
