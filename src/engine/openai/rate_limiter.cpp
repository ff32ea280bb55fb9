#include "engine/openai/rate_limiter.hpp"

#include "engine/openai/retry.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace pyramid::engine::openai {

namespace {

constexpr Milliseconds kLongestWait(60'000);  // then it is looked at again

std::optional<double> number_of(const HttpHeaders& headers, const std::string& name) {
  const auto text = header_of(headers, name);
  if (!text) return std::nullopt;
  double value = 0;
  const char* end = text->data() + text->size();
  const auto [stopped, error] = std::from_chars(text->data(), end, value);
  const bool whole = error == std::errc() && stopped == end && std::isfinite(value);
  return whole ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<RateLimiter::Budget> RateLimiter::read(const HttpHeaders& headers,
                                                     const std::string& kind, Milliseconds now,
                                                     Time date) {
  const auto left = number_of(headers, "x-ratelimit-remaining-" + kind);
  if (!left || *left < 0) return std::nullopt;
  Budget budget;
  budget.left = *left;
  budget.limit =
      std::max({number_of(headers, "x-ratelimit-limit-" + kind).value_or(*left), *left, 1.0});
  budget.at = now;
  const auto reset =
      parse_duration(header_of(headers, "x-ratelimit-reset-" + kind).value_or(""), date);
  if (reset && reset->count() > 0) {
    budget.back_per_ms =
        std::max(budget.limit - budget.left, 1.0) / static_cast<double>(reset->count());
    if (budget.left == 0) budget.reset_at = now + *reset;
  }
  return budget;
}

// An answer that was under way knows of less than one that said that nothing is left.
void RateLimiter::take_in(std::optional<Budget>& known, const std::optional<Budget>& said,
                          Milliseconds now) {
  if (!said) return;
  const bool used_up = known && known->reset_at && now < *known->reset_at;
  if (!used_up || said->left == 0) known = said;
}

double RateLimiter::left_of(const Budget& budget, Milliseconds now) {
  if (budget.reset_at) return now < *budget.reset_at ? 0 : budget.limit;
  const auto passed = static_cast<double>((now - budget.at).count());
  return std::min(budget.limit, budget.left + budget.back_per_ms * std::max(passed, 0.0));
}

Milliseconds RateLimiter::wait_for(const std::optional<Budget>& budget, double needed,
                                   Milliseconds now) {
  // One that does not say when it comes back is left to the server's own 429.
  if (!budget || budget->back_per_ms <= 0) return Milliseconds(0);
  const double missing = std::min(needed, budget->limit) - left_of(*budget, now);
  if (missing <= 0) return Milliseconds(0);
  if (budget->reset_at) return std::min(*budget->reset_at - now, kLongestWait);
  const double time = std::ceil(missing / budget->back_per_ms);
  if (time >= static_cast<double>(kLongestWait.count())) return kLongestWait;
  return Milliseconds(static_cast<std::int64_t>(time));
}

Milliseconds RateLimiter::wait(Milliseconds now, std::size_t tokens) {
  const std::lock_guard lock(mutex_);
  const auto needed = static_cast<double>(tokens);
  const Milliseconds longest = std::max({held_until_ - now, wait_for(requests_, 1, now),
                                         wait_for(tokens_, needed, now), Milliseconds(0)});
  if (longest > Milliseconds(0)) return longest;
  spend(requests_, 1, now);
  spend(tokens_, needed, now);
  return Milliseconds(0);
}

void RateLimiter::spend(std::optional<Budget>& budget, double amount, Milliseconds now) {
  if (!budget) return;
  budget->left = std::max(left_of(*budget, now) - amount, 0.0);
  budget->at = now;
  budget->reset_at.reset();
}

void RateLimiter::learn(const HttpHeaders& headers, Milliseconds now, Time date) {
  const std::lock_guard lock(mutex_);
  take_in(requests_, read(headers, "requests", now, date), now);
  take_in(tokens_, read(headers, "tokens", now, date), now);
}

void RateLimiter::hold(Milliseconds until) {
  const std::lock_guard lock(mutex_);
  held_until_ = std::max(held_until_, until);
}

}  // namespace pyramid::engine::openai
