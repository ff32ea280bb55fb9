// The graph that the files of a memory hold, and a change of it as files: a model's file is an
// entity, an observation one of its observations, a line below `## Relations` a relation.
#pragma once

#include "ops/graph/graph.hpp"
#include "ops/run/run.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace pyramid::ops {

// What keeps observations that this graph's clients made apart from others: their `source`.
inline constexpr const char* kGraphSource = "server-memory";
// Relations of what has no file in models/.
inline constexpr const char* kRelationsNote = "notes/relations.md";

// A graph and where in the files each part of it lies, by position.
struct HeldGraph {
  Graph graph;
  struct Entity {
    std::string model;  // its name
    std::string path;   // of its file; "" = a base model
    std::vector<Ulid> observations;
  };
  std::vector<Entity> entities;
  struct Relation {
    std::string path;
    std::size_t begin = 0;  // of its line in the body
  };
  std::vector<Relation> relations;
  std::int64_t newest = 0;  // milliseconds of the last that was made
};

// Of which entities the texts of observations are read, by name; of others "" stands in their
// places. nullopt: of all.
using GraphNames = std::optional<std::set<std::string>>;

// Observations that are out of use are not in it; nor those in quarantine, but for what a client of
// the graph wrote itself. Files that cannot be read are left out, and told.
Result<HeldGraph> read_held_graph(const WorkingSet& memory, const GraphNames& of,
                                  Diagnostics& diagnostics);

// Writes the change. Not flushed. Each thing made gets a time of its own, so that the order stays.
Status write_graph_change(Run& run, const HeldGraph& held, const GraphChange& change);

}  // namespace pyramid::ops
