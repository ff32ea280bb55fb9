// How fast a server lets itself be asked, shared by all workers.
#pragma once

#include "engine/openai/http.hpp"

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>

namespace pyramid::engine::openai {

// What is left of the requests and tokens of the server's headers (x-ratelimit-remaining-…), and
// how fast that comes back (-limit- and -reset-). Some servers give back bit by bit, others all at
// the reset, and no header says which: while something is left the first is hoped for, once nothing
// is nobody begins before the reset. Knows nothing before the first answer, and lets all through
// then. Times are those of Sleeper::now(). Thread rule: any thread.
class RateLimiter {
 public:
  // 0: the call may begin now and is counted. Else nothing is counted: ask again after so long.
  Milliseconds wait(Milliseconds now, std::size_t tokens);
  void learn(const HttpHeaders& headers, Milliseconds now, Time date);
  // Nobody begins before that.
  void hold(Milliseconds until);

 private:
  struct Budget {
    double limit = 0, left = 0;
    double back_per_ms = 0;
    Milliseconds at{0};
    std::optional<Milliseconds> reset_at;  // nothing is left before
  };
  static std::optional<Budget> read(const HttpHeaders& headers, const std::string& kind,
                                    Milliseconds now, Time date);
  static void take_in(std::optional<Budget>& known, const std::optional<Budget>& said,
                      Milliseconds now);
  static double left_of(const Budget& budget, Milliseconds now);
  static void spend(std::optional<Budget>& budget, double amount, Milliseconds now);
  static Milliseconds wait_for(const std::optional<Budget>& budget, double needed,
                               Milliseconds now);

  std::mutex mutex_;
  Milliseconds held_until_{0};
  std::optional<Budget> requests_, tokens_;
};

}  // namespace pyramid::engine::openai
