// Summaries' file names: the words that a summary began with when it was first written.
#pragma once

#include "format/node.hpp"
#include "ops/nodes/working_set.hpp"
#include "pyramid/result.hpp"

#include <string_view>

namespace pyramid::ops {

// Whether a summary's file is named after words: not a calendar's, nor one that has its plain name.
bool is_named_by_words(const format::Node& summary);

// Whether a word of its name stands in `gone` and not in `kept`: words of more than three letters,
// other than those without a meaning of their own, and numbers with the word before them.
bool is_named_after(const format::Node& summary, std::string_view gone, std::string_view kept);
// Whether such words of its name do not stand in `kept`.
bool is_named_beside(const format::Node& summary, std::string_view kept);

// The file of a node under another name, in its folder. Not flushed; links to it are to be mended.
Status rename_file(WorkingSet& memory, const format::Node& node, std::string_view name);

// "2026-05-12-summary-7t5xbn.md", which tells nothing. As above.
Status give_plain_name(WorkingSet& memory, const format::Node& summary);

}  // namespace pyramid::ops
