#include "engine/openai/openai_model.hpp"

#include "base/utf8.hpp"
#include "engine/openai/event_stream.hpp"
#include "engine/openai/keys.hpp"
#include "engine/tokens.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace pyramid::engine::openai {

namespace {

using Role = ChatMessage::Role;

// So many calls that fail one after the other, each with its retries, and the server is taken for
// dead until the next command.
constexpr int kGivesUpAfter = 10;

constexpr const char* kProbeTool = "note";

ChatRequest probe_request() {
  ChatRequest request;
  request.recipe = kProbeRecipe;
  request.messages = {{Role::kSystem, "You test a connection."},
                      {Role::kUser, "Call `note` once, with the word \"ready\"."}};
  request.tools = {{kProbeTool, "Notes one word.",
                    R"({"type":"object","properties":{"word":{"type":"string"}},)"
                    R"("required":["word"]})"}};
  return request;
}

// Whether the server did in this mode what the probe asks for.
bool follows(ToolMode mode, const ChatReply& reply) {
  if (mode == ToolMode::kPlain) return true;
  if (mode == ToolMode::kTools) {
    return std::any_of(reply.calls.begin(), reply.calls.end(), [](const ToolCall& call) {
      return call.name == kProbeTool &&
             nlohmann::json::parse(call.arguments, nullptr, false).is_object();
    });
  }
  const nlohmann::json json = nlohmann::json::parse(reply.text, nullptr, false);
  return json.is_object() && json.contains("items") && json["items"].is_array() &&
         !json["items"].empty();
}

std::size_t bytes_of(const ChatRequest& request) {
  std::size_t bytes = 0;
  for (const ChatMessage& message : request.messages) bytes += message.text.size();
  for (const Tool& tool : request.tools) {
    bytes += tool.name.size() + tool.description.size() + tool.parameters.size();
  }
  return bytes;
}

// There is no model of that name: some servers answer as to a request that is wrong.
bool names_no_model(int status, const ServerError& said) {
  if (status == 404 || said.code == "model_not_found") return true;
  constexpr std::array<std::string_view, 3> kSaid = {"invalid model name", "not a valid model",
                                                     "unknown model"};
  const std::string message = utf8::lower(said.message);
  return status == 400 && std::any_of(kSaid.begin(), kSaid.end(), [&](std::string_view words) {
           return message.find(words) != std::string::npos;
         });
}

// A failure that says no more than that the mode is not known there.
bool is_about_the_mode(int status) {
  return status == 400 || status == 422 || status == 500 || status == 501;
}

}  // namespace

OpenAiModel::OpenAiModel(OpenAiOptions options, World world)
    : options_(std::move(options)),
      learnt_(std::move(world.learnt)),
      caller_(options_.retry, world),
      abilities_(world.known) {}

std::string OpenAiModel::name() const {
  std::string name = "openai/" + options_.model;
  for (char& c : name) {
    if (c == ' ' || c == ':' || c == '\t' || c == '\n') c = '-';
  }
  return name;
}

Result<ChatReply> OpenAiModel::chat(const ChatRequest& request) {
  PYRAMID_TRY(ready());
  ToolMode how = ToolMode::kTools;
  if (!request.tools.empty()) {
    PYRAMID_ASSIGN(how, mode());
  }
  Outcome outcome = ask(request, how);
  if (outcome.reply || request.tools.empty() || !is_refusal(outcome)) return outcome.reply;
  // A server may have lost what an earlier command found there: another model behind the same name.
  PYRAMID_ASSIGN(const bool changed, has_changed(how));
  if (!changed) return outcome.reply;
  PYRAMID_ASSIGN(how, mode());
  return ask(request, how).reply;
}

// The request itself was refused, and would be so again; not for its length.
bool OpenAiModel::is_refusal(const Outcome& outcome) {
  if (outcome.reply || outcome.reply.error().kind != ErrorKind::kEngine) return false;
  return outcome.status == 400 || outcome.status == 422 || outcome.status == 501;
}

// Whether the server does not answer in that mode any more, found out once.
Result<bool> OpenAiModel::has_changed(ToolMode mode) {
  const std::lock_guard lock(probing_);
  {
    const std::lock_guard state(state_);
    if (abilities_.mode != mode) return true;  // another worker found out
    if (std::exchange(probed_again_, true)) return false;
  }
  PYRAMID_ASSIGN(const Abilities found, find_abilities());
  return found.mode != mode;
}

Result<std::string> OpenAiModel::body_of(const ChatRequest& request) {
  PYRAMID_TRY(ready());
  // Also asked where there is no tool: a server that wants the limit by its other name says so.
  PYRAMID_ASSIGN(const ToolMode how, mode());
  return request_body(request, body_options(how));
}

Result<Abilities> OpenAiModel::probe() {
  const std::lock_guard lock(probing_);
  return find_abilities();
}

Status OpenAiModel::ready() {
  const std::lock_guard lock(state_);
  if (broken_) return fail(Error(*broken_));
  return {};
}

Result<ToolMode> OpenAiModel::mode() {
  const std::lock_guard lock(probing_);
  {
    const std::lock_guard state(state_);
    if (abilities_.mode) return *abilities_.mode;
  }
  PYRAMID_ASSIGN(const Abilities found, find_abilities());
  return *found.mode;
}

// REQUIRES: probing_ is held.
Result<Abilities> OpenAiModel::find_abilities() {
  PYRAMID_TRY(ready());
  for (const ToolMode mode : {ToolMode::kTools, ToolMode::kSchema, ToolMode::kPlain}) {
    Outcome outcome = ask(probe_request(), mode);
    if (!outcome.reply) {
      if (outcome.reply.error().kind == ErrorKind::kTooLong) {
        return fail(note_failure(reads_nothing(std::move(outcome.reply).error()), true));
      }
      if (mode == ToolMode::kPlain || !is_about_the_mode(outcome.status)) {
        return fail(std::move(outcome.reply).error());
      }
      continue;
    }
    if (!follows(mode, *outcome.reply)) continue;
    {
      const std::lock_guard lock(state_);
      abilities_.mode = mode;
    }
    tell_abilities();
    break;
  }
  const std::lock_guard lock(state_);
  return abilities_;
}

void OpenAiModel::tell_abilities() {
  if (!learnt_) return;
  Abilities now;
  {
    const std::lock_guard lock(state_);
    now = abilities_;
  }
  learnt_(now);
}

OpenAiModel::Outcome OpenAiModel::ask(const ChatRequest& request, ToolMode mode) {
  if (auto keyless = lacks_key(options_.endpoint, options_.key)) {
    return {fail(note_failure(*std::move(keyless), true))};
  }
  CallRecord record;
  record.recipe = request.recipe;
  CallSlot slot = caller_.slot();
  Result<double> set_aside = caller_.may_begin(record.recipe, tokens_of(bytes_of(request)));
  if (!set_aside) return {fail(std::move(set_aside).error())};
  Outcome outcome = try_until_answered(request, mode, slot, record);
  caller_.ended(record, *set_aside);
  return outcome;
}

OpenAiModel::Outcome OpenAiModel::try_until_answered(const ChatRequest& request, ToolMode mode,
                                                     CallSlot& slot, CallRecord& record) {
  std::size_t bytes_sent = 0;
  EventStream stream(request.on_text);
  CallRules rules;
  rules.request = [&] {
    HttpRequest http = http_request(request_body(request, body_options(mode)));
    if (request.on_text) http.arrived = [&](std::string_view bytes) { stream.take(bytes); };
    bytes_sent = http.body.size();
    stream = EventStream(request.on_text);
    slot.begin();
    return http;
  };
  rules.is_final = [&](int status, const ServerError& said) {
    return stream.has_told() || said.filtered || is_too_long(status, said);
  };
  rules.changes = [&](int status, const ServerError& said) { return switch_limit(status, said); };
  rules.may_go = [&] { return ready(); };
  const CallOutcome outcome = caller_.call(rules, record);
  if (outcome.response && record.status == 200) {
    const bool streamed = request.on_text && is_stream(*outcome.response);
    Outcome came = answered(bytes_sent, *outcome.response,
                            streamed ? stream.reply() : read_reply(outcome.response->body), record);
    if (request.on_text && !streamed && came.reply) request.on_text(came.reply->text);
    return came;
  }
  if (outcome.response && outcome.said.filtered) return {refused(outcome.said), record.status};
  if (outcome.response) return {fail(given_up(*outcome.response, outcome.said)), record.status};
  Error error = outcome.response.error();
  if (!outcome.by_network) return {fail(std::move(error))};
  const bool for_all = error.kind != ErrorKind::kEngine;
  return {fail(note_failure(with_server(std::move(error)), for_all))};
}

// A reply that cannot be read was paid for as well; a web page comes from no model.
OpenAiModel::Outcome OpenAiModel::answered(std::size_t bytes_sent, const HttpResponse& response,
                                           Result<ChatReply> reply, CallRecord& record) {
  if (!reply) {
    if (!is_page(response.body)) {
      record.tokens_in = tokens_of(bytes_sent);
      record.tokens_out = tokens_of(response.body.size());
      record.estimated = true;
    }
    return {fail(note_failure(with_server(std::move(reply).error()), false)), 200};
  }
  record.answered = true;
  count_tokens(record, *reply, tokens_of(bytes_sent));
  const std::lock_guard lock(state_);
  failed_in_a_row_ = 0;
  return {std::move(reply), 200};
}

// The server works: it is the question that it does not like.
ChatReply OpenAiModel::refused(const ServerError& said) {
  ChatReply reply = refusal_of(said);
  reply.text = without_key(std::move(reply.text), options_.key);
  const std::lock_guard lock(state_);
  failed_in_a_row_ = 0;
  return reply;
}

BodyOptions OpenAiModel::body_options(ToolMode mode) {
  const std::lock_guard lock(state_);
  return {options_.model, options_.max_tokens, abilities_.completion_tokens, mode};
}

HttpRequest OpenAiModel::http_request(std::string body) const {
  HttpRequest request = json_request(options_.endpoint, options_.key, options_.timeouts);
  request.url = options_.endpoint.url;
  request.body = std::move(body);
  return request;
}

bool OpenAiModel::switch_limit(int status, const ServerError& said) {
  if (status != 400 || !wants_completion_tokens(said)) return false;
  {
    const std::lock_guard lock(state_);
    if (std::exchange(abilities_.completion_tokens, true)) return false;
  }
  tell_abilities();
  return true;
}

Error OpenAiModel::given_up(const HttpResponse& response, const ServerError& said) {
  const std::string& server = options_.endpoint.server;
  const std::string code = std::to_string(response.status);
  Error error{ErrorKind::kEngine, "", "", without_key(said.message, options_.key), ""};
  if (is_too_long(response.status, said)) {
    error.kind = ErrorKind::kTooLong;
    error.what = options_.model + " cannot read so much at once";
    return error;
  }
  if (auto refused = refuses_account(response.status, said, options_.endpoint, options_.key)) {
    refused->cause = error.cause;
    return note_failure(*std::move(refused), true);
  }
  if (names_no_model(response.status, said)) {
    error.what = server + " has no model `" + options_.model + "`, or none at this address";
    error.where = "pyramid.yaml";
    error.hint = "set `model` and `base_url`";
    return note_failure(std::move(error), true);
  }
  if (response.status / 100 == 3) {
    const std::string to = header_of(response.headers, "location").value_or("");
    error.what = server + " leads elsewhere, where no key is sent";
    error.cause = without_key(to, options_.key);
    error.where = "pyramid.yaml";
    error.hint = "set `base_url` to the new address";
    return note_failure(std::move(error), true);
  }
  error.what =
      server +
      (response.status == 429 ? " takes no more requests for now (" : " answered with an error (") +
      code + ")";
  error.hint = kTryLater;
  return note_failure(std::move(error), false);
}

// Too long is even what is asked to find out what the server can do.
Error OpenAiModel::reads_nothing(Error error) const {
  error.kind = ErrorKind::kEngine;
  error.where = "pyramid.yaml";
  error.what = options_.model + " cannot read even a short question";
  error.hint = "set `max_tokens` lower, or give the model more context";
  return error;
}

// Counts, so that a server that is gone is not asked a thousand times. Gives the error back.
Error OpenAiModel::note_failure(Error error, bool for_all) {
  const std::lock_guard lock(state_);
  if (for_all || ++failed_in_a_row_ >= kGivesUpAfter) {
    if (!broken_) broken_ = error;
  }
  return error;
}

Error OpenAiModel::with_server(Error error) const {
  return of_server(std::move(error), options_.endpoint, options_.key);
}

}  // namespace pyramid::engine::openai
