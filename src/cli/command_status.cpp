#include "base/text.hpp"
#include "cli/operation_command.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace pyramid::cli {

namespace {

std::string tiers(const std::vector<std::size_t>& by_tier) {
  std::string text;
  for (std::size_t tier = 0; tier < by_tier.size(); ++tier) {
    text += fmt::format("{}tier {}: {}", tier == 0 ? "" : ", ", tier, with_commas(by_tier[tier]));
  }
  return text.empty() ? "none" : text;
}

void print_status(const Context& context, const StatusReport& report) {
  print(fmt::format("workspace     {}\n", printable(report.root)));
  print(fmt::format("engine        {}, embedding {}\n", printable(report.engine),
                    printable(report.embedding)));
  print(fmt::format("sessions      {}\n", with_commas(report.sessions)));
  print(fmt::format("observations  {}\n", with_commas(report.observations)));
  print(fmt::format("summaries     {}\n", tiers(report.summaries_by_tier)));
  print(fmt::format("models        {}\n", with_commas(report.models)));
  if (report.tasks > 0) print(fmt::format("tasks         {}\n", with_commas(report.tasks)));
  print(fmt::format("notes         {}{}\n", with_commas(report.notes),
                    report.extra_files == 0 ? ""
                                            : fmt::format(", {} of them in extra paths",
                                                          with_commas(report.extra_files))));
  print(fmt::format("index         {} files, {} chunks, {} vectors, {}\n",
                    with_commas(report.files), with_commas(report.chunks),
                    with_commas(report.embeddings), human_bytes(report.index_bytes)));
  if (report.memory_bytes > 0) {
    print(fmt::format("loaded        MEMORY.md {}, {} % of it memory; of models {} %\n",
                      human_bytes(report.memory_bytes), report.memory_share, report.models_share));
  }
  if (report.cached_embeddings > 0) {
    print(fmt::format("cached        {}\n", count_of(report.cached_embeddings, "embedding")));
  }
  if (report.texts_to_embed > 0) {
    const bool changes = !report.next_embedding.empty();
    print(fmt::format("embeddings    {} of {} by {}{}  (pyramid embed)\n",
                      with_commas(report.chunks - report.texts_to_embed),
                      with_commas(report.chunks),
                      changes ? report.next_embedding : report.embedding,
                      changes ? "; until then search goes by " + report.embedding : ""));
  }
  print(fmt::format("checked       {}: {} read, {} as the index knew them\n",
                    format_time(context.terminal().zone.local(report.checked_at)),
                    count_of(report.files_read, "file"), with_commas(report.cache_hits)));
  if (!report.last_commit.empty()) {
    print(fmt::format("last commit   {:.8} {}\n", report.last_commit,
                      printable(report.last_commit_subject)));
  }
  if (report.outdated_summaries + report.outdated_sections > 0) {
    print(
        fmt::format("outdated      {} and {} of another engine or recipe"
                    "  (pyramid sync --refresh-outdated)\n",
                    count_of(report.outdated_summaries, "summary", "summaries"),
                    count_of(report.outdated_sections, "section")));
  }
  if (report.queued > 0) {
    print(fmt::format("queue         {} to take in  (pyramid capture --queued)\n",
                      count_of(report.queued, "transcript")));
  }
  if (report.up_to_date()) {
    print("Up to date.\n");
    return;
  }
  if (!report.git_operation.empty()) print(fmt::format("git           {}\n", report.git_operation));
  if (!report.has_work()) return;
  print(fmt::format(
      "To do: {} to extract, {} to assign, {} to write, {} to remove, {} to rewrite{}{}"
      "  (pyramid sync)\n",
      count_of(report.sessions_to_extract, "session"), count_of(report.unassigned, "observation"),
      count_of(report.summaries_to_write, "summary", "summaries"),
      count_of(report.summaries_to_remove, "summary", "summaries"),
      count_of(report.sections_to_write, "section"),
      report.copies_to_merge == 0
          ? ""
          : ", " + count_of(report.copies_to_merge, "copy", "copies") + " to merge",
      report.texts_to_embed == 0 ? ""
                                 : ", " + count_of(report.texts_to_embed, "text") + " to embed"));
}

void print_grounding(const GroundingReport& report) {
  print(
      fmt::format("{} of {} held against their sources: {}.\n",
                  count_of(report.sentences, "generated sentence"), count_of(report.texts, "text"),
                  report.findings.empty()
                      ? "all stand on them"
                      : fmt::format("{} say something else", with_commas(report.findings.size()))));
  if (report.by_hand > 0) {
    print(fmt::format("{} by hand: not judged.\n", count_of(report.by_hand, "sentence")));
  }
}

void print_index(const IndexReport& report) {
  print(fmt::format(
      "{} of {} and {} in the index held against the files: {}.\n",
      count_of(report.chunks, "chunk"), count_of(report.files, "file"),
      count_of(report.words, "word"),
      report.differing == 0 ? "all as the files say" : count_of(report.differing, "difference")));
}

void print_checked(const CheckReport& report) {
  for (const SyncStep& step : report.fixed) {
    print(fmt::format("{:<5} {}  ({})\n", step.what, printable(step.path), printable(step.reason)));
  }
  print(fmt::format(
      "{} and {} checked: {}.\n", count_of(report.files, "file"), count_of(report.links, "link"),
      report.problems.empty() ? "no problem found"
                              : count_of(report.problems.size(), "problem") + " found"));
  if (report.grounding) print_grounding(*report.grounding);
  if (report.index) print_index(*report.index);
}

}  // namespace

void add_status(CLI::App& app, Command& chosen) {
  add_operation(app, chosen, "status", &operations::status_as_asked, {.print = print_status});
}

void add_check(CLI::App& app, Command& chosen) {
  auto all = std::make_shared<bool>(false);
  CLI::App* command = add_operation(
      app, chosen, "check", &check,
      {.print = print_checked, .outcome = [all](Context& context, const CheckReport& report) {
         context.report(report.problems, *all);
         return report.problems.empty() ? kExitOk : kExitProblems;
       }});
  command->add_flag("--all", *all, "Name every file, also of many with the same problem");
}

}  // namespace pyramid::cli
