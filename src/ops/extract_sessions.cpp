#include "base/parallel.hpp"
#include "base/text.hpp"
#include "format/conversation.hpp"
#include "format/session_parts.hpp"
#include "ingest/extract_session.hpp"
#include "ops/extraction_faults.hpp"
#include "ops/grounded.hpp"
#include "ops/known_facts.hpp"
#include "ops/ledger.hpp"
#include "ops/run.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace pyramid::ops {

using format::Conversation;
using format::Kind;
using format::Node;

namespace {

struct Extraction {
  std::string path, title;
  Digest made_from;
  std::string session_bytes;  // with `extracted` brought up to date
  std::vector<format::ObservationDraft> drafts;
  std::vector<SaidTable::Entry> said;  // what each draft says
};

// The last turns of the part before, where there is one.
Result<std::vector<format::Turn>> turns_before(const Run& run, const Conversation& part) {
  std::vector<format::Turn> turns;
  if (part.part <= 1) return turns;
  const Node* node = run.memory.find(format::part_id(part.session, part.part - 1));
  if (node == nullptr) return turns;  // taken away by a person
  PYRAMID_ASSIGN(const std::string content, run.memory.bytes(node->path));
  PYRAMID_ASSIGN(const format::Document document, format::parse_document(content, node->path));
  PYRAMID_ASSIGN(Conversation before, format::read_session(document, node->path));
  const std::size_t count = std::min(before.turns.size(), ingest::kContextTurns);
  turns.assign(before.turns.end() - static_cast<std::ptrdiff_t>(count), before.turns.end());
  return turns;
}

// What was said in a session, by its file or, where that does not keep it, by the import under way;
// with a little of the part before.
Result<Conversation> said_in(const Run& run, const Node& session, const std::string& content) {
  const auto heard = run.heard.find(session.id);
  if (heard != run.heard.end()) return heard->second;
  PYRAMID_ASSIGN(const format::Document document, format::parse_document(content, session.path));
  PYRAMID_ASSIGN(Conversation conversation, format::read_session(document, session.path));
  const auto extracted = static_cast<std::size_t>(
      std::max<std::int64_t>(0, session.extracted - conversation.first + 1));
  const auto waiting =
      std::span(conversation.turns).subspan(std::min(extracted, conversation.turns.size()));
  const auto unheard = std::count_if(waiting.begin(), waiting.end(), [](const format::Turn& turn) {
    return turn.unkept.has_value();
  });
  if (unheard > 0) {
    return fail(ErrorKind::kNotFound,
                count_of(static_cast<std::size_t>(unheard), "turn was", "turns were") +
                    " not read in time, and the words are not kept",
                session.path, "import the conversation again");
  }
  PYRAMID_ASSIGN(const std::vector<format::Turn> before, turns_before(run, conversation));
  conversation.turns.insert(conversation.turns.begin(), before.begin(), before.end());
  conversation.first -= static_cast<std::int64_t>(before.size());
  return conversation;
}

Result<Extraction> extract_one(const Run& run, const Node& session) {
  PYRAMID_ASSIGN(const std::string content, run.memory.bytes(session.path));
  PYRAMID_ASSIGN(const Conversation conversation, said_in(run, session, content));
  const std::string& user =
      conversation.user.empty() ? run.opened.workspace.settings.user_name : conversation.user;
  Extraction result;
  result.path = session.path;
  result.title = session.title;
  result.made_from = digest_of(content);
  PYRAMID_ASSIGN(result.drafts, ingest::extract_session(run.services.text, conversation,
                                                        session.extracted, user, session.path));
  for (format::ObservationDraft& draft : result.drafts) {
    draft.model = model_of(run.memory.rules(), draft.model);
    result.said.push_back(
        std::make_shared<const engine::Said>(engine::read_said(draft.text, draft.at)));
  }
  PYRAMID_ASSIGN(result.session_bytes, format::with_field(content, session.path, "extracted",
                                                          std::to_string(session.turns)));
  return result;
}

Status write_one(Run& run, KnownFacts& known, Extraction extraction) {
  for (std::size_t i = 0; i < extraction.drafts.size(); ++i) {
    PYRAMID_TRY(known.take(extraction.drafts[i], extraction.said[i]));
  }
  PYRAMID_TRY(
      run.memory.put(extraction.path, std::move(extraction.session_bytes), extraction.made_from));
  run.report.steps.push_back({"extract", extraction.path, "turns that were not looked at yet"});
  const std::string first_part = workspace::conversation_path(extraction.path);
  if (run.conversations_extracted.insert(first_part).second) {
    ++run.report.sessions_extracted;
    run.titles_extracted.push_back(std::move(extraction.title));
  }
  return {};
}

// Copies: put() moves nodes about.
std::vector<Node> waiting_sessions(const Run& run) {
  std::vector<Node> waiting;
  for (const Ulid& id : run.memory.sessions_to_extract()) {
    if (!run.not_extracted.contains(id)) waiting.push_back(*run.memory.find(id));
  }
  return waiting;
}

// What was taken from turns that do not say it, in report and ledger.
void tell_faults(Run& run) {
  if (run.services.faults == nullptr) return;
  for (ExtractionFaults::Fault& fault : run.services.faults->take()) {
    const engine::Unheld& unheld = fault.unheld;
    std::vector<DroppedSentence> dropped;
    for (const engine::Unheld::Fact& fact : unheld.dropped) {
      dropped.push_back({{}, fact.text, fact.reason});
    }
    if (run.services.ledger != nullptr) {
      run.services.ledger->violated(unheld.recipe, unheld.facts, dropped.size());
    }
    note_dropped(run.report, unheld.facts, std::move(dropped), run.memory.path_of(fault.session));
  }
}

Status extract_some(Run& run, KnownFacts& known, std::span<const Node> sessions,
                    bool tell_progress) {
  std::vector<std::optional<Result<Extraction>>> results(sessions.size());
  parallel_for(sessions.size(), run.workers, [&](std::size_t i) {
    results[i].emplace(extract_one(run, sessions[i]));
    if (tell_progress) run.services.progress.advance(1);
  });
  tell_faults(run);
  for (std::size_t i = 0; i < results.size(); ++i) {
    Result<Extraction>& result = *results[i];
    run.heard.erase(sessions[i].id);
    if (!result) {  // one bad session stops nothing
      note_failed(run, std::move(result).error(), sessions[i].path);
      run.not_extracted.insert(sessions[i].id);
      continue;
    }
    PYRAMID_TRY(write_one(run, known, std::move(*result)));
  }
  return run.memory.flush();
}

Status extract(Run& run, std::span<const Node> waiting, bool tell_progress) {
  KnownFacts known(run);
  while (!waiting.empty()) {
    PYRAMID_TRY(cancelled_if_asked(run));
    const std::size_t count = std::min(tasks_at_once(run), waiting.size());
    PYRAMID_TRY(extract_some(run, known, waiting.first(count), tell_progress));
    waiting = waiting.subspan(count);
  }
  return {};
}

}  // namespace

Status extract_waiting(Run& run) { return extract(run, waiting_sessions(run), false); }

Status extract_sessions(Run& run) {
  const std::vector<Node> waiting = waiting_sessions(run);
  if (waiting.empty()) return {};
  run.services.progress.begin("extracting observations", waiting.size());
  PYRAMID_TRY(extract(run, waiting, true));
  run.services.progress.end();
  return {};
}

}  // namespace pyramid::ops
