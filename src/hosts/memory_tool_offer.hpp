// Anthropic's memory tool as a server offers it: one tool, `memory`, for agents whose host has no
// such tool of its own. See memory_tool.hpp.
#pragma once

#include "hosts/json_text.hpp"
#include "protocol/server.hpp"
#include "pyramid/file_system.hpp"

#include <string>

namespace pyramid::hosts {

class MemoryToolOffer final : public protocol::Offer {
 public:
  // `files` is borrowed; `root` is the workspace's folder.
  MemoryToolOffer(FileSystem& files, std::string root);

  [[nodiscard]] Info info() const override;
  [[nodiscard]] Json tools() const override;
  [[nodiscard]] Result<Json> call(const std::string& tool, const Json& arguments,
                                  Progress& progress) const override;

 private:
  FileSystem& files_;
  std::string root_;
};

}  // namespace pyramid::hosts
