// A configuration file that holds TOML, as text: one table of it is written or taken out, all other
// bytes as they are.
#pragma once

#include "pyramid/result.hpp"

#include <optional>
#include <string>
#include <vector>

namespace pyramid::hosts {

// A server as `[mcp_servers.NAME]` names it.
struct TomlServer {
  std::string command;
  std::vector<std::string> args;
  bool operator==(const TomlServer&) const = default;
};

// nullopt where there is none. kInvalid, with the line as `where`, for what is no TOML.
Result<std::optional<TomlServer>> toml_server(const std::string& text, const std::string& name);
// What the keys lead to; nullopt where that is nothing, or neither true nor false.
Result<std::optional<bool>> toml_flag(const std::string& text,
                                      const std::vector<std::string>& keys);
// The text with it; other keys of its table stay. kInvalid too where it is written otherwise than
// as a table of its own.
Result<std::string> with_toml_server(const std::string& text, const std::string& name,
                                     const TomlServer& server);
// The text without its table, and those below it.
Result<std::string> without_toml_server(const std::string& text, const std::string& name);

}  // namespace pyramid::hosts
