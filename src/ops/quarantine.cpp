#include "ops/quarantine.hpp"

#include "guard/instructions.hpp"

namespace pyramid::ops {

std::optional<Diagnostic> quarantine(format::ObservationDraft& draft, const std::string& path) {
  draft.quarantine = !guard::find_instructions(draft.text).empty();
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
