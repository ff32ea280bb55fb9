#include "pyramid/check.hpp"

#include "format/conversation.hpp"
#include "format/schema.hpp"
#include "ops/opened.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace pyramid {

namespace {

using format::Document;
using format::Kind;
using format::Node;
using ops::Opened;
using ops::Services;

// What a check of the whole workspace collects.
struct Survey {
  std::set<std::string> files;  // every regular file, workspace-relative
  std::map<Ulid, std::vector<std::string>> by_id;
  std::map<std::string, std::int64_t> turns;  // of session files
  std::vector<std::pair<std::string, format::Edge>> links;
  CheckReport report;
};

std::string place(const std::string& path, std::size_t line) {
  return path + ":" + std::to_string(line);
}

void check_node(Survey& survey, const Document& document, const Node& node) {
  for (Diagnostic& problem : format::validate(document, node.kind, node.path)) {
    survey.report.problems.push_back(std::move(problem));
  }
  if (!node.id.is_zero()) survey.by_id[node.id].push_back(node.path);
  if (node.kind == Kind::kSession) survey.turns[node.path] = node.turns;
  if (node.kind == Kind::kObservation && !node.from) {
    survey.report.problems.push_back({Severity::kWarning, node.path,
                                      "does not say which turn it came from",
                                      "add a last line `From [title](session.md#^t1)`"});
  }
  // What was said is said: links inside a conversation are not the workspace's.
  if (node.kind == Kind::kSession) return;
  for (const format::Edge& edge : node.edges) {
    if (!edge.link.external) survey.links.emplace_back(node.path, edge);
    if (!edge.link.external) survey.links.back().second.link.line += document.body_line - 1;
  }
}

void check_file(Survey& survey, Services& services, const Opened& opened, const std::string& path) {
  ++survey.report.files;
  const Result<std::string> bytes = services.files.read(opened.workspace.absolute(path));
  if (!bytes) return;  // the scan's diagnostic names it
  const Result<Document> document = format::parse_document(*bytes, path);
  if (!document) return;
  const Result<Node> node = format::read_node(*document, path);
  if (node) check_node(survey, *document, *node);
}

void check_links(Survey& survey) {
  for (const auto& [path, edge] : survey.links) {
    ++survey.report.links;
    const std::string where = place(path, edge.link.line);
    if (edge.path.empty()) {
      survey.report.problems.push_back({Severity::kError, where,
                                        "link leaves the workspace: " + edge.link.target,
                                        "link to a file inside it"});
    } else if (!survey.files.contains(edge.path)) {
      survey.report.problems.push_back({Severity::kError, where,
                                        "link leads to no file: " + edge.path,
                                        "mend the link or restore the file"});
    } else if (edge.link.fragment.rfind("^t", 0) == 0 && survey.turns.contains(edge.path)) {
      const std::int64_t turn = std::strtoll(edge.link.fragment.c_str() + 2, nullptr, 10);
      if (turn >= 1 && turn <= survey.turns.at(edge.path)) continue;
      survey.report.problems.push_back(
          {Severity::kError, where, "link leads to no turn: " + edge.link.fragment,
           "the session has " + std::to_string(survey.turns.at(edge.path)) + " turns"});
    }
  }
}

void check_ids(Survey& survey) {
  for (const auto& [id, paths] : survey.by_id) {
    for (std::size_t i = 1; i < paths.size(); ++i) {
      survey.report.problems.push_back({Severity::kError, paths[i],
                                        "has the same id as " + paths[0],
                                        "remove one of the two, or its `id:` line"});
    }
  }
}

Result<CheckReport> run(Services& services, const WorkspaceOptions& options) {
  PYRAMID_ASSIGN(Opened opened, ops::open(services, options, ops::Access::kRead));
  PYRAMID_ASSIGN(const Walk walk,
                 services.files.walk(
                     opened.workspace.root,
                     [](std::string_view directory) { return workspace::enters(directory); }, 2));
  Survey survey;
  for (const WalkEntry& entry : walk.files) survey.files.insert(entry.path);
  survey.report.problems = opened.scan.diagnostics;
  services.progress.begin("checking files", survey.files.size());
  for (const std::string& path : survey.files) {
    if (workspace::is_memory_file(path)) check_file(survey, services, opened, path);
    services.progress.advance(1);
  }
  services.progress.end();
  check_links(survey);
  check_ids(survey);
  std::stable_sort(survey.report.problems.begin(), survey.report.problems.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.where < b.where; });
  return std::move(survey.report);
}

}  // namespace

Result<CheckReport> check(const Environment& environment, const WorkspaceOptions& options) {
  return ops::with_services(environment, options,
                            [&](Services& services) { return run(services, options); });
}

}  // namespace pyramid
