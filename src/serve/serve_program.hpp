// `pyramid-serve`: what `pyramid serve` becomes (src/cli/command_serve.cpp).
#pragma once

#include "pyramid/result.hpp"
#include "serve/http_server.hpp"

#include <atomic>
#include <functional>

namespace pyramid::serve {

// serve_http(): handed in, since the shared objects that it needs are the program's alone and not
// libpyramid.so's, which has the rest of it.
using Serve = Status (*)(const Serving& serving, const std::function<void(int port)>& ready,
                         std::atomic<bool>& stops);
// Its exit code. Ends on SIGINT and SIGTERM, whose handlers it sets.
int run_program(int argc, char** argv, Serve serve);

}  // namespace pyramid::serve
