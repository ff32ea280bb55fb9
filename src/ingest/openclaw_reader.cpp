// OpenClaw: its database of sessions, and the files that stood before it and archives still are.
#include "base/parallel.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "ingest/openclaw_branch.hpp"
#include "ingest/openclaw_entries.hpp"
#include "ingest/openclaw_files.hpp"
#include "ingest/openclaw_store.hpp"
#include "ingest/reader.hpp"
#include "ingest/source.hpp"
#include "ingest/speakers.hpp"
#include "ingest/turn_text.hpp"
#include "ingest/zstd.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pyramid::ingest {

namespace {

using format::Conversation;
using namespace openclaw;

constexpr std::string_view kOpenClawSource = "~/.openclaw";

// One transcript, wherever it lies.
struct Piece {
  std::string origin;
  Time start;
  Standing standing = Standing::kLive;
  std::string place;
  bool is_file = false;
  bool named_by_id = false;
  std::function<Result<Transcript>(ReadReport&)> read;
};

// All transcripts of one session, the preferred first.
struct OpenClawSession {
  std::string origin;
  std::vector<Piece> pieces;
};

struct Found {
  std::vector<Piece> pieces;
  std::map<std::string, Card> cards;  // by session id
  Diagnostics diagnostics;
  std::size_t beside = 0;  // files that belong to sessions and are none
  bool by_path = false;    // the one file that was named
};

class OpenClawReader final : public Reader {
 public:
  [[nodiscard]] std::string name() const override { return "openclaw"; }
  [[nodiscard]] std::string description() const override {
    return "OpenClaw sessions (its folder, a database, *.jsonl)";
  }
  [[nodiscard]] std::string default_source() const override { return std::string(kOpenClawSource); }
  bool recognises(FileSystem& files, const std::string& path, const Source& what) override;
  Result<ReadReport> read(FileSystem& files, const std::string& source, const ReadOptions& options,
                          const std::function<Status(Conversation)>& sink) override;
};

Result<Transcript> read_file(FileSystem& files, const TranscriptFile& file, ReadReport& report) {
  PYRAMID_ASSIGN(Transcript transcript, read_lines_of(files, file.path, report));
  const bool is_empty = transcript.entries.empty() && report.diagnostics.empty();
  if (transcript.recognised || is_empty) return transcript;
  const Diagnostics said = std::exchange(report, ReadReport()).diagnostics;
  if (file.compressed && transcript.entries.empty()) {  // cut off before anything could be read
    return fail(ErrorKind::kInvalid, said.front().what, said.front().where, said.front().hint);
  }
  return fail(ErrorKind::kInvalid,
              transcript.claude_code ? "this looks like a Claude Code transcript"
                                     : "no line of this file is an OpenClaw session's",
              file.path, "name a session file of OpenClaw's, or their folder");
}

void add_file(FileSystem& files, const TranscriptFile& file, Found& found) {
  found.pieces.push_back(
      {file.origin, file.start, file.standing, file.path, true, file.named_by_id,
       [&files, file](ReadReport& report) { return read_file(files, file, report); }});
}

Status add_store(FileSystem& files, const std::string& path, Found& found) {
  PYRAMID_ASSIGN(const std::shared_ptr<Store> store, Store::open(files, path));
  PYRAMID_ASSIGN(const std::vector<StoredSession> sessions, store->sessions());
  for (const StoredSession& session : sessions) {
    found.pieces.push_back(
        {session.origin, session.start, session.standing, path, false, true,
         [store, session](ReadReport& report) { return store->read(session, report); }});
  }
  found.cards.merge(store->cards());
  return {};
}

Status add_folder(FileSystem& files, const Agent& agent, SeenFiles* seen, Found& found) {
  PYRAMID_ASSIGN(const SessionFiles sessions, session_files(files, agent.sessions, seen));
  for (const TranscriptFile& file : sessions.transcripts) add_file(files, file, found);
  found.beside += sessions.beside;
  found.cards.merge(session_index(files, agent.sessions));
  return {};
}

// A database that cannot be read takes the files beside it from nobody.
void add_agent(FileSystem& files, const Agent& agent, SeenFiles* seen, Found& found) {
  const Status store = agent.store.empty() ? Status() : add_store(files, agent.store, found);
  const Status folder = agent.sessions.empty() ? Status() : add_folder(files, agent, seen, found);
  for (const Status* added : {&store, &folder}) {
    if (!*added) found.diagnostics.push_back(to_diagnostic(added->error()));
  }
}

// Leaves the one that is asked for; kNotFound, with their names, where it is not among them.
Status choose_agent(const std::string& folder, const std::string& asked, std::vector<Agent>& agents,
                    Diagnostics& diagnostics) {
  if (asked.empty() || agents.empty()) return {};
  std::vector<std::string> others;
  for (const Agent& agent : agents) {
    if (agent.name != asked) others.push_back(agent.name);
  }
  std::sort(others.begin(), others.end());
  const bool is_there = others.size() < agents.size();
  if (!is_there && asked == kUsualAgent && agents.size() == 1) return {};
  if (!is_there) {
    return fail(
        ErrorKind::kNotFound, "no agent " + printable(asked) + " of OpenClaw's here", folder,
        "there are: " + printable(join(others, ", ")) + "; name one with --agent, or --agent all");
  }
  std::erase_if(agents, [&](const Agent& agent) { return agent.name != asked; });
  if (others.empty()) return {};
  diagnostics.push_back({Severity::kWarning, folder,
                         "only agent " + asked + " was read, not " + printable(join(others, ", ")),
                         "--agent NAME for one of them, --agent all for each"});
  return {};
}

Result<Found> find_in_folder(FileSystem& files, const std::string& folder,
                             const ReadOptions& options) {
  Found found;
  std::vector<Agent> agents = agents_in(files, folder);
  Diagnostics left;
  PYRAMID_TRY(choose_agent(folder, options.agent, agents, left));
  for (const Agent& agent : agents) add_agent(files, agent, options.seen, found);
  if (!found.pieces.empty()) {
    std::move(left.begin(), left.end(), std::back_inserter(found.diagnostics));
    return found;
  }
  if (!found.diagnostics.empty()) {
    const Diagnostic& first = found.diagnostics.front();
    return fail(ErrorKind::kInvalid, first.what, first.where, first.hint);
  }
  return fail(ErrorKind::kNotFound, "no session files in this folder", folder,
              "OpenClaw's are in " + std::string(kOpenClawSource) +
                  "/agents/<name>, in agent/openclaw-agent.sqlite or sessions/*.jsonl");
}

Result<Found> find_all(FileSystem& files, const std::string& source, const ReadOptions& options) {
  PYRAMID_ASSIGN(const Source what, look_at(files, source, kOpenClawSource));
  if (what.look == Look::kFolder) return find_in_folder(files, path::normalize(source), options);
  Found found;
  if (what.look == Look::kSqlite) {
    PYRAMID_TRY(add_store(files, source, found));
    return found;
  }
  if (what.look != Look::kJsonObject && !is_zstd(what.head)) {
    return fail(ErrorKind::kInvalid, "this is " + describe(what) + ", not an OpenClaw session",
                source, "name a .jsonl file or its folder");
  }
  add_file(files, session_file(files, source), found);
  found.by_path = true;
  return found;
}

// `sessions` of one file, or one part of it that a reset began, may be asked for.
bool is_asked_for(const std::string& origin, const std::string& asked) {
  return asked.empty() || asked == origin || asked.starts_with(origin + "#");
}

// Oldest first, the transcripts of one session together.
std::vector<OpenClawSession> by_session(Found& found, const std::string& asked) {
  std::stable_sort(found.pieces.begin(), found.pieces.end(), [](const Piece& a, const Piece& b) {
    return std::tie(a.start, a.origin, a.is_file, b.named_by_id, a.place) <
           std::tie(b.start, b.origin, b.is_file, a.named_by_id, b.place);
  });
  std::vector<OpenClawSession> sessions;
  std::unordered_map<std::string, std::size_t> known;
  for (Piece& piece : found.pieces) {
    if (!is_asked_for(piece.origin, asked)) continue;
    const auto [at, is_new] = known.emplace(piece.origin, sessions.size());
    if (is_new) sessions.push_back({piece.origin, {}});
    sessions[at->second].pieces.push_back(std::move(piece));
  }
  return sessions;
}

bool has(const OpenClawSession& session, Standing standing) {
  return std::any_of(session.pieces.begin(), session.pieces.end(),
                     [&](const Piece& piece) { return piece.standing == standing; });
}

void drop(OpenClawSession& session, Standing standing) {
  std::erase_if(session.pieces, [&](const Piece& piece) { return piece.standing == standing; });
}

// Leaves the transcripts that are to be read, none of a session that is left out. What the person
// deleted is not read from a backup either; what they ask for by its id is.
void settle(OpenClawSession& session, const std::map<std::string, Card>& cards,
            const ReadOptions& options) {
  const auto card = cards.find(session.origin);
  const bool by_name = !options.conversation.empty();
  if (!by_name && card != cards.end() && is_errand(card->second.key)) session.pieces.clear();
  if (!by_name && !options.deleted && has(session, Standing::kDeleted)) {
    if (!has(session, Standing::kLive)) session.pieces.clear();
    drop(session, Standing::kDeleted);
  }
  const bool has_other =
      std::any_of(session.pieces.begin(), session.pieces.end(),
                  [](const Piece& piece) { return piece.standing != Standing::kCopy; });
  if (has_other) drop(session, Standing::kCopy);
}

// What one session gave; `failures` of its transcripts that gave nothing at all.
struct OpenClawOutcome {
  std::vector<UnsettledTalk> talks;
  ReadReport report;
  std::vector<Error> failures;
};

void merge(ReadReport from, ReadReport& into) {
  into.skipped_records += from.skipped_records;
  into.skipped_conversations += from.skipped_conversations;
  into.left_out += from.left_out;
  std::move(from.diagnostics.begin(), from.diagnostics.end(), std::back_inserter(into.diagnostics));
}

Time begun(const Piece& piece, const Zone& zone) {
  return piece.start != Time{} || !piece.is_file ? piece.start : day_in_name(piece.place, zone);
}

OpenClawOutcome read_session(const OpenClawSession& session, const Card& card,
                             const ReadOptions& options) {
  OpenClawOutcome outcome;
  std::vector<Transcript> transcripts;
  std::vector<ReadReport> reports;
  std::vector<const Piece*> pieces;
  for (const Piece& piece : session.pieces) {
    ReadReport report;
    Result<Transcript> transcript = piece.read(report);
    if (!transcript) {
      outcome.failures.push_back(std::move(transcript).error());
      continue;
    }
    if (transcript->entries.empty()) {  // it says nothing
      merge(std::move(report), outcome.report);
      continue;
    }
    pieces.push_back(&piece);
    transcripts.push_back(std::move(*transcript));
    reports.push_back(std::move(report));
  }
  std::string part;  // the first keeps the session's name
  for (const std::vector<std::size_t>& of_part : parts_of(transcripts)) {
    const std::size_t i = of_part.front();
    const Transcript transcript = take_joined(transcripts, of_part);
    const bool is_first = outcome.talks.empty() && part.empty();
    if (!is_first) part = transcript.entries.front().id;
    const Naming naming{session.origin,
                        part,
                        transcript.title.empty() ? card.title : transcript.title,
                        pieces[i]->place,
                        begun(*pieces[i], options.zone),
                        card.in_group,
                        options.user,
                        card.peer,
                        card.channel};
    for (UnsettledTalk& one : talks_of(transcript, naming, reports[i])) {
      outcome.talks.push_back(std::move(one));
    }
    merge(std::move(reports[i]), outcome.report);
  }
  return outcome;
}

bool OpenClawReader::recognises(FileSystem& files, const std::string& path, const Source& what) {
  if (what.look == Look::kFolder) {
    const std::vector<Agent> agents = agents_in(files, path::normalize(path));
    return std::any_of(agents.begin(), agents.end(),
                       [&](const Agent& agent) { return has_data(files, agent); });
  }
  if (what.look == Look::kSqlite) return Store::is_store(files, path);
  const bool may_be_lines = what.look == Look::kJsonObject || is_zstd(what.head);
  return may_be_lines && is_session_file(files, path);
}

class OpenClawReading {
 public:
  OpenClawReading(std::vector<OpenClawSession> sessions, const std::map<std::string, Card>& cards,
                  const ReadOptions& options, const std::function<Status(Conversation)>& sink)
      : sessions_(std::move(sessions)), cards_(cards), options_(options), sink_(sink) {}

  // Reads the sessions some at a time, and hands over in their order.
  Status read(bool is_alone) {
    const std::vector<OpenClawSession>& sessions = sessions_;
    const std::size_t batch = std::max(1U, options_.threads);  // in memory at a time
    for (std::size_t first = 0; first < sessions.size() && !enough(); first += batch) {
      std::vector<OpenClawOutcome> outcomes(std::min(batch, sessions.size() - first));
      parallel_for(outcomes.size(), options_.threads, [&](std::size_t i) {
        const OpenClawSession& session = sessions[first + i];
        outcomes[i] = read_session(session, card_of(session), options_);
      });
      for (std::size_t i = 0; i < outcomes.size() && !enough(); ++i) {
        if (is_alone && !outcomes[i].failures.empty()) {
          return fail(std::move(outcomes[i].failures.front()));
        }
        PYRAMID_TRY(hand_over(outcomes[i], sessions[first + i]));
      }
    }
    strangers_.tell(options_.user, options_.user_is_asked_for, report.diagnostics);
    return {};
  }

  // Takes away the sessions of one file each that was taken in before, but where somebody was
  // presumed to be the person and by now another is known to be.
  void drop_seen() {
    if (options_.seen == nullptr) return;
    std::vector<OpenClawSession> all = std::exchange(sessions_, {});
    std::vector<const SeenFile*> seen;
    bool is_known = false;
    for (const OpenClawSession& session : all) {
      seen.push_back(is_one_file(session) ? options_.seen->find(session.pieces.front().place)
                                          : nullptr);
      is_known = is_known || (seen.back() != nullptr && seen.back()->names_person);
      if (seen.back() == nullptr) sessions_.push_back(session);
    }
    if (is_known) speaks_[options_.user] = true;
    const auto presumed = std::find_if(seen.begin(), seen.end(), [](const SeenFile* one) {
      return one != nullptr && one->is_presumed;
    });
    if (presumed != seen.end()) presumed_ = all[static_cast<std::size_t>(presumed - seen.begin())];
    const bool corrects = presumed_ && speaks_somewhere(options_.user);
    sessions_.clear();
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (seen[i] == nullptr || (corrects && seen[i]->is_presumed)) {
        sessions_.push_back(std::move(all[i]));
        continue;
      }
      report.seen_conversations += seen[i]->sessions.size();
      report.skipped_records += seen[i]->skipped_records;
      report.left_out += seen[i]->left_out;
    }
  }

  [[nodiscard]] std::size_t count() const { return sessions_.size(); }

  ReadReport report;

 private:
  static bool is_one_file(const OpenClawSession& session) {
    return session.pieces.size() == 1 && session.pieces.front().is_file;
  }

  [[nodiscard]] bool enough() const { return is_enough(report, options_); }

  Status hand_over(OpenClawOutcome& outcome, const OpenClawSession& session) {
    const std::string& origin = session.origin;
    const bool is_clean = outcome.failures.empty() && outcome.report.diagnostics.empty();
    SeenFile seen{origin, session.pieces.front().start, outcome.report.skipped_records, {}};
    seen.left_out = outcome.report.left_out;
    for (const Error& failure : outcome.failures) {
      const bool is_others = failure.kind == ErrorKind::kInvalid && options_.is_others &&
                             options_.is_others(failure.where);
      if (!is_others) report.diagnostics.push_back(to_diagnostic(failure));
    }
    merge(std::move(outcome.report), report);
    const std::string& asked = options_.conversation;
    const bool whole_session = asked.empty() || asked == origin;
    for (UnsettledTalk& talk : outcome.talks) {
      if (enough()) break;
      Conversation& conversation = talk.conversation;
      if (!whole_session && asked != conversation.origin) continue;
      settle_speakers(talk, session.pieces.front().place, seen);
      if (!complete(conversation, conversation.title)) continue;
      seen.sessions.push_back(format::session_id(conversation));
      ++report.conversations;
      report.turns += conversation.turns.size();
      PYRAMID_TRY(sink_(std::move(conversation)));
    }
    if (options_.seen != nullptr && is_clean && is_one_file(session)) {
      options_.seen->keep(session.pieces.front().place, std::move(seen));
    }
    return {};
  }

  // As whoever is named as the person now, else as whoever was when it came in.
  void settle_speakers(UnsettledTalk& talk, const std::string& place, SeenFile& seen) {
    Conversation& conversation = talk.conversation;
    conversation.start = conversation.turns.front().at;
    conversation.user = options_.user;
    if (options_.held_user) {
      const auto held = options_.held_user(format::session_id(conversation));
      if (held && !held->empty()) conversation.user = *held;
    }
    seen.names_person = seen.names_person || speaks_in(talk, conversation.user);
    const ToldApart found = tell_apart(talk, conversation.user, [&] {
      const bool is_known = speaks_somewhere(conversation.user);
      seen.is_presumed = seen.is_presumed || !is_known;
      return is_known;
    });
    if (!found.called.empty()) conversation.user = found.called;
    strangers_.add(place, found);
  }

  [[nodiscard]] Card card_of(const OpenClawSession& session) const {
    const auto card = cards_.find(session.origin);
    return card == cards_.end() ? Card() : card->second;
  }

  // Whether the person is called so in a session of the source, also one that was taken in before:
  // what stands may not hang on which came first.
  bool speaks_somewhere(const std::string& user) {
    const auto [known, is_new] = speaks_.emplace(user, false);
    if (is_new && user.empty()) known->second = several_write();
    if (user.empty()) return known->second;
    for (std::size_t i = 0; is_new && i < sessions_.size() && !known->second; ++i) {
      const OpenClawOutcome outcome = read_session(sessions_[i], card_of(sessions_[i]), options_);
      known->second = std::any_of(outcome.talks.begin(), outcome.talks.end(),
                                  [&](const UnsettledTalk& talk) { return speaks_in(talk, user); });
    }
    return known->second;
  }

  // Whether several people write each alone on one channel, so that without a name nobody is known
  // to be the person.
  [[nodiscard]] bool several_write() const {
    std::vector<Known> writers;
    const auto is_another = [&](const OpenClawSession& session) {
      const OpenClawOutcome outcome = read_session(session, card_of(session), options_);
      return std::any_of(
          outcome.talks.begin(), outcome.talks.end(), [&](const UnsettledTalk& talk) {
            std::optional<Known> writer = lone_writer(talk);
            if (!writer) return false;
            const bool is_known = std::any_of(
                writers.begin(), writers.end(),
                [&](const Known& one) { return share_a_name(one.names, writer->names); });
            if (is_known) return false;
            writers.push_back(*std::move(writer));
            return std::any_of(writers.begin(), writers.end() - 1, [&](const Known& one) {
              return write_on_one_channel(one, writers.back());
            });
          });
    };
    if (presumed_ && is_another(*presumed_)) return true;
    return std::any_of(sessions_.begin(), sessions_.end(), is_another);
  }

  std::vector<OpenClawSession> sessions_;  // that are to be read
  // One that was taken in before for what the person says: so they are called alike in all.
  std::optional<OpenClawSession> presumed_;
  const std::map<std::string, Card>& cards_;
  std::map<std::string, bool> speaks_;  // by how the person is called
  const ReadOptions& options_;
  const std::function<Status(Conversation)>& sink_;
  Strangers strangers_;
};

Result<ReadReport> OpenClawReader::read(FileSystem& files, const std::string& source,
                                        const ReadOptions& options,
                                        const std::function<Status(Conversation)>& sink) {
  PYRAMID_ASSIGN(Found found, find_all(files, source, options));
  const bool is_alone = found.pieces.size() == 1;
  std::vector<OpenClawSession> sessions = by_session(found, options.conversation);
  if (!found.by_path) {
    for (OpenClawSession& session : sessions) settle(session, found.cards, options);
  }
  const std::size_t skipped = std::erase_if(
      sessions, [](const OpenClawSession& session) { return session.pieces.empty(); });
  OpenClawReading reading(std::move(sessions), found.cards, options, sink);
  reading.report.skipped_conversations = skipped;
  reading.report.left_out[LeftOutReason::kSideFile] = found.beside;
  reading.report.diagnostics = std::move(found.diagnostics);
  reading.drop_seen();
  if (options.expect) options.expect(reading.count());
  PYRAMID_TRY(reading.read(is_alone));
  return std::move(reading.report);
}

}  // namespace

std::unique_ptr<Reader> make_openclaw_reader() { return std::make_unique<OpenClawReader>(); }

}  // namespace pyramid::ingest
