// What agents are offered of a memory over the Model Context Protocol: tools from the table of
// operations, its files as resources, and two prompts.
#pragma once

#include "operations/operation.hpp"
#include "protocol/server.hpp"
#include "pyramid/warm.hpp"

#include <memory>
#include <string>

namespace pyramid::operations {

class AgentOffer final : public protocol::Offer {
 public:
  // Borrows what `environment` does; each call gets a Progress of its own. Keeps the workspace
  // warm.
  AgentOffer(Environment environment, WorkspaceOptions workspace, Tools tools = Tools::kMemory);

  [[nodiscard]] Info info() const override;
  [[nodiscard]] Json tools() const override;
  [[nodiscard]] Json resources() const override;
  [[nodiscard]] Json resource_templates() const override;
  [[nodiscard]] Json prompts() const override;
  [[nodiscard]] Result<Json> call(const std::string& tool, const Json& arguments,
                                  Progress& progress) const override;
  [[nodiscard]] Result<Json> read(const std::string& uri) const override;
  [[nodiscard]] std::string state_of(const std::string& uri) const override;
  [[nodiscard]] Result<Json> prompt(const std::string& name, const Json& arguments,
                                    Progress& progress) const override;

  // For who runs an operation himself.
  [[nodiscard]] Call call_with(Progress& progress) const;

 private:
  [[nodiscard]] bool offers(const Operation& operation) const;

  Environment environment_;
  WorkspaceOptions workspace_;
  Tools tools_;
  std::unique_ptr<WarmState> warm_;
};

// `memory_search` of `search`.
std::string tool_name(const Operation& operation);

}  // namespace pyramid::operations
