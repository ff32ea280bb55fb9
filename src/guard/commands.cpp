#include "guard/commands.hpp"

#include "base/line_features.hpp"
#include "base/sentence_end.hpp"
#include "base/text.hpp"
#include "format/without_data_uris.hpp"
#include "guard/commands_weights.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace pyramid::guard {

namespace {

constexpr std::uint32_t kBuckets = 1U << 15;
constexpr std::size_t kShortestSentence = 12;  // bytes; a word or two command nothing
constexpr std::size_t kMostSentences = 2;      // of a line that is looked at as a whole
constexpr std::size_t kLongestWord = 64;       // bytes, of ASCII; more are data

struct Piece {
  std::size_t begin = 0, end = 0;
};

// Sentences of a line, and the line where these are few.
void add_pieces(std::string_view text, std::string_view line, std::vector<Piece>& pieces) {
  const auto start = static_cast<std::size_t>(line.data() - text.data());
  std::size_t begin = 0;
  std::size_t sentences = 1;
  const auto add = [&](std::size_t from, std::size_t end) {
    while (from < end && line[from] == ' ') ++from;
    if (end - from >= kShortestSentence) pieces.push_back({start + from, start + end});
  };
  for (std::size_t at = 1; at < line.size(); ++at) {
    if (!sentence_ends(line, at)) continue;
    add(begin, at);
    begin = at;
    ++sentences;
  }
  if (sentences > 1) add(begin, line.size());
  if (sentences <= kMostSentences) add(0, line.size());
}

// What of it somebody may read: without data, which says nothing and outweighs all else.
std::string readable(std::string_view piece) {
  std::string words;
  const std::string text = format::without_data_uris(piece);
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && std::isalnum(static_cast<unsigned char>(text[end])) != 0) ++end;
    if (end - at <= kLongestWord) words.append(text, at, std::max<std::size_t>(end - at, 1));
    at = std::max(end, at + 1);
  }
  return words;
}

}  // namespace

bool is_command(std::string_view sentence, std::size_t among) {
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
  const double odds =
      double{start} + double{scale} * sum / std::sqrt(static_cast<double>(features.size()));
  return odds > std::log(static_cast<double>(among));
}

void find_commands(std::string_view text, std::vector<Instruction>& found) {
  std::vector<Piece> pieces;
  for (const std::string_view line : split_lines(text)) add_pieces(text, line, pieces);
  for (const Piece& piece : pieces) {
    const std::string said = readable(text.substr(piece.begin, piece.end - piece.begin));
    if (is_command(said, pieces.size())) found.push_back({"command", piece.begin, piece.end});
  }
}

}  // namespace pyramid::guard
