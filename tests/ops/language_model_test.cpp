// Whole commands through a language model: a server in this process that answers by rules.
#include "ops/language_model.hpp"

#include "ops/reply_cache.hpp"
#include "tests/ops/fixture.hpp"
#include "tests/support/chat_server.hpp"

#include <condition_variable>
#include <mutex>

using namespace pyramid;
using namespace pyramid::test;

namespace {

constexpr const char* kKey = "a-key-that-nobody-may-see-0123456789";

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// A workspace that asks the server.
class Asking {
 public:
  explicit Asking(ChatServer::Model model = answer_by_rules) : server(std::move(model)) {
    set("engine: openai\nbase_url: " + server.base_url() + "\nstep: 3\n");
    write_twelve_facts(fixture);
  }
  void set(const std::string& settings) const { fixture.write("pyramid.yaml", settings); }
  Environment environment() {
    Environment environment = fixture.environment();
    environment.engine.key = key;
    return environment;
  }
  Result<SyncReport> sync(bool dry_run = false) {
    SyncOptions options;
    options.workspace.root = fixture.root();
    options.dry_run = dry_run;
    return pyramid::sync(environment(), options);
  }
  SyncReport synced() {
    auto report = sync();
    REQUIRE(report);
    return *report;
  }
  Result<ImportReport> import_all(unsigned parallel = 0) {
    ImportOptions options;
    options.workspace.root = fixture.root();
    options.source = fixture.outside("sessions");
    options.parallel = parallel;
    return pyramid::import(environment(), options);
  }
  Result<SearchReport> search(const std::string& query) {
    SearchOptions options;
    options.workspace.root = fixture.root();
    options.query = query;
    return search_memory(environment(), options);
  }
  DoctorReport examined() {
    auto report = doctor(environment(), {fixture.root(), {}});
    REQUIRE(report);
    return *report;
  }

  ChatServer server;
  Fixture fixture;
  std::string key = kKey;
};

// Every byte below a folder, .git and .pyramid too.
std::string all_bytes(const std::string& folder) {
  std::string all;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) all += Fixture::read_file(entry.path());
  }
  return all;
}

}  // namespace

TEST_CASE("language model: an import and a sync through a server make a memory that holds") {
  Asking asking;
  const auto imported = asking.import_all();
  REQUIRE(imported);
  CHECK(imported->observations == 12);
  CHECK(imported->failed == 0);
  const SyncReport report = asking.synced();
  CHECK(report.failed == 0);
  CHECK(report.summaries_written >= 5);
  CHECK(report.diagnostics.empty());
  const auto checked = asking.fixture.check();
  REQUIRE(checked);
  CHECK(checked->problems.empty());
  const auto summaries = files_below(asking.fixture, "summaries/user/tier-0/");
  REQUIRE_FALSE(summaries.empty());
  const std::string summary = asking.fixture.read(summaries[0]);
  CHECK(holds(summary, "engine: openai/gpt-4.1-mini\n"));
  CHECK(holds(summary, "recipe: summarize/1\n"));
  CHECK(holds(asking.fixture.read("MEMORY.md"), "- User moved to Lisbon in March 2026."));

  const auto tree = asking.fixture.tree();
  const std::size_t calls = asking.server.calls();
  CHECK(asking.synced().nothing_to_do);
  CHECK(asking.server.calls() == calls);
  CHECK(asking.fixture.tree() == tree);
}

TEST_CASE("language model: the key reaches the server and nothing else") {
  Asking asking;
  asking.server.next({refuses(401, std::string(R"({"error":{"message":"Wrong key )") + kKey +
                                       R"(","code":"invalid_api_key"}})")});
  const auto imported = asking.import_all();
  REQUIRE(imported);
  CHECK(imported->failed > 0);
  std::string said;
  for (const Diagnostic& one : imported->diagnostics) said += to_string(one);
  CHECK(holds(said, "refuses the key"));
  REQUIRE(asking.import_all());
  asking.synced();
  CHECK(asking.server.received().back().header("authorization") == std::string("Bearer ") + kKey);
  const DoctorReport examined = asking.examined();
  CHECK(examined.key);
  CHECK_FALSE(holds(said + examined.endpoint + examined.key_from, kKey));
  CHECK_FALSE(holds(all_bytes(asking.fixture.root()), kKey));
  const std::string history = run_git(asking.fixture.root(), {"log", "-p", "--all"}).out;
  CHECK_FALSE(history.empty());
  CHECK_FALSE(holds(history, kKey));
}

TEST_CASE("language model: a key in .env is used, never read as memory and never committed") {
  Asking asking;
  asking.key.clear();
  asking.set("engine: openai\n");
  asking.fixture.write(".env", "# mine\nexport OPENAI_API_KEY=\"" + std::string(kKey) +
                                   "\"  # of ana\nOPENAI_BASE_URL=" + asking.server.base_url() +
                                   "\n");
  REQUIRE(asking.import_all());
  CHECK(asking.server.received().back().header("authorization") == std::string("Bearer ") + kKey);
  asking.synced();
  CHECK(run_git(asking.fixture.root(), {"log", "--all", "--", ".env"}).out.empty());
  CHECK(run_git(asking.fixture.root(), {"status", "--porcelain"}).out.empty());
  CHECK(asking.examined().key_from == ".env");
  CHECK(asking.examined().problems.empty());
  // A workspace from before .gitignore was written: not committed either, and said.
  asking.fixture.remove(".gitignore");
  asking.fixture.write("memory/note.md", "A note.\n");
  asking.synced();
  CHECK(run_git(asking.fixture.root(), {"log", "--all", "--", ".env"}).out.empty());
  REQUIRE(asking.examined().problems.size() == 1);
  CHECK(asking.examined().problems[0].where == ".env");
}

TEST_CASE("language model: nothing is sent unless pyramid.yaml asks for it") {
  Asking asking;
  asking.set("base_url: " + asking.server.base_url() + "\n");
  REQUIRE(asking.import_all());
  asking.synced();
  REQUIRE(asking.search("where does User live"));
  CHECK(asking.examined().engine == "builtin");
  CHECK(asking.server.calls() == 0);
}

TEST_CASE("language model: looking at a memory asks the model nothing") {
  Asking asking;
  REQUIRE(status(asking.environment(), {asking.fixture.root(), {}}));
  REQUIRE(asking.sync(true));
  REQUIRE(asking.fixture.check());
  CHECK(asking.server.calls() == 0);
}

TEST_CASE("language model: without a key one line says so, and the rest of a sync is done") {
  Asking asking;
  asking.key.clear();
  asking.set("engine: openai\n");
  asking.fixture.write("memory/note.md", "A note.\n");
  const auto imported = asking.import_all();
  REQUIRE(imported);
  CHECK(imported->added == 3);
  const SyncReport report = asking.synced();
  CHECK(report.failed == 3);
  CHECK(report.left == "3 conversations to read");
  REQUIRE(report.diagnostics.size() == 1);
  CHECK(to_string(report.diagnostics[0]) ==
        "pyramid.yaml: no key for api.openai.com; set OPENAI_API_KEY, or write it into .env of "
        "the workspace");
}

TEST_CASE(
    "language model: a call that fails leaves its own node, and the next sync does just that") {
  std::atomic<bool> broken{true};
  Asking asking([&](const ServerCall& call) {
    const bool summary = holds(call.body, "You write one paragraph");
    if (broken && summary && holds(call.body, "Coimbra")) return refuses(400, R"({"error":"no"})");
    return answer_by_rules(call);
  });
  REQUIRE(asking.import_all());
  const SyncReport first = asking.synced();
  CHECK(first.failed == 1);
  CHECK(first.summaries_written >= 3);
  CHECK_FALSE(first.commit.empty());
  CHECK(holds(first.left, "to write"));
  CHECK_FALSE(first.nothing_to_do);
  REQUIRE(first.diagnostics.size() == 1);
  CHECK(first.diagnostics[0].where.rfind("summaries/user/tier-0", 0) == 0);
  CHECK(run_git(asking.fixture.root(), {"status", "--porcelain"}).out.empty());
  const auto written = asking.fixture.tree();

  broken = false;
  const std::size_t calls = asking.server.calls();
  const SyncReport second = asking.synced();
  CHECK(second.failed == 0);
  CHECK(second.left.empty());
  CHECK(second.diagnostics.empty());
  for (const auto& [path, bytes] : written) {
    if (path.rfind("summaries/user/tier-0/", 0) == 0) CHECK(asking.fixture.read(path) == bytes);
  }
  CHECK(asking.server.calls() - calls < calls);
  CHECK(asking.fixture.check()->problems.empty());
  CHECK(asking.synced().nothing_to_do);
}

TEST_CASE("language model: observations that could not be assigned wait, and the sync goes on") {
  std::atomic<bool> broken{true};
  Asking asking([&](const ServerCall& call) {
    if (broken && holds(call.body, "assign_model")) return refuses(422, "{}");
    return answer_by_rules(call);
  });
  REQUIRE(asking.import_all());
  const SyncReport first = asking.synced();
  CHECK(first.failed == 1);
  CHECK(first.left == "12 observations to assign");
  broken = false;
  CHECK(asking.synced().observations_assigned == 12);
}

TEST_CASE("language model: a workspace's own prompt is sent, and its recipe stands in the files") {
  Asking asking;
  asking.fixture.write("prompts/summarize.md",
                       "You write one paragraph. Never mention the landlord.\n");
  asking.fixture.write("prompts/describe.md", "\n");
  REQUIRE(asking.import_all());
  const SyncReport report = asking.synced();
  bool sent = false;
  for (const ServerCall& call : asking.server.received()) {
    sent = sent || holds(call.body, "Never mention the landlord.");
  }
  CHECK(sent);
  const auto summaries = files_below(asking.fixture, "summaries/user/tier-0/");
  CHECK(holds(asking.fixture.read(summaries.at(0)), "recipe: summarize/1+"));
  REQUIRE(report.diagnostics.size() == 1);
  CHECK(report.diagnostics[0].where.rfind("prompts/describe.md", 0) == 0);
}

TEST_CASE("language model: how the server answers is found out once, and remembered") {
  Asking asking([](const ServerCall& call) {
    if (holds(call.body, R"("tools")")) return says("I do not know tools.");
    return answer_by_rules(call);
  });
  REQUIRE(asking.import_all());
  CHECK(holds(asking.fixture.read(".pyramid/engine.json"), R"("mode":"schema")"));
  const std::size_t calls = asking.server.calls();
  CHECK(calls == 2 + 3);  // the probe, and a call for each conversation
  asking.synced();
  for (std::size_t i = 2; i < asking.server.calls(); ++i) {
    CHECK_FALSE(holds(asking.server.received()[i].body, "You test a connection"));
  }
  CHECK(files_below(asking.fixture, "observations/").size() == 12);
  // Another model is asked anew.
  asking.set("engine: openai\nmodel: other\nbase_url: " + asking.server.base_url() + "\n");
  const std::size_t before = asking.server.calls();
  CHECK(asking.examined().mode == "schema");
  CHECK(asking.server.calls() == before + 2);
}

TEST_CASE("language model: as many calls run at once as `parallel` says") {
  constexpr std::size_t kAtOnce = 3;
  std::mutex mutex;
  std::condition_variable met;
  std::size_t waiting = 0;
  Asking asking([&](const ServerCall& call) {
    if (holds(call.body, "add_observation")) {
      std::unique_lock lock(mutex);
      ++waiting;
      met.notify_all();
      met.wait_for(lock, std::chrono::seconds(20), [&] { return waiting >= kAtOnce; });
    }
    return answer_by_rules(call);
  });
  const auto imported = asking.import_all(kAtOnce);
  REQUIRE(imported);
  CHECK(imported->observations == 12);
  CHECK(asking.server.most_at_once() == kAtOnce);
}

TEST_CASE("language model: an answer comes from the model; where it fails the hits are there") {
  Asking asking;
  REQUIRE(asking.import_all());
  asking.synced();
  const auto found = asking.search("Lisbon");
  REQUIRE(found);
  CHECK(holds(found->answer, "[1]"));
  asking.server.next({refuses(400, R"({"error":{"message":"Not today"}})")});
  const auto failed = asking.search("Biscuit");
  REQUIRE(failed);
  CHECK(failed->answer_failed);
  CHECK(failed->answer.empty());
  CHECK_FALSE(failed->hits.empty());
  REQUIRE(failed->diagnostics.size() == 1);
  CHECK(holds(failed->diagnostics[0].what, "Not today"));
}

TEST_CASE("language model: Ctrl-C while the server says nothing ends a sync cleanly") {
  Asking asking([](const ServerCall& call) {
    if (holds(call.body, "You write one paragraph")) return goes_wrong(ServerReply::How::kHang);
    return answer_by_rules(call);
  });
  class StopsWhenAsked final : public Progress {
   public:
    void begin(std::string_view stage, std::size_t) override {
      if (stage == "writing summaries") asked_ = true;
    }
    void advance(std::size_t) override {}
    void end() override {}
    void notice(std::string_view) override {}
    // Once the calls are under way.
    [[nodiscard]] bool cancelled() const override { return asked_ && ++looks_ > 8; }

   private:
    std::atomic<bool> asked_{false};
    mutable std::atomic<int> looks_{0};
  };
  REQUIRE(asking.import_all());
  StopsWhenAsked progress;
  const Environment fixed = asking.environment();
  const Environment environment{fixed.files, fixed.clock, progress, fixed.engine};
  SyncOptions options;
  options.workspace.root = asking.fixture.root();
  const auto report = pyramid::sync(environment, options);
  REQUIRE_FALSE(report);
  CHECK(report.error().kind == ErrorKind::kCancelled);
  CHECK(holds(report.error().what, "to write"));
  CHECK(run_git(asking.fixture.root(), {"status", "--porcelain"}).out.empty());
}

TEST_CASE("doctor: a model that answers, one that does not, and a built-in engine") {
  Asking asking;
  const DoctorReport good = asking.examined();
  CHECK(good.engine == "openai");
  CHECK(good.model == "gpt-4.1-mini");
  CHECK(good.endpoint == asking.server.base_url());
  CHECK(good.reachable);
  CHECK(good.mode == "tools");
  CHECK(good.key);
  CHECK(good.key_from == "the environment");
  CHECK_FALSE(good.repository.empty());
  CHECK(good.index);
  CHECK(good.problems.empty());
  asking.server.next({refuses(404, R"({"error":"model not found"})")});
  const DoctorReport bad = asking.examined();
  CHECK_FALSE(bad.reachable);
  CHECK(bad.engine_failed);
  REQUIRE(bad.problems.size() == 1);
  CHECK(holds(bad.problems[0].what, "has no model `gpt-4.1-mini`"));
  asking.set("engine: openai\nbase_url: nowhere\n");
  CHECK(asking.examined().engine_failed);
  CHECK(asking.examined().index);
  asking.set("engine: builtin\n");
  CHECK(asking.examined().problems.empty());
}

TEST_CASE("language model: .env lines are read as shells and tools write them") {
  const std::string bytes =
      "# OPENAI_API_KEY=old\nOTHER=1\r\n  OPENAI_API_KEY = first\nexport OPENAI_API_KEY='second "
      "x'\n"
      "EMPTY=\nHASH=a#b # comment\nQUOTED=\"a # b\" # comment\n";
  CHECK(ops::env_value(bytes, "OPENAI_API_KEY") == "second x");
  CHECK(ops::env_value(bytes, "OTHER") == "1");
  CHECK(ops::env_value(bytes, "EMPTY").empty());
  CHECK(ops::env_value(bytes, "HASH") == "a#b");
  CHECK(ops::env_value(bytes, "QUOTED") == "a # b");
  CHECK(ops::env_value(bytes, "NONE").empty());
}

TEST_CASE("language model: what was paid for is not paid for again, also when a sync was killed") {
  Asking asking;
  REQUIRE(asking.import_all());
  asking.synced();
  const std::size_t calls = asking.server.calls();
  // As if neither had come to its end: the files are gone, what the model said is not.
  const auto before = asking.fixture.tree();
  for (const char* folder : {"sessions", "observations", "summaries", "models"}) {
    asking.fixture.remove(folder);
  }
  asking.fixture.remove("MEMORY.md");
  REQUIRE(asking.import_all());
  asking.synced();
  CHECK(asking.server.calls() == calls);
  CHECK(asking.fixture.tree() == before);
  REQUIRE(asking.search("Lisbon"));
  REQUIRE(asking.search("Lisbon"));
  CHECK(asking.server.calls() == calls + 1);
}

TEST_CASE("language model: a summary of no use is asked for more strictly, then made by rule") {
  std::atomic<int> strict_too_long{0};
  Asking asking([&](const ServerCall& call) {
    if (!holds(call.body, "You write one paragraph")) return answer_by_rules(call);
    const bool strict = holds(call.body, "in any case");
    if (holds(call.body, "Lisbon")) return strict ? says("Lisbon, in short.") : says("");
    if (holds(call.body, "landlord")) {
      if (strict) ++strict_too_long;
      return says(std::string(700, 'x') + ".");
    }
    if (holds(call.body, "Coimbra") && !strict) return says("I cannot.", "content_filter");
    return answer_by_rules(call);
  });
  REQUIRE(asking.import_all());
  const SyncReport report = asking.synced();
  CHECK(report.failed == 0);
  CHECK(report.diagnostics.empty());
  CHECK(strict_too_long >= 1);
  std::size_t lisbon = 0;
  std::size_t landlord = 0;
  std::size_t coimbra = 0;
  for (const std::string& path : files_below(asking.fixture, "summaries/user/tier-0/")) {
    const std::string file = asking.fixture.read(path);
    const std::string sources = file.substr(file.find("## Sources"));
    if (holds(sources, "Lisbon")) lisbon += holds(file, "\nengine: openai/gpt-4.1-mini+strict\n");
    if (holds(sources, "landlord")) landlord += holds(file, "\nengine: builtin\n");
    if (holds(sources, "Coimbra")) coimbra += holds(file, "gpt-4.1-mini+strict\n");
  }
  CHECK(lisbon == 1);
  CHECK(landlord == 1);
  CHECK(coimbra == 1);
  CHECK(asking.fixture.check()->problems.empty());
  CHECK(asking.synced().nothing_to_do);
}

TEST_CASE("replies: the log of what was paid for keeps its newer half when it grows too large") {
  Fixture fixture;
  const auto files = make_real_file_system();
  const auto workspace = workspace::open(*files, fixture.root());
  REQUIRE(workspace);
  const auto key = [](int i) { return digest_of("question " + std::to_string(i)); };
  {
    ops::ReplyCache cache(*files, *workspace);
    for (int i = 0; i < 100; ++i) cache.keep(key(i), "answer " + std::to_string(i));
    CHECK(cache.find(key(7)) == "answer 7");
  }
  ops::ReplyCache small(*files, *workspace, 1000);
  CHECK(small.find(key(3)) == "answer 3");  // this command still knows all
  ops::ReplyCache next(*files, *workspace);
  CHECK_FALSE(next.find(key(3)));
  CHECK(next.find(key(99)) == "answer 99");
  fixture.write(".pyramid/replies.jsonl", "[1,2]\nnonsense\n[\"a\"");
  CHECK_FALSE(ops::ReplyCache(*files, *workspace).find(key(99)));
}

TEST_CASE("language model: a secret in a file that a person wrote does not leave the machine") {
  Asking asking;
  const std::string secret = "ghp_" + std::string("a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
  for (int i = 0; i < 3; ++i) {
    const Time when{at("2026-05-01T08:00:00Z").seconds + i * 60};
    const std::string number = std::to_string(i);
    asking.fixture.write("observations/fact-" + number + ".md",
                         "---\nid: " + to_string(derive_ulid(when, "fact " + number)) +
                             "\nkind: observation\nat: " + format_time(when) +
                             "\nmodel: user\nsource: test\n---\nUser has the token " + secret +
                             " number " + number + ".\n");
  }
  const auto report = asking.sync();
  REQUIRE(report);
  CHECK(report->summaries_written >= 1);
  REQUIRE(asking.search("token"));
  REQUIRE(asking.server.calls() >= 2);
  for (const ServerCall& call : asking.server.received()) CHECK_FALSE(holds(call.body, secret));
}
