#include "guard/commands.hpp"

#include "base/line_features.hpp"
#include "base/sentence_end.hpp"
#include "base/text.hpp"
#include "guard/commands_weights.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace pyramid::guard {

namespace {

constexpr std::uint32_t kBuckets = 1U << 15;
constexpr std::size_t kShortestSentence = 12;  // bytes; a word or two command nothing
constexpr std::size_t kMostSentences = 2;      // of a line that is looked at as a whole

struct Piece {
  std::size_t begin = 0, end = 0;
};

void add(std::string_view text, Piece piece, std::vector<Instruction>& found) {
  while (piece.begin < piece.end && text[piece.begin] == ' ') ++piece.begin;
  if (piece.end - piece.begin < kShortestSentence) return;
  if (!is_command(text.substr(piece.begin, piece.end - piece.begin))) return;
  found.push_back({"command", piece.begin, piece.end});
}

}  // namespace

bool is_command(std::string_view sentence) {
  const std::vector<std::uint32_t> features = line_features(sentence);
  if (features.empty()) return false;
  const std::string_view weights = commands_weights();
  float scale = 0, start = 0;
  std::memcpy(&scale, weights.data(), sizeof scale);
  std::memcpy(&start, weights.data() + sizeof scale, sizeof start);
  const std::string_view buckets = weights.substr(sizeof scale + sizeof start);
  std::int32_t sum = 0;
  for (const std::uint32_t feature : features) {
    sum += static_cast<signed char>(buckets[feature % kBuckets]);
  }
  return double{start} + double{scale} * sum / std::sqrt(static_cast<double>(features.size())) > 0;
}

void find_commands(std::string_view text, std::vector<Instruction>& found) {
  for (const std::string_view line : split_lines(text)) {
    const Piece whole{static_cast<std::size_t>(line.data() - text.data()),
                      static_cast<std::size_t>(line.data() - text.data()) + line.size()};
    std::size_t begin = whole.begin;
    std::size_t sentences = 1;
    for (std::size_t at = begin + 1; at < whole.end; ++at) {
      if (!sentence_ends(line, at - whole.begin)) continue;
      add(text, {begin, at}, found);
      begin = at;
      ++sentences;
    }
    if (sentences > 1) add(text, {begin, whole.end}, found);
    if (sentences <= kMostSentences) add(text, whole, found);
  }
}

}  // namespace pyramid::guard
