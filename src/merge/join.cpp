// Two texts without a common one before them. Blocks form a set: of what stands nothing depends on
// which two met first.
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "format/conflict_note.hpp"
#include "merge/blocks.hpp"
#include "merge/prose.hpp"
#include "merge/sequence.hpp"
#include "merge/sources.hpp"
#include "merge/text.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace pyramid::merge {

namespace {

using format::ConflictNote;
using Texts = std::set<std::string>;

// So many pairs of blocks are held against each other: a fifth of a second.
constexpr std::size_t kMostPairs = 1'000'000;
constexpr std::string_view kEntry = "### [";     // begins what `log` and `remember` put in
constexpr std::string_view kSources = "From [";  // a fact has one such line

// A text's sentences as their words between blanks: " ana lives in porto ".
std::vector<std::string> bare_sentences(std::string_view text) {
  std::string line;
  for (std::string_view one : split_lines(text)) {
    while (one.starts_with('>')) one = trim(one.substr(1));
    line.append(one).append(" ");
  }
  std::vector<std::string> sentences = cut_sentences(collapse_spaces(utf8::lower(line)));
  for (std::string& one : sentences) {
    one = " " + one.substr(0, one.find_last_not_of(".!?") + 1) + " ";
  }
  return sentences;
}

using BareSentences = std::vector<std::string>;

// "In the middle. Here." says all of "Middle."
bool says_all(const BareSentences& of, const BareSentences& text) {
  std::size_t at = 0;
  for (const std::string& one : of) {
    while (at < text.size() && text[at].find(one) == std::string::npos) ++at;
    if (at == text.size()) return false;
    ++at;
  }
  return true;
}

struct Said {
  std::string text;
  BareSentences sentences;
};

// One of two that say the same counts as less, so that the other stands.
bool is_less_said(const Said& a, const Said& b) {
  return a.text != b.text && says_all(a.sentences, b.sentences) &&
         (!says_all(b.sentences, a.sentences) || a.text < b.text);
}

// Of two sets those that say most; what stands beside more in its own set stands by itself.
Texts join_texts(const Texts& ours, const Texts& theirs) {
  Texts joined;
  const auto add = [&](const Texts& side, const Texts& other) {
    for (const std::string& text : side) {
      const Said said{text, bare_sentences(text)};
      const auto has_more = [&](const Texts& texts) {
        return std::any_of(texts.begin(), texts.end(), [&](const std::string& one) {
          return is_less_said(said, {one, bare_sentences(one)});
        });
      };
      if (has_more(side) || !has_more(other)) joined.insert(text);
    }
  };
  add(ours, theirs);
  add(theirs, ours);
  return joined;
}

// A block, and what it is known by. A blank one is at the very beginning.
struct Part {
  Block block;
  std::string key;
  std::size_t level = kNoHeading;
  std::optional<ConflictNote> note = {};
  bool is_whole = true;  // says all of no other, and no other of it
  BareSentences sentences = {};
};
using Parts = std::vector<Part>;

bool says_less(const Part& a, const Part& b) {
  return !a.is_whole && !b.is_whole && (a.block.kind == b.block.kind || b.note) &&
         is_less_said({a.key, a.sentences}, {b.key, b.sentences});
}

class TextJoiner {
 public:
  TextJoiner(Joined kind, const TextRules& rules) : kind_(kind), rules_(rules) {}

  MergedText join(std::string_view ours, std::string_view theirs) {
    ours_ = cut(ours);
    theirs_ = cut(theirs);
    unite_notes();
    if (kind_ == Joined::kFact) unite_facts();
    drop_less();
    const std::vector<Origin> all = join_items(placed_parts(ours_), placed_parts(theirs_));
    const bool has_all = all.size() == ours_.size(), have_all = all.size() == theirs_.size();
    std::string text;
    if (has_all && have_all) {
      text = std::min(text_of(ours_), text_of(theirs_));
    } else {
      text = has_all ? text_of(ours_) : have_all ? text_of(theirs_) : text_of(all);
    }
    return {std::move(text), conflicts_, 0};
  }

 private:
  [[nodiscard]] Parts cut(std::string_view text) const {
    Parts parts;
    std::string heading;  // an entry of a log is one under its heading
    for (Block& block : join_at_notes(cut_blocks(text))) {
      Part part{std::move(block), {}};
      part.key = part.block.text;
      part.level = level_of_block(part.block.text).value_or(kNoHeading);
      if (part.level < kNoHeading) heading = part.block.text;
      const bool is_entry = kind_ == Joined::kLog || heading.starts_with(kEntry);
      if (is_entry && part.level == kNoHeading && !heading.empty()) part.key += '\0' + heading;
      const bool is_mark = rules_.is_mark && rules_.is_mark(part.block.text);
      if (!is_mark && format::may_hold_note(part.block.text)) {
        part.note = format::parse_conflict_note(part.block.text);
      }
      const BlockKind kind = part.block.kind;
      const bool is_source = kind_ == Joined::kFact && is_sources(part.block.text);
      if (is_source) part.key = kSources;
      part.is_whole = is_mark || is_source || is_entry || kind == BlockKind::kBlank ||
                      kind == BlockKind::kHeading || kind == BlockKind::kFence ||
                      kind == BlockKind::kComment;
      if (!part.is_whole) part.sentences = bare_sentences(part.block.text);
      parts.push_back(std::move(part));
    }
    return parts;
  }

  static std::vector<Placed> placed_parts(const Parts& parts) {
    std::vector<Placed> all;
    for (const Part& part : parts) all.push_back({part.key, part.level});
    return all;
  }

  [[nodiscard]] const Part& part_at(const Origin& origin) const {
    return origin.ours ? ours_[*origin.ours] : theirs_[*origin.theirs];
  }

  // Two that are to be one note of these texts, or one paragraph.
  void become(Part& mine, Part& others, const Texts& texts, std::string day) {
    const bool was_there =
        (mine.note && mine.note->texts == texts) || (others.note && others.note->texts == texts);
    std::optional<ConflictNote> note;
    if (texts.size() > 1) {
      note = mine.note ? *mine.note : ConflictNote{};
      if (!mine.note && others.note) note = *others.note;
      note->texts = texts;
      note->day = std::move(day);
      if (!was_there) ++conflicts_;
    }
    for (Part* one : {&mine, &others}) {
      one->block.text = one->key = note ? format::to_text(*note) : *texts.begin();
      one->block.kind = kind_of_block(one->block.text);
      one->note = note;
      one->sentences = bare_sentences(one->key);
    }
  }

  static Texts texts_in(const Part& part) {
    return part.note ? part.note->texts : Texts{part.block.text};
  }

  [[nodiscard]] std::string day_of(const Part& mine, const Part& others) const {
    if (mine.note && others.note) return std::min(mine.note->day, others.note->day);
    if (mine.note || others.note) return mine.note ? mine.note->day : others.note->day;
    return rules_.day;
  }

  // Notes that hold one text are about one sentence.
  void unite_notes() {
    for (bool again = true; again;) {
      again = false;
      for (Part& mine : ours_) {
        for (Part& others : theirs_) {
          if (!mine.note || !others.note || mine.key == others.key) continue;
          Texts both;
          std::set_intersection(mine.note->texts.begin(), mine.note->texts.end(),
                                others.note->texts.begin(), others.note->texts.end(),
                                std::inserter(both, both.end()));
          if (both.empty()) continue;
          Texts texts = mine.note->texts;
          texts.insert(others.note->texts.begin(), others.note->texts.end());
          others.note->ends_above = mine.note->ends_above =
              mine.note->ends_above || others.note->ends_above;
          others.note->begins_below = mine.note->begins_below =
              mine.note->begins_below || others.note->begins_below;
          become(mine, others, texts, day_of(mine, others));
          again = true;
        }
      }
    }
  }

  static Part* fact_in(Parts& parts) {
    const auto first = std::find_if(parts.begin(), parts.end(), [](const Part& part) {
      return part.block.kind != BlockKind::kBlank;
    });
    const bool is_fact = first != parts.end() && !first->is_whole &&
                         (first->note || (first->block.kind == BlockKind::kParagraph &&
                                          !format::may_hold_note(first->block.text)));
    return is_fact ? &*first : nullptr;
  }

  // What a fact says, here and there, and from where.
  void unite_facts() {
    Part *mine = fact_in(ours_), *others = fact_in(theirs_);
    const auto stands = [](const Part& one, const Parts& parts) {
      return std::any_of(parts.begin(), parts.end(),
                         [&](const Part& part) { return part.key == one.key; });
    };
    // One that the other has further down is a paragraph beside it.
    if (mine != nullptr && others != nullptr && mine->key != others->key &&
        !stands(*mine, theirs_) && !stands(*others, ours_)) {
      become(*mine, *others, join_texts(texts_in(*mine), texts_in(*others)),
             day_of(*mine, *others));
    }
    for (Part& one : ours_) {
      for (Part& other : theirs_) {
        if (one.key != kSources || other.key != kSources) continue;
        one.block.text = other.block.text = merge_sources("", one.block.text, other.block.text);
      }
    }
  }

  // Parts of which one that the other side has says all: that one stands in their place.
  void drop_less() {
    if (ours_.empty() || theirs_.size() > kMostPairs / ours_.size()) return;
    const Parts mine = ours_, others = theirs_;
    drop_less(ours_, mine, others);
    drop_less(theirs_, others, mine);
  }

  static void drop_less(Parts& side, const Parts& mine, const Parts& others) {
    std::set<std::string> there;
    for (const Part& part : mine) there.insert(part.key);
    const auto is_there = [](const Parts& parts, const Part& one) {
      return std::any_of(parts.begin(), parts.end(),
                         [&](const Part& part) { return part.key == one.key; });
    };
    Parts left;
    for (Part& part : side) {
      const Part* more = nullptr;
      // Where it stands beside more, or twice, it stands by itself.
      const bool may_go =
          !part.is_whole && !is_there(others, part) &&
          std::count_if(mine.begin(), mine.end(),
                        [&](const Part& one) { return one.key == part.key; }) == 1 &&
          std::none_of(mine.begin(), mine.end(),
                       [&](const Part& one) { return says_less(part, one); });
      for (const Part& one : others) {
        if (may_go && says_less(part, one) && (more == nullptr || one.key < more->key)) more = &one;
      }
      if (more == nullptr) {
        left.push_back(std::move(part));
      } else if (there.insert(more->key).second) {
        std::string gap = std::move(part.block.gap);
        part = *more;
        part.block.gap = std::move(gap);
        left.push_back(std::move(part));
      } else if (!left.empty()) {
        left.back().block.gap = std::max(left.back().block.gap, part.block.gap);
      }
    }
    side = std::move(left);
  }

  static std::string text_of(const Parts& side) {
    std::vector<Block> blocks;
    for (const Part& part : side) blocks.push_back(part.block);
    return put_together(blocks);
  }

  [[nodiscard]] std::string text_of(const std::vector<Origin>& all) const {
    std::vector<Block> blocks;
    for (std::size_t i = 0; i < all.size(); ++i) {
      blocks.push_back(part_at(all[i]).block);
      blocks.back().gap = i + 1 < all.size()
                              ? gap_between(all[i], all[i + 1])
                              : std::max(ours_.back().block.gap, theirs_.back().block.gap);
    }
    return put_together(blocks);
  }

  // As on the sides where the one follows the other.
  [[nodiscard]] std::string gap_between(const Origin& above, const Origin& below) const {
    const auto gap = [](const Parts& side, const std::optional<std::size_t>& one,
                        const std::optional<std::size_t>& next) {
      const bool follows = one && next && *one + 1 == *next;
      return follows ? std::optional<std::string>(side[*one].block.gap) : std::nullopt;
    };
    const auto mine = gap(ours_, above.ours, below.ours);
    const auto others = gap(theirs_, above.theirs, below.theirs);
    if (mine || others) return std::max(mine.value_or(""), others.value_or(""));
    const bool are_items = part_at(above).block.kind == BlockKind::kItem &&
                           part_at(below).block.kind == BlockKind::kItem;
    return are_items ? "\n" : "\n\n";
  }

  Joined kind_;
  const TextRules& rules_;
  Parts ours_, theirs_;
  std::size_t conflicts_ = 0;
};

}  // namespace

MergedText join_text(std::string_view ours, std::string_view theirs, Joined kind,
                     const TextRules& rules) {
  if (ours == theirs) return {std::string(ours), 0, 0};
  return TextJoiner(kind, rules).join(ours, theirs);
}

}  // namespace pyramid::merge
