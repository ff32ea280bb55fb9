#include "merge/fields.hpp"

#include "base/line_ends.hpp"
#include "base/text.hpp"
#include "format/schema.hpp"
#include "format/successor.hpp"
#include "merge/sequence.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace pyramid::merge {

namespace {

using format::Field;
using format::Frontmatter;

// The program's rules for what it writes itself. Where it does not write a key of such a name, that
// is a person's.
constexpr std::array<std::string_view, 7> kGreatest = {
    "importance", "turns", "extracted", "count", "first", "updated", "end"};
constexpr std::array<std::string_view, 4> kLeast = {"at", "start", "quarantine", "entity"};
// What the program sets: where two differ, one of them is as good, and no person has to choose.
constexpr std::array<std::string_view, 11> kOwn = {
    "id",     "kind",   "source",    "origin", "superseded_by", "engine",
    "recipe", "inputs", "sentences", "output", "status"};
constexpr std::string_view kSuccessor = "superseded_by";
constexpr std::array<std::string_view, 3> kEnd = {"success", "finished",
                                                  "invalidated"};  // of a task
constexpr std::size_t kDayAndColon = 12;                           // bytes of "2026-05-15: "
constexpr std::array<std::string_view, 2> kSorted = {"seen", "replaced"};

std::string_view lines_of(const Frontmatter& frontmatter, const Field& field) {
  return std::string_view(frontmatter.bytes()).substr(field.begin, field.end - field.begin);
}

// A key as one of the three has it.
struct Side {
  const Frontmatter* frontmatter = nullptr;
  const Field* field = nullptr;  // null: it does not
};

Side side_of(const Frontmatter* frontmatter, std::string_view key) {
  return {frontmatter, frontmatter == nullptr ? nullptr : frontmatter->find(key)};
}

bool same(const Side& a, const Side& b) {
  if (a.field == nullptr || b.field == nullptr) return a.field == b.field;
  if (a.field->is_nested || b.field->is_nested) {
    return lines_of(*a.frontmatter, *a.field) == lines_of(*b.frontmatter, *b.field);
  }
  return a.field->values == b.field->values;
}

double number_of(std::string_view text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

bool is_less(const std::string& a, const std::string& b) {
  if (is_all_digits(a) && is_all_digits(b) && number_of(a) != number_of(b)) {
    return number_of(a) < number_of(b);
  }
  return a < b;
}

// By their ids, however they are linked.
bool is_earlier_successor(const std::string& a, const std::string& b) {
  const auto key = [](const std::string& value) {
    const auto successor = format::parse_successor(value, {});
    return std::pair(successor ? successor->id : Ulid(), value);
  };
  return key(a) < key(b);
}

std::vector<std::string> values_of(const Side& side) {
  return side.field == nullptr ? std::vector<std::string>() : side.field->values;
}

std::vector<Placed> placed_values(const std::vector<std::string>& values) {
  std::vector<Placed> all;
  for (const std::string& value : values) all.push_back({value});
  return all;
}

// In the order of `first`, what only `second` has behind.
std::vector<std::string> merge_list(bool sorted, const Side& base, const Side& first,
                                    const Side& second) {
  const auto has = [](const std::vector<std::string>& list, const std::string& value) {
    return std::find(list.begin(), list.end(), value) != list.end();
  };
  const std::vector<std::string> before = values_of(base), a = values_of(first),
                                 b = values_of(second);
  std::vector<std::string> merged;
  if (before.empty()) {
    for (const Origin& origin : join_items(placed_values(a), placed_values(b))) {
      merged.push_back(origin.ours ? a[*origin.ours] : b[*origin.theirs]);
    }
    if (sorted) std::sort(merged.begin(), merged.end(), is_less);
    return merged;
  }
  for (const auto* list : {&a, &b}) {
    for (const std::string& value : *list) {
      const bool taken_out = has(before, value) && !(has(a, value) && has(b, value));
      if (!taken_out && !has(merged, value)) merged.push_back(value);
    }
  }
  if (sorted) std::sort(merged.begin(), merged.end(), is_less);
  return merged;
}

class FieldMerger {
 public:
  FieldMerger(const Frontmatter* base, const Frontmatter& first, const Frontmatter& second,
              format::Kind kind, std::string_view day)
      : base_(base), first_(first), second_(second), merged_(first), kind_(kind), day_(day) {}

  Frontmatter merge() {
    take_older_days();
    if (kind_ == format::Kind::kTask) merge_end();
    for (const Frontmatter* one : {&first_, &second_}) {
      for (const Field& field : one->fields()) {
        if (seen_.insert(field.key).second) merge_key(field.key);
      }
    }
    keep_comments();
    return std::move(merged_);
  }
  [[nodiscard]] std::size_t conflicts() const { return conflicts_; }

 private:
  // How a task ended is one thing in several keys: of two endings the later one stands whole, and
  // what the other says besides in comments.
  void merge_end() {
    std::array<Side, kEnd.size()> base, a, b;
    std::string mine, others;  // the last time that each says
    bool changed_here = false, changed_there = false;
    for (std::size_t i = 0; i < kEnd.size(); ++i) {
      base.at(i) = side_of(base_, kEnd.at(i));
      a.at(i) = side_of(&first_, kEnd.at(i));
      b.at(i) = side_of(&second_, kEnd.at(i));
      changed_here = changed_here || !same(a.at(i), base.at(i));
      changed_there = changed_there || !same(b.at(i), base.at(i));
      if (i > 0) mine = std::max(mine, value_of(a.at(i)));
      if (i > 0) others = std::max(others, value_of(b.at(i)));
    }
    if (!changed_here || !changed_there || mine == others) return;  // key by key then
    const bool mine_stands = mine > others;
    for (std::size_t i = 0; i < kEnd.size(); ++i) {
      const std::string key(kEnd.at(i));
      seen_.insert(key);
      if (!mine_stands) put(key, b.at(i));
      const Side& other = mine_stands ? b.at(i) : a.at(i);
      if (other.field == nullptr || same(a.at(i), b.at(i)) || value_of(other).empty()) continue;
      tell_other(lines_of(*other.frontmatter, *other.field));
    }
  }

  static std::string value_of(const Side& side) {
    const std::vector<std::string> values = values_of(side);
    return values.empty() ? std::string() : values.front();
  }

  // `merged_` has what `first_` has until something else is put there.
  void merge_key(const std::string& key) {
    const Side base = side_of(base_, key), a = side_of(&first_, key), b = side_of(&second_, key);
    if (same(a, b) || same(b, base)) return;
    if (same(a, base)) {
      put(key, b);
    } else if (a.field == nullptr || b.field == nullptr) {
      if (a.field == nullptr) put(key, b);  // one took it out, the other changed it
    } else if (a.field->is_nested || b.field->is_nested) {
      keep_both(key, a, b);
    } else if (a.field->is_list || b.field->is_list) {
      merged_.set_list(key, merge_list(goes_by(kSorted, key), base, a, b));
    } else {
      merge_scalar(key, a, b);
    }
  }

  template <std::size_t N>
  [[nodiscard]] bool goes_by(const std::array<std::string_view, N>& rule,
                             std::string_view key) const {
    return format::is_programs_key(key, kind_) &&
           std::find(rule.begin(), rule.end(), key) != rule.end();
  }

  void merge_scalar(const std::string& key, const Side& a, const Side& b) {
    const std::string& mine = a.field->values.empty() ? kNone : a.field->values.front();
    const std::string& others = b.field->values.empty() ? kNone : b.field->values.front();
    const bool mine_less =
        key == kSuccessor ? is_earlier_successor(mine, others) : is_less(mine, others);
    const bool least = goes_by(kLeast, key);
    const bool take_others = least ? !mine_less : mine_less;
    if (!least && !goes_by(kOwn, key) && !goes_by(kGreatest, key)) return keep_both(key, a, b);
    if (take_others) put(key, b);
  }

  // The greater stands, the other in a comment.
  void keep_both(const std::string& key, const Side& a, const Side& b) {
    const std::string mine(lines_of(*a.frontmatter, *a.field));
    const std::string others(lines_of(*b.frontmatter, *b.field));
    const bool mine_less = mine < others;
    if (mine_less) put(key, b);
    tell_other(mine_less ? mine : others);
  }

  // In comments.
  void tell_other(std::string_view lines) {
    for (const std::string_view line : split_lines(lines)) {
      if (is_told(line)) continue;
      append(std::string(kConflictComment).append(day_).append(": ").append(line));
      ++conflicts_;
    }
  }

  // Whether a comment keeps this value already.
  [[nodiscard]] bool is_told(std::string_view line) const {
    const std::vector<std::string_view> lines = split_lines(merged_.bytes());
    return std::any_of(lines.begin(), lines.end(), [&](std::string_view one) {
      return one.starts_with(kConflictComment) && kept_in(one) == line;
    });
  }

  // "mood: glad" of "# conflict 2026-05-15: mood: glad".
  static std::string_view kept_in(std::string_view comment) {
    return comment.substr(std::min(comment.size(), kConflictComment.size() + kDayAndColon));
  }

  void put(const std::string& key, const Side& side) {
    if (side.field == nullptr) {
      merged_.erase(key);
    } else if (side.field->is_nested) {
      merged_.erase(key);
      append(lines_of(*side.frontmatter, *side.field));
    } else {
      merged_.take(key, *side.frontmatter);
    }
  }

  void append(std::string_view lines) {
    std::string block = merged_.bytes();
    if (!block.empty() && !block.ends_with('\n')) block += '\n';
    block.append(lines);
    if (!block.ends_with('\n')) block += '\n';
    if (auto parsed = Frontmatter::parse(block)) merged_ = *std::move(parsed);
  }

  static std::set<std::string_view> comments_of(const Frontmatter* frontmatter) {
    std::set<std::string_view> comments;
    if (frontmatter == nullptr) return comments;
    for (const std::string_view line : split_lines(frontmatter->bytes())) {
      if (line.starts_with('#')) comments.insert(line);
    }
    return comments;
  }

  void keep_comments() {
    const auto before = comments_of(base_);
    const auto there = comments_of(&merged_);
    for (const std::string_view line : comments_of(&second_)) {
      const bool told = line.starts_with(kConflictComment) && is_told(kept_in(line));
      if (!before.contains(line) && !there.contains(line) && !told) append(line);
    }
  }

  // Of two comments that keep one value the older day stands.
  void take_older_days() {
    std::string block = merged_.bytes();
    const auto others = comments_of(&second_);
    for (const std::string_view line : comments_of(&first_)) {
      for (const std::string_view other : others) {
        const bool older = line.starts_with(kConflictComment) &&
                           other.starts_with(kConflictComment) && kept_in(line) == kept_in(other) &&
                           other < line;
        if (older) block = replace_all(block, line, other);
      }
    }
    if (block == merged_.bytes()) return;
    if (auto parsed = Frontmatter::parse(block)) merged_ = *std::move(parsed);
  }

  const std::string kNone;
  const Frontmatter* base_;
  const Frontmatter& first_;
  const Frontmatter& second_;
  Frontmatter merged_;
  format::Kind kind_;
  std::string_view day_;
  std::set<std::string> seen_;
  std::size_t conflicts_ = 0;
};

// Whether one has the keys and the comments of the other.
bool has_all_of(const Frontmatter& one, const Frontmatter& other) {
  const bool has_keys =
      std::all_of(other.fields().begin(), other.fields().end(),
                  [&](const Field& field) { return one.find(field.key) != nullptr; });
  const std::vector<std::string_view> there = split_lines(one.bytes());
  const std::vector<std::string_view> lines = split_lines(other.bytes());
  return has_keys && std::all_of(lines.begin(), lines.end(), [&](std::string_view line) {
           return !line.starts_with('#') ||
                  std::find(there.begin(), there.end(), line) != there.end();
         });
}

// Lines first..end of a frontmatter that say what one key is.
struct KeyLines {
  std::size_t first = 0, end = 0;
  std::string text;
};

// By key, in the order of the lines. Empty for a text without a frontmatter.
std::map<std::string_view, std::vector<KeyLines>> lines_by_key(
    const std::vector<std::string_view>& lines) {
  std::map<std::string_view, std::vector<KeyLines>> found;
  const auto is_fence = [](std::string_view line) { return trim(line) == "---"; };
  if (lines.empty() || !lines.front().starts_with("---") || !is_fence(lines.front())) return found;
  const auto close = std::find_if(std::next(lines.begin()), lines.end(), is_fence);
  if (close == lines.end()) return found;
  KeyLines* last = nullptr;
  for (auto line = std::next(lines.begin()); line != close; ++line) {
    const auto number = static_cast<std::size_t>(line - lines.begin());
    const std::size_t colon = line->find(':');
    if (line->starts_with('#') || trim(*line).empty()) {
      last = nullptr;
    } else if (line->find_first_of(" \t-") == 0 || colon == std::string_view::npos) {
      if (last == nullptr) continue;
      last->text.append(*line);
      last->end = number + 1;
    } else {
      std::vector<KeyLines>& same = found[line->substr(0, colon)];
      last = &same.emplace_back(KeyLines{number, number + 1, std::string(*line)});
    }
  }
  return found;
}

}  // namespace

std::string with_each_key_once(std::string_view bytes, std::string_view day) {
  const std::vector<std::string_view> lines = lines_with_ends(bytes);
  std::set<std::size_t> put_aside;
  for (const auto& [key, all] : lines_by_key(lines)) {
    const auto stands =
        std::max_element(all.begin(), all.end(),
                         [](const KeyLines& a, const KeyLines& b) { return a.text < b.text; });
    for (auto one = all.begin(); one != all.end(); ++one) {
      for (std::size_t i = one->first; one != stands && i < one->end; ++i) put_aside.insert(i);
    }
  }
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (put_aside.contains(i)) out.append(kConflictComment).append(day).append(": ");
    out += lines[i];
  }
  return out;
}

Frontmatter merge_fields(const Frontmatter* base, const Frontmatter& ours,
                         const Frontmatter& theirs, format::Kind kind, std::string_view day,
                         std::size_t& conflicts) {
  const bool untouched = base != nullptr && theirs.bytes() == base->bytes();
  if (ours.bytes() == theirs.bytes() || untouched) return ours;
  if (base != nullptr && ours.bytes() == base->bytes()) return theirs;
  const bool ours_has_all = has_all_of(ours, theirs), theirs_has_all = has_all_of(theirs, ours);
  const bool ours_first =
      ours_has_all != theirs_has_all ? ours_has_all : ours.bytes() < theirs.bytes();
  FieldMerger merger(base, ours_first ? ours : theirs, ours_first ? theirs : ours, kind, day);
  Frontmatter merged = merger.merge();
  conflicts += merger.conflicts();
  return merged;
}

}  // namespace pyramid::merge
