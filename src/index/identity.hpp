// Which index it is.
#pragma once

#include "index/index.hpp"

#include <string>

namespace pyramid::index {

// Another text whenever the index was made anew, by whomever: what was added to the one before may
// not be in it. As the index was when it was opened, or as it made itself since.
std::string identity_of(const Index& index);

}  // namespace pyramid::index
