#include "base/text.hpp"
#include "cli/operation_command.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace pyramid::cli {

namespace {

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

void print_forgotten(Context&, const ForgetOptions& options, const ForgetReport& report) {
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

}  // namespace

void add_forget(CLI::App& app, Command& chosen) {
  add_operation(app, chosen, "forget", &forget,
                {.print = print_forgotten, .outcome = [](Context&, const ForgetReport& report) {
                   return report.kept.empty() ? kExitOk : kExitProblems;
                 }});
}

}  // namespace pyramid::cli
