#include "ops/run/forgotten_titles.hpp"

#include "base/digest.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "ops/nodes/name_tails.hpp"
#include "ops/nodes/session_titles.hpp"
#include "ops/nodes/summary_names.hpp"
#include "ops/run/linking.hpp"
#include "ops/run/run.hpp"
#include "workspace/layout.hpp"

#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace pyramid::ops {

using format::Kind;
using format::Node;

namespace {

constexpr const char* kNoTitle = "Conversation";

// Links under the title that a conversation had, where it has a plain one now. Whether there were
// any.
Result<bool> retitle_stranger(WorkingSet& memory, const std::string& path,
                              const Forgotten& forgotten) {
  const Result<std::string> bytes = memory.bytes(path);
  const Result<Node> node = bytes ? format::read_node(*bytes, path) : fail(Error(bytes.error()));
  if (!node) return false;  // the scan names it
  const auto plain_for = [&](const std::string& session) {
    const Node* found = memory.at(session);
    const bool is_meant = found != nullptr && forgotten.has_lost_words(found->id);
    return is_meant ? lost_title(memory, session) : std::string();
  };
  std::string linked = *bytes;
  if (node->kind == Kind::kObservation) {
    PYRAMID_ASSIGN(linked, format::with_from_titles(linked, path, plain_for));
  }
  for (const format::Edge& edge : node->edges) {
    if (!forgotten.is_title(edge.link.text)) continue;
    std::string title = plain_for(edge.path);
    if (title.empty()) title = plain_title_at(named_by(edge));
    if (title.empty()) title = kNoTitle;
    linked = replace_all(linked, link_begin(edge.link.text), link_begin(title));
  }
  if (linked == *bytes) return false;
  PYRAMID_TRY(memory.put(path, std::move(linked), digest_of(*bytes)));
  return true;
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

}  // namespace

Result<std::size_t> retitle_strangers(Run& run, const Forgotten& forgotten) {
  const index::RefreshReport& scan = run.opened.scan;
  std::set<std::string> came(scan.added.begin(), scan.added.end());
  came.insert(scan.changed.begin(), scan.changed.end());
  std::size_t count = 0;
  const std::set<Ulid> untitled = forgotten.untitled();
  if (came.empty() || untitled.empty()) return count;
  std::set<std::string, std::less<>> sessions, paths;
  for (const Ulid& id : untitled) {
    const std::string path = run.memory.path_of(id);
    if (came.contains(path)) sessions.insert(path);
  }
  // Also those that do not count, for another file has their id.
  for (const auto& [path, counting] : run.memory.copies()) {
    if (came.contains(path)) paths.insert(path);
  }
  for (const Kind kind : {Kind::kObservation, Kind::kTask}) {
    run.memory.each(kind, [&](const Ulid&, std::string_view path) {
      if (came.contains(std::string(path))) paths.emplace(path);
    });
    if (sessions.empty()) continue;
    const auto is_meant = [&](std::string_view target) {  // or may be, by the name that it had
      return sessions.contains(target) || !run.memory.is_at(target);
    };
    PYRAMID_TRY(
        each_linking(run, kind, is_meant, [&](const Node& node) { paths.insert(node.path); }));
  }
  for (const std::string& path : paths) {
    PYRAMID_ASSIGN(const bool was, retitle_stranger(run.memory, path, forgotten));
    if (was) ++count;
  }
  return count;
}

Result<std::size_t> rename_untitled(Run& run, const Forgotten& forgotten) {
  std::size_t count = 0;
  for (const Ulid& id : forgotten.untitled()) {
    const Node* found = run.memory.find(id);
    if (found == nullptr || found->kind != Kind::kSession) continue;
    const std::string plain = format::plain_title(found->at);
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

Result<std::size_t> rename_told_from(Run& run, const Forgotten& forgotten) {
  std::set<Ulid> told, wanted = forgotten.nodes;
  const auto leads_there = leads_to_any(run.memory, wanted);
  for (std::size_t before = 0; before != wanted.size();) {
    before = wanted.size();
    PYRAMID_TRY(each_linking(run, Kind::kSummary, leads_there, [&](const Node& summary) {
      wanted.insert(summary.id);
      if (is_named_by_words(summary)) told.insert(summary.id);
    }));
  }
  for (const Ulid& id : told) {
    PYRAMID_TRY(give_plain_name(run.memory, Node(*run.memory.find(id))));
  }
  return told.size();
}

Result<std::size_t> untitle_links_to_absent(Run& run, const Forgotten& forgotten) {
  std::set<std::string, std::less<>> tails;
  for (const Ulid& id : forgotten.untitled()) tails.insert(short_id(id));
  for (const auto& [tail, late] : forgotten.late) tails.insert(tail);
  if (tails.empty()) return std::size_t{0};
  run.memory.each(Kind::kSession,
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

}  // namespace pyramid::ops
