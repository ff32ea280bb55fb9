#include "ops/nodes/name_tails.hpp"

#include "base/path.hpp"
#include "base/utf8.hpp"
#include "format/session_parts.hpp"
#include "workspace/layout.hpp"

#include <cstddef>

namespace pyramid::ops {

namespace {

constexpr std::size_t kNameTail = 6;  // of short_id()

}  // namespace

std::string tail_in(std::string_view path) {
  std::string_view name = path::name(path);
  if (!name.ends_with(".md")) return {};
  name.remove_suffix(3);
  if (name.size() <= kNameTail || name[name.size() - kNameTail - 1] != '-') return {};
  return utf8::lower(name.substr(name.size() - kNameTail));
}

std::string_view named_by(const format::Edge& edge) {
  return edge.path.empty() && !edge.link.external ? edge.link.target : edge.path;
}

Tails tails_of(const WorkingSet& memory) {
  Tails tails;
  using format::Kind;
  for (const Kind kind : {Kind::kObservation, Kind::kSummary, Kind::kSession, Kind::kTask}) {
    memory.each(kind, [&](const Ulid& id, std::string_view path) {
      const auto [place, added] = tails.emplace(short_id(id), path);
      if (!added) place->second.clear();
    });
  }
  return tails;
}

std::string place_of(const WorkingSet& memory, const Tails& tails, std::string_view target) {
  const auto place = tails.find(tail_in(target));
  if (place != tails.end()) return place->second;
  const auto first = tails.find(tail_in(workspace::conversation_path(target)));
  if (first == tails.end() || first->second.empty()) return {};
  const format::Node* session = memory.at(first->second);
  return session == nullptr
             ? std::string()
             : memory.path_of(format::part_id(session->id, workspace::part_of_path(target)));
}

}  // namespace pyramid::ops
