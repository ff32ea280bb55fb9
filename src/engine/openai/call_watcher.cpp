#include "engine/openai/call_watcher.hpp"

#include "engine/tokens.hpp"

namespace pyramid::engine::openai {

void count_tokens(CallRecord& record, const ChatReply& reply, std::size_t tokens_asked) {
  std::size_t bytes = reply.text.size();
  for (const ToolCall& call : reply.calls) bytes += call.arguments.size();
  record.tokens_in = reply.tokens_in > 0 ? reply.tokens_in : tokens_asked;
  record.tokens_cached = reply.tokens_cached;
  record.tokens_out = reply.tokens_out > 0 ? reply.tokens_out : tokens_of(bytes);
  record.estimated = reply.tokens_in == 0 || record.tokens_out > reply.tokens_out;
}

}  // namespace pyramid::engine::openai
