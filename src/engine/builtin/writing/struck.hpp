// Facts that a person took out of an earlier text.
#pragma once

#include "engine/builtin/writing/facts.hpp"
#include "format/own_words.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace pyramid::engine::builtin::writing {

// How the text would have told one fact, or two in one sentence; several ways where it depends on
// what stands around. "" = not like that.
using Telling = std::function<std::string(std::span<const Fact>)>;

// Drops every fact whose sentence a person struck out, alone or together with another one. What a
// person left of such a sentence is the person's, and stands in what is kept.
void drop_struck(std::vector<Fact>& facts, const std::vector<format::SentenceMark>& struck,
                 const std::vector<Telling>& tellings);

}  // namespace pyramid::engine::builtin::writing
