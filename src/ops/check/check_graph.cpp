#include "ops/check/check_graph.hpp"

#include "plan/plan.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::ops {

namespace {

using format::Kind;

// A summary and where it lies.
using Placed = NodesByPath::value_type;

Diagnostic error_in(const std::string& path, std::string what, std::string hint) {
  return {Severity::kError, path, std::move(what), std::move(hint)};
}
Diagnostic warning_in(const std::string& path, std::string what, std::string hint) {
  return {Severity::kWarning, path, std::move(what), std::move(hint)};
}

std::string what_is(Kind kind) {
  return std::string("now a file of kind ") + format::name_of(kind);
}

// What is promised of the next sync comes later for a summary that waits.
std::string promise(const NotWritten& not_written, const std::string& summary,
                    std::string_view what) {
  const bool waits = not_written.waiting.contains(summary);
  return std::string(waits ? "a sync " : "the next sync ").append(what) +
         (waits ? ", once the file that it waits for is mended" : "");
}

bool fits(const Surveyed& summary, const Surveyed& source) {
  if (summary.tier == 0) return source.kind == Kind::kObservation;
  return source.kind == Kind::kSummary && source.tier == summary.tier - 1;
}

// What the sources of a node say of their time and number, all the way down; nullopt where they are
// not as they should be, which is told otherwise.
struct Span {
  Time start, end;
  std::int64_t count = 0;
};
std::optional<Span> span_of(const NodesByPath& nodes, const Surveyed& node) {
  if (node.kind == Kind::kObservation) return Span{node.at, node.at, 1};
  if (node.sources.empty()) return Span{node.start, node.end, 0};
  std::optional<Span> whole;
  std::set<std::string_view> seen;
  for (const std::string& path : node.sources) {
    if (!seen.insert(path).second) continue;
    const auto source = nodes.find(path);
    if (source == nodes.end() || !fits(node, source->second)) return std::nullopt;
    const bool in_use = source->second.kind == Kind::kSummary || source->second.status.empty();
    if (!in_use || source->second.model != node.model) return std::nullopt;
    const std::optional<Span> part = span_of(nodes, source->second);
    if (!part) return std::nullopt;
    if (!whole) whole = Span{part->start, part->end, 0};
    whole->start = std::min(whole->start, part->start);
    whole->end = std::max(whole->end, part->end);
    whole->count += part->count;
  }
  return whole;
}

void check_span(const NodesByPath& nodes, const NotWritten& not_written, const Placed& placed,
                Diagnostics& problems) {
  const Surveyed& summary = placed.second;
  const std::optional<Span> span = span_of(nodes, summary);
  if (!span || summary.sources.empty()) return;
  const auto tell = [&](const std::string& key, const std::string& said, const std::string& is) {
    if (said == is) return;
    problems.push_back(warning_in(placed.first,
                                  "says `" + key + ": " + said + "`, and its sources say " + is,
                                  promise(not_written, placed.first, "mends it")));
  };
  // A line that is not there is told of by the schema.
  if (summary.start != Time{}) {
    tell("start", format_time(summary.start), format_time(span->start));
  }
  if (summary.end != Time{}) tell("end", format_time(summary.end), format_time(span->end));
  tell("count", std::to_string(summary.count), std::to_string(span->count));
}

// Told once of all: a slip in `tier:` makes every source one that does not fit.
void tell_misfits(const Placed& placed, const NotWritten& not_written,
                  const std::vector<std::string>& misfits, Diagnostics& problems) {
  const auto& [path, summary] = placed;
  if (misfits.empty()) return;
  std::string what =
      "is of tier " + std::to_string(summary.tier) + " and cannot be made from " + misfits.front();
  if (misfits.size() > 1) what += " and " + std::to_string(misfits.size() - 1) + " more";
  const bool one = misfits.size() == 1;
  problems.push_back(error_in(
      path, what,
      (one ? "remove that link, or restore `tier:`; "
           : "restore `tier:`, or remove those links; ") +
          promise(not_written, path, one ? "leaves the source out" : "leaves the sources out")));
}

void check_sources(const NodesByPath& nodes, const NotWritten& not_written, const Placed& placed,
                   Diagnostics& problems) {
  const auto& [path, summary] = placed;
  std::vector<std::string> misfits;
  for (const std::string& from : summary.sources) {
    const auto source = nodes.find(from);
    if (source == nodes.end() || fits(summary, source->second)) continue;
    const Kind kind = source->second.kind;
    if (kind != Kind::kObservation && kind != Kind::kSummary) {
      problems.push_back(error_in(path, "is made from " + from + ", which is " + what_is(kind),
                                  "restore that file, or remove the link; " +
                                      promise(not_written, path, "leaves the source out")));
      continue;
    }
    misfits.push_back(from);
  }
  tell_misfits(placed, not_written, misfits, problems);
  if (summary.sources.empty()) {
    problems.push_back(
        warning_in(path, "has no sources: a statement of your own", "keep it, or remove the file"));
  } else if (!summary.has_inputs) {
    problems.push_back(warning_in(path, "does not say what it was made from",
                                  promise(not_written, path, "writes it again")));
  }
}

// A source that two summaries list stays with the smaller id.
void check_claims(const NodesByPath& nodes, const NotWritten& not_written, Diagnostics& problems) {
  std::map<std::pair<std::string_view, std::string_view>, std::vector<const Placed*>> claims;
  for (const Placed& placed : nodes) {
    const auto& [path, node] = placed;
    if (node.kind != Kind::kSummary || not_written.left_out.contains(path)) continue;
    const std::optional<plan::Policy> policy = plan::policy_named(node.policy);
    if (!policy) continue;
    for (const std::string& from : node.sources) {
      std::vector<const Placed*>& readers = claims[{from, plan::name_of(*policy)}];
      if (!from.empty() && (readers.empty() || readers.back() != &placed)) {
        readers.push_back(&placed);
      }
    }
  }
  for (auto& [claim, readers] : claims) {
    std::sort(readers.begin(), readers.end(),
              [](const Placed* a, const Placed* b) { return a->second.id < b->second.id; });
    for (std::size_t i = 1; i < readers.size(); ++i) {
      problems.push_back(warning_in(
          readers[i]->first,
          "lists " + std::string(claim.first) + " as a source, as " + readers[0]->first + " does",
          "remove one of the two links; " +
              promise(not_written, readers[i]->first, "leaves it out of one")));
    }
  }
}

// Whether the sources of `path` lead back to it.
bool leads_back(const NodesByPath& nodes, const std::string& path) {
  std::set<std::string> seen;
  std::vector<std::string> open = {path};
  while (!open.empty()) {
    const auto node = nodes.find(open.back());
    open.pop_back();
    if (node == nodes.end()) continue;
    for (const std::string& source : node->second.sources) {
      if (source == path) return true;
      if (seen.insert(source).second) open.push_back(source);
    }
  }
  return false;
}

}  // namespace

Surveyed surveyed(const format::Node& node) {
  Surveyed out;
  out.kind = node.kind;
  out.id = node.id;
  out.model = node.model;
  out.status = node.status;
  out.policy = node.policy;
  out.tier = node.tier;
  out.at = node.at;
  out.start = node.start;
  out.end = node.end;
  out.count = node.count;
  out.has_inputs = node.inputs.has_value();
  out.first = node.first;
  out.turns = node.turns;
  out.sources.reserve(node.sources.size());
  for (const format::Edge& edge : node.sources) out.sources.push_back(edge.path);
  return out;
}

Diagnostics check_graph(const NodesByPath& nodes, const NotWritten& not_written, Time now) {
  Diagnostics problems;
  check_claims(nodes, not_written, problems);
  const Time latest{now.seconds + kSecondsPerDay};
  for (const Placed& placed : nodes) {
    const auto& [path, node] = placed;
    if (node.kind == Kind::kSummary && !not_written.left_out.contains(path)) {
      check_span(nodes, not_written, placed, problems);
      check_sources(nodes, not_written, placed, problems);
      // Only sources of a wrong tier can lead back, so this walk is rare.
      const bool misfit = !problems.empty() && problems.back().where == path;
      if (misfit && leads_back(nodes, path)) {
        problems.push_back(error_in(path, "is made from itself, through its sources",
                                    "remove the link that leads back"));
      }
    }
    const bool dated =
        node.kind == Kind::kObservation || node.kind == Kind::kSession || node.kind == Kind::kTask;
    if (dated && latest < node.at) {
      problems.push_back(warning_in(path, "lies in the future: " + format_time(node.at),
                                    "mend `at:` if that is a slip"));
    }
  }
  return problems;
}

}  // namespace pyramid::ops
