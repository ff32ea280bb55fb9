#include "ops/nodes/quarantine.hpp"

#include "guard/instructions.hpp"

#include <cstddef>
#include <cstdint>

namespace pyramid::ops {

void quarantine_by_turn(std::span<format::ObservationDraft> drafts,
                        const format::Conversation& conversation) {
  std::int64_t looked_at = 0;
  bool commands = false;
  for (format::ObservationDraft& draft : drafts) {
    if (draft.from_turn != looked_at) {
      looked_at = draft.from_turn;
      const auto at = static_cast<std::size_t>(looked_at - conversation.first);
      commands = at < conversation.turns.size() &&
                 !guard::find_instructions(conversation.turns[at].text).empty();
    }
    if (commands) draft.quarantine = true;
  }
}

std::optional<Diagnostic> quarantine(format::ObservationDraft& draft, const std::string& path) {
  if (!guard::find_instructions(draft.text).empty()) draft.quarantine = true;
  if (!draft.quarantine) return std::nullopt;
  return Diagnostic{Severity::kWarning, path, "speaks to the assistant; kept in quarantine",
                    "if it is a fact, set `quarantine: false` in it"};
}

std::optional<Diagnostic> quarantine_problem(const format::Document& document,
                                             const format::Node& node) {
  if (node.kind != format::Kind::kObservation) return std::nullopt;
  if (node.status == format::kQuarantined) {
    return Diagnostic{Severity::kWarning, node.path, "is in quarantine: it speaks to the assistant",
                      "remove it, or set `quarantine: false` if it is a fact"};
  }
  const bool decided = document.frontmatter.find("quarantine") != nullptr;
  if (decided || guard::find_instructions(node.text).empty()) return std::nullopt;
  return Diagnostic{Severity::kWarning, node.path, "speaks to the assistant, and is in use",
                    "add `quarantine: true` to take it out of use, or `quarantine: false`"};
}

}  // namespace pyramid::ops
