// The text of a folder of the topic tree, as it is asked for.
#pragma once

#include "engine/engine.hpp"
#include "format/node.hpp"
#include "format/own_words.hpp"
#include "ops/run/run.hpp"
#include "ops/write/levels.hpp"
#include "pyramid/result.hpp"

#include <memory>
#include <string>
#include <vector>

namespace pyramid::ops {

inline constexpr const char* kTopicStep = "summarize";  // by whose recipe they are written

struct TopicAnswer {
  LevelledText text;
};

// May be asked from several threads.
class TopicTexts {
 public:
  explicit TopicTexts(const Run& run) : run_(run), reader_(engine::make_builtin_engine()) {}

  // Over its children, by time, of a great many over some of each time; behind what a person wrote.
  [[nodiscard]] Result<TopicAnswer> write(const std::vector<const format::Node*>& children,
                                          const std::string& key,
                                          const format::ByHand& by_hand) const;

 private:
  Status add_leaf(const format::Node& leaf, std::vector<engine::SourceText>& sources) const;
  Status add_facts(const format::Node& leaf, std::vector<engine::SourceText>& sources) const;

  const Run& run_;
  // Of what was said the built-in engine sums up the facts, as it does elsewhere.
  std::unique_ptr<engine::TextEngine> reader_;
};

}  // namespace pyramid::ops
