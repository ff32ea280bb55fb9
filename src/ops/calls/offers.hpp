// Language models that are at hand while the rules write the texts.
#pragma once

#include "pyramid/environment.hpp"
#include "workspace/workspace.hpp"

#include <string>
#include <vector>

namespace pyramid::ops {

// With the built-in engine: a line for a key and for each server on this machine that answers, with
// what has the texts written by it. Never shows the key.
std::vector<std::string> offers(const Environment& environment,
                                const workspace::Workspace& workspace);

}  // namespace pyramid::ops
