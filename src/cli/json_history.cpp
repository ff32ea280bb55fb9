// The documents that `history`, `diff`, `show`, `bisect`, `blame` and `revert` print (docs/cli.md).
#include "cli/context.hpp"

namespace pyramid::cli {

namespace {

using operations::to_json;

Json to_json(const BlamedFact& fact) {
  Json out = {{"id", fact.id}, {"path", fact.path}, {"text", fact.text}};
  if (fact.support) out["support"] = *fact.support;
  out["came_in"] = to_json(fact.came_in);
  out["changed"] = to_json(fact.changed);
  if (!fact.session.empty()) {
    out["session"] = fact.session;
    out["session_title"] = fact.session_title;
    out["turn"] = fact.turn;
    out["first_line"] = fact.first_line;
    out["speaker"] = fact.speaker;
  }
  if (fact.said) out["said"] = format_time(*fact.said);
  return out;
}

}  // namespace

Json to_json(const DiffReport& report) {
  return {{"from", to_json(report.from)},
          {"to", to_json(report.to)},
          {"changes", to_json(report.changes)},
          {"diagnostics", to_json(report.diagnostics)}};
}

Json to_json(const ShowReport& report) {
  return {{"path", report.path},  {"id", report.id},
          {"kind", report.kind},  {"commit", to_json(report.commit)},
          {"text", report.bytes}, {"diagnostics", to_json(report.diagnostics)}};
}

Json to_json(const BisectReport& report) {
  Json events = Json::array();
  for (const BisectEvent& one : report.events) {
    events.push_back({{"commit", to_json(one.commit)},
                      {"came", one.came},
                      {"path", one.path},
                      {"kind", one.kind},
                      {"line", one.line},
                      {"status", one.status}});
  }
  return {{"events", events}, {"now", report.now}, {"diagnostics", to_json(report.diagnostics)}};
}

Json to_json(const BlameReport& report) {
  Json facts = Json::array();
  for (const BlamedFact& one : report.facts) facts.push_back(to_json(one));
  return {{"path", report.path}, {"line", report.line},
          {"text", report.text}, {"written", to_json(report.written)},
          {"facts", facts},      {"diagnostics", to_json(report.diagnostics)}};
}

}  // namespace pyramid::cli
