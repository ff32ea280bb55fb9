// A call to a server with its retries: under the server's limits, told to a watcher, ended by who
// stops. What is asked and what an answer means is the business of who calls.
//
// Thread rule: all methods may be called from several threads at once; they share what the server
// said of its limits.
#pragma once

#include "engine/openai/call_slots.hpp"
#include "engine/openai/call_watcher.hpp"
#include "engine/openai/endpoint.hpp"
#include "engine/openai/http.hpp"
#include "engine/openai/rate_limiter.hpp"
#include "engine/openai/retry.hpp"
#include "engine/openai/wire.hpp"
#include "engine/waiting.hpp"

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace pyramid::engine::openai {

// What a call needs of the world.
struct CallWorld {
  std::shared_ptr<HttpClient> client;
  std::shared_ptr<Sleeper> sleeper;
  Cancelled cancelled;
  std::shared_ptr<CallWatcher> watcher = {};  // or none
  std::shared_ptr<CallSlots> slots = {};      // or none: no limit of calls at once
  // Told once of a wait of more than two seconds that the server asks for; or none.
  std::function<void(Milliseconds)> told_wait = {};
};

struct CallRules {
  std::function<HttpRequest()> request;  // made anew for each try
  // Beside an account without credit: what the server says cannot get better by waiting.
  std::function<bool(int status, const ServerError& said)> is_final;
  // Whether the request is another one now, that is to be sent at once; or none.
  std::function<bool(int status, const ServerError& said)> changes = {};
  std::function<Status()> may_go = {};  // asked before each try; or none
};

// The last answer, of whatever status, and what it says of a failure; or why there is none: as
// HttpClient::post() fails, where `by_network`, else kCancelled or what CallRules::may_go said.
struct CallOutcome {
  Result<HttpResponse> response;
  ServerError said = {};
  bool by_network = false;
};

class Caller {
 public:
  Caller(RetryPolicy retry, CallWorld world);

  // Waits for a place among the calls at once; one call, from may_begin() to ended(), has it.
  [[nodiscard]] CallSlot slot() { return CallSlot(world_.slots.get()); }
  // The watcher's word, if there is one; after success ended() must follow with the same number.
  Result<double> may_begin(std::string_view recipe, std::size_t tokens_asked);
  void ended(const CallRecord& record, double set_aside);
  // Fills `sent`, `status`, `retries` and `took` of the record.
  CallOutcome call(const CallRules& rules, CallRecord& record);

 private:
  Status wait_turn(std::size_t tokens);
  bool sleep(Milliseconds wait);  // false: interrupted
  Result<HttpResponse> post(const HttpRequest& request, CallRecord& record);

  RetryPolicy retry_;
  CallWorld world_;
  RateLimiter limiter_;
  std::atomic<bool> told_{false};  // of a long wait
};

// A request to a server, without its address and body.
HttpRequest json_request(const Endpoint& endpoint, const std::string& key,
                         const Timeouts& timeouts);
// No key, where one is needed.
std::optional<Error> lacks_key(const Endpoint& endpoint, const std::string& key);
// An account without credit, a key that is refused: no other call will do better. nullopt for all
// else. The cause is left empty.
std::optional<Error> refuses_account(int status, const ServerError& said, const Endpoint& endpoint,
                                     const std::string& key);
// An error whose `what` goes on after the server's name, with the name, and without the key. It is
// kEngine, whatever kept the server from answering.
Error of_server(Error error, const Endpoint& endpoint, const std::string& key);

}  // namespace pyramid::engine::openai
