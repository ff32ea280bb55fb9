#include "ops/run/tombstones.hpp"

#include "base/digest.hpp"
#include "ops/nodes/memory_changes.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace pyramid::ops {

namespace {

constexpr std::string_view kTurn = "-t", kTitle = "-title-", kAll = "-all", kBut = "-but-",
                           kOf = "-of-";  // parts of names
constexpr std::string_view kForgottenBytes = "forgotten\n";
constexpr std::string_view kLate = "late-";
constexpr std::size_t kIdLength = 26, kTailLength = 6, kMarkLength = 16;

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
  if (rest.starts_with(kTitle)) {
    forgotten.titles[*id].emplace(rest.substr(kTitle.size()).substr(0, kMarkLength));
  }
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

}  // namespace

std::string tombstone_path(const Ulid& node) {
  return std::string(kForgottenFolder) + "/" + to_string(node);
}

std::string tombstone_path(const Ulid& session, std::int64_t turn) {
  return tombstone_path(session) + std::string(kTurn) + std::to_string(turn);
}

std::string late_tombstone_path(const std::string& tail, std::int64_t turn) {
  return std::string(kForgottenFolder) + "/" + std::string(kLate) + tail + std::string(kTurn) +
         std::to_string(turn);
}

std::string title_mark(const Ulid& session, std::string_view title) {
  Hasher hasher;
  hasher.field(to_string(session));
  hasher.field(comparable(title));
  return to_hex(hasher.finish()).substr(0, kMarkLength);
}

bool Forgotten::is_title(const Ulid& session, std::string_view title) const {
  const auto found = titles.find(session);
  return found != titles.end() && found->second.contains(title_mark(session, title));
}

bool Forgotten::is_title(std::string_view link) const {
  return std::any_of(titles.begin(), titles.end(),
                     [&](const auto& one) { return is_title(one.first, link); });
}

std::set<Ulid> Forgotten::untitled() const {
  std::set<Ulid> sessions;
  for (const auto& [session, numbers] : turns) sessions.insert(session);
  for (const auto& [session, marks] : titles) sessions.insert(session);
  return sessions;
}

bool is_forgotten(FileSystem& files, const workspace::Workspace& workspace, const Ulid& node) {
  return files.stat(workspace.absolute(tombstone_path(node))).has_value();
}

bool is_forgotten(FileSystem& files, const workspace::Workspace& workspace, const Ulid& session,
                  std::int64_t turn) {
  return files.stat(workspace.absolute(tombstone_path(session, turn))).has_value();
}

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
  for (const auto& [session, marks] : forgotten.titles) {
    for (const std::string& mark : marks) {
      paths.push_back(tombstone_path(session) + std::string(kTitle) + mark);
    }
  }
  for (const auto& [tail, late] : forgotten.late) {
    for (const std::int64_t turn : late.turns) paths.push_back(late_tombstone_path(tail, turn));
  }
  for (const std::string& path : paths) {
    if (memory.bytes(path)) continue;
    PYRAMID_TRY(memory.put(path, std::string(kForgottenBytes), std::nullopt));
  }
  return paths;
}

Status bury_notes_of_turn(WorkingSet& memory, const std::string& tombstone,
                          const std::set<Ulid>& stay) {
  std::vector<std::string> marks;
  for (const Ulid& fact : stay) {
    marks.push_back(tombstone + std::string(kBut) + to_string(fact) + std::string(kOf) +
                    std::to_string(stay.size()));
  }
  if (marks.empty()) marks.push_back(tombstone + std::string(kAll));
  for (const std::string& mark : marks) {
    if (memory.bytes(mark)) continue;
    PYRAMID_TRY(memory.put(mark, std::string(kForgottenBytes), std::nullopt));
  }
  return {};
}

std::string how_to_have_back(const Ulid& node) {
  const std::string id = to_string(node);
  return "to have it back, remove " + tombstone_path(node) + ", then pyramid revert " + id +
         " --to COMMIT, one that pyramid history " + id + " tells";
}

}  // namespace pyramid::ops
