// Commands that are operations of the table: their options, help and documents come from there.
#pragma once

#include "cli/commands.hpp"
#include "operations/command_option.hpp"
#include "operations/described.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace pyramid::cli {

// What stands on the command line for the options of an operation. Has to outlive the parser.
class TypedOptions {
 public:
  void add_to(CLI::App& command, const std::vector<operations::CommandOption>& options);
  // By their names in the table. Reads standard input where a `-` stands for it.
  [[nodiscard]] Json given() const;
  // An error of the table's about one of them, as who typed it knows the option. `with_input`: what
  // is wrong and no option's was read (kInvalid).
  [[nodiscard]] Error as_typed(Error error, bool with_input) const;

 private:
  struct Typed {
    operations::CommandOption option;
    CLI::Option* parsed = nullptr;
    std::string text = {};
    std::vector<std::string> texts = {};
    bool flag = false;
  };
  void add(CLI::App& command, Typed& typed);
  [[nodiscard]] static Json value_of(const Typed& typed);

  std::deque<Typed> all_;  // the parser has their addresses
  std::string command_;
};

// Adds the command of an operation with its help and its options; picked, it puts `run` into
// `chosen`.
CLI::App* add_command(CLI::App& parent, Command& chosen, const operations::Operation& operation,
                      TypedOptions& options, Command run);

// `observe`, where it also stands for something else.
CLI::App* add_observe_to(CLI::App& parent, Command& chosen,
                         std::function<std::optional<int>(Context&)> instead);

// Tells a person of a report: a function of the report, of the context and the report, or of the
// options between them too.
template <typename Options, typename Report>
class Tell {
 public:
  Tell() = default;
  template <typename Function>
  Tell(Function function) : tell_(of_all(std::move(function))) {}
  void operator()(Context& context, const Options& options, const Report& report) const {
    tell_(context, options, report);
  }

 private:
  using OfAll = std::function<void(Context&, const Options&, const Report&)>;
  template <typename Function>
  static OfAll of_all(Function function) {
    if constexpr (std::is_invocable_v<Function, Context&, const Options&, const Report&>) {
      return function;
    } else if constexpr (std::is_invocable_v<Function, Context&, const Report&>) {
      return [function](Context& context, const Options&, const Report& report) {
        function(context, report);
      };
    } else {
      return [function](Context&, const Options&, const Report& report) { function(report); };
    }
  }
  OfAll tell_;
};

// What a command does beside what the table says of it.
template <typename Options, typename Report>
struct Manners {
  // To a person; with --json the document is printed instead. Without a report of --quiet's.
  Tell<Options, Report> print = {};
  // More to be told of the report, and the exit code where that is worse than its diagnostics say.
  std::function<int(Context&, const Report&)> outcome = {};
  // What was typed, with what else the command is given.
  std::function<Result<Json>(Json typed)> complete = {};
  // What the command line alone knows of the options.
  std::function<Status(Context&, Options&)> prepare = {};
  // Something else that the command line may ask for: its exit code; nullopt: it does not.
  std::function<std::optional<int>(Context&)> instead = {};
};

template <typename Options, typename Report>
using UseCase = Result<Report> (*)(const Environment&, const Options&);

// Runs a use case for what was typed, and answers. Gives the exit code.
template <typename Options, typename Report>
int run_operation(Context& context, const operations::Operation& operation,
                  const TypedOptions& typed, UseCase<Options, Report> use_case,
                  const Manners<Options, Report>& manners) {
  if (manners.instead) {
    if (const std::optional<int> code = manners.instead(context)) return *code;
  }
  Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  const operations::Call call{context.environment(), std::move(*workspace)};
  Result<Json> given = typed.given();
  if (manners.complete) given = manners.complete(*std::move(given));
  if (!given) return context.report(given.error());
  Result<Options> options = operations::options_of<Options>(call, *given);
  if (!options) return context.report(typed.as_typed(options.error(), manners.complete != nullptr));
  if constexpr (requires { options->folder; }) options->folder = current_folder();
  if (manners.prepare) {
    if (const Status prepared = manners.prepare(context, *options); !prepared) {
      return context.report(prepared.error());
    }
  }
  const Result<Report> report = use_case(call.environment, *options);
  if (!report) return context.report(report.error());
  bool is_asked_for = operation.effect == operations::Effect::kReads;
  if constexpr (requires { options->dry_run; }) is_asked_for = is_asked_for || options->dry_run;
  if (context.json()) {
    const operations::Look look{operations::View::kPrograms, true, false};
    context.print_json(operations::Described<Report>::record().write(*report, look));
  } else if (is_asked_for || !context.quiet()) {
    manners.print(context, *options, *report);
  }
  int code = kExitOk;
  if constexpr (requires { report->diagnostics; }) code = context.report(report->diagnostics);
  if (manners.outcome) code = std::max(code, manners.outcome(context, *report));
  if constexpr (requires { report->failed > 0; }) {  // calls of a language model
    if (report->failed > 0) code = kExitEngine;
  }
  return code;
}

// The command of the operation `name`, which does `use_case`.
template <typename Options, typename Report>
CLI::App* add_operation(CLI::App& parent, Command& chosen, std::string_view name,
                        UseCase<Options, Report> use_case,
                        std::type_identity_t<Manners<Options, Report>> manners) {
  const operations::Operation& operation = *operations::find_operation(name);
  auto typed = std::make_shared<TypedOptions>();
  return add_command(parent, chosen, operation, *typed,
                     [&operation, typed, use_case, manners = std::move(manners)](Context& context) {
                       return run_operation<Options, Report>(context, operation, *typed, use_case,
                                                             manners);
                     });
}

}  // namespace pyramid::cli
