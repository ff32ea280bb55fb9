#include "engine/waiting.hpp"

namespace pyramid::engine {

namespace {

constexpr const char* kWaiting = "waits for its batch";

}  // namespace

Error waiting() { return {ErrorKind::kConflict, kWaiting, "", "", "run `pyramid sync` later"}; }

bool is_waiting(const Error& error) {
  return error.kind == ErrorKind::kConflict && error.what == kWaiting;
}

}  // namespace pyramid::engine
