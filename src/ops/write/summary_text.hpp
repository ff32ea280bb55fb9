// The text of a summary, as it is asked for: with what a person did to the old one.
#pragma once

#include "engine/engine.hpp"
#include "format/corrected_sources.hpp"
#include "format/node.hpp"
#include "format/own_words.hpp"
#include "ops/run/run.hpp"
#include "ops/write/levels.hpp"
#include "plan/plan.hpp"

#include <string_view>
#include <vector>

namespace pyramid::ops {

// What a person did to the old text, and the sources that their sentences speak for.
struct EditedSummary {
  format::ByHand by_hand;
  format::CorrectedSources corrected;
};
// `bytes` are those of the summary's file.
Result<EditedSummary> edited_in(const format::Node& old, std::string_view bytes);

// The text behind the words that are kept. Sources that a person's sentence speaks for are not
// read, unless there are no others. `sources` gets all of them; by their positions the text's
// support is told, that of the person's sentences too.
Result<LevelledText> summarise(const Run& run, const plan::FactIndex& facts,
                               const plan::SummaryTask& task, const EditedSummary& edited,
                               std::vector<engine::SourceText>& sources);

}  // namespace pyramid::ops
