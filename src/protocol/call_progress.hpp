// How a call under way tells its client where it is.
#pragma once

#include "protocol/json_rpc.hpp"
#include "pyramid/progress.hpp"

#include <nlohmann/json.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace pyramid::protocol {

// `token` null: the client does not want to know. Its numbers only grow, over all stages; no more
// than ten notifications a second.
class CallProgress final : public Progress {
 public:
  CallProgress(Json token, const std::atomic<bool>& cancelled,
               std::function<void(const Json& note)> send)
      : token_(std::move(token)), cancelled_(cancelled), send_(std::move(send)) {}

  void begin(std::string_view stage, std::size_t) override {
    const std::lock_guard lock(mutex_);
    stage_ = stage;
    ++done_;
    tell(stage_, true);
  }
  void advance(std::size_t steps) override {
    const std::lock_guard lock(mutex_);
    done_ += steps;
    tell(stage_, false);
  }
  void end() override {}
  void notice(std::string_view line) override {
    const std::lock_guard lock(mutex_);
    ++done_;
    tell(std::string(line), true);
  }
  [[nodiscard]] bool cancelled() const override { return cancelled_; }

 private:
  void tell(const std::string& message, bool at_once) {
    const auto now = std::chrono::steady_clock::now();
    if (token_.is_null() || done_ == told_) return;
    if (!at_once && now - told_at_ < std::chrono::milliseconds(100)) return;
    told_at_ = now;
    told_ = done_;
    send_(notification("notifications/progress",
                       {{"progressToken", token_}, {"progress", done_}, {"message", message}}));
  }

  const Json token_;
  const std::atomic<bool>& cancelled_;
  const std::function<void(const Json& note)> send_;
  std::mutex mutex_;
  std::string stage_;
  std::size_t done_ = 0, told_ = 0;
  std::chrono::steady_clock::time_point told_at_ = {};
};

}  // namespace pyramid::protocol
