// The program with a language model, as a person runs it.
#include "tests/cli/program.hpp"
#include "tests/support/chat_server.hpp"

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
