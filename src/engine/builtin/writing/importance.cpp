#include "engine/builtin/writing/importance.hpp"

#include "engine/builtin/tables/world.hpp"
#include "engine/text/language.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace pyramid::engine::builtin::writing {

int importance_of(std::string_view statement) {
  constexpr int kOrdinary = 4;
  static const std::unordered_map<std::string_view, int> kWeights(tables::kWeights.begin(),
                                                                  tables::kWeights.end());
  int most = 0;
  for (const std::string& stem : content_stems(statement)) {
    if (const auto known = kWeights.find(stem); known != kWeights.end()) {
      most = std::max(most, known->second);
    }
  }
  return most == 0 ? kOrdinary : most;
}

}  // namespace pyramid::engine::builtin::writing
