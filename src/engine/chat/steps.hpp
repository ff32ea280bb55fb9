// The steps of the chat engine, each a function of its request. Failures are the model's.
#pragma once

#include "engine/chat/chat_engine.hpp"
#include "engine/chat/chat_model.hpp"
#include "engine/engine.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::chat {

// `instructions`: the step's prompt. Each fact is held against the turns (holding.hpp); what they
// do not say is asked for once more, then left out, and `tell` is called.
Result<std::vector<Extracted>> extract(ChatModel& model, std::string_view instructions,
                                       const ExtractRequest& request, bool importance,
                                       const std::function<void(Unheld)>& tell);
Result<Assignments> assign(ChatModel& model, std::string_view instructions,
                           const AssignRequest& request);
// What is missing or cannot be used is asked for once more, told why.
Result<Judgements> judge(ChatModel& model, std::string_view instructions,
                         const JudgeRequest& request);
Result<std::string> summarise(ChatModel& model, std::string_view instructions,
                              const SummariseRequest& request);
Result<std::string> synthesise(ChatModel& model, std::string_view instructions,
                               const SynthesiseRequest& request);
Result<std::string> describe(ChatModel& model, std::string_view instructions,
                             const DescribeRequest& request);
Result<std::string> answer(ChatModel& model, std::string_view instructions,
                           const AnswerRequest& request);

// Whether a sentence says something of the world: not that somebody talked ("User asked about
// hotels."), and not next to nothing ("User shared information.").
bool says_something(std::string_view sentence);

}  // namespace pyramid::engine::chat
