// `export` and `retrieve`: what other programs load of a memory.
#include "base/text.hpp"
#include "cli/operation_command.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <filesystem>
#include <memory>

namespace pyramid::cli {

void add_export(CLI::App& app, Command& chosen) {
  add_operation(app, chosen, "export", &export_models,
                {.print =
                     [](const ExportReport& report) {
                       for (const std::string& name : report.written) {
                         print("Wrote " + printable(name) + "\n");
                       }
                       print(fmt::format("{} written, {} unchanged in {}.\n",
                                         count_of(report.written.size(), "file"),
                                         report.unchanged.size(), printable(report.directory)));
                     },
                 .prepare = [](Context&, ExportOptions& options) -> Status {
                   if (!options.directory.empty()) {
                     options.directory = std::filesystem::absolute(options.directory).string();
                   }
                   return {};
                 }});
}

void add_retrieve(CLI::App& app, Command& chosen) {
  add_operation(app, chosen, "retrieve", &retrieve,
                {.print = [](Context& context, const RetrieveReport& report) {
                  if (report.summaries.empty()) {
                    print("No summary yet.\n");
                  } else {
                    print_memory(context.terminal(), report.text);
                  }
                }});
}

}  // namespace pyramid::cli
