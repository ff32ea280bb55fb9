#include "operations/agent_offer.hpp"
#include "operations/documents.hpp"
#include "operations/operation.hpp"
#include "pyramid/pyramid.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_directory.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <string>

using namespace pyramid;
using namespace pyramid::operations;

namespace {

class Agent {
 public:
  explicit Agent(Tools tools = Tools::kMemory) {
    REQUIRE(init(environment_, directory_ / "memory"));
    offer_ = std::make_unique<AgentOffer>(environment_, workspace(), tools);
  }
  [[nodiscard]] WorkspaceOptions workspace() const { return {directory_ / "memory", ""}; }
  [[nodiscard]] const Environment& environment() const { return environment_; }
  [[nodiscard]] const AgentOffer& offer() const { return *offer_; }
  [[nodiscard]] std::string root() const { return directory_ / "memory"; }
  [[nodiscard]] std::string outside(const std::string& name) const { return directory_ / name; }
  Json call(const std::string& tool, const Json& arguments) {
    Result<Json> result = offer_->call(tool, arguments, silent_);
    REQUIRE(result);
    return *result;
  }
  // What an answer holds; one that is no error.
  Json answer(const std::string& tool, const Json& arguments) {
    const Json result = call(tool, arguments);
    INFO(result.dump());
    REQUIRE(result["isError"] == false);
    CHECK(Json::parse(result["content"][0]["text"].get<std::string>()) ==
          result["structuredContent"]);
    return result["structuredContent"];
  }

 private:
  test::TempDirectory directory_;
  std::unique_ptr<FileSystem> files_ = make_real_file_system();
  FixedClock clock_{*parse_time("2026-05-15T09:00:00Z")};
  SilentProgress silent_;
  Environment environment_{*files_, clock_, silent_};
  std::unique_ptr<AgentOffer> offer_;
};

Json turn(const char* role, const char* text) { return {{"role", role}, {"text", text}}; }

}  // namespace

TEST_CASE("operations: the tools that agents are told of take 8,000 characters at most") {
  const Json tools = Agent().offer().tools();
  CHECK(tools.size() == 12);
  CHECK(tools.dump().size() <= 8000);
  std::set<std::string> destructive;
  for (const Json& tool : tools) {
    INFO(tool.dump());
    CHECK(tool["annotations"].size() == 4);
    CHECK(tool["inputSchema"]["type"] == "object");
    CHECK(tool["outputSchema"]["type"] == "object");
    if (tool["annotations"]["destructiveHint"] == true) destructive.insert(tool["name"]);
  }
  CHECK(destructive == std::set<std::string>{"memory_forget", "memory_revert"});
}

TEST_CASE(
    "operations: where there is a topic tree agents are told of a walk, in 700 characters more") {
  const Agent agent;
  std::filesystem::create_directories(agent.root() + "/topics");
  std::ofstream(agent.root() + "/topics/_index.md") << "# Topics\n";
  CHECK(agent.offer().tools().size() == 13);
  CHECK(agent.offer().tools().dump().size() <= 8'700);
}

TEST_CASE("operations: tools on tasks are told of where they are asked for") {
  Agent agent(Tools::kMemoryAndTasks);
  CHECK(agent.offer().tools().size() == 23);
  CHECK(agent.offer().tools().dump().size() <= 15'500);
  agent.answer("memory_task_add", {{"title", "Rotate the certificates"}});
  agent.answer("memory_task_add",
               {{"title", "Deploy the gateway"}, {"blocked_by", Json::array({"certificates"})}});
  agent.answer("memory_task_fail", {{"task", "certificates"}, {"text", "Nobody had the key."}});
  CHECK(agent.answer("memory_task_list", {{"state", "failed"}})["tasks"][0]["title"] ==
        "Rotate the certificates");
  const Json shown = agent.answer("memory_task_show", {{"task", "gateway"}});
  CHECK(shown["relations"][0]["relation"] == "blocked by");
  SilentProgress silent;
  CHECK_FALSE(Agent().offer().call("memory_task_list", Json::object(), silent));
}

TEST_CASE("operations: schema/operations.json is what the table says") {
  const std::string text = described_operations().dump(2) + "\n";
  const std::string path = PYRAMID_SOURCE_DIR "/schema/operations.json";
  if (std::getenv("PYRAMID_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << text;
  std::ifstream file(path);
  CHECK(std::string(std::istreambuf_iterator<char>(file), {}) == text);
}

TEST_CASE("operations: schema/documents.json is what the documents of other commands are") {
  const std::string text = described_documents().dump(2) + "\n";
  const std::string path = PYRAMID_SOURCE_DIR "/schema/documents.json";
  if (std::getenv("PYRAMID_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << text;
  std::ifstream file(path);
  CHECK(std::string(std::istreambuf_iterator<char>(file), {}) == text);
}

TEST_CASE("operations: schema/tools has a file for each tool, which is what the table says") {
  const bool updates = std::getenv("PYRAMID_UPDATE_GOLDEN") != nullptr;
  const std::filesystem::path folder = PYRAMID_SOURCE_DIR "/schema/tools";
  std::set<std::string> told;
  for (const Operation& one : all_operations()) {
    if (one.when.empty()) continue;  // not for agents
    const Json tool = {{"name", tool_name(one)},
                       {"title", one.title},
                       {"description", one.what + " " + one.when},
                       {"inputSchema", one.options(View::kAgents, true)},
                       {"outputSchema", one.report(View::kAgents, true)}};
    const std::string name = tool_name(one) + ".json";
    told.insert(name);
    if (updates) std::ofstream(folder / name) << tool.dump(2) << "\n";
    std::ifstream file(folder / name);
    INFO(name);
    CHECK(std::string(std::istreambuf_iterator<char>(file), {}) == tool.dump(2) + "\n");
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    CHECK(told.contains(entry.path().filename().string()));
  }
}

TEST_CASE("operations: an agent tells facts, finds them and traces them") {
  Agent agent;
  const Json fact = agent.answer("memory_observe", {{"text", "User moved to Austin."}});
  CHECK(fact["added"] == true);
  agent.answer("memory_sync", Json::object());
  const Json found = agent.answer("memory_search", {{"query", "Austin"}, {"maxResults", 1}});
  REQUIRE(found["results"].size() == 1);
  const Json& hit = found["results"][0];
  for (const char* key : {"path", "startLine", "endLine", "score", "snippet", "source"}) {
    CHECK(hit.contains(key));
  }
  const Json read = agent.answer("memory_get", {{"path", "MEMORY.md"}, {"from", 1}, {"lines", 2}});
  CHECK(read["status"] == "ok");
  CHECK(read["nextFrom"] == 3);
  CHECK(agent.answer("memory_get", {{"path", "no.md"}})["status"] == "not_found");
  CHECK(agent.answer("memory_why", {{"what", fact["path"]}})["node"]["kind"] == "observation");
  CHECK(agent.answer("memory_history", {{"limit", 1}})["more"] == true);
  CHECK(agent.answer("memory_status", Json::object())["observations"] == 1);
  const Json gone = agent.answer("memory_forget", {{"match", "Austin"}});
  CHECK(gone["forgotten"].size() >= 1);
  CHECK(agent.answer("memory_search", {{"query", "Austin"}})["results"].empty());
}

TEST_CASE("operations: what is given wrongly is told, and nothing is done") {
  Agent agent;
  const auto refusal = [&](const char* tool, const Json& arguments) {
    const Json result = agent.call(tool, arguments);
    CHECK(result["isError"] == true);
    return result["content"][0]["text"].get<std::string>();
  };
  CHECK(refusal("memory_search", Json::object()).find("query is missing") == 0);
  CHECK(refusal("memory_search", {{"query", 5}}).find("query is not text") == 0);
  CHECK(refusal("memory_search", {{"query", "a"}, {"maxResults", 0}}).find("maxResults") == 0);
  CHECK(refusal("memory_search", {{"query", "a"}, {"maxResults", 1.5}}).find("whole") !=
        std::string::npos);
  CHECK(refusal("memory_search", {{"query", "a"}, {"corpus", "web"}}).find("corpus") == 0);
  CHECK(refusal("memory_search", {{"query", "a"}, {"maxResult", 5}}).find("did you mean") !=
        std::string::npos);
  CHECK(refusal("memory_search", Json::array()).find("object") != std::string::npos);
  CHECK(refusal("memory_capture", {{"turns", Json::array({turn("robot", "hi")})}})
            .find("turns[0] role") == 0);
  CHECK(refusal("memory_capture", {{"turns", Json::array()}}).find("no turn") != std::string::npos);
  CHECK(refusal("memory_observe", {{"text", "a"}, {"at", "soon"}}).find("at is not a time") == 0);
  CHECK(refusal("memory_forget", Json::object()).size() > 0);
  SilentProgress silent;
  CHECK_FALSE(agent.offer().call("memory_nothing", Json::object(), silent));
  CHECK_FALSE(agent.offer().call("search", Json::object(), silent));
}

TEST_CASE("operations: no file outside the workspace is a resource") {
  Agent agent;
  std::ofstream(agent.outside("secret.md")) << "secret\n";
  std::filesystem::create_directories(agent.root() + "/memory");
  std::filesystem::create_symlink(agent.outside("secret.md"), agent.root() + "/memory/link.md");
  for (const char* uri :
       {"memory://../secret.md", "memory://memory/link.md", "memory:///etc/passwd",
        "memory://%2e%2e/secret.md", "memory://pyramid.yaml/../../secret.md",
        "memory://.git/config", "file:///etc/passwd", "memory://", ""}) {
    INFO(uri);
    CHECK_FALSE(agent.offer().read(uri));
    CHECK(agent.offer().state_of(uri).empty());
  }
  CHECK(agent.offer().read("memory://MEMORY.md"));
  const std::string before = agent.offer().state_of("memory://MEMORY.md");
  std::ofstream(agent.root() + "/MEMORY.md", std::ios::app) << "more\n";
  CHECK(agent.offer().state_of("memory://MEMORY.md") != before);
}

TEST_CASE("capture: a conversation goes on, given whole or in what is new, and once") {
  Agent agent;
  const Json first = turn("user", "My sister Ana lives in Porto.");
  const Json second = turn("assistant", "Good to know.");
  const Json third = turn("user", "I moved to Austin.");
  const auto capture_turns = [&](const Json& turns) {
    return agent.answer("memory_capture", {{"turns", turns}, {"conversation", "c"}});
  };
  const Json one = capture_turns({first, second});
  CHECK(one["turns_added"] == 2);
  CHECK(one["observations"].get<int>() >= 1);
  CHECK(capture_turns({first, second})["turns_added"] == 0);
  CHECK(capture_turns(Json::array({second}))["turns_added"] == 0);
  const Json grown = capture_turns({first, second, third});
  CHECK(grown["turns_added"] == 1);
  CHECK(grown["path"] == one["path"]);
  CHECK(capture_turns({third, turn("assistant", "When?")})["turns_added"] == 1);
  CHECK(capture_turns({first, second, third})["turns_added"] == 0);
  CHECK(capture_turns(Json::array({turn("user", "Last May.")}))["turns_added"] == 1);
  CHECK(agent.answer("memory_status", Json::object())["sessions"] == 1);
}

TEST_CASE("capture: words that were forgotten do not come back with the whole conversation") {
  Agent agent;
  const Json turns = {turn("user", "My sister Ana lives in Porto."), turn("assistant", "Good."),
                      turn("user", "I moved to Austin.")};
  agent.answer("memory_capture", {{"turns", turns}, {"conversation", "c"}});
  agent.answer("memory_forget", {{"match", "Austin"}});
  Json more = turns;
  more.push_back(turn("assistant", "Fine."));
  CHECK(agent.answer("memory_capture", {{"turns", more}, {"conversation", "c"}})["turns_added"] ==
        1);
  const Json found = agent.answer("memory_search", {{"query", "Austin"}, {"corpus", "all"}});
  CHECK(found.dump().find("Austin") == std::string::npos);
}

TEST_CASE("capture: several people and agents share a memory, each told apart") {
  Agent agent;
  std::ofstream(agent.root() + "/pyramid.yaml", std::ios::app) << "user_name: Mia\n";
  const auto capture_as = [&](const char* user, const char* with, const Json& turns) {
    return agent.answer("memory_capture", {{"turns", turns}, {"user", user}, {"agent", with}});
  };
  capture_as("Mia", "Coder",
             {turn("user", "I keep bees in the garden."), turn("assistant", "How many hives?")});
  capture_as(
      "Ana", "Coder",
      {turn("user", "I live in Porto with my bees."), turn("assistant", "Porto is lovely.")});
  capture_as("mia", "Cook", {turn("user", "I am allergic to peanuts."), turn("assistant", "Ok.")});
  agent.answer("memory_sync", Json::object());
  const auto found = [&](const std::vector<std::string>& sources) {
    std::string texts;
    for (const char* corpus : {"all", "sessions"}) {
      const Json answer = agent.answer(
          "memory_search",
          {{"query", "bees peanuts Porto allergic"}, {"source", sources}, {"corpus", corpus}});
      for (const Json& hit : answer["results"]) texts += hit["snippet"].get<std::string>() + " | ";
    }
    return texts;
  };
  const auto has = [](const std::string& all, const char* word) {
    return all.find(word) != std::string::npos;
  };
  const std::string mia = found({"user:MIA"}), ana = found({"user:ana"});
  INFO(mia << "\n" << ana);
  CHECK((has(mia, "garden") && has(mia, "peanuts") && !has(mia, "Porto")));
  CHECK((has(ana, "Porto") && !has(ana, "garden") && !has(ana, "peanuts")));
  const std::string both = found({"user:mia", "agent:coder"});
  CHECK((has(both, "garden") && !has(both, "peanuts") && !has(both, "Porto")));
  // What Ana says is hers, and none of it stands among Mia's.
  const Json memory = agent.answer("memory_get", {{"path", "MEMORY.md"}});
  CHECK_FALSE(has(memory["text"].get<std::string>().substr(
                      0, memory["text"].get<std::string>().find("## Other Models")),
                  "Porto"));
  CHECK(has(agent.answer("memory_get", {{"path", "models/ana.md"}})["text"], "Porto"));
  const Json recalled = agent.answer("memory_recall", {{"prompt", "Where do the bees live?"},
                                                       {"source", Json::array({"user:ana"})}});
  CHECK(has(recalled["text"], "Porto"));
  CHECK_FALSE(has(recalled["text"], "garden"));
}

TEST_CASE(
    "capture: another person in a conversation is told apart where nobody is named as the owner") {
  Agent agent;
  const auto capture_as = [&](const char* user, const Json& turns) {
    return agent.answer("memory_capture",
                        {{"turns", turns}, {"user", user}, {"conversation", "k1"}});
  };
  capture_as("Anton", Json::array({turn("user", "I own a boat.")}));
  const Json second = capture_as("Berta", Json::array({turn("user", "I own a car.")}));
  CHECK(second["turns_added"] == 1);
  CHECK(capture_as("Berta", Json::array({turn("user", "I own a car.")}))["turns_added"] == 0);
  agent.answer("memory_capture",
               {{"turns", Json::array({turn("user", "I own a bike.")})}, {"conversation", "k1"}});
  const std::string session =
      agent.answer("memory_get", {{"path", second["path"]}})["text"].get<std::string>();
  INFO(session);
  CHECK(session.find("\nuser: Anton\n") != std::string::npos);
  CHECK(session.find("<!-- other -->\nBerta: I own a car.") != std::string::npos);
  CHECK(session.find("Berta: I own a boat") == std::string::npos);
  CHECK(session.find("\nI own a bike.") != std::string::npos);
}

TEST_CASE("capture: a name is one scope, whatever its letters, and a blank one is none") {
  Agent agent;
  const std::vector<std::pair<std::string, std::string>> people = {
      {"🙂", "Nice"},        {"***", "Paris"},      {"Jürgen", "Bern"}, {"Jurgen", "Graz"},
      {"a.b@x.org", "Linz"}, {"a-b-x-org", "Wien"}, {"Mia Berg", "Ulm"}};
  for (const auto& [name, town] : people) {
    agent.answer("memory_capture",
                 {{"turns", Json::array({turn("user", ("I live in " + town + ".").c_str())})},
                  {"user", name}});
  }
  for (const auto& [name, town] : people) {
    const Json answer = agent.answer(
        "memory_search", {{"query", "live"}, {"corpus", "all"}, {"source", {"user:" + name}}});
    REQUIRE_FALSE(answer["results"].empty());
    for (const Json& hit : answer["results"]) {
      INFO(name << ": " << hit["snippet"]);
      CHECK(hit["snippet"].get<std::string>().find(town) != std::string::npos);
    }
  }
  CHECK(agent.call("memory_capture", {{"turns", Json::array({turn("user", "Hi.")})},
                                      {"user", " "}})["isError"] == true);
  CHECK(agent.call("memory_search", {{"query", "live"}, {"source", {"user:"}}})["isError"] == true);
}

TEST_CASE("operations: a model is a resource by its name, too") {
  Agent agent;
  std::filesystem::create_directories(agent.root() + "/models");
  std::ofstream(agent.root() + "/models/mia-berg.md")
      << "---\nid: 01KJMA0MG8Z6A1V8X2NQ7T5XBN\nkind: model\n---\n# Mia_Berg\n";
  for (const char* uri :
       {"memory://models/mia-berg", "memory://models/Mia_Berg", "memory://models/user"}) {
    INFO(uri);
    CHECK(agent.offer().read(uri));
  }
  CHECK_FALSE(agent.offer().read("memory://models/nobody"));
}

TEST_CASE("capture: a fact that two people tell is of both, in whatever order") {
  std::set<std::string> heads;
  for (const bool first : {true, false}) {
    Agent agent;
    for (const bool second : {false, true}) {
      const bool early = first != second;
      Json told = turn("user", "The garden gate is painted green.");
      told["at"] = early ? "2026-05-01T10:00:00Z" : "2026-05-02T10:00:00Z";
      agent.answer(
          "memory_capture",
          {{"turns", Json::array({told})}, {"user", early ? "Ana" : "Mia"}, {"agent", "Coder"}});
    }
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(agent.root() + "/observations")) {
      if (!entry.is_regular_file()) continue;
      std::ifstream file(entry.path());
      const std::string bytes{std::istreambuf_iterator<char>(file), {}};
      CHECK(bytes.find("tags:\n  - agent/coder\n  - user/ana\n  - user/mia\n") !=
            std::string::npos);
      heads.insert(bytes);
    }
  }
  CHECK(heads.size() == 1);
}
