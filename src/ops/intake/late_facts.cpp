// What was said before something that is held. What stands is worked out twice, without it and with
// it, of all that may hang on it; only the difference is written. So what a person decided
// otherwise than the words do, and what two machines made of it apart, stays as it is.
#include "format/session_parts.hpp"
#include "format/tags.hpp"
#include "ingest/extract_session.hpp"
#include "ops/intake/known_facts.hpp"
#include "ops/nodes/held_session.hpp"
#include "ops/nodes/quarantine.hpp"
#include "ops/nodes/transcripts.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace pyramid::ops {

using format::Node;
using format::ObservationDraft;

namespace {

// Of more that hang together the others are left as they are: a fact would cost more and more.
constexpr std::size_t kMostTogether = 512;

constexpr std::size_t kLast = std::numeric_limits<std::size_t>::max();  // in its turn

const Standing* find_by_first(const std::vector<Standing>& all, std::size_t first) {
  const auto place =
      std::lower_bound(all.begin(), all.end(), first,
                       [](const Standing& one, std::size_t number) { return one.first < number; });
  return place == all.end() || place->first != first ? nullptr : &*place;
}

// What a record names: of each conversation the first turn.
std::vector<const Saying*> recorded(const std::vector<Saying>& sayings, const Standing& one) {
  std::set<std::string> conversations;
  std::vector<const Saying*> again;
  const auto is_new = [&](const Saying& saying) {
    return saying.draft.from_path.empty() ||
           conversations.insert(workspace::conversation_path(saying.draft.from_path)).second;
  };
  is_new(sayings[one.first]);
  for (const std::size_t number : one.again) {
    if (is_new(sayings[number])) again.push_back(&sayings[number]);
  }
  return again;
}

}  // namespace

// What a conversation says, as far as it can be read again without asking anybody.
struct KnownFacts::Spoken {
  struct Fact {
    ObservationDraft draft;
    SaidTable::Entry said;
    std::size_t place;  // in its turn
  };
  format::Conversation conversation;
  std::vector<Fact> facts;
};

ObservationDraft KnownFacts::draft_of(const Node& node) {
  ObservationDraft draft;
  draft.id = node.id;
  draft.at = node.at;
  draft.offset = node.offset;
  draft.model = node.model;
  draft.text = node.text;
  draft.importance = node.importance;
  draft.fact = node.fact;
  if (!node.from) return draft;
  draft.from_title = node.from->link.text;
  draft.from_path = node.from->path;
  draft.from_turn = format::turn_number(node.from->link.fragment);
  return draft;
}

std::string KnownFacts::conversation_order(const std::string& session) const {
  if (session.empty()) return {};
  const std::string first = workspace::conversation_path(session);
  const Node* head = run_.memory.at(first);
  return head == nullptr ? first : format_time(head->at) + to_string(head->id);
}

bool KnownFacts::precedes(const Known& one, const ObservationDraft& draft) const {
  if (one.at != draft.at) return one.at < draft.at;
  const Node* stub = run_.memory.find(one.id);
  const Result<Node> whole = stub == nullptr ? Node() : run_.memory.read(*stub);
  const std::string from = whole && whole->from ? whole->from->path : std::string();
  return conversation_order(from) <= conversation_order(draft.from_path);
}

bool KnownFacts::stood(const Known& one, const ObservationDraft& draft) const {
  if (one.in_use) return true;
  if (one.superseded_by.is_zero()) return false;  // a person put it out of use
  const Node* by = run_.memory.find(one.superseded_by);
  if (by == nullptr || by->id == draft.id) return false;
  Known known;
  known.id = by->id;
  known.at = by->at;
  return !precedes(known, draft);
}

// Whether it was said after the draft too, or may have been.
Result<bool> KnownFacts::goes_on(const Known& one, const ObservationDraft& draft) const {
  const Node* stub = run_.memory.find(one.id);
  if (stub == nullptr) return false;
  PYRAMID_ASSIGN(const Node whole, run_.memory.read(Node(*stub)));
  if (!whole.seen.empty() && whole.seen.back() >= format_time(draft.at)) return true;
  for (const format::Edge& edge : whole.edges) {
    const std::string conversation = workspace::conversation_path(edge.path);
    const Node* head =
        format::turn_number(edge.link.fragment) == 0 ? nullptr : run_.memory.at(conversation);
    if (head == nullptr || conversation == workspace::conversation_path(draft.from_path)) continue;
    const Node last = parts_of(run_.memory, Node(*head)).back();
    PYRAMID_ASSIGN(const std::string bytes, run_.memory.bytes(last.path));
    PYRAMID_ASSIGN(const format::Document document, format::parse_document(bytes, last.path));
    PYRAMID_ASSIGN(const format::Conversation part, format::read_session(document, last.path));
    if (!part.turns.empty() && part.turns.back().at >= draft.at) return true;
  }
  return false;
}

Result<bool> KnownFacts::is_late(const ReadFact& fact, const std::vector<Known>& held) const {
  const engine::Said& now = *fact.said;
  PYRAMID_ASSIGN(const std::vector<std::string> users, users_called());
  for (const Known& one : held) {
    const engine::Said& other = *one.said;
    const bool stands = one.in_use || !one.superseded_by.is_zero();
    if (!precedes(one, fact.draft)) {
      const bool related = engine::says_the_same(other, now) || may_make_untrue(other, now, users);
      if (stands && related) return true;
      continue;
    }
    if (!stood(one, fact.draft)) continue;
    if (!may_make_untrue(now, other, users)) continue;
    if (!one.in_use) return true;
    std::vector<Ulid> later;  // that may have to do with what it corrects
    const Time before{fact.draft.at.seconds - 1};
    const SaidKeys keys = keys_of(other);
    for (const SaidKeys::Keys& of :
         {keys.meaning, keys.corrected_by, out_of_use(keys.corrected_by)})
      PYRAMID_TRY(find(of, SaidTable::When::kAfter, before, later));
    for (const Ulid& id : later) {
      const Node* stub = run_.memory.find(id);
      if (stub == nullptr || id == one.id || id == fact.draft.id) continue;
      Known known;
      known.id = id;
      known.at = stub->at;
      if (!precedes(known, fact.draft)) return true;
    }
    PYRAMID_ASSIGN(const bool more, goes_on(one, fact.draft));
    if (more) return true;
  }
  return false;
}

std::string KnownFacts::model_told(const Node& node) const {
  const std::string assistant = model_of(run_.memory.rules(), "assistant");
  return node.from && node.model != assistant ? std::string() : node.model;
}

// All that was said later or stood then, as far as one has to do with another.
Result<std::vector<KnownFacts::Known>> KnownFacts::hang_together(const ReadFact& fact) const {
  std::vector<Known> together;
  std::set<Ulid> met = {fact.draft.id};
  std::deque<std::pair<ObservationDraft, SaidKeys>> ask;
  ask.emplace_back(fact.draft, fact.keys);
  for (; !ask.empty() && together.size() < kMostTogether; ask.pop_front()) {
    PYRAMID_ASSIGN(std::vector<Known> found, candidates(ask.front().first, ask.front().second));
    for (Known& one : found) {
      if (!met.insert(one.id).second) continue;
      if (!one.in_use && one.superseded_by.is_zero()) continue;  // a person's decision
      if (precedes(one, fact.draft) && !stood(one, fact.draft)) continue;
      PYRAMID_ASSIGN(const Node whole, run_.memory.read(Node(*run_.memory.find(one.id))));
      ObservationDraft draft = draft_of(whole);
      draft.model = model_told(whole);
      ask.emplace_back(std::move(draft), keys_of(*one.said));
      together.push_back(std::move(one));
    }
  }
  return together;
}

Result<const KnownFacts::Spoken*> KnownFacts::spoken_in(const Node& head) {
  std::shared_ptr<const Spoken>& kept = spoken_[head.path];
  if (kept) return kept.get();
  PYRAMID_ASSIGN(HeldSession held, read_held(run_.memory, head));
  auto spoken = std::make_shared<Spoken>();
  spoken->conversation = std::move(held.conversation);
  if (run_.services.batches == nullptr) {
    const format::Conversation& conversation = spoken->conversation;
    const std::string& user =
        conversation.user.empty() ? run_.opened.workspace.settings.user_name : conversation.user;
    PYRAMID_ASSIGN(auto drafts, ingest::extract_session(run_.services.text, conversation, 0, user,
                                                        head.path, run_.memory.zone()));
    quarantine_by_turn(drafts, conversation);
    std::map<std::int64_t, std::size_t> places;
    for (ObservationDraft& draft : drafts) {
      const std::size_t place = places[draft.from_turn]++;
      if (quarantine(draft, head.path)) continue;
      for (const HeldPart& part : held.parts) {
        if (draft.from_turn > static_cast<std::int64_t>(part.begin)) draft.from_path = part.path;
      }
      draft.model = model_of(run_.memory.rules(), draft.model);
      auto said = std::make_shared<const engine::Said>(
          engine::read_said(draft.text, run_.memory.zone().local(draft.at, draft.offset)));
      spoken->facts.push_back({std::move(draft), std::move(said), place});
    }
  }
  kept = std::move(spoken);
  return kept.get();
}

// Each time that it was said again, by its record and, of conversations that this names, by what
// they say after `fresh`: a record has the first turn of each alone.
Status KnownFacts::add_repeats(const Known& one, const Saying& fresh,
                               std::vector<Saying>& sayings) {
  PYRAMID_ASSIGN(const Node node, run_.memory.read(Node(*run_.memory.find(one.id))));
  std::set<std::string> times(node.seen.begin(), node.seen.end());
  const std::string model = model_told(node);
  for (const format::Edge& edge : node.edges) {
    const std::int64_t turn = format::turn_number(edge.link.fragment);
    const Node* stub =
        turn == 0 ? nullptr : run_.memory.at(workspace::conversation_path(edge.path));
    if (stub == nullptr || stub->kind != format::Kind::kSession) continue;
    const Node head = *stub;
    PYRAMID_ASSIGN(const Spoken* spoken, spoken_in(head));
    const std::string order = conversation_order(edge.path);
    bool found = false;
    for (const Spoken::Fact& fact : spoken->facts) {
      if (fact.said->meaning != one.said->meaning) continue;
      const bool linked = fact.draft.from_turn == turn;
      found = found || linked;
      Saying saying{fact.draft, fact.said, order, fact.place, model};
      if (saying.draft.model.empty()) saying.draft.model = node.model;
      saying.draft.from_title = edge.link.text;
      const Node* part = run_.memory.at(fact.draft.from_path);
      const bool taken_in = part != nullptr && fact.draft.from_turn <= part->extracted;
      if (linked || (taken_in && fresh.order() < saying.order())) {
        sayings.push_back(std::move(saying));
      }
    }
    const std::vector<format::Turn>& turns = spoken->conversation.turns;
    if (turn > static_cast<std::int64_t>(turns.size())) continue;
    const format::Turn& said = turns[static_cast<std::size_t>(turn) - 1];
    times.erase(format_time(said.at));
    if (found) continue;
    Saying saying{draft_of(node), one.said, order, 0, model};
    saying.draft.id = ingest::observation_id(head.id, said.at, node.text);
    saying.draft.at = said.at;
    saying.draft.offset = said.offset;
    saying.draft.from_title = edge.link.text;
    saying.draft.from_path = edge.path;
    saying.draft.from_turn = turn;
    saying.draft.scopes = spoken->conversation.scopes;
    sayings.push_back(std::move(saying));
  }
  for (const std::string& time : times) {  // outside any conversation
    const auto at = parse_time(time);
    if (!at) continue;
    Saying saying{draft_of(node), one.said, {}, 0, model};
    saying.draft.id = format::observation_id(*at, node.text);
    saying.draft.at = *at;
    saying.draft.from_path.clear();
    saying.draft.from_turn = 0;
    sayings.push_back(std::move(saying));
  }
  return {};
}

// All that was said of what hangs together, the fact among them; by order().
Result<std::vector<Saying>> KnownFacts::sayings_of(const ReadFact& fact,
                                                   const std::vector<Known>& held) {
  std::set<std::tuple<std::string, std::int64_t, std::string>> met;
  std::set<Ulid> ids;
  std::vector<Saying> sayings;
  const auto add = [&](Saying saying) {
    const bool is_new =
        saying.draft.from_turn == 0 ||
        met.emplace(saying.conversation, saying.draft.from_turn, saying.said->meaning).second;
    if (is_new && ids.insert(saying.draft.id).second) sayings.push_back(std::move(saying));
  };
  const auto place_of = [&](const Saying& saying) -> Result<std::size_t> {
    const Node* head = run_.memory.at(workspace::conversation_path(saying.draft.from_path));
    if (head == nullptr || head->kind != format::Kind::kSession) return 0;
    PYRAMID_ASSIGN(const Spoken* spoken, spoken_in(Node(*head)));
    for (const Spoken::Fact& one : spoken->facts) {
      const bool same =
          one.draft.from_turn == saying.draft.from_turn &&
          (one.draft.id == saying.draft.id || one.said->meaning == saying.said->meaning);
      if (same) return one.place;
    }
    return saying.draft.id == fact.draft.id ? kLast : 0;
  };
  Saying fresh{fact.draft, fact.said, conversation_order(fact.draft.from_path), 0,
               fact.draft.model};
  PYRAMID_ASSIGN(fresh.place, place_of(fresh));
  add(fresh);
  for (const Known& one : held) {
    PYRAMID_ASSIGN(const std::string bytes, run_.memory.bytes(one.path));
    PYRAMID_ASSIGN(const format::Document document, format::parse_document(bytes, one.path));
    PYRAMID_ASSIGN(const Node node, format::read_node(document, one.path));
    PYRAMID_ASSIGN(const bool as_written, format::is_as_written(bytes, one.path));
    Saying first{draft_of(node), one.said, conversation_order(draft_of(node).from_path), 0,
                 model_told(node)};
    first.draft.source = "";
    first.draft.scopes = format::scopes_of(document.frontmatter);
    const bool promoted = !workspace::fact_category(one.path).empty();
    first.stands_apart = promoted || !as_written || !is_as_extracted(node);
    PYRAMID_ASSIGN(first.place, place_of(first));
    add(std::move(first));
  }
  for (const Known& one : held) {
    std::vector<Saying> more;
    PYRAMID_TRY(add_repeats(one, fresh, more));
    for (Saying& saying : more) {
      if (!is_unwanted(saying.draft)) add(std::move(saying));
    }
  }
  std::sort(sayings.begin(), sayings.end(),
            [](const Saying& a, const Saying& b) { return a.order() < b.order(); });
  return sayings;
}

Status KnownFacts::drop(const Known& one) {
  run_.said.put_out_of_use(one.id, *one.said);
  return run_.memory.remove(one.id);
}

Status KnownFacts::bring_back(const Known& one) {
  PYRAMID_ASSIGN(const std::string content, run_.memory.bytes(one.path));
  PYRAMID_ASSIGN(std::string changed, format::reinstated(content, one.path));
  run_.said.add(one.id, one.said);
  run_.report.steps.push_back({"reinstate", one.path, "what corrected it was said of another"});
  return run_.memory.put(one.path, std::move(changed), digest_of(content));
}

Status KnownFacts::record(const std::string& path, const std::vector<const Saying*>& before,
                          const std::vector<const Saying*>& after) {
  std::set<std::pair<std::string, std::int64_t>> gone;
  std::set<std::string> times;
  for (const Saying* one : before) {
    gone.emplace(one->draft.from_path, one->draft.from_turn);
    times.insert(format_time(one->draft.at));
  }
  for (const Saying* one : after) {
    gone.erase({one->draft.from_path, one->draft.from_turn});
    times.erase(format_time(one->draft.at));
  }
  gone.erase({std::string(), 0});
  if (!gone.empty() || !times.empty()) {
    PYRAMID_ASSIGN(const std::string content, run_.memory.bytes(path));
    PYRAMID_ASSIGN(std::string left,
                   format::without_said(
                       content, path,
                       [&](const format::Edge& edge) {
                         return gone.contains({edge.path, format::turn_number(edge.link.fragment)});
                       },
                       std::vector<std::string>(times.begin(), times.end())));
    if (left != content) PYRAMID_TRY(run_.memory.put(path, std::move(left), digest_of(content)));
  }
  for (const Saying* one : after) PYRAMID_TRY(count_again(path, one->draft));
  return {};
}

Result<KnownFacts::Taken> KnownFacts::take_late(const ReadFact& fact,
                                                const std::optional<GoneFact>& gone) {
  const Ulid fresh = fact.draft.id;
  PYRAMID_ASSIGN(const std::vector<Known> held, hang_together(fact));
  PYRAMID_ASSIGN(const std::vector<Saying> sayings, sayings_of(fact, held));
  std::map<Ulid, const Known*> known;
  for (const Known& one : held) known.emplace(one.id, &one);
  const auto itself = std::find_if(sayings.begin(), sayings.end(),
                                   [&](const Saying& one) { return one.draft.id == fresh; });
  const auto pivot = static_cast<std::size_t>(itself - sayings.begin());
  const std::string assistant = model_of(run_.memory.rules(), "assistant");
  const auto may_share = [&](const std::string& a, const std::string& b) {
    if (!a.empty() && !b.empty()) return a == b;
    return (a.empty() ? b : a) != assistant;
  };
  PYRAMID_ASSIGN(const std::vector<std::string> users, users_called());
  const std::vector<Standing> before = what_stands(sayings, may_share, users, pivot);
  const std::vector<Standing> after = what_stands(sayings, may_share, users);
  const auto id_of = [&](std::size_t number) {
    return number == Standing::kNothing ? Ulid() : sayings[number].draft.id;
  };

  // A person wrote into what says the same, or it is a fact: it stays, and is where this is
  // counted.
  for (const Standing& one : before) {
    const Saying& first = sayings[one.first];
    if (!first.stands_apart || one.first < pivot || !known.contains(first.draft.id)) continue;
    const Standing* now = find_by_first(after, pivot);
    const bool still = now == nullptr || now->by == Standing::kNothing || one.first < now->by;
    if (!still || !engine::says_the_same(*first.said, *fact.said)) continue;
    const std::string path = known.at(first.draft.id)->path;
    PYRAMID_TRY(count_again(path, fact.draft));
    return Taken{path, false};
  }

  std::map<std::size_t, std::string> models;  // of those that go, by number
  std::set<Ulid> dropped;
  for (const Standing& one : before) {
    const Ulid id = id_of(one.first);
    if (find_by_first(after, one.first) != nullptr || !known.contains(id)) continue;
    models[one.first] = sayings[one.first].draft.model;
    dropped.insert(id);
    PYRAMID_TRY(drop(*known.at(id)));
  }
  Taken taken;
  std::size_t made = 0;
  for (const Standing& one : after) {
    const Saying& first = sayings[one.first];
    const Ulid id = first.draft.id, by = id_of(one.by);
    const Standing* was = find_by_first(before, one.first);
    std::string path;
    if (was == nullptr) {
      if (one.first != pivot && run_.memory.find(id) != nullptr) continue;
      ObservationDraft draft = first.draft;
      draft.superseded_by = by;
      for (const std::size_t number : one.again) {
        if (draft.model.empty() && models.contains(number)) draft.model = models.at(number);
      }
      path = run_.memory.free_path(
          workspace::observation_path(run_.memory.zone().local(draft.at, draft.offset), draft.text,
                                      id),
          id);
      if (one.first == pivot && gone) {
        PYRAMID_ASSIGN(taken, put_back(draft, *gone));
        path = taken.path;
      } else {
        PYRAMID_TRY(run_.memory.put(path, format::write_observation(draft, path), std::nullopt));
        ++made;
        if (one.first == pivot) taken = {path, true};
      }
      run_.said.add(id, first.said);
      if (!by.is_zero()) {
        if (!run_.gone.take_reinstated(id)) ++run_.report.observations_superseded;
        run_.said.put_out_of_use(id, *first.said);
      }
    } else {
      if (!known.contains(id)) continue;
      const Known& there = *known.at(id);
      path = there.path;
      const Ulid old = there.superseded_by;
      const bool as_told = old == id_of(was->by) || dropped.contains(old);
      if (as_told && old != by)
        PYRAMID_TRY(by.is_zero() ? bring_back(there) : put_out_of_use(there, by));
    }
    const std::size_t seen = run_.report.observations_seen_again;
    PYRAMID_TRY(record(path,
                       was == nullptr ? std::vector<const Saying*>() : recorded(sayings, *was),
                       recorded(sayings, one)));
    run_.report.observations_seen_again = seen;
  }
  if (made > dropped.size()) {
    run_.report.observations_added += made - dropped.size();
  } else if (!gone) {
    ++run_.report.observations_seen_again;
    taken.added = false;
  }
  return taken;
}

// Whether its words are those that its id was made of.
bool KnownFacts::is_as_extracted(const Node& node) const {
  if (node.id == format::observation_id(node.at, node.text)) return true;
  return std::any_of(node.edges.begin(), node.edges.end(), [&](const format::Edge& edge) {
    const Node* head = run_.memory.at(workspace::conversation_path(edge.path));
    return head != nullptr && node.id == ingest::observation_id(head->id, node.at, node.text);
  });
}

}  // namespace pyramid::ops
