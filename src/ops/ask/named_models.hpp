// Models that a text names, whether or not a search finds what they say.
#pragma once

#include "ops/run/opened.hpp"
#include "search/search.hpp"

#include <string>
#include <vector>

namespace pyramid::ops {

// Their sections that say something, in the order of the names and of the files, as hits without a
// score; "ana" and "Ana's" name Ana. Of a long text its last 200 words. A file that cannot be read
// is left out: the scan names it.
std::vector<search::Hit> sections_of_named_models(Services& services, const Opened& opened,
                                                  const std::string& text);

}  // namespace pyramid::ops
