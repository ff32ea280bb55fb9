#include "cli/terminal.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace pyramid::cli {

namespace {

constexpr auto kRedraw = std::chrono::milliseconds(80);
constexpr std::size_t kBarWidth = 24;

volatile std::sig_atomic_t interrupted = 0;  // a signal handler can reach nothing else

extern "C" void on_interrupt(int) {
  interrupted = 1;
  std::signal(SIGINT, SIG_DFL);
}

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

// What the locale says of the encoding; a machine that sets none is taken for one of today.
bool speaks_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    if (!is_set(name)) continue;
    const std::string locale = utf8::lower(std::getenv(name));
    return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
  }
  return true;
}

}  // namespace

void watch_interrupts() { std::signal(SIGINT, on_interrupt); }

Terminal inspect_terminal(bool no_colour_asked) {
  Terminal terminal;
  const char* term = std::getenv("TERM");
  const bool dumb = term == nullptr || std::string_view(term) == "dumb";
  terminal.out_is_terminal = isatty(STDOUT_FILENO) == 1;
  terminal.err_is_terminal = isatty(STDERR_FILENO) == 1 && !dumb;
  const bool wanted = (terminal.out_is_terminal && !dumb) || is_set("CLICOLOR_FORCE");
  terminal.colour = wanted && !is_set("NO_COLOR") && !no_colour_asked;
  terminal.utf8 = speaks_utf8();
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) terminal.width = size.ws_col;
  return terminal;
}

std::string styled(const Terminal& terminal, Style style, std::string_view text) {
  if (!terminal.colour) return std::string(text);
  const char* code = "1";
  if (style == Style::kDim) code = "2";
  if (style == Style::kGreen) code = "32";
  if (style == Style::kRed) code = "31";
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void print_error(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

TerminalProgress::TerminalProgress(const Terminal& terminal, bool quiet)
    : terminal_(terminal), quiet_(quiet) {}

bool TerminalProgress::cancelled() const { return interrupted != 0; }

void TerminalProgress::begin(std::string_view stage, std::size_t total) {
  const std::scoped_lock guard(mutex_);
  stage_ = stage;
  total_ = total;
  done_ = 0;
  started_ = std::chrono::steady_clock::now();
  drawn_ = {};
  if (quiet_) return;
  if (terminal_.err_is_terminal) {
    draw(false);
  } else {
    print_error(total > 0 ? fmt::format("{} ({})\n", stage_, with_commas(total))
                          : fmt::format("{}\n", stage_));
  }
}

void TerminalProgress::advance(std::size_t steps) {
  const std::scoped_lock guard(mutex_);
  done_ += steps;
  if (!quiet_ && terminal_.err_is_terminal) draw(false);
}

void TerminalProgress::end() {
  const std::scoped_lock guard(mutex_);
  if (!quiet_ && terminal_.err_is_terminal && !stage_.empty()) draw(true);
  stage_.clear();
}

void TerminalProgress::notice(std::string_view line) {
  const std::scoped_lock guard(mutex_);
  if (quiet_) return;
  if (terminal_.err_is_terminal && !stage_.empty()) print_error("\r\x1b[K");
  print_error(fmt::format("note: {}\n", printable(line)));
}

// REQUIRES: mutex_ is held.
void TerminalProgress::draw(bool last) {
  const auto now = std::chrono::steady_clock::now();
  if (!last && now - drawn_ < kRedraw) return;
  drawn_ = now;
  if (last) {
    print_error("\r\x1b[K");
    return;
  }
  const double seconds = std::chrono::duration<double>(now - started_).count();
  const double rate = seconds > 0 ? static_cast<double>(done_) / seconds : 0;
  std::string line;
  if (total_ > 0) {
    const std::size_t filled = std::min(kBarWidth, kBarWidth * done_ / total_);
    line =
        fmt::format("{} [{}{}] {}/{}", stage_, std::string(filled, '#'),
                    std::string(kBarWidth - filled, '.'), with_commas(done_), with_commas(total_));
    if (rate > 0 && done_ < total_ && seconds > 1) {
      line += fmt::format("  {:.0f}/s, {:.0f} s left", rate,
                          static_cast<double>(total_ - done_) / rate);
    }
  } else {
    line = fmt::format("{} {}", stage_, with_commas(done_));
  }
  if (line.size() >= terminal_.width) line.resize(terminal_.width - 1);
  print_error(fmt::format("\r\x1b[K{}", line));
}

}  // namespace pyramid::cli
