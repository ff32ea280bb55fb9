#include "index/free_rows.hpp"

#include <charconv>

namespace pyramid::index {

namespace {

constexpr std::string_view kHead = "rows:";
constexpr std::size_t kMost = 500;

}  // namespace

std::string write_free_rows(std::span<const std::int64_t> rows) {
  if (rows.size() > kMost) return {};
  std::string out(kHead);
  for (const std::int64_t row : rows) out += " " + std::to_string(row);
  return out;
}

std::optional<std::vector<std::int64_t>> read_free_rows(std::string_view recorded) {
  if (!recorded.starts_with(kHead)) return std::nullopt;
  recorded.remove_prefix(kHead.size());
  std::vector<std::int64_t> rows;
  while (!recorded.empty()) {
    if (recorded.front() != ' ') return std::nullopt;
    recorded.remove_prefix(1);
    std::int64_t row = 0;
    const auto [stop, error] =
        std::from_chars(recorded.data(), recorded.data() + recorded.size(), row);
    if (error != std::errc() || row <= 0) return std::nullopt;
    recorded.remove_prefix(static_cast<std::size_t>(stop - recorded.data()));
    rows.push_back(row);
  }
  return rows;
}

}  // namespace pyramid::index
