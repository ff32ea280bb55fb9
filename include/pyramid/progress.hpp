// How long work tells a front end where it is. The library never prints.
#pragma once

#include <atomic>
#include <cstddef>
#include <string_view>

namespace pyramid {

// Thread rule: advance() and cancelled() from any thread; begin() and end() from the caller's.
class Progress {
 public:
  virtual ~Progress() = default;
  // A stage starts, e.g. "reading sessions"; total 0 = unknown.
  virtual void begin(std::string_view stage, std::size_t total) = 0;
  virtual void advance(std::size_t steps) = 0;
  // What came of the stage so far, e.g. "5,231 observations"; from the caller's thread.
  virtual void found(std::string_view what) { static_cast<void>(what); }
  virtual void end() = 0;
  // One line worth telling at once: a rebuild, a fallback.
  virtual void notice(std::string_view line) = 0;
  // True once the person wants to stop (Ctrl-C): finish the file under way, start nothing new.
  [[nodiscard]] virtual bool cancelled() const = 0;
};

// Says nothing, never cancels.
class SilentProgress final : public Progress {
 public:
  void begin(std::string_view, std::size_t) override {}
  void advance(std::size_t) override {}
  void end() override {}
  void notice(std::string_view) override {}
  [[nodiscard]] bool cancelled() const override { return false; }
};

}  // namespace pyramid
