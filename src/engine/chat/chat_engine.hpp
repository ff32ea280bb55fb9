// An engine that asks a language model, by prompts that anyone can read and change.
//
// What the model answers is checked before it counts: turns and models exist, an observation is one
// sentence that says something, a text keeps to its budget. Text of the memory stands in the
// request between marks that it cannot hold itself, so it cannot end them (law 11).
#pragma once

#include "engine/chat/chat_model.hpp"
#include "engine/chat/prompts.hpp"
#include "engine/engine.hpp"

#include <memory>

namespace pyramid::engine {

struct ChatOptions {
  Prompts prompts = default_prompts();
  bool importance = true;  // whether observations are to be rated from 1 to 10
  Price price;             // what the model costs; the prompts are added
};

// Borrows `model`, which must outlive the engine. Its failures are passed on; an answer that cannot
// be understood is asked for once more, then kEngine.
std::unique_ptr<TextEngine> make_chat_engine(ChatModel& model, ChatOptions options = {});
// The same over a model of its own.
std::unique_ptr<TextEngine> make_chat_engine(std::unique_ptr<ChatModel> model,
                                             ChatOptions options = {});

}  // namespace pyramid::engine
