#include "ops/graph/graph.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"

#include <algorithm>
#include <set>

namespace pyramid::ops {

namespace {

template <typename Value>
bool is_among(const std::vector<Value>& values, const Value& one) {
  return std::find(values.begin(), values.end(), one) != values.end();
}

// As JavaScript has it: a dotted capital I stays dotted.
std::string lowered(const std::string& text) {
  return utf8::lower(replace_all(text, "\u0130", "i\u0307"));
}

template <typename Wanted>
Graph part_of(const Graph& graph, const Wanted& is_wanted) {
  Graph part;
  std::set<std::string> names;
  for (const GraphEntity& entity : graph.entities) {
    if (!is_wanted(entity)) continue;
    part.entities.push_back(entity);
    names.insert(entity.name);
  }
  for (const GraphRelation& relation : graph.relations) {
    if (names.contains(relation.from) || names.contains(relation.to)) {
      part.relations.push_back(relation);
    }
  }
  return part;
}

// The first of that name; the number of entities where there is none.
std::size_t position_of(const Graph& graph, const std::string& name) {
  const auto found = std::find_if(graph.entities.begin(), graph.entities.end(),
                                  [&](const GraphEntity& one) { return one.name == name; });
  return static_cast<std::size_t>(found - graph.entities.begin());
}

}  // namespace

bool GraphChange::empty() const {
  return entities.empty() && relations.empty() && observations.empty() && entities_gone.empty() &&
         relations_gone.empty() && observations_gone.empty();
}

Graph found_in(const Graph& graph, const std::string& query) {
  const std::string wanted = lowered(query);
  const auto has = [&](const std::string& text) {
    return lowered(text).find(wanted) != std::string::npos;
  };
  return part_of(graph, [&](const GraphEntity& one) {
    return has(one.name) || has(one.type) ||
           std::any_of(one.observations.begin(), one.observations.end(), has);
  });
}

Graph opened_in(const Graph& graph, const std::vector<std::string>& names) {
  return part_of(graph, [&](const GraphEntity& one) { return is_among(names, one.name); });
}

GraphChange with_entities(const Graph& graph, const std::vector<GraphEntity>& given) {
  GraphChange change;
  for (const GraphEntity& entity : given) {
    if (position_of(graph, entity.name) == graph.entities.size()) change.entities.push_back(entity);
  }
  return change;
}

GraphChange with_relations(const Graph& graph, const std::vector<GraphRelation>& given) {
  GraphChange change;
  for (const GraphRelation& relation : given) {
    if (!is_among(graph.relations, relation)) change.relations.push_back(relation);
  }
  return change;
}

Result<GraphChange> with_texts(const Graph& graph, const std::vector<GraphTexts>& given,
                               std::vector<GraphTexts>& added) {
  GraphChange change;
  for (const GraphTexts& one : given) {
    const std::size_t entity = position_of(graph, one.entity);
    if (entity == graph.entities.size()) {
      return fail(ErrorKind::kNotFound, "Entity with name " + one.entity + " not found");
    }
    std::vector<std::string> held = graph.entities[entity].observations;
    for (const auto& [number, text] : change.observations) {
      if (number == entity) held.push_back(text);
    }
    GraphTexts fresh{one.entity, {}};
    for (const std::string& text : one.texts) {
      if (is_among(held, text)) continue;
      change.observations.emplace_back(entity, text);
      fresh.texts.push_back(text);
    }
    added.push_back(std::move(fresh));
  }
  return change;
}

GraphChange without_entities(const Graph& graph, const std::vector<std::string>& names) {
  GraphChange change;
  for (std::size_t i = 0; i < graph.entities.size(); ++i) {
    if (is_among(names, graph.entities[i].name)) change.entities_gone.push_back(i);
  }
  for (std::size_t i = 0; i < graph.relations.size(); ++i) {
    const GraphRelation& one = graph.relations[i];
    if (is_among(names, one.from) || is_among(names, one.to)) change.relations_gone.push_back(i);
  }
  return change;
}

GraphChange without_texts(const Graph& graph, const std::vector<GraphTexts>& given) {
  GraphChange change;
  for (const GraphTexts& one : given) {
    const std::size_t entity = position_of(graph, one.entity);
    if (entity == graph.entities.size()) continue;
    const std::vector<std::string>& held = graph.entities[entity].observations;
    for (std::size_t i = 0; i < held.size(); ++i) {
      const GraphChange::Observation place{entity, i};
      if (!is_among(one.texts, held[i]) || is_among(change.observations_gone, place)) continue;
      change.observations_gone.push_back(place);
    }
  }
  return change;
}

GraphChange without_relations(const Graph& graph, const std::vector<GraphRelation>& given) {
  GraphChange change;
  for (std::size_t i = 0; i < graph.relations.size(); ++i) {
    if (is_among(given, graph.relations[i])) change.relations_gone.push_back(i);
  }
  return change;
}

}  // namespace pyramid::ops
