// Servers of language models on this machine.
#pragma once

#include "pyramid/environment.hpp"

#include <vector>

namespace pyramid::process {

// Those that answer on the ports of Ollama ($OLLAMA_HOST, else 11434) and llama-server
// ($LLAMA_ARG_PORT, else 8080) and say which models they have. Asks the loopback address alone, and
// waits a tenth of a second for each at most.
std::vector<LocalServer> find_local_servers();

}  // namespace pyramid::process
