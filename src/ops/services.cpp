#include "ops/services.hpp"

#include "engine/chat/chat_engine.hpp"
#include "engine/chat/redacting_model.hpp"
#include "engine/chat/remembering_model.hpp"
#include "engine/redacting.hpp"
#include "ops/language_model.hpp"
#include "ops/prompts.hpp"
#include "ops/reply_cache.hpp"
#include "ops/secrets.hpp"

#include <algorithm>
#include <thread>
#include <utility>

namespace pyramid::ops {

namespace {

Result<std::unique_ptr<engine::TextEngine>> make_text_engine(
    const Environment& environment, const workspace::Workspace& workspace) {
  const std::string& name = workspace.settings.engine;
  if (name == "builtin") return engine::make_builtin_engine();
  if (name != "openai") {
    return fail(ErrorKind::kUsage, "unknown engine `" + name + "`", "pyramid.yaml",
                "set `engine: builtin` or `engine: openai`");
  }
  PYRAMID_ASSIGN(std::unique_ptr<engine::ChatModel> model,
                 make_language_model(environment, workspace));
  model = engine::redact_questions(std::move(model), secrets_policy(workspace.settings));
  model = engine::remember_replies(std::move(model),
                                   std::make_shared<ReplyCache>(environment.files, workspace),
                                   secrets_policy(workspace.settings));
  engine::ChatOptions options;
  Diagnostics told_when_opened;
  options.prompts = read_prompts(environment.files, workspace, told_when_opened);
  return engine::make_chat_engine(std::move(model), std::move(options));
}

}  // namespace

Result<Engines> make_engines(const Environment& environment,
                             const workspace::Workspace& workspace) {
  const format::Settings& settings = workspace.settings;
  PYRAMID_ASSIGN(std::unique_ptr<engine::TextEngine> text,
                 make_text_engine(environment, workspace));
  if (settings.embedding != "static") {
    return fail(ErrorKind::kUsage, "unknown embedding `" + settings.embedding + "`", "pyramid.yaml",
                "set `embedding: static`");
  }
  // Whatever an engine answers goes through here, and nowhere else.
  return Engines{engine::redact_answers(std::move(text), secrets_policy(settings)),
                 engine::make_static_embedder()};
}

unsigned worker_count(unsigned asked, const format::Settings& settings) {
  const unsigned wanted = asked != 0 ? asked : static_cast<unsigned>(settings.parallel);
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  return std::clamp(wanted, 1U, settings.engine == "builtin" ? cores : 64U);
}

}  // namespace pyramid::ops
