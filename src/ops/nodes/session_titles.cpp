#include "ops/nodes/session_titles.hpp"

#include "base/digest.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "ingest/turn_text.hpp"
#include "ops/nodes/held_session.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace pyramid::ops {

using format::Conversation;
using format::Node;

namespace {

// Observations and tasks link the session under its title, and by its file's name.
Status retitle_links(WorkingSet& memory, const std::string& session, const std::string& moved,
                     const std::string& old_title, const std::string& title) {
  std::vector<std::string> paths;
  for (const format::Kind kind : {format::Kind::kObservation, format::Kind::kTask}) {
    memory.each(kind, [&](const Ulid&, std::string_view path) { paths.emplace_back(path); });
  }
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

}  // namespace

Result<Conversation> read_part(const WorkingSet& memory, const std::string& path,
                               std::string& bytes) {
  PYRAMID_ASSIGN(bytes, memory.bytes(path));
  PYRAMID_ASSIGN(const format::Document document, format::parse_document(bytes, path));
  return format::read_session(document, path);
}

std::string link_begin(const std::string& title) {
  return "[" + format::escape_inline(title) + "](";
}

Result<std::vector<std::string>> titles_of(const WorkingSet& memory, const Node& session) {
  PYRAMID_ASSIGN(const format::Document document, memory.document(session.path));
  std::vector<std::string> titles = {session.title};
  const std::string_view in_head = document.frontmatter.scalar("title").value_or(session.title);
  if (in_head != session.title) titles.emplace_back(in_head);
  return titles;
}

std::string plain_title_at(std::string_view session) {
  constexpr std::size_t kDay = 10;
  const std::string_view folder = path::directory(session);
  if (folder.size() < kDay) return {};
  const auto date =
      parse_date(replace_all(std::string(folder.substr(folder.size() - kDay)), "/", "-"));
  return date ? format::plain_title(start_of(*date)) : std::string();
}

std::string plain_name(std::string_view title, std::string_view tail) {
  return slugify(title) + "-" + std::string(tail) + ".md";
}

std::string lost_title(const WorkingSet& memory, const std::string& session) {
  const Node* found = memory.at(session);
  const bool lost = found != nullptr && found->kind == format::Kind::kSession &&
                    found->title == format::plain_title(found->at);
  return lost ? found->title : std::string();
}

Status retitle(WorkingSet& memory, const Ulid& session, const std::string& title) {
  const Node* found = memory.find(session);
  if (found == nullptr || found->kind != format::Kind::kSession) return {};
  const std::vector<Node> parts = parts_of(memory, *found);
  std::string bytes;
  PYRAMID_ASSIGN(const Conversation first, read_part(memory, parts.front().path, bytes));
  const std::vector<std::string> places = places_of(memory, parts, title, first.start);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Node& node = parts[i];
    PYRAMID_ASSIGN(Conversation part, read_part(memory, node.path, bytes));
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

Status retitle_if_lost(WorkingSet& memory, const Node& session, const Conversation& said,
                       Conversation& part, std::string& path) {
  if (!is_lost(memory, session, said, part)) return {};
  part.title = format::plain_title(part.start);
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

}  // namespace pyramid::ops
