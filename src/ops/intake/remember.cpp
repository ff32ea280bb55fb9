#include "pyramid/remember.hpp"

#include "base/text.hpp"
#include "format/entries.hpp"
#include "ops/calls/secrets.hpp"
#include "ops/run/diary.hpp"
#include "ops/run/run.hpp"
#include "ops/run/storable.hpp"
#include "ops/write/model_index.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace pyramid {

namespace {

using ops::Opened;
using ops::Services;

// Where an entry goes, and how it is headed.
struct Place {
  std::string path, heading;
  bool in_notes = false;  // of MEMORY.md; else at the end of the file
  std::string subject;    // of the commit
};

using PlaceAt = std::function<Place(LocalTime now, const std::string& channel)>;

Place place_in_memory(LocalTime now, const std::string& /*channel*/) {
  Place place;
  place.path = workspace::kMemoryFile;
  place.heading = "### [" + format_minute(now) + "]";
  place.in_notes = true;
  place.subject = "remembered";
  return place;
}

Place place_in_log(LocalTime now, const std::string& channel) {
  Place place;
  place.path = "daily/" + format_date(date_of(now)) + ".md";
  place.heading = "## " + format_clock(now);
  if (!channel.empty()) place.heading += " " + format::escape_inline(collapse_spaces(channel));
  place.subject = "logged";
  return place;
}

Result<std::string> checked_text(const RememberOptions& options) {
  const std::string_view text = trim(options.text);
  if (text.empty()) return fail(ErrorKind::kUsage, "there is nothing to write down");
  PYRAMID_TRY(ops::check_storable(text));
  PYRAMID_TRY(ops::check_storable(options.channel));
  return std::string(text);
}

// The file as it stands, or as it begins.
Result<std::string> file_for(ops::WorkingSet& memory, const Place& place, LocalTime now) {
  if (place.in_notes && !memory.is_at(place.path)) PYRAMID_TRY(ops::write_memory_home(memory));
  Result<std::string> content = memory.bytes(place.path);
  if (content || content.error().kind != ErrorKind::kNotFound || place.in_notes) return content;
  return "# " + format_date_long(date_of(now)) + "\n";
}

Status write(ops::WorkingSet& memory, const Place& place, const std::string& text, LocalTime now,
             RememberReport& report) {
  const Result<std::string> on_disk = memory.bytes(place.path);
  PYRAMID_ASSIGN(const std::string before, file_for(memory, place, now));
  PYRAMID_ASSIGN(format::WithEntry after,
                 place.in_notes ? format::with_note_entry(before, place.path, place.heading, text)
                                : format::with_last_entry(before, place.path, place.heading, text));
  report.path = place.path;
  report.first_line = after.line;
  PYRAMID_TRY(memory.put(place.path, std::move(after.bytes),
                         on_disk ? std::optional(digest_of(*on_disk)) : std::nullopt));
  PYRAMID_TRY(memory.flush());
  if (memory.changed_meanwhile().empty()) return {};
  return fail(ErrorKind::kConflict, "changed while it was being written", place.path,
              "say it again");
}

Result<RememberReport> run(Services& services, const RememberOptions& options,
                           const std::string& said, const PlaceAt& place_at) {
  const Time now = services.clock.now();
  const LocalTime local = services.zone.local(now);
  PYRAMID_ASSIGN(Opened opened, ops::open(services, options.workspace, ops::Access::kWrite));
  const guard::Policy policy = ops::secrets_policy(opened.workspace.settings);
  PYRAMID_ASSIGN(guard::Redacted redacted, ops::redact_or_refuse(said, policy));
  PYRAMID_ASSIGN(const guard::Redacted channel, ops::redact_or_refuse(options.channel, policy));
  redacted.findings.insert(redacted.findings.end(), channel.findings.begin(),
                           channel.findings.end());
  const Place place = place_at(local, channel.text);
  ops::WorkingSet memory(services.files, opened.workspace);
  PYRAMID_TRY(memory.load(*opened.index));
  RememberReport report;
  report.diagnostics = opened.workspace.diagnostics;
  PYRAMID_ASSIGN(const ops::Diary diary,
                 ops::begin_diary(services, opened.workspace, report.diagnostics));
  PYRAMID_TRY(write(memory, place, redacted.text, local, report));
  report.redacted = redacted.findings.size();
  std::vector<ops::SecretPlace> places;
  for (const guard::Finding& one : redacted.findings) {
    places.push_back({one.kind, report.path + ":" + std::to_string(report.first_line)});
  }
  for (Diagnostic& one : ops::redacted_at(places)) report.diagnostics.push_back(std::move(one));
  if (diary.repository) {
    const std::string message = "memory: " + place.subject + " in " + place.path + "\n";
    PYRAMID_ASSIGN(report.commit, ops::commit_changes(*diary.repository, memory, message, now,
                                                      report.diagnostics));
  }
  return report;
}

Result<RememberReport> write_down(const Environment& environment, const RememberOptions& options,
                                  const PlaceAt& place) {
  PYRAMID_ASSIGN(const std::string text, checked_text(options));
  return ops::with_services(environment, options.workspace, [&](Services& services) {
    return run(services, options, text, place);
  });
}

}  // namespace

Result<RememberReport> remember(const Environment& environment, const RememberOptions& options) {
  return write_down(environment, options, place_in_memory);
}

Result<RememberReport> log_text(const Environment& environment, const RememberOptions& options) {
  return write_down(environment, options, place_in_log);
}

}  // namespace pyramid
