// Where "now" comes from, so that the same files and the same now give the same bytes.
#pragma once

#include "pyramid/time.hpp"

namespace pyramid {

// Thread rule: now() may be called from any thread.
class Clock {
 public:
  virtual ~Clock() = default;
  [[nodiscard]] virtual Time now() const = 0;
};

// The machine's clock.
class SystemClock final : public Clock {
 public:
  [[nodiscard]] Time now() const override;
};

// Stands still (`--now TIME`).
class FixedClock final : public Clock {
 public:
  explicit FixedClock(Time now) : now_(now) {}
  [[nodiscard]] Time now() const override { return now_; }

 private:
  Time now_;
};

}  // namespace pyramid
