// `pyramid chat`, as a person types it.
#include "tests/cli/program.hpp"
#include "tests/support/chat_server.hpp"
#include "tests/support/tree.hpp"

#include <algorithm>

namespace chat_test {

using namespace pyramid::test;
using Json = nlohmann::json;

namespace {

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}
bool is_chat(const ServerCall& call) { return holds(call.body, "You talk with a person"); }

// Whether what the person said is with the last message of a call.
bool asks(const ServerCall& call, const std::string& words) {
  return is_chat(call) && Json::parse(call.body)["messages"].back()["content"] == words;
}

struct Talk {
  explicit Talk(const ChatServer::Model& model)
      : server([model](const ServerCall& call) {
          return is_chat(call) ? model(call) : answer_by_rules(call);
        }) {
    program.init();
    program.environment = {{"OPENAI_API_KEY", "sk-test"}};
    program.write(program.inside("pyramid.yaml"),
                  "engine: openai\nbase_url: " + server.base_url() + "\n");
  }
  ProcessResult say(const std::string& lines, std::vector<std::string> more = {}) {
    program.input = lines;
    more.insert(more.begin(), "chat");
    return program.in_workspace(more);
  }
  [[nodiscard]] std::vector<std::string> sessions() const {
    return names_below(program.inside("sessions"));
  }

  ChatServer server;
  Program program;
};

ServerReply short_answer(const ServerCall&) { return streams({"All", " right."}); }

}  // namespace

TEST_CASE("chat: the model is told what memory knows and what was said before, and streams") {
  Talk talk(short_answer);
  REQUIRE(talk.program.in_workspace({"observe", "User keeps bees in Graz."}).exit_code == 0);
  const ProcessResult said = talk.say("Where are my bees?\nAnd since when?\n");
  INFO(said.err);
  CHECK(said.exit_code == 0);
  CHECK(said.out == "All right.\nAll right.\n");
  std::vector<ServerCall> turns = talk.server.received();
  std::erase_if(turns, [](const ServerCall& call) { return !is_chat(call); });
  REQUIRE(turns.size() == 2);
  const Json second = Json::parse(turns[1].body);
  CHECK(second["stream"] == true);
  CHECK(holds(Json::parse(turns[0].body)["messages"][0]["content"], "bees in Graz"));
  REQUIRE(second["messages"].size() == 4);
  CHECK(second["messages"][1]["content"] == "Where are my bees?");
  CHECK(second["messages"][2] == Json{{"role", "assistant"}, {"content", "All right."}});
  CHECK(second["messages"][3]["content"] == "And since when?");
}

TEST_CASE("chat: what was said is one conversation of the memory, and its facts are noted") {
  Talk talk(short_answer);
  REQUIRE(talk.say("I moved to Lisbon.\nThank you.\n").exit_code == 0);
  REQUIRE(talk.sessions().size() == 1);
  const std::string session = bytes_of(talk.program.inside("sessions/" + talk.sessions().front()));
  CHECK(holds(session, "I moved to Lisbon."));
  CHECK(holds(session, "Thank you."));
  CHECK(holds(session, "^t4"));
  CHECK(holds(talk.program.in_workspace({"list"}).out, "Lisbon"));
  CHECK(talk.program.in_workspace({"check"}).exit_code == 0);
}

TEST_CASE("chat: with its id a conversation goes on where it ended") {
  Talk talk(short_answer);
  REQUIRE(talk.say("I moved to Lisbon.\n", {"--conversation", "house"}).exit_code == 0);
  REQUIRE(talk.say("The flat is in Alfama.\n", {"--conversation", "house"}).exit_code == 0);
  REQUIRE(talk.sessions().size() == 1);
  CHECK(holds(bytes_of(talk.program.inside("sessions/" + talk.sessions().front())), "^t4"));
}

TEST_CASE("chat: a private one is not kept") {
  Talk talk(short_answer);
  REQUIRE(talk.say("I moved to Lisbon.\n", {"--private"}).exit_code == 0);
  CHECK(talk.sessions().empty());
  CHECK_FALSE(holds(talk.program.in_workspace({"list"}).out, "Lisbon"));
}

TEST_CASE("chat: its commands show what memory has, and bring it up to date") {
  Talk talk(short_answer);
  REQUIRE(talk.program.in_workspace({"observe", "User keeps bees in Graz."}).exit_code == 0);
  const ProcessResult said = talk.say(
      "/help\nWhere are my bees?\n/why\n/memories\n/memories bees\n/save\n/tree\n"
      "/why MEMORY.md\n/nonsense\n/quit\nnever said\n");
  INFO(said.out << said.err);
  CHECK(holds(said.out, "/save  "));
  CHECK(holds(said.out, "observations/"));  // what the answer was told
  CHECK(holds(said.out, "bees in Graz"));
  CHECK(holds(said.out, "models written") + holds(said.out, "section") > 0);
  CHECK(holds(bytes_of(talk.program.inside("MEMORY.md")), "Graz"));
  CHECK(holds(said.err, "no such command: /nonsense"));
  CHECK_FALSE(holds(bytes_of(talk.program.inside("sessions/" + talk.sessions().front())), "never"));
}

TEST_CASE("chat: what got no answer is said, and can be said again") {
  Talk talk([](const ServerCall& call) {
    return asks(call, "first") ? refuses(400, R"({"error":{"message":"no"}})") : short_answer(call);
  });
  const ProcessResult said = talk.say("first\nsecond\n");
  CHECK(said.exit_code == 4);
  CHECK(said.out == "All right.\n");
  CHECK(holds(said.err, "answered with an error (400)"));
  REQUIRE(talk.sessions().size() == 1);
  CHECK_FALSE(holds(bytes_of(talk.program.inside("sessions/" + talk.sessions().front())), "first"));
}

TEST_CASE("chat: an answer of which something was heard is not asked for again") {
  Talk talk([](const ServerCall&) {
    ServerReply reply = streams({"You live", " in Porto."});
    reply.how = ServerReply::How::kCut;
    return reply;
  });
  const ProcessResult said = talk.say("Where do I live?\n", {"--private"});
  INFO(said.out << said.err);
  CHECK(said.exit_code == 4);
  CHECK(holds(said.err, "broke off its answer"));
  CHECK(talk.server.calls() <= 2);  // one of them asks what the server can do
}

TEST_CASE("chat: a server that does not stream is heard all the same") {
  Talk talk([](const ServerCall&) { return says("In Porto."); });
  CHECK(talk.say("Where do I live?\n", {"--private"}).out == "In Porto.\n");
  const ProcessResult json = talk.say("Where do I live?\n", {"--private", "--json"});
  CHECK(Json::parse(json.out)["text"] == "In Porto.");
}

TEST_CASE("chat: with the built-in engine each line asks what memory knows") {
  Program program;
  program.init();
  REQUIRE(program.in_workspace({"observe", "User keeps bees in Graz."}).exit_code == 0);
  program.input = "bees\n";
  const ProcessResult said = program.in_workspace({"chat"});
  INFO(said.err);
  CHECK(said.exit_code == 0);
  CHECK(holds(said.out, "bees in Graz"));
  CHECK(names_below(program.inside("sessions")).empty());
}

}  // namespace chat_test
