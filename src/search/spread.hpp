// Cosines of candidates, stretched so that they tell the candidates apart.
#pragma once

#include <algorithm>
#include <span>

namespace pyramid::search {

// Not the zero vector, which a text has that its embedder does not know.
inline bool is_near_anything(std::span<const float> vector) {
  return std::any_of(vector.begin(), vector.end(), [](float value) { return value != 0; });
}

class Spread {
 public:
  void take(double cosine) {
    high_ = std::max(high_, cosine);
    low_ = std::min(low_, cosine);
  }
  // 1 for the highest that was taken, 0 for the lowest, or for what lies kLeast below the highest
  // if that is less: cosines that lie closer together differ by little, however few they are.
  [[nodiscard]] double of(double cosine) const {
    const double low = std::min(low_, high_ - kLeast);
    return std::clamp((cosine - low) / (high_ - low), 0.0, 1.0);
  }

 private:
  static constexpr double kLeast = 0.3;
  double high_ = -1, low_ = 1;  // as cosines are
};

}  // namespace pyramid::search
