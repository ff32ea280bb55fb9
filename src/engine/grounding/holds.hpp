// Whether a list has an item. Private to src/engine/grounding. Pure; any thread.
#pragma once

#include <algorithm>

namespace pyramid::engine::grounding {

template <typename Items, typename Item>
bool holds(const Items& items, const Item& item) {
  return std::find(items.begin(), items.end(), item) != items.end();
}

}  // namespace pyramid::engine::grounding
