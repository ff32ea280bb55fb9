// What command line agents put into the text of a message around the words of the person: blocks
// between tags of theirs. Private to src/ingest.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace pyramid::ingest {

// `text` without the blocks `<tag>…</tag>` that begin at the start of a line, for each of `tags`;
// attributes may stand behind the name. A tag that is never closed is the person's own. Text that
// has none comes back byte for byte.
std::string strip_tagged_blocks(std::string_view text, std::span<const std::string_view> tags);

}  // namespace pyramid::ingest
