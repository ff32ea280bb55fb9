// Conversations that somebody keeps as markdown or plain text: no standard, a few usual shapes.
#include "base/digest.hpp"
#include "base/encoding.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "ingest/markdown_page.hpp"
#include "ingest/program_words.hpp"
#include "ingest/reader.hpp"
#include "ingest/source.hpp"
#include "ingest/source_files.hpp"
#include "ingest/speakers.hpp"
#include "ingest/turn_text.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::ingest {

namespace {

using format::Conversation;
using format::Speaker;
using namespace markdown;

constexpr std::size_t kMostBytes = std::size_t{64} << 20;  // of one log
constexpr std::size_t kLooked = 32;                        // files that tell what a folder is
constexpr const char* kMarkdownLogHint =
    "a log has turns such as `## User`, `**User:** text`, `User: text` or "
    "`[2026-03-01 09:00] Maya: text`";

// What a program writes between the turns of a chat, without a time; elsewhere people do.
constexpr auto kMarkdownLines = std::to_array<std::string_view>({"System: ", "[System]"});
constexpr ProgramWords kMarkdownWords{.lines = kMarkdownLines};

bool is_log_name(std::string_view name) {
  const std::string_view extension = path::extension(name);
  return !name.starts_with('.') &&
         (extension == ".md" || extension == ".markdown" || extension == ".txt");
}

bool has_time(const Label& label) { return label.stamp.day || label.stamp.second; }

// The shape that the file's turns have, or nullopt when it is no log: one role alone is none, and
// in plain text, where `Note:` looks the same as a name, both sides must speak.
std::optional<Style> style_of(const Page& page, const std::string& user) {
  struct Count {
    std::size_t labels = 0, timed = 0;
    bool has_user = false, has_assistant = false;
  };
  std::array<Count, 4> counts;
  for (const Line& line : page.lines) {
    if (!line.label || line.label->name.empty()) continue;
    const Who who = who_is(line.label->name, user);
    Count& count = counts[static_cast<std::size_t>(line.label->style)];
    const bool is_timed = has_time(*line.label);
    if (who == Who::kOther && !is_timed) continue;
    ++count.labels;
    count.timed += is_timed ? 1 : 0;
    count.has_user = count.has_user || who == Who::kUser;
    count.has_assistant = count.has_assistant || who == Who::kAssistant;
  }
  std::optional<Style> best;
  std::size_t most = 1;
  for (const Style style : {Style::kTimed, Style::kHeading, Style::kBold, Style::kPlain}) {
    const Count& count = counts[static_cast<std::size_t>(style)];
    const bool fits = style == Style::kPlain ? count.has_user && count.has_assistant
                                             : count.has_user || count.timed > 1;
    if (!fits || count.labels <= most) continue;
    most = count.labels;
    best = style;
  }
  return best;
}

// Who speaks with an assistant in a file that is no log, as nobody in it is known to be the person.
std::map<std::string, std::size_t> speakers_without_user(const Page& page) {
  std::array<std::map<std::string, std::size_t>, 4> others;
  std::array<bool, 4> has_assistant{};
  for (const Line& line : page.lines) {
    if (!line.label || line.label->name.empty()) continue;
    const auto style = static_cast<std::size_t>(line.label->style);
    const Who who = who_is(line.label->name, {});
    has_assistant.at(style) = has_assistant.at(style) || who == Who::kAssistant;
    if (who == Who::kOther) ++others.at(style)[line.label->name];
  }
  for (std::size_t style = 0; style < others.size(); ++style) {
    if (has_assistant.at(style) && !others.at(style).empty()) return others.at(style);
  }
  return {};
}

// Whom names that nobody knows, within what the person says, may mean. "Note:" and "## Background"
// are words of who speaks, also where they come again; a name is somebody's where the same one goes
// on behind it under a label of their own, and among people who are all called by their names.
class Strange {
 public:
  Strange(const Page& page, Style style, const std::string& user) {
    std::vector<std::string> within;  // the turn that is open
    std::optional<Who> whose;
    std::optional<int> level;  // of its label
    for (const Line& line : page.lines) {
      if (!line.label || line.label->style != style || line.label->name.empty()) continue;
      const Label& label = *line.label;
      const Who who = who_is(label.name, user);
      if (who != Who::kOther) {
        are_known_ = true;
        are_timed_ = are_timed_ || has_time(label);
      }
      if (who == Who::kOther) {
        if (!level || label.level > *level) continue;
        within.push_back(utf8::caseless(label.name));
        continue;
      }
      if (who == whose) people_.insert(within.begin(), within.end());
      if (whose == Who::kUser) seen_.insert(within.begin(), within.end());
      if (who == Who::kUser && who_is(label.name, {}) == Who::kOther) all_ = true;
      level = who == Who::kNobody ? std::nullopt : std::optional(label.level);
      if (who == Who::kNobody) continue;
      within.clear();
      whose = who;
    }
  }
  [[nodiscard]] bool is_somebody(const std::string& name) const {
    return all_ || people_.contains(utf8::caseless(name));
  }
  // Whether somebody of that name speaks elsewhere: then the name begins a turn of theirs within
  // the assistant's, too, whose own "Note:" and "## Background" do not.
  [[nodiscard]] bool speaks_elsewhere(const std::string& name) const {
    const std::string called = utf8::caseless(name);
    return people_.contains(called) || (all_ && seen_.contains(called));
  }
  // Whether a time beside a name tells that somebody speaks, as it stands beside those who do.
  [[nodiscard]] bool are_timed() const { return are_timed_ || !are_known_; }

 private:
  std::set<std::string> people_, seen_;
  bool all_ = false, are_known_ = false, are_timed_ = false;
};

// Builds the conversation line by line.
class Talk {
 public:
  Talk(Style style, Strange strange, std::string user, const Zone& zone, const Stamp& begin)
      : style_(style), strange_(std::move(strange)), user_(std::move(user)), zone_(zone) {
    set_time(begin);
  }

  void take(const Line& line) {
    if (line.label && line.label->style == Style::kHeading && line.label->name.empty() &&
        line.label->stamp.day) {
      set_time(line.label->stamp);
    } else if (line.label && begins_turn(*line.label)) {
      end_turn();
      who_ = who_is(line.label->name, user_);
      name_ = line.label->name;
      level_ = line.label->level;
      set_time(line.label->stamp);
      at_ = last_;
      offset_ = last_offset_;
      text_ = std::string(trim(line.label->rest));
    } else {
      text_.append("\n").append(line.text);
    }
  }

  void end_turn() {
    std::string text = std::exchange(text_, {});
    std::string said(without_rule(trim(text)));
    if (who_ != Who::kAssistant && style_ == Style::kTimed) {
      OwnWords own = words_of_person(said, kMarkdownWords);
      said = std::move(own.text);
      if (own.left_out) ++left_out[*own.left_out];
    }
    const std::string_view words = trim(said);
    const bool is_title = !who_ && words.starts_with('#') && words.find('\n') == words.npos;
    if (words.empty() || is_title) return;
    if (!who_ || *who_ == Who::kNobody) {
      ++(is_programs_role(utf8::lower(name_)) ? left_out[LeftOutReason::kProgram] : skipped);
    } else {
      // Whoever else was there is never taken for the person: their words are told as theirs.
      const bool is_other = *who_ == Who::kOther;
      has_user = has_user || *who_ == Who::kUser;
      if (is_other) ++others[name_];
      if (conversation.turns.empty()) {
        first_name = name_;
        first_line = split_lines(words).front();
      }
      const Time at = at_.value_or(Time{});
      if (is_other) {
        add_others_turn(conversation, name_, at, words, {}, offset_);
      } else {
        const bool is_user = *who_ == Who::kUser;
        add_turn(conversation, is_user ? Speaker::kUser : Speaker::kAssistant, at, words, {},
                 offset_);
      }
    }
  }

  Conversation conversation;
  std::string first_name, first_line;  // of the first turn
  std::size_t skipped = 0;
  LeftOut left_out;
  bool has_user = false;                      // the person says something
  std::map<std::string, std::size_t> others;  // turns of anybody whose side is not known

 private:
  // In what others say a name that nobody knows may be a heading of theirs, and makes no
  // difference.
  [[nodiscard]] bool begins_turn(const Label& label) const {
    if (label.style != style_ || label.name.empty()) return false;
    if (style_ == Style::kTimed || who_is(label.name, user_) != Who::kOther) return true;
    if (has_time(label) && strange_.are_timed()) return true;
    if (label.level > level_) return false;
    return who_ == Who::kUser ? strange_.is_somebody(label.name)
                              : who_.has_value() && strange_.speaks_elsewhere(label.name);
  }

  // The line that some programs draw between two turns.
  static std::string_view without_rule(std::string_view text) {
    for (const std::string_view rule : {"---", "***"}) {
      if (text == rule) return {};
      if (text.ends_with(std::string("\n").append(rule))) {
        text = trim(text.substr(0, text.size() - rule.size()));
      }
    }
    return text;
  }

  // A clock that goes back by more than half a day has passed midnight.
  void set_time(const Stamp& stamp) {
    constexpr std::int64_t kHalfDay = kSecondsPerDay / 2;
    if (!stamp.day && !stamp.second) return;
    if (stamp.day) day_ = *stamp.day;
    if (!day_) return;
    const std::int64_t second = stamp.second.value_or(0);
    if (!stamp.day && last_second_ - second > kHalfDay) day_ = *day_ + 1;
    last_second_ = second;
    last_offset_ = stamp.written ? stamp.written->told_offset() : std::nullopt;
    const Date date = date_of_day(*day_);
    const WrittenTime clock{date, second, stamp.second.has_value(), std::nullopt, false};
    const Time at = stamp.written ? stamp.written->in(zone_) : clock.in(zone_);
    last_ = last_ && at < *last_ ? later_of_two(at, *last_) : at;
  }

  // In the hour that clocks show twice, the second time where the first is over by then.
  [[nodiscard]] Time later_of_two(Time at, Time last) const {
    const LocalTime shown = zone_.local(at);
    for (const std::int64_t back : {1800, 3600}) {
      const LocalTime again = zone_.local(Time{at.seconds + back});
      const bool same = shown.offset - again.offset == back;
      if (same && again.at >= last) return again.at;
    }
    return at;
  }

  Style style_;
  Strange strange_;
  std::string user_;
  Zone zone_;
  std::optional<std::int64_t> day_;
  std::int64_t last_second_ = 0;                      // of its day
  std::optional<std::int32_t> last_offset_, offset_;  // that stood behind it; of the turn
  std::optional<Time> last_;                          // the newest that was written
  std::optional<Time> at_;                            // of the turn
  std::optional<Who> who_;
  std::string name_, text_;
  int level_ = 0;
};

// A date somewhere in the file's name, or in its first heading.
Stamp date_of_page(const Page& page, std::string_view file_name) {
  if (page.date) return {day_number(page.date->date), page.date->second_of_day, page.date};
  std::string name(file_name);
  if (const Stamp stamp = take_stamp(name); stamp.day) return {stamp.day, std::nullopt};
  for (const Line& line : page.lines) {
    if (!line.label || line.label->style != Style::kHeading) continue;
    return {line.label->stamp.day, std::nullopt};
  }
  return {};
}

std::string title_of(const Page& page, const std::string& user) {
  if (!page.title.empty()) return page.title;
  for (const Line& line : page.lines) {
    if (!line.label || line.label->style != Style::kHeading) continue;
    const bool is_title = line.label->level == 1 && !line.label->name.empty() &&
                          who_is(line.label->name, user) == Who::kOther;
    return is_title ? std::string(trim(line.text.substr(1))) : "";
  }
  return "";
}

// The file's name and how it begins: the same on every machine, while the file grows, and whoever
// is named as the person. The second counts where the memory has it already: before, the name of
// one who was not the person stood in front.
std::array<std::string, 2> origins_of(const Talk& talk, std::string_view file_name) {
  std::array<std::string, 2> origins;
  for (std::size_t i = 0; i < origins.size(); ++i) {
    const std::string name = i == 0 ? "" : talk.first_name + ": ";
    const std::string begin = format_time(talk.conversation.start) + "\n" + name + talk.first_line;
    origins[i] = std::string(file_name) + ":" + to_hex(digest_of(begin)).substr(0, 12);
  }
  return origins;
}

struct Outcome {
  std::optional<Conversation> conversation;
  std::array<std::string, 2> origins;
  bool is_log = false, is_dated = true;
  std::size_t skipped = 0;
  LeftOut left_out = {};
  ToldApart apart = {};
};

Outcome read_log(const std::string& bytes, const std::string& file_path, const std::string& user,
                 const Zone& zone) {
  Outcome outcome;
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  std::string text = clean_text(bytes);
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  const Page page = read_page(text);
  if (page.is_session) return outcome;  // what is in a memory already is not said again
  const std::optional<Style> style = style_of(page, user);
  if (!style) {
    outcome.apart.strangers = speakers_without_user(page);
    return outcome;
  }
  outcome.is_log = true;
  const std::string_view name = path::name(file_path);
  Talk talk(*style, Strange(page, *style, user), user, zone, date_of_page(page, name));
  for (const Line& line : page.lines) talk.take(line);
  talk.end_turn();
  outcome.skipped = talk.skipped;
  outcome.left_out = talk.left_out;
  if (!talk.has_user) outcome.apart.strangers = std::move(talk.others);
  outcome.is_dated = settle_times(talk.conversation);
  if (!outcome.is_dated) return outcome;
  talk.conversation.source = "markdown";
  talk.conversation.user = user;
  if (!complete(talk.conversation, title_of(page, user))) return outcome;
  outcome.origins = origins_of(talk, name);
  talk.conversation.origin = outcome.origins.front();
  outcome.conversation = std::move(talk.conversation);
  return outcome;
}

// The log under the id that the memory has it by; if nobody is named as the person, then with the
// one who was named when it came in. One that came in when its days were UTC's goes on so.
Outcome read_as_held(const std::string& bytes, const std::string& path,
                     const ReadOptions& options) {
  Outcome outcome = read_log(bytes, path, options.user, options.zone);
  if (!outcome.conversation || !options.held_user) return outcome;
  for (const Zone& zone : {options.zone, Zone()}) {
    Outcome read = read_log(bytes, path, options.user, zone);
    if (!read.conversation) continue;
    Conversation held = *read.conversation;
    for (const std::string& origin : read.origins) {
      held.origin = origin;
      const std::optional<std::string> user = options.held_user(format::session_id(held));
      if (!user) continue;
      if (!user->empty() && *user != options.user) read = read_log(bytes, path, *user, zone);
      if (read.conversation) read.conversation->origin = origin;
      return read;
    }
  }
  return outcome;
}

class MarkdownLogReader final : public Reader {
 public:
  [[nodiscard]] std::string name() const override { return "markdown"; }
  [[nodiscard]] std::string description() const override {
    return "conversations in markdown or plain text (*.md, *.txt)";
  }
  [[nodiscard]] std::string default_source() const override { return ""; }
  bool recognises(FileSystem& files, const std::string& path, const Source& what) override;
  Result<ReadReport> read(FileSystem& files, const std::string& source, const ReadOptions& options,
                          const std::function<Status(Conversation)>& sink) override;
};

Result<std::vector<std::string>> log_files(FileSystem& files, const std::string& folder,
                                           Diagnostics& diagnostics) {
  const auto enter = [](std::string_view directory) {
    return !path::name(directory).starts_with('.');
  };
  PYRAMID_ASSIGN(std::vector<std::string> paths,
                 files_below(files, folder, enter, is_log_name, diagnostics));
  std::erase_if(paths, [&](const std::string& path) {
    const Result<FileStat> stat = stat_behind(files, path);
    return stat && stat->size > kMostBytes;
  });
  return paths;
}

bool MarkdownLogReader::recognises(FileSystem& files, const std::string& path, const Source& what) {
  if (what.look == Look::kFolder) {
    Diagnostics unheard;  // reading will tell them
    const auto paths = log_files(files, path, unheard);
    if (!paths) return false;
    for (std::size_t i = 0; i < std::min(paths->size(), kLooked); ++i) {
      const auto bytes = files.read((*paths)[i]);
      if (bytes && read_log(*bytes, (*paths)[i], what.user, Zone()).is_log) return true;
    }
    return false;
  }
  const bool may_be =
      what.look == Look::kOther || what.look == Look::kJsonArray;  // `[` begins both
  return may_be && is_log_name(path::name(path)) &&
         read_log(what.head, path, what.user, Zone()).is_log;
}

Result<ReadReport> MarkdownLogReader::read(FileSystem& files, const std::string& source,
                                           const ReadOptions& options,
                                           const std::function<Status(Conversation)>& sink) {
  PYRAMID_ASSIGN(const Source what, look_at(files, source));
  const bool is_folder = what.look == Look::kFolder;
  ReadReport report;
  std::vector<std::string> paths{source};
  if (is_folder) {
    PYRAMID_ASSIGN(paths, log_files(files, source, report.diagnostics));
  }
  std::vector<Conversation> found;
  Strangers strangers;
  for (const std::string& path : paths) {
    const Result<std::string> bytes = files.read(path);
    if (!bytes) {
      if (!is_folder) return fail(Error(bytes.error()));
      report.diagnostics.push_back(to_diagnostic(bytes.error()));
      continue;
    }
    const Decoded decoded = decode(*bytes);
    const bool is_utf8 = decoded.encoding == Encoding::kUtf8;
    Outcome outcome = read_as_held(is_utf8 ? *bytes : decoded.text, path, options);
    if (outcome.is_log && !is_utf8) {
      report.diagnostics.push_back(encoding_problem(*bytes, decoded.encoding, path));
    }
    report.skipped_records += outcome.skipped;
    report.left_out += outcome.left_out;
    if (!outcome.is_log) {
      const bool is_asked_whose = !outcome.apart.strangers.empty();
      if (!is_folder) {
        return fail(ErrorKind::kInvalid, "no log of a conversation", path,
                    is_asked_whose ? "say which of the speakers you are with `--user NAME`"
                                   : kMarkdownLogHint);
      }
      strangers.add(path, outcome.apart);
      ++report.skipped_records;
    }
    if (!outcome.is_dated) {
      report.diagnostics.push_back(undated(
          path, "name it like 2026-03-01.md, or write `date: 2026-03-01` into its frontmatter"));
    }
    const std::string& asked = options.conversation;
    if (!outcome.conversation || (!asked.empty() && asked != outcome.conversation->origin)) {
      continue;
    }
    strangers.add(path, outcome.apart);
    found.push_back(std::move(*outcome.conversation));
  }
  strangers.tell(options.user, options.user_is_asked_for, report.diagnostics);
  std::stable_sort(found.begin(), found.end(),
                   [](const Conversation& a, const Conversation& b) { return a.start < b.start; });
  for (Conversation& conversation : found) {
    ++report.conversations;
    report.turns += conversation.turns.size();
    PYRAMID_TRY(sink(std::move(conversation)));
    if (is_enough(report, options)) break;
  }
  return report;
}

}  // namespace

std::unique_ptr<Reader> make_markdown_log_reader() { return std::make_unique<MarkdownLogReader>(); }

}  // namespace pyramid::ingest
