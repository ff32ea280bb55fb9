#include "ops/nodes/copies.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "pyramid/time.hpp"

namespace pyramid::ops {

namespace {

constexpr std::string_view kMarkdown = ".md";
constexpr std::string_view kSyncthing = ".sync-conflict-";

// "Conflicted copy LAPTOP 202605121003", "Ana's conflicted copy 2026-05-12".
bool speaks_of_copy(std::string_view text) {
  return utf8::lower(text).find("conflicted copy") != std::string::npos;
}

// "LAPTOP conflict 2026-05-12"; "the conflict of 2020" is a person's.
bool dates_conflict(std::string_view text) {
  const std::string lower = utf8::lower(text);
  constexpr std::string_view kConflict = "conflict ";
  const std::size_t at = lower.find(kConflict);
  return at != std::string::npos &&
         parse_date(std::string_view(lower).substr(at + kConflict.size(), 10)).has_value();
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
  const bool speaks = utf8::lower(inside).find("conflict") != std::string::npos;
  if (!speaks && !is_all_digits(inside)) return std::nullopt;
  const bool copy = speaks_of_copy(inside);
  return Stem{stem.substr(0, open), copy || dates_conflict(inside), copy};
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

std::optional<Stem> stem_of_copy(std::string_view stem) {
  if (const std::size_t at = stem.find(kSyncthing); at != std::string_view::npos && at > 0) {
    return Stem{stem.substr(0, at), true, true};
  }
  if (const auto found = without_brackets(stem)) return found;
  // iCloud: "x 2".
  if (const std::size_t at = stem.rfind(' ');
      at != std::string_view::npos && at > 0 && is_all_digits(stem.substr(at + 1))) {
    return Stem{stem.substr(0, at), false};
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
