#include "topics/clusters.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace pyramid::topics {

namespace {

// Doubles hold whole numbers: a product of two sums stays below 2^53.
constexpr double kUnit = 2048;
// Of so many tokens half of a vector's square is chance's: where the bound that is best for the
// labelled leaves is the same for short and for long ones. No shorter text is made more of.
constexpr double kHalfChance = 40;
constexpr std::size_t kLanes = 8;
constexpr std::uint32_t kNone = 0xFFFF'FFFF;
// Of the rounder numbers that a first look takes: their products fit 32 bits, whatever the length.
constexpr double kCoarse = 16384;

double length_for(std::size_t tokens) {
  if (tokens == 0) return 1;
  return std::sqrt(1 + kHalfChance / std::max(static_cast<double>(tokens), kHalfChance));
}

// The direction with the given length, times kUnit, in whole numbers; zero where there is none.
template <typename Number>
void round_to(std::span<const Number> numbers, double length, double* rounded) {
  double squares = 0;
  for (const double one : numbers) squares += one * one;
  const double factor = kUnit * length / std::sqrt(squares);
  for (std::size_t d = 0; d < numbers.size(); ++d) {
    rounded[d] = std::isfinite(factor) ? std::rint(numbers[d] * factor) : 0;
  }
}

double dot(const double* a, const double* b, std::size_t size) {
  std::array<double, kLanes> lanes{};
  for (std::size_t d = 0; d < size; d += kLanes) {
    for (std::size_t i = 0; i < kLanes; ++i) lanes[i] += a[d + i] * b[d + i];
  }
  double sum = 0;
  for (const double lane : lanes) sum += lane;
  return sum;
}

std::int32_t coarse_dot(const std::int16_t* a, const std::int16_t* b, std::size_t size) {
  std::int32_t sum = 0;
  for (std::size_t d = 0; d < size; ++d) sum += std::int32_t{a[d]} * std::int32_t{b[d]};
  return sum;
}

// Of the first vector that has any; 0: none has.
std::size_t dims_of(std::span<const Vector> vectors) {
  const auto first = std::find_if(vectors.begin(), vectors.end(),
                                  [](const Vector& vector) { return !vector.empty(); });
  return first == vectors.end() ? 0 : first->size();
}

std::vector<Vector> vectors_of(std::span<const Member> members) {
  std::vector<Vector> vectors;
  for (const Member& member : members) vectors.push_back(member.vector);
  return vectors;
}

// The groups as they grow. A group is named by its first member.
class Linkage {
 public:
  Linkage(std::span<const Member> members, std::span<const Begun> begun, const Bounds& bounds)
      : bounds_(bounds),
        dims_(dims_of(vectors_of(members))),
        stride_((dims_ + kLanes - 1) / kLanes * kLanes),
        sums_(members.size() * stride_),
        coarse_(members.size() * stride_),
        // Each of the numbers is half a step off at most, and no mean is longer than the longest
        // vector: so far may a coarse likeness be from the true one, twice for a difference of two.
        margin_(2 * (2 * length_for(1) + 1) * std::sqrt(static_cast<double>(stride_)) / 2 /
                kCoarse),
        members_(members.size()),
        sizes_(members.size(), 1),
        limits_(members.size()) {
    for (std::uint32_t i = 0; i < members.size(); ++i) {
      members_[i] = {i};
      const auto& [vector, tokens] = members[i];
      if (vector.size() == dims_) round_to(vector, length_for(tokens), row(i));
    }
    for (const Begun& group : begun) {
      const std::uint32_t first = *std::min_element(group.members.begin(), group.members.end());
      for (const std::uint32_t other : group.members) {
        if (other != first) take_in(first, other);
      }
      if (group.size > 0) sizes_[first] = group.size;
      limits_[first] = std::max(group.limit, bounds_.most);
    }
    for (std::uint32_t i = 0; i < members_.size(); ++i) {
      if (members_[i].empty()) continue;
      open_.push_back(i);
      round_coarsely(i);
    }
  }

  // A chain leads from each group to the one it is most alike to. Its end and what stands before it
  // become one where neither has a better neighbour; where the best is not alike enough, nothing
  // will ever be again, since two groups together are no more alike to a third than one of them is.
  void join() {
    std::vector<std::uint32_t> chain;
    while (!open_.empty()) {
      if (chain.empty()) chain.push_back(open_.front());
      const std::uint32_t before = chain.size() > 1 ? chain[chain.size() - 2] : kNone;
      const auto [nearest, likeness] = nearest_of(chain.back(), before);
      if (nearest == kNone || likeness < bounds_.alike * kUnit * kUnit) {
        for (const std::uint32_t one : chain) close(one);
        chain.clear();
      } else if (nearest != before) {
        chain.push_back(nearest);
      } else {
        const auto [first, other] = std::minmax(chain.back(), before);
        chain.resize(chain.size() - 2);
        close(other);
        take_in(first, other);
        round_coarsely(first);
      }
    }
  }

  std::vector<Members> groups() {
    std::vector<Members> groups;
    for (Members& group : members_) {
      if (group.empty()) continue;
      std::sort(group.begin(), group.end());
      groups.push_back(std::move(group));
    }
    return groups;
  }

 private:
  double* row(std::uint32_t group) { return sums_.data() + group * stride_; }

  void take_in(std::uint32_t group, std::uint32_t other) {
    members_[group].insert(members_[group].end(), members_[other].begin(), members_[other].end());
    members_[other] = {};
    sizes_[group] += sizes_[other];
    const auto [less, more] = std::minmax(limits_[group], limits_[other]);
    limits_[group] = less == 0 ? more : less;
    double* sum = row(group);
    const double* added = row(other);
    for (std::size_t d = 0; d < stride_; ++d) sum[d] += added[d];
  }

  // Never so of two when not of each that they are made of: so the chains hold with this, too.
  [[nodiscard]] bool may_join(std::uint32_t a, std::uint32_t b) const {
    const std::size_t size = sizes_[a] + sizes_[b];
    return size <= bounds_.most || (is_alone(a) && size <= limits_[b]) ||
           (is_alone(b) && size <= limits_[a]);
  }
  [[nodiscard]] bool is_alone(std::uint32_t group) const {
    return sizes_[group] == 1 && limits_[group] == 0;
  }

  void close(std::uint32_t group) {
    open_.erase(std::lower_bound(open_.begin(), open_.end(), group));
  }

  void round_coarsely(std::uint32_t group) {
    const double factor = kCoarse / kUnit / static_cast<double>(members_[group].size());
    const double* sum = row(group);
    std::int16_t* rounded = coarse_row(group);
    for (std::size_t d = 0; d < stride_; ++d) {
      rounded[d] = static_cast<std::int16_t>(std::lrint(sum[d] * factor));
    }
  }

  // Of two that are equally alike the one before in the chain, so that it ends; else the first.
  // A first look, which takes a fraction of the time, leaves few to be seen exactly.
  std::pair<std::uint32_t, double> nearest_of(std::uint32_t group, std::uint32_t before) {
    looks_.clear();
    for (const std::uint32_t other : open_) {
      looks_.push_back(coarse_dot(coarse_row(group), coarse_row(other), stride_));
    }
    std::int32_t most = std::numeric_limits<std::int32_t>::min();
    for (std::size_t i = 0; i < open_.size(); ++i) {
      if (open_[i] != group && may_join(group, open_[i])) most = std::max(most, looks_[i]);
    }
    const double least = most - margin_ * kCoarse * kCoarse;
    std::pair<std::uint32_t, double> best{kNone, 0};
    const auto size = static_cast<double>(members_[group].size());
    for (std::size_t i = 0; i < open_.size(); ++i) {
      const std::uint32_t other = open_[i];
      if (other == group || looks_[i] < least || !may_join(group, other)) continue;
      const double pairs = size * static_cast<double>(members_[other].size());
      const double likeness = dot(row(group), row(other), stride_) / pairs;
      const bool better = best.first == kNone || likeness > best.second ||
                          (other == before && likeness == best.second);
      if (better) best = {other, likeness};
    }
    return best;
  }

  std::int16_t* coarse_row(std::uint32_t group) { return coarse_.data() + group * stride_; }

  Bounds bounds_;
  std::size_t dims_, stride_;
  std::vector<double> sums_;
  std::vector<std::int16_t> coarse_;  // of the groups that are open: the mean, rounded
  double margin_;
  std::vector<std::int32_t> looks_;
  std::vector<Members> members_;
  std::vector<std::size_t> sizes_, limits_;  // limits_: 0 of what did not begin as a group
  std::vector<std::uint32_t> open_;          // ascending
};

}  // namespace

std::vector<Members> clusters(std::span<const Member> members, std::span<const Begun> begun,
                              const Bounds& bounds) {
  Linkage linkage(members, begun, bounds);
  linkage.join();
  return linkage.groups();
}

std::vector<float> middle_of(std::span<const Vector> vectors) {
  const std::size_t dims = dims_of(vectors);
  std::vector<double> sum(dims), rounded(dims);
  for (const Vector& vector : vectors) {
    if (vector.size() != dims) continue;
    round_to(vector, 1, rounded.data());
    for (std::size_t d = 0; d < dims; ++d) sum[d] += rounded[d];
  }
  round_to(std::span<const double>(sum), 1, rounded.data());
  std::vector<float> middle;
  for (const double one : rounded) middle.push_back(static_cast<float>(one / kUnit));
  return middle;
}

}  // namespace pyramid::topics
