// Which embedding a workspace's settings choose, and what becomes of vectors that are asked for.
#include "base/digest.hpp"
#include "pyramid/doctor.hpp"
#include "tests/ops/asking.hpp"
#include "tests/support/embedding_server.hpp"

#include <atomic>
#include <set>

namespace embedding_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

class NotingProgress final : public Progress {
 public:
  void begin(std::string_view, std::size_t) override {}
  void advance(std::size_t) override {}
  void end() override {}
  void notice(std::string_view line) override { notices += std::string(line) + "\n"; }
  [[nodiscard]] bool cancelled() const override { return false; }
  std::string notices;
};

// A workspace whose vectors a server makes.
class Served {
 public:
  explicit Served(ChatServer::Model model = embed_by_rules) : server(std::move(model)) {
    set("");
    fixture.write("memory/boat.md", "The boat lies at the pier, beside a red shed.\n");
    fixture.write("memory/cabbage.md", "A cabbage was fed to the badger.\n");
  }
  void set(const std::string& more) const {
    fixture.write("pyramid.yaml", "embedding: openai\nparallel: 1\nembedding_base_url: " +
                                      server.base_url() + "\n" + more);
  }
  Environment environment() {
    Environment environment = fixture.environment();
    return {environment.files, environment.clock, progress, {key, "", "", ""}};
  }
  SyncReport synced() {
    SyncOptions options;
    options.workspace.root = fixture.root();
    auto report = pyramid::sync(environment(), options);
    REQUIRE(report);
    return *report;
  }
  SyncReport embedded() {
    StepOptions options;
    options.workspace.root = fixture.root();
    options.step = Step::kEmbed;
    auto report = run_step(environment(), options);
    REQUIRE(report);
    return *report;
  }
  std::vector<SearchHit> search(const std::string& query) {
    SearchOptions options;
    options.workspace.root = fixture.root();
    options.query = query;
    auto report = search_memory(environment(), options);
    REQUIRE(report);
    return report->hits;
  }
  StatusReport state() {
    auto report = status(environment(), {fixture.root(), {}});
    REQUIRE(report);
    return *report;
  }
  // Every text that was asked for.
  [[nodiscard]] std::vector<std::string> texts() const {
    std::vector<std::string> all;
    for (const ServerCall& call : server.received()) {
      for (const std::string& one : inputs_of(call)) all.push_back(one);
    }
    return all;
  }

  ChatServer server;
  Fixture fixture;
  NotingProgress progress;
  std::string key;
};

std::string refused_for_now() { return R"({"error":{"message":"the model is being loaded"}})"; }

}  // namespace

TEST_CASE("embedding: weights that are not there stop a command before it touches the index") {
  Fixture fixture;
  fixture.write("memory/boat.md", "The boat lies at the pier.\n");
  fixture.write("pyramid.yaml", "embedding: minilm\nminilm_path: no.safetensors\n");
  SearchOptions options;
  options.workspace.root = fixture.root();
  options.query = "where is the boat";
  const auto found = search_memory(fixture.environment(), options);
  REQUIRE_FALSE(found);
  CHECK(found.error().kind == ErrorKind::kUsage);
  CHECK(found.error().hint.find("minilm_path") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(fixture.root() + "/.pyramid/index.db"));
  const auto examined = doctor(fixture.environment(), {fixture.root(), {}});
  REQUIRE(examined);
  CHECK(examined->engine_failed);
  CHECK(examined->embedding.empty());

  fixture.write("pyramid.yaml", "embedding: static\n");
  CHECK(search_memory(fixture.environment(), options));
  CHECK(doctor(fixture.environment(), {fixture.root(), {}})->embedding == "static-176/3");
}

TEST_CASE("embedding: a sync asks a server for vectors after its commit, and once") {
  Served served;
  const SyncReport first = served.synced();
  CHECK(first.failed == 0);
  CHECK(first.texts_embedded > 0);
  CHECK_FALSE(first.nothing_to_do);
  const StatusReport state = served.state();
  CHECK(holds(state.embedding, "openai/text-embedding-3-small@127.0.0.1:"));
  CHECK(state.embeddings == state.chunks);
  CHECK(state.up_to_date());
  CHECK(first.texts_embedded <= state.chunks);

  const std::size_t calls = served.server.calls();
  CHECK(served.synced().nothing_to_do);
  CHECK(served.embedded().texts_embedded == 0);
  CHECK(served.server.calls() == calls);

  // A question costs a call, and the same one no other.
  CHECK(served.search("badger cabbage").at(0).path == "memory/cabbage.md");
  CHECK(served.server.calls() == calls + 1);
  served.search("badger cabbage");
  CHECK(served.server.calls() == calls + 1);
  CHECK(served.progress.notices.empty());
}

TEST_CASE("embedding: what a server does not know is asked for once, and again after the doctor") {
  Served served([](const ServerCall& call) {
    if (holds(call.body, "dimensions")) {
      return refuses(400, R"({"error":{"message":"unknown: dimensions"}})");
    }
    if (holds(call.body, "base64")) return refuses(400, R"({"error":{"message":"bad request"}})");
    return embed_by_rules(call);
  });
  served.set("embedding_dims: 8\n");
  served.synced();
  const std::size_t calls = served.server.calls();
  served.search("where is the boat");
  served.search("where is the cabbage");
  CHECK(served.server.calls() == calls + 2);
  REQUIRE(doctor(served.environment(), {served.fixture.root(), {}}));
  CHECK(served.server.calls() > calls + 3);
}

TEST_CASE("embedding: what was renamed, came back or is indexed anew costs no call") {
  Served served;
  served.synced();
  const std::size_t calls = served.server.calls();
  const std::size_t chunks = served.state().chunks;
  const auto hits = served.search("badger cabbage");

  std::filesystem::rename(served.fixture.path("memory/boat.md"),
                          served.fixture.path("memory/ship.md"));
  CHECK(served.synced().texts_embedded == 0);
  CHECK(served.state().embeddings == chunks);
  const std::string cabbage = served.fixture.read("memory/cabbage.md");
  served.fixture.remove("memory/cabbage.md");
  served.synced();
  served.fixture.write("memory/cabbage.md", cabbage);
  served.synced();
  for (const char* name : {"index.db", "index.db-wal", "index.db-shm", "vectors.i8", "vectors.f32",
                           "2-vectors.i8", "2-vectors.f32", "lengths.u32", "scan.table"}) {
    served.fixture.remove(std::string(".pyramid/") + name);
  }
  const auto again = served.search("badger cabbage");
  CHECK(again.at(0).path == hits.at(0).path);
  CHECK(again.at(0).score == hits.at(0).score);
  served.synced();
  CHECK(served.state().embeddings == chunks);
  CHECK(served.server.calls() == calls + 1);  // the question
}

TEST_CASE("embedding: the old vectors serve until the new ones are complete") {
  std::atomic<bool> loading{true};
  std::atomic<int> asked{0};
  Served served([&](const ServerCall& call) {
    if (loading && ++asked > 1) return refuses(400, refused_for_now());
    return embed_by_rules(call);
  });
  for (int i = 0; i < 300; ++i) {
    served.fixture.write("memory/note-" + std::to_string(i) + ".md",
                         "Badger number " + std::to_string(i) + " had a bed.\n");
  }
  const SyncReport first = served.synced();
  CHECK(first.failed == 1);
  CHECK(first.texts_embedded == 0);
  CHECK_FALSE(first.hand_edits_commit.empty());
  const std::size_t left = first.texts_to_embed;
  CHECK(holds(first.left, std::to_string(left) + " texts to embed"));
  REQUIRE(first.diagnostics.size() == 1);
  CHECK(holds(first.diagnostics[0].what, "answered with an error (400)"));
  StatusReport state = served.state();
  CHECK(state.embedding == "static-176/3");
  CHECK(holds(state.next_embedding, "openai/"));
  CHECK(state.texts_to_embed == left);
  CHECK(state.chunks == left + 256);
  CHECK_FALSE(state.up_to_date());
  const int calls = asked;
  CHECK_FALSE(served.search("badger number 17").empty());
  CHECK(asked == calls);

  loading = false;
  const std::size_t before = served.texts().size();
  const SyncReport second = served.synced();
  CHECK(second.failed == 0);
  CHECK(second.texts_embedded == left);
  CHECK(served.texts().size() == before + left);
  state = served.state();
  CHECK(holds(state.embedding, "openai/"));
  CHECK(state.cached_embeddings == state.chunks);
  CHECK(state.next_embedding.empty());
  CHECK(state.up_to_date());
}

TEST_CASE(
    "embedding: where the server is gone, words alone are searched and a sync says what is left") {
  std::atomic<bool> gone{false};
  Served served([&](const ServerCall& call) {
    return gone ? refuses(404, R"({"error":{"message":"no such model"}})") : embed_by_rules(call);
  });
  served.synced();
  gone = true;
  CHECK(served.search("badger cabbage").at(0).path == "memory/cabbage.md");
  CHECK(holds(served.progress.notices, "searched by words alone: 127.0.0.1:"));
  served.progress.notices.clear();
  served.fixture.write("memory/goose.md", "The goose hid in the hedge.\n");
  const SyncReport report = served.synced();
  CHECK(report.failed == 1);
  CHECK(report.left == "1 text to embed");
  CHECK_FALSE(report.hand_edits_commit.empty());
  CHECK(served.search("goose hedge").at(0).path == "memory/goose.md");
  CHECK(holds(served.progress.notices, "1 text not embedded yet"));
  gone = false;
  CHECK(served.embedded().texts_embedded == 1);
  served.progress.notices.clear();
  CHECK(served.search("goose hedge").at(0).path == "memory/goose.md");
  CHECK(served.progress.notices.empty());
}

TEST_CASE("embedding: other dims and another model make all vectors anew, and back costs nothing") {
  Served served;
  served.synced();
  const std::string before = served.state().embedding;
  served.set("embedding_dims: 4\n");
  // The question goes to the model whose vectors serve.
  served.search("a red shed");
  CHECK_FALSE(holds(served.server.received().back().body, "dimensions"));
  served.synced();
  CHECK(holds(served.server.received().back().body, R"("dimensions":4)"));
  CHECK(holds(served.state().embedding, "openai/text-embedding-3-small/4@"));
  CHECK(served.search("badger cabbage").at(0).path == "memory/cabbage.md");
  const std::size_t calls = served.server.calls();
  served.set("");
  CHECK(served.synced().texts_embedded == 0);
  CHECK(served.state().embedding == before);
  CHECK(served.server.calls() == calls);
  // A setting that needs no server takes the index over at once.
  served.fixture.write("pyramid.yaml", "embedding: static\n");
  CHECK_FALSE(served.search("badger cabbage").empty());
  CHECK(served.state().embedding == "static-176/3");
  CHECK(served.server.calls() == calls);
}

TEST_CASE("embedding: vectors of a server that is not named any more are compared with nothing") {
  Served served;
  served.synced();
  ChatServer other(embed_by_rules);
  served.fixture.write("pyramid.yaml",
                       "embedding: openai\nembedding_base_url: " + other.base_url() + "\n");
  const std::size_t calls = served.server.calls();
  CHECK(served.search("badger cabbage").at(0).path == "memory/cabbage.md");
  CHECK(holds(served.progress.notices, "words alone"));
  CHECK(served.server.calls() == calls);
  CHECK(other.calls() == 0);
  served.synced();
  CHECK(other.calls() > 0);
  CHECK(served.state().up_to_date());
}

TEST_CASE("embedding: the key reaches the server and nothing else") {
  Served served;
  served.key = kKey;  // of the language model: not for another server on this machine
  served.fixture.write(".env", "");
  served.synced();
  CHECK(served.server.received().back().header("authorization").empty());
  constexpr const char* kOwn = "an-own-key-that-nobody-may-see-98765";
  served.fixture.write(".env", std::string("EMBEDDING_API_KEY=") + kOwn + "\n");
  served.fixture.write("memory/goose.md", "The goose hid in the hedge.\n");
  served.server.next(
      {refuses(401, std::string(R"({"error":{"message":"Wrong key )") + kOwn + R"("}})")});
  std::string said;
  for (const Diagnostic& one : served.synced().diagnostics) said += to_string(one);
  CHECK(holds(said, "refuses the key"));
  CHECK_FALSE(holds(said, kOwn));
  served.synced();
  CHECK(served.server.received().back().header("authorization") == std::string("Bearer ") + kOwn);
  served.fixture.remove(".env");
  for (const auto& [name, bytes] : tree_below(served.fixture.root())) {
    CHECK_FALSE(holds(bytes, kOwn));
  }
  const auto examined = doctor(served.environment(), {served.fixture.root(), {}});
  REQUIRE(examined);
  CHECK(examined->embedding_endpoint == served.server.base_url());
  CHECK(examined->embedding_dims == 8);
  CHECK(examined->problems.empty());
}

TEST_CASE("embedding: what vectors cost stands in the ledger, and a budget ends the asking") {
  Served served;
  served.fixture.write("prices.yaml",
                       "as_of: 2026-05-01\nmodels:\n  text-embedding-3-small: {in: 100, out: 0}\n");
  served.set("budget: {per_sync: 0.001}\n");
  const SyncReport stopped = served.synced();
  CHECK(stopped.failed == 1);
  CHECK(served.server.calls() == 0);
  REQUIRE_FALSE(stopped.diagnostics.empty());
  CHECK(holds(stopped.diagnostics.back().what, "budget"));
  served.set("budget: {per_sync: 1000}\n");
  const SyncReport report = served.synced();
  CHECK(report.failed == 0);
  CHECK(report.engine.cents > 0);
  CostsOptions options;
  options.workspace.root = served.fixture.root();
  const auto spent = costs(served.environment(), options);
  REQUIRE(spent);
  REQUIRE_FALSE(spent->by_recipe.empty());
  CHECK(spent->by_recipe[0].recipe == "embed");
  CHECK(spent->by_recipe[0].model == "text-embedding-3-small");
  CHECK(spent->by_recipe[0].cost.cents == Approx(report.engine.cents));
}

TEST_CASE("embedding: a fact is asked for with its date in front, a summary with its span") {
  Served served;
  served.set("step: 2\n");
  write_twelve_facts(served.fixture);
  REQUIRE(served.fixture.import_sessions());
  served.synced();
  std::set<std::string> texts;
  bool spans = false;
  for (const std::string& text : served.texts()) {
    texts.insert(text);
    spans = spans || text.find(" 2026 to ") < 20;
  }
  CHECK(spans);
  std::size_t dated = 0;
  for (const auto& path : files_below(served.fixture, "observations/")) {
    const std::string text = served.fixture.read(path);
    const std::size_t begin = text.find("---\n\n", 4);
    const std::size_t from = begin == std::string::npos ? text.find("---\n", 4) + 4 : begin + 5;
    const std::string sentence = text.substr(from, text.find('\n', from) - from);
    for (const std::string& one : texts) {
      const bool is_it = one.ends_with(" " + sentence) && one.find(" 2026 " + sentence) < 20;
      if (is_it) ++dated;
    }
  }
  CHECK(dated >= 10);
}

TEST_CASE("embedding: of what is forgotten no vector stays, and the others cost no call") {
  Served served;
  write_twelve_facts(served.fixture);
  REQUIRE(served.fixture.import_sessions());
  served.synced();
  const std::string file = served.fixture.path(".pyramid/embeddings.db");
  const auto forget_about = [&](const char* text) {
    ForgetOptions options;
    options.workspace.root = served.fixture.root();
    options.match = text;
    REQUIRE(forget(served.environment(), options));
  };
  std::string peanuts;
  for (const std::string& text : served.texts()) {
    if (text.find("peanuts") != std::string::npos) peanuts = text;
  }
  const Digest digest = digest_of(peanuts);
  const std::string key(reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size());
  forget_about("peanuts");
  CHECK_FALSE(holds(Fixture::read_file(file), key));
  const std::size_t asked = served.texts().size();
  served.synced();
  const std::vector<std::string> texts = served.texts();
  const std::set<std::string> once(texts.begin(), texts.end());
  CHECK(texts.size() == once.size());  // what was made anew alone
  CHECK(texts.size() < asked + asked / 2);
  served.fixture.write("pyramid.yaml", "embedding: static\n");
  forget_about("half marathon");
  CHECK_FALSE(std::filesystem::exists(file));
}

TEST_CASE("embedding: a server that finds every text too long is soon asked no more") {
  Served served([](const ServerCall&) {
    return refuses(400, R"({"error":{"message":"too much","code":"context_length_exceeded"}})");
  });
  for (int i = 0; i < 200; ++i) {
    served.fixture.write("memory/note-" + std::to_string(i) + ".md",
                         std::string(static_cast<std::size_t>(4'000 - i), 'a') + " badger\n");
  }
  const SyncReport report = served.synced();
  CHECK(report.failed == 1);
  CHECK(report.diagnostics.size() == 1);
  CHECK(served.server.calls() <= 10);
}

TEST_CASE("embedding: a text that the server refuses is named once, and stops no other") {
  std::atomic<bool> refuses_it{true};
  Served served([&](const ServerCall& call) {
    for (const std::string& text : inputs_of(call)) {
      if (!refuses_it || !holds(text, "badger")) continue;
      return refuses(400, R"({"error":{"message":"not this one"}})");
    }
    return embed_by_rules(call);
  });
  const SyncReport first = served.synced();
  CHECK(first.failed == 0);
  REQUIRE(first.diagnostics.size() == 1);
  CHECK(first.diagnostics[0].where == "memory/cabbage.md:1");
  CHECK(holds(first.diagnostics[0].what, "not this one"));
  CHECK(served.state().up_to_date());
  CHECK(served.search("badger cabbage").at(0).path == "memory/cabbage.md");

  const std::size_t calls = served.server.calls();
  const SyncReport second = served.synced();
  CHECK(second.diagnostics.empty());
  CHECK(served.server.calls() == calls);

  refuses_it = false;
  served.fixture.write("memory/cabbage.md", "A cabbage was fed to the badger, twice.\n");
  CHECK(served.synced().texts_embedded == 1);
}

TEST_CASE("embedding: a dry run counts what a server is to embed") {
  Served served;
  SyncOptions options;
  options.workspace.root = served.fixture.root();
  options.dry_run = true;
  const auto expected = pyramid::sync(served.environment(), options);
  REQUIRE(expected);
  CHECK_FALSE(expected->nothing_to_do);
  CHECK(expected->texts_to_embed >= 2);
  CHECK(expected->engine.calls >= 1);
  CHECK(expected->engine.tokens_in > 0);
  CHECK(served.server.calls() == 0);
  served.synced();
  const auto after = pyramid::sync(served.environment(), options);
  REQUIRE(after);
  CHECK(after->nothing_to_do);
  CHECK(after->engine.calls == 0);
}

}  // namespace embedding_test
