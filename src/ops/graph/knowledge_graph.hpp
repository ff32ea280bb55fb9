// The knowledge graph of a memory, read and changed. Each change is one commit, and takes the
// workspace's lock. Secrets are taken out of texts or refused, as the settings say, and refused in
// names.
#pragma once

#include "ops/graph/graph.hpp"
#include "pyramid/environment.hpp"

#include <string>
#include <vector>

namespace pyramid::ops {

Result<Graph> read_knowledge_graph(const Environment& environment, const WorkspaceOptions& options);

// Another text whenever the graph may be another one. Asks the index, reads no file of it.
Result<std::string> state_of_knowledge_graph(const Environment& environment,
                                             const WorkspaceOptions& options);

// What of it was new, as it is kept.
Result<std::vector<GraphEntity>> create_entities(const Environment& environment,
                                                 const WorkspaceOptions& options,
                                                 std::vector<GraphEntity> given);
Result<std::vector<GraphRelation>> create_relations(const Environment& environment,
                                                    const WorkspaceOptions& options,
                                                    const std::vector<GraphRelation>& given);
Result<std::vector<GraphTexts>> add_observations(const Environment& environment,
                                                 const WorkspaceOptions& options,
                                                 std::vector<GraphTexts> given);
// Taken out in a new commit; the one before has it.
Status delete_entities(const Environment& environment, const WorkspaceOptions& options,
                       const std::vector<std::string>& names);
Status delete_observations(const Environment& environment, const WorkspaceOptions& options,
                           const std::vector<GraphTexts>& given);
Status delete_relations(const Environment& environment, const WorkspaceOptions& options,
                        const std::vector<GraphRelation>& given);

}  // namespace pyramid::ops
