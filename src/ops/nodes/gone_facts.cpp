#include "ops/nodes/gone_facts.hpp"

#include "workspace/layout.hpp"

#include <utility>

namespace pyramid::ops {

void GoneFacts::add(const std::string& session, const format::Node& node, GoneFact fact) {
  facts_.emplace(Key(workspace::conversation_path(session), node.at, node.text), std::move(fact));
}

std::optional<GoneFact> GoneFacts::take(const format::ObservationDraft& draft) {
  if (draft.from_path.empty() || facts_.empty()) return std::nullopt;
  const auto place =
      facts_.find(Key(workspace::conversation_path(draft.from_path), draft.at, draft.text));
  if (place == facts_.end()) return std::nullopt;
  GoneFact fact = std::move(place->second);
  facts_.erase(place);
  return fact;
}

}  // namespace pyramid::ops
