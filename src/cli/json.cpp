// The documents that `--json` prints (docs/cli.md).
#include "cli/context.hpp"

namespace pyramid::cli {

Json to_json(const InitReport& report) {
  return {{"root", report.root},
          {"created", report.created},
          {"repository", report.repository},
          {"repository_created", report.repository_created},
          {"commit", report.commit},
          {"offers", report.offers}};
}

Json plan_to_json(const ImportReport& report) {
  const EngineUse& use = report.engine;
  Json json = to_json(report);
  json["steps"] = to_json(report.steps);
  json["expected"] = {{"engine_calls", use.calls},
                      {"tokens_in", use.tokens_in},
                      {"tokens_out", use.tokens_out},
                      {"cents", use.cents},
                      {"price_known", use.price_known}};
  return json;
}

Json to_json(const ConverseReport& report) {
  return {{"text", report.text},         {"cut", report.cut},
          {"refused", report.refused},   {"taken", report.taken},
          {"left_out", report.left_out}, {"diagnostics", to_json(report.diagnostics)}};
}

Json to_json(const DoctorReport& report) {
  return {{"root", report.root},
          {"engine", report.engine},
          {"model", report.model},
          {"endpoint", report.endpoint},
          {"key", report.key},
          {"key_from", report.key_from},
          {"reachable", report.reachable},
          {"mode", report.mode},
          {"embedding", report.embedding},
          {"embedding_endpoint", report.embedding_endpoint},
          {"embedding_key_from", report.embedding_key_from},
          {"embedding_dims", report.embedding_dims},
          {"repository", report.repository},
          {"index", report.index},
          {"files", report.files},
          {"offers", report.offers},
          {"problems", to_json(report.problems)}};
}

namespace {

using operations::to_json;

Json to_json(const Ungrounded& finding) {
  Json violations = Json::array();
  for (const Ungrounded::Violation& one : finding.violations) {
    violations.push_back({{"fault", one.fault}, {"words", one.words}, {"reason", one.reason}});
  }
  return {{"path", finding.path},
          {"line", finding.line},
          {"sentence", finding.sentence},
          {"violations", std::move(violations)},
          {"sources", finding.sources}};
}

Json to_json(const GroundingReport& report) {
  Json findings = Json::array();
  for (const Ungrounded& finding : report.findings) findings.push_back(to_json(finding));
  return {{"texts", report.texts},
          {"sentences", report.sentences},
          {"bytes", report.bytes},
          {"by_hand", report.by_hand},
          {"findings", std::move(findings)}};
}

Json to_json(const IndexReport& report) {
  Json differences = Json::array();
  for (const IndexReport::Difference& one : report.differences) {
    differences.push_back({{"table", one.table}, {"path", one.path}, {"what", one.what}});
  }
  return {{"files", report.files},
          {"chunks", report.chunks},
          {"words", report.words},
          {"differing", report.differing},
          {"differences", std::move(differences)}};
}

}  // namespace

Json to_json(const CheckReport& report) {
  Json json = {{"files", report.files},
               {"links", report.links},
               {"problems", to_json(report.problems)},
               {"fixed", to_json(report.fixed)}};
  if (report.grounding) json["grounding"] = to_json(*report.grounding);
  if (report.index) json["index"] = to_json(*report.index);
  return json;
}

namespace {

Json to_json(const ObservationLine& line) {
  return {{"id", line.id},
          {"path", line.path},
          {"at", format_time(line.at.at)},
          {"day", format_date(date_of(line.at))},
          {"importance", line.importance == 0 ? Json() : Json(line.importance)},
          {"model", line.model},
          {"status", line.status.empty() ? "active" : line.status},
          {"text", line.text}};
}

Json to_json(const SummaryLine& line) {
  return {{"id", line.id},
          {"path", line.path},
          {"model", line.model},
          {"tier", line.tier},
          {"start", format_time(line.start)},
          {"end", format_time(line.end)},
          {"count", line.count},
          {"first_sentence", line.first_sentence},
          {"out_of_date", line.out_of_date}};
}

Json to_json(const ModelLine& line) {
  return {{"name", line.name},
          {"title", line.title},
          {"type", line.type},
          {"description", line.description},
          {"path", line.path},
          {"base", line.base},
          {"observations", line.observations},
          {"waiting", line.waiting},
          {"summaries_by_tier", line.summaries_by_tier}};
}

Json to_json(const ModelSection& section) {
  return {{"name", section.name},
          {"heading", section.heading},
          {"text", section.text},
          {"edited", section.edited},
          {"out_of_date", section.out_of_date}};
}

template <typename T>
Json list_of(const std::vector<T>& items) {
  Json list = Json::array();
  for (const T& item : items) list.push_back(to_json(item));
  return list;
}

}  // namespace

Json to_json(const ListReport& report) {
  return {{"observations", list_of(report.observations)},
          {"total", report.total},
          {"diagnostics", to_json(report.diagnostics)}};
}

Json to_json(const SummariesReport& report) {
  return {{"summaries", list_of(report.summaries)}, {"diagnostics", to_json(report.diagnostics)}};
}

Json to_json(const ExportReport& report) {
  return {{"directory", report.directory},
          {"written", report.written},
          {"unchanged", report.unchanged},
          {"diagnostics", to_json(report.diagnostics)}};
}

Json to_json(const RetrieveReport& report) {
  Json summaries = Json::array();
  for (const RetrievedSummary& one : report.summaries) {
    summaries.push_back({{"path", one.path},
                         {"model", one.model},
                         {"tier", one.tier},
                         {"start", format_time(one.start)},
                         {"end", format_time(one.end)},
                         {"text", one.text},
                         {"out_of_date", one.out_of_date}});
  }
  return {{"summaries", summaries}, {"diagnostics", to_json(report.diagnostics)}};
}

Json to_json(const ModelsReport& report) {
  return {{"models", list_of(report.models)}, {"diagnostics", to_json(report.diagnostics)}};
}

Json to_json(const ModelReport& report) {
  Json document = to_json(report.model);
  document["summaries"] = list_of(report.summaries);
  document["waiting_observations"] = list_of(report.waiting);
  document["sections"] = list_of(report.sections);
  document["diagnostics"] = to_json(report.diagnostics);
  return document;
}

Json to_json(const BootstrapReport& report) {
  Diagnostics all = report.imported.diagnostics;
  if (report.synced) {
    const Diagnostics& more = report.synced->diagnostics;
    all.insert(all.end(), more.begin(), more.end());
  }
  return {{"imported", to_json(report.imported)},
          {"synced", report.synced ? to_json(*report.synced) : Json()},
          {"diagnostics", to_json(all)}};
}

}  // namespace pyramid::cli
