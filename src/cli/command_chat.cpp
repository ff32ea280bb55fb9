// `chat`: a conversation with the language model of the workspace, which remembers.
#include "base/text.hpp"
#include "base/ulid.hpp"
#include "cli/commands.hpp"
#include "cli/values.hpp"
#include "console/line_editor.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::cli {

namespace {

constexpr const char* kHelp =
    "/memories [WORDS]  what memory noted last; with words: what it knows of them\n"
    "/tree              the models and the summaries below them\n"
    "/why [PLACE]       what the last answer was told; with a place (MEMORY.md:12): where it is "
    "from\n"
    "/save              bring MEMORY.md and the models up to date with what was said\n"
    "/help              this list\n"
    "/quit              leave; so does Ctrl-D. Ctrl-C stops an answer\n";

struct ChatArguments {
  std::string conversation, title, user;
  std::size_t budget = 2000;
  bool keeps_nothing = false;
};

// Keeps what was said while the person reads the answer and types.
class Keeping {
 public:
  Keeping(Context& context, CaptureOptions options)
      : context_(context), options_(std::move(options)) {}

  void begin(const std::vector<CapturedTurn>& turns) {
    options_.turns = turns;
    under_way_ = std::async(std::launch::async, [environment = quiet(), options = options_] {
      return capture(environment, options);
    });
  }
  // Waits for what is under way. What failed is told, and kept with what is said next.
  int finish() {
    if (!under_way_.valid()) return kExitOk;
    const Result<CaptureReport> kept = under_way_.get();
    if (!kept) return context_.report(kept.error());
    return context_.report(kept->diagnostics);
  }

 private:
  Environment quiet() {
    const Environment all = context_.environment();
    return Environment{all.files,   all.clock,   silent_,  all.engine,
                       all.program, all.machine, all.home, all.zone};
  }

  Context& context_;
  CaptureOptions options_;
  SilentProgress silent_;
  std::future<Result<CaptureReport>> under_way_;
};

class Chat {
 public:
  Chat(Context& context, const ChatArguments& arguments, WorkspaceOptions workspace, bool converses)
      : context_(context),
        keeps_nothing_(arguments.keeps_nothing),
        converses_(converses),
        on_terminal_(::isatty(STDIN_FILENO) == 1 && context.terminal().out_is_terminal),
        keeping_(
            context,
            {workspace, {}, conversation_of(context, arguments), arguments.title, arguments.user}) {
    asking_.workspace = std::move(workspace);
    asking_.budget = arguments.budget;
  }

  int run() {
    greet();
    LineEditor lines(on_terminal_, [this] { return context_.environment().progress.cancelled(); });
    const std::string prompt = converses_ ? "> " : "What do you know of … > ";
    while (const std::optional<std::string> line = lines.read(prompt)) {
      const std::string said(trim(*line));
      if (said.empty()) continue;
      if (said == "/quit" || said == "/exit") break;
      const int code = said[0] == '/' ? obey(said) : converses_ ? say(said) : look_up(said);
      // The command line was right, whatever the line is.
      if (code != kExitOk) code_ = code == kExitUsage ? kExitProblems : code;
    }
    static_cast<void>(take_interrupt());
    if (on_terminal_) print("\n");
    const int kept = keeping_.finish();
    return kept != kExitOk ? kept : on_terminal_ ? kExitOk : code_;
  }

 private:
  static std::string conversation_of(Context& context, const ChatArguments& arguments) {
    if (!arguments.conversation.empty()) return arguments.conversation;
    const Time now = context.environment().clock.now();
    return "chat-" + to_string(derive_ulid(now, std::to_string(::getpid())));
  }

  void greet() const {
    if (!on_terminal_ || context_.quiet()) return;
    print_error(
        converses_
            ? "What is said here is remembered. /help lists commands, /quit leaves.\n"
            : "No language model is set (`engine: builtin` in pyramid.yaml): ask what memory "
              "knows. Nothing of it is kept. /help lists commands, /quit leaves.\n");
  }

  int say(const std::string& words) {
    keeping_.finish();
    asking_.turns.push_back({"user", words, std::nullopt});
    on_text_ = false;
    asking_.on_text = [this](std::string_view part) { hear(part); };
    const Result<ConverseReport> answer = converse(context_.environment(), asking_);
    static_cast<void>(take_interrupt());
    if (on_text_) print("\n");
    if (!answer) {
      asking_.turns.pop_back();  // so that it can be said again
      if (answer.error().kind != ErrorKind::kCancelled) return context_.report(answer.error());
      print_error("stopped; neither is kept\n");
      return kExitOk;
    }
    taken_ = answer->taken;
    if (context_.json()) context_.print_json(to_json(*answer));
    if (answer->cut) print_error("the answer is as long as `max_tokens` allows\n");
    if (!answer->text.empty()) asking_.turns.push_back({"assistant", answer->text, std::nullopt});
    if (!keeps_nothing_) keeping_.begin(asking_.turns);
    return context_.report(answer->diagnostics);
  }

  void hear(std::string_view part) {
    if (context_.json() || part.empty()) return;
    on_text_ = true;
    print_memory(context_.terminal(), part);
    std::fflush(stdout);
  }

  int look_up(const std::string& words) { return run_here({"search", "--", words}); }

  int obey(const std::string& line) {
    const std::size_t blank = line.find(' ');
    const std::string command = line.substr(0, blank);
    const std::string rest(blank == std::string::npos ? "" : trim(line.substr(blank)));
    if (command == "/help") {
      print(kHelp);
      return kExitOk;
    }
    if (command == "/memories") {
      return rest.empty() ? run_here({"list", "--limit", "20"}) : look_up(rest);
    }
    if (command == "/tree") {
      run_here({"models"});
      return run_here({"summaries"});
    }
    if (command == "/why") return rest.empty() ? tell_taken() : run_here({"why", "--", rest});
    if (command == "/save") {
      const int kept = keeping_.finish();
      return kept != kExitOk ? kept : run_here({"sync"});
    }
    return context_.report(Error{ErrorKind::kUsage,
                                 "no such command: " + command,
                                 {},
                                 {},
                                 "/help lists them; begin with a blank to say it"});
  }

  [[nodiscard]] int tell_taken() const {
    if (!converses_) {
      print("What an answer rests on stands below it; /why and a place follow it further.\n");
    } else if (taken_.empty()) {
      print("Nothing of the memory was told yet.\n");
    }
    for (const std::string& place : taken_) print(printable(place) + "\n");
    return kExitOk;
  }

  // A command of the program, on this workspace.
  int run_here(std::vector<std::string> command) {
    const GlobalOptions& options = context_.options();
    std::vector<std::string> all = {"-w", asking_.workspace.root};
    const auto add = [&](const char* name, const std::string& value) {
      if (!value.empty()) all.insert(all.end(), {name, value});
    };
    add("--db", options.database);
    add("--now", options.now);
    if (options.json) all.emplace_back("--json");
    if (options.no_colour) all.emplace_back("--no-color");
    all.insert(all.begin(), command.front());
    all.insert(all.end(), command.begin() + 1, command.end());
    return run_command(all);
  }

  Context& context_;
  bool keeps_nothing_, converses_, on_terminal_;
  ConverseOptions asking_;
  Keeping keeping_;
  std::vector<std::string> taken_;  // for the last answer
  bool on_text_ = false;            // something of it
  int code_ = kExitOk;              // of the last that failed
};

int run_chat(Context& context, const ChatArguments& arguments) {
  Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  const Result<bool> converses = can_converse(context.environment(), *workspace);
  if (!converses) return context.report(converses.error());
  return Chat(context, arguments, std::move(*workspace), *converses).run();
}

}  // namespace

void add_chat(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("chat", "Talk with the language model, which remembers");
  auto arguments = std::make_shared<ChatArguments>();
  command
      ->add_option("--conversation", arguments->conversation,
                   "Its id; what is said is appended to the conversation that has it")
      ->type_name("ID");
  command->add_option("--title", arguments->title, "What it is called; default: its first words")
      ->type_name("TEXT");
  command->add_option("--user", arguments->user, "How you are called")->type_name("NAME");
  command->add_option("--budget", arguments->budget, "Tokens of memory that each turn is told")
      ->type_name("N")
      ->check(whole_number(100, 100'000))
      ->capture_default_str();
  command->add_flag("--private", arguments->keeps_nothing, "Keep nothing of what is said");
  command->footer(
      "Before each turn the model is told what memory knows for it; after it what was said is\n"
      "kept, and what it tells is noted. Lines that begin with / are commands: /help lists them.\n"
      "With the built-in engine, which does not converse, each line asks what memory knows, and\n"
      "nothing is kept.\n\n"
      "Examples:\n"
      "  pyramid chat -w ~/memory\n"
      "  echo \"What do you know about my trip?\" | pyramid chat --private");
  command->callback([arguments, &chosen] {
    chosen = [arguments](Context& context) { return run_chat(context, *arguments); };
  });
}

}  // namespace pyramid::cli
