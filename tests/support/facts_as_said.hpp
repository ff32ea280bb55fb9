// The built-in engine, but each sentence that the user says is a fact as it stands: for tests of
// what becomes of facts, whatever is noted of a conversation.
#pragma once

#include "engine/text/language.hpp"
#include "tests/support/builtin_twin.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace pyramid::test {

class FactsAsSaid : public BuiltinTwin {
 public:
  Result<std::vector<engine::Extracted>> extract(const engine::ExtractRequest& request) override {
    std::vector<engine::Extracted> facts;
    for (std::int64_t turn = request.first; turn <= request.last; ++turn) {
      const format::Turn& said = request.conversation->turns.at(static_cast<std::size_t>(turn - 1));
      if (said.speaker != format::Speaker::kUser) continue;
      for (const engine::Sentence& sentence : engine::sentences(said.text)) {
        engine::Extracted fact;
        fact.text = sentence.text;
        if (!fact.text.ends_with('.')) fact.text += '.';
        fact.turn = turn;
        fact.importance = kOrdinary;
        facts.push_back(std::move(fact));
      }
    }
    return facts;
  }

 private:
  static constexpr int kOrdinary = 4;
};

}  // namespace pyramid::test
