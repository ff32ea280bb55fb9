// Models that a text names, whether or not a search finds what they say.
#pragma once

#include "format/node.hpp"
#include "ops/run/opened.hpp"
#include "search/search.hpp"

#include <string>
#include <vector>

namespace pyramid::ops {

// In the order in which they are named: by their name, title or an alias, a person by the first
// word of the title too, whatever the case ("ana", "Ana's"). A name that is a word like others
// ("Will", "May") counts where a capital shows it. Of a long text its last 200 words are looked at.
Result<std::vector<format::Node>> models_named_in(const std::string& text, index::Index& index);

// The sections of a model that say something, in the order of the file, as hits without a score;
// `text` as above. None of a file that cannot be read: the scan names it.
std::vector<search::Hit> sections_of(Services& services, const Opened& opened,
                                     const format::Node& model, const std::string& text);

}  // namespace pyramid::ops
