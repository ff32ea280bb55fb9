#include "ops/intake/plan_session.hpp"

#include "format/session_parts.hpp"
#include "ops/intake/follow_session.hpp"
#include "ops/intake/reporting.hpp"
#include "ops/intake/take_session.hpp"
#include "ops/run/tombstones.hpp"
#include "ops/write/engine_use.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace pyramid::ops {

using format::Node;

namespace {

// Turns behind the first `known` would be written, into the parts that are held and those behind
// them.
void expect(Run& run, const RedactedConversation& redacted, std::size_t known,
            const std::vector<HeldPart>& held, const std::string& path, const std::string& reason,
            ImportReport& report) {
  std::vector<std::size_t> begins;
  for (const HeldPart& part : held) begins.push_back(part.begin);
  begins = format::part_begins(redacted.conversation, begins, known);
  run.report.steps.push_back({"import", path, reason});
  for (std::size_t i = std::max<std::size_t>(1, held.size()); i < begins.size(); ++i) {
    const std::string part = workspace::part_path(path, static_cast<int>(i) + 1);
    run.report.steps.push_back({"import", part, kNotInMemory});
  }
  if (known == 0) report.redacted += redacted.named.size();
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
    const std::string path =
        run.memory.free_path(new_session_path(conversation, run.memory.zone()), id);
    expect(run, redacted, 0, {}, path, kNotInMemory, report);
    return {};
  }
  const Node session = *known;
  PYRAMID_ASSIGN(const Compared compared, compare(run.memory, session, conversation));
  if (compared.held == Held::kGrown) {
    ++report.grown;
    expect(run, redacted, compared.conversation.turns.size(), compared.parts, session.path,
           "grown at its source", report);
  } else if (compared.held == Held::kChanged) {
    ++report.changed;
    expect(run, redacted, compared.common, compared.parts, session.path, "changed at its source",
           report);
  } else {
    ++report.unchanged;
    if (compared.held == Held::kLeft) report.diagnostics.push_back(left_as_it_is(session.path));
  }
  return {};
}

}  // namespace pyramid::ops
