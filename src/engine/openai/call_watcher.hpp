// Who is told of every call that leaves the machine, and may forbid it.
#pragma once

#include "engine/chat/chat_model.hpp"
#include "engine/openai/http.hpp"
#include "pyramid/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace pyramid::engine::openai {

// Of the calls that find out what a server can do.
inline constexpr const char* kProbeRecipe = "probe";

// One call with its retries.
struct CallRecord {
  std::string recipe;  // kProbeRecipe: a question about the server itself
  bool sent = false;   // something left the machine
  bool answered = false;
  int status = 0;   // of the last answer; 0: there was none
  int retries = 0;  // tries after the first one
  // As the server counts them; of one that does not, four bytes a token. `cached` are some of `in`.
  std::size_t tokens_in = 0, tokens_cached = 0, tokens_out = 0;
  bool estimated = false;  // the server did not count all of these
  Milliseconds took{0};    // the last try
  bool batch = false;      // its answer came in a batch
};

// Puts the tokens of an answered call into its record: as the server counted them, else by the rule
// of thumb; `tokens_asked` is what the question holds by that.
void count_tokens(CallRecord& record, const ChatReply& reply, std::size_t tokens_asked);

// Thread rule: all methods may be called from several threads at once.
class CallWatcher {
 public:
  virtual ~CallWatcher() = default;
  // Before a call with this recipe that asks in about so many tokens; a failure is the call's, and
  // nothing is sent. May wait until calls under way have ended. After success ended() follows with
  // what this gave, which is the watcher's own: what it set aside for the call.
  virtual Result<double> may_begin(std::string_view recipe, std::size_t tokens_asked) = 0;
  virtual void ended(const CallRecord& record, double set_aside) = 0;
  // Why there is another try: the status, 0 where no answer came; and when.
  virtual void retried(const CallRecord& record, Milliseconds wait) = 0;
};

}  // namespace pyramid::engine::openai
