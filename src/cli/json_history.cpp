// The documents that `history`, `diff`, `show`, `bisect`, `blame` and `revert` print (docs/cli.md).
#include "cli/context.hpp"

namespace pyramid::cli {

namespace {

Json to_json(const MemoryCommit& commit) {
  return {{"id", commit.id},           {"at", format_time(commit.at)}, {"subject", commit.subject},
          {"by_hand", commit.by_hand}, {"machine", commit.machine},    {"author", commit.author},
          {"edge", commit.is_edge}};
}

Json to_json(const std::optional<MemoryCommit>& commit) {
  return commit ? to_json(*commit) : Json();
}

Json to_json(const std::vector<TextPiece>& words) {
  Json list = Json::array();
  for (const TextPiece& one : words) {
    const char* kind = one.kind == TextPiece::Kind::kSame      ? "same"
                       : one.kind == TextPiece::Kind::kRemoved ? "removed"
                                                               : "added";
    list.push_back({kind, one.text});
  }
  return list;
}

// Keys that a change has no use for are left out.
Json to_json(const MemoryChange& change) {
  Json out = {{"what", change.what}, {"kind", change.kind}, {"path", change.path}};
  const auto text = [&](const char* key, const std::string& value) {
    if (!value.empty()) out[key] = value;
  };
  text("path_before", change.path_before);
  text("id", change.id);
  text("name", change.name);
  text("model", change.model);
  if (change.tier) out["tier"] = *change.tier;
  text("text_before", change.text_before);
  text("text", change.text);
  if (!change.words.empty()) out["words"] = to_json(change.words);
  if (!change.details.empty()) out["details"] = change.details;
  return out;
}

Json to_json(const std::vector<MemoryChange>& changes) {
  Json list = Json::array();
  for (const MemoryChange& one : changes) list.push_back(to_json(one));
  return list;
}

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

Json to_json(const HistoryReport& report) {
  Json entries = Json::array();
  for (const HistoryEntry& one : report.entries) {
    entries.push_back({{"commit", to_json(one.commit)}, {"changes", to_json(one.changes)}});
  }
  return {{"path", report.path},
          {"asked", report.asked},
          {"entries", entries},
          {"more", report.more},
          {"diagnostics", to_json(report.diagnostics)}};
}

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

Json to_json(const RevertReport& report) {
  return {{"reverted", to_json(report.reverted)},
          {"beside", to_json(report.beside)},
          {"changes", to_json(report.changes)},
          {"left", report.left},
          {"commit", report.commit},
          {"to_do", report.to_do},
          {"diagnostics", to_json(report.diagnostics)}};
}

}  // namespace pyramid::cli
