#include "engine/chat/holding.hpp"

#include "base/text.hpp"
#include "engine/grounding/grounding.hpp"

#include <utility>

namespace pyramid::engine::chat {

namespace {

// All turns, those of context too, and what the conversation is called.
std::vector<grounding::Source> sources_of(const format::Conversation& said, const Zone& zone) {
  std::vector<grounding::Source> sources;
  for (const format::Turn& turn : said.turns) {
    const LocalTime at = said_at(turn, zone);
    sources.push_back({turn.text, at, at});
  }
  const LocalTime begun = begun_at(said, zone);
  sources.push_back({said.title, begun, begun});
  return sources;
}

std::string reasons_of(const grounding::Judgement& judgement) {
  std::vector<std::string> reasons;
  for (const grounding::Violation& one : judgement.violations) {
    if (!one.elsewhere && one.fault != grounding::Fault::kDenial) reasons.push_back(explain(one));
  }
  return join(reasons, "; ");
}

}  // namespace

std::vector<Unheld::Fact> take_unheld(std::vector<Extracted>& facts,
                                      const ExtractRequest& request) {
  if (facts.empty()) return {};
  const grounding::WordStore words = grounding::make_words();
  const std::vector<grounding::Source> sources = sources_of(*request.conversation, request.zone);
  const std::vector<std::string> known = {request.user_name, request.conversation->user};
  const grounding::Grounds grounds(*words, sources, known);
  std::vector<Unheld::Fact> wrong;
  std::vector<Extracted> held;
  for (Extracted& fact : facts) {
    std::string reasons = reasons_of(grounds.judge(fact.text));
    if (reasons.empty()) {
      held.push_back(std::move(fact));
    } else {
      wrong.push_back({std::move(fact.text), std::move(reasons)});
    }
  }
  facts = std::move(held);
  return wrong;
}

std::string complaint_of(const std::vector<Unheld::Fact>& wrong) {
  std::string complaint;
  for (const Unheld::Fact& one : wrong) complaint += "- " + one.text + " (" + one.reason + ")\n";
  return complaint;
}

}  // namespace pyramid::engine::chat
