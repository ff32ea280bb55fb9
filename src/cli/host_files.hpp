// The configuration of agents' hosts on this machine.
#pragma once

#include "cli/context.hpp"
#include "hosts/host.hpp"

#include <string>

namespace pyramid::cli {

// As the hosts find them: CLAUDE_CONFIG_DIR, CODEX_HOME and OPENCLAW_STATE_DIR move theirs.
hosts::HostPlaces host_places();
// "" where there is no such file.
Result<std::string> read_host_file(FileSystem& files, const std::string& path);
// An error of the text of a file, with its place.
Error in_host_file(Error error, const std::string& path);

// `doctor --host`.
int run_host_doctor(Context& context, const std::string& name);

}  // namespace pyramid::cli
