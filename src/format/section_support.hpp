// Which links of its `From` lines each sentence of a generated section rests on: `support:` of
// MEMORY.md and models/*.md (docs/format.md, "Model and MEMORY.md").
//
// A line of it is the name of a section, then a word for each sentence that the section's record
// has, in that order: the numbers of links, from 1, with commas between, or `-` where none is
// known: "user/this-week 1 2,5 -". Sentences are known by their marks, so that a person who
// rewords, moves or strikes out one changes nothing for the others. In no digest.
#pragma once

#include "format/own_words.hpp"

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::format {

// By sentence: the positions of what it rests on, from 0.
using Support = std::map<SentenceMark, std::vector<std::size_t>>;

// The line of a section; "" where nothing is known of any sentence. Pure.
std::string support_line(std::string_view section, const Sentences& sentences,
                         const Support& support);

// What the lines tell of a section; nothing where its line does not fit the sentences. Pure.
Support read_support(std::span<const std::string> lines, std::string_view section,
                     const Sentences& sentences);

// The positions that the sentences of a line of the text rest on, in order, each once; empty where
// one of its sentences is not known. Pure.
std::vector<std::size_t> support_of_line(std::string_view line, const Support& support);

}  // namespace pyramid::format
