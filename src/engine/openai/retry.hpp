// Whether and when a call that failed is made again, as the official client does it.
#pragma once

#include "engine/openai/http.hpp"

#include <optional>
#include <string_view>

namespace pyramid::engine::openai {

struct RetryPolicy {
  int retries = 2;
  Milliseconds first{500}, most{8'000};  // between tries, when the server names no time
  Milliseconds longest{120'000};         // a server that asks for more is not waited for
};

// "Retry-After-Ms", else "Retry-After" in seconds or as a date; nullopt where neither can be read.
std::optional<Milliseconds> asked_wait(const HttpHeaders& headers, Time now);

// How long to wait before the next try; nullopt: there is none. `tried`: retries made already.
// `response`: nullptr when the network failed. `final`: what the server says cannot get better,
// such as an account without credit. `chance`: from 0 to 1, for jitter.
std::optional<Milliseconds> wait_before_retry(const RetryPolicy& policy, int tried,
                                              const HttpResponse* response, bool final, Time now,
                                              double chance);

// "20ms", "1.5s", "6m0s", "1h2m3s"; a bare number is seconds, one past the year 2001 a Unix time
// (in seconds or milliseconds). nullopt for anything else.
std::optional<Milliseconds> parse_duration(std::string_view text, Time now);

}  // namespace pyramid::engine::openai
