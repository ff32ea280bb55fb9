// A conversation that two machines took in at different times, or that went on in two places.
#include "base/line_ends.hpp"
#include "base/text.hpp"
#include "format/conversation.hpp"
#include "merge/fields.hpp"
#include "merge/generated.hpp"

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

// One side of the merge.
struct SessionSide {
  const Document* document = nullptr;
  Conversation said;
};

// The one that says more holds where the two part: the later, then the longer one. What has all
// that the other says is not before it, and the last of its turns need not be the latest.
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
  return turns_digest(a.said, a.said.turns.size()) < turns_digest(b.said, b.said.turns.size());
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

}  // namespace

std::optional<MergedDocument> merge_sessions(const Documents& documents) {
  SessionSide mine{&documents.ours, {}}, others{&documents.theirs, {}};
  for (SessionSide* side : {&mine, &others}) {
    Result<Conversation> said = format::read_session(*side->document, documents.path);
    if (!said) return std::nullopt;
    side->said = *std::move(said);
  }
  std::optional<Conversation> base;
  if (documents.base != nullptr) {
    if (auto said = format::read_session(*documents.base, documents.path)) {
      base = *std::move(said);
    }
  }
  const Conversation* before = base ? &*base : nullptr;
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
  Result<Document> written = format::parse_document(*bytes, documents.path);
  if (!written) return std::nullopt;
  merged.frontmatter = std::move(written->frontmatter);
  if (const auto id = later.document->frontmatter.scalar("id")) merged.frontmatter.set("id", *id);
  // What the source had, unless the other side's turns or losses are part of it now.
  if (const auto output = later.document->frontmatter.scalar("output");
      output && !appended && !lost) {
    merged.frontmatter.set("output", *output);
  }
  const bool as_later = grown && !lost && said.title == later.said.title;
  merged.body = as_later ? later.document->body : written->body;
  return merged;
}

}  // namespace pyramid::merge
