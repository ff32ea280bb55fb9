// What of the memory a search looks at, as a person says it.
#pragma once

#include "index/index.hpp"
#include "pyramid/result.hpp"

#include <span>
#include <string>

namespace pyramid::search {

// "memory", "sessions", "daily", "models", "observations" and so on; "extra" (notes of extra paths
// alone); "model:NAME", "tag:NAME";
// "since:DATE", "until:DATE", "DATE..DATE" (both inclusive). Several of a sort: any of them; of
// different sorts: each. "since:" and "until:" are bounds: of several all hold, and ranges count as
// far as they lie within. kUsage for another word, kNotFound for a model or tag that nothing has,
// with the nearest.
Result<index::Filter> parse_sources(index::Index& index, std::span<const std::string> sources);

}  // namespace pyramid::search
