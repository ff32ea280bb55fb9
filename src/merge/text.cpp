#include "merge/text.hpp"

#include "base/text.hpp"
#include "format/conflict_note.hpp"
#include "merge/blocks.hpp"
#include "merge/prose.hpp"
#include "merge/sequence.hpp"
#include "merge/sources.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace pyramid::merge {

namespace {

using Items = std::vector<std::string>;

bool always(const std::string&, const std::string&) { return true; }

Items text_lines(std::string_view text) {
  Items lines;
  for (const std::string_view line : split(text, '\n')) lines.emplace_back(line);
  return lines;
}

// What was put in is one of `ours` and `theirs`, or both.
const std::string& put_in(const Origin& origin, const Items& ours, const Items& theirs) {
  return origin.ours ? ours[*origin.ours] : theirs[*origin.theirs];
}

// nullopt: both made something else of the same one.
using MergeItem = std::optional<std::string> (*)(const std::string& base, const std::string& ours,
                                                 const std::string& theirs);

std::optional<std::string> merge_whole(const std::string& base, const std::string& ours,
                                       const std::string& theirs) {
  if (ours == theirs || theirs == base) return ours;
  if (ours == base) return theirs;
  return std::nullopt;
}

// Items merged one by one; nullopt as soon as one cannot be.
std::optional<Items> merge_each(const Items& base, const Items& ours, const Items& theirs,
                                MergeItem merge_one) {
  Items merged;
  for (const Origin& origin : merge_items(base, ours, theirs, {shares_words, always})) {
    if (origin.base && origin.ours && origin.theirs) {
      auto one = merge_one(base[*origin.base], ours[*origin.ours], theirs[*origin.theirs]);
      if (!one) return std::nullopt;
      merged.push_back(*std::move(one));
    } else {
      merged.push_back(put_in(origin, ours, theirs));
    }
  }
  return merged;
}

std::optional<std::string> merge_line(const std::string& base, const std::string& ours,
                                      const std::string& theirs) {
  if (auto whole = merge_whole(base, ours, theirs)) return whole;
  const auto sentences =
      merge_each(cut_sentences(base), cut_sentences(ours), cut_sentences(theirs), merge_whole);
  if (!sentences || sentences->empty()) return std::nullopt;
  return join(*sentences, " ");
}

std::optional<std::string> merge_lines(const std::string& base, const std::string& ours,
                                       const std::string& theirs) {
  if (auto whole = merge_whole(base, ours, theirs)) return whole;
  const auto lines = merge_each(text_lines(base), text_lines(ours), text_lines(theirs), merge_line);
  if (!lines || lines->empty()) return std::nullopt;
  return join(*lines, "\n");
}

// In code the order of lines counts: what both put in at one place is for a person to order.
std::optional<std::string> merge_code(const std::string& base, const std::string& ours,
                                      const std::string& theirs) {
  if (auto whole = merge_whole(base, ours, theirs)) return whole;
  const Items lines = text_lines(base), mine = text_lines(ours), others = text_lines(theirs);
  Items merged;
  bool mine_above = false, others_above = false;  // put in since the last line of the base
  for (const Origin& origin : merge_items(lines, mine, others, {shares_words, always})) {
    if (origin.base) {
      if (!origin.ours || !origin.theirs) return std::nullopt;
      auto one = merge_whole(lines[*origin.base], mine[*origin.ours], others[*origin.theirs]);
      if (!one) return std::nullopt;
      merged.push_back(*std::move(one));
      mine_above = others_above = false;
      continue;
    }
    mine_above = mine_above || !origin.theirs;
    others_above = others_above || !origin.ours;
    if (mine_above && others_above) return std::nullopt;
    merged.push_back(put_in(origin, mine, others));
  }
  return join(merged, "\n");
}

std::set<std::string> texts_of(const std::string& block) {
  if (auto note = format::parse_conflict_note(block)) return std::move(note->texts);
  return {block};
}

bool is_note(const std::string& block) { return format::parse_conflict_note(block).has_value(); }

// Is one, or has some between its sentences.
bool is_noted(const std::string& block) {
  return format::may_hold_note(block) && (is_note(block) || is_prose(block));
}

// Two headings are not alike by their marks.
std::string_view words_of_block(std::string_view block) {
  return block.substr(level_of_block(block).value_or(0));
}

class TextMerger {
 public:
  explicit TextMerger(const TextRules& rules) : rules_(rules) {}

  MergedText merge(std::string_view base, std::string_view ours, std::string_view theirs) {
    base_ = join_at_notes(cut_blocks(base));
    ours_ = join_at_notes(cut_blocks(ours));
    theirs_ = join_at_notes(cut_blocks(theirs));
    const Items before = texts(base_), mine = texts(ours_), others = texts(theirs_);
    const Likeness likeness{
        [this](const auto& a, const auto& b) {
          return of_one_kind(a, b) && shares_words(words_of_block(a), words_of_block(b));
        },
        [this](const auto& a, const auto& b) { return of_one_kind(a, b); },
        [](const auto& block) { return level_of_block(block).value_or(kNoHeading); }};
    for (const Origin& origin : merge_items(before, mine, others, likeness)) add(origin);
    end();
    return {put_together(merged_), conflicts_, kept_};
  }

 private:
  static Items texts(const std::vector<Block>& blocks) {
    Items texts;
    texts.reserve(blocks.size());
    for (const Block& block : blocks) texts.push_back(block.text);
    return texts;
  }

  [[nodiscard]] bool of_one_kind(const std::string& a, const std::string& b) const {
    if (rules_.is_mark && (rules_.is_mark(a) || rules_.is_mark(b))) return false;
    if (is_sources(a) != is_sources(b)) return false;
    // A note takes the place of what it is about.
    const BlockKind one = kind_of_block(a), other = kind_of_block(b);
    return one == other || is_noted(a) || is_noted(b);
  }

  void add(const Origin& origin) {
    part_from(origin);
    above_ = origin;
    if (origin.ours && origin.theirs) {
      const Block& mine = ours_[*origin.ours];
      const Block& others = theirs_[*origin.theirs];
      const Block none{mine.kind, {}, {}};
      const Block& before = origin.base ? base_[*origin.base] : none;
      std::string text = merge_block(before.text, mine.text, others.text);
      const BlockKind kind = mine.text.empty() ? BlockKind::kBlank : kind_of_block(text);
      put({kind, std::move(text), merge_gap(before.gap, mine.gap, others.gap)});
      return;
    }
    const Block& block = origin.ours ? ours_[*origin.ours] : theirs_[*origin.theirs];
    const bool is_mark = rules_.is_mark && rules_.is_mark(block.text);
    if (origin.base && !is_mark) ++kept_;
    put(block);
  }

  // What stands between the last block and the next one is as on the side where that one follows;
  // where it does on neither, a heading has as much above it as where it comes from.
  void part_from(const Origin& below) {
    if (merged_.empty()) return;
    const std::string* mine = gap_between(ours_, above_.ours, below.ours);
    const std::string* others = gap_between(theirs_, above_.theirs, below.theirs);
    if (mine != nullptr && others != nullptr) return;
    std::string& gap = merged_.back().gap;
    if (mine != nullptr || others != nullptr) {
      gap = mine != nullptr ? *mine : *others;
    } else {
      gap = std::max({gap, gap_above(ours_, below.ours), gap_above(theirs_, below.theirs)});
    }
  }

  static const std::string* gap_between(const std::vector<Block>& side,
                                        const std::optional<std::size_t>& above,
                                        const std::optional<std::size_t>& below) {
    return above && below && *above + 1 == *below ? &side[*above].gap : nullptr;
  }

  // "" where it is no heading.
  static std::string gap_above(const std::vector<Block>& side,
                               const std::optional<std::size_t>& place) {
    const bool is_heading = place && side[*place].kind == BlockKind::kHeading;
    return is_heading && *place > 0 ? side[*place - 1].gap : std::string();
  }

  // A paragraph with notes in it as the blocks that it is to a reader.
  void put(Block block) {
    if (!format::may_hold_note(block.text) || block.kind == BlockKind::kFence) {
      merged_.push_back(std::move(block));
      return;
    }
    std::vector<Block> parts = cut_blocks(block.text);
    parts.back().gap = std::move(block.gap);
    std::move(parts.begin(), parts.end(), std::back_inserter(merged_));
  }

  std::string merge_block(const std::string& base, const std::string& ours,
                          const std::string& theirs) {
    if (auto whole = merge_whole(base, ours, theirs)) return *std::move(whole);
    if (is_sources(ours) && is_sources(theirs)) return merge_sources(base, ours, theirs);
    const bool one_note = is_note(base) || is_note(ours) || is_note(theirs);
    if (!one_note && !base.empty()) {
      auto merged = merge_parts(base, ours, theirs);
      if (merged) return *std::move(merged);
    }
    return note_both(base, ours, theirs);
  }

  // nullopt: what they made of it contradicts each other all through.
  std::optional<std::string> merge_parts(const std::string& base, const std::string& ours,
                                         const std::string& theirs) {
    if (kind_of_block(base) == BlockKind::kFence) return merge_code(base, ours, theirs);
    const bool has_notes = is_noted(base) || is_noted(ours) || is_noted(theirs);
    if (!has_notes) {
      if (auto lines = merge_lines(base, ours, theirs)) return lines;
    }
    if (!is_prose(base) || !is_prose(ours) || !is_prose(theirs)) return std::nullopt;
    return merge_prose(base, ours, theirs, [&](const auto& before, const auto& a, const auto& b) {
      const bool noted = is_note(before) || is_note(a) || is_note(b);
      auto lines = noted ? std::nullopt : merge_lines(before, a, b);
      return lines ? *std::move(lines) : note_both(before, a, b);
    });
  }

  std::string note_both(const std::string& base, const std::string& ours,
                        const std::string& theirs) {
    const std::set<std::string> before = base.empty() ? std::set<std::string>() : texts_of(base);
    const std::set<std::string> mine = texts_of(ours), others = texts_of(theirs);
    format::ConflictNote note{rules_.day, mine};
    note.texts.insert(others.begin(), others.end());
    for (const std::string& text : before) {
      if (!mine.contains(text) || !others.contains(text)) note.texts.erase(text);
    }
    for (const std::string& block : {ours, theirs}) {
      if (const auto old = format::parse_conflict_note(block))
        note.day = std::min(note.day, old->day);
    }
    if (note.texts.size() == 1) return *note.texts.begin();
    if (note.texts.empty()) {  // each took another one for right
      note.texts = mine;
      note.texts.insert(others.begin(), others.end());
    }
    ++conflicts_;
    return format::to_text(note);
  }

  static std::string merge_gap(const std::string& base, const std::string& ours,
                               const std::string& theirs) {
    if (ours == theirs || theirs == base) return ours;
    return ours == base ? theirs : std::max(ours, theirs);
  }

  // The end of the file is as the sides have it.
  void end() {
    if (merged_.empty() || ours_.empty() || theirs_.empty()) return;
    merged_.back().gap = merge_gap(base_.empty() ? std::string() : base_.back().gap,
                                   ours_.back().gap, theirs_.back().gap);
  }

  const TextRules& rules_;
  std::vector<Block> base_, ours_, theirs_, merged_;
  Origin above_;  // of the last block
  std::size_t conflicts_ = 0, kept_ = 0;
};

}  // namespace

MergedText merge_text(std::string_view base, std::string_view ours, std::string_view theirs,
                      const TextRules& rules) {
  if (ours == theirs) return {std::string(ours), 0, 0};
  if (theirs == base) return {std::string(ours), 0, 0};
  if (ours == base) return {std::string(theirs), 0, 0};
  return TextMerger(rules).merge(base, ours, theirs);
}

}  // namespace pyramid::merge
