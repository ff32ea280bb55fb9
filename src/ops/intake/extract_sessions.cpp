#include "base/text.hpp"
#include "format/conversation.hpp"
#include "format/session_parts.hpp"
#include "ingest/extract_session.hpp"
#include "ops/calls/extraction_faults.hpp"
#include "ops/calls/ledger.hpp"
#include "ops/intake/background_extraction.hpp"
#include "ops/intake/known_facts.hpp"
#include "ops/nodes/quarantine.hpp"
#include "ops/run/run.hpp"
#include "ops/write/calls_at_once.hpp"
#include "ops/write/grounded.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <latch>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace pyramid::ops {

using format::Conversation;
using format::Kind;
using format::Node;

namespace {

// The last turns of the part before, where there is one.
Result<std::vector<format::Turn>> turns_before(const Run& run, const format::Document& document,
                                               const std::string& path) {
  std::vector<format::Turn> turns;
  if (!document.frontmatter.scalar("part")) return turns;
  PYRAMID_ASSIGN(const Conversation part, format::read_session(document, path));
  const Node* node =
      part.part <= 1 ? nullptr : run.memory.find(format::part_id(part.session, part.part - 1));
  if (node == nullptr) return turns;  // taken away by a person
  PYRAMID_ASSIGN(const std::string bytes, run.memory.bytes(node->path));
  PYRAMID_ASSIGN(const format::Document held, format::parse_document(bytes, node->path));
  PYRAMID_ASSIGN(const Conversation before, format::read_session(held, node->path));
  const std::size_t count = std::min(before.turns.size(), ingest::kContextTurns);
  turns.assign(before.turns.end() - static_cast<std::ptrdiff_t>(count), before.turns.end());
  return turns;
}

}  // namespace

std::size_t waiting_turns(const Node& session) {
  return static_cast<std::size_t>(std::max<std::int64_t>(0, session.turns - session.extracted));
}

std::size_t waiting_turns(std::span<const Node> sessions) {
  std::size_t turns = 0;
  for (const Node& session : sessions) turns += waiting_turns(session);
  return turns;
}

// All that the extraction of a session needs, so that the memory may change beside it.
struct BackgroundExtraction::Job {
  Node session;
  std::string content;
  // By the import under way, where the file does not keep what was said; else
  std::optional<Conversation> heard;
  format::Document document;         // the file's,
  std::vector<format::Turn> before;  // with a little of the part before.
};

namespace {

// What was said in a session, with what was said before.
Result<Conversation> said_in(const Node& session, const format::Document& document,
                             const std::vector<format::Turn>& before) {
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
  conversation.turns.insert(conversation.turns.begin(), before.begin(), before.end());
  conversation.first -= static_cast<std::int64_t>(before.size());
  return conversation;
}

}  // namespace

struct BackgroundExtraction::Extraction {
  std::string title;
  Digest made_from;
  Ulid session;
  std::string session_bytes;  // with `extracted` brought up to date
  std::vector<KnownFacts::ReadFact> facts;
  std::int64_t first_replaced = 0;  // the first turn that took another's place; 0: none did
};

struct BackgroundExtraction::Batch {
  explicit Batch(std::span<const Node> all)
      : sessions(all.begin(), all.end()),
        results(all.size()),
        begun(static_cast<std::ptrdiff_t>(all.size())) {}

  std::vector<Node> sessions;
  std::vector<std::optional<Result<Job>>> jobs;  // nullopt: done, its words are not needed
  std::vector<std::optional<Result<Extraction>>> results;
  bool tell_progress = false;
  std::atomic<std::size_t> next = 0;
  std::latch begun;  // on the last of them: from then on the next batch may fill the places
  std::vector<std::jthread> workers;  // go first, and are waited for
};

Result<BackgroundExtraction::Job> BackgroundExtraction::job_of(const Node& session) const {
  Job job{session, {}, {}, {}, {}};
  PYRAMID_ASSIGN(job.content, run_.memory.bytes(session.path));
  const auto heard = run_.heard.find(session.id);
  if (heard != run_.heard.end()) {
    job.heard = heard->second;
  } else {
    PYRAMID_ASSIGN(job.document, format::parse_document(job.content, session.path));
    PYRAMID_ASSIGN(job.before, turns_before(run_, job.document, session.path));
  }
  return job;
}

Result<BackgroundExtraction::Extraction> BackgroundExtraction::extract_one(
    const Job& job, const ReadTurns& read) const {
  const Node& session = job.session;
  PYRAMID_ASSIGN(const Conversation conversation,
                 job.heard ? *job.heard : said_in(session, job.document, job.before));
  const std::string& user =
      conversation.user.empty() ? run_.opened.workspace.settings.user_name : conversation.user;
  PYRAMID_ASSIGN(
      std::vector<format::ObservationDraft> drafts,
      ingest::extract_session(run_.services.text, conversation, session.extracted, user,
                              session.path, run_.memory.zone(),
                              {[&] { return run_.services.progress.cancelled(); }, read}));
  quarantine_by_turn(drafts, conversation);
  Extraction result;
  result.session = session.id;
  result.title = session.title;
  result.made_from = digest_of(job.content);
  const std::vector<std::int64_t>& replaced = conversation.replaced;
  if (!replaced.empty())
    result.first_replaced = *std::min_element(replaced.begin(), replaced.end());
  std::set<Ulid> met;
  for (format::ObservationDraft& draft : drafts) {
    if (!met.insert(draft.id).second) continue;  // of one time, as where a log has days alone
    draft.model = model_of(run_.memory.rules(), draft.model);
    result.facts.push_back(KnownFacts::read_fact(std::move(draft), run_.memory.zone()));
  }
  PYRAMID_ASSIGN(result.session_bytes, format::with_field(job.content, session.path, "extracted",
                                                          std::to_string(session.turns)));
  return result;
}

std::optional<Error> BackgroundExtraction::rehearse(const Node& session) const {
  const Result<Job> job = job_of(session);
  if (!job) return job.error();
  const Result<Extraction> extraction = extract_one(*job, {});
  return extraction ? std::nullopt : std::optional(extraction.error());
}

// Copies what stays: see go_on_with().
Status BackgroundExtraction::write_one(KnownFacts& known, const Extraction& extraction) {
  Run& run = run_;
  const bool has_facts = !extraction.facts.empty();
  for (const KnownFacts::ReadFact& fact : extraction.facts) {
    const bool replaces =
        extraction.first_replaced > 0 && fact.draft.from_turn >= extraction.first_replaced;
    PYRAMID_TRY(known.take(fact, replaces));
  }
  const std::string path = run.memory.path_of(extraction.session);
  PYRAMID_TRY(
      run.memory.put_extracted(extraction.session, extraction.session_bytes, extraction.made_from));
  run.report.steps.push_back({"extract", path, "turns that were not looked at yet"});
  const std::string first_part = workspace::conversation_path(path);
  if (run.conversations_extracted.insert(first_part).second) {
    ++run.report.sessions_extracted;
    run.titles_extracted.push_back(extraction.title);
  }
  if (has_facts) run.conversations_with_facts.insert(first_part);
  run.report.sessions_without_facts =
      run.conversations_extracted.size() - run.conversations_with_facts.size();
  return {};
}

namespace {

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

}  // namespace

BackgroundExtraction::BackgroundExtraction(Run& run) : run_(run) {}
BackgroundExtraction::~BackgroundExtraction() = default;

bool BackgroundExtraction::is_under_way(const std::string& conversation) const {
  return under_way_ &&
         std::any_of(under_way_->sessions.begin(), under_way_->sessions.end(),
                     [&](const Node& session) {
                       return workspace::conversation_path(session.path) == conversation;
                     });
}

// Copies: put() moves nodes about.
std::vector<Node> BackgroundExtraction::waiting() const {
  std::vector<Node> waiting;
  for (const Ulid& id : run_.memory.sessions_to_extract()) {
    if (run_.not_extracted.contains(id)) continue;
    const Node& session = *run_.memory.find(id);
    const bool begun =
        under_way_ && std::any_of(under_way_->sessions.begin(), under_way_->sessions.end(),
                                  [&](const Node& one) { return one.id == id; });
    if (!begun) waiting.push_back(session);
  }
  return waiting;
}

void BackgroundExtraction::work_on(Batch& batch) {
  for (std::size_t i = batch.next++; i < batch.jobs.size(); i = batch.next++) {
    batch.begun.count_down();
    Result<Job>& job = *batch.jobs[i];
    std::size_t left = waiting_turns(batch.sessions[i]);
    const ReadTurns read = [&](std::size_t turns) {
      turns = std::min(turns, left);
      left -= turns;
      if (batch.tell_progress && turns > 0) run_.services.progress.advance(turns);
    };
    batch.results[i].emplace(job ? extract_one(*job, read)
                                 : Result<Extraction>(fail(Error(job.error()))));
    batch.jobs[i].reset();
    read(left);  // of what failed
  }
}

Status BackgroundExtraction::go_on_with(std::span<const Node> sessions, bool tell_progress) {
  auto next = std::make_unique<Batch>(sessions);
  next->tell_progress = tell_progress;
  for (const Node& session : sessions) next->jobs.emplace_back(job_of(session));
  // An engine that computes has this thread's processor too, but only while there is nothing else
  // to do: more threads than processors would keep this one from reading what they do next. By a
  // thread of its own all the same, and what the threads made is freed by one: malloc hands what a
  // thread frees to the same thread again, and a little that stays in each page keeps all the
  // pages.
  const bool computes = run_.services.batches == nullptr;
  std::unique_ptr<Batch> done = std::move(under_way_);
  if (done && computes) std::jthread([&] { work_on(*done); }).join();
  if (done) done->begun.wait();
  if (!sessions.empty()) {
    under_way_ = std::move(next);
    Batch& batch = *under_way_;
    const unsigned threads = std::max(1U, threads_of(run_) - (computes ? 1 : 0));
    for (std::size_t i = 0; i < std::min<std::size_t>(threads, sessions.size()); ++i) {
      batch.workers.emplace_back([this, &batch] { work_on(batch); });
    }
  }
  if (!done) return {};
  done->workers.clear();  // waits
  Status written = write(*done);
  std::jthread([&] { done.reset(); }).join();
  if (!sessions.empty()) PYRAMID_TRY(run_.memory.flush());
  return written;
}

Status BackgroundExtraction::write(Batch& batch) {
  tell_faults(run_);
  KnownFacts known(run_);
  bool interrupted = false;
  for (std::size_t i = 0; i < batch.results.size(); ++i) {
    Result<Extraction>& result = *batch.results[i];
    run_.heard.erase(batch.sessions[i].id);
    if (!result) {  // one bad session stops nothing
      const bool cancelled = result.error().kind == ErrorKind::kCancelled;
      interrupted = interrupted || cancelled;
      if (!cancelled) note_failed(run_, std::move(result).error(), batch.sessions[i].path);
      run_.not_extracted.insert(batch.sessions[i].id);
      continue;
    }
    PYRAMID_TRY(write_one(known, *result));
  }
  return interrupted ? cancelled_if_asked(run_, kToBeTakenIn) : Status();
}

Status BackgroundExtraction::go_on() { return go_on_with(waiting(), false); }
Status BackgroundExtraction::finish() { return go_on_with({}, false); }

Status extract_sessions(Run& run) {
  BackgroundExtraction extraction(run);
  const std::vector<Node> all = extraction.waiting();
  if (all.empty()) return {};
  run.services.progress.begin(kReadingTurns, waiting_turns(all));
  Status done;
  for (std::span<const Node> left = all; done && !left.empty();) {
    done = cancelled_if_asked(run);
    if (!done) break;
    const std::size_t count = std::min(tasks_at_once(run), left.size());
    done = extraction.go_on_with(left.first(count), true);
    left = left.subspan(count);
  }
  // Also after Ctrl-C: what was read to its end is kept.
  const Status finished = extraction.finish();
  run.services.progress.end();
  return done ? finished : done;
}

}  // namespace pyramid::ops
