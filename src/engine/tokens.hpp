// How much text goes to an engine and comes back, in tokens.
//
// Only the memory's own text is counted: what was said, observations, summaries. The instructions
// that a language model is sent beside it are the engine's (Price::prompt_tokens).
#pragma once

#include "engine/engine.hpp"

#include <cstddef>
#include <string_view>

namespace pyramid::engine {

// The rule of thumb that the makers of the models give for English.
inline constexpr std::size_t kBytesPerToken = 4;
// Rounded up.
std::size_t tokens_of(std::size_t bytes);

std::size_t tokens_in(const ExtractRequest& request);    // the turns, those of context too
std::size_t tokens_in(const AssignRequest& request);     // what has no model yet, and the models
std::size_t tokens_in(const SummariseRequest& request);  // sources, and what is kept
std::size_t tokens_in(const SynthesiseRequest& request);
std::size_t tokens_in(const DescribeRequest& request);
std::size_t tokens_in(const AnswerRequest& request);
std::size_t tokens_in(const JudgeRequest& request);  // candidates, and what is near them
std::size_t tokens_out(const std::vector<Extracted>& answer);
std::size_t tokens_out(const Judgements& answer);
std::size_t tokens_out(const Assignments& answer);

}  // namespace pyramid::engine
