// What options take, with messages of one readable line.
#pragma once

#include "base/text.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pyramid::cli {

inline constexpr std::int64_t kMostWorkers = 64;
inline constexpr std::int64_t kMostHits = 10'000;
inline constexpr std::int64_t kMostItems = 1'000'000'000;

// A whole number from `low` to `high`.
inline CLI::Validator whole_number(std::int64_t low, std::int64_t high) {
  const auto check = [low, high](const std::string& given) -> std::string {
    std::int64_t value = 0;
    const char* end = given.data() + given.size();
    const auto [stopped, error] = std::from_chars(given.data(), end, value);
    if (error == std::errc() && stopped == end && value >= low && value <= high) return {};
    return fmt::format("{} is not a whole number from {} to {}",
                       given.empty() ? "an empty text" : given, low, high);
  };
  return CLI::Validator(check, "");
}

// A number, whose range is for the use case to say. CLI11 takes an empty text for the default.
inline CLI::Validator number() {
  const auto check = [](const std::string& given) -> std::string {
    double value = 0;
    const char* end = given.data() + given.size();
    const auto [stopped, error] = std::from_chars(given.data(), end, value);
    if (error == std::errc() && stopped == end) return {};
    return fmt::format("{} is not a number", given.empty() ? "an empty text" : given);
  };
  return CLI::Validator(check, "");
}

inline CLI::Validator not_empty() {
  return CLI::Validator(
      [](const std::string& given) -> std::string { return given.empty() ? "is empty" : ""; }, "");
}

// An option of one value that may be given several times.
inline CLI::Option* repeatable(CLI::Option* option) {
  return option->expected(1)->take_all()->allow_extra_args(false);
}

// Tells help and completions which values there are; whoever takes the value refuses others.
inline CLI::Validator known(const std::vector<std::string>& names) {
  return CLI::Validator([](std::string&) { return std::string(); }, "{" + join(names, ",") + "}");
}

}  // namespace pyramid::cli
