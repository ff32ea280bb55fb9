// What of the memory a search looks at, as a person says it.
#pragma once

#include "index/index.hpp"
#include "pyramid/result.hpp"
#include "pyramid/zone.hpp"

#include <span>
#include <string>

namespace pyramid::search {

// "memory", "sessions", "daily", "models", "observations" and so on; "facts" (what lies in facts/
// alone), "extra" (notes of extra paths alone); "model:NAME", "tag:NAME"; "agent:NAME",
// "user:NAME": of conversations that were captured as theirs; "since:DATE", "until:DATE",
// "DATE..DATE" (both inclusive). Several of a sort: any of them; of different sorts: each. "since:"
// and "until:" are bounds: of several all hold, and ranges count as far as they lie within. Days
// are the zone's. kUsage for another word. Pure.
Result<index::Filter> parse_sources(std::span<const std::string> sources, const Zone& zone);

// Writes models and tags of the filter as the index has them. kNotFound for one that nothing has,
// with the nearest.
Status find_names(index::Index& index, index::Filter& filter);

}  // namespace pyramid::search
