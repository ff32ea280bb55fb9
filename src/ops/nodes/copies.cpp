#include "ops/nodes/copies.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "pyramid/time.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <string>

namespace pyramid::ops {

namespace {

constexpr std::string_view kMarkdown = ".md";
constexpr std::string_view kSyncthing = ".sync-conflict-";

// "Conflicted copy LAPTOP 202605121003", "Ana's conflicted copy 2026-05-12".
bool speaks_of_copy(std::string_view text) {
  return utf8::lower(text).find("conflicted copy") != std::string::npos;
}

bool speaks_of_conflict(std::string_view text) {
  const std::string lower = utf8::lower(text);
  const auto& words = workspace::kConflictWords;
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

// "2026-05-12", "20260512-100300"; the year of "the conflict of 2020" is no day.
bool holds_day(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (parse_date(text.substr(at, 10))) return true;
    const std::string_view digits = text.substr(at, 8);
    if (digits.size() < 8 || !is_all_digits(digits)) continue;
    const std::string dashed = std::string(digits.substr(0, 4)) + "-" +
                               std::string(digits.substr(4, 2)) + "-" +
                               std::string(digits.substr(6));
    if (parse_date(dashed)) return true;
  }
  return false;
}

struct Stem {
  std::string_view name;
  bool certain = false, stands_alone = false;
};

// Of a text that ends in ')': where that bracket opens; npos = nowhere. The name of a device may
// have brackets of its own.
std::size_t opening_of_last(std::string_view text) {
  std::size_t depth = 0;
  for (std::size_t at = text.size(); at-- > 0;) {
    if (text[at] == ')') ++depth;
    if (text[at] == '(' && --depth == 0) return at;
  }
  return std::string_view::npos;
}

// "x (Ana's conflicted copy 2026-05-12)", "x (1)" -> "x"
std::optional<Stem> without_brackets(std::string_view stem) {
  if (!stem.ends_with(')')) return std::nullopt;
  const std::size_t bracket = opening_of_last(stem);
  if (bracket < 2 || bracket == std::string_view::npos || stem[bracket - 1] != ' ') {
    return std::nullopt;
  }
  const std::size_t open = bracket - 1;
  const std::string_view inside = stem.substr(open + 2, stem.size() - open - 3);
  const bool speaks = speaks_of_conflict(inside);
  if (!speaks && !is_all_digits(inside)) return std::nullopt;
  const bool copy = speaks_of_copy(inside);
  return Stem{stem.substr(0, open), copy || (speaks && holds_day(inside)), copy};
}

// OneDrive: "x-LAPTOP", "x-DESKTOP-4F2K8L1".
std::optional<Stem> without_computer(std::string_view stem) {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  constexpr std::string_view kName = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";
  for (std::size_t dash = stem.find('-', 1); dash < stem.size(); dash = stem.find('-', dash + 1)) {
    const std::string_view name = stem.substr(dash + 1);
    const bool fits = !name.empty() && kLetters.find(name.front()) != std::string_view::npos &&
                      name.find_first_not_of(kName) == std::string_view::npos;
    if (fits) return Stem{stem.substr(0, dash), false};
  }
  const std::size_t last = stem.rfind('-');  // such names are not always in capitals
  if (last == std::string_view::npos || last == 0 || last + 1 == stem.size()) return std::nullopt;
  return Stem{stem.substr(0, last), false};
}

// "x_conflict-20260512-100300" (ownCloud), "x.conflict", "x-conflict-LAPTOP".
std::optional<Stem> without_conflict(std::string_view stem) {
  for (std::size_t at = stem.find_first_of("._-", 1); at < stem.size();
       at = stem.find_first_of("._-", at + 1)) {
    const std::string_view rest = stem.substr(at + 1);
    if (!utf8::lower(rest).starts_with(workspace::kConflictWords.front())) continue;
    return Stem{stem.substr(0, at), stem[at] != '-' && holds_day(rest)};
  }
  return std::nullopt;
}

std::optional<Stem> stem_of_copy(std::string_view stem) {
  std::string lower(stem);  // as long as it was, so ASCII alone
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  const std::size_t syncthing = lower.find(kSyncthing);
  if (syncthing != std::string_view::npos && syncthing > 0) {
    return Stem{stem.substr(0, syncthing), true, true};
  }
  if (const auto found = without_brackets(stem)) return found;
  if (const auto found = without_conflict(stem)) return found;
  // iCloud: "x 2", also of what is a copy already.
  if (const std::size_t at = stem.rfind(' ');
      at != std::string_view::npos && at > 0 && is_all_digits(stem.substr(at + 1))) {
    const auto copied = without_brackets(stem.substr(0, at));
    return copied && copied->certain ? copied : Stem{stem.substr(0, at), false};
  }
  return without_computer(stem);
}

}  // namespace

std::optional<CopyName> conflict_copy(std::string_view path) {
  std::string_view name = path::name(path);
  if (!name.ends_with(kMarkdown)) return std::nullopt;
  name.remove_suffix(kMarkdown.size());
  const std::optional<Stem> stem = stem_of_copy(name);
  if (!stem) return std::nullopt;
  const std::string original = std::string(stem->name) + std::string(kMarkdown);
  const std::string_view folder = path::directory(path);
  return CopyName{folder.empty() ? original : path::join(folder, original), stem->certain,
                  stem->stands_alone};
}

bool breaks_off(std::string_view copy, std::string_view whole) {
  if (trim(copy).empty()) return !trim(whole).empty();
  if (copy.ends_with('\n')) return false;  // a person may have taken out what stood below
  return whole.size() > copy.size() && whole.ends_with('\n') && whole.starts_with(copy) &&
         !trim(whole.substr(copy.size())).empty();
}

}  // namespace pyramid::ops
