// Files of one JSON object a line, as programs append to them while they run. Private to
// src/ingest.
#pragma once

#include "ingest/json.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace pyramid::ingest {

// Hands every line that is an object to `take`, which says whether to go on, with its 1-based
// number; a `.zst` file is unpacked on the way, and no more than one line is held, less what its
// strings have behind kMostKept bytes. A line that is no UTF-8 is decoded and told. A line that is
// no object is told in `diagnostics`; an unfinished last line is only noted, since the next import
// finds it whole. `may_matter` is asked of a line's bytes, where there is one: what it says no to
// is passed over unparsed. Fails when nothing can be read.
Status read_json_lines(FileSystem& files, const std::string& path, Diagnostics& diagnostics,
                       const std::function<bool(const Json& line, std::size_t number)>& take,
                       const std::function<bool(std::string_view line)>& may_matter = {});

// The same of lines that are in memory; `path` is for what is said of them.
void read_json_lines(std::string_view bytes, const std::string& path, Diagnostics& diagnostics,
                     const std::function<bool(const Json& line, std::size_t number)>& take);

}  // namespace pyramid::ingest
