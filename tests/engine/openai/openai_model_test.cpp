// The model over a network that is a script and a clock that jumps.
#include "engine/openai/openai_model.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/chat_server.hpp"
#include "tests/support/jumping_sleeper.hpp"

#include <nlohmann/json.hpp>

#include <deque>
#include <functional>

namespace openai_model_test {

using namespace pyramid;
using namespace pyramid::engine;
using namespace pyramid::engine::openai;
using test::JumpingSleeper;
using Ms = Milliseconds;
using Json = nlohmann::json;

namespace {

constexpr const char* kKey = "a-key-that-nobody-may-see-0123456789";

;

// Gives its answers in order, the last one again and again; an empty one is a network that fails.
class FakeClient final : public HttpClient {
 public:
  using Answer = std::optional<HttpResponse>;
  explicit FakeClient(std::deque<Answer> answers) : answers_(std::move(answers)) {}
  Result<HttpResponse> post(const HttpRequest& request, const Cancelled& cancelled) override {
    if (cancelled()) return fail(ErrorKind::kCancelled, "interrupted");
    asked.push_back(request);
    if (when_asked) when_asked();
    if (takes) {
      is_stopped = cancelled;
      takes();
      if (cancelled()) return fail(ErrorKind::kCancelled, "interrupted");
    }
    const Answer answer = answers_.front();
    if (answers_.size() > 1) answers_.pop_front();
    if (!answer) return fail(ErrorKind::kEngine, "cannot be reached", {}, {}, "refused");
    return *answer;
  }
  std::vector<HttpRequest> asked;
  std::function<void()> when_asked;
  std::function<void()> takes;  // what goes on until the answer is there
  Cancelled is_stopped;

 private:
  std::deque<Answer> answers_;
};

HttpResponse of(const test::ServerReply& reply) {
  HttpResponse response{reply.status, {}, reply.body};
  for (const auto& [name, value] : reply.headers) response.headers.push_back({name, value});
  return response;
}
HttpResponse good() { return of(test::says("Hello.")); }
HttpResponse bad(int status, const std::string& body = "{}", HttpHeaders headers = {}) {
  return {status, std::move(headers), body};
}

class FakeWatcher final : public CallWatcher {
 public:
  Result<double> may_begin(std::string_view, std::size_t tokens_asked) override {
    if (forbids) return fail(ErrorKind::kEngine, "too dear");
    under_way += static_cast<double>(tokens_asked);
    return static_cast<double>(tokens_asked);
  }
  void ended(const CallRecord& record, double set_aside) override {
    under_way -= set_aside;
    calls.push_back(record);
  }
  void retried(const CallRecord& record, Ms wait) override {
    retries.emplace_back(record.status, wait);
  }
  bool forbids = false;
  double under_way = 0;
  std::vector<CallRecord> calls;
  std::vector<std::pair<int, Ms>> retries;
};

struct Stage {
  explicit Stage(std::deque<FakeClient::Answer> answers, const std::string& key = kKey,
                 const char* base = "https://api.openai.com/v1", Abilities known = {})
      : client(std::make_shared<FakeClient>(std::move(answers))),
        sleeper(std::make_shared<JumpingSleeper>()) {
    OpenAiOptions options;
    options.endpoint = *parse_endpoint(base);
    options.key = key;
    options.model = "small:8b";
    options.max_tokens = 100;
    World world{{client, sleeper, [this] { return stop; }, watcher},
                known,
                [this](const Abilities& found) { learnt.push_back(found); }};
    world.told_wait = [this](Ms wait) { waits.push_back(wait); };
    model = std::make_unique<OpenAiModel>(options, world);
  }
  Result<ChatReply> ask(bool tools = false) {
    ChatRequest request;
    request.messages = {{ChatMessage::Role::kUser, "Say hello."}};
    if (tools) request.tools = {{"note", "", R"({"type":"object"})"}};
    return model->chat(request);
  }
  bool stop = false;
  std::shared_ptr<FakeClient> client;
  std::shared_ptr<JumpingSleeper> sleeper;
  std::vector<Abilities> learnt;
  std::vector<Ms> waits;  // those told
  std::shared_ptr<FakeWatcher> watcher = std::make_shared<FakeWatcher>();
  std::unique_ptr<OpenAiModel> model;
};

std::string message_of(const Result<ChatReply>& reply) {
  REQUIRE_FALSE(reply);
  return to_string(reply.error());
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const HttpHeader* header(const HttpRequest& request, const std::string& name) {
  for (const HttpHeader& one : request.headers) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("openai: the first wait of more than two seconds is told with its length") {
  Stage shortly({bad(429, "{}", {{"retry-after-ms", "1500"}}), good()});
  REQUIRE(shortly.ask());
  CHECK(shortly.waits.empty());
  Stage retried(
      {bad(429, "{}", {{"retry-after", "20"}}), bad(503, "{}", {{"retry-after", "30"}}), good()});
  REQUIRE(retried.ask());
  CHECK(retried.waits == std::vector<Ms>{Ms(20'000)});
  HttpResponse last = good();
  last.headers = {{"x-ratelimit-remaining-requests", "0"},
                  {"x-ratelimit-limit-requests", "1"},
                  {"x-ratelimit-reset-requests", "7s"}};
  Stage limited({last, good()});
  REQUIRE(limited.ask());
  CHECK(limited.waits.empty());
  REQUIRE(limited.ask());
  CHECK(limited.waits == std::vector<Ms>{Ms(7'000)});
}

TEST_CASE("openai: one call goes to the endpoint with the key in its header") {
  Stage stage({good()});
  CHECK(stage.model->name() == "openai/small-8b");
  const auto reply = stage.ask();
  REQUIRE(reply);
  CHECK(reply->text == "Hello.");
  CHECK(reply->tokens_cached == 40);
  REQUIRE(stage.client->asked.size() == 1);
  const HttpRequest& asked = stage.client->asked[0];
  CHECK(asked.url == "https://api.openai.com/v1/chat/completions");
  REQUIRE(header(asked, "Authorization") != nullptr);
  CHECK(header(asked, "Authorization")->value == std::string("Bearer ") + kKey);
  CHECK(Json::parse(asked.body)["model"] == "small:8b");
  CHECK_FALSE(holds(asked.body, kKey));
  CHECK_FALSE(holds(asked.url, kKey));
}

TEST_CASE("openai: Azure gets the key in the header that it reads") {
  Stage stage({good()}, kKey, "https://me.openai.azure.com/openai/v1");
  REQUIRE(stage.ask());
  CHECK(header(stage.client->asked[0], "api-key")->value == kKey);
  CHECK(header(stage.client->asked[0], "Authorization") == nullptr);
}

TEST_CASE("openai: without a key nothing is sent abroad, and a local server is asked") {
  Stage abroad({good()}, "");
  const std::string message = message_of(abroad.ask());
  CHECK(holds(message, "no key for api.openai.com"));
  CHECK(holds(message, "OPENAI_API_KEY"));
  CHECK(abroad.client->asked.empty());
  Stage local({good()}, "", "http://localhost:11434/v1");
  CHECK(local.ask());
  CHECK(header(local.client->asked[0], "Authorization") == nullptr);
}

TEST_CASE("openai: what passes is tried again, after the time that the server names") {
  Stage stage({bad(429, "{}", {{"retry-after-ms", "1500"}}), bad(503), good()});
  REQUIRE(stage.ask());
  CHECK(stage.client->asked.size() == 3);
  // The rate limit that all share is over when the wait is.
  CHECK(stage.sleeper->slept == std::vector<Ms>{Ms(1500), Ms(1000)});
}

TEST_CASE("openai: two retries, then the node fails with the server's own words") {
  Stage stage({bad(500, R"({"error":{"message":"Out of memory"}})")});
  const auto reply = stage.ask();
  const std::string message = message_of(reply);
  CHECK(reply.error().kind == ErrorKind::kEngine);
  CHECK(holds(message, "api.openai.com answered with an error (500) (Out of memory)"));
  CHECK(stage.client->asked.size() == 3);
}

TEST_CASE("openai: a network that fails is tried again, and named") {
  Stage stage({std::nullopt, good()});
  CHECK(stage.ask());
  Stage dead({std::nullopt});
  CHECK(holds(message_of(dead.ask()), "api.openai.com cannot be reached (refused)"));
  CHECK(dead.client->asked.size() == 3);
}

TEST_CASE("openai: an account without credit is not asked again, not even for other nodes") {
  Stage stage({bad(429, R"({"error":{"message":"You exceeded","code":"insufficient_quota"}})",
                   {{"x-should-retry", "true"}})});
  const std::string first = message_of(stage.ask());
  CHECK(holds(first, "no credit left"));
  CHECK(message_of(stage.ask()) == first);
  CHECK(stage.client->asked.size() == 1);
  CHECK(stage.sleeper->slept.empty());
  Stage payment({bad(402, R"({"error":{"code":402,"message":"Insufficient credits"}})")});
  CHECK(holds(message_of(payment.ask()), "no credit left"));
}

TEST_CASE("openai: a key that is refused and a model that there is not are said once") {
  Stage key({bad(401, std::string(R"({"error":{"message":"Incorrect API key: )") + kKey + "\"}}")});
  const std::string message = message_of(key.ask());
  CHECK(holds(message, "refuses the key"));
  CHECK_FALSE(holds(message, kKey));
  CHECK_FALSE(key.ask());
  CHECK(key.client->asked.size() == 1);
  Stage gateway({bad(400, R"({"error":{"message":"Invalid model name passed in model=m"}})")});
  CHECK(holds(message_of(gateway.ask()), "has no model"));
  Stage model({bad(404, R"({"error":"model 'small:8b' not found"})")});
  CHECK(holds(message_of(model.ask()), "pyramid.yaml: api.openai.com has no model `small:8b`"));
  Stage moved({bad(308, "", {{"location", "https://elsewhere.example.org/v1"}})});
  CHECK(holds(message_of(moved.ask()), "leads elsewhere"));
}

TEST_CASE("openai: a request that is refused fails alone, without a retry") {
  Stage stage({bad(400, R"({"error":{"message":"Invalid 'messages'"}})"), good()});
  CHECK(holds(message_of(stage.ask()), "Invalid 'messages'"));
  CHECK(stage.ask());
}

TEST_CASE("openai: what a content filter takes out is a refusal, whatever the status says") {
  const auto [status, body] = GENERATE(table<int, std::string>({
      {400, R"({"error":{"message":"Filtered.","code":"content_filter"}})"},
      {400, R"({"error":{"message":"Filtered.","code":"x",)"
            R"("innererror":{"code":"ResponsibleAIPolicyViolation"}}})"},
      {403, R"({"error":{"message":"Filtered.","code":403,)"
            R"("metadata":{"reasons":["violence"],"flagged_input":"…"}}})"},
      {200, R"({"error":{"message":"Filtered.","code":"content_filter"}})"},
  }));
  Stage stage({bad(status, body), good()});
  const auto reply = stage.ask();
  REQUIRE(reply);
  CHECK(reply->refused);
  CHECK(reply->text == "Filtered.");
  CHECK(stage.client->asked.size() == 1);
  CHECK_FALSE(stage.ask()->refused);
}

TEST_CASE("openai: a request that is longer than the context is told apart") {
  Stage stage({bad(400, R"({"error":{"message":"x","code":"context_length_exceeded"}})"), good()});
  const auto reply = stage.ask();
  REQUIRE_FALSE(reply);
  CHECK(reply.error().kind == ErrorKind::kTooLong);
  CHECK(stage.client->asked.size() == 1);
  CHECK(stage.ask());
}

TEST_CASE("openai: a web page and a body that breaks off are errors with their first line") {
  Stage page({bad(200, "<html>\n<title>Sign in</title>")});
  CHECK(holds(message_of(page.ask()), "api.openai.com answered with a web page"));
  Stage cut({bad(200, R"({"choices":[{"mess)")});
  CHECK(holds(message_of(cut.ask()), R"({"choices":[{"mess)"));
}

TEST_CASE("openai: a server that failed ten calls in a row is not asked until the next command") {
  Stage stage({bad(500)});
  for (int i = 0; i < 12; ++i) CHECK_FALSE(stage.ask());
  CHECK(stage.client->asked.size() == 30);
}

TEST_CASE("openai: ten requests in a row that are refused end the asking, an answer begins anew") {
  const int status = GENERATE(400, 422);
  std::deque<FakeClient::Answer> answers(9, bad(status));
  answers.push_back(good());
  answers.push_back(bad(status));
  Stage stage(answers);
  for (int i = 0; i < 30; ++i) CHECK(stage.ask().has_value() == (i == 9));
  CHECK(stage.client->asked.size() == 20);
}

TEST_CASE("openai: Ctrl-C ends the waiting for a retry and for the rate limit") {
  Stage stage({bad(429, "{}", {{"retry-after", "100"}})});
  stage.client->when_asked = [&] { stage.stop = true; };
  for (int i = 0; i < 2; ++i) {  // then no other call begins
    const auto reply = stage.ask();
    REQUIRE_FALSE(reply);
    CHECK(reply.error().kind == ErrorKind::kCancelled);
  }
  CHECK(stage.client->asked.size() == 1);
  CHECK(stage.sleeper->slept.empty());
}

TEST_CASE("openai: Ctrl-C leaves a call under way ten seconds for its answer") {
  for (const int seconds : {9, 11}) {
    Stage stage({good()});
    stage.client->when_asked = [&] { stage.stop = true; };
    stage.client->takes = [&] {
      stage.client->is_stopped();  // libcurl looks about once a second
      stage.sleeper->pass(Ms(1000 * seconds));
    };
    CHECK(stage.ask().has_value() == (seconds == 9));
    CHECK_FALSE(stage.ask());  // no other call begins
    CHECK(stage.client->asked.size() == 1);
  }
}

TEST_CASE("openai: the limits that one answer tells slow the next call down") {
  HttpResponse limited = good();
  limited.headers = {{"x-ratelimit-limit-requests", "61"},
                     {"x-ratelimit-remaining-requests", "0"},
                     {"x-ratelimit-reset-requests", "6s"}};
  Stage stage({limited, good()});
  CHECK(stage.ask());
  CHECK(stage.sleeper->slept.empty());
  CHECK(stage.ask());
  CHECK(stage.sleeper->slept == std::vector<Ms>{Ms(6000)});
}

TEST_CASE("openai: a daily limit does not hold a command up for hours") {
  HttpResponse limited = good();
  limited.headers = {{"x-ratelimit-limit-requests", "10"},
                     {"x-ratelimit-remaining-requests", "0"},
                     {"x-ratelimit-reset-requests", "24h0m0s"}};
  Stage stage({limited, good()});
  CHECK(stage.ask());
  CHECK(stage.ask());
  CHECK(stage.sleeper->now() == Ms(120'000));
}

TEST_CASE("openai: a model that wants the newer name of the limit gets it from then on") {
  Stage stage(
      {bad(400, R"({"error":{"message":"Use 'max_completion_tokens' instead."}})"), good()});
  REQUIRE(stage.ask());
  REQUIRE(stage.ask());
  REQUIRE(stage.client->asked.size() == 3);
  CHECK(Json::parse(stage.client->asked[0].body).contains("max_tokens"));
  CHECK(Json::parse(stage.client->asked[2].body).contains("max_completion_tokens"));
  REQUIRE(stage.learnt.size() == 1);
  CHECK(stage.learnt[0].completion_tokens);
}

TEST_CASE("probe: the first question with a tool finds out whether the server calls tools") {
  const HttpResponse calls = of(test::calls_tool("note", {R"({"word":"ready"})"}));
  Stage stage({calls});
  REQUIRE(stage.ask(true));
  REQUIRE(stage.ask(true));
  CHECK(stage.client->asked.size() == 3);
  REQUIRE(stage.learnt.size() == 1);
  CHECK(stage.learnt[0].mode == ToolMode::kTools);
}

TEST_CASE("probe: what an earlier command found out is not asked again") {
  Stage stage({good()}, kKey, "https://api.openai.com/v1", {ToolMode::kPlain, true});
  REQUIRE(stage.ask(true));
  REQUIRE(stage.client->asked.size() == 1);
  const Json body = Json::parse(stage.client->asked[0].body);
  CHECK_FALSE(body.contains("tools"));
  CHECK(body.contains("max_completion_tokens"));
  CHECK(stage.learnt.empty());
}

TEST_CASE("probe: a server that lost its tools since is asked anew what it can, once a command") {
  const HttpResponse none = bad(400, R"({"error":"tools not supported"})");
  const HttpResponse json = of(test::says(R"({"items":[{"word":"ready"}]})"));
  Stage stage({none, none, json, good(), none}, kKey, "https://api.openai.com/v1",
              {ToolMode::kTools, false});
  REQUIRE(stage.ask(true));
  CHECK(stage.client->asked.size() == 4);  // refused, the probe twice, and the question again
  REQUIRE(stage.learnt.size() == 1);
  CHECK(stage.learnt[0].mode == ToolMode::kSchema);
  CHECK_FALSE(stage.ask(true));
  CHECK(stage.client->asked.size() == 5);
  // A question that is wrong by itself costs one probe.
  const HttpResponse calls = of(test::calls_tool("note", {R"({"word":"ready"})"}));
  Stage wrong({bad(400), calls, bad(400)}, kKey, "https://api.openai.com/v1",
              {ToolMode::kTools, false});
  CHECK_FALSE(wrong.ask(true));
  CHECK_FALSE(wrong.ask(true));
  CHECK(wrong.client->asked.size() == 3);
}

TEST_CASE(
    "probe: a server that ignores tools is held to a schema, one that refuses both asked "
    "in plain words") {
  const HttpResponse chat = of(test::says("Ready!"));
  const HttpResponse json = of(test::says(R"({"items":[{"word":"ready"}]})"));
  Stage schema({chat, json});
  CHECK(schema.model->probe()->mode == ToolMode::kSchema);
  Stage plain({bad(400, R"({"error":"small:8b does not support tools"})"), bad(400), good()});
  CHECK(plain.model->probe()->mode == ToolMode::kPlain);
  CHECK(plain.client->asked.size() == 3);
}

TEST_CASE("probe: a server to which even that is too long is asked once a command") {
  Stage stage(
      {bad(400, R"({"error":{"message":"10,050 tokens","code":"context_length_exceeded"}})")});
  for (int i = 0; i < 3; ++i) {
    const auto reply = stage.ask(true);
    CHECK(holds(message_of(reply), "cannot read even a short question (10,050 tokens)"));
    CHECK(holds(message_of(reply), "max_tokens"));
    CHECK(reply.error().kind == ErrorKind::kEngine);
  }
  CHECK(stage.client->asked.size() == 1);
}

TEST_CASE("probe: a server that cannot be asked at all is an error, and is probed again later") {
  Stage stage({bad(401)});
  CHECK_FALSE(stage.model->probe());
  CHECK(stage.client->asked.size() == 1);
  CHECK(stage.learnt.empty());
  Stage flaky({std::nullopt, std::nullopt, std::nullopt,
               of(test::calls_tool("note", {R"({"word":"ready"})"}))});
  CHECK_FALSE(flaky.ask(true));
  CHECK(flaky.ask(true));
}

TEST_CASE("openai: who watches is told of each call once, with its tries and tokens") {
  Stage stage({bad(500), std::nullopt, good()});
  REQUIRE(stage.ask());
  REQUIRE(stage.watcher->calls.size() == 1);
  const CallRecord& call = stage.watcher->calls[0];
  CHECK(call.sent);
  CHECK(call.answered);
  CHECK(call.status == 200);
  CHECK(call.retries == 2);
  CHECK(call.tokens_in == 100);
  CHECK(call.tokens_cached == 40);
  CHECK(call.tokens_out == 10);
  CHECK_FALSE(call.estimated);
  REQUIRE(stage.watcher->retries.size() == 2);
  CHECK(stage.watcher->retries[0].first == 500);
  CHECK(stage.watcher->retries[1].first == 0);
  CHECK(stage.watcher->under_way == 0);
}

TEST_CASE("openai: who watches may forbid a call: nothing is sent, and a later one may go") {
  Stage stage({good()});
  stage.watcher->forbids = true;
  for (int i = 0; i < 20; ++i) CHECK(message_of(stage.ask()) == "too dear");
  CHECK(stage.client->asked.empty());
  CHECK(stage.watcher->calls.empty());
  stage.watcher->forbids = false;
  CHECK(stage.ask());
}

TEST_CASE(
    "openai: tokens are estimated where the server does not count, and for what is no reply") {
  Stage stage({bad(200, R"({"choices":[{"message":{"content":"Eight by"}}]})")});
  REQUIRE(stage.ask());
  CHECK(stage.watcher->calls[0].tokens_in > 10);
  CHECK(stage.watcher->calls[0].tokens_out == 2);
  CHECK(stage.watcher->calls[0].estimated);
  Stage broken({bad(200, "{\"choices\":[{\"mess")});
  CHECK_FALSE(broken.ask());
  CHECK_FALSE(broken.watcher->calls[0].answered);
  CHECK(broken.watcher->calls[0].tokens_in > 10);
  CHECK(broken.watcher->calls[0].tokens_out > 0);
  CHECK(broken.watcher->calls[0].estimated);
  Stage stopped({good()});
  stopped.stop = true;
  CHECK_FALSE(stopped.ask());
  CHECK_FALSE(stopped.watcher->calls[0].sent);
}

TEST_CASE("openai: a web page with status 200 comes from no model and is not paid for") {
  Stage page({bad(200, "\n<html><title>nginx</title></html>")});
  CHECK_FALSE(page.ask());
  const CallRecord& call = page.watcher->calls.at(0);
  CHECK(call.sent);
  CHECK_FALSE(call.answered);
  CHECK(call.tokens_in == 0);
  CHECK(call.tokens_out == 0);
}

}  // namespace openai_model_test
