// The document that `why --json` prints (docs/cli.md).
#include "cli/context.hpp"

namespace pyramid::cli {

namespace {

Json or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json to_json(const WhyMade& made) {
  return {{"writer_recorded", or_null(made.writer_recorded)},
          {"writer_now", or_null(made.writer_now)},
          {"inputs_recorded", or_null(made.inputs_recorded)},
          {"inputs_now", or_null(made.inputs_now)},
          {"edited", made.edited}};
}

// Keys that a node has no use for are left out.
Json to_json(const WhyNode& node) {
  Json out = {{"kind", node.kind}, {"path", node.path}};
  const auto text = [&](const char* key, const std::string& value) {
    if (!value.empty()) out[key] = value;
  };
  text("id", node.id);
  if (node.first_line > 0) {
    out["first_line"] = node.first_line;
    out["last_line"] = node.last_line;
  }
  text("name", node.name);
  if (node.turn > 0) out["turn"] = node.turn;
  text("text", node.text);
  text("model", node.model);
  if (node.tier) out["tier"] = *node.tier;
  if (node.at) out["at"] = format_time(*node.at);
  if (node.state != WhyState::kNone) {
    out["state"] = node.state == WhyState::kDirty ? "dirty" : "clean";
  }
  text("reason", node.reason);
  if (node.made) out["made"] = to_json(*node.made);
  if (node.support) out["support"] = *node.support;
  if (node.likely) out["likely"] = true;
  const auto list = [&](const char* key, const std::vector<WhyNode>& nodes) {
    Json& array = out[key] = Json::array();
    for (const WhyNode& one : nodes) array.push_back(to_json(one));
  };
  list("made_from", node.made_from);
  out["more_made_from"] = node.more_made_from;
  list("read_by", node.read_by);
  out["more_read_by"] = node.more_read_by;
  return out;
}

}  // namespace

Json to_json(const WhyReport& report) {
  return {{"node", to_json(report.node)}, {"diagnostics", to_json(report.diagnostics)}};
}

}  // namespace pyramid::cli
