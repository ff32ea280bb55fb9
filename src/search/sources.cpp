#include "search/sources.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "format/tags.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace pyramid::search {

namespace {

using format::Kind;

struct Group {
  std::string name;
  std::vector<Kind> kinds;
};

constexpr std::string_view kAll = "all";  // whatever sort it is of

const std::vector<Group>& groups() {
  static const std::vector<Group> kGroups = {
      {"memory",
       {Kind::kObservation, Kind::kSummary, Kind::kModel, Kind::kMemory, Kind::kIdentity,
        Kind::kNote, Kind::kTask}},
      {"sessions", {Kind::kSession}},
      {"daily", {Kind::kDaily}},
      {"models", {Kind::kModel, Kind::kMemory}},
      {"observations", {Kind::kObservation}},
      {"summaries", {Kind::kSummary}},
      {"notes", {Kind::kNote}},
      {"tasks", {Kind::kTask}},
      {"topics", {Kind::kTopic}},
      {"identity", {Kind::kIdentity}},
  };
  return kGroups;
}

Failure unknown_source(const std::string& source) {
  const std::string what =
      source.empty() ? "a source is empty" : "no such source: " + printable(source);
  std::vector<std::string> names = {std::string(kAll)};
  for (const Group& group : groups()) names.push_back(group.name);
  names.insert(names.end(), {"facts", "extra", "model:NAME", "tag:NAME", "agent:NAME", "user:NAME",
                             "since:DATE", "until:DATE", "DATE..DATE"});
  const auto near = closest(source, names);
  return fail(ErrorKind::kUsage, what, {},
              near ? "did you mean " + *near + "?" : "there are: " + join(names, ", "));
}

bool add_kinds(const std::string& source, index::Filter& filter) {
  for (const Group& group : groups()) {
    const bool singular =
        format::parse_kind(source) == group.kinds.front() && group.kinds.size() == 1;
    if (source != group.name && !singular) continue;
    filter.kinds.insert(filter.kinds.end(), group.kinds.begin(), group.kinds.end());
    return true;
  }
  return false;
}

Result<Date> date_in(const std::string& text) {
  if (const auto date = parse_date(text)) return *date;
  return fail(ErrorKind::kUsage, "no date: " + printable(text), {}, "write it as 2026-05-15");
}

// Adds the name as it is known, in each of the cases in which files have it.
Status find_name(const std::string& sort, const std::vector<std::string>& known,
                 const std::string& name, std::vector<std::string>& found) {
  const std::size_t before = found.size();
  const std::string wanted = utf8::caseless(name);
  std::copy_if(known.begin(), known.end(), std::back_inserter(found),
               [&](const std::string& one) { return utf8::caseless(one) == wanted; });
  if (found.size() > before) return {};
  const auto near = closest(name, known);
  return fail(ErrorKind::kNotFound, "nothing has the " + sort + " " + printable(name), {},
              near ? "did you mean " + *near + "?" : "");
}

Status find_each(const std::string& sort, const std::vector<std::string>& known,
                 std::vector<std::string>& names) {
  std::vector<std::string> found;
  for (const std::string& name : names) PYRAMID_TRY(find_name(sort, known, name, found));
  names = std::move(found);
  return {};
}

constexpr index::TimeSpan kEver = {{std::numeric_limits<std::int64_t>::min()},
                                   {std::numeric_limits<std::int64_t>::max()}};

// What is said of time.
struct Times {
  index::TimeSpan bounds = kEver;  // since: and until:
  std::vector<index::TimeSpan> ranges;
};

bool is_empty(const index::TimeSpan& span) { return span.begin >= span.end; }

// Ends behind the last day.
Result<Time> end_of(const std::string& last_day, const Zone& zone) {
  PYRAMID_ASSIGN(const Date date, date_in(last_day));
  return zone.start_of(add_days(date, 1));
}

Status add_since(const std::string& text, const Zone& zone, Times& times) {
  PYRAMID_ASSIGN(const Date date, date_in(text));
  times.bounds.begin = std::max(times.bounds.begin, zone.start_of(date));
  return {};
}

Status add_until(const std::string& text, const Zone& zone, Times& times) {
  PYRAMID_ASSIGN(const Time end, end_of(text, zone));
  times.bounds.end = std::min(times.bounds.end, end);
  return {};
}

// "2026-01-01..2026-03-31"
Status add_range(const std::string& text, std::size_t dots, const Zone& zone, Times& times) {
  PYRAMID_ASSIGN(const Date first, date_in(text.substr(0, dots)));
  PYRAMID_ASSIGN(const Time end, end_of(text.substr(dots + 2), zone));
  times.ranges.push_back({zone.start_of(first), end});
  if (!is_empty(times.ranges.back())) return {};
  return fail(ErrorKind::kUsage, text + " ends before it begins", {},
              "write the earlier date first");
}

// Any of the ranges, as far as they lie within the bounds.
Result<std::vector<index::TimeSpan>> spans_of(const Times& times) {
  if (is_empty(times.bounds)) {
    return fail(ErrorKind::kUsage, "since: lies behind until:", {},
                "give the earlier date with since:, or several times as DATE..DATE");
  }
  std::vector<index::TimeSpan> spans;
  if (times.ranges.empty()) {
    if (times.bounds != kEver) spans.push_back(times.bounds);
    return spans;
  }
  for (const index::TimeSpan& range : times.ranges) {
    const index::TimeSpan within = {std::max(range.begin, times.bounds.begin),
                                    std::min(range.end, times.bounds.end)};
    if (!is_empty(within)) spans.push_back(within);
  }
  if (!spans.empty()) return spans;
  return fail(ErrorKind::kUsage, "no range of time lies within since: and until:", {},
              "leave out the one or the other");
}

Status add(const std::string& source, const Zone& zone, index::Filter& filter, Times& times) {
  const auto behind = [&](std::string_view prefix) -> std::optional<std::string> {
    if (!source.starts_with(prefix)) return std::nullopt;
    return source.substr(prefix.size());
  };
  if (source.ends_with(':')) {
    return fail(ErrorKind::kUsage, "nothing stands behind " + printable(source));
  }
  if (add_kinds(source, filter)) return {};
  if (source == "facts" || source == "extra") {
    (source == "facts" ? filter.facts : filter.outside) = true;
    return {};
  }
  if (const auto name = behind("model:")) {
    filter.models.push_back(*name);
    return {};
  }
  if (const auto name = behind("tag:")) {
    filter.tags.push_back(*name);
    return {};
  }
  if (const auto name = behind("agent:")) {
    filter.agents.push_back(format::agent_tag(*name));
    return {};
  }
  if (const auto name = behind("user:")) {
    filter.users.push_back(format::user_tag(*name));
    return {};
  }
  if (const auto date = behind("since:")) return add_since(*date, zone, times);
  if (const auto date = behind("until:")) return add_until(*date, zone, times);
  const std::size_t dots = source.find("..");
  return dots == std::string::npos ? unknown_source(source) : add_range(source, dots, zone, times);
}

}  // namespace

Result<index::Filter> parse_sources(std::span<const std::string> sources, const Zone& zone) {
  index::Filter filter;
  Times times;
  for (const std::string& source : sources) {
    if (source != kAll) PYRAMID_TRY(add(source, zone, filter, times));
  }
  if (std::find(sources.begin(), sources.end(), kAll) != sources.end()) {
    filter.kinds.clear();
    filter.facts = filter.outside = false;
  }
  PYRAMID_ASSIGN(filter.times, spans_of(times));
  return filter;
}

Status find_names(index::Index& index, index::Filter& filter) {
  if (!filter.models.empty()) {
    PYRAMID_ASSIGN(const std::vector<std::string> known, index.model_names());
    PYRAMID_TRY(find_each("model", known, filter.models));
  }
  for (std::vector<std::string>* tags : {&filter.tags, &filter.agents, &filter.users}) {
    if (tags->empty()) continue;
    PYRAMID_ASSIGN(const std::vector<std::string> known, index.tag_names());
    PYRAMID_TRY(find_each("tag", known, *tags));
  }
  return {};
}

}  // namespace pyramid::search
