// What the text engine costs: expected of a plan, and counted after a sync.
#pragma once

#include "engine/counting.hpp"
#include "format/conversation.hpp"
#include "ops/run/run.hpp"
#include "ops/write/embed_rest.hpp"

namespace pyramid::ops {

// The calls that take the facts of the turns behind the first `extracted`, added to `use`, without
// their price.
void add_extraction(const format::Conversation& conversation, std::int64_t extracted,
                    EngineUse& use);
// With what the calls cost at the engine's price, its instructions among them.
EngineUse priced(const engine::TextEngine& text, EngineUse use);

// An estimate. A summary whose text comes out the same saves the calls above it; an answer that is
// of no use, too long for the model or not in its sources costs up to three calls more. Turns that
// are not extracted and observations that are not assigned are counted, what follows from them is
// not.
// `sessions`: those that the engine is asked about; conversations that would be imported first
// count by themselves. What is in a batch is not counted again. `texts`: those without a vector,
// which count where a server makes them, with those that the plan writes. `topics`: bytes that each
// text of the topic tree would be made from. Reads the files of
// sessions and sources. Fails as reading them does.
Result<EngineUse> expected_use(const Run& run, const plan::Plan& plan,
                               const std::vector<std::size_t>& topics, const TextsToEmbed& texts,
                               const std::vector<Ulid>& sessions);

// Of a language model what the ledger has seen, else what was counted; and what vectors cost.
EngineUse counted_use(const Services& services, const engine::CallCounts& calls);

}  // namespace pyramid::ops
