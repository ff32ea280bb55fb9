// The steps of the built-in engine that write text.
//
// Pure and deterministic. They choose, order, join and re-person sentences of their sources; they
// never make one up.
#pragma once

#include "engine/engine.hpp"

#include <string>

namespace pyramid::engine::builtin {

// A paragraph in order of time, or rated lines: the facts that carry most, within the budget.
Result<std::string> summarise(const SummariseRequest& request);

// Bullets: newer facts in place of those they replace, a fact said once, by topic; the assistant
// says "I".
Result<std::string> synthesise(const SynthesiseRequest& request);

// "Kestrel: the user's home weather station project."
Result<std::string> describe(const DescribeRequest& request);

// One to four sentences of the passages, each followed by its citation; "" when none answers.
Result<std::string> answer(const AnswerRequest& request, Embedder& embedder);

}  // namespace pyramid::engine::builtin
