// Glenn's database: one table `messages` with role, content and timestamp.
#include "base/digest.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "ingest/program_words.hpp"
#include "ingest/reader.hpp"
#include "ingest/source.hpp"
#include "ingest/speakers.hpp"
#include "ingest/sqlite.hpp"
#include "ingest/turn_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace pyramid::ingest {

namespace {

using format::Conversation;
using format::Speaker;

constexpr std::int64_t kGapSeconds = 6 * 3600;
constexpr std::array<std::string_view, 4> kConversationColumns = {"conversation", "conversation_id",
                                                                  "session_id", "chat_id"};
// Whose a message is, by any of these.
constexpr auto kUserColumns =
    std::to_array<std::string_view>({"username", "user_name", "user", "sender_name", "sender",
                                     "author", "user_id", "userid", "sender_id", "author_id"});
constexpr const char* kGlennHint =
    "Glenn's has a table `messages` with the columns role, content and timestamp";

// A message without its text, so that a large database need not fit in memory.
struct Row {
  std::int64_t rowid = 0;
  Time at;
  std::optional<Speaker> speaker;                     // as its role says
  std::size_t who = 0;                                // in GlennDatabase::users_; 0 = nobody says
  std::optional<std::int32_t> offset = std::nullopt;  // as Turn has it
};

struct Session {
  std::string origin;
  std::vector<Row> rows;  // by time, then row
  Time start = {};        // where rows of others were taken out: with them
};

// The messages of one conversation, or those of none, as the table has them.
struct Messages {
  std::vector<Row> rows;
  std::size_t untimed = 0;
  std::string first_untimed;  // for the person
};

// "3 messages have no usable timestamp, the first is message 7 ("yesterday")"
std::string about_untimed(const Messages& messages) {
  return count_of(messages.untimed, "message has", "messages have") +
         " no usable timestamp, the first is " + messages.first_untimed;
}

// As settle_times() does it for turns. False where no message has a time.
bool settle(std::vector<Row>& rows) {
  const auto timed =
      std::find_if(rows.begin(), rows.end(), [](const Row& row) { return row.at != Time{}; });
  if (timed == rows.end()) return false;
  Time last = timed->at;
  for (Row& row : rows) {
    if (row.at == Time{}) row.at = last;
    last = row.at;
  }
  return true;
}

// Seconds or milliseconds since the epoch, written as text. With fewer digits it is rather a date.
std::optional<Time> time_of_digits(std::string_view text) {
  constexpr std::size_t kDigits = 9;  // from 1973 on
  double number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  const std::size_t whole = text.substr(0, text.find('.')).size();
  if (error != std::errc() || end != text.data() + text.size() || whole < kDigits) {
    return std::nullopt;
  }
  return time_of_number(number);
}

std::optional<Time> time_column(sqlite3_stmt* statement, int at) {
  switch (sqlite3_column_type(statement, at)) {
    case SQLITE_INTEGER:
    case SQLITE_FLOAT:
      return time_of_number(sqlite3_column_double(statement, at));
    case SQLITE_TEXT: {
      const std::string text(trim(text_column(statement, at)));
      const std::optional<Time> written = parse_time(text);
      return written ? written : time_of_digits(text);
    }
    default:
      return std::nullopt;
  }
}

std::optional<Speaker> speaker_by_role(std::string_view role) {
  for (const std::string_view one : {"user", "human"}) {
    if (equals_ignoring_case(role, one)) return Speaker::kUser;
  }
  for (const std::string_view one : {"assistant", "ai", "model"}) {
    if (equals_ignoring_case(role, one)) return Speaker::kAssistant;
  }
  return std::nullopt;
}

// Whether a program speaks in the place of somebody.
bool is_programs(const Names& names) { return is_named(names, "system"); }

bool by_time(const Row& a, const Row& b) { return a.at != b.at ? a.at < b.at : a.rowid < b.rowid; }

// Cuts messages that name no conversation where nobody spoke for hours. The time of the first is
// the name: it stays when the database grows, and when SQLite numbers its rows anew.
std::vector<Session> cut_at_gaps(std::vector<Row> rows) {
  std::sort(rows.begin(), rows.end(), by_time);
  std::vector<Session> sessions;
  for (const Row& row : rows) {
    if (sessions.empty() || row.at.seconds - sessions.back().rows.back().at.seconds > kGapSeconds) {
      sessions.push_back({format_time(row.at), {}});
    }
    sessions.back().rows.push_back(row);
  }
  return sessions;
}

class GlennDatabase {
 public:
  GlennDatabase(Database database, std::string path)
      : database_(std::move(database)), path_(std::move(path)) {}

  // kInvalid when the table or a column is missing.
  Status check_schema() {
    const std::vector<std::string> names = database_.columns("messages");
    const auto has = [&](std::string_view wanted) {
      return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
        return equals_ignoring_case(name, wanted);
      });
    };
    if (names.empty()) {
      return fail(ErrorKind::kInvalid, "the database has no table `messages`", path_, kGlennHint);
    }
    for (const std::string_view wanted : {"role", "content", "timestamp"}) {
      if (has(wanted)) continue;
      return fail(ErrorKind::kInvalid,
                  "the table `messages` has no column `" + std::string(wanted) + "`", path_,
                  kGlennHint);
    }
    for (const std::string_view column : kConversationColumns) {
      if (has(column)) {
        conversation_column_ = column;
        break;
      }
    }
    for (const std::string_view column : kUserColumns) {
      if (has(column)) user_columns_.emplace_back(column);
    }
    return {};
  }

  [[nodiscard]] bool has_users() const { return !user_columns_.empty(); }
  // Of the messages that sessions() has read: whoever speaks in them.
  [[nodiscard]] std::vector<Names> users() const {
    std::vector<Names> users;
    for (std::size_t i = 1; i < users_.size(); ++i) {
      if (speaks_[i] && !is_programs(users_[i])) users.push_back(users_[i]);
    }
    return users;
  }

  // Whether people speak in them who have no name in common.
  [[nodiscard]] bool are_several() const {
    const std::vector<Names> people = users();
    return std::any_of(people.begin(), people.end(),
                       [&](const Names& one) { return !share_a_name(people.front(), one); });
  }

  // Leaves what the user said and was answered: of a message of the assistant that names none, the
  // message before it tells whom it answers. Sessions in which they do not speak go.
  // Gives how many messages went.
  std::size_t keep_those_of(std::string_view user, std::vector<Session>& sessions) const {
    std::size_t gone = 0;
    const auto is_theirs = [&](const Row& row) { return is_named(users_[row.who], user); };
    const auto speaks = [](const Row& row) { return row.speaker == Speaker::kUser; };
    const auto is_turn = [](const Row& row) { return row.speaker.has_value(); };
    for (Session& session : sessions) {
      std::vector<Row>& rows = session.rows;
      const auto begin = std::find_if(rows.begin(), rows.end(), is_turn);
      if (begin != rows.end()) session.start = begin->at;
      const auto first = std::find_if(rows.begin(), rows.end(), speaks);
      bool theirs = first != rows.end() && is_theirs(*first);
      gone += std::erase_if(rows, [&](const Row& row) {
        if (speaks(row) || speaks_[row.who]) theirs = is_theirs(row);
        return !theirs;
      });
    }
    std::erase_if(sessions, [&](const Session& session) {
      const bool goes = std::none_of(session.rows.begin(), session.rows.end(), speaks);
      if (goes) gone += session.rows.size();
      return goes;
    });
    return gone;
  }

  // Of sessions that keep_those_of() left.
  void name_by_user(std::string_view user, std::vector<Session>& sessions) const {
    const auto theirs = std::find_if(users_.begin(), users_.end(),
                                     [&](const Names& names) { return is_named(names, user); });
    for (Session& session : sessions) session.origin += "/" + utf8::caseless(theirs->front());
  }

  // Oldest first.
  Result<std::vector<Session>> sessions(Diagnostics& diagnostics) {
    const std::string conversation = conversation_column_.empty() ? "NULL" : conversation_column_;
    std::string columns = "rowid, timestamp, " + conversation + ", role";
    for (const std::string& column : user_columns_) columns += ", \"" + column + "\"";
    const Statement rows = database_.prepare("SELECT " + columns + " FROM messages ORDER BY rowid");
    if (!rows) return database_.failure();
    std::map<std::string, Messages> named;  // "" = of no conversation
    int code = SQLITE_OK;
    while ((code = sqlite3_step(rows.get())) == SQLITE_ROW) {
      Messages& messages = named[clean_text(text_column(rows.get(), 2))];
      const std::int64_t rowid = sqlite3_column_int64(rows.get(), 0);
      const Time at = time_column(rows.get(), 1).value_or(Time{});
      const std::optional<Speaker> speaker = speaker_by_role(trim(text_column(rows.get(), 3)));
      const std::size_t who = user_of(rows.get(), 4);
      if (speaker == Speaker::kUser && who != 0) speaks_[who] = true;
      const auto written = parse_written_time(trim(text_column(rows.get(), 1)));
      messages.rows.push_back(
          {rowid, at, speaker, who, written ? written->told_offset() : std::nullopt});
      if (at == Time{} && ++messages.untimed == 1) {
        messages.first_untimed = "message " + std::to_string(rowid) + " (\"" +
                                 printable(clean_text(text_column(rows.get(), 1))) + "\")";
      }
    }
    if (code != SQLITE_DONE) return database_.failure();
    std::vector<Session> sessions;
    for (auto& [name, messages] : named) {
      const bool is_dated = settle(messages.rows);
      if (messages.untimed > 0) complain(diagnostics, messages, is_dated);
      if (!is_dated) continue;
      if (name.empty()) {
        sessions = cut_at_gaps(std::move(messages.rows));
      } else {
        std::sort(messages.rows.begin(), messages.rows.end(), by_time);
        sessions.push_back({name, std::move(messages.rows)});
      }
    }
    std::stable_sort(sessions.begin(), sessions.end(), [](const Session& a, const Session& b) {
      return a.rows.front().at < b.rows.front().at;
    });
    return sessions;
  }

  // Adds a digest of what was said first to the name of each: two databases may have the same
  // numbers and times.
  Status name_by_first_words(std::vector<Session>& sessions) {
    constexpr std::size_t kDigits = 8;
    for (Session& session : sessions) {
      const auto first = std::find_if(session.rows.begin(), session.rows.end(),
                                      [](const Row& row) { return row.speaker == Speaker::kUser; });
      if (first == session.rows.end()) continue;
      PYRAMID_ASSIGN(const bool is_there, find(first->rowid));
      if (!is_there) continue;
      const Digest said = digest_of(text_column(message_.get(), 1));
      session.origin += "/" + to_hex(said).substr(0, kDigits);
    }
    return {};
  }

  Result<UnsettledTalk> talk(const Session& session, ReadReport& report) {
    const bool of_several = are_several();
    UnsettledTalk talk;
    Conversation& conversation = talk.conversation;
    conversation.source = "glenn";
    conversation.origin = session.origin;
    for (const Row& row : session.rows) {
      PYRAMID_ASSIGN(const bool is_there, find(row.rowid));
      if (!is_there) continue;
      const std::string role(trim(text_column(message_.get(), 0)));
      const std::optional<Speaker> speaker = speaker_by_role(role);
      const bool by_user = speaker == Speaker::kUser;
      if (by_user && row.who == 0 && of_several) {  // nobody says whose
        ++report.left_out[LeftOutReason::kOthers];
        continue;
      }
      const bool by_program = by_user && is_programs(users_[row.who]);
      if (!speaker || by_program) {
        ++(by_program || is_programs_role(role) ? report.left_out[LeftOutReason::kProgram]
                                                : report.skipped_records);
        continue;
      }
      add_turn(conversation, *speaker, row.at, text_column(message_.get(), 1),
               std::to_string(row.rowid), row.offset);
      talk.writers.resize(conversation.turns.size(), {by_user ? users_[row.who] : Names()});
    }
    return talk;
  }

 private:
  // Puts `message_` on a row. False where it was deleted since.
  Result<bool> find(std::int64_t rowid) {
    if (!message_) {
      message_ = database_.prepare("SELECT role, content FROM messages WHERE rowid = ?1");
      if (!message_) return database_.failure();
    }
    sqlite3_reset(message_.get());
    sqlite3_bind_int64(message_.get(), 1, rowid);
    const int code = sqlite3_step(message_.get());
    if (code != SQLITE_DONE && code != SQLITE_ROW) return database_.failure();
    return code == SQLITE_ROW;
  }

  // The place in `users_` of the one that the columns from `first` on name.
  std::size_t user_of(sqlite3_stmt* row, int first) {
    Names names;
    for (std::size_t i = 0; i < user_columns_.size(); ++i) {
      std::string name(trim(clean_text(text_column(row, first + static_cast<int>(i)))));
      if (!name.empty()) names.push_back(std::move(name));
    }
    if (names.empty()) return 0;
    const auto [at, is_new] = places_.emplace(names, users_.size());
    if (is_new) {
      users_.push_back(std::move(names));
      speaks_.push_back(false);
    }
    return at->second;
  }

  void complain(Diagnostics& diagnostics, const Messages& messages, bool is_dated) {
    if (is_dated) {
      diagnostics.push_back({Severity::kWarning, path_, about_untimed(messages),
                             "each is taken to be as old as the one before it, else the next"});
    } else {
      diagnostics.push_back(undated(path_, about_untimed(messages)));
    }
  }

  Database database_;
  std::string path_;
  std::string conversation_column_;
  std::vector<std::string> user_columns_;
  std::vector<Names> users_ = {{}};     // who is named; first: nobody
  std::vector<bool> speaks_ = {false};  // which of them on the person's side
  std::map<Names, std::size_t> places_;
  Statement message_;
};

class GlennReader final : public Reader {
 public:
  [[nodiscard]] std::string name() const override { return "glenn"; }
  [[nodiscard]] std::string description() const override {
    return "SQLite file with a table `messages`";
  }
  [[nodiscard]] std::string default_source() const override { return ""; }
  bool recognises(FileSystem&, const std::string&, const Source& what) override {
    return what.look == Look::kSqlite;
  }
  Result<ReadReport> read(FileSystem& files, const std::string& source, const ReadOptions& options,
                          const std::function<Status(Conversation)>& sink) override;
};

// What is said where the one who was asked for is not there, or there is no telling.
Diagnostic nobody_called(const std::string& user, const std::vector<Names>& users, bool has_users,
                         const std::string& source) {
  if (!has_users) {
    return {Severity::kWarning, source,
            "the table `messages` has no column of users, so all of it is taken to be " +
                printable(user) + "'s",
            "if it is not, give the table a column `user`"};
  }
  constexpr std::size_t kMostUsers = 6;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(users.size(), kMostUsers); ++i) {
    names.push_back(printable(users[i].front()));
  }
  return {Severity::kWarning, source,
          "none of its users is called " + printable(user) + ", so nothing of it is taken in",
          "its users: " + join(names, ", ") + (users.size() > kMostUsers ? " …" : "")};
}

Result<ReadReport> GlennReader::read(FileSystem& files, const std::string& source,
                                     const ReadOptions& options,
                                     const std::function<Status(Conversation)>& sink) {
  PYRAMID_ASSIGN(const Source what, look_at(files, source));
  if (what.look != Look::kSqlite) {
    return fail(ErrorKind::kInvalid, "this is " + describe(what) + ", not an SQLite database",
                source, "name the .db file itself");
  }
  PYRAMID_ASSIGN(Database opened, Database::open(files, source, what.head));
  GlennDatabase database(std::move(opened), source);
  PYRAMID_TRY(database.check_schema());
  ReadReport report;
  PYRAMID_ASSIGN(std::vector<Session> sessions, database.sessions(report.diagnostics));
  PYRAMID_TRY(database.name_by_first_words(sessions));
  const std::vector<Names> users = database.users();
  const bool is_one_of_them = std::any_of(users.begin(), users.end(), [&](const Names& names) {
    return is_named(names, options.user);
  });
  if (is_one_of_them || (options.user_is_asked_for && database.has_users())) {
    report.left_out[LeftOutReason::kOthers] = database.keep_those_of(options.user, sessions);
    // What somebody else is asked for of the same hours is another conversation.
    if (options.user_is_asked_for) database.name_by_user(options.user, sessions);
  }
  if (options.user_is_asked_for && !is_one_of_them) {
    report.diagnostics.push_back(nobody_called(options.user, users, database.has_users(), source));
  }
  Strangers strangers;
  for (const Session& session : sessions) {
    const bool is_asked_for = options.conversation.empty() ||
                              session.origin == options.conversation ||
                              session.origin.starts_with(options.conversation + "/");
    if (!is_asked_for) continue;
    PYRAMID_ASSIGN(UnsettledTalk talk, database.talk(session, report));
    Conversation& conversation = talk.conversation;
    conversation.user = options.user;
    talk.in_group = users.size() > 1;
    strangers.add(source, tell_apart(talk, options.user));
    if (!complete(conversation, {})) continue;
    if (session.start != Time{}) conversation.start = session.start;
    ++report.conversations;
    report.turns += conversation.turns.size();
    PYRAMID_TRY(sink(std::move(conversation)));
    if (is_enough(report, options)) break;
  }
  strangers.tell(options.user, options.user_is_asked_for, report.diagnostics);
  return report;
}

}  // namespace

std::unique_ptr<Reader> make_glenn_reader() { return std::make_unique<GlennReader>(); }

}  // namespace pyramid::ingest
