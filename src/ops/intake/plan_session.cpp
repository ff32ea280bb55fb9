#include "ops/intake/plan_session.hpp"

#include "ops/intake/follow_session.hpp"
#include "ops/intake/take_session.hpp"
#include "ops/run/forgotten.hpp"
#include "ops/write/engine_use.hpp"

#include <string>
#include <utility>

namespace pyramid::ops {

using format::Node;

namespace {

// Turns behind the first `known` would be written.
void expect(Run& run, const RedactedConversation& redacted, std::size_t known, std::string path,
            std::string reason, ImportReport& report) {
  run.report.steps.push_back({"import", std::move(path), std::move(reason)});
  for (const RedactedTurn& mark : redacted.marks) {
    if (mark.turn >= known) ++report.redacted;
  }
  add_extraction(redacted.conversation, static_cast<std::int64_t>(known), report.engine);
}

}  // namespace

Status plan_session(Run& run, const RedactedConversation& redacted,
                    std::unordered_set<Ulid>& planned, ImportReport& report) {
  const format::Conversation& conversation = redacted.conversation;
  const Ulid id = format::session_id(conversation);
  if (!planned.insert(id).second || is_forgotten(run.services.files, run.opened.workspace, id)) {
    ++report.unchanged;
    return {};
  }
  const Node* known = run.memory.find(id);
  if (known == nullptr) {
    ++report.added;
    expect(run, redacted, 0, new_session_path(conversation), "not in memory yet", report);
    return {};
  }
  const Node session = *known;
  PYRAMID_ASSIGN(const Compared compared, compare(run.memory, session, conversation));
  if (compared.held == Held::kGrown) {
    ++report.grown;
    expect(run, redacted, compared.conversation.turns.size(), session.path, "grown at its source",
           report);
  } else if (compared.held == Held::kChanged) {
    ++report.changed;
    expect(run, redacted, compared.common, session.path, "changed at its source", report);
  } else {
    ++report.unchanged;
    if (compared.held == Held::kLeft) report.diagnostics.push_back(left_as_it_is(session.path));
  }
  return {};
}

}  // namespace pyramid::ops
