// The text of an engine, held against what it was made from before it is written.
#pragma once

#include "engine/engine.hpp"
#include "engine/grounding/grounding.hpp"
#include "format/own_words.hpp"
#include "pyramid/result.hpp"
#include "pyramid/sync.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pyramid::ops {

// A pool of word tables, so that threads share what earlier texts taught. May be called from
// several threads.
class WordPool {
 public:
  engine::grounding::WordStore take();
  void give(engine::grounding::WordStore words);

 private:
  std::mutex mutex_;
  std::vector<engine::grounding::WordStore> free_;
};

// What a text is checked against.
struct Material {
  WordPool& words;
  std::span<const engine::SourceText> sources;
  std::vector<std::string> known;  // names that need no source
  std::string kept;                // a person's words: they count as a source, and are not judged
};

struct Grounded {
  std::string text;  // without citations and without what was dropped; "" = nothing is left
  // Sentences that say something else than the sources do: they are in no text. Without paths.
  std::vector<DroppedSentence> dropped;
  std::size_t violations = 0;  // sentences, those of a text that was asked for again too
  // By sentence: the sources that it rests on, as the engine cited them where that holds.
  std::map<format::SentenceMark, std::vector<std::size_t>> support;
};

// `ask` gets what was wrong with the first text, "" at first. An engine that `cites` is asked once
// more, told what does not stand in its sources; then such sentences are dropped. Of another one, a
// text of which nothing would be left stays: it is made of its sources' own sentences. Failures are
// those of the first `ask`.
Result<Grounded> ask_grounded(const Material& material, bool cites,
                              const std::function<Result<std::string>(const std::string&)>& ask);

// What was dropped of the text at `path`, in the report.
void note_dropped(SyncReport& report, std::size_t violations, std::vector<DroppedSentence> dropped,
                  const std::string& path);
// What else than a first answer wrote it; nullopt = nothing.
void note_fallback(SyncReport& report, std::optional<FallbackText> fallback,
                   const std::string& path);

}  // namespace pyramid::ops
