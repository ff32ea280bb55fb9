#include "operations/documents.hpp"

#include "operations/described.hpp"

namespace pyramid::operations {

namespace {

template <typename Report>
Json document_of(const Report& report) {
  return Shape<Report>::write(report, {View::kPrograms, true, false});
}

template <typename Report>
Json schema_of_document() {
  return with_diagnostics(Shape<Report>::schema({View::kPrograms, true, true}));
}

Json of_turns(const Measures& measures) {
  return {{"recall@5", measures.recall5},
          {"recall@10", measures.recall10},
          {"recall@20", measures.recall20},
          {"hit@10", measures.hit10},
          {"ndcg@10", measures.ndcg10}};
}

Json of_sessions(const Measures& measures) {
  return {{"recall@5", measures.session_recall5},
          {"recall@10", measures.session_recall10},
          {"mrr", measures.session_mrr}};
}

// By name, what those of one name got.
template <typename List>
Json by_name(const List& list) {
  Json all = Json::object();
  for (const auto& [name, measures] : list) {
    all[name] = {{"questions", measures.questions},
                 {"turn", of_turns(measures)},
                 {"session", of_sessions(measures)}};
  }
  return all;
}

}  // namespace

const Record<VersionReport>& Described<VersionReport>::record() {
  static const auto record =
      Record<VersionReport>().has("version", &VersionReport::version, "Such as 0.2.0");
  return record;
}

const Record<HelpReport::Command>& Described<HelpReport::Command>::record() {
  using C = HelpReport::Command;
  static const auto record = Record<C>()
                                 .has("name", &C::name, "As typed after the other")
                                 .has("what", &C::what, "What it does");
  return record;
}

const Record<HelpReport>& Described<HelpReport>::record() {
  static const auto record = Record<HelpReport>()
                                 .has("text", &HelpReport::text, "What a person is shown")
                                 .has("commands", &HelpReport::commands, "Those below this one")
                                 .has("diagnostics", &HelpReport::diagnostics, "None");
  return record;
}

const Record<SetupReport::File>& Described<SetupReport::File>::record() {
  using F = SetupReport::File;
  static const auto record =
      Record<F>()
          .has("path", &F::path, "Of the host's file")
          .has("state", &F::state, "new, changed, unchanged or removed")
          .has("text", &F::text, "The whole file as it is then; empty: it is gone");
  return record;
}

const Record<SetupReport>& Described<SetupReport>::record() {
  static const auto record = Record<SetupReport>()
                                 .has("host", &SetupReport::host, "Its name")
                                 .has("files", &SetupReport::files, "That it reads");
  return record;
}

const Record<HostReport>& Described<HostReport>::record() {
  using H = HostReport;
  static const auto record =
      Record<H>()
          .has("host", &H::host, "Its name")
          .has("path", &H::path, "The file that names this memory")
          .has("command", &H::command, "What it starts")
          .has("args", &H::args, "With what")
          .has("recalled", &H::recalled, "What a recall by way of it gave")
          .unit("bytes")
          .has("hooks", &H::hooks, "Lines for a shell that it calls; each was called");
  return record;
}

const Record<MemoryToolReport>& Described<MemoryToolReport>::record() {
  using M = MemoryToolReport;
  static const auto record = Record<M>()
                                 .has("content", &M::content, "The text of the tool's result")
                                 .has("is_error", &M::is_error, "The command was refused");
  return record;
}

const Record<TrustedAddress>& Described<TrustedAddress>::record() {
  using T = TrustedAddress;
  static const auto record =
      Record<T>()
          .has("workspace", &T::workspace, "Its real path")
          .has("address", &T::address, "Empty: all that the files of a workspace made here name");
  return record;
}

const Record<TrustReport>& Described<TrustReport>::record() {
  static const auto record = Record<TrustReport>()
                                 .has("addresses", &TrustReport::addresses,
                                      "Confirmed or taken back now; with --list all that stand")
                                 .has("known", &TrustReport::known, "Confirmed before");
  return record;
}

const Record<QueueReport>& Described<QueueReport>::record() {
  using Q = QueueReport;
  static const auto record = [] {
    auto report = Record<Q>()
                      .has("taken", &Q::taken, "Transcripts that were taken in")
                      .has("failed", &Q::failed, "That were tried three times")
                      .has("dropped", &Q::dropped, "That were taken out of the line")
                      .has("synced", &Q::synced, "A sync was wanted, and made")
                      .has("busy_elsewhere", &Q::busy_elsewhere, "Nothing was done: another does");
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<ConverseReport>& Described<ConverseReport>::record() {
  using C = ConverseReport;
  static const auto record = [] {
    auto report =
        Record<C>()
            .has("text", &C::text, "The answer, in markdown; why there is none, if refused")
            .has("cut", &C::cut, "It is as long as an answer may be")
            .has("refused", &C::refused, "The model does not answer that")
            .has("taken", &C::taken, "Citations of what it was told of the memory")
            .has("left_out", &C::left_out, "Turns at the beginning that it is not shown any more");
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<EvaluateReport>& Described<EvaluateReport>::record() {
  using E = EvaluateReport;
  static const auto record = [] {
    auto report =
        Record<E>()
            .tells(
                "questions", [](const E& from) { return from.all.questions; }, "That were asked")
            .tells(
                "turn", [](const E& from) { return of_turns(from.all); },
                "Means over questions, of the turns that hold the answer")
            .tells(
                "session", [](const E& from) { return of_sessions(from.all); },
                "The same of their sessions")
            .tells(
                "by_category", [](const E& from) { return by_name(from.by_category); },
                "The three of each")
            .tells(
                "by_conversation", [](const E& from) { return by_name(from.by_conversation); },
                "The three of each")
            .tells(
                "interval95",
                [](const E& from) {
                  return Json{
                      {"low", {{"turn", of_turns(from.low)}, {"session", of_sessions(from.low)}}},
                      {"high",
                       {{"turn", of_turns(from.high)}, {"session", of_sessions(from.high)}}}};
                },
                "Between which the means are with 95 %");
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<WatchUpdate>& Described<WatchUpdate>::record() {
  using W = WatchUpdate;
  static const auto record =
      Record<W>()
          .has("at", &W::at, "When")
          .has("changed", &W::changed, "Files that came, changed or went since the last line")
          .has("scanned", &W::scanned, "Every file was looked at")
          .has("diagnostics", &W::diagnostics, "Of every file that has a problem")
          .has("synced", &W::synced, "With --sync: what it did")
          .or_left_out()
          .has("promoted", &W::promoted, "With --nightly: what became a fact")
          .or_left_out()
          .tells(
              "error",
              [](const W& from) {
                return from.failure ? std::optional(to_string(*from.failure)) : std::nullopt;
              },
              "Tried again after the next change")
          .or_left_out();
  return record;
}

Json to_json(const Error& error) {
  return {{"error",
           {{"kind", name_of(error.kind)},
            {"what", error.what},
            {"where", error.where},
            {"cause", error.cause},
            {"hint", error.hint}}}};
}

Json to_json(const Diagnostics& diagnostics) { return document_of(diagnostics); }
Json to_json(const SyncReport& report) { return document_of(report); }
Json to_json(const InitReport& report) { return document_of(report); }
Json to_json(const VersionReport& report) { return document_of(report); }
Json to_json(const HelpReport& report) { return document_of(report); }
Json to_json(const SetupReport& report) { return document_of(report); }
Json to_json(const HostReport& report) { return document_of(report); }
Json to_json(const MemoryToolReport& report) { return document_of(report); }
Json to_json(const TrustReport& report) { return document_of(report); }
Json to_json(const QueueReport& report) { return document_of(report); }
Json to_json(const ConverseReport& report) { return document_of(report); }
Json to_json(const EvaluateReport& report) { return document_of(report); }
Json to_json(const WatchUpdate& update) { return document_of(update); }

Json described_documents() {
  return {{"init", schema_of_document<InitReport>()},
          {"capture --queued", schema_of_document<QueueReport>()},
          {"chat", schema_of_document<ConverseReport>()},
          {"doctor --host", schema_of_document<HostReport>()},
          {"eval", schema_of_document<EvaluateReport>()},
          {"help", schema_of_document<HelpReport>()},
          {"memory-tool", schema_of_document<MemoryToolReport>()},
          {"setup", schema_of_document<SetupReport>()},
          {"trust", schema_of_document<TrustReport>()},
          {"version", schema_of_document<VersionReport>()},
          {"watch", schema_of_document<WatchUpdate>()}};
}

}  // namespace pyramid::operations
