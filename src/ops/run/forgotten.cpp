#include "ops/run/forgotten.hpp"

#include "base/digest.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "ingest/turn_text.hpp"
#include "ops/nodes/held_session.hpp"
#include "ops/nodes/name_tails.hpp"
#include "ops/nodes/summary_names.hpp"
#include "ops/nodes/transcripts.hpp"
#include "ops/run/run.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <charconv>
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
constexpr std::string_view kTurn = "-t", kAll = "-all", kBut = "-but-",
                           kOf = "-of-";          // parts of names
constexpr std::string_view kTurnFragment = "^t";  // of a link
constexpr std::string_view kForgottenBytes = "forgotten\n";
constexpr std::string_view kLate = "late-";
constexpr std::size_t kIdLength = 26, kTailLength = 6;

// By the id of a session, or the end of its file's name, and the turn: what is said of the facts of
// the turn, those that stay by how many the file says that they are.
using TurnMarks =
    std::map<std::pair<std::string, std::int64_t>, std::map<std::size_t, std::set<Ulid>>>;

// What stands behind the session in the name of a tombstone of a turn.
void note_turn(const std::string& session, std::string_view rest, Forgotten& forgotten,
               TurnMarks& marks) {
  if (!rest.starts_with(kTurn)) return;
  std::int64_t turn = 0;
  const std::string_view digits = rest.substr(kTurn.size());
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), turn);
  if (error != std::errc() || turn <= 0) return;
  const std::string_view more = digits.substr(static_cast<std::size_t>(end - digits.data()));
  if (more.empty()) {
    const std::optional<Ulid> id = parse_ulid(session);
    (id ? forgotten.turns[*id] : forgotten.late[session].turns).insert(turn);
  }
  if (more == kAll) marks[{session, turn}][0];
  if (!more.starts_with(kBut)) return;
  const std::string_view fact = more.substr(kBut.size()).substr(0, kIdLength);
  const std::string_view count = more.substr(std::min(kBut.size() + kIdLength, more.size()));
  std::size_t of = 0;
  if (count.starts_with(kOf)) {
    std::from_chars(count.data() + kOf.size(), count.data() + count.size(), of);
  }
  const std::optional<Ulid> stays = parse_ulid(fact);
  if (stays && of > 0) marks[{session, turn}][of].insert(*stays);
}

// What the name of a tombstone says.
void note(std::string_view name, Forgotten& forgotten, TurnMarks& marks) {
  if (name.starts_with(kLate)) {
    name.remove_prefix(kLate.size());
    if (name.size() < kTailLength) return;
    return note_turn(std::string(name.substr(0, kTailLength)), name.substr(kTailLength), forgotten,
                     marks);
  }
  const std::optional<Ulid> id = parse_ulid(name.substr(0, kIdLength));
  if (!id) return;
  const std::string_view rest = name.substr(kIdLength);
  if (rest.empty()) forgotten.nodes.insert(*id);
  note_turn(to_string(*id), rest, forgotten, marks);
}

// Files come one by one: as long as some of them are lacking, nothing was said of the turn.
void add_whole(const TurnMarks& marks, Forgotten& forgotten) {
  for (const auto& [turn, by_count] : marks) {
    const bool whole = std::all_of(by_count.begin(), by_count.end(),
                                   [](const auto& one) { return one.second.size() >= one.first; });
    if (!whole) continue;
    const std::optional<Ulid> id = parse_ulid(turn.first);
    auto& turns = id ? forgotten.but[*id] : forgotten.late[turn.first].but;
    std::set<Ulid>& stay = turns[turn.second];
    for (const auto& [count, facts] : by_count) stay.insert(facts.begin(), facts.end());
  }
}

// The nodes of a kind of which a link leads to what is wanted; each is good during its call alone.
Status each_linking(const Run& run, format::Kind kind,
                    const std::function<bool(std::string_view target)>& wanted,
                    const std::function<void(const Node& node)>& take) {
  std::set<std::string> paths;
  PYRAMID_TRY(run.opened.index->each_link([&](std::string_view path, std::string_view target) {
    if (wanted(target)) paths.emplace(path);
  }));
  for (const std::string& path : paths) {
    const Node* node = run.memory.at(path);
    if (node != nullptr && node->kind == kind) take(*node);
  }
  return {};
}
Status each_observation_linking(const Run& run,
                                const std::function<bool(std::string_view target)>& wanted,
                                const std::function<void(const Node& fact)>& take) {
  return each_linking(run, format::Kind::kObservation, wanted, take);
}

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
      const std::string_view fragment = fact.from->link.fragment;
      if (session == nullptr || !fragment.starts_with(kTurnFragment)) return;
      std::int64_t turn = 0;
      std::from_chars(fragment.data() + kTurnFragment.size(), fragment.data() + fragment.size(),
                      turn);
      if (turn > 0) noted.push_back({fact.id, *session, turn});
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
  std::set<std::string, std::less<>> tails;
  for (const Ulid& id : forgotten.nodes) tails.insert(short_id(id));
  if (tails.empty()) return {};
  // Asked of every link of the memory: of an id, not of a node.
  const auto is_gone = [&](std::string_view target) {
    const std::optional<Ulid> there = memory.id_at(target);
    return there ? forgotten.nodes.contains(*there) : tails.contains(tail_in(target));
  };
  std::set<Ulid> late;
  PYRAMID_TRY(each_observation_linking(run, is_gone, [&](const Node& stub) {
    const Result<Node> fact = memory.read(stub);
    if (!fact) return;  // the scan names it
    bool here = false, elsewhere = false;
    for (const format::Edge& edge : fact->edges) {
      if (!std::string_view(edge.link.fragment).starts_with(kTurnFragment)) continue;
      (is_gone(named_by(edge)) ? here : elsewhere) = true;
    }
    if (here && !elsewhere) late.insert(fact->id);
  }));
  forgotten.nodes.merge(late);
  return {};
}

Result<Conversation> read(const WorkingSet& memory, const std::string& path, std::string& bytes) {
  PYRAMID_ASSIGN(bytes, memory.bytes(path));
  PYRAMID_ASSIGN(const format::Document document, format::parse_document(bytes, path));
  return format::read_session(document, path);
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

// How a link under this title begins.
std::string link_begin(const std::string& title) {
  return "[" + format::escape_inline(title) + "](";
}

// Observations link the session under its title, and by its file's name.
Status retitle_links(WorkingSet& memory, const std::string& session, const std::string& moved,
                     const std::string& old_title, const std::string& title) {
  std::vector<std::string> paths;
  memory.each(format::Kind::kObservation,
              [&](const Ulid&, std::string_view path) { paths.emplace_back(path); });
  for (const std::string& path : paths) {
    const Result<std::string> bytes = memory.bytes(path);
    if (!bytes || bytes->find(path::name(session)) == std::string::npos) continue;
    std::string linked = replace_all(*bytes, link_begin(old_title), link_begin(title));
    const Result<Node> node = format::read_node(linked, path);
    const bool links =
        node && std::any_of(node->edges.begin(), node->edges.end(),
                            [&](const format::Edge& edge) { return edge.path == session; });
    if (!links) continue;
    for (const format::Edge& edge : node->edges) {
      if (edge.path != session || moved == session) continue;
      linked =
          format::with_link_target(linked, edge.link, path::relative(path::directory(path), moved));
    }
    PYRAMID_TRY(memory.put(path, std::move(linked), digest_of(*bytes)));
  }
  return {};
}

// A title that is the first words said goes with them. A long conversation keeps its title.
bool is_lost(const WorkingSet& memory, const Node& session, const Conversation& said,
             const Conversation& part) {
  const bool is_words = said.part == 1 && parts_of(memory, session).size() == 1 &&
                        said.title == ingest::title_from_words(said);
  return is_words && ingest::title_from_words(part) != said.title;
}

// In the file's name too.
Status retitle_if_lost(WorkingSet& memory, const Node& session, const Conversation& said,
                       Conversation& part, std::string& path) {
  if (!is_lost(memory, session, said, part)) return {};
  part.title = plain_title(part.start);
  std::string moved =
      workspace::session_path(format::begun_at(part, memory.zone()), part.title, session.id);
  if (memory.bytes(moved)) moved = path;
  PYRAMID_TRY(retitle_links(memory, path, moved, said.title, part.title));
  if (moved != path) {
    PYRAMID_TRY(memory.remove(session.id));
    path = moved;
  }
  return {};
}

// Where the parts of a conversation lie under that title, each in its folder.
std::vector<std::string> places_of(const WorkingSet& memory, const std::vector<Node>& parts,
                                   const std::string& title, Time start) {
  const std::string first = workspace::session_path({start}, title, parts.front().id);
  std::vector<std::string> places;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string named = i == 0 ? first : workspace::part_path(first, static_cast<int>(i) + 1);
    const std::string& now = parts[i].path;
    std::string place = path::join(path::directory(now), path::name(named));
    if (place != now && memory.bytes(place)) place = now;  // somebody's file
    places.push_back(std::move(place));
  }
  return places;
}

// What stands for the words is what an import compares with, so that the source brings none back.
Result<std::size_t> drop_turns(WorkingSet& memory, const Ulid& session,
                               const std::set<std::int64_t>& turns) {
  const Node* found = memory.find(session);
  if (found == nullptr || found->kind != format::Kind::kSession) return std::size_t{0};
  const Node file = *found;
  std::string path = file.path;
  std::string bytes;
  PYRAMID_ASSIGN(Conversation part, read(memory, path, bytes));
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

}  // namespace

std::string plain_title(Time start) {
  return "Conversation of " + format_date_long(date_of(start));
}

std::string plain_title_at(std::string_view session) {
  constexpr std::size_t kDay = 10;
  const std::string_view folder = path::directory(session);
  if (folder.size() < kDay) return {};
  const auto date =
      parse_date(replace_all(std::string(folder.substr(folder.size() - kDay)), "/", "-"));
  return date ? plain_title(start_of(*date)) : std::string();
}

std::string plain_name(std::string_view title, std::string_view tail) {
  return slugify(title) + "-" + std::string(tail) + ".md";
}

std::string lost_title(const WorkingSet& memory, const std::string& session) {
  const Node* found = memory.at(session);
  const bool lost = found != nullptr && found->kind == format::Kind::kSession &&
                    found->title == plain_title(found->at);
  return lost ? found->title : std::string();
}

Status retitle(WorkingSet& memory, const Ulid& session, const std::string& title) {
  const Node* found = memory.find(session);
  if (found == nullptr || found->kind != format::Kind::kSession) return {};
  const std::vector<Node> parts = parts_of(memory, *found);
  std::string bytes;
  PYRAMID_ASSIGN(const Conversation first, read(memory, parts.front().path, bytes));
  const std::vector<std::string> places = places_of(memory, parts, title, first.start);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Node& node = parts[i];
    PYRAMID_ASSIGN(Conversation part, read(memory, node.path, bytes));
    PYRAMID_TRY(retitle_links(memory, node.path, places[i], part.title, title));
    part.title = title;
    const std::string_view folder = path::directory(places[i]);
    if (i > 0) part.previous = path::relative(folder, places[i - 1]);
    if (i + 1 < parts.size()) part.next = path::relative(folder, places[i + 1]);
    PYRAMID_ASSIGN(std::string rewritten,
                   format::rewrite_session(part, node.extracted, places[i], bytes));
    const bool stays = places[i] == node.path;
    if (!stays) PYRAMID_TRY(memory.remove(node.id));
    PYRAMID_TRY(memory.put(places[i], std::move(rewritten),
                           stays ? std::optional(digest_of(bytes)) : std::nullopt));
  }
  return {};
}

bool is_forgotten(FileSystem& files, const workspace::Workspace& workspace, const Ulid& node) {
  return files.stat(workspace.absolute(tombstone_path(node))).has_value();
}

bool is_forgotten(FileSystem& files, const workspace::Workspace& workspace, const Ulid& session,
                  std::int64_t turn) {
  return files.stat(workspace.absolute(tombstone_path(session, turn))).has_value();
}

std::string tombstone_path(const Ulid& node) {
  return std::string(kForgottenFolder) + "/" + to_string(node);
}

std::string tombstone_path(const Ulid& session, std::int64_t turn) {
  return tombstone_path(session) + std::string(kTurn) + std::to_string(turn);
}

namespace {

std::string late_tombstone(const std::string& tail, std::int64_t turn) {
  return std::string(kForgottenFolder) + "/" + std::string(kLate) + tail + std::string(kTurn) +
         std::to_string(turn);
}

}  // namespace

Result<Forgotten> read_forgotten(FileSystem& files, const workspace::Workspace& workspace) {
  Forgotten forgotten;
  const Result<std::vector<DirectoryEntry>> entries =
      files.list(workspace.absolute(kForgottenFolder));
  if (!entries) {
    if (entries.error().kind == ErrorKind::kNotFound) return forgotten;
    return fail(Error(entries.error()));
  }
  TurnMarks marks;
  for (const DirectoryEntry& entry : *entries) {
    if (entry.kind == FileKind::kFile) note(entry.name, forgotten, marks);
  }
  add_whole(marks, forgotten);
  return forgotten;
}

Result<std::string> tombstones(FileSystem& files, const workspace::Workspace& workspace) {
  const auto entries = files.list(workspace.absolute(kForgottenFolder));
  if (!entries && entries.error().kind != ErrorKind::kNotFound) {
    return fail(Error(entries.error()));
  }
  if (!entries || entries->empty()) return std::string();
  std::set<std::string_view> names;
  for (const DirectoryEntry& entry : *entries) names.insert(entry.name);
  Hasher hasher;
  for (const std::string_view name : names) hasher.field(name);
  return to_hex(hasher.finish()) + "\n";
}

Result<std::vector<std::string>> bury(WorkingSet& memory, const Forgotten& forgotten) {
  std::vector<std::string> paths;
  for (const Ulid& id : forgotten.nodes) paths.push_back(tombstone_path(id));
  for (const auto& [session, turns] : forgotten.turns) {
    for (const std::int64_t turn : turns) paths.push_back(tombstone_path(session, turn));
  }
  for (const auto& [tail, late] : forgotten.late) {
    for (const std::int64_t turn : late.turns) paths.push_back(late_tombstone(tail, turn));
  }
  for (const std::string& path : paths) {
    if (memory.bytes(path)) continue;
    PYRAMID_TRY(memory.put(path, std::string(kForgottenBytes), std::nullopt));
  }
  return paths;
}

namespace {

// `name`: of the tombstone.
Status mark_turn(WorkingSet& memory, const std::string& name, const std::set<Ulid>& stay) {
  std::vector<std::string> marks;
  for (const Ulid& fact : stay) {
    marks.push_back(name + std::string(kBut) + to_string(fact) + std::string(kOf) +
                    std::to_string(stay.size()));
  }
  if (marks.empty()) marks.push_back(name + std::string(kAll));
  for (const std::string& mark : marks) {
    if (memory.bytes(mark)) continue;
    PYRAMID_TRY(memory.put(mark, std::string(kForgottenBytes), std::nullopt));
  }
  return {};
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
      PYRAMID_TRY(
          mark_turn(run.memory, tombstone_path(session, turn), staying(to_string(session), turn)));
    }
  }
  for (const auto& [tail, late] : forgotten.late) {
    const auto told = buried.late.find(tail);
    for (const std::int64_t turn : late.turns) {
      if (told != buried.late.end() && told->second.but.contains(turn)) continue;
      PYRAMID_TRY(mark_turn(run.memory, late_tombstone(tail, turn), staying(tail, turn)));
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
  return count;
}

std::string how_to_have_back(const Ulid& node) {
  const std::string id = to_string(node);
  return "to have it back, remove " + tombstone_path(node) + ", then pyramid revert " + id +
         " --to COMMIT, one that pyramid history " + id + " tells";
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

// A fact that another machine took from the conversation links it under the title that it had
// there. Whether it did.
Result<bool> retitle_stranger(WorkingSet& memory, const std::string& path, const Node& session) {
  const Result<std::string> bytes = memory.bytes(path);
  if (!bytes || bytes->find(path::name(session.path)) == std::string::npos) return false;
  Result<std::string> titled =
      format::with_from_titles(*bytes, path, [&](const std::string& linked) {
        return linked == session.path ? session.title : std::string();
      });
  if (!titled) return false;
  std::string linked = *std::move(titled);
  if (linked == *bytes) return false;
  PYRAMID_TRY(memory.put(path, std::move(linked), digest_of(*bytes)));
  return true;
}

// Of the conversations that lost a title with their words: all where the conversation came from
// elsewhere just now, else those that came. Returns how many.
Result<std::size_t> retitle_strangers(Run& run, const Forgotten& forgotten) {
  const index::RefreshReport& scan = run.opened.scan;
  std::set<std::string> came(scan.added.begin(), scan.added.end());
  came.insert(scan.changed.begin(), scan.changed.end());
  std::size_t count = 0;
  if (came.empty()) return count;
  for (const auto& [id, turns] : forgotten.turns) {
    const Node* found = run.memory.find(id);
    if (found == nullptr || found->title != plain_title(found->at)) continue;
    const Node session = *found;
    const bool all = came.contains(session.path);
    std::vector<std::string> paths;
    run.memory.each(format::Kind::kObservation, [&](const Ulid&, std::string_view path) {
      if (all || came.contains(std::string(path))) paths.emplace_back(path);
    });
    for (const std::string& path : paths) {
      PYRAMID_ASSIGN(const bool was, retitle_stranger(run.memory, path, session));
      if (was) ++count;
    }
  }
  return count;
}

// A fact that links a conversation which lost turns, and has not come, does so under a title and a
// name that may be their words. Whether it did.
Result<bool> untitle(WorkingSet& memory, const std::string& path,
                     const std::function<bool(std::string_view target)>& is_meant) {
  PYRAMID_ASSIGN(const std::string bytes, memory.bytes(path));
  const auto plain_for = [&](std::string_view target) {
    return is_meant(target) ? plain_title_at(target) : std::string();
  };
  PYRAMID_ASSIGN(std::string plain, format::with_from_titles(bytes, path, plain_for));
  PYRAMID_ASSIGN(const Node fact, format::read_node(plain, path));
  for (const format::Edge& edge : fact.edges) {
    const std::string_view target = named_by(edge);
    const std::string title = plain_for(target);
    if (title.empty()) continue;
    const std::string place =
        path::join(path::directory(edge.link.target), plain_name(title, tail_in(target)));
    if (place != edge.link.target) plain = format::with_link_target(plain, edge.link, place);
  }
  if (plain == bytes) return false;
  PYRAMID_TRY(memory.put(path, std::move(plain), digest_of(bytes)));
  return true;
}

// A conversation that lost its title on another machine, and got that loss here by a merge, has its
// old name still. How many.
Result<std::size_t> rename_untitled(Run& run, const Forgotten& forgotten) {
  std::size_t count = 0;
  for (const auto& [id, turns] : forgotten.turns) {
    const Node* found = run.memory.find(id);
    if (found == nullptr || found->kind != format::Kind::kSession) continue;
    const std::string plain = plain_title(found->at);
    const std::string place = workspace::session_path({found->at}, plain, found->id);
    const std::string name(path::name(place)), now = found->path;
    if (found->title != plain || path::name(now) == name) continue;
    if (workspace::conversation_path(now) != now) continue;  // goes by its first part's name
    if (run.memory.bytes(path::join(path::directory(now), name))) continue;  // somebody's file
    PYRAMID_TRY(retitle(run.memory, id, plain));
    ++count;
  }
  return count;
}

// Summaries' files are named by words. Those that were made from what is forgotten, in however many
// steps, get plain names, as long as their links tell it. How many.
Result<std::size_t> rename_told_from(Run& run, const Forgotten& forgotten) {
  std::set<std::string, std::less<>> tails;
  for (const Ulid& id : forgotten.nodes) tails.insert(short_id(id));
  std::set<Ulid> told, wanted = forgotten.nodes;
  const auto leads_there = [&](std::string_view target) {
    const std::optional<Ulid> there = run.memory.id_at(target);
    return there ? wanted.contains(*there) : tails.contains(tail_in(target));
  };
  for (std::size_t before = 0; before != wanted.size();) {
    before = wanted.size();
    PYRAMID_TRY(each_linking(run, format::Kind::kSummary, leads_there, [&](const Node& summary) {
      wanted.insert(summary.id);
      if (is_named_by_words(summary)) told.insert(summary.id);
    }));
  }
  for (const Ulid& id : told) {
    PYRAMID_TRY(give_plain_name(run.memory, Node(*run.memory.find(id))));
  }
  return told.size();
}

}  // namespace

Result<std::size_t> untitle_links_to_absent(Run& run, const Forgotten& forgotten) {
  std::set<std::string, std::less<>> tails;
  for (const auto& [id, turns] : forgotten.turns) tails.insert(short_id(id));
  for (const auto& [tail, late] : forgotten.late) tails.insert(tail);
  if (tails.empty()) return std::size_t{0};
  run.memory.each(format::Kind::kSession,
                  [&](const Ulid& id, std::string_view) { tails.erase(short_id(id)); });
  if (tails.empty()) return std::size_t{0};  // all are here: no link has to be looked at
  const auto is_meant = [&](std::string_view target) { return tails.contains(tail_in(target)); };
  std::vector<std::string> paths;
  PYRAMID_TRY(each_observation_linking(run, is_meant,
                                       [&](const Node& fact) { paths.push_back(fact.path); }));
  std::size_t count = 0;
  for (const std::string& path : paths) {
    PYRAMID_ASSIGN(const bool was, untitle(run.memory, path, is_meant));
    if (was) ++count;
  }
  return count;
}

Status apply_forgotten(Run& run) {
  PYRAMID_ASSIGN(Forgotten forgotten, read_forgotten(run.services.files, run.opened.workspace));
  if (forgotten.empty()) return {};
  const std::set<Ulid> buried = forgotten.nodes;
  const Forgotten come = add_come(run.memory, forgotten);
  PYRAMID_TRY(add_late_notes(run, forgotten));
  PYRAMID_TRY(add_notes_of_sessions(run, forgotten));
  if (forgotten.nodes != buried || !come.empty()) PYRAMID_TRY(bury(run.memory, forgotten));
  PYRAMID_ASSIGN(const std::size_t renamed, rename_told_from(run, forgotten));
  const std::size_t before = run.report.steps.size();
  tell_taken_out(run.memory, forgotten, run.report.steps);
  PYRAMID_ASSIGN(std::size_t count, take_out(run.memory, forgotten));
  PYRAMID_ASSIGN(const std::size_t retitled, retitle_strangers(run, forgotten));
  PYRAMID_ASSIGN(const std::size_t unnamed, rename_untitled(run, forgotten));
  PYRAMID_ASSIGN(const std::size_t untitled, untitle_links_to_absent(run, forgotten));
  count += retitled + unnamed + untitled;
  if (count + renamed == 0) return {};
  if (count > 0 && run.report.steps.size() == before) {
    run.report.steps.push_back({kForgottenStep, std::string(kForgottenFolder) + "/",
                                "words of a conversation that were forgotten had come back"});
  }
  return run.memory.flush();
}

}  // namespace pyramid::ops
