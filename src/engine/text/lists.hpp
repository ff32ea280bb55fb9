// Whether a table of words has one: all tables of the engine are small arrays.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace pyramid::engine {

template <std::size_t N>
bool lists(const std::array<std::string_view, N>& table, std::string_view word) {
  return std::find(table.begin(), table.end(), word) != table.end();
}

}  // namespace pyramid::engine
