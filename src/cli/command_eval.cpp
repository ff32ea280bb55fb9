#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/values.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

namespace pyramid::cli {

namespace {

// A folder of our own below the system's for temporary files; removed with all in it.
class Scratch {
 public:
  Scratch() {
    std::error_code error;
    std::string name = (std::filesystem::temp_directory_path(error) / "pyramid-XXXXXX").string();
    if (!error && ::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~Scratch() {
    std::error_code error;
    if (!path_.empty()) std::filesystem::remove_all(path_, error);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

void print_row(const std::string& name, const Measures& one) {
  print(fmt::format("{:<16} {:>5}  {:.3f} {:.3f} {:.3f}  {:.3f}  {:.3f}   {:.3f} {:.3f}  {:.3f}\n",
                    printable(name), one.questions, one.recall5, one.recall10, one.recall20,
                    one.hit10, one.ndcg10, one.session_recall5, one.session_recall10,
                    one.session_mrr));
}

void print_report(const EvaluateReport& report) {
  print("                           turns                              sessions\n");
  print("                 asked  R@5   R@10  R@20   hit10  nDCG10  R@5   R@10   MRR\n");
  for (const auto& [name, measures] : report.by_conversation) print_row(name, measures);
  for (const auto& [name, measures] : report.by_category) print_row(name, measures);
  print_row("all", report.all);
  const auto bounds = [&](const char* name, double Measures::* value) {
    print(fmt::format("{} {:.3f}, 95 % between {:.3f} and {:.3f}\n", name, report.all.*value,
                      report.low.*value, report.high.*value));
  };
  bounds("turn recall@10", &Measures::recall10);
  bounds("session recall@5", &Measures::session_recall5);
  bounds("session MRR", &Measures::session_mrr);
}

struct EvalArguments {
  EvaluateOptions options;
  std::string keep;
  std::vector<std::string> weights;
};

// "neighbours=0.25".
Status add_weights(const std::vector<std::string>& given, EvaluateOptions& options) {
  for (const std::string& one : given) {
    const std::size_t sign = one.find('=');
    const char* end = one.data() + one.size();
    double value = 0;
    const char* begin = sign == std::string::npos ? end : one.data() + sign + 1;
    const auto [stopped, error] = std::from_chars(begin, end, value);
    if (error != std::errc() || stopped != end || sign == std::string::npos) {
      return fail(ErrorKind::kUsage, "--weight is not NAME=N: " + printable(one));
    }
    options.weights.emplace_back(one.substr(0, sign), value);
  }
  return {};
}

int run_eval(Context& context, const EvalArguments& arguments) {
  EvaluateOptions options = arguments.options;
  if (const Status added = add_weights(arguments.weights, options); !added) {
    return context.report(added.error());
  }
  const Scratch scratch;
  options.set = expand_home(options.set);
  if (!options.minilm_path.empty()) {
    options.minilm_path = std::filesystem::absolute(expand_home(options.minilm_path)).string();
  }
  options.folder = arguments.keep.empty() ? scratch.path() : expand_home(arguments.keep);
  if (options.folder.empty()) {
    return context.report(Error{
        ErrorKind::kIo, "no temporary folder can be made", {}, {}, "name a folder with --keep"});
  }
  const Result<EvaluateReport> report = evaluate(context.environment(), options);
  if (!report) return context.report(report.error());
  if (context.json()) {
    context.print_json(to_json(*report));
  } else {
    print_report(*report);
  }
  return context.report(report->diagnostics);
}

}  // namespace

void add_eval(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("eval", "Measure search with questions of known answers");
  auto arguments = std::make_shared<EvalArguments>();
  EvaluateOptions& options = arguments->options;
  command->add_option("SET", options.set, "Conversations and questions, JSON lines")->required();
  command
      ->add_option("--keep", arguments->keep,
                   "Make the workspaces here and leave them, so that the next run imports nothing")
      ->type_name("DIR");
  command->add_option("--time-weight", options.time_weight, "As for search")
      ->type_name("W")
      ->check(number())
      ->capture_default_str();
  command->add_option("--vector-weight", options.vector_weight, "Instead of pyramid.yaml's")
      ->type_name("W")
      ->check(number());
  command->add_option("--embedding", options.embedding, "static or minilm")
      ->check(CLI::IsMember({"static", "minilm"}))
      ->type_name("WHICH");
  command->add_option("--rerank", options.rerank, "none or minilm")
      ->check(CLI::IsMember({"none", "minilm"}))
      ->type_name("WHICH");
  command->add_option("--minilm-path", options.minilm_path, "Weights of minilm")->type_name("FILE");
  repeatable(
      command->add_option("--source", options.sources, "As for search; may be given several times"))
      ->type_name("WHAT");
  command->add_option("--fusion", options.fusion, "weighted or rrf, instead of pyramid.yaml's")
      ->type_name("HOW");
  repeatable(command->add_option(
                 "--weight", arguments->weights,
                 "How much evidence counts: full, near, neighbours, file, passage, speaker, date, "
                 "time, asking, telling or rerank, =N; may be given several times"))
      ->type_name("NAME=N");
  command->footer(
      "Makes a memory of each conversation in the set (import, sync), asks its questions and\n"
      "counts how many of the turns that hold the answer are among the first 5, 10 and 20.\n\n"
      "Examples:\n"
      "  pyramid eval dialogues.jsonl\n"
      "  pyramid eval dialogues.jsonl --keep /tmp/eval --vector-weight 0.5 --json");
  command->callback([arguments, &chosen] {
    chosen = [arguments](Context& context) { return run_eval(context, *arguments); };
  });
}

}  // namespace pyramid::cli
