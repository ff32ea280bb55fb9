#include "ingest/session_files.hpp"

#include "base/parallel.hpp"
#include "base/path.hpp"
#include "ingest/json_lines.hpp"
#include "ingest/turn_text.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace pyramid::ingest {

namespace {

using format::Conversation;
using format::Turn;

constexpr std::size_t kHeadLines = 40;
constexpr std::size_t kFilesToTellAFolder = 20;

// Takes what the files gave, one after the other, and hands on what is new in each.
class Handover {
 public:
  Handover(const ReadOptions& options, const std::function<Status(Conversation)>& sink)
      : options_(options), sink_(sink) {}

  Status take(SessionRead read, const SessionFile& file, bool is_only_file) {
    if (read.failure && is_only_file) return fail(std::move(*read.failure));
    SeenFile seen{file.origin, file.start, read.report.skipped_records, {}};
    seen.left_out = read.report.left_out;
    std::size_t complaints = report.diagnostics.size();
    if (!read.recognised && options_.is_others && options_.is_others(file.path)) {
      seen.skipped_records = 0;
      seen.left_out = {};
    } else {
      PYRAMID_TRY(hand_over(std::move(read), file, seen));
    }
    if (seen.undated) ++complaints;
    if (options_.seen != nullptr && report.diagnostics.size() == complaints) {
      options_.seen->keep(file.path, std::move(seen));
    }
    return {};
  }

  [[nodiscard]] bool enough() const { return is_enough(report, options_); }

  ReadReport report;

 private:
  // Notes in `seen` what went to the sink.
  Status hand_over(SessionRead read, const SessionFile& file, SeenFile& seen) {
    if (read.failure) report.diagnostics.push_back(to_diagnostic(*read.failure));
    std::move(read.report.diagnostics.begin(), read.report.diagnostics.end(),
              std::back_inserter(report.diagnostics));
    report.skipped_records += read.report.skipped_records;
    report.left_out += read.report.left_out;
    Conversation& conversation = read.conversation;
    if (conversation.turns.empty()) return {};
    const Time begun = file.start != Time{} ? file.start : day_in_name(file.path, options_.zone);
    if (!settle_times(conversation, begun)) {
      report.diagnostics.push_back(undated(file.path, kNameItByDay));
      seen.undated = true;
      return {};
    }
    const Time start = conversation.turns.front().at;
    const std::size_t said = conversation.turns.size();
    drop_what_was_said(conversation, read);
    seen.left_out[LeftOutReason::kCopy] += said - conversation.turns.size();
    report.left_out[LeftOutReason::kCopy] += said - conversation.turns.size();
    if (!complete(conversation, read.title)) return {};
    conversation.start = start;
    ++report.conversations;
    report.turns += conversation.turns.size();
    seen.sessions.push_back(format::session_id(conversation));
    return sink_(std::move(conversation));
  }

  void drop_what_was_said(Conversation& conversation, const SessionRead& read) {
    const std::string& forked_from = read.forked_from;
    std::vector<std::size_t>& texts = texts_[conversation.origin];
    texts.clear();  // of another state of the session, in another file
    for (const Turn& turn : conversation.turns) {
      texts.push_back(std::hash<std::string>()(turn.text));
    }
    const auto parent = texts_.find(forked_from);
    std::size_t common = 0;
    if (!forked_from.empty() && parent != texts_.end() && &parent->second != &texts) {
      const auto [mine, theirs] =
          std::mismatch(texts.begin(), texts.end(), parent->second.begin(), parent->second.end());
      common = static_cast<std::size_t>(mine - texts.begin());
    }
    conversation.turns.erase(conversation.turns.begin(),
                             conversation.turns.begin() + static_cast<std::ptrdiff_t>(common));
    if (!read.ids_are_unique) return;
    const auto mark = [](const Turn& turn) {
      return turn.origin + "\n" + std::to_string(std::hash<std::string>()(turn.text));
    };
    std::erase_if(conversation.turns, [&](const Turn& turn) {
      const auto said = said_.find(mark(turn));
      return !turn.origin.empty() && said != said_.end() && said->second != conversation.origin;
    });
    for (const Turn& turn : conversation.turns) said_.emplace(mark(turn), conversation.origin);
  }

  const ReadOptions& options_;
  const std::function<Status(Conversation)>& sink_;
  std::unordered_map<std::string, std::string>
      said_;  // turns by id and words, in which conversation
  std::unordered_map<std::string, std::vector<std::size_t>> texts_;  // hashes, by conversation
};

// What read_sessions() would report, where all of the files were taken in before.
std::optional<ReadReport> all_seen(const std::vector<std::string>& paths,
                                   const ReadOptions& options) {
  if (options.seen == nullptr) return std::nullopt;
  ReadReport report;
  bool all = true;
  for (const std::string& path : paths) {  // each is asked for, since one that is not may be kept
    const SeenFile* seen = options.seen->find(path);
    all = all && seen != nullptr;
    if (!all) continue;
    report.seen_conversations += seen->sessions.size();
    report.skipped_records += seen->skipped_records;
    report.left_out += seen->left_out;
    if (seen->undated) report.diagnostics.push_back(undated(path, kNameItByDay));
  }
  return all ? std::optional(std::move(report)) : std::nullopt;
}

SessionRead read_one(FileSystem& files, const SessionFile& file, const std::string& user,
                     const SessionFormat& format) {
  SessionRead session = format.read(files, file.path);
  const bool is_foreign = !session.recognised && !session.report.diagnostics.empty();
  if (!session.failure && is_foreign) {
    const Diagnostic first = session.report.diagnostics.front();
    const bool is_of_file = first.where == file.path;  // of no line: an archive that is cut off
    session = {};
    session.failure = is_of_file
                          ? Error{ErrorKind::kInvalid, first.what, first.where, "", first.hint}
                          : Error{ErrorKind::kInvalid,
                                  "no line of this file is " + std::string(format.session) + "'s",
                                  file.path, "", format.hint};
  }
  session.conversation.source = format.name;
  session.conversation.origin = file.origin;
  session.conversation.user = user;
  return session;
}

Result<ReadReport> read_sessions(std::vector<SessionFile> sessions, const ReadOptions& options,
                                 const std::function<SessionRead(const SessionFile& file)>& read,
                                 const std::function<Status(Conversation)>& sink) {
  const bool is_only_file = sessions.size() == 1;
  if (!options.conversation.empty()) {
    std::erase_if(sessions,
                  [&](const SessionFile& file) { return file.origin != options.conversation; });
  }
  std::sort(sessions.begin(), sessions.end(), [](const SessionFile& a, const SessionFile& b) {
    return std::tie(a.start, a.origin, a.path) < std::tie(b.start, b.origin, b.path);
  });
  if (options.expect) options.expect(sessions.size());
  Handover handover(options, sink);
  const std::size_t batch = std::max(1U, options.threads);  // files in memory at a time
  for (std::size_t first = 0; first < sessions.size(); first += batch) {
    std::vector<SessionRead> reads(std::min(batch, sessions.size() - first));
    parallel_for(reads.size(), options.threads,
                 [&](std::size_t i) { reads[i] = read(sessions[first + i]); });
    for (std::size_t i = 0; i < reads.size(); ++i) {
      PYRAMID_TRY(handover.take(std::move(reads[i]), sessions[first + i], is_only_file));
      if (handover.enough()) return std::move(handover.report);
    }
  }
  return std::move(handover.report);
}

}  // namespace

SessionFile look_at_head(FileSystem& files, const std::string& path, std::string origin,
                         const std::function<bool(const Json& line, SessionFile& file)>& look) {
  SessionFile file{path, std::move(origin), Time{}};
  Diagnostics unheard;  // reading the file will tell them
  static_cast<void>(
      read_json_lines(files, path, unheard, [&](const Json& line, std::size_t number) {
        return !look(line, file) && number < kHeadLines;
      }));
  return file;
}

bool any_line(FileSystem& files, const std::string& path, std::span<const std::string_view> names,
              const std::function<bool(const Json& line)>& is_one) {
  bool found = false;
  std::size_t lines = 0;
  const auto may_be_one = [&](std::string_view line) {
    if (++lines >= kHeadLines) return true;  // looked at, so that it is the last
    return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
      return line.find(name) != std::string_view::npos;
    });
  };
  const auto look = [&](const Json& line, std::size_t number) {
    found = is_one(line);
    return !found && number < kHeadLines;
  };
  Diagnostics unheard;  // reading the file will tell them
  static_cast<void>(read_json_lines(files, path, unheard, look, may_be_one));
  return found;
}

bool any_of_some(const std::vector<std::string>& paths,
                 const std::function<bool(const std::string& path)>& is_one) {
  const std::size_t some = std::min(paths.size(), kFilesToTellAFolder);
  return std::any_of(paths.begin(), paths.begin() + static_cast<std::ptrdiff_t>(some), is_one);
}

bool begins_with_object(const Source& what, const std::string& path) {
  static_cast<void>(path);  // its name says nothing
  return what.look == Look::kJsonObject;
}

Result<ReadReport> read_session_files(FileSystem& files, const std::string& source,
                                      const ReadOptions& options, const SessionFormat& format,
                                      const std::function<Status(Conversation)>& sink) {
  PYRAMID_ASSIGN(const Source what, look_at(files, source, format.default_source));
  std::vector<std::string> paths = {source};
  Diagnostics closed;  // folders
  if (what.look == Look::kFolder) {
    PYRAMID_ASSIGN(paths, format.paths(files, source, closed));
    if (paths.empty() && closed.empty()) {
      return fail(ErrorKind::kNotFound, "no " + std::string(format.files) + " in this folder",
                  source, format.hint);
    }
  } else if (!format.is_one_file(what, source)) {
    return fail(ErrorKind::kInvalid,
                "this is " + describe(what) + ", not " + std::string(format.session), source,
                format.hint);
  }
  std::optional<ReadReport> report = all_seen(paths, options);
  if (!report) {
    std::vector<SessionFile> sessions;
    for (const std::string& path : paths) sessions.push_back(format.head(files, path));
    PYRAMID_ASSIGN(report, read_sessions(
                               std::move(sessions), options,
                               [&](const SessionFile& file) {
                                 return read_one(files, file, options.user, format);
                               },
                               sink));
  }
  report->diagnostics.insert(report->diagnostics.begin(), closed.begin(), closed.end());
  return std::move(*report);
}

std::string session_stem(const std::string& path) {
  std::string_view name = path::name(path);
  if (name.ends_with(".zst")) name.remove_suffix(4);
  return std::string(path::stem(name));
}

}  // namespace pyramid::ingest
