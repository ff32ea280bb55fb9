// Any bytes as what a host hands to a hook: read or left alone, and answered in the host's own
// form.
#include "hosts/hook.hpp"
#include "protocol/json_rpc.hpp"
#include "tests/fuzz/property.hpp"

#include <nlohmann/json.hpp>

#include <string>

using namespace pyramid;
using pyramid::fuzz::hold;
using pyramid::protocol::Json;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = fuzz::text_of(data, size);
  const std::optional<hosts::HookInput> input = hosts::read_hook_input(bytes);
  const Json said = Json::parse(bytes, nullptr, false);
  hold(!input || said.is_object(), "only an object is taken");
  if (input) {
    hold(input->transcript.empty() || input->transcript.front() == '/', "a transcript has a place");
  }
  for (const char* host : {"claude-code", "codex", "gemini", "cursor"}) {
    for (const hosts::HookEvent& event : hosts::events_of_host(host)) {
      hold(hosts::find_event(host, event.name).has_value(), "a host's own name is known");
      const std::string answer = hosts::hook_answer(host, event, std::string(bytes));
      hold(answer.empty() == (bytes.empty() || !event.takes_context), "context goes where it may");
      if (answer.empty()) continue;
      hold(answer.find('\n') == answer.size() - 1, "an answer is one line");
      hold(Json::parse(answer, nullptr, false).is_object(), "an answer is JSON");
    }
    static_cast<void>(hosts::find_event(host, bytes));
  }
  return 0;
}
