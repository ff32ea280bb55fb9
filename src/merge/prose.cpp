#include "merge/prose.hpp"

#include "base/sentence_end.hpp"
#include "base/text.hpp"
#include "format/conflict_note.hpp"
#include "merge/sequence.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace pyramid::merge {

namespace {

using format::ConflictNote;

constexpr std::string_view kBlank = " \t\n";
constexpr std::string_view kParted = "\n\n";

std::optional<ConflictNote> note_in(std::string_view block) {
  if (!format::may_hold_note(block)) return std::nullopt;
  return format::parse_conflict_note(block);
}

// Whether a sentence, or a line that is broken on purpose, ends before the blank at `at`.
bool ends_at(std::string_view text, std::size_t at) {
  const bool broken = text[at] == '\n' && text.substr(0, at).ends_with('\\');
  return broken || sentence_ends(text, at);
}

// A paragraph in pieces, and what stands behind each of them.
struct Prose {
  std::vector<std::string> items, gaps;
};

void cut_paragraph(std::string_view text, Prose& prose) {
  std::size_t begin = 0;
  for (std::size_t at = text.find_first_of(kBlank); at != std::string_view::npos;
       at = text.find_first_of(kBlank, at)) {
    const std::size_t next = std::min(text.find_first_not_of(kBlank, at), text.size());
    const bool hard_break = text.substr(at, next - at).starts_with("  \n");
    if (next < text.size() && (hard_break || ends_at(text, at))) {
      prose.items.emplace_back(text.substr(begin, at - begin));
      prose.gaps.emplace_back(text.substr(at, next - at));
      begin = next;
    }
    at = next;
  }
  prose.items.emplace_back(text.substr(begin));
  prose.gaps.emplace_back();
}

Prose cut_prose(std::string_view text) {
  Prose prose;
  for (const Block& block : cut_blocks(text)) {
    if (note_in(block.text)) {
      prose.items.push_back(block.text);
      prose.gaps.emplace_back();
    } else {
      cut_paragraph(block.text, prose);
    }
  }
  return prose;
}

bool is_sentences(std::string_view text) {
  static constexpr std::string_view kOther = "|<>$% \t";  // what no line of prose begins with
  for (const std::string_view line : split(text, '\n')) {
    if (line.empty() || kOther.find(line.front()) != std::string_view::npos) return false;
  }
  return true;
}

// What stands between two pieces of the outcome that follow each other on a side too.
std::string merge_gaps(const std::string& base, const std::string& ours,
                       const std::string& theirs) {
  if (ours.empty() || theirs.empty()) return std::max(ours, theirs);
  if (ours == theirs || theirs == base) return ours;
  return ours == base ? theirs : std::max(ours, theirs);
}

struct Piece {
  std::string text, gap;
};

class ProseMerger {
 public:
  ProseMerger(std::string_view base, std::string_view ours, std::string_view theirs)
      : base_(cut_prose(base)), ours_(cut_prose(ours)), theirs_(cut_prose(theirs)) {
    const auto always = [](const std::string&, const std::string&) { return true; };
    all_ = merge_items(base_.items, ours_.items, theirs_.items, {shares_words, always});
  }

  [[nodiscard]] std::optional<std::string> merge(const Settle& settle) const {
    const bool some_stands = std::any_of(all_.begin(), all_.end(), [&](const Origin& origin) {
      const auto text = undisputed(origin);
      return text && !note_in(*text);
    });
    if (!some_stands) return std::nullopt;
    std::vector<Piece> pieces;
    for (const Origin& origin : all_) {
      auto text = undisputed(origin);
      if (!text) {
        text = settle(base_.items[*origin.base], ours_.items[*origin.ours],
                      theirs_.items[*origin.theirs]);
      }
      pieces.push_back({*std::move(text), gap_of(origin)});
    }
    const bool plain = std::all_of(pieces.begin(), pieces.end(), [](const Piece& piece) {
      return note_in(piece.text) || kind_of_block(piece.text) == BlockKind::kParagraph;
    });
    if (!plain) return std::nullopt;  // a sentence would be read as an item, once it begins a line
    return put_together(std::move(pieces));
  }

 private:
  static const std::string& at(const std::vector<std::string>& side,
                               const std::optional<std::size_t>& place) {
    static const std::string kNone;
    return place ? side[*place] : kNone;
  }

  // nullopt: both made something else of it.
  [[nodiscard]] std::optional<std::string> undisputed(const Origin& origin) const {
    const std::string& mine = at(ours_.items, origin.ours);
    const std::string& others = at(theirs_.items, origin.theirs);
    if (!origin.theirs || mine == others) return mine;
    if (!origin.ours) return others;
    const std::string& before = at(base_.items, origin.base);
    if (others == before) return mine;
    if (mine == before) return others;
    return std::nullopt;
  }

  [[nodiscard]] std::string gap_of(const Origin& origin) const {
    std::string gap = merge_gaps(at(base_.gaps, origin.base), at(ours_.gaps, origin.ours),
                                 at(theirs_.gaps, origin.theirs));
    return gap.empty() ? " " : gap;
  }

  // Each note says what stands beside it.
  static std::string put_together(std::vector<Piece> pieces) {
    std::string out;
    bool note_above = false;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      auto note = note_in(pieces[i].text);
      if (i > 0) out += note || note_above ? kParted : std::string_view(pieces[i - 1].gap);
      note_above = note.has_value();
      if (note) {
        note->ends_above = i > 0;
        note->begins_below = i + 1 < pieces.size();
        pieces[i].text = format::to_text(*note);
      }
      out += pieces[i].text;
    }
    return out;
  }

  Prose base_, ours_, theirs_;
  std::vector<Origin> all_;
};

}  // namespace

std::vector<Block> join_at_notes(std::vector<Block> blocks) {
  std::vector<Block> joined;
  bool goes_on = false;  // the last one, with the next
  for (Block& block : blocks) {
    const auto note = note_in(block.text);
    const bool fits = note || (block.kind == BlockKind::kParagraph && is_sentences(block.text));
    const bool above = !joined.empty() && joined.back().kind == BlockKind::kParagraph &&
                       is_prose(joined.back().text);
    if (fits && !joined.empty() && (goes_on || (note && note->ends_above && above))) {
      joined.back().text += joined.back().gap + block.text;
      joined.back().gap = std::move(block.gap);
      joined.back().kind = BlockKind::kParagraph;
    } else {
      joined.push_back(std::move(block));
    }
    goes_on = note && note->begins_below;
  }
  return joined;
}

bool is_prose(std::string_view block) {
  const std::vector<Block> parts = cut_blocks(block);
  return !parts.empty() && std::all_of(parts.begin(), parts.end(), [](const Block& part) {
    return note_in(part.text) || (part.kind == BlockKind::kParagraph && is_sentences(part.text));
  });
}

std::optional<std::string> merge_prose(const std::string& base, const std::string& ours,
                                       const std::string& theirs, const Settle& settle) {
  return ProseMerger(base, ours, theirs).merge(settle);
}

}  // namespace pyramid::merge
