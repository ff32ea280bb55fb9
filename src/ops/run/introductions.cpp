#include "ops/run/introductions.hpp"

#include "engine/text/language.hpp"
#include "ops/run/run.hpp"
#include "plan/standing.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ops {

namespace {

std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> all;
  for (const engine::Word& word : engine::words(text)) {
    all.emplace_back(engine::without_owner(word.text));
  }
  return all;
}

// What a fact says, in words.
struct Introduction {
  plan::FactIndex::Number number = 0;
  std::vector<std::string> said;

  [[nodiscard]] bool names(const std::string& name) const {
    const std::vector<std::string> wanted = words_in(name);
    return !wanted.empty() &&
           std::search(said.begin(), said.end(), wanted.begin(), wanted.end()) != said.end();
  }
};

}  // namespace

plan::Introductions introductions_in(const WorkingSet& memory, const plan::FactIndex& facts) {
  const plan::Rules& rules = memory.rules();
  plan::Introductions found;
  const std::vector<Ulid> models = memory.ids(format::Kind::kModel);
  if (models.empty()) return found;
  std::vector<Introduction> all;
  for (const plan::FactIndex::Number number : plan::standing_facts(facts, rules)) {
    if (!rules.is_base(facts.model_name(facts.standing(number).model))) continue;
    const Result<engine::SourceText> source = source_text(memory, facts.observation(number).id);
    if (source) all.push_back({number, words_in(source->text)});
  }
  std::sort(all.begin(), all.end(), [&](const Introduction& a, const Introduction& b) {
    const auto& one = facts.observation(a.number);
    const auto& other = facts.observation(b.number);
    return one.at != other.at ? one.at < other.at : one.id < other.id;
  });
  for (const Ulid& id : models) {
    const format::Node* model = memory.find(id);
    if (model == nullptr) continue;
    std::vector<std::string> names = model->aliases;
    names.push_back(title_of_model(memory, model->model));
    for (const Introduction& one : all) {
      const bool named = std::any_of(names.begin(), names.end(),
                                     [&](const std::string& name) { return one.names(name); });
      if (named) found[model->model].push_back(one.number);
    }
  }
  return found;
}

}  // namespace pyramid::ops
