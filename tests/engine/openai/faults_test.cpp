// Each fault that a server can have, once for chat completions and once for embeddings: the test
// server does it over a real connection, and a clock that jumps waits for it.
#include "engine/openai/openai_embedder.hpp"
#include "engine/openai/openai_model.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/embedding_server.hpp"
#include "tests/support/jumping_sleeper.hpp"

#include <nlohmann/json.hpp>

#include <functional>

namespace faults_test {

using namespace pyramid;
using namespace pyramid::engine;
using namespace pyramid::engine::openai;
using test::ServerCall;
using test::ServerReply;
using How = ServerReply::How;
using test::JumpingSleeper;
using Ms = Milliseconds;
using Json = nlohmann::json;

namespace {

;

// What is asked of the server: a reply of a model, or two vectors.
enum class Asked { kChat, kEmbeddings };

// Long enough for a sound answer on a busy machine.
constexpr Timeouts kShort{Ms(1'000), Ms(1'000), Ms(1'500)};

// A server whose model is sound, and one client of it.
class Stage {
 public:
  explicit Stage(Asked asked, int retries = 2, Timeouts timeouts = {}) : asked_(asked) {
    const CallWorld calls{make_curl_client({}), clock, [] { return false; }};
    const RetryPolicy retry{retries};
    if (asked == Asked::kChat) {
      OpenAiOptions options;
      options.endpoint = *parse_endpoint(server.base_url());
      options.key = "a-key";
      options.model = "small";
      options.retry = retry;
      options.timeouts = timeouts;
      World world;
      static_cast<CallWorld&>(world) = calls;
      model_ = std::make_unique<OpenAiModel>(options, world);
    } else {
      EmbeddingOptions options;
      options.endpoint = *parse_endpoint(server.base_url());
      options.key = "a-key";
      options.model = "small";
      options.retry = retry;
      options.timeouts = timeouts;
      embedder_ = std::make_unique<OpenAiEmbedder>(options, calls);
    }
  }

  Status ask(bool with_tool = false) {
    if (asked_ == Asked::kEmbeddings) {
      const std::vector<std::string_view> texts = {"abba", "cab"};
      const auto vectors = embedder_->embed(texts);
      if (!vectors) return fail(Error(vectors.error()));
      CHECK(vectors->size() == 16);
      return {};
    }
    ChatRequest request;
    request.messages = {{ChatMessage::Role::kUser, "Say hello."}};
    if (with_tool) request.tools = {{"note", "", R"({"type":"object"})"}};
    const auto reply = model_->chat(request);
    if (!reply) return fail(Error(reply.error()));
    CHECK(reply->text == "Hello.");
    return {};
  }
  std::string error() {
    const Status done = ask();
    REQUIRE_FALSE(done);
    CHECK(done.error().kind == ErrorKind::kEngine);
    return to_string(done.error());
  }
  // The same fault, whatever is asked.
  void always(const ServerReply& reply) { fault_ = reply; }
  OpenAiModel& model() { return *model_; }

 private:
  // The server's threads read them: gone after it.
  Asked asked_;
  std::optional<ServerReply> fault_;

 public:
  std::shared_ptr<JumpingSleeper> clock = std::make_shared<JumpingSleeper>();
  test::ChatServer server{[this](const ServerCall& call) {
    if (fault_) return *fault_;
    return asked_ == Asked::kChat ? test::says("Hello.") : test::embed_by_rules(call);
  }};

 private:
  std::unique_ptr<OpenAiModel> model_;
  std::unique_ptr<OpenAiEmbedder> embedder_;
};

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

using Headers = std::vector<std::pair<std::string, std::string>>;

// The waits before a call that gets one 429 with these headers and then its answer.
std::vector<Ms> waits_after(Asked asked, const Headers& headers) {
  Stage stage(asked);
  stage.server.next({test::refuses(429, R"({"error":{"message":"slow down"}})", headers)});
  CHECK(stage.ask());
  CHECK(stage.server.calls() == 2);
  return stage.clock->slept;
}

using Waits = std::vector<Ms>;

// Each case holds for both.
void for_both(const std::function<void(Asked)>& check) {
  {
    INFO("chat completions");
    check(Asked::kChat);
  }
  INFO("embeddings");
  check(Asked::kEmbeddings);
}

}  // namespace

TEST_CASE("faults: a 429 without a word on when waits half a second, chat and embeddings") {
  for_both([](Asked asked) { CHECK(waits_after(asked, {}) == Waits{Ms(500)}); });
}

TEST_CASE("faults: a 429 with Retry-After-Ms waits so long, chat and embeddings") {
  for_both([](Asked asked) {
    CHECK(waits_after(asked, {{"retry-after-ms", "1234"}, {"Retry-After", "7"}}) ==
          Waits{Ms(1234)});
  });
}

TEST_CASE("faults: a 429 with Retry-After in seconds waits so long, chat and embeddings") {
  for_both([](Asked asked) {
    CHECK(waits_after(asked, {{"Retry-After", "7"}}) == Waits{Ms(7000)});
    CHECK(waits_after(asked, {{"Retry-After", "0.25"}}) == Waits{Ms(250)});
  });
}

TEST_CASE("faults: a 429 with Retry-After as a date waits until then, chat and embeddings") {
  // 1,780,000,000 seconds are 28 May 2026, 20:26:40.
  for_both([](Asked asked) {
    CHECK(waits_after(asked, {{"Retry-After", "Thu, 28 May 2026 20:26:49 GMT"}}) ==
          Waits{Ms(9000)});
    CHECK(waits_after(asked, {{"Retry-After", "Thu, 28 May 2026 20:00:00 GMT"}}) == Waits{Ms(500)});
    CHECK(waits_after(asked, {{"Retry-After", "soon"}}) == Waits{Ms(500)});
  });
}

TEST_CASE("faults: a 429 with the limits that are left waits for them, chat and embeddings") {
  for_both([](Asked asked) {
    // None before the reset; the wait before the retry is not waited twice.
    CHECK(waits_after(asked, {{"x-ratelimit-limit-requests", "30"},
                              {"x-ratelimit-remaining-requests", "0"},
                              {"x-ratelimit-reset-requests", "6s"}}) == Waits{Ms(500), Ms(5500)});
    CHECK(waits_after(asked, {{"x-ratelimit-limit-tokens", "1000"},
                              {"x-ratelimit-remaining-tokens", "999"},
                              {"x-ratelimit-reset-tokens", "20ms"}}) == Waits{Ms(500)});
  });
}

TEST_CASE("faults: x-should-retry has the last word on a 429 and a 400, chat and embeddings") {
  for_both([](Asked asked) {
    Stage told_not(asked);
    told_not.server.next({test::refuses(429, "{}", {{"x-should-retry", "false"}})});
    CHECK(holds(told_not.error(), "429"));
    CHECK(told_not.server.calls() == 1);
    Stage told_to(asked);
    told_to.server.next({test::refuses(418, "{}", {{"x-should-retry", "true"}})});
    CHECK(told_to.ask());
    CHECK(told_to.server.calls() == 2);
  });
}

TEST_CASE("faults: a 429 that asks for more than two minutes is an error, chat and embeddings") {
  for_both([](Asked asked) {
    Stage stage(asked);
    stage.server.next({test::refuses(429, "{}", {{"Retry-After", "3600"}})});
    CHECK(holds(stage.error(), "429"));
    CHECK(stage.server.calls() == 1);
    CHECK(stage.clock->slept.empty());
  });
}

TEST_CASE("faults: a 500 is tried twice more and then quoted, chat and embeddings") {
  for_both([](Asked asked) {
    Stage stage(asked);
    stage.server.next({test::refuses(500, "{}"), test::refuses(500, "{}")});
    CHECK(stage.ask());
    CHECK(stage.clock->slept == Waits{Ms(500), Ms(1000)});
    stage.always(test::refuses(500, R"({"error":{"message":"Out of memory"}})"));
    CHECK(holds(stage.error(), "answered with an error (500) (Out of memory)"));
    CHECK(stage.server.calls() == 6);
  });
}

TEST_CASE("faults: a server that hangs is left after the time-out, chat and embeddings") {
  for_both([](Asked asked) {
    Stage passing(asked, 2, kShort);
    passing.server.next({test::goes_wrong(How::kHang)});
    CHECK(passing.ask());
    CHECK(passing.server.calls() == 2);
    Stage hanging(asked, 0, kShort);
    hanging.always(test::goes_wrong(How::kHang));
    CHECK(holds(hanging.error(), "did not answer in time"));
    CHECK(hanging.server.calls() == 1);
  });
}

TEST_CASE("faults: a server that drips is left after the time-out, chat and embeddings") {
  for_both([](Asked asked) {
    Stage stage(asked, 0, kShort);
    ServerReply drip = test::says(std::string(200, 'x'));
    drip.how = How::kDrip;
    stage.server.next({drip});
    CHECK(holds(stage.error(), "did not answer in time"));
    CHECK(stage.server.calls() == 1);
  });
}

TEST_CASE("faults: a connection that is hung up or cut is tried again, chat and embeddings") {
  for_both([](Asked asked) {
    for (const How how : {How::kHangUp, How::kCut}) {
      Stage passing(asked);
      passing.server.next({test::goes_wrong(how)});
      CHECK(passing.ask());
      CHECK(passing.server.calls() == 2);
      Stage broken(asked);
      broken.always(test::goes_wrong(how));
      CHECK(holds(broken.error(), "broke off its answer"));
      CHECK(broken.server.calls() == 3);
    }
  });
}

TEST_CASE(
    "faults: a whole answer of half its JSON is quoted and not retried, chat and embeddings") {
  for_both([](Asked asked) {
    Stage stage(asked);
    stage.server.next({{200, "{\"choices\": [{\"mess\nage"}});
    CHECK(holds(stage.error(), "{\"choices\": [{\"mess"));
    CHECK(stage.server.calls() == 1);
    CHECK(stage.ask());
  });
}

TEST_CASE("faults: JSON of another form is an error, chat and embeddings") {
  for_both([](Asked asked) {
    for (const char* body : {"[]", "7", "null", "{}", R"({"choices":[],"data":{}})",
                             R"({"choices":[{"message":"Hello."}],"data":[[1,2]]})"}) {
      INFO(body);
      Stage stage(asked);
      stage.server.next({{200, body}});
      CHECK_FALSE(stage.error().empty());
      CHECK(stage.server.calls() == 1);
      CHECK(stage.ask());
    }
  });
}

TEST_CASE(
    "faults: a web page is quoted by its first line and comes from no model, chat and "
    "embeddings") {
  for_both([](Asked asked) {
    Stage stage(asked);
    stage.server.next({{200, "<!DOCTYPE html>\n<html><body>Sign in</body></html>"}});
    CHECK(holds(stage.error(), "<!DOCTYPE html>"));
    stage.server.next({test::refuses(403, "<html><title>Blocked</title></html>")});
    CHECK(holds(stage.error(), "refuses the key"));
    CHECK(stage.server.calls() == 2);
  });
}

TEST_CASE("faults: vectors of wrong dims, one too few and one twice are errors, embeddings") {
  const auto changed = [](const std::function<std::string(std::string, std::size_t)>& change) {
    Stage stage(Asked::kEmbeddings);
    ServerCall call;
    call.body = R"({"model":"small","input":["abba","cab"],"encoding_format":"base64"})";
    stage.server.next({test::embed_changed(call, change)});
    const std::string error = stage.error();
    CHECK(stage.server.calls() == 1);
    CHECK(stage.ask());
    return error;
  };
  const auto with = [](const char* key, const Json& value) {
    return [key, value](const std::string& entry, std::size_t at) {
      Json json = Json::parse(entry);
      if (at == 1) json[key] = value;
      return json.dump();
    };
  };
  CHECK(holds(changed(with("embedding", {1, 2, 3})), "3 numbers, where 8 are due"));
  CHECK(holds(changed(with("index", 0)), "two vectors for one text"));
  CHECK(holds(changed(with("index", 2)), "a text that it was not given"));
  CHECK(holds(changed(with("index", nullptr)), "does not say whose it is"));
  CHECK(holds(changed([](const std::string& entry, std::size_t at) {
                return at == 1 ? std::string() : entry;
              }),
              "without a vector for some texts"));
}

TEST_CASE("faults: tools that are ignored lead to a schema, then to plain words, chat") {
  Stage schema(Asked::kChat);
  schema.server.next({test::says("Ready!"), test::says(R"({"items":[{"word":"ready"}]})")});
  CHECK(schema.ask(true));
  CHECK(schema.server.calls() == 3);
  CHECK(holds(schema.server.received()[2].body, "json_schema"));
  Stage plain(Asked::kChat);
  plain.server.next({test::says("Ready!"), test::says("Ready!"), test::says("Ready!")});
  CHECK(plain.ask(true));
  CHECK(plain.server.calls() == 4);
  CHECK_FALSE(holds(plain.server.received()[3].body, "json_schema"));
  CHECK_FALSE(holds(plain.server.received()[3].body, "\"tools\""));
  CHECK(plain.ask(true));  // found out once
  CHECK(plain.server.calls() == 5);
}

}  // namespace faults_test
