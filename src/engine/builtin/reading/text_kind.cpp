#include "engine/builtin/reading/text_kind.hpp"

#include "base/code_fence.hpp"
#include "base/line_features.hpp"
#include "base/text.hpp"
#include "engine/builtin/reading/pasted_forms.hpp"
#include "engine/builtin/reading/text_kind_weights.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace pyramid::engine::builtin {

namespace {

// A linear model over what line_features() finds.
constexpr std::size_t kKinds = 4;
constexpr std::uint32_t kBuckets = 1U << 15;

using Scores = std::array<double, kKinds>;  // the highest is what the text is

// The weights of what was found, added up for each kind.
class Sum {
 public:
  Sum() : weights_(text_kind_weights()) {
    std::memcpy(&scale_, weights_.data(), sizeof scale_);
    std::memcpy(start_.data(), weights_.data() + sizeof scale_, sizeof start_);
    weights_.remove_prefix(sizeof scale_ + sizeof start_);
  }

  void add(std::uint32_t feature) {
    const std::size_t bucket = feature % kBuckets;
    for (std::size_t kind = 0; kind < kKinds; ++kind)
      sums_[kind] += static_cast<signed char>(weights_[bucket * kKinds + kind]);
    ++found_;
  }

  [[nodiscard]] Scores of_kinds() const {
    Scores scores{};
    const double length = std::sqrt(static_cast<double>(found_));
    for (std::size_t kind = 0; kind < kKinds; ++kind)
      scores[kind] = start_[kind] + double{scale_} * sums_[kind] / length;
    return scores;
  }

 private:
  std::string_view weights_;
  float scale_ = 0;
  std::array<float, kKinds> start_{};
  std::array<std::int32_t, kKinds> sums_{};
  std::size_t found_ = 0;
};

Scores scores_of(std::string_view text) {
  const std::vector<std::uint32_t> features = line_features(text);
  if (features.empty()) return {1};
  Sum sum;
  for (const std::uint32_t feature : features) sum.add(feature);
  return sum.of_kinds();
}

TextKind best_of(const Scores& scores) {
  return static_cast<TextKind>(std::max_element(scores.begin(), scores.end()) - scores.begin());
}

// How much likelier machine output is than anything else.
double machine_lead(const Scores& scores) {
  static_assert(static_cast<std::size_t>(TextKind::kMachine) == kKinds - 1);
  return scores.back() - *std::max_element(scores.begin(), scores.end() - 1);
}

struct Line {
  std::string_view text;
  bool told = false;  // neither blank nor fenced nor of a pasted form
  Scores scores{};
  bool goes = false;

  [[nodiscard]] bool is_other() const { return told && best_of(scores) == TextKind::kOther; }
};

std::vector<Line> lines_of(std::string_view turn) {
  std::vector<Line> lines;
  const std::vector<std::string_view> texts = split_lines(turn);
  const std::vector<bool> pasted = pasted_forms(texts);
  bool fenced = false;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const bool fence = is_code_fence(trim(texts[i]));
    if (fence) fenced = !fenced;
    const bool is_fenced = fence || fenced;
    Line line{texts[i], !is_fenced && !pasted[i] && !trim(texts[i]).empty()};
    line.goes = pasted[i] && !is_fenced;
    if (line.told) line.scores = scores_of(texts[i]);
    lines.push_back(line);
  }
  return lines;
}

// A line among output may look like a person's ("RuntimeError: the reader is locked"): where at
// least half of the block is output, it must look a good deal more so. What people add to what they
// paste does. And what stands between lines of output goes with them where these are more.
void mark_output(std::span<Line> block) {
  constexpr double kLean = 5;
  const auto plainly = std::count_if(
      block.begin(), block.end(), [](const Line& line) { return machine_lead(line.scores) > 0; });
  if (plainly == 0) return;
  const double lean = static_cast<std::size_t>(plainly) * 2 >= block.size() ? kLean : 0;
  std::size_t output = 0;
  std::size_t between = 0;
  for (std::size_t i = 0; i < block.size(); ++i) {
    block[i].goes = machine_lead(block[i].scores) + lean > 0;
    if (!block[i].goes) {
      ++between;
      continue;
    }
    if (++output > 1 && output > between)
      for (std::size_t k = i - between; k < i; ++k) block[k].goes = true;
    between = 0;
  }
}

}  // namespace

TextKind kind_of(std::string_view text) { return best_of(scores_of(text)); }

std::string without_machine_output(std::string_view turn, std::string_view instead) {
  std::vector<Line> lines = lines_of(turn);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::size_t end = i;
    while (end < lines.size() && lines[end].told) ++end;
    mark_output(std::span(lines).subspan(i, end - i));
    i = end;
  }
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0 && lines[i].is_other() != lines[i - 1].is_other()) out += '\n';
    out.append(lines[i].goes ? instead : lines[i].text);
    if (i + 1 < lines.size() || turn.ends_with('\n')) out += '\n';
  }
  return out;
}

}  // namespace pyramid::engine::builtin
