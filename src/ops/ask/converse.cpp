#include "pyramid/converse.hpp"

#include "base/text.hpp"
#include "engine/chat/marks.hpp"
#include "engine/chat/redacting_model.hpp"
#include "ops/calls/language_model.hpp"
#include "ops/calls/prompts.hpp"
#include "ops/calls/secrets.hpp"
#include "pyramid/recall.hpp"
#include "workspace/naming.hpp"
#include "workspace/workspace.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace pyramid {
namespace ops {

namespace {

// Of the conversation itself the model is shown its end: what was before stands in the memory.
constexpr std::size_t kMostShown = 48'000;  // bytes

bool has_model(const workspace::Workspace& workspace) {
  return workspace.settings.engine == "openai";
}

Status check_turns(const ConverseOptions& options) {
  const bool has_question = !options.turns.empty() && options.turns.back().role == "user" &&
                            !trim(options.turns.back().text).empty();
  if (has_question) return {};
  return fail(ErrorKind::kUsage, "the last turn is none of the person's");
}

// The first turn that is shown.
std::size_t first_shown(const std::vector<CapturedTurn>& turns) {
  std::size_t first = turns.size() - 1;
  std::size_t bytes = turns.back().text.size();
  while (first > 0 && bytes + turns[first - 1].text.size() <= kMostShown) {
    bytes += turns[--first].text.size();
  }
  return first;
}

engine::ChatRequest question_of(const engine::Prompt& prompt, const std::string& known,
                                const ConverseOptions& options, std::size_t first) {
  using Role = engine::ChatMessage::Role;
  const std::array<std::string_view, 1> texts = {known};
  engine::ChatRequest request;
  request.recipe = prompt.recipe;
  request.at_once = true;
  request.on_text = options.on_text;
  request.messages.push_back(
      {Role::kSystem, prompt.text + "\n\n" + engine::chat::Marks(texts).around("", known)});
  for (std::size_t i = first; i < options.turns.size(); ++i) {
    const CapturedTurn& turn = options.turns[i];
    request.messages.push_back({turn.role == "user" ? Role::kUser : Role::kAssistant, turn.text});
  }
  return request;
}

Result<engine::ChatReply> ask(const Environment& environment, const workspace::Workspace& workspace,
                              const engine::ChatRequest& request) {
  PYRAMID_ASSIGN(WatchedModel watched, make_language_model(environment, workspace));
  const auto model =
      engine::redact_questions(std::move(watched.model), secrets_policy(workspace.settings));
  watched.ledger->begin("chat");
  Result<engine::ChatReply> reply = model->chat(request);
  watched.ledger->finish(reply.has_value());
  return reply;
}

Result<ConverseReport> converse(const Environment& environment, const ConverseOptions& options) {
  PYRAMID_TRY(check_turns(options));
  PYRAMID_ASSIGN(const workspace::Workspace workspace,
                 workspace::open(environment.files, options.workspace.root));
  if (!has_model(workspace)) {
    return fail(ErrorKind::kUsage, "the built-in engine does not converse", "pyramid.yaml",
                "set `engine: openai`, and `base_url` and `model` of a server");
  }
  ConverseReport report;
  const engine::Prompts prompts = read_prompts(environment.files, workspace, report.diagnostics);
  RecallOptions wanted;
  wanted.workspace = options.workspace;
  wanted.prompt = options.turns.back().text;
  wanted.budget = options.budget;
  PYRAMID_ASSIGN(RecallReport known, recall(environment, wanted));
  report.taken = std::move(known.taken);
  report.diagnostics.insert(report.diagnostics.end(), known.diagnostics.begin(),
                            known.diagnostics.end());
  report.left_out = first_shown(options.turns);
  PYRAMID_ASSIGN(engine::ChatReply reply, ask(environment, workspace,
                                              question_of(prompts.find("chat")->second, known.text,
                                                          options, report.left_out)));
  report.text = std::move(reply.text);
  report.cut = reply.cut;
  report.refused = reply.refused;
  return report;
}

}  // namespace

}  // namespace ops

Result<bool> can_converse(const Environment& environment, const WorkspaceOptions& workspace) {
  PYRAMID_ASSIGN(const workspace::Workspace opened,
                 workspace::open(environment.files, workspace.root));
  return ops::has_model(opened);
}

Result<ConverseReport> converse(const Environment& environment, const ConverseOptions& options) {
  return workspace::named_within(environment.files, options.workspace.root,
                                 ops::converse(environment, options));
}

}  // namespace pyramid
