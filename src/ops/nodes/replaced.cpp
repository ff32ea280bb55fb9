#include "ops/nodes/replaced.hpp"

#include <map>
#include <set>

namespace pyramid::ops {

Result<std::vector<Ulid>> replaced_by(const WorkingSet& memory, const Ulid& id) {
  std::multimap<Ulid, Ulid> before;  // by what took its place
  PYRAMID_TRY(memory.walk(format::Kind::kObservation, [&](const format::Node& stub) -> Status {
    const Ulid by = memory.successor_of(stub);
    if (!by.is_zero()) before.emplace(by, stub.id);
    return {};
  }));
  std::vector<Ulid> found;
  std::set<Ulid> seen = {id};
  std::vector<Ulid> next = {id};
  for (std::size_t i = 0; i < next.size(); ++i) {
    const auto [first, last] = before.equal_range(next[i]);
    for (auto one = first; one != last; ++one) {
      if (!seen.insert(one->second).second) continue;
      found.push_back(one->second);
      next.push_back(one->second);
    }
  }
  return found;
}

}  // namespace pyramid::ops
