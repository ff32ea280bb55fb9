#include "protocol/server.hpp"

#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

using namespace pyramid;
using namespace pyramid::protocol;

namespace {

// One tool that answers, one that waits until it is told to stop.
class Everything final : public Offer {
 public:
  [[nodiscard]] Info info() const override { return {"everything", "All", "1.0", "Ask."}; }
  [[nodiscard]] Json tools() const override {
    return Json::array({{{"name", "echo"}, {"inputSchema", {{"type", "object"}}}}});
  }
  [[nodiscard]] Json resources() const override {
    return Json::array({{{"uri", "test://text"}, {"name", "text"}}});
  }
  [[nodiscard]] Json resource_templates() const override { return Json::array(); }
  [[nodiscard]] Json prompts() const override { return Json::array({{{"name", "greet"}}}); }
  [[nodiscard]] Result<Json> call(const std::string& tool, const Json& arguments,
                                  Progress& progress) const override {
    if (tool == "wait") {
      while (!progress.cancelled()) std::this_thread::yield();
    } else if (tool == "steps") {
      progress.begin("one", 2);
      progress.begin("two", 2);
    } else if (tool != "echo") {
      return fail(ErrorKind::kNotFound, "no such tool");
    }
    return Json{{"content", Json::array()}, {"structuredContent", arguments}, {"isError", false}};
  }
  [[nodiscard]] Result<Json> read(const std::string& uri) const override {
    if (uri != "test://text") return fail(ErrorKind::kNotFound, "no such resource");
    return Json::array({{{"uri", uri}, {"text", "hello"}}});
  }
  [[nodiscard]] std::string state_of(const std::string&) const override { return "same"; }
  [[nodiscard]] Result<Json> prompt(const std::string&, const Json&, Progress&) const override {
    return Json{{"messages", Json::array()}};
  }
};

class Script final : public Channel {
 public:
  explicit Script(std::string in) : in_(std::move(in)) {}
  std::size_t read(char* into, std::size_t most) override {
    const std::size_t count = std::min(most, in_.size() - at_);
    in_.copy(into, count, at_);
    at_ += count;
    return count;
  }
  bool write(std::string_view bytes) override {
    out += bytes;
    return true;
  }
  bool is_open() override { return open; }
  std::string out;
  bool open = true;

 private:
  std::string in_;
  std::size_t at_ = 0;
};

std::vector<Json> answers_to(const std::vector<std::string>& lines, bool open = true) {
  std::string in;
  for (const std::string& line : lines) in += line + "\n";
  Script script(in);
  script.open = open;
  serve(Everything(), script);
  std::vector<Json> answers;
  std::size_t begin = 0;
  for (std::size_t end = script.out.find('\n'); end != std::string::npos;
       begin = end + 1, end = script.out.find('\n', begin)) {
    answers.push_back(Json::parse(script.out.substr(begin, end - begin)));
  }
  REQUIRE(begin == script.out.size());  // nothing but whole lines
  return answers;
}

const Json& answer_with(const std::vector<Json>& answers, const Json& id) {
  const auto found = std::find_if(answers.begin(), answers.end(), [&](const Json& one) {
    return one.contains("id") && one["id"] == id;
  });
  REQUIRE(found != answers.end());
  return *found;
}

std::string modern(const Json& id, const std::string& method, Json params = Json::object()) {
  params["_meta"]["io.modelcontextprotocol/protocolVersion"] = "2026-07-28";
  params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = Json::object();
  return Json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}.dump();
}

std::string legacy(const Json& id, const std::string& method, Json params = Json::object()) {
  return Json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}.dump();
}

std::string initialize(const std::string& version = "2025-11-25") {
  return legacy(0, "initialize", {{"protocolVersion", version}, {"capabilities", Json::object()}});
}

}  // namespace

TEST_CASE("mcp: a client of 2026-07-28 is answered without a session") {
  const auto answers = answers_to(
      {modern("d", "server/discover"), modern(1, "tools/list"), modern(2, "resources/list"),
       modern(3, "resources/read", {{"uri", "test://text"}}), modern(4, "prompts/list"),
       modern(5, "tools/call", {{"name", "echo"}, {"arguments", {{"a", 1}}}})});
  REQUIRE(answers.size() == 6);
  for (const Json& one : answers) {
    CHECK(one["result"]["resultType"] == "complete");
    CHECK(one["result"]["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "everything");
  }
  CHECK(answer_with(answers, "d")["result"]["supportedVersions"] == Json{"2026-07-28"});
  for (const Json& id : {Json("d"), Json(1), Json(2), Json(3), Json(4)}) {
    CHECK(answer_with(answers, id)["result"]["ttlMs"].is_number_integer());
    CHECK(answer_with(answers, id)["result"]["cacheScope"] == "private");
  }
  CHECK(answer_with(answers, 5)["result"]["structuredContent"] == Json{{"a", 1}});
}

TEST_CASE("mcp: a client of before begins with initialize") {
  const auto answers =
      answers_to({legacy(9, "tools/list"), legacy(8, "ping"), initialize("2025-06-18"),
                  R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
                  legacy(1, "tools/list"), legacy(2, "resources/read", {{"uri", "test://no"}}),
                  legacy(3, "resources/subscribe", {{"uri", "test://text"}})});
  CHECK(answer_with(answers, 9)["error"]["code"] == kInvalidParams);
  CHECK(answer_with(answers, 8)["result"] == Json::object());
  CHECK(answer_with(answers, 0)["result"]["protocolVersion"] == "2025-06-18");
  CHECK(answer_with(answers, 1)["result"].size() == 1);  // nothing of the newer era
  CHECK(answer_with(answers, 2)["error"]["code"] == kNoSuchResource);
  CHECK(answer_with(answers, 3)["result"] == Json::object());
  CHECK(answer_with(answers_to({initialize("1999-01-01")}), 0)["result"]["protocolVersion"] ==
        "2025-11-25");
}

TEST_CASE("mcp: what the newer revision took away is no method of it") {
  for (const char* method : {"ping", "initialize", "resources/subscribe", "logging/setLevel"}) {
    INFO(method);
    CHECK(answer_with(answers_to({modern(1, method)}), 1)["error"]["code"] == kNoSuchMethod);
  }
  std::string other = modern(1, "tools/list");
  other.replace(other.find("2026-07-28"), 10, "2031-01-01");
  const Json refused = answer_with(answers_to({other}), 1);
  CHECK(refused["error"]["code"] == kUnsupportedVersion);
  CHECK(refused["error"]["data"] ==
        Json{{"supported", {"2026-07-28"}}, {"requested", "2031-01-01"}});
  const Json missing =
      answer_with(answers_to({modern(1, "resources/read", {{"uri", "test://no"}})}), 1);
  CHECK(missing["error"]["code"] == kInvalidParams);
  CHECK(missing["error"]["data"]["uri"] == "test://no");
}

TEST_CASE("mcp: whatever comes in is answered, and the next request too") {
  const std::vector<std::string> hostile = {
      "garbage",
      "{",
      "[]",
      "42",
      "null",
      "\xff\xfe",
      R"({"jsonrpc":"2.0","id":1})",
      R"({"jsonrpc":"2.0","id":1,"method":5})",
      R"({"jsonrpc":"1.0","id":1,"method":"ping"})",
      R"({"jsonrpc":"2.0","id":{},"method":"ping"})",
      R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[1]})",
      R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":7}})",
      R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])",
      std::string(200'000, '['),
      R"({"jsonrpc":"2.0","id":1,"method":"ping","params":)" + std::string(5000, '[') +
          std::string(5000, ']') + "}",
      modern(1, "tools/call"),
      modern(1, "tools/call", {{"name", 5}}),
      modern(1, "tools/call", {{"name", "nothing"}}),
      modern(1, "no/such"),
      modern(1, "tools/list", {{"cursor", "x"}}),
      modern(1, "subscriptions/listen", {{"notifications", {{"resourceSubscriptions", "x"}}}}),
  };
  for (const std::string& line : hostile) {
    INFO(line.substr(0, 80));
    const auto answers = answers_to({line, "", modern("after", "tools/list")});
    CHECK(answers.size() == 2);
    CHECK(std::count_if(answers.begin(), answers.end(),
                        [](const Json& one) { return one.contains("error"); }) == 1);
    CHECK(answer_with(answers, "after").contains("result"));
  }
}

TEST_CASE("mcp: several requests in a list are answered in one, by who speaks 2025-03-26") {
  const std::string list = "[" + legacy(1, "ping") + "," +
                           legacy(2, "tools/call", {{"name", "echo"}, {"arguments", {{"a", 1}}}}) +
                           R"(,{"jsonrpc":"2.0","method":"notifications/initialized"},7,)" +
                           legacy(3, "initialize", {{"protocolVersion", "2025-03-26"}}) + "," +
                           legacy(4, "no/such") + "]";
  const auto answers = answers_to({initialize("2025-03-26"), list, "[]",
                                   R"([{"jsonrpc":"2.0","method":"notifications/initialized"}])",
                                   legacy(5, "ping")});
  REQUIRE(answers.size() == 4);
  const auto lists =
      std::find_if(answers.begin(), answers.end(), [](const Json& one) { return one.is_array(); });
  REQUIRE(lists != answers.end());
  const std::vector<Json> of_list(lists->begin(), lists->end());
  CHECK(of_list.size() == 5);
  CHECK(answer_with(of_list, 1)["result"] == Json::object());
  CHECK(answer_with(of_list, 2)["result"]["structuredContent"] == Json{{"a", 1}});
  CHECK(answer_with(of_list, nullptr)["error"]["code"] == kInvalidRequest);
  CHECK(answer_with(of_list, 3)["error"]["code"] == kInvalidRequest);
  CHECK(answer_with(of_list, 4)["error"]["code"] == kNoSuchMethod);
  CHECK(answer_with(answers, nullptr)["error"]["code"] == kInvalidRequest);  // of `[]`
  CHECK(answer_with(answers, 5).contains("result"));

  const auto newer = answers_to({initialize(), list});
  REQUIRE(newer.size() == 2);
  CHECK(answer_with(newer, nullptr)["error"]["code"] == kInvalidRequest);
}

TEST_CASE("mcp: a message of 20 MB is one, and one of 70 MB is refused") {
  const Json arguments = {{"text", std::string(20'000'000, 'x')}};
  const auto large =
      answers_to({modern(1, "tools/call", {{"name", "echo"}, {"arguments", arguments}})});
  CHECK(answer_with(large, 1)["result"]["structuredContent"]["text"].get<std::string>().size() ==
        20'000'000);
  const auto larger = answers_to({std::string(70'000'000, 'x'), modern(2, "tools/list")});
  CHECK(larger.front()["error"]["code"] == kInvalidRequest);
  CHECK(answer_with(larger, 2).contains("result"));
}

TEST_CASE("mcp: an id that is under way is refused, and a call that was cancelled gets no reply") {
  const auto answers = answers_to(
      {modern(1, "tools/call", {{"name", "wait"}}), modern(1, "tools/list"),
       R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})"});
  REQUIRE(answers.size() == 1);
  CHECK(answers.front()["id"].is_null());
  CHECK(answers.front()["error"]["code"] == kInvalidRequest);
}

TEST_CASE("mcp: a client that vanished ends what it had asked for") {
  CHECK(answers_to({modern(1, "tools/call", {{"name", "wait"}})}, false).empty());
}

TEST_CASE("mcp: a call tells its progress, in numbers that grow, to who gave a token") {
  Json params = {{"name", "steps"}, {"_meta", {{"progressToken", "p"}}}};
  const auto answers = answers_to({modern(1, "tools/call", params)});
  REQUIRE(answers.size() == 3);
  CHECK(answers[0]["method"] == "notifications/progress");
  CHECK(answers[0]["params"]["progressToken"] == "p");
  CHECK(answers[0]["params"]["progress"] < answers[1]["params"]["progress"]);
  CHECK(answers_to({modern(1, "tools/call", {{"name", "steps"}})}).size() == 1);
}

TEST_CASE("mcp: more resources than can be looked at all the time are refused") {
  Json uris = Json::array();
  for (int i = 0; i <= 1000; ++i) uris.push_back("test://" + std::to_string(i));
  const auto answers =
      answers_to({modern(7, "subscriptions/listen",
                         {{"notifications", {{"resourceSubscriptions", std::move(uris)}}}})});
  REQUIRE(answers.size() == 1);
  CHECK(answers[0]["error"]["code"] == -32602);
}

TEST_CASE("mcp: a subscription is acknowledged with what it will tell, and stays open") {
  const auto answers = answers_to(
      {modern(7, "subscriptions/listen",
              {{"notifications",
                {{"toolsListChanged", true}, {"resourceSubscriptions", {"test://text"}}}}})});
  REQUIRE(answers.size() == 1);
  CHECK(answers[0]["method"] == "notifications/subscriptions/acknowledged");
  CHECK(answers[0]["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"] == 7);
  CHECK(answers[0]["params"]["notifications"] == Json{{"resourceSubscriptions", {"test://text"}}});
}
