#include "ops/intake/what_stands.hpp"

#include <algorithm>

namespace pyramid::ops {

bool may_make_untrue(const engine::Said& newer, const engine::Said& older,
                     const std::vector<std::string>& users) {
  return (engine::corrects(newer, older) || engine::sets_right(newer, older)) &&
         !engine::is_out_of_reach(newer, older, users);
}

bool makes_untrue(const engine::Said& newer, const engine::Said& older,
                  const std::vector<const engine::Said*>& held,
                  const std::vector<std::string>& users) {
  if (!may_make_untrue(newer, older, users)) return false;
  if (engine::corrects(newer, older)) return true;
  return std::none_of(held.begin(), held.end(), [&](const engine::Said* one) {
    return !engine::says_the_same(*one, older) && engine::sets_right(newer, *one);
  });
}

std::vector<Standing> what_stands(
    const std::vector<Saying>& sayings,
    const std::function<bool(const std::string& model, const std::string& other)>& may_share,
    const std::vector<std::string>& users, std::size_t left_out) {
  std::vector<Standing> all;
  std::vector<std::size_t> stand;  // of them, that are in use
  for (std::size_t i = 0; i < sayings.size(); ++i) {
    if (i == left_out) continue;
    const Saying& now = sayings[i];
    std::vector<std::size_t> near;
    std::vector<const engine::Said*> held;
    for (const std::size_t one : stand) {
      const Saying& first = sayings[all[one].first];
      if (!may_share(now.model, first.model)) continue;
      near.push_back(one);
      held.push_back(first.said.get());
    }
    const auto same = std::find_if(near.begin(), near.end(), [&](std::size_t one) {
      return engine::says_the_same(*sayings[all[one].first].said, *now.said);
    });
    if (same != near.end() && !now.stands_apart) {
      all[*same].again.push_back(i);
      continue;
    }
    for (std::size_t k = 0; k < near.size(); ++k) {
      if (makes_untrue(*now.said, *held[k], held, users)) all[near[k]].by = i;
    }
    std::erase_if(stand, [&](std::size_t one) { return all[one].by != Standing::kNothing; });
    stand.push_back(all.size());
    all.push_back({i, {}, Standing::kNothing});
  }
  return all;
}

}  // namespace pyramid::ops
