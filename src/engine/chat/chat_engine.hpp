// An engine that asks a language model, by prompts that anyone can read and change.
//
// What the model answers is checked before it counts: turns and models exist, an observation is one
// sentence that says something, a text keeps to its budget. Text of the memory stands in the
// request between marks that it cannot hold itself, so it cannot end them (law 11).
#pragma once

#include "engine/chat/chat_model.hpp"
#include "engine/chat/prompts.hpp"
#include "engine/engine.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace pyramid::engine {

// Facts that a model took from turns that do not say them.
struct Unheld {
  struct Fact {
    std::string text, reason;
  };
  std::string recipe;
  std::size_t facts = 0;      // in both tries
  std::vector<Fact> dropped;  // those that are in no answer
};
// With a stretch of the conversation that they are of; called from several threads at once.
using ToldUnheld = std::function<void(const format::Conversation&, Unheld)>;

struct ChatOptions {
  Prompts prompts = default_prompts();
  bool importance = true;  // whether observations are to be rated from 1 to 10
  Price price;             // what the model costs; the prompts are added
  ToldUnheld told_unheld = {};
};

// Borrows `model`, which must outlive the engine. Its failures are passed on; an answer that cannot
// be understood is asked for once more, then kEngine.
std::unique_ptr<TextEngine> make_chat_engine(ChatModel& model, ChatOptions options = {});
// The same over a model of its own.
std::unique_ptr<TextEngine> make_chat_engine(std::unique_ptr<ChatModel> model,
                                             ChatOptions options = {});

}  // namespace pyramid::engine
