#include "ops/copies.hpp"

#include "base/path.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cctype>
#include <limits>
#include <set>

namespace pyramid::ops {

namespace {

constexpr std::string_view kMarkdown = ".md";
constexpr std::string_view kSyncthing = ".sync-conflict-";

bool speaks_of_conflict(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower.find("conflict") != std::string::npos;
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

struct Stem {
  std::string_view name;
  bool certain = false;
};

// "x (Ana's conflicted copy 2026-05-12)", "x (1)" -> "x"
std::optional<Stem> without_brackets(std::string_view stem) {
  if (!stem.ends_with(')')) return std::nullopt;
  const std::size_t open = stem.rfind(" (");
  if (open == std::string_view::npos || open == 0) return std::nullopt;
  const std::string_view inside = stem.substr(open + 2, stem.size() - open - 3);
  if (!speaks_of_conflict(inside) && !is_number(inside)) return std::nullopt;
  return Stem{stem.substr(0, open), speaks_of_conflict(inside)};
}

std::optional<Stem> stem_of_copy(std::string_view stem) {
  if (const std::size_t at = stem.find(kSyncthing); at != std::string_view::npos && at > 0) {
    return Stem{stem.substr(0, at), true};
  }
  if (const auto found = without_brackets(stem)) return found;
  // iCloud: "x 2"; OneDrive: "x-LAPTOP".
  if (const std::size_t at = stem.rfind(' ');
      at != std::string_view::npos && at > 0 && is_number(stem.substr(at + 1))) {
    return Stem{stem.substr(0, at), false};
  }
  const std::size_t dash = stem.rfind('-');
  if (dash == std::string_view::npos || dash == 0 || dash + 1 == stem.size()) return std::nullopt;
  return Stem{stem.substr(0, dash), false};
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
  return CopyName{folder.empty() ? original : path::join(folder, original), stem->certain};
}

const std::string* common_version(const std::vector<std::string>& versions, std::string_view ours,
                                  std::string_view theirs) {
  const auto lines_of = [](std::string_view text) {
    const std::vector<std::string_view> lines = split_lines(text);
    return std::set<std::string_view>(lines.begin(), lines.end());
  };
  const std::set<std::string_view> mine = lines_of(ours), others = lines_of(theirs);
  const std::string* best = nullptr;
  std::ptrdiff_t fewest = std::numeric_limits<std::ptrdiff_t>::max();
  for (const std::string& version : versions) {
    if (version == ours || version == theirs) continue;
    std::ptrdiff_t lacking = 0;
    for (const std::string_view line : split_lines(version)) {
      lacking += (mine.contains(line) ? 0 : 1) + (others.contains(line) ? 0 : 1);
    }
    if (lacking >= fewest) continue;
    fewest = lacking;
    best = &version;
  }
  return best;
}

}  // namespace pyramid::ops
