// Whether an agent's host is told of this memory, and would reach it.
#pragma once

#include "hosts/host.hpp"
#include "operations/documents.hpp"
#include "pyramid/file_system.hpp"

#include <functional>
#include <string>
#include <vector>

namespace pyramid::hosts {

struct RunAnswer {
  int exit_code = -1;
  std::string out;
};
// Runs a command, gives it `input` and takes its output.
using RunProgram = std::function<Result<RunAnswer>(const std::vector<std::string>& command,
                                                   const std::string& input)>;

// Starts what the host's configuration names and asks it, and calls its hooks. kNotFound where the
// host is told of no memory, misses hooks or calls none; else what its server or hooks fail with.
Result<operations::HostReport> check_host(FileSystem& files, const Host& host,
                                          const HostPlaces& places, const RunProgram& run);

}  // namespace pyramid::hosts
