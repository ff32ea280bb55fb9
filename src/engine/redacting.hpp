// An engine whose answers hold no secrets.
#pragma once

#include "engine/engine.hpp"
#include "guard/redact.hpp"

#include <memory>

namespace pyramid::engine {

// What is to be written, redacted by the policy (kBlock redacts too: there is nobody to refuse).
// Answers to questions of a search are not written and stay as they are.
std::unique_ptr<TextEngine> redact_answers(std::unique_ptr<TextEngine> inner, guard::Policy policy);

}  // namespace pyramid::engine
