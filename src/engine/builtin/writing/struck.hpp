// Facts that a person took out of an earlier text.
#pragma once

#include "engine/builtin/writing/facts.hpp"
#include "engine/builtin/writing/prose.hpp"
#include "format/own_words.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace pyramid::engine::builtin::writing {

// How the text would have told one fact, or two in one sentence; several ways where it depends on
// what stands around. "" = not like that.
using Telling = std::function<std::string(std::span<const Fact>)>;

// How a summary in that style would have told them: with and without a time led in and "also",
// which depends on the sentences before.
std::vector<Telling> prose_tellings(const Style& style);
// How a summary of any span would have told them: for a text that is made from what lies below one
// that a person edited.
std::vector<Telling> summary_tellings();

// Drops every fact whose sentence a person struck out, alone or together with another one. What a
// person left of such a sentence is the person's, and stands in what is kept.
void drop_struck(std::vector<Fact>& facts, const std::vector<format::SentenceMark>& struck,
                 const std::vector<Telling>& tellings);

}  // namespace pyramid::engine::builtin::writing
