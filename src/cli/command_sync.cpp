#include "base/text.hpp"
#include "cli/operation_command.hpp"
#include "cli/sync_report.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

namespace pyramid::cli {

namespace {

// "12 new observations", "2 summaries written": zero counts are left out.
std::vector<std::string> what_was_done(const SyncReport& report) {
  std::vector<std::string> parts;
  const auto add = [&](std::size_t count, const std::string& part) {
    if (count > 0) parts.push_back(part);
  };
  add(report.sessions_without_facts,
      count_of(report.sessions_without_facts, "conversation") + " without a fact");
  add(report.observations_added, count_of(report.observations_added, "new observation"));
  add(report.observations_seen_again, fmt::format("{} seen again", report.observations_seen_again));
  add(report.observations_superseded, fmt::format("{} superseded", report.observations_superseded));
  add(report.observations_assigned, fmt::format("{} assigned", report.observations_assigned));
  add(report.summaries_written,
      count_of(report.summaries_written, "summary", "summaries") + " written");
  add(report.summaries_removed,
      count_of(report.summaries_removed, "summary", "summaries") + " removed");
  add(report.sections_written, count_of(report.sections_written, "section") + " of " +
                                   count_of(report.models_rewritten.size(), "model") + " written");
  if (report.links_mended > 0) {
    parts.push_back("links of " + count_of(report.links_mended, "file") + " mended");
  }
  if (!parts.empty() || report.batch.any()) return parts;
  const std::size_t files = report.files_written.size();
  add(files, count_of(files, "file") + " written");
  if (files == 0 && report.failed > 0) parts.emplace_back("Nothing written");
  return parts;
}

std::string cents_of(const EngineUse& use) {
  constexpr double kLeast = 0.01;  // that two digits can say
  if (!use.price_known) return "no price is known";
  if (use.cents > 0 && use.cents < kLeast) return "less than 0.01 cents";
  return fmt::format("{}{:.2f} cents", use.estimated ? "about " : "", use.cents);
}

// Texts that are not the model's first answer.
void print_fallbacks(const std::vector<FallbackText>& fallbacks) {
  constexpr std::size_t kMost = 10;
  for (std::size_t i = 0; i < std::min(kMost, fallbacks.size()); ++i) {
    const FallbackText& one = fallbacks[i];
    print(fmt::format("{} {}: {}.\n",
                      one.level == "builtin" ? "Written by rules:" : "Asked for more strictly:",
                      printable(one.path), printable(one.reason)));
  }
  if (fallbacks.size() > kMost)
    print(fmt::format("{} more such texts.\n", fallbacks.size() - kMost));
}

void print_read(const ImportReport& report) {
  print(fmt::format("{} read: {}.\n", count_of(report.conversations, "conversation"),
                    came_in(report)));
}

}  // namespace

void print_steps(const std::vector<SyncStep>& steps) {
  for (const SyncStep& step : steps) {
    print(fmt::format("{:<8} {}  ({})\n", step.what, printable(step.path), printable(step.reason)));
  }
}

std::string use_of(const EngineUse& use) {
  return fmt::format("{}, {}{} tokens in, {} out: {}", count_of(use.calls, "engine call"),
                     use.estimated ? "about " : "", with_commas(use.tokens_in),
                     with_commas(use.tokens_out), cents_of(use));
}

std::string came_in(const ImportReport& report) {
  std::string text = fmt::format("{} new, {} grown", report.added, report.grown);
  if (report.changed > 0) text += fmt::format(", {} changed", report.changed);
  return text;
}

std::string unanswered(std::size_t failed, std::size_t over_budget) {
  std::vector<std::string> parts;
  if (failed > over_budget) {
    parts.push_back(count_of(failed - over_budget, "question") + " without an answer of use");
  }
  if (over_budget > 0) {
    parts.push_back(count_of(over_budget, "question waits", "questions wait") + " for the budget");
  }
  return join(parts, ", ");
}

void print_batch(const BatchUse& batch) {
  if (batch.collected > 0) {
    print(fmt::format("{} came from a batch.\n", count_of(batch.collected, "answer")));
  }
  if (batch.asked_again > 0) {
    print(fmt::format("{} of a batch had no answer.\n", count_of(batch.asked_again, "call")));
  }
  if (batch.waiting > 0) {
    print(fmt::format("{} in a batch that is under way; run `pyramid sync` later.\n",
                      count_of(batch.waiting, "call waits", "calls wait")));
  }
  if (batch.submitted > 0) {
    print(fmt::format("Batch of {} submitted; run `pyramid sync` later.\n",
                      count_of(batch.submitted, "call")));
  }
}

void print_left_out(const ImportReport& report) {
  if (report.skipped_records > 0) {
    print(fmt::format("{} no conversation.\n",
                      count_of(report.skipped_records, "record skipped that holds",
                               "records skipped that hold")));
  }
  if (report.skipped_conversations > 0) {
    print(fmt::format("{} left out: deleted there, or no person's.\n",
                      count_of(report.skipped_conversations, "conversation")));
  }
  for (std::size_t i = 0; i < kLeftOutKinds.size(); ++i) {
    const std::size_t count = report.left_out.counts()[i];
    const LeftOutKind& kind = kLeftOutKinds[i];
    if (count > 0) print(fmt::format("{} left out: {}.\n", count_of(count, kind.unit), kind.why));
  }
}

void print_observations(const ImportReport& report) {
  std::vector<std::string> parts = {count_of(report.observations, "observation")};
  if (report.seen_again > 0) parts.push_back(fmt::format("{} seen again", report.seen_again));
  if (report.superseded > 0) parts.push_back(fmt::format("{} superseded", report.superseded));
  if (report.without_facts > 0) {
    parts.push_back(count_of(report.without_facts, "conversation") + " without a fact");
  }
  print(join(parts, ", ") + ".\n");
}

namespace {

void print_remote(const RemoteReport& remote) {
  if (remote.received + remote.sent > 0) {
    print(fmt::format("{}: {} received, {} sent.\n", printable(remote.name),
                      count_of(remote.received, "commit"), remote.sent));
  } else if (remote.why_not.empty()) {
    print(fmt::format("{} has all of it.\n", printable(remote.name)));
  }
}

// The links to sources that led to nothing, with the line where each stood. Those of a file that
// goes itself are of no use to anybody.
void print_unlinked(const std::vector<SyncStep>& steps) {
  constexpr std::size_t kMost = 10;
  std::set<std::string> removed;
  for (const SyncStep& step : steps) {
    if (step.what == "remove") removed.insert(step.path);
  }
  std::size_t told = 0;
  for (const SyncStep& step : steps) {
    if (step.what != "unlink" || removed.contains(step.path.substr(0, step.path.rfind(':')))) {
      continue;
    }
    if (++told > kMost) continue;
    print(fmt::format("{}: {}.\n", printable(step.path), printable(step.reason)));
  }
  if (told > kMost) print(fmt::format("{} more such links.\n", told - kMost));
}

// Where files are left out, up to date is the memory without them.
void print_nothing(const SyncReport& report) {
  constexpr std::size_t kMost = 3;
  std::vector<std::string> without;
  for (const Diagnostic& one : report.diagnostics) {
    const bool told = std::find(without.begin(), without.end(), one.where) != without.end();
    if (one.severity == Severity::kError && !told) without.push_back(one.where);
  }
  const bool some = !report.merged.empty() || !report.hand_edits_commit.empty();
  const char* nothing = some ? "Nothing else to do" : "Nothing to do";
  if (without.empty()) {
    print(fmt::format("{}: the memory is up to date.\n", nothing));
    return;
  }
  const std::size_t more = without.size() - std::min(kMost, without.size());
  without.resize(without.size() - more);
  print(fmt::format("{} but for what is wrong with {}{}.\n", nothing,
                    printable(join(without, ", ")),
                    more == 0 ? "" : fmt::format(" and {} more", more)));
}

void print_done(const SyncReport& report) {
  if (report.imported) print_read(*report.imported);
  for (const SyncStep& step : report.steps) {
    if (step.what == "commit") print(fmt::format("Committed {}.\n", printable(step.reason)));
  }
  if (!report.hand_edits_commit.empty()) {
    print(fmt::format("Edits by hand committed as {:.8}.\n", report.hand_edits_commit));
  }
  if (report.files_indexed_again > 0) {
    print(fmt::format("{} indexed again.\n", count_of(report.files_indexed_again, "file")));
  }
  for (const SyncStep& step : report.steps) {
    if (step.what != "forget") continue;
    print(fmt::format("{} {}.\n", printable(step.path), printable(step.reason)));
  }
  for (const SyncStep& step : report.merged) {
    const std::string what = step.path.empty() ? "" : " " + printable(step.path) + ":";
    const char* done = step.what == "mend" ? "Mended" : "Merged";
    print(fmt::format("{}{} {}.\n", done, what, printable(step.reason)));
  }
  if (report.nothing_to_do) {
    // What was exchanged is told below.
    const bool exchanged = report.remote && report.remote->received + report.remote->sent > 0;
    if (!exchanged) print_nothing(report);
    return;
  }
  const std::vector<std::string> done = what_was_done(report);
  if (!done.empty()) print(join(done, ", ") + ".\n");
  print_unlinked(report.steps);
  for (const std::string& path : report.exported) {
    print(fmt::format("Exported {}\n", printable(path)));
  }
  for (const std::string& path : report.changed_meanwhile) {
    print(fmt::format("{} changed meanwhile: kept, and looked at by the next sync.\n",
                      printable(path)));
  }
  if (!report.commit.empty()) print(fmt::format("Committed as {:.8}.\n", report.commit));
  for (const DroppedSentence& one : report.dropped) {
    print(fmt::format("Left out of {}: {} ({})\n", printable(one.path), printable(one.sentence),
                      printable(one.reason)));
  }
  print_fallbacks(report.fallbacks);
  print_batch(report.batch);
  if (report.texts_embedded > 0) {
    print(fmt::format("{} embedded.\n", count_of(report.texts_embedded, "text")));
  }
  const EngineUse& use = report.engine;
  const bool tells = use.over_network || use.cents > 0 || !use.price_known;
  if (use.calls > 0 && tells) print(use_of(use) + ".\n");
  if (report.failed > 0) {
    print(fmt::format("{}. Left for the next sync{}{}.\n",
                      unanswered(report.failed, report.over_budget),
                      report.left.empty() ? "" : ": ", report.left));
  }
}

}  // namespace

void print_sync_report(const SyncReport& report) {
  print_done(report);
  if (report.remote) print_remote(*report.remote);
  if (report.first_by_rules) print(kChoiceOfEngine);
  for (const std::string& offer : report.offers)
    print(fmt::format("Note: {}.\n", printable(offer)));
}

namespace {

// What has to be asked again, and what follows from facts that are not assigned yet, cannot be
// known beforehand.
std::string expected(const SyncReport& report) {
  const char* start = report.more_will_follow ? "Known so far: about" : "This takes about";
  std::string text = fmt::format("{} {}.\n", start, use_of(report.engine));
  const std::size_t perhaps = report.engine.calls_avoidable;
  if (perhaps == 0) return text;
  return text + fmt::format("Of these, {} spared if what {} comes out as it was.\n",
                            count_of(perhaps, "call is", "calls are"),
                            perhaps == 1 ? "it reads" : "they read");
}

void print_plan(const SyncReport& report) {
  if (report.imported) print_read(*report.imported);
  print_steps(report.steps);
  for (const std::string& path : report.exported) {
    print(fmt::format("export   {}  (for other programs)\n", printable(path)));
  }
  if (report.nothing_to_do) return print_nothing(report);
  if (report.observations_assigned > 0) {
    print(fmt::format("{} to assign to models.\n",
                      count_of(report.observations_assigned, "observation")));
  }
  if (report.texts_to_embed > 0) {
    print(fmt::format("{} to embed.\n", count_of(report.texts_to_embed, "text")));
  }
  print(fmt::format("{} to write, {} to rewrite. Nothing was changed.\n",
                    count_of(report.summaries_written, "summary", "summaries"),
                    count_of(report.sections_written, "section")));
  if (report.engine.calls > 0 || !report.more_will_follow) print(expected(report));
  if (report.more_will_follow) {
    print(
        "How much of it is new, was said before or corrects something, and the summaries and "
        "models\n"
        "that follow from it, are known once it is done.\n");
  }
}

// The memory here is up to date; that is all that can be said.
int tell_unreached(Context& context, const SyncReport& report) {
  if (!report.remote || report.remote->why_not.empty()) return kExitOk;
  context.report(Diagnostics{{Severity::kWarning, report.remote->name,
                              "not synced with it: " + report.remote->why_not,
                              "the memory here is in sync; the next `sync --remote` catches up"}});
  return kExitEngine;
}

}  // namespace

void add_sync(CLI::App& app, Command& chosen) {
  add_operation(app, chosen, "sync", &sync,
                {.print =
                     [](Context&, const SyncOptions& options, const SyncReport& report) {
                       options.dry_run ? print_plan(report) : print_sync_report(report);
                     },
                 .outcome =
                     [](Context& context, const SyncReport& report) {
                       int code = tell_unreached(context, report);
                       if (report.imported) {
                         code = std::max(code, context.report(report.imported->diagnostics));
                       }
                       return code;
                     }});
}

}  // namespace pyramid::cli
