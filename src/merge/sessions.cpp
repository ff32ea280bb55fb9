// A conversation that two machines took in at different times, or that went on in two places.
#include "base/line_ends.hpp"
#include "base/text.hpp"
#include "format/conversation.hpp"
#include "format/text_parts.hpp"
#include "merge/fields.hpp"
#include "merge/generated.hpp"
#include "merge/text.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace pyramid::merge {

namespace {

using format::Conversation;
using format::Document;
using format::Turn;

std::int64_t number_of(const Document& document, std::string_view key) {
  std::int64_t number = 0;
  const std::string_view text = document.frontmatter.scalar(key).value_or(std::string_view());
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

bool says_the_same(const Turn& a, const Turn& b) {
  return a.speaker == b.speaker && is_same_but_line_ends(a.text, b.text) && a.unkept == b.unkept;
}

// A turn whose words one side took out (`forget`, `keep_transcripts`) is that turn still.
bool is_one_turn(const Turn& a, const Turn& b) {
  const bool one_lost = a.unkept.has_value() != b.unkept.has_value();
  return says_the_same(a, b) || (one_lost && a.speaker == b.speaker && a.at == b.at);
}

std::size_t same_turns(const Conversation& a, const Conversation& b) {
  std::size_t same = 0;
  while (same < a.turns.size() && same < b.turns.size() &&
         is_one_turn(a.turns[same], b.turns[same])) {
    ++same;
  }
  return same;
}

// A body as its turns and what a person may have written around them: above the first one, without
// the title, and behind each.
struct Cut {
  std::string title;  // the line
  std::vector<std::string> turns, around;
};

Cut cut_turns(const Document& document) {
  const std::vector<std::string_view> lines = lines_with_ends(document.body);
  const auto between = [&](std::size_t first, std::size_t end) {
    std::string text;
    for (std::size_t i = first; i < end; ++i) text += lines[i];
    return text;
  };
  Cut cut;
  std::size_t at = !lines.empty() && lines.front().starts_with("# ") ? 1 : 0;
  cut.title = between(0, at);
  for (const format::TurnLines& turn : format::turn_lines(document)) {
    const std::size_t first = turn.first - document.body_line;
    const std::size_t end = turn.last - document.body_line + 1;
    cut.around.push_back(between(at, first));
    cut.turns.push_back(between(first, end));
    at = end;
  }
  cut.around.push_back(between(at, lines.size()));
  return cut;
}

// One state of it.
struct SessionSide {
  const Document* document = nullptr;
  Conversation said;
  Cut cut;
};

Result<SessionSide> read_side(const Document& document, std::string_view path) {
  PYRAMID_ASSIGN(Conversation said, format::read_session(document, path));
  return SessionSide{&document, std::move(said), cut_turns(document)};
}

// The one that says more holds where the two part: the later, then the longer one. What has all
// that the other says is not before it, and the last of its turns need not be the latest. Of two
// that say the same one is before the other, too, on every machine.
bool is_before(const SessionSide& a, const SessionSide& b) {
  const auto last = [](const SessionSide& side) {
    Time latest;
    for (const Turn& turn : side.said.turns) latest = std::max(latest, turn.at);
    return latest;
  };
  if (a.said.updated != b.said.updated) return a.said.updated < b.said.updated;
  if (last(a) != last(b)) return last(a) < last(b);
  if (a.said.turns.size() != b.said.turns.size()) {
    return a.said.turns.size() < b.said.turns.size();
  }
  const auto rank = [](const SessionSide& side) {
    return std::pair(turns_digest(side.said, side.said.turns.size()), side.cut.turns);
  };
  return rank(a) < rank(b);
}

// Words that a person put in the place of a turn's hold, where the other side left the turn alone.
void take_edits(const Conversation* base, const Conversation& other, Conversation& taken) {
  if (base == nullptr) return;
  const std::size_t end = std::min({base->turns.size(), other.turns.size(), taken.turns.size()});
  for (std::size_t i = 0; i < end; ++i) {
    if (says_the_same(base->turns[i], taken.turns[i])) taken.turns[i] = other.turns[i];
  }
}

// Of the first turns, which both sides have, the words stay out that either took out. Whether the
// other did.
bool take_losses(const Conversation& other, std::size_t common, Conversation& taken) {
  bool any = false;
  for (std::size_t i = 0; i < common; ++i) {
    if (!other.turns[i].unkept || taken.turns[i].unkept) continue;
    taken.turns[i] = other.turns[i];
    any = true;
  }
  return any;
}

// Whether one side has lost the words of the user's first turn, after which a conversation is
// called, and the other has not.
bool lost_its_name(const Conversation& one, const Conversation& other, std::size_t common) {
  for (std::size_t i = 0; i < common; ++i) {
    if (one.turns[i].speaker != format::Speaker::kUser) continue;
    return one.turns[i].unkept && !other.turns[i].unkept;
  }
  return false;
}

bool is_plain(const Conversation& said) { return said.title == format::plain_title(said.start); }

// The side whose title holds: the other's may be words that it took out, is the one from before, or
// plain beside one that a person gave since. Without a base a plain one does, as words may have
// been forgotten; else the later one's.
const Conversation& holds_title(const Conversation* base, const Conversation& earlier,
                                const Conversation& later, bool lost, bool lost_there,
                                std::size_t common) {
  if (lost != lost_there) return lost ? earlier : later;
  if (lost_its_name(earlier, later, common)) return earlier;
  if (lost_its_name(later, earlier, common)) return later;
  if (base == nullptr) return is_plain(earlier) ? earlier : later;
  const bool is_named = earlier.title != base->title;
  return later.title == base->title || (is_named && is_plain(later)) ? earlier : later;
}

// Turns behind the common ones that the other side alone has come behind. Whether there were any.
bool take_turns(const Conversation* base, const Conversation& other, std::size_t common,
                Conversation& taken) {
  const auto has = [](const Conversation& all, const Turn& turn) {
    return std::any_of(all.turns.begin(), all.turns.end(),
                       [&](const Turn& one) { return says_the_same(one, turn); });
  };
  bool any = false;
  for (std::size_t i = common; i < other.turns.size(); ++i) {
    const Turn& turn = other.turns[i];
    if (has(taken, turn) || (base != nullptr && has(*base, turn))) continue;
    taken.turns.push_back(turn);
    any = true;
  }
  return any;
}

// Where a turn of one state stands in another: at its own place, also where it was reworded there.
std::size_t place_of(const Conversation& one, std::size_t turn, const Conversation& other) {
  const auto is_it = [&](const Turn& there) { return is_one_turn(one.turns[turn], there); };
  if (turn < other.turns.size() && is_it(other.turns[turn])) return turn;
  const auto found = std::find_if(other.turns.begin(), other.turns.end(), is_it);
  if (found != other.turns.end()) return static_cast<std::size_t>(found - other.turns.begin());
  return std::min(turn, other.turns.size() - 1);
}

// A person's words in one state, by where they stand around the turns of what is merged.
std::vector<std::string> words_around(const SessionSide& side, const Conversation& said) {
  std::vector<std::string> words(said.turns.size() + 1);
  for (std::size_t i = 0; i < side.cut.around.size(); ++i) {
    const bool above = i == 0 || said.turns.empty();
    std::string& there = words[above ? 0 : place_of(side.said, i - 1, said) + 1];
    const std::string_view more = format::trim_lines(side.cut.around[i]);
    if (!there.empty() && !more.empty()) there += "\n\n";
    there += more;
  }
  return words;
}

// What was merged as turns, and the words of both sides around them.
struct Around {
  const SessionSide* base = nullptr;
  const SessionSide &ours, &theirs;  // whose words these are; twice one where only its words count
  const SessionSide& written;
};

std::string title_line(const Around& sides) {
  const auto line = [&](const SessionSide& side) -> const std::string& {
    return side.said.title == sides.written.said.title ? side.cut.title : sides.written.cut.title;
  };
  const std::string &ours = line(sides.ours), &theirs = line(sides.theirs);
  if (sides.base != nullptr && line(*sides.base) == ours) return theirs;
  if (sides.base != nullptr && line(*sides.base) == theirs) return ours;
  return std::max(ours, theirs);
}

std::string body_of(const Around& sides, const std::vector<std::string>& turns,
                    const TextRules& rules, MergedDocument& merged) {
  const Conversation& said = sides.written.said;
  const std::vector<std::string> ours = words_around(sides.ours, said),
                                 theirs = words_around(sides.theirs, said);
  const auto before = sides.base == nullptr ? std::vector<std::string>(ours.size())
                                            : words_around(*sides.base, said);
  std::string body = title_line(sides);
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const MergedText words = sides.base == nullptr
                                 ? join_text(ours[i], theirs[i], Joined::kNote, rules)
                                 : merge_text(before[i], ours[i], theirs[i], rules);
    merged.conflicts += words.conflicts;
    merged.kept_edits += words.kept_edits;
    const std::string_view text = format::trim_lines(words.text);
    if (!body.empty() && !body.ends_with('\n')) body += '\n';
    if (!text.empty()) body.append(body.empty() ? "" : "\n").append(text).append("\n");
    if (i < turns.size()) body.append(body.empty() ? "" : "\n").append(turns[i]);
  }
  return body;
}

}  // namespace

std::optional<MergedDocument> merge_sessions(const Documents& documents) {
  const Result<SessionSide> mine_read = read_side(documents.ours, documents.path);
  const Result<SessionSide> others_read = read_side(documents.theirs, documents.path);
  if (!mine_read || !others_read) return std::nullopt;
  const SessionSide &mine = *mine_read, &others = *others_read;
  std::optional<SessionSide> base;
  if (documents.base != nullptr) {
    if (auto read = read_side(*documents.base, documents.path)) base = *std::move(read);
  }
  const Conversation* before = base ? &base->said : nullptr;
  const std::size_t common = same_turns(mine.said, others.said);
  const bool mine_ends = common == mine.said.turns.size(),
             others_end = common == others.said.turns.size();
  const bool swap = mine_ends != others_end ? mine_ends : is_before(mine, others);
  const SessionSide& later = swap ? others : mine;
  const SessionSide& earlier = swap ? mine : others;
  Conversation said = later.said;
  const bool grown = common == earlier.said.turns.size();
  bool appended = false;
  if (!grown) {
    take_edits(before, earlier.said, said);
    appended = take_turns(before, earlier.said, common, said);
  }
  const bool lost = take_losses(earlier.said, common, said);
  Conversation kept = earlier.said;
  const bool lost_there = take_losses(later.said, common, kept);
  format::Frontmatter ours = documents.ours.frontmatter, theirs = documents.theirs.frontmatter;
  said.title = holds_title(before, earlier.said, later.said, lost, lost_there, common).title;
  for (format::Frontmatter* one : {&ours, &theirs}) one->set("title", said.title);
  MergedDocument merged;
  format::Frontmatter fields =
      merge_fields(documents.base == nullptr ? nullptr : &documents.base->frontmatter, ours, theirs,
                   documents.kind, documents.day, merged.conflicts);
  // What is looked at of turns that both have; those that one put in are looked at again.
  std::int64_t extracted = number_of(*later.document, "extracted");
  if (grown) extracted = std::max(extracted, number_of(*earlier.document, "extracted"));
  if (appended) {
    const auto last = static_cast<std::int64_t>(later.said.turns.size());
    extracted = std::min(extracted, later.said.first - 1 + last);
  }
  Document out = *later.document;
  out.has_frontmatter = true;
  out.frontmatter = std::move(fields);
  const Result<std::string> bytes =
      format::rewrite_session(said, extracted, documents.path, to_bytes(out));
  if (!bytes) return std::nullopt;
  Result<Document> document = format::parse_document(*bytes, documents.path);
  if (!document) return std::nullopt;
  if (document->crlf) document->body = replace_all(document->body, "\r\n", "\n");
  const Result<SessionSide> written = read_side(*document, documents.path);
  if (!written) return std::nullopt;
  merged.frontmatter = document->frontmatter;
  if (const auto id = later.document->frontmatter.scalar("id")) merged.frontmatter.set("id", *id);
  // What the source had, unless the other side's turns or losses are part of it now.
  if (const auto output = later.document->frontmatter.scalar("output");
      output && !appended && !lost) {
    merged.frontmatter.set("output", *output);
  }
  // Where one side took out words of a turn, those that the other has around the turns may be such.
  const bool both_lost = lost && lost_there;
  const SessionSide& one = both_lost ? *written : lost ? earlier : later;
  const SessionSide& other = both_lost ? *written : lost_there ? later : earlier;
  const Around around{base ? &*base : nullptr, one, other, *written};
  merged.body = body_of(around, grown && !lost ? later.cut.turns : written->cut.turns,
                        {documents.day, {}}, merged);
  return merged;
}

}  // namespace pyramid::merge
