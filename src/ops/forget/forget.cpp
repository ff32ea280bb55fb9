#include "pyramid/forget.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "format/why_page.hpp"
#include "history/leftovers.hpp"
#include "ops/calls/ledger.hpp"
#include "ops/calls/ledger_events.hpp"
#include "ops/calls/unread.hpp"
#include "ops/forget/forget_journal.hpp"
#include "ops/forget/forget_targets.hpp"
#include "ops/forget/forgotten_before.hpp"
#include "ops/forget/purge.hpp"
#include "ops/forget/purged.hpp"
#include "ops/forget/renew_caches.hpp"
#include "ops/nodes/revision.hpp"
#include "ops/nodes/session_titles.hpp"
#include "ops/nodes/summary_names.hpp"
#include "ops/run/diary.hpp"
#include "ops/run/forgotten.hpp"
#include "ops/run/forgotten_titles.hpp"
#include "ops/run/run.hpp"
#include "ops/run/stopped_forget.hpp"
#include "ops/topics/write_topics.hpp"
#include "ops/write/calls_at_once.hpp"
#include "ops/write/export_models.hpp"
#include "ops/write/left_names.hpp"
#include "pyramid/version.hpp"
#include "workspace/layout.hpp"
#include "workspace/store.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace pyramid {

namespace {

using ops::ForgetTargets;
using ops::Opened;
using ops::Run;
using ops::Services;

Status check_options(const ForgetOptions& options) {
  const int named =
      static_cast<int>(!options.what.empty()) + static_cast<int>(!options.match.empty()) +
      static_cast<int>(!options.session.empty()) + static_cast<int>(!options.person.empty());
  constexpr std::size_t kMostMatched = 4000;  // bytes
  if (options.match.size() > kMostMatched) {
    return fail(ErrorKind::kUsage, "the text to match is longer than 4,000 bytes", {},
                "give a part of it");
  }
  if (named == 1) return {};
  return fail(ErrorKind::kUsage, named == 0 ? "nothing is named" : "more than one thing is named",
              {}, "name a node, or a text to match, a session or a person");
}

std::size_t nodes_gone(const ForgetTargets& targets) {
  return targets.gone.nodes.size() + targets.homes.size();
}

std::size_t turns_gone(const ForgetTargets& targets) {
  std::size_t turns = 0;
  for (const auto& [session, numbers] : targets.gone.turns) turns += numbers.size();
  return turns;
}

// Nothing of what is forgotten: neither words nor names.
std::string message_of(const ForgetTargets& targets) {
  const std::size_t turns = turns_gone(targets), nodes = nodes_gone(targets);
  std::vector<std::string> parts;
  if (nodes > 0) parts.push_back(count_of(nodes, "node"));
  if (turns > 0) parts.push_back("the words of " + count_of(turns, "turn"));
  if (parts.empty()) parts.push_back(count_of(targets.renamed.size(), "name"));
  return "memory: forgot " + join(parts, " and ") +
         "\n\nPyramid-Forgot: " + std::to_string(nodes + turns) +
         "\nPyramid-Version: " PYRAMID_VERSION "\n";
}

// Lines that quote it, of every machine.
Status clean_ledger(FileSystem& files, const workspace::Workspace& workspace,
                    const std::vector<ops::Unwanted>& unwanted, ForgetReport& report) {
  const Result<std::vector<DirectoryEntry>> entries =
      files.list(workspace.absolute(ops::kLedgerFolder));
  if (!entries || unwanted.empty()) return {};
  workspace::Store store(files, workspace.root);
  for (const DirectoryEntry& entry : *entries) {
    if (entry.kind != FileKind::kFile) continue;
    const std::string path = path::join(ops::kLedgerFolder, entry.name);
    PYRAMID_ASSIGN(const std::string bytes, files.read(workspace.absolute(path)));
    std::string kept;
    std::size_t number = 0;
    for (const std::string_view line : split_lines(bytes)) {
      ++number;
      if (ops::says(line, unwanted)) {
        report.forgotten.push_back({path, number, "ledger"});
      } else {
        kept += std::string(line) + "\n";
      }
    }
    if (kept.size() < bytes.size()) store.put(path, std::move(kept), digest_of(bytes));
  }
  PYRAMID_ASSIGN(const workspace::Store::Report stored, store.commit());
  static_cast<void>(stored);  // a line that came meanwhile does not quote it
  return {};
}

// A summary's file is named by words that it once began with, told from what is forgotten.
Status rename_summaries(ops::WorkingSet& memory, const ForgetTargets& targets) {
  return memory.walk(format::Kind::kSummary, [&](const format::Node& summary) -> Status {
    const auto& retold = targets.retold;
    const bool told = std::find(retold.begin(), retold.end(), summary.id) != retold.end() &&
                      ops::is_named_by_words(summary);
    if (!told && !ops::is_named_by(path::name(summary.path), targets.unwanted)) return {};
    return ops::give_plain_name(memory, summary);
  });
}

// Whose file is named after what it said once, or a person named so.
Status rename_others(ops::WorkingSet& memory, const ForgetTargets& targets) {
  for (const Ulid& id : targets.renamed) {
    const format::Node* found = memory.find(id);
    if (found == nullptr) continue;
    const format::Node node = *found;
    const bool named = ops::is_named_by(path::name(node.path), targets.unwanted);
    std::string fresh;
    if (node.kind == format::Kind::kObservation && named) {
      PYRAMID_ASSIGN(const format::Node whole, memory.read(node));
      fresh =
          workspace::observation_path(memory.zone().local(node.at, node.offset), whole.text, id);
    }
    if (node.kind == format::Kind::kTask && named) fresh = workspace::task_path(node.title, id);
    if (!fresh.empty()) {
      const bool again = ops::is_named_by(path::name(fresh), targets.unwanted);
      const std::string plain = ops::plain_name(format::name_of(node.kind), short_id(id));
      PYRAMID_TRY(ops::rename_file(memory, node, again ? plain : path::name(fresh)));
    }
    if (node.kind == format::Kind::kSession && named) {
      PYRAMID_TRY(ops::retitle(memory, id, node.title));
    }
  }
  return {};
}

// Of a conversation that goes, what was said elsewhere too lets go.
Status let_go_of_sessions(ops::WorkingSet& memory, const ForgetTargets& targets) {
  for (const ForgottenPlace& place : targets.places) {
    if (place.what != "session") continue;
    std::vector<std::string> paths;
    memory.each(format::Kind::kObservation, [&](const Ulid& id, std::string_view path) {
      if (!targets.gone.nodes.contains(id)) paths.emplace_back(path);
    });
    for (const std::string& path : paths) {
      PYRAMID_ASSIGN(const std::string bytes, memory.bytes(path));
      if (bytes.find(path::name(place.path)) == std::string::npos) continue;
      const Result<std::optional<format::Unsaid>> left =
          format::unsaid(bytes, path, place.path, 0, {});
      if (!left || !*left || (*left)->out_of_use) continue;
      PYRAMID_TRY(memory.put(path, (*left)->bytes, digest_of(bytes)));
    }
  }
  return {};
}

// The files, then what was made from them.
Status take_out(Run& run, const ForgetTargets& targets, ForgetReport& report) {
  PYRAMID_ASSIGN(report.tombstones, ops::bury(run.memory, targets.gone));
  PYRAMID_TRY(ops::bury_notes_of_turns(run, targets.gone));
  PYRAMID_TRY(let_go_of_sessions(run.memory, targets));
  std::set<Ulid> gone = targets.gone.nodes;
  gone.insert(targets.homes.begin(), targets.homes.end());
  PYRAMID_TRY(ops::unlink_from(run, gone));
  PYRAMID_ASSIGN(const std::size_t count, ops::take_out(run.memory, targets.gone));
  static_cast<void>(count);
  PYRAMID_ASSIGN(const std::size_t untitled, ops::untitle_links_to_absent(run, targets.gone));
  static_cast<void>(untitled);
  for (const Ulid& home : targets.homes) PYRAMID_TRY(run.memory.remove(home));
  for (const ops::EmptiedHome& home : targets.emptied) {
    const std::string path = run.memory.path_of(home.id);
    PYRAMID_ASSIGN(const std::string bytes, run.memory.bytes(path));
    if (bytes != home.rest) PYRAMID_TRY(run.memory.put(path, home.rest, digest_of(bytes)));
    const std::string page = format::why_path(run.memory.find(home.id)->model);
    if (run.memory.bytes(page)) PYRAMID_TRY(run.memory.remove_at(page));
  }
  PYRAMID_TRY(rename_summaries(run.memory, targets));
  PYRAMID_TRY(rename_others(run.memory, targets));
  PYRAMID_TRY(run.memory.flush());
  PYRAMID_TRY(ops::mend_links(run));
  PYRAMID_TRY(ops::write_summaries(run, {}));
  PYRAMID_TRY(ops::drop_left_names(run));
  PYRAMID_TRY(ops::write_sections(run));
  PYRAMID_TRY(ops::write_topics(run));
  return run.memory.flush();
}

// What was exported says it until it is exported again.
void export_again(FileSystem& files, const workspace::Workspace& workspace, ForgetReport& report) {
  if (workspace.settings.export_folder.empty()) return;
  const Result<ExportReport> exported = ops::export_models(files, workspace, "");
  if (!exported) report.diagnostics.push_back(to_diagnostic(exported.error()));
}

// Out of git's history: others are told first, so that nothing comes back from them if this stops.
Status purge_history_of(Services& services, Run& run, ops::ForgetJournal& journal,
                        const ForgetTargets& targets, ForgetReport& report) {
  const workspace::Workspace& workspace = run.opened.workspace;
  PYRAMID_ASSIGN(ops::PurgePlan plan, ops::plan_purge(workspace, targets));
  PYRAMID_ASSIGN(const history::PurgeMarks marks, history::purge_marks(workspace.root, plan.git));
  PYRAMID_ASSIGN(const std::string told,
                 ops::mark_purged(run.memory, marks, workspace.root, services.clock.now(),
                                  report.diagnostics));
  if (!journal.backup.empty() && journal.backed_up.empty()) {
    PYRAMID_ASSIGN(const auto past, ops::open_past(workspace.root));
    PYRAMID_ASSIGN(const history::PastCommit head, past->commit("HEAD"));
    journal.backed_up = head.id;
    PYRAMID_TRY(ops::write_journal(services.files, workspace, journal));
  }
  plan.git.backup = journal.backup;
  plan.git.backed_up = journal.backed_up;
  PYRAMID_ASSIGN(report.purge, ops::purge(workspace, targets, plan));
  PYRAMID_ASSIGN(report.kept, ops::kept_by_git(workspace.root, targets));
  PYRAMID_ASSIGN(const auto past, ops::open_past(workspace.root));
  PYRAMID_ASSIGN(const history::PastCommit head, past->commit("HEAD"));
  const bool was_told = !told.empty();
  if (was_told && head.id != told) --report.purge->commits;  // it was made for this
  if (report.commit.empty()) return {};
  PYRAMID_ASSIGN(const history::PastCommit now, past->commit(was_told ? "HEAD~1" : "HEAD"));
  report.commit = now.id;  // it is called so now
  return {};
}

Status clean_history(Services& services, Run& run, ops::ForgetJournal& journal, bool stopped,
                     ForgetReport& report) {
  // One that stays is dropped the next time.
  static_cast<void>(ops::drop_expired_backups(run.opened.workspace.root, services.clock.now()));
  if (!journal.purge) return {};
  if (report.kept.empty()) {
    return purge_history_of(services, run, journal, journal.targets, report);
  }
  if (stopped) return ops::can_purge(run.opened.workspace.root, report.kept);  // it waits
  for (const ForgottenPlace& one : report.kept) {
    report.diagnostics.push_back(
        {Severity::kError, one.path + (one.line > 0 ? ":" + std::to_string(one.line) : ""),
         "still says it, so git's history was not purged", "take it out, and say it again"});
  }
  return {};
}

struct Wish {
  ForgetTargets now;          // what the memory has of it
  ForgetTargets of_all_time;  // for a purge: with what was forgotten before
};

Result<Wish> find_wish(Services& services, Opened& opened, const ops::WorkingSet& memory,
                       const ForgetOptions& options) {
  Result<ForgetTargets> found = ops::find_forget_targets(services, opened, memory, options);
  const bool may_be_past = options.purge;
  const bool not_there = !found && found.error().kind == ErrorKind::kNotFound;
  if (!found && !(may_be_past && not_there)) return fail(std::move(found).error());
  Wish wish;
  if (found) wish.now = *found;
  wish.of_all_time = wish.now;
  if (!may_be_past) return wish;
  PYRAMID_ASSIGN(wish.of_all_time, ops::with_forgotten_before(services.files, opened.workspace,
                                                              memory, options, wish.now));
  if (not_there && wish.of_all_time.empty()) return fail(std::move(found).error());
  return wish;
}

// A person's own words stop a purge, and are told in a dry run. kNotFound where neither the memory
// nor git has anything of it.
Status may_purge(const ForgetOptions& options, const workspace::Workspace& workspace,
                 const ForgetTargets& of_all_time, const std::vector<ForgottenPlace>& kept) {
  if (!workspace.settings.commit) {
    return fail(ErrorKind::kUsage, "a purge rewrites history, and here nothing is committed",
                "pyramid.yaml", "set `commit: true` for it");
  }
  const auto own = options.dry_run ? std::vector<ForgottenPlace>() : kept;
  PYRAMID_TRY(ops::can_purge(workspace.root, own));
  if (!kept.empty()) return {};
  PYRAMID_ASSIGN(const bool is_there, ops::is_in_history(workspace.root, of_all_time));
  if (is_there) return {};
  PYRAMID_ASSIGN(const auto by_git, ops::kept_by_git(workspace.root, of_all_time));
  if (!by_git.empty()) return {};
  PYRAMID_ASSIGN(const std::vector<std::string> backups, ops::kept_backups(workspace.root));
  return fail(ErrorKind::kNotFound, "nothing in the memory or its history says that", {},
              backups.empty() ? ""
                              : "a backup of an earlier purge may: " + join(backups, ", ") +
                                    "; `git update-ref -d` and its name, then `git gc "
                                    "--prune=now`, take it away");
}

Status expect_purge(const std::string& root, const ForgetTargets& targets, ForgetReport& report) {
  PYRAMID_ASSIGN(report.purge, ops::expected_purge(root, targets));
  PYRAMID_ASSIGN(const auto by_git, ops::kept_by_git(root, targets));
  report.kept.insert(report.kept.end(), by_git.begin(), by_git.end());
  return {};
}

// All that is written. Stopped at any moment, it is done by doing it again with the same journal;
// `stopped`: so it is, or the journal has more in it that waits.
Status carry_out(Services& services, const WorkspaceOptions& options, Run& run,
                 const ForgetTargets& targets, ops::ForgetJournal& journal, bool stopped,
                 ForgetReport& report) {
  Opened& opened = run.opened;
  PYRAMID_ASSIGN(ops::Diary diary,
                 ops::begin_diary(services, opened.workspace, report.diagnostics));
  PYRAMID_TRY(ops::write_journal(services.files, opened.workspace, journal));
  if (!targets.empty()) {
    if (!diary.held.empty()) PYRAMID_TRY(ops::apply_forgotten(run));  // what was forgotten before
    PYRAMID_TRY(take_out(run, targets, report));
    ops::note_happened(services.ledger, "forgotten", nodes_gone(targets) + turns_gone(targets));
    report.rewritten = report.sync.summaries_written + report.sync.sections_written;
    PYRAMID_TRY(clean_ledger(services.files, opened.workspace, targets.unwanted, report));
    if (diary.repository) {
      if (report.sync.failed == 0) {
        PYRAMID_TRY(ops::commit_held(diary, services, opened.workspace, run.memory));
      }
      PYRAMID_ASSIGN(report.commit,
                     ops::commit_changes(*diary.repository, run.memory, message_of(targets),
                                         services.clock.now(), report.diagnostics));
    }
    export_again(services.files, opened.workspace, report);
  }
  PYRAMID_TRY(ops::renew_caches(services, options, opened));
  PYRAMID_ASSIGN(report.kept, ops::find_kept(services.files, opened, journal.targets, true));
  if (diary.repository) {
    PYRAMID_TRY(clean_history(services, run, journal, stopped, report));
  }
  const Diagnostics& found = report.sync.diagnostics;
  report.diagnostics.insert(report.diagnostics.end(), found.begin(), found.end());
  return ops::remove_journal(services.files, opened.workspace);
}

Result<ForgetReport> run(Services& services, const ForgetOptions& options) {
  PYRAMID_ASSIGN(Opened opened,
                 ops::open(services, options.workspace,
                           options.dry_run ? ops::Access::kRead : ops::Access::kWrite));
  PYRAMID_TRY(ops::all_read(services));
  if (!opened.scan.unread.empty()) {  // a note, which may say it
    return fail(ErrorKind::kIo, "cannot be read", opened.scan.unread.front(),
                "nothing is forgotten until it can: it may say it too");
  }
  ForgetReport report;
  report.diagnostics = opened.scan.diagnostics;
  ops::WorkingSet memory(services.files, opened.workspace);
  PYRAMID_TRY(memory.load(*opened.index));
  Result<Wish> found = find_wish(services, opened, memory, options);
  const bool nothing_left = !found && found.error().kind == ErrorKind::kNotFound;
  if (nothing_left && opened.ended_forget) return *std::move(opened.ended_forget);
  PYRAMID_ASSIGN(const Wish wish, std::move(found));
  const ForgetTargets& targets = wish.now;
  const ForgetTargets& of_all_time = wish.of_all_time;
  PYRAMID_ASSIGN(report.kept, ops::find_kept(services.files, opened, of_all_time, false));
  report.forgotten = targets.places;
  if (options.purge) {
    const Status may = may_purge(options, opened.workspace, of_all_time, report.kept);
    const bool all_done = !may && may.error().kind == ErrorKind::kNotFound;
    if (all_done && opened.ended_forget) return *std::move(opened.ended_forget);
    PYRAMID_TRY(may);
  }
  if (options.dry_run) {
    if (options.purge) PYRAMID_TRY(expect_purge(opened.workspace.root, of_all_time, report));
    return report;
  }
  if (targets.empty() && !options.purge) {
    if (opened.ended_forget) return *std::move(opened.ended_forget);
    if (!report.kept.empty()) return report;
    return fail(ErrorKind::kNotFound, "nothing in the memory says that", {},
                "`pyramid bisect` looks for it in git's past, and --purge takes it out there");
  }
  Run run{services, opened, memory, report.sync,
          ops::limit_calls(services, 0, opened.workspace.settings)};
  ops::ForgetJournal journal;
  journal.targets = of_all_time;
  journal.purge = options.purge;
  if (options.purge) journal.backup = ops::backup_ref(options.keep_backup, services.clock.now());
  // One that was stopped, and could not be ended when this began.
  const Result<ops::ForgetJournal> waiting = ops::read_journal(services.files, opened.workspace);
  if (waiting) ops::add_waiting(*waiting, journal);
  PYRAMID_TRY(
      carry_out(services, options.workspace, run, targets, journal, waiting.has_value(), report));
  return report;
}

}  // namespace

namespace ops {

Result<ForgetReport> end_stopped_forget(Services& services, const WorkspaceOptions& options,
                                        Opened& opened) {
  const workspace::Workspace& workspace = opened.workspace;
  PYRAMID_ASSIGN(ForgetJournal journal, read_journal(services.files, workspace));
  PYRAMID_ASSIGN(const FileStat begun, services.files.stat(forget_journal_path(workspace)));
  PYRAMID_TRY(history::settle_gits(workspace.root, begun.mtime_ns));
  if (journal.purge) PYRAMID_TRY(can_purge(workspace.root, {}));
  WorkingSet memory(services.files, workspace);
  PYRAMID_TRY(memory.load(*opened.index));
  PYRAMID_TRY(find_emptied(memory, journal.targets));
  ForgetReport report;
  report.forgotten = journal.targets.places;
  Run run{services, opened, memory, report.sync, limit_calls(services, 0, workspace.settings)};
  const ForgetTargets targets = journal.targets;
  PYRAMID_TRY(carry_out(services, options, run, targets, journal, true, report));
  return report;
}

}  // namespace ops

Result<ForgetReport> forget(const Environment& environment, const ForgetOptions& options) {
  PYRAMID_TRY(check_options(options));
  return ops::with_services(
      environment, options.workspace,
      [&](Services& services) -> Result<ForgetReport> {
        ops::NotingUnread files(services.files, options.workspace.root);
        Services noting = ops::noting_unread(services, files);
        Result<ForgetReport> report = run(noting, options);
        PYRAMID_TRY(files.all_read());
        return report;
      },
      options.dry_run ? "" : "forget");
}

}  // namespace pyramid
