// The program with a language model, as a person runs it.
#include "tests/cli/program.hpp"
#include "tests/support/batch_api.hpp"
#include "tests/support/chat_server.hpp"

#include <algorithm>

namespace language_model_test {

using namespace pyramid::test;
using Json = nlohmann::json;

namespace {

constexpr const char* kKey = "a-key-that-nobody-may-see-0123456789";

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("with a language model: the samples become a memory that holds, and no key is said") {
  ChatServer server(answer_by_rules);
  Program program;
  program.init();
  program.environment = {{"OPENAI_API_KEY", kKey}, {"OPENAI_BASE_URL", server.base_url()}};
  program.write(program.inside("pyramid.yaml"), "engine: openai\n");
  std::string said;
  const auto run = [&](const std::vector<std::string>& arguments) {
    const ProcessResult result = program.in_workspace(arguments);
    said += result.out + result.err;
    INFO(result.err);
    CHECK(result.exit_code == 0);
    return result;
  };
  run({"import", "--glenn", "--source", kSamples + "/glenn/messages.sqlite"});
  run({"import", "--claude", "--source", kSamples + "/claude/conversations.json"});
  run({"import", "--openclaw", "--source", kSamples + "/openclaw"});
  run({"sync"});
  run({"check"});
  CHECK(run({"sync"}).out == "Nothing to do: the memory is up to date.\n");
  const Json examined = Json::parse(run({"doctor", "--json"}).out);
  CHECK(examined["reachable"] == true);
  CHECK(examined["mode"] == "tools");
  CHECK(examined["key"] == true);
  CHECK(examined["key_from"] == "the environment");
  CHECK(holds(run({"doctor"}).out, "All is well."));
  run({"search", "what does User do"});
  run({"status", "--json"});
  CHECK_FALSE(holds(said, kKey));
}

TEST_CASE("with a language model that fails: the code is 4, and what is left is said") {
  ChatServer server([](const ServerCall& call) {
    if (holds(call.body, "You write one section")) {
      return refuses(401, std::string(R"({"error":{"message":"Bad key )") + kKey + "\"}}");
    }
    return answer_by_rules(call);
  });
  Program program;
  program.init();
  program.environment = {{"OPENAI_API_KEY", kKey}};
  program.write(program.inside("pyramid.yaml"),
                "engine: openai\nbase_url: " + server.base_url() + "\n");
  REQUIRE(program.in_workspace({"observe", "User moved to Lisbon."}).exit_code == 0);
  const ProcessResult failed = program.in_workspace({"sync"});
  INFO(failed.out << failed.err);
  CHECK(failed.exit_code == 4);
  CHECK(holds(failed.err, "refuses the key"));
  CHECK(holds(failed.out, "Left for the next sync: 1 section to write"));
  CHECK_FALSE(holds(failed.out + failed.err, kKey));
  const ProcessResult json = program.in_workspace({"sync", "--json"});
  CHECK(json.exit_code == 4);
  const Json report = Json::parse(json.out);
  CHECK(report["failed"] >= 1);
  CHECK(holds(report["left"], "to write"));
  CHECK_FALSE(holds(json.out + json.err, kKey));
}

TEST_CASE("with a language model that fails: a sync that wrote nothing says so, not 0 files") {
  ChatServer server([](const ServerCall&) { return refuses(401, "{}"); });
  Program program;
  program.init();
  program.environment = {{"OPENAI_API_KEY", kKey}};
  REQUIRE(program.in_workspace({"observe", "User moved to Lisbon."}).exit_code == 0);
  REQUIRE(program.in_workspace({"sync"}).exit_code == 0);
  program.write(program.inside("pyramid.yaml"),
                "engine: openai\nbase_url: " + server.base_url() + "\n");
  CHECK(program.in_workspace({"observe", "User likes tea."}).exit_code == 4);
  CHECK(program.in_workspace({"sync"}).exit_code == 4);
  const ProcessResult failed = program.in_workspace({"sync"});
  INFO(failed.out << failed.err);
  CHECK(failed.exit_code == 4);
  CHECK(failed.out.starts_with("Nothing written.\n"));
}

TEST_CASE("with a language model that fails: observe says in one line that the fact is stored") {
  ChatServer server(
      [](const ServerCall&) { return refuses(503, "", {{"x-should-retry", "false"}}); });
  Program program;
  program.init();
  program.environment = {{"OPENAI_API_KEY", kKey}, {"OPENAI_BASE_URL", server.base_url()}};
  program.write(program.inside("pyramid.yaml"), "engine: openai\n");
  const ProcessResult quiet = program.in_workspace({"-q", "observe", "User moved to Lisbon."});
  CHECK(quiet.exit_code == 4);
  CHECK(quiet.out.empty());
  CHECK(holds(quiet.err, ".md: stored; no model yet (127.0.0.1:"));
  CHECK(holds(quiet.err, "; the next sync assigns it\n"));
  CHECK(std::count(quiet.err.begin(), quiet.err.end(), '\n') == 1);
  const std::size_t calls = server.calls();
  const ProcessResult again = program.in_workspace({"observe", "User likes figs."});
  CHECK(again.exit_code == 4);
  CHECK(holds(again.out, "Committed as "));
  CHECK(holds(again.err, "(gpt-4.1-mini did not answer a moment ago)"));
  CHECK(server.calls() == calls);
}

TEST_CASE("with a language model whose server counts no tokens: the sums say about") {
  ChatServer server([](const ServerCall& call) {
    ServerReply reply = answer_by_rules(call);
    Json body = Json::parse(reply.body);
    body.erase("usage");
    reply.body = body.dump();
    return reply;
  });
  Program program;
  program.init();
  program.environment = {{"OPENAI_API_KEY", kKey}, {"OPENAI_BASE_URL", server.base_url()}};
  program.write(program.inside("pyramid.yaml"), "engine: openai\n");
  REQUIRE(program.in_workspace({"observe", "User moved to Lisbon."}).exit_code == 0);
  const std::string synced = program.in_workspace({"sync"}).out;
  INFO(synced);
  CHECK(holds(synced, ", about "));
  const std::string costs = program.in_workspace({"costs"}).out;
  INFO(costs);
  CHECK(holds(costs, "gpt-4.1-mini probe"));
  CHECK(holds(costs, "~ is about: of "));
}

TEST_CASE("with a language model: less than a hundredth of a cent is not called nothing") {
  ChatServer server(answer_by_rules);
  Program program;
  program.init();
  program.environment = {{"OPENAI_API_KEY", kKey}, {"OPENAI_BASE_URL", server.base_url()}};
  program.write(program.inside("pyramid.yaml"), "engine: openai\n");
  program.write(program.inside("prices.yaml"),
                "models:\n  gpt-4.1-mini: {in: 0.001, cached: 0, out: 0.001}\n");
  REQUIRE(program.in_workspace({"observe", "User moved to Lisbon."}).exit_code == 0);
  CHECK(holds(program.in_workspace({"sync"}).out, " out: less than 0.01 cents.\n"));
  const std::string costs = program.in_workspace({"costs"}).out;
  CHECK(holds(costs, " <0.01\n"));
  CHECK_FALSE(holds(costs, " 0.00\n"));
}

TEST_CASE("with a language model and no key: one clear line") {
  Program program;
  program.init();
  program.write(program.inside("pyramid.yaml"), "engine: openai\n");
  CHECK(program.in_workspace({"observe", "User moved to Lisbon."}).exit_code == 4);
  const ProcessResult examined = program.in_workspace({"doctor"});
  CHECK(examined.exit_code == 4);
  CHECK(examined.err ==
        "error: pyramid.yaml: no key for api.openai.com; set OPENAI_API_KEY, or write it into .env "
        "of the workspace\n");
  CHECK(holds(examined.out, "key        none"));
}

TEST_CASE("with a language model: costs and ledger are shown, in words and as JSON") {
  ChatServer server(answer_by_rules);
  Program program;
  program.init();
  CHECK(holds(program.in_workspace({"costs"}).out, "No calls: nothing was spent.\n"));
  CHECK(program.in_workspace({"ledger"}).out == "No events.\n");
  program.environment = {{"OPENAI_API_KEY", kKey}, {"OPENAI_BASE_URL", server.base_url()}};
  program.write(program.inside("pyramid.yaml"), "engine: openai\n");
  REQUIRE(program.in_workspace({"observe", "User moved to Lisbon."}).exit_code == 0);
  const ProcessResult told = program.in_workspace({"costs"});
  CHECK(told.exit_code == 0);
  CHECK(holds(told.out, "gpt-4.1-mini assign/2"));
  CHECK(holds(told.out, "2026-05-15"));
  CHECK(holds(told.out, "Prices: built in, as of 2026-11-06.\n"));
  CHECK_FALSE(holds(told.out, "█"));  // no terminal
  const Json costs = Json::parse(program.in_workspace({"costs", "--json"}).out);
  CHECK(costs["all"]["calls"] == server.calls());
  CHECK(costs["by_day"][0]["day"] == "2026-05-15");
  CHECK(costs["price_known"] == true);
  const ProcessResult later = program.in_workspace({"costs", "--since", "2026-05-16"});
  CHECK(holds(later.out, "nothing was spent"));
  CHECK(holds(program.in_workspace({"ledger", "--kind", "finished"}).out, "command=observe"));
  const Json ledger = Json::parse(program.in_workspace({"ledger", "--json"}).out);
  CHECK(ledger["events"].front()["kind"] == "started");
  CHECK(ledger["events"].front().contains("machine"));
  const ProcessResult none = program.in_workspace({"ledger", "--kind", "cals"});
  CHECK(none.exit_code == 0);
  CHECK(holds(none.err, "mean call?"));
  check_refused(program.in_workspace({"costs", "--since", "soon"}), 2, "--since is not a time");
}

TEST_CASE("with a language model: a budget that is used up is code 4, and says what is left") {
  ChatServer server(answer_by_rules);
  Program program;
  program.init();
  program.environment = {{"OPENAI_API_KEY", kKey}, {"OPENAI_BASE_URL", server.base_url()}};
  program.write(program.inside("pyramid.yaml"), "engine: openai\nbudget: {per_sync: 0}\n");
  const ProcessResult said = program.in_workspace({"observe", "User moved to Lisbon."});
  CHECK(said.exit_code == 4);
  CHECK(
      holds(said.err,
            ".md: stored; no model yet (pyramid.yaml: `budget` of 0 cents a sync allows no call); "
            "the next sync assigns it; write how many cents may be spent\n"));
  const ProcessResult synced = program.in_workspace({"sync"});
  CHECK(synced.exit_code == 4);
  CHECK(holds(synced.out, "Left for the next sync: 1 observation to assign"));
  CHECK(server.calls() == 0);
}

TEST_CASE("with a language model: a batch is told when it is sent, awaited and collected") {
  BatchApi api;
  ChatServer server(api.as_model());
  Program program;
  program.init();
  program.environment = {{"OPENAI_API_KEY", kKey}, {"OPENAI_BASE_URL", server.base_url()}};
  check_refused(program.in_workspace({"sync", "--batch"}), 2, "set `engine: openai`");
  program.write(program.inside("pyramid.yaml"), "engine: openai\n");
  const ProcessResult sent = program.in_workspace(
      {"import", "--batch", "--claude", "--source", kSamples + "/claude/conversations.json"});
  INFO(sent.out << sent.err);
  CHECK(sent.exit_code == 0);
  CHECK(holds(sent.out, "calls submitted; run `pyramid sync` later.\n"));
  CHECK_FALSE(holds(sent.out, "Next: pyramid sync"));
  const ProcessResult early = program.in_workspace({"sync"});
  CHECK(early.exit_code == 0);
  CHECK(holds(early.out, "wait in a batch that is under way; run `pyramid sync` later.\n"));
  api.finish();
  const ProcessResult late = program.in_workspace({"sync"});
  INFO(late.out << late.err);
  CHECK(late.exit_code == 0);
  CHECK(holds(late.out, "came from a batch.\n"));
  CHECK(holds(late.out, "new observations"));
  CHECK(holds(program.in_workspace({"costs"}).out, "went in batches, at their price.\n"));
  CHECK(program.in_workspace({"check"}).exit_code == 0);
  CHECK(program.in_workspace({"sync"}).out == "Nothing to do: the memory is up to date.\n");
}

TEST_CASE(
    "a server of language models on this machine is told by init, doctor and a sync that wrote "
    "texts") {
  const auto port_of = [](const ChatServer& server) {
    const std::string url = server.base_url();
    const std::size_t colon = url.rfind(':');
    return url.substr(colon + 1, url.find('/', colon) - colon - 1);
  };
  ChatServer models([](const ServerCall& call) {
    return call.path == "/v1/models"
               ? ServerReply{200, R"({"object":"list","data":[{"id":"qwen3:8b"},{"id":"b"}]})"}
               : refuses(404, "{}");
  });
  ChatServer other([](const ServerCall&) { return ServerReply{200, "<html>Hello</html>"}; });
  Program program;
  program.environment = {{"OLLAMA_HOST", "http://127.0.0.1:" + port_of(models) + "/"},
                         {"LLAMA_ARG_PORT", port_of(other)}};
  for (const char* command : {"init", "doctor"}) {
    const ProcessResult result = program.in_workspace({command});
    INFO(result.out << result.err);
    CHECK(result.exit_code == 0);
    CHECK(holds(result.out,
                "Ollama answers on this machine; to have the texts written by it, put "
                "into pyramid.yaml: engine: openai, base_url: http://localhost:" +
                    port_of(models) + "/v1, model: qwen3:8b"));
    CHECK_FALSE(holds(result.out, "llama-server"));
  }
  REQUIRE(program.in_workspace({"import", kSamples + "/openclaw"}).exit_code == 0);
  CHECK(holds(program.in_workspace({"sync"}).out, "Ollama answers on this machine"));
  const std::size_t asked = models.calls();
  CHECK_FALSE(holds(program.in_workspace({"sync"}).out, "Ollama"));
  CHECK(models.calls() == asked);  // nothing was written: nobody looks for any
}

}  // namespace language_model_test
