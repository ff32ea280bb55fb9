// Titles and names of files that tell what was forgotten, and get plain ones. Each gives how many;
// none is flushed.
#pragma once

#include "ops/run/tombstones.hpp"
#include "pyramid/result.hpp"

#include <cstddef>

namespace pyramid::ops {

struct Run;

// Facts and tasks that came from elsewhere just now, and those that link a conversation which came,
// under a title that was forgotten or went with the words of its turns. How many.
Result<std::size_t> retitle_strangers(Run& run, const Forgotten& forgotten);
// A conversation that lost its title on another machine, and got that loss here by a merge, has its
// old name still. How many.
Result<std::size_t> rename_untitled(Run& run, const Forgotten& forgotten);
// Summaries' files are named by words. Those that were made from what is forgotten, in however many
// steps, get plain names, as long as their links tell it. How many.
Result<std::size_t> rename_told_from(Run& run, const Forgotten& forgotten);
// Facts that link a conversation which lost turns, and is not here, do so under a title and a name
// that may be words of these: plain ones from now on. How many. Not flushed.
Result<std::size_t> untitle_links_to_absent(Run& run, const Forgotten& forgotten);

}  // namespace pyramid::ops
