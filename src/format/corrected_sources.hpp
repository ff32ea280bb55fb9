// The sources of a summary that its sentences rest on, and those that a person's speak for.
//
// Which sentences rest on a source stands behind it, "(sentence 1)" (docs/format.md). Where a
// person wrote a sentence in the place of a generated one, it stands for what that one rested on,
// however this is reworded later. Pure; any thread.
#pragma once

#include "format/node.hpp"
#include "format/own_words.hpp"
#include "format/section_support.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::format {

// By generated sentence: the positions of its sources, as the numbers behind these tell. Also of an
// edited text; empty where they do not fit it. `body` is that of the summary's file.
Support summary_support(const Node& summary, std::string_view body);

// The marks of the person's sentences that stand for a source, by its path. Only sources on which
// no other sentence rests; none where what is recorded does not fit the text.
using CorrectedSources = std::map<std::string, std::vector<SentenceMark>, std::less<>>;
// `body` is that of the summary's file. REQUIRES: its sources are observations: a summary tells
// more than what a sentence of it says.
CorrectedSources corrected_sources(const Node& summary, std::string_view body);

}  // namespace pyramid::format
