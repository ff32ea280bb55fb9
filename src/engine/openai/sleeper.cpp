#include "engine/openai/http.hpp"

#include <algorithm>
#include <mutex>
#include <random>
#include <thread>

namespace pyramid::engine::openai {

namespace {

constexpr Milliseconds kSlice(50);  // not felt by a person who pressed Ctrl-C

class RealSleeper final : public Sleeper {
 public:
  [[nodiscard]] Milliseconds now() const override {
    return std::chrono::duration_cast<Milliseconds>(
        std::chrono::steady_clock::now().time_since_epoch());
  }
  [[nodiscard]] Time date() const override {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return Time{std::chrono::duration_cast<std::chrono::seconds>(now).count()};
  }
  double chance() override {
    const std::lock_guard lock(mutex_);
    return std::uniform_real_distribution<double>(0, 1)(random_);
  }
  bool sleep(Milliseconds time, const Cancelled& cancelled) override {
    const Milliseconds end = now() + time;
    while (!cancelled()) {
      const Milliseconds left = end - now();
      if (left <= Milliseconds(0)) return true;
      std::this_thread::sleep_for(std::min(left, kSlice));
    }
    return false;
  }

 private:
  std::mutex mutex_;
  std::minstd_rand random_{std::random_device{}()};
};

}  // namespace

std::optional<std::string> header_of(const HttpHeaders& headers, std::string_view name) {
  const auto place = std::find_if(headers.begin(), headers.end(),
                                  [&](const HttpHeader& one) { return one.name == name; });
  return place == headers.end() ? std::nullopt : std::optional(place->value);
}

std::unique_ptr<Sleeper> make_sleeper() { return std::make_unique<RealSleeper>(); }

}  // namespace pyramid::engine::openai
