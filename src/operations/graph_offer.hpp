// A memory as the MCP reference server for memory offers one,
// `@modelcontextprotocol/server-memory`: its tools, by their names, with its answers, and its one
// resource. What it calls a graph are the files of the workspace.
#pragma once

#include "operations/operation.hpp"
#include "protocol/server.hpp"
#include "pyramid/warm.hpp"

#include <memory>
#include <string>

namespace pyramid::operations {

class GraphOffer final : public protocol::Offer {
 public:
  // As AgentOffer has it.
  GraphOffer(Environment environment, WorkspaceOptions workspace);

  [[nodiscard]] Info info() const override;
  [[nodiscard]] Json tools() const override;
  [[nodiscard]] Json resources() const override;
  [[nodiscard]] Result<Json> call(const std::string& tool, const Json& arguments,
                                  Progress& progress) const override;
  [[nodiscard]] Result<Json> read(const std::string& uri) const override;
  [[nodiscard]] std::string state_of(const std::string& uri) const override;

 private:
  [[nodiscard]] Environment environment_with(Progress& progress) const;

  Environment environment_;
  WorkspaceOptions workspace_;
  std::unique_ptr<WarmState> warm_;
};

}  // namespace pyramid::operations
