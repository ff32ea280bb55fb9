// Calls whose answers come later: one that was put into a batch, so that what it was to write
// waits, and one that failed for now.
#pragma once

#include "pyramid/error.hpp"

namespace pyramid::engine {

// No failure in the sense of a report: a later command finds the answer.
Error waiting();
bool is_waiting(const Error& error);

// The hint of what a server may answer another time.
inline constexpr const char* kTryLater = "try again later; each sync asks again";

}  // namespace pyramid::engine
