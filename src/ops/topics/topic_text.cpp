#include "ops/topics/topic_text.hpp"

#include "base/text.hpp"
#include "format/topic.hpp"
#include "ops/topics/cut_leaves.hpp"
#include "ops/write/budget.hpp"
#include "topics/spread.hpp"

#include <cstddef>
#include <utility>

namespace pyramid::ops {

using format::Node;

namespace {

// Of what lies in a folder a text rests on so much, whatever grows there: no model reads more at
// once, and the built-in one takes seconds for it.
constexpr std::size_t kMostTokens = 16'000;

std::vector<const Node*> read_of(const std::vector<const Node*>& children) {
  std::vector<std::size_t> tokens;
  for (const Node* child : children) tokens.push_back(static_cast<std::size_t>(child->tokens));
  std::vector<const Node*> read;
  for (const std::size_t at : topics::spread(tokens, kMostTokens)) read.push_back(children[at]);
  return read;
}

std::string who(const format::Turn& turn) {
  if (turn.by_other) return {};  // their name stands in front
  return turn.speaker == format::Speaker::kUser ? "User: " : "Assistant: ";
}

}  // namespace

Status TopicTexts::add_facts(const Node& leaf, std::vector<engine::SourceText>& sources) const {
  PYRAMID_ASSIGN(format::Conversation said, said_in_leaf(run_.memory, leaf));
  said.first = 1;
  engine::ExtractRequest request;
  request.conversation = &said;
  request.last = static_cast<std::int64_t>(said.turns.size());
  request.user_name = said.user;
  request.zone = run_.memory.zone();
  PYRAMID_ASSIGN(const std::vector<engine::Extracted> facts, reader_->extract(request));
  for (const engine::Extracted& fact : facts) {
    const format::Turn& turn = said.turns[static_cast<std::size_t>(fact.turn - 1)];
    engine::SourceText source;
    source.id = leaf.id;
    source.start = source.end = format::said_at(turn, run_.memory.zone());
    source.text = fact.text;
    source.importance = fact.importance;
    sources.push_back(std::move(source));
  }
  return {};
}

Status TopicTexts::add_leaf(const Node& leaf, std::vector<engine::SourceText>& sources) const {
  engine::SourceText source;
  source.id = leaf.id;
  source.start = run_.memory.zone().local(leaf.start);
  source.end = run_.memory.zone().local(leaf.end);
  const Result<format::Conversation> said = said_in_leaf(run_.memory, leaf);
  if (said) {
    for (const format::Turn& turn : said->turns) {
      if (!turn.text.empty()) source.text += who(turn) + turn.text + "\n";
    }
  } else {  // a person's edit
    PYRAMID_ASSIGN(const Node whole, run_.memory.read(leaf));
    source.text = whole.text;
  }
  sources.push_back(std::move(source));
  return {};
}

Result<TopicAnswer> TopicTexts::write(const std::vector<const Node*>& children,
                                      const std::string& key, const format::ByHand& by_hand) const {
  const bool by_rules = run_.services.text.name() == reader_->name();
  engine::SummariseRequest request;
  request.model_title = key;
  request.kept = by_hand.words;
  request.struck = by_hand.struck;
  for (const Node* child : read_of(children)) {
    if (child->model_type == format::kLeaf) {
      const std::size_t before = request.sources.size();
      if (by_rules && !add_facts(*child, request.sources)) request.sources.resize(before);
      if (request.sources.size() == before) PYRAMID_TRY(add_leaf(*child, request.sources));
      continue;
    }
    request.tier = 1;
    PYRAMID_ASSIGN(const Node below, run_.memory.read(*child));
    engine::SourceText source;
    source.id = below.id;
    source.start = run_.memory.zone().local(below.start);
    source.end = run_.memory.zone().local(below.end);
    source.text = below.text;
    source.count = below.count;
    source.by_hand = format::by_hand(below.text, below.output, below.sentences).words;
    request.sources.push_back(std::move(source));
  }
  request.budget = budget_with_own_words(by_hand.words, request.sources,
                                         run_.opened.workspace.settings.summary_chars);
  std::vector<std::string> known = names_of_model(run_.memory, "user");
  for (std::string& name : names_of_model(run_.memory, "assistant")) {
    known.push_back(std::move(name));
  }
  const Material material{*run_.words, request.sources, std::move(known), by_hand.words};
  TopicAnswer answer;
  PYRAMID_ASSIGN(answer.text, ask_by_levels(run_, material, kTopicStep, Levels::kAll,
                                            [&](engine::TextEngine& text, bool strict,
                                                const std::string& wrong) {
                                              request.strict = strict;
                                              request.complaint = wrong;
                                              return text.summarise(request);
                                            }));
  answer.text.text.text = format::behind_kept(answer.text.text.text, by_hand.words);
  return answer;
}

}  // namespace pyramid::ops
