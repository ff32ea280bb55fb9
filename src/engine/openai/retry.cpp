#include "engine/openai/retry.hpp"

#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace pyramid::engine::openai {

namespace {

constexpr double kMilli = 1000;

std::optional<double> number_in(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

Milliseconds milliseconds(double value) {
  constexpr double kMost = 1e12;  // longer than anybody waits
  return Milliseconds(static_cast<std::int64_t>(std::clamp(value, -kMost, kMost)));
}

// "Wed, 21 Oct 2015 07:28:00 GMT"
std::optional<Time> parse_http_date(std::string_view text) {
  const std::string bare = collapse_spaces(text);
  const std::vector<std::string_view> parts = split(bare, ' ');
  if (parts.size() != 6 || parts[5] != "GMT") return std::nullopt;
  for (int month = 1; month <= 12; ++month) {
    if (std::string_view(month_name(month)).substr(0, 3) != parts[2]) continue;
    return parse_time(fmt::format("{}-{:02}-{:0>2}T{}Z", parts[3], month, parts[1], parts[4]));
  }
  return std::nullopt;
}

bool worth_another_try(const HttpResponse& response) {
  const std::string told = header_of(response.headers, "x-should-retry").value_or("");
  if (told == "true") return true;
  if (told == "false") return false;
  constexpr std::array<int, 3> kPassing = {408, 409, 429};
  return response.status >= 500 ||
         std::find(kPassing.begin(), kPassing.end(), response.status) != kPassing.end();
}

}  // namespace

std::optional<Milliseconds> asked_wait(const HttpHeaders& headers, Time now) {
  if (const auto text = header_of(headers, "retry-after-ms")) {
    if (const auto value = number_in(*text)) return milliseconds(*value);
  }
  const auto text = header_of(headers, "retry-after");
  if (!text) return std::nullopt;
  if (const auto seconds = number_in(*text)) return milliseconds(*seconds * kMilli);
  if (const auto date = parse_http_date(*text)) {
    return milliseconds(static_cast<double>(date->seconds - now.seconds) * kMilli);
  }
  return std::nullopt;
}

std::optional<Milliseconds> wait_before_retry(const RetryPolicy& policy, int tried,
                                              const HttpResponse* response, bool final, Time now,
                                              double chance) {
  if (final || tried >= policy.retries) return std::nullopt;
  if (response != nullptr && !worth_another_try(*response)) return std::nullopt;
  const auto asked = response == nullptr ? std::nullopt : asked_wait(response->headers, now);
  if (asked && *asked > policy.longest) return std::nullopt;
  if (asked && *asked > Milliseconds(0)) return asked;
  constexpr double kJitter = 0.25;
  const double doubled = static_cast<double>(policy.first.count()) * std::exp2(tried);
  const double capped = std::min(doubled, static_cast<double>(policy.most.count()));
  return milliseconds(capped * (1 - kJitter * chance));
}

std::optional<Milliseconds> parse_duration(std::string_view text, Time now) {
  text = trim(text);
  if (const auto bare = number_in(text)) {
    constexpr double kUnixTime = 1e9;
    constexpr double kUnixMilliseconds = 1e12;
    double value = *bare * kMilli;
    if (*bare >= kUnixMilliseconds) value = *bare;
    if (*bare >= kUnixTime) value -= static_cast<double>(now.seconds) * kMilli;
    return milliseconds(std::max(value, 0.0));
  }
  constexpr std::array<std::pair<std::string_view, double>, 5> kUnits = {
      {{"ms", 1}, {"s", kMilli}, {"m", 60 * kMilli}, {"h", 3600 * kMilli}, {"d", 86'400 * kMilli}}};
  double sum = 0;
  while (!text.empty()) {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789."), text.size());
    const auto value = number_in(text.substr(0, digits));
    text.remove_prefix(digits);
    const auto unit = std::find_if(kUnits.begin(), kUnits.end(),
                                   [&](const auto& one) { return text.starts_with(one.first); });
    if (!value || unit == kUnits.end()) return std::nullopt;
    text.remove_prefix(unit->first.size());
    sum += *value * unit->second;
  }
  return sum > 0 ? std::optional(milliseconds(sum)) : std::nullopt;
}

}  // namespace pyramid::engine::openai
