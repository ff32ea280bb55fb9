// The answer to a call that asked for a stream.
#include "engine/openai/event_stream.hpp"

#include "engine/openai/wire.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/chat_server.hpp"

namespace event_stream_test {

using namespace pyramid::engine;
using namespace pyramid::engine::openai;
using namespace pyramid::test;

namespace {

struct Heard {
  std::string text;
  std::size_t parts = 0;
  pyramid::Result<ChatReply> reply;
};

// The body in pieces of so many bytes.
Heard heard_of(const std::string& body, std::size_t size) {
  std::string text;
  std::size_t parts = 0;
  EventStream stream([&](std::string_view part) {
    text += part;
    ++parts;
  });
  for (std::size_t at = 0; at < body.size(); at += size) {
    stream.take(std::string_view(body).substr(at, size));
  }
  CHECK(stream.has_told() == !text.empty());
  return {text, parts, stream.reply()};
}

}  // namespace

TEST_CASE("event stream: the reply is the same however its bytes are cut") {
  const std::string body = streams({"You live", " in Málaga", ", I\nbelieve."}, "length").body;
  for (const std::size_t size : {1UL, 2UL, 7UL, 64UL, body.size()}) {
    INFO(size);
    const Heard heard = heard_of(body, size);
    CHECK(heard.text == "You live in Málaga, I\nbelieve.");
    CHECK(heard.parts == 3);
    REQUIRE(heard.reply);
    CHECK(heard.reply->text == "You live in Málaga, I\nbelieve.");
    CHECK(heard.reply->cut);
    CHECK(heard.reply->tokens_in == 7);
    CHECK(heard.reply->tokens_out == 3);
  }
}

TEST_CASE("event stream: thoughts that a model writes out are not shown") {
  const Heard heard = heard_of(
      streams({"<th", "ink>\nWhere ", "does she live?", "</think>\n", "\nIn", " Porto."}).body, 5);
  CHECK(heard.text == "In Porto.");
  CHECK(heard.reply->text == "In Porto.");
  const Heard none = heard_of(streams({"<", "b>In Porto.</b>"}).body, 5);
  CHECK(none.text == "<b>In Porto.</b>");
}

TEST_CASE("event stream: one that breaks off, or ends with an error, is no reply") {
  const std::string whole = streams({"You live", " in Porto."}).body;
  const Heard cut = heard_of(whole.substr(0, whole.find("Porto")), 9);
  CHECK(cut.text == "You live");
  REQUIRE_FALSE(cut.reply);
  CHECK(cut.reply.error().kind == pyramid::ErrorKind::kEngine);
  const Heard failed = heard_of(whole.substr(0, whole.find("data: {\"choices\":[{\"delta\":{},")) +
                                    "data: {\"error\":{\"message\":\"overloaded\"}}\n\n",
                                9);
  REQUIRE_FALSE(failed.reply);
  CHECK(failed.reply.error().cause == "overloaded");
}

TEST_CASE("event stream: a refusal is one, and what is no event is passed over") {
  const Heard refused = heard_of(
      ": ping\r\n\r\nevent: message\r\n"
      "data: {\"choices\":[{\"delta\":{\"refusal\":\"I will not.\"},\"finish_reason\":\"stop\"}]}"
      "\r\n\r\ndata: nothing\r\n\r\ndata: [DONE]\r\n",
      3);
  REQUIRE(refused.reply);
  CHECK(refused.reply->refused);
  CHECK(refused.reply->text == "I will not.");
}

}  // namespace event_stream_test
