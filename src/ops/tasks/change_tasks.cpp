// What changes tasks: each command writes one or two files and commits them.
#include "base/cut_text.hpp"
#include "base/text.hpp"
#include "engine/grounding/citations.hpp"
#include "format/conflict_note.hpp"
#include "format/task.hpp"
#include "guard/redact.hpp"
#include "ops/ask/task_lookup.hpp"
#include "ops/calls/ledger.hpp"
#include "ops/calls/secrets.hpp"
#include "ops/calls/untold_task.hpp"
#include "ops/nodes/inside.hpp"
#include "ops/run/diary.hpp"
#include "ops/run/run.hpp"
#include "ops/run/storable.hpp"
#include "ops/run/tombstones.hpp"
#include "pyramid/tasks.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace pyramid {

namespace {

using format::Node;
using format::Relation;
using ops::Opened;
using ops::Services;

constexpr std::size_t kMostOfOutcome = 600;  // bytes
constexpr std::size_t kMostOfTitle = 1'024;  // bytes
constexpr std::size_t kMostSimilar = 3;
constexpr std::string_view kLinked = "linked";

// Files on their way: what each holds, and what it will.
class PendingChange {
 public:
  PendingChange(Services& services, Opened& opened) : services_(services), opened_(opened) {}

  // As it will be.
  Result<std::string> read(const std::string& path) {
    const auto known = after_.find(path);
    if (known != after_.end()) return known->second;
    PYRAMID_ASSIGN(std::string bytes, services_.files.read(opened_.workspace.absolute(path)));
    before_[path] = digest_of(bytes);
    return bytes;
  }
  // REQUIRES: read() before, of what is there.
  void put(const std::string& path, std::string bytes) {
    const auto before = before_.find(path);
    const bool same = before != before_.end() && before->second == digest_of(bytes);
    if (same) {
      after_.erase(path);
    } else {
      after_[path] = std::move(bytes);
    }
  }
  [[nodiscard]] bool empty() const { return after_.empty(); }

  // Puts them on the disk and commits them, which is an event of the task; gives the commit's id,
  // or "".
  Result<std::string> commit(const std::string& subject, const Ulid& task, std::string_view state,
                             Diagnostics& diagnostics) {
    if (after_.empty()) return std::string();
    ops::WorkingSet memory(services_.files, opened_.workspace);
    PYRAMID_TRY(memory.load(*opened_.index));
    PYRAMID_ASSIGN(const ops::Diary diary,
                   ops::begin_diary(services_, opened_.workspace, diagnostics));
    for (auto& [path, bytes] : after_) {
      const auto before = before_.find(path);
      PYRAMID_TRY(
          memory.put(path, std::move(bytes),
                     before == before_.end() ? std::nullopt : std::optional(before->second)));
    }
    const std::string& first = after_.begin()->first;
    const auto known = before_.find(first);
    const ops::UntoldTask event{
        to_string(task), std::string(state), services_.clock.now(), first,
        known == before_.end() ? std::nullopt : std::optional(known->second)};
    PYRAMID_TRY(ops::note_untold(services_, opened_.workspace, event));
    PYRAMID_TRY(memory.flush());
    if (!memory.changed_meanwhile().empty()) {
      PYRAMID_TRY(ops::forget_untold(services_.files, opened_.workspace));
      return fail(ErrorKind::kConflict, "changed while it was being written",
                  memory.changed_meanwhile().front(), "run the command again");
    }
    if (services_.ledger != nullptr) services_.ledger->task(event.task, event.state);
    PYRAMID_TRY(ops::forget_untold(services_.files, opened_.workspace));
    if (!diary.repository) return std::string();
    return ops::commit_changes(*diary.repository, memory, "memory: " + subject + "\n",
                               services_.clock.now(), diagnostics);
  }

 private:
  Services& services_;
  Opened& opened_;
  std::map<std::string, Digest> before_;
  std::map<std::string, std::string> after_;
};

std::string in_quotes(const std::string& title) { return "\"" + printable(title) + "\""; }

// The text as it may be kept, without its secrets.
Result<std::string> clean(const std::string& text, const Opened& opened, const std::string& path,
                          std::size_t& redacted, Diagnostics& diagnostics) {
  PYRAMID_ASSIGN(const guard::Redacted found,
                 ops::redact_or_refuse(text, ops::secrets_policy(opened.workspace.settings)));
  std::vector<ops::SecretPlace> places;
  for (const guard::Finding& one : found.findings) places.push_back({one.kind, path});
  redacted += places.size();
  for (Diagnostic& one : ops::redacted_at(places)) diagnostics.push_back(std::move(one));
  return found.text;
}

// Where a link leads to, and how it is called.
struct Linked {
  std::string path, fragment, title;
};

// Whether a conversation has the turn that "^t17" names.
Status check_turn(Services& services, const Opened& opened, const std::string& path,
                  const std::string& fragment) {
  PYRAMID_ASSIGN(const std::string bytes, services.files.read(opened.workspace.absolute(path)));
  PYRAMID_ASSIGN(const Node session, format::read_node(bytes, path));
  const std::int64_t turn = format::turn_number(fragment);
  if (turn >= session.first && turn <= session.turns) return {};
  return fail(ErrorKind::kNotFound, "there is no such turn: " + printable(fragment), path,
              "its turns are ^t" + std::to_string(session.first) + " to ^t" +
                  std::to_string(session.turns));
}

// A task, or where a relation may lead to one any memory file: "sessions/….md#^t17".
Result<Linked> linked(Services& services, Opened& opened, Relation relation,
                      const std::string& said) {
  const auto called = [&](const std::string& title) {
    return guard::redact(title, ops::secrets_policy(opened.workspace.settings)).text;
  };
  Result<Node> task = ops::find_task(services, opened, said);
  if (task) return Linked{task->path, {}, called(task->title)};
  if (relation != Relation::kDerivedFrom || task.error().kind != ErrorKind::kNotFound) {
    return fail(std::move(task).error());
  }
  const std::size_t hash = said.find('#');
  const auto path = ops::linked_path(services.files, opened.workspace, said.substr(0, hash));
  if (!path) return fail(std::move(task).error());
  PYRAMID_ASSIGN(const auto node, opened.index->node_at(*path));
  const std::string fragment = hash == std::string::npos ? "" : said.substr(hash + 1);
  if (node && node->kind == format::Kind::kSession && !fragment.empty()) {
    PYRAMID_TRY(check_turn(services, opened, *path, fragment));
  }
  return Linked{*path, fragment, called(node ? node->title : *path)};
}

Status relate(PendingChange& files, const std::string& from, Relation relation, const Linked& to) {
  if (from == to.path) {
    return fail(ErrorKind::kUsage, "a task cannot be linked with itself", from);
  }
  PYRAMID_ASSIGN(const std::string bytes, files.read(from));
  PYRAMID_ASSIGN(std::string after,
                 format::with_related(bytes, from, {relation, to.path, to.title, to.fragment}));
  files.put(from, std::move(after));
  return {};
}

// Those among them that are so like it that a reader of the one wants to know of the other.
Result<std::vector<search::Hit>> similar_to(Services& services, Opened& opened,
                                            const std::string& words) {
  PYRAMID_ASSIGN(std::vector<search::Hit> hits,
                 ops::tasks_about(services, opened, words, 4 * kMostSimilar));
  const double least = opened.workspace.settings.task_similar;
  std::erase_if(hits, [&](const search::Hit& hit) { return ops::likeness(hit.cosine) < least; });
  std::stable_sort(hits.begin(), hits.end(),
                   [](const search::Hit& a, const search::Hit& b) { return a.cosine > b.cosine; });
  if (hits.size() > kMostSimilar) hits.resize(kMostSimilar);
  return hits;
}

Status link_similar(Opened& opened, PendingChange& files, const std::vector<search::Hit>& hits,
                    AddTaskReport& report) {
  for (const search::Hit& hit : hits) {
    PYRAMID_ASSIGN(const auto node, opened.index->node_at(hit.chunk.path));
    if (!node) continue;
    PYRAMID_ASSIGN(const std::string bytes, files.read(report.path));
    format::RelatedDraft draft{Relation::kSimilarTo, node->path, node->title};
    draft.found_by_program = true;
    PYRAMID_ASSIGN(std::string after, format::with_related(bytes, report.path, draft));
    files.put(report.path, std::move(after));
    report.similar.push_back({std::string(ops::words_of(Relation::kSimilarTo, false)), node->path,
                              node->title, format::state_of(*node)});
  }
  return {};
}

Status link_asked(Services& services, Opened& opened, const AddTaskOptions& options,
                  const std::string& title, PendingChange& files, const std::string& path) {
  const auto link_each = [&](const std::vector<std::string>& names, Relation relation) -> Status {
    for (const std::string& name : names) {
      PYRAMID_ASSIGN(const Linked to, linked(services, opened, relation, name));
      PYRAMID_TRY(relate(files, path, relation, to));
    }
    return {};
  };
  PYRAMID_TRY(link_each(options.blocks, Relation::kBlocks));
  PYRAMID_TRY(link_each(options.related_to, Relation::kRelatedTo));
  PYRAMID_TRY(link_each(options.derived_from, Relation::kDerivedFrom));
  for (const std::string& name : options.blocked_by) {
    PYRAMID_ASSIGN(const Node blocking, ops::find_task(services, opened, name));
    PYRAMID_TRY(relate(files, blocking.path, Relation::kBlocks, {path, {}, title}));
  }
  return {};
}

Result<std::string> checked_title(const std::string& title) {
  const std::string_view text = trim(title);
  const std::string hint = "say in a few words what is to be done";
  if (text.empty()) return fail(ErrorKind::kUsage, "the task has no title", {}, hint);
  PYRAMID_TRY(ops::check_storable(text, {}, hint));
  if (text.find_first_of("\r\n") != std::string_view::npos) {
    return fail(ErrorKind::kUsage, "the title must be one line", {},
                "put the rest into the description");
  }
  std::string checked = collapse_spaces(text);
  if (checked.size() > kMostOfTitle) {
    return fail(ErrorKind::kUsage,
                "the title is too long: " + with_commas(checked.size()) + " bytes of " +
                    with_commas(kMostOfTitle),
                {}, "put the rest into the description");
  }
  return checked;
}

// Of a task that is there: what is asked for beside it.
Result<AddTaskReport> add_links(Services& services, Opened& opened, const AddTaskOptions& options,
                                const Node& task, PendingChange& files, AddTaskReport report) {
  report.path = task.path;
  report.added = false;
  if (!trim(options.description).empty()) {
    report.diagnostics.push_back({Severity::kWarning, task.path,
                                  "the task was there; its description is left as it is",
                                  "edit the file"});
  }
  PYRAMID_TRY(link_asked(services, opened, options, task.title, files, task.path));
  PYRAMID_ASSIGN(report.commit, files.commit("links of task " + in_quotes(task.title), task.id,
                                             kLinked, report.diagnostics));
  return report;
}

Result<AddTaskReport> add(Services& services, const AddTaskOptions& options) {
  PYRAMID_ASSIGN(Opened opened, ops::open(services, options.workspace, ops::Access::kWrite));
  AddTaskReport report;
  report.diagnostics = opened.workspace.diagnostics;
  format::TaskDraft draft;
  draft.at = options.at.value_or(services.clock.now());
  PYRAMID_ASSIGN(draft.title, checked_title(options.title));
  PYRAMID_ASSIGN(draft.title,
                 clean(draft.title, opened, "tasks", report.redacted, report.diagnostics));
  draft.id = derive_ulid(draft.at, "task\n" + format_time(draft.at) + "\n" + draft.title);
  if (ops::is_forgotten(services.files, opened.workspace, draft.id)) {
    return fail(ErrorKind::kConflict, "this task was forgotten", "tasks",
                ops::how_to_have_back(draft.id));
  }
  report.id = to_string(draft.id);
  report.path = workspace::task_path(draft.title, draft.id);
  PYRAMID_ASSIGN(draft.description, clean(options.description, opened, report.path, report.redacted,
                                          report.diagnostics));
  PYRAMID_ASSIGN(const auto known, opened.index->node(draft.id));
  PendingChange files(services, opened);
  if (known) return add_links(services, opened, options, *known, files, std::move(report));
  files.put(report.path, format::write_task(draft));
  PYRAMID_TRY(link_asked(services, opened, options, draft.title, files, report.path));
  PYRAMID_ASSIGN(const std::vector<search::Hit> similar,
                 similar_to(services, opened, draft.title + "\n" + draft.description));
  PYRAMID_TRY(link_similar(opened, files, similar, report));
  PYRAMID_ASSIGN(report.commit, files.commit("task " + in_quotes(draft.title), draft.id, "added",
                                             report.diagnostics));
  return report;
}

// What came of a task in at most 600 bytes: as it was said, else as the engine says it. `at`: when
// it was said, by which "yesterday" is a day.
std::string in_brief(Services& services, const std::string& text, Time at) {
  std::string said(trim(text));
  if (said.size() <= kMostOfOutcome) return said;
  engine::SummariseRequest request;
  request.budget = kMostOfOutcome;
  engine::SourceText& source = request.sources.emplace_back();
  source.start = source.end = services.zone.local(at);
  source.text = said;
  const Result<std::string> told = services.text.summarise(request);
  if (told) {
    const std::array<std::string_view, 1> sources = {said};
    const std::string text_alone = engine::grounding::take_citations(*told, sources).text;
    if (!trim(text_alone).empty() && text_alone.size() <= kMostOfOutcome) return text_alone;
  }
  constexpr std::string_view kCut = " …";
  return std::string(trim(beginning_of(said, kMostOfOutcome - kCut.size()))) + std::string(kCut);
}

// How a change to that state is told.
std::string called_as(const std::string& state) {
  if (state == format::kInvalidated) return std::string(format::kNoLongerWanted);
  return state == "open" ? std::string(format::kOpenedAgain) : state;
}

// What the head says of a task in that state; "": of one that is wanted again. What came of one
// stays when it is no longer wanted.
std::vector<std::pair<std::string_view, std::string>> fields_of(const std::string& state, Time at) {
  if (state == format::kInvalidated) return {{"invalidated", format_time(at)}};
  if (state.empty()) return {{"invalidated", ""}};
  if (state == "open") return {{"success", "null"}, {"finished", ""}, {"invalidated", ""}};
  return {{"success", state == "done" ? "true" : "false"},
          {"finished", format_time(at)},
          {"invalidated", ""}};
}

Result<EndTaskReport> change_state(Services& services, const EndTaskOptions& options,
                                   const std::string& state) {
  PYRAMID_ASSIGN(Opened opened, ops::open(services, options.workspace, ops::Access::kWrite));
  const ops::Prefer prefer = state == "open" ? ops::Prefer::kEnded : ops::Prefer::kOpen;
  PYRAMID_ASSIGN(const Node task, ops::find_task(services, opened, options.task, prefer));
  EndTaskReport report;
  report.diagnostics = opened.workspace.diagnostics;
  report.path = task.path;
  report.title = task.title;
  report.was = format::state_of(task);
  const bool is_wanted_again = state == "open" && report.was == format::kInvalidated;
  report.state = is_wanted_again && !task.outcome.empty() ? task.outcome : state;
  const Time at = options.at.value_or(services.clock.now());
  if (options.at && at > services.clock.now()) {
    return fail(ErrorKind::kUsage, "that is yet to come: " + format_time(at), task.path,
                "say when it was");
  }
  if (options.at && at < task.at) {
    return fail(ErrorKind::kUsage, "that was before the task was set: " + format_time(task.at),
                task.path, "say a later time, or mend `at:` in the file");
  }
  PYRAMID_ASSIGN(const std::string said,
                 clean(options.text, opened, task.path, report.redacted, report.diagnostics));
  PendingChange files(services, opened);
  PYRAMID_ASSIGN(std::string bytes, files.read(task.path));
  PYRAMID_ASSIGN(const format::Document document, format::read_document(bytes, task.path));
  const format::ToldTask before = format::told_task(document);
  const bool is_ended = state == "done" || state == "failed";
  const bool needs_summary = is_ended && said.empty() && before.description.size() > kMostOfOutcome;
  report.text = needs_summary ? in_brief(services, before.description, task.at)
                              : in_brief(services, said, at);
  const bool is_said =
      report.text.empty() ||
      (!before.outcomes.empty() && before.outcomes.back().ends_with(": " + report.text));
  const bool says_new = report.state != report.was || !(is_said || needs_summary);
  const std::string called = is_wanted_again ? std::string(format::kWantedAgain) : called_as(state);
  for (const auto& [key, value] : fields_of(is_wanted_again ? "" : state, at)) {
    if (says_new) {
      PYRAMID_ASSIGN(bytes, format::with_field(bytes, task.path, key, value));
    }
    bytes = format::without_conflicts(bytes, key);  // which of two states it is is said now
  }
  const std::string lead = format_date(services.zone.date_of(at)) + ", " + called;
  const bool is_over =  // what was said of it last
      !before.outcomes.empty() &&
      (called == format::kOpenedAgain ||
       (is_wanted_again && format::calls_it(before.outcomes.back(), format::kNoLongerWanted)));
  if (says_new && (is_ended || is_over || !report.text.empty())) {
    const std::string words = report.text.empty() ? "." : ": " + report.text;
    PYRAMID_ASSIGN(bytes, format::with_outcome(bytes, task.path, lead + words));
  }
  if (says_new && trim(said).size() > kMostOfOutcome) {
    PYRAMID_ASSIGN(bytes, format::with_whole_outcome(bytes, task.path, lead + ":", said));
  }
  files.put(task.path, std::move(bytes));
  report.changed = !files.empty();
  if (!report.changed) return report;
  PYRAMID_ASSIGN(report.commit, files.commit("task " + in_quotes(task.title) + " " + called,
                                             task.id, report.state, report.diagnostics));
  return report;
}

Result<EndTaskReport> end_task(const Environment& environment, const EndTaskOptions& options,
                               const std::string& state) {
  PYRAMID_TRY(ops::check_storable(options.text));
  return ops::with_services(
      environment, options.workspace,
      [&](Services& services) { return change_state(services, options, state); }, "task");
}

struct RelationName {
  std::string_view name;
  Relation relation;
  bool is_others = false;  // the link stands in the other task
};
constexpr std::array<RelationName, 5> kRelationNames = {{{"blocks", Relation::kBlocks},
                                                         {"blocked-by", Relation::kBlocks, true},
                                                         {"related-to", Relation::kRelatedTo},
                                                         {"derived-from", Relation::kDerivedFrom},
                                                         {"similar-to", Relation::kSimilarTo}}};

Result<RelationName> relation_named(const std::string& name) {
  const std::string plain = replace_all(name, " ", "-");
  std::vector<std::string> names;
  for (const RelationName& one : kRelationNames) {
    if (equals_ignoring_case(plain, one.name)) return one;
    names.emplace_back(one.name);
  }
  return fail(ErrorKind::kUsage, "no such relation: " + printable(name), {},
              "there are: " + join(names, ", "));
}

// The link of the task that leads there, by its path, whether something is there or not.
Result<std::optional<Linked>> linked_as(Services& services, const Opened& opened, const Node& task,
                                        Relation relation, const std::string& said) {
  PYRAMID_ASSIGN(const std::string bytes,
                 services.files.read(opened.workspace.absolute(task.path)));
  PYRAMID_ASSIGN(const Node now, format::read_node(bytes, task.path));
  const std::size_t hash = said.find('#');
  const std::string path = said.substr(0, hash);
  const std::string fragment = hash == std::string::npos ? "" : said.substr(hash + 1);
  for (const format::Related& one : now.related) {
    const bool leads_there = one.edge.path == path || one.edge.path == "tasks/" + path;
    if (one.relation == relation && leads_there) {
      return std::optional(Linked{one.edge.path, fragment, one.edge.link.text});
    }
  }
  return std::optional<Linked>();
}

Result<LinkTaskReport> link(Services& services, const LinkTaskOptions& options) {
  PYRAMID_ASSIGN(const RelationName named, relation_named(options.relation));
  PYRAMID_ASSIGN(Opened opened, ops::open(services, options.workspace, ops::Access::kWrite));
  PYRAMID_ASSIGN(Node task, ops::find_task(services, opened, options.task));
  std::optional<Linked> gone;  // a link that leads nowhere can be taken away, too
  if (options.remove && !named.is_others) {
    PYRAMID_ASSIGN(gone, linked_as(services, opened, task, named.relation, options.to));
  }
  Linked to;
  if (gone) {
    to = *std::move(gone);
  } else {
    PYRAMID_ASSIGN(to, linked(services, opened, named.relation, options.to));
  }
  std::string from = task.path;
  if (named.is_others) {
    from = std::exchange(to.path, task.path);
    to.title = task.title;
  }
  LinkTaskReport report;
  report.diagnostics = opened.workspace.diagnostics;
  report.path = from;
  PendingChange files(services, opened);
  if (options.remove) {
    PYRAMID_ASSIGN(const std::string bytes, files.read(from));
    PYRAMID_ASSIGN(std::string after,
                   format::without_related(bytes, from, named.relation, to.path, to.fragment));
    files.put(from, std::move(after));
  } else {
    PYRAMID_TRY(relate(files, from, named.relation, to));
  }
  report.changed = !files.empty();
  PYRAMID_ASSIGN(report.commit, files.commit("links of task " + in_quotes(task.title), task.id,
                                             kLinked, report.diagnostics));
  return report;
}

}  // namespace

Result<AddTaskReport> add_task(const Environment& environment, const AddTaskOptions& options) {
  PYRAMID_TRY(checked_title(options.title));
  PYRAMID_TRY(ops::check_storable(options.description));
  return ops::with_services(
      environment, options.workspace, [&](Services& services) { return add(services, options); },
      "task");
}

Result<EndTaskReport> finish_task(const Environment& environment, const EndTaskOptions& options) {
  return end_task(environment, options, "done");
}

Result<EndTaskReport> fail_task(const Environment& environment, const EndTaskOptions& options) {
  return end_task(environment, options, "failed");
}

Result<EndTaskReport> reopen_task(const Environment& environment, const EndTaskOptions& options) {
  return end_task(environment, options, "open");
}

Result<EndTaskReport> drop_task(const Environment& environment, const EndTaskOptions& options) {
  return end_task(environment, options, format::kInvalidated);
}

Result<LinkTaskReport> link_task(const Environment& environment, const LinkTaskOptions& options) {
  PYRAMID_TRY(relation_named(options.relation));
  return ops::with_services(
      environment, options.workspace, [&](Services& services) { return link(services, options); },
      "task");
}

}  // namespace pyramid
