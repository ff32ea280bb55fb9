#include "pyramid/check.hpp"

#include "base/encoding.hpp"
#include "base/free_memory.hpp"
#include "base/parallel.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "format/conversation.hpp"
#include "format/schema.hpp"
#include "history/repository.hpp"
#include "index/mapping.hpp"
#include "ops/calls/secrets.hpp"
#include "ops/calls/unread.hpp"
#include "ops/check/check_graph.hpp"
#include "ops/check/check_grounding.hpp"
#include "ops/check/check_index.hpp"
#include "ops/check/check_records.hpp"
#include "ops/check/conflicts.hpp"
#include "ops/nodes/home_pages.hpp"
#include "ops/nodes/inside.hpp"
#include "ops/nodes/quarantine.hpp"
#include "ops/run/diary.hpp"
#include "ops/run/hindered.hpp"
#include "ops/run/opened.hpp"
#include "ops/run/run.hpp"
#include "ops/run/told.hpp"
#include "ops/tasks/circles.hpp"
#include "ops/write/left_out.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace pyramid {

namespace {

// Files looked at before what they say is taken, and how many of them a thread takes at once.
constexpr std::size_t kFilesAtOnce = 512, kFilesOfThread = 16;
constexpr unsigned kThreads = 2;

using format::Document;
using format::Kind;
using format::Node;
using ops::Opened;
using ops::Services;

// What a check of the whole workspace collects.
struct Survey {
  std::set<std::string> files;  // every regular file, workspace-relative
  std::map<std::string, std::string>
      composed;  // those whose names are not NFC, by what they are in it
  ops::NodesByPath nodes;
  std::vector<std::pair<std::string, format::Edge>> links;  // to turns of what comes later
  bool is_over = false;
  ops::NotWritten not_written;
  guard::Policy policy;
  CheckReport report;
};

std::string place(const std::string& path, std::size_t line) {
  return path + ":" + std::to_string(line);
}

// Where a kind stands that nobody knows; "" = nowhere.
std::string place_of_unknown_kind(const Document& document, const std::string& path) {
  const format::Field* kind = document.frontmatter.find("kind");
  const std::string name(document.frontmatter.scalar("kind").value_or(""));
  const bool known = kind == nullptr || name.empty() || format::parse_kind(name);
  return known ? "" : place(path, kind->line + 1);
}

// What a person put where facts lie, and is taken for none.
std::optional<Diagnostic> place_problem(const Node& node) {
  constexpr std::string_view kFacts = "facts/";
  const bool is_note = node.kind == Kind::kNote;
  if (is_note && workspace::kind_of_path(node.path) == Kind::kObservation) {
    return Diagnostic{
        Severity::kWarning, node.path,
        "lies where observations and facts lie, and is a note: it is found, and in no "
        "summary",
        "begin it with `kind: observation` and `at:`, the time, between two lines "
        "`---`; then pyramid check --fix"};
  }
  const bool has_place =
      !node.path.starts_with(kFacts) || !workspace::fact_category(node.path).empty();
  if (node.kind != Kind::kObservation || has_place) return std::nullopt;
  return Diagnostic{Severity::kWarning, node.path,
                    "lies in no category of facts, and counts as an observation",
                    "move it to facts/projects, areas, resources or archives"};
}

void check_node(Diagnostics& problems, const Document& document, const Node& node) {
  const std::string told_by_the_scan = place_of_unknown_kind(document, node.path);
  for (Diagnostic& problem : format::validate(document, node.kind, node.path)) {
    if (problem.where == told_by_the_scan) continue;
    problems.push_back(std::move(problem));
  }
  const bool empty = !document.has_frontmatter && document.body.empty();  // as good as deleted
  if (node.kind != Kind::kSummary && !empty && workspace::summary_place(node.path)) {
    problems.push_back(ops::stranger(node.path));
  }
  const bool said_directly = !document.frontmatter.scalar("source").value_or("").empty();
  if (node.kind == Kind::kObservation && !node.from && !said_directly) {
    problems.push_back({Severity::kWarning, node.path, "does not say which turn it came from",
                        "add a last line `From [title](session.md#^t1)`, or "
                        "`source:` where it was said"});
  }
  if (node.kind == Kind::kObservation && trim(node.text).empty()) {
    problems.push_back({Severity::kWarning, node.path,
                        "is an observation that says nothing, and counts as gone",
                        "write what is so, or remove the file"});
  }
  if (auto problem = ops::quarantine_problem(document, node)) {
    problems.push_back(*std::move(problem));
  }
  if (auto problem = empty ? std::nullopt : place_problem(node)) {
    problems.push_back(*std::move(problem));
  }
}

void add(Survey& survey, const Diagnostics& problems) {
  survey.report.problems.insert(survey.report.problems.end(), problems.begin(), problems.end());
}

// What other programs left beside the files, and no sync reads.
void check_leftover(Survey& survey, std::string_view path) {
  const bool settings = path.starts_with("pyramid") && path.ends_with(".yaml") &&
                        path.find('/') == std::string_view::npos &&
                        path != workspace::kSettingsFile;
  const std::size_t end = path.rfind(".md");
  const std::string_view behind =
      end == std::string_view::npos ? std::string_view() : path.substr(end + 3);
  if (!settings && behind != ".orig" && !behind.starts_with('~')) return;
  const std::string of(settings ? workspace::kSettingsFile : path.substr(0, end + 3));
  survey.report.problems.push_back({Severity::kWarning, std::string(path),
                                    "looks like a copy of " + of + ", and counts for nothing",
                                    "take what is right into " + of + ", and remove it"});
}

// Of turns that a change at the source took away, what was said stays in history.
bool is_gone_with_its_turn(const Survey& survey, const std::string& path,
                           const format::Edge& edge) {
  const auto said = survey.nodes.find(path);
  return edge.link.fragment.starts_with("^t") && said != survey.nodes.end() &&
         !said->second.status.empty();
}

// Whether a link out of the workspace leads to a file that is read there, by extra_paths.
bool leads_to_extra(const Services& services, const workspace::Workspace& workspace,
                    const std::string& from, const std::string& target) {
  const std::string path =
      path::is_absolute(target) ? target : path::join(std::string(path::directory(from)), target);
  return ops::readable_path(services.files, workspace, services.home, path).has_value();
}

// Where a link leads, however the letters of its target are composed; a Mac takes names apart.
std::string spelled_target(const Survey& survey, const std::string& linked) {
  if (survey.files.contains(linked)) return linked;
  const std::string composed = utf8::nfc(linked);
  const auto known = survey.composed.find(composed);
  return known == survey.composed.end() ? composed : known->second;
}

// A turn of a file that is not surveyed yet waits. REQUIRES: all files are listed.
void check_link(Survey& survey, const Services& services, const Opened& opened,
                const std::string& path, const format::Edge& edge) {
  const std::string target = spelled_target(survey, edge.path);
  const std::string where = place(path, edge.link.line);
  const bool to_turn = edge.link.fragment.starts_with("^t");
  if (edge.path.empty()) {
    if (leads_to_extra(services, opened.workspace, path, edge.link.target)) return;
    survey.report.problems.push_back({Severity::kError, where,
                                      "link leaves the workspace: " + edge.link.target,
                                      "link to a file inside it"});
  } else if (!survey.files.contains(target)) {
    if (is_gone_with_its_turn(survey, path, edge)) return;
    const bool is_generated = format::is_generated(workspace::kind_of_path(path));
    survey.report.problems.push_back(
        {Severity::kError, where, "link leads to no file: " + edge.path,
         std::string("mend the link or restore the file") +
             (is_generated ? "; what Pyramid wrote the next `pyramid sync` mends" : "")});
  } else if (to_turn && !survey.nodes.contains(target) && !survey.is_over) {
    survey.links.emplace_back(path, edge);
  } else if (to_turn) {
    const auto session = survey.nodes.find(target);
    if (session == survey.nodes.end() || session->second.kind != Kind::kSession) return;
    const std::int64_t first = session->second.first;
    const std::int64_t turns = session->second.turns;
    const std::int64_t turn = std::strtoll(edge.link.fragment.c_str() + 2, nullptr, 10);
    if (turn >= first && turn <= turns) return;
    if (is_gone_with_its_turn(survey, path, edge)) return;
    survey.report.problems.push_back(
        {Severity::kError, where, "link leads to no turn: " + edge.link.fragment,
         first == 1
             ? "the session has " + std::to_string(turns) + " turns"
             : "this part has turns " + std::to_string(first) + " to " + std::to_string(turns)});
  }
}

// A file by itself.
struct Looked {
  Diagnostics problems = {};
  std::optional<ops::Surveyed> node = {};
  std::vector<format::Edge> links = {};  // with their lines in the file
};

// On any thread.
Looked look_at(Services& services, const Opened& opened, const guard::Policy& policy,
               const std::string& path) {
  Looked looked;
  Result<std::string> bytes = services.files.read(opened.workspace.absolute(path));
  if (!bytes) return looked;  // the scan's diagnostic names it
  if (format::is_persons(format::kind_of_path(path))) make_utf8(*bytes);
  Diagnostics& problems = looked.problems;
  problems = ops::secrets_in(*bytes, path, policy);
  if (auto marker = ops::conflict_marker(*bytes, path)) problems.push_back(*std::move(marker));
  for (Diagnostic& note : ops::conflict_notes(*bytes, path)) problems.push_back(std::move(note));
  const Result<Document> document = format::read_document(*bytes, path);
  if (!document) return looked;
  Result<Node> node = format::read_node(*document, path);
  if (!node) return looked;
  check_node(problems, *document, *node);
  if (format::is_home(node->kind)) {
    const format::ReadPage read = ops::reading_pages(services.files, opened.workspace);
    for (Diagnostic& one : ops::record_problems(*bytes, path, read)) {
      problems.push_back(std::move(one));
    }
  }
  looked.node = ops::surveyed(*node);
  // What was said is said: links inside a conversation are not the workspace's.
  if (node->kind == Kind::kSession) return looked;
  for (format::Edge& edge : node->edges) {
    if (edge.link.external) continue;
    edge.link.line += document->body_line - 1;
    looked.links.push_back(std::move(edge));
  }
  if (node->successor) looked.links.push_back(*std::move(node->successor));
  return looked;
}

void take(Survey& survey, const Services& services, const Opened& opened, const std::string& path,
          Looked looked) {
  ++survey.report.files;
  for (Diagnostic& problem : looked.problems) survey.report.problems.push_back(std::move(problem));
  if (looked.node) survey.nodes.emplace(path, *std::move(looked.node));
  survey.report.links += looked.links.size();
  for (const format::Edge& edge : looked.links) check_link(survey, services, opened, path, edge);
}

// Some at a time, since not all fit into memory.
void check_files(Survey& survey, Services& services, const Opened& opened,
                 const std::vector<std::string>& paths) {
  std::vector<Looked> looked;
  for (std::size_t first = 0; first < paths.size(); first += looked.size()) {
    looked.assign(std::min(kFilesAtOnce, paths.size() - first), {});
    parallel_for((looked.size() + kFilesOfThread - 1) / kFilesOfThread, kThreads,
                 [&](std::size_t group) {
                   const std::size_t begin = group * kFilesOfThread;
                   const std::size_t end = std::min(begin + kFilesOfThread, looked.size());
                   for (std::size_t i = begin; i < end; ++i) {
                     looked[i] = look_at(services, opened, survey.policy, paths[first + i]);
                   }
                 });
    for (std::size_t i = 0; i < looked.size(); ++i) {
      take(survey, services, opened, paths[first + i], std::move(looked[i]));
    }
    services.progress.advance(looked.size());
  }
}

Status list_files(Survey& survey, Services& services, const Opened& opened) {
  PYRAMID_ASSIGN(
      Walk walk,
      services.files.walk(
          opened.workspace.root,
          [](std::string_view directory) { return workspace::enters(directory); }, kThreads));
  for (WalkEntry& entry : walk.files) {
    std::string composed = utf8::nfc(entry.path);
    if (composed != entry.path) survey.composed.emplace(std::move(composed), entry.path);
    survey.files.insert(std::move(entry.path));
  }
  return {};
}

void survey_files(Survey& survey, Services& services, const Opened& opened) {
  // Sessions first: others link their turns, and of a large memory not all links fit.
  std::vector<std::string> sessions, others;
  for (const std::string& path : survey.files) {
    if (!workspace::is_memory_file(path)) {
      check_leftover(survey, path);
    } else {
      (workspace::kind_of_path(path) == Kind::kSession ? sessions : others).push_back(path);
    }
    if (path == workspace::kSettingsFile) {
      const Result<std::string> bytes = services.files.read(opened.workspace.absolute(path));
      if (bytes) add(survey, ops::conflict_notes(*bytes, path));
    }
  }
  services.progress.begin("checking files", sessions.size() + others.size());
  check_files(survey, services, opened, sessions);
  check_files(survey, services, opened, others);
  survey.is_over = true;
  for (const auto& [path, edge] : survey.links) check_link(survey, services, opened, path, edge);
  services.progress.end();
}

Status check_ignored(Survey& survey, const Opened& opened) {
  if (!opened.workspace.settings.commit) return {};
  const auto repository = history::Repository::open(opened.workspace.root);
  if (!repository || !*repository) return {};  // git's troubles are not the files'
  PYRAMID_ASSIGN(const Diagnostics ignored,
                 ops::ignored_by_git(**repository, {survey.files.begin(), survey.files.end()}));
  add(survey, ignored);
  return {};
}

// A note that has the id of another one, which comes first by the length of its path.
struct SharedId {
  Node note;
  std::string other;
};
Result<std::vector<SharedId>> notes_of_same_id(const ops::WorkingSet& memory, index::Index& index,
                                               std::span<const ops::WaitingCopy> waiting) {
  PYRAMID_ASSIGN(std::vector<Node> notes, index.nodes({Kind::kNote}));
  std::set<std::string_view> copies;
  for (const ops::WaitingCopy& copy : waiting) copies.insert(copy.path);
  std::erase_if(notes, [&](const Node& note) {
    if (note.id.is_zero() || copies.contains(note.path)) return true;
    const Node* known = memory.find(note.id);
    return known != nullptr && known->kind != Kind::kNote;  // a copy of what is no note
  });
  std::sort(notes.begin(), notes.end(), [](const Node& a, const Node& b) {
    return std::pair(a.path.size(), std::string_view(a.path)) <
           std::pair(b.path.size(), std::string_view(b.path));
  });
  std::map<Ulid, std::string> first;
  std::vector<SharedId> found;
  for (Node& note : notes) {
    const auto [known, is_first] = first.emplace(note.id, note.path);
    if (!is_first) found.push_back({std::move(note), known->second});
  }
  return found;
}

// The summaries that a sync makes nothing of, or not yet.
Result<ops::NotWritten> not_written(const ops::Run& run) {
  ops::NotWritten found;
  for (const auto& [path, counting] : run.memory.copies()) found.left_out.insert(path);
  PYRAMID_ASSIGN(const plan::FactIndex* facts, run.memory.facts());
  PYRAMID_ASSIGN(const std::vector<Ulid> waiting, ops::waiting_summaries(run, *facts));
  for (const Ulid& id : waiting) found.waiting.insert(run.memory.path_of(id));
  return found;
}

// What a sync makes nothing of, and what it will make one of two.
Status check_left_out(Survey& survey, Services& services, Opened& opened) {
  ops::WorkingSet memory(services.files, opened.workspace);
  PYRAMID_TRY(memory.load(*opened.index));
  PYRAMID_ASSIGN(const std::vector<ops::WaitingCopy> copies, ops::waiting_copies(memory, opened));
  PYRAMID_ASSIGN(const Diagnostics out, ops::left_out(memory, *opened.index, copies));
  SyncReport unused;
  const ops::Run run{services, opened, memory, unused, 1};
  PYRAMID_ASSIGN(survey.not_written, not_written(run));
  add(survey, out);
  PYRAMID_ASSIGN(const Diagnostics sources, ops::source_problems(run));
  add(survey, sources);
  PYRAMID_ASSIGN(const Diagnostics lengths, ops::beyond_length(memory));
  // No fault of the files.
  for (const Diagnostic& one : lengths) services.progress.notice(to_string(one));
  Diagnostics& problems = survey.report.problems;
  for (const ops::WaitingCopy& copy : copies) problems.push_back(ops::waiting_copy(copy));
  PYRAMID_ASSIGN(const std::vector<SharedId> notes,
                 notes_of_same_id(memory, *opened.index, copies));
  for (const SharedId& one : notes) {
    problems.push_back(ops::note_of_same_id(one.note.path, one.other));
  }
  return {};
}

// When an id was made, as it says itself.
Time time_in(const Ulid& id) {
  constexpr std::size_t kTimeBytes = 6;
  std::int64_t milliseconds = 0;
  for (std::size_t i = 0; i < kTimeBytes; ++i) milliseconds = milliseconds * 256 + id.bytes[i];
  return Time{milliseconds / 1000};
}

Status give_own_id(ops::Run& run, const Node& node, Time at, const std::string& other) {
  const Ulid id = derive_ulid(at, to_string(node.id) + "\n" + node.path);
  PYRAMID_ASSIGN(const std::string bytes,
                 run.services.files.read(run.opened.workspace.absolute(node.path)));
  PYRAMID_ASSIGN(std::string fixed, format::with_field(bytes, node.path, "id", to_string(id)));
  PYRAMID_TRY(run.memory.put(node.path, std::move(fixed), digest_of(bytes)));
  run.report.steps.push_back({"id", node.path, "it had the same id as " + other});
  return {};
}

// Nothing else is written in notes, and nothing in those whose head is no YAML.
Status give_notes_own_ids(ops::Run& run, std::span<const ops::WaitingCopy> waiting) {
  PYRAMID_ASSIGN(const std::vector<SharedId> notes,
                 notes_of_same_id(run.memory, *run.opened.index, waiting));
  for (const SharedId& one : notes) {
    PYRAMID_ASSIGN(const std::string bytes, run.memory.bytes(one.note.path));
    if (!format::parse_document(bytes, one.note.path)) continue;
    PYRAMID_TRY(give_own_id(run, one.note, time_in(one.note.id), one.other));
  }
  return {};
}

// Of two files with one id the one that does not count gets an id of its own; nothing is lost.
Status give_own_ids(ops::Run& run) {
  PYRAMID_ASSIGN(const auto waiting, ops::waiting_copies(run.memory, run.opened));
  std::set<std::string_view> become_one;  // with the next sync
  for (const ops::WaitingCopy& copy : waiting) become_one.insert(copy.path);
  PYRAMID_ASSIGN(const std::vector<Node> nodes,
                 run.opened.index->nodes({Kind::kObservation, Kind::kSummary, Kind::kSession,
                                          Kind::kModel, Kind::kMemory}));
  for (const Node& node : nodes) {
    const Node* counting = run.memory.find(node.id);
    if (node.id.is_zero() || counting == nullptr || counting->path == node.path) continue;
    if (become_one.contains(node.path)) continue;
    PYRAMID_TRY(give_own_id(run, node, node.at, counting->path));
  }
  return give_notes_own_ids(run, waiting);
}

// A fact that a person wrote into a file of its own, or whose id was lost, gets one.
Status give_missing_ids(ops::Run& run) {
  for (const std::string& path : run.opened.scan.unreadable) {
    if (workspace::kind_of_path(path) != Kind::kObservation) continue;
    PYRAMID_ASSIGN(const std::string bytes, run.memory.bytes(path));
    const Result<Document> document = format::parse_document(bytes, path);
    if (!document) continue;
    const std::optional<std::string_view> id = document->frontmatter.scalar("id");
    const std::optional<Time> at = parse_time(document->frontmatter.scalar("at").value_or(""));
    if (!at || (id && parse_ulid(*id))) continue;
    const Ulid given = derive_ulid(*at, "given\n" + path + "\n" + bytes);
    const auto fixed = format::with_field(bytes, path, "id", to_string(given));
    if (!fixed || !format::read_node(*fixed, path)) continue;  // more is wrong with it
    PYRAMID_TRY(run.memory.put(path, *fixed, digest_of(bytes)));
    run.report.steps.push_back({"id", path, id ? "its id was no ULID" : "it had none"});
  }
  return {};
}

// Of a text that nothing is recorded of all may be a person's words, and is taken for them.
Status record_outputs(ops::Run& run) {
  PYRAMID_ASSIGN(const std::vector<Node> summaries, run.opened.index->nodes({Kind::kSummary}));
  for (const Node& node : summaries) {
    if (node.output) continue;
    PYRAMID_ASSIGN(const std::string bytes, run.memory.bytes(node.path));
    PYRAMID_ASSIGN(std::string fixed,
                   format::with_field(bytes, node.path, "output", to_hex(format::text_digest({}))));
    PYRAMID_TRY(run.memory.put(node.path, std::move(fixed), digest_of(bytes)));
    run.report.steps.push_back({"output", node.path, "its text counts as yours"});
  }
  return {};
}

// What is safe to mend: links to moved files, ids that two files have or an observation lacks, and
// texts that nothing is recorded of. In a commit of its own.
Result<std::vector<SyncStep>> fix(Services& all, const WorkspaceOptions& options) {
  ops::NotingUnread files(all.files, options.root);
  Services services = ops::noting_unread(all, files);
  PYRAMID_ASSIGN(Opened opened, ops::open(services, options, ops::Access::kWrite));
  PYRAMID_TRY(files.all_read());
  const Time now = services.clock.now();
  SyncReport report;
  PYRAMID_ASSIGN(const ops::Diary diary,
                 ops::begin_diary(services, opened.workspace, report.diagnostics));
  if (!diary.held.empty()) {
    return fail(ErrorKind::kConflict, "came from another machine and may say what was forgotten",
                diary.held.front(), "`pyramid sync` takes that out; then say it again");
  }
  ops::WorkingSet memory(services.files, opened.workspace);
  PYRAMID_TRY(memory.load(*opened.index));
  ops::Run run{services, opened, memory, report, 1};
  PYRAMID_TRY(give_own_ids(run));
  PYRAMID_TRY(give_missing_ids(run));
  PYRAMID_TRY(ops::mend_links_and_names(run));
  PYRAMID_TRY(record_outputs(run));
  PYRAMID_TRY(memory.flush());
  if (diary.repository && !memory.changes().empty()) {
    const auto committed = ops::commit_changes(*diary.repository, memory, "memory: check --fix\n",
                                               now, report.diagnostics);
    if (!committed) return fail(committed.error());
  }
  return std::move(report.steps);
}

// Whether it says what the files say; with `fix`, once it does not, made anew.
Status check_index(CheckReport& report, Services& services, const CheckOptions& options,
                   Opened& opened) {
  PYRAMID_ASSIGN(report.index, ops::check_index(services, opened));
  const std::size_t differing = report.index->differing;
  if (options.fix && differing > 0) {
    opened = {};
    PYRAMID_ASSIGN(opened, ops::open(services, options.workspace, ops::Access::kRebuild));
    report.fixed.push_back(
        {"index", std::string(".pyramid/index.db"),
         "it said something else than the files: " + count_of(differing, "row")});
    PYRAMID_ASSIGN(report.index, ops::check_index(services, opened));
  }
  for (Diagnostic& problem : ops::to_diagnostics(*report.index)) {
    report.problems.push_back(std::move(problem));
  }
  return {};
}

// All that the files tell.
Result<CheckReport> check_workspace(Services& services, const CheckOptions& options,
                                    Opened& opened) {
  Survey survey;
  survey.report.problems = opened.scan.diagnostics;
  if (opened.read_alone) {  // no fault of the files
    survey.report.problems.pop_back();
    services.progress.notice(to_string(*opened.read_alone));
  }
  add(survey, ops::heads_told(opened.scan.heads));
  survey.policy = ops::secrets_policy(opened.workspace.settings);
  PYRAMID_TRY(list_files(survey, services, opened));
  survey_files(survey, services, opened);
  PYRAMID_TRY(check_ignored(survey, opened));
  PYRAMID_TRY(check_left_out(survey, services, opened));
  Diagnostics& problems = survey.report.problems;
  for (Diagnostic& problem :
       ops::check_graph(survey.nodes, survey.not_written, services.clock.now())) {
    problems.push_back(std::move(problem));
  }
  PYRAMID_ASSIGN(const auto links, opened.index->task_links());
  const auto title_of = [&](const std::string& path) {
    const auto task = opened.index->node_at(path);
    return task && *task ? (*task)->title : path;
  };
  for (Diagnostic& problem : ops::circles_of(links, title_of)) {
    problems.push_back(std::move(problem));
  }
  if (options.grounding) {
    PYRAMID_ASSIGN(survey.report.grounding, ops::check_grounding(services, opened, survey.nodes));
    for (const Ungrounded& finding : survey.report.grounding->findings) {
      problems.push_back(ops::to_diagnostic(finding));
    }
  }
  return std::move(survey.report);
}

Result<CheckReport> run(Services& services, const CheckOptions& options) {
  std::vector<SyncStep> fixed;
  if (options.fix) {
    PYRAMID_ASSIGN(fixed, fix(services, options.workspace));
  }
  PYRAMID_ASSIGN(Opened opened, ops::open(services, options.workspace, ops::Access::kRead));
  PYRAMID_TRY(index::map_nothing(*opened.index));
  PYRAMID_ASSIGN(CheckReport report, check_workspace(services, options, opened));
  report.fixed = std::move(fixed);
  if (options.index) {
    return_free_memory();
    PYRAMID_TRY(check_index(report, services, options, opened));
  }
  std::stable_sort(report.problems.begin(), report.problems.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.where < b.where; });
  return report;
}

}  // namespace

Result<CheckReport> check(const Environment& environment, const CheckOptions& options) {
  return ops::with_services(environment, options.workspace,
                            [&](Services& services) { return run(services, options); });
}

}  // namespace pyramid
