// An engine that asks nothing twice: what it has answered is found again by the request.
#pragma once

#include "base/digest.hpp"
#include "engine/engine.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace pyramid::engine {

// Keeps answers by the digest of engine, recipe and request; under one digest the last counts.
// Called from several threads at once.
class AnswerStore {
 public:
  virtual ~AnswerStore() = default;
  virtual std::optional<std::string> find(const Digest& request) = 0;
  // One that cannot be kept is asked for again, which costs but loses nothing.
  virtual void keep(const Digest& request, std::string_view answer) = 0;
};

// Answers to questions of a search are not kept, nor are judgements. Failures are not either.
// Borrows both.
std::unique_ptr<TextEngine> remember_answers(TextEngine& inner, AnswerStore& store);

}  // namespace pyramid::engine
