// A server that offers what the official conformance suite asks for, over our protocol and HTTP.
// Serves at a port of its own and prints its address, until its input ends.
#include "serve/http_server.hpp"

#include <nlohmann/json.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <map>
#include <string>
#include <thread>
#include <utility>

using namespace pyramid;
using protocol::Json;

namespace {

constexpr const char* kPicture =  // one red pixel
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg"
    "==";
constexpr const char* kSound = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

Json text(const std::string& said) { return {{"type", "text"}, {"text", said}}; }
Json picture() { return {{"type", "image"}, {"data", kPicture}, {"mimeType", "image/png"}}; }
Json embedded(const std::string& uri, const std::string& type, const std::string& said) {
  return {{"type", "resource"}, {"resource", {{"uri", uri}, {"mimeType", type}, {"text", said}}}};
}

using Contents = std::map<std::string, Json>;

const Contents& answers() {
  static const Contents all = {
      {"test_simple_text", Json::array({text("This is a simple text response for testing.")})},
      {"test_image_content", Json::array({picture()})},
      {"test_audio_content",
       Json::array({{{"type", "audio"}, {"data", kSound}, {"mimeType", "audio/wav"}}})},
      {"test_embedded_resource", Json::array({embedded("test://embedded-resource", "text/plain",
                                                       "This is an embedded resource content.")})},
      {"test_multiple_content_types",
       Json::array({text("Multiple content types test:"), picture(),
                    embedded("test://mixed-content-resource", "application/json",
                             R"({"test":"data","value":123})")})},
      {"test_error_handling",
       Json::array({text("This tool intentionally returns an error for testing")})},
      {"test_tool_with_progress", Json::array({text("Done in three steps.")})},
      // A client has nothing sent that it did not ask for.
      {"test_logging_tool", Json::array({text("Nothing was logged.")})},
      {"test_streaming_elicitation", Json::array({text("Nothing was asked.")})}};
  return all;
}

Json message(Json content) { return {{"role", "user"}, {"content", std::move(content)}}; }

std::string argument(const Json& arguments, const char* name) {
  return arguments.is_object() ? arguments.value(name, "") : "";
}

class Everything final : public protocol::Offer {
 public:
  [[nodiscard]] Info info() const override {
    return {"everything", "Everything", "1.0.0", "Call anything."};
  }
  [[nodiscard]] Json tools() const override {
    Json list = Json::array();
    for (const auto& [name, content] : answers()) {
      list.push_back({{"name", name},
                      {"description", "Answers the conformance suite"},
                      {"inputSchema", {{"type", "object"}}}});
    }
    return list;
  }
  [[nodiscard]] Json resources() const override {
    const auto one = [](const char* name, const char* type) {
      return Json{{"uri", std::string("test://") + name}, {"name", name}, {"mimeType", type}};
    };
    return Json::array({one("static-text", "text/plain"), one("static-binary", "image/png"),
                        one("watched-resource", "text/plain")});
  }
  [[nodiscard]] Json resource_templates() const override {
    return Json::array({{{"uriTemplate", "test://template/{id}/data"},
                         {"name", "template"},
                         {"mimeType", "application/json"}}});
  }
  [[nodiscard]] Json prompts() const override {
    const auto required = [](const char* name) {
      return Json{{"name", name}, {"description", "Goes into the text"}, {"required", true}};
    };
    const auto one = [](const char* name, Json arguments) {
      return Json{{"name", name},
                  {"description", "Answers the conformance suite"},
                  {"arguments", std::move(arguments)}};
    };
    return Json::array(
        {one("test_simple_prompt", Json::array()),
         one("test_prompt_with_arguments", Json::array({required("arg1"), required("arg2")})),
         one("test_prompt_with_embedded_resource", Json::array({required("resourceUri")})),
         one("test_prompt_with_image", Json::array())});
  }

  [[nodiscard]] Result<Json> call(const std::string& tool, const Json&,
                                  Progress& progress) const override {
    const auto found = answers().find(tool);
    if (found == answers().end()) return fail(ErrorKind::kNotFound, "no such tool: " + tool);
    if (tool == "test_tool_with_progress") {
      for (const char* step : {"first", "second", "third"}) {
        progress.begin(step, 1);
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
      }
    }
    return Json{{"content", found->second}, {"isError", tool == "test_error_handling"}};
  }

  [[nodiscard]] Result<Json> read(const std::string& uri) const override {
    constexpr std::string_view kBefore = "test://template/", kBehind = "/data";
    Json one = {{"uri", uri}, {"mimeType", "text/plain"}};
    if (uri == "test://static-text") {
      one["text"] = "This is the content of the static text resource.";
    } else if (uri == "test://watched-resource") {
      one["text"] = "Watched.";
    } else if (uri == "test://static-binary") {
      one["mimeType"] = "image/png";
      one["blob"] = kPicture;
    } else if (uri.starts_with(kBefore) && uri.ends_with(kBehind)) {
      const std::string id =
          uri.substr(kBefore.size(), uri.size() - kBefore.size() - kBehind.size());
      one["mimeType"] = "application/json";
      one["text"] = Json{{"id", id}, {"templateTest", true}, {"data", "Data for ID: " + id}}.dump();
    } else {
      return fail(ErrorKind::kNotFound, "no such resource: " + uri);
    }
    return Json::array({one});
  }
  [[nodiscard]] std::string state_of(const std::string&) const override { return "same"; }

  [[nodiscard]] Result<Json> prompt(const std::string& name, const Json& arguments,
                                    Progress&) const override {
    Json messages = Json::array();
    if (name == "test_simple_prompt") {
      messages.push_back(message(text("This is a simple prompt for testing.")));
    } else if (name == "test_prompt_with_arguments") {
      messages.push_back(
          message(text("Prompt with arguments: arg1='" + argument(arguments, "arg1") + "', arg2='" +
                       argument(arguments, "arg2") + "'")));
    } else if (name == "test_prompt_with_embedded_resource") {
      messages.push_back(message(embedded(argument(arguments, "resourceUri"), "text/plain",
                                          "Embedded resource content for testing.")));
      messages.push_back(message(text("Please process the embedded resource above.")));
    } else if (name == "test_prompt_with_image") {
      messages.push_back(message(picture()));
      messages.push_back(message(text("Please analyze the image above.")));
    } else {
      return fail(ErrorKind::kNotFound, "no such prompt: " + name);
    }
    return Json{{"messages", messages}};
  }
};

}  // namespace

int main() {
  const Everything everything;
  std::atomic<bool> stops = false;
  std::thread input([&stops] {
    while (std::getchar() != EOF) {
    }
    stops = true;
  });
  const auto ready = [](int port) {
    std::printf("http://127.0.0.1:%d/mcp\n", port);
    std::fflush(stdout);
  };
  serve::Serving serving{everything, {"127.0.0.1", 0}, ""};
  serving.at_once = serving.a_second = 100'000;  // as fast as the suite asks
  const Status served = serve::serve_http(serving, ready, stops);
  input.join();
  return served ? 0 : 1;
}
