#include "ops/follow_session.hpp"

#include "ops/transcripts.hpp"

#include <algorithm>
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

// Whether the first turns of the source are those that came in when the file was written.
bool stands_still(const Node& session, const Conversation& source) {
  const auto count = static_cast<std::size_t>(session.turns);
  return session.output && count <= source.turns.size() &&
         format::turns_digest(source, count) == *session.output;
}

Held held_as(const Node& session, const Compared& compared, const Conversation& clean,
             const Conversation& source) {
  const std::size_t turns = clean.turns.size();
  // A turn that a person took out or put in leaves no place to go on from.
  const bool in_place = session.turns == static_cast<std::int64_t>(turns);
  if (compared.common == turns || (in_place && stands_still(session, source))) {
    return source.turns.size() > turns ? Held::kGrown : Held::kUnchanged;
  }
  if (compared.common == source.turns.size() || newest(source) < newest(clean)) {
    return Held::kUnchanged;
  }
  const Conversation& as_read = compared.conversation;
  const bool as_imported =
      session.output && format::turns_digest(as_read, as_read.turns.size()) == *session.output;
  return as_imported ? Held::kChanged : Held::kLeft;
}

}  // namespace

Result<Compared> compare(const WorkingSet& memory, const Node& session,
                         const Conversation& source) {
  Compared compared;
  const bool as_long = session.turns == static_cast<std::int64_t>(source.turns.size());
  if (as_long && stands_still(session, source)) return compared;
  PYRAMID_ASSIGN(compared.bytes, memory.bytes(session.path));
  PYRAMID_ASSIGN(const format::Document document,
                 format::parse_document(compared.bytes, session.path));
  PYRAMID_ASSIGN(compared.conversation, format::read_session(document, session.path));
  // What came in before secrets were looked for, or were looked for better, is redacted now.
  Conversation clean =
      redact(compared.conversation, secrets_policy(memory.settings())).conversation;
  const Conversation form = in_form_of(clean, source);
  compared.common = common_turns(clean, form);
  compared.held = held_as(session, compared, clean, form);
  compared.edited =
      compared.held == Held::kGrown && compared.common < compared.conversation.turns.size();
  compared.conversation = std::move(clean);
  return compared;
}

Followed follow(const Compared& compared, const Node& session, const Conversation& source) {
  const Conversation& held = compared.conversation;
  Followed followed{source, session.extracted, held.turns.size()};
  followed.conversation.title = held.title;
  followed.conversation.start = held.start;
  followed.conversation.replaced = held.replaced;
  if (compared.held == Held::kChanged) {
    const auto common = static_cast<std::int64_t>(compared.common);
    followed.conversation.replaced.push_back(common + 1);
    followed.extracted = std::min(session.extracted, common);
    followed.stay = compared.common;
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
    PYRAMID_ASSIGN(const std::string bytes, run_.memory.bytes(it->second));
    PYRAMID_ASSIGN(const Node now, format::read_node(bytes, it->second));
    if (now.superseded_by != gone) continue;  // its own turn went as well
    PYRAMID_ASSIGN(std::string changed, format::reinstated(bytes, it->second));
    run_.report.steps.push_back({"reinstate", it->second, "what corrected it is gone"});
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
    PYRAMID_TRY(reinstate(before.id));
  }
  return {};
}

}  // namespace pyramid::ops
