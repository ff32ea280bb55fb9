// Parts of reports as the JSON documents that programs read (docs/cli.md).
#pragma once

#include "operations/operation.hpp"
#include "pyramid/pyramid.hpp"

namespace pyramid::operations {

// {"error": {"kind", "what", "where", "cause", "hint"}}
Json to_json(const Error& error);
Json to_json(const Diagnostics& diagnostics);
Json to_json(const SyncReport& report);
Json to_json(const InitReport& report);

}  // namespace pyramid::operations
