#include "hosts/compat.hpp"

#include "hosts/memory_tool_offer.hpp"
#include "operations/graph_offer.hpp"

namespace pyramid::hosts {

const std::vector<std::string>& compat_names() {
  static const std::vector<std::string> names = {"server-memory", "memory-tool"};
  return names;
}

const char* const kCompatHelp =
    "server-memory, the MCP reference server\n"
    "for memory (a knowledge graph), or memory-tool, Anthropic's memory tool as a tool `memory`";

std::unique_ptr<protocol::Offer> compat_offer(const std::string& name,
                                              const Environment& environment,
                                              const WorkspaceOptions& workspace) {
  if (name == "memory-tool") {
    return std::make_unique<MemoryToolOffer>(environment.files, workspace.root);
  }
  return std::make_unique<operations::GraphOffer>(environment, workspace);
}

}  // namespace pyramid::hosts
