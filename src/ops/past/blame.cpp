#include "pyramid/blame.hpp"

#include "base/text.hpp"
#include "ops/nodes/revision.hpp"
#include "ops/past/past_nodes.hpp"
#include "pyramid/why.hpp"
#include "workspace/naming.hpp"
#include "workspace/workspace.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace pyramid {

namespace {

using history::Past;
using history::PastCommit;
using history::PastSide;
using ops::PastStep;

constexpr std::size_t kEveryLevel = 1000;

BlamedFact fact_of(const WhyNode& observation, std::optional<double> support) {
  BlamedFact fact;
  fact.id = observation.id;
  fact.path = observation.path;
  fact.text = observation.text;
  fact.support = support;
  for (const WhyNode& source : observation.made_from) {
    if (source.kind != "turn") continue;
    fact.session = source.path;
    fact.first_line = source.first_line;
    fact.turn = source.turn;
    fact.speaker = source.name;
    fact.said = source.at;
  }
  return fact;
}

// The observations at the ends of the tree, each once.
void collect(const WhyNode& node, std::optional<double> support, std::vector<BlamedFact>& facts) {
  if (node.support) support = node.support;
  if (node.kind == "observation" && !node.id.empty()) {
    const bool known = std::any_of(facts.begin(), facts.end(),
                                   [&](const BlamedFact& one) { return one.id == node.id; });
    if (!known) facts.push_back(fact_of(node, support));
    return;
  }
  for (const WhyNode& source : node.made_from) collect(source, support, facts);
  if (node.kind != "session" && node.kind != "turn") return;
  for (const WhyNode& reader : node.read_by) {
    if (reader.kind == "observation") collect(reader, std::nullopt, facts);
  }
}

bool has_line(std::string_view bytes, std::string_view line) {
  const auto lines = split_lines(bytes);
  return std::any_of(lines.begin(), lines.end(),
                     [&](std::string_view one) { return trim(one) == line; });
}

// Looks for what the report asks of each commit, newest first.
class Search {
 public:
  // `facts`: those of the report, in order.
  Search(Past& past, BlameReport& report, const ops::PastTarget& target,
         const std::vector<ops::PastTarget>& facts)
      : past_(past), report_(report), file_(past, target), line_(trim(report.text)) {
    for (const ops::PastTarget& fact : facts) trails_.emplace_back(past, fact);
  }

  Status look() {
    return past_.each_of_all([this](const PastCommit& commit) -> Result<bool> {
      const bool is_needed =
          file_.needs(commit) || std::any_of(trails_.begin(), trails_.end(),
                                             [&](const auto& one) { return one.needs(commit); });
      if (!is_needed) return true;
      PYRAMID_ASSIGN(const std::vector<PastSide> sides, past_.sides(commit));
      PYRAMID_TRY(look_at_file(commit, sides));
      for (std::size_t i = 0; i < trails_.size(); ++i) {
        PYRAMID_TRY(look_at_fact(commit, sides, i));
      }
      return true;
    });
  }

 private:
  Status look_at_file(const PastCommit& commit, const std::vector<PastSide>& sides) {
    PYRAMID_ASSIGN(const std::optional<PastStep> step, file_.step(commit, sides));
    if (!step || report_.written || gone_) return {};
    if (line_.empty()) {
      report_.written = ops::told(commit);
      return {};
    }
    PYRAMID_ASSIGN(const bool after, says(step->after.blob));
    bool before = false;
    for (const ops::PastPlace& place : step->before) {
      PYRAMID_ASSIGN(const bool said, says(place.blob));
      before = before || said;
    }
    if (after && !before) report_.written = ops::told(commit);
    // Not committed as it stands. Later ones may be of the other side of a merge.
    if (std::exchange(is_newest_, false)) gone_ = !after;
    return {};
  }

  Result<bool> says(const std::optional<std::string>& blob) {
    if (!blob) return false;
    PYRAMID_ASSIGN(const std::string bytes, past_.read(*blob));
    return has_line(bytes, line_);
  }

  Status look_at_fact(const PastCommit& commit, const std::vector<PastSide>& sides,
                      std::size_t number) {
    PYRAMID_ASSIGN(const std::optional<PastStep> step, trails_[number].step(commit, sides));
    if (!step) return {};
    BlamedFact& fact = report_.facts[number];
    const bool came = step->after.blob &&
                      std::none_of(step->before.begin(), step->before.end(),
                                   [](const ops::PastPlace& one) { return one.blob.has_value(); });
    if (came) fact.came_in = ops::told(commit);
    if (came || fact.changed) return {};
    PYRAMID_ASSIGN(const std::vector<MemoryChange> meant, ops::meaning_of(past_, *step));
    const bool changed = !meant.empty() && meant.front().what != "added" &&
                         meant.front().what != "renamed" && meant.front().what != "deleted";
    if (changed) fact.changed = ops::told(commit);
    return {};
  }

  Past& past_;
  BlameReport& report_;
  ops::Trail file_;
  std::string line_;
  bool gone_ = false, is_newest_ = true;
  std::vector<ops::Trail> trails_;
};

std::string title_of(FileSystem& files, const workspace::Workspace& workspace,
                     const std::string& path) {
  const Result<std::string> bytes = files.read(workspace.absolute(path));
  if (!bytes) return {};
  const Result<format::Node> node = format::read_node(*bytes, path);
  return node ? node->title : "";
}

Result<ops::PastTarget> target_of(FileSystem& files, const workspace::Workspace& workspace,
                                  Past& past, const std::string& path, const Ulid& id) {
  ops::PastTarget target;
  target.path = path;
  target.id = id;
  PYRAMID_ASSIGN(target.at_head, ops::name_at_head(files, workspace, past, target));
  return target;
}

// A home's whole is told by its sections, and its path alone by its name.
bool is_whole(const WhyNode& node) { return node.first_line == 0; }

Result<BlameReport> blame_in(const Environment& environment, const BlameOptions& options) {
  PYRAMID_ASSIGN(const workspace::Workspace workspace,
                 workspace::open(environment.files, options.workspace.root));
  PYRAMID_ASSIGN(const std::unique_ptr<Past> past, ops::open_past(workspace.root));
  WhyOptions asked;
  asked.workspace = options.workspace;
  asked.what = options.what;
  asked.folder = options.folder;
  asked.depth = kEveryLevel;
  if (options.all) asked.shown = std::nullopt;
  PYRAMID_ASSIGN(const WhyReport why_it_is, why(environment, asked));
  BlameReport report;
  report.diagnostics = why_it_is.diagnostics;
  report.path = why_it_is.node.path;
  const bool whole = is_whole(why_it_is.node);
  if (!whole) report.line = why_it_is.node.first_line;
  collect(why_it_is.node, std::nullopt, report.facts);
  PYRAMID_ASSIGN(const std::string bytes, environment.files.read(workspace.absolute(report.path)));
  if (!whole) {
    const auto lines = split_lines(bytes);
    if (report.line <= lines.size()) report.text = lines[report.line - 1];
  }
  for (BlamedFact& fact : report.facts) {
    if (!fact.session.empty()) {
      fact.session_title = title_of(environment.files, workspace, fact.session);
    }
  }
  const Result<format::Node> node = format::read_node(bytes, report.path);
  PYRAMID_ASSIGN(const ops::PastTarget target, target_of(environment.files, workspace, *past,
                                                         report.path, node ? node->id : Ulid{}));
  std::vector<ops::PastTarget> facts;
  for (const BlamedFact& fact : report.facts) {
    PYRAMID_ASSIGN(ops::PastTarget one,
                   target_of(environment.files, workspace, *past, fact.path, *parse_ulid(fact.id)));
    facts.push_back(std::move(one));
  }
  Search search(*past, report, target, facts);
  PYRAMID_TRY(search.look());
  return report;
}

}  // namespace

Result<BlameReport> blame(const Environment& environment, const BlameOptions& options) {
  return workspace::named_within(environment.files, options.workspace.root,
                                 blame_in(environment, options));
}

}  // namespace pyramid
