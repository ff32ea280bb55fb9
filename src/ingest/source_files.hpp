// What lies in a source. It is a person's own folder, so links are followed, unlike in a workspace.
// Private to src/ingest.
#pragma once

#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ingest {

// Every file below `folder` that `wanted` takes by its name, sorted by path. `enter` is asked for
// each folder below, by its path relative to `folder`. What a link leads to is taken in the link's
// place, and nothing twice: of a file that lies there and that a link leads to, too, the link is
// left out. A folder that may not be read and a wanted link that leads to nothing go into
// `diagnostics`. Fails where `folder` itself cannot be listed.
Result<std::vector<std::string>> files_below(
    FileSystem& files, const std::string& folder,
    const std::function<bool(std::string_view directory)>& enter,
    const std::function<bool(std::string_view name)>& wanted, Diagnostics& diagnostics);

}  // namespace pyramid::ingest
