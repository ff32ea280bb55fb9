// Models that a text names, whether or not a search finds what they say.
#pragma once

#include "format/node.hpp"
#include "ops/run/opened.hpp"
#include "search/search.hpp"

#include <string>
#include <vector>

namespace pyramid::ops {

// In the order in which they are named: by their name, title or an alias, whatever the case ("ana",
// "Ana's"), a person by the first word of the title too, with a capital. Of a name that is a stop
// word ("Will", "May") the capital must open no line and no sentence. Of a long text its last 200
// words are looked at. What a search leaves out is: what is quarantined or waits to be merged.
Result<std::vector<format::Node>> models_named_in(Services& services, Opened& opened,
                                                  const std::string& text);

// The sections of a model that say something, in the order of the file, as hits without a score;
// `text` as above. None of a file that cannot be read (the scan names it) or is a symlink.
std::vector<search::Hit> sections_of(Services& services, const Opened& opened,
                                     const format::Node& model, const std::string& text);

}  // namespace pyramid::ops
