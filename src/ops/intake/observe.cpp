#include "pyramid/observe.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/telling.hpp"
#include "engine/waiting.hpp"
#include "format/conversation.hpp"
#include "guard/instructions.hpp"
#include "ops/calls/ledger.hpp"
#include "ops/calls/secrets.hpp"
#include "ops/intake/known_facts.hpp"
#include "ops/intake/reporting.hpp"
#include "ops/nodes/lookup.hpp"
#include "ops/nodes/unfinished.hpp"
#include "ops/run/diary.hpp"
#include "ops/run/run.hpp"
#include "ops/run/storable.hpp"
#include "ops/run/tombstones.hpp"
#include "ops/write/calls_at_once.hpp"
#include "ops/write/settled.hpp"

#include <algorithm>
#include <utility>

namespace pyramid {

namespace {

using ops::Opened;
using ops::Run;
using ops::Services;

constexpr const char* kSaidTo = "observe";

// The sentence as it is kept.
Result<std::string> checked_text(const ObserveOptions& options) {
  const std::string_view text = trim(options.text);
  const std::string hint = "say one fact in one sentence, such as \"User moved to Austin.\"";
  if (text.empty()) return fail(ErrorKind::kUsage, "there is nothing to observe", {}, hint);
  PYRAMID_TRY(ops::check_storable(text, {}, hint));
  if (text.find_first_of("\r\n") != std::string_view::npos) {
    return fail(ErrorKind::kUsage,
                "the text has " + std::to_string(split_lines(text).size()) + " lines", {},
                "one observation is one sentence: observe each line by itself");
  }
  return collapse_spaces(text);
}

constexpr int kMostImportant = 10;

Status check_importance(const std::optional<int>& importance) {
  if (!importance || *importance >= 1) return {};
  return fail(ErrorKind::kUsage, "importance " + std::to_string(*importance) + " is out of range",
              {}, "give 1 (passing) to 10 (defining)");
}

Diagnostic counts_as_most(const std::string& path, int importance) {
  return {Severity::kWarning, path,
          "importance " + std::to_string(importance) + " counts as 10, which is the highest", ""};
}

// The marks, at the line of the text in the new file.
void report_redacted(const std::vector<guard::Finding>& marks, const std::string& file,
                     ops::Ledger* ledger, ObserveReport& report) {
  const std::size_t body = file.find("\n---\n");
  const std::string_view head = std::string_view(file).substr(0, body);
  const auto lines = std::count(head.begin(), head.end(), '\n') + 3;
  std::vector<ops::SecretPlace> places;
  for (const guard::Finding& mark : marks) {
    places.push_back({mark.kind, report.path + ":" + std::to_string(lines)});
  }
  ops::tell_redacted(places, ledger, report);
}

Status take(Run& run, const format::ObservationDraft& draft, ObserveReport& report) {
  ops::KnownFacts known(run);
  PYRAMID_ASSIGN(const ops::KnownFacts::Taken taken, known.take(draft));
  if (taken.path.empty()) {
    return fail(ErrorKind::kUsage, "this was forgotten", ops::tombstone_path(draft.id),
                "remove that file, and say it again");
  }
  PYRAMID_TRY(run.memory.flush());
  if (!run.memory.changed_meanwhile().empty()) {
    return fail(ErrorKind::kConflict, "another file is in the way",
                run.memory.changed_meanwhile().front(), "move it, and say it again");
  }
  report.path = taken.path;
  report.added = taken.added;
  report.seen_again = run.report.observations_seen_again > 0;
  report.superseded = run.report.observations_superseded;
  const format::Node* node = run.memory.at(taken.path);
  report.id = node == nullptr ? std::string() : to_string(node->id);
  report.model = node == nullptr ? std::string() : node->model;
  return {};
}

// Asks the engine for a model, unless its server has just left a question unanswered: else one
// observation after the other would wait for it.
Status assign(Run& run, const std::string& path) {
  const ops::Ledger* ledger = run.services.ledger;
  if (ledger == nullptr || !ledger->unanswered_lately()) {
    const format::Node* node = run.memory.at(path);
    return node == nullptr ? Status() : ops::assign_alone(run, Ulid(node->id));
  }
  const std::string& model = run.opened.workspace.settings.model;
  ops::note_failed(run, {ErrorKind::kEngine, model + " did not answer a moment ago", {}, {}, {}},
                   {});
  return {};
}

// That the observation is there although no model was found for it, and the beginning of why.
Diagnostic stored_without_model(const std::string& path, const Diagnostic& why) {
  constexpr std::size_t kLongest = 160;  // bytes
  const std::string said =
      (why.where.empty() || why.where == path ? "" : why.where + ": ") + why.what;
  std::string first(utf8::truncate(said.substr(0, said.find('\n')), kLongest));
  if (first.size() < said.size()) first += "…";
  const bool waits =
      why.hint.empty() || why.hint == engine::kTryLater || why.hint.starts_with("the next sync");
  return {why.severity, path, "stored; no model yet (" + first + ")",
          "the next sync assigns it" + (waits ? std::string() : "; " + why.hint)};
}

// Commits what was written, also after an assignment that failed: the next sync assigns.
Status finish(Run& run, history::Repository* diary, const std::string& text,
              ObserveReport& report) {
  Diagnostics& found = run.report.diagnostics;
  const std::size_t before = found.size();
  Status assigned = report.model.empty() ? assign(run, report.path) : Status();
  if (const Status flushed = run.memory.flush(); assigned && !flushed) assigned = flushed;
  if (const format::Node* node = run.memory.at(report.path)) report.model = node->model;
  report.models_created = run.report.models_created;
  report.failed = run.report.failed;
  if (report.failed > 0 && report.model.empty() && found.size() > before) {
    found[before] = stored_without_model(report.path, found[before]);
  }
  report.diagnostics.insert(report.diagnostics.end(), found.begin(), found.end());
  const bool interrupted = !assigned && assigned.error().kind == ErrorKind::kCancelled;
  if (!assigned && !interrupted) report.diagnostics.push_back(to_diagnostic(assigned.error()));
  if (diary != nullptr && !run.memory.changes().empty()) {
    PYRAMID_ASSIGN(report.commit,
                   ops::commit_changes(*diary, run.memory, ops::observe_message(text, report.added),
                                       run.services.clock.now(), report.diagnostics));
  }
  if (!interrupted) return {};
  return fail(ErrorKind::kCancelled, "interrupted; it is stored, and belongs to no model yet",
              report.path, "pyramid sync assigns it");
}

// The file is there and may be in no commit: the command that wrote it came to none.
Status commit_unfinished(const Services& services, const workspace::Workspace& workspace,
                         const ops::WorkingSet& memory, ObserveReport& report) {
  if (!ops::read_unfinished(services.files, workspace).contains(report.path)) return {};
  PYRAMID_ASSIGN(const ops::Diary diary, ops::begin_diary(services, workspace, report.diagnostics));
  report.commit = diary.resumed_commit;
  return memory.note_committed();
}

// What it is, as it is kept. Importance that was given is the caller's, whatever the reader would
// say of the sort of fact; commands to the assistant are no facts to be judged.
Status tell(format::ObservationDraft& draft, const std::string& text,
            const std::optional<int>& importance, const std::string& user) {
  draft.importance = std::min(importance.value_or(0), kMostImportant);
  draft.text = text;
  if (!guard::find_instructions(text).empty()) return {};
  PYRAMID_ASSIGN(engine::Extracted told, engine::told_fact(text, user.empty() ? "User" : user));
  draft.text = std::move(told.text);
  if (importance) return {};
  draft.importance = told.importance;
  draft.fact = std::move(told.fact);
  return {};
}

Result<ObserveReport> run(Services& services, const ObserveOptions& options,
                          const std::string& said) {
  const Time now = services.clock.now();
  PYRAMID_ASSIGN(Opened opened, ops::open(services, options.workspace, ops::Access::kWrite));
  PYRAMID_ASSIGN(const guard::Redacted redacted,
                 ops::redact_or_refuse(said, ops::secrets_policy(opened.workspace.settings)));
  const std::string& text = redacted.text;
  ops::WorkingSet memory(services.files, opened.workspace);
  PYRAMID_TRY(memory.load(*opened.index));
  format::ObservationDraft draft;
  draft.at = options.at.value_or(now);
  const std::int32_t here = options.offset.value_or(services.zone.offset_at(draft.at));
  if (here != memory.zone().offset_at(draft.at)) draft.offset = here;
  draft.source = kSaidTo;
  PYRAMID_TRY(tell(draft, text, options.importance, opened.workspace.settings.user_name));
  draft.id = format::observation_id(draft.at, draft.text);
  if (!options.model.empty()) {
    PYRAMID_ASSIGN(draft.model, ops::find_model(memory, options.model));
  }
  ObserveReport report;
  report.diagnostics = opened.workspace.diagnostics;
  report.id = to_string(draft.id);
  if (draft.text != text) report.kept_as = draft.text;
  if (const format::Node* known = memory.find(draft.id)) {
    report.added = false;
    report.path = known->path;
    report.model = known->model;
    PYRAMID_TRY(commit_unfinished(services, opened.workspace, memory, report));
    return report;
  }
  PYRAMID_ASSIGN(const bool settled, ops::was_settled(services, opened));
  PYRAMID_ASSIGN(
      const ops::Diary diary,
      ops::begin_diary(services, opened.workspace, report.diagnostics, ops::Publish::kNow,
                       ops::touched(services.files, opened, settled)));
  SyncReport done;
  Run run{services, opened, memory, done, ops::limit_calls(services, 0, opened.workspace.settings)};
  PYRAMID_TRY(take(run, draft, report));
  ops::note_taken(run);
  PYRAMID_TRY(finish(run, diary.repository.get(), draft.text, report));
  const bool all_committed = memory.changed_meanwhile().empty() && diary.held.empty();
  if (settled && all_committed) PYRAMID_TRY(ops::stay_settled(run));
  PYRAMID_ASSIGN(const std::string file, memory.bytes(report.path));
  report_redacted(redacted.findings, file, services.ledger, report);
  if (options.importance.value_or(0) > kMostImportant) {
    report.diagnostics.push_back(counts_as_most(report.path, *options.importance));
  }
  return report;
}

}  // namespace

Result<ObserveReport> observe(const Environment& environment, const ObserveOptions& options) {
  PYRAMID_ASSIGN(const std::string text, checked_text(options));
  PYRAMID_TRY(check_importance(options.importance));
  return ops::with_services(
      environment, options.workspace,
      [&](Services& services) { return run(services, options, text); }, "observe");
}

}  // namespace pyramid
