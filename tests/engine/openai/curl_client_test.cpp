// libcurl against a server that does everything wrong which servers do.
#include "engine/openai/http.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/chat_server.hpp"

#include <atomic>

namespace curl_client_test {

using namespace pyramid;
using namespace pyramid::engine::openai;
using test::ChatServer;
using test::ServerCall;
using How = test::ServerReply::How;

namespace {

test::ServerReply hello(const ServerCall&) { return test::says("Hello."); }

HttpRequest request_to(const ChatServer& server) {
  HttpRequest request;
  request.url = server.base_url() + "/chat/completions";
  request.headers = {{"Authorization", "Bearer abc"}, {"Content-Type", "application/json"}};
  request.body = R"({"model":"small"})";
  return request;
}

bool never() { return false; }

Result<HttpResponse> post(const HttpRequest& request) {
  return make_curl_client({})->post(request, never);
}

}  // namespace

TEST_CASE("curl: a request arrives whole, its answer with status, headers and body") {
  ChatServer server(hello);
  server.next({test::refuses(429, "slow\ndown", {{"Retry-After", "7"}, {"X-Odd", " a: b "}})});
  const auto client = make_curl_client({});
  const auto refused = client->post(request_to(server), never);
  REQUIRE(refused);
  CHECK(refused->status == 429);
  CHECK(refused->body == "slow\ndown");
  CHECK(header_of(refused->headers, "retry-after") == "7");
  CHECK(header_of(refused->headers, "x-odd") == "a: b");
  CHECK_FALSE(header_of(refused->headers, "x-none"));
  const auto taken = client->post(request_to(server), never);
  REQUIRE(taken);
  CHECK(taken->status == 200);
  CHECK_FALSE(header_of(taken->headers, "retry-after"));
  REQUIRE(server.calls() == 2);
  const ServerCall call = server.received()[0];
  CHECK(call.path == "/v1/chat/completions");
  CHECK(call.header("authorization") == "Bearer abc");
  CHECK(call.header("user-agent").starts_with("pyramid/"));
  CHECK(call.body == R"({"model":"small"})");
}

TEST_CASE("curl: a large request and a large answer go through") {
  ChatServer server(
      [](const ServerCall& call) { return test::says(std::string(call.body.size(), 'x')); });
  HttpRequest request = request_to(server);
  request.body.assign(3'000'000, 'y');
  const auto response = post(request);
  REQUIRE(response);
  CHECK(response->body.size() > 3'000'000);
}

TEST_CASE("curl: a redirect is not followed, so that the key stays") {
  ChatServer server(hello);
  server.next({test::refuses(307, "", {{"Location", server.base_url() + "/other"}})});
  const auto response = post(request_to(server));
  REQUIRE(response);
  CHECK(response->status == 307);
  CHECK(server.calls() == 1);
}

TEST_CASE("curl: an answer that breaks off or never comes is a failure of the network") {
  ChatServer server(hello);
  server.next({test::goes_wrong(How::kCut), test::goes_wrong(How::kHangUp)});
  for (int i = 0; i < 2; ++i) {
    const auto response = post(request_to(server));
    REQUIRE_FALSE(response);
    CHECK(response.error().kind == ErrorKind::kEngine);
    CHECK(response.error().what == "broke off its answer");
  }
}

TEST_CASE("curl: nobody waits longer than the time-outs say") {
  ChatServer server(hello);
  server.next(
      {test::goes_wrong(How::kHang), test::goes_wrong(How::kHang), test::goes_wrong(How::kDrip)});
  HttpRequest request = request_to(server);
  request.timeouts.first_byte = Milliseconds(50);
  const auto no_first_byte = post(request);
  request = request_to(server);
  request.timeouts.whole = Milliseconds(200);
  for (const auto& response : {no_first_byte, post(request), post(request)}) {
    REQUIRE_FALSE(response);
    CHECK(response.error().kind == ErrorKind::kEngine);
    CHECK(response.error().what == "did not answer in time");
  }
}

TEST_CASE("curl: a server that is not there cannot be reached") {
  HttpRequest request;
  {
    const ChatServer gone(hello);
    request = request_to(gone);
  }
  const auto response = post(request);
  REQUIRE_FALSE(response);
  CHECK(response.error().kind == ErrorKind::kEngine);
  CHECK(response.error().what == "cannot be reached");
  request.url = "gopher://127.0.0.1/";
  CHECK(post(request).error().kind == ErrorKind::kUsage);
}

TEST_CASE("curl: Ctrl-C ends a call that hangs") {
  ChatServer server(hello);
  server.next({test::goes_wrong(How::kHang)});
  std::atomic<int> looks{0};
  const auto response = make_curl_client({})->post(request_to(server), [&] { return ++looks > 2; });
  REQUIRE_FALSE(response);
  CHECK(response.error().kind == ErrorKind::kCancelled);
}

}  // namespace curl_client_test
