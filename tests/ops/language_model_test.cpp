// Whole commands through a language model, and what it is told and not told.
#include "ops/calls/language_model.hpp"

#include "tests/ops/asking.hpp"

#include <condition_variable>
#include <mutex>

namespace language_model_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

// Every byte below a folder, .git and .pyramid too.
std::string all_bytes(const std::string& folder) {
  std::string all;
  for (const auto& [name, bytes] : tree_below(folder)) all += bytes;
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
  CHECK(holds(summary, "recipe: summarize/2\n"));
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
  CHECK(holds(asking.fixture.read(summaries.at(0)), "recipe: summarize/2+"));
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

TEST_CASE("doctor: a .env that git keeps is said to be kept, whatever .gitignore says") {
  Asking asking;
  asking.fixture.write(".env", "OPENAI_API_KEY=hush-hush\n");
  CHECK(asking.examined().problems.empty());
  run_git(asking.fixture.root(), {"add", "-f", ".env"});
  const DoctorReport report = asking.examined();
  REQUIRE(report.problems.size() == 1);
  CHECK(report.problems[0].what == "git keeps this file");
  CHECK(holds(report.problems[0].hint, "git rm --cached .env"));
  const auto synced = asking.fixture.sync();
  REQUIRE(synced);
  REQUIRE_FALSE(synced->diagnostics.empty());
  CHECK(synced->diagnostics[0].what == report.problems[0].what);
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
  CHECK(ops::env_value("\xEF\xBB\xBFOPENAI_API_KEY=first\r\nOTHER='1'\r\n", "OPENAI_API_KEY") ==
        "first");
  CHECK(ops::env_value("\xEF\xBB\xBF"
                       "export OTHER=\"1\"\r\n",
                       "OTHER") == "1");
}

TEST_CASE(
    "language model: with a key in pyramid.yaml no command begins, and nothing is committed") {
  Asking asking;
  asking.set("engine: openai\nbase_url: https://user:hush-hush@example.org/v1\n");
  const auto synced = asking.sync();
  REQUIRE_FALSE(synced);
  CHECK(to_string(synced.error()).starts_with("pyramid.yaml:2: `base_url` holds a key"));
  CHECK_FALSE(doctor(asking.environment(), {asking.fixture.root(), {}}));
  CHECK_FALSE(holds(run_git(asking.fixture.root(), {"log", "-p", "--all"}).out, "hush-hush"));
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

}  // namespace language_model_test
