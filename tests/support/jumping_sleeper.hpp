// A clock that jumps where a client waits.
#pragma once

#include "engine/openai/http.hpp"

#include <vector>

namespace pyramid::test {

class JumpingSleeper final : public engine::openai::Sleeper {
 public:
  using Milliseconds = engine::openai::Milliseconds;

  [[nodiscard]] Milliseconds now() const override { return now_; }
  [[nodiscard]] Time date() const override { return Time{1'780'000'000 + now_.count() / 1000}; }
  double chance() override { return 0; }
  bool sleep(Milliseconds time, const engine::openai::Cancelled& cancelled) override {
    if (cancelled()) return false;
    slept.push_back(time);
    now_ += time;
    return true;
  }
  void pass(Milliseconds time) { now_ += time; }

  std::vector<Milliseconds> slept;

 private:
  Milliseconds now_{0};
};

}  // namespace pyramid::test
