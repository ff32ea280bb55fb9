#include "ops/intake/follow_session.hpp"

#include "ops/nodes/transcripts.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace pyramid::ops {

using format::Conversation;
using format::Node;
using format::Turn;

namespace {

std::size_t common_turns(const Conversation& a, const Conversation& b) {
  const std::size_t most = std::min(a.turns.size(), b.turns.size());
  std::size_t count = 0;
  while (count < most && is_same(a.turns[count], b.turns[count])) ++count;
  return count;
}

Time newest(const Conversation& conversation) {
  Time last = conversation.start;
  for (const Turn& turn : conversation.turns) last = std::max(last, turn.at);
  return last;
}

// Whether the source says of the turns that are held what it said when they came in.
bool stands_still(const std::vector<HeldPart>& parts, const Conversation& source) {
  return std::all_of(parts.begin(), parts.end(), [&](const HeldPart& part) {
    return part.output && part.in_place && part.end <= source.turns.size() &&
           format::turns_digest(source, part.begin, part.end) == *part.output;
  });
}

// Whether the files say, by their nodes alone, that they hold this very conversation.
bool is_all_held(const std::vector<Node>& parts, const Conversation& source) {
  std::size_t begin = 0;
  for (const Node& part : parts) {
    const auto end = static_cast<std::size_t>(part.turns);
    const bool fits = part.output && begin <= end && end <= source.turns.size();
    if (!fits || format::turns_digest(source, begin, end) != *part.output) return false;
    begin = end;
  }
  return begin == source.turns.size();
}

// Whether nobody touched the files since they were written.
bool is_as_imported(const Compared& compared) {
  return std::all_of(compared.parts.begin(), compared.parts.end(), [&](const HeldPart& part) {
    return part.output &&
           format::turns_digest(compared.conversation, part.begin, part.end) == *part.output;
  });
}

// Whether the source's state came before the held one, by what the source says itself.
bool is_older(const Conversation& source, const Conversation& held) {
  return source.updated != Time{} && source.updated < held.updated &&
         newest(source) <= held.updated;
}

// Whether the source ends within what is held: at a turn, or in the middle of one.
bool is_beginning(const Compared& compared, const Conversation& clean, const Conversation& source) {
  const std::size_t common = compared.common;
  if (common == source.turns.size()) return true;
  if (common + 1 != source.turns.size() || common == clean.turns.size()) return false;
  const Turn& held = clean.turns[common];
  const Turn& last = source.turns[common];
  return held.speaker == last.speaker && !held.unkept && held.text.starts_with(last.text);
}

Held held_as(const Compared& compared, const Conversation& clean, const Conversation& source) {
  const std::size_t turns = clean.turns.size();
  if (is_older(source, clean)) return Held::kUnchanged;
  // A turn that a person took out or put in leaves no place to go on from.
  if (compared.common == turns || stands_still(compared.parts, source)) {
    return source.turns.size() > turns ? Held::kGrown : Held::kUnchanged;
  }
  // Whoever is named as the person now, other turns are theirs, and others' may be left out.
  const bool is_anothers =
      !source.user.empty() && source.user != clean.user && compared.common < source.turns.size();
  // Newer turns that are missing were deleted, or stand in a branch that was left, only if the
  // source has changed since they came in; else it is an older copy, or one that was cut off.
  const bool is_later = clean.updated != Time{} && clean.updated < source.updated;
  const bool is_cut = is_beginning(compared, clean, source);
  if (!is_later && !is_anothers && (is_cut || newest(source) < newest(clean))) {
    return Held::kUnchanged;
  }
  return is_as_imported(compared) ? Held::kChanged : Held::kLeft;
}

}  // namespace

Result<Compared> compare(const WorkingSet& memory, const Node& session,
                         const Conversation& source) {
  Compared compared;
  if (is_all_held(parts_of(memory, session), source)) return compared;
  PYRAMID_ASSIGN(HeldSession held, read_held(memory, session));
  compared.parts = std::move(held.parts);
  compared.conversation = std::move(held.conversation);
  // What came in before secrets were looked for, or were looked for better, is redacted now.
  Conversation clean =
      redact(compared.conversation, secrets_policy(memory.settings())).conversation;
  const Conversation form = in_form_of(clean, source);
  compared.common = common_turns(clean, form);
  compared.held = held_as(compared, clean, form);
  compared.edited =
      compared.held == Held::kGrown && compared.common < compared.conversation.turns.size();
  compared.conversation = std::move(clean);
  return compared;
}

Followed follow(const Compared& compared, const Conversation& source) {
  const Conversation& held = compared.conversation;
  const bool is_changed = compared.held == Held::kChanged;
  Followed followed{source, is_changed ? compared.common : held.turns.size()};
  followed.conversation.title = held.title;
  followed.conversation.start = held.start;
  followed.conversation.replaced = held.replaced;
  if (is_changed) {
    followed.conversation.replaced.push_back(static_cast<std::int64_t>(compared.common) + 1);
  }
  for (std::size_t i = 0; i < followed.stay; ++i) {
    const Turn& turn = held.turns[i];
    if (compared.edited) {
      followed.conversation.turns[i] = turn;
    } else {
      followed.conversation.turns[i].text = turn.text;
      followed.conversation.turns[i].unkept = turn.unkept;
    }
  }
  return followed;
}

void TakenBack::note(const std::string& path) {
  const Result<std::string> bytes = run_.memory.bytes(path);
  if (!bytes) return;  // gone or broken meanwhile: the next scan says so
  const Result<Node> node = format::read_node(*bytes, path);
  if (!node) return;
  std::vector<std::string> sessions;
  for (const format::Edge& edge : node->edges) {
    if (edge.link.fragment.starts_with("^t")) sessions.push_back(edge.path);
  }
  std::sort(sessions.begin(), sessions.end());
  sessions.erase(std::unique(sessions.begin(), sessions.end()), sessions.end());
  for (std::string& session : sessions) observations_.emplace(std::move(session), path);
  if (!node->superseded_by.is_zero()) corrected_.emplace(node->superseded_by, path);
}

void TakenBack::load() {
  if (std::exchange(loaded_, true)) return;
  std::vector<std::string> paths;
  run_.memory.each(format::Kind::kObservation,
                   [&](const Ulid&, std::string_view path) { paths.emplace_back(path); });
  for (const std::string& path : paths) note(path);
}

Status TakenBack::reinstate(const Ulid& gone) {
  const auto [first, last] = corrected_.equal_range(gone);
  for (auto it = first; it != last; ++it) {
    if (!run_.memory.is_at(it->second)) continue;
    PYRAMID_ASSIGN(const std::string bytes, run_.memory.bytes(it->second));
    PYRAMID_ASSIGN(const Node now, format::read_node(bytes, it->second));
    if (now.superseded_by != gone) continue;  // its own turn went as well
    PYRAMID_ASSIGN(std::string changed, format::reinstated(bytes, it->second));
    run_.report.steps.push_back({"reinstate", it->second, "what corrected it is gone"});
    run_.gone.note_reinstated(now.id);
    run_.said.add(now.id, std::make_shared<const engine::Said>(engine::read_said(
                              now.text, run_.memory.zone().local(now.at, now.offset))));
    PYRAMID_TRY(run_.memory.put(it->second, std::move(changed), digest_of(bytes)));
  }
  corrected_.erase(first, last);
  return {};
}

Status TakenBack::turns_behind(std::size_t last, const std::string& session,
                               const Conversation& held) {
  load();
  std::vector<std::string> times;
  for (std::size_t i = last; i < held.turns.size(); ++i) {
    times.push_back(format_time(held.turns[i].at));
  }
  const auto [first, end] = observations_.equal_range(session);
  for (auto it = first; it != end; ++it) {
    const std::string& path = it->second;
    if (!run_.memory.is_at(path)) continue;  // counted on an earlier one since
    PYRAMID_ASSIGN(const std::string bytes, run_.memory.bytes(path));
    PYRAMID_ASSIGN(std::optional<format::Unsaid> changed,
                   format::unsaid(bytes, path, session, static_cast<std::int64_t>(last), times));
    if (!changed || changed->bytes == bytes) continue;
    PYRAMID_ASSIGN(const Node before, format::read_node(bytes, path));
    PYRAMID_TRY(run_.memory.put(path, std::move(changed->bytes), digest_of(bytes)));
    if (!changed->out_of_use) continue;
    if (before.status.empty()) {
      ++run_.report.observations_superseded;
      run_.report.steps.push_back({"supersede", path, "its turn changed at the source"});
    }
    run_.gone.add(session, before, {before.id, path, times, before.status.empty()});
    PYRAMID_TRY(reinstate(before.id));
  }
  return {};
}

}  // namespace pyramid::ops
