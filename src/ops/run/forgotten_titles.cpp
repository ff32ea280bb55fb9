#include "ops/run/forgotten_titles.hpp"

#include "base/digest.hpp"
#include "base/path.hpp"
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

using format::Node;

namespace {

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

Result<std::size_t> rename_told_from(Run& run, const Forgotten& forgotten) {
  std::set<Ulid> told, wanted = forgotten.nodes;
  const auto leads_there = leads_to_any(run.memory, wanted);
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

}  // namespace pyramid::ops
