// Any bytes as the body of a request over HTTP: an answer that is JSON, with a status that fits.
#include "protocol/json_rpc.hpp"
#include "serve/bridge.hpp"
#include "serve/endpoint.hpp"
#include "tests/fuzz/property.hpp"

#include <nlohmann/json.hpp>

#include <string>

using namespace pyramid;
using pyramid::fuzz::hold;
using pyramid::protocol::Json;

namespace {

class Nothing final : public protocol::Offer {
 public:
  [[nodiscard]] Info info() const override { return {"nothing", "", "1", ""}; }
  [[nodiscard]] Json tools() const override { return Json::array(); }
  [[nodiscard]] Json resources() const override { return Json::array(); }
  [[nodiscard]] Json resource_templates() const override { return Json::array(); }
  [[nodiscard]] Json prompts() const override { return Json::array(); }
  [[nodiscard]] Result<Json> call(const std::string&, const Json& given, Progress&) const override {
    return Json{{"content", Json::array()}, {"structuredContent", given}};
  }
  [[nodiscard]] Result<Json> read(const std::string&) const override {
    return fail(ErrorKind::kNotFound, "nothing");
  }
  [[nodiscard]] std::string state_of(const std::string&) const override { return {}; }
  [[nodiscard]] Result<Json> prompt(const std::string&, const Json&, Progress&) const override {
    return fail(ErrorKind::kNotFound, "nothing");
  }
};

// There is no workspace: what is well said is an error of its own.
void ask_bridge(const std::string& body) {
  const auto files = make_real_file_system();
  const SystemClock clock;
  SilentProgress silent;
  const operations::Call call{
      Environment{*files, clock, silent}, {"/nonexistent/memory", {}}, operations::View::kAgents};
  for (const serve::Route& route : serve::all_routes()) {
    const serve::Reply reply = serve::reply_to_call(call, route, body);
    const Json answer = Json::parse(reply.body, nullptr, false);
    hold(reply.status >= 400 && answer.is_object() && answer.contains("error"), "it is refused");
    const bool is_object = Json::parse(body, nullptr, false).is_object();
    hold(is_object || reply.status == 400, "what is no object is the client's mistake");
  }
}

// As the two eras send it; one that would stream is left to stream().
void ask_endpoint(const std::string& body) {
  const Nothing offer;
  serve::Endpoint endpoint(offer);
  serve::Posted posted;
  posted.body = R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":)"
                R"({"protocolVersion":"2025-11-25","capabilities":{}}})";
  const serve::Answered begun = endpoint.post(posted);
  hold(!begun.session.empty(), "a session begins");
  posted.body = body;
  posted.session = begun.session;
  posted.version = "2026-07-28";
  posted.method = "tools/call";
  posted.name = "x";
  const serve::Answered answered = endpoint.post(posted);
  if (answered.streams) {
    endpoint.stream(
        body, [](std::string_view event) { return event.ends_with("\n\n"); }, [] { return false; });
    return;
  }
  hold(answered.body.empty() == (answered.status == 202), "who asks is answered");
  if (answered.body.empty()) return;
  const Json answer = Json::parse(answered.body, nullptr, false);
  hold(answer.is_object() && answer.contains("jsonrpc"), "it is JSON-RPC");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string body(fuzz::text_of(data, size));
  ask_bridge(body);
  ask_endpoint(body);
  return 0;
}
