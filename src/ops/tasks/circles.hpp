// Tasks that block each other in a circle.
#pragma once

#include "index/index.hpp"
#include "pyramid/error.hpp"

#include <functional>
#include <span>
#include <string>

namespace pyramid::ops {

using TitleOf = std::function<std::string(const std::string& path)>;

// Each circle once, as a warning at its first path; one task alone is one where it blocks itself.
// Pure.
Diagnostics circles_of(std::span<const index::Index::TaskLink> links, const TitleOf& title_of);

}  // namespace pyramid::ops
