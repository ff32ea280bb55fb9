#include "console/terminal.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace pyramid::console {

namespace {

constexpr auto kRedraw = std::chrono::milliseconds(80);
constexpr std::size_t kBarWidth = 24, kLeastBarWidth = 6;

constexpr std::string_view kBold = "\x1b[1m", kDim = "\x1b[2m", kGreen = "\x1b[32m",
                           kRed = "\x1b[31m", kPlain = "\x1b[0m";
constexpr std::string_view kClearLine = "\r\x1b[K";

volatile std::sig_atomic_t interrupted = 0;  // a signal handler can reach nothing else

// What is under way may take seconds to its end, such as a call that is paid for.
void tell_of_stopping() {
  constexpr std::string_view kLine = "\nstopping; Ctrl-C again ends at once\n";
  const int before = errno;
  if (isatty(STDERR_FILENO) == 1) {
    static_cast<void>(!write(STDERR_FILENO, kLine.data(), kLine.size()));
  }
  errno = before;
}

bool is_handled_by(void (*handler)(int), int signal) {
  struct sigaction now{};
  return ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == handler;
}

// A second Ctrl-C ends the process. A second hang-up does not: the shell sends one, and the kernel
// another when the shell ends.
extern "C" void on_interrupt(int signal) {
  interrupted = 1;
  if (signal == SIGINT) tell_of_stopping();
  for (const int impatient : {SIGINT, SIGTERM}) {
    if (is_handled_by(on_interrupt, impatient)) std::signal(impatient, SIG_DFL);
  }
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

// "97 s", "12 min", "3 h 5 min".
std::string duration(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  const auto minutes = static_cast<long>(seconds / 60 + 0.5);
  if (minutes < 100) return fmt::format("{} min", minutes);
  return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

std::string bar(std::size_t done, std::size_t total, std::size_t width) {
  const std::size_t filled = std::min(width, width * done / total);
  return fmt::format(" [{}{}]", std::string(filled, '#'), std::string(width - filled, '.'));
}

void write_to(std::FILE* stream, std::string_view bytes) {
  std::fwrite(bytes.data(), 1, bytes.size(), stream);
}

}  // namespace

std::string progress_line(const StageState& state, std::size_t width) {
  constexpr double kTooEarly = 1;  // seconds, to tell a rate
  std::string line(state.stage), rest = " " + with_commas(state.done);
  if (state.total > 0) rest += "/" + with_commas(state.total);
  if (!state.found.empty()) rest += fmt::format(", {}", state.found);
  if (state.total > state.done && state.done > 0 && state.seconds > kTooEarly) {
    const double rate = static_cast<double>(state.done) / state.seconds;
    rest += fmt::format("  {:.{}f}/s, {} left", rate, rate < 10 ? 1 : 0,
                        duration(static_cast<double>(state.total - state.done) / rate));
  }
  constexpr std::size_t kFrame = 3;  // " [" and "]"
  const std::size_t taken = line.size() + rest.size() + kFrame;
  if (state.total > 0 && taken + kLeastBarWidth <= width) {
    line += bar(state.done, state.total, std::min(kBarWidth, width - taken));
  }
  line += rest;
  if (line.size() > width) line.resize(width);
  return line;
}

void watch_interrupts() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (!is_handled_by(SIG_IGN, signal)) std::signal(signal, on_interrupt);
  }
}

bool take_interrupt() {
  const bool came = interrupted != 0;
  interrupted = 0;
  watch_interrupts();
  return came;
}

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
  std::string_view code = kBold;
  if (style == Style::kDim) code = kDim;
  if (style == Style::kGreen) code = kGreen;
  if (style == Style::kRed) code = kRed;
  return fmt::format("{}{}{}", code, text, kPlain);
}

std::string safe_for_terminal(std::string_view text) {
  static constexpr std::array kOurs = {kBold, kDim, kGreen, kRed, kPlain};
  std::string out;
  while (true) {
    const std::size_t escape = std::min(text.find('\x1b'), text.size());
    out += printable_lines(text.substr(0, escape));
    text.remove_prefix(escape);
    if (text.empty()) return out;
    const auto* code = std::find_if(kOurs.begin(), kOurs.end(),
                                    [&](std::string_view one) { return text.starts_with(one); });
    const std::size_t size = code == kOurs.end() ? 1 : code->size();
    out += code == kOurs.end() ? printable(text.substr(0, size)) : std::string(*code);
    text.remove_prefix(size);
  }
}

void print(std::string_view text) { write_to(stdout, safe_for_terminal(text)); }

void print_error(std::string_view text) { write_to(stderr, safe_for_terminal(text)); }

void print_memory(const Terminal& terminal, std::string_view text) {
  print_bytes(terminal.out_is_terminal ? printable_lines(text) : std::string(text));
}

void print_bytes(std::string_view bytes) { write_to(stdout, bytes); }

TerminalProgress::TerminalProgress(const Terminal& terminal, bool quiet)
    : terminal_(terminal), quiet_(quiet) {}

bool TerminalProgress::cancelled() const { return interrupted != 0; }

void TerminalProgress::begin(std::string_view stage, std::size_t total) {
  const std::scoped_lock guard(mutex_);
  stage_ = stage;
  found_.clear();
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

void TerminalProgress::found(std::string_view what) {
  const std::scoped_lock guard(mutex_);
  found_ = what;
}

void TerminalProgress::end() {
  const std::scoped_lock guard(mutex_);
  if (!quiet_ && terminal_.err_is_terminal && !stage_.empty()) draw(true);
  stage_.clear();
}

void TerminalProgress::notice(std::string_view line) {
  const std::scoped_lock guard(mutex_);
  if (quiet_) return;
  if (terminal_.err_is_terminal && !stage_.empty()) write_to(stderr, kClearLine);
  print_error(fmt::format("note: {}\n", printable(line)));
}

// REQUIRES: mutex_ is held.
void TerminalProgress::draw(bool last) {
  const auto now = std::chrono::steady_clock::now();
  if (!last && now - drawn_ < kRedraw) return;
  drawn_ = now;
  if (last) {
    write_to(stderr, kClearLine);
    return;
  }
  const double seconds = std::chrono::duration<double>(now - started_).count();
  // A line that fills the last column makes some terminals go on to the next.
  const std::string line =
      progress_line({stage_, done_, total_, found_, seconds}, terminal_.width - 1);
  write_to(stderr, fmt::format("{}{}", kClearLine, printable(line)));
}

}  // namespace pyramid::console
