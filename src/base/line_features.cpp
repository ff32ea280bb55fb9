#include "base/line_features.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

namespace pyramid {

namespace {

constexpr std::size_t kLongestRun = 5;
constexpr std::size_t kLongestShapeRun = 6;
constexpr std::size_t kMostCharacters = 400;
constexpr char32_t kOtherScript = U'\u4E00';  // stands for each letter that is not Latin

constexpr std::uint32_t kTextSeed = 2166136261;
constexpr std::uint32_t kShapeSeed = 40503;
constexpr std::uint32_t kWordSeed = 73244475;
constexpr std::uint32_t kPairSeed = 9737333;

using Characters = std::vector<char32_t>;
using Features = std::vector<std::uint32_t>;

// FNV-1a, a character at a time.
std::uint32_t mixed(std::uint32_t hash, std::uint32_t one) {
  constexpr std::uint32_t kPrime = 16777619;
  return (hash ^ one) * kPrime;
}

// The low bits of FNV-1a are the poorer ones.
std::uint32_t folded(std::uint32_t hash) {
  constexpr unsigned kFold = 15;
  return hash ^ (hash >> kFold);
}

// Digits as one, letters of other scripts as one.
char32_t plain(char32_t c) {
  if (utf8::is_digit(c)) return '0';
  return utf8::is_letter(c) && !utf8::is_latin(c) ? kOtherScript : c;
}

Characters characters_of(std::string_view text) {
  Characters all;
  for (std::size_t at = 0; at < text.size() && all.size() < kMostCharacters;)
    all.push_back(utf8::next(text, at));
  return all;
}

// "Ran 14 km" as " ran 00 km ".
Characters small_letters(const std::string& text) {
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

// Every run of up to `longest` characters.
void add_runs(const Characters& text, std::uint32_t seed, std::size_t longest, Features& found) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::uint32_t hash = seed;
    for (std::size_t k = i; k < std::min(text.size(), i + longest); ++k) {
      hash = mixed(hash, text[k]);
      found.push_back(folded(hash));
    }
  }
}

// Each word, and with the one before it.
void add_words(const Characters& text, Features& found) {
  std::uint32_t word = kWordSeed;
  std::uint32_t last = 0;
  for (const char32_t c : text) {
    if (utf8::is_letter(c)) {
      word = mixed(word, c);
    } else if (word != kWordSeed) {
      found.push_back(folded(word));
      found.push_back(folded(mixed(mixed(kPairSeed, last), word)));
      last = word;
      word = kWordSeed;
    }
  }
}

}  // namespace

Features line_features(std::string_view line) {
  Features found;
  const std::string text = collapse_spaces(line);
  if (text.empty()) return found;
  const Characters letters = small_letters(text);
  found.reserve(letters.size() * (kLongestRun + kLongestShapeRun));
  add_runs(letters, kTextSeed, kLongestRun, found);
  add_runs(shape_of(text), kShapeSeed, kLongestShapeRun, found);
  add_words(letters, found);
  return found;
}

}  // namespace pyramid
