#include "pyramid/evaluate.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "format/conversation.hpp"
#include "ingest/eval_set.hpp"
#include "ops/ask/find_hits.hpp"
#include "ops/sync/sync.hpp"
#include "ops/write/embed_rest.hpp"
#include "search/measure.hpp"
#include "workspace/layout.hpp"
#include "workspace/store.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace pyramid {

namespace {

using ingest::EvalConversation;
using ops::Opened;
using ops::Services;

// Hits that are looked at: enough for ten sessions, as far as there are so many.
constexpr std::size_t kHitsEvaluated = 100;
// Of a workspace; git would only take time.
std::string settings_of(const EvaluateOptions& options) {
  std::string settings = "commit: false\n";
  if (!options.embedding.empty()) settings += "embedding: " + options.embedding + "\n";
  if (!options.rerank.empty()) settings += "rerank: " + options.rerank + "\n";
  // A double-quoted scalar of YAML has JSON's escapes.
  if (!options.minilm_path.empty()) {
    settings += "minilm_path: " + nlohmann::json(options.minilm_path).dump() + "\n";
  }
  return settings;
}

struct Unit {
  std::string id;       // of the turn or note in the set
  std::string session;  // where it stands; of a note itself
};

// One conversation as a workspace.
struct Prepared {
  std::string root;
  std::map<std::string, std::vector<Unit>> turns;  // by path of the session, in order
  std::map<std::string, Unit> notes;               // by path
  std::map<std::string, std::string> sessions;     // of each unit's id
  Time end;                                        // of the last thing said
};

// Two names that make one slug are two files.
std::string file_name(const std::string& name) {
  return slugify(name) + "-" + to_hex(digest_of(name)).substr(0, 6);
}

void remember(Prepared& made, const Unit& unit) { made.sessions.emplace(unit.id, unit.session); }

// The first who speaks is taken for the user, whose name the session records; the other one's name
// stands in the turns, as in a protocol.
format::Conversation conversation_of(const EvalConversation& set,
                                     const ingest::EvalSession& session, const std::string& user) {
  format::Conversation out;
  out.source = "eval";
  out.origin = set.name + "/" + session.name;
  out.title = session.name;
  out.user = user;
  out.start = session.at;
  for (const ingest::EvalTurn& turn : session.turns) {
    const bool by_user = turn.speaker == user;
    format::Turn& added = out.turns.emplace_back();
    added.speaker = by_user ? format::Speaker::kUser : format::Speaker::kAssistant;
    added.at = Time{session.at.seconds + 60 * static_cast<std::int64_t>(out.turns.size() - 1)};
    added.text = by_user || turn.speaker.empty() ? turn.text : turn.speaker + ": " + turn.text;
    added.origin = turn.id;
  }
  return out;
}

using Texts = std::map<std::string, std::string>;  // by path

void add_session(const EvalConversation& set, const ingest::EvalSession& session,
                 const std::string& user, Prepared& made, Texts& texts) {
  const format::Conversation conversation = conversation_of(set, session, user);
  const std::string path = workspace::session_path({conversation.start}, conversation.title,
                                                   format::session_id(conversation));
  texts[path] = format::write_session(conversation, 0);
  for (const ingest::EvalTurn& turn : session.turns) {
    made.turns[path].push_back({turn.id, session.name});
    remember(made, made.turns[path].back());
  }
  made.end = std::max(made.end, conversation.turns.back().at);
}

void add_note(const ingest::EvalNote& note, Prepared& made, Texts& texts) {
  std::string path = "memory/" + file_name(note.id) + ".md";
  std::string text = note.text + "\n";
  if (note.at != Time{}) {
    format::ObservationDraft draft;
    draft.at = note.at;
    draft.id = format::observation_id(note.at, note.id);
    draft.source = "eval";
    draft.text = note.text;
    path = workspace::observation_path({draft.at}, draft.text, draft.id);
    text = format::write_observation(draft, path);
  }
  texts[path] = std::move(text);
  remember(made, made.notes.emplace(path, Unit{note.id, note.id}).first->second);
  made.end = std::max(made.end, note.at);
}

Status write(FileSystem& files, const std::string& root, const Texts& texts) {
  workspace::Store store(files, root);
  for (const auto& [path, text] : texts) store.put(path, text, std::nullopt);
  PYRAMID_ASSIGN(const workspace::Store::Report report, store.commit());
  if (report.changed_meanwhile.empty()) return {};
  return fail(ErrorKind::kConflict, "another file is in the way", report.changed_meanwhile.front());
}

// Where it lies, its files if it is not there yet, and a sync.
Result<Prepared> prepare(const Environment& environment, const EvalConversation& set,
                         const EvaluateOptions& options) {
  Prepared made;
  made.root = path::join(options.folder, file_name(set.name));
  Texts texts;
  const std::string user = set.sessions.empty() ? "" : set.sessions[0].turns[0].speaker;
  for (const ingest::EvalSession& session : set.sessions) {
    add_session(set, session, user, made, texts);
  }
  for (const ingest::EvalNote& note : set.notes) add_note(note, made, texts);
  const std::string path = path::join(made.root, workspace::kSettingsFile);
  const std::string settings = settings_of(options);
  const Result<std::string> there = environment.files.read(path);
  if (!there) {
    PYRAMID_TRY(environment.files.make_directories(made.root));
    PYRAMID_TRY(write(environment.files, made.root, texts));
  }
  if (!there || *there != settings) PYRAMID_TRY(environment.files.write(path, settings));
  SyncOptions sync;
  sync.workspace.root = made.root;
  const FixedClock clock(made.end);
  const Environment then{environment.files, clock, environment.progress};
  PYRAMID_ASSIGN(const SyncReport synced, pyramid::sync(then, sync));
  static_cast<void>(synced);
  return made;
}

// Which turn or note a hit is, or was taken from.
class Units {
 public:
  Units(FileSystem& files, const Prepared& made) : files_(files), made_(made) {}

  const Unit* of(const search::Hit& hit) {
    const auto note = made_.notes.find(hit.chunk.path);
    if (note != made_.notes.end()) return &note->second;
    if (hit.chunk.kind == format::Kind::kSession) {
      const std::vector<std::size_t>& lines = lines_of(hit.chunk.path);
      const auto at = std::find(lines.begin(), lines.end(), hit.chunk.first_line);
      return turn(hit.chunk.path, static_cast<std::size_t>(at - lines.begin()) + 1);
    }
    if (hit.chunk.kind == format::Kind::kObservation) return said_in(hit.chunk.path);
    return nullptr;
  }

 private:
  [[nodiscard]] const Unit* turn(const std::string& path, std::size_t number) const {
    const auto session = made_.turns.find(path);
    if (session == made_.turns.end() || number < 1 || number > session->second.size()) {
      return nullptr;
    }
    return &session->second[number - 1];
  }

  const std::vector<std::size_t>& lines_of(const std::string& path) {
    const auto known = lines_.find(path);
    if (known != lines_.end()) return known->second;
    std::vector<std::size_t>& lines = lines_[path];
    const Result<std::string> bytes = files_.read(path::join(made_.root, path));
    if (!bytes) return lines;
    const Result<format::Document> document = format::parse_document(*bytes, path);
    if (!document) return lines;
    for (const format::TurnLines& one : format::turn_lines(*document)) lines.push_back(one.first);
    return lines;
  }

  // The turn that an observation links.
  const Unit* said_in(const std::string& path) {
    const auto known = observations_.find(path);
    if (known != observations_.end()) return known->second;
    const Unit*& unit = observations_[path];
    const Result<std::string> bytes = files_.read(path::join(made_.root, path));
    if (!bytes) return unit;
    const Result<format::Node> node = format::read_node(*bytes, path);
    const std::int64_t number =
        node && node->from ? format::turn_number(node->from->link.fragment) : 0;
    if (number > 0) unit = turn(node->from->path, static_cast<std::size_t>(number));
    return unit;
  }

  FileSystem& files_;
  const Prepared& made_;
  std::map<std::string, std::vector<std::size_t>> lines_;
  std::map<std::string, const Unit*> observations_;
};

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

SearchOptions search_options(const EvaluateOptions& how) {
  SearchOptions options;
  options.limit = kHitsEvaluated;
  options.time_weight = how.time_weight;
  options.vector_weight = how.vector_weight;
  options.weights = how.weights;
  options.sources = how.sources;
  options.fusion = how.fusion;
  return options;
}

Result<std::vector<Measures>> ask_all(Services& services, Opened& opened, const Prepared& made,
                                      const EvalConversation& set, const EvaluateOptions& how) {
  SearchOptions options = search_options(how);
  Units units(services.files, made);
  std::vector<Measures> all;
  for (const ingest::EvalQuestion& question : set.questions) {
    options.query = question.text;
    search::Ranking ranking;
    PYRAMID_ASSIGN(const std::vector<search::Hit> hits, ops::find_hits(services, opened, options));
    for (const search::Hit& hit : hits) {
      const Unit* unit = units.of(hit);
      if (unit == nullptr) continue;
      add_once(ranking.found, unit->id);
      add_once(ranking.sessions, unit->session);
    }
    for (const std::string& id : question.evidence) {
      add_once(ranking.wanted, id);
      add_once(ranking.wanted_sessions, made.sessions.at(id));
    }
    all.push_back(search::measure(ranking));
    services.progress.advance(1);
  }
  return all;
}

Result<std::vector<Measures>> evaluate_one(const Environment& environment,
                                           const EvalConversation& set,
                                           const EvaluateOptions& options) {
  PYRAMID_ASSIGN(const Prepared made, prepare(environment, set, options));
  WorkspaceOptions workspace;
  workspace.root = made.root;
  // As if it were asked when the conversation ended.
  const FixedClock clock(made.end);
  const Environment then{environment.files, clock, environment.progress};
  return ops::with_services(
      then, workspace, [&](Services& services) -> Result<std::vector<Measures>> {
        PYRAMID_ASSIGN(Opened opened, ops::open(services, workspace, ops::Access::kRead));
        SyncReport unused;
        PYRAMID_TRY(ops::embed_rest(services, opened, 0, unused));
        environment.progress.begin("asking " + set.name, set.questions.size());
        auto asked = ask_all(services, opened, made, set, options);
        environment.progress.end();
        return asked;
      });
}

}  // namespace

Result<EvaluateReport> evaluate(const Environment& environment, const EvaluateOptions& options) {
  PYRAMID_TRY(ops::check_options(search_options(options), format::Settings{}));
  PYRAMID_ASSIGN(ingest::EvalSet set, ingest::read_eval_set(environment.files, options.set));
  EvaluateReport report;
  report.diagnostics = std::move(set.diagnostics);
  std::vector<std::vector<Measures>> groups;
  std::vector<Measures> all;
  std::map<std::string, std::vector<Measures>> by_category;
  for (const EvalConversation& one : set.conversations) {
    if (one.questions.empty()) continue;
    PYRAMID_ASSIGN(std::vector<Measures> asked, evaluate_one(environment, one, options));
    for (std::size_t i = 0; i < asked.size(); ++i) {
      by_category[one.questions[i].category].push_back(asked[i]);
    }
    report.by_conversation.emplace_back(one.name, search::mean(asked));
    all.insert(all.end(), asked.begin(), asked.end());
    groups.push_back(std::move(asked));
  }
  if (all.empty()) {
    return fail(ErrorKind::kInvalid, "holds no question that can be asked", options.set,
                "docs/measured/search.md says what a set looks like");
  }
  report.all = search::mean(all);
  const search::Bounds bounds = search::bootstrap(groups);
  report.low = bounds.low;
  report.high = bounds.high;
  for (const auto& [name, measures] : by_category) {
    report.by_category.emplace(name, search::mean(measures));
  }
  return report;
}

}  // namespace pyramid
