#include "operations/graph_offer.hpp"

#include "pyramid/pyramid.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_directory.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <memory>
#include <string>

namespace graph_offer_test {

using namespace pyramid;
using namespace pyramid::operations;

namespace {

constexpr const char* kUri = "memory://knowledge-graph";

class Client {
 public:
  Client() {
    REQUIRE(init(environment_, directory_ / "memory"));
    offer_ = std::make_unique<GraphOffer>(environment_, WorkspaceOptions{root(), ""});
  }
  [[nodiscard]] std::string root() const { return directory_ / "memory"; }
  [[nodiscard]] const GraphOffer& offer() const { return *offer_; }
  Json call(const std::string& tool, const Json& arguments) {
    Result<Json> result = offer_->call(tool, arguments, silent_);
    REQUIRE(result);
    return *result;
  }
  Result<Json> ask(const std::string& tool) { return offer_->call(tool, {}, silent_); }

 private:
  test::TempDirectory directory_;
  std::unique_ptr<FileSystem> files_ = make_real_file_system();
  FixedClock clock_{*parse_time("2026-05-15T09:00:00Z")};
  SilentProgress silent_;
  Environment environment_{*files_, clock_, silent_};
  std::unique_ptr<GraphOffer> offer_;
};

Json entity(const char* name) {
  return {{"name", name}, {"entityType", "person"}, {"observations", {"Likes tea"}}};
}

}  // namespace

TEST_CASE("graph offer: an answer is a text of the list, and an object with it") {
  Client client;
  const Json made = client.call("create_entities", {{"entities", Json::array({entity("Mia")})}});
  CHECK(made["isError"] == false);
  CHECK(made["structuredContent"] == Json{{"entities", Json::array({entity("Mia")})}});
  CHECK(made["content"][0]["text"] == Json::array({entity("Mia")}).dump(2));
  const Json graph = client.call("read_graph", {});
  CHECK(graph["content"][0]["text"] == graph["structuredContent"].dump(2));
  const auto contents = client.offer().read(kUri);
  REQUIRE(contents);
  CHECK((*contents)[0]["text"] == graph["content"][0]["text"]);
}

TEST_CASE("graph offer: what does not fit is said of each place, and nothing is done") {
  Client client;
  const Json wrong =
      client.call("create_entities", {{"entities", Json::array({entity("Mia"), {{"name", 1}}})}});
  CHECK(wrong["isError"] == true);
  CHECK(wrong["content"][0]["text"] ==
        "MCP error -32602: Input validation error: Invalid arguments for tool create_entities: "
        "Invalid input: expected string, received number at entities[1].name\n"
        "Invalid input: expected string, received undefined at entities[1].entityType\n"
        "Invalid input: expected array, received undefined at entities[1].observations");
  CHECK(client.call("read_graph", {})["structuredContent"]["entities"].empty());
  const Json missing = client.call(
      "add_observations",
      {{"observations", Json::array({{{"entityName", "Q"}, {"contents", Json::array()}}})}});
  CHECK(missing["isError"] == true);
  CHECK(missing["content"][0]["text"] == "Entity with name Q not found");
  CHECK_FALSE(client.ask("memory_search"));
}

TEST_CASE("graph offer: its resource has another state once anybody changed it") {
  Client client;
  const std::string empty = client.offer().state_of(kUri);
  client.call("create_entities", {{"entities", Json::array({entity("Mia"), entity("Ana")})}});
  const std::string two = client.offer().state_of(kUri);
  CHECK(two != empty);
  CHECK(client.offer().state_of(kUri) == two);
  client.call(
      "create_relations",
      {{"relations", Json::array({{{"from", "x"}, {"to", "y"}, {"relationType", "knows"}}})}});
  const std::string related = client.offer().state_of(kUri);
  CHECK(related != two);
  std::ofstream(client.root() + "/models/mia.md", std::ios::app)
      << "\n## Relations\n- sister of [Ana](ana.md)\n";
  CHECK(client.offer().state_of(kUri) != related);
  CHECK(client.offer().state_of("memory://MEMORY.md").empty());
}

}  // namespace graph_offer_test
