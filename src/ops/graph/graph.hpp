// A memory as a graph of entities, observations and relations, as the MCP reference server for
// memory has it; and what its calls make of one. Pure.
#pragma once

#include "pyramid/result.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace pyramid::ops {

struct GraphEntity {
  std::string name, type;
  std::vector<std::string> observations;
};
struct GraphRelation {
  std::string from, to, type;
  bool operator==(const GraphRelation&) const = default;
};
// In the order in which they were made. Names and texts may come twice, and a relation may be with
// what is no entity.
struct Graph {
  std::vector<GraphEntity> entities;
  std::vector<GraphRelation> relations;
};

// The part of it with what holds `query` in its name, type or observations, whatever the case, and
// all relations with that.
Graph found_in(const Graph& graph, const std::string& query);
// The part with these names, and all relations with them.
Graph opened_in(const Graph& graph, const std::vector<std::string>& names);

// Texts about an entity, by its name.
struct GraphTexts {
  std::string entity;
  std::vector<std::string> texts;
};

// What a call makes of a graph.
struct GraphChange {
  using Observation = std::pair<std::size_t, std::size_t>;  // of which entity, and which of it
  std::vector<GraphEntity> entities;
  std::vector<GraphRelation> relations;
  std::vector<std::pair<std::size_t, std::string>> observations;  // of which entity, and the text
  std::vector<std::size_t> entities_gone, relations_gone;         // rising
  std::vector<Observation> observations_gone;
  [[nodiscard]] bool empty() const;
};

// Of these entities those with a name that is new.
GraphChange with_entities(const Graph& graph, const std::vector<GraphEntity>& given);
GraphChange with_relations(const Graph& graph, const std::vector<GraphRelation>& given);
// `added`: what of each was new. kNotFound where there is no such entity.
Result<GraphChange> with_texts(const Graph& graph, const std::vector<GraphTexts>& given,
                               std::vector<GraphTexts>& added);
GraphChange without_entities(const Graph& graph, const std::vector<std::string>& names);
GraphChange without_texts(const Graph& graph, const std::vector<GraphTexts>& given);
GraphChange without_relations(const Graph& graph, const std::vector<GraphRelation>& given);

}  // namespace pyramid::ops
