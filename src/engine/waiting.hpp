// A call whose answer comes later: it was put into a batch, and what it was to write waits.
#pragma once

#include "pyramid/error.hpp"

namespace pyramid::engine {

// No failure in the sense of a report: a later command finds the answer.
Error waiting();
bool is_waiting(const Error& error);

}  // namespace pyramid::engine
