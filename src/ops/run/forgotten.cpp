#include "ops/run/forgotten.hpp"

#include "base/digest.hpp"
#include "base/path.hpp"
#include "format/successor.hpp"
#include "format/task.hpp"
#include "ops/nodes/held_session.hpp"
#include "ops/nodes/name_tails.hpp"
#include "ops/nodes/session_titles.hpp"
#include "ops/nodes/transcripts.hpp"
#include "ops/run/forgotten_titles.hpp"
#include "ops/run/linking.hpp"
#include "ops/run/run.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace pyramid::ops {

namespace {

using format::Conversation;
using format::Node;

constexpr const char* kForgottenStep = "forget";

// Facts that were first said in one of these sessions, with the turn.
struct Noted {
  Ulid fact;
  std::string session;  // its id, or the end of its file's name
  std::int64_t turn = 0;
};

class Notes {
 public:
  explicit Notes(const Run& run) : run_(run) {}

  void add(const Ulid& session) {
    tails_[short_id(session)] = to_string(session);
    const std::string path = run_.memory.path_of(session);
    if (!path.empty()) places_[path] = to_string(session);
  }
  void add_late(const std::string& tail) { tails_.emplace(tail, tail); }

  Result<std::vector<Noted>> find() const {
    std::vector<Noted> noted;
    if (tails_.empty()) return noted;
    const auto is_meant = [&](std::string_view target) { return meant(target) != nullptr; };
    PYRAMID_TRY(each_observation_linking(run_, is_meant, [&](const Node& fact) {
      if (!fact.from) return;
      const std::string* session = meant(named_by(*fact.from));
      const std::int64_t turn = format::turn_number(fact.from->link.fragment);
      if (session != nullptr && turn > 0) noted.push_back({fact.id, *session, turn});
    }));
    return noted;
  }

 private:
  // What came from elsewhere may link it by a name that it has no more.
  [[nodiscard]] const std::string* meant(std::string_view target) const {
    if (const auto place = places_.find(target); place != places_.end()) return &place->second;
    if (run_.memory.is_at(target)) return nullptr;
    const auto named = tails_.find(tail_in(target));
    return named == tails_.end() ? nullptr : &named->second;
  }

  const Run& run_;
  std::map<std::string, std::string, std::less<>> places_, tails_;
};

// Sessions that have come, whose turns were forgotten before: by their ids too. What is new by
// that.
Forgotten add_come(const WorkingSet& memory, Forgotten& forgotten) {
  Forgotten come;
  if (forgotten.late.empty()) return come;
  memory.each(format::Kind::kSession, [&](const Ulid& id, std::string_view) {
    const auto late = forgotten.late.find(short_id(id));
    if (late == forgotten.late.end()) return;
    for (const std::int64_t turn : late->second.turns) {
      if (forgotten.turns[id].insert(turn).second) come.turns[id].insert(turn);
    }
    for (const auto& [turn, facts] : late->second.but) {
      forgotten.but[id][turn].insert(facts.begin(), facts.end());
    }
  });
  return come;
}

// What came later from a turn that was forgotten with all that was noted from it.
Status add_late_notes(const Run& run, Forgotten& forgotten) {
  Notes notes(run);
  for (const auto& [session, turns] : forgotten.but) notes.add(session);
  for (const auto& [tail, late] : forgotten.late) notes.add_late(tail);
  PYRAMID_ASSIGN(const std::vector<Noted> noted, notes.find());
  for (const Noted& one : noted) {
    const std::optional<Ulid> id = parse_ulid(one.session);
    const auto& turns = id ? forgotten.turns[*id] : forgotten.late[one.session].turns;
    const auto& but = id ? forgotten.but[*id] : forgotten.late[one.session].but;
    const auto stay = but.find(one.turn);
    const bool goes =
        turns.contains(one.turn) && stay != but.end() && !stay->second.contains(one.fact);
    if (goes) forgotten.nodes.insert(one.fact);
  }
  return {};
}

// What came later from a conversation that was forgotten as a whole, and was said nowhere else.
Status add_notes_of_sessions(const Run& run, Forgotten& forgotten) {
  const WorkingSet& memory = run.memory;
  if (forgotten.nodes.empty()) return {};
  const auto is_gone = leads_to_any(memory, forgotten.nodes);
  std::set<Ulid> late;
  PYRAMID_TRY(each_observation_linking(run, is_gone, [&](const Node& stub) {
    const Result<Node> fact = memory.read(stub);
    if (!fact) return;  // the scan names it
    bool here = false, elsewhere = false;
    for (const format::Edge& edge : fact->edges) {
      if (format::turn_number(edge.link.fragment) == 0) continue;
      (is_gone(named_by(edge)) ? here : elsewhere) = true;
    }
    if (here && !elsewhere) late.insert(fact->id);
  }));
  forgotten.nodes.merge(late);
  return {};
}

// The links of a part to those beside it, which are written and not read.
void link_parts(const WorkingSet& memory, const Node& head, const std::string& path,
                Conversation& part) {
  const std::vector<Node> parts = parts_of(memory, head);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].path != path) continue;
    const std::string_view folder = path::directory(path);
    if (i > 0) part.previous = path::relative(folder, parts[i - 1].path);
    if (i + 1 < parts.size()) part.next = path::relative(folder, parts[i + 1].path);
  }
}

// What stands for the words is what an import compares with, so that the source brings none back.
Result<std::size_t> drop_turns(WorkingSet& memory, const Ulid& session,
                               const std::set<std::int64_t>& turns) {
  const Node* found = memory.find(session);
  if (found == nullptr || found->kind != format::Kind::kSession) return std::size_t{0};
  const Node file = *found;
  std::string path = file.path;
  std::string bytes;
  PYRAMID_ASSIGN(Conversation part, read_part(memory, path, bytes));
  const Conversation said_then = part;
  const Node* first = memory.at(workspace::conversation_path(path));
  const Node head = first == nullptr ? file : *first;
  std::optional<Conversation> whole;
  std::size_t dropped = 0;
  for (const std::int64_t turn : turns) {
    const std::int64_t place = turn - part.first;
    if (place < 0 || place >= static_cast<std::int64_t>(part.turns.size())) continue;
    format::Turn& said = part.turns[static_cast<std::size_t>(place)];
    if (said.text.empty()) continue;
    if (!whole) {
      PYRAMID_ASSIGN(const HeldSession held, read_held(memory, head));
      whole = held.conversation;
      drop_words(*whole, 0, held.conversation);
    }
    const auto number = static_cast<std::size_t>(turn - 1);
    const Digest unknown = digest_of(path);
    said.unkept = number < whole->turns.size() ? whole->turns[number].unkept : unknown;
    said.text.clear();
    ++dropped;
  }
  if (dropped == 0) return dropped;
  link_parts(memory, head, path, part);
  PYRAMID_TRY(retitle_if_lost(memory, file, said_then, part, path));
  PYRAMID_ASSIGN(std::string rewritten, format::rewrite_session(part, file.extracted, path, bytes));
  PYRAMID_TRY(memory.put(path, std::move(rewritten),
                         path == file.path ? std::optional(digest_of(bytes)) : std::nullopt));
  return dropped;
}

// One that was forgotten gives way to the other. Whether there was one.
Result<bool> drop_title(WorkingSet& memory, const Ulid& session, const Forgotten& forgotten) {
  const Node* found = memory.find(session);
  if (found == nullptr || found->kind != format::Kind::kSession) return false;
  PYRAMID_ASSIGN(const std::vector<std::string> titles, titles_of(memory, *found));
  const auto is_lost = [&](const std::string& title) { return forgotten.is_title(session, title); };
  if (std::none_of(titles.begin(), titles.end(), is_lost)) return false;
  const auto stays = std::find_if_not(titles.begin(), titles.end(), is_lost);
  const std::string plain = format::plain_title(found->at);
  PYRAMID_TRY(retitle(memory, session, stays == titles.end() ? plain : *stays));
  return true;
}

}  // namespace

Status bury_notes_of_turns(Run& run, const Forgotten& forgotten) {
  PYRAMID_ASSIGN(const Forgotten buried, read_forgotten(run.services.files, run.opened.workspace));
  Notes notes(run);
  for (const auto& [session, turns] : forgotten.turns) notes.add(session);
  for (const auto& [tail, late] : forgotten.late) notes.add_late(tail);
  PYRAMID_ASSIGN(const std::vector<Noted> noted, notes.find());
  const auto staying = [&](const std::string& session, std::int64_t turn) {
    std::set<Ulid> stay;
    for (const Noted& one : noted) {
      const bool stays = one.session == session && one.turn == turn &&
                         !forgotten.nodes.contains(one.fact) && !buried.nodes.contains(one.fact);
      if (stays) stay.insert(one.fact);
    }
    return stay;
  };
  for (const auto& [session, turns] : forgotten.turns) {
    const auto told = buried.but.find(session);
    for (const std::int64_t turn : turns) {
      if (told != buried.but.end() && told->second.contains(turn)) continue;
      PYRAMID_TRY(bury_notes_of_turn(run.memory, tombstone_path(session, turn),
                                     staying(to_string(session), turn)));
    }
  }
  for (const auto& [tail, late] : forgotten.late) {
    const auto told = buried.late.find(tail);
    for (const std::int64_t turn : late.turns) {
      if (told != buried.late.end() && told->second.but.contains(turn)) continue;
      PYRAMID_TRY(
          bury_notes_of_turn(run.memory, late_tombstone_path(tail, turn), staying(tail, turn)));
    }
  }
  return {};
}

Result<std::size_t> take_out(WorkingSet& memory, const Forgotten& forgotten) {
  std::size_t count = 0;
  for (const Ulid& id : forgotten.nodes) {
    if (memory.path_of(id).empty()) continue;
    PYRAMID_TRY(memory.remove_with_copies(id));
    ++count;
  }
  for (const auto& [session, turns] : forgotten.turns) {
    PYRAMID_ASSIGN(const std::size_t dropped, drop_turns(memory, session, turns));
    count += dropped;
  }
  for (const auto& [session, marks] : forgotten.titles) {
    PYRAMID_ASSIGN(const bool dropped, drop_title(memory, session, forgotten));
    if (dropped) ++count;
  }
  return count;
}

Result<std::size_t> unlink_from(Run& run, const std::set<Ulid>& gone) {
  const auto is_gone = leads_to_any(run.memory, gone);
  PYRAMID_ASSIGN(const auto links, run.opened.index->task_links());
  std::set<std::string> paths;
  for (const index::Index::TaskLink& link : links) {
    if (is_gone(link.to) && run.memory.is_at(link.from)) paths.insert(link.from);
  }
  std::size_t count = 0;
  for (const std::string& path : paths) {
    PYRAMID_ASSIGN(const std::string bytes, run.memory.bytes(path));
    PYRAMID_ASSIGN(std::string without, format::without_links_to(bytes, path, is_gone));
    if (without == bytes) continue;
    PYRAMID_TRY(run.memory.put(path, std::move(without), digest_of(bytes)));
    ++count;
  }
  paths.clear();
  PYRAMID_TRY(
      each_observation_linking(run, is_gone, [&](const Node& fact) { paths.insert(fact.path); }));
  for (const std::string& path : paths) {  // what it says was replaced by has words in its name
    PYRAMID_ASSIGN(const std::string bytes, run.memory.bytes(path));
    PYRAMID_ASSIGN(const Node fact, format::read_node(bytes, path));
    if (gone.contains(fact.id) || !fact.successor || !is_gone(named_by(*fact.successor))) continue;
    PYRAMID_ASSIGN(std::string without, format::with_successor_at(bytes, path, {}));
    if (without == bytes) continue;
    PYRAMID_TRY(run.memory.put(path, std::move(without), digest_of(bytes)));
    ++count;
  }
  return count;
}

namespace {

// A pull, a copy or an edit may have brought it; words that nobody would look for again.
void tell_taken_out(const WorkingSet& memory, const Forgotten& forgotten,
                    std::vector<SyncStep>& steps) {
  for (const Ulid& id : forgotten.nodes) {
    const std::string path = memory.path_of(id);
    if (path.empty()) continue;
    steps.push_back({kForgottenStep, path,
                     "was forgotten, so it is gone, with what was changed in it since; " +
                         how_to_have_back(id)});
  }
}

}  // namespace

Status apply_forgotten(Run& run) {
  PYRAMID_ASSIGN(Forgotten forgotten, read_forgotten(run.services.files, run.opened.workspace));
  if (forgotten.empty()) return {};
  const std::set<Ulid> buried = forgotten.nodes;
  const Forgotten come = add_come(run.memory, forgotten);
  PYRAMID_TRY(add_late_notes(run, forgotten));
  PYRAMID_TRY(add_notes_of_sessions(run, forgotten));
  if (forgotten.nodes != buried || !come.empty()) PYRAMID_TRY(bury(run.memory, forgotten));
  PYRAMID_ASSIGN(const std::size_t renamed, rename_told_from(run, forgotten));
  PYRAMID_ASSIGN(const std::size_t unlinked, unlink_from(run, forgotten.nodes));
  const std::size_t before = run.report.steps.size();
  tell_taken_out(run.memory, forgotten, run.report.steps);
  PYRAMID_ASSIGN(std::size_t count, take_out(run.memory, forgotten));
  PYRAMID_ASSIGN(const std::size_t retitled, retitle_strangers(run, forgotten));
  PYRAMID_ASSIGN(const std::size_t unnamed, rename_untitled(run, forgotten));
  PYRAMID_ASSIGN(const std::size_t untitled, untitle_links_to_absent(run, forgotten));
  count += retitled + unnamed + untitled;
  if (count + renamed + unlinked == 0) return {};
  if (count > 0 && run.report.steps.size() == before) {
    run.report.steps.push_back({kForgottenStep, std::string(kForgottenFolder) + "/",
                                "words of a conversation that were forgotten had come back"});
  }
  return run.memory.flush();
}

}  // namespace pyramid::ops
