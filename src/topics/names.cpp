#include "topics/names.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <set>

namespace pyramid::topics {

namespace {

constexpr std::size_t kMostSlug = 40;  // bytes: three or four words
constexpr std::size_t kMostDigits = 9;

// Siblings as their names are settled: by hand first, then by id, so that of copies with one id the
// order is that of their names.
std::vector<std::size_t> by_right(std::span<const Sibling> siblings) {
  std::vector<std::size_t> order(siblings.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const Sibling& x = siblings[a];
    const Sibling& y = siblings[b];
    if (x.by_hand != y.by_hand) return x.by_hand;
    return x.id != y.id ? x.id < y.id : x.name < y.name;
  });
  return order;
}

}  // namespace

std::optional<std::size_t> number_in(std::string_view name) {
  const std::string_view digits = name.substr(0, name.find('-'));
  if (digits.size() > kMostDigits || !is_all_digits(digits)) return std::nullopt;
  std::size_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

std::string numbered_name(std::size_t number, std::string_view key, std::size_t digits) {
  std::string name = std::to_string(number);
  if (name.size() < digits) name.insert(0, digits - name.size(), '0');
  return name + "-" + slugify(key, kMostSlug);
}

std::vector<std::string> sibling_names(std::span<const Sibling> siblings, std::size_t digits) {
  const std::vector<std::size_t> order = by_right(siblings);
  std::vector<std::string> names(siblings.size());
  std::set<std::size_t> taken;
  std::size_t largest = 0;
  for (const std::size_t i : order) {
    const Sibling& one = siblings[i];
    if (one.name.empty()) continue;
    const std::optional<std::size_t> number = number_in(one.name);
    if (number) largest = std::max(largest, *number);
    const bool is_free = !number || taken.insert(*number).second;
    if (one.by_hand || is_free) names[i] = one.name;
  }
  for (const std::size_t i : order) {
    if (names[i].empty()) names[i] = numbered_name(++largest, siblings[i].key, digits);
  }
  return names;
}

}  // namespace pyramid::topics
