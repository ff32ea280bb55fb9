#include "search/sources.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace pyramid::search {

namespace {

using format::Kind;

struct Group {
  std::string name;
  std::vector<Kind> kinds;
};

const std::vector<Group>& groups() {
  static const std::vector<Group> kGroups = {
      {"memory",
       {Kind::kObservation, Kind::kSummary, Kind::kModel, Kind::kMemory, Kind::kIdentity,
        Kind::kNote}},
      {"sessions", {Kind::kSession}},
      {"daily", {Kind::kDaily}},
      {"models", {Kind::kModel, Kind::kMemory}},
      {"observations", {Kind::kObservation}},
      {"summaries", {Kind::kSummary}},
      {"notes", {Kind::kNote}},
      {"identity", {Kind::kIdentity}},
  };
  return kGroups;
}

Failure unknown_source(const std::string& source) {
  const std::string what =
      source.empty() ? "a source is empty" : "no such source: " + printable(source);
  std::vector<std::string> names;
  for (const Group& group : groups()) names.push_back(group.name);
  names.insert(names.end(),
               {"extra", "model:NAME", "tag:NAME", "since:DATE", "until:DATE", "DATE..DATE"});
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

Status add_name(const std::string& sort, const std::string& name,
                const std::vector<std::string>& known, std::vector<std::string>& names) {
  for (const std::string& one : known) {
    if (!equals_ignoring_case(one, name)) continue;
    names.push_back(one);
    return {};
  }
  const auto near = closest(name, known);
  return fail(ErrorKind::kNotFound, "nothing has the " + sort + " " + printable(name), {},
              near ? "did you mean " + *near + "?" : "");
}

Status add_since(const std::string& text, index::Filter& filter) {
  PYRAMID_ASSIGN(const Date date, date_in(text));
  filter.since = std::max(filter.since.value_or(start_of(date)), start_of(date));
  return {};
}

Status add_until(const std::string& text, index::Filter& filter) {
  PYRAMID_ASSIGN(const Date date, date_in(text));
  const Time end = start_of(add_days(date, 1));
  filter.until = std::min(filter.until.value_or(end), end);
  return {};
}

Status add(index::Index& index, const std::string& source, index::Filter& filter) {
  const auto behind = [&](std::string_view prefix) -> std::optional<std::string> {
    if (!source.starts_with(prefix)) return std::nullopt;
    return source.substr(prefix.size());
  };
  if (add_kinds(source, filter)) return {};
  if (source == "extra") {
    filter.outside = true;
    return {};
  }
  if (const auto name = behind("model:")) {
    PYRAMID_ASSIGN(const std::vector<std::string> known, index.model_names());
    return add_name("model", *name, known, filter.models);
  }
  if (const auto name = behind("tag:")) {
    PYRAMID_ASSIGN(const std::vector<std::string> known, index.tag_names());
    return add_name("tag", *name, known, filter.tags);
  }
  if (const auto date = behind("since:")) return add_since(*date, filter);
  if (const auto date = behind("until:")) return add_until(*date, filter);
  const std::size_t dots = source.find("..");
  if (dots == std::string::npos) return unknown_source(source);
  PYRAMID_TRY(add_since(source.substr(0, dots), filter));
  return add_until(source.substr(dots + 2), filter);
}

}  // namespace

Result<index::Filter> parse_sources(index::Index& index, std::span<const std::string> sources) {
  index::Filter filter;
  for (const std::string& source : sources) PYRAMID_TRY(add(index, source, filter));
  if (filter.since && filter.until && *filter.since >= *filter.until) {
    return fail(ErrorKind::kUsage, "the time to look at ends before it begins", {},
                "write the earlier date first, as in 2026-01-01..2026-03-31");
  }
  return filter;
}

}  // namespace pyramid::search
