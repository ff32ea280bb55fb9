// Embeddings of a server in this process, over the real network code and a clock that jumps.
#include "engine/openai/openai_embedder.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/embedding_server.hpp"
#include "tests/support/jumping_sleeper.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace openai_embedder_test {

using namespace pyramid;
using namespace pyramid::engine;
using namespace pyramid::engine::openai;
using test::JumpingSleeper;
using test::ServerCall;
using test::ServerReply;
using Json = nlohmann::json;

namespace {

constexpr const char* kKey = "a-key-that-nobody-may-see-0123456789";

class NotingWatcher final : public CallWatcher {
 public:
  Result<double> may_begin(std::string_view, std::size_t) override {
    if (forbids) return fail(ErrorKind::kEngine, "too dear");
    return 0.0;
  }
  void ended(const CallRecord& record, double) override { calls.push_back(record); }
  void retried(const CallRecord&, Milliseconds) override { ++retries; }
  bool forbids = false;
  std::size_t retries = 0;
  std::vector<CallRecord> calls;
};

struct Stage {
  explicit Stage(test::ChatServer::Model model = test::embed_by_rules, std::size_t dims = 0,
                 std::size_t known_dims = 0, bool sets_apart = false)
      : server(std::move(model)) {
    EmbeddingOptions options;
    options.sets_apart = sets_apart;
    options.endpoint = *parse_endpoint(server.base_url());
    options.key = kKey;
    options.model = "small";
    options.dims = dims;
    options.known_dims = known_dims;
    options.learnt = [this](const EmbeddingAbilities& found) { learnt.push_back(found); };
    CallWorld world;
    world.client = make_curl_client({});
    world.sleeper = sleeper;
    world.cancelled = [this] { return stop; };
    world.watcher = watcher;
    embedder = std::make_unique<OpenAiEmbedder>(options, world);
  }
  Result<std::vector<float>> embed(const std::vector<std::string>& texts) {
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    return embedder->embed(views);
  }
  std::string error(const std::vector<std::string>& texts = {"abba", "cab"}) {
    const auto made = embed(texts);
    REQUIRE_FALSE(made);
    return to_string(made.error());
  }
  Json body(std::size_t call) const { return Json::parse(server.received().at(call).body); }

  bool stop = false;
  std::vector<EmbeddingAbilities> learnt;
  test::ChatServer server;
  std::shared_ptr<JumpingSleeper> sleeper = std::make_shared<JumpingSleeper>();
  std::shared_ptr<NotingWatcher> watcher = std::make_shared<NotingWatcher>();
  std::unique_ptr<OpenAiEmbedder> embedder;
};

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

void check_rows(const std::vector<float>& vectors, const std::vector<std::string>& texts,
                std::size_t dims = 8) {
  REQUIRE(vectors.size() == texts.size() * dims);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::vector<float> expected = test::letters_of(texts[i], dims);
    for (std::size_t d = 0; d < dims; ++d) {
      CHECK(vectors[i * dims + d] == Approx(expected[d]).margin(1e-6));
    }
  }
}

}  // namespace

TEST_CASE("embeddings: texts go in one request and come back as unit vectors in their order") {
  Stage stage([](const ServerCall& call) {
    ServerReply reply = test::embed_by_rules(call);
    Json json = Json::parse(reply.body);
    std::reverse(json["data"].begin(), json["data"].end());
    reply.body = json.dump();
    return reply;
  });
  CHECK(stage.embedder->dims() == 0);
  check_rows(*stage.embed({"abba", "", "cab", "bad egg", "  "}),
             {"abba", "", "cab", "bad egg", ""});
  REQUIRE(stage.server.calls() == 1);
  const ServerCall call = stage.server.received()[0];
  CHECK(call.path == "/v1/embeddings");
  CHECK(call.header("authorization") == std::string("Bearer ") + kKey);
  CHECK(test::inputs_of(call) == std::vector<std::string>{"abba", "cab", "bad egg"});
  CHECK(stage.body(0)["encoding_format"] == "base64");
  CHECK_FALSE(stage.body(0).contains("dimensions"));
  CHECK(stage.embedder->dims() == 8);
  CHECK(holds(stage.embedder->name(), "openai/small@127.0.0.1:"));
  REQUIRE(stage.watcher->calls.size() == 1);
  CHECK(stage.watcher->calls[0].recipe == "embed");
  CHECK(stage.watcher->calls[0].tokens_in == 21);
  CHECK(stage.watcher->calls[0].answered);
  CHECK(stage.embed({})->empty());
  CHECK(stage.embed({" "})->size() == 8);
  CHECK(stage.server.calls() == 1);
}

TEST_CASE("embeddings: no more than 2,048 texts or 250,000 tokens go into one request") {
  Stage stage;
  const std::vector<std::string> many(2'049, "abc");
  CHECK(stage.embed(many)->size() == many.size() * 8);
  CHECK(test::inputs_of(stage.server.received().at(0)).size() == 2'048);
  CHECK(test::inputs_of(stage.server.received().at(1)).size() == 1);
  const std::vector<std::string> long_ones(130, std::string(9'000, 'a'));
  CHECK(stage.embed(long_ones)->size() == long_ones.size() * 8);
  REQUIRE(stage.server.calls() == 4);
  for (std::size_t i = 2; i < 4; ++i) {
    std::size_t bytes = 0;
    for (const std::string& text : test::inputs_of(stage.server.received()[i])) {
      CHECK(text.size() == 8'000);
      bytes += text.size();
    }
    CHECK(bytes <= 1'000'000);
  }
}

TEST_CASE("embeddings: a server that does not know base64 is asked for numbers") {
  const bool named = GENERATE(true, false);
  Stage stage([named](const ServerCall& call) {
    if (!holds(call.body, "base64")) return test::embed_by_rules(call);
    return test::refuses(named ? 400 : 422, named ? R"({"error":{"message":"unknown",)"
                                                    R"("param":"encoding_format"}})"
                                                  : R"({"detail":"bad request"})");
  });
  check_rows(*stage.embed({"abba"}), {"abba"});
  check_rows(*stage.embed({"cab"}), {"cab"});
  CHECK(stage.server.calls() == 3);
  CHECK_FALSE(stage.body(2).contains("encoding_format"));
  CHECK(stage.learnt == std::vector<EmbeddingAbilities>{{false, true}});
}

TEST_CASE("embeddings: a server that answers with numbers all the same is understood") {
  Stage stage([](const ServerCall& call) {
    ServerCall other = call;
    Json body = Json::parse(call.body);
    body["encoding_format"] = "float";
    other.body = body.dump();
    return test::embed_by_rules(other);
  });
  check_rows(*stage.embed({"abba", "cab"}), {"abba", "cab"});
  CHECK(stage.server.calls() == 1);
}

TEST_CASE(
    "embeddings: dims are asked for, and where that is refused they must be the model's own") {
  Stage stage(test::embed_by_rules, 4);
  CHECK(stage.embedder->dims() == 4);
  CHECK(holds(stage.embedder->name(), "openai/small/4@"));
  check_rows(*stage.embed({"abba"}), {"abba"}, 4);
  CHECK(stage.body(0)["dimensions"] == 4);

  const auto refusing = [](const ServerCall& call) {
    if (!holds(call.body, "dimensions")) return test::embed_by_rules(call);
    return test::refuses(400, R"({"error":{"message":"this model has fixed dimensions"}})");
  };
  Stage same(refusing, 8);
  check_rows(*same.embed({"abba"}), {"abba"});
  CHECK(same.learnt == std::vector<EmbeddingAbilities>{{true, false}});
  Stage other(refusing, 4);
  CHECK(holds(other.error(), "a vector of 8 numbers, where 4 are due"));
}

TEST_CASE(
    "embeddings: a 400 that names nothing is asked without either word, once, and remembered") {
  const auto strict = [](const ServerCall& call) {
    const bool knows = !holds(call.body, "dimensions") && !holds(call.body, "encoding_format");
    return knows ? test::embed_by_rules(call) : test::refuses(400, R"({"error":"bad request"})");
  };
  Stage stage(strict, 8);
  check_rows(*stage.embed({"abba"}), {"abba"});
  check_rows(*stage.embed({"cab"}), {"cab"});
  CHECK(stage.server.calls() == 4);
  CHECK(stage.learnt == std::vector<EmbeddingAbilities>{{false, false}});

  Stage unwilling([](const ServerCall&) { return test::refuses(400, R"({"error":"no"})"); }, 4);
  unwilling.error();
  CHECK(unwilling.server.calls() == 3);
  unwilling.error();
  CHECK(unwilling.server.calls() == 4);
  CHECK(unwilling.body(3)["dimensions"] == 4);
  CHECK(unwilling.learnt.empty());
}

TEST_CASE("embeddings: a model that makes other vectors than before is an error") {
  Stage stage(test::embed_by_rules, 0, 6);
  CHECK(stage.embedder->dims() == 6);
  CHECK(holds(stage.error(), "a vector of 8 numbers, where 6 are due"));
  CHECK_FALSE(stage.body(0).contains("dimensions"));
}

TEST_CASE("embeddings: a missing, double or foreign vector is an error, and so is a wrong length") {
  const auto stage_with = [](const std::function<std::string(std::string, std::size_t)>& change) {
    return Stage([change](const ServerCall& call) { return test::embed_changed(call, change); })
        .error();
  };
  const auto with_index = [](const Json& index) {
    return [index](const std::string& entry, std::size_t at) {
      Json json = Json::parse(entry);
      if (at == 1) json["index"] = index;
      return json.dump();
    };
  };
  const auto with_vector = [](const Json& vector) {
    return [vector](const std::string& entry, std::size_t at) {
      Json json = Json::parse(entry);
      if (at == 1) json["embedding"] = vector;
      return json.dump();
    };
  };
  CHECK(holds(stage_with([](const std::string& entry, std::size_t at) {
                return at == 1 ? std::string() : entry;
              }),
              "without a vector for some texts"));
  CHECK(holds(stage_with(with_index(0)), "two vectors for one text"));
  CHECK(holds(stage_with(with_index(2)), "a text that it was not given"));
  CHECK(holds(stage_with(with_index(-1)), "does not say whose it is"));
  CHECK(holds(stage_with(with_index(nullptr)), "does not say whose it is"));
  CHECK(holds(stage_with(with_vector({1, 2, 3})), "a vector of 3 numbers, where 8 are due"));
  CHECK(holds(stage_with(with_vector(Json::array())), "cannot be read"));
  CHECK(holds(stage_with(with_vector({1, "x"})), "cannot be read"));
  CHECK(holds(stage_with(with_vector("AAA$")), "cannot be read"));
  CHECK(holds(stage_with(with_vector("AAAA")), "cannot be read"));
  CHECK(holds(stage_with(with_vector(7)), "cannot be read"));
}

TEST_CASE("embeddings: a vector of zeros is none") {
  Stage stage;
  CHECK(holds(stage.error({"xyz"}), "made a vector of zeros, which is none"));
  Stage apart(test::embed_by_rules, 0, 0, true);
  check_rows(*apart.embed({"abba", "xyz"}), {"abba", "xyz"});
  CHECK(apart.embedder->take_refused().size() == 1);
  check_rows(*apart.embed({"xyz"}), {"xyz"});  // as others have one
  CHECK(apart.embedder->take_refused().size() == 1);
}

TEST_CASE("embeddings: what is no answer is quoted by its first line") {
  Stage stage;
  stage.server.next({{200, "<html>\n<body>Sign in</body>"}});
  const std::string page = stage.error();
  CHECK(holds(page, "answered without vectors"));
  CHECK(holds(page, "<html>"));
  stage.server.next({{200, R"({"data": [{"index": 0, "embed)"}});
  CHECK(holds(stage.error(), "answered without vectors"));
  stage.server.next({{200, R"({"error": {"message": "model is loading"}})"}});
  CHECK(holds(stage.error(), "model is loading"));
  check_rows(*stage.embed({"abba"}), {"abba"});
}

TEST_CASE("embeddings: what may pass is tried again, as the official client does") {
  Stage stage;
  stage.server.next(
      {test::refuses(429, "{}", {{"retry-after-ms", "1500"}}), test::refuses(503, "{}")});
  check_rows(*stage.embed({"abba"}), {"abba"});
  CHECK(stage.server.calls() == 3);
  CHECK(stage.watcher->retries == 2);
  CHECK(stage.sleeper->slept.at(0) == Milliseconds(1500));
  stage.server.next({test::goes_wrong(ServerReply::How::kHangUp)});
  check_rows(*stage.embed({"cab"}), {"cab"});
  stage.server.next({test::goes_wrong(ServerReply::How::kCut)});
  check_rows(*stage.embed({"bad"}), {"bad"});
}

TEST_CASE("embeddings: what no other call could mend is asked once and said again") {
  Stage refused;
  refused.server.next(
      {test::refuses(401, std::string(R"({"error":{"message":"Wrong key )") + kKey + R"("}})")});
  const std::string first = refused.error();
  CHECK(holds(first, "refuses the key"));
  CHECK_FALSE(holds(first, kKey));
  CHECK(refused.error() == first);
  CHECK(refused.server.calls() == 1);

  Stage gone;
  gone.server.next({test::refuses(404, R"({"error":{"message":"no such model"}})")});
  CHECK(holds(gone.error(), "has no model `small`"));
  CHECK(holds(gone.error(), "embedding_model"));
  CHECK(gone.server.calls() == 1);

  Stage poor;
  poor.server.next({test::refuses(
      429, R"({"error":{"message":"You exceeded your quota","code":"insufficient_quota"}})")});
  CHECK(holds(poor.error(), "no credit left"));
  CHECK(poor.server.calls() == 1);
  CHECK(poor.watcher->calls.at(0).tokens_in == 0);  // nobody pays for a refusal

  Stage over;
  over.watcher->forbids = true;
  CHECK(holds(over.error(), "too dear"));
  CHECK(over.server.calls() == 0);
}

TEST_CASE("embeddings: a text that is too long for the model goes in by its beginning") {
  Stage stage([](const ServerCall& call) {
    for (const std::string& text : test::inputs_of(call)) {
      if (text.size() > 2'000) {
        return test::refuses(400, R"({"error":{"message":"maximum context length is 512"}})");
      }
    }
    return test::embed_by_rules(call);
  });
  const std::string text(5'000, 'a');
  check_rows(*stage.embed({text, "cab"}), {"a", "cab"});
  CHECK(test::inputs_of(stage.server.received().back())[0].size() == 1'250);
}

TEST_CASE("embeddings: secrets do not leave, and who stops waits for nothing") {
  Stage stage;
  const std::string secret = "ghp_" + std::string("16C7e42F292c6912E7710c838347Ae178B4a");
  REQUIRE(stage.embed({"my token is " + secret}));
  CHECK_FALSE(holds(stage.server.received()[0].body, secret));
  stage.stop = true;
  const auto stopped = stage.embed({"abba"});
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().kind == ErrorKind::kCancelled);
}

namespace {

// Refuses a request with this word in it.
test::ChatServer::Model refusing(const std::string& word) {
  return [word](const ServerCall& call) {
    for (const std::string& text : test::inputs_of(call)) {
      if (!holds(text, word)) continue;
      return test::refuses(400, R"({"error":{"message":"this input is not allowed"}})");
    }
    return test::embed_by_rules(call);
  };
}

}  // namespace

TEST_CASE("embeddings: of many texts the one that is refused goes without, the others do not") {
  std::vector<std::string> texts;
  for (int i = 0; i < 40; ++i) texts.push_back("abba number " + std::to_string(i));
  texts[17] = "a bad word";
  Stage stage(refusing("bad"), 0, 0, true);
  const auto made = stage.embed(texts);
  REQUIRE(made);
  REQUIRE(made->size() == texts.size() * 8);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::vector<float> expected =
        i == 17 ? std::vector<float>(8) : test::letters_of(texts[i], 8);
    for (std::size_t d = 0; d < 8; ++d) {
      CHECK((*made)[i * 8 + d] == Approx(expected[d]).margin(1e-6));
    }
  }
  const std::vector<RefusedText> refused = stage.embedder->take_refused();
  REQUIRE(refused.size() == 1);
  CHECK(refused[0].text == digest_of("a bad word"));
  CHECK(holds(to_string(refused[0].why), "this input is not allowed"));
  CHECK(stage.embedder->take_refused().empty());
  CHECK(stage.server.calls() < 24);
}

TEST_CASE("embeddings: a single text is to blame only where the server takes another one") {
  Stage taking(refusing("bad"), 0, 0, true);
  const auto made = taking.embed({"a bad word"});
  REQUIRE(made);
  CHECK(*made == std::vector<float>(8));
  CHECK(taking.embedder->take_refused().size() == 1);

  Stage nothing([](const ServerCall&) { return test::refuses(400, R"({"error":"no"})"); }, 0, 0,
                true);
  CHECK(holds(nothing.error(), "answered with an error (400)"));
  CHECK(nothing.embedder->take_refused().empty());
  CHECK(nothing.server.calls() <= 4);

  Stage question(refusing("bad"));
  CHECK(holds(question.error({"a bad word"}), "answered with an error (400)"));
}

TEST_CASE("embeddings: a web page is not paid for") {
  Stage stage([](const ServerCall&) { return ServerReply{200, "<html>sign in</html>"}; });
  CHECK_FALSE(stage.embed({"abba"}));
  REQUIRE(stage.watcher->calls.size() == 1);
  CHECK_FALSE(stage.watcher->calls[0].answered);
  CHECK(stage.watcher->calls[0].tokens_in == 0);
}

}  // namespace openai_embedder_test
