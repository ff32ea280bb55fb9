#include "ops/nodes/copies.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "pyramid/time.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>

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

// How often each part of a text is there: its lines, or its words.
using Parts = std::map<std::string_view, std::ptrdiff_t>;

Parts parts_of(std::string_view text, std::string_view between) {
  Parts parts;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = text.find_first_not_of(between, at);
    if (begin == std::string_view::npos) break;
    const std::size_t end = std::min(text.find_first_of(between, begin), text.size());
    ++parts[text.substr(begin, end - begin)];
    at = end;
  }
  return parts;
}

std::ptrdiff_t count_in(const Parts& parts, std::string_view part) {
  const auto found = parts.find(part);
  return found == parts.end() ? 0 : found->second;
}

// How much of a change two texts show: both of them, one, or neither.
struct Shown {
  std::ptrdiff_t both = 0, one = 0, neither = 0;
};

// Of what `with` has more of than `without`: where it is.
Shown held(const Parts& with, const Parts& without, const Parts& ours, const Parts& theirs) {
  Shown shown;
  for (const auto& [part, count] : with) {
    const std::ptrdiff_t fewer = count_in(without, part);
    if (count <= fewer) continue;
    const std::ptrdiff_t more = count - fewer;
    const std::ptrdiff_t here = std::clamp<std::ptrdiff_t>(count_in(ours, part) - fewer, 0, more);
    const std::ptrdiff_t there =
        std::clamp<std::ptrdiff_t>(count_in(theirs, part) - fewer, 0, more);
    shown.both += std::min(here, there);
    shown.one += std::max(here, there) - std::min(here, there);
    shown.neither += more - std::max(here, there);
  }
  return shown;
}

struct Two {
  std::string_view ours, theirs;
};

Shown put_in(std::string_view before, std::string_view after, const Two& two,
             std::string_view between) {
  return held(parts_of(after, between), parts_of(before, between), parts_of(two.ours, between),
              parts_of(two.theirs, between));
}

Shown changed(std::string_view before, std::string_view after, const Two& two,
              std::string_view between) {
  const Shown came = put_in(before, after, two, between);
  const Shown stayed = put_in(after, before, two, between);  // of what was taken out
  return {came.both + stayed.neither, came.one + stayed.one, came.neither + stayed.both};
}

// A line may have been edited since: then its words tell.
constexpr std::array<std::string_view, 2> kBetween = {"\n", " \t\n"};

// Whether both have the whole change from `before` to `after`. Less is no sign for one alone: two
// machines write "- buy milk" and "- buy eggs".
bool have_change(std::string_view before, std::string_view after, const Two& two) {
  return std::any_of(kBetween.begin(), kBetween.end(), [&](std::string_view between) {
    const Shown shown = changed(before, after, two, between);
    return shown.both > 0 && shown.one + shown.neither == 0;
  });
}

// Whether both have the same of it, and most: what they lack they both wrote anew.
bool have_same_of(std::string_view before, std::string_view after, const Two& two) {
  return std::any_of(kBetween.begin(), kBetween.end(), [&](std::string_view between) {
    const Shown shown = changed(before, after, two, between);
    return shown.one == 0 && shown.both > 0 && shown.both >= shown.neither;
  });
}

// Whether only one of them has something that came in from `before` to `after`.
bool differ_in(std::string_view before, std::string_view after, const Two& two) {
  return std::all_of(kBetween.begin(), kBetween.end(), [&](std::string_view between) {
    return put_in(before, after, two, between).one > 0;
  });
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

VersionBehind version_behind(const std::vector<std::string>& versions, std::string_view ours,
                             std::string_view theirs) {
  if (versions.empty()) return {};
  const Two two{ours, theirs};
  const auto has = [&](std::size_t i) { return have_change(versions[i + 1], versions[i], two); };
  for (std::size_t i = 0; i + 1 < versions.size(); ++i) {
    if (!have_same_of(versions[i + 1], versions[i], two)) continue;
    // What stood here before two such changes was seen there.
    std::size_t seen = i + 1;
    while (seen + 1 < versions.size() && !has(seen)) ++seen;
    seen = std::min(seen + 1, versions.size() - 1);
    if (!differ_in(versions[seen], versions[i], two)) return {&versions[i], has(i)};
  }
  // Made here and committed once, it may have been made there too.
  const std::string& first = versions.back();
  const bool apart = (first == ours || first == theirs) && !have_change("", first, {ours, theirs});
  if (apart) return {};
  return {&first, false};
}

}  // namespace pyramid::ops
