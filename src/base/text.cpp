#include "base/text.hpp"

#include "base/digest.hpp"
#include "base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace pyramid {

namespace {

bool is_ascii_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

char ascii_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Names that Windows keeps for devices, whatever their extension.
bool is_device_name(std::string_view slug) {
  static constexpr std::array<std::string_view, 4> kNames = {"con", "prn", "aux", "nul"};
  if (std::find(kNames.begin(), kNames.end(), slug) != kNames.end()) return true;
  return slug.size() == 4 && (slug.substr(0, 3) == "com" || slug.substr(0, 3) == "lpt") &&
         slug[3] >= '1' && slug[3] <= '9';
}

// What a terminal would act on: C0, DEL, C1, line separators, direction overrides.
bool acts_on_terminal(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029 ||
         (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

// Optimal string alignment distance: insertions, deletions, substitutions, neighbours swapped.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t cost = a[i - 1] == b[j - 1] ? 0 : 1;
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + cost});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

bool is_all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

bool has_pattern(std::string_view text, std::string_view pattern) {
  const auto same = [](char c, char p) { return p == '0' ? is_digit(c) : c == p; };
  return std::search(text.begin(), text.end(), pattern.begin(), pattern.end(), same) != text.end();
}

bool begins_with_one(std::string_view text, std::span<const std::string_view> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view one) { return text.starts_with(one); });
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_ascii_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_ascii_space(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    lines.push_back(line);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::string join(std::span<const std::string> parts, std::string_view separator) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += separator;
    out += parts[i];
  }
  return out;
}

std::string replace_all(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  std::size_t at = 0;
  while (true) {
    const std::size_t found = from.empty() ? std::string_view::npos : text.find(from, at);
    out += text.substr(at, found - at);
    if (found == std::string_view::npos) return out;
    out += to;
    at = found + from.size();
  }
}

bool starts_with_ignoring_case(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() &&
         equals_ignoring_case(text.substr(0, prefix.size()), prefix);
}

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return ascii_lower(x) == ascii_lower(y); });
}

std::string collapse_spaces(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  bool space = false;
  for (const char c : trim(text)) {
    if (is_ascii_space(c)) {
      space = true;
      continue;
    }
    if (space) out += ' ';
    space = false;
    out += c;
  }
  return out;
}

std::string count_of(std::size_t n, std::string_view singular, std::string_view plural) {
  if (n == 1) return fmt::format("1 {}", singular);
  if (plural.empty()) return fmt::format("{} {}s", with_commas(n), singular);
  return fmt::format("{} {}", with_commas(n), plural);
}

std::string with_commas(std::uint64_t n) {
  std::string digits = std::to_string(n);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

std::string human_bytes(std::uint64_t n) {
  static constexpr std::array<const char*, 5> kByteUnits = {"B", "kB", "MB", "GB", "TB"};
  auto value = static_cast<double>(n);
  std::size_t unit = 0;
  while (value >= 1000 && unit + 1 < kByteUnits.size()) {
    value /= 1000;
    ++unit;
  }
  return unit == 0 ? fmt::format("{} B", n) : fmt::format("{:.1f} {}", value, kByteUnits[unit]);
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  std::size_t at = 0;
  while (at < text.size()) {
    const char32_t c = utf8::next(text, at);
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\r') {
      out += "\\r";
    } else if (acts_on_terminal(c)) {
      const auto number = static_cast<unsigned>(c);
      out += number < 0x100 ? fmt::format("\\x{:02x}", number) : fmt::format("\\u{:04x}", number);
    } else {
      utf8::append(out, c);
    }
  }
  return out;
}

std::string printable_lines(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (true) {
    const std::size_t end = std::min(text.find_first_of("\n\t"), text.size());
    std::string_view piece = text.substr(0, end);
    const bool ends_line = end < text.size() && text[end] == '\n';
    if (ends_line && piece.ends_with('\r')) piece.remove_suffix(1);
    out += printable(piece);
    if (end == text.size()) return out;
    out += text[end];
    text.remove_prefix(end + 1);
  }
}

std::string slugify(std::string_view text, std::size_t max_bytes) {
  std::string slug;
  const std::string folded = utf8::fold(text);
  std::size_t at = 0;
  while (at < folded.size()) {
    const char32_t c = utf8::next(folded, at);
    if (c == '\'' || c == U'’') continue;  // "Ana's" -> "anas"
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
      slug += static_cast<char>(c);
    } else if (!slug.empty() && slug.back() != '-') {
      slug += '-';
    }
  }
  if (slug.size() > max_bytes) {
    const bool between_words = slug[max_bytes] == '-';
    slug.resize(max_bytes);
    const std::size_t dash = slug.rfind('-');
    // A cut inside a word goes back to the word before, unless that loses more than half.
    if (!between_words && dash != std::string::npos && dash > max_bytes / 2) slug.resize(dash);
  }
  while (!slug.empty() && slug.back() == '-') slug.pop_back();
  if (slug.empty()) return "note";
  if (is_device_name(slug)) slug += "-x";
  return slug;
}

std::string slug_of_name(std::string_view name) {
  const std::string folded = utf8::fold(name);
  bool lost = false;
  for (std::size_t at = 0; at < folded.size();) {
    const char32_t c = utf8::next(folded, at);
    lost = lost || (c > 0x7F && utf8::is_letter(c));
  }
  std::string slug = slugify(name);
  if (!lost) return slug;
  const bool kept = std::any_of(folded.begin(), folded.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  });
  return (kept ? slug : "name") + "-" + to_hex(digest_of(folded)).substr(0, 6);
}

std::optional<std::string> closest(std::string_view word, std::span<const std::string> candidates) {
  constexpr std::size_t kLongest = 64;  // nobody mistypes more; the table is quadratic
  if (word.empty() || word.size() > kLongest) return std::nullopt;
  std::optional<std::string> best;
  // A third of the letters may be wrong; where all would be, nothing is near.
  std::size_t best_distance = std::min(std::max<std::size_t>(1, word.size() / 3) + 1, word.size());
  for (const std::string& candidate : candidates) {
    if (candidate.size() > kLongest) continue;
    const std::size_t distance = edit_distance(word, candidate);
    if (distance >= best_distance) continue;
    best_distance = distance;
    best = candidate;
  }
  if (best) return best;
  for (const std::string& candidate : candidates) {
    if (!candidate.starts_with(word)) continue;
    if (best) return std::nullopt;
    best = candidate;
  }
  return best;
}

}  // namespace pyramid
