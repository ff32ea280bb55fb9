// Any bytes as a client's messages: answered in whole lines of JSON-RPC, and never the end of it.
#include "protocol/server.hpp"
#include "tests/fuzz/property.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>

using namespace pyramid;
using namespace pyramid::protocol;
using pyramid::fuzz::hold;

namespace {

class Nothing final : public Offer {
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

class Bytes final : public Channel {
 public:
  explicit Bytes(std::string_view in) : in_(in) {}
  std::size_t read(char* into, std::size_t most) override {
    const std::size_t count = std::min(most, in_.size());
    in_.copy(into, count);
    in_.remove_prefix(count);
    return count;
  }
  bool write(std::string_view bytes) override {
    hold(bytes.ends_with('\n') && std::count(bytes.begin(), bytes.end(), '\n') == 1,
         "a message is one line");
    const Json message = Json::parse(bytes, nullptr, false);
    hold(!message.is_discarded() && message.value("jsonrpc", "") == "2.0", "it is JSON-RPC");
    hold(message.contains("method") || message.contains("result") != message.contains("error"),
         "an answer is a result or an error");
    return true;
  }
  bool is_open() override { return true; }

 private:
  std::string_view in_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(fuzz::text_of(data, size));
  serve(Nothing(), bytes);
  return 0;
}
