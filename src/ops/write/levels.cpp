#include "ops/write/levels.hpp"

#include "engine/redacting.hpp"
#include "ops/calls/ledger.hpp"
#include "ops/calls/secrets.hpp"
#include "ops/run/run.hpp"
#include "plan/plan.hpp"

#include <algorithm>
#include <utility>

namespace pyramid::ops {

namespace {

class ByLevels {
 public:
  ByLevels(const Run& run, const Material& material, std::string_view step, const AskAtLevel& ask)
      : run_(run), material_(material), step_(step), ask_(ask) {}

  // nullopt: of no use, and why is known.
  Result<std::optional<Grounded>> try_level(engine::TextEngine& text, bool strict) {
    Result<Grounded> answer = ask_grounded(material_, text.cites(), [&](const std::string& wrong) {
      return ask_(text, strict, wrong);
    });
    if (!answer) {
      const Error& error = answer.error();
      if (error.kind != ErrorKind::kInvalid) return fail(std::move(answer).error());
      reason_ = error.cause.empty() ? error.what : error.what + " (" + error.cause + ")";
      return std::optional<Grounded>();
    }
    Ledger* ledger = run_.services.ledger;
    if (answer->violations > 0 && ledger != nullptr) {
      ledger->violated(text.recipe(step_), answer->violations, answer->dropped.size());
    }
    before_.violations += answer->violations;
    const std::size_t dropped = answer->dropped.size();
    for (DroppedSentence& one : answer->dropped) drop(std::move(one));
    const std::size_t standing = answer->support.size();
    if (text.cites() && dropped > standing) {
      reason_ = "sentences that are not in its sources: " + std::to_string(dropped) + " of " +
                std::to_string(dropped + standing);
      return std::optional<Grounded>();
    }
    answer->violations = before_.violations;
    answer->dropped = std::move(before_.dropped);
    return std::optional(*std::move(answer));
  }

  LevelledText at_level(Grounded text, std::string_view mark, const char* level) {
    const engine::TextEngine& own = run_.services.text;
    LevelledText out{std::move(text), own.name() + std::string(mark), own.recipe(step_), {}};
    if (!mark.empty()) out.fallback = FallbackText{{}, level, reason_};
    return out;
  }

  void escalate(const char* to) {
    Ledger* ledger = run_.services.ledger;
    if (ledger != nullptr) ledger->escalated(run_.services.text.recipe(step_), to);
  }

 private:
  void drop(DroppedSentence one) {
    const bool known =
        std::any_of(before_.dropped.begin(), before_.dropped.end(),
                    [&](const DroppedSentence& other) { return other.sentence == one.sentence; });
    if (!known) before_.dropped.push_back(std::move(one));
  }

  const Run& run_;
  const Material& material_;
  std::string_view step_;
  const AskAtLevel& ask_;
  Grounded before_;  // violations and what was dropped, of all tries
  std::string reason_;
};

}  // namespace

Result<LevelledText> ask_by_levels(const Run& run, const Material& material, std::string_view step,
                                   Levels levels, const AskAtLevel& ask) {
  ByLevels asking(run, material, step, ask);
  engine::TextEngine& own = run.services.text;
  PYRAMID_ASSIGN(std::optional<Grounded> text, asking.try_level(own, false));
  if (text) return asking.at_level(*std::move(text), {}, "");
  if (levels == Levels::kAll) {
    asking.escalate("strict");
    PYRAMID_ASSIGN(text, asking.try_level(own, true));
    if (text) return asking.at_level(*std::move(text), plan::kStrictMark, "strict");
  }
  asking.escalate("builtin");
  const auto builtin = engine::redact_answers(engine::make_builtin_engine(),
                                              secrets_policy(run.opened.workspace.settings));
  PYRAMID_ASSIGN(text, asking.try_level(*builtin, false));
  if (!text) return fail(ErrorKind::kEngine, "no engine wrote a text of use");
  return asking.at_level(*std::move(text), plan::kBuiltinMark, "builtin");
}

}  // namespace pyramid::ops
