// Operations that take something back, or out.
#include "operations/described.hpp"
#include "operations/tables.hpp"

namespace pyramid::operations {

const Record<RevertOptions>& Described<RevertOptions>::record() {
  static const auto record =
      Record<RevertOptions>()
          .has("what", &RevertOptions::what, "Commit, FILE or id")
          .required()
          .typed("WHAT", "", "A commit, or a node: FILE, or an id as for why")
          .has("to", &RevertOptions::to, "Of a node: as it was then")
          .typed("--to", "WHEN",
                 "Put the node back as it was then; default: before its last change")
          .has("dry_run", &RevertOptions::dry_run, "Only say what it would do")
          .plain();
  return record;
}

const Record<RevertReport>& Described<RevertReport>::record() {
  using R = RevertReport;
  static const auto record = [] {
    Record<R> report;
    report.has("reverted", &R::reverted, "The commit; null: a node")
        .detail()
        .has("kept_parent", &R::kept_parent, "Of a merge: what it was joined to")
        .detail()
        .has("changes", &R::changes, "What the revert does")
        .detail()
        .tells(
            "changes",
            [](const R& from) {
              std::vector<Json> changes;
              const Look look{View::kAgents, true, false};
              for (const MemoryChange& one : from.changes) {
                changes.push_back(Described<MemoryChange>::record().write(one, look));
              }
              return changes;
            },
            "What the revert does")
        .for_agents()
        .has("left", &R::left, "Files that changed again since")
        .has("commit", &R::commit, "The new one; empty: none")
        .has("to_do", &R::to_do, "What the next sync has to write again");
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<ForgetOptions>& Described<ForgetOptions>::record() {
  static const auto record =
      Record<ForgetOptions>()
          .has("what", &ForgetOptions::what, "Observation or session: FILE or id")
          .typed("WHAT", "", "An observation, task or session: FILE, or an id")
          .has("match", &ForgetOptions::match, "All that holds this text")
          .typed("--match", "TEXT", "Every fact, task and turn that holds this text")
          .has("session", &ForgetOptions::session, "Session, with all taken from it")
          .detail()
          .typed("--session", "S", "A session, with all that was taken from it")
          .has("person", &ForgetOptions::person, "Model, with every mention")
          .typed("--person", "NAME",
                 "A model with all that is known of it, and every mention of its name")
          .has("dry_run", &ForgetOptions::dry_run, "Only say where it is")
          .plain()
          .has("purge", &ForgetOptions::purge, "Also out of git's history")
          .typed("--purge", "", "Also take it out of git's history here")
          .has("keep_backup", &ForgetOptions::keep_backup,
               "With purge: keep the history as it was for so long")
          .unit("days")
          .between(1, 3650)
          .detail()
          .typed("--keep-backup", "DAYS",
                 "With --purge: keep the history as it was for so many days");
  return record;
}

const Record<ForgottenPlace>& Described<ForgottenPlace>::record() {
  static const auto record =
      Record<ForgottenPlace>()
          .has("path", &ForgottenPlace::path, "Of the file")
          .has("line", &ForgottenPlace::line, "0: the whole file")
          .has("what", &ForgottenPlace::what, "observation, turn, session …");
  return record;
}

const Record<PurgeReport>& Described<PurgeReport>::record() {
  using R = PurgeReport;
  static const auto record =
      Record<R>()
          .has("commits", &R::commits, "Rewritten")
          .has("signatures", &R::signatures, "Of these, lost")
          .has("others", &R::others, "Of these, made by somebody else")
          .has("named", &R::named, "Commits whose author it names: that stays")
          .has("blobs", &R::blobs, "Versions of files that went or lost lines")
          .has("backup", &R::backup, "The ref that holds the history as it was")
          .has("remotes", &R::remotes, "That may still hold it");
  return record;
}

const Record<ForgetReport>& Described<ForgetReport>::record() {
  using R = ForgetReport;
  static const auto record = [] {
    Record<R> report;
    report.has("forgotten", &R::forgotten, "Where it stood")
        .has("kept", &R::kept, "In what a person wrote: for the person to edit")
        .has("rewritten", &R::rewritten, "Summaries and sections rewritten without it")
        .has("tombstones", &R::tombstones, "Files that stop it from coming back")
        .detail()
        .has("commit", &R::commit, "Empty: a dry run, or nothing was found")
        .has("purge", &R::purge, "What it did to git's history")
        .detail();
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

void add_undoing(std::vector<Operation>& table) {
  Operation reverting{"revert",
                      "Revert memory",
                      "Take back a commit, or put a file back as it was, in a new commit.",
                      "When memory learned something wrong.",
                      Effect::kDestroys,
                      false};
  reverting.manual =
      "One new commit; nothing is rewritten. What was made from the files that change is out of\n"
      "date then, and the next sync writes it again. Files that changed again since are left;\n"
      "one with changes that are not committed is refused, and nothing is done.";
  reverting.examples = {"pyramid revert HEAD --dry-run", "pyramid revert 3f2a1b9",
                        "pyramid revert 7t5xbn", "pyramid revert models/mia.md --to 2026-05-01"};
  table.push_back(operation(std::move(reverting), &revert));
  Operation forgetting{"forget", "Forget for good",
                       "Forget a fact, task, text, session or person for good; name one.",
                       "Only when the user asks for it; first with dry_run.", Effect::kDestroys};
  forgetting.manual =
      "Observations go, the turns that said them lose their words, and summaries and models are\n"
      "rewritten without them. A tombstone that holds an id and no words stops a pull or an\n"
      "import from bringing them back. What you wrote yourself is named and left to you. Stopped\n"
      "midway it is finished by the next command that writes.";
  forgetting.examples = {"pyramid forget 7t5xbn --dry-run",
                         "pyramid forget --match \"4711 Elm Street\" --purge",
                         "pyramid forget --session sessions/2026/05/12/moving-to-austin-9r7t5x.md",
                         "pyramid forget --person \"Ana\""};
  table.push_back(operation(std::move(forgetting), &forget));
}

}  // namespace pyramid::operations
