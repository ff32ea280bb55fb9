#include "engine/builtin/reading/text_kind.hpp"

#include "base/code_fence.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
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

// A linear model over hashed runs of characters. training/text_kinds.py makes the same features;
// what is changed here is changed there, and the weights made again.
constexpr std::size_t kKinds = 4;
constexpr std::uint32_t kBuckets = 1U << 15;
constexpr std::size_t kLongestRun = 5;
constexpr std::size_t kLongestShapeRun = 6;
constexpr std::size_t kMostCharacters = 400;
constexpr char32_t kOtherScript = U'\u4E00';  // stands for each letter that is not Latin

constexpr std::uint32_t kTextSeed = 2166136261;
constexpr std::uint32_t kShapeSeed = 40503;
constexpr std::uint32_t kWordSeed = 73244475;
constexpr std::uint32_t kPairSeed = 9737333;

using Characters = std::vector<char32_t>;
using Scores = std::array<double, kKinds>;  // the highest is what the text is

// FNV-1a, a character at a time.
std::uint32_t mixed(std::uint32_t hash, std::uint32_t one) {
  constexpr std::uint32_t kPrime = 16777619;
  return (hash ^ one) * kPrime;
}

bool is_latin(char32_t c) { return c < 0x250 || (c >= 0x1E00 && c < 0x1F00); }

// Digits as one, letters of other scripts as one.
char32_t plain(char32_t c) {
  if (utf8::is_digit(c)) return '0';
  return utf8::is_letter(c) && !is_latin(c) ? kOtherScript : c;
}

Characters characters_of(std::string_view text) {
  Characters all;
  for (std::size_t at = 0; at < text.size() && all.size() < kMostCharacters;)
    all.push_back(utf8::next(text, at));
  return all;
}

// "Ran 14 km" as " ran 00 km ".
Characters folded(const std::string& text) {
  Characters out = characters_of(utf8::lower(text));
  std::transform(out.begin(), out.end(), out.begin(), plain);
  out.insert(out.begin(), ' ');
  out.push_back(' ');
  return out;
}

// "Ran 14 km" as "Aa 0 a": letters and digits by their kind, runs of one kind as one.
Characters shape_of(const std::string& text) {
  Characters out = {'\n'};
  for (char32_t c : characters_of(text)) {
    c = plain(c);
    if (c != kOtherScript && utf8::is_letter(c)) c = utf8::is_upper(c) ? 'A' : 'a';
    const bool run = c == '0' || c == 'A' || c == 'a';
    if (!run || c != out.back()) out.push_back(c);
  }
  out.push_back('\n');
  return out;
}

// The weights of what was found, added up for each kind.
class Sum {
 public:
  Sum() : weights_(text_kind_weights()) {
    std::memcpy(&scale_, weights_.data(), sizeof scale_);
    std::memcpy(start_.data(), weights_.data() + sizeof scale_, sizeof start_);
    weights_.remove_prefix(sizeof scale_ + sizeof start_);
  }

  void add(std::uint32_t hash) {
    constexpr unsigned kFold = 15;
    const std::size_t bucket = (hash ^ (hash >> kFold)) % kBuckets;
    for (std::size_t kind = 0; kind < kKinds; ++kind)
      sums_[kind] += static_cast<signed char>(weights_[bucket * kKinds + kind]);
    ++found_;
  }

  // Every run of up to `longest` characters.
  void add_runs(const Characters& text, std::uint32_t seed, std::size_t longest) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      std::uint32_t hash = seed;
      for (std::size_t k = i; k < std::min(text.size(), i + longest); ++k)
        add(hash = mixed(hash, text[k]));
    }
  }

  // Each word, and with the one before it.
  void add_words(const Characters& text) {
    std::uint32_t word = kWordSeed;
    std::uint32_t last = 0;
    for (const char32_t c : text) {
      if (utf8::is_letter(c)) {
        word = mixed(word, c);
      } else if (word != kWordSeed) {
        add(word);
        add(mixed(mixed(kPairSeed, last), word));
        last = word;
        word = kWordSeed;
      }
    }
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
  const std::string line = collapse_spaces(text);
  if (line.empty()) return {1};
  const Characters letters = folded(line);
  Sum sum;
  sum.add_runs(letters, kTextSeed, kLongestRun);
  sum.add_runs(shape_of(line), kShapeSeed, kLongestShapeRun);
  sum.add_words(letters);
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
  bool told = false;  // neither blank nor fenced
  Scores scores{};
  bool goes = false;

  [[nodiscard]] bool is_other() const { return told && best_of(scores) == TextKind::kOther; }
};

std::vector<Line> lines_of(std::string_view turn) {
  std::vector<Line> lines;
  bool fenced = false;
  for (const std::string_view text : split_lines(turn)) {
    const bool fence = is_code_fence(trim(text));
    if (fence) fenced = !fenced;
    Line line{text, !fence && !fenced && !trim(text).empty()};
    if (line.told) line.scores = scores_of(text);
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
