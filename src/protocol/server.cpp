#include "protocol/server.hpp"

#include "base/text.hpp"
#include "protocol/call_progress.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

namespace pyramid::protocol {

namespace {

constexpr const char* kModern = "2026-07-28";
constexpr std::array<const char*, 4> kLegacy = {"2025-11-25", "2025-06-18", "2025-03-26",
                                                "2024-11-05"};  // the newest first
constexpr std::string_view kWithBatches = "2025-03-26";
constexpr const char* kVersionKey = "io.modelcontextprotocol/protocolVersion";
constexpr const char* kCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
constexpr const char* kServerInfoKey = "io.modelcontextprotocol/serverInfo";
constexpr const char* kSubscriptionKey = "io.modelcontextprotocol/subscriptionId";

constexpr std::size_t kLongestLine = std::size_t{64} << 20;
constexpr std::size_t kMostSubscribed = 1000;
constexpr int kHour = 3'600'000;  // milliseconds, as ttlMs counts
constexpr auto kLooksEvery = std::chrono::milliseconds(500);

// What a request is refused with.
struct Refusal {
  int code = kInternalError;
  std::string what;
  Json data = nullptr;
};
// A result, or why there is none.
struct Outcome {
  Json result = Json::object();
  std::optional<Refusal> refusal;
  bool is_open = false;  // no reply yet: a subscription
};
Outcome refused(int code, std::string what, Json data = nullptr) {
  Outcome outcome;
  outcome.refusal = Refusal{code, std::move(what), std::move(data)};
  return outcome;
}
Outcome resulting(Json result) {
  Outcome outcome;
  outcome.result = std::move(result);
  return outcome;
}

// Messages that came as one list: what answers them goes out as one, once nobody holds it any more.
class Batch {
 public:
  explicit Batch(std::function<void(const Json&)> send) : send_(std::move(send)) {}
  ~Batch() {
    if (!answers_.empty()) send_(answers_);
  }
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  // From any thread.
  void add(Json answer) {
    const std::lock_guard lock(mutex_);
    answers_.push_back(std::move(answer));
  }

 private:
  const std::function<void(const Json&)> send_;
  std::mutex mutex_;
  Json answers_ = Json::array();
};
using BatchPtr = std::shared_ptr<Batch>;  // null: the message stands by itself

struct Request {
  BatchPtr batch;
  Json id;
  std::string method;
  Json params;
  bool is_modern = false;
  std::atomic<bool> cancelled = false;
};
using RequestPtr = std::shared_ptr<Request>;

bool is_id(const Json& id) { return id.is_string() || id.is_number_integer(); }

std::optional<std::string> text_in(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}

class Server {
 public:
  Server(const Offer& offer, Channel& channel, const Terms& terms)
      : offer_(offer),
        channel_(channel),
        info_(offer.info()),
        initialized_(terms.has_begun),
        takes_batches_(terms.takes_batches) {
    for (std::size_t i = 0; i < terms.workers; ++i) {
      workers_.emplace_back([this] { work(); });
    }
    if (terms.watches) watcher_ = std::thread([this] { watch(); });
  }

  ~Server() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    changed_.notify_all();
    for (std::thread& worker : workers_) worker.join();
    if (watcher_.joinable()) watcher_.join();
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  void read_all() {
    std::string line;
    bool too_long = false;
    std::vector<char> buffer(std::size_t{1} << 16);
    while (const std::size_t count = channel_.read(buffer.data(), buffer.size())) {
      std::string_view bytes(buffer.data(), count);
      for (std::size_t end = bytes.find('\n'); end != std::string_view::npos;
           end = bytes.find('\n')) {
        if (!too_long) take(line.append(bytes.substr(0, end)));
        line.clear();
        too_long = false;
        bytes.remove_prefix(end + 1);
      }
      if (too_long) continue;
      line.append(bytes);
      if (line.size() > kLongestLine) {
        refuse(nullptr, {kInvalidRequest, "the message is longer than 64 MiB"});
        std::string().swap(line);
        too_long = true;
      }
    }
    if (!line.empty()) take(line);
    finish();
  }

 private:
  // What was asked is answered, as long as somebody reads.
  void finish() {
    std::unique_lock lock(mutex_);
    while (!waiting_.empty() || !under_way_.empty()) {
      changed_.wait_for(lock, kLooksEvery);
      if (!channel_.is_open()) cancel_all();
    }
  }

  // REQUIRES: mutex_ is held.
  void cancel_all() {
    for (auto& [id, request] : under_way_) request->cancelled = true;
  }

  void send(const Json& message) {
    const std::string line = line_of(message);
    bool went = true;
    {
      const std::lock_guard lock(writing_);
      went = channel_.write(line);
    }
    if (went) return;
    const std::lock_guard lock(mutex_);
    cancel_all();
  }

  void reply(const BatchPtr& batch, Json answer) {
    if (batch) return batch->add(std::move(answer));
    send(answer);
  }

  void refuse(const Json& id, const Refusal& refusal, const BatchPtr& batch = nullptr) {
    reply(batch, error_to(id, refusal.code, refusal.what, refusal.data));
  }

  void take(const std::string& line) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) return;
    Result<Json> message = parse_message(line);
    if (!message) return refuse(nullptr, {kParseError, message.error().what});
    if (!takes_batches_ || !message->is_array() || message->empty()) {
      return take_one(std::move(*message), nullptr);
    }
    const auto batch = std::make_shared<Batch>([this](const Json& answers) { send(answers); });
    for (Json& one : *message) take_one(std::move(one), batch);
  }

  void take_one(Json message, const BatchPtr& batch) {
    if (!message.is_object()) {
      return refuse(nullptr, {kInvalidRequest, "the message is not an object"}, batch);
    }
    const auto found = message.find("id");
    const bool is_request = found != message.end();
    const Json id = is_request && is_id(*found) ? *found : Json();
    if (!message.contains("method")) {
      // An answer: nothing was asked.
      if (message.contains("result") || message.contains("error")) return;
      return refuse(id, {kInvalidRequest, "the message has no method"}, batch);
    }
    const std::optional<std::string> method = text_in(message, "method");
    if (!method) return refuse(id, {kInvalidRequest, "the method is not text"}, batch);
    if (text_in(message, "jsonrpc") != "2.0") {
      return refuse(id, {kInvalidRequest, "jsonrpc is not 2.0"}, batch);
    }
    if (is_request && id.is_null()) {
      return refuse(nullptr, {kInvalidRequest, "the id is neither a text nor a whole number"},
                    batch);
    }
    if (batch && *method == "initialize") {
      return refuse(id, {kInvalidRequest, "initialize does not stand in a list"}, batch);
    }
    auto request = std::make_shared<Request>();
    request->batch = batch;
    request->id = id;
    request->method = *method;
    request->params = message.contains("params") ? std::move(message["params"]) : Json::object();
    if (!is_request) return take_notification(*request);
    if (!request->params.is_object()) {
      return refuse(id, {kInvalidParams, "params is not an object"}, batch);
    }
    begin(request);
  }

  void take_notification(const Request& note) {
    if (note.method != "notifications/cancelled" || !note.params.is_object()) return;
    const auto asked = note.params.find("requestId");
    if (asked == note.params.end()) return;
    const std::lock_guard lock(mutex_);
    listening_.erase(asked->dump());
    const auto request = under_way_.find(asked->dump());
    if (request != under_way_.end()) request->second->cancelled = true;
  }

  void begin(const RequestPtr& request) {
    if (std::optional<Refusal> refusal = settle_era(*request)) {
      return refuse(request->id, *refusal, request->batch);
    }
    {
      const std::lock_guard lock(mutex_);
      const std::string key = request->id.dump();
      if (under_way_.contains(key) || listening_.contains(key)) {
        // The reply with this id belongs to the first.
        return refuse(nullptr, {kInvalidRequest, "a request with id " + key + " is under way"},
                      request->batch);
      }
      under_way_.emplace(key, request);
    }
    const bool is_slow = request->method == "tools/call" || request->method == "resources/read" ||
                         request->method == "resources/list" || request->method == "prompts/get";
    if (!is_slow) return answer(*request);
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(request);
    }
    changed_.notify_all();
  }

  // Of each request by itself: it says which revision it speaks, or the session has begun.
  std::optional<Refusal> settle_era(Request& request) {
    const auto meta = request.params.find("_meta");
    if (meta != request.params.end() && !meta->is_object()) {
      return Refusal{kInvalidParams, "_meta is not an object"};
    }
    const bool has_version = meta != request.params.end() && meta->contains(kVersionKey);
    if (has_version) {
      request.is_modern = true;
      const Json& version = (*meta)[kVersionKey];
      if (!version.is_string()) return Refusal{kInvalidParams, "the protocol version is not text"};
      if (version != kModern) {
        return Refusal{kUnsupportedVersion,
                       "this protocol version is not spoken here",
                       {{"supported", {kModern}}, {"requested", version}}};
      }
      const auto can = meta->find(kCapabilitiesKey);
      if (can == meta->end() || !can->is_object()) {
        return Refusal{kInvalidParams, std::string("_meta has no ") + kCapabilitiesKey};
      }
      return std::nullopt;
    }
    if (initialized_ || request.method == "initialize" || request.method == "ping") {
      return std::nullopt;
    }
    return Refusal{kInvalidParams,
                   std::string("_meta has no ") + kVersionKey + ", and no initialize came before"};
  }

  void answer(Request& request) {
    Outcome outcome;
    try {
      if (request.cancelled) {
        outcome.is_open = true;  // nobody waits for a reply
      } else {
        outcome = request.is_modern ? answer_modern(request) : answer_legacy(request);
      }
    } catch (const std::exception& error) {  // a bug of ours must not end the others' calls
      outcome = refused(kInternalError, std::string("internal error: ") + error.what());
    }
    {
      const std::lock_guard lock(mutex_);
      under_way_.erase(request.id.dump());
    }
    changed_.notify_all();
    if (request.cancelled || outcome.is_open) return;
    if (outcome.refusal) return refuse(request.id, *outcome.refusal, request.batch);
    if (request.is_modern) {
      Json result = {{"resultType", "complete"}};
      result.update(outcome.result);
      result["_meta"][kServerInfoKey] = server_info();
      outcome.result = std::move(result);
    }
    reply(request.batch, reply_to(request.id, std::move(outcome.result)));
    if (request.method == "tools/call") look_for_changes();
  }

  [[nodiscard]] Json server_info() const {
    return {{"name", info_.name}, {"title", info_.title}, {"version", info_.version}};
  }
  static Json capabilities() {
    return {{"tools", Json::object()},
            {"resources", {{"subscribe", true}}},
            {"prompts", Json::object()}};
  }

  Outcome answer_modern(Request& request) {
    const std::string& method = request.method;
    if (method == "server/discover") {
      return cached({{"supportedVersions", {kModern}},
                     {"capabilities", capabilities()},
                     {"instructions", info_.instructions}},
                    kHour);
    }
    if (method == "subscriptions/listen") return listen(request);
    return answer_common(request);
  }

  Outcome answer_legacy(Request& request) {
    const std::string& method = request.method;
    if (method == "initialize") return initialize(request.params);
    if (method == "ping") return {};
    if (method == "resources/subscribe" || method == "resources/unsubscribe") {
      const std::optional<std::string> uri = text_in(request.params, "uri");
      if (!uri) return refused(kInvalidParams, "uri is missing");
      const std::string state = offer_.state_of(*uri);
      const std::lock_guard lock(mutex_);
      if (method == "resources/subscribe" && subscribed_.size() >= kMostSubscribed)
        return too_many();
      if (method == "resources/unsubscribe") {
        subscribed_.erase(*uri);
      } else {
        subscribed_.insert(*uri);
        states_.emplace(*uri, state);
      }
      return {};
    }
    return answer_common(request);
  }

  Outcome initialize(const Json& params) {
    const std::optional<std::string> wanted = text_in(params, "protocolVersion");
    if (!wanted) return refused(kInvalidParams, "protocolVersion is missing");
    const bool is_spoken = std::any_of(kLegacy.begin(), kLegacy.end(),
                                       [&](const char* one) { return *wanted == one; });
    initialized_ = true;
    takes_batches_ = *wanted == kWithBatches;
    return resulting({{"protocolVersion", is_spoken ? *wanted : std::string(kLegacy.front())},
                      {"capabilities", capabilities()},
                      {"serverInfo", server_info()},
                      {"instructions", info_.instructions}});
  }

  // In both eras; what only the newer one knows is said to it alone.
  Outcome answer_common(Request& request) {
    const std::string& method = request.method;
    const auto list = [&](const char* name, Json items, int ttl) {
      Json result = {{name, std::move(items)}};
      return request.is_modern ? cached(std::move(result), ttl) : resulting(std::move(result));
    };
    const bool lists = method.ends_with("/list");
    if (lists && !request.params.value("cursor", Json()).is_null()) {
      return refused(kInvalidParams, "there is no such cursor: each list is one page");
    }
    if (method == "tools/list") return list("tools", offer_.tools(), kHour);
    if (method == "prompts/list") return list("prompts", offer_.prompts(), kHour);
    if (method == "resources/list") return list("resources", offer_.resources(), 0);
    if (method == "resources/templates/list") {
      return list("resourceTemplates", offer_.resource_templates(), kHour);
    }
    if (method == "resources/read") {
      const std::optional<std::string> uri = text_in(request.params, "uri");
      if (!uri) return refused(kInvalidParams, "uri is missing");
      Result<Json> contents = offer_.read(*uri);
      if (contents) return list("contents", std::move(*contents), 0);
      return refused(request.is_modern ? kInvalidParams : kNoSuchResource,
                     to_string(contents.error()), {{"uri", *uri}});
    }
    if (method == "tools/call" || method == "prompts/get") return ask_offer(request);
    return refused(kNoSuchMethod, "no such method: " + method);
  }

  Outcome ask_offer(Request& request) {
    const std::optional<std::string> name = text_in(request.params, "name");
    if (!name) return refused(kInvalidParams, "name is missing");
    const Json arguments = request.params.value("arguments", Json::object());
    Json token;
    if (const auto meta = request.params.find("_meta"); meta != request.params.end()) {
      token = meta->value("progressToken", Json());
    }
    CallProgress progress(std::move(token), request.cancelled,
                          [this](const Json& note) { send(note); });
    Result<Json> answer = request.method == "tools/call"
                              ? offer_.call(*name, arguments, progress)
                              : offer_.prompt(*name, arguments, progress);
    if (!answer) return refused(kInvalidParams, to_string(answer.error()));
    return resulting(std::move(*answer));
  }

  static Outcome cached(Json result, int ttl) {
    result["ttlMs"] = ttl;
    result["cacheScope"] = "private";
    return resulting(std::move(result));
  }

  static Outcome too_many() {
    return refused(kInvalidParams,
                   "more than " + std::to_string(kMostSubscribed) + " resources at once");
  }

  // Stays open; its first message says what it will be told of.
  Outcome listen(const Request& request) {
    const auto filter = request.params.find("notifications");
    if (filter == request.params.end() || !filter->is_object()) {
      return refused(kInvalidParams, "notifications is missing");
    }
    std::set<std::string> uris;
    const auto wanted = filter->find("resourceSubscriptions");
    if (wanted != filter->end() && !wanted->is_array()) {
      return refused(kInvalidParams, "resourceSubscriptions is not a list");
    }
    if (wanted != filter->end()) {
      for (const Json& uri : *wanted) {
        if (uri.is_string()) uris.insert(uri.get<std::string>());
      }
    }
    if (uris.size() > kMostSubscribed) return too_many();
    Json honoured = Json::object();
    if (!uris.empty()) honoured["resourceSubscriptions"] = uris;
    send(notification("notifications/subscriptions/acknowledged",
                      {{"_meta", {{kSubscriptionKey, request.id}}}, {"notifications", honoured}}));
    std::map<std::string, std::string> states;
    for (const std::string& uri : uris) states[uri] = offer_.state_of(uri);
    const std::lock_guard lock(mutex_);
    listening_[request.id.dump()] = {request.id, std::move(uris)};
    states_.merge(states);
    Outcome outcome;
    outcome.is_open = true;
    return outcome;
  }

  void look_for_changes() {
    std::set<std::string> uris;
    {
      const std::lock_guard lock(mutex_);
      uris = subscribed_;
      for (const auto& [key, one] : listening_) uris.insert(one.uris.begin(), one.uris.end());
    }
    for (const std::string& uri : uris) {
      const std::string state = offer_.state_of(uri);
      std::vector<Json> notes;
      {
        const std::lock_guard lock(mutex_);
        if (ends_) return;
        if (std::exchange(states_[uri], state) == state) continue;
        if (subscribed_.contains(uri)) {
          notes.push_back(notification("notifications/resources/updated", {{"uri", uri}}));
        }
        for (const auto& [key, one] : listening_) {
          if (!one.uris.contains(uri)) continue;
          notes.push_back(notification("notifications/resources/updated",
                                       {{"_meta", {{kSubscriptionKey, one.id}}}, {"uri", uri}}));
        }
      }
      for (const Json& note : notes) send(note);
    }
  }

  void work() {
    while (true) {
      RequestPtr request;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return ends_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        request = std::move(waiting_.front());
        waiting_.pop_front();
      }
      answer(*request);
    }
  }

  // What others change is told too.
  void watch() {
    std::unique_lock lock(mutex_);
    while (!ends_) {
      changed_.wait_for(lock, kLooksEvery, [this] { return ends_; });
      if (ends_ || (subscribed_.empty() && listening_.empty())) continue;
      lock.unlock();
      look_for_changes();
      lock.lock();
    }
  }

  struct Listening {
    Json id;
    std::set<std::string> uris;
  };

  const Offer& offer_;
  Channel& channel_;
  const Offer::Info info_;
  bool initialized_, takes_batches_;  // of the reading thread
  std::mutex writing_;                // taken last
  std::mutex mutex_;                  // guards the rest
  std::condition_variable changed_;
  bool ends_ = false;
  std::deque<RequestPtr> waiting_;
  std::map<std::string, RequestPtr> under_way_;  // by id, waiting ones too
  std::set<std::string> subscribed_;
  std::map<std::string, Listening> listening_;  // by the id of the request
  std::map<std::string, std::string> states_;   // of what somebody listens to, as last told
  std::vector<std::thread> workers_;
  std::thread watcher_;
};

}  // namespace

Json Offer::resources() const { return Json::array(); }
Json Offer::resource_templates() const { return Json::array(); }
Json Offer::prompts() const { return Json::array(); }

Result<Json> Offer::read(const std::string& uri) const {
  return fail(ErrorKind::kNotFound, "no such resource: " + printable(uri));
}

std::string Offer::state_of(const std::string&) const { return {}; }

Result<Json> Offer::prompt(const std::string& name, const Json&, Progress&) const {
  return fail(ErrorKind::kNotFound, "no such prompt: " + printable(name));
}

void serve(const Offer& offer, Channel& channel, const Terms& terms) {
  Server(offer, channel, terms).read_all();
}

}  // namespace pyramid::protocol
