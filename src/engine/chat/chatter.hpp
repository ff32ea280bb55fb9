// What a model says of its task instead of the world.
#pragma once

#include "engine/engine.hpp"

#include <span>
#include <string>
#include <string_view>

namespace pyramid::engine::chat {

// The text without sentences that tell of the facts as a text ("The facts do not say where she
// lives."), and without those at its end that speak to the reader ("Let me know if …"), in English
// and German; what begins as a source does stays. Pure.
std::string without_chatter(std::string_view text, std::span<const SourceText> sources);

}  // namespace pyramid::engine::chat
