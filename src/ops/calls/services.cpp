#include "ops/calls/services.hpp"

#include "engine/chat/chat_engine.hpp"
#include "engine/chat/redacting_model.hpp"
#include "engine/chat/remembering_model.hpp"
#include "engine/redacting.hpp"
#include "ops/calls/batches.hpp"
#include "ops/calls/embedding.hpp"
#include "ops/calls/extraction_faults.hpp"
#include "ops/calls/language_model.hpp"
#include "ops/calls/ledger.hpp"
#include "ops/calls/prompts.hpp"
#include "ops/calls/reply_cache.hpp"
#include "ops/calls/secrets.hpp"

#include <algorithm>
#include <thread>
#include <utility>

namespace pyramid::ops {

namespace {

engine::Price chat_price(const std::optional<format::ModelPrice>& price) {
  if (!price) return {0, 0, 0, false};
  return {price->in, price->out, 0, true};
}

// `engines` gets all but the text engine of it.
Result<std::unique_ptr<engine::TextEngine>> make_text_engine(const Environment& environment,
                                                             const workspace::Workspace& workspace,
                                                             Engines& engines) {
  const std::string& name = workspace.settings.engine;
  if (name == "builtin") return engine::make_builtin_engine();
  if (name != "openai") {
    return fail(ErrorKind::kUsage, "unknown engine `" + name + "`", "pyramid.yaml",
                "set `engine: builtin` or `engine: openai`");
  }
  PYRAMID_ASSIGN(WatchedModel watched, make_language_model(environment, workspace));
  const guard::Policy policy = secrets_policy(workspace.settings);
  const auto replies = std::make_shared<ReplyCache>(environment.files, workspace);
  // What a refusal and an answer that breaks off depend on, beside model and question.
  const std::string asked_how =
      watched.batches.endpoint().base + " " + std::to_string(workspace.settings.max_tokens);
  engines.ledger = std::move(watched.ledger);
  engines.faults = std::make_shared<ExtractionFaults>();
  engines.batches = std::make_shared<Batches>(environment.files, environment.clock, workspace,
                                              std::move(watched.batches), std::move(watched.slots),
                                              replies, engines.ledger, policy);
  engine::openai::OpenAiModel& openai = *watched.model;
  std::unique_ptr<engine::ChatModel> model = std::move(watched.model);
  model = engine::redact_questions(std::move(model), policy);
  model = ask_in_batches(std::move(model), openai, engines.batches, policy);
  model = engine::remember_failures(
      std::move(model),
      std::make_shared<ReplyCache>(environment.files, workspace, ReplyCache::kMostBytes,
                                   kUnansweredFile),
      asked_how, policy);
  model = engine::remember_replies(std::move(model), replies, policy);
  engine::ChatOptions options;
  options.told_unheld = [faults = engines.faults](const format::Conversation& said,
                                                  engine::Unheld unheld) {
    faults->add(said, std::move(unheld));
  };
  options.price = chat_price(watched.price);
  Diagnostics told_when_opened;
  options.prompts = read_prompts(environment.files, workspace, told_when_opened);
  return engine::make_chat_engine(std::move(model), std::move(options));
}

}  // namespace

namespace {

Services rebound(const Services& services, FileSystem& files, engine::TextEngine& text,
                 engine::Embedder& embedder) {
  Services same{files, services.clock, services.progress, text, embedder};
  same.ledger = services.ledger;
  same.batches = services.batches;
  same.faults = services.faults;
  same.embedding = services.embedding;
  same.program = services.program;
  same.machine = services.machine;
  same.home = services.home;
  same.zone = services.zone;
  same.index_discarded = services.index_discarded;
  same.unread = services.unread;
  same.warm = services.warm;
  return same;
}

}  // namespace

Services with_files(const Services& services, FileSystem& files) {
  return rebound(services, files, services.text, services.embedder);
}

Services with_engines(const Services& services, engine::TextEngine& text,
                      engine::Embedder& embedder) {
  return rebound(services, services.files, text, embedder);
}

Engines::Engines() = default;
Engines::~Engines() = default;
Engines::Engines(Engines&& other) noexcept = default;
Engines& Engines::operator=(Engines&& other) noexcept = default;

Result<Engines> make_engines(const Environment& environment, const workspace::Workspace& workspace,
                             const std::string& database) {
  const format::Settings& settings = workspace.settings;
  Engines engines;
  PYRAMID_ASSIGN(std::unique_ptr<engine::TextEngine> text,
                 make_text_engine(environment, workspace, engines));
  if (!engines.ledger) {
    engines.ledger = std::make_shared<Ledger>(environment.files, environment.clock, workspace,
                                              environment.machine, std::nullopt);
  }
  PYRAMID_ASSIGN(Embedding embedding,
                 make_embedding(environment, workspace, database, engines.ledger));
  engines.embedding = std::make_unique<Embedding>(std::move(embedding));
  // Whatever an engine answers goes through here, and nowhere else.
  engines.text = engine::redact_answers(std::move(text), secrets_policy(settings));
  return engines;
}

unsigned worker_count(unsigned asked, const format::Settings& settings) {
  const unsigned wanted = asked != 0 ? asked : static_cast<unsigned>(settings.parallel);
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  return std::clamp(wanted, 1U, settings.engine == "builtin" ? cores : 64U);
}

}  // namespace pyramid::ops
