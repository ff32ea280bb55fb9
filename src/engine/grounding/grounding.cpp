#include "engine/grounding/grounding.hpp"

#include "engine/grounding/facts.hpp"
#include "engine/grounding/judging.hpp"
#include "engine/grounding/supporting.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace pyramid::engine::grounding {

struct Grounds::State {
  Words& words;
  Facts facts;
};

const char* name_of(Fault fault) {
  switch (fault) {
    case Fault::kName:
      return "name";
    case Fault::kNumber:
      return "number";
    case Fault::kDate:
      return "date";
    case Fault::kAddress:
      return "address";
    case Fault::kDenial:
      return "denial";
  }
  return "";
}

std::string explain(const Violation& violation) {
  if (violation.fault == Fault::kDenial) {
    return violation.words.empty() ? "its sources say the opposite"
                                   : "“" + violation.words + "”: its sources say that it is not so";
  }
  return "“" + violation.words + "” " +
         (violation.elsewhere ? "is said of something else in its sources"
                              : "stands in none of its sources");
}

bool Judgement::has_part(std::size_t source) const {
  return std::binary_search(partial.begin(), partial.end(), source);
}

bool Judgement::is_told_by(std::span<const std::size_t> some) const {
  return std::all_of(telling.begin(), telling.end(), [&](const std::vector<std::size_t>& holders) {
    return std::any_of(some.begin(), some.end(), [&](std::size_t source) {
      return std::binary_search(holders.begin(), holders.end(), source);
    });
  });
}

void WordsDeleter::operator()(Words* words) const { delete words; }
WordStore make_words() { return WordStore(new Words); }

Grounds::Grounds(Words& words, std::span<const Source> sources, std::span<const std::string> known)
    : state_(std::make_unique<State>(State{words, read_facts(words, sources, known)})) {}
Grounds::~Grounds() = default;
Grounds::Grounds(Grounds&&) noexcept = default;

Judgement Grounds::judge(std::string_view sentence) const {
  const std::vector<Clause> clauses = read_clauses(sentence, state_->words, nullptr);
  Judgement judgement;
  judgement.violations = violations_of(clauses, state_->facts, state_->words);
  std::vector<std::uint32_t> keys;
  for (const Clause& clause : clauses) {
    const std::vector<std::uint32_t> some = keys_of(clause, state_->words);
    keys.insert(keys.end(), some.begin(), some.end());
    for (const std::uint32_t key : exact_keys_of(clause, state_->words)) {
      const auto holders = state_->facts.by_key.find(key);
      if (holders != state_->facts.by_key.end()) judgement.telling.push_back(holders->second);
    }
  }
  Supporting found = supporting(std::move(keys), state_->facts);
  judgement.support = std::move(found.best);
  judgement.partial = std::move(found.partial);
  return judgement;
}

}  // namespace pyramid::engine::grounding
