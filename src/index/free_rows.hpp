// Rows that no chunk has, as a value of the table `meta`.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::index {

inline constexpr std::string_view kFreeRows = "free_row_list";

// "rows: 17 3". Empty when they are more than a few thousand bytes would hold: whoever needs them
// looks at every chunk then.
std::string write_free_rows(std::span<const std::int64_t> rows);
// nullopt for what write_free_rows() never writes, and for empty text.
std::optional<std::vector<std::int64_t>> read_free_rows(std::string_view recorded);

}  // namespace pyramid::index
