#include "pyramid/capture.hpp"

#include "base/digest.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "format/conversation.hpp"
#include "format/tags.hpp"
#include "ingest/speakers.hpp"
#include "ingest/turn_text.hpp"
#include "ops/intake/take_session.hpp"
#include "ops/nodes/transcripts.hpp"
#include "ops/run/run.hpp"
#include "ops/run/storable.hpp"
#include "ops/run/tombstones.hpp"
#include "ops/sync/sync.hpp"

#include <algorithm>
#include <utility>

namespace pyramid {

namespace ops {

using format::Conversation;
using format::Speaker;
using format::Turn;

namespace {

constexpr const char* kCaptured = "capture";  // `source` of its sessions

Failure wrong_turn(std::size_t number, const std::string& what) {
  return fail(ErrorKind::kInvalid, "turn " + std::to_string(number) + " " + what, {},
              "give each turn its role, user or assistant, and its text");
}

// Of turns that are a conversation of their own: by what they say, and whose they are.
std::string id_of(const Conversation& said) {
  Digest digest = format::turns_digest(said, said.turns.size());
  if (!said.scopes.empty()) {
    Hasher hasher;
    hasher.field(to_hex(digest));
    for (const std::string& scope : said.scopes) hasher.field(scope);
    digest = hasher.finish();
  }
  return to_hex(digest).substr(0, 16);
}

// The turns as they were given, of nobody yet; those without a time have Time{}.
Result<Conversation> conversation_of(const CaptureOptions& options) {
  if (options.turns.empty()) return fail(ErrorKind::kInvalid, "there is no turn to capture");
  Conversation said;
  said.source = kCaptured;
  said.title = options.title;
  for (std::size_t i = 0; i < options.turns.size(); ++i) {
    const CapturedTurn& turn = options.turns[i];
    if (turn.role != "user" && turn.role != "assistant") {
      return wrong_turn(i + 1, "has no known role: " + printable(turn.role));
    }
    if (trim(turn.text).empty()) return wrong_turn(i + 1, "says nothing");
    if (const Status storable = check_storable(turn.text); !storable) {
      return wrong_turn(i + 1, "cannot be kept: " + storable.error().what);
    }
    const Speaker speaker = turn.role == "user" ? Speaker::kUser : Speaker::kAssistant;
    said.turns.push_back(
        {speaker, turn.at.value_or(Time{}), turn.text, {}, std::nullopt, turn.offset});
  }
  for (const std::string* name :
       {&options.conversation, &options.title, &options.user, &options.agent}) {
    PYRAMID_TRY(check_storable(*name));
    if (!name->empty() && trim(*name).empty()) {
      return fail(ErrorKind::kUsage, "a name is blank", {}, "leave the option out, or give a name");
    }
  }
  return said;
}

// Ids of one conversation, whenever it began, end alike.
bool is_of(const Ulid& session, const Conversation& said) {
  constexpr std::size_t kTimeBytes = 6;
  const Ulid id = format::session_id(said);
  return std::equal(id.bytes.begin() + kTimeBytes, id.bytes.end(),
                    session.bytes.begin() + kTimeBytes);
}

bool says_the_same(const Turn& held, const Turn& given) {
  if (given.at != Time{} && held.at != given.at) return false;
  if (held.unkept) return held.speaker == given.speaker;
  return is_same(held, given);
}

// How many turns in front of `given` the held conversation has already: all of it from its
// beginning on, or its last ones. Words that are not kept are compared where all before them is
// given; among its last ones they pass for the same beside others that are.
std::size_t turns_held(const Conversation& held, const Conversation& given) {
  const std::size_t have = held.turns.size(), got = given.turns.size();
  const Conversation form = in_form_of(held, given);
  std::size_t common = 0;
  while (common < std::min(have, got) && is_same(held.turns[common], form.turns[common]) &&
         (given.turns[common].at == Time{} || given.turns[common].at == held.turns[common].at)) {
    ++common;
  }
  if (common == have) return have;
  for (std::size_t count = std::min(have, got); count > 0; --count) {
    bool same = true, is_known = false;
    for (std::size_t i = 0; same && i < count; ++i) {
      const Turn& turn = held.turns[have - count + i];
      same = says_the_same(turn, given.turns[i]);
      is_known = is_known || !turn.unkept;
    }
    if (same && is_known) return count;
  }
  return common == got ? got : 0;
}

// The held conversation with what is new behind it.
Conversation gone_on(Conversation held, const Conversation& given, std::size_t known) {
  held.turns.insert(held.turns.end(), given.turns.begin() + static_cast<std::ptrdiff_t>(known),
                    given.turns.end());
  return held;
}

// A turn without a time was said when and where the one before it was, the first of those that are
// new now.
void date_turns(Conversation& conversation, std::size_t first, Time now) {
  Time last = first > 0 ? std::max(conversation.turns[first - 1].at, now) : now;
  for (std::size_t i = first; i < conversation.turns.size(); ++i) {
    Turn& turn = conversation.turns[i];
    if (turn.at == Time{} && i > first) turn.offset = conversation.turns[i - 1].offset;
    if (turn.at == Time{}) turn.at = last;
    last = turn.at;
  }
}

// A turn that tells no place was said where the run is, if that is not in the workspace's zone.
void place_turns(Conversation& conversation, std::size_t first, const Zone& here,
                 const Zone& workspace) {
  for (std::size_t i = first; i < conversation.turns.size(); ++i) {
    Turn& turn = conversation.turns[i];
    const std::int32_t offset = here.offset_at(turn.at);
    if (!turn.offset && offset != workspace.offset_at(turn.at)) turn.offset = offset;
  }
}

// As what another person who takes part says is kept.
void told_by_other(Conversation& conversation) {
  for (Turn& turn : conversation.turns) {
    if (turn.speaker != Speaker::kUser) continue;
    turn.speaker = Speaker::kAssistant;
    turn.by_other = true;
    turn.text = ingest::told_of(conversation.user, turn.text);
  }
}

// What another person adds to the held conversation, whose user is the user of all of it: gives how
// many turns it has already. `same`: as many of these as stand there as the user's.
std::size_t take_as_other(const Conversation& held, Conversation& given, std::size_t same) {
  Conversation others = given;
  told_by_other(others);
  const std::size_t as_others = turns_held(held, others);
  for (std::size_t i = as_others < same ? same : 0; i < given.turns.size(); ++i) {
    given.turns[i] = std::move(others.turns[i]);
  }
  given.user = held.user;
  return std::max(same, as_others);
}

class Capturing {
 public:
  Capturing(const CaptureOptions& options, Conversation said)
      : options_(options), user_(options.user), agent_(options.agent), said_(std::move(said)) {}

  Result<ImportReport> take(Run& run) {
    ImportReport report;
    report.diagnostics = cut_to_kept(said_, "capture");
    const std::vector<std::string_view> in_names =
        say_whose_it_is(secrets_policy(run.memory.settings()));
    const std::string& owner = run.opened.workspace.settings.user_name;
    said_.user = user_.empty() ? owner : user_;
    said_.title = said_.title.empty() ? ingest::title_from_words(said_) : said_.title;
    PYRAMID_ASSIGN(const std::vector<std::string> called, names_of_user(run));
    if (!owner.empty() && !ingest::is_named(called, said_.user)) {
      told_by_other(said_);
      said_.user = owner;
    }
    RedactedConversation redacted = admit(said_, run.memory.settings());
    redacted.named.insert(redacted.named.end(), in_names.begin(), in_names.end());
    const bool blocks = secrets_policy(run.memory.settings()).handling == guard::Handling::kBlock;
    if (blocks && redacted.count() > 0) {
      return fail(ErrorKind::kInvalid, "a turn or a name holds a secret; nothing was captured", {},
                  "take it out, or set `secrets: redact` in pyramid.yaml");
    }
    PYRAMID_ASSIGN(const Forgotten forgotten,
                   read_forgotten(run.services.files, run.opened.workspace));
    const bool was_forgotten =
        std::any_of(forgotten.nodes.begin(), forgotten.nodes.end(),
                    [&](const Ulid& id) { return is_of(id, redacted.conversation); });
    if (was_forgotten) {
      report.diagnostics.push_back({Severity::kWarning,
                                    {},
                                    "this conversation was forgotten; nothing of it is captured",
                                    "capture it under another id"});
      return report;
    }
    PYRAMID_TRY(go_on_from_held(run, redacted));
    if (turns_added_ == 0) return report;
    TakenBack taken_back(run);
    PYRAMID_TRY(take_session(run, redacted, taken_back, report));
    return report;
  }

  // After take().
  [[nodiscard]] std::size_t turns_added() const { return turns_added_; }
  [[nodiscard]] const Ulid& session() const { return session_; }
  // Where its newest turns stand.
  [[nodiscard]] static std::string path_in(const WorkingSet& memory, const Ulid& session) {
    const format::Node* head = memory.find(session);
    return head == nullptr ? std::string() : parts_of(memory, *head).back().path;
  }

 private:
  // The kinds of secrets that were taken out of the names.
  std::vector<std::string_view> say_whose_it_is(const guard::Policy& policy) {
    std::vector<std::string_view> kinds;
    for (std::string* name : {&user_, &agent_}) {
      const std::string_view kind = redact_name(*name, policy);
      if (!kind.empty()) kinds.push_back(kind);
    }
    if (!agent_.empty()) said_.scopes.push_back(format::agent_tag(agent_));
    if (!user_.empty()) said_.scopes.push_back(format::user_tag(user_));
    said_.origin = options_.conversation.empty() ? id_of(said_) : options_.conversation;
    return kinds;
  }

  Status go_on_from_held(Run& run, RedactedConversation& redacted) {
    Conversation& given = redacted.conversation;
    std::optional<Ulid> known;
    run.memory.each(format::Kind::kSession, [&](const Ulid& id, std::string_view) {
      if (is_of(id, given) && (!known || id < *known)) known = id;
    });
    std::size_t before = 0, taken = given.turns.size();
    if (known) {
      PYRAMID_ASSIGN(HeldSession held, read_held(run.memory, *run.memory.find(*known)));
      std::size_t same = turns_held(held.conversation, given);
      const std::string& person = held.conversation.user;
      if (!person.empty() && !given.user.empty() && !ingest::is_named({person}, given.user)) {
        same = take_as_other(held.conversation, given, same);
      }
      before = held.conversation.turns.size();
      taken = given.turns.size() - same;
      std::erase_if(redacted.marks, [&](const RedactedTurn& mark) { return mark.turn < same; });
      for (RedactedTurn& mark : redacted.marks) mark.turn += before - same;
      if (given.user.empty()) given.user = held.conversation.user;
      Conversation whole = gone_on(std::move(held.conversation), given, same);
      whole.session = *known;
      whole.user = given.user;
      whole.scopes.insert(whole.scopes.end(), given.scopes.begin(), given.scopes.end());
      given = std::move(whole);
    }
    turns_added_ = taken;
    date_turns(given, before, run.services.clock.now());
    place_turns(given, before, run.services.zone, run.memory.zone());
    if (!known) given.start = given.turns.front().at;
    session_ = format::session_id(given);
    return {};
  }

  const CaptureOptions& options_;
  std::string user_, agent_;  // without secrets
  Conversation said_;
  std::size_t turns_added_ = 0;
  Ulid session_;
};

Result<CaptureReport> capture(Services& services, const CaptureOptions& options) {
  PYRAMID_ASSIGN(Conversation said, conversation_of(options));
  CaptureReport report;
  PYRAMID_ASSIGN(const workspace::Workspace opened,
                 workspace::open(services.files, options.workspace.root));
  if (!opened.settings.capture) {
    report.diagnostics.push_back({Severity::kWarning, std::string(workspace::kSettingsFile),
                                  "capture is off (`capture: false`): the conversation is not kept",
                                  "set it to true to have it kept"});
    return report;
  }
  Capturing capturing(options, std::move(said));
  const TakeIn what{options.workspace, "a conversation"};
  PYRAMID_ASSIGN(const ImportReport taken, take_in(services, what, [&](Run& run) {
                   Result<ImportReport> took = capturing.take(run);
                   report.path = Capturing::path_in(run.memory, capturing.session());
                   return took;
                 }));
  report.turns_added = capturing.turns_added();
  report.observations = taken.observations;
  report.seen_again = taken.seen_again;
  report.superseded = taken.superseded;
  report.failed = taken.failed;
  report.redacted = taken.redacted;
  report.commit = taken.commit;
  report.diagnostics = taken.diagnostics;
  return report;
}

}  // namespace

}  // namespace ops

Result<CaptureReport> capture(const Environment& environment, const CaptureOptions& options) {
  return ops::with_services(
      environment, options.workspace,
      [&](ops::Services& services) { return ops::capture(services, options); }, "capture");
}

}  // namespace pyramid
