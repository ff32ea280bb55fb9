// What the writers of generated files share.
#pragma once

#include "format/node.hpp"

namespace pyramid::format {

// An empty file with a frontmatter.
Document new_document();
// The document with a frontmatter, an empty one added where it has none.
Document with_frontmatter(Document document);

}  // namespace pyramid::format
