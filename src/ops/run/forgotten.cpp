#include "ops/run/forgotten.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "ingest/turn_text.hpp"
#include "ops/nodes/held_session.hpp"
#include "ops/nodes/transcripts.hpp"
#include "ops/run/run.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

namespace pyramid::ops {

namespace {

using format::Conversation;
using format::Node;

constexpr const char* kForgottenStep = "forget";
constexpr std::string_view kTurn = "-t";
constexpr std::string_view kForgottenBytes = "forgotten\n";
constexpr std::size_t kIdLength = 26;

// What the name of a tombstone says.
void note(std::string_view name, Forgotten& forgotten) {
  const std::optional<Ulid> id = parse_ulid(name.substr(0, kIdLength));
  if (!id) return;
  const std::string_view rest = name.substr(kIdLength);
  if (rest.empty()) forgotten.nodes.insert(*id);
  if (!rest.starts_with(kTurn)) return;
  std::int64_t turn = 0;
  const std::string_view digits = rest.substr(kTurn.size());
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), turn);
  const bool whole = error == std::errc() && end == digits.data() + digits.size() && turn > 0;
  if (whole) forgotten.turns[*id].insert(turn);
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
  std::string moved = workspace::session_path(part.start, part.title, session.id);
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
  const std::string first = workspace::session_path(start, title, parts.front().id);
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

Result<Forgotten> read_forgotten(FileSystem& files, const workspace::Workspace& workspace) {
  Forgotten forgotten;
  const Result<std::vector<DirectoryEntry>> entries =
      files.list(workspace.absolute(kForgottenFolder));
  if (!entries) {
    if (entries.error().kind == ErrorKind::kNotFound) return forgotten;
    return fail(Error(entries.error()));
  }
  for (const DirectoryEntry& entry : *entries) {
    if (entry.kind == FileKind::kFile) note(entry.name, forgotten);
  }
  return forgotten;
}

Result<std::vector<std::string>> bury(WorkingSet& memory, const Forgotten& forgotten) {
  std::vector<std::string> paths;
  for (const Ulid& id : forgotten.nodes) paths.push_back(tombstone_path(id));
  for (const auto& [session, turns] : forgotten.turns) {
    for (const std::int64_t turn : turns) paths.push_back(tombstone_path(session, turn));
  }
  for (const std::string& path : paths) {
    if (memory.bytes(path)) continue;
    PYRAMID_TRY(memory.put(path, std::string(kForgottenBytes), std::nullopt));
  }
  return paths;
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
  const Result<Node> fact = format::read_node(*bytes, path);
  if (!fact || !fact->from || fact->from->path != session.path) return false;
  std::string linked =
      replace_all(*bytes, link_begin(fact->from->link.text), link_begin(session.title));
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

}  // namespace

Status apply_forgotten(Run& run) {
  PYRAMID_ASSIGN(const Forgotten forgotten,
                 read_forgotten(run.services.files, run.opened.workspace));
  if (forgotten.empty()) return {};
  const std::size_t before = run.report.steps.size();
  tell_taken_out(run.memory, forgotten, run.report.steps);
  PYRAMID_ASSIGN(std::size_t count, take_out(run.memory, forgotten));
  PYRAMID_ASSIGN(const std::size_t retitled, retitle_strangers(run, forgotten));
  count += retitled;
  if (count == 0) return {};
  if (run.report.steps.size() == before) {
    run.report.steps.push_back({kForgottenStep, std::string(kForgottenFolder) + "/",
                                "words of a conversation that were forgotten had come back"});
  }
  return run.memory.flush();
}

}  // namespace pyramid::ops
