#include "ops/write/own_below.hpp"

#include "base/utf8.hpp"
#include "format/own_words.hpp"
#include "ops/run/run.hpp"

#include <set>
#include <string>
#include <string_view>

namespace pyramid::ops {

namespace {

using OwnNumber = plan::FactIndex::Number;

// Only downwards: links of a person's may lead in a circle.
void find_edited(const plan::FactIndex& facts, OwnNumber summary, std::set<Ulid>& edited) {
  const plan::FactIndex::Summary& from = facts.summary(summary);
  if (from.tier == 0) return;  // made from observations
  for (const OwnNumber source : from.sources) {
    const plan::FactIndex::Summary& below = facts.summary(source);
    if (!below.exists || below.tier >= from.tier) continue;
    if (below.edited) edited.insert(below.id);
    find_edited(facts, source, edited);
  }
}

Result<std::string> words_in(const WorkingSet& memory, const Ulid& id) {
  const std::string path = memory.path_of(id);
  PYRAMID_ASSIGN(const std::string bytes, memory.bytes(path));
  PYRAMID_ASSIGN(const format::Node node, format::read_node(bytes, path));
  return format::by_hand(node.text, node.output, node.sentences).words;
}

// Without what an engine changes where it sets a sentence into another text.
std::string core_of(std::string_view sentence) {
  std::string core = utf8::lower(sentence);
  if (core.starts_with("the ")) core.erase(0, 4);
  while (!core.empty() && std::string_view(".!? \n").find(core.back()) != std::string_view::npos) {
    core.pop_back();
  }
  return core;
}

}  // namespace

Result<engine::SourceText> source_with_own(const WorkingSet& memory, const plan::FactIndex& facts,
                                           const Ulid& id) {
  PYRAMID_ASSIGN(engine::SourceText source, source_text(memory, id));
  const OwnNumber number = facts.number_of(id);
  if (number == plan::FactIndex::kNone) return source;
  std::set<Ulid> edited;
  find_edited(facts, number, edited);
  if (edited.empty()) return source;
  const std::string text = utf8::lower(source.text);
  std::set<std::string> known;
  for (const std::string_view sentence : format::sentences_in(source.by_hand)) {
    known.insert(core_of(sentence));
  }
  for (const Ulid& one : edited) {
    PYRAMID_ASSIGN(const std::string words, words_in(memory, one));
    for (const std::string_view sentence : format::sentences_in(words)) {
      const std::string core = core_of(sentence);
      const bool told = !core.empty() && text.find(core) != std::string::npos;
      if (!told || !known.insert(core).second) continue;
      source.by_hand = format::joined_text(source.by_hand, sentence);
    }
  }
  return source;
}

}  // namespace pyramid::ops
