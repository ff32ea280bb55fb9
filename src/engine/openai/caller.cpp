#include "engine/openai/caller.hpp"

#include "engine/openai/keys.hpp"
#include "engine/tokens.hpp"

#include <optional>
#include <utility>

namespace pyramid::engine::openai {

namespace {

constexpr const char* kSetKey = "set OPENAI_API_KEY, or write it into .env of the workspace";
// How long Ctrl-C leaves a call that is under way.
constexpr Milliseconds kGrace(10'000);
constexpr Milliseconds kWorthTelling(2'000);
constexpr int kUnauthorised = 401, kPaymentRequired = 402, kForbidden = 403, kTooMany = 429;

}  // namespace

Caller::Caller(RetryPolicy retry, CallWorld world) : retry_(retry), world_(std::move(world)) {}

Result<double> Caller::may_begin(std::string_view recipe, std::size_t tokens_asked) {
  if (!world_.watcher) return 0.0;
  return world_.watcher->may_begin(recipe, tokens_asked);
}

void Caller::ended(const CallRecord& record, double set_aside) {
  if (world_.watcher) world_.watcher->ended(record, set_aside);
}

CallOutcome Caller::call(const CallRules& rules, CallRecord& record) {
  for (;;) {
    const HttpRequest request = rules.request();
    if (Status turn = wait_turn(tokens_of(request.body.size())); !turn) {
      return {fail(std::move(turn).error())};
    }
    if (rules.may_go) {
      if (Status may = rules.may_go(); !may) return {fail(std::move(may).error())};
    }
    Result<HttpResponse> response = post(request, record);
    const Time date = world_.sleeper->date();
    if (response) limiter_.learn(response->headers, world_.sleeper->now(), date);
    if (response && response->status == 200) return {std::move(response)};
    if (!response && response.error().kind == ErrorKind::kCancelled) return {std::move(response)};
    if (!response && response.error().kind != ErrorKind::kEngine) {
      return {std::move(response), {}, true};
    }
    ServerError said = response ? read_error(response->body) : ServerError();
    if (response && rules.changes && rules.changes(record.status, said)) continue;
    const bool final = is_out_of_credit(said) || rules.is_final(record.status, said);
    const auto wait = wait_before_retry(retry_, record.retries, response ? &*response : nullptr,
                                        final, date, world_.sleeper->chance());
    if (!wait) {
      const bool by_network = !response;
      return {std::move(response), std::move(said), by_network};
    }
    if (record.status == kTooMany) limiter_.hold(world_.sleeper->now() + *wait);
    if (world_.watcher) world_.watcher->retried(record, *wait);
    if (!sleep(*wait)) return {fail(ErrorKind::kCancelled, "interrupted")};
    ++record.retries;
  }
}

Result<HttpResponse> Caller::post(const HttpRequest& request, CallRecord& record) {
  const Milliseconds begun = world_.sleeper->now();
  record.sent = true;
  // The answer to what was sent is paid for, so it is awaited a little longer than Ctrl-C; who
  // reads it as it comes has seen enough.
  std::optional<Milliseconds> asked_to_stop;
  const Cancelled out_of_patience = [&] {
    if (!world_.cancelled() || request.arrived) return world_.cancelled();
    const Milliseconds now = world_.sleeper->now();
    if (!asked_to_stop) asked_to_stop = now;
    return now - *asked_to_stop >= kGrace;
  };
  Result<HttpResponse> response = world_.client->post(request, out_of_patience);
  record.took = world_.sleeper->now() - begun;
  record.status = response ? response->status : 0;
  return response;
}

bool Caller::sleep(Milliseconds wait) {
  const bool is_long = wait > kWorthTelling;
  if (is_long && world_.told_wait && !told_.exchange(true)) world_.told_wait(wait);
  return world_.sleeper->sleep(wait, world_.cancelled);
}

// Until the server's limits leave room; no longer than a retry may wait: then it may say itself.
Status Caller::wait_turn(std::size_t tokens) {
  Milliseconds waited(0);
  while (waited < retry_.longest) {
    const Milliseconds wait = limiter_.wait(world_.sleeper->now(), tokens);
    if (wait <= Milliseconds(0)) break;
    if (!sleep(wait)) return fail(ErrorKind::kCancelled, "interrupted");
    waited += wait;
  }
  if (world_.cancelled()) return fail(ErrorKind::kCancelled, "interrupted");
  return {};
}

HttpRequest json_request(const Endpoint& endpoint, const std::string& key,
                         const Timeouts& timeouts) {
  HttpRequest request;
  request.headers = key_headers(endpoint, key);
  request.headers.push_back({"Content-Type", "application/json"});
  request.timeouts = timeouts;
  return request;
}

std::optional<Error> lacks_key(const Endpoint& endpoint, const std::string& key) {
  if (!key.empty() || endpoint.local) return std::nullopt;
  return Error{ErrorKind::kEngine, "no key for " + endpoint.server, "pyramid.yaml", "", kSetKey};
}

std::optional<Error> refuses_account(int status, const ServerError& said, const Endpoint& endpoint,
                                     const std::string& key) {
  Error error{ErrorKind::kEngine, "", "", "", ""};
  if (is_out_of_credit(said) || status == kPaymentRequired) {
    error.what = endpoint.server + ": the account has no credit left";
    return error;
  }
  if (status != kUnauthorised && status != kForbidden) return std::nullopt;
  error.what = endpoint.server + (key.empty() ? " wants a key" : " refuses the key");
  error.hint = kSetKey;
  return error;
}

Error of_server(Error error, const Endpoint& endpoint, const std::string& key) {
  error.kind = ErrorKind::kEngine;
  error.what = endpoint.server + " " + error.what;
  error.cause = without_key(std::move(error.cause), key);
  if (error.hint.empty()) error.hint = kTryLater;
  return error;
}

}  // namespace pyramid::engine::openai
