// The documents that `--json` prints (docs/cli.md).
#include "cli/context.hpp"

namespace pyramid::cli {

Json to_json(const Diagnostics& diagnostics) {
  Json list = Json::array();
  for (const Diagnostic& one : diagnostics) {
    list.push_back({{"severity", one.severity == Severity::kError ? "error" : "warning"},
                    {"where", one.where},
                    {"what", one.what},
                    {"hint", one.hint}});
  }
  return list;
}

Json to_json(const InitReport& report) {
  return {{"root", report.root},
          {"created", report.created},
          {"repository", report.repository},
          {"repository_created", report.repository_created},
          {"commit", report.commit},
          {"offers", report.offers}};
}

namespace {

Json to_json(const BatchUse& batch) {
  return {{"submitted", batch.submitted},
          {"waiting", batch.waiting},
          {"collected", batch.collected},
          {"asked_again", batch.asked_again}};
}

Json to_json(const LeftOut& left_out) {
  Json counts = Json::object();
  for (std::size_t i = 0; i < kLeftOutKinds.size(); ++i) {
    counts[std::string(kLeftOutKinds[i].name)] = left_out.counts()[i];
  }
  return counts;
}

}  // namespace

Json to_json(const ImportReport& report) {
  return {{"conversations", report.conversations},
          {"messages", report.messages},
          {"added", report.added},
          {"grown", report.grown},
          {"changed", report.changed},
          {"unchanged", report.unchanged},
          {"observations", report.observations},
          {"seen_again", report.seen_again},
          {"superseded", report.superseded},
          {"without_facts", report.without_facts},
          {"facts", report.facts},
          {"facts_added", report.facts_added},
          {"skipped_records", report.skipped_records},
          {"skipped_conversations", report.skipped_conversations},
          {"left_out", to_json(report.left_out)},
          {"redacted", report.redacted},
          {"failed", report.failed},
          {"over_budget", report.over_budget},
          {"batch", to_json(report.batch)},
          {"commit", report.commit},
          {"diagnostics", to_json(report.diagnostics)}};
}

Json to_json(const std::vector<SyncStep>& steps) {
  Json out = Json::array();
  for (const SyncStep& step : steps) {
    out.push_back({{"what", step.what}, {"path", step.path}, {"reason", step.reason}});
  }
  return out;
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

namespace {

Json to_json(const std::vector<DroppedSentence>& dropped) {
  Json list = Json::array();
  for (const DroppedSentence& one : dropped) {
    list.push_back({{"path", one.path}, {"sentence", one.sentence}, {"reason", one.reason}});
  }
  return list;
}

Json to_json(const std::vector<LesserText>& lesser) {
  Json list = Json::array();
  for (const LesserText& one : lesser) {
    list.push_back({{"path", one.path}, {"level", one.level}, {"reason", one.reason}});
  }
  return list;
}

}  // namespace

Json remote_to_json(const std::optional<RemoteReport>& remote) {
  if (!remote) return nullptr;
  return {{"name", remote->name},
          {"received", remote->received},
          {"sent", remote->sent},
          {"why_not", remote->why_not}};
}

Json to_json(const SyncReport& report) {
  Json document = {{"nothing_to_do", report.nothing_to_do},
                   {"sessions_extracted", report.sessions_extracted},
                   {"sessions_without_facts", report.sessions_without_facts},
                   {"observations_added", report.observations_added},
                   {"observations_seen_again", report.observations_seen_again},
                   {"observations_superseded", report.observations_superseded},
                   {"observations_assigned", report.observations_assigned},
                   {"summaries_written", report.summaries_written},
                   {"summaries_removed", report.summaries_removed},
                   {"sections_written", report.sections_written},
                   {"models_created", report.models_created},
                   {"models_rewritten", report.models_rewritten},
                   {"files_written", report.files_written},
                   {"files_removed", report.files_removed},
                   {"exported", report.exported},
                   {"overtaken", report.overtaken},
                   {"engine_calls", report.engine.calls},
                   {"engine_calls_perhaps", report.engine.calls_perhaps},
                   {"tokens_in", report.engine.tokens_in},
                   {"tokens_out", report.engine.tokens_out},
                   {"cents", report.engine.cents},
                   {"price_known", report.engine.price_known},
                   {"estimated", report.engine.estimated},
                   {"failed", report.failed},
                   {"over_budget", report.over_budget},
                   {"batch", to_json(report.batch)},
                   {"left", report.left},
                   {"more_will_follow", report.more_will_follow},
                   {"files_embedded", report.files_embedded},
                   {"texts_embedded", report.texts_embedded},
                   {"texts_to_embed", report.texts_to_embed},
                   {"files_indexed_again", report.files_indexed_again},
                   {"merged", to_json(report.merged)},
                   {"remote", remote_to_json(report.remote)},
                   {"hand_edits_commit", report.hand_edits_commit},
                   {"commit", report.commit},
                   {"violations", report.violations},
                   {"dropped", to_json(report.dropped)},
                   {"lesser", to_json(report.lesser)},
                   {"steps", to_json(report.steps)},
                   {"offers", report.offers}};
  if (report.imported) document["imported"] = to_json(*report.imported);
  document["diagnostics"] = to_json(report.diagnostics);
  return document;
}

Json hit_to_json(const SearchHit& hit) {
  Json out = {{"path", hit.path},
              {"first_line", hit.first_line},
              {"last_line", hit.last_line},
              {"citation", hit.citation},
              {"heading", hit.heading},
              {"kind", hit.kind},
              {"model", hit.model},
              {"speaker", hit.speaker},
              {"status", hit.status.empty() ? "active" : hit.status},
              {"date", hit.at == Time{} ? Json() : Json(format_time(hit.at))},
              {"score", hit.score},
              {"relevance", hit.relevance},
              {"keyword", hit.keyword},
              {"vector", hit.vector},
              {"near", hit.near},
              {"neighbours", hit.neighbours},
              {"file", hit.file},
              {"passage", hit.passage},
              {"speaker_named", hit.speaker_named},
              {"date_named", hit.date_named},
              {"time_told", hit.time_told},
              {"asking", hit.asking},
              {"telling", hit.telling},
              {"recency", hit.recency},
              {"snippet", hit.snippet},
              {"marks", hit.marks},
              {"also", hit.also}};
  if (hit.reranked) out["reranked"] = *hit.reranked;
  return out;
}

Json to_json(const SearchReport& report) {
  Json hits = Json::array();
  for (const SearchHit& hit : report.hits) hits.push_back(hit_to_json(hit));
  Json freshness = {{"checked", report.refreshed}};
  if (report.refreshed) {
    freshness["files"] = report.files;
  } else {
    freshness["as_of"] = format_time(report.checked_at);
  }
  if (report.commit) {
    freshness["commit"] = report.commit->id;
    freshness["at"] = format_time(report.commit->at);
  }
  return {{"answer", report.answer},
          {"answer_failed", report.answer_failed},
          {"hits", hits},
          {"freshness", freshness},
          {"diagnostics", to_json(report.diagnostics)}};
}

Json to_json(const StatusReport& report) {
  return {{"root", report.root},
          {"engine", report.engine},
          {"embedding", report.embedding},
          {"sessions", report.sessions},
          {"observations", report.observations},
          {"unassigned", report.unassigned},
          {"summaries_by_tier", report.summaries_by_tier},
          {"models", report.models},
          {"notes", report.notes},
          {"files", report.files},
          {"extra_files", report.extra_files},
          {"chunks", report.chunks},
          {"embeddings", report.embeddings},
          {"cached_embeddings", report.cached_embeddings},
          {"next_embedding", report.next_embedding},
          {"texts_to_embed", report.texts_to_embed},
          {"index_bytes", report.index_bytes},
          {"checked_at", format_time(report.checked_at)},
          {"files_read", report.files_read},
          {"cache_hits", report.cache_hits},
          {"up_to_date", report.up_to_date()},
          {"sessions_to_extract", report.sessions_to_extract},
          {"summaries_to_write", report.summaries_to_write},
          {"summaries_to_remove", report.summaries_to_remove},
          {"sections_to_write", report.sections_to_write},
          {"copies_to_merge", report.copies_to_merge},
          {"outdated_summaries", report.outdated_summaries},
          {"outdated_sections", report.outdated_sections},
          {"last_commit", report.last_commit},
          {"last_commit_subject", report.last_commit_subject},
          {"diagnostics", to_json(report.diagnostics)}};
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

Json to_json(const ObserveReport& report) {
  return {{"id", report.id},
          {"path", report.path},
          {"added", report.added},
          {"seen_again", report.seen_again},
          {"superseded", report.superseded},
          {"model", report.model},
          {"models_created", report.models_created},
          {"redacted", report.redacted},
          {"failed", report.failed},
          {"commit", report.commit},
          {"diagnostics", to_json(report.diagnostics)}};
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
