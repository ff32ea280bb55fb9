#include "base/text.hpp"
#include "cli/context.hpp"
#include "cli/values.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <filesystem>

namespace pyramid::cli {

namespace {

constexpr std::int64_t kMostDays = 3650;

std::string place_of(const ForgottenPlace& place) {
  return printable(place.path) + (place.line > 0 ? ":" + std::to_string(place.line) : "");
}

// With how git changes what is git's.
std::string kept_place(const ForgottenPlace& place) {
  if (place.what == "branch") return "branch " + place_of(place) + "  (git branch -m)";
  if (place.what == "tag") return "tag " + place_of(place) + "  (git tag -d)";
  if (place.what == "staged") return place_of(place) + ", as it is staged";
  if (place.what == "file") return place_of(place) + ", which is not the memory's";
  if (place.what == "old file") {
    return place_of(place) + ", which is not the memory's, in old commits or on other branches";
  }
  return place_of(place);
}

// A commit that is rewritten has another name, and no signature.
void print_losses(const PurgeReport& purge) {
  if (purge.signatures > 0) {
    print(fmt::format("Signatures that this takes from commits: {}.\n", purge.signatures));
  }
  if (purge.others > 0) {
    print(fmt::format("Commits of others among them: {}. Whoever has these has to follow.\n",
                      purge.others));
  }
  if (purge.named > 0) {
    print(
        fmt::format("Commits whose author or committer it names: {}. That stays.\n", purge.named));
  }
}

void print_expected(const PurgeReport& purge) {
  print(fmt::format("--purge would rewrite at most {} of git's history.\n",
                    count_of(purge.commits, "commit")));
  print_losses(purge);
}

void print_purge(const PurgeReport& purge) {
  print(fmt::format("Purged: {} of git's history rewritten, {} of files gone or cut.\n",
                    count_of(purge.commits, "commit"), count_of(purge.blobs, "version")));
  print_losses(purge);
  if (!purge.backup.empty()) {
    print("The history as it was is kept under " + printable(purge.backup) +
          " until then, words and all.\n");
  }
  if (!purge.remotes.empty()) {
    const std::string first = printable(purge.remotes.front());
    print(
        "Still holding it, as this machine cannot reach their history: " +
        printable(join(purge.remotes, ", ")) +
        ".\nPut the purged history there with `git push --force --all " + first +
        "` and `git push --force --tags " + first +
        "`. Clones follow it\nwith their next `pyramid sync --remote`; until then, and in what the "
        "host keeps, they hold it.\n");
  }
}

void print_report(const ForgetOptions& options, const ForgetReport& report) {
  for (const ForgottenPlace& one : report.forgotten) {
    print(fmt::format("  {:<12} {}\n", printable(one.what), place_of(one)));
  }
  if (options.dry_run) {
    print(report.forgotten.empty() ? "Nothing in the memory says that.\n"
                                   : "This would be forgotten. Nothing was written.\n");
  } else if (!report.commit.empty()) {
    print(fmt::format("Forgotten; {} written anew without it. Committed as {}.\n",
                      count_of(report.rewritten, "text"), report.commit.substr(0, 7)));
  } else if (!report.forgotten.empty()) {
    print(fmt::format("Forgotten; {} written anew without it. Nothing was committed.\n",
                      count_of(report.rewritten, "text")));
  }
  if (!report.kept.empty()) {
    print("Still said where only you may take it out:\n");
    for (const ForgottenPlace& one : report.kept) print("  " + kept_place(one) + "\n");
  }
  if (report.purge) {
    options.dry_run ? print_expected(*report.purge) : print_purge(*report.purge);
  } else if (!options.dry_run && !report.commit.empty()) {
    print("git's history still holds it; --purge takes it out of there too.\n");
  }
}

int run_forget(Context& context, ForgetOptions options) {
  std::error_code ignored;
  options.folder = std::filesystem::current_path(ignored).string();
  Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  options.workspace = std::move(*workspace);
  const Result<ForgetReport> report = forget(context.environment(), options);
  if (!report) return context.report(report.error());
  if (context.json()) {
    context.print_json(to_json(*report));
  } else if (!context.quiet()) {
    print_report(options, *report);
  }
  const int code = context.report(report->diagnostics);
  return code == kExitOk && !report->kept.empty() ? kExitProblems : code;
}

}  // namespace

void add_forget(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("forget", "Take something out of the memory for good");
  auto options = std::make_shared<ForgetOptions>();
  command->add_option("WHAT", options->what, "An observation or a session: FILE, or an id");
  command->add_option("--match", options->match, "Every fact and turn that holds this text")
      ->type_name("TEXT")
      ->check(not_empty());
  command->add_option("--session", options->session, "A session, with all that was taken from it")
      ->type_name("S")
      ->check(not_empty());
  command
      ->add_option("--person", options->person,
                   "A model with all that is known of it, and every mention of its name")
      ->type_name("NAME")
      ->check(not_empty());
  command->add_flag("--dry-run", options->dry_run, "Only say where it is");
  command->add_flag("--purge", options->purge, "Also take it out of git's history here");
  command
      ->add_option("--keep-backup", options->keep_backup,
                   "With --purge: keep the history as it was for so many days")
      ->type_name("DAYS")
      ->check(whole_number(1, kMostDays));
  command->footer(
      "Observations go, the turns that said them lose their words, and summaries and models are\n"
      "written anew without them. A tombstone that holds an id and no words stops a pull or an\n"
      "import from bringing them back. What you wrote yourself is named and left to you. Stopped\n"
      "midway it is finished by the next command that writes.\n\n"
      "Examples:\n"
      "  pyramid forget 7t5xbn --dry-run\n"
      "  pyramid forget --match \"4711 Elm Street\" --purge\n"
      "  pyramid forget --session sessions/2026/05/12/moving-to-austin-9r7t5x.md\n"
      "  pyramid forget --person \"Ana\"");
  command->callback([options, &chosen] {
    chosen = [options](Context& context) { return run_forget(context, *options); };
  });
}

}  // namespace pyramid::cli
