#include "pyramid/revert.hpp"

#include "base/text.hpp"
#include "format/task.hpp"
#include "history/repository.hpp"
#include "merge/merge.hpp"
#include "ops/calls/commit_gate.hpp"
#include "ops/calls/ledger.hpp"
#include "ops/nodes/commit_changes.hpp"
#include "ops/nodes/memory_changes.hpp"
#include "ops/nodes/revision.hpp"
#include "ops/nodes/unfinished.hpp"
#include "ops/past/past_nodes.hpp"
#include "ops/past/taking_back.hpp"
#include "ops/run/diary.hpp"
#include "ops/run/run.hpp"
#include "ops/run/tombstones.hpp"
#include "pyramid/version.hpp"
#include "workspace/layout.hpp"
#include "workspace/store.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace pyramid {

namespace {

using history::Past;
using history::PastCommit;
using history::PastFile;
using ops::Opened;
using ops::Services;

// What is meant, and what the commit that does it says.
struct Undo {
  ops::WantedFiles files;
  std::string message;
  std::vector<std::string> done;  // what the same revert has put back and committed before a kill
};

std::string message_of(const std::string& subject, const std::string& reverted) {
  return "memory: " + subject + "\n\nPyramid-Reverts: " + reverted +
         "\nPyramid-Version: " PYRAMID_VERSION "\n";
}

class Reverter {
 public:
  Reverter(Services& services, const RevertOptions& options, Opened& opened,
           ops::WorkingSet& memory, Past& past, RevertReport& report)
      : services_(services),
        options_(options),
        opened_(opened),
        memory_(memory),
        past_(past),
        report_(report) {}

  Result<Undo> undo() {
    const Result<PastCommit> commit =
        options_.to.empty() ? past_.commit(options_.what)
                            : Result<PastCommit>(fail(ErrorKind::kNotFound, "a node"));
    const Result<ops::PastTarget> target = find_node();
    if (commit && target) {
      return fail(ErrorKind::kUsage,
                  printable(options_.what) + " is a commit, and also " + target->path, {},
                  "write more of the commit, or name the file");
    }
    if (commit) return of_commit(*commit);
    if (target) return of_node(*target);
    if (target.error().kind != ErrorKind::kNotFound) return fail(Error(target.error()));
    if (!options_.to.empty() && past_.commit(options_.what)) {
      return fail(ErrorKind::kUsage, "--to puts back one file, and this is a commit", options_.what,
                  "name the file, or leave --to out to undo the commit");
    }
    Error neither = target.error();
    neither.what = "no such commit, file or id: " + printable(options_.what);
    return fail(std::move(neither));
  }

 private:
  Result<ops::PastTarget> find_node() {
    WhyOptions named;
    named.what = options_.what;
    named.folder = options_.folder;
    return ops::find_past_target(services_.files, opened_.workspace, *opened_.index, memory_, past_,
                                 named);
  }

  Result<Undo> of_commit(const PastCommit& commit) {
    if (!history::trailer_of(commit, "Pyramid-Forgot").empty()) {
      return fail(ErrorKind::kUsage, "what was forgotten is not put back", commit.id.substr(0, 7),
                  "remove its tombstones in " + std::string(ops::kForgottenFolder) +
                      "/, and put back single files");
    }
    report_.reverted = ops::told(commit);
    if (commit.parents.size() > 1) {
      PYRAMID_ASSIGN(const PastCommit side, past_.commit(commit.parents.front()));
      report_.kept_parent = ops::told(side);
    }
    Undo undo;
    PYRAMID_ASSIGN(ops::RevertedFiles taken, ops::take_back(services_.files, opened_.workspace,
                                                            memory_, past_, commit, today()));
    undo.files = std::move(taken.files);
    report_.left = std::move(taken.left);
    undo.message = message_of("reverted \"" + subject_of(commit) + "\"", commit.id);
    return undo;
  }

  [[nodiscard]] Date today() const { return services_.zone.date_of(services_.clock.now()); }

  Result<Undo> of_node(const ops::PastTarget& target) {
    const bool forgotten =
        !target.id.is_zero() && ops::is_forgotten(services_.files, opened_.workspace, target.id);
    if (forgotten) {
      return fail(ErrorKind::kUsage, "was forgotten", target.path,
                  "remove " + ops::tombstone_path(target.id) + ", and say it again");
    }
    PYRAMID_ASSIGN(const ops::Forgotten all,
                   ops::read_forgotten(services_.files, opened_.workspace));
    if (all.has_lost_words(target.id)) {
      return fail(ErrorKind::kUsage, "has words that were forgotten, and would say them again",
                  target.path, "remove their tombstones in " + std::string(ops::kForgottenFolder));
    }
    if (options_.to.empty()) return before_last_change(target);
    PYRAMID_ASSIGN(const PastCommit commit,
                   ops::commit_named(past_, options_.to, services_.clock.now(), services_.zone));
    PYRAMID_ASSIGN(const std::optional<PastFile> file, ops::file_at(past_, target, commit));
    if (!file) {
      return fail(ErrorKind::kNotFound, "was not there at " + commit.id.substr(0, 7), target.path,
                  "`pyramid history " + target.path + "` says when it came and went");
    }
    Undo undo;
    if (target.path != file->path && stands(target)) undo.files[target.path] = std::nullopt;
    PYRAMID_TRY(want(undo, target, file->path, file->blob));
    if (merge::without_markers(*undo.files[file->path])) {
      return fail(ErrorKind::kConflict, "had conflict markers at " + commit.id.substr(0, 7),
                  file->path, "put it back as it was at another time, before or after that");
    }
    undo.message = message_of("put back " + file->path + " as it was on " +
                                  format_date(services_.zone.date_of(commit.at)),
                              commit.id);
    return undo;
  }

  // The last commit, where it is this very revert, of a command that was killed before its end.
  std::optional<PastCommit> done_before_kill(const ops::PastTarget& target) {
    const Result<PastCommit> head = past_.commit("HEAD");
    if (!head || history::trailer_of(*head, "Pyramid-Reverts").empty()) return std::nullopt;
    const ops::Unfinished noted = ops::read_unfinished(services_.files, opened_.workspace);
    const auto written = noted.find(target.path);
    const auto blob = past_.blob_at(head->id, target.path);
    if (written == noted.end() || !blob) return std::nullopt;
    const auto bytes = *blob ? past_.read(**blob) : Result<std::string>(std::string());
    if (!bytes) return std::nullopt;
    const auto digest = *blob ? std::optional(digest_of(*bytes)) : std::nullopt;
    return written->second.contains(digest) ? std::optional(*head) : std::nullopt;
  }

  Result<Undo> before_last_change(const ops::PastTarget& target) {
    const std::optional<PastCommit> done = done_before_kill(target);
    Undo undo;
    // What a sync made of a home's sections, the next one would make again.
    const auto is_generated = [](const MemoryChange& one) { return one.kind == "section"; };
    std::optional<Undo> generated;
    const auto look_at = [&](const PastCommit& commit, const ops::PastStep& step) -> Result<bool> {
      if (commit.is_edge) return ops::no_history_before(commit);
      if (done && commit.id == done->id) {
        report_.commit = done->id;
        PYRAMID_ASSIGN(report_.changes, ops::meaning_of(past_, step));
        undo.done = {target.path, step.before.front().path};
        return false;
      }
      PYRAMID_ASSIGN(const auto meant, ops::meaning_of(past_, step));
      PYRAMID_ASSIGN(const auto files, ops::read_versions(past_, step));
      if (meant.empty() || mends_markers(files)) return true;
      const bool came = !step.before.front().blob;
      const bool is_sync = std::all_of(meant.begin(), meant.end(), is_generated);
      if (generated && (came || is_sync)) return is_sync;
      Undo one;
      PYRAMID_TRY(want_before(one, target, step));
      one.message =
          message_of("put back " + target.path + " as it was before \"" + subject_of(commit) + "\"",
                     commit.id);
      (is_sync ? generated.emplace() : undo) = std::move(one);
      return is_sync;
    };
    PYRAMID_TRY(ops::each_step(past_, target, look_at));
    if (!undo.done.empty()) return undo;
    if (undo.message.empty() && generated) undo = *std::move(generated);
    if (!undo.message.empty()) return undo;
    return fail(ErrorKind::kNotFound, "no commit has changed it", target.path,
                "what is not committed yet, git cannot put back");
  }

  // On the disk, or in the last commit alone: a revert that was killed has removed the file.
  bool stands(const ops::PastTarget& target) {
    if (target.is_there) return true;
    const Result<PastCommit> head = past_.commit("HEAD");
    const auto blob = head ? past_.blob_at(head->id, target.path)
                           : Result<std::optional<std::string>>(std::nullopt);
    return blob && *blob;
  }

  // What was before is two states of a file, and no state to go back to.
  static bool mends_markers(const std::vector<ops::FileVersions>& files) {
    return std::any_of(files.begin(), files.end(), [](const ops::FileVersions& file) {
      return file.before && merge::without_markers(*file.before);
    });
  }

  // Of a home that changed since, what a sync made stays.
  Status want_before(Undo& undo, const ops::PastTarget& target, const ops::PastStep& step) {
    const ops::PastPlace& before = step.before.front();
    if ((!before.blob || target.path != before.path) && stands(target)) {
      undo.files[target.path] = std::nullopt;
    }
    if (!before.blob) return {};
    PYRAMID_TRY(want(undo, target, before.path, *before.blob));
    const format::Kind kind = workspace::kind_of_path(target.path);
    const bool is_home = format::is_home(kind);
    if (!is_home || !step.after.blob || !target.is_there || before.path != target.path) return {};
    // The disk may have what this revert wrote before it was killed.
    PYRAMID_ASSIGN(const PastCommit head, past_.commit("HEAD"));
    PYRAMID_ASSIGN(const std::optional<std::string> blob, past_.blob_at(head.id, target.path));
    if (!blob) return {};
    PYRAMID_ASSIGN(const std::string after, past_.read(*step.after.blob));
    PYRAMID_ASSIGN(const std::string now, past_.read(*blob));
    if (now == after) return {};
    std::optional<std::string>& wanted = undo.files[before.path];
    if (auto one = ops::without_change(target.path, *wanted, after, now, today())) {
      wanted = std::move(one);
    }
    return {};
  }

  // Nothing is put over another file that has the name now.
  Status want(Undo& undo, const ops::PastTarget& target, const std::string& path,
              const std::string& blob) {
    PYRAMID_ASSIGN(std::string bytes, past_.read(blob));
    const std::string place = opened_.workspace.absolute(path);
    if (path != target.path && services_.files.stat(place)) {
      const Result<std::string> there = services_.files.read(place);
      if (!there || *there != bytes) {  // else it is this one: a revert was killed on its way
        return fail(ErrorKind::kConflict, "another file has this name now", path,
                    "give that one another name, and say it again");
      }
    }
    undo.files[path] = std::move(bytes);
    return {};
  }

  Services& services_;
  const RevertOptions& options_;
  Opened& opened_;
  ops::WorkingSet& memory_;
  Past& past_;
  RevertReport& report_;
};

// The files as they are.
Result<std::vector<ops::FileVersions>> versions(Services& services, const Opened& opened,
                                                const ops::WantedFiles& wanted) {
  std::vector<ops::FileVersions> files;
  for (const auto& [path, bytes] : wanted) {
    Result<std::string> now = services.files.read(opened.workspace.absolute(path));
    if (!now && now.error().kind != ErrorKind::kNotFound) return fail(std::move(now).error());
    files.push_back({path, now ? std::optional(*std::move(now)) : std::nullopt, bytes});
  }
  return files;
}

bool is_done(const ops::FileVersions& file) { return file.before == file.after; }

// What is not committed and as wanted already is what the same revert did before it was killed.
Status refuse_uncommitted(history::Repository& repository,
                          const std::vector<ops::FileVersions>& files) {
  std::vector<std::string> paths;
  for (const ops::FileVersions& file : files) {
    if (!is_done(file)) paths.push_back(file.path);
  }
  PYRAMID_ASSIGN(const std::vector<std::string> edited, repository.uncommitted());
  PYRAMID_ASSIGN(const std::vector<std::string> staged, repository.staged(paths));
  for (const std::string& path : paths) {
    const bool is_edited = std::binary_search(edited.begin(), edited.end(), path);
    const bool is_staged = std::find(staged.begin(), staged.end(), path) != staged.end();
    if (!is_edited && !is_staged) continue;
    return fail(ErrorKind::kConflict,
                is_edited ? "was changed since and is not committed" : "is staged by hand", path,
                is_edited ? "`pyramid sync` commits it; or `git checkout -- " + path + "` drops it"
                          : "commit it, or take it back with `git restore --staged " + path + "`");
  }
  return {};
}

// What the next sync would do then; nothing is written.
Result<std::string> work_after(Services& services, Opened& opened, ops::WorkingSet& memory,
                               const std::vector<ops::FileVersions>& files) {
  for (const ops::FileVersions& file : files) {
    if (!file.after) {
      const format::Node* node = memory.at(file.path);
      if (node != nullptr) PYRAMID_TRY(memory.remove(node->id));
    } else if (format::read_node(*file.after, file.path)) {
      PYRAMID_TRY(memory.put(file.path, *file.after,
                             file.before ? std::optional(digest_of(*file.before)) : std::nullopt));
    }
  }
  SyncReport unused;
  ops::Run dry{services, opened, memory, unused, 1};
  return ops::what_is_left(dry);
}

Status write(Services& services, const Opened& opened,
             const std::vector<ops::FileVersions>& files) {
  workspace::Store store(services.files, opened.workspace.root);
  std::vector<ops::Unwritten> unwritten;
  for (const ops::FileVersions& file : files) {
    if (is_done(file)) continue;
    unwritten.push_back(
        {file.path, file.after ? std::optional(digest_of(*file.after)) : std::nullopt});
  }
  ops::note_unfinished(services.files, opened.workspace, unwritten);
  for (const ops::FileVersions& file : files) {
    if (is_done(file)) continue;
    if (file.after) {
      store.put(file.path, *file.after,
                file.before ? std::optional(digest_of(*file.before)) : std::nullopt);
    } else {
      store.remove(file.path, digest_of(*file.before));
    }
  }
  PYRAMID_ASSIGN(const workspace::Store::Report stored, store.commit());
  if (stored.changed_meanwhile.empty()) return {};
  return fail(ErrorKind::kConflict, "changed while it was being put back",
              stored.changed_meanwhile.front(), "look at it, and say it again");
}

// What becomes of a task is an event, however it came so.
void tell_tasks(const Services& services, const std::vector<ops::FileVersions>& files) {
  if (services.ledger == nullptr) return;
  const auto task_in = [](const std::optional<std::string>& bytes, const std::string& path) {
    const Result<format::Node> node = format::read_node(bytes.value_or(""), path);
    const bool is_task = bytes && node && node->kind == format::Kind::kTask;
    return is_task ? std::optional(*node) : std::nullopt;
  };
  for (const ops::FileVersions& file : files) {
    const auto before = task_in(file.before, file.path), after = task_in(file.after, file.path);
    if (!after || is_done(file)) continue;
    const std::string state = format::state_of(*after);
    if (!before || format::state_of(*before) != state)
      services.ledger->task(to_string(after->id), state);
  }
}

Status write_and_commit(Services& services, Opened& opened, history::Repository* repository,
                        const std::vector<ops::FileVersions>& files, const std::string& message,
                        RevertReport& report) {
  PYRAMID_TRY(write(services, opened, files));
  tell_tasks(services, files);
  std::vector<history::PathChange> changes;
  std::vector<std::string> paths;
  for (const ops::FileVersions& file : files) {
    changes.push_back({file.path, file.after});
    paths.push_back(file.path);
  }
  if (repository != nullptr) {
    repository->sign_with(ops::machine_trailer(services.machine));
    const std::shared_ptr<ops::SecretsGate> gate =
        ops::put_gate(*repository, opened.workspace.settings);
    PYRAMID_ASSIGN(const std::optional<history::CommitInfo> made,
                   repository->commit(changes, message, services.clock.now()));
    if (made) report.commit = made->id;
    const Diagnostics left_out = gate->take();
    report.diagnostics.insert(report.diagnostics.end(), left_out.begin(), left_out.end());
  }
  PYRAMID_ASSIGN(
      const index::RefreshReport read,
      opened.index->refresh_paths(services.files, services.embedder, services.progress, paths));
  static_cast<void>(read);
  // What another command left unfinished stays so: the next sync commits it. Last of all, as by
  // this the same revert said again knows that it is done.
  return ops::forget_unfinished(services.files, opened.workspace, paths);
}

Result<RevertReport> run(Services& services, const RevertOptions& options) {
  PYRAMID_ASSIGN(Opened opened,
                 ops::open(services, options.workspace,
                           options.dry_run ? ops::Access::kRead : ops::Access::kWrite));
  RevertReport report;
  report.diagnostics = opened.scan.diagnostics;
  PYRAMID_ASSIGN(const std::unique_ptr<Past> past, ops::open_past(options.workspace.root));
  ops::WorkingSet memory(services.files, opened.workspace);
  PYRAMID_TRY(memory.load(*opened.index));
  PYRAMID_ASSIGN(Undo undo, Reverter(services, options, opened, memory, *past, report).undo());
  if (!undo.done.empty()) {
    PYRAMID_ASSIGN(report.to_do, work_after(services, opened, memory, {}));
    if (options.dry_run) {
      report.commit.clear();
    } else {
      PYRAMID_TRY(ops::forget_unfinished(services.files, opened.workspace, undo.done));
    }
    return report;
  }
  PYRAMID_ASSIGN(const auto repository, history::Repository::open(opened.workspace.root));
  PYRAMID_ASSIGN(const auto files, versions(services, opened, undo.files));
  if (repository) {
    PYRAMID_TRY(refuse_uncommitted(*repository, files));
    PYRAMID_TRY(repository->can_commit());
  }
  report.changes = ops::meaning_of(files);
  const bool is_over = std::all_of(files.begin(), files.end(), is_done);
  if (is_over && (repository == nullptr || options.dry_run)) return report;
  PYRAMID_ASSIGN(report.to_do, work_after(services, opened, memory, files));
  if (options.dry_run) return report;
  const bool commits = opened.workspace.settings.commit;
  PYRAMID_TRY(write_and_commit(services, opened, commits ? repository.get() : nullptr, files,
                               undo.message, report));
  if (is_over && report.commit.empty()) report.to_do.clear();  // it had been done before
  return report;
}

}  // namespace

Result<RevertReport> revert(const Environment& environment, const RevertOptions& options) {
  return ops::with_services(
      environment, options.workspace, [&](Services& services) { return run(services, options); },
      options.dry_run ? "" : "revert");
}

}  // namespace pyramid
