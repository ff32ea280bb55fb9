#include "pyramid/import.hpp"

#include "base/free_memory.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "format/conversation.hpp"
#include "ingest/reader.hpp"
#include "ingest/session_paths.hpp"
#include "ops/calls/answer_log.hpp"
#include "ops/calls/batches.hpp"
#include "ops/calls/ledger.hpp"
#include "ops/calls/secrets.hpp"
#include "ops/intake/background_extraction.hpp"
#include "ops/intake/follow_session.hpp"
#include "ops/intake/import_facts.hpp"
#include "ops/intake/import_notes.hpp"
#include "ops/intake/plan_session.hpp"
#include "ops/intake/take_session.hpp"
#include "ops/nodes/source_cache.hpp"
#include "ops/nodes/transcripts.hpp"
#include "ops/run/diary.hpp"
#include "ops/run/forgotten.hpp"
#include "ops/run/run.hpp"
#include "ops/sync/sync.hpp"
#include "ops/write/calls_at_once.hpp"
#include "ops/write/engine_use.hpp"
#include "pyramid/version.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace pyramid {

std::vector<ImportFormat> import_formats() {
  std::vector<ImportFormat> formats;
  for (const auto& reader : ingest::all_readers()) {
    formats.push_back({reader->name(), reader->description(), reader->default_source()});
  }
  return formats;
}

namespace ops {

using format::Conversation;
using format::Node;

namespace {

// Conversations that are read before their observations are extracted and all is flushed: few at
// first, as nothing else is to be done meanwhile.
constexpr std::size_t kFirst = 10, kBatch = 60;
// Conversations after which the system gets back what the threads needed meanwhile and do not now:
// small pieces that stay would come to lie all over it.
constexpr std::size_t kGivesBack = 8 * kBatch;
// Where a server is asked fewer, as the last are written when it has nothing to do again.
constexpr std::size_t kAsked = 20;

// Whether so many that were read end a batch. Counted at the source, so that an interrupted import
// goes on with the same batches.
bool ends_batch(const Run& run, std::size_t read) {
  const bool computes = run.services.batches == nullptr;
  const std::size_t at_once = computes ? kBatch : std::max<std::size_t>(kAsked, run.workers);
  return read >= kFirst && (read - kFirst) % at_once == 0;
}

Result<std::unique_ptr<ingest::Reader>> reader_named(const std::string& name) {
  std::vector<std::string> names;
  for (std::unique_ptr<ingest::Reader>& reader : ingest::all_readers()) {
    if (reader->name() == name) return std::move(reader);
    names.push_back(reader->name());
  }
  const auto near = closest(name, names);
  return fail(ErrorKind::kUsage, "no such format: " + name, {},
              near ? "did you mean " + *near + "?" : "one of: " + join(names, ", "));
}

Diagnostic refused(const RedactedConversation& redacted, const std::string& source) {
  const bool in_turn = !redacted.marks.empty();
  const std::string_view kind = in_turn ? redacted.marks.front().kind : redacted.named.front();
  const std::string place =
      in_turn ? "its turn " + std::to_string(redacted.marks.front().turn + 1) : "its title or id";
  return {Severity::kError, source,
          "conversation " + printable(redacted.conversation.origin) + " holds " +
              std::string(guard::name_of_secret(kind)) + " in " + place + "; not imported",
          "remove it there, add it to `secrets_allow` in pyramid.yaml, or set `secrets: redact`"};
}

// Cuts off what would be more than `most` turns, 0 = none. Never such as the memory holds: the
// source has them still.
void cut_to(std::size_t most, const WorkingSet& memory, Conversation& conversation) {
  if (most == 0) return;
  std::vector<format::Turn>& turns = conversation.turns;
  if (const Node* head = memory.find(format::session_id(conversation))) {
    const std::int64_t held = parts_of(memory, *head).back().turns;
    most = std::max(most, static_cast<std::size_t>(std::max<std::int64_t>(held, 0)));
  }
  if (turns.size() > most) {
    turns.erase(turns.begin() + static_cast<std::ptrdiff_t>(most), turns.end());
  }
}

// Whether a file of a folder, which is not of the format that is read, is another's; see
// ingest::ReadOptions.
using IsOthers = std::function<bool(const std::string& path)>;

Failure no_such_conversation(const ImportOptions& options, const std::string& sources) {
  const std::string agent = printable(options.agent);
  return fail(ErrorKind::kNotFound,
              "no conversation " + printable(options.conversation) +
                  (agent.empty() ? "" : " of agent " + agent),
              sources,
              agent.empty() ? "give its id there, as `origin:` in a session's file has it"
                            : "--agent all looks at those of all agents");
}

const std::string& user_of(const Run& run, const ImportOptions& options) {
  return options.user.empty() ? run.opened.workspace.settings.user_name : options.user;
}

// Hands each conversation of the source to `take`; what was read goes into `report`. Gives the
// facts of a source that holds no conversations.
Result<std::vector<ingest::Fact>> read_source(
    Run& run, ingest::Reader& reader, const ImportOptions& options, const IsOthers& is_others,
    ingest::SeenFiles* seen, ImportReport& report,
    const std::function<Status(const RedactedConversation&)>& take) {
  ingest::ReadOptions how;
  how.zone = run.memory.zone();
  how.limit = options.limit;
  how.conversation = options.conversation;
  how.agent = options.agent;
  how.user = user_of(run, options);
  how.user_is_asked_for = !options.user.empty();
  how.threads = run.workers;
  how.deleted = options.deleted;
  how.seen = seen;
  how.is_others = is_others;
  how.held_user = [&](const Ulid& session) {
    auto user = held_user(run, session);
    if (user && !options.user.empty()) user->clear();  // whoever is named now counts
    return user;
  };
  const bool blocks = secrets_policy(run.memory.settings()).handling == guard::Handling::kBlock;
  bool begun = false;
  how.expect = [&](std::size_t count) {
    if (begun) return;
    begun = true;
    run.services.progress.begin("reading conversations", count);
  };
  const auto take_one = [&](Conversation conversation) -> Status {
    PYRAMID_TRY(cancelled_if_asked(run, kToBeTakenIn));
    cut_to(options.limit == 0 ? 0 : options.limit - report.messages, run.memory, conversation);
    report.messages += conversation.turns.size();
    Diagnostics cut = cut_to_kept(conversation, options.source);
    std::move(cut.begin(), cut.end(), std::back_inserter(report.diagnostics));
    how.expect(0);
    run.services.progress.advance(1);
    // The one place where what was said elsewhere comes in: nothing behind it sees a secret.
    const RedactedConversation redacted = admit(conversation, run.memory.settings());
    if (blocks && redacted.count() > 0) {
      report.diagnostics.push_back(refused(redacted, options.source));
      return {};
    }
    return take(redacted);
  };
  PYRAMID_ASSIGN(ingest::ReadReport read,
                 reader.read(run.services.files, options.source, how, take_one));
  run.services.progress.end();
  report.conversations = read.conversations + read.seen_conversations;
  report.unchanged += read.seen_conversations;
  report.skipped_records = read.skipped_records;
  report.skipped_conversations = read.skipped_conversations;
  report.left_out = read.left_out;
  report.diagnostics.insert(report.diagnostics.end(), read.diagnostics.begin(),
                            read.diagnostics.end());
  if (!options.conversation.empty() && report.conversations == 0) {
    return no_such_conversation(options, options.source);
  }
  return std::move(read.facts);
}

// What beside a file decides what is taken in of it.
Digest source_key(const Run& run, const ImportOptions& options) {
  const std::string settings = run.opened.workspace.absolute(workspace::kSettingsFile);
  const Result<std::string> bytes = run.services.files.read(settings);
  Hasher hasher;
  hasher.field(PYRAMID_VERSION).field(options.user);
  return hasher.field(bytes ? *bytes : std::string()).finish();
}

// Sessions with turns that nobody extracted: where no words are kept they have to be heard again.
std::vector<Ulid> unheard_sessions(Run& run, SourceCache& cache) {
  if (keep_of(run.memory.settings()) != Keep::kNone) return {};
  std::vector<Ulid> unheard = run.memory.sessions_to_extract();
  for (const Ulid& id : unheard) cache.distrust(id);
  run.not_extracted.insert(unheard.begin(), unheard.end());
  return unheard;
}

// What is left of a source so long that a part of it is with the engine: it goes there as soon as
// that part is back, which is written meanwhile. Of a short source it waits for the other sources.
Status extract_rest(Run& run, BackgroundExtraction& extraction) {
  const std::vector<Node> rest = extraction.waiting();
  const bool goes_on = !rest.empty() && extraction.is_under_way();
  Status begun;
  if (goes_on) {
    run.services.progress.begin(kReadingTurns, waiting_turns(rest));
    begun = extraction.go_on_with(rest, true);
  }
  // The conversations are on the disk before the cache says so.
  PYRAMID_TRY(run.memory.flush());
  // Also after Ctrl-C: what was read to its end is kept.
  const Status finished = extraction.finish();
  if (goes_on) run.services.progress.end();
  return begun ? finished : begun;
}

// One source of one format.
Result<ImportReport> import_one(Run& run, const ImportOptions& options, const IsOthers& is_others) {
  ImportReport report;
  PYRAMID_ASSIGN(const std::unique_ptr<ingest::Reader> reader, reader_named(options.format));
  SourceCache cache(run.services.files, run.opened.workspace, run.memory, reader->name(),
                    source_key(run, options));
  const std::vector<Ulid> unheard = unheard_sessions(run, cache);
  const bool asks_for_all = options.limit == 0 && options.conversation.empty();
  TakenBack taken_back(run);
  BackgroundExtraction extraction(run);
  std::size_t read = 0;
  const auto take = [&](const RedactedConversation& conversation) -> Status {
    if (read == 0 && run.services.batches != nullptr) run.services.batches->get_ready();
    const Ulid id = format::session_id(conversation.conversation);
    const std::size_t said = report.diagnostics.size();
    const std::string path = run.memory.path_of(id);
    const bool is_known = !path.empty();
    if (is_known && extraction.is_under_way(path)) PYRAMID_TRY(extraction.finish());
    PYRAMID_TRY(take_session(run, conversation, taken_back, report));
    if (is_known && report.diagnostics.size() > said) cache.distrust(id);
    if (std::vector<Ulid> parts = later_parts(run.memory, id); !parts.empty()) {
      cache.note_parts(id, std::move(parts));
    }
    if (!ends_batch(run, ++read)) return {};
    PYRAMID_TRY(extraction.go_on());
    run.services.progress.found(count_of(run.report.observations_added, "observation"));
    PYRAMID_TRY(run.memory.flush());
    if (read % kGivesBack < kBatch) return_free_memory();
    return {};
  };
  auto facts =
      read_source(run, *reader, options, is_others, asks_for_all ? &cache : nullptr, report, take);
  PYRAMID_TRY(facts ? extract_rest(run, extraction) : extraction.finish());
  const std::size_t extracted = run.memory.pending();
  const Status put = facts ? put_facts(run, *facts, reader->name(), report) : Status();
  if (facts) PYRAMID_TRY(import_notes(run, options, report));
  for (const Ulid& id : unheard) run.not_extracted.erase(id);
  // Also after a failure: what was taken in before it is kept.
  if (!facts || run.memory.pending() > extracted) PYRAMID_TRY(run.memory.flush());
  cache.save();
  if (!facts) return fail(std::move(facts).error());
  PYRAMID_TRY(put);
  return report;
}

Result<ImportReport> plan_one(Run& run, const ImportOptions& options, const IsOthers& is_others,
                              std::unordered_set<Ulid>& planned) {
  ImportReport report;
  PYRAMID_ASSIGN(const std::unique_ptr<ingest::Reader> reader, reader_named(options.format));
  const auto plan_this = [&](const RedactedConversation& redacted) {
    return plan_session(run, redacted, planned, report);
  };
  PYRAMID_ASSIGN(const std::vector<ingest::Fact> facts,
                 read_source(run, *reader, options, is_others, nullptr, report, plan_this));
  plan_facts(run, facts, reader->name(), report);
  PYRAMID_TRY(plan_notes(run, options, report));
  return report;
}

void add_report(ImportReport& sum, const ImportReport& part) {
  sum.conversations += part.conversations;
  sum.messages += part.messages;
  sum.added += part.added;
  sum.grown += part.grown;
  sum.changed += part.changed;
  sum.unchanged += part.unchanged;
  sum.skipped_records += part.skipped_records;
  sum.skipped_conversations += part.skipped_conversations;
  sum.left_out += part.left_out;
  sum.redacted += part.redacted;
  sum.facts += part.facts;
  sum.facts_added += part.facts_added;
  sum.engine.calls += part.engine.calls;
  sum.engine.tokens_in += part.engine.tokens_in;
  sum.engine.tokens_out += part.engine.tokens_out;
  sum.diagnostics.insert(sum.diagnostics.end(), part.diagnostics.begin(), part.diagnostics.end());
}

// A source that is not what it should be, or may not be read; whatever fails else would fail for
// the next one too.
bool is_its_own_trouble(const Error& error, const std::string& source) {
  const bool is_there = error.where == source || error.where.starts_with(source + "/");
  return error.kind == ErrorKind::kNotFound || error.kind == ErrorKind::kInvalid ||
         (error.kind == ErrorKind::kIo && is_there);
}

struct Sources {
  std::vector<ingest::FoundSource> all;
  Diagnostics unread;  // of those that are none
};

// What was named, a folder of several programs' data as several.
Result<Sources> sources_of(Run& run, const ImportOptions& options) {
  std::vector<std::string> named = {options.source};
  named.insert(named.end(), options.more_sources.begin(), options.more_sources.end());
  Sources sources;
  for (const std::string& path : named) {
    if (!options.format.empty()) {
      const std::vector<ingest::FoundSource> own =
          ingest::own_folders(run.services.files, options.format, path);
      sources.all.insert(sources.all.end(), own.begin(), own.end());
      if (own.empty()) sources.all.push_back({options.format, path});
      continue;
    }
    auto found = ingest::find_sources(run.services.files, path, user_of(run, options));
    if (found) {
      std::move(found->begin(), found->end(), std::back_inserter(sources.all));
    } else if (named.size() == 1 || !is_its_own_trouble(found.error(), path)) {
      return fail(std::move(found).error());
    } else if (options.conversation.empty()) {
      sources.unread.push_back(to_diagnostic(found.error()));
    }
  }
  return sources;
}

// Whether a reader other than `reading`'s knows the file. Where that one does not read its folder,
// the file is a source by itself.
bool is_anothers(FileSystem& files, const ingest::FoundSource& reading, const std::string& path,
                 std::vector<ingest::FoundSource>& sources) {
  const Result<std::string> format = ingest::detect_format(files, path);
  if (!format || *format == reading.format) return false;
  const bool is_read =
      std::any_of(sources.begin(), sources.end(), [&](const ingest::FoundSource& one) {
        const bool is_folder = one.path == reading.path;
        return one.format == *format &&
               (one.path == path || (is_folder && ingest::sees(files, one.format, one.path, path)));
      });
  if (!is_read) sources.push_back({*format, path});
  return true;
}

bool is_empty(const ImportReport& report) {
  return report.diagnostics.empty() &&
         report.conversations + report.skipped_conversations + report.facts == 0;
}

// What to do where the reader that was asked for can make nothing of the source; `or_else` where no
// other knows it.
std::string whose_it_is(FileSystem& files, const ingest::FoundSource& source,
                        const std::string& or_else) {
  const std::optional<std::string> format = ingest::known_format(files, source.path);
  return format && *format != source.format ? "import it with --" + *format : or_else;
}

Diagnostic holds_nothing(const std::string& source, const std::string& hint) {
  return {Severity::kWarning, source, "holds no conversation", hint};
}

constexpr const char* kLookAgain = "look whether this is the file you meant";

using ReadOne = std::function<Result<ImportReport>(const ImportOptions&, const IsOthers&)>;

// One source after the other: of several, one that cannot be read stops none of the others.
Result<ImportReport> from_each(Run& run, const ImportOptions& options, const ReadOne& read) {
  PYRAMID_ASSIGN(Sources sources, sources_of(run, options));
  const bool is_only = sources.all.size() == 1 && options.more_sources.empty();
  const bool is_told = !options.format.empty();
  const bool is_as_named = sources.all.size() <= 1 + options.more_sources.size();
  ImportReport sum;
  sum.diagnostics = std::move(sources.unread);
  ImportOptions one = options;
  one.more_sources.clear();
  for (std::size_t i = 0; i < sources.all.size(); ++i) {  // more may come to light on the way
    if (options.limit != 0 && sum.messages >= options.limit) break;
    const ingest::FoundSource source = sources.all[i];
    one.format = source.format;
    one.source = source.path;
    one.limit = options.limit == 0 ? 0 : options.limit - sum.messages;
    const IsOthers is_others = [&](const std::string& path) {
      return is_anothers(run.services.files, source, path, sources.all);
    };
    Result<ImportReport> part = read(one, is_told ? IsOthers() : is_others);
    if (part) {
      const bool is_nothing = is_as_named && options.conversation.empty() && is_empty(*part);
      if (is_nothing)
        part->diagnostics.push_back(
            holds_nothing(source.path, whose_it_is(run.services.files, source, kLookAgain)));
      add_report(sum, *part);
      continue;
    }
    if (is_told && part.error().kind == ErrorKind::kInvalid) {
      part.error().hint = whose_it_is(run.services.files, source, part.error().hint);
    }
    if (is_only || !is_its_own_trouble(part.error(), source.path)) {
      return fail(std::move(part).error());
    }
    if (options.conversation.empty()) {
      sum.diagnostics.push_back(to_diagnostic(part.error()));
    }
  }
  if (options.conversation.empty() && is_empty(sum)) {
    sum.diagnostics.push_back(holds_nothing(options.source, kLookAgain));
  }
  if (!options.conversation.empty() && sum.conversations == 0) {
    std::vector<std::string> named = {options.source};
    named.insert(named.end(), options.more_sources.begin(), options.more_sources.end());
    return no_such_conversation(options, join(named, ", "));
  }
  return sum;
}

}  // namespace

Result<ImportReport> import_conversations(Run& run, const ImportOptions& options) {
  return from_each(run, options, [&](const ImportOptions& one, const IsOthers& is_others) {
    return import_one(run, one, is_others);
  });
}

Result<ImportReport> plan_import(Run& run, const ImportOptions& options) {
  std::unordered_set<Ulid> planned;
  return from_each(run, options, [&](const ImportOptions& one, const IsOthers& is_others) {
    return plan_one(run, one, is_others, planned);
  });
}

namespace {

Result<ImportReport> dry_import(Services& services, const ImportOptions& options) {
  PYRAMID_ASSIGN(Opened opened, open(services, options.workspace, Access::kRead));
  WorkingSet memory(services.files, opened.workspace);
  PYRAMID_TRY(memory.load(*opened.index));
  SyncReport sync_report;
  Run run{services, opened, memory, sync_report,
          limit_calls(services, options.parallel, opened.workspace.settings)};
  PYRAMID_ASSIGN(ImportReport report, plan_import(run, options));
  const Diagnostics& before = opened.workspace.diagnostics;  // of the settings
  report.diagnostics.insert(report.diagnostics.begin(), before.begin(), before.end());
  report.steps = std::move(sync_report.steps);
  report.engine = priced(services.text, report.engine);
  return report;
}

}  // namespace

Result<ImportReport> take_in(Services& services, const TakeIn& what,
                             const std::function<Result<ImportReport>(Run&)>& read) {
  PYRAMID_ASSIGN(Opened opened, open(services, what.workspace, Access::kWrite));
  PYRAMID_TRY(begin_batches(services, opened.workspace.settings, what.batch));
  AnswerLog answers(services.files, opened.workspace);
  const auto text = engine::remember_answers(services.text, answers);
  Services kept = with_engines(services, *text, services.embedder);
  const Time now = services.clock.now();
  Diagnostics before = opened.workspace.diagnostics;  // of the settings
  PYRAMID_ASSIGN(const Diary diary, begin_diary(services, opened.workspace, before));
  WorkingSet memory(services.files, opened.workspace);
  PYRAMID_TRY(memory.load(*opened.index));
  memory.plan_nothing();
  SyncReport sync_report;
  Run run{kept, opened, memory, sync_report,
          limit_calls(services, what.parallel, opened.workspace.settings)};
  Result<ImportReport> imported = read(run);
  // Also after a failure, such as Ctrl-C: what was taken in before it is committed.
  Status done = imported ? extract_sessions(run) : fail(Error(imported.error()));
  if (done) done = apply_forgotten(run);
  if (const Status flushed = memory.flush(); done && !flushed) done = flushed;
  note_taken(run);
  ImportReport report = imported ? std::move(*imported) : ImportReport();
  take_counts(sync_report, report);
  report.diagnostics.insert(report.diagnostics.begin(), before.begin(), before.end());
  const Diagnostics& found = sync_report.diagnostics;
  report.diagnostics.insert(report.diagnostics.end(), found.begin(), found.end());
  for (const DroppedSentence& one : sync_report.dropped) {
    report.diagnostics.push_back({Severity::kWarning, one.path,
                                  "left out, as no turn says it: " + one.sentence, one.reason});
  }
  if (diary.repository && !memory.changes().empty()) {
    run.said = {};  // the commit of a large import needs the room
    memory.let_go_but_changes();
    return_free_memory();
    std::vector<std::string> titles = run.titles_extracted;
    if (report.facts_added > 0 || titles.empty()) titles.push_back(what.title);
    const std::string message = import_message(titles, report);
    PYRAMID_ASSIGN(report.commit,
                   commit_changes(*diary.repository, memory, message, now, report.diagnostics));
  }
  PYRAMID_TRY(done);
  PYRAMID_TRY(end_batches(services, report.batch, report.failed, report.diagnostics));
  if (report.failed == 0) PYRAMID_TRY(answers.forget());
  return report;
}

Result<ImportReport> import(Services& services, const ImportOptions& options) {
  if (options.dry_run) return dry_import(services, options);
  const TakeIn what{options.workspace, std::string(path::name(options.source)), options.parallel,
                    options.batch};
  return take_in(services, what, [&](Run& run) { return import_conversations(run, options); });
}

}  // namespace ops

Result<ImportReport> import(const Environment& environment, const ImportOptions& options) {
  return ops::with_services(
      environment, options.workspace,
      [&](ops::Services& services) { return ops::import(services, options); },
      options.dry_run ? "" : "import");
}

}  // namespace pyramid
