#include "ops/intake/known_facts.hpp"

#include "base/parallel.hpp"
#include "engine/correcting.hpp"
#include "ops/nodes/quarantine.hpp"
#include "ops/run/tombstones.hpp"
#include "pyramid/version.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

namespace pyramid::ops {

namespace {

using format::Node;
using format::ObservationDraft;

// Of observations that are alike and do not correct each other ("User bought 3 apples.") the last
// ones are looked at: all of them would make a long import slower and slower.
constexpr std::size_t kMostAlike = 64;

constexpr std::size_t kKeyedAtOnce = 4000;

// Who a fact belongs to is not known before it is assigned; only the assistant's own always is.
bool may_share_model(const ObservationDraft& draft, const Node& node, const plan::Rules& rules) {
  if (!draft.model.empty() && !node.model.empty()) return draft.model == node.model;
  const std::string& known = draft.model.empty() ? node.model : draft.model;
  return known != model_of(rules, "assistant");
}

void drop_step(SyncReport& report, std::string_view what, const std::string& path) {
  std::erase_if(report.steps,
                [&](const SyncStep& step) { return step.what == what && step.path == path; });
}

}  // namespace

std::string key_makers() { return std::string(engine::kReading) + " 2 " PYRAMID_VERSION; }

index::Index::Keys make_keys(const index::Index::Unkeyed& fact, const Zone& zone) {
  SaidKeys of = keys_of(engine::read_said(fact.text, zone.local(fact.at, fact.offset)));
  index::Index::Keys keys{fact.file, fact.id, {}, {}};
  SaidKeys::Keys& in = fact.in_use ? keys.has : keys.lost;
  in = std::move(of.found_by);
  SaidKeys::Keys out = out_of_use(in);
  SaidKeys::Keys& where = fact.in_use ? keys.lost : keys.has;
  where.insert(where.end(), out.begin(), out.end());
  keys.has.insert(keys.has.end(), of.meaning.begin(), of.meaning.end());
  return keys;
}

Result<bool> key_some(index::Index& index, const Zone& zone, unsigned workers) {
  PYRAMID_ASSIGN(const std::vector<index::Index::Unkeyed> facts,
                 index.without_keys(key_makers(), kKeyedAtOnce));
  if (facts.empty()) return false;
  std::vector<index::Index::Keys> keys(facts.size());
  parallel_for(facts.size(), workers, [&](std::size_t i) { keys[i] = make_keys(facts[i], zone); });
  PYRAMID_TRY(index.put_keys(keys));
  return true;
}

Status KnownFacts::key_index() {
  if (std::exchange(run_.facts_keyed, true)) return {};
  while (true) {
    PYRAMID_ASSIGN(const bool more, key_some(*run_.opened.index, run_.memory.zone(), run_.workers));
    if (!more) break;
    PYRAMID_TRY(cancelled_if_asked(run_, kToBeTakenIn));
  }
  PYRAMID_ASSIGN(run_.index_has_keys, run_.opened.index->has_keys());
  return {};
}

Result<KnownFacts::Known> KnownFacts::read(const Node& stub) const {
  Known known{stub.id,
              stub.at,
              stub.path,
              stub.status.empty(),
              run_.memory.successor_of(stub),
              run_.said.kept(stub.id)};
  if (known.said) return known;
  PYRAMID_ASSIGN(const Node whole, run_.memory.read(stub));
  known.said = std::make_shared<const engine::Said>(
      engine::read_said(whole.text, run_.memory.zone().local(whole.at, whole.offset)));
  run_.said.keep(known.id, known.said);
  return known;
}

Status KnownFacts::find(const SaidKeys::Keys& keys, SaidTable::When when, Time at,
                        std::vector<Ulid>& ids) const {
  run_.said.find(keys, kMostAlike, when, at, ids);
  if (!run_.index_has_keys || keys.empty()) return {};
  PYRAMID_ASSIGN(const std::vector<Ulid> before, run_.opened.index->with_keys(keys, kMostAlike));
  for (const Ulid& id : before) {
    const std::optional<Time> said = run_.memory.time_of(id);
    if (said && SaidTable::is_then(*said, when, at)) ids.push_back(id);
  }
  return {};
}

Result<std::vector<KnownFacts::Known>> KnownFacts::candidates(const ObservationDraft& draft,
                                                              const SaidKeys& keys) const {
  std::vector<Ulid> ids;
  for (const SaidKeys::Keys* one : {&keys.meaning, &keys.to_correct, &keys.corrected_by}) {
    PYRAMID_TRY(find(*one, SaidTable::When::kAnyTime, draft.at, ids));
  }
  for (const SaidKeys::Keys* one : {&keys.to_correct, &keys.corrected_by}) {
    PYRAMID_TRY(find(out_of_use(*one), SaidTable::When::kAnyTime, draft.at, ids));
  }
  return read_all(draft, std::move(ids));
}

Result<std::vector<KnownFacts::Known>> KnownFacts::near_candidates(const ObservationDraft& draft,
                                                                   const SaidKeys& keys) const {
  std::vector<Ulid> ids;
  PYRAMID_TRY(find(keys.meaning, SaidTable::When::kAnyTime, draft.at, ids));
  PYRAMID_TRY(find(keys.to_correct, SaidTable::When::kUntil, draft.at, ids));
  PYRAMID_TRY(find(keys.corrected_by, SaidTable::When::kAfter, draft.at, ids));
  // At the very same time the order is that of the conversations.
  PYRAMID_TRY(find(keys.corrected_by, SaidTable::When::kAfter, {draft.at.seconds - 1}, ids));
  PYRAMID_TRY(
      find(out_of_use(keys.corrected_by), SaidTable::When::kAfter, {draft.at.seconds - 1}, ids));
  std::vector<Ulid> before;
  PYRAMID_TRY(find(out_of_use(keys.to_correct), SaidTable::When::kUntil, draft.at, before));
  for (const Ulid& id : before) {  // until something that was said later
    const Node* stub = run_.memory.find(id);
    const Ulid by = stub == nullptr ? Ulid() : run_.memory.successor_of(Node(*stub));
    const std::optional<Time> until = by.is_zero() ? std::nullopt : run_.memory.time_of(by);
    if (until && *until >= draft.at) ids.push_back(id);
  }
  return read_all(draft, std::move(ids));
}

std::vector<KnownFacts::Known> KnownFacts::read_all(const ObservationDraft& draft,
                                                    std::vector<Ulid> ids) const {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  std::vector<Known> found;
  for (const Ulid& id : ids) {
    const Node* stub = run_.memory.find(id);
    if (stub == nullptr || id == draft.id) continue;
    if (!may_share_model(draft, *stub, run_.memory.rules())) continue;
    Result<Known> other = read(*stub);
    if (!other) continue;  // gone or broken meanwhile: the next scan says so
    found.push_back(std::move(*other));
  }
  std::sort(found.begin(), found.end(), [](const Known& a, const Known& b) {
    return std::tie(a.at, a.id) < std::tie(b.at, b.id);
  });
  return found;
}

// Forgotten, or said in a turn whose words are.
bool KnownFacts::is_unwanted(const ObservationDraft& draft) const {
  FileSystem& files = run_.services.files;
  if (is_forgotten(files, run_.opened.workspace, draft.id)) return true;
  const Node* session = draft.from_turn == 0 ? nullptr : run_.memory.at(draft.from_path);
  return session != nullptr &&
         is_forgotten(files, run_.opened.workspace, session->id, draft.from_turn);
}

// Whether the observation was said in the conversation of the draft already, in whatever part of
// it.
bool KnownFacts::is_said_there(std::string_view content, const std::string& path,
                               const ObservationDraft& draft) {
  const Result<Node> node = format::read_node(content, path);
  if (!node || draft.from_turn == 0) return false;
  const std::string there = workspace::conversation_path(draft.from_path);
  return std::any_of(node->edges.begin(), node->edges.end(), [&](const format::Edge& edge) {
    return edge.link.fragment.starts_with("^t") && workspace::conversation_path(edge.path) == there;
  });
}

Status KnownFacts::count_again(const std::string& path, const ObservationDraft& draft) {
  PYRAMID_ASSIGN(const std::string content, run_.memory.bytes(path));
  if (is_said_there(content, path, draft)) return {};
  PYRAMID_ASSIGN(std::string changed, format::said_again(content, path, draft));
  PYRAMID_ASSIGN(changed,
                 format::with_from_in_order(changed, path, [&](const std::string& session) {
                   return conversation_order(session);
                 }));
  if (changed == content) return {};
  ++run_.report.observations_seen_again;
  return run_.memory.put(path, std::move(changed), digest_of(content));
}

// What this run took back and the draft says after all, or an earlier one did: a branch that was
// left and is gone back to.
std::optional<GoneFact> KnownFacts::taken_back(const ObservationDraft& draft) {
  std::optional<GoneFact> gone = run_.gone.take(draft);
  const Node* held = gone ? nullptr : run_.memory.find(draft.id);
  if (held != nullptr) gone = GoneFact{held->id, held->path, {}, false};
  return gone;
}

Status KnownFacts::put_out_of_use(const Known& older, const Ulid& by) {
  PYRAMID_ASSIGN(const std::string content, run_.memory.bytes(older.path));
  PYRAMID_ASSIGN(std::string changed, format::superseded(content, older.path, by));
  if (older.in_use) {
    if (run_.gone.take_reinstated(older.id)) {  // by what corrected it before
      drop_step(run_.report, "reinstate", older.path);
    } else {
      ++run_.report.observations_superseded;
      run_.report.steps.push_back({"supersede", older.path, "corrected by what was said later"});
    }
    run_.said.put_out_of_use(older.id, *older.said);
  }
  return run_.memory.put(older.path, std::move(changed), digest_of(content));
}

Result<KnownFacts::Taken> KnownFacts::write(const ObservationDraft& draft, const std::string& path,
                                            const WorkingSet::ReadFile* file) {
  PYRAMID_TRY(file != nullptr
                  ? run_.memory.put(*file, std::nullopt)
                  : run_.memory.put(path, format::write_observation(draft, path), std::nullopt));
  ++run_.report.observations_added;
  return Taken{path, true};
}

Result<KnownFacts::Taken> KnownFacts::put_back(const ObservationDraft& draft,
                                               const GoneFact& gone) {
  PYRAMID_ASSIGN(const std::string content, run_.memory.bytes(gone.path));
  PYRAMID_ASSIGN(std::string changed,
                 format::said_after_all(content, gone.path, draft, gone.times));
  if (!draft.superseded_by.is_zero()) {
    PYRAMID_ASSIGN(changed, format::superseded(changed, gone.path, draft.superseded_by));
  }
  if (gone.was_in_use) {
    --run_.report.observations_superseded;
    drop_step(run_.report, "supersede", gone.path);
  } else {
    run_.gone.note_reinstated(gone.id);
  }
  PYRAMID_TRY(run_.memory.put(gone.path, std::move(changed), digest_of(content)));
  return Taken{gone.path, false};
}

Result<KnownFacts::Taken> KnownFacts::take(const ObservationDraft& draft) {
  return take(read_fact(draft, run_.memory.zone()));
}

KnownFacts::ReadFact KnownFacts::read_fact(ObservationDraft draft, const Zone& zone) {
  ReadFact fact{std::move(draft), nullptr, {}, std::nullopt};
  const std::string& text = fact.draft.text;
  const LocalTime at = zone.local(fact.draft.at, fact.draft.offset);
  fact.said = std::make_shared<const engine::Said>(engine::read_said(text, at));
  fact.keys = keys_of(*fact.said);
  std::string path = workspace::observation_path(at, text, fact.draft.id);
  std::string content = format::write_observation(fact.draft, path);
  auto file = WorkingSet::read_file(std::move(path), std::move(content));
  if (file) fact.file = *std::move(file);  // else write() tells what is wrong
  return fact;
}

std::optional<engine::Corrected> KnownFacts::told_of(const Known& fact,
                                                     const engine::BareCorrection& correction,
                                                     const std::string& text) const {
  auto told =
      engine::corrected(correction, fact.said->claim.fact.text, run_.memory.zone().local(fact.at));
  if (!told || !correction.german) return told;
  const Node* stub = run_.memory.find(fact.id);
  const Result<Node> whole = stub != nullptr ? run_.memory.read(*stub) : Node();
  auto german =
      whole ? engine::corrected_in_german(text, whole->text, run_.memory.zone().local(fact.at))
            : std::nullopt;
  if (!german) return std::nullopt;
  told->text = *std::move(german);
  return told;
}

Result<std::optional<ObservationDraft>> KnownFacts::told_in_full(const ObservationDraft& draft) {
  const auto bare = engine::bare_correction(draft.text);
  if (!bare) return std::optional<ObservationDraft>();
  PYRAMID_TRY(key_index());
  PYRAMID_ASSIGN(const std::vector<Known> held,
                 candidates(draft, keys_of(engine::asking_for(
                                       *bare, run_.memory.zone().local(draft.at, draft.offset)))));
  std::optional<engine::Corrected> found;
  for (const Known& one : held) {  // the last one's words
    if (!one.in_use || draft.at < one.at) continue;
    auto whole = told_of(one, *bare, draft.text);
    if (!whole) {  // "User booked a flight to Porto", just said: that may be what is meant
      PYRAMID_ASSIGN(const std::string content, run_.memory.bytes(one.path));
      if (is_said_there(content, one.path, draft)) found.reset();
      continue;
    }
    if (found && found->relation != whole->relation) return std::optional<ObservationDraft>();
    found = std::move(whole);
  }
  if (!found) return std::optional<ObservationDraft>();
  ObservationDraft whole = draft;
  whole.text = std::move(found->text);
  return std::optional(std::move(whole));
}

Result<KnownFacts::Taken> KnownFacts::take(const ReadFact& fact, bool in_replaced_turn) {
  const ObservationDraft& draft = fact.draft;
  if (const Node* known = run_.memory.find(draft.id)) {
    const Node held = *known;
    if (!in_replaced_turn) return Taken{held.path, false};
    if (held.status.empty()) PYRAMID_TRY(count_again(held.path, draft));
    if (held.status != "superseded" || !held.superseded_by.is_zero()) {
      return Taken{held.path, false};
    }
  }
  if (is_unwanted(draft)) return Taken{};
  PYRAMID_ASSIGN(std::optional<ObservationDraft> whole, told_in_full(draft));
  return take_new(whole ? read_fact(*std::move(whole), run_.memory.zone()) : fact);
}

Result<std::vector<std::string>> KnownFacts::users_called() const {
  if (!users_called_) {
    PYRAMID_ASSIGN(users_called_, names_of_user(run_));
  }
  return *users_called_;
}

// What is held then is what it would be if all had come in the order in which it was said
// (what_stands.hpp). Of what comes in that order only what it touches is looked at.
Result<KnownFacts::Taken> KnownFacts::take_new(const ReadFact& fact) {
  const ObservationDraft& fresh = fact.draft;
  const std::string path = run_.memory.free_path(
      workspace::observation_path(run_.memory.zone().local(fresh.at, fresh.offset), fresh.text,
                                  fresh.id),
      fresh.id);
  const std::optional<GoneFact> gone = taken_back(fresh);
  ObservationDraft marked = fresh;
  if (const auto warning = quarantine(marked, path)) {  // no statement to compare with others
    run_.report.diagnostics.push_back(*warning);
    return gone ? put_back(marked, *gone) : write(marked, path, nullptr);
  }
  PYRAMID_TRY(key_index());
  if (gone && gone->id != fresh.id) {
    ReadFact renamed = fact;
    renamed.draft.id = gone->id;
    return take_new(renamed, gone, path);
  }
  return take_new(fact, gone, path);
}

Result<KnownFacts::Taken> KnownFacts::take_new(const ReadFact& fact,
                                               const std::optional<GoneFact>& gone,
                                               const std::string& path) {
  const ObservationDraft& fresh = fact.draft;
  PYRAMID_ASSIGN(const std::vector<Known> held, near_candidates(fresh, fact.keys));
  std::vector<const engine::Said*> standing;
  for (const Known& one : held) {
    if (!precedes(one, fresh) || !stood(one, fresh)) continue;
    if (engine::says_the_same(*one.said, *fact.said)) {
      PYRAMID_TRY(count_again(one.path, fresh));
      return Taken{one.path, false};
    }
    standing.push_back(one.said.get());
  }
  PYRAMID_ASSIGN(const bool late, is_late(fact, held));
  if (late) return take_late(fact, gone);
  const bool as_read = fact.file && fact.file->path == path && !gone;
  PYRAMID_ASSIGN(Taken taken, gone ? put_back(fresh, *gone)
                                   : write(fresh, path, as_read ? &*fact.file : nullptr));
  run_.said.add(fresh.id, fact.said, fact.keys);
  if (held.empty()) return taken;
  PYRAMID_ASSIGN(const std::vector<std::string> users, users_called());
  for (const Known& one : held) {
    if (!precedes(one, fresh) || !one.in_use) continue;
    if (makes_untrue(*fact.said, *one.said, standing, users))
      PYRAMID_TRY(put_out_of_use(one, fresh.id));
  }
  return taken;
}

// Of `those` what was said before and this makes untrue.
Status KnownFacts::put_out_of_use_by(const Node& newer, const std::set<Ulid>& those) {
  const ReadFact fact = read_fact(draft_of(newer), run_.memory.zone());
  PYRAMID_ASSIGN(std::vector<Known> held, near_candidates(fact.draft, fact.keys));
  std::erase_if(held, [&](const Known& one) { return !one.in_use || !precedes(one, fact.draft); });
  std::vector<const engine::Said*> standing;
  for (const Known& one : held) standing.push_back(one.said.get());
  PYRAMID_ASSIGN(const std::vector<std::string> users, users_called());
  for (const Known& one : held) {
    if (those.contains(one.id) && makes_untrue(*fact.said, *one.said, standing, users))
      PYRAMID_TRY(put_out_of_use(one, newer.id));
  }
  return {};
}

Status KnownFacts::compare(const std::set<Ulid>& ones, const std::set<Ulid>& others) {
  if (ones.empty() || others.empty()) return {};
  PYRAMID_TRY(key_index());
  std::set<std::pair<Time, Ulid>> by_time;
  for (const std::set<Ulid>* side : {&ones, &others}) {
    for (const Ulid& id : *side) {
      if (const auto at = run_.memory.time_of(id)) by_time.emplace(*at, id);
    }
  }
  for (const auto& [at, id] : by_time) {
    const Node* stub = run_.memory.find(id);
    if (stub == nullptr || !stub->status.empty()) continue;
    const Result<Node> whole = run_.memory.read(Node(*stub));
    if (!whole) continue;  // told by the scan
    PYRAMID_TRY(put_out_of_use_by(*whole, ones.contains(id) ? others : ones));
  }
  return {};
}

}  // namespace pyramid::ops
