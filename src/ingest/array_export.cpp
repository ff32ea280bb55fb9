#include "ingest/array_export.hpp"

#include "base/encoding.hpp"
#include "base/parallel.hpp"
#include "base/text.hpp"
#include "ingest/array_splitter.hpp"
#include "ingest/export_parts.hpp"
#include "ingest/source.hpp"
#include "ingest/turn_text.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace pyramid::ingest {

namespace {

using format::Conversation;

// Records in front of the first conversation: with more it is another thing altogether.
constexpr std::size_t kMostMisfits = 64;
// Records that are parsed at a time, by a thread each: as few as keep the threads busy.
constexpr std::size_t kRecordsPerThread = 4;
constexpr std::size_t kMostBytesAtOnce = 8UL * 1024 * 1024;

// One element of the array, and what a thread made of it.
struct Record {
  std::string text;
  std::size_t line = 0;
  ParsedJson parsed;
  std::optional<Conversation> conversation;  // where it is one
  std::size_t content = 0;                   // a hash
  ReadReport counts;
  Encoding encoding = Encoding::kUtf8;
};

std::size_t line_of(std::string_view text, std::size_t offset, std::size_t first_line) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  return first_line + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
}

// One reading of one export, which may be several files.
class Reading {
 public:
  Reading(const ExportFormat& format, const ReadOptions& options,
          const std::function<Status(Conversation)>& sink)
      : format_(format), options_(options), sink_(sink) {}

  Status read_part(FileSystem& files, const ExportPart& part) {
    path_ = part.where();
    encodings_ = {};
    ArraySplitter splitter([this](std::string_view element, std::size_t line) {
      status_ = wait_with(element, line);
      return status_.has_value() && !enough();
    });
    Status read = ingest::read_part(files, part,
                                    [&](std::string_view piece) { return splitter.feed(piece); });
    if (status_) status_ = take_waiting();
    PYRAMID_TRY(std::move(status_));
    status_ = {};
    if (auto told = encodings_.told(path_)) report.diagnostics.push_back(*std::move(told));
    if (!read && understood_ == 0) return read;
    if (!read) {  // a zip whose end is damaged
      report.diagnostics.push_back(to_diagnostic(read.error()));
      return {};
    }
    return check_end(splitter);
  }

  // Whoever takes the conversations had enough of it: nothing is wrong with the source.
  [[nodiscard]] bool was_stopped() const { return stopped_; }
  [[nodiscard]] bool understood() const { return understood_ > 0; }

  [[nodiscard]] bool enough() const { return is_enough(report, options_); }

  void finish(const std::string& source) {
    if (private_ == 0) return;
    report.diagnostics.push_back({Severity::kWarning, source,
                                  count_of(private_, "conversation is", "conversations are") +
                                      " marked not to be remembered; left out",
                                  ""});
  }

  ReadReport report;

 private:
  // Parsing is most of the work, and that of one record does not depend on that of another.
  Status wait_with(std::string_view element, std::size_t line) {
    // Looking for the id is much cheaper than parsing.
    if (understood_ > 0 && element.find(options_.conversation) == std::string_view::npos) return {};
    Record& record = waiting_.emplace_back();
    record.text = element;
    record.line = line;
    waiting_bytes_ += element.size();
    const bool is_full = waiting_.size() >= kRecordsPerThread * std::max(1U, options_.threads) ||
                         waiting_bytes_ >= kMostBytesAtOnce;
    return is_full ? take_waiting() : Status();
  }

  Status take_waiting() {
    parallel_for(waiting_.size(), options_.threads, [this](std::size_t i) { parse(waiting_[i]); });
    Status taken;
    for (Record& record : waiting_) {
      if (enough()) break;
      taken = take(record);
      if (!taken) break;
    }
    waiting_.clear();
    waiting_bytes_ = 0;
    return taken;
  }

  // On any thread.
  void parse(Record& record) const {
    Decoded decoded = decode(record.text);
    record.encoding = decoded.encoding;
    if (decoded.encoding != Encoding::kUtf8) record.text = std::move(decoded.text);
    record.parsed = parse_json(record.text);
    if (!record.parsed.value) return;
    const Json* messages = member(*record.parsed.value, format_.key);
    if (messages == nullptr || !messages->is_structured()) return;
    record.conversation = format_.to_conversation(*record.parsed.value, record.counts);
    record.content = std::hash<Json>()(*record.parsed.value);
  }

  Status take(Record& record) {
    const ParsedJson& parsed = record.parsed;
    if (!parsed.value) {
      complain(line_of(record.text, parsed.bad_at, record.line),
               "this conversation is not valid JSON");
      return {};
    }
    if (!parsed.value->is_object()) {
      complain(record.line, "this record is not a conversation");
      return {};
    }
    if (!record.conversation) {
      if (!misfit_) misfit_ = misfit(*parsed.value, record.line);
      if (understood_ == 0 && ++misfits_ == kMostMisfits) return fail(Error(*misfit_));
      complain(record.line,
               "this record is not a conversation (it has no `" + std::string(format_.key) + "`)");
      return {};
    }
    ++understood_;
    encodings_.note(record.encoding, record.line);
    report.skipped_records += record.counts.skipped_records;
    return take_conversation(record);
  }

  Status take_conversation(Record& record) {
    Conversation& conversation = *record.conversation;
    const std::size_t line = record.line;
    if (conversation.origin.empty()) {
      complain(line, "this conversation has no `" + std::string(format_.id_key) + "`");
      return {};
    }
    const bool asked_for =
        options_.conversation.empty() || options_.conversation == conversation.origin;
    if (!asked_for || is_there_twice(record)) return {};
    if (format_.is_private(*record.parsed.value)) {
      ++private_;
      return {};
    }
    report.left_out += record.counts.left_out;
    conversation.user = options_.user;
    if (!settle_times(conversation)) {
      report.diagnostics.push_back(undated(where(line), "give its messages a time"));
      return {};
    }
    if (!complete(conversation, format_.title(*record.parsed.value))) return {};
    ++report.conversations;
    report.turns += conversation.turns.size();
    Status taken = sink_(std::move(conversation));
    stopped_ = !taken;
    return taken;
  }

  // Of several states of a conversation whoever takes them knows the newest.
  bool is_there_twice(const Record& record) {
    const std::string& id = record.conversation->origin;
    return !seen_.insert(id + " " + std::to_string(record.content)).second;
  }

  [[nodiscard]] Error misfit(const Json& record, std::size_t line) const {
    return {ErrorKind::kInvalid, format_.looks_like(record), where(line), "", format_.hint};
  }

  Status check_end(const ArraySplitter& splitter) {
    using State = ArraySplitter::State;
    const State state = splitter.state();
    if (understood_ == 0 && misfit_) return fail(Error(*misfit_));
    if (state == State::kEnd && understood_ == 0 && !report.diagnostics.empty()) {
      const Diagnostic& first = report.diagnostics.front();  // nothing in it is a conversation
      return fail(ErrorKind::kInvalid, first.what, first.where, format_.hint);
    }
    if (state == State::kEnd || state == State::kEnough) return {};
    const std::string what = splitter.is_too_long()    ? "this record is too long"
                             : state == State::kBroken ? "the export is not valid JSON from here on"
                                                       : "the export ends in the middle";
    if (understood_ == 0) {
      return fail(ErrorKind::kInvalid, what, where(splitter.line()), format_.hint);
    }
    complain(splitter.line(), what);
    return {};
  }

  [[nodiscard]] std::string where(std::size_t line) const {
    return path_ + ":" + std::to_string(line);
  }
  void complain(std::size_t line, std::string what) {
    report.diagnostics.push_back({Severity::kError, where(line), std::move(what),
                                  "it is left out; export again to have it"});
  }

  const ExportFormat& format_;
  const ReadOptions& options_;
  const std::function<Status(Conversation)>& sink_;
  std::string path_;
  Encodings encodings_;
  std::vector<Record> waiting_;
  std::size_t waiting_bytes_ = 0;
  std::size_t understood_ = 0, private_ = 0, misfits_ = 0;
  bool stopped_ = false;
  std::optional<Error> misfit_;           // the first record that is no conversation
  std::unordered_set<std::string> seen_;  // ids and contents: a delivery in parts may overlap
  Status status_;
};

// Whether it is what a delivery holds beside conversations.
bool is_beside(FileSystem& files, const std::string& source, const Source& what,
               const ExportFormat& format) {
  Diagnostics unheard;  // they were told with the parts
  return std::any_of(format.beside.begin(), format.beside.end(), [&](std::string_view name) {
    if (name.empty()) return false;
    const auto parts = export_parts(files, source, what, unheard, name);
    return parts && !parts->empty();
  });
}

Failure not_an_export(const std::string& source, const Source& what, const ExportFormat& format) {
  return fail(ErrorKind::kInvalid,
              "this is " + describe(what) + ", not a " + format.vendor + " export", source,
              format.hint);
}

// Where several exports lie together, another vendor's among them is told and left alone.
void leave_out_others(FileSystem& files, const ExportFormat& format, const ReadOptions& options,
                      std::vector<ExportPart>& parts, Diagnostics& diagnostics) {
  if (parts.size() < 2) return;
  std::erase_if(parts, [&](const ExportPart& part) {
    const bool other = part_has_key(files, part, format.other_key, format.key);
    if (other && !(options.is_others && options.is_others(part.path))) {
      diagnostics.push_back(
          {Severity::kWarning, part.where(),
           std::string("this is no ") + format.vendor + " export; it is left out",
           "import it by itself: name the " + std::string(part.member ? "zip" : "file")});
    }
    return other;
  });
}

}  // namespace

bool is_export(FileSystem& files, const std::string& path, const Source& what,
               const ExportFormat& format) {
  const bool may_be = what.look == Look::kFolder || what.look == Look::kZip ||
                      what.look == Look::kJsonArray || what.look == Look::kJsonObject;
  if (!may_be) return false;
  Diagnostics unheard;  // reading will tell them
  const auto parts = export_parts(files, path, what, unheard);
  return parts && std::any_of(parts->begin(), parts->end(), [&](const ExportPart& part) {
           return part_has_key(files, part, format.key, format.other_key);
         });
}

Result<ReadReport> read_export(FileSystem& files, const std::string& source,
                               const ExportFormat& format, const ReadOptions& options,
                               const std::function<Status(Conversation)>& sink) {
  PYRAMID_ASSIGN(const Source what, look_at(files, source));
  const bool may_be = what.look == Look::kFolder || what.look == Look::kZip ||
                      what.look == Look::kJsonArray || what.look == Look::kJsonObject;
  if (!may_be) return not_an_export(source, what, format);
  Reading reading(format, options, sink);
  PYRAMID_ASSIGN(std::vector<ExportPart> parts,
                 export_parts(files, source, what, reading.report.diagnostics));
  leave_out_others(files, format, options, parts, reading.report.diagnostics);
  if (parts.empty() && is_beside(files, source, what, format)) return std::move(reading.report);
  if (parts.empty()) {
    return fail(ErrorKind::kNotFound,
                "no conversations.json in this " +
                    std::string(what.look == Look::kZip ? "zip archive" : "folder"),
                source, format.hint);
  }
  std::optional<Error> first;  // of several parts a damaged one stops none of the others
  for (const ExportPart& part : parts) {
    if (reading.enough()) break;
    Status read = reading.read_part(files, part);
    if (read) continue;
    if (reading.was_stopped() || parts.size() == 1) return fail(std::move(read).error());
    reading.report.diagnostics.push_back(to_diagnostic(read.error()));
    if (!first) first = std::move(read).error();
  }
  if (first && !reading.understood()) return fail(*std::move(first));
  reading.finish(source);
  return std::move(reading.report);
}

}  // namespace pyramid::ingest
