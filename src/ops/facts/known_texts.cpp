#include "ops/facts/known_texts.hpp"

#include "engine/comparing.hpp"
#include "workspace/layout.hpp"

#include <utility>

namespace pyramid::ops {

std::string meaning_of_fact(const WorkingSet& memory, const format::Node& fact) {
  return engine::read_meaning(fact.text, memory.zone().local(fact.at, fact.offset));
}

Status KnownTexts::load(const WorkingSet& memory) {
  return memory.walk(format::Kind::kObservation, [&](const format::Node& node) -> Status {
    if (!node.status.empty() || workspace::fact_category(node.path).empty()) return {};
    const Result<format::Node> whole = memory.read(node);
    if (whole) add(node.model, meaning_of_fact(memory, *whole));
    return {};
  });
}

void KnownTexts::add(const std::string& model, std::string meaning) {
  by_model_[model].insert(std::move(meaning));
}

bool KnownTexts::say(const std::string& model, const std::string& meaning) const {
  const auto known = by_model_.find(model);
  return known != by_model_.end() && known->second.contains(meaning);
}

}  // namespace pyramid::ops
