// When a call is made again, and how fast a server lets itself be asked.
#include "engine/openai/retry.hpp"

#include "engine/openai/rate_limiter.hpp"
#include "tests/support/catch.hpp"

#include <fmt/format.h>

namespace retry_test {

using namespace pyramid;
using namespace pyramid::engine::openai;

namespace {

const Time kDate = *parse_time("2026-05-15T09:00:00Z");

HttpResponse status(int code, HttpHeaders headers = {}) { return {code, std::move(headers), ""}; }

std::optional<Milliseconds> wait(const HttpResponse& response, int tried = 0, double chance = 0) {
  return wait_before_retry({}, tried, &response, false, kDate, chance);
}

using Ms = Milliseconds;

}  // namespace

TEST_CASE("retry: what may pass is tried again, what was asked wrongly is not") {
  for (const int code : {408, 409, 429, 500, 502, 503, 529}) CHECK(wait(status(code)));
  for (const int code : {301, 400, 401, 403, 404, 413, 422}) CHECK_FALSE(wait(status(code)));
  CHECK(wait_before_retry({}, 0, nullptr, false, kDate, 0) == Ms(500));
  const HttpResponse limited = status(429);
  CHECK_FALSE(wait_before_retry({}, 0, &limited, true, kDate, 0));
}

TEST_CASE("retry: two retries, half a second, doubled, with up to a quarter less by chance") {
  CHECK(wait(status(500), 0) == Ms(500));
  CHECK(wait(status(500), 1) == Ms(1000));
  CHECK(wait(status(500), 1, 1) == Ms(750));
  CHECK_FALSE(wait(status(500), 2));
  const HttpResponse failed = status(500);
  CHECK(wait_before_retry({9}, 8, &failed, false, kDate, 0) == Ms(8000));
}

TEST_CASE("retry: the server's own word on retrying goes first") {
  CHECK_FALSE(wait(status(500, {{"x-should-retry", "false"}})));
  CHECK(wait(status(400, {{"x-should-retry", "true"}})) == Ms(500));
  CHECK_FALSE(wait(status(400, {{"x-should-retry", "maybe"}})));
}

TEST_CASE("retry: Retry-After counts in milliseconds, in seconds and as a date") {
  CHECK(wait(status(429, {{"retry-after-ms", "1250"}, {"retry-after", "9"}})) == Ms(1250));
  CHECK(wait(status(429, {{"retry-after", "9"}})) == Ms(9000));
  CHECK(wait(status(429, {{"retry-after", "0.25"}})) == Ms(250));
  CHECK(wait(status(429, {{"retry-after", "Fri, 15 May 2026 09:00:07 GMT"}})) == Ms(7000));
  CHECK(wait(status(429, {{"retry-after-ms", "soon"}, {"retry-after", "2"}})) == Ms(2000));
  for (const char* odd : {"soon", "-3", "0", "Fri, 15 May 2026 08:00:00 GMT", "Fri, 15 Xyz 2026",
                          "nan", "Fri, 99 May 2026 09:00:07 GMT"}) {
    INFO(odd);
    CHECK(wait(status(429, {{"retry-after", odd}})) == Ms(500));
  }
}

TEST_CASE("retry: a server that asks for more than two minutes is not waited for") {
  CHECK(wait(status(429, {{"retry-after", "120"}})) == Ms(120'000));
  CHECK_FALSE(wait(status(429, {{"retry-after", "121"}})));
  CHECK_FALSE(wait(status(429, {{"retry-after", "1e300"}})));
}

TEST_CASE("retry: durations of rate limits are read in every form that is met") {
  const std::vector<std::pair<const char*, std::int64_t>> cases = {
      {"20ms", 20},          {"1s", 1000},   {"1.5s", 1500},    {"6m0s", 360'000},
      {"1h2m3s", 3'723'000}, {"30", 30'000}, {"1d", 86'400'000}};
  for (const auto& [text, wanted] : cases) {
    INFO(text);
    CHECK(parse_duration(text, kDate) == Ms(wanted));
  }
  CHECK(parse_duration(fmt::format("{}", kDate.seconds + 5), kDate) == Ms(5000));
  CHECK(parse_duration(fmt::format("{}000", kDate.seconds + 5), kDate) == Ms(5000));
  CHECK(parse_duration(fmt::format("{}", kDate.seconds - 5), kDate) == Ms(0));
  for (const char* none : {"", "s", "5x", "1s2", "abc"}) CHECK_FALSE(parse_duration(none, kDate));
}

TEST_CASE("rate limit: nothing is held back before the server says anything") {
  RateLimiter limiter;
  for (int i = 0; i < 1000; ++i) CHECK(limiter.wait(Ms(0), 1'000'000) == Ms(0));
}

TEST_CASE("rate limit: who comes when no request is left waits until one has come back") {
  RateLimiter limiter;
  limiter.learn({{"x-ratelimit-limit-requests", "60"},
                 {"x-ratelimit-remaining-requests", "2"},
                 {"x-ratelimit-reset-requests", "58s"}},
                Ms(10'000), kDate);
  CHECK(limiter.wait(Ms(10'000), 1) == Ms(0));
  CHECK(limiter.wait(Ms(10'000), 1) == Ms(0));
  CHECK(limiter.wait(Ms(10'000), 1) == Ms(1000));
  CHECK(limiter.wait(Ms(10'500), 1) == Ms(500));
  CHECK(limiter.wait(Ms(11'000), 1) == Ms(0));
  CHECK(limiter.wait(Ms(11'000), 1) == Ms(1000));
}

TEST_CASE("rate limit: tokens come back too, and one call larger than all of them goes at last") {
  RateLimiter limiter;
  limiter.learn({{"x-ratelimit-limit-tokens", "1000"},
                 {"x-ratelimit-remaining-tokens", "100"},
                 {"x-ratelimit-reset-tokens", "9s"}},
                Ms(0), kDate);
  CHECK(limiter.wait(Ms(0), 200) == Ms(1000));
  CHECK(limiter.wait(Ms(0), 50'000) == Ms(9'000));
  CHECK(limiter.wait(Ms(9'000), 50'000) == Ms(0));
}

TEST_CASE("rate limit: once nothing is left nobody begins before the reset, then all at once may") {
  RateLimiter limiter;
  const auto learn = [&](const std::string& left, const std::string& reset, Ms now) {
    limiter.learn({{"x-ratelimit-limit-requests", "3"},
                   {"x-ratelimit-remaining-requests", left},
                   {"x-ratelimit-reset-requests", reset}},
                  now, kDate);
  };
  learn("0", "6s", Ms(0));
  CHECK(limiter.wait(Ms(0), 1) == Ms(6000));
  CHECK(limiter.wait(Ms(5999), 1) == Ms(1));
  learn("2", "5s", Ms(1000));  // an answer that was under way
  CHECK(limiter.wait(Ms(1000), 1) == Ms(5000));
  learn("0", "6s", Ms(2000));
  CHECK(limiter.wait(Ms(2000), 1) == Ms(6000));
  for (int i = 0; i < 3; ++i) CHECK(limiter.wait(Ms(8000), 1) == Ms(0));
  CHECK(limiter.wait(Ms(8000), 1) > Ms(0));
}

TEST_CASE("rate limit: a limit that does not say when it ends is left to the server") {
  RateLimiter limiter;
  limiter.learn({{"x-ratelimit-remaining-requests", "0"}}, Ms(0), kDate);
  CHECK(limiter.wait(Ms(0), 1) == Ms(0));
  limiter.learn({{"x-ratelimit-limit-requests", "inf"},
                 {"x-ratelimit-remaining-requests", "nan"},
                 {"x-ratelimit-reset-requests", "1s"}},
                Ms(0), kDate);
  CHECK(limiter.wait(Ms(0), 1) == Ms(0));
  limiter.learn(
      {{"x-ratelimit-remaining-requests", "many"}, {"x-ratelimit-reset-requests", "never"}}, Ms(0),
      kDate);
  CHECK(limiter.wait(Ms(0), 1) == Ms(0));
}

TEST_CASE("rate limit: one worker's 429 holds the others back") {
  RateLimiter limiter;
  limiter.hold(Ms(700));
  limiter.hold(Ms(300));
  CHECK(limiter.wait(Ms(100), 1) == Ms(600));
  CHECK(limiter.wait(Ms(700), 1) == Ms(0));
}

}  // namespace retry_test
