#include "ops/write/summary_text.hpp"

#include "ops/write/budget.hpp"
#include "ops/write/grounded.hpp"
#include "ops/write/own_below.hpp"

#include <cstddef>
#include <string>
#include <utility>

namespace pyramid::ops {

namespace {

// The positions of the sources that the engine reads: not those for which a person's sentence
// stands, unless there are no others.
std::vector<std::size_t> to_read(const Run& run, const std::vector<engine::SourceText>& sources,
                                 const format::CorrectedSources& corrected) {
  std::vector<std::size_t> all, read;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    all.push_back(i);
    if (!corrected.contains(run.memory.path_of(sources[i].id))) read.push_back(i);
  }
  return read.empty() ? all : read;
}

}  // namespace

Result<EditedSummary> edited_in(const format::Node& old, std::string_view bytes) {
  EditedSummary edited{format::by_hand(old.text, old.output, old.sentences), {}};
  if (old.tier > 0 || edited.by_hand.words.empty()) return edited;
  PYRAMID_ASSIGN(const format::Document document, format::parse_document(bytes, old.path));
  edited.corrected = format::corrected_sources(old, document.body);
  return edited;
}

Result<LevelledText> summarise(const Run& run, const plan::FactIndex& facts,
                               const plan::SummaryTask& task, const EditedSummary& edited,
                               std::vector<engine::SourceText>& sources) {
  const format::ByHand& by_hand = edited.by_hand;
  const std::string& kept = by_hand.words;
  engine::SummariseRequest request;
  const bool calendar = run.memory.rules().policy == plan::Policy::kCalendar;
  if (calendar) request.style = engine::SummaryStyle::kRatedLines;
  request.model_title = title_of_model(run.memory, task.group.model);
  request.tier = task.group.tier;
  request.kept = kept;
  request.struck = by_hand.struck;
  for (const Ulid& id : task.group.sources) {
    PYRAMID_ASSIGN(engine::SourceText source, source_with_own(run.memory, facts, id));
    sources.push_back(std::move(source));
  }
  const std::vector<std::size_t> read = to_read(run, sources, edited.corrected);
  for (const std::size_t i : read) request.sources.push_back(sources[i]);
  request.budget =
      budget_with_own_words(kept, request.sources, run.opened.workspace.settings.summary_chars);
  const Material material{*run.words, request.sources, names_of_model(run.memory, task.group.model),
                          kept};
  PYRAMID_ASSIGN(
      LevelledText written,
      ask_by_levels(run, material, summary_step(run.memory.rules()), Levels::kAll,
                    [&](engine::TextEngine& text, bool strict, const std::string& wrong) {
                      request.strict = strict;
                      request.complaint = wrong;
                      return text.summarise(request);
                    }));
  written.text.text = format::behind_kept(written.text.text, kept);
  for (auto& [sentence, support] : written.text.support) {
    for (std::size_t& source : support) source = read[source];
  }
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const auto words = edited.corrected.find(run.memory.path_of(sources[i].id));
    if (words == edited.corrected.end()) continue;
    for (const format::SentenceMark mark : words->second) {
      written.text.support[mark].push_back(i);
    }
  }
  return written;
}

}  // namespace pyramid::ops
